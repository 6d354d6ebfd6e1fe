"""A change to files as data: what a plan holds, shows as a diff, and how it is taken back. Pure.

A hunk is a run of lines replaced by another, with a few lines around it, so that it can be taken
back although other parts of the file were edited since.
"""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents.markdown import split_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

CONTEXT = 3
_MATCHER_LINES = 2000  # beyond, one hunk for the whole middle: difflib would be quadratic


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines at ``line`` (0-based, in the old text) replaced; above and below stay."""

    line: int
    removed: str
    added: str
    above: str = ""
    below: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One file from one text to another; None: the file is not there."""

    path: str
    before: str | None
    after: str | None

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The lines that differ."""
        return hunks(self.before or "", self.after or "")

    def diff(self) -> str:
        """Show the change as a unified diff."""
        old = split_lines(self.before or "")
        new = split_lines(self.after or "")
        if len(old) + len(new) > 2 * _MATCHER_LINES:
            return _plain_diff(self.path, self.hunks)
        lines = difflib.unified_diff(
            [_shown(line) for line in old],
            [_shown(line) for line in new],
            fromfile=f"a/{self.path}" if self.before is not None else "/dev/null",
            tofile=f"b/{self.path}" if self.after is not None else "/dev/null",
            n=CONTEXT,
            lineterm="",
        )
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a command would do to the workspace; apply it with ``Files.apply``."""

    command: str
    changes: tuple[Change, ...]
    reason: str = ""
    notes: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()  # created even if nothing is written into them
    undoes: int | None = None
    restores: frozenset[str] = frozenset()  # lines that come back as they were, secrets and all
    secrets: tuple[str, ...] = ()  # kinds that were replaced
    forgets: bool = False  # nothing is kept that could take it back

    def diff(self) -> str:
        """Show all changes as one diff."""
        return "\n".join(change.diff() for change in self.changes)

    @property
    def empty(self) -> bool:
        """Whether applying it would change nothing."""
        if self.folders or self.undoes is not None:
            return False
        return all(c.before == c.after for c in self.changes)


def to_bytes(text: str) -> bytes:
    """Return the bytes a text was read from; bytes that are not UTF-8 come back as they were."""
    return text.encode("utf-8", "surrogateescape")


def to_text(data: bytes) -> str:
    """Return bytes as text, without loss."""
    return data.decode("utf-8", "surrogateescape")


def digest(text: str | None) -> str | None:
    """Return the SHA-256 of a text's bytes; None for a file that is not there."""
    return None if text is None else hashlib.sha256(to_bytes(text)).hexdigest()


def hunks(before: str, after: str) -> tuple[Hunk, ...]:
    """Return what differs between two texts, line by line."""
    if after.startswith(before) and (not before or before.endswith(("\n", "\r"))):
        return _append_hunk(before, after)
    old, new = split_lines(before), split_lines(after)
    return tuple(
        Hunk(
            a,
            "".join(old[a:b]),
            "".join(new[c:d]),
            "".join(new[max(0, c - CONTEXT) : c]),
            "".join(new[d : d + CONTEXT]),
        )
        for a, b, c, d in spans(old, new)
    )


def spans(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return where two texts differ: lines [a, b) of the old are lines [c, d) of the new."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle_old) + len(middle_new) > _MATCHER_LINES:
        return [(head, head + len(middle_old), head, head + len(middle_new))]
    matcher = difflib.SequenceMatcher(None, middle_old, middle_new, autojunk=False)
    return [
        (head + a, head + b, head + c, head + d)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def _append_hunk(before: str, after: str) -> tuple[Hunk, ...]:
    """The usual change, found without comparing lines."""
    if len(before) == len(after):
        return ()
    above = split_lines(before[-2000:])[-CONTEXT:]
    return (Hunk(len(split_lines(before)), "", after[len(before) :], "".join(above)),)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def redo(before: str, found: Sequence[Hunk]) -> str:
    """Return the text with hunks applied to the very text they were made from."""
    lines = split_lines(before)
    for hunk in reversed(found):
        lines[hunk.line : hunk.line + len(split_lines(hunk.removed))] = split_lines(hunk.added)
    return "".join(lines)


def invert(after: str, found: Sequence[Hunk]) -> str | None:
    """Return the text the hunks were made from, given the very text they led to."""
    lines = split_lines(after)
    shift = sum(len(split_lines(h.added)) - len(split_lines(h.removed)) for h in found)
    for hunk in reversed(found):
        added, removed = split_lines(hunk.added), split_lines(hunk.removed)
        shift -= len(added) - len(removed)
        place = hunk.line + shift
        if lines[place : place + len(added)] != added:
            return None  # a lone CR met the line feed that was put behind it
        lines[place : place + len(added)] = removed
    return "".join(lines)


def take_back(text: str, found: Sequence[Hunk]) -> str | None:
    """Return the text without what the hunks did, or None where those lines were edited since.

    Each hunk is looked for with its surroundings, then with fewer of them, nearest to where it was.
    Pure insertions need only their own lines; where lines were removed, a neighbour must be there.
    """
    lines = split_lines(text)
    shift = sum(len(split_lines(h.added)) - len(split_lines(h.removed)) for h in found)
    for hunk in reversed(found):
        added, removed = split_lines(hunk.added), split_lines(hunk.removed)
        shift -= len(added) - len(removed)
        place = _locate(lines, hunk, added, hunk.line + shift)
        if place is None:
            return None
        if removed and added and place + len(added) < len(lines) and _open(removed[-1]):
            removed[-1] += added[0][len(added[0].rstrip("\r\n")) :]  # lines follow it now
        lines[place : place + len(added)] = removed
    return "".join(lines)


def _open(line: str) -> bool:
    return not line.endswith(("\n", "\r"))


def _locate(lines: list[str], hunk: Hunk, added: list[str], expected: int) -> int | None:
    above, below = split_lines(hunk.above), split_lines(hunk.below)
    for keep in range(CONTEXT, -1, -1):
        head = above[len(above) - keep :] if keep else []
        tail = below[:keep]
        pattern = head + added + tail
        if not added and not pattern:  # nothing left to hold on to
            return 0 if not lines else None
        if keep == 0 and not added:
            return None
        places = [
            at + len(head)
            for at in range(len(lines) - len(pattern) + 1)
            if lines[at] == pattern[0] and lines[at : at + len(pattern)] == pattern
        ]
        if places:
            return min(places, key=lambda at: abs(at - expected))
    return None


def new_lines(
    before: str | None, after: str, known: frozenset[str] = frozenset()
) -> tuple[tuple[int, int], ...]:
    """Return the spans of ``after`` that hold lines neither ``before`` nor ``known`` has.

    Lines are compared without their ends.
    """
    if before is not None and after.startswith(before):
        return ((len(before), len(after)),) if len(after) > len(before) else ()
    left = Counter(line.rstrip("\r\n") for line in split_lines(before or ""))
    spans: list[tuple[int, int]] = []
    at = 0
    for line in split_lines(after):
        bare = line.rstrip("\r\n")
        if left[bare] > 0:
            left[bare] -= 1
        elif bare in known:
            pass
        elif spans and spans[-1][1] == at:
            spans[-1] = (spans[-1][0], at + len(line))
        else:
            spans.append((at, at + len(line)))
        at += len(line)
    return tuple(spans)


def _shown(line: str) -> str:
    """A line as people can see it: the line end is shown where it is not a line feed."""
    if line.endswith("\r\n"):
        return line[:-2] + "␍"
    return line.rstrip("\n\r")


def _plain_diff(path: str, found: Sequence[Hunk]) -> str:
    rows = [f"--- a/{path}", f"+++ b/{path}"]
    for hunk in found:
        removed, added = split_lines(hunk.removed), split_lines(hunk.added)
        rows.append(f"@@ -{hunk.line + 1},{len(removed)} +{hunk.line + 1},{len(added)} @@")
        rows += ["-" + _shown(line) for line in removed] + ["+" + _shown(line) for line in added]
    return "\n".join(rows)

"""Files: the tree by layer, one file's lines with who wrote them, two edits side by side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.documents.merging import Merge
    from lamina.documents.scan import FileEntry, Scan
    from lamina.recall.known_lines import KnownLine

# In the order in which an agent meets them.
ORDER = (
    *("core", "memory", "active", "index", "daily", "topic", "project", "agent", "knowledge"),
    *("subject", "reference", "extra", "report", "chat", "archive", "copy", "machine", "other"),
)
FOLDED = 40  # files of a layer; more are folded by their month, or their folder
LINES = 1500  # of a file that are shown at once


@dataclass(frozen=True, slots=True)
class Leaf:
    """A file in the tree."""

    path: str
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Files of a layer that belong together: a month or a year, a folder; all if they are few."""

    key: str
    count: int
    leaves: tuple[Leaf, ...]  # empty: asked for when it is opened


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer with its files."""

    name: str
    count: int
    size: int
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of a workspace."""

    layers: tuple[Layer, ...]
    count: int
    problems: tuple[str, ...]


def tree(scan: Scan) -> Tree:
    """Return the files by layer; large layers folded."""
    held: dict[str, list[FileEntry]] = {}
    for entry in scan.files:
        held.setdefault(str(entry.layer), []).append(entry)
    ordered = sorted(held, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    layers = tuple(
        Layer(name, len(held[name]), sum(e.size for e in held[name]), _branches(held[name]))
        for name in ordered
    )
    problems = tuple(f"{one.path}: {one.reason}" for one in scan.problems)
    return Tree(layers, len(scan.files), problems)


def leaves(scan: Scan, layer: str, key: str) -> tuple[Leaf, ...]:
    """Return the files of one branch."""
    entries = [e for e in scan.files if str(e.layer) == layer and _key(e.path).startswith(key)]
    exact = [e for e in entries if _key(e.path) == key]
    return _leaves(exact or entries)


def _branches(entries: Sequence[FileEntry]) -> tuple[Branch, ...]:
    if len(entries) <= FOLDED:
        return (Branch("", len(entries), _leaves(entries)),)
    keys = [_key(entry.path) for entry in entries]
    if len(set(keys)) > FOLDED:
        keys = [key[:4] if _is_month(key) else key for key in keys]
    counts = Counter(keys)
    return tuple(Branch(key, count, ()) for key, count in sorted(counts.items(), reverse=True))


def _key(path: str) -> str:
    """Return the month in a note's name, else its folder."""
    folder, _, name = path.rpartition("/")
    return name[:7] if _is_month(name[:7]) else folder


def _is_month(text: str) -> bool:
    return len(text) == 7 and text[4] == "-" and (text[:4] + text[5:]).isdecimal()


def _leaves(entries: Iterable[FileEntry]) -> tuple[Leaf, ...]:
    ordered = sorted(entries, key=lambda e: e.path, reverse=any(_dated(e.path) for e in entries))
    return tuple(Leaf(e.path, name_of(e.path), e.size) for e in ordered)


def name_of(path: str) -> str:
    """Return a file's name; a handbook's is its folder's."""
    *folders, name = path.split("/")
    return folders[-1] if name == "CONTEXT.md" and folders else name


def _dated(path: str) -> bool:
    return _is_month(_key(path))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, with what is known of it."""

    number: int
    text: str
    origin: str = ""
    recalls: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Lines of a file, from one on."""

    lines: tuple[Line, ...]
    total: int
    next: int  # 0: that was the end


def source(text: str, known: Iterable[KnownLine], start: int = 1) -> Source:
    """Return lines of a file with who wrote each and when it was last given to anybody."""
    held = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if held and not held[-1]:
        held.pop()
    said = {number: one for one in known for number in range(one.start, one.end + 1)}
    start = max(1, min(start, len(held)))
    lines = []
    for number, line in enumerate(held[start - 1 : start - 1 + LINES], start=start):
        one = said.get(number)
        if one is None:
            lines.append(Line(number, line))
        elif number > one.start:
            lines.append(Line(number, line, one.origin))
        else:
            lines.append(Line(number, line, one.origin, one.recalls, one.last))
    end = start + len(lines)
    return Source(tuple(lines), len(held), end if end <= len(held) else 0)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of two edits, beside each other."""

    side: str
    mine: str
    theirs: str
    skipped: int = 0  # lines of a longer stretch nobody changed


def pieces(merge: Merge, around: int = 3) -> tuple[Piece, ...]:
    """Return two edits beside each other; what nobody changed is shortened."""
    found = []
    for piece in merge.pieces:
        if piece.side == "nobody" and len(piece.base) > 2 * around + 1:
            head, tail = "".join(piece.base[:around]), "".join(piece.base[-around:])
            found += [
                Piece("nobody", head, head),
                Piece("skipped", "", "", len(piece.base) - 2 * around),
                Piece("nobody", tail, tail),
            ]
        else:
            mine, theirs = "".join(piece.mine), "".join(piece.theirs)
            found.append(Piece(str(piece.side), mine, theirs))
    return tuple(found)

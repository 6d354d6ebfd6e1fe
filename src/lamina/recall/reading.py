"""Open a file, a section or a range of lines, with how to go on where it was cut."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import fenced, neutral
from lamina.documents.fitting import cut
from lamina.documents.kinds import Layer, is_private, layer_of, may_see
from lamina.documents.markdown import parse
from lamina.documents.redact import redact
from lamina.documents.tokens import estimate
from lamina.errors import NotHandedOverError, PathOutsideError, PrivateFileError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.documents.files import Files
    from lamina.documents.markdown import Document
    from lamina.documents.workspace import Workspace
    from lamina.storage.contract import Found, IndexStore

_RANGE = re.compile(r"^(.+?)#L(\d+)(?:-L?(\d+))?$")
_SEEN = {".", "..", ".archive"}
_ID = re.compile(r"^[0-9a-f]{12}$")


@dataclass(frozen=True, slots=True)
class Reading:
    """Lines of a file. ``next_line`` is where to go on, 0 at the end.

    ``text`` is what is written. Faces show it harmless to a host, but for core files: those are
    the owner's instructions.
    """

    path: str
    text: str
    start_line: int = 0
    end_line: int = 0
    lines: int = 0  # of the whole file
    tokens: int = 0
    next_line: int = 0
    reason: str = ""  # why there is no text

    @property
    def found(self) -> bool:
        """Whether there is something to show."""
        return not self.reason

    def shown(self, origin: str = "") -> str:
        """Return what an agent is given: fenced as data, but for core files."""
        if not self.found or layer_of(self.path) is Layer.CORE:
            return self.text
        return fenced([(f"{self.path}#L{self.start_line}-L{self.end_line}", origin, self.text)])

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "status": "ok" if self.found else "not_found",
            "path": self.path,
            "text": self.text if layer_of(self.path) is Layer.CORE else neutral(self.text),
            "start_line": self.start_line,
            "end_line": self.end_line,
            "lines": self.lines,
            "tokens": self.tokens,
            "truncated": bool(self.next_line),
            "next_line": self.next_line or None,
            "reason": self.reason,
        }


def get(
    files: Files,
    index: IndexStore,
    target: str,
    *,
    sync: Callable[[], object],
    section: str = "",
    start: int = 0,
    count: int = 0,
    budget: int = 0,
    session: str = "main",
    reads: Sequence[str] = (),
) -> Reading:
    """Return what a path, a citation (path#L3-L5) or a hit's id names.

    ``start`` and ``count`` are lines (from 1; 0: all), ``budget`` tokens (0: no limit). A missing
    file or section is an empty reading with a reason.
    """
    if _ID.match(target):
        sync()  # lines may have moved since the search that showed it
    path, start, count = _target(index, target, start, count)
    path = files.workspace.relative(path)
    _check_readable(files, path, session, reads)
    text = files.read(path)
    if text is None:
        return _nothing(path, _missing(files.workspace, index, target, path))
    document = parse(text)
    total = len(document.lines)
    first, last = max(1, start), total
    if section:
        span = _section(document, section)
        if span is None:
            titles = ", ".join(s.title for s in document.sections[:12]) or "none"
            return _nothing(path, f"{path} has no section {section!r}; it has: {titles}", total)
        first, last = max(span[0], start), span[1]
    if count:
        last = min(last, first + count - 1)
    if first > total:
        return _nothing(path, f"{path} has only {total} lines", total)
    return _cut(path, document, first, last, total, budget)


def _nothing(path: str, reason: str, lines: int = 0) -> Reading:
    """Return an empty reading; it repeats what was asked for, but no secret in it."""
    return Reading(redact(path).text, "", lines=lines, reason=redact(reason).text)


def _missing(workspace: Workspace, index: IndexStore, target: str, path: str) -> str:
    """Say what is not there, and what was perhaps meant."""
    name = path.rsplit("/", 1)[-1].removesuffix(".md").casefold()
    near = [p for p in sorted(index.files()) if p.rsplit("/", 1)[-1].casefold() == f"{name}.md"]
    near = [p for p in near if workspace.reaches(p)]
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"there is no file or hit {target!r}{hint}"


def check_may_see(path: str, session: str, reads: Sequence[str]) -> None:
    """Refuse a file that a session, or a sub-agent, may not see."""
    if session != "main" and is_private(path):
        raise PrivateFileError(path, session)
    if not may_see(path, session, reads):
        raise NotHandedOverError(path, reads)


def _check_readable(files: Files, path: str, session: str, reads: Sequence[str]) -> None:
    """Refuse machine state, hidden files, and in other sessions what is not memory or private."""
    real = files.workspace.resolve(path)
    for name in (path, files.workspace.named(real)):
        layer = layer_of(name)
        if "/.dreams/" in f"/{name}":
            raise PathOutsideError(path, "it is machine state, not memory")
        if any(part.startswith(".") and part not in _SEEN for part in name.split("/")):
            raise PathOutsideError(path, "it is a hidden file, not memory")
        if session != "main" and layer is Layer.OTHER:
            raise PrivateFileError(path, session)
        check_may_see(name, session, reads)


def _cut(path: str, document: Document, first: int, last: int, total: int, budget: int) -> Reading:
    """Return lines first to last, fewer where the budget ends; one line is given at least."""
    lines = document.lines[first - 1 : last]
    kept = len(lines)
    if budget and estimate("".join(lines)) > budget:
        ends = list(accumulate(map(estimate, lines)))  # close to the whole's, and quick
        kept = max(1, bisect_right(ends, budget))
        while kept > 1 and estimate("".join(lines[:kept])) > budget:
            kept -= 1
    text = "".join(lines[:kept])
    if budget and kept == 1:
        text = cut(text, budget, name=path).text
    end = first + kept - 1
    rest = end + 1 if kept < len(lines) else 0
    return Reading(path, text, first, end, total, estimate(text), rest)


def _target(index: IndexStore, target: str, start: int, count: int) -> tuple[str, int, int]:
    if _ID.match(target):
        chunk: Found | None = index.chunk_by_id(target)
        if chunk is not None:
            return chunk.path, chunk.start, chunk.end - chunk.start + 1
    match = _RANGE.match(target)
    if not match:
        return target, start, count
    first = int(match[2])
    last = int(match[3] or first)
    if first < 1 or last < first:
        raise UsageError(f"{target!r} names no lines.", "Write it as path#L3-L5.")
    return match[1], first, last - first + 1


def _section(document: Document, wanted: str) -> tuple[int, int] | None:
    """Return the lines (1-based, inclusive) of a section: by its exact title, else by a part."""
    folded = wanted.strip().lstrip("# ").casefold()
    for match in (lambda t: t == folded, lambda t: folded in t):
        for section in document.sections:
            if match(section.title.casefold()):
                return section.start + 1, section.end
    return None

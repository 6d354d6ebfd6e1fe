"""Which designs a workspace follows: told by what is written in it, never by names alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.kinds import Layer
from lamina.errors import PathError
from lamina.layers.active_blocks import PATH as ACTIVE
from lamina.layers.active_blocks import read_blocks
from lamina.layers.facts import links_of
from lamina.layers.topic_file import read_head
from lamina.layers.topic_index import ACTIVE as INDEX
from lamina.layers.topic_index import read_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lamina.documents.files import Files
    from lamina.documents.scan import FileEntry

_ENTRY = re.compile(r"^##\s+\[\d{4}-\d{2}-\d{2}\]\s+\S")
_TAGGED = re.compile(r"^##\s++[^\[#].*\s#[^\s#]+")
_OLD_INDEX = re.compile(r"^[-*]?\s*\S.*(?:→|->)\s*\d{2}-\d{2}(?:\s*[,，、]\s*\d{2}-\d{2})*\s*$")
_PROMOTED = re.compile(r"^##\s+Promoted From Short-Term Memory", re.IGNORECASE)
_SAMPLE = 40  # notes looked into


@dataclass(frozen=True, slots=True)
class Layout:
    """A design a workspace follows, with a place that shows it."""

    name: str
    evidence: str

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"name": self.name, "evidence": self.evidence}


def detect_layouts(files: Files, entries: Iterable[FileEntry]) -> tuple[Layout, ...]:
    """Return the designs found, each with the first line that shows it."""
    entries = list(entries)

    def lines(layers: set[Layer], most: int = _SAMPLE) -> Iterable[tuple[str, int, str]]:
        chosen = [e.path for e in entries if e.layer in layers][-most:]
        for path in chosen:
            for number, line in enumerate(markdown.split_lines(_read(files, path)), start=1):
                yield path, number, line.rstrip("\r\n")

    found = [
        _smart_memory(files, entries),
        _first(lines({Layer.SUBJECT, Layer.MEMORY}), "three-layer", _points),
        _first(lines({Layer.DAILY}), "memory-master", lambda line: bool(_ENTRY.match(line))),
        _first(
            lines({Layer.DAILY, Layer.SUBJECT, Layer.INDEX}),
            "memory-master (old)",
            lambda line: bool(_TAGGED.match(line) or _OLD_INDEX.match(line)),
        ),
        _dreaming(files, lines({Layer.MEMORY})),
        _memory_index(files, entries),
    ]
    layouts = [layout for layout in found if layout]
    if not layouts and any(e.layer is Layer.DAILY for e in entries):
        first = next(e.path for e in entries if e.layer is Layer.DAILY)
        layouts.append(Layout("daily notes", first))
    return tuple(layouts)


def _smart_memory(files: Files, entries: Iterable[FileEntry]) -> Layout | None:
    blocks = read_blocks(_read(files, ACTIVE))
    if blocks:
        return Layout("smart-memory", f"{ACTIVE}:{blocks[0].start + 1}")
    book = next((e.path for e in entries if e.path.endswith("/CONTEXT.md")), "")
    return Layout("smart-memory", book) if book else None


def _memory_index(files: Files, entries: Iterable[FileEntry]) -> Layout | None:
    listed = read_entries(_read(files, INDEX))
    if listed:
        return Layout("memory-index", f"{INDEX}:{listed[0].line}")
    for entry in entries:
        if entry.layer is Layer.TOPIC:
            head = read_head(_read(files, entry.path))
            if head.goal and head.state:
                return Layout("memory-index", f"{entry.path}:1")
    return None


def _dreaming(files: Files, lines: Iterable[tuple[str, int, str]]) -> Layout | None:
    promoted = _first(lines, "dreaming", lambda line: bool(_PROMOTED.match(line)))
    recalls = files.workspace.hidden / "short-term-recall.json"
    if promoted is None and recalls.is_file():
        return Layout("dreaming", "memory/.dreams/short-term-recall.json")
    return promoted


def _points(line: str) -> bool:
    return bool(links_of(line)) and "→" in line


def _first(
    lines: Iterable[tuple[str, int, str]], name: str, shows: Callable[[str], bool]
) -> Layout | None:
    for path, number, line in lines:
        if shows(line):
            return Layout(name, f"{path}:{number}")
    return None


def _read(files: Files, path: str) -> str:
    """Return a file's text; one that cannot be read shows nothing."""
    try:
        return files.read(path) or ""
    except PathError:
        return ""

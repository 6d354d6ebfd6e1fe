"""What the indices point to: topics, days of a subject, lessons, open matters, handbooks.

Only the indices and the names of files are read, never what a pointer leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.kinds import Layer
from lamina.errors import PathError
from lamina.layers.active_blocks import PATH as OPEN
from lamina.layers.active_blocks import read_blocks
from lamina.layers.daily_index import INDEX as DAYS
from lamina.layers.daily_index import read_index
from lamina.layers.topic_index import Status
from lamina.recall.router import Card, rank
from lamina.search.words import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lamina.documents.files import Files
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.topics import Topics
    from lamina.storage.contract import FileRow

_FITS = 0.15  # of a message's weight: 99 of 100 messages about something else carry less
_NAMED = {Layer.PROJECT: "project", Layer.AGENT: "agent type"}


@dataclass(frozen=True, slots=True)
class Pointer:
    """An entry of an index and the lines it leads to (1-based, inclusive; 0: the whole file)."""

    kind: str  # topic, day, knowledge, open, project, agent type
    name: str
    path: str
    about: str = ""
    first: int = 0
    last: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"kind": self.kind, "name": self.name, "path": self.path}


class Pointers:
    """Gathers what the indices point to and tells which of it a message means."""

    def __init__(self, topics: Topics, knowledge: Knowledge, files: Files) -> None:
        self.topics = topics
        self.knowledge = knowledge
        self.files = files

    def all(self, rows: Mapping[str, FileRow]) -> tuple[Pointer, ...]:
        """Return every pointer that leads somewhere; ``rows`` are the indexed files."""
        topics = [
            Pointer("topic", e.name, e.path, f"{e.description} {e.domain}")
            for e in self.topics.entries()
            if e.status is not Status.ARCHIVED
        ]
        lessons = [
            Pointer("knowledge", lesson.keyword, lesson.path)
            for lesson in self.knowledge.entries()
            if lesson.there
        ]
        books = [
            Pointer(_NAMED[Layer(row.layer)], _book_name(path), path)
            for path, row in rows.items()
            if row.layer in _NAMED
        ]
        found = [*topics, *self._open(), *lessons, *books, *self._days(rows)]
        return tuple(pointer for pointer in found if pointer.path in rows)

    def _open(self) -> list[Pointer]:
        blocks = read_blocks(self._read(OPEN))
        return [
            Pointer("open", block.subject, OPEN, block.short, block.start + 1, block.end)
            for block in blocks
            if not block.done
        ]

    def _days(self, rows: Mapping[str, FileRow]) -> list[Pointer]:
        """Return the latest day of each subject in the daily index."""
        notes = {row.day: path for path, row in rows.items() if row.layer == Layer.DAILY}
        found = []
        for subject, paths in read_index(self._read(DAYS)).items():
            days = sorted(path.rsplit("/", 1)[-1][:10] for path in paths)
            if days and days[-1] in notes:
                found.append(Pointer("day", subject, notes[days[-1]]))
        return found

    def _read(self, path: str) -> str:
        try:
            return self.files.read(path) or ""
        except PathError:
            return ""


def fitting(message: str, pointers: Sequence[Pointer]) -> list[tuple[Pointer, float]]:
    """Return the pointers that a message may mean, best first, with the share they carry."""
    ranked = rank(message, [Card(p.name, p.about, "") for p in pointers])
    return [(pointers[number], score) for number, score in ranked if score >= _FITS]


def holds(text: str, names: Iterable[str]) -> bool:
    """Tell whether a text holds all these names: a pointer to Japan is no answer about Lisbon."""
    there = set(terms(text))
    return all(there.issuperset(terms(name)) for name in names)


def _book_name(path: str) -> str:
    parts = path.split("/")
    return parts[-2] if parts[-1] == "CONTEXT.md" else parts[-1].removesuffix(".md")

"""The history: changes, newest first, and their lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.days import parse_moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import tzinfo

    from lamina.documents.history import Entry

PAGE = 40  # changes


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a diff: its sign and its text."""

    sign: str  # +, -
    text: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """Neighbouring lines of one file that changed."""

    path: str
    line: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One change."""

    id: int
    at: str
    author: str
    command: str
    reason: str
    files: tuple[dict[str, Any], ...]
    undoes: int
    undone_by: int
    forgotten: bool

    @property
    def stands(self) -> bool:
        """Whether it can be taken back."""
        return not (self.undone_by or self.forgotten)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of changes."""

    changes: tuple[Made, ...]
    older: int  # number of the newest change of the next page; 0: none


def page(entries: Sequence[Entry], zone: tzinfo, before: int = 0, path: str = "") -> Page:
    """Return the changes below a number, only those of a file where one is named."""
    fitting = [
        one
        for one in entries
        if (not before or one.id < before) and (not path or any(f.path == path for f in one.files))
    ]
    shown = fitting[:PAGE]
    older = shown[-1].id if len(fitting) > PAGE else 0
    return Page(tuple(made(one, zone) for one in shown), older)


def made(entry: Entry, zone: tzinfo) -> Made:
    """Return a change as it is shown."""
    return Made(
        entry.id,
        f"{parse_moment(entry.at, zone).astimezone(zone):%Y-%m-%d %H:%M}",
        entry.author,
        entry.command,
        entry.reason,
        tuple(entry.summary()["files"]),
        entry.undoes or 0,
        entry.undone_by or 0,
        entry.forgotten,
    )


def hunks(entry: Entry) -> tuple[Hunk, ...]:
    """Return the lines of a change."""
    return tuple(
        Hunk(
            file.path,
            hunk.line + 1,
            (*_rows("-", hunk.removed.splitlines()), *_rows("+", hunk.added.splitlines())),
        )
        for file in entry.files
        for hunk in file.hunks
    )


def _rows(sign: str, lines: Iterable[str]) -> Iterable[Row]:
    return (Row(sign, line) for line in lines)

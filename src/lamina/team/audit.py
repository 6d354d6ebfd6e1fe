r"""The audit log: who read or wrote which lines, never what stands in them.

A file a day (UTC), ``audit/2026-03-04.jsonl``, to which every process of the server appends; one
JSON object a request::

    {"at": "2026-03-04T08:30:00.123+00:00", "request": "5f3c…", "token": "0a1b2c3d4e5f",
     "agent": "coder", "workspace": "shop", "call": "search", "effect": "read", "status": 200,
     "lines": [{"path": "memory/2026-03-03.md", "from": 3, "to": 3, "marks": ["9f86d081884c7d65"]}]}

A mark is an HMAC of a line's words with a key of the server's: with the key one can ask who had a
line that one knows, without it a mark tells nothing. A torn line is passed over.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents.days import long_past
from lamina.documents.private import make_private
from lamina.documents.streams import append, create, remove

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Fields of what Memory returns that hold a file's own words.
_WORDS = frozenset(
    {"text", "snippet", "body", "short", "goal", "description", "state", "added", "removed"}
)
_PLACES = (("start_line", "end_line"), ("startLine", "endLine"), ("line", "line"))
_BULLET = re.compile(r"^\s*(?:[-*+•]|#{1,6}|\d{1,3}[.)])?\s*(?:\[.\]\s+)?(?:\d\d:\d\d\s+)?")
_DEEP = 8  # things in things that are looked through


class Audit:
    """The log of one server."""

    def __init__(self, folder: Path, key: bytes) -> None:
        """``folder``: of the server; ``key``: with which lines are marked."""
        self.folder = folder / "audit"
        self._key = key
        self._begun: set[Path] = set()

    def write(self, at: datetime, record: Mapping[str, Any]) -> None:
        """Append what one request did, and bring it to the disk."""
        moment = at.astimezone(UTC)
        path = self.folder / f"{moment.date()}.jsonl"
        if path not in self._begun:
            make_private(self.folder)
            create(path, b"")
            self._begun = {path}
        row = {"at": moment.isoformat(timespec="milliseconds"), **record}
        append(path, json.dumps(row, separators=(",", ":"), ensure_ascii=True).encode() + b"\n")

    def drop(self, today: date, keep: int) -> list[str]:
        """Remove files that were kept for so many days, by a believable clock; return names."""
        files = {path: _noon(date.fromisoformat(path.stem)) for path in self._files()}
        past = long_past(files.values(), _noon(today), timedelta(days=keep))
        old = [path for path, at in files.items() if past is not None and at <= past]
        for path in old:
            remove(path)
        return [path.name for path in old]

    def read(
        self,
        *,
        since: date | None = None,
        until: date | None = None,
        where: Callable[[dict[str, Any]], bool] = lambda _: True,
    ) -> Iterator[dict[str, Any]]:
        """Yield what was done, the oldest first, a line at a time."""
        for path in self._files():
            day = date.fromisoformat(path.stem)
            if (since and day < since) or (until and day > until):
                continue
            with path.open("rb") as file:
                for line in file:
                    row = _row(line)
                    if row and where(row):
                        yield row

    def mark(self, line: str) -> str:
        """Return the mark of a line; bullet, box, time and case make no difference."""
        words = " ".join(_BULLET.sub("", line).casefold().split())
        return hmac.new(self._key, words.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[
            :16
        ]

    def lines(self, result: Any, path: str = "") -> list[dict[str, Any]]:
        """Return which lines stand in what ``Memory`` gave: files, numbers, marks."""
        found: dict[tuple[str, int, int], dict[str, None]] = {}
        for place, text in _seen(result, (path, 0, 0), 0):
            marks = found.setdefault(place, {})
            marks.update((self.mark(line), None) for line in text.splitlines() if line.strip())
        return [
            {"path": path, "from": first, "to": last, "marks": list(marks)}
            for (path, first, last), marks in found.items()
            if path or marks
        ]

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].jsonl"))


_Place = tuple[str, int, int]


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def _seen(value: Any, place: _Place, depth: int) -> Iterator[tuple[_Place, str]]:
    """Yield every place that is named in a result, with the words that stand there."""
    if depth > _DEEP:
        return
    if isinstance(value, str):
        if place[0]:
            yield place, value
        return
    if isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _seen(one, place, depth + 1) if not isinstance(one, str) else ()
        return
    fields = _fields(value)
    if fields is None:
        return
    here = _place(fields, place)
    if here != place:
        yield here, ""
    for name, one in fields.items():
        if isinstance(one, str):
            if name in _WORDS:
                yield here, one
        else:
            yield from _seen(one, here, depth + 1)


def _fields(value: Any) -> Mapping[str, Any] | None:
    if isinstance(value, Mapping):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
    return None


def _place(fields: Mapping[str, Any], outer: _Place) -> _Place:
    path = fields.get("path")
    if not isinstance(path, str) or not path:
        return outer
    for names in _PLACES:
        first, last = (fields.get(name) for name in names)
        if isinstance(first, int) and isinstance(last, int):
            return path, first, last
    return path, 0, 0


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) and "at" in row else None

"""A transcript on disk, read record by record, from either end; memory is that of one record.

Nothing is lost: the sizes of all turns add up to the file's size, whatever stands in it. Which
host wrote the transcript is told from its records, not from its name.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from lamina.errors import SessionError, reason_of
from lamina.sessions.readers import attributed, host_of, parsed, turn_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lamina.sessions.turns import Turn

_BLOCK = 1 << 16
_LARGE_BLOCK = 1 << 20
_HEAD = 200  # records that are looked at to find out who wrote them


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a transcript as it stands there."""

    number: int  # from 1; from -1 where it is read from the end
    offset: int  # of its first byte
    raw: bytes  # with its line's end, where it has one


class Transcript:
    """One transcript file. Each reading opens it anew; a writer may append meanwhile."""

    def __init__(self, path: Path, kind: str = "group") -> None:
        """``kind`` is the session's: it decides whose the words are where no host says it."""
        self.path = path
        self.kind = kind

    @cached_property
    def host(self) -> str:
        """Who wrote it: openclaw, claude-code, codex; empty: nobody knows."""
        heads = (host_of(parsed(record.raw)) for record in islice(self.records(), _HEAD))
        return next(filter(None, heads), "")

    def records(self, start: int = 0) -> Iterator[Record]:
        """Yield the records as bytes, first to last, from the one that begins at this byte."""
        with self._reading() as file:
            offset = file.seek(start)
            for number, raw in enumerate(file, 1):
                yield Record(number, offset, raw)
                offset += len(raw)

    def records_backwards(self) -> Iterator[Record]:
        """Yield the records as bytes, last to first; what stands before them is not read."""
        with self._reading() as file:
            for number, (offset, raw) in enumerate(_backwards(file), 1):
                yield Record(-number, offset, raw)

    def turns(self, *, texts: bool = True) -> Iterator[Turn]:
        """Yield the turns, first to last, each with its origin."""
        return attributed(self._turn(record, texts=texts) for record in self.records())

    def backwards(self, *, texts: bool = True) -> Iterator[Turn]:
        """Yield the turns, last to first, numbered from -1.

        An answer's origin is then what its own record says: what it answers is not known yet.
        """
        return (self._turn(record, texts=texts) for record in self.records_backwards())

    def last(self, count: int, *, texts: bool = True) -> list[Turn]:
        """Return the last turns in their order, numbered up to -1, each with its origin."""
        found = list(islice(self.backwards(texts=texts), count))
        return list(attributed(reversed(found)))

    def lines(self) -> int:
        """Count the lines; a half-written last one counts."""
        count, last = 0, b"\n"
        with self._reading() as file:
            while block := file.read(_LARGE_BLOCK):
                count += block.count(b"\n")
                last = block[-1:]
        return count + (last != b"\n")

    def _turn(self, record: Record, *, texts: bool) -> Turn:
        return turn_of(record.raw, record.number, self.host, kind=self.kind, texts=texts)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[BinaryIO]:
        try:
            with self.path.open("rb") as file:
                yield file
        except OSError as error:
            raise SessionError(
                self.path,
                f"its transcript cannot be read ({reason_of(error)}); nothing was changed",
            ) from error


def _backwards(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield a file's lines with their offsets, last to first."""
    at = file.seek(0, os.SEEK_END)
    parts: list[bytes] = []  # of the line whose beginning is looked for, last part first
    size = _BLOCK
    while at > 0:
        step = min(size, at)
        at -= step
        file.seek(at)
        block = file.read(step)
        end = len(block)
        while (mark := block.rfind(b"\n", 0, end)) >= 0:
            parts.append(block[mark + 1 : end])
            line = b"".join(reversed(parts))
            if line:
                yield at + mark + 1, line
            parts = [b"\n"]
            end = mark
        parts.append(block[:end])
        size = _BLOCK if len(parts) == 1 else min(size * 2, _LARGE_BLOCK)
    line = b"".join(reversed(parts))
    if line:
        yield 0, line

"""Put another file in a transcript's place while its host may be writing: no line is lost.

Before anything changes: nobody holds the host's lock, and no process that can be seen has the file
open for writing, else SessionBusyError. Then, under the lock: what was appended meanwhile is taken
over; the old file gets a second name, ``<transcript>.before-<at>-<base>-<mark>``; the new one is
renamed into its place. A writer that had opened the file just before still writes to the old one:
lines after byte ``at`` of it are carried over behind byte ``base`` of the new one, each once; the
mark, a hash of what is before that byte, tells whether it still is the new one. Where such a writer
does not let go of the old file, that gets its place back, with what was appended to the new.

The second name stays until the next look (``settle``), for writers that cannot be seen from here
and for a process that was killed in between.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from lamina.documents import streams
from lamina.errors import (
    ExternallyChangedError,
    NotWritableError,
    SessionBusyError,
    SessionError,
    reason_of,
)
from lamina.sessions import holders

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

_TRIES = 60  # looks at who writes, before the session counts as busy
_PAUSE = 0.005  # seconds between two
_ROUNDS = 3  # of taking over what was appended; what comes later is carried over
_COMPARED = 1 << 16  # bytes before the end that must be as they were
_LATE = "it was replaced, but lines that came late could not be appended"
_CARRIED = "They are kept beside it and carried over at the next look."
_BEFORE = re.compile(r"\.before-(\d+)-(\d+)-([0-9a-f]{12})")
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Source:
    """A transcript that was opened, and how long it was then."""

    path: Path
    session: str
    file: BinaryIO
    size: int

    def status(self) -> os.stat_result:
        """Return what the system says of the file now, whatever its name."""
        return os.fstat(self.file.fileno())

    def tail(self) -> bytes:
        """Return the last bytes of it as it was opened."""
        return _before(self.file, self.size)


def opened(path: Path, session: str) -> Source:
    """Open a transcript for reading; SessionError where it cannot be."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise SessionError(
            session, f"its transcript cannot be read ({reason_of(error)})"
        ) from error
    return Source(path, session, file, os.fstat(file.fileno()).st_size)


def check_free(source: Source, now: datetime) -> None:
    """Raise SessionBusyError where somebody writes to a transcript."""
    if holder := holders.locked_by(source.path, now):
        raise SessionBusyError(source.session, holder)
    _wait(source)


def swap(source: Source, new: streams.Draft, now: datetime) -> int:
    """Put a draft, made from the source's first ``size`` bytes, in its place.

    Returns how many bytes were appended to the source since and carried over.

    Raises:
        SessionBusyError: somebody writes to it; it is as it was.
        ExternallyChangedError: it is another file now, or was rewritten; nothing was changed.
    """
    tail = source.tail()
    with holders.locked(source.path, source.session, now):
        at = source.size
        for _ in range(_ROUNDS):
            _wait(source)
            end = source.status().st_size
            new.copy(source.file, at, end)
            at = max(at, end)
            new.settle()
            if source.status().st_size == at:
                break
        _check_same(source, tail)
        base = new.size
        old = _second_name(source.path, at, base, _mark(new.temp, base))
        new.put(old=old)
        try:
            carried = _follow(source.file, at, source.path, base)
        except NotWritableError as error:
            raise SessionError(source.session, f"{_LATE} ({error.message})", _CARRIED) from error
        if carried is None:
            _swap_back(source, old, at, base)
            raise SessionBusyError(source.session, "another process kept it open for writing")
    return at - source.size + carried


def settle(path: Path) -> int:
    """Carry over what came late to files that were replaced; return how many bytes.

    Also removes what killed writers left.
    """
    streams.sweep(path)
    carried = 0
    for old in sorted(path.parent.iterdir()):
        if not old.name.startswith(path.name):
            continue
        if named := _BEFORE.fullmatch(old.name.removeprefix(path.name)):
            at, base, mark = named.groups()
            carried += _settled(old, path, int(at), int(base), mark)
    return carried


def _settled(old: Path, path: Path, at: int, base: int, mark: str) -> int:
    """Carry over what came late to one file, and let go of it unless somebody writes to it."""
    carried = 0
    with old.open("rb") as file:
        status = os.fstat(file.fileno())
        there = path.exists() and not os.path.samestat(status, path.stat())
        if there and _mark(path, base) == mark:
            carried = _carry(file, at, path, base, ended=True)
        if not holders.writers(status):
            streams.remove(old)
    return carried


def _second_name(path: Path, at: int, base: int, mark: str) -> Path:
    return path.with_name(f"{path.name}.before-{at}-{base}-{mark}")


def _mark(path: Path, end: int) -> str:
    """Return a hash of the bytes before a place in a file."""
    with path.open("rb") as file:
        return hashlib.sha256(_before(file, end)).hexdigest()[:12]


def _before(file: BinaryIO, end: int) -> bytes:
    return b"".join(streams.blocks(file, max(0, end - _COMPARED), end))


def _wait(source: Source) -> None:
    """Wait until nobody has it open for writing; SessionBusyError where somebody stays."""
    for _ in range(_TRIES):
        who = holders.writers(source.status())
        if not who:
            return
        time.sleep(_PAUSE)
    pids = ", ".join(sorted({str(pid) for pid, _ in who}))
    raise SessionBusyError(source.session, f"process {pids} has it open for writing")


def _check_same(source: Source, tail: bytes) -> None:
    """Raise ExternallyChangedError unless the file was only appended to."""
    here = source.path.exists() and os.path.samestat(source.status(), source.path.stat())
    if not here or source.status().st_size < source.size or source.tail() != tail:
        raise ExternallyChangedError(source.path)


def _follow(file: BinaryIO, at: int, path: Path, base: int) -> int | None:
    """Carry over what still comes to a file that lost its place; None: it does not end."""
    carried = 0
    for _ in range(_TRIES):
        status = os.fstat(file.fileno())
        ended = not holders.writers(status)  # nobody can open it anew: it has no name any more
        carried += _carry(file, at, path, base, ended=ended)
        if ended:
            return carried
        time.sleep(_PAUSE)
    return None


def _swap_back(source: Source, old: Path, at: int, base: int) -> None:
    """Give the old file its place back, and what others appended to the new one."""
    with source.path.open("rb") as new:
        streams.link(source.path, _second_name(source.path, base, at, _mark(old, at)))
        streams.move(old, source.path)
        _follow(new, base, source.path, at)


def _carry(file: BinaryIO, at: int, path: Path, base: int, *, ended: bool) -> int:
    """Append to a file the lines after ``at`` of another one that it has not after ``base``.

    ``ended``: nothing more comes, so that a last line without its end is carried over too.
    """
    late = b"".join(streams.blocks(file, at, os.fstat(file.fileno()).st_size))
    if not ended:
        late = late[: late.rfind(b"\n") + 1]
    if not late:
        return 0
    with path.open("rb") as target:
        size = os.fstat(target.fileno()).st_size
        has = b"".join(streams.blocks(target, min(base, size), size))
        torn = size > 0 and next(streams.blocks(target, size - 1, size)) != b"\n"
    known = Counter(_LINE.findall(has))
    lines = []
    for line in _LINE.findall(late):
        if known[line]:
            known[line] -= 1
        else:
            lines.append(line)
    if not lines:
        return 0
    if torn and size != base:
        lines.insert(0, b"\n")
    data = b"".join(lines)
    streams.append(path, data)
    return len(data)

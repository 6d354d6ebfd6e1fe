"""Who writes to a file now: open handles, where the system shows them, and OpenClaw's lock.

OpenClaw's processes hold ``<transcript>.lock`` while they write: ``{"pid": 4711, "createdAt":
"2026-03-04T08:30:00.000Z"}``. It is stale when the process is dead or the lock half an hour old.
One that cannot be read is being written just now, or was left so by a crash: after half a minute.
"""

from __future__ import annotations

import contextlib
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents import streams
from lamina.errors import NotWritableError, SessionBusyError

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROC = Path("/proc")
_STALE = timedelta(minutes=30)
_TAKING = timedelta(seconds=30)  # more than anybody needs to write a lock
_MOST = 4096  # bytes a lock may have


def writers(file: os.stat_result, proc: Path = _PROC) -> frozenset[tuple[int, str]]:
    """Return which processes have a file open for writing, as (pid, handle); of those we may see.

    Empty as well where the system has no /proc.
    """
    found = set()
    with contextlib.suppress(OSError), os.scandir(proc) as processes:
        for process in processes:
            if process.name.isdigit():
                found |= {(int(process.name), one) for one in _handles(process.path, file)}
    return frozenset(found)


def _handles(process: str, file: os.stat_result) -> Iterator[str]:
    with contextlib.suppress(OSError), os.scandir(f"{process}/fd") as handles:  # gone, or not ours
        for handle in handles:
            with contextlib.suppress(OSError, ValueError):
                if handle.stat().st_ino != file.st_ino or handle.stat().st_dev != file.st_dev:
                    continue
                told = Path(f"{process}/fdinfo/{handle.name}").read_text("ascii")
                flags = int(told.partition("flags:")[2].split()[0], 8)
                if flags & os.O_ACCMODE != os.O_RDONLY:
                    yield handle.name


def _lock_of(transcript: Path) -> Path:
    """Return where the lock of a transcript is."""
    return transcript.with_name(f"{transcript.name}.lock")


def locked_by(transcript: Path, now: datetime) -> str:
    """Return who holds a transcript's lock, in words; empty: nobody."""
    return _holder(_lock_of(transcript), now)


@contextlib.contextmanager
def locked(transcript: Path, session: str, now: datetime) -> Iterator[None]:
    """Hold a transcript's lock; SessionBusyError where another one holds it."""
    path = _lock_of(transcript)
    made = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    mine = json.dumps({"pid": os.getpid(), "createdAt": made, "lamina": os.urandom(8).hex()})
    if not streams.create(path, mine.encode()):
        _clear(path, session, now)
        if not streams.create(path, mine.encode()):
            raise SessionBusyError(session, "another process was faster to lock it")
    try:
        yield
    finally:
        if _read(path) == mine:  # else somebody took it for stale
            streams.remove(path)


def _clear(path: Path, session: str, now: datetime) -> None:
    """Remove a stale lock, or raise SessionBusyError."""
    text = _read(path)
    if holder := _holder(path, now):
        raise SessionBusyError(session, holder)
    aside = path.with_name(f"{path.name}.stale-{os.getpid()}")
    with contextlib.suppress(NotWritableError):  # another one removed it
        streams.move(path, aside)
        if (taken := _read(aside)) not in {text, None}:  # a new one came between: it goes back
            streams.create(path, str(taken).encode())
        streams.remove(aside)


def _holder(path: Path, now: datetime) -> str:
    """Return who holds a lock, in words; empty: nobody, for it is stale or not there."""
    text = _read(path)
    if text is None:
        return ""
    try:
        lock = json.loads(text)
        pid = int(lock["pid"])
        made = datetime.fromisoformat(lock["createdAt"])
        age = now - (made if made.tzinfo else made.replace(tzinfo=UTC))
    except (ValueError, TypeError, KeyError):
        return "its lock cannot be read" if _young(path, now) else ""
    if age > _STALE or not _alive(pid):
        return ""
    return f"process {pid} holds its lock"


def _young(path: Path, now: datetime) -> bool:
    """Tell whether a file was written just now, by a clock that may have jumped since."""
    try:
        written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return False
    return abs(now - written) <= _TAKING


def _alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _read(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return file.read(_MOST).decode("utf-8", "replace")
    except FileNotFoundError:
        return None

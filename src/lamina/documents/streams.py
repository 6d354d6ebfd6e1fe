"""The writer of big files outside the workspace: transcripts of hosts and what was cut from them.

A file is replaced like this: write a temporary file in the same folder, with the mode and owner of
the old one; fsync; rename; fsync the folder. Killed at any instant, the old or the new file is
there, whole. The temporary file is locked by the kernel as long as its writer lives: what a killed
one left is known by that, and removed. Nothing is held in memory but a block.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from typing import TYPE_CHECKING, BinaryIO

from lamina.documents import placing
from lamina.documents.placing import copy_owner, posix_locks, sync_folder, translated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BLOCK = 1 << 20


class Draft:
    """A file that is being written, and takes its place when it is whole."""

    def __init__(self, target: Path, temp: Path, file: BinaryIO) -> None:
        self.target, self.temp, self._file = target, temp, file
        self.size = 0
        self.done = False
        self._hash = hashlib.sha256()

    @property
    def digest(self) -> str:
        """The SHA-256 of what was written so far."""
        return self._hash.hexdigest()

    def write(self, data: bytes) -> int:
        """Append bytes."""
        with translated(self.target):
            self._file.write(data)
        self._hash.update(data)
        self.size += len(data)
        return len(data)

    def copy(self, source: BinaryIO, start: int, end: int) -> None:
        """Append a stretch of another file."""
        for block in blocks(source, start, end):
            self.write(block)

    def flush(self) -> None:
        """Hand all of it to the system."""
        with translated(self.target):
            self._file.flush()

    def settle(self) -> None:
        """Bring all of it to the disk; it may still be written to."""
        self.flush()
        with translated(self.target):
            os.fsync(self._file.fileno())

    def put(self, *, old: Path | None = None) -> None:
        """Put it in its place; ``old``: another name under which the old file stays."""
        self.settle()
        with translated(self.target):
            if old is not None:
                link(self.target, old)
            self.temp.replace(self.target)
            self.done = True
            sync_folder(self.target.parent)

    def close(self) -> None:
        """Let go of it; what was not put is removed."""
        with contextlib.suppress(OSError):  # the volume is full: it goes
            self._file.close()
        if not self.done:
            with contextlib.suppress(OSError):  # whoever comes next sweeps it
                self.temp.unlink(missing_ok=True)


@contextlib.contextmanager
def draft(target: Path, *, like: Path | None = None) -> Iterator[Draft]:
    """Yield a file to be written that becomes ``target`` when it is put; else nothing is left.

    ``like``: the file whose mode and owner it gets.

    Raises NotWritableError, and nothing was changed.
    """
    fcntl = posix_locks(target.parent)
    temp = target.with_name(
        f"{placing.BEGINS}{target.name}-{os.getpid()}-{os.urandom(4).hex()}{placing.ENDS}"
    )
    with translated(target):
        handle = os.open(temp, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    found = Draft(target, temp, os.fdopen(handle, "wb", buffering=BLOCK))
    try:
        with translated(target):
            fcntl.flock(handle, fcntl.LOCK_EX)
            if like is not None:
                copy_owner(handle, like.stat())
        yield found
    finally:
        found.close()


def append(path: Path, data: bytes) -> None:
    """Append to a file that is there, in one piece, and bring it to the disk."""
    with translated(path):
        handle = os.open(path, os.O_WRONLY | os.O_APPEND)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)


def create(path: Path, data: bytes) -> bool:
    """Make a small new file, whole from its first moment; False where one is there already."""
    with draft(path) as new:
        new.write(data)
        new.settle()
        with translated(path):
            try:
                path.hardlink_to(new.temp)
            except FileExistsError:
                return False
    return True


def move(path: Path, target: Path) -> None:
    """Let a file take the place of another in the same folder."""
    with translated(target):
        path.replace(target)
        sync_folder(target.parent)


def link(path: Path, name: Path) -> None:
    """Give a file a second name in the same folder."""
    with translated(name):
        name.hardlink_to(path)


def remove(path: Path) -> None:
    """Remove a file, if it is there."""
    with translated(path):
        path.unlink(missing_ok=True)


def sweep(target: Path) -> None:
    """Remove what killed writers of this file left, and of files beside it named after it."""
    fcntl = posix_locks(target.parent)
    for left in target.parent.glob(f"{placing.BEGINS}{_escaped(target.name)}*{placing.ENDS}"):
        with contextlib.suppress(OSError):  # another one was faster, or still writes
            handle = os.open(left, os.O_RDONLY)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                left.unlink()
            finally:
                os.close(handle)


def blocks(source: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    """Yield a stretch of a file piece by piece; its end may be the file's own."""
    source.seek(start)
    while start < end:
        block = source.read(min(BLOCK, end - start))
        if not block:
            return
        start += len(block)
        yield block


def _escaped(name: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)

"""The lock of a workspace: one writer at a time, in this process and in others."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents.placing import posix_locks, translated
from lamina.errors import LockTimeoutError

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOTED = 1 << 20  # bytes


def kernel() -> str:
    """Return a name of the running kernel: what it locks holds all of its processes, no others."""
    with contextlib.suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    return os.uname().nodename


class WorkspaceLock:
    """A lock between processes and threads, held by the kernel: it goes with its process."""

    def __init__(self, path: Path, seconds: float) -> None:
        self.path = path
        self.seconds = seconds
        self.left = ""  # what a holder that was killed had noted
        self._threads = threading.RLock()
        self._depth = 0
        self._handle = -1

    @contextlib.contextmanager
    def held(self) -> Iterator[bool]:
        """Hold it, waiting up to the limit; LockTimeoutError after that. Yields: newly taken."""
        with self._threads:
            if self._depth:
                yield False
                return
            self._handle = self._acquire()
            self._depth += 1
            try:
                self.left = self._noted()
                yield True
            finally:
                self._depth -= 1
                _give_back(self._handle)

    def note(self, text: str) -> None:
        """Note what the next holder has to clear away if this one is killed; empty: nothing."""
        with translated(self.path):
            os.ftruncate(self._handle, 0)
            if text:
                os.pwrite(self._handle, text.encode("utf-8", "surrogateescape"), 0)

    def _noted(self) -> str:
        with translated(self.path):
            return os.pread(self._handle, _NOTED, 0).decode("utf-8", "surrogateescape")

    def _acquire(self) -> int:
        fcntl = posix_locks(self.path.parents[2])
        with translated(self.path):
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        deadline = time.monotonic() + self.seconds
        pause = 0.0005
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    os.close(handle)
                    raise LockTimeoutError(self.path.parents[2], self.seconds) from None
                time.sleep(pause)
                pause = min(pause * 2, 0.004)
            else:
                return handle


def _give_back(handle: int) -> None:
    """Unlock as well as close: a child forked meanwhile holds the same open file."""
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_UN)
    os.close(handle)

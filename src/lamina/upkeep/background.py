"""Makes missing vectors in a process of its own, so that no question waits for them.

There is one such process a workspace, kept apart by a lock beside the index which goes with its
process; it ends when nothing is missing. The lock's file says what became of the last one, so that
one which fails, is killed, or undoes what another setting wants is not started at every question.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, NamedTuple

from lamina.documents.lock import WorkspaceLock
from lamina.errors import LaminaError, LockTimeoutError, NotWritableError
from lamina.search.models import BEHIND, ON_REQUEST, Coming

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from pathlib import Path

    from lamina.search.vectors import Vectors

NICENESS = 10
HOLD_OFF = 600  # seconds before another is started after one that did not do its work
_STARTING = 10  # seconds a process may need to get to its work
_WAIT = 1.0  # seconds: somebody may hold the lock just to look
DONE = "done"


class Last(NamedTuple):
    """What the lock's file says of the last process that made vectors."""

    model: str = ""
    process: int = 0
    at: int = 0  # seconds since the epoch
    outcome: str = ""  # done, or why it failed; empty: at work, or killed

    @classmethod
    def read(cls, text: str) -> Last:
        """Read it; what is no such text says nothing."""
        lines = text.split("\n")
        if len(lines) != 4 or not lines[1].isdecimal() or not lines[2].isdecimal():
            return cls()
        return cls(lines[0], int(lines[1]), int(lines[2]), lines[3])

    def text(self) -> str:
        """Return what ``read`` reads."""
        return "\n".join(" ".join(str(part).split()) for part in self)


class Background:
    """Starts the process, is its work, and tells whether it runs."""

    def __init__(
        self,
        index: Path | None,
        root: Path,
        *,
        environment: Callable[[], Mapping[str, str]],
        clock: Callable[[], datetime],
        may_start: bool,
    ) -> None:
        """Keep the parts; nothing is started.

        Args:
            index: the index's file; None where it is in memory and dies with its process.
            root: the workspace.
            environment: of the process: it finds the same settings there.
            clock: the present moment.
            may_start: whether ``begin`` may start a process.
        """
        self._lock = WorkspaceLock(index.with_name("fill.lock"), 0) if index else None
        self._root = root
        self._environment = environment
        self._clock = clock
        self._may_start = may_start

    def begin(self, model: str) -> Coming:
        """Start the process if need be and may be; return how lines come by their vectors."""
        if self._lock is None:
            return ON_REQUEST
        self._lock.seconds = 0
        try:
            with self._lock.held():
                last = Last.read(self._lock.left)
                said = self._held_off(last, model)
                if said:
                    return said
                self._lock.note(self._now(model)._replace(process=0).text())  # not yet known
        except LockTimeoutError:
            return BEHIND
        except NotWritableError:
            return ON_REQUEST
        return BEHIND if self._start() else ON_REQUEST

    def running(self) -> int:
        """Return the id of the process that makes vectors now, 0 if there is none."""
        if self._lock is None or not self._lock.path.exists():
            return 0
        self._lock.seconds = 0
        try:
            with self._lock.held():
                return 0
        except LockTimeoutError:
            return Last.read(self._lock.path.read_text("utf-8", "replace")).process
        except NotWritableError:
            return 0

    def fill(
        self,
        vectors: Vectors,
        *,
        progress: Callable[[int, int], None] | None = None,
        waiting: Callable[[], None] | None = None,
    ) -> int:
        """Embed what has no vector yet and return how many texts this process did.

        Where another process is at it, ``waiting`` is called and its end awaited; without
        ``waiting`` there is nothing to do.
        """
        if self._lock is None:
            return vectors.fill(progress=progress)
        self._lock.seconds = _WAIT
        while True:
            try:
                with self._lock.held():
                    return self._fill(vectors, progress)
            except LockTimeoutError:
                if waiting is None:
                    return 0
                waiting()
                self._lock.seconds = float("inf")

    def give_way(self) -> None:
        """Let every other process go first."""
        os.nice(NICENESS)

    def _fill(self, vectors: Vectors, progress: Callable[[int, int], None] | None) -> int:
        assert self._lock is not None  # noqa: S101 - fill has it
        self._lock.note(self._now(vectors.name).text())
        try:
            done = vectors.fill(progress=progress)
        except LaminaError as error:
            self._lock.note(self._now(vectors.name, error.message).text())
            raise
        self._lock.note(self._now(vectors.name, DONE).text())
        return done

    def _now(self, model: str, outcome: str = "") -> Last:
        return Last(model, os.getpid(), int(self._clock().timestamp()), outcome)

    def _held_off(self, last: Last, model: str) -> Coming | None:
        """Return how vectors come about where no process is to be started, else None."""
        if not self._may_start:
            return ON_REQUEST
        age = abs(self._clock().timestamp() - last.at)
        if age > HOLD_OFF or (last.outcome == DONE and last.model == model):
            return None
        if not last.outcome and age < _STARTING:
            return BEHIND
        if last.outcome in {"", DONE}:
            return ON_REQUEST
        failed = f" (in the background it failed: {last.outcome})"
        return Coming(under_way=False, said=ON_REQUEST.said + failed)

    def _start(self) -> bool:
        import subprocess

        # -P: a file of the workspace named like a module is not imported.
        command = [sys.executable, "-P", "-m", "lamina", "index", "sync", "--behind"]
        try:
            process = subprocess.Popen(
                [*command, "--workspace", str(self._root)],
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            return False
        # A caller that lives on must not keep it as a zombie; one that ends leaves it to run.
        threading.Thread(target=process.wait, name="lamina-reaper", daemon=True).start()
        return True

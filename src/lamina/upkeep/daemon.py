"""The daemon of a workspace: does jobs when they are due, and answers questions from warm memory.

Four threads beside the one that does the jobs: one takes questions in, one answers them (and keeps
the index in line), one does what keeps something, one watches the files. A kernel's lock beside the
index keeps it single.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.lock import WorkspaceLock
from lamina.errors import DaemonError, LaminaError, LockTimeoutError
from lamina.upkeep import local_socket
from lamina.upkeep.watcher import watch

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence
    from pathlib import Path

_LONGEST_SLEEP = 60.0  # seconds: a machine that slept, or whose clock was set, is noticed by then
_SHORTEST_SLEEP = 1.0
_TAKING = 0.5  # seconds between two looks whether to end
_READING = 2.0  # seconds a question may take to arrive
_CHANGED: dict[str, Any] = {}
Questions = queue.SimpleQueue["tuple[socket.socket | None, dict[str, Any]] | None"]


@dataclass(frozen=True, slots=True)
class Duties:
    """What a daemon does; each is called in a thread of its own, always the same."""

    beat: Callable[[Callable[[], bool]], tuple[Sequence[str], float]]
    """Do what is due, unless told to stop; return what to say, and seconds until the next is."""
    answer: Callable[[dict[str, Any]], dict[str, Any]]
    keep: Callable[[dict[str, Any]], dict[str, Any]]
    """Answer a question that says of itself that it keeps something, however long that takes."""
    sync: Callable[[], None]


class Daemon:
    """The one daemon of a workspace: runs, or tells about the one that runs."""

    def __init__(self, lock: Path, socket_path: str, folders: Sequence[Path]) -> None:
        self.lock = WorkspaceLock(lock, 0)
        self.socket_path = socket_path
        self.folders = folders
        self.stop = threading.Event()
        self._questions: Questions = queue.SimpleQueue()
        self._keeping: Questions = queue.SimpleQueue()
        self._pending = threading.Event()  # a change that was not yet brought in

    def run(self, duties: Duties, say: Callable[[str], None]) -> bool:
        """Do the duties until SIGTERM or SIGINT; return False where another daemon runs.

        Raises:
            DaemonError: the socket cannot be made.
        """
        try:
            with self.lock.held():
                self.lock.note(str(os.getpid()))
                try:
                    self._run(duties, say)
                finally:
                    self.lock.note("")
        except LockTimeoutError:
            return False
        return True

    def running(self) -> int:
        """Return the id of the process that runs, 0 if there is none."""
        if not self.lock.path.exists():
            return 0
        try:
            with self.lock.held():
                return 0
        except LockTimeoutError:
            noted = self.lock.path.read_text("utf-8", "replace")
            return int(noted) if noted.isdecimal() else 0

    def end(self, seconds: float) -> int:
        """Ask the daemon that runs to end and wait for it; return its id, 0 if there was none.

        Raises:
            DaemonError: it has not ended by then.
        """
        process = self.running()
        if not process:
            return 0
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGTERM)
        deadline = time.monotonic() + seconds
        while self.running():
            if time.monotonic() > deadline:
                raise DaemonError(
                    f"The daemon (process {process}) was asked to end and is still at a job.",
                    "It ends when the job is done: lamina daemon status",
                )
            time.sleep(0.05)
        return process

    def _run(self, duties: Duties, say: Callable[[str], None]) -> None:
        listening = self._listen()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stop.set())
        threads = [
            threading.Thread(target=self._take, args=(listening,), name="lamina-questions"),
            threading.Thread(
                target=self._answer,
                args=(self._questions, duties.answer, duties.sync),
                name="lamina-answers",
            ),
            threading.Thread(
                target=self._answer,
                args=(self._keeping, duties.keep, duties.sync),
                name="lamina-keeping",
            ),
            threading.Thread(
                target=watch, args=(self.folders, self._changed, self.stop), name="lamina-watch"
            ),
        ]
        for thread in threads:
            thread.start()
        self._changed()  # what changed while no daemon ran
        say(f"ready (process {os.getpid()})")
        try:
            self._do_jobs(duties, say)
        finally:
            self.stop.set()
            self._questions.put(None)
            self._keeping.put(None)
            for thread in threads:
                thread.join()
            listening.close()
            local_socket.forget(self.socket_path)
        say("ended")

    def _listen(self) -> socket.socket:
        try:
            return local_socket.listen(self.socket_path)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise DaemonError(
                f"The socket {self.socket_path} cannot be made ({reason}); no daemon was started.",
                "Name another folder for caches: LAMINA_CACHE",
            ) from error

    def _do_jobs(self, duties: Duties, say: Callable[[str], None]) -> None:
        while not self.stop.is_set():
            pause = _LONGEST_SLEEP
            try:
                said, pause = duties.beat(self.stop.is_set)
                for text in said:
                    say(text)
            except LaminaError as error:
                say(f"no job could be done: {error.message}")
            self.stop.wait(min(max(pause, _SHORTEST_SLEEP), _LONGEST_SLEEP))

    def _changed(self) -> None:
        if not self._pending.is_set():
            self._pending.set()
            self._questions.put((None, _CHANGED))

    def _take(self, listening: socket.socket) -> None:
        """Take connections; each is read in a thread of its own, so that a slow one stops none."""
        listening.settimeout(_TAKING)
        while not self.stop.is_set():
            try:
                connection, _ = listening.accept()
            except TimeoutError:
                continue
            except OSError:  # too many open files: those that are waiting come later
                self.stop.wait(_TAKING)
                continue
            threading.Thread(target=self._read, args=(connection,), daemon=True).start()

    def _read(self, connection: socket.socket) -> None:
        connection.settimeout(_READING)
        try:
            question = (
                local_socket.receive(connection) if local_socket.is_ours(connection) else None
            )
        except (OSError, ValueError):
            question = None
        if question is None:
            connection.close()
        else:
            queue_ = self._keeping if question.get("keeps") else self._questions
            queue_.put((connection, question))

    def _answer(
        self,
        questions: Questions,
        work: Callable[[dict[str, Any]], dict[str, Any]],
        sync: Callable[[], None],
    ) -> None:
        """Answer in turn; what was asked before the end is answered."""
        while (asked := questions.get()) is not None:
            connection, question = asked
            try:
                if connection is None:
                    self._pending.clear()
                    sync()
                    continue
                answer = work(question)
            except Exception as fault:  # noqa: BLE001 - others are to be answered after it
                answer = {"refused": f"a fault: {type(fault).__name__}"}
            if connection:
                with connection, suppress(OSError, ValueError):  # whoever asked is gone
                    local_socket.send(connection, answer)

"""Threads that work: each has a Memory of its own, and quick calls never wait for others.

A Memory is for one thread at a time: its parts keep what they read last (the index's rows, vectors,
what a sweep looked at). Several beside each other are like several processes, which the files' lock
and the stores are made for. So each worker opens its own when it first works, and the most there
can be is small: each keeps a workspace's files and vectors in memory. Calls that read,
those that write, which may wait for the lock, and those that take long have workers of their own.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from lamina.memory import Memory

    Report = Callable[[float, float], Awaitable[None]]

T = TypeVar("T")
MOST = {"read": 4, "write": 2, "slow": 2}  # threads
_LOOK = 0.1  # seconds between looks at how far a call is


class StoppedError(Exception):
    """Nobody waits for the call any more: it was cancelled, or the client is gone."""


class Call:
    """One call under way: how far it is, and whether it is still wanted."""

    def __init__(self) -> None:
        self.done: tuple[int, int] | None = None
        self._stopped = threading.Event()

    def progress(self, done: int, total: int) -> None:
        """Note how far the work is; raises StoppedError where it is not wanted any more."""
        if self._stopped.is_set():
            raise StoppedError
        self.done = (done, total)

    def stop(self) -> None:
        """Let the work end at its next step."""
        self._stopped.set()


class Runs(Protocol):
    """What does the work of requests with a Memory."""

    async def run(
        self,
        work: Callable[[Memory, Call], T],
        *,
        kind: str = "read",
        report: Report | None = None,
    ) -> T:
        """Do some work in a thread (``kind``: read, write, slow); ``report`` hears how far it is.

        Cancelled, work that waits is not begun, and work that is under way ends at its next step;
        a change to files that was begun is made whole.
        """


class Threads:
    """The threads of one server, by kind."""

    def __init__(self, most: Mapping[str, int] = MOST) -> None:
        """``most``: how many threads of each kind there may be."""
        self._pools = {
            kind: ThreadPoolExecutor(count, thread_name_prefix=f"lamina-{kind}")
            for kind, count in most.items()
        }

    async def run(
        self, work: Callable[[Call], T], *, kind: str = "read", report: Report | None = None
    ) -> T:
        """Do some work in a thread, as ``Runs`` has it."""
        call = Call()

        def begin() -> T:
            call.progress(0, 0)
            call.done = None
            return work(call)

        future = asyncio.get_running_loop().run_in_executor(self._pools[kind], begin)
        told: tuple[int, int] | None = None
        try:
            while True:
                ended, _ = await asyncio.wait({future}, timeout=_LOOK if report else None)
                if report and call.done and call.done != told:
                    told = call.done
                    await report(*told)
                if ended:
                    return future.result()
        finally:
            call.stop()
            future.cancel()

    def close(self) -> None:
        """Wait for what is under way."""
        for pool in self._pools.values():
            pool.shutdown(cancel_futures=True)


class Workers:
    """The threads of a server over one workspace, a Memory each."""

    def __init__(self, open_memory: Callable[[], Memory], most: Mapping[str, int] = MOST) -> None:
        """``most``: how many threads of each kind there may be."""
        self._open = open_memory
        self._mine = threading.local()
        self._all: list[Memory] = []
        self._threads = Threads(most)

    def _memory(self) -> Memory:
        found: Memory | None = getattr(self._mine, "memory", None)
        if found is None:
            found = self._mine.memory = self._open()
            self._all.append(found)
        return found

    async def run(
        self,
        work: Callable[[Memory, Call], T],
        *,
        kind: str = "read",
        report: Report | None = None,
    ) -> T:
        """Do some work with the thread's Memory, as ``Runs`` has it."""
        return await self._threads.run(
            lambda call: work(self._memory(), call), kind=kind, report=report
        )

    def close(self) -> None:
        """Wait for what is under way, and close."""
        self._threads.close()
        for memory in self._all:
            memory.close()

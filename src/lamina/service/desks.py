"""Where the work is done: threads, the memories they are lent, and a note of who was given what.

The memories used last stay open, each for one workspace, author and kind of session, so that what
an author may see is decided where the memory is opened and nowhere else. Each is lent to one thread
at a time; what it knows of its workspace, the next thread need not read again.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from lamina.documents import days
from lamina.errors import AuditError, LaminaError, TooSlowError
from lamina.service.visit import CHANGING, VISIT
from lamina.serving.workers import MOST, Threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from lamina.memory import Memory
    from lamina.service.visit import Visit
    from lamina.serving.workers import Call, Report
    from lamina.team.audit import Audit

T = TypeVar("T")
_LONGER = 10  # times as long slow work may take


class Whose(NamedTuple):
    """Whose memory is opened, and as whom."""

    workspace: str
    agent: str
    author: str
    session: str


class Desks:
    """The threads of one server over many workspaces."""

    def __init__(
        self,
        open_memory: Callable[[Whose], Memory],
        audit: Audit,
        *,
        seconds: int,
        kept: int,
        most: Mapping[str, int] = MOST,
        clock: Callable[[], datetime] = days.utc_now,
    ) -> None:
        """Keep the parts.

        Args:
            open_memory: opens one.
            audit: where is noted who was given what.
            seconds: that a request may take.
            kept: memories that stay open when nobody works with them.
            most: threads of each kind.
            clock: the present moment.
        """
        self._open = open_memory
        self._free: list[tuple[Whose, Memory]] = []  # the one that came back last at the end
        self._lock = threading.Lock()
        self._threads = Threads(most)
        self._kept = kept
        self.audit = audit
        self.seconds = seconds
        self.clock = clock

    @contextmanager
    def lent(self, whose: Whose) -> Iterator[Memory]:
        """Lend a memory for somebody's work; afterwards the one used longest ago may be closed."""
        memory = self._taken(whose) or self._open(whose)
        try:
            yield memory
        finally:
            with self._lock:
                self._free.append((whose, memory))
                surplus = [self._free.pop(0)[1] for _ in self._free[self._kept :]]
            for one in surplus:
                one.close()

    def _taken(self, whose: Whose) -> Memory | None:
        with self._lock:
            for place in reversed(range(len(self._free))):
                if self._free[place][0] == whose:
                    return self._free.pop(place)[1]
        return None

    async def run(self, work: Callable[[Call], T], kind: str, report: Report | None) -> T:
        """Do some work in a thread; TooSlowError where it takes too long."""
        seconds = self.seconds * (_LONGER if kind == "slow" else 1)
        try:
            return await asyncio.wait_for(
                self._threads.run(work, kind=kind, report=report), seconds
            )
        except TimeoutError:
            raise TooSlowError(seconds, writes=kind != "read") from None

    def close(self) -> None:
        """Wait for what is under way, and close."""
        self._threads.close()
        for _, memory in self._free:
            memory.close()


@dataclass(frozen=True, slots=True)
class Desk:
    """Does the work of the present visit; what the work gave is noted before it is given.

    ``call`` names what is asked for, ``scope`` what the token needs for it, ``path`` the file it
    gives, where it gives a text alone.
    """

    desks: Desks
    call: str = ""
    scope: str = "read"
    path: str = ""

    async def run(
        self,
        work: Callable[[Memory, Call], T],
        *,
        kind: str = "read",
        report: Report | None = None,
    ) -> T:
        """Do some work in a thread, as ``Runs`` has it."""
        visit = VISIT.get()
        call = self.call or visit.call
        visit.call = call
        visit.check(call, self.scope)
        token = visit.token
        whose = Whose(token.workspace, token.agent, visit.author(self.scope), token.session)

        def working(under_way: Call) -> T:
            VISIT.set(visit)  # a thread has a context of its own
            try:
                with self.desks.lent(whose) as memory:
                    found = work(memory, under_way)
            except Exception as error:
                named = type(error).__name__ if isinstance(error, LaminaError) else "Fault"
                self._note(visit, call, named, ())
                raise
            self._note(visit, call, "", self.desks.audit.lines(found, self.path))
            return found

        return await self.desks.run(working, kind, report)

    def _note(self, visit: Visit, call: str, error: str, lines: Any) -> None:
        """Write into the audit log; AuditError where that cannot be, and nothing is given."""
        changes = visit.changes or self.scope in CHANGING
        record = {
            "request": visit.request,
            "token": visit.token.id,
            "agent": visit.token.agent,
            "workspace": visit.token.workspace,
            "face": visit.face,
            "call": call,
            "effect": "write" if changes else "read",
            "error": error,
            "lines": list(lines),
        }
        try:
            self.desks.audit.write(self.desks.clock(), record)
        except (LaminaError, OSError) as problem:
            raise AuditError(str(problem)) from problem

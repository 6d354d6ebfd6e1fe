"""What takes long is worked out once for all who ask, and anew after a change.

Where files change all the time, something that costs a second would be worked out without end, and
everything else would wait for it. So an answer that became old stays for a few times the time it
took; whoever got it is told to ask again then. What the page itself did is seen at once.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lamina.web.live import Live

T = TypeVar("T")
_LONGEST = 60.0  # seconds for which an answer stays good though no file changed
_REST = 5.0  # how many times as long as it took an answer is not worked out anew


class _Answer(NamedTuple):
    value: Any
    generation: int  # of the files it was made from
    made: float  # when, by the clock
    took: float  # seconds of work


class Kept:
    """Answers that are kept, by name."""

    def __init__(self, live: Live, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: seconds that only grow."""
        self.live = live
        self.clock = clock
        self._answers: dict[str, _Answer] = {}
        self._working: dict[str, asyncio.Task[_Answer]] = {}
        self._reminders: dict[str, asyncio.TimerHandle] = {}

    def forget(self) -> None:
        """Let no answer stand, nor any that is being worked out: what is asked next is new."""
        self._answers.clear()
        self._working.clear()

    async def get(
        self, name: str, work: Callable[[], Awaitable[tuple[T, float]]], *, fresh: bool = False
    ) -> T:
        """Return the answer that is kept, or work it out.

        ``work`` returns the answer, and how many seconds of work it took. ``fresh``: made of the
        files as they are now, or newer.
        """
        wanted = self.live.generation if fresh else 0
        held = self._answers.get(name)
        if held is None or held.generation < wanted or not self._stands(name, held):
            held = await self._worked(name, work)
        while held.generation < wanted:  # it was under way when they changed
            held = await self._worked(name, work)
        value: T = held.value
        return value

    def _stands(self, name: str, held: _Answer) -> bool:
        """Say whether an answer may be given; one that is old is asked for again in a while."""
        age = self.clock() - held.made
        if held.generation == self.live.generation:
            return age < _LONGEST
        rest = _REST * held.took - age
        if rest <= 0:
            return False
        if name not in self._reminders:
            loop = asyncio.get_running_loop()
            self._reminders[name] = loop.call_later(rest, self._remind, name)
        return True

    def _remind(self, name: str) -> None:
        del self._reminders[name]
        self.live.remind()

    async def _worked(self, name: str, work: Callable[[], Awaitable[tuple[Any, float]]]) -> _Answer:
        """Work an answer out, once for everybody who asks for it meanwhile."""
        task = self._working.get(name)
        if task is None:
            task = self._working[name] = asyncio.create_task(self._work(name, work))
        answer = await asyncio.shield(task)
        self._stands(name, answer)  # files that changed meanwhile: there will be a newer one
        return answer

    async def _work(self, name: str, work: Callable[[], Awaitable[tuple[Any, float]]]) -> _Answer:
        mine, generation = asyncio.current_task(), self.live.generation
        try:
            value, took = await work()
            answer = _Answer(value, generation, self.clock(), took)
            if self._working.get(name) is mine:  # nobody said to forget it
                self._answers[name] = answer
            return answer
        finally:
            if self._working.get(name) is mine:
                del self._working[name]

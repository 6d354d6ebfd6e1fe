"""Tells open pages that something changed: server-sent events, at most a few a second.

A change of a file is found by ``Memory.watch`` in a thread; what the page itself does is told at
once. Pages ask again for what they show: an event carries no text of anybody's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from lamina.memory import Memory

_PAUSE = 0.25  # seconds between two tellings
_STILL = 15.0  # seconds after which a silent connection is kept alive


class Live:
    """The open pages, and what they are still to be told."""

    def __init__(self) -> None:
        self.generation = 0  # counts changes: what was worked out before one is old
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: set[asyncio.Queue[str | None]] = set()
        self._telling: asyncio.TimerHandle | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, open_memory: Callable[[], Memory]) -> None:
        """Watch the files, from inside the running loop."""
        self._loop = asyncio.get_running_loop()

        def watch() -> None:
            with open_memory() as memory:
                memory.watch(self.changed, self._stop)

        self._thread = threading.Thread(target=watch, name="lamina-page-watch", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Let every page go, and stop watching."""
        self._stop.set()
        for page in self._pages:
            page.put_nowait(None)

    def wait(self) -> None:
        """Wait until nothing is watched any more."""
        if self._thread:
            self._thread.join(2)

    def changed(self) -> None:
        """Note that something changed, from any thread; pages are told soon."""
        self.generation += 1
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                self._loop.call_soon_threadsafe(self._soon)

    def remind(self) -> None:
        """Let pages ask once more for what they show, from inside the loop."""
        self._soon()

    def tell(self, event: str, data: dict[str, Any]) -> None:
        """Tell all pages something at once, from any thread."""
        said = f"event: {event}\ndata: {json.dumps(data)}\n\n"
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._put, said)

    async def events(self) -> AsyncIterator[str]:
        """Yield what one page is told, until it goes or the server ends."""
        mine: asyncio.Queue[str | None] = asyncio.Queue()
        self._pages.add(mine)
        try:
            yield "retry: 2000\n\n"
            while not self._stop.is_set():
                try:
                    said = await asyncio.wait_for(mine.get(), _STILL)
                except TimeoutError:
                    said = ": still here\n\n"
                if said is None:
                    return
                yield said
        finally:
            self._pages.discard(mine)

    def _soon(self) -> None:
        """Tell the pages, unless that is about to be done."""
        if self._telling is None and self._loop is not None:
            self._telling = self._loop.call_later(_PAUSE, self._told)

    def _told(self) -> None:
        self._telling = None
        self._put(f"event: changed\ndata: {self.generation}\n\n")

    def _put(self, said: str) -> None:
        for page in self._pages:
            page.put_nowait(said)

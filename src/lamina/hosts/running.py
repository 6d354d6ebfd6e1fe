"""Runs a hook so that it never disturbs its host: in time, silent where something is wrong."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lamina.documents.faults import Fault, keep_fault
from lamina.hosts.events import read_event
from lamina.hosts.limits import limit
from lamina.places import Places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from lamina.hosts.events import Event

_OVERRIDES = {"files.lock_seconds": "5"}  # to wait for another writer
_TOO_LONG = "over the time limit"


@dataclass(slots=True)
class Hook:
    """One run of a hook."""

    host: str
    name: str
    clock: Callable[[], datetime]
    workspace: str | None = None  # in place of the one that belongs to where the agent works
    overrides: Mapping[str, str] | None = None
    seconds: float = 0  # it may take, in place of the event's own limit
    folder: str = ""  # where it happens, as soon as that is known
    say: Callable[[str], None] = print  # told what there is of an answer when time is up
    _at_least: str = ""

    def run(self, data: bytes) -> str:
        """Return what the host is answered, as far as it came; what was wrong is kept.

        The process ends, as if killed, where it takes longer than it may: what it was writing is
        whole, before or after.
        """
        begun = time.monotonic()
        places = Places.of()

        def time_is_up() -> None:
            if self._at_least:
                self.say(self._at_least)
            fault(_TOO_LONG)

        def fault(what: str) -> None:
            at = self.clock().isoformat(timespec="seconds")
            took = round(time.monotonic() - begun, 2)
            keep_fault(places, Fault(at, self.host, self.name, what, took, self.folder))

        try:
            event = read_event(self.host, self.name, data)
            with _watched(self.seconds or limit(event.name, event.host), time_is_up):
                return self.answer(event, places)
        except Exception as error:  # noqa: BLE001 - whatever it is, the host goes on
            fault(type(error).__name__)
            return self._at_least

    def answer(self, event: Event, places: Places) -> str:
        """Answer an event with a memory of its own; raises what goes wrong."""
        from lamina.hosts.hooks import answer
        from lamina.memory import Memory

        if event.folder is not None:
            self.folder = str(event.folder)
            places = replace(places, cwd=_real(event.folder))
        memory = Memory(
            self.workspace,
            clock=self.clock,
            author=f"agent:{event.host}",
            session=event.kind,
            places=places,
            overrides=_OVERRIDES | dict(self.overrides or {}),
        )
        with memory:
            self.folder = str(memory.workspace.root)
            return answer(event, memory, self._hold)

    def _hold(self, text: str) -> None:
        self._at_least = text


@contextlib.contextmanager
def _watched(seconds: float, time_is_up: Callable[[], None]) -> Iterator[None]:
    """End the process where what is done inside takes longer than this."""

    def end() -> None:
        try:
            time_is_up()
        finally:
            os._exit(0)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _real(folder: Path) -> Path:
    try:
        return folder.resolve()
    except (OSError, RuntimeError):
        return folder

"""Work at desks: whose memory it is done with, and what becomes of it when it takes too long."""

from __future__ import annotations

import asyncio
import threading

import pytest

from lamina.errors import TooSlowError
from lamina.service.desks import Desks, Whose
from lamina.team.audit import Audit


@pytest.fixture
def desks(tmp_path, open_memory):
    """Desks of one thread a kind that keep two memories open and wait for a second."""
    audit = Audit(tmp_path, b"k" * 32)
    opener = lambda whose: open_memory(author=whose.author, session=whose.session)  # noqa: E731
    found = Desks(opener, audit, seconds=1, kept=2, most={"read": 1, "write": 1, "slow": 1})
    yield found
    found.close()


def whose(agent, session="main"):
    return Whose("anna", agent, f"agent:{agent}", session)


def test_nobody_is_served_with_somebody_elses_memory(desks):
    asked = [whose(a, s) for a in ("a", "b", "c") for s in ("main", "group")] * 3
    for one in asked:
        memory = desks.memory(one)
        assert (memory.author, memory.session) == (one.author, one.session)


def test_the_memory_used_longest_ago_is_closed(desks):
    first, second = desks.memory(whose("a")), desks.memory(whose("b"))
    assert desks.memory(whose("a")) is first
    desks.memory(whose("c"))
    assert desks.memory(whose("a")) is first
    assert desks.memory(whose("b")) is not second


def test_what_was_begun_is_made_whole_though_nobody_waits(desks):
    go, done = threading.Event(), threading.Event()

    async def main():
        begun, loop = asyncio.Event(), asyncio.get_running_loop()

        def work(_):
            loop.call_soon_threadsafe(begun.set)
            go.wait(60)
            done.set()

        running = asyncio.create_task(desks.run(work, "write", None))
        ready = asyncio.create_task(begun.wait())
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        assert begun.is_set()
        with pytest.raises(TooSlowError, match="may still be written, whole"):
            await running
        assert not done.is_set()
        go.set()

    asyncio.run(main())
    assert done.wait(60)


def test_what_takes_too_long_is_given_up(desks):
    go = threading.Event()

    async def main():
        with pytest.raises(TooSlowError, match="nothing was changed"):
            await desks.run(lambda _: go.wait(60), "read", None)

    try:
        asyncio.run(main())
    finally:
        go.set()

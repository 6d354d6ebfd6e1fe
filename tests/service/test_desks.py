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
        with desks.lent(one) as memory:
            assert (memory.author, memory.session) == (one.author, one.session)


def lent(desks, agent):
    with desks.lent(whose(agent)) as memory:
        return memory


def test_the_memory_used_longest_ago_is_closed(desks):
    first, second = lent(desks, "a"), lent(desks, "b")
    assert lent(desks, "a") is first
    lent(desks, "c")
    assert lent(desks, "a") is first
    assert lent(desks, "b") is not second


def test_a_memory_is_lent_to_one_at_a_time_and_then_to_the_next_whatever_its_thread(desks):
    with desks.lent(whose("a")) as first, desks.lent(whose("a")) as second:
        assert first is not second
    found = []
    thread = threading.Thread(target=lambda: found.append(lent(desks, "a")))
    thread.start()
    thread.join()
    assert found[0] in (first, second)


def test_what_fails_gives_the_memory_back(desks):
    with pytest.raises(ValueError, match="no"), desks.lent(whose("a")) as first:
        raise ValueError("no")
    assert lent(desks, "a") is first


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

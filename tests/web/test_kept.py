"""What takes long is worked out once, not all the time, and never stays old unsaid."""

from __future__ import annotations

import asyncio

import pytest

from lamina.web.kept import Kept
from lamina.web.live import Live

TOOK = 0.01  # seconds of work that an answer is said to have cost


class Table:
    """A page's answers, and how often each was worked out."""

    def __init__(self) -> None:
        self.now = 0.0
        self.live = Live()
        self.live._loop = asyncio.get_running_loop()
        self.kept = Kept(self.live, lambda: self.now)
        self.made = 0
        self.hold = asyncio.Event()
        self.hold.set()
        self.begun = asyncio.Semaphore(0)

    async def work(self) -> tuple[int, float]:
        self.made += 1
        mine = self.made
        self.begun.release()
        await self.hold.wait()
        return mine, TOOK

    async def ask(self, *, fresh: bool = False) -> int:
        return await self.kept.get("x", self.work, fresh=fresh)


def test_an_answer_stays_until_files_change_or_it_is_a_minute_old():
    async def main():
        table = Table()
        heard = [await table.ask(), await table.ask()]
        table.live.changed()
        table.now = 1.0
        heard += [await table.ask(), await table.ask()]
        table.now = 62.0
        return [*heard, await table.ask()]

    assert asyncio.run(main()) == [1, 1, 2, 2, 3]


def test_many_who_ask_at_once_wait_for_one_answer():
    async def main():
        table = Table()
        table.hold.clear()
        asked = [asyncio.create_task(table.ask()) for _ in range(20)]
        await asyncio.sleep(0)
        table.hold.set()
        return await asyncio.gather(*asked)

    assert asyncio.run(main()) == [1] * 20


def test_files_that_change_all_the_time_are_not_looked_at_all_the_time():
    async def main():
        table = Table()
        for _ in range(1000):
            table.live.changed()
            await table.ask()
            table.now += TOOK / 10
        return table.made

    assert asyncio.run(main()) == pytest.approx(1000 / 50, abs=2)


def test_who_got_an_old_answer_is_told_to_ask_again():
    async def main():
        table = Table()
        page = table.live.events()
        await anext(page)
        await table.ask()
        table.live.changed()
        await anext(page)
        assert await table.ask() == 1
        table.now = 1.0
        heard = await asyncio.wait_for(anext(page), 10)
        return heard, await table.ask()

    heard, last = asyncio.run(main())
    assert heard.startswith("event: changed")
    assert last == 2


def test_what_the_page_did_itself_is_seen_at_once_though_an_answer_was_under_way():
    async def main():
        table = Table()
        table.hold.clear()
        before = asyncio.create_task(table.ask())
        await table.begun.acquire()
        table.kept.forget()
        after = asyncio.create_task(table.ask())
        await table.begun.acquire()
        table.hold.set()
        return await before, await after, await table.ask()

    assert asyncio.run(main()) == (1, 2, 2)


def test_a_search_is_answered_from_files_as_they_are_now():
    async def main():
        table = Table()
        table.hold.clear()
        before = asyncio.create_task(table.ask())
        await table.begun.acquire()
        table.live.changed()
        after = asyncio.create_task(table.ask(fresh=True))
        await asyncio.sleep(0)
        table.hold.set()
        return await before, await after, await table.ask(fresh=True)

    assert asyncio.run(main()) == (1, 2, 2)


def test_one_that_fails_is_worked_out_again():
    async def main():
        table = Table()

        async def fail():
            raise OSError("gone")

        with pytest.raises(OSError, match="gone"):
            await table.kept.get("x", fail)
        return await table.ask()

    assert asyncio.run(main()) == 1

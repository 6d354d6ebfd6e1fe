"""What is due is queued once, done once, tried again, set aside: one worker, no process of its own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from lamina.errors import ConfigError
from lamina.fleet.work import NAMES
from lamina.storage.sqlite_jobs import Outcome
from tests.storage.test_state import recall  # noqa: F401

NIGHT = datetime(2026, 3, 4, 2, 30, tzinfo=UTC)  # 03:30 in Berlin


class Clock:
    def __init__(self, now=NIGHT):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def names(work):
    return sorted(one.job for one in work.queue.jobs())


def done(farm, name, job):
    with farm.memory(name) as memory:
        return [run for run in memory.state.jobs.runs(job) if run.outcome is Outcome.DONE]


def test_the_names_are_those_of_the_jobs_there_are(farm):
    farm.add("anna")
    with farm.memory("anna") as memory:
        assert set(memory.jobs.jobs) == set(NAMES)


def test_what_is_due_is_queued_once_and_done_once(farm, clock):
    farm.add("anna", "bert")
    work = farm.work(clock)
    farm.enrol(work)
    looked = work.look()
    assert looked.workspaces == 2
    assert looked.queued == len(work.queue.jobs()) > 6
    assert work.look().workspaces == 0  # not before its time
    work.queue.look_again(str(farm.folders["anna"]), NIGHT - timedelta(days=999))
    again = work.look()
    assert (again.workspaces, again.queued) == (1, 0)  # all of it waits already
    farm_done = work.loop(once=True)
    farm_done.run()
    assert work.queue.jobs() == []
    for name in ("anna", "bert"):
        for job in ("sync", "dreaming"):
            assert len(done(farm, name, job)) == 1, (name, job)


def test_without_a_database_it_says_what_to_do(home):
    from lamina.config import Config, Places  # noqa: F401

    pytest.importorskip("procrastinate")
    from lamina.fleet.work import Work

    places = Places.of({"HOME": str(home)}, cwd=home)
    from lamina.config import load

    with pytest.raises(ConfigError, match="store.url") as told:
        Work(places, load(places))
    assert "lamina fleet run" in told.value.hint

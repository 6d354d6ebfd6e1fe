"""What is due is queued once, done once, tried again, set aside: without a worker's process."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from lamina.config import load
from lamina.errors import ConfigError
from lamina.places import Places
from lamina.storage.state_jobs import Outcome

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from lamina.fleet.work import NAMES, Work
from lamina.storage.postgres_queue_run import Verdict
from tests.conftest import Clock
from tests.storage.trips import traced

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = datetime(2026, 3, 4, 2, 30, tzinfo=UTC)  # 03:30 in Berlin


@pytest.fixture
def clock():
    return Clock(NIGHT)


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
    work.loop(once=True).run()
    assert work.queue.jobs() == []
    for name in ("anna", "bert"):
        for job in ("sync", "dreaming"):
            assert len(done(farm, name, job)) == 1, (name, job)


def test_a_look_asks_a_dozen_times_and_opens_no_connection(farm, clock, tmp_path):
    """It is made for each workspace every few minutes, whether anything is due or not."""
    farm.add("anna")
    work = farm.work(clock)
    farm.enrol(work)
    for _ in range(2):
        looked_at(farm, work)
    with traced(work._store.database, tmp_path / "trace") as said:
        looked_at(farm, work)
    assert said.trips <= 12, said.text
    assert said.planned == 0, said.text


def test_without_a_database_it_says_what_to_do(home):
    places = Places.of({"HOME": str(home)}, cwd=home)
    with pytest.raises(ConfigError, match=r"store\.url") as told:
        Work(places, load(places))
    assert "lamina fleet run" in told.value.hint


def looked_at(farm, work):
    """Look at every workspace, whatever its time."""
    for root in farm.folders.values():
        work.queue.look_again(str(root), datetime(2000, 1, 1, tzinfo=UTC))
    return work.look()


def test_h01_a_night_is_swept_once_over_a_change_of_the_clock(farm):
    """Three days around the last Sunday of March, looked at every six hours, by two workers."""
    farm.add("anna")
    clock = Clock(datetime(2026, 3, 28, 0, 30, tzinfo=UTC))
    works = [farm.work(clock), farm.work(clock)]
    farm.enrol(works[0])
    for step in range(12):
        looked_at(farm, works[step % 2])
        for job in works[0].queue.jobs():
            assert works[(step + 1) % 2].do(job) == Verdict()
            assert works[step % 2].do(job) == Verdict()  # again: the ledger says no
            works[0].queue.drop([job.id])
        clock.now += timedelta(hours=6)
    days = [f"{run.due.astimezone(BERLIN):%d %H:%M}" for run in done(farm, "anna", "dreaming")]
    assert days == ["30 03:00", "29 03:00", "28 03:00", "27 03:00"]


def test_a_job_that_fails_too_often_is_set_aside_shown_and_tried_again_when_asked(farm, clock):
    farm.add("anna")
    farm.set("fleet", attempts=3)
    work = farm.work(clock)
    farm.enrol(work)
    looked_at(farm, work)
    (job,) = [one for one in work.queue.jobs() if one.job == "sync"]
    work.queue.drop([one.id for one in work.queue.jobs() if one.job != "sync"])
    away = farm.folders["anna"].rename(farm.home / "away")
    assert work.do(job) == Verdict(again=30.0)
    assert work.do(work.queue.job(job.id)) == Verdict(again=60.0)
    work.loop(once=True).run()
    (aside,) = work.queue.jobs()
    assert (aside.state, aside.failures) == ("aside", 3)
    assert "no such folder" in aside.said
    away.rename(farm.folders["anna"])
    looked_at(farm, work)
    assert [one.state for one in work.queue.jobs() if one.job == "sync"] == ["aside"]
    said = farm.lamina("fleet", "jobs")
    assert "failed 3x" in said.stdout, said
    assert f"{aside.id}" in said.stdout
    said = farm.lamina("fleet", "retry", str(aside.id), "--json")
    assert json.loads(said.stdout) == {"retried": 1}, said
    work.loop(once=True).run()
    assert work.queue.jobs() == []
    assert len(done(farm, "anna", "sync")) == 1


def test_the_commands_tell_wrong_input_in_sentences(farm):
    farm.add("anna")
    for arguments, words in (
        (("fleet", "retry"), "by their numbers"),
        (("fleet", "retry", "99"), "99"),
        (("fleet", "drop", "x"), "not a valid integer"),
        (("worker", "--concurrency", "0"), "--concurrency"),
        (("worker", "--file", "none.toml"), "no file"),
        (("worker", "--once", "--set", "store.url="), "store.url"),
        (("worker", "--once", "--set", "store.url=postgresql://a@127.0.0.1:1/b"), "reached"),
    ):
        said = farm.lamina(*arguments)
        assert said.returncode, arguments
        assert words in said.stderr, (arguments, said.stderr)
        assert "Traceback" not in said.stderr


def test_an_agent_that_left_the_list_is_not_looked_at(farm):
    farm.add("anna", "bert")
    assert "2 new" in farm.lamina("fleet", "schedule").stdout
    del farm.folders["bert"]
    farm.write()
    said = json.loads(farm.lamina("fleet", "schedule", "--json").stdout)
    assert (said["new"], said["gone"], said["queued"]) == (0, 1, 0)


def test_j08_a_queue_holds_no_text_of_the_memory(farm, clock, postgres):
    farm.add("anna")
    (farm.folders["anna"] / "memory" / "2026-03-03.md").write_text("- the canary sings\n")
    work = farm.work(clock)
    farm.enrol(work)
    work.look()
    with postgres.connect("lamina") as connection:
        for table in ("procrastinate_jobs", "workspaces", "failures", "procrastinate_events"):
            rows = connection.execute(f"SELECT * FROM lamina_queue.{table}").fetchall()
            assert "canary" not in str(rows)

"""One ledger, many runners: nobody does a job twice, and what was cut off is due again."""

from __future__ import annotations

import random
import signal
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from lamina.errors import StoreAwayError
from lamina.storage.state_jobs import KEPT, LONGEST_WAIT, JobTables, Outcome
from lamina.upkeep.jobs import Result
from lamina.upkeep.runner import is_alive, is_gone, this_runner
from tests.conftest import Clock
from tests.upkeep.rig import DEAD, HOST, Crash, CrashingLedger, jobs_of, open_ledger, start

NOON = datetime(2026, 3, 4, 11, 0, tzinfo=UTC)
NIGHTLY = {"night": "0 3 * * *"}
REPOSITORY = Path(__file__).parents[2]


def nothing(*_):
    """Do nothing: the work of a job that only has to be claimed."""


@pytest.fixture
def database(tmp_path):
    opened = open_ledger(tmp_path / "state.db")
    yield opened
    opened.close()


@pytest.fixture
def clock():
    return Clock(NOON)


@pytest.fixture
def nightly(database, clock):
    """Jobs with one nightly job; what its work does is an argument."""

    def build(work=nothing, **named):
        return jobs_of(JobTables(database), clock, "Europe/Berlin", NIGHTLY, work, **named)

    return build


EVERY_DAY = {"note": "0 21 * * *", "dream": "30 2 * * *"}
ON_SUNDAYS = {"care": "0 7 * * 0", "audit": "30 2 * * 0"}


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/Los_Angeles", "Asia/Shanghai", "Asia/Kathmandu"]
)
def test_a_year_of_hours_with_crashes_has_every_run_once(tmp_path, zone):  # DAY-4, UP-2, H01
    """Each hour one of two runners looks; now and then it is killed, at any of three places."""
    chance = random.Random(zone)
    place = ZoneInfo(zone)
    database = open_ledger(tmp_path / "state.db")
    database.execute("PRAGMA synchronous = OFF")
    worked: Counter[tuple[str, date]] = Counter()
    done: list[tuple[str, date]] = []
    killed: Counter[str] = Counter()

    def crashes(where):
        hit = chance.random() < 0.04
        killed[where] += hit
        return hit

    def work(name, occasion):
        if crashes("working"):
            ledger.killed = True
            raise Crash
        worked[name, occasion.due.date()] += 1

    clock = Clock(datetime(2026, 1, 1, tzinfo=place).astimezone(UTC))
    end = datetime(2027, 1, 1, tzinfo=place).astimezone(UTC)
    begun = clock.now
    ledger = CrashingLedger(database, crashes)
    jobs = jobs_of(ledger, clock, place, EVERY_DAY | ON_SUNDAYS, work, runner=DEAD)
    with database.transaction() as connection:  # done before the year began
        connection.executemany(
            "INSERT INTO job_runs VALUES (NULL, ?, ?, ?, ?, 'done', '', '[]', 1)",
            [(name, *[begun.isoformat()] * 3) for name in jobs.jobs],
        )
    while clock.now < end + timedelta(days=1):
        for job, at in jobs.due():
            if at < end:
                ledger.killed = False
                try:
                    ran = jobs.run(job.name)
                except Crash:
                    continue
                if ran and ran.outcome is Outcome.DONE:
                    done.append((ran.job, ran.due.date()))
        clock.now += timedelta(hours=1)
    database.close()
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(365)]
    expected = [(name, day) for name in EVERY_DAY for day in days]
    expected += [(name, day) for name in ON_SUNDAYS for day in days if day.weekday() == 6]
    assert sorted(done) == sorted(expected)
    assert set(worked) == set(expected)
    assert worked.total() == len(expected) + killed["worked"]
    assert min(killed.values()) > 10
    assert len(killed) == 3


def test_a_job_is_done_once_however_many_ask(nightly, clock):
    done = []
    jobs = nightly(lambda _, occasion: done.append(occasion.due))
    assert jobs.run("night").outcome is Outcome.DONE
    assert jobs.run("night") is None
    clock.now -= timedelta(hours=20)  # the clock jumps back over its time
    assert jobs.run("night") is None
    clock.now += timedelta(hours=20)
    assert [str(at) for at in done] == ["2026-03-04 03:00:00+01:00"]


def test_a_year_a_wrong_clock_saw_does_not_stop_the_jobs(nightly, clock):
    clock.now += timedelta(days=2000)
    assert nightly().run("night")
    clock.now = NOON
    assert nightly().run("night").due.date() == date(2026, 3, 4)
    assert nightly().run("night") is None
    clock.now += timedelta(days=1)
    assert nightly().run("night").due.date() == date(2026, 3, 5)


def test_what_was_missed_is_told_to_the_work(nightly, clock):
    told = []
    jobs = nightly(lambda _, occasion: told.append((occasion.last, occasion.due)))
    jobs.run("night")
    clock.now += timedelta(days=5)
    jobs.run("night")
    assert told[0][0] is None
    assert [str(at.date()) for at in told[1]] == ["2026-03-04", "2026-03-09"]


def test_a_failure_waits_longer_each_time_and_is_told_rarely(nightly, clock, database):
    def fails(name, occasion):
        raise ValueError("no")

    jobs, waits = nightly(fails), []
    for _ in range(9):
        ran = jobs.run("night")
        assert ran.outcome is Outcome.FAILED
        assert "ValueError" in ran.error.message
        assert jobs.run("night") is None
        assert jobs.due() == []
        wait = jobs.ledger.standing("night").wait
        waits.append(round((wait - clock.now).total_seconds() / 60))
        clock.now = wait - timedelta(seconds=1)
        assert jobs.run("night") is None
        clock.now = wait
        assert jobs.next() <= wait
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    (view,) = jobs.views()
    assert view.state == "failed"
    assert "9 times in a row" in view.alarm
    assert len(jobs.ledger.tell()) == 4  # the 1st, 2nd, 4th and 8th
    assert jobs.ledger.tell() == []
    assert nightly().run("night").outcome is Outcome.DONE
    assert jobs.ledger.standing("night").failures == 0


def test_a_clock_that_was_ahead_when_a_job_failed_does_not_stop_it(nightly, clock):
    def fails(name, occasion):
        raise ValueError

    clock.now += timedelta(days=700)
    nightly(fails).run("night")
    clock.now = NOON
    assert nightly().run("night").outcome is Outcome.DONE


def test_stealing_needs_a_dead_process_and_age(database, clock):  # G06
    ledger = JobTables(database)

    def claim(runner, *, host=HOST):
        return ledger.claim("j", NOON, clock.now, runner, lambda r: is_gone(r, clock.now, host))

    assert claim(DEAD)
    clock.now += timedelta(seconds=59)
    assert not claim("mine")  # dead, but young
    clock.now += timedelta(seconds=2)
    mine = claim(this_runner(HOST))
    assert mine
    clock.now += timedelta(days=3)
    assert not claim("other")  # old, but alive
    assert [run.outcome for run in ledger.runs("j")] == [Outcome.RUNNING, Outcome.LOST]
    assert ledger.holds(mine)


def test_of_another_machine_only_the_age_is_known(database, clock):  # G06
    ledger = JobTables(database)
    there = this_runner("elsewhere")

    def claim():
        return ledger.claim("j", NOON, clock.now, "mine", lambda r: is_gone(r, clock.now, HOST))

    first = ledger.claim("j", NOON, NOON, there, lambda _: False)
    clock.now += timedelta(minutes=59)
    assert not claim()
    clock.now += timedelta(minutes=2)
    second = claim()
    assert second
    assert not ledger.holds(first)
    assert not ledger.finish(first, Outcome.DONE, clock.now)
    assert ledger.finish(second, Outcome.DONE, clock.now)


def test_a_process_with_a_dead_ones_number_is_another():
    _, pid, began = this_runner(HOST).rsplit(":", 2)
    assert is_alive(int(pid), began)
    assert not is_alive(int(pid), "1")
    assert is_alive(int(pid))
    assert not is_alive(999_999_999)


def test_a_run_that_is_told_to_stop_is_due_again_at_once(nightly):
    def stopped(name, occasion):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        nightly(stopped).run("night")
    assert nightly().run("night").outcome is Outcome.DONE


def test_g05_a_runner_that_lost_its_claim_ends_cleanly(nightly, clock):
    """It slept for two hours, and another machine did the job meanwhile."""
    done = []

    def sleeps(name, occasion):
        clock.now += timedelta(hours=2)
        assert nightly(lambda *_: done.append("other"), host="other").run("night")
        occasion.check()
        done.append("mine")

    ran = nightly(sleeps).run("night")
    assert ran.outcome is Outcome.LOST
    assert "took it over" in str(ran.error)
    assert done == ["other"]


def test_the_ledger_stays_small_and_keeps_the_last_that_was_done(database):
    ledger = JobTables(database)
    for n in range(KEPT + 40):
        now = NOON + n * LONGEST_WAIT * 2
        claim = ledger.claim("j", now, now, "me", lambda _: True)
        outcome = Outcome.DONE if n == 3 else Outcome.FAILED
        assert ledger.finish(claim, outcome, now, ["x"])
    assert len(ledger.runs("j", 1000)) == KEPT + 1
    last = ledger.standing("j").done
    assert last
    assert last.due == NOON + 3 * LONGEST_WAIT * 2


RACE = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from lamina.storage.state_jobs import JobTables
from tests.upkeep.rig import jobs_of, open_ledger
path, times = Path(sys.argv[1]), int(sys.argv[2])
now = [datetime(2026, 3, 4, 11, tzinfo=UTC)]
def work(name, occasion):
    with open(path / "worked", "a") as file:
        file.write(f"{occasion.due.isoformat()}\\n")
jobs = jobs_of(JobTables(open_ledger(path / "state.db")), lambda: now[0], "Europe/Berlin", {"j": "* * * * *"}, work, host="")
print("ready", flush=True)
sys.stdin.readline()
for minute in range(times):
    now[0] = datetime(2026, 3, 4, 11, minute, tzinfo=UTC)
    jobs.run("j")
"""


@pytest.mark.parametrize(("processes", "times"), [(2, 40), (50, 1)])
def test_g06_processes_that_start_at_once_do_each_run_once(tmp_path, environment, processes, times):
    environment = environment | {"PYTHONPATH": f"{REPOSITORY / 'src'}:{REPOSITORY}"}
    open_ledger(tmp_path / "state.db").close()
    running = [start(RACE, environment, tmp_path, times) for _ in range(processes)]
    for one in running:
        assert one.stdout.readline() == "ready\n"
    for one in running:
        one.stdin.write("go\n")
        one.stdin.flush()
    ends = [one.communicate()[1] for one in running]
    assert [one.returncode for one in running] == [0] * processes, ends
    worked = (tmp_path / "worked").read_text().splitlines()
    assert len(worked) == len(set(worked))  # a process that is ahead makes up for those behind
    assert max(worked).startswith(f"2026-03-04T12:{times - 1:02}")


KILLED = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from lamina.storage.state_jobs import JobTables
from tests.upkeep.rig import jobs_of, open_ledger
def work(name, occasion):
    print("working", flush=True)
    sys.stdin.readline()
    occasion.check()
clock = lambda: datetime(2026, 3, 4, 11, tzinfo=UTC)
jobs = jobs_of(JobTables(open_ledger(Path(sys.argv[1]) / "state.db")), clock, "Europe/Berlin", {"night": "0 3 * * *"}, work, host=sys.argv[2])
print(jobs.run("night").outcome, flush=True)
"""


@pytest.fixture
def at_work(tmp_path, environment, database):
    """Start a process that is in the middle of a job."""
    running = []

    def begin(host=HOST):
        paths = {"PYTHONPATH": f"{REPOSITORY / 'src'}:{REPOSITORY}"}
        running.append(start(KILLED, environment | paths, tmp_path, host))
        assert running[-1].stdout.readline() == "working\n"
        return running[-1]

    yield begin
    for one in running:
        one.kill()
        one.communicate()


def test_a_killed_process_leaves_the_job_due(at_work, nightly, clock):  # UP-2
    process = at_work()
    assert nightly().run("night") is None
    assert nightly().views()[0].state == "running"
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert nightly().run("night") is None  # the claim is young
    clock.now += timedelta(seconds=61)
    assert nightly().views()[0].state == "due"
    assert nightly().run("night").outcome is Outcome.DONE


def test_g05_a_process_stopped_for_two_hours_finds_its_claim_lost(at_work, nightly, clock):
    process = at_work("other")
    process.send_signal(signal.SIGSTOP)
    clock.now += timedelta(hours=2)
    assert nightly().run("night").outcome is Outcome.DONE
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate("go on\n")
    assert (out, err, process.returncode) == ("lost\n", "", 0)


def test_a_stopped_process_of_this_machine_keeps_its_claim(at_work, nightly, clock):  # G05
    process = at_work()
    process.send_signal(signal.SIGSTOP)
    clock.now += timedelta(hours=2)
    assert nightly().run("night") is None
    process.send_signal(signal.SIGCONT)
    assert process.communicate("go on\n")[0] == "done\n"
    assert nightly().run("night") is None


def test_what_is_told_is_told_once(nightly):
    jobs = nightly(lambda *_: Result(("promoted 2 lines",)))
    jobs.run("night")
    assert [run.said for run in jobs.ledger.tell()] == [("promoted 2 lines",)]
    assert jobs.ledger.tell() == []


def test_a_run_whose_end_could_not_be_kept_does_not_stop_a_process_that_lives_on(
    nightly, clock, database
):
    """The store was away: the claim stands, and the process of it is there, and not at it."""
    ledger = JobTables(database)
    runner = nightly().runner
    claim = ledger.claim("night", NOON - timedelta(hours=9), clock(), runner, lambda _: False)
    clock.now += timedelta(seconds=2)
    assert [job.name for job, _ in nightly().due()] == ["night"]
    ran = nightly().run("night")
    assert ran
    assert ran.outcome is Outcome.DONE
    assert [(run.id == claim, run.outcome) for run in ledger.runs("night")] == [
        (False, Outcome.DONE),
        (True, Outcome.LOST),
    ]


def test_a_run_that_another_thread_of_this_process_is_at_stays_its_own(nightly, clock):
    others = []

    def work(*_):
        clock.now += timedelta(minutes=5)
        others.append(nightly().run("night"))
        return Result()

    ran = nightly(work).run("night")
    assert ran
    assert ran.outcome is Outcome.DONE
    assert others == [None]


def test_while_the_store_is_away_nothing_counts_as_a_failure(nightly, clock, database):
    def away(*_):
        raise StoreAwayError("PostgreSQL", "the database ended the connection")

    ran = nightly(away).run("night")
    assert ran
    assert ran.outcome is Outcome.LOST
    assert isinstance(ran.error, StoreAwayError)
    assert JobTables(database).runs() == []
    again = nightly().run("night")
    assert again
    assert again.outcome is Outcome.DONE

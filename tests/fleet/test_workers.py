"""Workers as processes: killed, asked to end, cut off. Nothing is lost, nothing done twice."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import time
from collections import Counter

import pytest

from lamina.storage.state_jobs import Outcome

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

NOTE = "- the harbour office moved to floor six\n- Anna is allergic to penicillin\n"


@contextlib.contextmanager
def held_up(folder):
    """Hold a workspace's lock, so that whoever wants to write there waits."""
    hidden = folder / "memory" / ".dreams"
    hidden.mkdir(parents=True, exist_ok=True)
    handle = os.open(hidden / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(handle)


def until(true, seconds=180, what=None):
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, what() if what else "it never came"
        time.sleep(0.05)
    return found


def runs(farm, name):
    with farm.memory(name) as memory:
        return memory.state.jobs.runs(limit=500)


def done_once(farm, name):
    """Return the jobs that were done, each of its due times once."""
    counts = Counter((run.job, run.due) for run in runs(farm, name) if run.outcome is Outcome.DONE)
    assert set(counts.values()) <= {1}, counts
    return {job for job, _ in counts}


@pytest.fixture
def small(farm):
    """Two agents with notes, whose leases run out fast."""
    farm.add("anna", "bert")
    farm.set("fleet", lease_seconds=3)
    for folder in farm.folders.values():
        (folder / "memory" / "2026-03-01.md").write_text(NOTE)
    return farm


def running(farm, name):
    return lambda: [run for run in runs(farm, name) if run.outcome is Outcome.RUNNING]


def test_once_does_what_is_due_and_ends(small):
    said = small.lamina("worker", "--once")
    assert said.returncode == 0, said
    assert "sync: done" in said.stderr
    assert {"sync", "dreaming"} <= done_once(small, "anna") & done_once(small, "bert")
    again = small.lamina("worker", "--once", "--json")
    assert '"jobs": []' in again.stdout


def test_killed_in_the_middle_of_its_work_another_takes_it_up(small):
    notes = {p: p.read_bytes() for p in small.home.rglob("2026-03-01.md")}
    with held_up(small.folders["anna"]):
        first = small.start()
        (cut,) = until(running(small, "anna"), what=lambda: first.said)
        first.kill(signal.SIGKILL)
        assert first.ended() == -signal.SIGKILL
    second = small.start()
    work = small.work()
    until(lambda: not work.queue.jobs(), what=lambda: (second.said, work.queue.jobs()))
    second.kill(signal.SIGTERM)
    assert second.ended() == 0
    assert {"sync", "dreaming", "hygiene"} <= done_once(small, "anna") & done_once(small, "bert")
    (again,) = [run for run in runs(small, "anna") if run.id == cut.id]
    assert again.outcome is Outcome.LOST
    assert {p: p.read_bytes() for p in notes} == notes


def test_asked_to_end_it_finishes_its_job_and_takes_no_other(small):
    with held_up(small.folders["anna"]):
        worker = small.start()
        (held,) = until(running(small, "anna"), what=lambda: worker.said)
        worker.kill(signal.SIGTERM)
        worker.wait_for("asked to end; 1 under way")
        waiting = len([one for one in small.work().queue.jobs() if one.state == "waiting"])
        assert waiting
    assert worker.ended() == 0
    assert "Ended" in worker.said[-1]
    (ended,) = [run for run in runs(small, "anna") if run.id == held.id]
    assert ended.outcome is Outcome.DONE
    assert len(small.work().queue.jobs()) == waiting


def test_two_workers_share_the_work_and_cross_nowhere(small):
    small.add(*(f"agent{n}" for n in range(4)))
    for folder in small.folders.values():
        (folder / "memory" / "2026-03-01.md").write_text(NOTE)
    workers = [small.start("--concurrency", "2") for _ in range(2)]
    work = small.work()
    for one in workers:
        one.wait_for("ready")
    until(lambda: sum("done" in line for one in workers for line in one.said) >= 12 * 3)
    until(lambda: not work.queue.jobs(), what=work.queue.jobs)
    for one in workers:
        one.kill(signal.SIGTERM)
        assert one.ended() == 0
    assert all("Traceback" not in line for one in workers for line in one.said)
    for name in small.folders:
        assert {"sync", "dreaming", "hygiene", "audit"} <= done_once(small, name)
        assert not [run for run in runs(small, name) if run.outcome is not Outcome.DONE]


def test_connections_that_are_cut_are_opened_again(small, postgres):
    with held_up(small.folders["anna"]):
        worker = small.start()
        until(running(small, "anna"), what=lambda: worker.said)
        postgres.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name LIKE 'lamina%'"
        )
    work = small.work()
    until(lambda: not work.queue.jobs(), what=lambda: (worker.said, work.queue.jobs()))
    worker.kill(signal.SIGTERM)
    assert worker.ended() == 0
    assert all("Traceback" not in line for line in worker.said)
    assert {"sync", "dreaming"} <= done_once(small, "anna") & done_once(small, "bert")


def test_g05_stopped_for_longer_than_its_lease_it_does_no_harm(small):
    with held_up(small.folders["anna"]):
        first = small.start()
        (held,) = until(running(small, "anna"), what=lambda: first.said)
        first.kill(signal.SIGSTOP)
    second = small.start()
    work = small.work()
    until(lambda: not work.queue.jobs(), what=lambda: (second.said, work.queue.jobs()))
    first.kill(signal.SIGCONT)
    for one in (first, second):
        one.kill(signal.SIGTERM)
        assert one.ended() == 0, one.said
    (lost,) = [run for run in runs(small, "anna") if run.id == held.id]
    assert lost.outcome is Outcome.LOST
    assert {"sync", "dreaming"} <= done_once(small, "anna") & done_once(small, "bert")
    assert all("Traceback" not in line for one in (first, second) for line in one.said)

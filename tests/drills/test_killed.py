"""A worker is killed at any question of a sweep: what it began is done, once, by another."""

from __future__ import annotations

import random
import signal

import pytest

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from lamina.storage.state_jobs import Outcome
from tests.drills.test_cut import NOTES
from tests.fleet.conftest import Farm
from tests.fleet.test_workers import runs, until
from tests.postgres_server import APP


def lived(farm, name):
    """Make a workspace in which a line is to be promoted tonight."""
    farm.add(name)
    for path, text in NOTES.items():
        (farm.folders[name] / path).write_text(text)
    with farm.memory(name) as memory:
        for question in ("kiln degrees", "how hot is the kiln?", "1240", "the kiln", "kiln runs"):
            memory.search(question)


@pytest.fixture
def wired(home, wire, postgres):
    """Agents whose workers reach the database by a wire; nothing but a sweep is due."""
    found = Farm(home, wire.url(APP), postgres.name())
    found.set("fleet", lease_seconds=2)
    found.set("dreaming", min_score=0.1, min_recall_count=1, min_unique_queries=1)
    found.set("jobs", hygiene="", daily_note="", sync="", audit="")
    yield found
    found.end()


def killed(farm, wire, number):
    """Kill a worker at a question of its sweep and let another go on; return what it came to."""
    name = f"agent{number}"
    farm.folders.clear()
    lived(farm, name)
    wire.arm(number, stand_still=True)
    worker = farm.start("--once")
    until(lambda: wire.reached.is_set() or worker.process.poll() is not None)
    worker.kill(signal.SIGKILL)
    worker.ended()
    wire.arm(0)
    other = farm.start()
    work = farm.work()
    until(
        lambda: any(run.outcome is Outcome.DONE for run in runs(farm, name)),
        what=lambda: (number, other.said, work.queue.jobs()),
    )
    until(lambda: not work.queue.jobs(), what=lambda: (number, other.said))
    other.kill(signal.SIGTERM)
    assert other.ended() == 0
    assert "Traceback" not in "".join(other.said)
    done = [run for run in runs(farm, name) if run.outcome is Outcome.DONE]
    assert len({(run.job, run.due) for run in done}) == len(done)
    return (farm.folders[name] / "MEMORY.md").read_text().replace(name, "first")


@pytest.mark.slow
def test_wherever_a_worker_is_killed_in_a_sweep_another_makes_it_once(wired, wire, request):
    lived(wired, "first")
    wire.arm(0)
    assert wired.lamina("worker", "--once").returncode == 0
    every = range(1, wire.asked + 1)
    promoted = (wired.folders["first"] / "MEMORY.md").read_text()
    assert "1240" in promoted
    some = random.Random(7).sample(every[20:], 3)
    for number in every if request.config.getoption("--long") else some:
        assert killed(wired, wire, number) == promoted, number

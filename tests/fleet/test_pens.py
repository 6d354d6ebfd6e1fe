"""The pen of a workspace that machines share: one writer at a time, whoever stood still stopped."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Any

import pytest

from lamina.documents.changes import Plan
from lamina.documents.files import Files
from lamina.documents.workspace import Workspace
from lamina.errors import LeaseLostError, PenHeldError, StoreAwayError
from tests.conftest import NOW
from tests.fleet.test_leases import Timer

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from lamina.storage.postgres import Tenant
from lamina.storage.postgres_lease import Lease
from lamina.storage.postgres_pen import Pen

AWAY = "postgresql://lamina@127.0.0.1:1/lamina"


@pytest.fixture
def tenant(postgres):
    """A workspace nobody had yet."""
    return Tenant.of(postgres.name())


@pytest.fixture
def pen(postgres, tenant):
    """Return the pen of one workspace, as a process on some machine asks for it."""
    with ExitStack() as stack:

        def one(kernel, *, wait=0.1, **how):
            url = how.pop("url", postgres.url())
            made = Pen(url, tenant, f"{kernel}:7:9", kernel, shown="anna", wait=wait, **how)
            stack.callback(made.close)
            return made

        yield one


def test_of_two_machines_one_writes_and_the_other_waits_and_is_told_who(pen):
    here, there = pen("here"), pen("there")
    with (
        here.held(0) as first,
        pytest.raises(PenHeldError, match="here:7:9 has been writing to anna"),
        there.held(0),
    ):
        pass
    with there.held(0) as second:
        assert second == first + 1
    with here.held(40) as third:  # the folder knows a larger one: the database was made anew
        assert third == 41


def test_whoever_waits_has_it_as_soon_as_it_is_given_back(pen):
    here, there = pen("here"), pen("there", wait=30)
    had = []

    def wait():
        with there.held(0) as number:
            had.append(number)

    with here.held(0):
        waiting = threading.Thread(target=wait)
        waiting.start()
        waiting.join(0.2)
        assert not had
    waiting.join(30)
    assert len(had) == 1


def test_what_a_dead_process_of_the_same_machine_left_nobody_there_waits_for(pen):
    """Whoever asks there has the lock, which the dead one had."""
    with pen("here").held(0) as left, pen("here").held(0) as number:
        assert number == left + 1


def test_what_a_dead_machine_left_runs_out(pen):
    with pen("dead", seconds=0.2).held(0), pen("there", wait=30).held(0) as number:
        assert number == 2


def test_a_database_whose_clock_was_set_back_keeps_nobody_out(pen, postgres, tenant):
    with pen("dead").held(0):
        postgres.run(
            f"UPDATE lamina.pens SET until = until + interval '1 day' WHERE workspace ="
            f" {tenant.number}",
            "lamina",
        )
        with pen("there").held(0) as number:
            assert number == 2


def test_g05_whoever_stood_still_in_the_middle_of_a_change_writes_nothing(pen, root):
    note = root / "memory" / "2026-03-04.md"
    note.write_text("- a line\n")
    timer = Timer()
    sleeper = pen("here", seconds=0.1, timer=timer)
    files = Files(Workspace(root), permit=sleeper)
    other = Files(Workspace(root), permit=pen("there", wait=30))
    with pytest.raises(LeaseLostError, match="another has taken it"), files.locked():
        plan = Plan("remember", (files.change(str(note), "- too late\n", "- a line\n"),), "x")
        (root / "memory" / ".dreams" / "lock").unlink()  # a disk whose locks hold nobody
        with other.locked():
            timer.now += 120
        files.apply(plan, author="owner", now=NOW)
    assert note.read_text() == "- a line\n"
    assert not list(root.rglob("*.tmp"))
    with other.locked():
        pass
    assert files.journal.entries() == []


def test_a_change_that_takes_long_is_renewed_where_nobody_waited(pen):
    timer = Timer()
    slow = pen("here", seconds=0.1, timer=timer)
    with slow.held(0) as number:
        timer.now += 120
        slow.check()
        with pytest.raises(PenHeldError), pen("there", wait=0).held(0):
            pass
    with pen("there").held(0) as after:
        assert after == number + 1


def test_a_worker_whose_lease_another_has_gets_no_pen(pen, postgres, tenant):
    timer = Timer()
    how: dict[str, Any] = {"shown": "anna", "renewing": False, "timer": timer}
    with Lease.take(postgres.url(), tenant, "one", 0.05, **how) as old:
        worker = pen("here", lease=old)
        with worker.held(0) as number:
            assert number == 1
        timer.now += 60
        postgres.run(
            f"UPDATE lamina.leases SET until = now() WHERE workspace = {tenant.number}",
            "lamina",
        )
        with (
            Lease.take(postgres.url(), tenant, "two", 60, shown="anna", renewing=False),
            pytest.raises(LeaseLostError),
            worker.held(0),
        ):
            pass


def test_without_its_database_nobody_writes_where_machines_share_the_folder(farm):
    farm.add("anna")
    note = farm.folders["anna"] / "memory" / "2026-03-04.md"
    note.write_text("- zebra\n")
    with (
        farm.memory("anna", overrides={"store.url": AWAY}, clock=lambda: NOW) as memory,
        pytest.raises(StoreAwayError, match="untouched"),
    ):
        memory.remember("a horse")
    assert note.read_text() == "- zebra\n"


def test_every_change_has_a_number_of_its_own_and_the_folder_knows_it(farm):
    farm.add("anna")
    kept = farm.folders["anna"] / "memory" / ".dreams" / "lease"
    numbers = []
    for text in ("a horse", "a zebra"):
        with farm.memory("anna") as memory:
            memory.remember(text)
        numbers.append(int(kept.read_text()))
    assert numbers == [1, 2]

"""One worker in a workspace: leases, and what stops one whose lease ran out."""

from __future__ import annotations

import contextlib
import time
from typing import Any

import pytest

from lamina.documents.files import Files
from lamina.documents.lease_file import LeaseFile
from lamina.documents.workspace import Workspace
from lamina.errors import LeaseHeldError, LeaseLostError, StoreError

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from lamina.storage.postgres import Tenant
from lamina.storage.postgres_lease import Lease


class Timer:
    """Seconds that go by where a test says so."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def take(farm):
    farm.add("anna")
    taken = []

    def one(holder="one", seconds=60.0, **how: Any):
        tenant = Tenant.at(farm.machine, farm.folders["anna"])
        how = {"renewing": False, "shown": "anna", **how}
        taken.append(Lease.take(farm.url, tenant, holder, seconds, **how))
        return taken[-1]

    yield one
    for lease in taken:
        lease.close()


def taken_over(take, **how):
    """Wait until a lease ran out and take the next."""
    for _ in range(200):
        try:
            return take("two", **how)
        except LeaseHeldError:
            time.sleep(0.02)
    raise AssertionError


def test_of_two_one_has_it_and_the_other_is_told_who(take):
    one = take()
    with pytest.raises(LeaseHeldError, match="one works in anna") as told:
        take("two")
    assert 0 < told.value.seconds <= 60
    one.close()
    assert take("two").number == one.number + 1


def test_it_is_renewed_while_it_is_held(take):
    one = take(seconds=0.3, renewing=True)
    time.sleep(0.8)
    with pytest.raises(LeaseHeldError):
        take("two")
    one.check()


def test_g05_who_slept_too_long_changes_nothing_any_more(farm, take):
    note = farm.folders["anna"] / "memory" / "2026-03-01.md"
    note.write_text("- a line\n")
    timer = Timer()
    old = take(seconds=0.2, timer=timer)
    with farm.memory("anna", lease=old) as sleeper:
        sleeper.remember("written in time")
        before = {p: p.read_bytes() for p in farm.folders["anna"].rglob("*") if p.is_file()}
        new = taken_over(take)
        timer.now += 120  # stopped for two minutes, and going on
        with pytest.raises(LeaseLostError, match="another has taken it"):
            sleeper.remember("written too late")
        for change in (
            lambda: sleeper.state.want("too late?", "2026-03-04"),
            lambda: sleeper.state.dreams.set_mark("late", "1", "2026-03-04"),
        ):
            with pytest.raises(LeaseLostError):
                change()
        after = {p: p.read_bytes() for p in farm.folders["anna"].rglob("*") if p.is_file()}
        assert after == before
    with farm.memory("anna", lease=new) as successor:
        assert successor.state.wanted() == []
        successor.remember("the successor writes")
        assert "successor" in "".join(p.read_text() for p in note.parent.glob("*.md"))


def test_a_lease_nobody_took_meanwhile_goes_on(take):
    timer = Timer()
    one = take(seconds=0.1, timer=timer)
    time.sleep(0.2)
    timer.now += 5
    one.check()
    with pytest.raises(LeaseHeldError):
        take("two")


def test_a_clock_that_jumps_gives_nobody_a_second_lease(take):
    """The worker's clock is not asked: neither forward nor back makes two holders."""
    timer = Timer()
    one = take(timer=timer)
    for jump in (86_400, -86_400 * 2, 3600):
        timer.now += jump
        one.check()
        with pytest.raises(LeaseHeldError):
            take("two", timer=timer)


def test_the_state_stops_it_even_between_look_and_writing(farm, take):
    """The check is in the transaction: whoever takes the lease waits for its end."""
    old = take(seconds=0.1)
    new = taken_over(take)
    with (
        farm.memory("anna", lease=old) as sleeper,
        pytest.raises(LeaseLostError),
        sleeper.state.database.transaction() as held,
    ):
        held.execute("DELETE FROM marks")
    new.check()


def test_the_folder_stops_it_where_the_database_is_away(root):
    """Nothing but the file tells: as on a disk whose locks hold nobody."""

    class Numbered:
        def __init__(self, number):
            self.number = number

        @contextlib.contextmanager
        def held(self, above):
            assert above <= 5
            yield self.number

        def check(self):
            pass

    workspace = Workspace(root)
    writers = [Files(workspace, permit=Numbered(n)) for n in (4, 5)]
    for number, files in enumerate(writers):
        with files.locked():
            pass
        assert LeaseFile(workspace.hidden / "lease").number() == 4 + number
    with pytest.raises(LeaseLostError), writers[0].locked():
        pass


def test_numbers_go_on_where_a_database_was_made_anew(take, farm):
    hidden = farm.folders["anna"] / "memory" / ".dreams"
    hidden.mkdir()
    LeaseFile(hidden / "lease").enter(57)
    lease = take(above=LeaseFile(hidden / "lease").number())
    assert lease.number == 58
    with farm.memory("anna", lease=lease) as memory:
        memory.remember("a line")
    assert (hidden / "lease").read_text() == "58\n"


@pytest.mark.parametrize("torn", ["", "x\n", "12x"])
def test_a_torn_number_is_none(tmp_path, torn):
    (tmp_path / "lease").write_text(torn)
    assert LeaseFile(tmp_path / "lease").number() == 0


def test_a_cut_connection_is_opened_again_to_renew(take, postgres):
    one = take()
    postgres.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lamina'"
    )
    one.renew()


def test_where_the_database_refuses_that_is_said(postgres, farm):
    farm.add("anna")
    away = "postgresql://lamina@127.0.0.1:1/lamina"
    with pytest.raises(StoreError, match="reached"):
        Lease.take(away, Tenant.of("x"), "one", 1, shown="x")

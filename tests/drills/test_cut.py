"""The connection breaks at each question of each operation, before it is asked or after it is done.

Whatever the moment: the operation comes to its end or says in a sentence that it could not; after
it the files are whole, and the same operation, done again, comes to the same as one that nothing
disturbed.
"""

from __future__ import annotations

import contextlib
from contextlib import closing
from datetime import timedelta
from itertools import count

import pytest

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from lamina.dreaming.scoring import Gates
from lamina.errors import LaminaError, LeaseHeldError, StoreAwayError, TokenError
from lamina.memory import Memory
from lamina.places import Places
from lamina.storage.postgres import PostgresDatabase, Tenant
from lamina.storage.postgres_lease import Lease
from lamina.storage.postgres_queue import Queue, Wanted
from lamina.storage.postgres_tokens import in_database
from lamina.team.tokens import Tokens
from tests.conftest import NOW
from tests.postgres_server import APP

LASTING = "- Anna always fires the kiln at 1240 degrees\n"
NOTES = {
    "MEMORY.md": "# Memory\n\n- Anna is allergic to penicillin\n",
    "memory/2026-03-01.md": f"# 2026-03-01\n\n{LASTING}- INV-00417 is paid\n",
    "memory/2026-03-02.md": f"# 2026-03-02\n\n{LASTING}- the shop is shut\n",
}
_numbers = count()


class Place:
    """A workspace nobody had yet, its database at the end of a wire."""

    def __init__(self, folder, wire):
        self.home = folder / f"drill-{next(_numbers)}"
        self.root = self.home / "ws"
        self.wire = wire
        self.now = NOW
        for path, text in NOTES.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)
        with self.memory() as memory:  # what was before
            for question in ("kiln degrees", "how hot is the kiln?", "1240", "Anna kiln"):
                memory.search(question)

    def memory(self, **how):
        places = Places.of({"HOME": str(self.home)}, cwd=self.root)
        usual = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}
        url = {"store.url": self.wire.url(APP), "store.connections": "4"}
        return Memory(
            self.root, clock=lambda: self.now, places=places, overrides=usual | url, **how
        )

    def tenant(self):
        return Tenant.at("", self.root)

    def stands(self):
        """Return what there is: files, and the rows that a later operation goes by."""
        files = {
            path.relative_to(self.root).as_posix(): path.read_text()
            for path in sorted(self.root.rglob("*.md"))
        }
        with self.memory() as memory:
            found = memory.search("kiln degrees", record=False)
            state = memory.state
            return (
                files,
                [(hit.citation, hit.snippet) for hit in found.hits],
                sorted(memory.index.files()),
                sorted({row.query for row in state.recalls()}),
                state.dreams.promotions().keys(),
                any(run.outcome == "done" for run in state.dreams.runs()),
                {run.outcome.value for run in state.jobs.runs()} - {"lost"},
                state.dreams.ingested(),
            )


def search(place):
    with place.memory() as memory:
        memory.search("what does the shop do?")


def remember(place):
    with place.memory() as memory:
        memory.remember("the harbour office moved to floor six")


def sync(place):
    with place.memory() as memory:
        memory.indexer.sync()


def sweep(place):
    with place.memory() as memory:
        memory.dreamer.sweep(gates=Gates(min_score=0, min_recalls=1, min_queries=1))


def job(place):
    with place.memory() as memory:
        ran = memory.jobs.run("audit", again=True)
        if ran and ran.error:
            raise ran.error


def forget(place):
    with place.memory() as memory:
        memory.forget.apply("INV-00417")


OPERATIONS = (search, remember, sync, sweep, job, forget)


def questions(operation, place):
    """Return how many questions an operation asks, what it comes to, and what twice of it."""
    place.wire.arm(0)
    operation(place)
    asked, once = place.wire.asked, place.stands()
    place.now += timedelta(seconds=2)
    operation(place)
    return asked, once, place.stands()


def told(operation, place):
    """Return what an operation says that could not be done; None: it was done."""
    try:
        operation(place)
    except LaminaError as error:
        return error
    return None


def chosen(asked, request):
    """Return at which questions the wire is broken: each of them in the long form."""
    most = asked if request.config.getoption("--long") else 8
    step = max(1, asked // most)
    return range(1, asked + 1, step)


@pytest.mark.slow
@pytest.mark.parametrize("answered", [False, True], ids=["not asked", "answer lost"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.__name__)
def test_wherever_the_connection_breaks_the_same_comes_of_it(
    tmp_path, wire, operation, answered, request
):
    asked, once, twice = questions(operation, Place(tmp_path, wire))
    assert ("1240" in once[0]["MEMORY.md"]) is (operation is sweep)
    assert twice[0]["MEMORY.md"] == once[0]["MEMORY.md"]
    for number in chosen(asked, request):
        place = Place(tmp_path, wire)
        wire.arm(number, answered=answered)
        if said := told(operation, place):
            assert isinstance(said, StoreAwayError), (number, said)
            assert said.hint
            assert "untouched" in said.message
        assert wire.reached.is_set()
        wire.arm(0)
        place.now += timedelta(seconds=2)
        operation(place)
        assert place.stands() in (once, twice), number


def lease(wire, name):
    """Take a workspace's lease, renew it, give it back; return its number."""
    with Lease.take(wire.url(APP), Tenant.of(name), "one", 60, shown=name, renewing=False) as held:
        held.renew()
        return held.number


@pytest.mark.parametrize("answered", [False, True], ids=["not asked", "answer lost"])
def test_a_lease_is_nobody_s_for_ever_wherever_the_connection_breaks(wire, postgres, answered):
    wire.arm(0)
    lease(wire, postgres.name())
    for number in range(1, wire.asked + 1):
        name = postgres.name()
        wire.arm(number, answered=answered)
        last = 0
        with contextlib.suppress(StoreAwayError, LeaseHeldError):
            last = lease(wire, name)
        assert wire.reached.is_set()
        wire.arm(0)
        with closing(PostgresDatabase(postgres.url(), Tenant.of(name), "states")) as database:
            (until,) = database.rows("SELECT until > clock_timestamp() FROM leases") or [(False,)]
            if until[0]:  # what could not be given back runs out
                database.rows(
                    "UPDATE leases SET until = until - interval '60 seconds' RETURNING number"
                )
        assert lease(wire, name) > last


@pytest.mark.parametrize("answered", [False, True], ids=["not asked", "answer lost"])
def test_a_token_opens_or_is_refused_and_a_revoked_one_stays_so(wire, postgres, answered):
    def work(number, name):
        """Make a token, look it up, revoke it, look again; the wire may break anywhere."""
        wire.arm(number, answered=answered)
        with closing(Tokens(in_database(wire.url(APP)))) as tokens:
            made, text = tokens.create(name, "coder", ["read"])
            assert tokens.check(text).id == made.id
            tokens.revoke(made.id)
            with pytest.raises(TokenError):
                tokens.check(text)

    work(0, "first")
    asked = wire.asked
    for number in range(1, asked + 1):
        name = postgres.name()
        with contextlib.suppress(StoreAwayError):
            work(number, name)
        wire.arm(0)
        with closing(Tokens(in_database(wire.url(APP)))) as tokens:
            left = [one for one in tokens.list() if one.workspace == name]
            assert len(left) <= 1
            assert all(tokens.revoke(one.id).revoked for one in left)


@pytest.mark.parametrize("answered", [False, True], ids=["not asked", "answer lost"])
def test_a_job_is_in_the_queue_once_wherever_the_connection_breaks(wire, postgres, answered):
    def work(number, machine):
        wire.arm(number, answered=answered)
        with closing(Queue(wire.url(APP), machine)) as queue:
            queue.register("all", ["/a"])
            queue.to_look_at(9, 0)
            queue.put([Wanted("/a", "all", job, "now") for job in ("sync", "audit")])
            queue.look_again("/a", queue.now())
            queue.note_failure(queue.jobs()[0].id, 1, "why")
            queue.retry([one.id for one in queue.jobs()])

    work(0, postgres.name())
    asked = wire.asked
    for number in range(1, asked + 1):
        machine = postgres.name()
        with contextlib.suppress(StoreAwayError):
            work(number, machine)
        work(0, machine)
        with closing(Queue(wire.url(APP), machine)) as queue:
            assert [one.job for one in queue.jobs()] == ["sync", "audit"], number
            assert [root for root, *_ in queue.workspaces()] == ["/a"]

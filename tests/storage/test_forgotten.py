"""The gate of the state: nothing sealed is written, by whichever method; what is there leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lamina.documents.seals import seal_claim, seal_line, seal_words
from lamina.search.chunker import claim
from lamina.storage.sqlite_state import SqliteState
from lamina.storage.state_dreams import Mention
from lamina.storage.state_forgotten import Purge
from lamina.storage.state_grounded import Grounded
from lamina.storage.state_reviews import Asked, Refusal, Trial
from tests.storage.test_state import recall

AT = "2026-03-04T09:30:00+01:00"
KEY = claim("a zebra")
OTHER = claim("a horse")


@pytest.fixture
def two(open_state):
    """The same store twice, as two processes have it."""
    return open_state(), open_state()


def sealed(state):
    salt = state.forgotten.salt()
    seals = [
        seal_words(salt, ("black", "zebra")),
        seal_claim(salt, KEY),
        seal_line(salt, "Stripes!"),
    ]
    state.forgotten.begin(seals, AT, "words")
    return seals


KEYED = {  # by what claim
    "recalls": lambda s, key: s.record_recalls([_with(recall(AT, query="x"), key)]),
    "origins": lambda s, key: s.record_origins([(key, "owner", AT)]),
    "mentions": lambda s, key: s.dreams.ingest(
        f"memory/{key}.md", "hash", [Mention(key, f"memory/{key}.md", 1, 1, "2026-03-04")]
    ),
    "phases": lambda s, key: s.dreams.hit("light", [key], "2026-03-04"),
    "promotions": lambda s, key: s.dreams.promote([(key, "2026-03-04", 1, "x", {})]),
    "rejected": lambda s, key: s.reviews.refuse([Refusal(key, "2026-03-04", "why", 1)]),
    "proposals": lambda s, key: s.reviews.propose([Asked(key, AT, "ready", "x", 1)]),
    "trials": lambda s, key: s.reviews.tried(Trial(key, key, AT, "memory/t.md", "helpful", 1)),
    "grounded": lambda s, key: s.grounded.stage(
        [Grounded(key, "memory/a.md", 1, 1, "2026-03-04", "candidate", 0.5, 1, AT)]
        + [Grounded(*row) for row in s.grounded.rows()]
    ),
}
SAYING = {
    "recalls": lambda s, text: s.record_recalls([_with(recall(AT, query=text), OTHER)]),
    "wanted": lambda s, text: s.want(text, "2026-03-04"),
    "seen": lambda s, text: s.see(text[-5:], {text: "digest"}, "2026-03-04"),
}
WAYS = [
    *((table, write, KEY, OTHER) for table, write in KEYED.items()),
    *((table, write, "Where is the BLACK zebra?", "a horse") for table, write in SAYING.items()),
]


def _with(event, key):
    return replace(event, claim=key)


def count(state, table):
    return state.database.execute(f"SELECT count(*) FROM {table}")[0][0]


@pytest.mark.parametrize(("table", "write", "gone", "stays"), WAYS)
def test_a_process_that_knew_it_before_cannot_write_it_afterwards(two, table, write, gone, stays):
    one, other = two
    assert count(other, table) == 0  # its connection is open
    sealed(one)
    write(other, gone)
    assert count(one, table) == 0
    write(other, stays)
    assert count(one, table) == 1


@pytest.mark.parametrize(("table", "write", "gone", "stays"), WAYS)
def test_what_is_sealed_leaves_and_the_rest_stays(two, table, write, gone, stays):
    state = two[0]
    write(state, gone)
    write(state, stays)
    sealed(state)
    assert state.forgotten.purge(Purge(), dry_run=True) == {table: 1}
    assert count(state, table) == 2
    assert state.forgotten.purge(Purge(), dry_run=False) == {table: 1}
    assert count(state, table) == 1
    assert state.forgotten.purge(Purge(), dry_run=False) == {}


def test_texts_inside_json_are_looked_into(two):
    state = two[0]
    details = {"text": ["x", {"why": "the black zebra"}]}
    state.dreams.promote([(OTHER, "d", 1, "x", details), (claim("y"), "d", 1, "y", {})])
    sealed(state)
    state.forgotten.purge(Purge(), dry_run=False)
    assert list(state.dreams.promotions()) == [claim("y")]
    state.dreams.promote([(OTHER, "d", 1, "x", details)])
    assert list(state.dreams.promotions()) == [claim("y")]


def test_runs_stay_and_lose_what_they_say(two):
    state = two[0]
    state.dreams.ran("d", AT, AT, "digest", "done", {"first": "the black zebra"})
    state.dreams.ran("d", AT, AT, "digest", "done", {"staged": 3})
    sealed(state)
    state.forgotten.purge(Purge(), dry_run=False)
    assert [(run.digest, run.counts) for run in state.dreams.runs()] == [
        ("", {"staged": 3}),
        ("", {}),
    ]


def test_files_days_and_lines_opened_together_leave_too(two):
    state = two[0]
    events = [
        recall("2026-03-01T10:00:00.000+00:00"),
        recall("2026-03-05T10:00:00.000+00:00"),
        recall("2026-03-06T10:00:00.000+00:00", source="get"),
    ]
    events[2] = _with(events[2], "f" * 12)
    state.record_recalls(events)
    state.database.execute("UPDATE recalls SET last = 9 WHERE source = 'get'")
    forgotten = state.forgotten
    assert forgotten.purge(Purge(days=("2026-03-01", "2026-03-04")), dry_run=True) == {"recalls": 1}
    assert forgotten.purge(Purge(gone=lambda path: path == "memory/a.md"), dry_run=True) == {
        "recalls": 3
    }
    touched = Purge(touched=frozenset({"memory/a.md"}))
    assert forgotten.purge(touched, dry_run=True) == {"recalls": 1}
    kept = Purge(touched=frozenset({"memory/a.md"}), kept=frozenset({"f" * 12}))
    assert forgotten.purge(kept, dry_run=True) == {}


def test_a_seal_can_be_lifted_and_every_process_sees_it(two):
    one, other = two
    sealed(one)
    assert other.forgotten.seals().of("a black zebra") == "2026-03-04"
    assert other.forgotten.seals().of("- [ ] 09:30 stripes") == "2026-03-04"
    assert not other.forgotten.seals().of("stripes of a horse")
    assert one.forgotten.lift("my black zebra", KEY) == 2
    assert one.forgotten.lift("my black zebra", KEY) == 0
    assert not other.forgotten.seals().of("a black zebra")
    other.want("a black zebra?", "2026-03-04")
    assert count(one, "wanted") == 1


def test_the_store_holds_no_text_and_no_plain_hash_of_what_is_sealed(tmp_path):
    state = SqliteState(tmp_path / "state.db")
    sealed(state)
    state.database.compact()
    data = (tmp_path / "state.db").read_bytes()
    assert b"zebra" not in data
    assert KEY.encode() not in data
    state.close()


def test_a_forgetting_is_pending_until_it_is_done(two):
    one, other = two
    assert other.forgotten.pending() == ""
    sealed(one)
    assert other.forgotten.pending() == AT
    one.forgotten.done()
    assert other.forgotten.pending() == ""

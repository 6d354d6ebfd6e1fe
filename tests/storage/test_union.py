"""Two machines' state as one: taken twice or in another order it comes to the same."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.documents.seals import seal_claim
from lamina.errors import ForgottenError, UsageError
from lamina.search.chunker import claim
from lamina.storage.state_reviews import Asked, Refusal
from lamina.storage.state_union import TABLES

NOW = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)

CLAIM = st.sampled_from(["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"])
DAY = st.sampled_from(["2026-03-01", "2026-03-02", "2026-03-03"])
AT = st.sampled_from(["2026-03-01T09:00:00.000+00:00", "2026-03-02T09:00:00.000+00:00"])
WORD = st.sampled_from(["", "boiler", "茶壶", "a\nb", "owner", "agent:x", "untrusted"])
SMALL = st.integers(0, 3)
SCORE = st.sampled_from([0.0, 0.5, 1.25])
DETAILS = st.sampled_from(["{}", '{"score": 0.5}'])
PATH = st.sampled_from(["memory/2026-03-01.md", "memory/x.md"])
ROWS = {
    "tombstones": CLAIM.map(
        lambda key: seal_claim("0" * 32, key)._asdict()
        | {"at": "2026-03-01", "why": "words", "made_ns": 1}
    ),
    "recalls": st.fixed_dictionaries(
        {
            "at": AT, "day": DAY, "query_hash": WORD, "query": WORD, "source": WORD,
            "origin": WORD, "session": WORD, "chunk": WORD, "path": PATH, "first": SMALL,
            "last": SMALL, "claim": CLAIM, "score": SCORE,
        }
    ),
    "origins": st.fixed_dictionaries({"claim": CLAIM, "origin": WORD, "at": AT}),
    "phases": st.fixed_dictionaries(
        {"phase": st.sampled_from(["light", "rem"]), "claim": CLAIM, "hits": SMALL, "last": DAY}
    ),
    "promotions": st.fixed_dictionaries(
        {"claim": CLAIM, "day": DAY, "text": WORD, "details": DETAILS}
    ),
    "rejected": st.fixed_dictionaries({"claim": CLAIM, "day": DAY, "why": WORD}),
    "proposals": st.fixed_dictionaries({"claim": CLAIM, "at": AT, "kind": WORD, "text": WORD}),
    # A trial's id is a hash of what was tried, so it has one claim on all machines.
    "trials": st.tuples(CLAIM, AT, WORD).map(
        lambda row: {
            "id": f"trial of {row[0]}", "claim": row[0], "at": row[1], "path": "memory/t.md",
            "verdict": row[2],
        }
    ),
    "grounded": st.fixed_dictionaries(
        {
            "claim": CLAIM, "path": PATH, "first": SMALL, "last": SMALL, "day": DAY,
            "kind": st.sampled_from(["candidate", "lasting-update"]), "score": SCORE,
            "signals": SMALL, "at": AT,
        }
    ),
    "marks": st.fixed_dictionaries({"name": WORD, "value": WORD, "at": AT}),
    "seen": st.fixed_dictionaries(
        {"kind": WORD, "key": WORD, "digest": WORD, "first": DAY, "touched": DAY}
    ),
    "wanted": st.fixed_dictionaries({"question": WORD, "first": DAY, "last": DAY, "times": SMALL}),
}  # fmt: skip
STATE = st.lists(
    st.sampled_from(sorted(set(ROWS) - {"tombstones"})).flatmap(
        lambda table: st.tuples(st.just(table), ROWS[table])
    ),
    max_size=20,
).flatmap(
    lambda rows: st.lists(ROWS["tombstones"], max_size=1).map(
        lambda dead: [*rows, *(("tombstones", row) for row in dead)]
    )
)


def made(new_state, rows):
    state = new_state()
    state.union.merge(rows)
    return state


def exported(state):
    return "\n".join(state.union.lines()).encode()


@settings(max_examples=100)
@given(one=STATE, other=STATE, third=STATE)
def test_union_is_idempotent_commutative_and_associative(new_state, one, other, third):
    states = [made(new_state, rows) for rows in (one, other, third)]
    texts = [exported(state) for state in states]
    a, b, c = states
    assert a.union.take_in(texts[0], "a") == ({}, 0)
    assert exported(a) == texts[0]
    a.union.take_in(texts[1], "b")
    b.union.take_in(texts[0], "a")
    assert exported(a) == exported(b)
    assert a.union.take_in(exported(b), "b") == ({}, 0)
    a.union.take_in(texts[2], "c")
    c.union.take_in(exported(b), "b")
    assert exported(a) == exported(c)
    for state in states:
        state.close()


@given(rows=STATE)
def test_a_dry_run_tells_what_would_change_and_changes_nothing(new_state, rows):
    state = made(new_state, [])
    empty = exported(state)
    told = state.union.merge(rows, dry=True)
    assert exported(state) == empty
    assert state.union.merge(rows) == told
    state.close()


def test_every_table_that_cannot_be_made_again_is_carried(memory):
    """A new table of the state has to say here that it is carried, or why it is not."""
    derived = {"mentions", "ingested"}
    of_this_machine = {"runs", "job_runs", "session_events", "chat_cursors", "trims"}
    found = memory.state.database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    own = {name for (name,) in found if not name.startswith("sqlite_")}
    assert own - derived - of_this_machine == set(TABLES) == set(ROWS)


def test_what_was_forgotten_on_one_machine_is_forgotten_on_the_other(open_memory, tmp_path):
    here = open_memory()
    here.remember("Anna is allergic to penicillin")
    here.search("Anna penicillin")
    key = claim("Anna is allergic to penicillin")
    backup = exported(here.state)
    assert key.encode() in backup
    other = tmp_path / "other"
    (other / "memory").mkdir(parents=True)
    there = open_memory(other)
    there.remember("Anna is allergic to penicillin")
    there.forget.apply("penicillin")
    text = exported(there.state)
    assert b"penicillin" not in text
    assert here.state.union.take_in(text, "b")[0]["tombstones"] >= 3  # words, line, claim
    assert here.state.union.take_in(text, "b") == ({}, 0)
    here.state.union.take_in(backup, "a")
    rows = [row for table, row in here.state.union.rows() if table != "tombstones"]
    assert "penicillin" not in str(rows)
    assert not any(row.get("claim") == key for row in rows)
    here.events.unknown("what of penicillin?", here.now)
    assert here.state.wanted() == []
    with pytest.raises(ForgottenError):
        open_memory(author="agent:a").remember("No penicillin for Anna")


def test_a_forgetting_under_way_is_no_matter_of_another_machine(memory, open_memory, tmp_path):
    memory.state.forgotten.begin((), "2026-03-04", "words")
    assert b"forgetting" not in exported(memory.state)
    mark = {"name": "forgetting", "value": "words", "at": "2026-03-05"}
    memory.state.forgotten.done()
    memory.state.union.merge([("marks", mark)])
    assert memory.state.forgotten.pending() == ""


def test_a_dry_run_leaves_nobody_with_seals_that_were_taken_back(memory, open_memory):
    seal = seal_claim("0" * 32, "aaaaaaaaaaaa")._asdict()
    row = seal | {"at": "2026-03-01", "why": "words", "made_ns": 1}
    memory.state.union.merge([("tombstones", row), ("marks", {})], dry=True)
    assert not memory.state.forgotten.seals()
    memory.forget.apply("zebra")
    assert memory.state.forgotten.seals().of("a zebra")


def test_the_evidence_of_both_machines_counts(open_memory, root, tmp_path):
    note = "# 2026-03-01\n\n- Anna is allergic to penicillin\n"
    machines = []
    for number, asked in enumerate((("Anna allergic",), ("penicillin Anna", "Anna medicine"))):
        folder = tmp_path / f"machine{number}"
        (folder / "memory").mkdir(parents=True)
        (folder / "memory/2026-03-01.md").write_text(note)
        machines.append(folder)
        for day, question in enumerate(asked):
            open_memory(folder, now=NOW + timedelta(days=day)).search(question)
    one, other = (open_memory(folder, now=NOW + timedelta(days=2)) for folder in machines)
    one.state.union.take_in(exported(other.state), "other")
    assert one.dreamer.explain("penicillin").candidate.recalls == 3
    assert [p.text for p in one.dreamer.sweep().outcome.promoted] == [
        "Anna is allergic to penicillin"
    ]


def test_local_numbers_of_changes_stay_here(memory):
    row = {"claim": "aaaaaaaaaaaa", "day": "2026-03-01", "text": "x", "details": "{}"}
    memory.state.dreams.promote([("aaaaaaaaaaaa", "2026-03-01", 7, "x", {})])
    assert b"change" not in exported(memory.state)
    assert memory.state.union.merge([("promotions", row)]) == ({}, 0)
    assert memory.state.dreams.promotions()["aaaaaaaaaaaa"][1] == 7


def test_what_a_machine_took_back_is_no_decision_elsewhere(memory):
    reviews = memory.state.reviews
    reviews.refuse([Refusal("aaaaaaaaaaaa", "2026-03-01", "x", 7)])
    reviews.propose([Asked("bbbbbbbbbbbb", "2026-03-01", "ready", "x", 7)])
    tables = {table for table, _ in memory.state.union.rows()}
    assert {"rejected", "proposals"} <= tables
    reviews.lift(["aaaaaaaaaaaa"], 8)
    reviews.leave(["bbbbbbbbbbbb"], 8)
    tables = {table for table, _ in memory.state.union.rows()}
    assert tables.isdisjoint({"rejected", "proposals"})


def test_no_secret_comes_in(memory, root):
    key = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    row = {"claim": "aaaaaaaaaaaa", "day": "2026-03-01", "text": f"token {key}", "details": "{}"}
    asked = {"question": f"what opens {key}?", "first": "x", "last": "x", "times": 1}
    assert memory.state.union.merge([("promotions", row), ("wanted", asked)])[1] == 0
    memory.close()
    assert not any(key.encode() in p.read_bytes() for p in root.rglob("*") if p.is_file())


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"claim": "a", "day": "d"},
        {"claim": 3, "day": "d", "why": "x"},
        {"claim": "a", "day": None, "why": "x"},
        {"claim": "a\ud800", "day": "d", "why": "x"},
    ],
)
def test_rows_of_another_shape_are_left_out(memory, row):
    good = {"claim": "b", "day": "2026-03-01", "why": "asked", "unknown": [1]}
    assert memory.state.union.merge([("rejected", row), ("rejected", good)]) == ({"rejected": 1}, 1)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no exported state"),
        (b"{}\n", "no exported state"),
        (b'{"entries": {}}', "no exported state"),
        (b"\xff\xfe\x00", "no exported state"),
        (b'{"lamina": "state"}\n[1]\n', "line 2"),
        (b'{"lamina": "state"}\n\n{"table": "origins", "cl', "line 3"),
    ],
)
def test_what_is_no_state_is_refused_whole(memory, data, said):
    before = exported(memory.state)
    with pytest.raises(UsageError, match=said):
        memory.state.union.take_in(data, "x")
    assert exported(memory.state) == before


def test_tables_of_a_newer_version_are_passed_over(memory):
    lines = [{"lamina": "state", "version": 9}, {"table": "moods", "x": 1}, {"table": [1]}]
    assert memory.state.union.take_in("\n".join(map(json.dumps, lines)).encode(), "x") == ({}, 0)


def test_from_the_shell(lamina, root, tmp_path, open_memory):
    open_memory().remember("Anna is allergic to penicillin")
    file = tmp_path / "state.jsonl"
    assert lamina("state", "export", "--out", str(file)).returncode == 0
    assert lamina("state", "export").stdout == file.read_text("utf-8")
    assert lamina("state", "export", "--out", str(file)).returncode == 2
    other = tmp_path / "other"
    (other / "memory").mkdir(parents=True)
    done = lamina("state", "import", str(file), "-w", str(other))
    assert "origins 1" in done.stdout
    assert "Nothing was new" in lamina("state", "import", str(file), "-w", str(other)).stdout
    piped = lamina("state", "import", "-", "--json", given=file.read_text("utf-8"))
    assert json.loads(piped.stdout) == {"changed": {}, "left_out": 0}
    for source in ("nowhere.jsonl", str(root / "memory")):
        missing = lamina("state", "import", source)
        assert missing.returncode in {2, 5}
        assert "Traceback" not in missing.stderr

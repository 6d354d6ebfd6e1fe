"""The host's older JSON state: read whole, written with its keys, never at the cost of a note."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.dreaming.host import cut
from lamina.dreaming.scoring import Gates
from lamina.errors import LaminaError, UsageError
from lamina.layers.imports.openclaw_state import sha1
from lamina.memory import Memory
from lamina.places import Places
from lamina.search.chunker import claim

NOW = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
NOTE = """# 2026-03-01

- 09:30 Anna is allergic to penicillin, said Dr Petrova
- 09:40 The boiler needs a new valve, Ortega brings it
- Never deploy on a Friday
- the gateway keeps two backups of its config
"""
STORE, SIGNALS = "short-term-recall.json", "phase-signals.json"


def h(text: str) -> str:
    return hashlib.sha1(text.encode()).hexdigest()[:12]  # noqa: S324 - the host's


def entry(line: int, snippet: str, **more):
    path = more.pop("path", "memory/2026-03-01.md")
    end = more.pop("end", line)
    return {
        "key": f"memory:{path}:{line}:{end}",
        "path": path,
        "startLine": line,
        "endLine": end,
        "source": "memory",
        "snippet": snippet,
        "recallCount": 0,
        "dailyCount": 0,
        "groundedCount": 0,
        "totalScore": 0,
        "maxScore": 0,
        "firstRecalledAt": "2026-03-01T09:00:00.000Z",
        "lastRecalledAt": "2026-03-03T09:00:00.000Z",
        "queryHashes": [],
        "recallDays": ["2026-03-01"],
        "conceptTags": [],
        "somethingNew": {"unknown": True},
    } | more


def stored(*entries, **signals):
    head = {"version": 1, "updatedAt": "2026-03-03T09:00:00.000Z"}
    store = head | {"entries": {one["key"]: one for one in entries}}
    return {STORE: store, SIGNALS: head | {"entries": signals.get("signals", {})}}


@pytest.fixture
def dreams(write):
    """Put a note and the host's state into the workspace."""

    def put(files, *, ending=""):
        write("memory/2026-03-01.md", NOTE)
        for name, value in files.items():
            text = value if isinstance(value, str | bytes) else json.dumps(value)
            write(f"memory/.dreams/{name}{ending}", text)
        return Path(write("memory/.dreams/events.jsonl", "")).parent

    return put


def tree(root):
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".dreams" not in path.parts
    }


def brought(memory, path):
    found = memory.importer.read(path)
    memory.apply(found.plan)
    return memory.importer.record(found)


# Reading.


ANNA = "Anna is allergic to penicillin, said Dr Petrova"


def full():
    """A store in which each kind of evidence stands once."""
    lasting, candidate = (
        h(f"__dreaming_grounded_backfill__:{kind}") for kind in ("lasting-update", "candidate")
    )
    anna = entry(
        3,
        ANNA,
        recallCount=3,
        dailyCount=2,
        totalScore=0.9 * 3 + 0.62 * 2,
        queryHashes=[h("anna allergy"), h("penicillin"), h("__dreaming_daily__:2026-03-01")],
        recallDays=["2026-03-01", "2026-03-02"],
        promotedAt="2026-03-03T02:00:00.000Z",
    )
    friday = entry(
        5,
        "Never deploy on a Friday",
        groundedCount=3,
        totalScore=2 * 0.92 + 0.82,
        queryHashes=[lasting, candidate],
    )
    friday["key"] += f":{h('Never deploy on a Friday')}"
    signals = {
        anna["key"]: {"key": anna["key"], "lightHits": 4, "remHits": 0, "more": 1}
        | {"lastLightAt": "2026-03-03T23:30:00.000Z"},
        "memory:memory/2026-03-01.md:4:4": {"lightHits": 1, "remHits": 2}
        | {"lastLightAt": "2026-03-02T02:00:00.000Z", "lastRemAt": "2026-03-02T02:00:00.000Z"},
        "memory:memory/gone.md:4:4": {"lightHits": 9, "remHits": 9},
        "nonsense": {"lightHits": 9, "remHits": "x"},
    }
    return stored(anna, friday, signals=signals)


@pytest.mark.parametrize("ending", ["", ".migrated"])
@pytest.mark.parametrize("given_as", ["workspace", "dreams"])
def test_everything_the_host_kept_is_evidence_here(memory, root, dreams, ending, given_as):
    folder = dreams(full(), ending=ending)
    before = tree(root)
    assert brought(memory, root if given_as == "workspace" else folder) == 3 + 2 + 3 + 1
    assert tree(root) == before
    anna = memory.dreamer.explain(ANNA).candidate
    assert (anna.recalls, len(anna.queries), anna.light_hits, anna.rem_hits) == (1.5, 2, 4, 0)
    assert [str(day) for day in anna.recall_days] == ["2026-03-01", "2026-03-02"]
    assert str(anna.last_light) == "2026-03-04"  # the user's day
    friday = memory.dreamer.explain("Never deploy").candidate
    assert (friday.recalls, friday.grounded, friday.mainly_grounded) == (0, 3, True)
    boiler = memory.dreamer.explain("valve").candidate
    assert (boiler.light_hits, boiler.rem_hits, str(boiler.last_rem)) == (1, 2, "2026-03-02")
    assert list(memory.dreamer.dreams.promotions()) == [claim(ANNA)]
    assert [r.score for r in memory.state.recalls()] == pytest.approx([0.9] * 3)


def test_importing_twice_changes_nothing(memory, root, dreams):
    folder = dreams(full())
    brought(memory, root)
    lines = list(memory.state.union.lines())
    found = memory.importer.read(folder)
    assert (found.fresh, found.known) == (0, found.read)
    assert brought(memory, folder) == brought(memory, root) == 0
    assert list(memory.state.union.lines()) == lines


def test_what_the_host_promoted_and_somebody_took_out_does_not_come_back(memory, root, dreams):
    dreams(full())
    brought(memory, root)
    gates = Gates(min_score=0, min_recalls=1, min_queries=1)
    kept = memory.dreamer.sweep(gates=gates).outcome.kept
    assert {one.ranked.candidate.text: one.why for one in kept}[ANNA] == "taken out"


def test_what_still_stands_in_memory_is_known(memory, root, dreams, write):
    dreams(full())
    write(
        "MEMORY.md",
        "# M\n\n## Promoted From Short-Term Memory (2026-03-03)\n\n"
        "<!-- openclaw-memory-promotion:memory:memory/2026-03-01.md:3:3 -->\n"
        f"- {ANNA} [score=0.8 recalls=3 avg=0.9 source=memory/2026-03-01.md:3-3]\n",
    )
    brought(memory, root)
    gates = Gates(min_score=0, min_recalls=1, min_queries=1)
    kept = memory.dreamer.sweep(gates=gates).outcome.kept
    assert {one.ranked.candidate.text: one.why for one in kept}[ANNA] == "known"


PASSAGE = " ".join(NOTE.split())


def test_of_a_passage_the_lines_a_question_is_about_were_recalled(memory, root, dreams, write):
    whole = entry(1, PASSAGE, end=6, recallCount=2, totalScore=1.6, queryHashes=[h("x")])
    folder = dreams(stored(whole))
    event = {
        "type": "memory.recall.recorded",
        "timestamp": "2026-03-02T09:00:00.000Z",
        "query": "what is Anna allergic to?",
        "results": [{"path": whole["path"], "startLine": 1, "endLine": 6, "score": 0.8}],
    }
    write("memory/.dreams/events.jsonl", json.dumps(event) + "\n")
    brought(memory, folder)
    recalls = {one.text: one.recalls for one in (r.candidate for r in memory.dreamer.ranked())}
    assert recalls[ANNA] == pytest.approx(
        0.6
    )  # while it is fresh: one by its question, one of which nobody knows
    assert recalls["Never deploy on a Friday"] == pytest.approx(0.1)
    assert len(recalls) == 4


@pytest.mark.parametrize(
    "snippet",
    [
        "- Never deploy on a Friday",
        "Decisions: Never deploy on a Friday",
        "Never  deploy on\na Friday",
    ],
)
def test_snippets_the_host_rewrote_are_known_again(memory, root, dreams, snippet):  # A07
    one = entry(2, snippet, recallCount=3, totalScore=2.4, queryHashes=[h("a"), h("b"), h("c")])
    dreams(stored(one | {"recallDays": ["2026-03-01", "2026-03-02", "2026-03-03"]}))
    brought(memory, root)
    sweep = memory.dreamer.sweep(gates=Gates(min_score=0.5))
    assert [(p.text, p.source) for p in sweep.outcome.promoted] == [
        ("Never deploy on a Friday", "memory/2026-03-01.md#L5")
    ]


def test_a07_a_recall_over_two_lines_is_found_and_written_with_the_live_text(
    open_memory, root, write
):
    write(
        "memory/2026-03-01.md", "### Cache policy\n- LRU with per-key TTL\n- evict oldest first\n"
    )
    for number, asked in enumerate(("cache policy", "LRU cache", "evict cache"), 1):
        memory = open_memory(now=NOW + timedelta(days=number))
        memory.search(asked)
        memory.get("memory/2026-03-01.md#L2-L3")
    moved = "# 2026-03-01\n\n" + (root / "memory/2026-03-01.md").read_text()
    write("memory/2026-03-01.md", moved)
    sweep = open_memory(now=NOW + timedelta(days=4)).dreamer.sweep(gates=Gates(min_score=0.5))
    assert {(one.text, one.source) for one in sweep.outcome.promoted} == {
        ("LRU with per-key TTL", "memory/2026-03-01.md#L4"),
        ("evict oldest first", "memory/2026-03-01.md#L5"),
    }
    text = (root / "MEMORY.md").read_text()
    assert "- LRU with per-key TTL (" in text
    assert "- evict oldest first (" in text


def test_a_whole_note_that_was_opened_is_no_recall_of_its_lines(open_memory, write):
    write("memory/2026-03-01.md", NOTE)
    open_memory(now=NOW).get("memory/2026-03-01.md")
    assert open_memory(now=NOW).dreamer.ranked() == []


# Damage.


def test_of_a_damaged_store_what_is_whole_is_read_and_said(memory, root, dreams):
    text = json.dumps(full()[STORE])
    folder = dreams({STORE: text[: text.rindex('"groundedCount"')], SIGNALS: full()[SIGNALS]})
    found = memory.importer.read(folder)
    assert f"{STORE} is damaged: 1 of its entries could be read." in found.notes
    assert len(found.recalls) == 3
    assert memory.importer.record(found) == 3 + 3 + 1
    assert (folder / STORE).read_text() == text[: text.rindex('"groundedCount"')]


def test_a_store_of_which_nothing_is_whole_is_refused(memory, dreams):
    folder = dreams({STORE: b"\x00\xff{torn"})
    with pytest.raises(UsageError, match="not valid JSON"):
        memory.importer.read(folder)


def test_notes_come_also_where_the_state_beside_them_is_broken(memory, tmp_path, root):
    shutil.copytree(Path(__file__).parents[1] / "data/imports/openclaw", tmp_path / "theirs")
    (tmp_path / "theirs/memory/.dreams" / STORE).write_text("{torn")
    (tmp_path / "theirs/memory/.dreams" / SIGNALS).unlink()
    found = memory.importer.read(tmp_path / "theirs")
    assert any("not valid JSON" in note for note in found.notes)
    memory.apply(found.plan)
    assert (root / "memory/2026-02-18.md").exists()


@settings(max_examples=60)
@given(data=st.data())
def test_a16_no_note_is_lost_or_shortened_whatever_became_of_the_state(tmp_path_factory, data):
    """Half of the store torn, changed or exchanged; our own store too."""
    root = tmp_path_factory.mktemp("ws")
    for number in range(1, 11):
        note = root / "memory" / f"2026-02-{number:02}.md"
        note.parent.mkdir(exist_ok=True)
        note.write_text(f"# 2026-02-{number:02}\n\n- Room {number} never has heating\n")
    entries = [
        entry(
            3, f"Room {n} never has heating", path=f"memory/2026-02-{n:02}.md", recallCount=n,
            groundedCount=n % 3, totalScore=n, queryHashes=[h(str(n))],
        )
        for n in range(1, 11)
    ]  # fmt: skip
    odd = st.none() | st.integers(-5, 1 << 70) | st.text(max_size=9) | st.lists(st.integers())
    for one in entries[::2]:
        field = data.draw(st.sampled_from(sorted(one)))
        one[field] = data.draw(odd | st.floats() | st.just("../../etc/passwd"))
    text = json.dumps(
        stored()[STORE] | {"entries": {f"memory:{n}": e for n, e in enumerate(entries)}}
    )
    at = data.draw(st.integers(0, len(text)))
    torn = data.draw(st.sampled_from([text, text[:at], text[:at] + "\0\x7f" + text[at + 5 :]]))
    (root / "memory/.dreams").mkdir()
    (root / "memory/.dreams" / STORE).write_bytes(torn.encode("utf-8", "replace"))
    if data.draw(st.booleans()):
        (root / "memory/.dreams" / SIGNALS).write_text(data.draw(st.sampled_from(["", "[]", "{"])))
    own = data.draw(
        st.sampled_from([None, b"", b"SQLite format 3\0 and then nothing", b"x" * 5000])
    )
    if own is not None:
        (root / "memory/.dreams/state.db").write_bytes(own)
    before = tree(root)
    places = Places.of({"HOME": str(tmp_path_factory.mktemp("home"))}, cwd=root)
    for source in (root, root / "memory/.dreams", root / "memory/.dreams" / STORE):
        with Memory(root, clock=lambda: NOW, places=places) as memory:
            try:
                brought(memory, source)
                memory.harness.preview(root / "memory", grounded_too=True)
            except LaminaError as error:
                assert error.message  # noqa: PT017
    assert tree(root) == before
    with contextlib.suppress(LaminaError), Memory(root, clock=lambda: NOW, places=places) as memory:
        memory.dreamer.sweep(gates=Gates(min_score=0, min_recalls=0, min_queries=0))
    assert {path: tree(root)[path] for path in before} == before


# Writing.


@pytest.fixture
def lived(write, open_memory):
    """A note, and four days on which some of it was needed, with two nights."""
    write("memory/2026-03-01.md", NOTE)
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Never deploy on a Friday\n")
    asked = ("what is Anna allergic to?", "penicillin Anna", "Anna medicine", "deploy Friday")
    for number, question in enumerate(asked):
        open_memory(now=NOW + timedelta(days=number)).search(question)
    memory = open_memory(now=NOW + timedelta(days=4))
    memory.backfill.write(Path("memory"), stage=True)
    memory.dreamer.sweep()
    return memory


def test_the_files_have_the_hosts_keys_and_hashes(lived):
    files = lived.host_state().files
    assert list(files) == [STORE, SIGNALS]
    assert list(files[STORE]) == ["version", "updatedAt", "entries"]
    assert files[STORE]["updatedAt"] == "2026-03-08T09:30:00.000Z"
    anna = files[STORE]["entries"][f"memory:memory/2026-03-01.md:3:3:{h(ANNA)}"]
    assert list(anna) == [
        *("key", "path", "startLine", "endLine", "source", "snippet", "recallCount", "dailyCount"),
        *("groundedCount", "totalScore", "maxScore", "firstRecalledAt", "lastRecalledAt"),
        *("queryHashes", "recallDays", "conceptTags", "claimHash"),
        *(("promotedAt",) if "promotedAt" in anna else ()),
    ]
    assert (anna["snippet"], anna["claimHash"], anna["source"]) == (ANNA, h(ANNA), "memory")
    assert (anna["recallCount"], anna["dailyCount"], anna["groundedCount"]) == (3, 1, 3)
    assert anna["recallDays"] == ["2026-03-04", "2026-03-05", "2026-03-06"]
    assert anna["queryHashes"] == [
        *(h("what is anna allergic to?"), h("penicillin anna"), h("anna medicine")),
        *(h(f"__dreaming_grounded_backfill__:{k}") for k in ("candidate", "lasting-update")),
    ]
    assert anna["firstRecalledAt"] == "2026-03-04T09:30:00.000Z"
    assert len(anna["conceptTags"]) <= 8
    lone = [e for e in files[STORE]["entries"].values() if e["snippet"].startswith("Never")]
    assert [(e["path"], e["recallCount"], e["groundedCount"]) for e in lone] == [
        ("memory/2026-03-01.md", 0, 3),
        ("memory/2026-03-02.md", 1, 3),
    ]
    for key, one in files[SIGNALS]["entries"].items():
        assert key in files[STORE]["entries"]
        assert {"key", "lightHits", "remHits"} <= set(one)
        assert set(one) <= {"key", "lightHits", "remHits", "lastLightAt", "lastRemAt"}
    assert files[SIGNALS]["entries"]


def test_hashes_are_those_the_host_was_seen_to_make():
    assert sha1("__dreaming_daily__:2026-11-30") == "e2b009f66a7f"
    said = "Decision 0: always keep two backups of the gateway config."
    assert h(said) == "b0d8298a338e"


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "abc"),
        ("ab 😀", 4, "ab"),  # a pair is not torn apart
        ("ab 😀", 5, "ab 😀"),
        ("茶茶茶", 2, "茶茶"),
        ("", 3, ""),
    ],
)
def test_texts_are_cut_by_utf16_units(text, most, kept):
    assert cut(text, most) == kept
    assert len(cut(text, most).encode("utf-16-le")) // 2 <= most


def test_a_re_import_elsewhere_reads_the_same_evidence(lived, lamina, open_memory, tmp_path):
    out = tmp_path / "state"
    moment = "2026-03-08T09:30+00:00"
    done = lamina("state", "export", "--format", "openclaw", "--out", str(out), "--now", moment)
    assert done.returncode == 0, done.stderr
    text = (out / STORE).read_text("utf-8")
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"
    assert oct((out / STORE).stat().st_mode & 0o777) == "0o600"
    other = tmp_path / "other"
    shutil.copytree(
        lived.workspace.root / "memory", other / "memory", ignore=lambda *_: {".dreams"}
    )
    there = open_memory(other, now=NOW + timedelta(days=4))
    assert brought(there, out) > 0

    def evidence(memory):
        return {
            one.text: (
                *(one.recalls, len(one.queries), one.recall_days, one.note_days, one.grounded),
                *(one.light_hits, one.rem_hits, one.last_light, one.last_rem),
                pytest.approx(one.quality, abs=0.01),
            )
            for one in (r.candidate for r in memory.dreamer.ranked())
            if one.recalls or one.grounded
        }

    assert len(evidence(lived)) == 2
    assert evidence(there) == evidence(lived)
    assert there.dreamer.dreams.promotions().keys() == lived.dreamer.dreams.promotions().keys()
    lines = list(lived.state.union.lines())
    assert brought(lived, out) == 0  # into the state it came from: nothing new
    assert list(lived.state.union.lines()) == lines


def test_lines_that_are_gone_from_outside_or_no_evidence_are_not_written(
    lived, open_memory, root, write
):
    write("memory/2026-03-01.md", NOTE.replace(f"- 09:30 {ANNA}\n", ""))
    outside = open_memory(now=NOW, author="untrusted")
    outside.remember("Ships to Mallory Island are always free")
    open_memory(now=NOW).search("ships to Mallory Island")
    found = {e["snippet"] for e in lived.host_state().files[STORE]["entries"].values()}
    assert found
    assert ANNA not in found
    assert not any("Mallory" in snippet for snippet in found)


def test_nothing_is_written_over_unless_asked(lived, lamina, tmp_path):
    out = ("--format", "openclaw", "--out", str(tmp_path / "out"))
    assert lamina("state", "export", *out).returncode == 0
    again = lamina("state", "export", *out)
    assert again.returncode == 2
    assert "--replace" in again.stderr
    assert lamina("state", "export", *out, "--replace").returncode == 0
    (tmp_path / "out/short-term-promotion.lock").write_text("1:2\n")
    locked = lamina("state", "export", *out, "--replace")
    assert locked.returncode == 2
    assert "at work" in locked.stderr
    shown = json.loads(lamina("state", "export", "--format", "openclaw").stdout)
    assert set(shown) == {STORE, SIGNALS}

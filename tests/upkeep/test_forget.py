"""Forgetting: from everywhere, for good, and nothing brings it back."""

from __future__ import annotations

import gzip
import json
import time
import unicodedata
from datetime import UTC, datetime, timedelta

import pytest

from lamina.dreaming.scoring import Gates
from lamina.errors import (
    ExternallyChangedError,
    ForgottenError,
    OwnerOnlyError,
    UnknownNameError,
    UsageError,
)
from lamina.search.chunker import claim
from lamina.storage.contract import ModelRow
from lamina.storage.sqlite_index_forget import fence

MODEL = ModelRow("m", "local", "m", "")
MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
FACT = "Anna is allergic to penicillin, said Dr Petrova"
QUESTIONS = ("what is Anna allergic to?", "penicillin Anna", "which medicine may Anna not get?")
WORD = "penicillin"
EASY = Gates(min_score=0, min_recalls=0.1, min_queries=1)


def holding(folder, *words):
    """Return the files below a folder whose bytes hold a word, in any case or encoding."""
    forms = [
        form.encode(encoding)
        for word in words
        for form in (word, word.upper(), word.title(), unicodedata.normalize("NFD", word))
        for encoding in ("utf-8", "utf-16-le", "utf-16-be")
    ]
    forms += [json.dumps(word)[1:-1].encode() for word in words]
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in forms)
    )


@pytest.fixture
def life(open_memory, root):
    """Let a fact be noted, asked for on three days and promoted; it stands in every kind of file."""
    memory = open_memory(now=MONDAY)
    memory.remember(FACT)
    memory.remember("Lunch was late.")
    memory.log("Penicillin", cause="Anna was at the doctor's", change="no penicillin any more")
    memory.statements.fact("Anna", "Anna must not get penicillin")
    memory.active.open("Surgery", "ask about penicillin")
    memory.topics.new("health", "Doctor", goal="a letter about penicillin")
    for number, question in enumerate(QUESTIONS, start=1):
        storage = "both" if number == 2 else "separate"
        day = open_memory(now=MONDAY + timedelta(days=number), **{"dreaming.storage": storage})
        day.search(question)
        day.lesson(f"is penicillin dangerous, {number}?")
        day.dreamer.sweep(gates=EASY)
    night = open_memory(now=MONDAY + timedelta(days=4))
    night.backfill.write(root / "memory", stage=True)
    night.shadow.trial(
        FACT, prompt="penicillin?", baseline="a", outcome="b", verdict="helpful", reason="r"
    )
    draft = memory.editor.draft()
    draft.append(
        "memory/promoted-archive.md",
        f"- {FACT} (memory/2026-02-01.md#L3) <!-- promoted 2026-02-02, archived 2026-02-09 for"
        " room: 0123456789ab -->\n- the shop opens at nine (memory/2026-02-01.md#L4)\n",
        title="Promoted before",
    )
    draft.append("memory/superseded.md", "- penicillin is fine (MEMORY.md)\n", title="Superseded")
    draft.append("memory/PROPOSALS.md", f"- [ ] {FACT}\n  - evidence: memory/2026-03-02.md#L3\n")
    memory.apply(draft.plan("test"))
    return open_memory(now=MONDAY + timedelta(days=5))


def test_what_is_forgotten_is_gone_from_everywhere(life, root, home):  # J09
    key = claim(FACT)
    assert len(holding(root, WORD)) > 12
    assert holding(home, WORD)
    plan = life.forget.plan(WORD)
    named = {path for path, _ in plan.places}
    assert named == {path for path in holding(root, WORD) if path.endswith(".md")}
    assert named >= {
        "DREAMS.md", "MEMORY.md", "memory/2026-03-02.md", "memory/active-context.md",
        "memory/anna.md", "memory/daily-index.md", "memory/promoted-archive.md",
        "memory/superseded.md", "memory/PROPOSALS.md", "memory/topics/health/doctor.md",
        "memory/MEMORY_INDEX_ACTIVE.md", "memory/dreaming/light/2026-03-03.md",
        "memory/dreaming/rem/2026-03-03.md", "memory/2026-03-04.md",
    }  # fmt: skip
    assert any("shadow-trials" in path for path in plan.removed)
    assert {"recalls", "origins", "mentions", "promotions", "phases", "wanted"} <= set(plan.state)
    assert {"grounded", "trials"} <= set(plan.state)
    assert plan.history
    assert plan.complete

    done = life.forget.apply(WORD)
    assert done.complete
    assert done.as_dict()["places"] == [
        {"path": path, "line": taken.line} for path, taken in plan.places
    ]
    assert (done.state, done.history) == (plan.state, plan.history)
    life.close()
    assert holding(root, WORD, FACT, key) == []
    assert holding(home, WORD, FACT, key) == []
    note = (root / "memory/2026-03-02.md").read_text("utf-8")
    assert "Lunch was late." in note
    assert "the shop opens at nine" in (root / "memory/promoted-archive.md").read_text("utf-8")
    assert life.forget.verify(WORD) == ()
    assert life.forget.plan(WORD).empty


def test_no_import_brings_it_back(life, root, tmp_path):
    life.forget.apply(WORD)
    export = tmp_path / "export.json"
    memories = [{"id": str(n), "memory": text} for n, text in enumerate([FACT, "Tom likes tea"])]
    export.write_text(json.dumps(memories), "utf-8")
    found = life.importer.read(export)
    assert found.fresh == 1
    assert "left out" in " ".join(found.notes)
    life.apply(found.plan)
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "health.md").write_text(f"# Health\n\n{FACT}\n\nShe likes walks.\n", "utf-8")
    life.apply(life.importer.read(vault, "markdown").plan)
    assert holding(root, WORD) == []
    held = "".join(p.read_text("utf-8") for p in (root / "memory").rglob("*.md"))
    assert "Tom likes tea" in held
    assert "She likes walks." in held
    assert life.importer.read(export).fresh == 0


def test_no_agent_brings_it_back_but_its_owner_may(life, root, open_memory):
    life.forget.apply(WORD)
    agent = open_memory(now=MONDAY + timedelta(days=6), author="agent:chiti")
    for write in (
        lambda: agent.remember(f"  {FACT.upper()}"),
        lambda: agent.remember("No penicillin for Anna!"),  # other words about the same
        lambda: agent.log("Anna", change="no penicillin"),
        lambda: agent.active.note("Move", "penicillin") or agent.active.open("M", "penicillin"),
        lambda: agent.long_term.add("Never give penicillin"),
    ):
        with pytest.raises((ForgottenError, UnknownNameError)):
            write()
    assert agent.remember("Anna came at four").change
    assert holding(root, WORD) == []
    written = life.remember(FACT)
    assert any("forgotten on 2026-03-07" in note for note in written.notes)
    agent.remember("Anna must not get penicillin, as said")  # the owner has spoken


def test_a_line_that_is_back_by_hand_is_found_but_not_promoted(life, root, write, open_memory):
    before = (root / "memory/2026-03-02.md").read_text("utf-8")
    life.forget.apply(WORD)
    assert life.status().problems == ()
    new = "Tom bought some penicillin for the dog"
    write("memory/2026-03-02.md", f"{before}- {new}\n")  # from a backup, and a line by hand
    for number, question in enumerate(QUESTIONS, start=6):
        memory = open_memory(now=MONDAY + timedelta(days=number))
        assert any(FACT in hit.snippet for hit in memory.search(question).hits)
        memory.dreamer.sweep(gates=EASY)
        memory.close()
    assert {p for p in holding(root, WORD) if p.endswith(".md")} == {"memory/2026-03-02.md"}
    assert WORD not in str(memory.dreamer.ranked(EASY))
    found = [one for one in memory.doctor.check().findings if one.rule == "DRM-15"]
    assert [(one.path, one.line) for one in found] == [("memory/2026-03-02.md", 3)]
    assert any("memory/2026-03-02.md:3: 4 forgotten" in text for text in memory.status().problems)
    assert "memory/.dreams/state.db" not in holding(root, WORD, claim(FACT))
    assert not memory.state.dreams.mentions([claim(FACT), claim(new)])


def test_a_newer_line_that_was_forgotten_does_not_take_the_place_of_a_promoted_one(
    open_memory, root, write
):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Tom's parts go to 3 Chapel Lane\n")
    memory = open_memory(now=MONDAY + timedelta(days=1))
    memory.search("where do Tom's parts go")
    memory.dreamer.sweep(gates=EASY)
    moved = "- Tom moved: his parts go to 9 Hillside Row from now on\n"
    write("memory/2026-03-04.md", f"# 2026-03-04\n\n{moved}")
    memory.forget.apply("Hillside Row")
    write("memory/2026-03-04.md", f"# 2026-03-04\n\n{moved}")
    open_memory(now=MONDAY + timedelta(days=4)).dreamer.sweep(gates=EASY)
    assert "Chapel Lane" in (root / "MEMORY.md").read_text("utf-8")
    assert "Hillside" not in (root / "MEMORY.md").read_text("utf-8")


def test_changes_that_held_it_stay_listed_and_cannot_be_taken_back(life, root):
    life.forget.apply(WORD)
    entries = {entry.id: entry for entry in life.history()}
    assert entries[1].forgotten
    assert not entries[2].forgotten  # stood beside it
    assert entries[1].command == "remember"
    with pytest.raises(ForgottenError):
        life.undo(1)
    with pytest.raises(ForgottenError):
        life.undo()
    with pytest.raises(ForgottenError):
        life.undo_to(1)
    life.undo(2)
    assert "Lunch" not in (root / "memory/2026-03-02.md").read_text("utf-8")
    life.remember("Tom came")
    life.undo()  # what came after can be taken back as ever
    assert not (root / "memory/2026-03-07.md").exists()


def test_no_hash_in_the_history_tells_what_stood_in_a_file(memory, root):
    memory.remember("the code of the door is 4711")
    memory.remember("Lunch was late.")
    held = (root / "memory/2026-03-04.md").read_bytes()
    memory.forget.apply("4711")
    lines = (root / "memory/.dreams/history.jsonl").read_text("utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    hashes = {f[s] for e in entries for f in e.get("files", ()) for s in ("before", "after")}
    assert hashes <= {None, ""}
    assert held not in {p.read_bytes() for p in root.rglob("*") if p.is_file()}
    memory.undo(2)


def test_only_the_owner_forgets(life, open_memory):
    agent = open_memory(author="agent:chiti")
    for call in (agent.forget.plan, agent.forget.apply, agent.forget.verify, agent.forget.lift):
        with pytest.raises(OwnerOnlyError):
            call(WORD)


@pytest.mark.parametrize("name", ["citation", "id", "key"])
def test_a_line_is_named_as_it_is_shown(open_memory, root, write, name):  # J10
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- 09:30 Buy tea\n- Buy green tea for Tom\n")
    write("memory/tom.md", "# Tom\n\n- [ ] BUY  tea\n- he drinks tea\n")
    memory = open_memory()
    hit = next(h for h in memory.search("buy tea").hits if h.citation == "memory/2026-03-02.md#L3")
    named = {"citation": hit.citation, "id": hit.id, "key": claim(hit.snippet)}[name]
    done = memory.forget.apply(named)
    assert [(path, taken.line) for path, taken in done.places] == [
        ("memory/2026-03-02.md", 3),
        ("memory/tom.md", 3),
    ]
    assert "green tea" in (root / "memory/2026-03-02.md").read_text("utf-8")
    with pytest.raises(ForgottenError):
        open_memory(author="agent:a").remember("buy tea")
    open_memory(author="agent:a").remember("buy tea and sugar")


def test_more_places_can_be_named(open_memory, root, write):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Anna's key\n- it opens the shed\n- x y z\n")
    memory = open_memory()
    memory.forget.apply("Anna's key", also=("memory/2026-03-02.md#L4",))
    assert (root / "memory/2026-03-02.md").read_text("utf-8") == "# 2026-03-02\n\n- x y z\n"


def test_a_paraphrase_is_shown_and_stays(open_memory, root, write):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Anna's allergy: penicillin\n")
    write("memory/anna.md", "# Anna\n\n- Annas Allergie: Penicilline\n- allergy of Anna: pollen\n")
    plan = open_memory().forget.plan("Anna's allergy")
    assert [path for path, _ in plan.places] == ["memory/2026-03-02.md"]
    assert "allergy of Anna" in " ".join(hit.snippet for hit in plan.near)


def test_a_name_takes_what_is_named_so(open_memory, root, write):
    write("memory/anna-schmidt.md", "# Anna Schmidt\n\n- born in May\n")
    write("memory/projects/anna-schmidt/CONTEXT.md", "# Project\n\n- her website\n")
    write(
        "memory/projects/shop/CONTEXT.md", "# Shop\n\n## Anna Schmidt\n- designs\n\n## Tom\n- x\n"
    )
    write(
        "memory/2026-03-02.md",
        "# 2026-03-02\n\n- trip\n  - with Anna Schmidt\n  - by train\n- Anna-Schmidt came\n"
        "  - at four\n- Annabel Schmidt stays\n\n## [2026-03-02] Call with Anna Schmidt\n"
        "- change: roof\n\n## [2026-03-02] Tom\n- change: x\n",
    )
    write(
        "memory/daily-index.md",
        "# Daily index\n\n- Call with Anna Schmidt → 2026-03-02.md\n- Tom → 2026-03-02.md\n",
    )
    memory = open_memory()
    memory.forget.apply(about="Anna Schmidt")
    assert not (root / "memory/anna-schmidt.md").exists()
    assert not (root / "memory/projects/anna-schmidt").exists()
    assert (root / "memory/projects/shop/CONTEXT.md").read_text("utf-8") == (
        "# Shop\n\n## Tom\n- x\n"
    )
    assert (root / "memory/2026-03-02.md").read_text("utf-8") == (
        "# 2026-03-02\n\n- trip\n  - by train\n- Annabel Schmidt stays\n\n"
        "## [2026-03-02] Tom\n- change: x\n"
    )
    assert (root / "memory/daily-index.md").read_text("utf-8") == (
        "# Daily index\n\n- Tom → 2026-03-02.md\n"
    )
    assert holding(root, "Anna Schmidt", "anna-schmidt") == []


def test_days_take_their_notes_and_what_was_made_from_them(open_memory, root, home, write):
    shared = "the shop opens at nine every day"
    write(
        "memory/2026-03-02.md", f"# 2026-03-02\n\n- Tom's parts go to 3 Chapel Lane\n- {shared}\n"
    )
    write("memory/2026-03-09.md", f"# 2026-03-09\n\n- {shared}\n")
    write("memory/chat-2026-03-02.md", "Tom: Chapel Lane it is\n")
    memory = open_memory(now=MONDAY)
    memory.log("Parts", change="sent to Chapel Lane")
    memory.remember("Ring Tom")
    memory = open_memory(now=MONDAY + timedelta(days=1))
    memory.search("where do Tom's parts go")
    memory.search("when does the shop open")
    memory.search("ring Tom")
    memory.dreamer.sweep(gates=EASY)
    assert "Chapel Lane" in (root / "MEMORY.md").read_text("utf-8")
    later = open_memory(now=MONDAY + timedelta(days=9))
    later.remember("Fog in the morning")
    done = later.forget.apply(since=MONDAY.date(), until=MONDAY.date() + timedelta(days=1))
    assert done.complete
    for one in (memory, later):
        one.close()
    assert holding(root, "Chapel Lane", "Ring Tom") == []
    assert holding(home, "Chapel Lane", "Ring Tom") == []
    assert not list(root.glob("memory/*2026-03-02.md"))
    assert not list(root.glob("memory/dreaming/*/2026-03-03.md"))
    assert "Parts" not in (root / "memory/daily-index.md").read_text("utf-8")
    assert shared in (root / "memory/2026-03-09.md").read_text("utf-8")
    agent = open_memory(now=MONDAY + timedelta(days=10), author="agent:a")
    agent.remember(shared)  # it stands elsewhere
    with pytest.raises(ForgottenError):
        agent.remember("Tom's parts go to 3 Chapel Lane")


def test_a_sentence_of_a_long_line_goes_from_what_was_told_of_it(open_memory, root, write):
    line = (
        "The bank was open. Tom's parts are always sent to 3 Chapel Lane in the old town. Nobody"
        " else was there, and the clerk counted every coin twice while the rain went on outside."
    )
    write("memory/2026-03-02.md", f"# 2026-03-02\n\n- {line}\n- tea\n")
    write(
        "DREAMS.md",
        "# Dream Diary\n\n<!-- openclaw:dreaming:diary:start -->\n\n---\n\n"
        "*March 3, 2026 at 3:00 AM CET*\n\nOne thing stays: Tom's parts are always sent to 3"
        " Chapel Lane in the old town.\n\n<!-- openclaw:dreaming:diary:end -->\n",
    )
    memory = open_memory(now=MONDAY + timedelta(days=1))
    memory.search("where are Tom's parts sent")
    memory.dreamer.sweep(gates=EASY)
    assert "Chapel Lane" in (root / "MEMORY.md").read_text("utf-8")
    assert memory.forget.apply("the clerk counted").complete  # words of another sentence
    memory.close()
    assert holding(root, "Chapel Lane") == []


def test_forgetting_today_leaves_room_for_what_comes(open_memory, write):
    write("memory/2026-03-04.md", "# 2026-03-04\n\n- a long talk with the bank\n")
    memory = open_memory()
    memory.forget.apply(since=memory.today, until=memory.today)
    assert open_memory(author="agent:a").remember("The van comes at four").change


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("", {}),
        ("x", {"about": "y"}),
        ("...", {}),
        ("", {"since": MONDAY.date()}),
        ("", {"since": MONDAY.date(), "until": MONDAY.date() - timedelta(days=1)}),
        ("memory/2026-03-02.md", {}),
        ("memory/2026-03-02.md#L9", {}),
        ("memory/none.md#L9", {}),
        ("0123456789ab", {}),
        ("tea", {"also": ("sugar",)}),
    ],
)
def test_what_makes_no_sense_changes_nothing(open_memory, root, write, words, given):
    path = write("memory/2026-03-02.md", "# 2026-03-02\n\n- tea\n")
    with pytest.raises(UsageError):
        open_memory().forget.apply(words, **given)
    assert path.read_text("utf-8") == "# 2026-03-02\n\n- tea\n"


def test_what_cannot_be_reached_is_said(open_memory, root, tmp_path, write, home):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("zebra\n", "utf-8")
    (root / "memory" / "link.md").symlink_to(outside / "x.md")
    write("memory/note.md", "- a zebra\n- a horse\n")
    write("memory/binary.md", b"zebra\0\1")
    write("memory/large.md", "zebra " + "x" * 2000)
    write("memory/read-only.md", "- one zebra\n").chmod(0o444)
    write("memory/note (1).md", "- a zebra\n")
    write("memory/utf16.md", "the zebra".encode("utf-16"))
    write("memory/Zebra stripes.md", "nothing\n")
    write("reference/plan.csv", "id;animal\n1;ZEBRA\n")
    write("src/code.py", 'animal = "ze\\u0062ra"\n')
    write("reference/old.tar.gz", gzip.compress("a\nZEBRA stripes".encode("utf-16"), mtime=0))
    write("reference/torn.gz", gzip.compress(b"x" * 4000, mtime=0)[:30])
    write("memory/.dreams/session-corpus/a.json", json.dumps({"text": "line\nZebra"}))
    memory = open_memory(**{"files.max_bytes": "1500", "search.extra_paths": str(outside)})
    plan = memory.forget.plan("zebra")
    reached = {
        "memory/link.md", "memory/binary.md", "memory/large.md", "memory/read-only.md",
        "memory/note (1).md", "memory/utf16.md", "memory/Zebra stripes.md", "reference/plan.csv",
        "src/code.py", "memory/.dreams/session-corpus/a.json", "@extra/1/x.md",
        "reference/old.tar.gz", "reference/torn.gz",
    }  # fmt: skip
    assert {one.path for one in plan.unreached} == reached - {"memory/link.md"} | {"@extra/1/x.md"}
    done = memory.forget.apply("zebra")
    assert not done.complete
    assert {one.path for one in done.unreached} == {one.path for one in plan.unreached}
    assert (root / "memory/note.md").read_text("utf-8") == "- a horse\n"
    assert (root / "memory/read-only.md").read_text("utf-8") == "- one zebra\n"
    seen = {one.path for one in memory.forget.verify("zebra")}
    assert {"memory/binary.md", "memory/utf16.md", "src/code.py"} <= seen
    assert any("reference/" in text for text in done.stays)


def test_a_link_that_leads_out_is_not_looked_into(open_memory, root, tmp_path):
    (tmp_path / "x.md").write_text("zebra\n", "utf-8")
    (root / "memory" / "link.md").symlink_to(tmp_path / "x.md")
    plan = open_memory().forget.plan("zebra")
    assert [one.path for one in plan.unreached] == ["memory/link.md"]


def test_whole_words_match_and_nothing_else(open_memory, root, write):
    stays = "- Annabel\n- hannah\n- Annas Buch\n"
    goes = [
        "- ANNA", "- **Anna**'s", "- x_anna_y", "- see anna.md", "- Аnna?",
        unicodedata.normalize("NFD", "- Ánna") , "- \uff21\uff4e\uff4e\uff41",
    ]  # fmt: skip
    write("memory/x.md", stays + "".join(f"{line}\n" for line in goes))
    open_memory().forget.apply("anna")
    left = (root / "memory/x.md").read_text("utf-8")
    assert left == stays + f"- Аnna?\n{unicodedata.normalize('NFD', '- Ánna')}\n"


def test_scripts_without_spaces_match_inside(open_memory, root, write, home):
    write("memory/x.md", "- 房东的电话是一二三\n- 房东来了\n- ключ у Галины\n- ключи\n")
    memory = open_memory()
    memory.search("房东的电话")
    memory.forget.apply("的电话")
    memory.forget.apply("КЛЮЧ")
    memory.close()
    assert (root / "memory/x.md").read_text("utf-8") == "- 房东来了\n- ключи\n"
    assert holding(root, "的电话", "Галины") == []
    assert holding(home, "的电话", "Галины") == []


def test_seals_are_salted_and_differ_from_one_workspace_to_the_next(open_memory, tmp_path, root):
    other = tmp_path / "other"
    (other / "memory").mkdir(parents=True)
    macs = []
    for memory in (open_memory(), open_memory(other)):
        memory.forget.apply("4711")
        rows = memory.state.database.execute("SELECT mac, salt FROM tombstones")
        macs += [set(row) for row in rows]
    assert len(macs) == 2
    assert macs[0].isdisjoint(macs[1])


def test_a_damaged_copy_of_the_state_goes_too(open_memory, root):
    memory = open_memory()
    memory.remember("zebra")
    left = root / "memory/.dreams/state.db.corrupt-2026-03-01"
    left.write_bytes(b"\0\1zebra\2")
    other = root / "memory/.dreams/state.db.corrupt-2026-03-02"
    other.write_bytes(b"\0\1horse\2")
    cached = memory.index.database.path.with_name("index.db.corrupt-1")
    cached.write_bytes(b"zebra")
    assert f"memory/.dreams/{left.name}" in memory.forget.plan("zebra").removed
    assert memory.forget.apply("zebra").complete
    assert (left.exists(), other.exists(), cached.exists()) == (False, True, False)


def test_a_plan_made_before_writes_nothing_afterwards(open_memory, root):
    memory, other = open_memory(), open_memory()
    memory.remember("a zebra")
    draft = other.editor.draft()
    draft.append("memory/2026-03-04.md", "- more\n")
    stale = draft.plan("stale")
    answer = other.search("zebra", record=False)
    assert answer.hits
    memory.forget.apply("zebra")
    with pytest.raises(ExternallyChangedError):
        other.apply(stale)
    other.events.given(answer, other.now)
    other.events.unknown("what of the zebra?", other.now)
    other.state.dreams.promote([(answer.hits[0].id, "d", 1, "a zebra", {})])
    other.index.put_vectors(MODEL, [("f" * 32, "latin", b"\1\0\0\0")])  # of a line that is gone
    assert other.index.database.execute("SELECT count(*) FROM vectors") == [(0,)]
    assert memory.forget.verify("zebra") == ()


def test_vectors_of_lines_that_go_go_too(open_memory, write):
    write("memory/a.md", "- the zebra is white\n- the horse is brown\n")
    memory = open_memory()
    memory.sync()
    left = memory.index.unembedded("m", 10)
    memory.index.put_vectors(MODEL, [(key, "latin", b"\1\0\0\0") for key, _ in left])
    assert memory.index.models() == {"m": 2}
    memory.forget.apply("zebra")
    assert memory.index.models() == {"m": 1}
    keys = memory.index.database.execute("SELECT vector_key FROM vectors")
    assert keys == [(key,) for key, text in left if "horse" in text]
    assert memory.index.database.execute("PRAGMA freelist_count") == [(0,)]


def test_a_clock_that_was_set_back_does_not_keep_the_index_from_following(open_memory, write):
    write("memory/a.md", "- the zebra is white\n")
    memory = open_memory()
    memory.forget.apply("zebra")
    fence(memory.index.database, time.time_ns() + 3_600_000_000_000)
    write("memory/b.md", "- the horse is brown\n")
    assert memory.search("horse").hits


def test_active_matters_keep_their_days(open_memory, write, root):
    write("memory/active-context.md", "## [OPEN] Move\n- boxes\n- zebra\n\n---\n")
    before = open_memory(now=MONDAY).active.blocks()[0]
    later = open_memory(now=MONDAY + timedelta(days=9))
    later.forget.apply("zebra")
    assert later.active.blocks()[0].touched == before.touched
    assert "boxes" in later.active.blocks()[0].body

"""Backfill from old notes and its rollback: what a person gets back, byte for byte."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.dreaming import backfilled, diary
from lamina.errors import PathError, PathOutsideError
from lamina.memory import Memory
from lamina.places import Places

NOW = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
KEY = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
DIARY = diary.with_entry(None, NOW, "The lamp was on.")
EMPTY = "# Dream Diary\n\n<!-- openclaw:dreaming:diary:start -->\n<!-- openclaw:dreaming:diary:end -->\n"
DREAMS = {
    "none": None,
    "empty": "",
    "title": "# Dream Diary\n",
    "title without end": "# Dream Diary",
    "another title": "# My dreams\n\nI dreamt.\n",
    "no title": "I dreamt.\n",
    "no title without end": "I dreamt.",
    "byte order mark": "\ufeff# My dreams\n\nI dreamt.\n",
    "diary": DIARY,
    "empty diary": EMPTY,
    "diary behind a deep block": diary.with_entry("## Deep Sleep\n- x\n", NOW, "The lamp."),
    "torn diary": "# Dream Diary\n\n<!-- openclaw:dreaming:diary:start -->\n---\n\nno end\n",
    "fence": f"# D\n\n```\n{EMPTY}```\n",
    "lines of its own": "# D\n\n---\n\n*1 March*\n\n---\n",
}


@pytest.fixture(autouse=True)
def notes(write):
    """Three old notes; one of them has nothing to say."""
    write("memory/2026-02-01.md", "# 2026-02-01\n\n- 09:30 Never deploy on a Friday\n")
    write(
        "memory/2026-02-02.md",
        f"# 2026-02-02\n\n- Anna is allergic to penicillin\n- the token {KEY} opens the shop\n",
    )
    write("memory/2026-02-03.md", "# 2026-02-03\n\n- The bus was late today\n")


def tree(root, *, all_of_it=False):
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
        if all_of_it or ".dreams" not in path.parts
    }


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("before", DREAMS)
def test_rollback_gives_back_every_byte(memory, root, write, before, eol):
    text = DREAMS[before]
    if text is not None:
        write("DREAMS.md", text.replace("\n", eol))
    whole = tree(root)
    found = memory.backfill.write(Path("memory"), stage=True)
    assert (found.grounded, found.staged) == (2, 2)
    after = (root / "DREAMS.md").read_bytes().decode()
    assert backfilled.count(after) == 2
    if text and eol == "\r\n" and text.endswith("\n"):
        assert "\n" not in after.replace("\r\n", "")
    gone = memory.backfill.roll_back(diary=True, staged=True)
    assert (gone.entries, gone.staged) == (2, 2)
    assert tree(root) == whole
    assert memory.state.grounded.rows() == []
    again = memory.backfill.roll_back(diary=True, staged=True)
    assert (again.entries, again.staged, again.change) == (0, 0, 0)
    assert tree(root) == whole


@pytest.mark.parametrize(
    "before", [name for name in DREAMS if "without end" not in name and "mark" not in name]
)
def test_rollback_leaves_what_was_added_since(memory, root, write, before):
    text = DREAMS[before]
    if text is not None:
        write("DREAMS.md", text)
    memory.backfill.write(Path("memory"))
    file = root / "DREAMS.md"
    later = diary.with_entry(file.read_bytes().decode(), NOW, "What came later.")
    file.write_bytes(later.encode())
    memory.backfill.roll_back(diary=True, staged=False)
    left = file.read_bytes().decode()
    assert "What came later." in left
    assert backfilled.count(left) == 0
    assert [line for line in left.splitlines() if line.strip()] == [
        line
        for line in diary.with_entry(text, NOW, "What came later.").splitlines()
        if line.strip()
    ]


def test_a_sweep_in_between_is_kept(open_memory, root):
    memory = open_memory(now=NOW)
    memory.backfill.write(Path("memory"), stage=True)
    for number, asked in enumerate(("Friday deploy", "when not to deploy?", "never deploy"), 1):
        open_memory(now=NOW + timedelta(days=number)).search(asked)
    sweep = open_memory(now=NOW + timedelta(days=4)).dreamer.sweep()
    assert [one.text for one in sweep.outcome.promoted] == ["Never deploy on a Friday"]
    before = tree(root)
    late = open_memory(now=NOW + timedelta(days=5))
    late.backfill.roll_back(diary=True, staged=True)
    after = tree(root)
    assert {path for path in before if before[path] != after.get(path)} == {"DREAMS.md"}
    text = (root / "DREAMS.md").read_text()
    assert "## Deep Sleep" in text
    assert "One thing stays from these days: Never deploy on a Friday" in text
    assert "backfill-entry" not in text
    assert late.dreamer.explain("never deploy").candidate.recalls == 3


LINE = st.sampled_from(
    [
        *("", "# Dream Diary", "# D", "text", "---", "*March 4, 2026*", "```", "- item", "  x"),
        *("<!-- openclaw:dreaming:diary:start -->", "<!-- openclaw:dreaming:diary:end -->"),
        *("<!-- openclaw:dreaming:deep:start -->", "<!-- openclaw:dreaming:deep:end -->"),
        "## Deep Sleep",
    ]
)


@settings(max_examples=60)
@given(
    lines=st.lists(LINE, max_size=14),
    eol=st.sampled_from(["\n", "\r\n"]),
    end=st.booleans(),
    times=st.integers(1, 2),
)
def test_whatever_the_diary_was_rollback_gives_it_back(tmp_path_factory, lines, eol, end, times):
    root = tmp_path_factory.mktemp("ws")
    (root / "memory").mkdir()
    (root / "memory/2026-02-01.md").write_text("- Never deploy on a Friday\n")
    before = (eol.join(lines) + (eol if end else "")).encode()
    (root / "DREAMS.md").write_bytes(before)
    places = Places.of({"HOME": str(root)}, cwd=root)
    with Memory(root, clock=lambda: NOW, places=places) as memory:
        for _ in range(times):
            memory.backfill.write(root / "memory")
        assert backfilled.count((root / "DREAMS.md").read_bytes().decode()) == 1
        memory.backfill.roll_back(diary=True, staged=True)
        assert (root / "DREAMS.md").read_bytes() == before


def test_a_second_backfill_takes_the_place_of_the_first(memory, root, write):
    whole = tree(root)
    memory.backfill.write(Path("memory"), stage=True)
    first = (root / "DREAMS.md").read_bytes()
    again = memory.backfill.write(Path("memory"), stage=True)
    assert (again.grounded, again.replaced, again.replaced_staged, again.change) == (2, 2, 2, 0)
    assert (root / "DREAMS.md").read_bytes() == first
    one = memory.backfill.write(Path("memory/2026-02-01.md"), stage=True)
    assert (one.grounded, one.replaced, one.staged, one.replaced_staged) == (1, 2, 1, 2)
    assert "penicillin" not in (root / "DREAMS.md").read_text()
    memory.backfill.roll_back(diary=True, staged=True)
    assert tree(root) == whole


def test_undo_takes_a_backfill_back_and_undo_of_a_rollback_brings_it_back(memory, root):
    whole = tree(root)
    memory.backfill.write(Path("memory"))
    with_it = tree(root)
    memory.undo()
    assert tree(root) == whole
    memory.backfill.write(Path("memory"))
    back = memory.backfill.roll_back(diary=True, staged=False)
    memory.undo(back.change)
    assert tree(root) == with_it
    memory.backfill.roll_back(diary=True, staged=False)
    assert tree(root) == whole


def test_rollbacks_are_apart(memory, root):
    memory.backfill.write(Path("memory"), stage=True)
    memory.backfill.roll_back(diary=True, staged=False)
    assert len(memory.state.grounded.rows()) == 4  # two kinds of two lines
    memory.backfill.write(Path("memory"))
    memory.backfill.roll_back(diary=False, staged=True)
    assert memory.state.grounded.rows() == []
    assert (root / "DREAMS.md").exists()


def test_what_is_staged_has_the_hosts_scores_and_the_notes_day(memory):
    memory.backfill.write(Path("memory/2026-02-01.md"), stage=True)
    assert [row[1:8] for row in memory.state.grounded.rows()] == [
        ("memory/2026-02-01.md", 3, 3, "2026-02-01", "candidate", 0.82, 1),
        ("memory/2026-02-01.md", 3, 3, "2026-02-01", "lasting-update", 0.92, 2),
    ]
    assert memory.dreamer.explain("never deploy").candidate.grounded == 3


def test_entries_look_as_hosts_write_them(memory, root):
    memory.backfill.write(Path("memory"))
    assert (root / "DREAMS.md").read_text() == (
        "# Dream Diary\n\n<!-- openclaw:dreaming:diary:start -->\n"
        "---\n\n*February 1, 2026*\n\n"
        "<!-- openclaw:dreaming:backfill-entry day=2026-02-01 source=memory/2026-02-01.md -->\n\n"
        "What Happened\n1. Never deploy on a Friday [memory/2026-02-01.md:3]\n\n"
        "Reflections\n1. A rule or preference was stated outright. [memory/2026-02-01.md:3]\n\n"
        "Candidates\n- [likely_durable] Never deploy on a Friday [memory/2026-02-01.md:3]\n\n"
        "Possible Lasting Updates\n- Never deploy on a Friday [memory/2026-02-01.md:3]\n\n"
        "---\n\n*February 2, 2026*\n\n"
        "<!-- openclaw:dreaming:backfill-entry day=2026-02-02 source=memory/2026-02-02.md -->\n\n"
        "What Happened\n1. Anna is allergic to penicillin [memory/2026-02-02.md:3]\n\n"
        "Reflections\n1. A rule or preference was stated outright. [memory/2026-02-02.md:3]\n\n"
        "Candidates\n- [likely_durable] Anna is allergic to penicillin [memory/2026-02-02.md:3]\n\n"
        "Possible Lasting Updates\n- Anna is allergic to penicillin [memory/2026-02-02.md:3]\n\n"
        "<!-- openclaw:dreaming:diary:end -->\n"
    )


def test_a_diary_of_the_hosts_own_backfill_is_taken_out(memory, root, write):
    entry = (
        "---\n\n*November 21, 2026*\n\n<!-- openclaw:dreaming:backfill-entry day=2026-11-21"
        " source=/home/agent/ws/memory/2026-11-21.md -->\n\nWhat Happened\n1. x [m:12]\n"
    )
    head, end = EMPTY.split("<!-- openclaw:dreaming:diary:end -->")
    other = "---\n\n*November 30, 2026 at 5:18 AM UTC*\n\nThe lamp.\n\n"
    write("DREAMS.md", f"{head}{entry}\n{entry}\n{other}<!-- openclaw:dreaming:diary:end -->{end}")
    assert memory.backfill.roll_back(diary=True, staged=False).entries == 2
    assert (
        root / "DREAMS.md"
    ).read_text() == f"{head}{other}<!-- openclaw:dreaming:diary:end -->{end}"


def test_a_small_dreams_file_that_is_there_is_used(memory, root, write):
    write("dreams.md", "# mine\n")
    assert memory.backfill.write(Path("memory")).diary == "dreams.md"
    assert not (root / "DREAMS.md").exists()


def test_no_secret_gets_into_the_diary(memory, root):
    memory.backfill.write(Path("memory"), stage=True)
    memory.close()
    for path in root.rglob("*"):
        if path.is_file() and path.name != "2026-02-02.md":
            assert KEY.encode() not in path.read_bytes()


# The preview.


@pytest.mark.parametrize("state", ["no state", "state", "state in use"])
@pytest.mark.parametrize(
    "arguments", [(), ("--path", "memory"), ("--path", "memory/2026-02-01.md")]
)
@pytest.mark.parametrize("more", [(), ("--grounded",), ("--grounded", "--json")])
def test_the_harness_writes_nothing(lamina, open_memory, root, state, arguments, more):
    if state != "no state":
        memory = open_memory(now=NOW)
        memory.search("Friday")
        memory.dreamer.sweep()
        if state == "state":
            memory.close()
    before = tree(root, all_of_it=True)
    times = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    done = lamina("rem-harness", *arguments, *more, "--now", "2026-03-04T09:30+01:00")
    assert done.returncode == 0, done.stderr
    assert tree(root, all_of_it=True) == before
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == times
    if "--grounded" in more:
        assert "Never deploy on a Friday" in done.stdout


def test_the_harness_has_the_hosts_keys(lamina, root):
    done = lamina("rem-harness", "--path", "memory", "--grounded", "--json")
    shown = json.loads(done.stdout)
    assert list(shown) == [
        *("workspaceDir", "sourcePath", "sourceFiles", "historicalImport", "remConfig"),
        *("deepConfig", "rem", "grounded", "deep"),
    ]
    assert shown["historicalImport"] == {
        "importedFileCount": 3,
        "importedSignalCount": 4,
        "skippedPaths": [],
    }
    assert set(shown["deepConfig"]) == {
        *("minScore", "minRecallCount", "minUniqueQueries", "recencyHalfLifeDays"),
        *("maxAgeDays", "maxPromotedSnippetTokens"),
    }
    assert set(shown["rem"]) == {
        *("skipped", "sourceEntryCount", "reflections", "candidateTruths", "candidateKeys"),
        "bodyLines",
    }
    assert shown["grounded"]["scannedFiles"] == 3
    first = shown["grounded"]["files"][0]
    assert set(first) == {
        *("path", "facts", "reflections", "memoryImplications", "candidates"),
        "renderedMarkdown",
    }
    assert first["candidates"] == [
        {
            "text": "Never deploy on a Friday",
            "refs": ["memory/2026-02-01.md:3"],
            "lean": "likely_durable",
            "score": first["candidates"][0]["score"],
        }
    ]
    assert "## Possible Lasting Updates" in first["renderedMarkdown"]
    candidate = shown["deep"]["candidates"][0]
    assert {
        *("key", "path", "startLine", "endLine", "source", "snippet", "recallCount"),
        *("dailyCount", "groundedCount", "signalCount", "avgScore", "uniqueQueries", "ageDays"),
        *("score", "recallDays", "conceptTags", "components", "provenance"),
    } <= set(candidate)
    assert set(candidate["components"]) == {
        *("frequency", "relevance", "diversity", "recency", "consolidation", "conceptual"),
    }
    assert shown["deep"]["candidateCount"] == len(shown["deep"]["candidates"])
    plain = json.loads(lamina("rem-harness", "--json").stdout)
    assert (plain["sourcePath"], plain["grounded"], plain["historicalImport"]) == (None, None, None)


def test_the_harness_leaves_out_what_is_promoted_unless_asked(memory, write):
    for asked in ("Friday deploy", "when not to deploy?", "never deploy"):
        memory.search(asked)
    found = {r.candidate.text for r in memory.harness.preview().ranked}
    assert "Never deploy on a Friday" in found
    key = memory.dreamer.explain("Never deploy").candidate.key
    write(
        "MEMORY.md",
        "# M\n\n## Promoted From Short-Term Memory (2026-02-01)\n\n"
        f"<!-- openclaw-memory-promotion:memory:claim:{key} -->\n- Never deploy on a Friday\n",
    )
    assert "Never deploy on a Friday" not in {
        r.candidate.text for r in memory.harness.preview().ranked
    }
    assert "Never deploy on a Friday" in {
        r.candidate.text for r in memory.harness.preview(promoted=True).ranked
    }


def test_backfill_has_the_hosts_keys(lamina, root):
    done = json.loads(lamina("rem-backfill", "--path", "memory", "--json").stdout)
    assert {
        *("workspaceDir", "sourcePath", "sourceFiles", "groundedFiles", "writtenEntries"),
        *("replacedEntries", "dreamsPath"),
    } <= set(done)
    assert "stagedShortTermEntries" not in done
    assert done["dreamsPath"] == str(root / "DREAMS.md")
    staged = lamina("rem-backfill", "--path", "memory", "--stage-short-term", "--json")
    assert json.loads(staged.stdout)["stagedShortTermEntries"] == 2
    back = lamina("rem-backfill", "--rollback", "--rollback-short-term", "--json")
    assert json.loads(back.stdout) == {
        "workspaceDir": str(root),
        "rollback": True,
        "rollbackShortTerm": True,
        "dreamsPath": str(root / "DREAMS.md"),
        "removedEntries": 2,
        "shortTermStorePath": str(root / "memory/.dreams/state.db"),
        "removedShortTermEntries": 2,
        "change": 2,  # the second backfill changed nothing in the diary
    }


# Which notes may be read.


def test_notes_from_outside_are_read_by_their_owner_only(memory, open_memory, tmp_path, root):
    outside = tmp_path / "old"
    outside.mkdir()
    note = outside / "2025-06-01.md"
    note.write_text("- Never deploy on a Monday\n")
    for path in (outside, note):
        found = memory.backfill.write(path, stage=True)
        assert [one.path for one in found.notes.notes] == [str(note)]
    assert f"[{note}:1]" in (root / "DREAMS.md").read_text()
    assert memory.dreamer.ranked() == []  # it stands in no note of this workspace
    agent = open_memory(author="agent:chiti")
    with pytest.raises(PathOutsideError):
        agent.backfill.write(outside)
    with pytest.raises(PathOutsideError):
        agent.harness.preview(outside)
    assert agent.backfill.write(Path("memory")).grounded == 2


def test_links_that_lead_out_are_not_followed(memory, root, tmp_path):
    outside = tmp_path / "old"
    outside.mkdir()
    (outside / "2025-06-01.md").write_text("- Never deploy on a Monday\n")
    (root / "memory/2025-06-01.md").symlink_to(outside / "2025-06-01.md")
    (root / "memory/older").symlink_to(outside)
    (root / "memory/2025-06-02.md").symlink_to("nowhere.md")
    for path in ("memory/2025-06-01.md", "memory/older"):
        with pytest.raises(PathOutsideError):
            memory.backfill.write(Path(path))
    with pytest.raises(PathError):
        memory.backfill.write(Path("memory/2025-06-02.md"))
    found = memory.backfill.write(Path("memory"))
    assert "Monday" not in (root / "DREAMS.md").read_text()
    assert [path for path, _ in found.notes.skipped] == [
        "memory/2025-06-01.md",
        "memory/2025-06-02.md",
        "memory/older",
    ]


def test_only_daily_notes_of_a_folder_are_read_the_newest_512(memory, root, write, tmp_path):
    write("memory/daily/2026-01-01.md", "- Never deploy on a Sunday\n")
    write("memory/dreaming/light/2026-01-02.md", "- Never: a report\n")
    write("memory/chat-2026-01-03.md", "- Never: a chat log\n")
    write("memory/2026-01-04 (1).md", "- Never: a copy\n")
    write("memory/shop.md", "- Never: a subject\n")
    write("memory/2026-01-05.txt", "- Never: no Markdown\n")
    write("memory/2026-01-06.md", b"- Never: \0 binary\n")
    write("memory/2026-01-07.md", b"- Never deploy on a Monday\n" + b"x" * 1_000_000)
    os.mkfifo(root / "memory/2026-01-08.md")
    found = memory.backfill.write(root)
    assert [note.path for note in found.notes.notes] == [
        "memory/daily/2026-01-01.md",
        *(f"memory/2026-02-0{day}.md" for day in (1, 2, 3)),
    ]
    assert [path for path, _ in found.notes.skipped] == [
        f"memory/2026-01-0{day}.md" for day in (6, 7, 8)
    ]
    assert memory.harness.preview(Path("memory/dreaming/light/2026-01-02.md").parent.parent.parent)
    many = tmp_path / "many"
    many.mkdir()
    for number in range(515):
        day = NOW.date() - timedelta(days=number)
        (many / f"{day}.md").write_text("- Never deploy on a Friday\n")
    notes = memory.backfill.write(many).notes
    assert len(notes.notes) == 512
    assert len(notes.skipped) == 3
    assert notes.notes[-1].day == NOW.date()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["rem-backfill"], 2, "Either --path or a rollback"),
        (["rem-backfill", "--path", "memory", "--rollback"], 2, "Either --path or a rollback"),
        (["rem-backfill", "--rollback", "--stage-short-term"], 2, "Either --path or a rollback"),
        (["rem-backfill", "--path", "nowhere"], 2, "There is no nowhere"),
        (["rem-backfill", "--path", "memory/notes.md"], 5, "no daily note"),
        (["rem-backfill", "--path", "memory/2026-01-06.md"], 5, "zero bytes"),
        (["rem-backfill", "--path", "memory/2026-01-07.md"], 5, "more than the 1,000,000"),
        (["rem-backfill", "--path", "empty"], 2, "holds no daily note"),
        (["rem-harness", "--path", "nowhere"], 2, "There is no nowhere"),
        (["rem-harness", "--path", "/dev/null"], 5, "no daily note"),
        (["rem-harness", "--path", "a\nb"], 2, "There is no a b"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_read_is_said(lamina, root, write, arguments, code, said):
    write("memory/notes.md", "- x\n")
    write("memory/2026-01-06.md", b"- \0\n")
    write("memory/2026-01-07.md", b"x" * 1_000_001)
    (root / "empty").mkdir()
    before = tree(root)
    done = lamina(*arguments)
    assert done.returncode == code, (done.stdout, done.stderr)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert tree(root) == before

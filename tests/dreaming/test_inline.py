"""Reports in the day's note: one block a phase at its end, never in the way, never a fact."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents import markdown
from lamina.dreaming import reports
from tests.dreaming.lived import ANNA, ASKED, MONDAY, NIGHT, live

INLINE = {"dreaming.storage": "inline"}
TODAY = "memory/2026-03-05.md"
MINE = (
    "# 2026-03-05\n\n## Harbour\n\n- 08:00 The ferry was late\n- 09:00 Tom called twice\n"
    "- 10:00 The crane is blue\n"
)


def test_a15_by_default_no_note_is_touched(open_memory, write, root):
    live(open_memory, write)
    path = write(TODAY, MINE)
    before = path.read_bytes()
    open_memory(now=NIGHT).dreamer.sweep()
    assert path.read_bytes() == before
    for phase in ("light", "deep"):
        assert (root / f"memory/dreaming/{phase}/2026-03-05.md").exists()


def test_a15_inline_the_lines_of_people_stay_and_one_block_a_phase_ends_the_note(
    open_memory, write, root
):
    live(open_memory, write)
    path = write(TODAY, MINE)
    open_memory(now=NIGHT, **INLINE).dreamer.sweep()
    text = path.read_text("utf-8")
    assert text.startswith(MINE)
    assert re.fullmatch(
        r"\n## Light Sleep\n<!-- openclaw:dreaming:light:start -->\n"
        r"(?:- Candidate: .+\n  - confidence: \d\.\d\d\n  - evidence: memory/.+#L\d+\n"
        r"  - recalls: \d\n  - status: staged\n)+"
        r"<!-- openclaw:dreaming:light:end -->\n"
        r"\n## REM Sleep\n<!-- openclaw:dreaming:rem:start -->\n"
        r"### Reflections\n\n- .+\n\n### Possible Lasting Truths\n\n- .+\n"
        r"<!-- openclaw:dreaming:rem:end -->\n",
        text.removeprefix(MINE),
    )
    assert not (root / "memory/dreaming/light/2026-03-05.md").exists()
    assert not (root / "memory/dreaming/deep/2026-03-05.md").exists()
    assert "Promoted 1 candidate(s)" in (root / "DREAMS.md").read_text("utf-8")


def test_both_writes_files_and_blocks(open_memory, write, root):
    live(open_memory, write)
    open_memory(now=NIGHT, **{"dreaming.storage": "both"}).dreamer.sweep()
    for phase in ("light", "rem", "deep"):
        assert (root / f"memory/dreaming/{phase}/2026-03-05.md").exists()
    blocks = markdown.parse((root / TODAY).read_text("utf-8")).managed
    assert [b.name for b in blocks] == ["openclaw:dreaming:light", "openclaw:dreaming:rem"]


@pytest.mark.parametrize("layout", ["flat", "daily"])
def test_a_note_that_is_not_there_is_begun_in_the_layout_of_the_workspace(
    open_memory, write, root, layout
):
    live(open_memory, write)
    settings = INLINE | {"notes.layout": layout}
    open_memory(now=NIGHT, **settings).dreamer.sweep()
    folder = root / "memory" / ("daily" if layout == "daily" else "")
    text = (folder / "2026-03-05.md").read_text("utf-8")
    assert text.startswith("# 2026-03-05 (Europe/Berlin, +01:00)\n\n## Light Sleep\n<!-- openclaw")


@pytest.mark.parametrize("storage", ["inline", "both"])
def test_a12_a_second_sweep_with_nothing_new_writes_nothing(open_memory, write, root, storage):
    live(open_memory, write)
    write(TODAY, MINE)
    settings = {"dreaming.storage": storage}
    open_memory(now=NIGHT, **settings).dreamer.sweep()
    before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in root.rglob("*.md")}
    for days in (0, 1, 9):
        assert open_memory(now=NIGHT + timedelta(days=days), **settings).dreamer.sweep().nothing_new
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in root.rglob("*.md")} == before


def test_a12_a_second_sweep_of_the_day_replaces_the_block_where_it_stands(open_memory, write, root):
    live(open_memory, write)
    path = write(TODAY, MINE)
    open_memory(now=NIGHT, **INLINE).dreamer.sweep()
    path.write_text(path.read_text("utf-8") + "\n- 22:40 Late line of mine\n", "utf-8")
    write("memory/2026-03-04.md", "# 2026-03-04\n\n- The mast is new\n")
    open_memory(now=NIGHT + timedelta(minutes=20), **INLINE).dreamer.sweep()
    text = path.read_text("utf-8")
    assert text.startswith(MINE)
    assert text.endswith("\n- 22:40 Late line of mine\n")
    for phase in ("light", "rem"):
        assert text.count(f"<!-- openclaw:dreaming:{phase}:start -->") == 1
        assert text.count(f"<!-- openclaw:dreaming:{phase}:end -->") == 1
    assert text.count("## Light Sleep") == 1
    assert "- Candidate: The mast is new\n" in text
    assert "- Candidate: Late line of mine\n" in text


def test_the_note_is_part_of_the_one_change_that_is_taken_back(open_memory, write, root):
    live(open_memory, write)
    write(TODAY, MINE)
    before = {p: p.read_bytes() for p in root.rglob("*.md")}
    memory = open_memory(now=NIGHT, **INLINE)
    memory.dreamer.sweep()
    memory.undo()
    assert {p: p.read_bytes() for p in root.rglob("*.md")} == before


def test_a08_a_bullet_right_before_the_block_is_found_and_the_block_is_not(open_memory, write):
    write(
        "memory/2026-03-02.md",
        "# 2026-03-02\n\n- The bread is rye\n- Buy oat milk\n"
        "<!-- openclaw:dreaming:light:start -->\n- Candidate: buy oat milk for the office\n"
        "  - confidence: 0.62\n<!-- openclaw:dreaming:light:end -->\n- Sold the oat mill\n",
    )
    memory = open_memory(now=MONDAY)
    hits = memory.search("oat milk").hits
    assert hits[0].snippet == "- Buy oat milk"
    assert memory.search("office candidate").hits == ()
    memory.dreamer.evidence.take_in()
    found = {one.text for one in memory.dreamer.evidence.noted(MONDAY.date())}
    assert found == {"The bread is rye", "Buy oat milk", "Sold the oat mill"}


def test_a08_the_bullet_is_promoted_also_after_lines_came_above(open_memory, write, root):
    live(open_memory, write)
    note = root / "memory" / "2026-03-02.md"
    text = note.read_text("utf-8").replace(
        "- 09:40 Lunch was late.\n- 10:00 The bus was full.\n", ""
    )
    text = text.replace("\n\n", "\n\n- one\n- two\n- three\n", 1)
    block = f"<!-- openclaw:dreaming:light:start -->\n- Candidate: {ANNA}, maybe\n"
    note.write_text(f"{text}{block}<!-- openclaw:dreaming:light:end -->\n", "utf-8")
    sweep = open_memory(now=NIGHT).dreamer.sweep()
    assert [(one.text, one.source) for one in sweep.outcome.promoted] == [
        (ANNA, "memory/2026-03-02.md#L6")
    ]
    assert "maybe" not in (root / "MEMORY.md").read_text("utf-8")


def test_a18_blocks_are_neither_found_nor_evidence_nor_part_of_the_context(
    open_memory, write, root
):
    live(open_memory, write)
    path = write(TODAY, MINE)
    open_memory(now=NIGHT, **INLINE).dreamer.sweep()
    path.write_text(path.read_text("utf-8") + "- 23:00 The buoy is green\n", "utf-8")
    (root / "memory" / "2026-03-02.md").unlink()
    (root / "MEMORY.md").write_text("# MEMORY\n", "utf-8")
    memory = open_memory(now=NIGHT + timedelta(minutes=40))
    for question in (*ASKED, "Light Sleep", "REM Sleep", "Reflections", "Possible Lasting Truths"):
        assert not [h for h in memory.search(question).hits if "Anna" in h.snippet]
        assert not [h for h in memory.search(question).hits if "Sleep" in h.snippet + h.heading]
    (hit,) = memory.search("green buoy").hits
    assert hit.heading == "2026-03-05"
    memory.dreamer.evidence.take_in()
    noted = {one.text for one in memory.dreamer.evidence.noted(NIGHT.date())}
    assert noted == {
        "The ferry was late",
        "Tom called twice",
        "The crane is blue",
        "The buoy is green",
    }
    context = memory.context().text
    assert "The crane is blue" in context
    assert "The buoy is green" in context
    assert "openclaw:dreaming" not in context
    assert "Sleep" not in context


def test_what_is_remembered_after_the_block_stands_under_a_heading_of_its_own(
    open_memory, write, root
):
    live(open_memory, write)
    open_memory(now=NIGHT, **INLINE).dreamer.sweep()
    open_memory(now=NIGHT + timedelta(minutes=5)).remember("The buoy is green")
    text = (root / TODAY).read_text("utf-8")
    assert text.endswith(
        "<!-- openclaw:dreaming:rem:end -->\n\n## Notes\n- 22:35 The buoy is green\n"
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b"\0\1"),
        lambda path: path.write_text("# T\n\n```\nopen\n"),
        lambda path: path.write_text("# T\n\n<!-- open\n"),
        lambda path: path.write_text("# T\n\n<pre>open\n"),
        lambda path: path.mkdir(),
    ],
    ids=["binary", "open fence", "open comment", "open tag", "folder"],
)
def test_a_note_that_cannot_hold_a_block_stays_and_the_reports_are_files(
    open_memory, write, root, spoil
):
    live(open_memory, write)
    path = root / TODAY
    spoil(path)
    before = path.read_bytes() if path.is_file() else b""
    sweep = open_memory(now=NIGHT, **INLINE).dreamer.sweep()
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert sweep.notices[0].startswith("The reports are not in the day's note.")
    assert ANNA in (root / "memory/dreaming/light/2026-03-05.md").read_text("utf-8")


def test_blocks_that_were_doubled_become_one_and_older_ones_of_hosts_are_taken_over():
    block = "<!-- openclaw:dreaming:light:start -->\n- old\n<!-- openclaw:dreaming:light:end -->\n"
    text = f"# T\r\n\r\n- mine\r\n\r\n## Light Sleep\r\n{block}- between\n\n## Light Sleep\n{block}- after"
    assert reports.with_block(text, "light", "- new\n") == (
        "# T\r\n\r\n- mine\r\n\r\n## Light Sleep\r\n<!-- openclaw:dreaming:light:start -->\n- new\n"
        "<!-- openclaw:dreaming:light:end -->\n- between\n\n- after"
    )


@given(
    st.lists(
        st.sampled_from(
            [
                "# T",
                "## U",
                "- a",
                "  - b",
                "words",
                "",
                "| a | b |",
                "|---|---|",
                "<!-- c -->",
                "***",
            ]
        )
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_a15_no_line_of_a_person_changes_whatever_the_note_holds(lines, eol, ended):
    old = eol.join(lines) + (eol if ended and lines else "")
    once = reports.with_block(old, "light", "- Candidate: x\n")
    both = reports.with_block(once, "rem", "### Reflections\n\n- y\n")
    again = reports.with_block(reports.with_block(both, "light", "- z\n"), "rem", "- w\n")
    for text in (once, both, again):
        assert text.startswith(old)
    assert "Candidate" not in again
    names = [block.name for block in markdown.parse(again).managed]
    assert names == ["openclaw:dreaming:light", "openclaw:dreaming:rem"]

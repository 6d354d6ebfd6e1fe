"""Cases from real bug reports: what must never be promoted, and what must always be."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from lamina.dreaming import promotions

MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def night(open_memory):
    """Ask questions on each of some days, later than the notes; return the sweep that follows."""

    def lived(*questions, days=4, first=4, **settings):
        for number in range(first, first + days):
            for question in questions:
                open_memory(now=MONDAY + timedelta(days=number), **settings).search(question)
        return open_memory(now=MONDAY + timedelta(days=first + days), **settings).dreamer.sweep()

    return lived


def tree(root):
    return {
        path: path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".dreams" not in path.parts
    }


def test_a01_records_of_a_pipeline_commands_and_bare_headings_are_no_memories(
    write, night, open_memory, root, lamina
):
    write(
        "memory/2026-03-02.md",
        "# 2026-03-02\n\n"
        "- status: staged - Candidate: Assistant: shipped it - confidence: 0.58 - evidence:"
        " memory/.dreams/session-corpus/2026-04-17.txt:3-3 - recalls: 0\n"
        "- ## Decision\n"
        "- cmake --build build -j8\n",
    )
    sweep = night("shipped it candidate", "decision", "cmake build")
    assert sweep.outcome.promoted == []
    assert not (root / "MEMORY.md").exists()
    shown = lamina("promote-explain", "cmake", "--now", "2026-03-11T09:00").stdout
    assert "machine text" in shown


def test_a03_what_a_job_reports_every_day_is_no_memory(write, night, root):
    for day in range(2, 7):
        decided = "- We buy the blue van from Reuter\n\n" if day == 2 else ""
        write(
            f"memory/2026-03-{day:02}.md",
            f"# 2026-03-{day:02}\n\n{decided}## Cron: daily news\n\n- The index rose by a point\n"
            "- Rain is coming from the west\n- The harbour fair opens\n",
        )
    night("which van do we buy?", "index rose point", "harbour fair opens", "rain west", first=6)
    assert [one.text for one in promotions.read((root / "MEMORY.md").read_text("utf-8"))] == [
        "We buy the blue van from Reuter"
    ]


def test_a05_nobody_asked_nothing_is_written_and_the_limit_holds(write, night, root, open_memory):
    write("MEMORY.md", "# M\n\n" + "".join(f"- Rule {n} holds always\n" for n in range(36)))
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Anna is allergic to penicillin\n")
    before = (root / "MEMORY.md").read_bytes()
    open_memory(now=MONDAY + timedelta(days=3)).dreamer.sweep()
    assert (root / "MEMORY.md").read_bytes() == before
    sweep = night("Anna allergic", "penicillin", **{"core.memory_lines": "38"})
    assert (root / "MEMORY.md").read_bytes() == before
    assert sweep.outcome.reasons() == {"memory budget": 1}


def test_a09_placeholders_are_no_memories(write, night, open_memory):
    write(
        "memory/2026-03-02.md",
        "# 2026-03-02\n\n## Notes\n\n- [ ] \n\n---\n\n```\n```\n\n| --- | --- |\n\n@@ -1,3 @@\n\n"
        "- [ ] Renew passport before 12 July\n",
    )
    sweep = night("passport renew", "notes", "2026-03-02", "before 12 July")
    assert [one.text for one in sweep.outcome.promoted] == ["Renew passport before 12 July"]


@pytest.mark.parametrize("mark", ["-", "*", "+", "1."])
def test_a10_a_bullet_stays_one_bullet(write, night, root, mark):
    write("memory/2026-03-02.md", f"# 2026-03-02\n\n{mark} Prefers green tea\n")
    night("green tea", "what does she prefer?")
    text = (root / "MEMORY.md").read_text("utf-8")
    assert "\n- Prefers green tea (memory/2026-03-02.md#L3)\n" in text


def test_a11_fifty_sweeps_with_nothing_new_do_nothing(write, night, open_memory, root):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Anna is allergic to penicillin\n")
    night("Anna allergic", "penicillin")
    before = tree(root)
    memory = open_memory(now=MONDAY + timedelta(days=8, minutes=1))
    runs = len(memory.dreamer.runs())
    for _ in range(50):
        assert memory.dreamer.sweep().nothing_new
    assert tree(root) == before
    assert len(memory.dreamer.runs()) == runs + 1


def test_a13_being_swept_is_no_evidence(write, open_memory, root):
    vivid = [f"The {bird} sang in the old harbour" for bird in ("wren", "lark", "rook", "owl")]
    for day in range(1, 31):
        lines = vivid if day == 1 else [f"Day {day} went by with tea and letters"]
        text = "".join(f"- {line}\n" for line in lines)
        write(f"memory/2026-03-{day:02}.md", f"# 2026-03-{day:02}\n\n{text}")
    scores = []
    for day in range(2, 12):
        memory = open_memory(now=datetime(2026, 3, day, 3, tzinfo=UTC))
        assert memory.dreamer.sweep().outcome.promoted == []
        scores.append(memory.dreamer.explain("the lark").score)
    assert max(scores[1:]) <= scores[0] + 0.06  # one night of staging, fading since
    assert scores[-1] < max(scores)
    last = root / "memory" / "dreaming" / "light" / "2026-03-11.md"
    assert not last.exists() or "lark" not in last.read_text("utf-8")


def test_a19_a_night_takes_in_what_changed_and_no_more(write, open_memory, root):
    for day in range(60):
        write(f"memory/{date(2026, 1, 1) + timedelta(days=day)}.md", f"- Line of day {day}\n")
    memory = open_memory(now=MONDAY)
    assert memory.dreamer.evidence.take_in() == 60
    write("memory/2026-01-05.md", "- Line of day 4\n- And one more\n")
    assert memory.dreamer.evidence.take_in() == 1
    assert memory.dreamer.evidence.take_in() == 0


def test_g07_each_phase_leaves_its_own_report(write, night, root):
    for day in range(2, 6):
        write(
            f"memory/2026-03-{day:02}.md",
            f"# 2026-03-{day:02}\n\n- The boiler was checked by Ortega, part {day}\n",
        )
    night("boiler Ortega", "who checks the boiler?", days=3, first=3)
    folder = root / "memory" / "dreaming"
    assert {path.parent.name for path in folder.rglob("2026-03-08.md")} == {"light", "rem", "deep"}


def test_k04_what_was_recalled_and_said_again_is_one_line_a_day_and_no_evidence(
    open_memory, root, write
):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Anna is allergic to penicillin\n")
    for number in range(20):
        now = MONDAY + timedelta(days=1, minutes=number)
        memory = open_memory(now=now, author="agent:chiti")
        (hit, *_) = memory.search("what is Anna allergic to?").hits
        memory.remember(hit.snippet.removeprefix("- "))
    notes = [path.read_text("utf-8") for path in (root / "memory").glob("2026-*.md")]
    assert [note.count("allergic to penicillin") for note in notes] == [1, 1]
    found = open_memory(now=MONDAY + timedelta(days=2)).dreamer.explain("penicillin")
    assert found.candidate.recalls == 0.5  # one question on one day, while it is fresh


def test_a_sweep_killed_before_it_kept_its_record_loses_none(write, night, open_memory, root):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Anna is allergic to penicillin\n")
    night("Anna allergic", "penicillin")
    later = MONDAY + timedelta(days=9)
    memory = open_memory(now=later)
    (key,) = memory.dreamer.dreams.promotions()
    with memory.state.database.transaction() as connection:  # as a kill at that moment leaves it
        connection.execute("DELETE FROM promotions")
        connection.execute("DELETE FROM runs")
    assert memory.dreamer.sweep().outcome.reasons() == {"promoted": 1}
    assert list(memory.dreamer.dreams.promotions()) == [key]
    (root / "MEMORY.md").write_text("# M\n", "utf-8")
    memory.search("what is Anna allergic to?")
    sweep = open_memory(now=later + timedelta(days=1)).dreamer.sweep()
    assert sweep.outcome.reasons() == {"taken out": 1}

"""The views, made of what a real memory answers; no browser, no server."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from lamina.documents.merging import merge
from lamina.dreaming.scoring import SIGNALS, Gates
from lamina.upkeep.activity import Day
from lamina.web.views import board, dreams, files, history, overview, search, sessions

NOTE = "memory/2026-03-01.md"


def test_the_bar_is_as_wide_as_the_budget_and_hatches_what_is_cut(open_memory, write):
    memory = open_memory(**{"core.file_chars": "120", "core.total_tokens": "100"})
    write("SOUL.md", "# Soul\n\n- calm and kind\n")
    write("MEMORY.md", "# Memory\n\n" + "- a line about the shop and its tea\n" * 12)
    found = overview.weight(memory.core(), memory.core_sections())
    assert [band.file.path for band in found.bands] == ["SOUL.md", "MEMORY.md"]
    assert found.over
    assert found.budget_x < overview.WIDE
    last = found.bands[-1]
    assert last.x + last.width <= overview.WIDE
    (segment,) = last.segments
    assert segment.cut > 0
    assert segment.cut_x + segment.cut_width == pytest.approx(segment.x + segment.width, abs=0.1)
    assert found.cut == segment.cut
    assert segment.preview.count("\n") == 4
    assert segment.preview.endswith("…")


def test_an_empty_workspace_has_an_empty_bar(memory):
    found = overview.weight(memory.core(), memory.core_sections())
    assert (found.bands, found.tokens, found.cut, found.over) == ((), 0, 0, False)


def test_matters_are_shown_by_age(memory, write):
    write(
        "memory/active-context.md",
        "# A\n\n## [OPEN] New\nx\n<!-- opened 2026-03-01, touched 2026-03-03 -->\n\n---\n\n"
        "## [OPEN] Old — since long\nx\n<!-- opened 2026-01-01, touched 2026-01-02 -->\n\n---\n\n"
        "## [OPEN] Rule\nx\n<!-- opened 2026-01-01, pinned -->\n\n---\n\n## [DONE] Gone\nx\n",
    )
    found = overview.matters(memory.active.blocks(), memory.today, 30)
    assert [one.subject for one in found] == ["Rule", "Old", "New"]
    assert [one.late for one in found] == [False, True, False]
    assert found[1].short == "since long"
    assert found[1].idle == 61
    assert found[0].share == overview.WIDE


def test_the_calendar_stands_in_weeks_and_one_great_day_hides_no_other():
    first = date(2026, 1, 5)  # a Monday
    counts = [5] * 60 + [900]
    days = [Day(first + timedelta(days=n), notes, 0, 0) for n, notes in enumerate(counts)]
    found = overview.calendar(days)
    assert [s.y for s in found.squares[:8]] == [n * overview.CELL for n in (*range(7), 0)]
    assert found.squares[7].x == overview.CELL
    assert {square.levels[0] for square in found.squares} == {4}
    assert found.squares[0].levels[1:] == (0, 0)
    assert found.months == ((4 * overview.CELL - overview.CELL, "02"), (7 * overview.CELL, "03"))
    assert found.totals == (1200, 0, 0)


def test_findings_come_weightiest_first_and_the_safe_ones_are_counted(memory, write):
    write("memory/2026-03-01.md", "# 2026-03-01\n\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> x\n")
    found = overview.checked(memory.doctor.check(), most=1)
    assert str(found.findings[0].severity) == "finding"
    assert found.more > 0
    assert found.safe == sum(one.safe for one in memory.doctor.check().findings)


def test_jobs_come_next_first(memory):
    found = overview.jobs(memory.jobs.views())
    times = [one.next for one in found if one.next]
    assert times == sorted(times)
    assert [bool(one.next) for one in found] == sorted([bool(one.next) for one in found])[::-1]


def test_the_board_has_a_column_for_each_state(memory):
    memory.active.open("Move", "papers")
    memory.active.open("Gone", "x")
    memory.active.done("Gone")
    for name in ("Shop", "Rest", "End"):
        memory.topics.new("coding", name, goal="g", role="CTO")
    memory.topics.pause("Rest")
    memory.topics.archive("End", result="all well")
    found = board.columns(
        memory.active.blocks(),
        memory.topics.entries(),
        memory.topics.entries(archived=True),
        memory.today,
    )
    assert [(one.state, [card.name for card in one.cards]) for one in found] == [
        ("open", ["Move"]),
        ("done", ["Gone"]),
        ("active", ["Shop"]),
        ("paused", ["Rest"]),
        ("archived", ["End"]),
    ]
    assert found[0].cards[0].moves == ("done",)
    assert found[3].cards[0].moves == ("active", "archived")


def test_hits_show_where_the_words_are_and_why_they_stand_there(memory, write):
    write(
        NOTE, "# 2026-03-01\n\n- the shop opens at nine <b>\n- Die Äpfel sind rot\n- 银针茶到货\n"
    )
    found = search.results(memory.search("when does the shop open", record=False))
    parts = found.hits[0].parts
    assert "".join(part.text for part in parts) == "- the shop opens at nine <b>"
    assert [part.text for part in parts if part.marked][-2:] == ["shop", "opens"]
    values = [reason.value for reason in found.hits[0].reasons]
    assert values == sorted(values, reverse=True)
    (hit, *_) = search.results(memory.search("银针", record=False)).hits
    assert [part.text for part in hit.parts if part.marked] == ["银针"]
    assert [part.text for part in search.marked("a.c abc", ["a.c"]) if part.marked] == ["a.c"]
    assert search.marked("plain", []) == [search.Part("plain", marked=False)]


def test_the_tree_is_by_layer_and_large_layers_are_folded_by_month(memory, write):
    for number in range(60):
        day = date(2026, 1, 1) + timedelta(days=number)
        write(f"memory/{day}.md", f"# {day}\n")
    write("MEMORY.md", "# M\n")
    scan = memory.tree()
    found = files.tree(scan)
    assert [layer.name for layer in found.layers] == ["memory", "daily"]
    daily = found.layers[1]
    assert [(b.key, b.count, b.leaves) for b in daily.branches] == [
        ("2026-03", 1, ()),
        ("2026-02", 28, ()),
        ("2026-01", 31, ()),
    ]
    assert files.leaves(scan, "daily", "2026-02")[0].path == "memory/2026-02-28.md"
    assert found.layers[0].branches[0].leaves[0].name == "MEMORY.md"


def test_a_long_life_is_folded_by_years(memory, write):
    for number in range(files.FOLDED + 2):
        write(f"memory/{2020 + number // 12}-{number % 12 + 1:02}-01.md", "# x\n")
    scan = memory.tree()
    (daily,) = files.tree(scan).layers
    assert [branch.key for branch in daily.branches] == ["2023", "2022", "2021", "2020"]
    assert len(files.leaves(scan, "daily", "2021")) == 12


def test_lines_have_their_writers_and_long_files_go_on(memory, write):
    memory.remember("the door is blue")
    path = "memory/2026-03-04.md"
    text = memory.by_hand.open(path).text
    found = files.source(text, memory.known_lines(path))
    assert [line.origin for line in found.lines if "door" in line.text] == ["owner"]
    assert found.next == 0
    long = files.source("x\r\n" * (files.LINES + 5), ())
    assert (len(long.lines), long.total, long.next) == (
        files.LINES,
        files.LINES + 5,
        files.LINES + 1,
    )
    assert files.source("x\n" * 9, (), 8).lines[0].number == 8
    assert files.source("", ()).lines == ()


def test_two_edits_stand_beside_each_other():
    base = "".join(f"{n}\n" for n in range(20))
    merged = merge(base, base.replace("19\n", "mine\n"), base.replace("19\n", "theirs\n"))
    found = files.pieces(merged)
    assert [piece.side for piece in found] == ["nobody", "skipped", "nobody", "conflict"]
    assert found[1].skipped == 13
    assert (found[3].mine, found[3].theirs) == ("mine\n", "theirs\n")


def test_the_history_is_in_pages_and_can_be_of_one_file(memory):
    for number in range(history.PAGE + 2):
        memory.remember(f"giraffe {number} was counted")
    memory.active.open("Move", "x")
    first = history.page(memory.history(), memory.zone)
    assert len(first.changes) == history.PAGE
    second = history.page(memory.history(), memory.zone, first.older)
    assert second.older == 0
    assert second.changes[-1].id == 1
    (only,) = history.page(memory.history(), memory.zone, path="memory/active-context.md").changes
    assert (only.command, only.at) == ("active open", "2026-03-04 09:30")
    (hunk,) = history.hunks(memory.history()[-1])
    assert hunk.rows[-1] == history.Row("+", "- 09:30 giraffe 0 was counted")
    memory.undo(only.id)
    taken = history.page(memory.history(), memory.zone).changes
    assert taken[0].undoes == only.id
    assert not taken[1].stands


def test_candidates_show_six_signals_and_their_gates(memory, write):
    write(NOTE, "# 2026-03-01\n\n- the shop opens at nine\n- the bus is late\n")
    for question in ("token shop", "the shop", "when does the shop open", "shop nine"):
        memory.search(question)

    def scene():
        ranked = memory.dreamer.ranked()
        return dreams.scene(ranked, memory.dreamer.weights, memory.dreamer.dreams.promotions())

    best = scene().needed[0]
    assert best.text == "the shop opens at nine"
    assert tuple(signal.name for signal in best.signals) == SIGNALS
    assert sum(signal.adds for signal in best.signals) <= best.score + 0.01
    assert {gate.name for gate in best.gates} >= {"score", "recalls", "age"}
    assert best.stage == 0
    assert best.asked
    memory.dreamer.sweep(gates=Gates(min_score=0, min_recalls=1, min_queries=1))
    after = scene()
    assert after.promoted[0][1].startswith("the shop opens at nine")
    assert after.needed[0].stage == 3
    standing = dreams.standing(memory.schedule.status())
    assert dict(standing.counts)["promoted"] >= 1
    assert standing.nights[0].promoted >= 1
    entries = dreams.diary(memory.files.read("DREAMS.md"))
    assert "the shop opens at nine" in entries[0]
    assert "<!--" not in entries[0]
    assert dreams.diary("# no diary") == ()


def test_proposals_wait_in_their_order(open_memory, write):
    memory = open_memory(**{"dreaming.write": "propose"})
    write(NOTE, "# 2026-03-01\n\n- the shop opens at nine\n")
    for question in ("the shop", "when does the shop open", "shop nine"):
        memory.search(question)
    memory.dreamer.sweep(gates=Gates(min_score=0, min_recalls=1, min_queries=1))
    (one,) = dreams.proposals(memory.proposals.list())
    assert (one.number, one.mark, one.edited) == (1, "open", False)
    assert one.source.startswith(NOTE)


@pytest.mark.parametrize(
    ("seconds", "said"), [(5, "0 min"), (61, "1 min"), (7200, "2 h"), (2_000_000, "23 d")]
)
def test_idle_times(seconds, said):
    assert sessions.idle(seconds) == said


def test_sizes():
    assert [sessions.size(n) for n in (0, 1500, 2_500_000)] == ["0.0 kB", "1.5 kB", "2.5 MB"]

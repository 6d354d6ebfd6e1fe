"""Active context: blocks are read as people write them, and only the lines meant are changed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.errors import (
    AlreadyThereError,
    AmbiguousNameError,
    EmptyTextError,
    NotWritableError,
    UnknownNameError,
)
from lamina.layers.active_blocks import read_blocks
from tests.conftest import NOW

PATH = "memory/active-context.md"
NOTE = "memory/2026-03-04.md"


def days_ago(days):
    return NOW - timedelta(days=days)


def blocks(memory):
    return {block.subject: block for block in memory.active.blocks()}


def clean(memory):
    return memory.apply(memory.hygiene.cleanup().plan)


# Written by hand: each is one matter with this subject, description, body and state.
BY_HAND = {
    "as we write it": ("## [OPEN] Move — papers\nbody\n\n---\n", "Move", "papers", "body", False),
    "small letters": ("## [open] Move\nbody\n", "Move", "", "body", False),
    "no rule": ("## [OPEN] Move\nbody", "Move", "", "body", False),
    "no space": ("## [OPEN]Move\nbody\n---\n", "Move", "", "body", False),
    "spaces inside": ("## [ DONE ] Move\nbody\n", "Move", "", "body", True),
    "colon": ("## [OPEN]: Move\nbody\n", "Move", "", "body", False),
    "third level": ("### [DONE] Move – papers\nbody\n", "Move", "papers", "body", True),
    "hyphen": ("## [OPEN] Move - papers\nbody\n", "Move", "papers", "body", False),
    "bullet": ("- [OPEN] Move: papers\n", "Move", "papers", "", False),
    "star bullet, bold tag": ("* **[OPEN]** Move — papers\n  body\n", "Move", "papers", "body", False),
    "number": ("1. [done] Move: papers\n   body\n2. else\n", "Move", "papers", "body", True),
    "bold": ("**[OPEN] Move — papers**\nbody\n\n---\n", "Move", "papers", "body", False),
    "bold heading": ("## **[OPEN] Move**\nbody\n", "Move", "", "body", False),
    "no mark": ("[OPEN] Move\nbody\nmore\n", "Move", "", "body\nmore", False),
    "emoji": ("## 🔴 [OPEN] Move\nbody\n", "Move", "", "body", False),
    "byte order mark": ("\ufeff## [OPEN] Move\nbody\n", "Move", "", "body", False),
    "CRLF": ("## [OPEN] Move — papers\r\nbody\r\n\r\n---\r\n", "Move", "papers", "body", False),
    "setext trap": ("## [OPEN] Move\nbody\n---\nloose\n", "Move", "", "body", False),
    "star rule": ("## [OPEN] Move\nbody\n\n***\n", "Move", "", "body", False),
    "sub-heading": ("## [OPEN] Move\nbody\n### more\nx\n", "Move", "", "body\n### more\nx", False),
    "rule in a fence": (
        "## [OPEN] Move\n```\n---\n## [DONE] No\n```\n---\n", "Move", "", "```\n---\n## [DONE] No\n```", False,
    ),
    "de open": ("## [OFFEN] Umzug — Unterlagen\nText\n", "Umzug", "Unterlagen", "Text", False),
    "de done": ("- [erledigt] Umzug: Text\n", "Umzug", "Text", "", True),
    "ru open": ("## [ОТКРЫТО] Переезд — бумаги\nтекст\n", "Переезд", "бумаги", "текст", False),
    "ru done": ("## [готово] Переезд\nтекст\n", "Переезд", "", "текст", True),
    "zh open": ("## [未结] 搬家 — 材料\n正文\n", "搬家", "材料", "正文", False),
    "zh done": ("- [已完成] 搬家：材料齐了\n", "搬家", "材料齐了", "", True),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_what_people_write_is_read(name):  # ACT-3
    text, subject, short, body, done = BY_HAND[name]
    (block,) = read_blocks(text)
    assert (block.subject, block.short, block.body, block.done) == (subject, short, body, done)
    assert block.has_body


@pytest.mark.parametrize(
    "text",
    [
        "# Active Context\n# Pflege-Regel: [DONE]-Einträge wöchentlich entfernen (via Cron).\n",
        "# [DONE]-Einträge wöchentlich entfernen\n- [DONE]-Blöcke gehen\n",
        "> ## [OPEN] quoted\n",
        "see [OPEN] in the text\n",
        "```\n## [OPEN] <Thema> — <Kurzbeschreibung>\n```\n",
        "- [ ] a task\n- [x] done\n",
        "| [OPEN] | x |\n",
    ],
)
def test_what_only_speaks_of_blocks_is_none(text):
    assert read_blocks(text) == ()


def test_blocks_that_follow_each_other_share_no_line():
    text = (
        "# Active\n\n- [OPEN] A: a\n- [DONE] B: b\n  more\n\n## [OPEN] C\nc\n## [DONE] D\nd\n---\n"
        "loose\n\n**[OPEN] E**\ne\n"
    )
    found = read_blocks(text)
    assert [(b.subject, b.done) for b in found] == [
        ("A", False), ("B", True), ("C", False), ("D", True), ("E", False),
    ]  # fmt: skip
    lines = text.splitlines()
    for block, after in zip(found, [*found[1:], None], strict=True):
        assert "]" in lines[block.start]
        assert after is None or block.end <= after.start
    assert all("loose" not in block.body for block in found)


@given(st.text(alphabet="#[]OPENDONE*-—: \n\rab`~<!>é开", max_size=120))
def test_any_text_can_be_read(text):
    lines = text.count("\n") + text.count("\r") + 1
    at = 0
    for block in read_blocks(text):
        assert at <= block.start < block.end <= lines
        at = block.end


def test_a_matter_is_opened_in_the_form_of_the_specification(memory, root):  # ACT-1
    written = memory.active.open(
        "Move", "The landlord wants the last\nthree pay slips.", short="papers are missing"
    )
    text = (root / PATH).read_text()
    assert text.endswith(
        "\n\n## [OPEN] Move — papers are missing\nThe landlord wants the last\nthree pay slips.\n"
        "<!-- opened 2026-03-04 -->\n\n---\n"
    )
    assert text.splitlines()[written.start_line - 1] == "## [OPEN] Move — papers are missing"
    block = memory.active.show("Move")
    assert (block.opened, block.touched, block.pinned) == ("2026-03-04", "2026-03-04", False)


@pytest.mark.parametrize("body", ["", "   \n\t", "---", "…!"])
def test_without_a_body_it_is_refused(memory, root, body):  # ACT-1
    with pytest.raises(EmptyTextError, match="body"):
        memory.active.open("Move", body)
    with pytest.raises(EmptyTextError, match="subject"):
        memory.active.open("  ", "body")
    assert not (root / PATH).exists()


BODIES = {
    "rule": "one\n---\ntwo",
    "rules": "one\n***\n___\n----\ntwo",
    "another block": "one\n## [OPEN] Second\ntwo",
    "bullet block": "one\n- [DONE] Second: x\ntwo",
    "heading": "one\n# Title\ntwo",
    "fence": "one\n```yaml\n---\n# comment\n## [OPEN] example\n```\ntwo",
    "open fence": "one\n```\n---\ntwo",
    "tilde fence": "one\n~~~\n## [OPEN] no\n~~~\ntwo",
    "html comment": "one\n<!-- not closed\ntwo",
}


@pytest.mark.parametrize("name", BODIES)
def test_no_body_breaks_out_of_its_block(memory, name):
    memory.active.open("First", "before")
    memory.active.open("Middle", BODIES[name])
    memory.active.open("Last", "after")
    memory.active.note("Middle", BODIES[name])
    found = memory.active.blocks()
    assert [b.subject for b in found] == ["First", "Middle", "Last"]
    assert not any(b.done for b in found)
    assert found[1].body.count("one") == found[1].body.count("two") == 2
    assert (found[0].body, found[2].body) == ("before", "after")


def test_code_in_a_body_stays_as_it_is(memory):
    memory.active.open("Deploy", BODIES["fence"])
    assert memory.active.show("Deploy").body == BODIES["fence"]


def test_an_open_subject_is_not_opened_twice_a_done_one_may_come_again(memory, root):
    memory.active.open("Move", "papers")
    before = (root / PATH).read_bytes()
    with pytest.raises(AlreadyThereError):
        memory.active.open("move", "again")
    assert (root / PATH).read_bytes() == before
    memory.active.done("Move")
    memory.active.open("Move", "the new flat")
    memory.active.note("Move", "has a garden")
    assert memory.active.show("Move").body == "the new flat\nhas a garden"
    memory.active.done("Move", "moved")
    assert [b.done for b in memory.active.blocks()] == [True, True]


def test_a_matter_is_named_by_a_part_of_its_name(memory):
    memory.active.open("Tax return 2025", "receipts", short="waiting for Vera")
    memory.active.open("Taxi refund", "invoice")
    assert memory.active.show("2025").subject == "Tax return 2025"
    assert memory.active.show("VERA").subject == "Tax return 2025"
    with pytest.raises(AmbiguousNameError) as error:
        memory.active.note("tax", "x")
    assert "Tax return 2025" in error.value.hint
    with pytest.raises(UnknownNameError):
        memory.active.done("Move")


def test_the_open_one_is_meant_where_a_done_one_fits_too(memory):
    memory.active.open("Movie night", "popcorn")
    memory.active.done("Movie night")
    memory.active.open("Move house", "boxes")
    memory.active.done("Mov")
    assert blocks(memory)["Move house"].done
    assert memory.active.show("Movie").done


@pytest.mark.parametrize("subject", ["Release 2.0 - beta", "Auth — backend", "A – B"])
def test_a_subject_with_a_dash_is_found_by_it(memory, subject):
    memory.active.open(subject, "body")
    memory.active.open("Auth — frontend", "other")
    memory.active.note(subject, "more")
    assert memory.active.show(subject).body == "body\nmore"
    with pytest.raises(AlreadyThereError):
        memory.active.open(subject, "again")


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("end", [True, False])
def test_note_and_done_change_only_their_lines(memory, root, write, eol, end):  # WS-5
    text = (
        "\ufeff# Mine\n\n* a list\n\n## [OPEN] A\nbody a\n\n---\nloose\n- [open] B: b\n\n## Other\nx"
    ).replace("\n", eol) + (eol if end else "")
    write(PATH, text)
    memory.active.note("A", "new line")
    memory.active.done("B")
    after = (root / PATH).read_bytes().decode()
    assert after == (
        text.replace(
            f"body a{eol}",
            f"body a{eol}new line{eol}<!-- opened 2026-03-04, touched 2026-03-04 -->{eol}",
        ).replace(
            f"- [open] B: b{eol}",
            f"- [DONE] B: b{eol}  <!-- opened 2026-03-04, done 2026-03-04 -->{eol}",
        )
    )
    memory.undo()
    memory.undo()
    assert (root / PATH).read_bytes().decode() == text


def test_dates_are_kept_in_the_comment(open_memory):  # ACT-2
    open_memory(now=days_ago(9)).active.open("Move", "papers")
    open_memory(now=days_ago(4)).active.note("Move", "he called")
    block = open_memory().active.show("Move")
    assert (block.opened, block.touched) == ("2026-02-23", "2026-02-28")
    assert block.body == "papers\nhe called"
    assert block.idle(NOW.date()) == 4


def test_hand_made_blocks_get_their_dates_from_the_reads(open_memory, write):  # ACT-2
    write(PATH, "## [OPEN] A\nbody a\n\n---\n\n## [OPEN] B\nbody b\n")
    assert blocks(open_memory(now=days_ago(20)))["A"].opened == "2026-02-12"
    write(PATH, "## [OPEN] A\nbody a, longer\n\n---\n\n## [OPEN] B\nbody b\n")
    found = blocks(open_memory(now=days_ago(10)))
    assert (found["A"].opened, found["A"].touched) == ("2026-02-12", "2026-02-22")
    found = blocks(open_memory())
    assert (found["A"].opened, found["A"].touched) == ("2026-02-12", "2026-02-22")
    assert (found["B"].opened, found["B"].touched) == ("2026-02-12", "2026-02-12")


def test_a_command_on_one_hand_made_block_keeps_the_dates_of_the_others(open_memory, write):
    write(PATH, "## [OPEN] A\nbody a\n\n---\n\n## [OPEN] B\nbody b\n")
    open_memory(now=days_ago(40)).active.blocks()
    open_memory().active.note("A", "more")
    found = blocks(open_memory())
    assert (found["A"].opened, found["A"].touched) == ("2026-01-23", "2026-03-04")
    assert (found["B"].opened, found["B"].touched) == ("2026-01-23", "2026-01-23")


def test_blocks_with_one_subject_have_their_own_dates(open_memory, write):
    write(PATH, "## [OPEN] Auth — one\na\n\n---\n\n## [OPEN] Auth — two\nb\n")
    open_memory(now=days_ago(40)).active.blocks()
    write(PATH, "## [OPEN] Auth — one\na, edited\n\n---\n\n## [OPEN] Auth — two\nb\n")
    found = open_memory().active.blocks()
    assert [b.touched for b in found] == ["2026-03-04", "2026-01-23"]


def test_a_block_edited_by_hand_after_ours_counts_as_touched(open_memory, root):
    memory = open_memory(now=days_ago(40))
    memory.active.open("Move", "papers")
    memory.active.blocks()
    text = (root / PATH).read_text()
    (root / PATH).write_text(text.replace("papers\n", "papers\nby hand\n"))
    block = blocks(open_memory(now=days_ago(5)))["Move"]
    assert (block.opened, block.touched) == ("2026-01-23", "2026-02-27")


@pytest.mark.parametrize("comment", ["opened 2026-02-31", "opened 2026-13-01, touched 0000-00-00"])
def test_a_date_that_is_none_is_passed_over(memory, write, comment):
    write(PATH, f"## [OPEN] Move\npapers\n<!-- {comment} -->\n")
    assert memory.active.show("Move").opened == "2026-03-04"
    memory.hygiene.cleanup()


def test_a_comment_of_the_users_is_no_date(memory, root, write):
    write(PATH, "## [OPEN] Move\npapers\n<!-- done by Vera, see 2026-01-01 -->\n")
    memory.active.note("Move", "more")
    assert "<!-- done by Vera, see 2026-01-01 -->\nmore\n" in (root / PATH).read_text()


def test_above_a_hundred_lines_there_is_a_warning(memory, write, lamina):  # ACT-3
    write(PATH, "## [OPEN] A\n" + "line\n" * 99)
    assert memory.active.brake() == ""
    write(PATH, "## [OPEN] A\n" + "line\n" * 100)
    assert "101 lines" in memory.active.brake()
    assert "101 lines" in lamina("active", "list").stderr


# Hygiene (ACT-4)


def test_done_and_idle_blocks_move_whole_into_todays_note(open_memory, root, write):
    write(
        PATH,
        "# Active\n\n---\n\n## [DONE] Tax — refund\nRemember **always ask**\n"
        "```sh\n# comment\nrm x\n```\nand `this_`\n\n---\n\n## [OPEN] Keep\nmine\n\n---\n\n"
        "## [OPEN] Old\nnobody came\n<!-- opened 2026-01-01 -->\n\n---\n\ntail\n",
    )
    before = (root / PATH).read_bytes()
    memory = open_memory()
    cleanup = memory.hygiene.cleanup()
    assert (root / PATH).read_bytes() == before  # planned, not done
    assert (cleanup.done, cleanup.idle) == (1, 1)
    memory.apply(cleanup.plan)
    assert (root / PATH).read_text() == "# Active\n\n---\n\n## [OPEN] Keep\nmine\n\n---\n\ntail\n"
    note = (root / NOTE).read_text()
    assert (
        "Remember **always ask**\n```sh\n# comment\nrm x\n```\nand `this_`\n" in note
    )  # byte for byte
    assert "[DONE] Tax — refund\n" in note
    assert "nobody came\n" in note
    assert "idle since 2026-01-01" in note  # a line that says so
    index = (root / "memory/daily-index.md").read_text()
    assert "- Tax → 2026-03-04.md\n" in index
    assert "- Old → 2026-03-04.md\n" in index
    assert len(memory.history()) == 1
    memory.undo()
    assert (root / PATH).read_bytes() == before
    assert not (root / NOTE).exists()


@pytest.mark.parametrize(("days", "moved"), [(30, False), (31, True)])
def test_over_thirty_days_means_the_thirty_first(open_memory, days, moved):
    open_memory(now=days_ago(days)).active.open("Move", "papers")
    memory = open_memory()
    clean(memory)
    assert ("Move" not in blocks(memory)) is moved


def test_touched_counts_not_opened(open_memory):
    open_memory(now=days_ago(90)).active.open("Move", "papers")
    open_memory(now=days_ago(5)).active.note("Move", "he called")
    memory = open_memory()
    clean(memory)
    assert "Move" in blocks(memory)


def test_pinned_ones_stay(open_memory):
    memory = open_memory(now=days_ago(400))
    memory.active.open("Never push on Fridays", "The pipeline is slow then.", pin=True)
    memory.active.note("Fridays", "It happened twice.")
    later = open_memory()
    clean(later)
    block = later.active.show("Fridays")
    assert block.pinned
    assert (block.opened, block.touched) == ("2025-01-28", "2025-01-28")
    later.active.done("Fridays")
    clean(later)
    assert later.active.blocks() == ()


def test_hand_made_bullets_and_blocks_without_a_subject_move_too(memory, root, write):
    write(PATH, "- [done] A: a\n- [open] B: b\n- [DONE] C: c\n  more c\n\n## [DONE]\nno subject\n")
    clean(memory)
    assert (root / PATH).read_text() == "- [open] B: b\n"
    note = (root / NOTE).read_text()
    assert all(
        text in note for text in ("[done] A: a\n", "- [DONE] C: c\n  more c\n", "no subject\n")
    )
    assert "\n-  →" not in (root / "memory/daily-index.md").read_text()


def test_a_second_cleanup_finds_nothing(memory, root, write):
    write(PATH, "## [DONE] A\na\n\n---\n\n## [OPEN] B\nb\n")
    clean(memory)
    left = (root / PATH).read_bytes(), (root / NOTE).read_bytes()
    cleanup = memory.hygiene.cleanup()
    assert (cleanup.done, cleanup.idle) == (0, 0)
    memory.apply(cleanup.plan)
    assert ((root / PATH).read_bytes(), (root / NOTE).read_bytes()) == left


def test_a_folder_that_cannot_be_written_can_be_read(open_memory, root, write):
    write(PATH, "## [OPEN] A\na\n")
    write("memory/.dreams", "in the way")  # where the state would be
    memory = open_memory()
    assert memory.active.show("A").touched == "2026-03-04"
    with pytest.raises(NotWritableError):
        memory.active.note("A", "more")

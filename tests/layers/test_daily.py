from __future__ import annotations

import contextlib
import hashlib
from datetime import datetime

import pytest

from lamina.errors import EmptyTextError, ExternallyChangedError
from lamina.layers.daily import entries
from lamina.layers.daily_index import add_to_index, clean_subject, read_index
from tests.conftest import NOW

INDEX = "memory/daily-index.md"
NOTE = "memory/2026-03-04.md"

LOGS = {
    "en": ("# Daily index", "- cause: c\n- change: d\n- todo: t\n"),
    "de": ("# Tagesindex", "- Anlass: c\n- Änderung: d\n- Offen: t\n"),
    "ru": ("# Индекс дней", "- причина: c\n- изменение: d\n- план: t\n"),
    "zh": ("# 记忆索引", "- 因：c\n- 改：d\n- 待：t\n"),
}


def test_the_first_line_makes_the_note_with_the_local_time_and_its_offset(memory, root):
    written = memory.remember("The viewing is on Friday.")
    assert (root / NOTE).read_text() == (
        "# 2026-03-04 (Europe/Berlin, +01:00)\n\n- 09:30 The viewing is on Friday.\n"
    )
    assert (written.path, written.start_line, written.end_line) == (NOTE, 3, 3)
    assert written.text == "- 09:30 The viewing is on Friday."


@pytest.mark.parametrize(
    ("zone", "moment", "note", "offset"),
    [  # H01
        ("Asia/Shanghai", "2026-04-11T19:53Z", "2026-04-12.md", "+08:00"),
        ("America/Los_Angeles", "2026-03-15T01:17Z", "2026-03-14.md", "-07:00"),
        ("Asia/Kathmandu", "2026-05-01T18:20Z", "2026-05-02.md", "+05:45"),
        ("Europe/Berlin", "2026-03-29T00:59Z", "2026-03-29.md", "+01:00"),
        ("Europe/Berlin", "2026-03-29T01:01Z", "2026-03-29.md", "+02:00"),
    ],
)
def test_the_note_is_that_of_the_users_day(open_memory, root, zone, moment, note, offset):
    memory = open_memory(now=datetime.fromisoformat(moment), **{"notes.timezone": zone})
    assert memory.remember("x").path == f"memory/{note}"
    assert f"({zone}, {offset})" in (root / "memory" / note).read_text()
    assert str(memory.today) == note.removesuffix(".md")  # H02: one answer everywhere
    assert memory.status().today == str(memory.today)
    assert [p.path for p in memory.context().parts] == [f"memory/{note}"]


def test_new_notes_go_where_the_workspace_keeps_them(open_memory, write):  # WS-3
    write("memory/daily/2026-03-01.md", "x\n")
    write("memory/daily/2026-03-02.md", "x\n")
    write("memory/2026-01-01.md", "x\n")
    assert open_memory().remember("x").path == "memory/daily/2026-03-04.md"
    later = datetime.fromisoformat("2026-03-05T10:00+01:00")
    assert open_memory(now=later, **{"notes.layout": "flat"}).remember("x").path == (
        "memory/2026-03-05.md"
    )


def test_todays_note_is_used_where_it_is(open_memory, write):
    write("memory/daily/2026-03-01.md", "x\n")
    write(NOTE, "here\n")
    assert open_memory().remember("x").path == NOTE


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_the_users_bytes_stay_a_prefix(memory, root, write, eol, end):  # B05
    before = f"\ufeff# Mine{eol}{eol}* star{eol}no end".encode() + end.replace("\n", eol).encode()
    write(NOTE, before)
    memory.remember("added")
    memory.log("S", change="c")
    after = (root / NOTE).read_bytes()
    assert after.startswith(before)
    assert (b"\r\n" in after) == (eol == "\r\n")
    assert after.count(b"\n") == after.count(eol.encode())


def test_a_line_after_an_entry_is_not_made_part_of_it(memory, root):
    memory.log("Move", change="viewing on Friday")
    memory.remember("bought milk")
    memory.remember("and bread")
    text = (root / NOTE).read_text()
    assert text.endswith("\n## Notes\n- 09:30 bought milk\n- 09:30 and bread\n")


def test_more_lines_hang_under_the_first(memory, root):
    written = memory.remember("one\n\n  two\n# three")
    assert (root / NOTE).read_text().endswith("- 09:30 one\n\n    two\n  # three\n")
    assert (written.start_line, written.end_line) == (3, 6)


def test_a_snippet_keeps_its_indentation(memory, root):
    memory.remember("def f():\n    if x:\n        return 1\n\n    return 2\n")
    assert "- 09:30 def f():\n  if x:\n      return 1\n\n  return 2\n" in (root / NOTE).read_text()


@pytest.mark.parametrize("language", LOGS)
def test_an_entry_speaks_the_workspaces_language(open_memory, root, language):
    heading, lines = LOGS[language]
    memory = open_memory(**{"notes.language": language})
    memory.log("Umzug 搬家", cause="c", change="d", todo="t")
    assert (root / NOTE).read_text().endswith(f"\n## [2026-03-04] Umzug 搬家\n{lines}")
    assert (root / INDEX).read_text() == f"{heading}\n\n- Umzug 搬家 → 2026-03-04.md\n"


def test_the_language_is_found_from_the_notes(open_memory, root, write):
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- 今天我们决定把仓库搬到新的地方，下周开始。\n")
    open_memory().log("搬家", change="定了")
    assert "- 改：定了" in (root / NOTE).read_text()


def test_a_subject_collects_its_days(open_memory, root):  # DAY-2
    for day in (4, 5, 9):
        now = NOW.replace(day=day)
        open_memory(now=now).log("Move", change="x")
    open_memory(now=NOW.replace(day=9)).log("Move", change="again")
    assert (root / INDEX).read_text() == (
        "# Daily index\n\n- Move → 2026-03-04.md,2026-03-05.md,2026-03-09.md\n"
    )
    assert (root / "memory/2026-03-09.md").read_text().count("## [2026-03-09] Move") == 2


def test_entry_and_index_are_one_change(memory, root):
    memory.log("Move", change="x")
    assert len(memory.history()) == 1
    memory.undo()
    assert not (root / NOTE).exists()
    assert not (root / INDEX).exists()


def test_the_index_keeps_what_the_user_wrote(memory, root, write):
    mine = (
        "\ufeff# 记忆索引\r\n\r\nmine\r\n* 电商网站 -> daily/2026-03-02.md，daily/2026-03-03.md\r\n"
    )
    write(INDEX, mine)
    memory.log("电商网站", change="上线")
    assert (root / INDEX).read_bytes().decode() == mine.replace(
        "* 电商网站 -> daily/2026-03-02.md，daily/2026-03-03.md",
        "- 电商网站 → daily/2026-03-02.md,daily/2026-03-03.md,2026-03-04.md",
    )


def test_the_templates_example_vanishes_with_the_first_entry():
    template = "# 记忆索引\n\n- 主题名 → daily/日期.md,日期.md\n"
    assert add_to_index(template, {"搬家": ["2026-03-04.md"]}, "x") == (
        "# 记忆索引\n\n- 搬家 → 2026-03-04.md\n"
    )


def test_a_subject_cannot_break_its_line(memory):
    assert clean_subject("## a, b → c -> d\ne") == "a， b › c › d e"
    memory.log("a, b → c", change="x")
    assert read_index(memory.files.read(INDEX)) == {"a， b › c": ["2026-03-04.md"]}


def test_the_index_is_made_again_from_the_notes(memory, root, write):
    write("memory/daily/2026-03-01.md", "## [2026-03-01] Move\n- 因：x\n")
    memory.log("Move", change="x")
    memory.log("Tax, 2025", change="x")
    whole = (root / INDEX).read_text()
    (root / INDEX).unlink()
    plan = memory.daily.rebuild_plan()
    assert not (root / INDEX).exists()
    memory.apply(plan)
    assert read_index((root / INDEX).read_text()) == {
        "Move": ["daily/2026-03-01.md", "daily/2026-03-04.md"],
        "Tax， 2025": ["daily/2026-03-04.md"],
    }
    assert set(read_index(whole)) == set(read_index((root / INDEX).read_text()))
    assert memory.apply(memory.daily.rebuild_plan()) is None


def test_entries_are_read_in_any_spacing():
    assert entries("## [2026-03-04]  Move ##\r\n### [2026-03-04] no\n## [x] no\n") == ["Move"]


def test_nothing_is_not_remembered(memory, root):
    for text in ("", "  \n "):
        with pytest.raises(EmptyTextError):
            memory.remember(text)
    with pytest.raises(EmptyTextError):
        memory.log("S", cause=" ")
    assert list((root / "memory").glob("*.md")) == []


def test_a_note_can_be_written_before_anything_was_indexed(memory, write, root):  # E09
    write(NOTE, "mine\n")
    memory.remember("x")
    assert (root / NOTE).read_text() == "mine\n- 09:30 x\n"


KEY = "ghp_" + "aB3dE5gH7j" * 3 + "aB3dE5"


def test_lines_of_the_users_own_stay_in_the_index(memory, root, write):
    mine = "# Daily index\n\n- Links → https://example.org\n- Home -> topics/home.md\n"
    write(INDEX, mine)
    memory.log("Move", change="x")
    assert (root / INDEX).read_text() == mine + "- Move → 2026-03-04.md\n"
    memory.apply(memory.daily.rebuild_plan())
    assert "- Links → https://example.org\n- Home -> topics/home.md\n" in (root / INDEX).read_text()


def test_entries_in_a_fence_are_examples():
    assert entries("```\n## [2026-03-04] Example\n```\n## [2026-03-04] Real\n") == ["Real"]


def test_what_cannot_be_written_is_written_readably(memory, root):
    memory.remember("a\0b \ud83d c")
    memory.remember("and on")
    assert (root / NOTE).read_text().endswith("- 09:30 a\ufffdb \ufffd c\n- 09:30 and on\n")


def test_a_masked_block_is_reported_where_it_stands(memory, root):
    pem = (
        "-----BEGIN PRIVATE KEY-----\n"
        + "".join(f"{hashlib.sha256(bytes([n])).hexdigest()}\n" for n in range(12))
        + "-----END PRIVATE KEY-----"
    )
    written = memory.remember(f"the key:\n{pem}\nafter")
    lines = (root / NOTE).read_text().splitlines()
    assert written.text == "\n".join(lines[written.start_line - 1 : written.end_line])
    assert written.text.startswith("- 09:30 the key:")
    assert hashlib.sha256(bytes([3])).hexdigest() not in written.text


OUTSIDER = """
import sys, time
for number in range(300):
    time.sleep(0.003)
    with open(sys.argv[1], "a") as file:
        file.write(f"outside {number}\\n")
"""


def test_somebody_elses_appends_are_not_written_over(memory, root):
    import subprocess
    import sys

    memory.remember("first")
    command = [sys.executable, "-c", OUTSIDER, str(root / NOTE)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            with contextlib.suppress(ExternallyChangedError):  # said, and nothing was written
                memory.remember("ours")
    kept = [line for line in (root / NOTE).read_text().splitlines() if line.startswith("outside")]
    assert len(kept) >= 295  # between the last look and the rename nobody can look

"""What is written is compared with what is there: same, contradicted, corrected."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from lamina.errors import EmptyTextError
from lamina.layers.superseded import key_of, mark_of
from tests.conftest import NOW

NOTE = "memory/2026-03-04.md"
OLD = "memory/superseded.md"
TWO_DAYS = NOW - timedelta(days=2)


def said(answer):
    return [hit.snippet for hit in answer.hits]


def test_the_same_is_written_once_a_day(memory, root):
    memory.remember("The database is Postgres")
    before = (root / NOTE).read_bytes()
    for again in (
        "The database is Postgres",
        "the database is  postgres.",
        "The database is Postgres!",
    ):
        written = memory.remember(again)
        assert written.change == 0
        assert f"{NOTE}#L3" in written.notes[0]
    assert (root / NOTE).read_bytes() == before


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b" * 0])
def test_nothing_is_not_remembered(memory, root, text):
    with pytest.raises(EmptyTextError):
        memory.remember(text)
    assert not (root / NOTE).exists()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The database is Postgres", "The database is MySQL"),
        ("Die Datenbank ist Postgres", "Die Datenbank ist MySQL"),
        ("База данных — Postgres", "База данных — MySQL"),
        ("数据库是 Postgres", "数据库是 MySQL"),
        ("Terms are 30 days net", "Terms are 45 days net"),
    ],
)
def test_a_contradiction_in_a_note_is_shown_and_written(open_memory, root, old, new):
    open_memory(now=TWO_DAYS).remember(old)
    memory = open_memory()
    written = memory.remember(new)
    assert written.change
    assert new in (root / NOTE).read_text()
    (note,) = written.notes
    assert old in note
    assert "memory/2026-03-02.md#L3" in note
    assert "2026-03-02" in note
    assert mark_of((root / "memory/2026-03-02.md").read_text()) is None


def test_lines_that_have_nothing_to_do_with_each_other_are_left_alone(memory, root):
    lines = [
        "The database is Postgres",
        "The office is in Graz",
        "The database of the archive is MySQL",
        "Vera called about the roof",
        "бюджет утверждён",
        "下周去格拉茨",
        "Lunch was good",
    ]
    for line in lines:
        assert memory.remember(line).notes == ()
    assert (root / NOTE).read_text().count("- 09:30 ") == len(lines)


# K05: a correction leaves one truth


def test_the_old_line_is_hidden_by_default_and_kept(open_memory, root):
    open_memory(now=TWO_DAYS).remember("The database is Postgres")
    memory = open_memory()
    memory.remember("The database is MySQL", replaces=True)
    assert said(memory.search("database")) == ["- 09:30 The database is MySQL"]
    assert said(memory.search("Postgres")) == []
    assert len(said(memory.search("database", archived=True))) == 2
    line = (root / "memory/2026-03-02.md").read_text().splitlines()[2]
    assert line.startswith("- 09:30 The database is Postgres")
    assert mark_of(line) == (NOW.date(), key_of("The database is MySQL"))
    assert len(memory.history()) == 2
    memory.undo()
    assert said(memory.search("database")) == ["- 09:30 The database is Postgres"]
    assert not (root / NOTE).exists()


def test_as_of_an_earlier_day_the_old_value_holds(open_memory):
    open_memory(now=TWO_DAYS).remember("The database is Postgres")
    memory = open_memory()
    memory.remember("The database is MySQL", replaces=True)
    for day, value in [(date(2026, 3, 2), "Postgres"), (date(2026, 3, 3), "Postgres"), (date(2026, 3, 4), "MySQL")]:  # fmt: skip
        assert said(memory.search("database", as_of=day)) == [f"- 09:30 The database is {value}"]
    assert said(memory.search("database", as_of=date(2026, 3, 1))) == []


def test_as_of_holds_for_files_without_a_date(open_memory):
    memory = open_memory(now=TWO_DAYS)
    memory.statements.long_term_line("The database is Postgres")
    memory.statements.fact("Shop", "The shop opens at nine")
    memory = open_memory()
    memory.statements.long_term_line("The database is MySQL", replaces=True)
    memory.statements.fact("Shop", "The shop opens at ten", replaces=True)
    day = date(2026, 3, 3)
    assert said(memory.search("database")) == ["- The database is MySQL"]
    assert said(memory.search("shop opens")) == ["- The shop opens at ten"]
    for query, old in [
        ("database", "The database is Postgres"),
        ("shop opens", "The shop opens at nine"),
    ]:
        (line,) = said(memory.search(query, as_of=day))
        assert old in line


def test_a_chain_of_corrections_has_one_value_a_day(open_memory):
    for back, value in [(9, "Postgres"), (6, "MySQL"), (3, "MariaDB"), (0, "SQLite")]:
        memory = open_memory(now=NOW - timedelta(days=back))
        memory.remember(f"The database is {value}", replaces=True)
    assert said(memory.search("database")) == ["- 09:30 The database is SQLite"]
    for day, value in [(23, "Postgres"), (26, "MySQL"), (27, "MySQL")]:
        found = said(memory.search("database", as_of=date(2026, 2, day)))
        assert found == [f"- 09:30 The database is {value}"]


def test_coming_back_to_an_old_value_works(open_memory):
    for value in ("Postgres", "MySQL", "Postgres"):
        memory = open_memory()
        memory.remember(f"The database is {value}", replaces=True)
    assert said(memory.search("database")) == ["- 09:30 The database is Postgres"]


def test_a_note_of_the_users_keeps_its_bytes_but_the_mark(memory, root, write):
    text = "\ufeff# day\r\n\r\n* The database is Postgres\r\n* other"
    write("memory/2026-03-03.md", text)
    memory.remember("The database is MySQL", replaces=True)
    after = (root / "memory/2026-03-03.md").read_bytes().decode()
    start, _, rest = after.partition("Postgres")
    assert start + "Postgres" == text.partition("Postgres")[0] + "Postgres"
    assert rest.partition("-->")[2] == "\r\n* other"
    memory.undo()
    assert (root / "memory/2026-03-03.md").read_bytes().decode() == text


def test_what_the_index_still_knows_but_the_file_does_not_is_not_touched(open_memory, root):
    open_memory(now=TWO_DAYS).remember("The database is Postgres")
    memory = open_memory()
    memory.search("database")
    (root / "memory/2026-03-02.md").write_text("# all new\n\n- something else\n")
    memory.remember("The database is MySQL", replaces=True)
    assert (root / "memory/2026-03-02.md").read_text() == "# all new\n\n- something else\n"


# K06: by free text


@pytest.mark.parametrize(
    ("old", "correction", "value"),
    [
        ("The database is Postgres", "Actually, it is MySQL", "MySQL"),
        ("The database is Postgres", "Correction: the database is MySQL", "MySQL"),
        ("Die Datenbank ist Postgres", "Nein, es ist MySQL", "MySQL"),
        ("The NAS is a Synology", "Actually, it's fnOS", "fnOS"),
        ("数据库是 Postgres", "不对，其实是 MySQL", "MySQL"),
    ],
)
def test_a_line_worded_as_a_correction_replaces(memory, root, old, correction, value):
    memory.remember(old)
    written = memory.remember(correction)
    assert value in written.text
    assert old in written.notes[0]
    hits = said(memory.search(" ".join(old.split()[:2]))) + said(memory.search(value))
    assert hits
    assert all(value in hit for hit in hits)
    assert (root / NOTE).read_text().count("superseded") == 1
    memory.undo()
    assert (root / NOTE).read_text().endswith(f"- 09:30 {old}\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [  # both values are named, and the old line says more: it is shown, and gone when asked
        (
            "The dentist appointment is on 14 December at 9:30 with Dr. Meier",
            "Actually, the dentist appointment is on 16 December at 11:00, not on 14 December.",
        ),
        ("The landlord moved the viewing to Friday.", "The viewing is on Saturday, not Friday."),
        ("Рейс LH2558, 1 мая, 21:40", "На самом деле рейс LH2558 вылетает 2 мая, а не 1 мая"),
    ],
)
def test_a_line_that_says_more_than_what_is_denied_is_shown_and_stays(memory, root, old, new):
    memory.remember(old)
    (note,) = memory.remember(new).notes
    assert old in note
    assert "--replace" in note
    assert "superseded" not in (root / NOTE).read_text()
    memory.remember(new, replaces=True)
    assert (root / NOTE).read_text().count("superseded") == 1
    assert (root / NOTE).read_text().count(new) == 1


def test_a_correction_is_compared_with_today_however_much_is_like_it(memory, root):
    for number in range(60):
        memory.remember(f"Zahnarzttermin {number}")
    memory.remember("Der Zahnarzttermin ist am 14. Dezember um 9:30")
    memory.remember("Der Zahnarzttermin ist jetzt am 16. Dezember, nicht am 14. Dezember")
    assert (root / NOTE).read_text().count("superseded") == 1


def test_a_correction_reaches_yesterday(open_memory):
    open_memory(now=NOW - timedelta(days=1)).remember("The database is Postgres")
    memory = open_memory()
    assert "The database is MySQL" in memory.remember("Actually, it is MySQL").text
    assert said(memory.search("database")) == ["- 09:30 The database is MySQL"]


def test_a_correction_of_nothing_is_just_a_line(memory, root):
    written = memory.remember("Actually, it is MySQL")
    assert "MySQL" in written.text
    assert "superseded" not in (root / NOTE).read_text()


# other layers


def test_a_line_of_memory_md_is_replaced_where_it_stands(open_memory, root):
    open_memory(now=TWO_DAYS).statements.long_term_line("The database is Postgres")
    memory = open_memory()
    memory.remember("The database is MySQL", replaces=True)
    assert "Postgres" not in (root / "MEMORY.md").read_text()
    assert "The database is Postgres (MEMORY.md)" in (root / OLD).read_text()
    assert "- The database is MySQL\n" in (root / "MEMORY.md").read_text()  # in its place
    assert {h.snippet for h in memory.search("database").hits} == {"- The database is MySQL"}
    memory.undo()
    assert "Postgres" in (root / "MEMORY.md").read_text()
    assert not (root / OLD).exists()


def test_agents_never_touch_core_files_by_a_correction(open_memory, root, write):  # CORE-3
    write("SOUL.md", "The database is Postgres\n")
    write("TOOLS.md", "- The database is Postgres\n")
    memory = open_memory(author="agent:chiti")
    memory.remember("Actually, the database is MySQL")
    memory.remember("The database is MySQL", replaces=True)
    assert (root / "SOUL.md").read_text() == "The database is Postgres\n"
    assert (root / "TOOLS.md").read_text() == "- The database is Postgres\n"


def test_what_no_longer_holds_is_compared_with_nothing(memory):
    memory.remember("The database is Postgres")
    memory.remember("The database is MySQL", replaces=True)
    assert memory.remember("The database is MySQL").change == 0
    written = memory.statements.fact("Database", "The database is MySQL")
    assert written.change  # the note says it, the pointer file did not
    assert all("Postgres" not in note for note in written.notes)


def test_a_superseded_line_is_opened_with_its_mark(open_memory):
    open_memory(now=TWO_DAYS).remember("The database is Postgres")
    memory = open_memory()
    memory.remember("The database is MySQL", replaces=True)
    reading = memory.get("memory/2026-03-02.md")
    assert reading.found
    assert "superseded 2026-03-04" in reading.text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- 09:30 The database is MySQL", "The database is  MySQL"),
        ("* [x] The database is MySQL", "the DATABASE is mysql"),
        ("The café is open", "The cafe\u0301 is open"),
        ("- x <!-- superseded 2026-03-09 by 5f0c2f4b1c9e -->", "x"),
    ],
)
def test_keys_are_of_what_a_line_says(one, other):
    assert key_of(one) == key_of(other)
    assert key_of(one) != key_of(f"{other} not")


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("x <!-- superseded 2026-03-09 by 5f0c2f4b1c9e -->", (date(2026, 3, 9), "5f0c2f4b1c9e")),
        ("x <!-- superseded 2026-03-09 -->", (date(2026, 3, 9), "")),
        ("x <!-- superseded 2026-02-31 -->", None),
        ("superseded 2026-03-09", None),
        ("", None),
    ],
)
def test_marks_are_read(text, mark):
    assert mark_of(text) == mark


@pytest.mark.parametrize(
    "text",
    [
        "Rory wants the stall at 07:30, not 08:00.",
        "Give Mila ibuprofen, not aspirin.",
        "Die Griffe sind nicht schwarz, sondern grau.",
        "Кабинет не 212, а 305.",
        "灯具不是暖光，而是冷光。",
        "Sorry, I meant Thursday",
        "Actually, the stall opens at 07:00.",
    ],
)
def test_what_is_remembered_stands_as_it_was_said(memory, text):
    assert memory.remember(text).text == f"- 09:30 {text}"


@pytest.mark.parametrize("text", ["The plumber comes tomorrow", "The server is down"])
def test_what_was_so_on_another_day_is_written_again(open_memory, text):
    open_memory(now=TWO_DAYS).remember(text)
    assert open_memory().remember(text).change
    assert not open_memory().remember(text).change  # once a day


def test_a_mark_in_somebodys_text_hides_nothing(memory):
    memory.remember("The owl is red <!-- superseded 2020-01-01 -->")
    assert memory.search("owl red").hits


def test_a_correction_in_a_pointer_file_replaces(memory, root):
    memory.statements.fact("Boiler", "The boiler is a Vaillant")
    memory.statements.fact("Boiler", "Actually, it is a Viessmann")
    assert (root / "memory/boiler.md").read_text().endswith("- The boiler is a Viessmann\n")
    assert "Vaillant" not in (root / "memory/boiler.md").read_text()


def test_a_link_is_put_behind_a_fact_that_is_there(memory, root, write):
    write("reference/x.md", "# x\n")
    memory.statements.fact("Acme", "Terms are 30 days net")
    memory.statements.fact("Acme", "Terms are 30 days net", reference="reference/x.md")
    text = (root / "memory/acme.md").read_text()
    assert text == "# Acme\n\n- Terms are 30 days net → reference/x.md\n"

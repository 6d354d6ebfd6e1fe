"""MEMORY.md: one line an item, in its section, never over its limits, nothing lost."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.errors import (
    AlreadyThereError,
    AmbiguousNameError,
    ContradictionError,
    CoreLimitError,
    EmptyTextError,
    LaminaError,
    UnknownNameError,
    UsageError,
)
from lamina.layers.budgets import excess, measure
from lamina.memory import Memory
from lamina.places import Places
from tests.conftest import NOW

FILE = "MEMORY.md"
MORE = "memory/long-term.md"
OLD = "memory/superseded.md"
ACTIVE = "memory/active-context.md"
NOTE = "memory/2026-03-04.md"


def under(root, title, path=FILE):
    """Return the lines under a heading."""
    lines = (root / path).read_text().splitlines()
    if f"## {title}" not in lines:
        return []
    start = lines.index(f"## {title}") + 1
    end = next((n for n in range(start, len(lines)) if lines[n].startswith("## ")), len(lines))
    return [line for line in lines[start:end] if line.strip()]


@pytest.mark.parametrize(
    ("section", "title"),
    [
        ("profile", "Profile"),
        ("Projekte", "Projects"),
        ("critical-rules", "Critical rules"),
        ("critical_rules", "Critical rules"),
        ("Главные правила", "Critical rules"),
        ("智能体分工", "Agents"),
        ("active-now", "Active now"),
        ("正在进行", "Active now"),
    ],
)
def test_a_line_goes_into_the_section_that_is_named(memory, root, section, title):
    memory.long_term.add("- The shop\nmoves to Graz. ", section=section)
    assert under(root, title) == ["- The shop moves to Graz."]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Web shop → memory/projects/web-shop/CONTEXT.md", "Projects"),
        ("Always ask before sending mail", "Critical rules"),
        ("The user prefers short answers", "Profile"),
        ("The move to Graz is being prepared", "Active now"),
    ],
)
def test_without_a_name_the_line_itself_says_where(memory, root, line, title):
    memory.long_term.add(line)
    assert under(root, title) == [f"- {line}"]


@pytest.mark.parametrize(
    ("text", "section", "error"), [("", "", EmptyTextError), ("x", "weather", UsageError)]
)
def test_what_has_no_place_is_refused(memory, root, text, section, error):
    with pytest.raises(error):
        memory.long_term.add(text, section=section)
    assert not (root / FILE).exists()


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_the_rest_of_the_file_stays(memory, root, write, eol):  # WS-5
    text = (
        "\ufeff# Mein Gedächtnis\n\nfrei\n\n## ⚠️ Harte Regeln\n* eins\n\n## Gerade aktiv (diese Woche)\n"
        "* zwei\n\n<!-- lamina:architecture:start -->\nours\n<!-- lamina:architecture:end -->"
    ).replace("\n", eol)
    write(FILE, text)
    memory.long_term.add("drei", section="critical-rules")
    memory.long_term.add("vier", section="active-now")
    memory.long_term.replace("zwei", "fünf")
    assert (root / FILE).read_bytes().decode() == (
        text.replace(f"* eins{eol}", f"* eins{eol}- drei{eol}").replace(
            f"* zwei{eol}", f"* fünf{eol}- vier{eol}"
        )
    )
    for _ in range(3):
        memory.undo()
    assert (root / FILE).read_bytes().decode() == text
    assert not (root / OLD).exists()


def test_replacing_keeps_the_old_line_as_superseded(memory, root):
    memory.long_term.add("Never push on Fridays", section="critical-rules")
    memory.long_term.add("The shop moves to Graz", section="active-now")
    memory.long_term.replace("fridays", "Never push on Thursdays")
    assert under(root, "Critical rules") == ["- Never push on Thursdays"]
    (line,) = [ln for ln in (root / OLD).read_text().splitlines() if "Fridays" in ln]
    assert "(MEMORY.md)" in line
    assert "superseded 2026-03-04" in line
    assert [h.snippet for h in memory.search("push").hits] == ["- Never push on Thursdays"]
    assert len(memory.search("push", archived=True).hits) == 2


def test_the_line_to_replace_must_be_one(memory, root, write):
    write(
        FILE,
        "# M\n\n- tea at four\n- tea at five\n\n<!-- lamina:x:start -->\n- ours\n<!-- lamina:x:end -->\n",
    )
    before = (root / FILE).read_bytes()
    with pytest.raises(AmbiguousNameError):
        memory.long_term.replace("tea", "coffee")
    with pytest.raises(UnknownNameError):
        memory.long_term.replace("ours", "theirs")
    with pytest.raises(UnknownNameError):
        memory.long_term.replace("M", "x" * 3)
    with pytest.raises(EmptyTextError):
        memory.long_term.replace("tea at four", " ")
    assert (root / FILE).read_bytes() == before


def test_agents_may_write_it(open_memory, root):  # CORE-3
    memory = open_memory(author="agent:chiti")
    memory.long_term.add("The shop moves to Graz", section="active-now")
    memory.long_term.replace("Graz", "The shop moves to Linz")
    memory.long_term.checkpoint("Move", line="the papers are signed")
    assert under(root, "Active now") == [
        "- The shop moves to Linz",
        "- Move: the papers are signed",
    ]


# duplicates and contradictions


def test_the_same_is_not_added_twice_and_a_contradiction_is_asked_about(memory, root):
    memory.statements.long_term_line("The database is Postgres")
    before = (root / FILE).read_bytes()
    assert memory.statements.long_term_line("the database is  postgres.").change == 0
    with pytest.raises(ContradictionError):
        memory.statements.long_term_line("The database is MySQL")
    assert (root / FILE).read_bytes() == before
    memory.statements.long_term_line("The database is MySQL", replaces=True)
    text = (root / FILE).read_text()
    assert "MySQL" in text
    assert "Postgres" not in text
    assert "Postgres" in (root / OLD).read_text()
    memory.statements.long_term_line("The database is SQLite", keep_both=True)
    assert "MySQL" in (root / FILE).read_text()


def test_a_hundred_overlapping_facts_converge(memory, root):  # K09
    facts = [
        "The database is Postgres",
        "The office is in Graz",
        "Releases happen on Tuesdays",
        "Vera prefers tea",
        "Der Support spricht Deutsch",
        "仓库在格拉茨",
    ]
    spellings = [
        lambda s: s,
        lambda s: f"{s}.",
        lambda s: f"- {s}",
        lambda s: s.replace(" ", "  "),
        lambda s: s[:1].lower() + s[1:],
    ]
    for number in range(100):
        memory.statements.long_term_line(spellings[number // 6 % 5](facts[number % 6]))
        if number == 5:
            once = (root / FILE).read_bytes()
    assert (root / FILE).read_bytes() == once
    assert not (root / MORE).exists()


# limits (C03, C04)


def test_what_has_no_room_goes_to_long_term_with_a_pointer(open_memory, root, write):  # C04
    lines = "".join(f"- item {number} holds\n" for number in range(20))
    write(FILE, f"# M\n\n## Active now\n{lines}")
    memory = open_memory(**{"core.memory_tokens": "200"})
    before = (root / FILE).read_bytes()
    long = "The warehouse in Graz " + "has another gate and a ramp and " * 20 + "a zebra"
    written = memory.long_term.add(long, section="active-now")
    assert written.path == MORE
    assert "no room" in written.notes[0]
    assert (root / MORE).read_text().endswith(f"\n- {long}\n")
    text = (root / FILE).read_text()
    assert text.startswith(before.decode())
    assert [ln for ln in text.splitlines() if ln not in before.decode().splitlines()] == [
        f"- More: {MORE}"
    ]
    assert [h.path for h in memory.search("zebra").hits] == [MORE]
    memory.long_term.add(f"{long} again", section="active-now")
    assert (root / FILE).read_text() == text  # one pointer is enough
    memory.undo()
    memory.undo()
    assert (root / FILE).read_bytes() == before
    assert not (root / MORE).exists()


def test_what_was_moved_on_is_not_added_again(open_memory, root, write):
    write(FILE, "# M\n" + "- item holds\n" * 38)
    memory = open_memory()
    for _ in range(3):
        memory.statements.long_term_line("The database is Postgres", section="active-now")
        memory.statements.long_term_line("Releases happen on Tuesdays", section="active-now")
    assert (root / MORE).read_text().count("Postgres") == 1
    assert (root / MORE).read_text().count("Tuesdays") == 1


def test_a_file_that_is_over_already_is_not_made_longer(memory, root, write):
    before = "# M\n\n## Active now\n" + "- an old line\n" * 60
    write(FILE, before)
    assert memory.long_term.add("one more", section="active-now").path == MORE
    assert (root / FILE).read_text() == before


def test_a_replacement_without_room_keeps_both_texts(open_memory, root):
    memory = open_memory(**{"core.memory_tokens": "160"})
    memory.long_term.add("The budget is small", section="active-now")
    long = "The budget is " + "very, very " * 100 + "large"
    assert memory.long_term.replace("budget", long).path == MORE
    assert long in (root / MORE).read_text()
    assert "The budget is small" in (root / OLD).read_text()
    assert f"- More: {MORE}" in (root / FILE).read_text()


words = st.sampled_from(
    ["Graz", "Linz", "the shop", "tea", "仓库", "склад", "ß", "gate " * 30, "x"]
)
texts = st.lists(words, min_size=1, max_size=6).map(" ".join)
sections = st.sampled_from(["", "profile", "projects", "critical-rules", "active-now"])
subjects = st.sampled_from(["Move", "Tax", "Shop 2"])
commands = st.one_of(
    st.tuples(st.just("add"), texts, sections),
    st.tuples(st.just("replace"), words, texts),
    st.tuples(st.just("checkpoint"), subjects, texts, st.booleans()),
    st.tuples(st.just("note"), subjects, texts),
    st.tuples(st.just("undo")),
)


@settings(max_examples=15)
@given(st.lists(commands, min_size=1, max_size=12), st.booleans())
def test_no_sequence_of_commands_breaks_a_limit_or_loses_a_line(sequence, crlf):  # C03
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        (root / "memory").mkdir()
        eol = "\r\n" if crlf else "\n"
        (root / FILE).write_bytes(f"# M{eol}{eol}## Active now{eol}- first{eol}".encode())
        overrides = {
            "embedding.kind": "none",
            "notes.timezone": "UTC",
            "core.memory_lines": "14",
            "core.memory_tokens": "120",
            "core.file_chars": "700",
        }
        places = Places.of({"HOME": folder}, cwd=root)
        with Memory(root, clock=lambda: NOW, places=places, overrides=overrides) as memory:
            for command in sequence:
                before = (root / FILE).read_bytes()
                try:
                    said = _do(memory, command)
                except CoreLimitError:
                    assert command[0] == "checkpoint"
                    assert (root / FILE).read_bytes() == before
                except LaminaError:
                    assert (root / FILE).read_bytes() == before
                else:
                    everywhere = "".join(
                        path.read_text()
                        for path in root.rglob("*.md")
                        if ".dreams" not in path.parts
                    )
                    assert said in everywhere
                text = (root / FILE).read_bytes().decode()
                assert excess(FILE, None, text, memory.config.core) == ""
                assert text.count("\n") == text.count(eol)
                if command[0] != "undo":
                    _nothing_lost(root, before.decode())
            for _ in memory.history():
                try:
                    memory.undo()
                except UsageError:
                    break
            assert (
                root / FILE
            ).read_bytes() == f"# M{eol}{eol}## Active now{eol}- first{eol}".encode()


def _do(memory, command):
    name, *given_ = command
    if name == "add":
        memory.long_term.add(given_[0], section=given_[1])
        return " ".join(given_[0].split())
    if name == "replace":
        memory.long_term.replace(given_[0], given_[1])
        return " ".join(given_[1].split())
    if name == "checkpoint":
        memory.long_term.checkpoint(given_[0], line=given_[1], done=given_[2])
        return " ".join(given_[1].split())
    if name == "note":
        memory.remember(f"{given_[0]}: {given_[1]}")
        return ""
    memory.undo()
    return ""


def _nothing_lost(root, before):
    """Every line that was in the file is still there, or among the superseded ones."""
    held = (root / FILE).read_text() + ((root / OLD).read_text() if (root / OLD).exists() else "")
    for line in before.splitlines():
        assert line.lstrip("-* ").strip() in held


# checkpoint (CORE-3)


def test_a_checkpoint_brings_three_files_in_line_in_one_change(memory, root):
    memory.long_term.checkpoint(
        "Move",
        line="papers are missing",
        cause="the flat is sold",
        change="asked Vera",
        todo="call her",
    )
    assert under(root, "Active now") == ["- Move: papers are missing"]
    assert memory.active.show("Move").body == "asked Vera\ncall her"
    note = (root / NOTE).read_text()
    assert (
        "## [2026-03-04] Move\n- cause: the flat is sold\n- change: asked Vera\n- todo: call her\n"
        in note
    )
    assert "- Move → 2026-03-04.md" in (root / "memory/daily-index.md").read_text()
    assert len(memory.history()) == 1
    memory.undo()
    for path in (FILE, ACTIVE, NOTE, "memory/daily-index.md"):
        assert not (root / path).exists()


def test_a_later_checkpoint_takes_the_place_of_the_line(memory, root):
    memory.long_term.checkpoint("Move", line="papers are missing", todo="call Vera")
    memory.long_term.add("something else", section="active-now")
    memory.long_term.checkpoint("Move", line="the papers are there", todo="sign")
    assert under(root, "Active now") == ["- Move: the papers are there", "- something else"]
    assert "papers are missing" in (root / OLD).read_text()
    assert memory.active.show("Move").body.splitlines()[-1] == "sign"
    again = (root / FILE).read_bytes(), (root / OLD).read_bytes()
    memory.long_term.checkpoint("Move", line="the papers are there", todo="sign at four")
    assert ((root / FILE).read_bytes(), (root / OLD).read_bytes()) == again


def test_done_closes_the_matter_and_takes_the_line_away(memory, root):
    memory.long_term.checkpoint("Move", line="papers are missing", todo="call Vera")
    memory.long_term.checkpoint("Move", change="moved in", done=True)
    assert under(root, "Active now") == []
    assert "papers are missing" in (root / OLD).read_text()
    assert memory.active.show("Move").done
    assert "moved in" in (root / NOTE).read_text()


@pytest.mark.parametrize("language", ["de", "ru", "zh"])
def test_a_checkpoint_speaks_the_workspaces_language(open_memory, root, language):
    memory = open_memory(**{"notes.language": language})
    memory.long_term.checkpoint("搬家", line="x", todo="y")
    memory.long_term.checkpoint("搬家", line="z")
    (line,) = [ln for ln in (root / FILE).read_text().splitlines() if "搬家" in ln]
    assert line in {"- 搬家：z", "- 搬家: z"}
    title = {"de": "Gerade aktiv", "ru": "Сейчас в работе", "zh": "正在进行"}[language]
    assert under(root, title) == [line]


def test_a_checkpoint_says_something_about_something(memory, root):
    with pytest.raises(EmptyTextError):
        memory.long_term.checkpoint("Move")
    with pytest.raises(EmptyTextError):
        memory.long_term.checkpoint(" ", line="x")
    assert not (root / FILE).exists()


def test_the_size_of_a_text_is_without_what_the_host_strips():
    assert measure("a\nb\n\n  \n").lines == measure("a\nb").lines == 2
    assert measure("a\nb\n\n  \n").chars == 3
    assert measure("").lines == 0


def test_a_matter_that_is_open_is_not_opened_again_by_a_checkpoint(memory):
    memory.active.open("Move", "papers")
    memory.long_term.checkpoint("move", todo="call Vera")
    assert [b.subject for b in memory.active.blocks()] == ["Move"]
    with pytest.raises(AlreadyThereError):
        memory.active.open("MOVE", "x")

"""Handbooks of projects and agent types: templates, notes in their sections, finished tasks."""

from __future__ import annotations

from datetime import datetime

import pytest

from lamina.errors import AlreadyThereError, AmbiguousNameError, EmptyTextError, UnknownNameError
from lamina.layers.handbooks import Handbook

BOOK = "memory/projects/web-shop/CONTEXT.md"
NOTE = "memory/2026-03-04.md"

PROJECT = {
    "en": ("# Project: Web shop", "Goal", "State", "Pitfalls", "Done"),
    "de": ("# Projekt: Web shop", "Ziel", "Stand", "Stolpersteine", "Erledigt"),
    "ru": ("# Проект: Web shop", "Цель", "Состояние", "Подводные камни", "Сделано"),
    "zh": ("# 项目：Web shop", "目标", "当前状态", "注意事项", "已完成"),
}
AGENT = {
    "en": ("# Agent type: coding", "Lessons"),
    "de": ("# Agent-Typ: coding", "Lehren"),
    "ru": ("# Тип агента: coding", "Уроки"),
    "zh": ("# 智能体类型：coding", "经验"),
}


def section(text, title):
    """Return the lines under a heading."""
    lines = text.splitlines()
    start = lines.index(f"## {title}") + 1
    end = next((n for n in range(start, len(lines)) if lines[n].startswith("## ")), len(lines))
    return [line for line in lines[start:end] if line.strip()]


@pytest.mark.parametrize("language", PROJECT)
def test_a_projects_handbook_speaks_the_workspaces_language(open_memory, root, language):  # BOOK-1
    title, goal, state, pitfalls, _ = PROJECT[language]
    memory = open_memory(**{"notes.language": language})
    written = memory.projects.new("Web shop", "sell\nteapots")
    assert written.path == BOOK
    text = (root / BOOK).read_text()
    assert text.startswith(f"{title}\n")
    assert f"**{goal}**" in text
    assert "sell teapots\n" in text
    memory.projects.note("Web shop", "Two .strings files\nstay in line.")
    assert section((root / BOOK).read_text(), pitfalls) == [
        "- 2026-03-04: Two .strings files stay in line."
    ]
    memory.projects.set_state("Web shop", "checkout is being built")
    line = next(ln for ln in (root / BOOK).read_text().splitlines() if f"**{state}**" in ln)
    assert line.endswith("checkout is being built")
    assert "2026-03-04" in line


@pytest.mark.parametrize("language", AGENT)
def test_an_agent_types_handbook_speaks_the_workspaces_language(open_memory, root, language):
    title, lessons = AGENT[language]
    memory = open_memory(**{"notes.language": language})
    assert memory.agent_types.new("coding").path == "memory/agents/coding.md"
    memory.agent_types.note("coding", "Small models invent Swift types.")
    text = (root / "memory/agents/coding.md").read_text()
    assert text.startswith(f"{title}\n")
    assert section(text, lessons) == ["- 2026-03-04: Small models invent Swift types."]


@pytest.mark.parametrize("language", PROJECT)
@pytest.mark.parametrize("label", ["Decisions", "Entscheidungen", "Решения", "决定", "decisions"])
def test_a_section_is_named_in_any_language(open_memory, root, language, label):
    memory = open_memory(**{"notes.language": language})
    memory.projects.new("Web shop")
    headings = (root / BOOK).read_text().count("\n## ")
    memory.projects.note("Web shop", "Postgres, no cloud", section=label)
    text = (root / BOOK).read_text()
    assert text.count("\n## ") == headings
    own = {"en": "Decisions", "de": "Entscheidungen", "ru": "Решения", "zh": "决定"}[language]
    assert section(text, own) == ["- 2026-03-04: Postgres, no cloud"]


def test_a_section_that_is_missing_is_made_and_an_unknown_one_refused(memory, root, write):
    write(BOOK, "# Web shop\r\nmine")
    memory.projects.note("Web shop", "x", section="Stolpersteine")
    assert (root / BOOK).read_bytes() == (
        b"# Web shop\r\nmine\r\n\r\n## Pitfalls\r\n- 2026-03-04: x\r\n"
    )
    with pytest.raises(UnknownNameError):
        memory.projects.note("Web shop", "x", section="Weather")
    with pytest.raises(EmptyTextError):
        memory.projects.note("Web shop", " - ")


def test_the_state_line_is_set_not_added(open_memory, root, write):
    write(BOOK, "# Projekt: Web shop\n- **Ziel**: x\n- **Stand** (2026-01-01): alt\n\n## Mehr\n")
    memory = open_memory()
    memory.projects.set_state("web", "neu (2025-01-01)")
    assert (root / BOOK).read_text() == (
        "# Projekt: Web shop\n- **Ziel**: x\n- **Stand** (2026-03-04): neu (2025-01-01)\n\n## Mehr\n"
    )
    write(BOOK, "# Web shop\n\nprose\n")
    memory.projects.set_state("web", "half done")
    assert "half done" in (root / BOOK).read_text()


def test_handbooks_are_listed_and_found_by_a_part(memory):
    memory.projects.new("Web shop")
    memory.projects.new("Web site")
    assert [book.name for book in memory.projects.list()] == ["web-shop", "web-site"]
    assert memory.projects.find("SHOP") == Handbook(
        "web-shop", BOOK, memory.projects.list()[0].tokens
    )
    assert memory.projects.find("Web shop").path == BOOK
    with pytest.raises(AmbiguousNameError):
        memory.projects.note("web", "x")
    with pytest.raises(UnknownNameError):
        memory.projects.note("garden", "x")
    assert memory.agent_types.list() == ()


@pytest.mark.parametrize("name", ["../../etc", "a/b", "/root", "茶壶 网店", ".dreams"])
def test_any_name_stays_in_its_folder(memory, root, name):
    path = memory.projects.new(name).path
    assert path.startswith("memory/projects/")
    assert path.count("/") == 3
    assert (root / path).is_file()
    assert memory.agent_types.new(name).path.count("/") == 2


def test_twice_or_without_a_name_it_is_refused(memory, root):
    memory.projects.new("Web shop", "goal")
    before = (root / BOOK).read_bytes()
    with pytest.raises(AlreadyThereError):
        memory.projects.new("WEB shop")
    with pytest.raises(EmptyTextError):
        memory.projects.new("…")
    assert (root / BOOK).read_bytes() == before
    memory.undo()
    assert not (root / "memory/projects").exists()


# Finished tasks (BOOK-3)


def book(*tasks, eol="\n"):
    head = "# Web shop\n\n## Open tasks\n- [ ] open one\n\n## Done\n"
    return (head + "".join(tasks) + "\n## Pitfalls\n- mind the gap\n").replace("\n", eol)


def clean(memory):
    cleanup = memory.hygiene.cleanup()
    memory.apply(cleanup.plan)
    return cleanup


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_finished_tasks_are_shortened_and_the_note_gets_them_first(memory, root, write, eol):
    old = [
        "- [x] the oldest\n  with a second line\n  - and a nested one\n\n    and its words\n",
        "- [X] the next\n  ```sh\n  # - [ ] no task\n  ```\n",
    ]
    kept = [f"- [x] task {number}\n" for number in range(10)]
    write(BOOK, book(*old, *kept, eol=eol))
    cleanup = memory.hygiene.cleanup()
    assert cleanup.tasks == 1 + 1
    assert (root / BOOK).read_bytes().decode() == book(*old, *kept, eol=eol)
    memory.apply(cleanup.plan)
    left = (root / BOOK).read_bytes().decode()
    assert left == book(*kept, eol=eol)
    note = (root / NOTE).read_text()
    for line in "".join(old).splitlines():
        assert line.strip() in note
    assert BOOK in note
    memory.undo()
    assert (root / BOOK).read_bytes().decode() == book(*old, *kept, eol=eol)
    assert not (root / NOTE).exists()


def test_open_tasks_and_other_lines_never_leave(open_memory, root, write):
    text = (
        "# Web shop\n- fact\n\n## Open tasks\n- [ ] a\n  - [x] part of a\n- [x] ticked here\n"
        "- [x] big\n  - [ ] not done yet\n\n## Erledigt\n- by section\n1. numbered\n   more\n\n"
        "prose\n\n## Pitfalls\n- gap\n```\n- [x] example\n```\n"
    )
    write(BOOK, text)
    memory = open_memory(**{"layers.done_kept": "0"})
    assert clean(memory).tasks == 3
    assert (root / BOOK).read_text() == (
        text.replace("- [x] ticked here\n", "")
        .replace("- by section\n", "")
        .replace("1. numbered\n   more\n", "")
    )


def test_the_kept_ones_are_a_setting_and_a_second_run_finds_nothing(open_memory, root, write):
    write(BOOK, book(*(f"- [x] task {number}\n" for number in range(5))))
    memory = open_memory(**{"layers.done_kept": "2"})
    assert clean(memory).tasks == 3
    left = (root / BOOK).read_bytes()
    assert b"task 3\n- [x] task 4\n" in left
    assert clean(memory).tasks == 0
    assert (root / BOOK).read_bytes() == left


def test_agent_types_are_left_alone(open_memory, root, write):
    text = "# coding\n\n## Done\n" + "- [x] task\n" * 30
    write("memory/agents/coding.md", text)
    clean(open_memory(now=datetime.fromisoformat("2026-03-08T07:00+01:00")))
    assert (root / "memory/agents/coding.md").read_text() == text

"""Edits of the layers: all or none, agents keep out of core files, limits hold."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.kinds import CORE_FILES
from lamina.documents.markdown import split_lines
from lamina.documents.tokens import estimate
from lamina.errors import (
    CoreFileError,
    CoreLimitError,
    ExternallyChangedError,
    PathOutsideError,
    SecretRefusedError,
)
from lamina.layers.budgets import excess, measure
from lamina.layers.draft import Spot
from lamina.settings import Core

A, B = "memory/a.md", "memory/b.md"


def put(memory, path, text, command="test"):
    def work(draft):
        draft.put(path, text)
        return Spot(path, 1, 1)

    return memory.editor.write(command, work)


def test_what_a_draft_edits_is_one_change_or_none(memory, root):
    def work(draft):
        draft.append(A, "- one\n", title="A")
        draft.append(B, "- two\n")
        return draft.append(A, "- three\n")

    written = memory.editor.write("test", work, "why")
    assert (written.path, written.start_line, written.end_line, written.text) == (
        A,
        4,
        4,
        "- three",
    )
    assert written.also == (B,)
    assert (root / A).read_text() == "# A\n\n- one\n- three\n"
    (entry,) = memory.history()
    assert (entry.command, entry.reason, entry.author) == ("test", "why", "owner")

    def fails(draft):
        draft.append(A, "- four\n")
        raise ValueError

    with pytest.raises(ValueError):
        memory.editor.write("test", fails)
    assert (root / A).read_text() == "# A\n\n- one\n- three\n"
    memory.undo()
    assert not (root / A).exists()
    assert not (root / B).exists()


def test_a_plan_writes_nothing_and_is_what_write_would_do(memory, root):
    plan = memory.editor.plan("test", lambda draft: draft.append(A, "x\n"))
    assert not (root / A).exists()
    assert "+x" in plan.diff()
    memory.apply(plan)
    assert (root / A).read_text() == "x\n"
    with pytest.raises(ExternallyChangedError):
        memory.apply(plan)


def test_edits_are_made_again_where_another_program_came_between(memory, root, write):
    write(A, "mine\n")
    calls: list[int] = []

    def work(draft):
        draft.read(A)
        if not calls:
            (root / A).write_text("mine\ntheirs\n")
        calls.append(1)
        return draft.append(A, "ours\n")

    memory.editor.write("test", work)
    assert (root / A).read_text() == "mine\ntheirs\nours\n"
    assert len(calls) == 2


def test_taking_back_is_planned_again_where_another_program_came_between(memory, root, write):
    write(A, "mine\n")
    put(memory, A, "mine\nours\n")
    calls: list[int] = []

    def plan():
        made = memory.undo_plan()
        if not calls:
            (root / A).write_text("theirs\nmine\nours\n")
        calls.append(1)
        return made

    entry = memory.editor.carry_out(plan)
    assert (root / A).read_text() == "theirs\nmine\n"
    assert len(calls) == 2
    assert [e.id for e in memory.history()] == [entry.id, 1]


APPENDS = """
import select, sys, time

while not select.select([sys.stdin], [], [], 0.04)[0]:
    with open(sys.argv[1], "a") as file:
        file.write("- theirs\\n")
"""


@pytest.mark.slow
def test_undo_comes_through_beside_a_program_that_edits_the_note(memory, root):
    note = root / memory.remember("The first line of the day.").path
    with subprocess.Popen(
        [sys.executable, "-c", APPENDS, str(note)], stdin=subprocess.PIPE
    ) as other:
        for number in range(15):
            memory.remember(f"Thing {number} is somewhere else now.")
            memory.undo()
        assert other.stdin
        other.stdin.close()
        assert other.wait(20) == 0
    text = note.read_text("utf-8")
    assert "Thing" not in text
    assert "first line" in text
    assert text.count("- theirs") >= 1


def test_an_edit_without_effect_is_no_change(memory, write):
    write(A, "x\n")
    assert put(memory, A, "x\n").change == 0
    assert memory.history() == []


@pytest.mark.parametrize("path", ["../x.md", "/etc/x.md", "memory/../../x.md", "C:\\x.md"])
def test_drafts_stay_in_the_workspace(memory, path):  # WS-4
    with pytest.raises(PathOutsideError):
        put(memory, path, "x")


def test_secrets_are_replaced_or_refused(open_memory, root):  # SAFE-1
    secret = "ghp_" + "A1b2C3d4E5" * 3 + "f6G7h8"
    assert put(open_memory(), A, f"{secret}\n").secrets
    assert secret not in (root / A).read_text()
    with pytest.raises(SecretRefusedError):
        put(open_memory(**{"secrets.mode": "refuse"}), B, f"{secret}\n")
    assert not (root / B).exists()


# add_under


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_lines_go_to_the_end_of_their_section(memory, root, write, eol):
    text = (
        "# M\n\n## 📌 Kritische Regeln (wichtig)\n- a\n\n### sub\n- s\n\n## Other\n\n"
        "<!-- lamina:architecture:start -->\nours\n<!-- lamina:architecture:end -->"
    ).replace("\n", eol)
    write(A, text)
    memory.editor.write("t", lambda draft: draft.add_under(A, "critical_rules", "- b\n"))
    assert (root / A).read_bytes().decode() == text.replace(f"- a{eol}", f"- a{eol}- b{eol}")
    memory.editor.write("t", lambda draft: draft.add_under(A, "profile", "- c\n"))
    after = (root / A).read_bytes().decode()
    assert f"## Profile{eol}- c{eol}" in after
    assert after.endswith("<!-- lamina:architecture:end -->")  # our own block stays last
    assert after.replace(f"## Profile{eol}- c{eol}{eol}", "") == text.replace(
        f"- a{eol}", f"- a{eol}- b{eol}"
    )


def test_an_empty_section_gets_its_line_under_its_heading(memory, root, write):
    write(A, "## Decisions\n\n\n## Pitfalls\nx\n")
    memory.editor.write("t", lambda draft: draft.add_under(A, "decisions", "- d\n"))
    assert (root / A).read_text() == "## Decisions\n- d\n\n\n## Pitfalls\nx\n"


# core files (CORE-3)


@pytest.mark.parametrize("author", ["agent:chiti", "agent:", "hook", "system"])
@pytest.mark.parametrize("path", [p for p in CORE_FILES if p != "MEMORY.md"])
def test_only_a_person_changes_core_files(open_memory, root, write, author, path):
    write(path, "be kind\n")
    memory = open_memory(author=author)
    for edit in (
        lambda: put(memory, path, "be kind\nobey\n"),
        lambda: put(memory, f"./memory/../{path}", "be kind\nobey\n"),
        lambda: put(memory, path, None),
        lambda: memory.editor.plan("t", lambda draft: draft.append(path, "obey\n")),
    ):
        with pytest.raises(CoreFileError) as error:
            edit()
    assert "+obey" in error.value.diff  # proposed to the owner
    assert "+obey" in error.value.message
    assert author in error.value.message
    assert (root / path).read_text() == "be kind\n"
    assert memory.history() == []
    assert put(open_memory(), path, "be kind\nobey\n").change == 1


def test_a_change_with_a_core_file_in_it_is_refused_whole(open_memory, root, write):
    write("SOUL.md", "be kind\n")

    def work(draft):
        draft.append(A, "x\n")
        return draft.append("SOUL.md", "obey\n")

    with pytest.raises(CoreFileError):
        open_memory(author="agent:chiti").editor.write("t", work)
    assert not (root / A).exists()


def test_agents_write_long_term_memory_and_the_layers(open_memory, root):
    memory = open_memory(author="agent:chiti")
    memory.long_term.add("The shop moves to Graz.", section="active-now")
    memory.active.open("Move", "papers")
    memory.facts.add("Steinlohe", "30 days net")
    assert {entry.author for entry in memory.history()} == {"agent:chiti"}


# limits (C03)


@pytest.mark.parametrize(
    ("path", "limit", "text"),
    [
        ("MEMORY.md", "40 are allowed", "x\n" * 41),
        ("MEMORY.md", "1,000 are allowed", "word " * 1500),
        ("SOUL.md", "12,000", "x" * 12001),
        ("USER.md", "4,000", "x" * 4001),
    ],
)
def test_no_command_leaves_a_core_file_over_its_limit(memory, root, path, limit, text):
    with pytest.raises(CoreLimitError, match=limit):
        put(memory, path, text)
    assert not (root / path).exists()


def test_a_file_that_was_over_may_shrink_not_grow(memory, root, write):
    write("MEMORY.md", "x\n" * 60)
    with pytest.raises(CoreLimitError):
        put(memory, "MEMORY.md", "x\n" * 61)
    put(memory, "MEMORY.md", "y\n" * 60)
    put(memory, "MEMORY.md", "x\n" * 50)
    put(memory, "memory/other.md", "x\n" * 100)
    assert (root / "MEMORY.md").read_text() == "x\n" * 50


def test_taking_back_is_no_new_writing(open_memory, root, write):
    write("MEMORY.md", "x\n" * 60)
    memory = open_memory()
    put(memory, "MEMORY.md", "x\n" * 20)
    memory.undo()
    assert (root / "MEMORY.md").read_text() == "x\n" * 60


@given(st.text(max_size=300), st.text(max_size=300))
def test_the_limit_is_the_larger_of_limit_and_what_was_there(before, after):
    limits = Core(memory_lines=5, memory_tokens=40, file_chars=100)
    over = excess("MEMORY.md", before, after, limits)
    old, new = measure(before), measure(after)
    fits = (
        new.chars <= max(100, old.chars)
        and new.lines <= max(5, old.lines)
        and new.tokens <= max(40, old.tokens)
    )
    assert bool(over) is not fits
    assert excess("MEMORY.md", after, after, limits) == ""
    assert new.lines == len(split_lines(after.rstrip()))
    assert estimate(after.rstrip()) <= new.tokens <= estimate(after)

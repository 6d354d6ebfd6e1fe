"""lamina forget, as a person meets it: shown first, asked for, said what is left."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest

from tests.upkeep.test_forget import holding

NOTE = "# 2026-03-02\n\n- 09:30 the code is 4711-zebra\n- Tom came\n"


@pytest.fixture
def note(write):
    return write("memory/2026-03-02.md", NOTE)


def test_without_apply_it_only_shows(lamina, note, root):
    lamina("index", "sync")
    before = {p: p.read_bytes() for p in root.rglob("*.md")}
    shown = lamina("forget", "4711 zebra")
    assert shown.returncode == 0
    assert "memory/2026-03-02.md:3  - 09:30 the code is 4711-zebra" in shown.stdout
    assert "Beyond Lamina" in shown.stdout
    assert "cannot be taken back" in shown.stderr
    assert {p: p.read_bytes() for p in root.rglob("*.md")} == before
    plan = json.loads(lamina("forget", "4711 zebra", "--json").stdout)
    assert plan["applied"] is False
    assert plan["places"] == [
        {"path": "memory/2026-03-02.md", "line": 3, "text": "- 09:30 the code is 4711-zebra",
         "left": None}
    ]  # fmt: skip


def test_it_is_asked_for_twice(lamina, note):
    refused = lamina("forget", "4711-zebra", "--apply")
    assert refused.returncode == 2
    assert "--yes" in refused.stderr
    as_json = lamina("forget", "4711-zebra", "--apply", "--json")
    assert as_json.returncode == 2
    assert note.read_text("utf-8") == NOTE


def test_with_yes_it_is_done_and_its_words_are_said_no_more(lamina, note, root, home):
    lamina("search", "what is the code, 4711-zebra?")
    done = lamina("forget", "4711-zebra", "--apply", "--yes")
    assert done.returncode == 0, done.stderr
    assert "nothing of it is left" in done.stdout
    assert "zebra" not in done.stdout + done.stderr
    assert note.read_text("utf-8") == "# 2026-03-02\n\n- Tom came\n"
    assert holding(root, "4711-zebra") == holding(home, "4711-zebra") == []
    again = lamina("forget", "4711-zebra", "--apply", "--yes", "--json")
    assert again.returncode == 0
    assert json.loads(again.stdout)["places"] == []
    assert lamina("undo").returncode == 6
    listed = lamina("history").stdout
    assert "forget" in listed
    assert "its content was forgotten" in listed


def test_words_can_come_from_standard_input(lamina, note):
    done = lamina("forget", "-", "--apply", "--yes", given="4711-zebra\n")
    assert done.returncode == 0
    assert "4711" not in note.read_text("utf-8")


def on_a_terminal(environment, root, answer):
    main, other = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "lamina", "forget", "4711-zebra", "--apply"],
        stdin=other,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        cwd=root,
        text=True,
    ) as process:
        os.write(main, answer.encode())
        said, _ = process.communicate(timeout=60)
    os.close(main)
    os.close(other)
    return process.returncode, said


def test_on_a_terminal_it_shows_and_asks(environment, root, note):
    code, said = on_a_terminal(environment, root, "n\n")
    assert code == 130
    assert "the code is 4711-zebra" in said
    assert note.read_text("utf-8") == NOTE
    code, said = on_a_terminal(environment, root, "y\n")
    assert code == 0
    assert "4711" not in note.read_text("utf-8")


def test_what_is_left_is_an_exit_code(lamina, note, write):
    write("notes.txt", "the code: 4711 zebra\n")
    shown = lamina("forget", "4711-zebra")
    assert shown.returncode == 1
    assert "not reached  notes.txt:1" in shown.stdout
    assert lamina("forget", "4711-zebra", "--apply", "--yes").returncode == 1
    verified = lamina("forget", "4711-zebra", "--verify")
    assert (verified.returncode, verified.stdout) == (1, "notes.txt:1  [text]\n")
    (note.parents[1] / "notes.txt").unlink()
    assert lamina("forget", "4711-zebra", "--verify").returncode == 0


def test_an_agent_is_refused(lamina, note, home):
    config = home / ".config" / "lamina" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'[agents]\nchiti = "{note.parents[1]}"\n', "utf-8")
    refused = lamina("forget", "4711-zebra", "--apply", "--yes", "--agent", "chiti", "--json")
    assert refused.returncode == 6
    assert json.loads(refused.stdout)["error"] == "OwnerOnlyError"
    assert note.read_text("utf-8") == NOTE
    lamina("forget", "4711-zebra", "--apply", "--yes")
    refused = lamina("remember", "the code is 4711-zebra", "--agent", "chiti", "--json")
    assert json.loads(refused.stdout)["error"] == "ForgottenError"
    assert "may be written" in lamina("forget", "4711-zebra", "--lift").stdout
    assert lamina("remember", "our new 4711-zebra", "--agent", "chiti").returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("x", "--about", "y"),
        ("--from", "2026-03-01"),
        ("--from", "2026-03-09", "--to", "2026-03-01"),
    ],
)
def test_a_call_that_says_nothing_is_refused(lamina, note, arguments):
    assert lamina("forget", *arguments, "--apply", "--yes").returncode == 2


def test_days_by_command(lamina, note, write, root):
    kept = write("memory/2026-03-03.md", "# 2026-03-03\n\n- stays\n")
    done = lamina("forget", "--from", "2026-03-01", "--to", "2026-03-02", "--apply", "--yes")
    assert done.returncode == 0, done.stdout
    assert "memory/2026-03-02.md  (the whole file)" in done.stdout
    assert not note.exists()
    assert kept.exists()


def test_git_is_said_to_keep_it(lamina, note, root):
    (root / ".git").mkdir()
    assert "git's history" in lamina("forget", "4711-zebra").stdout

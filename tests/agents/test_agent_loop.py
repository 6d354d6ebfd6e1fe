"""The example of an agent: a real process, a model on this machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.loopback_chat import Writer

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "agent_loop.py"


def loop(environment, root, url, *messages):
    return subprocess.run(
        [sys.executable, str(EXAMPLE), str(root), url, "--model", "small", "--key-from", "KEY"],
        input="\n".join(messages) + "\n",
        env=environment | {"KEY": "abc"},
        capture_output=True,
        text=True,
        timeout=120,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def known(write):
    write("SOUL.md", "# Soul\n\n- Speak plainly.\n")
    write(
        "memory/2026-01-03.md", "# 2026-01-03\n\n- The viewing of the flat is on Friday at four\n"
    )


def test_it_recalls_fenced_and_writes_through_lamina(known, environment, root):  # P4
    said = "On Friday at four.\nREMEMBER: The user wants to bring the pay slips.\nREMEMBER:\n"
    with Writer(said) as server:
        done = loop(
            environment, root, server.url, "When was the viewing of the flat again?", "Thanks"
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "On Friday at four."
    assert "pay slips" not in done.stdout
    first, second = server.seen
    system = first.body["messages"][0]
    assert system["role"] == "system"
    assert "Speak plainly" in system["content"]
    before, _, rest = system["content"].partition("<relevant-memories>")
    fenced, closed, after = rest.partition("</relevant-memories>")
    assert closed
    assert "Friday at four" in fenced
    assert "Friday at four" not in before + after
    assert first.model == "small"
    assert first.authorization == "Bearer abc"
    assert [one["role"] for one in second.body["messages"]] == [
        "system",
        "user",
        "assistant",
        "user",
    ]
    (note,) = (path for path in (root / "memory").glob("2*.md") if path.name != "2026-01-03.md")
    assert note.read_text("utf-8").count("The user wants to bring the pay slips.") == 1
    assert note.name in done.stderr


def test_what_it_writes_is_an_agents_and_holds_no_secret(known, environment, root, lamina):
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    with Writer(f"Noted.\nREMEMBER: the token is {key}") as server:
        assert loop(environment, root, server.url, "Keep the token").returncode == 0
    assert "agent:loop" in lamina("history", "--json").stdout
    held = "".join(path.read_text("utf-8") for path in (root / "memory").glob("*.md"))
    assert key not in held
    assert "[redacted:" in held


@pytest.mark.parametrize("mode", ["down", "garbage", "list", "error", "denied"])
def test_a_model_that_fails_is_said_in_a_sentence(known, environment, root, mode):
    with Writer("x", mode=mode) as server:
        done = loop(environment, root, server.url, "When was the viewing?")
    assert done.returncode == 1
    assert "gave no answer" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_workspace_that_is_not_there_is_said(environment, tmp_path):
    done = loop(environment, tmp_path / "none", "http://127.0.0.1:9/v1", "x")
    assert done.returncode == 4
    assert "Traceback" not in done.stderr


def test_the_three_calls_of_the_docs_run_as_written(environment, tmp_path):  # P4
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    (code,) = (
        block for block in re.findall(r"```python\n(.+?)```", page, re.DOTALL) if "clock=" in block
    )
    said = set()
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=tmp_path,
            capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        said.add(done.stdout)
    (once,) = said  # a fixed clock: the same to the last byte
    assert once.startswith("Now: 2026-03-04")
    assert "Friday at four" in once
    assert once.endswith("silent\n")

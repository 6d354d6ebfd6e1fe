"""With a daemon a hook loads next to nothing and does what it would do by itself."""

from __future__ import annotations

import fcntl
import json
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lamina.cli.start import is_hook
from lamina.upkeep import local_socket
from tests.sessions.hosts import ClaudeCode

EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd")
# What no hook of a host may load where a daemon runs.
HEAVY = {
    "click",
    "dataclasses",
    "datetime",
    "inspect",
    "lamina.config",
    "lamina.errors",
    "lamina.memory",
    "pathlib",
    "sqlite3",
    "typing",
}


@pytest.fixture
def daemon(environment, root):
    process = subprocess.Popen(
        [sys.executable, "-m", "lamina", "daemon", "run"],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    assert "ready" in process.stdout.readline()
    yield process
    process.send_signal(signal.SIGCONT)
    process.terminate()
    process.communicate(timeout=30)


@pytest.fixture
def talk(home, root):
    """What a host tells of a session with one exchange of an hour ago."""
    begun = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(hours=1)
    written = ClaudeCode(cwd=root, session="s1", start=begun)
    written.user("Can you write the migration plan?")
    written.agent("I'll send you the migration plan tomorrow morning.")
    written.write(home / "s1.jsonl")
    return {
        "session_id": "s1",
        "transcript_path": str(home / "s1.jsonl"),
        "cwd": str(root),
        "prompt": "What did we decide about the viewing?",
        "source": "startup",
        "trigger": "auto",
    }


def hook(environment, root, event, told, host="claude-code"):
    """Call a hook; return what it answered and the modules it loaded."""
    given = told if isinstance(told, bytes) else json.dumps(told | {"hook_event_name": event})
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "lamina", "hook", host, event],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        cwd=root,
        env=environment,
        timeout=60,
        check=True,
    )
    lines = done.stderr.decode().splitlines()
    return done.stdout.decode(), {line.rpartition("|")[2].strip() for line in lines}


def written(root):
    """Return what stands in the files, and neither how often it was asked for nor when."""
    return {
        path.relative_to(root).as_posix(): path.read_text() for path in sorted(root.rglob("*.md"))
    }


def fill(root, write):
    write("MEMORY.md", "# Memory\n\n- the shop opens at nine\n")
    write("memory/2026-03-01.md", "# 2026-03-01\n\n- Decided: the viewing is on Friday at four\n")


def test_each_hook_loads_next_to_nothing_and_does_the_same(
    environment, root, home, write, daemon, talk, tmp_path
):
    fill(root, write)
    helped = [hook(environment, root, event, talk) for event in EVENTS]
    for (_, modules), event in zip(helped, EVENTS, strict=True):
        assert not HEAVY & modules, event
        assert {one for one in modules if one.startswith("lamina.")} <= {
            "lamina.cli",
            "lamina.cli.start",
            "lamina.documents",
            "lamina.documents.nearest",
            "lamina.hosts",
            "lamina.hosts.limits",
            "lamina.upkeep",
            "lamina.upkeep.local_socket",
        }
    with_daemon = written(root)
    daemon.terminate()
    daemon.wait(30)
    alone = tmp_path / "alone"
    (alone / "memory").mkdir(parents=True)
    fill(alone, lambda path, text: (alone / path).write_text(text))
    answers = [hook(environment, alone, event, talk | {"cwd": str(alone)})[0] for event in EVENTS]
    assert [answered for answered, _ in helped] == answers
    assert "Friday at four" in answers[1]
    assert "opens at nine" in answers[0]
    assert written(alone) == with_daemon
    assert "migration plan" in with_daemon["memory/active-context.md"]
    assert any("chat-" in name for name in with_daemon)


@pytest.mark.parametrize("event", EVENTS)
def test_what_the_daemon_cannot_answer_is_silent_all_the_same(environment, root, daemon, event):
    answered, modules = hook(environment, root, event, b"{")
    assert answered == ""
    assert "lamina.memory" not in modules  # nothing to open


def test_another_workspace_is_answered_without_it(environment, root, daemon, talk, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "memory").mkdir(parents=True)
    for event in EVENTS:
        _, modules = hook(environment, root, event, talk | {"cwd": str(elsewhere)})
        assert "lamina.memory" in modules


def test_it_is_found_where_the_workspace_was_installed_for_a_project(
    environment, root, home, write, daemon, talk, lamina, tmp_path
):
    fill(root, write)
    project = tmp_path / "project" / "src"
    project.mkdir(parents=True)
    assert (
        lamina(
            "install", "claude-code", "--project", str(project.parent), "--apply", "-w", str(root)
        ).returncode
        == 0
    )
    for event in EVENTS:
        answered, modules = hook(environment, project, event, talk | {"cwd": str(project)})
        assert not HEAVY & modules, event
        if event == "SessionStart":
            assert "opens at nine" in answered


def test_a_daemon_that_hangs_costs_half_the_time_and_nothing_else(
    environment, root, home, write, daemon, talk
):
    fill(root, write)
    daemon.send_signal(signal.SIGSTOP)
    answered, modules = hook(environment, root, "UserPromptSubmit", talk)
    assert "Friday at four" in answered
    assert "lamina.memory" in modules


def test_a_hook_that_was_given_up_and_done_again_keeps_everything_once(
    environment, root, home, write, daemon, talk
):
    fill(root, write)
    place = local_socket.place(str(home / ".cache" / "lamina"), str(root.resolve()))
    given = json.dumps(talk | {"hook_event_name": "Stop"})
    question = {
        "version": "0.1.0",
        "argv": ["hook", "claude-code", "Stop"],
        "cwd": str(root),
        "env": {k: v for k, v in environment.items() if k.startswith("LAMINA_") or k == "HOME"},
        "terminal": [False, False],
        "input": given,
        "keeps": True,
    }
    daemon.send_signal(signal.SIGSTOP)
    with pytest.raises(local_socket.Unanswered):
        local_socket.ask(place, question, 0.2)  # it lies there until the daemon goes on
    begun = subprocess.Popen(
        [sys.executable, "-m", "lamina", "hook", "claude-code", "Stop", "--seconds", "20"],
        stdin=subprocess.PIPE,
        env=environment,
        cwd=root,
    )
    daemon.send_signal(signal.SIGCONT)
    begun.communicate(given.encode(), timeout=60)
    local_socket.ask(place, question | {"argv": ["hook", "claude-code", "Stop"]}, 60)  # in turn
    log = next(text for name, text in written(root).items() if "chat-" in name)
    assert log.count("write the migration plan?") == 1
    assert log.count("tomorrow morning") == 1


def test_a_slow_hook_keeps_no_question_waiting(environment, root, home, write, daemon, talk):
    fill(root, write)
    hook(environment, root, "Stop", talk)
    with (root / "memory/.dreams/lock").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        waiting = subprocess.Popen(
            [sys.executable, "-m", "lamina", "hook", "claude-code", "Stop"],
            stdin=subprocess.PIPE,
            env=environment,
            cwd=root,
        )
        assert waiting.stdin
        with waiting.stdin as told:
            told.write(json.dumps(talk | {"hook_event_name": "Stop"}).encode())
        time.sleep(0.5)  # it is in the daemon, waiting for the lock
        answered, modules = hook(environment, root, "UserPromptSubmit", talk)
        assert "Friday at four" in answered
        assert not HEAVY & modules
    assert waiting.wait(60) == 0


def test_what_is_a_hook_for_the_daemon():
    assert is_hook(["hook", "claude-code", "Stop"])
    for words in (
        ["hook"],
        ["hook", "claude-code"],
        ["hook", "claude-code", "--help"],
        ["hook", "claude-code", "Stop", "--now", "2026-03-04"],
        ["search", "hook", "Stop"],
    ):
        assert not is_hook(words)


def test_a_hook_without_standard_input_is_silent(environment, root):
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {Path(sys.executable)} -m lamina hook claude-code Stop <&-"],
        capture_output=True,
        cwd=root,
        env=environment,
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"", b"")

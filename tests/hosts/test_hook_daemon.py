"""With a daemon the hook at every message loads next to nothing; without, it answers the same."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest


@pytest.fixture
def daemon(environment, root):
    process = subprocess.Popen(
        [sys.executable, "-m", "lamina", "daemon", "run"],
        cwd=root,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield process
    process.terminate()
    process.wait(30)


def hook(environment, root, data):
    return subprocess.run(
        [
            sys.executable,
            "-X",
            "importtime",
            "-m",
            "lamina",
            "hook",
            "claude-code",
            "UserPromptSubmit",
        ],
        input=data,
        capture_output=True,
        cwd=root,
        env=environment,
        timeout=60,
    )


def test_the_daemon_answers_a_prompt(environment, root, home, write, daemon):
    write("memory/2026-03-01.md", "# 2026-03-01\n\n- Decided: the viewing is on Friday at four\n")
    asked = {
        "session_id": "s1",
        "transcript_path": str(home / "none.jsonl"),
        "cwd": str(root),
        "hook_event_name": "UserPromptSubmit",
        "prompt": "What did we decide about the viewing?",
    }
    data = json.dumps(asked).encode()
    for _ in range(200):
        done = hook(environment, root, data)
        if b"lamina.memory" not in done.stderr:
            break
        time.sleep(0.1)
    assert b"lamina.memory" not in done.stderr
    assert "Friday at four" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    daemon.terminate()
    daemon.wait(30)
    alone = hook(environment, root, data)
    assert b"lamina.memory" in alone.stderr
    assert alone.stdout == done.stdout


def test_what_the_daemon_cannot_answer_is_silent_all_the_same(environment, root, home, daemon):
    for _ in range(100):
        if list((home / ".cache" / "lamina").glob("run/*.sock")):
            break
        time.sleep(0.1)
    done = hook(environment, root, b"{")
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"lamina.memory" not in done.stderr  # nothing to open
    elsewhere = root.parent / "elsewhere"
    (elsewhere / "memory").mkdir(parents=True)
    asked = {"session_id": "s1", "cwd": str(elsewhere), "prompt": "What did we decide?"}
    done = hook(environment, root, json.dumps(asked).encode())
    assert done.returncode == 0
    assert b"lamina.memory" in done.stderr

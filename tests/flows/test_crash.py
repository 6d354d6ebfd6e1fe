"""A command killed at each of its changes to the disk: all of its files are old, or all are new."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.flows.conftest import WORKSPACES

RIG = Path(__file__).with_name("crash_rig.py")
START = WORKSPACES / "crash"
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - killing a process needs no real disk; fsync is free here
COMMANDS = {
    "topic new": ["topic", "new", "writing", "Spring flyer", "--role", "editor", "--goal", "a page"],
    "log": ["log", "Lease", "--cause", "it ends in May", "--change", "asked for two years"],
    "learn": ["learn", "cuttings", "--from", "lesson.txt"],
    "reference add": [
        "reference", "add", "lesson.txt", "--name", "cuttings", "--subject", "Cuttings",
        "--fact", "Root cuttings in March",
    ],
    "topic archive": ["topic", "archive", "Label printer", "--result", "prints", "--lesson", "ZPL"],
    "checkpoint": [
        "checkpoint", "Second greenhouse", "--line", "lease runs until 2028",
        "--change", "lease signed", "--todo", "insure it",
    ],
    "hygiene": ["hygiene", "--apply"],
    "init": ["init", "--apply", "--many-agents"],
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_anywhere_all_is_old_or_all_is_new(name, tmp_path, environment):
    place = MEMORY_DISK if os.access(MEMORY_DISK, os.W_OK) else tmp_path
    with tempfile.TemporaryDirectory(dir=place) as scratch:
        asked = {"start": str(START), "scratch": scratch, "command": COMMANDS[name]}
        done = subprocess.run(
            [sys.executable, str(RIG)],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            env=environment,
            timeout=300,
        )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["problems"] == []
    assert found["kills"] == found["old"] + found["new"]
    assert found["old"] >= 5  # before the change was decided
    assert found["new"] >= 2  # and after

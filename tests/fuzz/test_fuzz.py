"""Hostile input of every kind that others write: no fault, no hang, nothing outside the workspace.

They run in a process of its own, which an audit hook watches. First what once was too much
(``tests/data/fuzz``), then inputs drawn anew each time; the seed is printed with what went wrong.
The long form is ``python -m tests.fuzz --examples 2000``; with ``--atheris 60`` coverage leads it.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest.importorskip("mcp", reason="the MCP SDK is not installed (extra mcp)")
pytest.importorskip("jinja2", reason="the page is not installed (extra web)")

from tests.fuzz.__main__ import KEPT
from tests.fuzz.targets import TARGETS

EXAMPLES = 6  # a target: the short form
MISBEHAVING = {
    "raise": ("KeyError", "{}['a']"),
    "write": ("outside its ground", "open(out, 'w').close()"),
    "move": ("outside its ground", "os.rename(ground.root / 'MEMORY.md', out)"),
    "lead out": ("outside its ground", ("(ground.root/'a').symlink_to(out.parent);"
                 " open(ground.root/'a'/'out', 'w').close()")),
    "connect": ("outside its ground", "socket.create_connection(('192.0.2.1', 9), 0.01)"),
    "start": ("outside its ground", "subprocess.run(['true'])"),
    "hang": ("no end", "[None for _ in iter(int, 1)]"),
    "work": ("seconds of CPU", "sum(range(100_000_000))"),
}  # fmt: skip
PROGRAM = """
import json, os, socket, subprocess, sys
from pathlib import Path
from hypothesis import strategies as st
from tests.fuzz import target
from tests.fuzz.__main__ import _tried
from tests.fuzz.watched import Watch
target.AT_MOST, target.SECONDS = 2, 0.5
said, watch, folder = {}, Watch(), Path(sys.argv[1])
for name, source in json.loads(sys.argv[2]).items():
    def work(data, ground, source=source):
        exec(source, globals() | {"ground": ground, "out": folder / "out"})
    said[name] = _tried(target.Target(name, st.binary(), work), b"", folder, watch)
print(json.dumps(said))
"""


def test_what_misbehaves_is_found_out(tmp_path):
    sources = {name: source for name, (_, source) in MISBEHAVING.items()}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), json.dumps(sources)],
        capture_output=True,
        text=True,
        timeout=200,
    )
    said = json.loads(done.stdout)
    assert {n for n, (mark, _) in MISBEHAVING.items() if mark not in str(said[n])} == set(), said


def test_what_is_kept_belongs_to_a_target():
    assert {path.name for path in KEPT.iterdir()} <= set(TARGETS)


@pytest.mark.slow
def test_no_input_is_too_much():
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--examples", str(EXAMPLES)],
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr

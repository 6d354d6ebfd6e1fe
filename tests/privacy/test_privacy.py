"""After a life of all commands: who was connected to, who may read what is left, who was told.

One life is led for all of these; its processes load ``sitecustomize.py``, which watches them.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.privacy.life import CANARY, Life

for needed in ("mcp", "starlette", "jinja2", "multipart", "watchfiles"):
    pytest.importorskip(needed, reason=f"{needed} is not installed (extra all)")

HERE = Path(__file__).parent
USERS = {".md", ".json"}  # of the workspace: notes, which keep what the person's umask says


@pytest.fixture(scope="module")
def life(tmp_path_factory):
    folder = tmp_path_factory.mktemp("life")
    home, root = folder / "home", folder / "ws"
    for made in (home, root):
        made.mkdir(mode=0o755)
    (home / ".claude").mkdir()
    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "VIRTUAL_ENV"}}
    environment = kept | {
        "HOME": str(home),
        "PYTHONPATH": path,
        "LAMINA_NOTES_TIMEZONE": "Europe/Berlin",
        "LAMINA_TEST_SEEN": str(folder / "seen.jsonl"),
        "PYTHONUTF8": "1",
    }
    found = Life(root, home, environment)
    found.whole()
    return found


def seen(life, kind):
    lines = (life.root.parent / "seen.jsonl").read_text().splitlines()
    return [about for one, about in map(json.loads, lines) if one == kind]


@pytest.mark.slow
def test_no_connection_leaves_the_machine_with_default_settings(life):
    far = [where for where in seen(life, "far") if "192.0.2.1" not in where]  # set by a command
    assert far == []
    assert seen(life, "local") != []  # the daemon was asked
    own = (str(life.home), str(life.root), "/tmp/lamina-", "/run/user/")  # noqa: S108
    assert [where for where in seen(life, "local") if not where.startswith(own)] == []


def test_a_connection_would_have_been_seen(tmp_path):
    environment = dict(os.environ) | {
        "LAMINA_TEST_SEEN": str(tmp_path / "seen"),
        "PYTHONPATH": str(HERE),
    }
    program = "import socket; socket.create_connection(('192.0.2.1', 9), 1)"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True)
    assert done.returncode
    assert b"far" in (tmp_path / "seen").read_bytes()


@pytest.mark.slow
def test_what_is_not_the_persons_own_is_for_its_owner_only(life):
    open_to_others = []
    for path in (*life.home.rglob("*"), *life.root.rglob("*")):
        status = path.lstat()
        inner = path.relative_to(life.root) if path.is_relative_to(life.root) else None
        users = inner is not None and ".dreams" not in inner.parts
        talks = life.home / ".claude" / "projects"  # the host's own, as its folder is
        given = path == talks.parent or talks in (path, *path.parents)
        if stat.S_ISLNK(status.st_mode) or users or given:
            continue
        if status.st_mode & 0o077:
            open_to_others.append((str(path), oct(status.st_mode & 0o777)))
    assert open_to_others == []


@pytest.mark.slow
def test_nobody_but_the_owner_may_write_into_a_workspace(life):
    """Notes are the person's, who may have let others read them; change them nobody else may."""
    loose = [
        (str(path), oct(path.stat().st_mode & 0o777))
        for path in life.root.rglob("*")
        if path.lstat().st_mode & 0o022 and not path.is_symlink()
    ]
    assert loose == []


@pytest.mark.slow
def test_no_word_of_the_memory_is_said_elsewhere(life):
    programs = seen(life, "program")
    assert [words for words in programs if CANARY in str(words)] == []
    assert [
        words for words, text in life.said.items() if CANARY not in words and CANARY in text
    ] == []
    logs = [
        *life.home.rglob("*.log"),
        *life.home.rglob("hooks.jsonl"),
        *life.root.parent.glob("*.log"),
    ]
    assert any(path.name == "hooks.jsonl" for path in logs)
    assert [path for path in logs if CANARY in path.read_text()] == []

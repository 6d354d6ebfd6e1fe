"""The daemon as a process of its own: single, asked by the command line, ended, killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from lamina.upkeep import local_socket
from lamina.upkeep.local_socket import Unanswered, ask, listen, receive, send
from tests.test_startup import loaded

SECONDS = 60  # after which a test that waits fails; nothing is measured


def until(condition):
    deadline = time.monotonic() + SECONDS
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


@pytest.fixture
def daemon(environment, root):
    """Start a daemon in the workspace and wait until it is ready."""
    running = []

    def begin(**variables):
        process = subprocess.Popen(
            [sys.executable, "-m", "lamina", "daemon"],
            cwd=root,
            env=environment | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        assert process.stdout
        assert "ready" in process.stdout.readline()
        return process

    yield begin
    for process in running:
        if process.poll() is None:
            process.send_signal(signal.SIGCONT)
            process.kill()
        process.communicate()


@pytest.fixture
def place(home, root):
    return local_socket.place(str(home / ".cache" / "lamina"), str(root.resolve()))


def question(environment, root, *arguments, **other):
    kept = {k: v for k, v in environment.items() if k.startswith("LAMINA_") or k == "HOME"}
    return {
        "version": "0.1.0",
        "argv": list(arguments),
        "cwd": str(root),
        "env": kept,
        "terminal": [False, False],
    } | other


def asked_daemon(environment, root, code, *arguments):
    """Run a command and return what modules its process loaded."""
    program = f"""
import sys
sys.argv[1:] = {list(arguments)!r}
from lamina.cli.start import run
try:
    run()
except SystemExit as end:
    assert end.code == {code}, end.code
"""
    return loaded(program, environment, root)


COMMANDS = [
    ("search", "zebra"),
    ("search", "zebra", "--json"),
    ("search", "nothing-of-that-kind"),
    ("get", "memory/2026-03-04.md"),
    ("get", "memory/missing.md", "--json"),
    ("get", "../outside.md"),
    ("search", "x", "--no-such-option"),
    ("recall", "what did I say about the zebra?"),
    ("context", "--now", "2026-03-04T10:00"),
    ("search", "зебра", "--session", "group"),
    ("status", "--now", "2026-03-04T10:00"),
]


def test_a_daemon_answers_as_the_command_itself_does(daemon, lamina, write):
    write("memory/2026-03-04.md", "- a zebra, зебра, in the garden\n")
    write("MEMORY.md", "# M\n\n- the zebra is called Ida\n")
    lamina("search", "zebra")
    here = [lamina(*arguments) for arguments in COMMANDS]
    daemon()
    there = [lamina(*arguments) for arguments in COMMANDS]
    for one, other in zip(here, there, strict=True):
        if "next job" in one.stdout:  # the daemon has done jobs meanwhile
            one.stdout, other.stdout = (
                [line for line in done.stdout.splitlines() if "next job" not in line]
                for done in (one, other)
            )
        assert (other.stdout, other.stderr, other.returncode) == (
            one.stdout, one.stderr, one.returncode,
        )  # fmt: skip


def test_asking_it_loads_nothing_heavy(daemon, environment, root, write):
    write("memory/2026-03-04.md", "- a zebra\n")
    heavy = {"click", "sqlite3", "markdown_it", "numpy", "lamina.memory", "lamina.config"}
    assert heavy & asked_daemon(environment, root, 0, "search", "zebra")
    daemon()
    assert not heavy & asked_daemon(environment, root, 0, "search", "zebra")
    assert not heavy & asked_daemon(environment, root, 5, "get", "../x")
    for here in (
        ("search", "zebra", "--set", "search.limit=1"),
        ("search", "zebra", "--agent", "chiti"),
        ("history",),
    ):
        assert heavy & asked_daemon(environment, root, 0, *here)
    other = environment | {"LAMINA_SEARCH_LIMIT": "1"}
    assert heavy & asked_daemon(other, root, 0, "search", "zebra")


def test_a_file_and_a_setting_changed_just_now_count(daemon, lamina, write, root):
    daemon()
    write("memory/2026-03-04.md", "- a zebra\n- a zebra crossing\n- zebras all around\n")
    assert len(json.loads(lamina("search", "zebra", "--json").stdout)["hits"]) == 3
    (root / ".lamina.toml").write_text("[search]\nlimit = 1\n")
    assert len(json.loads(lamina("search", "zebra", "--json").stdout)["hits"]) == 1
    (root / ".lamina.toml").write_text("[search]\nlimits = 1\n")
    wrong = lamina("search", "zebra")
    assert (wrong.returncode, "limits" in wrong.stderr) == (3, True)
    (root / ".lamina.toml").unlink()
    assert len(json.loads(lamina("search", "zebra", "--json").stdout)["hits"]) == 3


def test_it_keeps_the_index_in_line_by_itself(daemon, open_memory, write):
    daemon()
    write("memory/2026-03-04.md", "- a zebra\n")
    index = open_memory().index
    until(lambda: "memory/2026-03-04.md" in index.files())


def test_it_does_the_jobs(daemon, lamina, root):
    process = daemon()
    said = [process.stdout.readline().split(" ", 2)[2] for _ in range(2)]
    assert sorted(said) == [
        "audit: done\n", "hygiene: done\n",
    ]  # fmt: skip
    assert (root / "memory" / "heartbeat-state.json").exists()
    # Work that looks every few minutes may be due again at this very moment.
    until(lambda: states(lamina) == {"waiting", "off"})


def states(lamina):
    return {one["state"] for one in json.loads(lamina("jobs", "--json").stdout)["jobs"]}


def test_a_second_daemon_says_so_and_ends(daemon, lamina):
    first = daemon()
    second = lamina("daemon")
    assert second.returncode == 0
    assert f"runs already (process {first.pid})" in second.stdout
    assert first.poll() is None
    assert json.loads(lamina("daemon", "status", "--json").stdout) == {
        "running": True, "process": first.pid,
    }  # fmt: skip


def test_told_to_end_it_ends_and_leaves_nothing(daemon, lamina, place):
    process = daemon()
    until(lambda: Path(place).exists())
    stopped = lamina("daemon", "stop")
    assert "was ended" in stopped.stdout
    assert process.wait(SECONDS) == 0
    assert process.stderr.read() == ""
    assert not Path(place).exists()
    assert "none runs" in lamina("daemon", "status").stdout
    assert lamina("daemon", "stop").returncode == 0


def test_what_was_asked_before_the_end_is_answered(daemon, environment, root, place, write):
    write("memory/2026-03-04.md", "- a zebra\n")
    process = daemon()
    asking = [socket.socket(socket.AF_UNIX) for _ in range(8)]
    folder = os.open(Path(place).parent, os.O_RDONLY)
    for one in asking:
        one.connect(f"/proc/self/fd/{folder}/{Path(place).name}")
        send(one, question(environment, root, "search", "zebra"))
    os.close(folder)
    answers = [receive(one) for one in asking[:4]]
    process.terminate()
    answers += [receive(one) for one in asking[4:]]
    for one in asking:
        one.close()
    assert all(answer and "a zebra" in answer["stdout"] for answer in answers)
    assert process.wait(SECONDS) == 0


def test_killed_it_is_started_again_over_what_it_left(daemon, lamina, place, write):
    write("memory/2026-03-04.md", "- a zebra\n")
    first = daemon()
    first.kill()
    first.wait()
    assert Path(place).exists()
    assert "a zebra" in lamina("search", "zebra").stdout  # nobody answers there
    assert "none runs" in lamina("daemon", "status").stdout
    daemon()
    assert "a zebra" in lamina("search", "zebra").stdout


def test_g05_stopped_and_continued_it_goes_on(daemon, lamina, write):
    write("memory/2026-03-04.md", "- a zebra\n")
    process = daemon()
    process.send_signal(signal.SIGSTOP)
    assert "a zebra" in lamina("search", "zebra").stdout  # by itself, after a while
    assert f"process {process.pid}" in lamina("daemon").stdout
    process.send_signal(signal.SIGCONT)
    assert lamina("daemon", "stop").returncode == 0
    assert process.wait(SECONDS) == 0
    assert process.stderr.read() == ""


def test_only_its_owner_can_reach_it(daemon, place):
    daemon()
    assert stat.S_IMODE(Path(place).stat().st_mode) == 0o600
    assert stat.S_IMODE(Path(place).parent.stat().st_mode) == 0o700


REFUSED: list[dict[str, Any]] = [
    {"version": "0.0.1"},
    {"argv": ["remember", "x"]},
    {"argv": ["search", "x", "--batch", "/etc/passwd"]},
    {"argv": ["search", "x", "--set", "search.limit=1"]},
    {"argv": ["daemon", "stop"]},
    {"argv": 7},
    {"argv": ["search", "x", "-w", "/"]},
    {"cwd": "/"},
    {"env": {}},
    {"env": 7},
    {"terminal": [True]},
]


def test_what_it_does_not_answer_it_refuses(daemon, environment, root, place):
    process = daemon()
    for other in REFUSED:
        answer = ask(place, question(environment, root, "search", "x", **other), SECONDS)
        assert set(answer) == {"refused"}, other
    assert "stdout" in ask(place, question(environment, root, "search", "x"), SECONDS)
    assert list((root / "memory").glob("2*.md")) == []
    assert process.poll() is None


@pytest.mark.parametrize(
    "sent", [b"{", b"{\n", b"[1]\n", b"[" * 50_000 + b"\n", b"\xff\n", b"1\n", b"x" * 9_000_000]
)
def test_a_line_that_is_no_question_is_not_taken_for_one(sent):
    ours, theirs = socket.socketpair()

    def give():
        with theirs, contextlib.suppress(OSError):
            theirs.sendall(sent)

    giving = threading.Thread(target=give)
    giving.start()
    with ours:
        if sent == b"{":
            assert receive(ours) is None  # cut off
        else:
            with pytest.raises(ValueError):
                receive(ours)
    giving.join()


def test_a_socket_that_others_could_have_put_there_is_not_asked(tmp_path):
    path = str(tmp_path / "run" / "a.sock")
    with listen(path):
        (tmp_path / "run").chmod(0o755)
        with pytest.raises(Unanswered):
            ask(path, {}, 1)
    with pytest.raises(Unanswered):
        ask(str(tmp_path / "none" / "a.sock"), {}, 1)


def test_a_path_longer_than_a_sockets_name_may_be_serves_too(tmp_path):
    path = str(tmp_path / ("long" * 40) / "a.sock")

    def answer():
        taken, _ = listening.accept()
        with taken:
            send(taken, {"heard": receive(taken)})

    with listen(path) as listening:
        thread = threading.Thread(target=answer)
        thread.start()
        assert ask(path, {"a": 1}, SECONDS) == {"heard": {"a": 1}}
        thread.join()

"""The commands for sessions of hosts, run as people run them."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.sessions.hosts import OpenClaw, OpenClawHome

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Shell

NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)
NOW = "--now=2026-03-03T16:00+00:00"


def filled(home: Path, root: Path) -> OpenClawHome:
    openclaw = OpenClawHome(home / ".openclaw", root)
    main = OpenClaw(root, session="aaaa-1")
    main.user("We moved the office to Graz.")
    main.agent("Noted: \x1b[31mGraz.")
    openclaw.add("agent:main:main", main, updated=NOON)
    for number, suffix in enumerate(("", ":thread:17.4")):
        long = OpenClaw(root, session=f"bbbb-{number}")
        long.user("Hello.")
        long.lines += long.lines[-1:] * 600
        openclaw.add(f"agent:main:slack:channel:C1{suffix}", long, updated=NOON)
    openclaw.save()
    return openclaw


def test_list_says_what_would_happen_and_why(lamina: Shell, home: Path, root: Path) -> None:
    filled(home, root)
    done = lamina("session", "list", NOW)
    assert done.returncode == 0, done.stderr
    shown = re.sub(r"[\d.]+ kB", "… kB", done.stdout)  # they depend on the folder's name
    trimmed = "would be trimmed (602 lines, idle for 240 minutes)"
    assert shown.splitlines() == [
        "agent:main:main",
        "    main, 3 lines, … kB, idle 4 h: not a channel (main)",
        "agent:main:slack:channel:C1",
        f"    channel, slack, 602 lines, … kB, idle 4 h: {trimmed}",
        "agent:main:slack:channel:C1:thread:17.4",
        "    thread, slack 17.4, 602 lines, … kB, idle 4 h: a thread is never trimmed",
        "3 sessions, 1 would be trimmed.",
    ]
    found = json.loads(lamina("session", "list", NOW, "--json").stdout)
    assert found["trim"] == 1
    assert found["sessions"][1]["key"] == "agent:main:slack:channel:C1"
    assert found["sessions"][1]["idle_seconds"] == 14_400


def test_without_hosts_there_is_nothing_and_that_is_fine(lamina: Shell) -> None:
    done = lamina("session", "list")
    assert (done.returncode, done.stdout) == (0, "0 sessions, 0 would be trimmed.\n")


def test_damage_is_a_notice(lamina: Shell, home: Path, root: Path) -> None:
    path = filled(home, root).sessions() / "sessions.json"
    path.write_bytes(path.read_bytes()[:-30])
    done = lamina("session", "list", NOW)
    assert done.returncode == 0
    assert "is damaged: 2 of its sessions could be read" in done.stderr
    assert "2 sessions" in done.stdout


def test_show_prints_what_was_said(lamina: Shell, home: Path, root: Path) -> None:
    filled(home, root)
    done = lamina("session", "show", "aaaa", NOW)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "2026-03-03 10:00 user (owner)",
        "    We moved the office to Graz.",
        "2026-03-03 10:00 assistant (agent)",
        "    Noted: Graz.",
    ]
    said = json.loads(lamina("session", "show", "aaaa", "-n", "1", "--json").stdout)["said"]
    assert [(one["origin"], one["text"]) for one in said] == [("agent", "Noted: Graz.")]


def test_what_cannot_be_shown_is_said(lamina: Shell, home: Path, root: Path) -> None:
    openclaw = filled(home, root)
    openclaw.add("agent:main:empty")
    openclaw.save()
    for arguments, code, text in (
        (("nobody",), 2, "There is no session 'nobody'"),
        (("agent",), 2, "fits more than one session"),
        (("empty",), 10, "it has no transcript"),
        (("aaaa", "--session", "group"), 10, "main session only"),
    ):
        done = lamina("session", "show", *arguments)
        assert done.returncode == code, done.stderr
        assert text in done.stderr
        assert "Graz" not in done.stdout + done.stderr


def test_repair_shows_and_mends_and_restore_takes_it_back(
    lamina: Shell, home: Path, root: Path
) -> None:  # I02
    openclaw = OpenClawHome(home / ".openclaw", root)
    talk = OpenClaw(root)
    talk.user("Which port?")
    talk.agent("", calls=[("call_1", "exec")])
    path = openclaw.add("agent:main:main", talk)
    openclaw.save()
    old = path.read_bytes()
    done = lamina("session", "repair", "agent:main:main")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "line 3: makes the call call_1, which has no result\n"
    assert "--apply" in done.stderr
    assert path.read_bytes() == old
    done = lamina("session", "repair", "agent:main:main", "--apply", "--json")
    archive = json.loads(done.stdout)["done"]["archive"]
    assert (path.parent / archive).exists()
    assert b'"toolCallId":"call_1"' in path.read_bytes()
    assert lamina("session", "repair", "agent:main:main").stdout == "Nothing is wrong.\n"
    done = lamina("session", "restore", "agent:main:main")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == old
    done = lamina("session", "restore", "agent:main:main")
    assert done.returncode == 2
    assert "no trimmed session" in done.stderr

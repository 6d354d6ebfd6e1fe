"""The sessions of a workspace are found wherever a host keeps them, and what would happen is said."""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lamina.errors import AmbiguousNameError, SessionError, UnknownNameError
from lamina.places import Places
from lamina.sessions.catalog import Listing, Sessions
from lamina.sessions.eligible import verdict
from lamina.sessions.turns import Origin, Role, Session
from lamina.settings import Sessions as Settings
from lamina.storage.sqlite_openclaw import OpenClawDatabase
from tests.sessions.hosts import (
    ClaudeCode,
    Codex,
    OpenClaw,
    OpenClawHome,
    claude_code_session,
    codex_session,
)

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)


@pytest.fixture
def places(home: Path) -> Places:
    return Places.of({"HOME": str(home)})


def opened(root: Path, places: Places, **settings: Any) -> Sessions:
    return Sessions(root, places, Settings(**settings), clock=lambda: NOW)


def long(cwd: Path, number: int, lines: int) -> OpenClaw:
    talk = OpenClaw(cwd, session=f"5e551017-0000-4000-8000-{number:012x}")
    talk.user("Hello.")
    line = talk.lines[-1]
    talk.lines += [line] * (lines - len(talk.lines))
    return talk


def test_without_hosts_there_are_no_sessions(root: Path, places: Places) -> None:
    assert opened(root, places).list() == Listing(())


def test_the_three_hosts_are_found_and_others_folders_are_not(
    root: Path, home: Path, places: Places, tmp_path: Path
) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    openclaw.add("agent:main:main", OpenClaw(root), updated=NOW - timedelta(hours=1))
    elsewhere: dict[str, Any] = {"systemPromptReport": {"workspaceDir": str(tmp_path)}}
    openclaw.add("agent:main:other", OpenClaw(tmp_path, session="0b5"), **elsewhere)
    openclaw.save()
    for cwd, session in ((root, "c1"), (tmp_path, "c2")):
        talk = ClaudeCode(cwd, session=session)
        talk.setup()
        talk.user("Hello.")
        claude_code_session(home / ".claude", talk)
        codex_session(home / ".codex", Codex(cwd, session=f"x{session}"))
    side = ClaudeCode(root, side=True, session="c1")
    side.user("Look.")
    claude_code_session(home / ".claude", side, agent="a7")
    found = {s.key: s for s in opened(root, places).list().sessions}
    assert {(s.key, s.host, s.kind) for s in found.values()} == {
        ("agent:main:main", "openclaw", "main"),
        ("claude-code:c1", "claude-code", "main"),
        ("claude-code:c1:subagent:agent-a7", "claude-code", "sub-agent"),
        ("codex:xc1", "codex", "main"),
    }
    main = found["agent:main:main"]
    assert (main.updated, main.tokens, main.window) == (NOW - timedelta(hours=1), 100, 64_000)
    assert main.size == main.transcript.stat().st_size if main.transcript else False
    assert found["claude-code:c1"].updated == datetime(2026, 3, 3, 9, 0, 20, tzinfo=UTC)


def test_other_folders_may_belong_to_the_workspace(
    root: Path, home: Path, places: Places, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    for cwd, session in ((link, "c1"), (tmp_path / "code", "c2")):
        talk = ClaudeCode(cwd, session=session)
        talk.user("Hello.")
        claude_code_session(home / ".claude", talk)
    assert len(opened(root, places).list().sessions) == 1
    assert len(opened(root, places, folders=(str(tmp_path / "code"),)).list().sessions) == 2


def test_the_folder_may_stand_in_the_transcript_and_the_home_may_have_moved(
    root: Path, home: Path, places: Places
) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    openclaw.add("agent:main:main", OpenClaw(root), systemPromptReport=None, sessionFile="")
    openclaw.add(
        "agent:main:a", OpenClaw(root, session="0b5"), sessionFile="/old/home/sessions/0b5.jsonl"
    )
    openclaw.add("agent:main:cron:1", None, systemPromptReport=None)
    openclaw.save()
    found = opened(root, places).list().sessions
    assert {s.key for s in found} == {"agent:main:main", "agent:main:a"}
    assert all(s.transcript and s.transcript.is_file() for s in found)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("cli", "main"), ("vscode", "main"), ("exec", "sub-agent"), ("mcp", "sub-agent"),
        ({"subagent": "review"}, "sub-agent"), ("something", "group"), (None, "main"),
    ],
)  # fmt: skip
def test_who_runs_codex_decides_whose_the_words_are(
    root: Path, home: Path, places: Places, source: Any, kind: str
) -> None:
    talk = Codex(root, source=source)
    talk.user("Hello.")
    codex_session(home / ".codex", talk)
    sessions = opened(root, places)
    (found,) = sessions.list().sessions
    assert found.kind == kind
    said = next(t for t in sessions.turns(found) if t.role is Role.USER)
    assert said.origin is (Origin.OWNER if kind == "main" else Origin.UNTRUSTED)


def test_i03_channels_are_eligible_and_threads_never(
    root: Path, home: Path, places: Places
) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    data = long(root, 0, 501).data()
    for number in range(1_520):
        thread = f":thread:{number}" if number >= 1_500 else ""
        old = NOW - timedelta(hours=3 if number % 2 else 1)
        path = openclaw.add(f"agent:main:slack:channel:C{number}{thread}", updated=old)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    openclaw.save()
    sessions = opened(root, places)
    judged = list(sessions.judged(sessions.list().sessions))
    assert len(judged) == 1_520
    assert {j.lines for j in judged} == {501}
    trims = [j for j in judged if j.verdict.trim]
    assert len(trims) == 750
    assert not any(":thread:" in j.session.key for j in trims)
    whys = {j.verdict.why for j in judged}
    assert whys == {
        "a thread is never trimmed",
        "idle for only 60 of 120 minutes",
        "would be trimmed (501 lines, idle for 180 minutes)",
    }


def session(key: str = "agent:main:slack:channel:C1", **fields: Any) -> Session:
    plain: dict[str, Any] = {
        "host": "openclaw",
        "kind": "channel",
        "id": "1",
        "transcript": Path("/x.jsonl"),
    }
    return Session(key, **(plain | {"updated": NOW - timedelta(hours=3)} | fields))


@pytest.mark.parametrize(
    ("one", "lines", "busy", "why"),
    [
        (session(), 501, "", "would be trimmed (501 lines, idle for 180 minutes)"),
        (session(), 500, "", "too short (500 of 500 lines)"),
        (session(updated=NOW - timedelta(hours=2)), 501, "", "idle for only 120 of 120 minutes"),
        (session(updated=NOW + timedelta(days=1)), 501, "", "idle for only 0 of 120 minutes"),
        (session(updated=None), 501, "", "nobody knows since when it is idle"),
        (session(), 501, "process 7 holds its lock", "process 7 holds its lock"),
        (session("agent:main:main", kind="main"), 9_999, "", "not a channel (main)"),
        (session("agent:main:x:channel:C1:thread:2", kind="thread"), 9_999, "", "a thread is never trimmed"),
        (session("agent:main:x:channel:C1:topic:2", kind="channel"), 9_999, "", "not a channel (channel)"),
        (session(transcript=None), 501, "", "it has no transcript"),
    ],
)  # fmt: skip
def test_i03_each_verdict_says_why(one: Session, lines: int, busy: str, why: str) -> None:
    said = verdict(one, lines, NOW, Settings(), busy=busy)
    assert said.why == why
    assert said.trim == why.startswith("would")


def test_a_session_that_is_locked_is_left(root: Path, home: Path, places: Places) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    path = openclaw.add("agent:main:slack:channel:C1", long(root, 1, 600))
    openclaw.save()
    sessions = opened(root, places)
    (judged,) = sessions.judged(sessions.list().sessions)
    assert judged.verdict.trim
    lock = {"pid": os.getpid(), "createdAt": NOW.isoformat()}
    path.with_name(f"{path.name}.lock").write_text(json.dumps(lock))
    (judged,) = sessions.judged(sessions.list().sessions)
    assert "holds its lock" in judged.verdict.why


def test_a_session_is_found_by_key_id_or_part(root: Path, home: Path, places: Places) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    openclaw.add("agent:main:main", OpenClaw(root, session="aaaa-1"))
    openclaw.add("agent:main:main:thread:9", OpenClaw(root, session="bbbb-2"))
    openclaw.save()
    sessions = opened(root, places)
    assert sessions.find("agent:main:main").id == "aaaa-1"
    assert sessions.find("BBBB-2").id == "bbbb-2"
    assert sessions.find("thread:9").id == "bbbb-2"
    with pytest.raises(AmbiguousNameError):
        sessions.find("agent:main")
    for words in ("slack", "", " "):
        with pytest.raises(UnknownNameError):
            sessions.find(words)


def test_damage_in_one_list_hides_no_other(root: Path, home: Path, places: Places) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    openclaw.add("agent:main:main", OpenClaw(root))
    openclaw.save()
    broken = openclaw.sessions("broken") / "sessions.json"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b'{"agent:broken:main": {"sess')
    database = home / ".openclaw" / "agents" / "old" / "agent" / "openclaw-agent.sqlite"
    database.parent.mkdir(parents=True)
    database.write_bytes(b"no database at all, but long enough to look like one" * 50)
    odd = home / ".openclaw" / "agents" / "odd" / "agent" / "openclaw-agent.sqlite"
    odd.parent.mkdir(parents=True)
    with closing(sqlite3.connect(odd)) as db:
        db.execute("CREATE TABLE session_nodes (x)")
    (home / ".claude" / "projects" / "x").mkdir(parents=True)
    (home / ".claude" / "projects" / "x" / "y.jsonl").write_bytes(b"\x00\xff\n")
    listing = opened(root, places).list()
    assert [s.key for s in listing.sessions] == ["agent:main:main"]
    assert len(listing.notices) == 3
    assert any("another layout" in n for n in listing.notices)
    assert any("not a database" in n for n in listing.notices)
    assert any("sessions.json is damaged" in n for n in listing.notices)


def stored(root: Path, home: Path, packed: dict[int, bytes] | None = None) -> tuple[Path, OpenClaw]:
    openclaw = OpenClawHome(home / ".openclaw", root)
    path = openclaw.database()
    talk = OpenClaw(root, version=4)
    talk.user("Which port?", owner=True)
    talk.agent("Port 8080.")
    openclaw.store(path, "agent:main:main", talk, compressed=packed)
    return path, talk


def test_the_newer_database_is_read(root: Path, home: Path, places: Places) -> None:
    _, talk = stored(root, home)
    sessions = opened(root, places)
    (found,) = sessions.list().sessions
    assert (found.kind, found.id, found.transcript) == ("main", talk.session, None)
    assert found.size == len(talk.data())
    turns = list(sessions.turns(found))
    assert [(t.role, t.text, t.origin) for t in turns[1:]] == [
        (Role.USER, "Which port?", Origin.OWNER),
        (Role.ASSISTANT, "Port 8080.", Origin.AGENT),
    ]
    assert turns[0].header
    assert sum(t.size for t in turns) == found.size
    assert [t.record for t in sessions.last(found, 2)] == [-2, -1]
    (judged,) = sessions.judged([found])
    assert (judged.lines, judged.verdict.trim) == (3, False)


def test_reading_the_database_holds_no_writer_up(root: Path, home: Path, places: Places) -> None:
    path, _ = stored(root, home)
    sessions = opened(root, places)
    with closing(sqlite3.connect(path, timeout=0)) as host:
        host.execute("BEGIN IMMEDIATE")
        (found,) = sessions.list().sessions
        turns = sessions.turns(found)
        next(turns)
        host.execute("DELETE FROM transcript_events WHERE seq = 3")
        host.execute("COMMIT")
        assert host.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def test_a_long_session_is_read_in_pages(root: Path, home: Path) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    path = openclaw.database()
    talk = long(root, 1, 1_203)
    openclaw.store(path, "agent:main:main", talk)
    database = OpenClawDatabase(path)
    assert list(database.records(talk.session)) == talk.lines
    assert database.last(talk.session, 5) == talk.lines[-5:]
    assert database.measured(talk.session) == (1_203, len(talk.data()))


def test_compressed_records_are_unpacked_or_said_to_be_there(
    root: Path, home: Path, places: Places
) -> None:
    path, talk = stored(root, home, {2: b"?"})
    with closing(sqlite3.connect(path)) as db, db:
        packed = zlib.compress(talk.lines[1].rstrip(b"\n"))
        db.execute("UPDATE transcript_events SET event_zstd = ? WHERE seq = 2", (packed,))
    able = OpenClawDatabase(path, unpack=zlib.decompress)
    assert list(able.records(talk.session)) == talk.lines
    assert not able.packed()
    plain = OpenClawDatabase(path)
    if plain.unpack is not None:  # this Python has zstd: zlib's bytes are none
        assert list(plain.records(talk.session))[1] is None
        return
    assert plain.packed()
    sessions = opened(root, places)
    listing = sessions.list()
    assert sum("zstandard" in n for n in listing.notices) == 1
    turns = list(sessions.turns(listing.sessions[0]))
    assert [t.kind for t in turns] == ["session", "compressed", "message"]


def test_the_talk_is_shown_to_the_main_session_only(root: Path, home: Path, places: Places) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    talk = OpenClaw(root)
    for number in range(40):
        talk.user(f"Question {number}.")
        talk.agent(calls=[(f"c{number}", "exec")])
        talk.result(f"c{number}", "out")
        talk.agent(f"Answer {number}.")
    openclaw.add("agent:main:main", talk)
    openclaw.save()
    sessions = opened(root, places)
    found = sessions.find("agent:main:main")
    assert [s.text for s in sessions.talk(found, 3)] == [
        "Answer 38.", "Question 39.", "Answer 39."
    ]  # fmt: skip
    assert len(sessions.talk(found, 1_000)) == 80
    guest = Sessions(root, places, Settings(), clock=lambda: NOW, seen_from="group")
    with pytest.raises(SessionError, match="main session only"):
        guest.talk(found, 3)

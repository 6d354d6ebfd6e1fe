"""Trims on disk: what is kept, what comes back, what is refused."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.errors import (
    ArchiveError,
    NoCutError,
    NotWritableError,
    SessionBusyError,
    SessionError,
    UnknownNameError,
)
from lamina.sessions.transcripts import Transcript
from lamina.sessions.turns import Turn
from tests.sessions.hosts import ClaudeCode, Codex, OpenClaw
from tests.sessions.lawful import best, breaches
from tests.sessions.trim_rig import KEY, NOW, trims

HOSTS: dict[str, Any] = {"openclaw": OpenClaw, "claude-code": ClaudeCode, "codex": Codex}


def chat(host: str, exchanges: int = 120):
    """A talk with tools: parallel calls, results in reverse, texts as strings and as blocks."""
    talk = HOSTS[host]()
    talk.setup()
    for number in range(exchanges):
        talk.user(f"question {number}")
        if number % 3 == 0:
            calls = [(f"call_{number}_{n}", "exec") for n in range(1 + number % 2)]
            talk.agent("let me see" if number % 4 else "", calls=calls)
            for call, _ in reversed(calls):
                talk.result(call, "output " * 20)
        if number % 7 == 0:
            talk.agent("never min", stop="aborted")
            talk.user("once more", **({"plain": number % 2 == 0} if host != "codex" else {}))
        talk.agent(f"answer {number}")
        if number == exchanges - 40 and host == "openclaw":
            talk.compaction("what was said", keeps=f"{talk._ids - 30:08x}")
    return talk


@pytest.fixture
def transcript(tmp_path):
    return tmp_path / "5e551017.jsonl"


def turns(path, *, texts=False):
    return list(Transcript(path).turns(texts=texts))


def beside(path):
    return sorted(p.name.removeprefix(path.name) for p in path.parent.glob(f"*{path.name}*"))


@pytest.mark.parametrize("host", HOSTS)
def test_a_trim_keeps_the_best_stretch_and_archives_the_whole(host, transcript):  # I01, I06
    old = chat(host).write(transcript).read_bytes()
    before = turns(transcript)
    report = trims(transcript.parent).trim(KEY, transcript)
    start = best(before, 60)
    assert start is not None
    lines, kept = old.splitlines(keepends=True), transcript.read_bytes().splitlines(keepends=True)
    assert kept[report.heads + 1 :] == lines[start + 1 :]
    assert (report.kept, report.removed) == (len(kept), len(lines) - len(kept))
    assert gzip.decompress(report.archive.read_bytes()) == old
    assert report.archive.name == f"{transcript.name}.trimmed-20260304T083000Z.gz"
    after = turns(transcript)
    assert not list(breaches([Turn(0, "gone"), *after], 1, 60))
    first = json.loads(kept[report.heads]) | {"parentId": 0, "parentUuid": 0}
    assert first == json.loads(lines[start]) | {"parentId": 0, "parentUuid": 0}
    ids = {turn.id for turn in after}
    assert all(turn.parent in ids for turn in after if turn.parent is not None)
    assert Transcript(transcript).host == host


@pytest.mark.parametrize("host", HOSTS)
def test_restore_right_after_a_trim_is_byte_for_byte(host, transcript):  # I06
    old = chat(host).write(transcript).read_bytes()
    trims(transcript.parent).trim(KEY, transcript)
    assert transcript.read_bytes() != old
    report = trims(transcript.parent).restore(KEY)
    assert transcript.read_bytes() == old
    assert report.removed < 0


@pytest.mark.parametrize("host", HOSTS)
def test_restore_puts_the_old_before_what_came_since(host, transcript):
    talk = chat(host)
    old = talk.write(transcript).read_bytes()
    trims(transcript.parent).trim(KEY, transcript)
    count = len(talk.lines)
    talk.user("and now?")
    talk.agent("now it goes on")
    new = b"".join(talk.lines[count:])
    with transcript.open("ab") as file:
        file.write(new)
    trims(transcript.parent).restore(KEY)
    assert transcript.read_bytes() == old + new
    ids = {turn.id for turn in turns(transcript)}
    assert all(turn.parent in ids for turn in turns(transcript) if turn.parent is not None)


def test_two_trims_are_restored_one_after_the_other(transcript):
    talk = chat("openclaw")
    first = talk.write(transcript).read_bytes()
    work = trims(transcript.parent)
    work.trim(KEY, transcript)
    count = len(talk.lines)
    for number in range(60):
        talk.user(f"more {number}")
        talk.agent(f"answer {number}")
    more = b"".join(talk.lines[count:])
    with transcript.open("ab") as file:
        file.write(more)
    second = transcript.read_bytes()
    work.trim(KEY, transcript)
    work.restore(KEY)
    assert transcript.read_bytes() == second
    work.restore(KEY)
    assert transcript.read_bytes() == first + more
    with pytest.raises(UnknownNameError):
        work.restore(KEY)


def test_what_the_host_rewrote_is_not_restored_over(transcript):
    chat("openclaw").write(transcript)
    report = trims(transcript.parent).trim(KEY, transcript)
    transcript.write_bytes(b'{"type":"session","version":3,"id":"x","cwd":"/ws"}\n' * 200)
    kept = transcript.read_bytes()
    with pytest.raises(ArchiveError, match="not begin any more") as caught:
        trims(transcript.parent).restore(KEY)
    assert str(report.archive) in caught.value.hint
    assert transcript.read_bytes() == kept


def test_a_damaged_archive_is_not_restored(transcript):
    chat("openclaw").write(transcript)
    report = trims(transcript.parent).trim(KEY, transcript)
    kept = transcript.read_bytes()
    data = bytearray(report.archive.read_bytes())
    data[len(data) // 2] ^= 0xFF
    report.archive.write_bytes(data)
    with pytest.raises(ArchiveError):
        trims(transcript.parent).restore(KEY)
    assert transcript.read_bytes() == kept
    assert not [name for name in beside(transcript) if name.endswith(".tmp")]


@pytest.mark.parametrize(
    "key",
    [
        "agent:main:slack:channel:C1:thread:17",
        "agent:main:telegram:group:1:topic:9",
        "agent:main:main",
        "agent:main:slack:group:G1",
        "whatever",
    ],
)
def test_threads_and_whatever_is_no_channel_are_never_trimmed(key, transcript):  # I03
    old = chat("openclaw").write(transcript).read_bytes()
    work = trims(transcript.parent)
    for attempt in (work.plan, work.trim):
        with pytest.raises(SessionError, match="never trimmed"):
            attempt(key, transcript, keep=1)
    assert transcript.read_bytes() == old
    assert beside(transcript) == [""]


def test_a_plan_says_what_the_trim_does_and_writes_nothing(transcript):
    old = chat("openclaw").write(transcript).read_bytes()
    work = trims(transcript.parent)
    plan = work.plan(KEY, transcript)
    assert transcript.read_bytes() == old
    assert list(transcript.parent.iterdir()) == [transcript]
    report = work.trim(KEY, transcript)
    assert (plan.kept, plan.removed, plan.heads) == (report.kept, report.removed, report.heads)


def test_a_transcript_without_a_clean_cut_is_left_alone(transcript):
    talk = OpenClaw()
    talk.agent("", calls=[("t1", "exec")])
    for number in range(100):
        talk.user(f"are you there? {number}")
    old = talk.write(transcript).read_bytes()
    work = trims(transcript.parent)
    assert work.plan(KEY, transcript, keep=2).removed > 0  # a question is a place
    talk.agent("", calls=[("t2", "exec")])
    talk.user("?")
    old = talk.write(transcript).read_bytes()
    assert "t2 never got a result" in work.plan(KEY, transcript, keep=2).reason
    with pytest.raises(NoCutError, match="t2 never got a result"):
        work.trim(KEY, transcript, keep=2)
    assert transcript.read_bytes() == old
    assert beside(transcript) == [""]


def test_mode_of_the_transcript_is_kept(transcript):
    chat("openclaw").write(transcript).chmod(0o640)
    report = trims(transcript.parent).trim(KEY, transcript)
    assert [path.stat().st_mode & 0o777 for path in (transcript, report.archive)] == [0o640] * 2


def lock(transcript, pid, at):
    path = transcript.with_name(f"{transcript.name}.lock")
    path.write_text(json.dumps({"pid": pid, "createdAt": at.isoformat()}))
    return path


def dead_pid():
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return done.pid


def test_a_lock_somebody_holds_is_respected(transcript):
    old = chat("openclaw").write(transcript).read_bytes()
    held = lock(transcript, os.getppid(), NOW - timedelta(minutes=29))
    with pytest.raises(SessionBusyError, match="holds its lock"):
        trims(transcript.parent).trim(KEY, transcript)
    assert transcript.read_bytes() == old
    assert held.exists()
    assert beside(transcript) == ["", ".lock"]


@pytest.mark.parametrize("why", ["dead", "old"])
def test_a_stale_lock_is_taken_and_given_back(why, transcript):
    chat("openclaw").write(transcript)
    pid = dead_pid() if why == "dead" else os.getppid()
    lock(transcript, pid, NOW - timedelta(minutes=31 if why == "old" else 1))
    assert trims(transcript.parent).trim(KEY, transcript).removed
    assert ".lock" not in beside(transcript)


@pytest.mark.parametrize("text", ["", '{"pid"'])
def test_a_lock_that_is_half_written_is_somebodys_for_half_a_minute(text, transcript):
    chat("openclaw").write(transcript)
    lock = transcript.with_name(f"{transcript.name}.lock")
    lock.write_text(text)
    os.utime(lock, (NOW.timestamp() - 20,) * 2)
    with pytest.raises(SessionBusyError):
        trims(transcript.parent).trim(KEY, transcript)
    os.utime(lock, (NOW.timestamp() - 40,) * 2)  # a crash left it so
    assert trims(transcript.parent).trim(KEY, transcript).removed
    assert ".lock" not in beside(transcript)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_takes_nothing_leaves_all_as_it_was(tmp_path):
    folder = tmp_path / "sessions"
    transcript = folder / "x.jsonl"
    old = chat("openclaw").write(transcript).read_bytes()
    folder.chmod(0o500)
    with pytest.raises(NotWritableError):
        trims(tmp_path).trim(KEY, transcript)
    folder.chmod(0o700)
    assert transcript.read_bytes() == old
    assert beside(transcript) == [""]


FULL = """
import resource, signal, sys
from pathlib import Path
from tests.sessions.trim_rig import KEY, trims
from lamina.errors import NotWritableError
path, limit = Path(sys.argv[1]), int(sys.argv[2])
work = trims(path.parent.parent)
work.history()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    work.trim(KEY, path)
except NotWritableError as error:
    print("refused", error.message)
"""


@pytest.mark.parametrize("limit", [4096, 400_000])
def test_a_volume_that_takes_no_more_leaves_all_as_it_was(limit, tmp_path):
    """The system refuses to let files grow: once for the archive, once for what stays."""
    transcript = tmp_path / "sessions" / "x.jsonl"
    talk = chat("openclaw", 300)
    for number in range(30):
        talk.user("long " * 6000)
        talk.agent(f"answer {number}")
    old = talk.write(transcript).read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(transcript), str(limit)], capture_output=True, text=True
    )
    assert done.stdout.startswith("refused"), done.stderr
    assert transcript.read_bytes() == old
    assert beside(transcript) == [""]


def another(transcript, number, now):
    """Trim another session."""
    beside_it = transcript.with_name(f"another-{number}.jsonl")
    chat("openclaw").write(beside_it)
    trims(transcript.parent, now).trim(f"{KEY}-{number}", beside_it)


def test_a_clock_that_is_years_ahead_takes_no_archive(transcript):
    chat("openclaw").write(transcript)
    report = trims(transcript.parent).trim(KEY, transcript)
    for number in range(20):
        another(transcript, number, NOW + timedelta(days=4500, minutes=number))
    another(transcript, 20, NOW + timedelta(days=1))  # it is right again
    assert report.archive.exists()
    assert trims(transcript.parent).restore(KEY)


def test_archives_go_after_their_time(transcript):
    chat("openclaw").write(transcript)
    report = trims(transcript.parent).trim(KEY, transcript)
    for week in range(1, 14):
        assert report.archive.exists()
        another(transcript, week, NOW + timedelta(weeks=week))
    assert not report.archive.exists()
    (row,) = trims(transcript.parent).history(KEY)
    assert row.outcome == "pruned"
    with pytest.raises(UnknownNameError):
        trims(transcript.parent).restore(KEY)


def test_archives_stay_for_ever_if_so_set(transcript):
    chat("openclaw").write(transcript)
    report = trims(transcript.parent).trim(KEY, transcript)
    assert trims(transcript.parent, NOW + timedelta(days=9999), archive_days=0).prune() == []
    assert report.archive.exists()


def test_a_session_in_the_hosts_database_is_refused(tmp_path):
    for attempt in (trims(tmp_path).plan, trims(tmp_path).trim, trims(tmp_path).repair):
        with pytest.raises(SessionError, match="no transcript file"):
            attempt(KEY, None)


def test_a_transcript_that_is_gone_is_said(transcript):
    for attempt in (trims(transcript.parent).plan, trims(transcript.parent).trim):
        with pytest.raises(SessionError, match="cannot be read"):
            attempt(KEY, transcript.with_name("gone.jsonl"))


def test_the_memory_has_it_as_a_part(memory, transcript):
    chat("openclaw").write(transcript)
    assert memory.trims.trim(KEY, transcript).kept == memory.trims.history(KEY)[0].kept


KINDS = ["ask", "ask", "say", "say", "call", "calls", "abort", "break", "setting", "compact"]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(KINDS), min_size=10, max_size=60), st.sampled_from(sorted(HOSTS)))
def test_any_transcript_is_trimmed_by_the_law_and_comes_back(tmp_path_factory, kinds, host):  # I01
    path = tmp_path_factory.mktemp("any") / "x.jsonl"
    old = spoken(HOSTS[host](), kinds).write(path).read_bytes()
    before = turns(path)
    start = best(before, 5)
    work = trims(path.parent)
    if start is None:
        with pytest.raises(NoCutError):
            work.trim(KEY, path, keep=5)
        assert path.read_bytes() == old
        return
    report = work.trim(KEY, path, keep=5)
    lines, kept = old.splitlines(keepends=True), path.read_bytes().splitlines(keepends=True)
    assert kept[report.heads + 1 :] == lines[start + 1 :]
    ids = {turn.id for turn in turns(path)}
    assert all(turn.parent in ids for turn in turns(path) if turn.parent is not None)
    work.restore(KEY)
    assert path.read_bytes() == old


def spoken(talk, kinds):
    for number, kind in enumerate(kinds):
        if kind == "ask":
            talk.user(f"question {number}")
        elif kind == "say":
            talk.agent("\U0001f600 answer\u2028 with odd signs\u0085")
        elif kind == "abort":
            talk.agent("nev", stop="aborted")
        elif kind == "break":
            talk.raw(b'{"type":"message","id":\n')
        elif kind == "setting":
            talk.setup()
        elif kind == "compact":
            talk.compaction("summary", keeps=talk.parent or "")
        else:
            calls = [(f"c{number}_{n}", "exec") for n in range(1 if kind == "call" else 3)]
            talk.agent("", calls=calls)
            for call, _ in reversed(calls):
                talk.result(call, "8080")
    return talk

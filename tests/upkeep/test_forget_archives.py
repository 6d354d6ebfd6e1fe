"""Forgetting reaches the archives of trimmed sessions: the words go, the rest comes back."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
from datetime import date
from typing import TYPE_CHECKING

import pytest

from lamina.sessions.transcripts import Transcript
from lamina.storage.state_trims import Struck
from tests.sessions.hosts import ClaudeCode, Codex, OpenClaw
from tests.upkeep.test_forget_hard import opened, run

if TYPE_CHECKING:
    from pathlib import Path

KEY = "agent:main:slack:channel:C1"
WORD = "penicillin"
FACT = f"Anna is allergic to {WORD}"
HOSTS = {"openclaw": OpenClaw, "claude-code": ClaudeCode, "codex": Codex}
GONE = "[forgotten]"


def talk(host="openclaw", *, exchanges=40, told=3):
    """A long talk in which a fact is told, looked up by a tool, and repeated."""
    found = HOSTS[host]()
    found.setup()
    for number in range(exchanges):
        found.user(f"question {number}")
        if number == told:
            found.user(f"Note: {FACT}.\nAnd she likes tea.")
            found.agent("", calls=[("call_1", "exec")])
            found.result("call_1", json.dumps({"text": FACT, "count": 1}))
        found.agent(f"answer {number}")
    return found


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def unpacked(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


@pytest.fixture
def transcript(tmp_path):
    return tmp_path / "host" / "c1.jsonl"


@pytest.mark.parametrize("host", HOSTS)
def test_the_archive_loses_the_words_and_comes_back_without_them(memory, transcript, host):  # J09
    old = talk(host).write(transcript).read_bytes()
    archive = memory.trims.trim(KEY, transcript, keep=20).archive
    plan = memory.forget.plan(WORD)
    held = [line for line in lines(old) if WORD.encode() in line]
    assert [(one.archive, one.records) for one in plan.archives] == [(archive, len(held))]
    assert unpacked(archive) == old
    done = memory.forget.apply(WORD)
    assert done.complete
    assert done.archives == plan.archives
    assert WORD not in unpacked(archive).decode()
    late = {"type": "message", "id": "late", "message": {"role": "user", "content": "and then?"}}
    with transcript.open("ab") as file:
        file.write(json.dumps(late).encode() + b"\n")
    memory.trims.restore(KEY)
    new = transcript.read_bytes()
    before, after = lines(old), lines(new)
    assert len(after) == len(before) + 1
    changed = [n for n, line in enumerate(before) if WORD.encode() in line]
    assert [n for n, line in enumerate(before) if after[n] != line] == changed
    told = changed[0]
    assert after[told] == before[told].replace(f"Note: {FACT}.".encode(), GONE.encode())
    assert [turn.broken for turn in Transcript(transcript).turns()].count(True) == 0
    ids = {turn.id for turn in Transcript(transcript).turns()}
    assert all(
        turn.parent in ids for turn in Transcript(transcript).turns() if turn.parent is not None
    )
    assert memory.forget.verify(WORD) == ()
    assert memory.forget.plan(WORD).empty


def test_every_trim_of_a_session_can_still_be_taken_back(memory, transcript, open_memory):
    first = talk(told=30)
    old = first.write(transcript).read_bytes()
    memory.trims.trim(KEY, transcript, keep=30)  # the fact stays in the transcript …
    for number in range(60):
        first.lines.clear()
        first.user(f"more {number}")
        with transcript.open("ab") as file:
            file.write(b"".join(first.lines))
    later = transcript.read_bytes()
    memory.trims.trim(KEY, transcript, keep=20)  # … and goes now
    done = memory.forget.apply(WORD)
    assert len(done.archives) == 2
    for before in (later, old):
        memory.trims.restore(KEY)
        now = lines(transcript.read_bytes())
        held = [n for n, line in enumerate(lines(before)) if WORD.encode() in line]
        assert held
        assert [n for n, line in enumerate(lines(before)) if now[n] != line] == held
        assert not any(WORD.encode() in line for line in now)


def test_an_archive_that_was_restored_is_struck_too_and_the_older_trim_comes_back(
    memory, transcript
):
    old = talk(told=30).write(transcript).read_bytes()
    memory.trims.trim(KEY, transcript, keep=30)
    with transcript.open("ab") as file:
        file.write(old.splitlines(keepends=True)[1] * 40)
    memory.trims.repair(KEY, transcript, apply=True)
    memory.trims.trim(KEY, transcript, keep=10)
    memory.trims.restore(KEY)
    memory.forget.apply(WORD)
    for row in memory.trims.history():
        assert WORD not in unpacked(row.archive).decode()
    assert WORD in transcript.read_text("utf-8")  # the host's own: said, not touched
    memory.trims.restore(KEY)
    while [row for row in memory.trims.history() if row.outcome == "done"]:
        memory.trims.restore(KEY)


def test_days_go_from_archives_and_headers_stay(memory, transcript):
    found = talk()
    old = found.write(transcript).read_bytes()
    archive = memory.trims.trim(KEY, transcript, keep=10).archive
    done = memory.forget.apply(since=date(2026, 3, 3), until=date(2026, 3, 3))
    assert done.archives
    before, after = lines(old), lines(unpacked(archive))
    assert b"question" not in unpacked(archive)
    assert [a == b for a, b in zip(before, after, strict=True)].count(True) == 4  # head, settings
    assert all(json.loads(line) for line in after)
    assert [t.id for t in Transcript(transcript).turns()]
    assert memory.forget.apply(since=date(2026, 3, 5), until=date(2026, 3, 6)).archives == ()


def test_an_archive_whose_row_was_lost_is_found_beside_its_transcript(memory, transcript):
    talk().write(transcript)
    archive = memory.trims.trim(KEY, transcript, keep=20).archive
    other = archive.with_name(f"{transcript.name}.trimmed-20250101T000000Z.gz")
    other.write_bytes(gzip.compress(f'{{"text":"{FACT}"}}\n'.encode()))
    done = memory.forget.apply(WORD)
    assert {one.archive for one in done.archives} == {archive, other}
    assert json.loads(unpacked(other)) == {"text": GONE}
    assert (other.stat().st_mode & 0o777) == 0o644


def test_what_cannot_be_read_or_replaced_is_said(memory, transcript):
    talk().write(transcript)
    archive = memory.trims.trim(KEY, transcript, keep=20).archive
    data = archive.read_bytes()
    archive.write_bytes(data[:-40])
    done = memory.forget.apply(WORD)
    assert not done.complete
    assert [one.path for one in done.unreached] == [str(archive)]
    assert memory.forget.verify(WORD)
    archive.write_bytes(gzip.compress(talk(told=5).data()))  # another one: not what was put there
    assert [one.path for one in memory.forget.apply(WORD).unreached] == [str(archive)]
    archive.write_bytes(data)
    archive.parent.chmod(0o500)
    try:
        if not os.access(archive.parent, os.W_OK):  # root may write everywhere
            assert not memory.forget.apply(WORD).complete
    finally:
        archive.parent.chmod(0o700)
    assert memory.forget.apply(WORD).complete
    memory.trims.restore(KEY)
    assert WORD not in transcript.read_text("utf-8")


KILLER = """
import os, signal, sys
from pathlib import Path
from tests.upkeep.test_forget_archives import WORD
from tests.upkeep.test_forget_hard import opened

HOMES = {"streams.py", "state_trims.py", "struck.py"}
last, seen = int(sys.argv[2]), 0
memory = opened(Path(sys.argv[1]))
memory.trims.history()

def count(frame, event, argument):
    global seen
    home, name = os.path.basename(frame.f_code.co_filename), frame.f_code.co_name
    seen += event == "call" and (seen > 0 or name == "_rewritten") and home in HOMES
    if event == "call" and home in HOMES and seen:
        if seen == last:
            os.kill(os.getpid(), signal.SIGKILL)

sys.setprofile(count)
memory.forget.apply(WORD)
sys.setprofile(None)
print(seen)
"""


def test_killed_at_any_moment_archive_and_row_are_both_old_or_both_new(tmp_path):
    folder, kept = tmp_path / "life", tmp_path / "kept"
    (folder / "ws" / "memory").mkdir(parents=True)
    transcript = folder / "host" / "c1.jsonl"
    talk(exchanges=8, told=2).write(transcript)
    memory = opened(folder)
    memory.remember(FACT)
    memory.trims.trim(KEY, transcript, keep=6)
    memory.trims.repair(KEY, transcript, apply=True)
    memory.close()
    shutil.copytree(folder, kept)
    done = run(KILLER, folder, 0)
    assert done.returncode == 0, done.stderr
    calls = int(done.stdout)
    assert calls > 40
    (archive,) = folder.glob("host/*.trimmed-*")
    new, states = archive.read_bytes(), set()
    points = range(1, calls, calls // 10)
    for point in points:
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)
        assert run(KILLER, folder, point).returncode == -9
        memory = opened(folder)
        states.add(archive.read_bytes() == new)
        if point % 2:  # restored before it is finished: what is there is what the row says
            restored = memory.trims.restore(KEY)
            assert restored.kept
        assert memory.forget.apply(WORD).complete
        assert not memory.state.forgotten.pending()
        assert WORD not in unpacked(archive).decode()
        if not point % 2:
            memory.trims.restore(KEY)
            assert WORD not in transcript.read_text("utf-8")
        assert not [p for p in archive.parent.iterdir() if ".lamina-" in p.name]
        memory.close()
    assert states == {True, False}


def test_a_row_that_does_not_fit_is_not_followed(memory, transcript):
    old = talk().write(transcript).read_bytes()
    memory.trims.trim(KEY, transcript, keep=20)
    row = memory.trims.history()[0]
    memory.state.trims.intend(row.id, Struck(1, "0" * 64, ((row.id, 1, "0"),)))
    memory.trims.restore(KEY)
    assert transcript.read_bytes() == old
    assert memory.state.trims.intended(transcript) == []


def test_the_command_names_the_archive(lamina, root, open_memory, tmp_path):
    transcript = tmp_path / "host" / "c1.jsonl"
    talk().write(transcript)
    archive = open_memory().trims.trim(KEY, transcript, keep=20).archive
    shown = lamina("forget", WORD)
    assert f"archive {archive}: 2 records" in shown.stdout
    done = json.loads(lamina("forget", WORD, "--apply", "--yes", "--json").stdout)
    assert done["archives"] == [{"path": str(archive), "records": 2}]
    assert lamina("forget", WORD, "--verify").returncode == 0


def test_zcat_shows_what_stayed(memory, transcript):
    old = talk().write(transcript).read_bytes()
    archive = memory.trims.trim(KEY, transcript, keep=20).archive
    memory.forget.apply(WORD)
    shown = subprocess.run(["zcat", archive], capture_output=True, text=True, check=True).stdout
    assert GONE in shown
    assert len([json.loads(line) for line in shown.splitlines()]) == len(lines(old))

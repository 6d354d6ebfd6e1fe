"""Repairs: a call without a result, a result without a call, a half-written last line."""

from __future__ import annotations

import gzip
import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.errors import SessionBusyError
from lamina.sessions.closing import TEXT
from tests.sessions.lawful import has_result, speaks
from tests.sessions.test_trims import HOSTS, KINDS, beside, chat, lock, spoken, turns
from tests.sessions.trim_rig import KEY, NOW, trims

THREAD = "agent:main:slack:channel:C1:thread:17"


@pytest.fixture
def transcript(tmp_path):
    return tmp_path / "5e551017.jsonl"


def problems(path):
    """Yield what a host would choke on: written from the hosts' rules, apart from mending.py."""
    read = turns(path)
    for place, turn in enumerate(read):
        for call in turn.calls:
            if not turn.aborted and not has_result(read, place, call):
                yield f"{call} has no result"
        for call in turn.answers:
            if not any(call in before.calls for before in read[:place]):
                yield f"{call} was not called"
    ids = {turn.id for turn in read}
    yield from (f"{t.id} follows {t.parent}" for t in read if t.parent and t.parent not in ids)
    if read[-1].broken and not path.read_bytes().endswith(b"\n"):
        yield "half-written"


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("missing", [("t1",), ("t2",), ("t1", "t2")])
def test_a_call_at_the_end_gets_the_result_that_never_came(host, missing, transcript):  # I02
    talk = chat(host, 5)
    calls = [("t1", "exec"), ("t2", "read")]
    talk.agent("let me look", calls=calls)
    for call, tool in calls:
        if call not in missing:
            talk.result(call, "here", tool=tool)
    old = talk.write(transcript).read_bytes()
    work = trims(transcript.parent)
    found = work.repair(THREAD, transcript)
    assert [(flaw.kind, flaw.text) for flaw in found.flaws] == [
        ("open-call", f"makes the call {call}, which has no result") for call in missing
    ]
    assert transcript.read_bytes() == old
    done = work.repair(THREAD, transcript, apply=True).done
    assert done is not None
    assert list(problems(transcript)) == []
    assert [t.text for t in turns(transcript, texts=True)].count(TEXT) == len(missing)
    assert gzip.decompress(done.archive.read_bytes()) == old
    assert work.repair(THREAD, transcript, apply=True).done is None
    work.restore(THREAD)
    assert transcript.read_bytes() == old


def test_the_closing_result_has_the_shape_of_the_hosts_own(transcript):
    for host in HOSTS:
        talk = HOSTS[host]()
        talk.agent("", calls=[("t1", "exec"), ("t2", "exec")])
        talk.result("t1", "here", tool="exec")
        talk.write(transcript)
        trims(transcript.parent).repair(KEY, transcript, apply=True)
        records = [json.loads(line) for line in transcript.read_bytes().splitlines()]
        made = next(r for r in records if TEXT in json.dumps(r))
        theirs = next(r for r in records if '"here"' in json.dumps(r))
        assert made.keys() == theirs.keys() - {"toolUseResult"}, host
        for part in ("message", "payload"):
            inner = made.get(part, {}).keys()
            assert inner == theirs.get(part, {}).keys() - {"details"}, host


@pytest.mark.parametrize("host", HOSTS)
def test_a_half_written_last_line_leaves(host, transcript):  # I02
    whole = chat(host, 5).write(transcript).read_bytes()
    half = b'{"type":"message","id":"ff","mess'
    transcript.write_bytes(whole + half)
    work = trims(transcript.parent)
    (flaw,) = work.repair(KEY, transcript).flaws
    assert (flaw.kind, flaw.line) == ("half-line", whole.count(b"\n") + 1)
    done = work.repair(KEY, transcript, apply=True).done
    assert done is not None
    assert transcript.read_bytes() == whole
    assert gzip.decompress(done.archive.read_bytes()) == whole + half


def test_a_last_line_that_only_lacks_its_end_gets_it(transcript):
    whole = chat("openclaw", 3).write(transcript).read_bytes()
    transcript.write_bytes(whole[:-1])
    done = trims(transcript.parent).repair(KEY, transcript, apply=True)
    assert [flaw.kind for flaw in done.flaws] == ["no-line-end"]
    assert transcript.read_bytes() == whole


def test_an_open_call_before_a_half_line_is_closed_not_left_alone(transcript):  # I02
    talk = chat("openclaw", 3)
    talk.agent("", calls=[("t1", "exec")])
    talk.raw(b'{"type":"message","id":"r1","message":{"role":"toolResult","toolCallId":"t1"')
    talk.write(transcript)
    trims(transcript.parent).repair(KEY, transcript, apply=True)
    assert list(problems(transcript)) == []
    assert turns(transcript)[-1].answers == ("t1",)


def test_what_a_blind_cut_left_is_mended(transcript):  # I01
    talk = chat("openclaw", 40)
    tail = talk.lines[-next(n for n, x in enumerate(talk.lines[::-1], 1) if b"toolResult" in x) :]
    transcript.write_bytes(talk.lines[0] + b"".join(tail))
    done = trims(transcript.parent).repair(KEY, transcript, apply=True)
    assert [flaw.kind for flaw in done.flaws] == ["lost-call"]
    assert not any(turn.answers for turn in turns(transcript))
    assert transcript.read_bytes().endswith(b"".join(tail[2:]))


def test_a_call_in_the_middle_is_closed_and_the_trim_works_again(transcript):  # I02
    talk = chat("openclaw", 200)
    talk.agent("", calls=[("t1", "exec")])
    for _ in range(5):
        talk.user("are you there?")
        talk.agent("yes")
    talk.write(transcript)
    work = trims(transcript.parent)
    assert "t1 never got a result" in work.plan(KEY, transcript, keep=30).reason
    work.repair(KEY, transcript, apply=True)
    assert list(problems(transcript)) == []
    assert work.trim(KEY, transcript, keep=30).removed


def test_damage_in_the_middle_is_told_and_stays(transcript):
    talk = chat("openclaw", 3)
    talk.raw(b"\x00\x00\x00\n")
    talk.user("go on")
    old = talk.write(transcript).read_bytes()
    done = trims(transcript.parent).repair(KEY, transcript, apply=True)
    assert [(flaw.kind, flaw.mendable) for flaw in done.flaws] == [("damaged", False)]
    assert done.done is None
    assert transcript.read_bytes() == old


def test_a_session_that_is_written_to_is_not_repaired(transcript):
    old = chat("openclaw", 3).write(transcript).read_bytes() + b"{"
    transcript.write_bytes(old)
    lock(transcript, os.getppid(), NOW)
    with pytest.raises(SessionBusyError):
        trims(transcript.parent).repair(KEY, transcript, apply=True)
    assert transcript.read_bytes() == old
    assert beside(transcript) == ["", ".lock"]


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([*KINDS, "open", "lost"]), min_size=1, max_size=30),
    st.sampled_from(sorted(HOSTS)),
    st.sampled_from([b"", b'{"half":']),
)
def test_any_transcript_is_whole_after_a_repair_and_comes_back(  # I02
    tmp_path_factory, kinds, host, half
):
    path = tmp_path_factory.mktemp("any") / "x.jsonl"
    talk = HOSTS[host]()
    talk.user("hello")
    for number, kind in enumerate(kinds):
        if kind == "open":
            talk.agent("", calls=[(f"o{number}_1", "exec"), (f"o{number}_2", "exec")])
            talk.result(f"o{number}_1", "8080")
        elif kind == "lost":
            talk.result(f"nobody {number}", "8080")
        else:
            spoken(talk, [kind]) if kind not in {"call", "calls"} else called(talk, number)
    talk.raw(half)
    old = talk.write(path).read_bytes()
    said = [turn.id for turn in turns(path) if speaks(turn)]
    work = trims(path.parent)
    found = work.repair(KEY, path, apply=True)
    assert list(problems(path)) == []
    assert [turn.id for turn in turns(path) if speaks(turn)] == said
    if found.done:
        work.restore(KEY)
    assert path.read_bytes() == old


def called(talk, number):
    talk.agent("", calls=[(f"c{number}", "exec")])
    talk.result(f"c{number}", "8080")

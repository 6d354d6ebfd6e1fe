"""Transcripts are read from both ends, whoever wrote them, and nothing is lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lamina.errors import SessionError
from lamina.sessions.readers import host_of, parsed, turn_of
from lamina.sessions.transcripts import Transcript
from lamina.sessions.turns import Origin, Role
from tests.sessions.hosts import ClaudeCode, Codex, OpenClaw

if TYPE_CHECKING:
    from pathlib import Path

HOSTS: dict[str, Any] = {"openclaw": OpenClaw, "claude-code": ClaudeCode, "codex": Codex}


def conversation(host: str) -> Any:
    talk = HOSTS[host]("/ws")
    talk.setup()
    talk.user("Which port does the proxy use?")
    talk.agent("I look it up.", calls=[("call_1", "exec"), ("call_2", "read")])
    talk.result("call_2", "Port 9000 said the manual.")
    talk.result("call_1", "listening on 8080")
    talk.agent("Port 8080.")
    return talk


@pytest.mark.parametrize("host", HOSTS)
def test_the_three_hosts_say_the_same(host: str, tmp_path: Path) -> None:
    path = conversation(host).write(tmp_path / "talk.jsonl")
    transcript = Transcript(path, "main")
    assert transcript.host == host
    turns = list(transcript.turns())
    said = [t for t in turns if t.role in {Role.USER, Role.ASSISTANT, Role.TOOL}]
    words = [(t.role, t.text) for t in said if t.text]
    assert words == [
        (Role.USER, "Which port does the proxy use?"),
        (Role.ASSISTANT, "I look it up."),
        (Role.TOOL, "Port 9000 said the manual."),
        (Role.TOOL, "listening on 8080"),
        (Role.ASSISTANT, "Port 8080."),
    ]
    assert [c for t in said for c in t.calls] == ["call_1", "call_2"]
    assert [c for t in said for c in t.answers] == ["call_2", "call_1"]
    assert [c for t in said for c in t.tools] == ["exec", "read"]
    assert {t.origin for t in said if t.role is Role.USER} == {Origin.OWNER}
    assert {t.origin for t in said if t.role is Role.ASSISTANT} == {Origin.AGENT}
    assert {t.origin for t in said if t.role is Role.TOOL} == {Origin.UNTRUSTED}
    assert [t.record for t in turns] == list(range(1, len(turns) + 1))
    assert all(t.at is not None and t.at.tzinfo for t in said)


@pytest.mark.parametrize("host", HOSTS)
def test_nobody_is_the_owner_in_a_group(host: str, tmp_path: Path) -> None:
    path = conversation(host).write(tmp_path / "talk.jsonl")
    origins = {t.origin for t in Transcript(path, "channel").turns() if t.role is not Role.SYSTEM}
    assert origins == {Origin.UNTRUSTED}


@pytest.mark.parametrize("host", HOSTS)
def test_a_skeleton_has_everything_but_the_words(host: str, tmp_path: Path) -> None:
    path = conversation(host).write(tmp_path / "talk.jsonl")
    full = list(Transcript(path, "main").turns())
    bare = list(Transcript(path, "main").turns(texts=False))
    assert any(t.text for t in full)
    assert not any(t.text for t in bare)
    for one, other in zip(full, bare, strict=True):
        assert (one.role, one.origin, one.calls, one.answers, one.size, one.id, one.parent) == (
            other.role, other.origin, other.calls, other.answers, other.size, other.id, other.parent
        )  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
def test_backwards_is_forwards_from_the_end(host: str, tmp_path: Path) -> None:
    path = conversation(host).write(tmp_path / "talk.jsonl")
    transcript = Transcript(path, "main")
    there = list(transcript.turns())
    back = list(transcript.backwards())[::-1]
    assert [t.text for t in back] == [t.text for t in there]
    assert [t.record for t in back] == list(range(-len(there), 0))
    assert [t.text for t in transcript.last(3)] == [t.text for t in there[-3:]]


def test_i02_a_half_written_last_line_is_kept_and_stepped_over(tmp_path: Path) -> None:
    talk = OpenClaw()
    talk.user("First.")
    talk.raw(b'{"type":"message","id":"0000')
    path = talk.write(tmp_path / "t.jsonl")
    turns = list(Transcript(path, "main").turns())
    assert [t.broken for t in turns] == [False, False, True]
    assert (turns[-1].role, turns[-1].kind) == (Role.NONE, "")
    assert sum(t.size for t in turns) == path.stat().st_size
    assert next(Transcript(path, "main").backwards()).broken


@pytest.mark.parametrize("host", HOSTS)
def test_what_nobody_knows_is_a_turn_without_a_role(host: str, tmp_path: Path) -> None:
    talk = conversation(host)
    before = len(talk.lines)
    for line in (
        b'{"type":"from_the_future","id":"f1","parentId":"x","message":{"role":"seer"}}\n',
        b'{"type":"message","id":"f2","parentId":null,"message":{"role":"seer","content":7}}\n',
        b'{"type":"response_item","payload":{"type":"dream"}}\n',
        b'{"no":"type"}\n',
        b"[1,2]\n",
        b"\n",
        b"\xff\xfe\x00\n",
        b"[" * 20_000 + b"\n",
    ):
        talk.raw(line)
    path = talk.write(tmp_path / "t.jsonl")
    turns = list(Transcript(path, "main").turns())[before:]
    assert {t.role for t in turns} == {Role.NONE}
    assert [t.broken for t in turns] == [False] * 4 + [True] * 4
    assert turns[0].kind == "from_the_future"


def test_bytes_that_are_no_text_do_not_spoil_a_record(tmp_path: Path) -> None:
    talk = OpenClaw()
    talk.user("Café at nine.")
    talk.lines[-1] = talk.lines[-1].replace("é".encode(), b"\xe9")
    turn = list(Transcript(talk.write(tmp_path / "t.jsonl"), "main").turns())[-1]
    assert turn.text == "Caf\ufffd at nine."


def test_the_head_may_be_damaged(tmp_path: Path) -> None:
    talk = conversation("openclaw")
    talk.lines[0] = b'{"type":"session","versi\n'
    assert Transcript(talk.write(tmp_path / "t.jsonl")).host == "openclaw"


def test_a_file_nobody_knows_keeps_its_records(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(b'{"role":"user"}\nno json\n')
    transcript = Transcript(path)
    assert transcript.host == ""
    assert [(t.role, t.broken, t.size) for t in transcript.turns()] == [
        (Role.NONE, False, 16),
        (Role.NONE, True, 8),
    ]


def test_a_missing_transcript_is_said(tmp_path: Path) -> None:
    with pytest.raises(SessionError, match="no such file"):
        list(Transcript(tmp_path / "gone.jsonl").turns())


def test_text_and_list_contents_are_the_same(tmp_path: Path) -> None:
    talk = OpenClaw()
    talk.user("One.", plain=True)
    talk.user("One.")
    turns = list(Transcript(talk.write(tmp_path / "t.jsonl"), "main").turns())
    assert turns[1].text == turns[2].text == "One."


@given(
    lines=st.lists(st.binary(max_size=60).map(lambda b: b.replace(b"\n", b"")), max_size=40),
    last=st.binary(max_size=20).map(lambda b: b.replace(b"\n", b"")),
    wide=st.integers(0, 3),
)
def test_no_byte_is_lost_from_either_end(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], last: bytes, wide: int
) -> None:
    lines[:0] = [b"x" * 70_000] * wide
    path = tmp_path_factory.mktemp("t") / "t.jsonl"
    data = b"".join(line + b"\n" for line in lines) + last
    path.write_bytes(data)
    transcript = Transcript(path)
    there = list(transcript.records())
    back = list(transcript.records_backwards())[::-1]
    assert b"".join(r.raw for r in there) == data
    assert [(r.offset, r.raw) for r in back] == [(r.offset, r.raw) for r in there]
    assert all(data[r.offset : r.offset + len(r.raw)] == r.raw for r in there)
    assert transcript.lines() == len(there)
    assert sum(t.size for t in transcript.turns()) == len(data)


FIELDS = st.sampled_from(
    ["type", "id", "uuid", "parentId", "parentUuid", "timestamp", "message", "role", "content",
     "payload", "call_id", "toolCallId", "text", "name", "origin", "provenance", "__openclaw",
     "summary", "customType", "isSidechain", "output", "input", "tool_use_id"]
)  # fmt: skip
KINDS = st.sampled_from(
    ["message", "session", "user", "assistant", "system", "response_item", "event_msg", "custom",
     "function_call", "function_call_output", "compaction", "compacted", "session_meta"]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=400)
@given(record=st.dictionaries(FIELDS, JSON), kind=KINDS | JSON, host=st.sampled_from(list(HOSTS)))
@example(record={"role": []}, kind="message", host="codex")
@example(
    record={"message": {"role": {}, "content": [{"type": []}]}}, kind="message", host="openclaw"
)
@example(
    record={"message": {"role": "assistant", "stopReason": []}}, kind="message", host="openclaw"
)
@example(record={"uuid": []}, kind=[], host="claude-code")
def test_no_record_is_so_strange_that_it_cannot_be_read(record: dict, kind: Any, host: str) -> None:
    raw = json.dumps(record | {"type": kind}).encode()
    host_of(parsed(raw))
    turn = turn_of(raw, 1, host, kind="main")
    assert turn.size == len(raw)
    assert isinstance(turn.text, str)
    assert all(isinstance(call, str) for call in (*turn.calls, *turn.answers, *turn.tools))


def test_an_owner_is_who_the_host_says(tmp_path: Path) -> None:
    talk = OpenClaw()
    talk.user("I am the owner.", owner=True)
    talk.agent("Yes.")
    talk.user("I am a guest.", owner=False)
    talk.agent("Hello guest.")
    talk.user("Back again.", owner=True)
    talk.agent("I read that page: obey it.", tainted=True)
    turns = list(Transcript(talk.write(tmp_path / "t.jsonl"), "channel").turns())[1:]
    assert [t.origin for t in turns] == [
        Origin.OWNER, Origin.AGENT, Origin.UNTRUSTED, Origin.UNTRUSTED, Origin.OWNER, Origin.UNTRUSTED
    ]  # fmt: skip


def test_what_the_host_asks_is_the_systems_with_its_answer(tmp_path: Path) -> None:
    talk = OpenClaw()
    talk.user("Read HEARTBEAT.md if it exists. If nothing needs attention, reply HEARTBEAT_OK.")
    talk.agent("The backup failed.")
    talk.user("[cron:7 nightly] Write the report.")
    talk.agent("Written.")
    talk.user("Exec finished.", provenance="internal_system")
    talk.user("Child is done.", provenance="inter_session")
    talk.user("Thanks.")
    turns = list(Transcript(talk.write(tmp_path / "t.jsonl"), "main").turns())[1:]
    assert [t.origin for t in turns] == [
        *[Origin.SYSTEM] * 5, Origin.UNTRUSTED, Origin.OWNER
    ]  # fmt: skip
    assert turns[5].kind == "inter_session"


def test_side_chains_are_another_agents(tmp_path: Path) -> None:
    talk = ClaudeCode(side=True)
    talk.user("Look for the port.")
    talk.agent("8080.")
    turns = list(Transcript(talk.write(tmp_path / "t.jsonl"), "main").turns())
    assert {t.origin for t in turns} == {Origin.UNTRUSTED}


def test_claude_codes_own_messages_are_nobodys(tmp_path: Path) -> None:
    talk = ClaudeCode()
    talk.user("We deploy on Friday.")
    talk.user("Skill text", meta=True)
    talk.user("<local-command-stdout>x</local-command-stdout>")
    talk.agent("Noted.")
    talk.compaction("Summary so far.")
    turns = list(Transcript(talk.write(tmp_path / "t.jsonl"), "main").turns())
    assert [t.role for t in turns] == [
        Role.USER, Role.SYSTEM, Role.SYSTEM, Role.ASSISTANT, Role.SYSTEM, Role.SYSTEM
    ]  # fmt: skip
    assert turns[3].origin is Origin.AGENT  # what is injected meanwhile asks nothing
    assert turns[4].kind == "compact_boundary"
    assert turns[4].parent is None


def test_codex_context_is_nobodys_and_old_rollouts_are_read(tmp_path: Path) -> None:
    path = tmp_path / "rollout.jsonl"
    old = [
        {"id": "x", "timestamp": "2025-06-01T10:00:00.000Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user",
         "content": [{"type": "input_text", "text": "<user_instructions>x</user_instructions>"}]},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi."}]},
        {"type": "local_shell_call", "call_id": "c1", "status": "completed", "action": {}},
        {"type": "function_call_output", "call_id": "c1", "output": {"content": "out"}},
        {"type": "message", "role": "assistant",
         "content": [{"type": "output_text", "text": "Done."}]},
    ]  # fmt: skip
    path.write_text("".join(json.dumps(r) + "\n" for r in old), "utf-8")
    transcript = Transcript(path, "main")
    turns = list(transcript.turns())
    assert transcript.host == "codex"
    assert turns[0].header
    assert [(t.role, t.text) for t in turns[2:]] == [
        (Role.SYSTEM, "<user_instructions>x</user_instructions>"),
        (Role.USER, "Hi."),
        (Role.ASSISTANT, ""),
        (Role.TOOL, "out"),
        (Role.ASSISTANT, "Done."),
    ]


def test_settings_headers_and_compactions_are_marked(tmp_path: Path) -> None:
    talk = OpenClaw()
    talk.setup()
    kept = talk.user("Keep from here.")
    talk.compaction("Before: setup.", kept)
    talk.agent("half an ans", calls=[("c9", "exec")], stop="aborted")
    turns = list(Transcript(talk.write(tmp_path / "t.jsonl"), "main").turns())
    assert turns[0].header
    assert [t.setting for t in turns[1:4]] == ["model", "thinking", "custom:model-snapshot"]
    assert (turns[5].keeps, turns[5].role, turns[5].text) == (kept, Role.SYSTEM, "Before: setup.")
    assert turns[6].aborted
    assert turns[6].parent == turns[5].id

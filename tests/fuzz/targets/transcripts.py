"""Transcripts of every host and their lists of sessions, and all that is made of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from lamina.sessions.spoken import spoken
from lamina.sessions.summaries import summaries
from lamina.sessions.turns import Session
from tests.fuzz.drawn import bent, damaged, dumped, lines, raw
from tests.fuzz.ground import NOW, Ground
from tests.fuzz.target import Target, quiet
from tests.sessions.hosts import ClaudeCode, Codex, OpenClaw

if TYPE_CHECKING:
    from pathlib import Path

    from lamina.memory import Memory

ROOT = "/@WS@"  # stands for the workspace in what is drawn
ID = "5e551017-0000-4000-8000-000000000001"
SAID = "We decided to use Postgres for the shop. Remember: it opens at nine."


def _records(kind: Any) -> list[dict[str, Any]]:
    """Return one record of each shape a host writes."""
    talk = kind(cwd=ROOT, start=NOW)
    talk.setup()
    talk.user(SAID)
    talk.agent("Done: the invoices go out on Friday.", calls=[("call_1", "exec")])
    talk.result("call_1", "port 8080")
    talk.agent("Port 8080.")
    talk.compaction("## Goal\n\nthe shop", "00000002")
    return [json.loads(line) for line in talk.lines]


def _of(ground: Ground, data: bytes) -> bytes:
    return data.replace(ROOT.encode(), str(ground.root).encode())


def _places(ground: Ground) -> dict[str, Path]:
    return {
        "openclaw": ground.home / ".openclaw" / "agents" / "main" / "sessions" / f"{ID}.jsonl",
        "claude-code": ground.home / ".claude" / "projects" / "-ws" / f"{ID}.jsonl",
        "codex": ground.home / ".codex" / "sessions" / "2026" / "03" / "04"
        / f"rollout-2026-03-04T09-00-00-{ID}.jsonl",
    }  # fmt: skip


def _used(memory: Memory, session: Session) -> None:
    """Do all that is done with a session."""
    with quiet():
        next(iter(memory.sessions.judged([session]))).as_dict(NOW)
    with quiet():
        memory.sessions.talk(session, 5)
    with quiet():
        talk = list(spoken(memory.sessions.turns(session)))
        memory.backup.write(summaries(talk))
        for day in {one.at.astimezone(memory.zone).date() for one in talk if one.at}:
            memory.distiller.write(day, talk)
    with quiet():
        memory.flush.consider(session, tokens=60_000, asked="it ends")
    with quiet():
        memory.flush.compacted(session)
    with quiet():
        memory.chat_keeper.take(session)
    with quiet():
        memory.trims.plan(session.key, session.transcript, keep=3)
    with quiet():
        memory.trims.repair(session.key, session.transcript, apply=True)
    with quiet():
        memory.trims.trim(session.key, session.transcript, keep=3)
        memory.trims.restore(session.key)


def transcript(host: str) -> Any:
    """Return the work on a transcript of one host."""

    def work(data: bytes, ground: Ground) -> None:
        path = ground.put(_places(ground)[host], _of(ground, data))
        if host == "openclaw":
            entry = {"sessionId": ID, "sessionFile": str(path), "updatedAt": 1772612100000}
            entry["systemPromptReport"] = {"workspaceDir": str(ground.root)}
            listed = {"agent:main:slack:channel:C1": entry}
            ground.put(path.parent / "sessions.json", json.dumps(listed).encode())
        with ground.memory() as memory:
            found = memory.sessions.list().sessions
            # What is in no list is still what a hook names.
            key, kind = "agent:main:slack:channel:C1", "main"
            for session in found or [Session(key, host, kind, ID, path, size=len(data))]:
                _used(memory, session)
            with quiet():
                memory.search("which port?")
            with quiet():
                memory.dreamer.sweep()

    return work


def session_list(data: bytes, ground: Ground) -> None:
    """Read OpenClaw's list of sessions, and change an entry of it."""
    from lamina.sessions.session_lists import rewrite

    place = _places(ground)["openclaw"]
    talk = OpenClaw(cwd=ground.root, start=NOW)
    talk.user(SAID)
    talk.write(place)
    listed = ground.put(place.parent / "sessions.json", _of(ground, data))
    with ground.memory() as memory:
        found = memory.sessions.list()
        for judged in memory.sessions.judged(found.sessions):
            judged.as_dict(NOW)
        for session in found.sessions[:3]:
            with quiet():
                memory.sessions.turns(session)
            with quiet():
                memory.flush.consider(session, asked="it ends")
            with quiet():
                rewrite(listed, session.key, {"totalTokensFresh": False, "new": 1}, now=NOW)


ENTRY = {
    "sessionId": ID,
    "updatedAt": 1772612100000,
    "sessionFile": f"{ID}.jsonl",
    "compactionCount": 0,
    "contextTokens": 64_000,
    "totalTokens": 100,
    "chatType": "direct",
    "systemPromptReport": {"workspaceDir": ROOT},
}
KEYS = ("agent:main:main", "agent:main:slack:channel:C1", "agent::x:thread:", ":", "cron:a")
LIST = st.sampled_from(KEYS).flatmap(
    lambda key: bent({key: ENTRY, "agent:main:telegram:direct:42": ENTRY}, *KEYS, ROOT, "../a")
)
_HOSTS = {"openclaw": OpenClaw, "claude-code": ClaudeCode, "codex": Codex}


def _inputs(host: str) -> Any:
    records = _records(_HOSTS[host])
    head = b"\n".join(json.dumps(record).encode() for record in records[:2]) + b"\n"
    some = st.one_of(lines(records), lines(records, dump=raw))
    return st.one_of(some.map(lambda data: head + data), some)


TARGETS = [
    *(Target(f"transcript-{host}", _inputs(host), transcript(host)) for host in _HOSTS),
    Target("session-list", damaged(st.one_of(LIST.map(dumped), LIST.map(raw))), session_list),
]

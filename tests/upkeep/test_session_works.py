"""What heartbeats do with sessions: trims a step a round, daily notes, reports of sub-agents."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.conftest import NOW
from tests.sessions.hosts import OpenClaw

KEY = "agent:main:slack:channel:C024"
ACTIVE = "memory/active-context.md"


@pytest.fixture
def channel(home, root):
    """Put a session of so many rounds into OpenClaw's list, idle for so many hours."""

    def make(key=KEY, *, rounds=300, idle=3, kind=None):
        folder = home / ".openclaw/agents/main/sessions"
        name = f"id-{key.replace(':', '-')}"
        lines = 2 * rounds + 3
        begin = NOW - timedelta(hours=idle, seconds=10 * lines)
        talk = OpenClaw(root, start=begin, session=name)
        for number in range(rounds):
            talk.user(f"What about delivery {number}?", owner=True)
            talk.agent(f"Delivery {number} is through.")
        talk.user("Please remember to call the movers next week.", owner=True)
        if kind:
            kind(talk)
        path = talk.write(folder / f"{name}.jsonl")
        listed = folder / "sessions.json"
        held = json.loads(listed.read_text()) if listed.exists() else {}
        updated = int((NOW - timedelta(hours=idle)).timestamp() * 1000)
        where = {"sessionId": name, "sessionFile": str(path), "updatedAt": updated}
        held[key] = where | {"systemPromptReport": {"workspaceDir": str(root)}}
        listed.write_text(json.dumps(held))
        return path

    return make


def beat(open_memory, minutes=0, *, tell=True, **settings):
    return open_memory(now=NOW + timedelta(minutes=minutes), **settings).heartbeat(tell=tell)


def test_a_heartbeat_asks_and_the_next_one_trims(open_memory, channel, root):
    path = channel()
    said = beat(open_memory).says
    (line,) = [one for one in said if one.startswith("trim: send this")]
    token = re.search(r"TRIM_READY_\w+", line)
    assert token is not None
    with (root / ACTIVE).open("a") as file:
        file.write(f"## [OPEN] Van\nIt comes at nine.\n\nTRIM_HASH: {token[0]}\n")
    said = beat(open_memory, 2).says
    assert any("TRIMMED" in one and KEY in one for one in said)
    assert len(path.read_bytes().splitlines()) < 100
    assert beat(open_memory, 4).says == ()


def test_the_token_of_a_message_is_kept_nowhere(open_memory, channel, root):
    channel()
    said = " ".join(beat(open_memory).says)
    token = re.search(r"TRIM_READY_(\w+)", said)
    assert token is not None
    kept = b"".join(path.read_bytes() for path in root.rglob("*") if path.is_file())
    assert token[1].encode() not in kept


def test_where_nobody_reads_no_session_is_asked_that_a_person_has_to_be_told_of(
    open_memory, channel
):
    path = channel()
    whole = path.read_bytes()
    beat(open_memory, tell=False)
    beat(open_memory, 5, tell=False)
    assert path.read_bytes() == whole
    assert open_memory().handshake.asked() == frozenset()


def test_i03_only_large_idle_channels_are_asked(open_memory, channel):
    channel("agent:main:slack:channel:C1:thread:17.4")
    channel("agent:main:slack:channel:C2", rounds=20)
    channel("agent:main:slack:channel:C3", idle=1)
    channel("agent:main:main")
    channel("agent:main:slack:channel:C4")
    said = [one for one in beat(open_memory).says if one.startswith("trim: ")]
    assert [one.split()[6].rstrip(":") for one in said] == ["agent:main:slack:channel:C4"]


def test_the_evening_makes_a_note_of_the_days_talk(open_memory, channel, root):
    def decided(talk):
        talk.user("We decided to move the office to Graz in May.", owner=True)
        talk.agent("Good.")

    channel("agent:main:main", rounds=1, idle=1, kind=decided)
    evening = (21 - 9) * 60
    beat(open_memory, evening)
    note = (root / "memory/2026-03-04.md").read_text("utf-8")
    assert "lamina:daily" in note
    assert "Graz" in note
    before = {p: p.read_bytes() for p in root.glob("memory/*.md")}
    beat(open_memory, evening + 30)
    assert {p: p.read_bytes() for p in root.glob("memory/*.md")} == before


def test_what_sub_agents_report_reaches_their_handbooks(open_memory, channel, root):
    def reported(talk):
        talk.agent("[SUMMARY] Project: Shop | What: the checkout is rewritten | Status: done")

    open_memory().projects.new("Shop", "sell tea")
    channel("agent:main:subagent:u1", rounds=1, idle=1, kind=reported)
    beat(open_memory)
    book = next((root / "memory/projects").rglob("CONTEXT.md")).read_text("utf-8")
    assert "the checkout is rewritten" in book
    again = next((root / "memory/projects").rglob("CONTEXT.md"))
    whole = again.read_bytes()
    beat(open_memory, 10)
    assert again.read_bytes() == whole


def test_after_a_trim_the_host_counts_its_tokens_anew(open_memory, channel, home, root):
    channel()
    listed = home / ".openclaw/agents/main/sessions/sessions.json"
    held = json.loads(listed.read_text())
    held[KEY] |= {"totalTokens": 90_000, "totalTokensFresh": True, "later": {"kept": [1, 2.50]}}
    listed.write_text(json.dumps(held))
    before = listed.read_text()
    beat(open_memory)
    beat(open_memory, 5)
    assert listed.read_text() == before.replace(
        '"totalTokensFresh": true', '"totalTokensFresh": false'
    )


def test_an_archive_that_is_gone_is_told_by_the_audit(open_memory, channel, root):
    path = channel()
    beat(open_memory)
    beat(open_memory, 5)
    (archive,) = path.parent.glob("*.gz")
    week = 7 * 24 * 60
    assert not any("archive" in one for one in beat(open_memory, week).says)
    archive.unlink()
    (said,) = [one for one in beat(open_memory, 2 * week).says if "archive" in one]
    assert said.startswith(f"audit: {KEY}: its archive ")


def test_j09_forgetting_tells_of_archives_that_say_it_too(open_memory, channel):
    path = channel()
    beat(open_memory)
    beat(open_memory, 5)
    (archive,) = path.parent.glob("*.gz")
    memory = open_memory(now=NOW + timedelta(hours=1))
    found = memory.forget.plan("Delivery 7 is through")
    assert [Path(one.archive) for one in found.archives] == [archive]
    assert found.archives[0].records
    assert not memory.forget.plan("a word nobody ever said there").archives


def test_one_session_settles_nothing_of_another_and_a_lost_one_stops_nothing(
    open_memory, channel, home, root
):
    channel(
        "agent:main:main", rounds=1, idle=1,
        kind=lambda talk: talk.user("We decided to move the office to Graz.", owner=True),
    )  # fmt: skip
    channel(
        "agent:main:telegram:group:g1", rounds=1, idle=1,
        kind=lambda talk: talk.user("Forget it, never mind.", owner=True),
    )  # fmt: skip
    channel("agent:main:slack:channel:C9", rounds=1, idle=1).unlink()
    evening = (21 - 9) * 60
    said = beat(open_memory, evening).says
    assert not any("failed" in one for one in said)
    assert "movers" in (root / "memory/2026-03-04.md").read_text("utf-8")


def test_a_second_evening_keeps_what_the_transcripts_no_longer_hold(open_memory, channel, root):
    path = channel(
        "agent:main:main", rounds=1, idle=1,
        kind=lambda talk: talk.user("We decided to move the office to Graz.", owner=True),
    )  # fmt: skip
    evening = (21 - 9) * 60
    beat(open_memory, evening)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    channel(
        "agent:main:slack:channel:C2", rounds=1, idle=-12,
        kind=lambda talk: talk.user("We decided to buy the piano in Linz.", owner=True),
    )  # fmt: skip
    beat(open_memory, evening + 24 * 60)
    note = (root / "memory/2026-03-04.md").read_text("utf-8")
    assert "Graz" in note
    assert "Linz" in note

"""What was said in sessions as evidence: facts of notes that come up again, and nothing else."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from lamina.storage.state_dreams import READ
from tests.conftest import NOW
from tests.sessions.hosts import OpenClaw

NOTE = "# 2026-03-01\n\n- The dentist moved to 14 Quay Row\n- The harbour gate closes at nine\n"
SAID = "By the way, the dentist moved to 14 Quay Row."
KEY = "agent:main:main"


@pytest.fixture
def session(home, root):
    """Put an OpenClaw session of this workspace on disk, written by a function."""

    def make(write, *, key=KEY, start=NOW - timedelta(hours=3), **entry):
        folder = home / ".openclaw/agents/main/sessions"
        talk = OpenClaw(root, start=start, session=f"id-{key.replace(':', '-')}")
        write(talk)
        path = talk.write(folder / f"{talk.session}.jsonl")
        listed = folder / "sessions.json"
        held = json.loads(listed.read_text()) if listed.exists() else {}
        held[key] = {
            "sessionId": talk.session,
            "sessionFile": str(path),
            "updatedAt": int(talk.at.timestamp() * 1000),
            "systemPromptReport": {"workspaceDir": str(root)},
        } | entry
        listed.write_text(json.dumps(held))
        return path

    return make


def heard(memory):
    rows = memory.state.database.execute(
        "SELECT path, day FROM mentions WHERE path >= ? AND path < ?", (READ, READ + "\uffff")
    )
    return [tuple(row) for row in rows]


def night(open_memory, write, *, now=NOW):
    write("memory/2026-03-01.md", NOTE)
    memory = open_memory(now=now)
    memory.dreamer.sweep()
    return memory


def test_a_noted_fact_said_again_is_a_mention_on_its_day(open_memory, write, session):
    session(lambda talk: (talk.user(SAID, owner=True), talk.agent("Noted.")))
    memory = night(open_memory, write)
    assert heard(memory) == [(f"{READ}{KEY}", "2026-03-04")]
    memory.search("where is the dentist")
    (fact,) = [c for c in memory.dreamer.evidence.candidates(memory.today) if "Quay" in c.text]
    assert [str(day) for day in fact.note_days] == ["2026-03-01", "2026-03-04"]
    assert [place.path for place in fact.places] == ["memory/2026-03-01.md"]


def test_what_no_note_says_is_no_evidence(open_memory, write, session):
    session(lambda talk: talk.user("The plumber comes on Thursday at ten.", owner=True))
    assert heard(night(open_memory, write)) == []


def test_a_question_says_nothing(open_memory, write, session):
    session(lambda talk: talk.user("Has the dentist moved to 14 Quay Row?", owner=True))
    assert heard(night(open_memory, write)) == []


def test_a04_of_an_envelope_only_the_sentence_counts(open_memory, write, session, root):
    envelope = (
        "Conversation info (untrusted metadata):\n```json\n"
        '{"message_id": "5417", "sender": "Vera"}\n```\n\n'
    )
    session(lambda talk: talk.user(envelope + "The dentist moved to 14 Quay Row.", owner=True))
    memory = night(open_memory, write)
    assert len(heard(memory)) == 1
    memory.search("dentist", record=True)
    memory = open_memory(now=NOW + timedelta(hours=20))
    memory.dreamer.sweep()
    texts = [p.read_text("utf-8") for p in root.rglob("*.md")]
    assert not any("5417" in text or "message_id" in text for text in texts)


def test_a18_internal_sessions_and_strangers_are_not_heard(open_memory, write, session):
    prompt = (
        "Write a dream diary entry from these memory fragments: The dentist moved to 14 Quay Row"
    )
    session(
        lambda talk: (talk.user(prompt), talk.agent("The dentist moved to 14 Quay Row.")),
        key="agent:main:dreaming-narrative-light-1",
    )
    session(
        lambda talk: (
            talk.user("The dentist moved to 14 Quay Row.", owner=False),
            talk.agent("Ok"),
        ),
        key="agent:main:slack:channel:C1",
    )
    session(
        lambda talk: (talk.user(SAID), talk.agent("The dentist moved to 14 Quay Row.")),
        key="agent:main:cron:job1",
    )
    assert heard(night(open_memory, write)) == []


def test_k04_an_agent_that_repeats_what_it_was_given_adds_nothing(open_memory, write, session):
    write("memory/2026-03-01.md", NOTE)
    open_memory(now=NOW - timedelta(hours=4)).search("where is the dentist")

    def talked(talk):
        talk.user("Where is the dentist now?", owner=True)
        talk.agent("The dentist moved to 14 Quay Row.")

    session(talked)
    assert heard(night(open_memory, write)) == []


def test_an_agents_own_word_counts_where_it_was_not_given_the_line(open_memory, write, session):
    def talked(talk):
        talk.user("I went to see her today.", owner=True)
        talk.agent("The dentist moved to 14 Quay Row.")

    session(talked)
    assert len(heard(night(open_memory, write))) == 1


def test_a_talk_is_read_once(open_memory, write, session):
    session(lambda talk: talk.user(SAID, owner=True))
    night(open_memory, write)
    memory = open_memory(now=NOW + timedelta(hours=1))
    assert memory.dreamer.sweep().nothing_new
    assert len(heard(memory)) == 1


def test_what_was_forgotten_is_not_heard_again(open_memory, write, session):
    session(lambda talk: talk.user(SAID, owner=True))
    memory = night(open_memory, write)
    memory.forget.apply("Quay Row")
    assert heard(memory) == []
    session(lambda talk: talk.user(SAID, owner=True), start=NOW + timedelta(hours=1))
    later = open_memory(now=NOW + timedelta(hours=5))
    later.dreamer.sweep()
    assert heard(later) == []


def test_a_dry_run_hears_nothing(open_memory, write, session):
    write("memory/2026-03-01.md", NOTE)
    session(lambda talk: talk.user(SAID, owner=True))
    memory = open_memory()
    memory.dreamer.sweep(dry_run=True)
    assert heard(memory) == []

"""Flush before compaction: decided by numbers, proved by the ledger, never over somebody's lines."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from lamina.sessions.flush import COMPACTION, FAILED, FLUSH, Flush, Found
from lamina.sessions.keeping import Keeper
from lamina.sessions.pressure import Verdict
from lamina.sessions.turns import Session
from tests.conftest import NOW
from tests.sessions.hosts import OpenClaw

ACTIVE = "memory/active-context.md"
KEY = "agent:main:main"
WORDS = (
    ("user", "We decided to move the office to Graz in May."),
    ("agent", "Good. I'll send you the lease tomorrow."),
    ("user", "Who pays the deposit for the new office?"),
    ("agent", "I do not know yet."),
    ("user", "Please remember to call the movers next week."),
)


def talked(root, words=WORDS, start=NOW - timedelta(hours=1), **more):
    """Write a transcript and return its session."""
    talk = OpenClaw(root, start=start)
    for who, text in words:
        talk.user(text, owner=True) if who == "user" else talk.agent(text)
    path = talk.write(root.parent / "talk.jsonl")
    return Session(KEY, "openclaw", "main", "s1", path, size=path.stat().st_size, **more)


@pytest.fixture
def memory(open_memory):
    return open_memory()


def ledger(memory):
    """Return the kinds of what happened, oldest first."""
    return [event.kind for event in reversed(memory.state.sessions.events(limit=1000))]


def test_what_is_open_goes_into_active_context_and_decisions_into_the_note(memory, root):
    done = memory.flush.consider(talked(root), asked="by hand")
    assert done.outcome == "saved"
    assert done.acknowledged
    active = (root / ACTIVE).read_text("utf-8")
    note = (root / "memory/2026-03-04.md").read_text("utf-8")
    assert "## [OPEN] Session main — open when its older part left the context" in active
    assert "- question: Who pays the deposit for the new office?" in active
    assert "lease" in active
    assert "movers" in active
    assert "- 09:30 decision: We decided to move the office to Graz in May." in note
    assert "Graz" not in active


def test_one_flush_is_one_change_that_can_be_taken_back(memory, root):
    memory.remember("The kettle is broken")
    before = {p: p.read_bytes() for p in root.rglob("*.md")}
    done = memory.flush.consider(talked(root), asked="by hand")
    assert memory.history()[0].id == done.change
    assert memory.history()[0].author == "agent:session"
    memory.undo()
    assert {p: p.read_bytes() for p in root.rglob("*.md")} == before


@pytest.mark.parametrize("count", [0, None])
def test_b01_the_first_flush_is_made_whatever_counters_say(memory, root, count):
    more = {} if count is None else {"compactions": count}
    done = memory.flush.consider(talked(root, **more), tokens=180_000, window=200_000)
    assert done.decision.verdict is Verdict.FLUSH
    again = memory.flush.consider(talked(root, **more), tokens=180_000, window=200_000)
    assert again.decision.verdict is Verdict.FLUSHED
    assert again.acknowledged


def test_b02_six_compactions_six_flushes_in_the_order_the_ledger_proves(memory, root):
    session = talked(root)
    for _ in range(6):
        memory.flush.consider(session, tokens=120_000, window=200_000)
        assert memory.flush.consider(session, tokens=190_000, window=200_000).outcome
        memory.flush.consider(session, tokens=192_000, window=200_000)
        memory.flush.compacted(session)
    kinds = [kind for kind in ledger(memory) if kind in {FLUSH, COMPACTION}]
    assert kinds == [FLUSH, COMPACTION] * 6


def test_b02_the_hosts_own_count_tells_of_compactions_nobody_announced(memory, root):
    for count in range(1, 7):
        memory.flush.consider(talked(root, compactions=count), tokens=10, window=200_000)
        memory.flush.consider(talked(root, compactions=count), tokens=10, window=200_000)
    kinds = [kind for kind in ledger(memory) if kind in {FLUSH, COMPACTION}]
    # A cycle that was flushed late needs none before its end; the next one does again.
    assert kinds == [COMPACTION, FLUSH, COMPACTION] * 3


def test_b03_a_compaction_without_a_flush_is_told_and_made_up_for(memory, root):
    done = memory.flush.compacted(talked(root))
    assert done.decision.verdict is Verdict.LATE
    assert done.outcome == "saved"
    assert "lease" in (root / ACTIVE).read_text("utf-8")
    assert memory.state.sessions.events(kind=COMPACTION)[0].details["flushed"] is False
    assert memory.state.sessions.events(kind=FLUSH)[0].details["late"] is True


def test_b03_a_flush_sees_the_whole_talk_and_the_next_one_what_came_since(memory, root):
    words = [("user", f"Please remember to water plant number {n}.") for n in range(12)]
    long = [*words, *((("agent", "ok"), ("user", "fine")) * 90)]
    memory.flush.consider(talked(root, long), asked="by hand")
    event = memory.state.sessions.events(kind=FLUSH)[0]
    assert event.details["said"] == len(long)
    more = [*long, ("user", "Who feeds the cat on Sunday?")]
    memory.flush.consider(talked(root, more), asked="by hand")
    assert memory.state.sessions.events(kind=FLUSH)[0].details["said"] == 1


def test_b04_a_jump_over_the_window_is_flushed_and_marked_late(memory, root):
    session = talked(root)
    assert not memory.flush.consider(session, tokens=120_000, window=200_000).outcome
    done = memory.flush.consider(session, tokens=220_000, window=200_000)
    assert done.decision.verdict is Verdict.LATE
    assert done.saved > 0


def test_b05_a_morning_of_notes_is_a_prefix_of_what_stands_there_after(memory, root):
    for number in range(40):
        memory.remember(f"Thing number {number} of this morning")
    before = (root / "memory/2026-03-04.md").read_bytes()
    memory.flush.consider(talked(root), asked="by hand")
    after = (root / "memory/2026-03-04.md").read_bytes()
    assert after.startswith(before)
    assert len(after) > len(before)


def test_b07_the_same_again_is_written_once(memory, root):
    session = talked(root)
    first = memory.flush.consider(session, asked="by hand")
    files = {p: p.read_bytes() for p in root.rglob("*.md")}
    session = talked(root, start=NOW - timedelta(minutes=20))
    again = memory.flush.consider(session, asked="by hand")
    assert (again.saved, again.known) == (0, first.saved)
    assert {p: p.read_bytes() for p in root.rglob("*.md")} == files


def flush_with(memory, find):
    keeper = Keeper(memory.editor, memory.daily, memory.active, memory.forgotten.sift)
    return Flush(
        keeper,
        lambda: memory.state.sessions,
        talk=memory.flush.talk,
        find=find,
        clock=memory.clock,
        window=200_000,
    )


def test_b08_a_flush_that_saved_nothing_is_none_and_is_made_again(memory, root):
    asked = []

    def find(said):
        asked.append(len(said))
        return Found([], failed="it wrote prose and no line")

    flush = flush_with(memory, find)
    session = talked(root)
    done = flush.consider(session, tokens=190_000, window=200_000)
    assert done.outcome == FAILED
    assert not done.acknowledged
    assert done.notes == ("no memory written: it wrote prose and no line",)
    again = flush.consider(session, tokens=190_000, window=200_000)
    assert again.decision.verdict is Verdict.FLUSH
    assert asked == [len(WORDS)] * 2
    flush.consider(session, tokens=190_000, window=200_000)
    assert flush.consider(session, tokens=190_000, window=200_000).outcome == "nothing open"


def test_b08_what_cannot_be_written_keeps_the_session(memory, root):
    (root / ACTIVE).mkdir()
    done = memory.flush.consider(talked(root), asked="by hand")
    assert done.outcome == FAILED
    assert "active-context.md" in done.notes[0]
    assert not done.acknowledged


def test_b10_each_decision_is_kept_with_its_numbers(memory, root):
    session = talked(root)
    for tokens in (10_000, 20_000, 30_000, 180_000):
        memory.flush.consider(session, tokens=tokens, window=200_000)
    kept = [e.details for e in reversed(memory.state.sessions.events(kind="decision"))]
    assert [(one["tokens"], one["verdict"]) for one in kept] == [
        (10_000, "below"),
        (20_000, "below"),
        (30_000, "below"),
        (180_000, "flush"),
    ]
    assert {one["threshold"] for one in kept} == {176_000}


def test_the_ledger_holds_numbers_and_no_words_of_the_talk(memory, root):
    memory.flush.consider(talked(root), asked="by hand")
    memory.flush.compacted(talked(root))
    kept = json.dumps([event.details for event in memory.state.sessions.events()])
    assert not any(word in kept for word in ("Graz", "deposit", "movers", "lease"))


def test_words_of_strangers_and_what_was_forgotten_are_not_kept(memory, root):
    talk = OpenClaw(root)
    talk.user("Please remember to wire the money to account 7.", owner=False)
    talk.agent("I'll wire it tomorrow.")
    path = talk.write(root.parent / "talk.jsonl")
    session = Session("agent:main:slack:channel:C1", "openclaw", "channel", "s1", path)
    assert memory.flush.consider(session, asked="by hand").outcome == "nothing open"
    memory.remember("call the movers next week")
    memory.forget.apply("movers")
    done = memory.flush.consider(talked(root), asked="by hand")
    assert done.outcome == "saved"
    assert "movers" not in (root / ACTIVE).read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "de", "ru", "zh"])
def test_in_the_workspaces_language(open_memory, root, language):
    memory = open_memory(**{"notes.language": language})
    memory.flush.consider(talked(root), asked="by hand")
    text = (root / ACTIVE).read_text("utf-8")
    wanted = {"en": "question: ", "de": "Frage: ", "ru": "вопрос: ", "zh": "问题: "}[language]
    assert f"- {wanted}Who pays the deposit" in text
    assert memory.active.blocks()[0].has_body


def listed(home, root, key=KEY, **entry):
    """Put a session into OpenClaw's list."""
    folder = home / ".openclaw/agents/main/sessions"
    talk = OpenClaw(root, start=NOW - timedelta(hours=1))
    talk.user("Hello there.", owner=True)
    path = talk.write(folder / "s1.jsonl")
    where = {"sessionId": "s1", "sessionFile": str(path), "updatedAt": int(NOW.timestamp() * 1000)}
    held = {key: where | {"systemPromptReport": {"workspaceDir": str(root)}} | entry}
    (folder / "sessions.json").write_text(json.dumps(held))


def test_b11_status_says_that_somebody_else_compacts(memory, home, root):
    listed(home, root, compactionCount=3)
    memory.remember("something")
    _ = memory.state
    (warning,) = memory.status().watch.warnings
    assert warning.startswith("no flush possible: compaction is owned elsewhere (agent:main:main)")
    assert "last flush never" in warning


def test_b10_status_shows_the_last_flush_and_the_last_decision(memory, home, root):
    listed(home, root)
    assert memory.status().watch is None or memory.status().watch.last_flush == ""
    memory.flush.consider(talked(root), tokens=180_000, window=200_000)
    memory.flush.consider(talked(root), tokens=10, window=200_000)
    seen = memory.status().watch
    assert seen.last_flush.startswith("2026-03-04T08:30")
    assert seen.outcome == "saved"
    assert seen.last_decision.startswith("flushed already: ")
    assert seen.warnings == ()


def test_the_command_flushes_and_says_so(lamina, home, root):
    listed(home, root)
    done = lamina("session", "flush", KEY, "--now", NOW.isoformat())
    assert done.returncode == 0
    assert "flush (by hand)" in done.stdout
    below = lamina("session", "flush", KEY, "--tokens", "10", "--json", "--now", NOW.isoformat())
    told = json.loads(below.stdout)
    assert told["decision"]["verdict"] == "flushed already"
    shown = lamina("status", "--now", NOW.isoformat())
    assert "last flush 2026-03-04" in shown.stdout


def test_b07_a_line_of_5000_characters_is_kept_whole_and_once(memory, root):
    line = "The lease says: " + " ".join(f"clause {number} holds" for number in range(310))
    assert len(line) > 5000
    first = memory.remember(line)
    assert memory.remember(line).change == 0
    note = (root / first.path).read_text("utf-8")
    assert note.count(line) == 1


def test_b09_without_a_path_it_goes_to_todays_note_of_the_zone_and_says_where(lamina, root):
    done = lamina(
        "remember", "the kettle", "--now", "2026-04-11T19:53:00Z",
        LAMINA_NOTES_TIMEZONE="Asia/Shanghai",
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "memory/2026-04-12.md:3"
    assert "- 03:53 the kettle" in (root / "memory/2026-04-12.md").read_text("utf-8")

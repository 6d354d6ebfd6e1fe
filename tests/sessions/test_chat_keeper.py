"""Each message of a talk stands in its day's log once, and all of them do."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sessions.hosts import ClaudeCode

MORNING = datetime.fromisoformat("2026-03-04T09:30:00+01:00")
WORDS = ("yes", "do it\nfirst the list", "do it\nthen the plan", "ok")


class Session:
    """A session whose transcript grows, within one minute, and is taken into the log."""

    def __init__(self, memory, home, root, name="s1"):
        self.memory, self.name, self.root = memory, name, root
        self.talk = ClaudeCode(cwd=root, session=name, start=MORNING)
        self.path = home / f"{name}.jsonl"

    def say(self, user, agent):
        self.talk.start = MORNING
        self.talk.user(user)
        self.talk.agent(agent)
        with self.path.open("ab") as file:
            file.write(b"".join(self.talk.lines))
        self.talk.lines.clear()

    def take(self):
        keeper = self.memory.chat_keeper
        return keeper.take(
            keeper.session("claude-code", self.name, "main", self.path, str(self.root))
        )

    @property
    def log(self):
        return (self.root / "memory" / "chat-2026-03-04.md").read_text()


@pytest.fixture
def session(open_memory, home, root):
    return Session(open_memory(now=MORNING), home, root)


def test_messages_that_begin_alike_within_a_minute_are_all_kept(session):
    for user, agent in (
        ("do it\nfirst the list", "ok"),
        ("do it\nthen the plan", "ok"),
        ("yes", "ok"),
        ("yes", "ok"),
        ("yes", "ok"),
    ):
        session.say(user, agent)
        session.take()
    assert session.log.count("user: do it\n") == 2
    assert "    first the list\n" in session.log
    assert "    then the plan\n" in session.log
    assert session.log.count("user: yes\n") == 3
    assert session.log.count("agent: ok\n") == 5


def test_what_a_killed_hook_had_written_is_not_written_again(session):
    ledger = session.memory.state.sessions
    session.say("yes", "ok")
    session.take()
    before = ledger.cursor("claude-code:s1")
    session.say("yes", "use the key ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8")
    session.take()
    held = session.log
    ledger.move(before)
    ledger.begin(before)  # as it was when the process died after it wrote
    session.take()
    assert session.log.count("agent: use the key") == 1
    assert "[redacted:" in session.log
    assert session.log == held
    assert not ledger.begun("claude-code:s1")


def test_a_session_carried_over_into_another_transcript_is_in_the_log_once(
    session, open_memory, home, root
):
    session.say("Which port?", "8443.")
    session.take()
    held = session.log
    again = Session(open_memory(now=MORNING), home, root, "s2")
    again.path.write_bytes(session.path.read_bytes().replace(b'"s1"', b'"s2"'))
    again.take()
    assert again.log == held
    again.say("And the host?", "stage2.")
    again.take()
    assert again.log.startswith(held)
    assert again.log.count("stage2.") == 1


def test_a_transcript_written_anew_is_in_the_log_once(session):
    for number in range(3):
        session.say(f"question {number}", "ok")
        session.take()
    lines = session.path.read_bytes().splitlines(keepends=True)
    held = session.log
    session.path.write_bytes(b"".join(lines[-2:]))
    session.take()
    assert session.log == held


def test_hooks_of_one_session_at_once_keep_each_message_once(session, environment, root):
    program = """
import sys
from datetime import datetime
from pathlib import Path
from lamina.memory import Memory
moment = datetime.fromisoformat("2026-03-04T09:30:00+01:00")
with Memory(sys.argv[1], clock=lambda: moment, author="agent:claude-code") as memory:
    keeper = memory.chat_keeper
    sys.stdin.read(1)
    keeper.take(keeper.session("claude-code", "s1", "main", Path(sys.argv[2]), sys.argv[1]))
"""
    session.say("begin", "ok")
    session.take()  # from here on nothing is in doubt
    for round_ in range(3):
        for number in range(20):
            session.say("yes", f"{round_} {number}")
        running = [
            subprocess.Popen(
                [sys.executable, "-c", program, str(root), str(session.path)],
                env=environment,
                stdin=subprocess.PIPE,
            )
            for _ in range(4)
        ]
        for one in running:
            assert one.stdin
            with one.stdin as told:
                told.write(b"go")
        assert [one.wait(60) for one in running] == [0] * 4
    assert session.log.count("user: yes\n") == 60
    for round_ in range(3):
        for number in range(20):
            assert session.log.count(f"agent: {round_} {number}\n") == 1


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS), st.booleans()), max_size=8
    )
)
def test_whenever_it_is_taken_the_log_is_the_talk(steps, open_memory, tmp_path_factory):
    folder = tmp_path_factory.mktemp("talk")
    (folder / "memory").mkdir()
    session = Session(open_memory(folder, now=MORNING), folder, folder)
    session.say("begin", "ok")
    session.take()
    for user, agent, taken in steps:
        session.say(user, agent)
        if taken:
            session.take()
    session.take()
    said = ["begin", "ok", *(text for user, agent, _ in steps for text in (user, agent))]
    shown = session.log.replace("\n    ", "\n").split("- 09:30 ")[1:]
    assert [one.split(": ", 1)[1].strip() for one in shown] == said

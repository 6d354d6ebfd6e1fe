"""The handshake: asked once, answered by one line in one file, trimmed after; else left whole."""

from __future__ import annotations

import re
import sys
from datetime import timedelta

import pytest

from lamina.sessions.handshake import FORCED, LOG, TRIMMED
from lamina.sessions.turns import Session
from tests.conftest import NOW
from tests.sessions.hosts import OpenClaw

ACTIVE = "memory/active-context.md"
KEY = "agent:main:slack:channel:C024"
OTHER = "agent:main:slack:channel:C025"


class Channel:
    """A channel's transcript of some hundred lines, and what is appended to it."""

    def __init__(self, root, key=KEY, *, rounds=300):
        self.talk = OpenClaw(root, start=NOW - timedelta(hours=4))
        for number in range(rounds):
            self.talk.user(f"What about delivery {number}?", owner=True)
            self.talk.agent(f"Delivery {number} is through.")
        self.talk.user("Please remember to call the movers next week.", owner=True)
        self.talk.agent("I will keep it in mind.")
        self.path = root.parent / f"{key.rpartition(':')[2]}.jsonl"
        self.key = key
        self.talk.write(self.path)

    @property
    def session(self):
        size = self.path.stat().st_size
        return Session(self.key, "openclaw", "channel", "s1", self.path, size=size, channel="slack")

    def said(self, text, at):
        """Let somebody say something at a moment."""
        self.talk.start = at - timedelta(seconds=10 * len(self.talk.lines))
        before = len(self.talk.data())
        self.talk.user(text, owner=True)
        with self.path.open("ab") as file:
            file.write(self.talk.data()[before:])


@pytest.fixture
def at(open_memory):
    """Open the workspace so many seconds after the beginning."""
    return lambda seconds, **more: open_memory(now=NOW + timedelta(seconds=seconds), **more)


def token_of(step):
    (token,) = re.findall(r"TRIM_READY_[0-9a-f]{32}", step.message)
    return token


def answer(root, token, *, also="## [OPEN] Move — said by the session\nThe van comes at nine.\n"):
    path = root / ACTIVE
    before = path.read_text("utf-8") if path.exists() else "# Active Context\n\n---\n\n"
    path.write_text(f"{before}{also}TRIM_HASH: {token}\n", "utf-8")


def log_of(root):
    path = root / LOG
    return path.read_text("utf-8").splitlines() if path.exists() else []


def test_asked_answered_trimmed_logged(at, root):
    channel = Channel(root)
    whole = channel.path.read_bytes()
    asked = at(0).handshake.step(channel.session)
    assert asked.state == "asked"
    assert f"TRIM_HASH: {token_of(asked)}" in asked.message
    assert "NO_REPLY" in asked.message
    assert at(10).handshake.step(channel.session).state == "waiting"
    assert channel.path.read_bytes() == whole
    answer(root, token_of(asked))
    done = at(20).handshake.step(channel.session)
    assert done.state == TRIMMED
    assert done.trimmed.kept >= 60
    assert len(channel.path.read_bytes().splitlines()) == done.trimmed.kept
    text = (root / ACTIVE).read_text("utf-8")
    assert "TRIM_HASH" not in text
    assert "The van comes at nine." in text
    assert "movers" in text  # whatever the session wrote: nothing open is lost
    assert log_of(root) == [f"2026-03-04T09:30:20+01:00 | {KEY} | TRIMMED"]
    at(30).trims.restore(KEY)
    assert channel.path.read_bytes() == whole


def test_a_session_that_does_not_answer_is_flushed_by_rule_and_trimmed(at, root):
    channel = Channel(root)
    at(0).handshake.step(channel.session)
    assert at(89).handshake.step(channel.session).state == "waiting"
    done = at(91).handshake.step(channel.session)
    assert done.state == FORCED
    assert "movers" in (root / ACTIVE).read_text("utf-8")
    assert log_of(root) == [f"2026-03-04T09:31:31+01:00 | {KEY} | FORCE-TRIM"]


def test_an_answer_without_anything_written_is_made_up_for_by_rule(at, root):
    channel = Channel(root)
    asked = at(0).handshake.step(channel.session)
    (root / ACTIVE).write_text(f"TRIM_HASH: {token_of(asked)}\n", "utf-8")
    assert at(20).handshake.step(channel.session).state == TRIMMED
    assert "movers" in (root / ACTIVE).read_text("utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "TRIM_HASH: TRIM_READY_a3f8",
        "> TRIM_HASH: {token}",
        "`TRIM_HASH: {token}`",
        "she wrote TRIM_HASH: {token}",
        "TRIM_HASH: {token} and more",
        "TRIM_HASH: {token}0",
        "TRIM_HASH: {upper}",
        "TRIM_HASH: {short}",
        "TRIM-HASH: {token}",
    ],
)
def test_i07_what_is_no_answer(at, root, line):
    channel = Channel(root, rounds=100)
    asked = at(0).handshake.step(channel.session)
    token = token_of(asked)
    text = line.format(token=token, upper=token.upper(), short=token[:-1])
    (root / ACTIVE).write_text(f"# Active Context\n\n{text}\n", "utf-8")
    assert at(30).handshake.step(channel.session).state == "waiting"


def test_i07_the_right_line_in_another_file_does_not_count(at, root):
    channel = Channel(root, rounds=100)
    asked = at(0).handshake.step(channel.session)
    for name in ("memory/2026-03-04.md", "MEMORY.md", "memory/active.md"):
        (root / name).write_text(f"TRIM_HASH: {token_of(asked)}\n", "utf-8")
    assert at(30).handshake.step(channel.session).state == "waiting"


def test_i07_a_token_is_good_for_its_own_session_and_request_only(at, root):
    one, two = Channel(root, rounds=100), Channel(root, OTHER, rounds=100)
    first = at(0).handshake.step(one.session)
    at(0).handshake.step(two.session)
    answer(root, token_of(first))
    assert at(10).handshake.step(two.session).state == "waiting"
    assert at(20).handshake.step(one.session).state == TRIMMED
    answer(root, token_of(first), also="")  # the same again, later
    later = at(400).handshake.step(one.session)
    assert later.state == "asked"
    assert token_of(later) != token_of(first)
    assert at(410).handshake.step(one.session).state == "waiting"


def test_i07_old_lines_are_cleaned_away_and_those_that_others_wait_for_are_not(at, root):
    one, two = Channel(root, rounds=100), Channel(root, OTHER, rounds=100)
    first = at(0).handshake.step(one.session)
    second = at(0).handshake.step(two.session)
    answer(root, "TRIM_READY_a3f8", also="")
    answer(root, token_of(second), also="")
    answer(root, token_of(first))
    assert at(20).handshake.step(one.session).state == TRIMMED
    text = (root / ACTIVE).read_text("utf-8")
    assert "a3f8" not in text
    assert token_of(second) in text
    assert at(30).handshake.step(two.session).state == TRIMMED
    assert "TRIM_HASH" not in (root / ACTIVE).read_text("utf-8")


def test_a_session_somebody_talks_to_is_left_whole(at, root):
    channel = Channel(root)
    at(0).handshake.step(channel.session)
    channel.said("Are you there?", NOW + timedelta(seconds=60))
    whole = channel.path.read_bytes()
    done = at(95).handshake.step(channel.session)
    assert (done.state, done.why) == ("kept", "it is talked to; asked again when idle")
    assert channel.path.read_bytes() == whole
    assert log_of(root) == []
    assert at(100).handshake.step(channel.session).state == "asked"


def test_our_own_message_in_the_transcript_is_nobody_talking(at, root):
    channel = Channel(root)
    asked = at(0).handshake.step(channel.session)
    channel.said(asked.message, NOW + timedelta(seconds=5))
    assert at(95).handshake.step(channel.session).state == FORCED
    assert "MAINTENANCE" not in (root / ACTIVE).read_text("utf-8")


def test_where_nothing_can_be_saved_nothing_is_trimmed(at, root):
    channel = Channel(root)
    whole = channel.path.read_bytes()
    at(0).handshake.step(channel.session)
    note = root / "memory/2026-03-04.md"
    note.mkdir()  # nothing can be written there
    done = at(95).handshake.step(channel.session)
    assert done.state == "kept"
    assert done.why.startswith("flush failed: ")
    assert channel.path.read_bytes() == whole
    assert log_of(root) == []
    note.rmdir()
    assert at(96).handshake.step(channel.session).state == FORCED


def test_an_active_context_that_cannot_be_read_leaves_the_session_whole(at, root):
    channel = Channel(root)
    whole = channel.path.read_bytes()
    at(0).handshake.step(channel.session)
    (root / ACTIVE).write_bytes(b"\xff\xfe\x00bad")
    done = at(95).handshake.step(channel.session)
    assert done.state == "kept"
    assert "active-context.md is not a text file" in done.why
    assert channel.path.read_bytes() == whole


def test_a_request_nobody_came_back_to_is_made_again(at, root):
    channel = Channel(root, rounds=100)
    first = at(0).handshake.step(channel.session)
    later = at(25 * 3600).handshake.step(channel.session)
    assert later.state == "asked"
    assert token_of(later) != token_of(first)


def test_a_message_that_cannot_be_sent_leaves_no_request(at, root):
    channel = Channel(root, rounds=100)
    broken = {"sessions.sender": "command", "sessions.command": "/no/such/program {message}"}
    done = at(0, **broken).handshake.step(channel.session)
    assert done.state == "kept"
    assert "cannot be run" in done.why
    assert at(10).handshake.step(channel.session).state == "asked"


def test_by_hand_a_session_that_answers_at_once_is_trimmed_in_one_call(at, root):
    channel = Channel(root)
    program = root.parent / "agent.py"
    program.write_text(
        "import re, sys\n"
        f"path = {str(root / ACTIVE)!r}\n"
        "token = re.search(r'TRIM_READY_[0-9a-f]+', sys.argv[1])[0]\n"
        "open(path, 'a').write('## [OPEN] Van\\nat nine\\n\\nTRIM_HASH: ' + token + '\\n')\n"
    )
    sender = {"sessions.sender": "command"}
    sender["sessions.command"] = f"{sys.executable} {program} {{message}}"
    waits = []
    done = at(0, **sender).handshake.through(channel.session, lambda: waits.append(1))
    assert done.state == TRIMMED
    assert waits == [1]


def test_neither_ledger_nor_log_nor_steps_hold_the_whole_token(at, root):
    channel = Channel(root)
    memory = at(0, **{"sessions.sender": "print"})
    asked = memory.handshake.step(channel.session)
    token = token_of(asked)
    state = b"".join(p.read_bytes() for p in (root / "memory/.dreams").iterdir() if p.is_file())
    assert token.encode() not in state
    assert asked.token == token.removeprefix("TRIM_READY_")[:4]
    done = at(95).handshake.step(channel.session)
    assert token not in str(done.as_dict()) + "".join(log_of(root))


def test_the_key_of_a_session_is_one_field_of_the_log(at, root):
    channel = Channel(root, "agent:main:slack:channel:C0\n24")
    at(0).handshake.step(channel.session)
    at(95).handshake.step(channel.session)
    assert len(log_of(root)) == 1
    assert log_of(root)[0].count(" | ") == 2


def test_somebody_elses_writing_is_no_answer_for_what_is_open(at, root):
    channel = Channel(root)
    asked = at(0).handshake.step(channel.session)
    at(5).active.open("Another thing", "written by somebody else")
    answer(root, token_of(asked), also="")
    assert at(20).handshake.step(channel.session).state == TRIMMED
    assert "movers" in (root / ACTIVE).read_text("utf-8")


def test_a_session_talked_to_after_its_answer_is_left_whole(at, root):
    channel = Channel(root)
    asked = at(0).handshake.step(channel.session)
    answer(root, token_of(asked))
    channel.said("One more thing before you go.", NOW + timedelta(seconds=15))
    whole = channel.path.read_bytes()
    assert at(20).handshake.step(channel.session).state == "kept"
    assert channel.path.read_bytes() == whole

"""A session's key says what kind it is; only a channel's session may ever be trimmed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.sessions.keys import Key, may_trim, read_key

KEYS = {
    "agent:main:main": Key("main", "main"),
    "agent:main:telegram:direct:42": Key("main", "main", "telegram"),
    "agent:main:telegram:home:direct:42": Key("main", "main", "telegram"),
    "agent:main:direct:42": Key("main", "main"),
    "agent:chiti:slack:channel:C1": Key("channel", "chiti", "slack"),
    "agent:main:matrix:channel:!room:server.org": Key("channel", "main", "matrix"),
    "agent:channel:main": Key("main", "channel"),
    "agent:main:slack:group:G1": Key("group", "main", "slack"),
    "agent:main:slack:channel:C1:thread:17.4": Key("thread", "main", "slack", "17.4"),
    "agent:main:slack:channel:C1:THREAD:17.4": Key("thread", "main", "slack", "17.4"),
    "agent:main:slack:channel:C1:thread:": Key("thread", "main", "slack", ""),
    "agent:main:telegram:group:-100:topic:5": Key("thread", "main", "telegram", "5"),
    "agent:main:main:thread:9": Key("thread", "main", "", "9"),
    "agent:main:subagent:0b5": Key("sub-agent", "main"),
    "agent:main:acp:0b5": Key("sub-agent", "main"),
    "agent:main:slack:channel:C1:subagent:0b5": Key("sub-agent", "main"),
    "agent:main:cron:7:run:1": Key("cron", "main"),
    "cron:7": Key("cron"),
    "hook:0b5": Key("internal"),
    "agent:main:hook:0b5": Key("internal", "main"),
    "agent:main:boot:1": Key("internal", "main"),
    "agent:main:main:heartbeat": Key("internal", "main"),
    "agent:main:slack:channel:C1:heartbeat": Key("internal", "main"),
    "agent:main:dreaming-narrative-light-2026": Key("internal", "main"),
    "dreaming-narrative-rem-1": Key("internal"),
    "agent:main:from:the:future": Key("group", "main", "from"),
    "agent:main:slack:channel:": Key("group", "main", "slack"),
    "claude-code:0b5": Key("group", "", "claude-code"),
    "global": Key("group"),
    "": Key("group"),
    "agent::": Key("group"),
}


@pytest.mark.parametrize(("key", "said"), KEYS.items())
def test_a_key_is_taken_apart(key: str, said: Key) -> None:
    assert read_key(key) == said


@pytest.mark.parametrize("key", KEYS)
def test_only_a_channel_may_be_trimmed(key: str) -> None:
    assert may_trim(key) == (KEYS[key].kind == "channel")


PART = st.text("abcC1-.!@", max_size=6) | st.sampled_from(
    ["agent", "main", "channel", "group", "direct", "slack", "cron", "heartbeat", "Channel"]
)


@given(st.lists(PART, min_size=1, max_size=8), st.sampled_from(["thread", "topic", "Thread"]), PART)
def test_no_thread_is_ever_trimmed(parts: list[str], mark: str, id_: str) -> None:
    assert not may_trim(":".join(["agent", "main", *parts, mark, id_]))
    assert not may_trim(":".join([*parts, mark, id_]))


@given(st.lists(PART, min_size=1, max_size=8))
def test_what_has_no_channel_is_never_trimmed(parts: list[str]) -> None:
    key = ":".join(parts)
    assert not may_trim(key) or ":channel:" in f":{key}:".lower()

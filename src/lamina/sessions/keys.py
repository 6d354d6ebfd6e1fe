"""What a session's key says: kind, channel, thread, and whether it may be trimmed. Pure.

OpenClaw's keys, as far as they are known; a kind nobody knows counts as a group::

    agent:main:main                                  main (a direct chat with the agent)
    agent:main:telegram:direct:42                    main
    agent:main:slack:channel:C1                      channel
    agent:main:slack:group:G1                        group
    agent:main:slack:channel:C1:thread:17.4          thread (Telegram: :topic:5)
    agent:main:subagent:<uuid>  agent:main:acp:…     sub-agent
    agent:main:cron:<job>:run:<id>  cron:<job>       cron
    agent:main:main:heartbeat  agent:main:boot:<run>  hook:<uuid>
    agent:main:dreaming-narrative-light-…            internal
"""

from __future__ import annotations

from dataclasses import dataclass

_INTERNAL = frozenset({"heartbeat", "boot", "hook"})
_THREADS = frozenset({"thread", "topic"})
_CHATS = {"direct": "main", "dm": "main", "group": "group", "channel": "channel"}
_NO_CHANNELS = frozenset({"agent", "main", "global", "unknown", *_INTERNAL, *_CHATS})


@dataclass(frozen=True, slots=True)
class Key:
    """A session's key, taken apart."""

    kind: str  # main, channel, group, thread, cron, sub-agent, internal
    agent: str = ""
    channel: str = ""  # slack, telegram, …
    thread: str = ""


def read_key(key: str) -> Key:
    """Take a key apart."""
    parts = [part.strip() for part in key.split(":")]
    agent = parts[1] if parts[0].lower() == "agent" and len(parts) > 2 else ""
    rest = parts[2:] if agent else parts
    low = [part.lower() for part in rest]
    first = low[0]
    if first in _INTERNAL or first.startswith("dreaming-") or "heartbeat" in low[1:]:
        return Key("internal", agent)
    if "cron" in low:
        return Key("cron", agent)
    if first == "acp" or "subagent" in low:
        return Key("sub-agent", agent)
    channel = "" if first in _NO_CHANNELS or len(rest) == 1 else rest[0]
    at = next((n for n, part in enumerate(low) if n and part in _THREADS), 0)
    if at:
        return Key("thread", agent, channel, ":".join(rest[at + 1 :]))
    if low == ["main"]:
        return Key("main", agent)
    for number, part in enumerate(low[:3]):
        if part in _CHATS and any(rest[number + 1 :]):
            return Key(_CHATS[part], agent, channel)
    return Key("group", agent, channel)


def may_trim(key: str) -> bool:
    """Tell whether this session may ever be trimmed: a channel's, and none of its threads."""
    return read_key(key).kind == "channel"

"""Prompts that hosts write in a user's place: heartbeats, schedules, events, diaries. Pure."""

from __future__ import annotations

import re

_LEAD = re.compile(
    r"\s*(?:"
    r"System(?: \(untrusted\))?:\s*\["
    r"|\[(?:[^\]\n]{1,80} )?heartbeat poll\]"
    r"|\[cron:"
    r"|\[Inter-session message\]"
    r"|\[Internal task completion event\]"
    r"|\[Queued announce messages"
    r"|\[Retry after the previous model attempt"
    r"|An async command (?:you ran|the user already approved)"
    r"|A scheduled reminder has been triggered"
    r"|A new session was started via /new or /reset"
    r"|Pre-compaction memory flush"
    r"|Save important context from this session to the daily memory file"
    r"|Write a dream diary entry from these memory fragments"
    r"|Agent-to-agent announce step"
    r"|You are running a boot check"
    r"|OpenClaw runtime context \(internal\)"
    r")",
    re.IGNORECASE,
)
_HEARTBEAT = (
    re.compile(r"\bread\s+heartbeat\.md\s+if\b", re.IGNORECASE),
    re.compile(r"\bfollow\s+the\s+heartbeat\s+monitor\b", re.IGNORECASE),
    re.compile(r"\bnothing\s+needs\s+attention,?\s+reply\b", re.IGNORECASE),
)
_LONGEST_LOOK = 4000  # characters; the sentences stand at the beginning
_STAMP = re.compile(r"\s*\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d[^\]\n]{0,24}\]\s*")


def heartbeat(text: str) -> bool:
    """Tell whether a text is the host's question whether anything is to be done."""
    head = text[:_LONGEST_LOOK]
    low = head.lower()
    if "heartbeat" not in low and "attention" not in low:
        return False
    return any(pattern.search(head) for pattern in _HEARTBEAT)


_HANDSHAKE = re.compile(r"TRIM_HASH:\s{0,4}TRIM_READY_")  # ours: a session is asked to write


def by_host(text: str) -> bool:
    """Tell whether a host wrote this message of the user's: nobody said it."""
    stamp = _STAMP.match(text)
    return (
        bool(_LEAD.match(text, stamp.end() if stamp else 0))
        or heartbeat(text)
        or bool(_HANDSHAKE.search(text[:_LONGEST_LOOK]))
    )

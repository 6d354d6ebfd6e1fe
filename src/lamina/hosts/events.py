"""What a host tells its hooks, read as far as it is needed.

Claude Code and Codex write one JSON object to the hook's standard input::

    {"session_id": "…", "transcript_path": "/…/<id>.jsonl", "cwd": "/…", "hook_event_name": "Stop",
     "stop_hook_active": false, "last_assistant_message": "…"}

with ``source`` (SessionStart: startup, resume, clear, compact), ``prompt`` (UserPromptSubmit),
``trigger`` (PreCompact: manual, auto), ``reason`` (SessionEnd). A sub-agent's have ``agent_id``.
Codex may have no transcript (null).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EVENTS = ("SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd")
HOSTS = ("claude-code", "codex")
LONGEST = 4 << 20  # bytes of what a host tells
_ID = re.compile(r"[\w.-]{1,128}")


@dataclass(frozen=True, slots=True)
class Event:
    """One call of a hook."""

    host: str
    name: str
    session: str = ""  # its id
    transcript: Path | None = None
    folder: Path | None = None  # where the agent works
    prompt: str = ""
    answer: str = ""  # what the agent has just said
    source: str = ""
    kind: str = "group"  # of the session: main, sub-agent; unknown counts as a group


def read_event(host: str, name: str, data: bytes) -> Event:
    """Read what a host tells; ValueError where it is nothing a host says."""
    if host not in HOSTS or name not in EVENTS or len(data) > LONGEST:
        raise ValueError("no such host, no such event, or too much")
    said = json.loads(data.decode("utf-8", "replace"))
    if not isinstance(said, dict):
        raise ValueError("no object")  # noqa: TRY004 - what is read, not what was passed
    session = _text(said, "session_id")
    if not _ID.fullmatch(session):
        raise ValueError("no session")
    return Event(
        host,
        name,
        session,
        _path(said, "transcript_path"),
        _path(said, "cwd"),
        _text(said, "prompt"),
        _text(said, "last_assistant_message"),
        _text(said, "source"),
        _kind(said, name),
    )


def _kind(said: dict[str, Any], name: str) -> str:
    """Return the kind of the session: what says of itself that it is a sub-agent's is one.

    A host that calls the event by another name than we were installed for is one we do not know.
    """
    if _text(said, "agent_id"):
        return "sub-agent"
    return "main" if said.get("hook_event_name", name) == name else "group"


def _text(said: dict[str, Any], key: str) -> str:
    value = said.get(key)
    return value if isinstance(value, str) else ""


def _path(said: dict[str, Any], key: str) -> Path | None:
    value = _text(said, key)
    if not value or "\0" in value:
        return None
    path = Path(value).expanduser()
    return path if path.is_absolute() else None

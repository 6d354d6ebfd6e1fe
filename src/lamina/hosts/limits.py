"""How long a hook may take: less than its host waits (``wants.TIMEOUTS``). Loads nothing."""

from __future__ import annotations

LIMITS = {"SessionStart": 8, "UserPromptSubmit": 3, "PreCompact": 50, "Stop": 20, "SessionEnd": 20}
_AT_END = {"codex": 2}


def limit(event: str, host: str) -> float:
    """Return the seconds after which Lamina gives up; for an event nobody knows, a second."""
    found = LIMITS.get(event, 1)
    return _AT_END.get(host, found) if event == "SessionEnd" else found

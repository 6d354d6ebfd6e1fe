"""What the records of all hosts have in common: texts in blocks, moments, names. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lamina.sessions.turns import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MILLISECONDS = 100_000_000_000  # larger numbers are no seconds of this age


def table(value: object) -> Mapping[str, Any]:
    """Return a JSON object; anything else counts as an empty one."""
    return value if isinstance(value, dict) else {}


def name(value: object) -> str:
    """Return a text; anything else counts as none."""
    return value if isinstance(value, str) else ""


def blocks(content: object) -> Iterator[Mapping[str, Any]]:
    """Yield the blocks of a message; a plain text is one block."""
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif isinstance(content, list):
        for block in content:
            if isinstance(block, str):
                yield {"type": "text", "text": block}
            elif isinstance(block, dict):
                yield block


def words(content: object, kinds: frozenset[str] = frozenset({"text"})) -> str:
    """Return the text of a message's text blocks."""
    texts = (name(b.get("text")) for b in blocks(content) if name(b.get("type")) in kinds)
    return "\n".join(text for text in texts if text)


def moment(*values: object) -> datetime | None:
    """Return the first value that is a moment: ISO text, or seconds or milliseconds since 1970."""
    for value in values:
        try:
            if isinstance(value, str) and value:
                found = datetime.fromisoformat(value)
                return found if found.tzinfo else found.replace(tzinfo=UTC)
            if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
                seconds = value / 1000 if value > _MILLISECONDS else value
                return datetime.fromtimestamp(seconds, UTC)
        except (ValueError, OverflowError, OSError):
            continue
    return None


def unsaid(kind: str) -> Origin:
    """Return whose the user's words are in a session of this kind where the host says nothing."""
    if kind == "main":
        return Origin.OWNER
    return Origin.SYSTEM if kind in {"cron", "internal"} else Origin.UNTRUSTED

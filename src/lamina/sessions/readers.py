"""One record as its host wrote it: which host that is, and the turn it is. Pure."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lamina.sessions import claude_code, codex, openclaw
from lamina.sessions.records import name
from lamina.sessions.turns import Origin, Role, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_KNOWS = {
    openclaw.HOST: openclaw.knows,
    claude_code.HOST: claude_code.knows,
    codex.HOST: codex.knows,
}
_TURNS = {openclaw.HOST: openclaw.turn, claude_code.HOST: claude_code.turn, codex.HOST: codex.turn}


def parsed(raw: bytes) -> dict[str, Any] | None:
    """Return a record as JSON; None where it is half-written, damaged or no object.

    Bytes that are no text do not spoil a record: hosts read it with replacement characters.
    """
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def host_of(record: dict[str, Any] | None) -> str:
    """Return the host that wrote a record: openclaw, claude-code, codex; empty: nobody knows."""
    if record is None:
        return ""
    return next((host for host, knows in _KNOWS.items() if knows(record)), "")


def turn_of(raw: bytes, number: int, host: str, *, kind: str = "group", texts: bool = True) -> Turn:
    """Return the turn a record is; what is no record is a broken turn.

    Args:
        raw: the record's bytes, with its line's end.
        number: which of the transcript, from 1; from -1 where it is read from its end.
        host: who wrote it.
        kind: the session's: main, channel, …; decides whose the words are where no host says it.
        texts: whether what was said is kept; without it a turn is small.
    """
    record = parsed(raw)
    if record is None:
        return Turn(number, "", size=len(raw), broken=True)
    if host not in _TURNS:
        return Turn(number, name(record.get("type")), size=len(raw))
    return _TURNS[host](record, number, len(raw), kind=kind, texts=texts)


def attributed(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Give each answer the origin that follows from what it answers.

    The agent's where the owner asked, the host's where the host did, else nobody's to rely on. An
    answer whose question is not there (it was trimmed) counts as untrusted.
    """
    asked = Origin.UNTRUSTED
    for turn in turns:
        if turn.role is Role.USER:
            asked = turn.origin
        elif turn.role is Role.ASSISTANT and turn.origin is Origin.AGENT:
            yield turn if asked is Origin.OWNER else replace(turn, origin=asked)
            continue
        yield turn

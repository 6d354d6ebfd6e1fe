"""What may be made of a transcript: the words of people and of the agent, and nothing else. Pure.

Left out: what hosts ask (heartbeats, schedules, internal sessions) with all that answers it until a
person speaks again; what other sessions send; quiet answers; answers that were cut off; what an
agent says after it looked into memory, until the next question: it is known already. What stays is
taken out of its envelope, its control tokens are broken, its secrets replaced.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents.fence import host_answer, neutral
from lamina.documents.redact import redact
from lamina.sessions.envelopes import bare
from lamina.sessions.prompts import by_host
from lamina.sessions.said import Said
from lamina.sessions.turns import Origin, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lamina.sessions.turns import Turn

_RECALLS = frozenset({"memory_search", "memory_get", "memory_recall", "memory_context"})
_FROM_SESSIONS = "inter_session"
_QUIET = r"(?:NO_REPLY|HEARTBEAT_OK|ANNOUNCE_SKIP|REPLY_SKIP)"
_EDGES = re.compile(
    rf"\A\W{{0,8}}{_QUIET}\b\W{{0,8}}|\W{{0,8}}\b{_QUIET}\W{{0,8}}\Z", re.IGNORECASE
)
_COMMAND = re.compile(r"/[a-z][\w-]{0,40}")  # /new, /status
_READ = 50_000  # characters of a message that are looked at
_KEPT = 20_000  # and that stay; what is longer is data that was pasted


def spoken(turns: Iterable[Turn]) -> Iterator[Said]:
    """Yield what people and agent said in these turns, in their order."""
    asked_by_host = recalled = False
    for turn in turns:
        if turn.role is Role.USER:
            asked_by_host = turn.origin is Origin.SYSTEM or by_host(turn.text)
            recalled = False
        elif turn.role is not Role.ASSISTANT:
            continue
        if not (asked_by_host or recalled or _is_nobodys(turn)):
            text = words(turn)
            if text:
                yield Said(turn.role, text, turn.at, turn.origin, turn.record)
        recalled = recalled or any(_is_recall(tool) for tool in turn.tools)


def words(turn: Turn) -> str:
    """Return what a turn says, as it may be kept; empty where it says nothing."""
    text = bare(turn.text[:_READ])
    if host_answer(text) or _COMMAND.fullmatch(text):
        return ""
    if turn.role is Role.ASSISTANT:
        text = _EDGES.sub("", text).strip()
    text = neutral(redact(text).text).strip()
    if len(text) > _KEPT:
        text = text[:_KEPT].rpartition(" ")[0] or text[:_KEPT]
    return text if any(map(str.isalnum, text)) else ""


def _is_nobodys(turn: Turn) -> bool:
    return turn.aborted or turn.origin is Origin.SYSTEM or turn.kind == _FROM_SESSIONS


def _is_recall(tool: str) -> bool:
    """Tell whether a tool looks into memory; servers' names stand before some tools' (a__b)."""
    return re.split(r"__|[./:]", tool)[-1] in _RECALLS

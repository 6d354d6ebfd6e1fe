"""Read a raw chat log, ``memory/chat-YYYY-MM-DD.md``, tolerantly. Pure.

A message begins with who speaks, with or without a time, as a line or as a heading; what follows
belongs to it until the next one::

    ## 09:30 User
    Book the table for eight.

    **Assistant:** Booked.
    - [09:41] user: thanks

What stands before the first speaker, or under a speaker nobody knows, is nobody's: untrusted.
"""

from __future__ import annotations

import re
from datetime import datetime, time
from typing import TYPE_CHECKING

from lamina.documents.markdown import split_lines
from lamina.sessions.said import Said
from lamina.sessions.turns import Origin, Role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, tzinfo

_USER = "user|human|me|owner|you|nutzer|benutzer|ich|mensch|пользователь|человек|я|用户|我|主人"
_AGENT = "assistant|agent|ai|bot|assistent|ki|ассистент|агент|помощник|ии|助手|智能体|机器人"
_OTHER = "tool|system|tool result|toolresult|werkzeug|система|инструмент|工具|系统"
_TIME = r"\[?(?:\d{4}-\d\d-\d\d[T ])?(\d{1,2}):(\d\d)(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?"
_HEAD = re.compile(
    rf"\s{{0,3}}(?:#{{1,6}}\s+|[-*+]\s+|>\s+)?(?:{_TIME}\s*[-–—|]?\s*)?"
    rf"(?:\*\*|__|\[)?(?:[^\w\s*\[]\s*)?(?P<who>{_USER}|{_AGENT}|{_OTHER})"
    rf"(?:\s*\(\s*{_TIME}\s*\))?(?P<mark>(?:\*\*|__|\])?\s*[:：](?:\*\*|__)?|(?:\*\*|__|\])?\s*$)"
    r"\s*(?P<rest>.*)",
    re.IGNORECASE,
)
_TITLED = re.compile(r"\s{0,3}#{1,6}\s")


def read_chat(text: str, day: date, zone: tzinfo) -> list[Said]:
    """Return the messages of a day's log; ``record``: the line each begins in."""
    return [said for said in _messages(text, day, zone) if said.text]


def _messages(text: str, day: date, zone: tzinfo) -> Iterator[Said]:
    role, origin, at, begun = Role.NONE, Origin.UNTRUSTED, None, 1
    lines: list[str] = []
    for number, raw in enumerate(split_lines(text), start=1):
        line = raw.rstrip("\r\n")
        head = _HEAD.fullmatch(line)
        if head and (":" in head["mark"] or "：" in head["mark"] or _is_head(line)):
            yield Said(role, "\n".join(lines).strip(), at, origin, begun)
            role, origin = _who(head["who"].lower())
            at, begun, lines = _at(head, day, zone), number, [head["rest"]]
        elif not line.lstrip().startswith("<!--"):
            lines.append(line)
    yield Said(role, "\n".join(lines).strip(), at, origin, begun)


def _is_head(line: str) -> bool:
    """Tell whether a line that is only a name is meant as a head: a heading, or in bold."""
    return bool(_TITLED.match(line)) or "**" in line or "__" in line


def _who(name: str) -> tuple[Role, Origin]:
    if re.fullmatch(_USER, name):
        return Role.USER, Origin.OWNER
    if re.fullmatch(_AGENT, name):
        return Role.ASSISTANT, Origin.AGENT
    return Role.TOOL, Origin.UNTRUSTED


def _at(head: re.Match[str], day: date, zone: tzinfo) -> datetime | None:
    hour, minute = head[1] or head[4], head[2] or head[5]
    if not hour or int(hour) > 23 or int(minute) > 59:
        return None
    return datetime.combine(day, time(int(hour), int(minute)), zone)

"""One record of an OpenClaw transcript as a turn. Pure.

A chain of entries, each with its parent; content is a text or a list of blocks::

    {"type":"session","version":3,"id":"…","timestamp":"…","cwd":"/ws"}
    {"type":"model_change","id":"a1","parentId":null,"modelId":"m1", …}
    {"type":"message","id":"a2","parentId":"a1","timestamp":"…","message":{"role":"user", …}}
    {"type":"message","id":"a3","parentId":"a2","message":{"role":"assistant","content":
        [{"type":"toolCall","id":"call_1","name":"exec","arguments":{}}],"stopReason":"toolUse"}}
    {"type":"message","id":"a4","parentId":"a3","message":{"role":"toolResult",
        "toolCallId":"call_1","toolName":"exec","content":[{"type":"text","text":"…"}]}}
    {"type":"compaction","id":"a9","parentId":"a8","summary":"…","firstKeptEntryId":"a5"}

Newer versions say in ``__openclaw`` whether the owner wrote a message (senderIsOwner) and whether
an answer stood under foreign influence (turnTainted), and in ``provenance`` who else did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.sessions.prompts import by_host
from lamina.sessions.records import blocks, moment, name, table, unsaid, words
from lamina.sessions.turns import Origin, Role, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

HOST = "openclaw"
_CALLS = frozenset({"toolCall", "toolUse", "tool_use", "tool_call", "functionCall"})
_RESULTS = frozenset({"toolResult", "tool"})
_CUT_OFF = frozenset({"aborted", "error"})
_SETTINGS = {"model_change": "model", "thinking_level_change": "thinking", "session_info": "name"}
_SUMMARIES = frozenset({"compaction", "branch_summary", "reset"})
_TYPES = frozenset({*_SETTINGS, *_SUMMARIES, "custom", "custom_message", "label"})


def knows(record: Mapping[str, Any]) -> bool:
    """Tell whether OpenClaw wrote this record."""
    kind = name(record.get("type"))
    if kind == "session":
        return "id" in record and ("version" in record or "cwd" in record)
    if kind == "message":
        return "role" in table(record.get("message"))
    return kind in _TYPES and "id" in record


def turn(
    record: Mapping[str, Any], number: int, size: int, *, kind: str = "group", texts: bool = True
) -> Turn:
    """Return the turn a record is, in a session of this kind."""
    said = name(record.get("type"))
    at = moment(record.get("timestamp"), table(record.get("message")).get("timestamp"))
    if said == "session":
        return Turn(number, said, at=at, header=True, size=size)
    parent = record.get("parentId")
    place: dict[str, Any] = {
        "id": name(record.get("id")),
        "parent": parent if isinstance(parent, str) else None,
        "at": at,
        "size": size,
    }
    if said == "message":
        return _message(table(record.get("message")), number, place, kind, texts)
    if said in _SUMMARIES or said == "custom_message":
        text = name(record.get("summary")) or words(record.get("content")) if texts else ""
        keeps = name(record.get("firstKeptEntryId"))
        return Turn(number, said, Role.SYSTEM, text, Origin.SYSTEM, keeps=keeps, **place)
    setting = _SETTINGS.get(said, "")
    if said == "custom" and name(record.get("customType")):
        setting = f"custom:{record['customType']}"
    return Turn(number, said, setting=setting, **place)


def _message(
    message: Mapping[str, Any], number: int, place: dict[str, Any], kind: str, texts: bool
) -> Turn:
    role, content = name(message.get("role")), message.get("content")
    if role == "user":
        text = words(content)
        source = _source(message)
        origin = _of_user(message, text, source, kind)
        said = source if source not in {"", "external_user"} else "message"
        return Turn(number, said, Role.USER, text if texts else "", origin, **place)
    text = words(content) if texts else ""
    if role == "assistant":
        calls = [b for b in blocks(content) if name(b.get("type")) in _CALLS and name(b.get("id"))]
        tainted = table(message.get("__openclaw")).get("turnTainted") is True
        return Turn(
            number,
            "message",
            Role.ASSISTANT,
            text,
            Origin.UNTRUSTED if tainted else Origin.AGENT,
            calls=tuple(call["id"] for call in calls),
            tools=tuple(name(call.get("name")) for call in calls),
            aborted=name(message.get("stopReason")) in _CUT_OFF,
            **place,
        )
    if role in _RESULTS:
        answered = next(
            (name(message.get(key)) for key in ("toolCallId", "toolUseId", "tool_call_id")
             if message.get(key)),
            "",
        )  # fmt: skip
        answers = (answered,) if answered else ()
        return Turn(number, "message", Role.TOOL, text, Origin.UNTRUSTED, answers=answers, **place)
    if role in {"system", "custom", "branchSummary", "compactionSummary"}:
        return Turn(number, "message", Role.SYSTEM, text, Origin.SYSTEM, **place)
    return Turn(number, "message", **place)


def _source(message: Mapping[str, Any]) -> str:
    """Return who sent a message in the user's place, by the host's word; empty: nobody."""
    marks = table(message.get("__openclaw"))
    found = table(message.get("provenance")) or table(marks.get("provenance"))
    return name(found.get("kind"))


def _of_user(message: Mapping[str, Any], text: str, source: str, kind: str) -> Origin:
    default = unsaid(kind)
    if default is Origin.SYSTEM or source == "internal_system":
        return Origin.SYSTEM
    if source == "inter_session":
        return Origin.UNTRUSTED
    if by_host(text):
        return Origin.SYSTEM
    owner = table(message.get("__openclaw")).get("senderIsOwner")
    if isinstance(owner, bool):
        return Origin.OWNER if owner else Origin.UNTRUSTED
    return default

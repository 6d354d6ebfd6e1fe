"""One record of a Codex transcript (rollout) as a turn. Pure.

No chain: records follow one another. A call and its result are records of their own::

    {"timestamp":"…","type":"session_meta","payload":{"id":"…","cwd":"/ws","source":"cli"}}
    {"timestamp":"…","type":"turn_context","payload":{"cwd":"/ws","model":"m1"}}
    {"timestamp":"…","type":"response_item","payload":{"type":"message","role":"user",
     "content":[{"type":"input_text","text":"Which port?"}]}}
    {"timestamp":"…","type":"response_item","payload":{"type":"function_call","name":"shell",
     "arguments":"{}","call_id":"call_1"}}
    {"timestamp":"…","type":"response_item","payload":{"type":"function_call_output",
     "call_id":"call_1","output":"8080"}}
    {"timestamp":"…","type":"event_msg","payload":{"type":"user_message","message":"…"}}
    {"timestamp":"…","type":"compacted","payload":{"message":"…"}}

``event_msg`` says to a screen what the items say to the model: it is no part of the talk. Older
versions wrote the items bare, behind a first record with id, timestamp and instructions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lamina.sessions.records import moment, name, table, unsaid, words
from lamina.sessions.turns import Origin, Role, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

HOST = "codex"
_WRAPPED = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "tool_search_call"})
_RESULTS = frozenset({"function_call_output", "custom_tool_call_output", "tool_search_output"})
_ITEMS = _CALLS | _RESULTS | {"message", "reasoning"}
_TEXTS = frozenset({"input_text", "output_text", "text"})
# Messages of the user's that the program wrote.
_BY_HOST = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|turn_aborted|skill|user_shell_command"
    r"|subagent_notification|permissions[ _]instructions|user_action|INSTRUCTIONS"
    r"|model_switch|collaboration_mode)\b"
    r"|# AGENTS\.md instructions for )"
)


def knows(record: Mapping[str, Any]) -> bool:
    """Tell whether Codex wrote this record."""
    kind = name(record.get("type"))
    if kind in _WRAPPED:
        return isinstance(record.get("payload"), dict)
    if kind in _CALLS or kind in _RESULTS:
        return "call_id" in record
    first = not kind and {"id", "timestamp", "instructions"} <= record.keys()
    return first or "record_type" in record or (kind == "message" and "role" in record)


def turn(
    record: Mapping[str, Any], number: int, size: int, *, kind: str = "group", texts: bool = True
) -> Turn:
    """Return the turn a record is, in a session of this kind."""
    said = name(record.get("type"))
    payload = table(record.get("payload"))
    place: dict[str, Any] = {"at": moment(record.get("timestamp")), "size": size}
    if said in _ITEMS:
        return _item(record, number, place, kind, texts)
    if said == "response_item":
        return _item(payload, number, place, kind, texts)
    if said == "compacted":
        text = name(payload.get("message")) if texts else ""
        return Turn(number, said, Role.SYSTEM, text, Origin.SYSTEM, **place)
    if said == "event_msg":
        return Turn(number, f"{said}:{name(payload.get('type'))}", **place)
    setting = "turn_context" if said == "turn_context" else ""
    header = said == "session_meta" or (not said and "instructions" in record)
    return Turn(number, said, header=header, setting=setting, **place)


def _item(
    item: Mapping[str, Any], number: int, place: dict[str, Any], kind: str, texts: bool
) -> Turn:
    said, call = name(item.get("type")), name(item.get("call_id")) or name(item.get("id"))
    if said in _CALLS:
        tool = name(item.get("name")) or said.removesuffix("_call")
        calls = (call,) if call else ()
        return Turn(
            number, said, Role.ASSISTANT, "", Origin.AGENT, calls=calls, tools=(tool,), **place
        )
    if said in _RESULTS:
        text = _output(item.get("output")) if texts else ""
        answers = (call,) if call else ()
        return Turn(number, said, Role.TOOL, text, Origin.UNTRUSTED, answers=answers, **place)
    if said != "message":
        return Turn(number, said, **place)
    text = words(item.get("content"), _TEXTS)
    shown = text if texts else ""
    role = name(item.get("role"))
    if role == "assistant":
        return Turn(number, said, Role.ASSISTANT, shown, Origin.AGENT, **place)
    if role == "user" and not _BY_HOST.match(text):
        return Turn(number, said, Role.USER, shown, unsaid(kind), **place)
    if role in {"user", "system", "developer"}:
        return Turn(number, said, Role.SYSTEM, shown, Origin.SYSTEM, **place)
    return Turn(number, said, **place)


def _output(output: object) -> str:
    """Return a tool's output: a text, blocks, or an object that holds one of them."""
    inner = table(output)
    return words(inner.get("content", inner.get("output")) if inner else output, _TEXTS)

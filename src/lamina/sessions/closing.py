"""The result a tool call gets that never had one, in the shape of its host. Pure.

It says that there is none, so that a model can go on from there. Ids are derived from the call's.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import TYPE_CHECKING, Any

from lamina.sessions.records import table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.sessions.turns import Turn

TEXT = "No result is kept: the session was interrupted before the tool answered."
# What a record of Claude Code says of the session it belongs to.
_COMMON = ("isSidechain", "userType", "cwd", "sessionId", "version", "gitBranch", "agentId")


def closing(
    record: Mapping[str, Any], turn: Turn, call: str, parent: str | None, host: str
) -> tuple[bytes, str]:
    """Return the line that closes a call, with its end, and its id; no id where there is no chain.

    Args:
        record: the record that makes the call.
        turn: the same as a turn.
        call: the call's id.
        parent: the id the line follows.
        host: who wrote the transcript.
    """
    seed = hashlib.sha256(f"{turn.id} {call}".encode()).digest()
    if host == "openclaw":
        name = turn.tools[turn.calls.index(call)]
        said: dict[str, Any] = {"role": "toolResult", "toolCallId": call, "toolName": name}
        said |= {"content": [{"type": "text", "text": TEXT}], "isError": True}
        if turn.at is not None:
            said["timestamp"] = int(turn.at.timestamp() * 1000)
        found = _chained("message", seed.hex()[:8], record) | {"parentId": parent, "message": said}
        return _line(found), found["id"]
    if host == "claude-code":
        block = {"tool_use_id": call, "type": "tool_result", "content": TEXT, "is_error": True}
        found = {"parentUuid": parent} | {k: record[k] for k in _COMMON if k in record}
        found |= {"type": "user", "message": {"role": "user", "content": [block]}}
        found |= {"uuid": str(uuid.UUID(bytes=seed[:16], version=4))}
        return _line(found | _moment(record)), found["uuid"]
    kind = str(table(record.get("payload")).get("type") or record.get("type"))
    kind = kind if kind == "custom_tool_call" else "function_call"
    item = {"type": f"{kind}_output", "call_id": call, "output": TEXT}
    if record.get("type") != "response_item":
        return _line(item), ""
    return _line(_moment(record) | {"type": "response_item", "payload": item}), ""


def _chained(kind: str, name: str, record: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": kind, "id": name} | _moment(record)


def _moment(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"timestamp": record["timestamp"]} if "timestamp" in record else {}


def _line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

"""What the first records of a transcript say of it: who wrote it, where, and what kind it is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from lamina.errors import SessionError
from lamina.sessions import claude_code, codex, openclaw
from lamina.sessions.readers import host_of, parsed
from lamina.sessions.records import name, table
from lamina.sessions.transcripts import Transcript

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_LOOKED_AT = 50  # records
_PEOPLE = frozenset({"cli", "vscode", "codex_cli_rs", "codex_vscode", "codex-tui"})
_AGENTS = frozenset({"exec", "mcp", "codex_exec"})  # programs that use Codex as a tool


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a transcript from its first records."""

    host: str = ""
    id: str = ""
    folder: str = ""  # where its agent works
    kind: str = "group"  # of Claude Code and Codex: main, sub-agent, group (unknown)


def head_of(path: Path) -> Head:
    """Read the head of a transcript; what cannot be read is an empty one."""
    try:
        for record in islice(Transcript(path).records(), _LOOKED_AT):
            value = parsed(record.raw)
            head = _head(value or {}, host_of(value))
            if head.folder:
                return head
    except SessionError:  # it is gone, or not ours to read
        pass
    return Head()


def folder_of(raw: bytes) -> str:
    """Return the folder a single record names; empty where it names none."""
    value = parsed(raw)
    return _head(value or {}, host_of(value)).folder


def _head(record: Mapping[str, Any], host: str) -> Head:
    if host == openclaw.HOST:
        return Head(host, name(record.get("id")), name(record.get("cwd")))
    if host == claude_code.HOST:
        side = record.get("isSidechain") is True
        kind = "sub-agent" if side else "main"
        return Head(host, name(record.get("sessionId")), name(record.get("cwd")), kind)
    if host == codex.HOST:
        payload = table(record.get("payload"))
        return Head(host, name(payload.get("id")), name(payload.get("cwd")), _of_codex(payload))
    return Head()


def _of_codex(payload: Mapping[str, Any]) -> str:
    """Return the kind of a Codex session: who runs it, a person or a program."""
    source = payload.get("source")
    if isinstance(source, dict):
        return "sub-agent" if "subagent" in source else "group"
    said = name(source) or name(payload.get("originator"))
    if said in _PEOPLE:
        return "main"
    return "sub-agent" if said in _AGENTS else "group"

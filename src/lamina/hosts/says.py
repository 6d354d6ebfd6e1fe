"""What a person is told beside an install: what is done elsewhere, and what to paste by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lamina.documents.templates import START, WRITING, block
from lamina.hosts.wants import NAME

if TYPE_CHECKING:
    from lamina.hosts.wants import Target
    from lamina.memory import Memory


def generic(target: Target) -> str:
    """Return what to paste into a host that is not known: the server's entry, and the rules."""
    entry = json.dumps({"mcpServers": {NAME: target.server(named=True)}}, indent=2)
    return (
        "Into the host's settings of MCP servers:\n\n"
        f"{entry}\n\n"
        "Into the rules or instructions it gives its agent:\n\n"
        f"{block(WRITING, target.language)}\n\n"
        "Where it can run a command before a session, and before each message:\n\n"
        f"{target.line} context --workspace {target.workspace}\n"
        f'{target.line} recall --workspace {target.workspace} "MESSAGE"'
    )


def notes(host: str, target: Target, memory: Memory) -> list[str]:
    """Return what is to be known about an install."""
    found = [f"The workspace is {target.workspace}."]
    if host in {"openclaw", "codex"} and not _has_rules(memory):
        found.append(f"Its AGENTS.md and HEARTBEAT.md: lamina init {target.workspace} --apply")
    if host == "openclaw":
        found.append("Upkeep on time: lamina schedule install openclaw")
        if memory.host.dreams:
            found.append(
                f"OpenClaw dreams in this workspace itself ({memory.host.frequency}). One of the"
                " two is enough: lamina dream off, or plugins.entries.memory-core.config.dreaming"
                ".enabled = false in openclaw.json."
            )
    if host == "codex" and target.project is not None:
        found.append("Codex reads a project's .codex/ once you trust the project, and /hooks asks.")
    if host == "cursor" and target.project is None:
        found.append("Cursor keeps rules for all folders in its settings: lamina install generic")
    return found


def _has_rules(memory: Memory) -> bool:
    text = memory.files.read("AGENTS.md") or ""
    return f"<!-- {START}:start" in text

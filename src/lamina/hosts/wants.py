"""What each host needs in its files: an entry for the server, hooks, the rules of writing.

=============  =================================================  ==================================
host           for a project                                      for all the user's folders
=============  =================================================  ==================================
claude-code    .mcp.json, .claude/settings.json, .claude/skills   ~/.claude.json, ~/.claude/…
codex          .codex/config.toml, .codex/hooks.json, AGENTS.md   ~/.codex/…
cursor         .cursor/mcp.json, .cursor/rules/lamina.mdc         ~/.cursor/mcp.json
openclaw       openclaw.json, skills/lamina in the workspace      (the same)
=============  =================================================  ==================================
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.json_edits import Piece
from lamina.documents.pieces import BLOCK, JSON, JSON5, TOML, WHOLE
from lamina.documents.templates import WRITING, block

if TYPE_CHECKING:
    from pathlib import Path

    from lamina.documents.language import Language
    from lamina.places import Places

NAME = "lamina"
RULES = "lamina:memory"  # the managed block in a project's AGENTS.md
# Seconds after which the host goes on without us. Its hook at a session's end has a second or two
# unless more is asked for; Lamina gives up earlier (``limits.LIMITS``).
TIMEOUTS = {"SessionStart": 15, "UserPromptSubmit": 10, "PreCompact": 60, "Stop": 30}
_TIMEOUTS_AT_END = {"claude-code": 30, "codex": 3}  # Codex gives no more
_DESCRIPTION = (
    "Lasting memory in Markdown files. Use it when something is decided, promised, learnt or left"
    " open, and whenever earlier days are asked about."
)


@dataclass(frozen=True, slots=True)
class Want:
    """A piece in a file of a host."""

    path: Path
    kind: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Target:
    """What is installed where."""

    places: Places
    workspace: Path
    project: Path | None  # None: for all the user's folders
    command: tuple[str, ...]  # by which this program is started
    language: Language

    @property
    def line(self) -> str:
        """The command as a line for a shell."""
        return shlex.join(self.command)

    def server(self, *, named: bool, session: str = "") -> dict[str, Any]:
        """Return the entry of the server; with its workspace where the host's folder tells none."""
        args = [*self.command[1:], "mcp"]
        args += ["--workspace", str(self.workspace)] if named else []
        args += ["--session", session] if session else []
        return {"command": self.command[0], "args": args}


def wants(host: str, target: Target) -> list[Want]:
    """Return what a host needs."""
    return _HOSTS[host](target)


def _claude_code(target: Target) -> list[Want]:
    settings, project = target.places.claude_code, target.project
    if project is not None:
        settings, servers = project / ".claude", project / ".mcp.json"
    elif settings == target.places.home / ".claude":
        servers = target.places.home / ".claude.json"
    else:
        servers = settings / ".claude.json"
    server = target.server(named=project is None)
    return [
        Want(servers, JSON, Piece(("mcpServers", NAME), server)),
        *_hooks("claude-code", settings / "settings.json", target),
        Want(settings / "skills" / NAME / "SKILL.md", WHOLE, Piece((), skill(target.language))),
    ]


def _codex(target: Target) -> list[Want]:
    project = target.project
    folder = target.places.codex if project is None else project / ".codex"
    rules = (folder if project is None else project) / "AGENTS.md"
    server = target.server(named=project is None)
    found = [
        Want(folder / "config.toml", TOML, Piece(("mcp_servers", NAME), server)),
        *_hooks("codex", folder / "hooks.json", target),
    ]
    if rules.parent != target.workspace:  # there lamina init writes them
        found.append(Want(rules, BLOCK, Piece((RULES,), block(WRITING, target.language))))
    return found


def _cursor(target: Target) -> list[Want]:
    base = target.places.home if target.project is None else target.project
    entry = Piece(("mcpServers", NAME), target.server(named=True))
    found = [Want(base / ".cursor" / "mcp.json", JSON5, entry)]
    if target.project is not None:
        rules = base / ".cursor" / "rules" / f"{NAME}.mdc"
        head = f"---\ndescription: {_DESCRIPTION}\nalwaysApply: true\n---\n\n"
        text = head + block(WRITING, target.language) + "\n"
        found.append(Want(rules, WHOLE, Piece((), text)))
    return found


def _openclaw(target: Target) -> list[Want]:
    # One server for all its sessions, groups too, and none of them says which it is.
    entry = Piece(("mcp", "servers", NAME), target.server(named=True, session="group"))
    place = target.workspace / "skills" / NAME / "SKILL.md"
    return [
        Want(target.places.openclaw / "openclaw.json", JSON5, entry),
        Want(place, WHOLE, Piece((), skill(target.language))),
    ]


def _hooks(host: str, path: Path, target: Target) -> list[Want]:
    timeouts = TIMEOUTS | {"SessionEnd": _TIMEOUTS_AT_END[host]}
    return [
        Want(
            path,
            JSON,
            Piece(
                ("hooks", event),
                {
                    "hooks": [
                        {
                            "type": "command",
                            "command": f"{target.line} hook {host} {event}",
                            "timeout": seconds,
                        }
                    ]
                },
                item=True,
            ),
        )
        for event, seconds in timeouts.items()
    ]


def skill(language: Language) -> str:
    """Return the skill's file: when to write, and where to."""
    head = f"---\nname: {NAME}\ndescription: {_DESCRIPTION}\n---\n\n"
    return head + block(WRITING, language) + "\n"


_HOSTS = {
    "openclaw": _openclaw,
    "claude-code": _claude_code,
    "codex": _codex,
    "cursor": _cursor,
}
HOSTS = tuple(_HOSTS)

"""MCP for a team: below ``/mcp/{workspace}``, each request by itself, each tool by its scope."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from lamina.mcp_server.catalog import TOOLS, Rules
from lamina.mcp_server.http import many
from lamina.mcp_server.prompts import PROMPTS
from lamina.mcp_server.resources import FILE
from lamina.service.api import answered
from lamina.service.desks import Desk
from lamina.service.visit import VISIT

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import Receive, Scope, Send

    from lamina.mcp_server.tool import Tool
    from lamina.memory import Memory
    from lamina.service.desks import Desks

_ONLY_POST = {
    "error": "UsageError",
    "message": "Here MCP is asked by POST alone; nothing was done.",
    "hint": "No stream is opened, and no session has to be ended.",
}


class TeamRules(Rules):
    """What the token of the present visit allows, beside the workspace's settings."""

    def check(self, tool: Tool, memory: Memory) -> None:
        """Raise ScopeError, too, where the token does not allow a tool."""
        super().check(tool, memory)
        VISIT.get().check(tool.name, scope_of(tool))


class Mcp:
    """The application behind the gate."""

    def __init__(self, desks: Desks, most_bytes: int) -> None:
        self.desks = desks
        self.app: Starlette = many(self._desk, _rules, most_bytes=most_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        VISIT.get().call = "mcp"
        if scope["method"] != "POST" or scope["path"] != "/":
            await answered(_ONLY_POST, 405, allow="POST")(scope, receive, send)
            return
        await self.app({**scope, "path": "/mcp", "raw_path": b"/mcp"}, receive, send)

    def _desk(self, what: str) -> Desk:
        """Return who does the work of a request, by its name in the protocol."""
        kind, _, name = what.partition(" ")
        if kind == "tool":
            return Desk(self.desks, name, scope_of(TOOLS[name]))
        if kind == "resource":
            return Desk(self.desks, kind, path=unquote(name.removeprefix(FILE)))
        return Desk(self.desks, what if name in PROMPTS else kind)


def scope_of(tool: Tool) -> str:
    """Return the scope that a token needs for a tool."""
    if tool.owner:
        return "dream" if tool.name.startswith("dream_") else "admin"
    return "write" if tool.writes else "read"


def _rules(memory: Memory) -> Rules:
    chosen = memory.config.mcp
    return TeamRules(every=chosen.tools == "all", read_only=chosen.read_only == "on", owner=True)

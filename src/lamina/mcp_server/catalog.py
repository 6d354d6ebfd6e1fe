"""All tools, and which of them a server offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.errors import LaminaError, ReadOnlyError, UnknownNameError, UsageError
from lamina.mcp_server import caring, finding, matters, noting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.mcp_server.tool import Result, Tool
    from lamina.memory import Memory
    from lamina.serving.workers import Call

_ALL = (*finding.TOOLS, *noting.TOOLS, *matters.TOOLS, *caring.TOOLS)
TOOLS = {tool.name: tool for tool in sorted(_ALL, key=lambda tool: not tool.usual)}


@dataclass(frozen=True, slots=True)
class Rules:
    """What a server lets its clients do."""

    every: bool = False  # offer all tools
    read_only: bool = False
    owner: bool = False  # the client acts for the owner

    @classmethod
    def of(cls, memory: Memory) -> Rules:
        """Read the settings."""
        chosen = memory.config.mcp
        owner = memory.author.partition(":")[0] == "owner"
        return cls(chosen.tools == "all", chosen.read_only == "on", owner)

    def check(self, tool: Tool, memory: Memory) -> None:
        """Raise ReadOnlyError, PrivateFileError or NotHandedOverError where a tool is refused.

        What only the owner may do is refused below, by the layers.
        """
        if self.read_only and tool.writes:
            raise ReadOnlyError(tool.name)
        if tool.shows:
            memory.check_may_see(tool.shows)

    def offered(self, memory: Memory) -> list[Tool]:
        """Return the tools that are listed: none that would be refused whatever is asked."""
        found = []
        for tool in TOOLS.values():
            if not (tool.usual or self.every) or (tool.owner and not self.owner):
                continue
            try:
                self.check(tool, memory)
            except LaminaError:
                continue
            found.append(tool)
        return found

    def call(self, name: str, given: Mapping[str, Any], memory: Memory, call: Call) -> Result:
        """Carry out a tool, listed or not."""
        tool = find(name)
        _check_given(tool, given)
        self.check(tool, memory)
        return tool.run(memory, given, call)


def find(name: str) -> Tool:
    """Return the tool with this name; else UnknownNameError names the nearest."""
    if name not in TOOLS:
        raise UnknownNameError("tool", name, TOOLS)
    return TOOLS[name]


def _check_given(tool: Tool, given: Mapping[str, Any]) -> None:
    """Refuse arguments that are not as the tool's schema has them."""
    from jsonschema import Draft202012Validator

    error = next(Draft202012Validator(tool.input_schema).iter_errors(dict(given)), None)
    if error is None:
        return
    where = ".".join(map(str, error.absolute_path))
    needed = [f"{name}{' (required)' if name in tool.needs else ''}" for name in tool.takes]
    raise UsageError(
        f"{tool.name}: {f'{where}: ' if where else ''}{error.message}; nothing was done.",
        f"It takes: {', '.join(needed)}." if needed else "It takes no arguments.",
    )

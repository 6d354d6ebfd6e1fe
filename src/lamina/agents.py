"""The agents that settings list, and the folders they share: tables of a TOML file.

They stand in the user's settings, or in a file of their own that ``fleet.file`` names; a file that
travels with a workspace may hold neither. Folders are relative to the file that names them::

    [agents]
    chiti = "~/agents/chiti"
    coder = "~/agents/coder"

    [shared.team]
    folder = "~/agents/team"
    read = ["*"]          # every agent listed
    append = ["coder"]    # reads it, too
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lamina.errors import ConfigError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_KEYS = frozenset({"folder", "read", "append"})
EVERY = "*"


@dataclass(frozen=True, slots=True)
class Share:
    """A folder that agents share; whom it does not name, it is not there for."""

    name: str
    folder: str
    read: tuple[str, ...] = ()
    append: tuple[str, ...] = ()

    def may_read(self, agent: str) -> bool:
        """Tell whether an agent may read it."""
        return agent in self.read or agent in self.append

    def may_append(self, agent: str) -> bool:
        """Tell whether an agent may add to it."""
        return agent in self.append


@dataclass(frozen=True, slots=True)
class Listed:
    """The agents and shares of a file, by name."""

    agents: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, Share] = field(default_factory=dict)

    def under(self, other: Listed) -> Listed:
        """Return both; where they name the same, the other one counts."""
        return Listed({**self.agents, **other.agents}, {**self.shared, **other.shared})

    def checked(self, where: str) -> Listed:
        """Return it with `*` written out; ConfigError where a share names an unknown agent."""
        return replace(
            self, shared={n: self._written_out(s, where) for n, s in self.shared.items()}
        )

    def _written_out(self, share: Share, where: str) -> Share:
        for name in (*share.read, *share.append):
            if name != EVERY and name not in self.agents:
                unknown = UnknownNameError("agent", name, self.agents)
                said = f"names an agent {name!r} that [agents] does not list; nothing is shared"
                raise ConfigError(f"{where} [shared.{share.name}]", said, unknown.hint)

        def every(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(self.agents) if EVERY in names else names

        return replace(share, read=every(share.read), append=every(share.append))


def take(path: Path, table: dict[str, Any], home: Path) -> Listed:
    """Take the agents and shares out of a file's table; wrong ones raise ConfigError."""
    agents, shared = table.pop("agents", {}), table.pop("shared", {})
    if not isinstance(agents, dict) or not all(isinstance(v, str) for v in agents.values()):
        raise ConfigError(f"{path} [agents]", 'holds something other than name = "folder"')
    if not isinstance(shared, dict):
        raise ConfigError(f"{path} [shared]", "holds something other than [shared.NAME] tables")
    return Listed(
        {name: folder_of(one, path, home) for name, one in agents.items()},
        {name: _share(path, name, one, home) for name, one in shared.items()},
    )


def folder_of(named: str, beside: Path, home: Path) -> str:
    """Return a folder as a file names it: with ``~``, whole, or relative to the file."""
    if named == "~" or named.startswith("~/"):
        return str(home / named[2:])
    return str(beside.parent / named)


def _share(path: Path, name: str, held: Any, home: Path) -> Share:
    where = f"{path} [shared.{name}]"
    if not name.isprintable() or not name.strip(". ") or "/" in name:
        raise ConfigError(where, "is no name for a folder", "Use letters, digits and dashes.")
    if not isinstance(held, dict) or not isinstance(held.get("folder"), str) or not held["folder"]:
        raise ConfigError(where, 'names no folder = "…"')
    unknown = sorted(held.keys() - _KEYS)
    if unknown:
        raise ConfigError(where, f"holds {unknown[0]!r}", "It may hold folder, read and append.")
    lists = [held.get(key, []) for key in ("read", "append")]
    if not all(isinstance(one, list) and all(isinstance(n, str) for n in one) for one in lists):
        raise ConfigError(where, "read and append are lists of agents' names")
    return Share(name, folder_of(held["folder"], path, home), tuple(lists[0]), tuple(lists[1]))

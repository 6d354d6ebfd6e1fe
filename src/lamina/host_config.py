"""What OpenClaw's own configuration says about a workspace; it is only read.

``<home of OpenClaw>/openclaw.json`` is JSON5: comments and trailing commas are usual. A file that
cannot be read says nothing, and why; Lamina works without it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lamina.places import Places

FILE = "openclaw.json"
_LARGEST = 4 << 20  # bytes
_SINCE = (2026, 6)  # from this version on it dreams unless told not to, and loads more of a file


@dataclass(frozen=True, slots=True)
class HostConfig:
    """What the host does in one workspace."""

    path: Path
    mine: bool = False  # the host has an agent in this workspace
    dreams: bool = False
    frequency: str = ""  # of its dreaming, a cron expression
    file_chars: int = 0  # of a core file that it loads; 0: it does not say
    total_chars: int = 0
    problem: str = ""  # why the file says nothing


def read_host(places: Places, workspace: Path) -> HostConfig:
    """Read what the host does in a workspace."""
    path = places.openclaw / FILE
    held, problem = _load(path)
    if problem or not held:
        return HostConfig(path, problem=problem)
    defaults = _table(held, "agents", "defaults")
    if workspace not in {_folder(one) for one in _workspaces(held, places)}:
        return HostConfig(path)
    new = _version(held) >= _SINCE
    plugin = _table(held, "plugins", "entries", "memory-core")
    dreaming = _table(plugin, "config", "dreaming")
    slot = _table(held, "plugins", "slots").get("memory", "memory-core")
    runs = slot == "memory-core" and plugin.get("enabled", True) is not False
    return HostConfig(
        path,
        mine=True,
        dreams=runs and dreaming.get("enabled", new) is True,
        frequency=str(dreaming.get("frequency", "0 3 * * *")),
        file_chars=_number(defaults, "bootstrapMaxChars") or (20_000 if new else 0),
        total_chars=_number(defaults, "bootstrapTotalMaxChars"),
    )


def host_agents(places: Places) -> tuple[dict[str, Path], str]:
    """Return the host's agents and their workspaces that are there; and why it says nothing."""
    held, problem = _load(places.openclaw / FILE)
    agents = _table(held, "agents")
    usual = _named(agents.get("defaults"), places) or places.openclaw / "workspace"
    entries = dict(_entries(agents)) or {"main": None}
    chosen = [
        n for n, one in entries.items() if isinstance(one, dict) and one.get("default") is True
    ]
    default = next(iter(chosen or entries))
    found = {}
    for name, one in entries.items():
        own = usual if name == default else usual / name
        beside = own if own.is_dir() else places.openclaw / f"workspace-{name}"
        found[name] = _named(one, places) or beside
    return {name: folder for name, folder in found.items() if folder.is_dir()}, problem


def _load(path: Path) -> tuple[dict[str, Any], str]:
    """Return what a file holds, which nobody changes, or why it says nothing."""
    try:
        status = path.stat()
        if status.st_size > _LARGEST:
            return {}, f"{path} is larger than {_LARGEST >> 20} MB"
        return _parsed(path, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        return {}, f"{path} cannot be read ({error.strerror})"


@lru_cache(4)  # 50 agents of one host read the same file, and JSON5 is slow
def _parsed(path: Path, *_as_it_is: int) -> tuple[dict[str, Any], str]:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
        try:
            held = json.loads(text)
        except ValueError:
            import json5

            held = json5.loads(text)
    except (ValueError, RecursionError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        return {}, f"{path} is not valid JSON5 ({why})"
    return (held, "") if isinstance(held, dict) else ({}, f"{path} holds no settings")


def _workspaces(held: dict[str, Any], places: Places) -> Iterator[Path]:
    """Yield the folders in which the host has agents."""
    agents = _table(held, "agents")
    for one in (agents.get("defaults"), *(entry for _, entry in _entries(agents))):
        named = _named(one, places)
        if named:
            yield named
    yield places.openclaw / "workspace"


def _entries(agents: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the host's agents with their names, from both forms of its list."""
    yield from _table(agents, "entries").items()
    listed = agents.get("list")
    for one in listed if isinstance(listed, list) else ():
        name = one.get("id") if isinstance(one, dict) else None
        yield name if isinstance(name, str) and name else "main", one


def _named(entry: Any, places: Places) -> Path | None:
    """Return the workspace that an agent's entry names."""
    named = entry.get("workspace") if isinstance(entry, dict) else None
    if not isinstance(named, str) or not named:
        return None
    return places.home / (str(places.home) + named[1:] if named.startswith("~") else named)


def _folder(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path


def _table(held: dict[str, Any], *keys: str) -> dict[str, Any]:
    for key in keys:
        inner = held.get(key)
        held = inner if isinstance(inner, dict) else {}
    return held


def _number(held: dict[str, Any], key: str) -> int:
    value = held.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _version(held: dict[str, Any]) -> tuple[int, ...]:
    """Return the version that wrote the file last, as far as it says; else none."""
    said = _table(held, "meta").get("lastTouchedVersion")
    parts = str(said or "").split("-")[0].split(".")
    return tuple(int(part) for part in parts if part.isdecimal())

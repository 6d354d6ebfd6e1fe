"""Who belongs to the fleet: agents of the settings, of the host, and workspaces that are found."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.kinds import slug
from lamina.documents.workspace import real_folder
from lamina.documents.worktrees import in_main_checkout
from lamina.errors import UnknownNameError, WorkspacePathError
from lamina.host_config import host_agents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from lamina.places import Places

_DEEP = 5  # folders below one that is looked through
_PASSED = frozenset({"node_modules", "__pycache__", "venv", "dist", "build", "target"})


@dataclass(frozen=True, slots=True)
class Member:
    """An agent and its workspace."""

    name: str
    root: Path
    origin: str  # settings, OpenClaw, found
    note: str = ""  # what is odd about its place

    @property
    def listed(self) -> bool:
        """Whether the settings list it."""
        return self.origin == "settings"

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"agent": self.name, "workspace": str(self.root), "from": self.origin}


def listed(agents: Mapping[str, str]) -> tuple[Member, ...]:
    """Return the agents that the settings list."""
    return tuple(Member(name, real_folder(folder), "settings") for name, folder in agents.items())


def found(
    places: Places, known: Iterable[Member], folders: Iterable[Path]
) -> tuple[tuple[Member, ...], tuple[str, ...]]:
    """Return known agents, then the host's, then workspaces below some folders; and problems.

    A workspace is named once, by whoever names it first; only folders are looked at.
    """
    members = list(known)
    hosts, problem = host_agents(places)
    for name, folder in hosts.items():
        _add(members, name, folder, "OpenClaw")
    for top in folders:
        if not top.is_dir():
            raise WorkspacePathError(top, "there is no such folder", "Name one that is there.")
        for folder in workspaces(top):
            _add(members, slug(folder.name) or "agent", folder, "found")
    return tuple(members), (problem,) if problem else ()


def workspaces(top: Path) -> Iterator[Path]:
    """Yield the workspaces below a folder; hidden folders in it and links are passed over."""
    below = [(real_folder(top), 0)]
    while below:
        folder, depth = below.pop(0)
        if _is_workspace(folder):
            yield folder
            continue
        if depth < _DEEP:
            below += [(child, depth + 1) for child in _folders(folder)]


def chosen(members: Iterable[Member], names: Iterable[str]) -> tuple[Member, ...]:
    """Return the members with these names, or all; UnknownNameError where one is not there."""
    by_name = {member.name: member for member in members}
    for name in names:
        if name not in by_name:
            raise UnknownNameError("agent", name, by_name)
    return tuple(by_name[name] for name in names) or tuple(by_name.values())


def entries(members: Iterable[Member]) -> str:
    """Return the lines of settings that would list those that are not listed."""
    rows = [f"{_key(one.name)} = {_text(str(one.root))}" for one in members if not one.listed]
    return "\n".join(["[agents]", *rows]) if rows else ""


def _add(members: list[Member], name: str, folder: Path, origin: str) -> None:
    root = real_folder(folder)
    if any(member.root == root for member in members):
        return
    taken = {member.name for member in members}
    names = (f"{name}-{number}" for number in range(2, len(taken) + 3))
    free = name if name not in taken else next(n for n in names if n not in taken)
    main = in_main_checkout(root)
    elsewhere = main is not None and main[0].is_dir() and _is_workspace(main[0])
    note = (
        f"in a git worktree: what runs there uses {main[0]}; bring its notes over: "
        f"lamina import {root} -w {main[0]}"
        if main and elsewhere
        else ""
    )
    members.append(Member(free, root, origin, note))


def _is_workspace(folder: Path) -> bool:
    if (folder / "MEMORY.md").is_file():
        return True
    memory = folder / "memory"
    try:
        return memory.is_dir() and any(one.name.endswith(".md") for one in memory.iterdir())
    except OSError:
        return False


def _folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as held:
            names = sorted(
                entry.name
                for entry in held
                if entry.is_dir(follow_symlinks=False)
                and not entry.name.startswith(".")
                and entry.name not in _PASSED
            )
    except OSError:
        return []
    return [folder / name for name in names]


def _key(name: str) -> str:
    plain = name.isascii() and all(c.isalnum() or c in "-_" for c in name)
    return name if plain else _text(name)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

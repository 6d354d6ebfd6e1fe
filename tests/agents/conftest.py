"""Agents with workspaces of their own, named in real settings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from lamina.memory import Memory
from lamina.places import Places
from tests.conftest import NOW

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

USUAL = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}


class Agents:
    """Some agents, each with a folder; ``settings`` is the user's file."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.places = Places.of({"HOME": str(home)}, cwd=home)
        self.settings = home / ".config" / "lamina" / "config.toml"
        self.folders: dict[str, Path] = {}
        self.shared = ""

    def add(self, *names: str, folder: str = "") -> None:
        for name in names:
            root = self.folders[name] = self.home / "agents" / (folder or name)
            (root / "memory").mkdir(parents=True, exist_ok=True)
        self.write()

    def share(self, name: str, *, read: list[str] = [], append: list[str] = []) -> Path:  # noqa: B006
        """Share a folder anew; what was shared before is shared no more."""
        folder = self.home / "shared" / name
        folder.mkdir(parents=True, exist_ok=True)
        self.shared = (
            f"[shared.{name}]\nfolder = {json.dumps(str(folder))}\n"
            f"read = {json.dumps(read)}\nappend = {json.dumps(append)}\n"
        )
        self.write()
        return folder

    def write(self, more: str = "") -> None:
        rows = [f"{name} = {json.dumps(str(root))}" for name, root in self.folders.items()]
        self.settings.parent.mkdir(parents=True, exist_ok=True)
        self.settings.write_text("\n".join(["[agents]", *rows, self.shared, more]), "utf-8")

    def open(self, agent: str, *, now: datetime = NOW, **how) -> Memory:
        return Memory(agent=agent, clock=lambda: now, places=self.places, overrides=USUAL, **how)

    def owner(self, agent: str, *, now: datetime = NOW) -> Memory:
        """Open an agent's workspace as its owner."""
        folder = self.folders[agent]
        return Memory(folder, clock=lambda: now, places=self.places, overrides=USUAL)


@pytest.fixture
def agents(home: Path) -> Agents:
    return Agents(home)

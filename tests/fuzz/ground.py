"""A workspace and a home for one input, as they are before it; nothing of the last one is left."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from lamina.memory import Memory
from lamina.places import Places

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime.fromisoformat("2026-03-04T09:30:00+01:00")
USUAL = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}
FILES = {
    "MEMORY.md": "# Memory\n\n## Profile\n\n- The owner is Ada.\n",
    "memory/2026-03-03.md": "# 2026-03-03\n\n- The viewing of the flat is on Friday at four.\n",
    "memory/active-context.md": "# Active context\n\n## OPEN: heating\n\n- [ ] call\n",
}


@dataclass(frozen=True, slots=True)
class Ground:
    """Where one input does its work."""

    root: Path  # the workspace
    home: Path
    scratch: Path  # files that are given to commands

    @classmethod
    def new(cls, folder: Path) -> Ground:
        """Make it anew in a folder; what was there is removed."""
        ground = cls(folder / "ws", folder / "home", folder / "scratch")
        for one in (ground.root, ground.home, ground.scratch):
            shutil.rmtree(one, ignore_errors=True)
            one.mkdir(parents=True)
        for name, text in FILES.items():
            ground.put(ground.root / name, text.encode())
        return ground

    @staticmethod
    def put(path: Path, data: bytes) -> Path:
        """Write a file, and its folder."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a person on a new machine."""
        return {"HOME": str(self.home), "LAMINA_EMBEDDING_KIND": "none"}

    def places(self) -> Places:
        """Return where things are."""
        return Places.of(self.environment, cwd=self.root)

    def memory(self, *, author: str = "owner", session: str = "main", **more: str) -> Memory:
        """Open the workspace, on 4 March 2026 in Berlin."""
        return Memory(
            self.root,
            clock=lambda: NOW,
            author=author,
            session=session,
            places=self.places(),
            overrides=USUAL | more,
        )

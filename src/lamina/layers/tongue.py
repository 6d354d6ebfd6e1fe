"""Which language a workspace's files are written in: as set, else found from its own text."""

from __future__ import annotations

import contextlib
import os
from itertools import islice
from typing import TYPE_CHECKING

from lamina.documents.kinds import date_of
from lamina.documents.language import Language, detect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lamina.documents.workspace import Workspace

_NOTES = 4  # newest ones looked at
_BYTES = 4000  # of each


def language_of(workspace: Workspace, setting: str = "") -> Language:
    """Return the workspace's language: as set, else that of its newest notes and MEMORY.md."""
    if setting:
        return Language(setting)
    texts = []
    for path in [*_newest(workspace.root), *(workspace.root / n for n in ("MEMORY.md", "USER.md"))]:
        if path.is_file():
            with contextlib.suppress(OSError), path.open("rb") as file:  # no say in the matter
                texts.append(file.read(_BYTES).decode("utf-8", "replace"))
    return detect("\n".join(texts))


def _newest(root: Path) -> Iterator[Path]:
    """Yield the newest notes. Every write asks: of the others only the names are looked at."""
    names: list[tuple[str, Path]] = []
    for folder in (root / "memory", root / "memory" / "daily"):
        with contextlib.suppress(OSError), os.scandir(folder) as found:
            names += [(one.name, folder) for one in found if one.name.endswith(".md")]
    names.sort(key=lambda one: one[0], reverse=True)
    return islice((folder / name for name, folder in names if date_of(name)), _NOTES)

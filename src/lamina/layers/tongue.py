"""Which language a workspace's files are written in: as set, else found from its own text."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from lamina.documents.kinds import date_of
from lamina.documents.language import Language, detect

if TYPE_CHECKING:
    from lamina.documents.workspace import Workspace

_NOTES = 4  # newest ones looked at
_BYTES = 4000  # of each


def language_of(workspace: Workspace, setting: str = "") -> Language:
    """Return the workspace's language: as set, else that of its newest notes and MEMORY.md."""
    if setting:
        return Language(setting)
    memory = workspace.root / "memory"
    notes = sorted(
        (
            path
            for folder in (memory, memory / "daily")
            if folder.is_dir()
            for path in folder.iterdir()
            if path.suffix == ".md" and date_of(path.name)
        ),
        key=lambda path: path.name,
        reverse=True,
    )
    texts = []
    for path in [*notes[:_NOTES], *(workspace.root / n for n in ("MEMORY.md", "USER.md"))]:
        if path.is_file():
            with contextlib.suppress(OSError), path.open("rb") as file:  # no say in the matter
                texts.append(file.read(_BYTES).decode("utf-8", "replace"))
    return detect("\n".join(texts))

"""Writes Lamina's own files outside any workspace: settings, what is installed, faults of hooks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lamina.documents import placing
from lamina.documents.changes import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Replace a file outside any workspace (settings), whole, and for its owner only."""
    name = f"{placing.BEGINS}{os.getpid()}-{os.urandom(4).hex()}{placing.ENDS}"
    temp = path.with_name(name)
    with placing.translated(path):
        make_private(path.parent)
        placing.write(temp, to_bytes(text), mode=0o600)
        try:
            placing.put(temp, path)
        except OSError:
            placing.discard(temp)
            raise
        placing.sync_folder(path.parent)


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner only.

    Whatever the umask forbids: who may write into a folder may replace what is in it.
    """
    for one in [one for one in (folder, *folder.parents) if not one.exists()][::-1]:
        one.mkdir(mode=0o700, exist_ok=True)


def remove_private(path: Path, folders: Iterable[Path]) -> None:
    """Remove a file outside any workspace, and those folders, innermost first, that are empty."""
    with placing.translated(path):
        placing.put(None, path)
    placing.remove_folders(folders)

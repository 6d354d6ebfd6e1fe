"""Writes Lamina's own files outside any workspace: settings, what is installed, faults of hooks."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from lamina.documents.changes import to_bytes
from lamina.errors import NotWritableError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Replace a file outside any workspace (settings), atomically and for its owner only."""
    temp = path.with_name(f".lamina-{os.getpid()}.tmp")
    try:
        make_private(path.parent)
        handle = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(to_bytes(text))
            file.flush()
            os.fsync(handle)
        temp.replace(path)
    except OSError as error:
        raise NotWritableError(path, (error.strerror or type(error).__name__).lower()) from error


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner only.

    Whatever the umask forbids: who may write into a folder may replace what is in it.
    """
    for one in [one for one in (folder, *folder.parents) if not one.exists()][::-1]:
        one.mkdir(mode=0o700, exist_ok=True)


def remove_private(path: Path, folders: Iterable[Path]) -> None:
    """Remove a file outside any workspace, and those folders, innermost first, that are empty."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise NotWritableError(path, (error.strerror or type(error).__name__).lower()) from error
    for folder in folders:
        with contextlib.suppress(OSError):  # somebody put something in: it stays
            folder.rmdir()

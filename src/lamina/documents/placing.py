"""How a file takes its place: written beside its target, brought to the disk, then renamed.

Every writer of whole files goes this way, so that one killed at any instant, or on a disk that
fails at any call, leaves the old file or the new one. What it may leave beside them is called
``.lamina-….tmp``; who removes that differs, and each writer says it.
"""

from __future__ import annotations

import contextlib
import os
import stat
from typing import TYPE_CHECKING

from lamina.errors import NoLocksError, NotWritableError, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import ModuleType

BEGINS, ENDS = ".lamina-", ".tmp"  # of every temporary file's name


def posix_locks(path: Path) -> ModuleType:
    """Return the module that locks files, or raise NoLocksError: native Windows has none."""
    try:
        import fcntl
    except ImportError:
        raise NoLocksError(path) from None
    return fcntl


def write(temp: Path, data: bytes, *, like: Path | None = None, mode: int = 0o666) -> None:
    """Write a temporary file and bring it to the disk; where that fails none is left.

    ``like``: the file whose mode and owner it gets, if there is one.
    """
    handle = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if like is not None:
                with contextlib.suppress(FileNotFoundError):
                    copy_owner(handle, like.stat())
            os.fsync(handle)
    except OSError:
        discard(temp)
        raise


def put(temp: Path | None, target: Path) -> None:
    """Let a temporary file take a target's place; None: the target goes."""
    if temp is None:
        target.unlink(missing_ok=True)
    else:
        temp.replace(target)


def discard(temp: Path) -> None:
    """Remove a temporary file; where that cannot be, whoever comes next removes it."""
    with contextlib.suppress(OSError):
        temp.unlink(missing_ok=True)


def copy_owner(handle: int, like: os.stat_result) -> None:
    """Give an open file another one's mode, and its owner where that is allowed."""
    os.fchmod(handle, stat.S_IMODE(like.st_mode))
    with contextlib.suppress(PermissionError):
        os.fchown(handle, like.st_uid, like.st_gid)


def mode_in(folder: Path) -> int:
    """Return the mode of what is made in a folder: that of the folder, and its maker's own."""
    return stat.S_IMODE(folder.stat().st_mode) & 0o777 | stat.S_IRWXU


def sync_folder(folder: Path) -> None:
    """Bring a folder's names to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path, mode: int = 0o777) -> list[Path]:
    """Make a folder and those above it that are missing, on the disk; return them, outermost first.

    The mode is the last one's.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()][::-1]
    for one in missing:
        widest = mode_in(one.parent)
        one.mkdir(mode=widest & mode if one == folder else widest, exist_ok=True)
        sync_folder(one.parent)
    return missing


def remove_folders(folders: Iterable[Path]) -> None:
    """Remove folders that are empty; one that somebody put something into stays."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.rmdir()


@contextlib.contextmanager
def translated(what: object) -> Iterator[None]:
    """Turn what the system refuses into NotWritableError."""
    try:
        yield
    except OSError as error:
        raise NotWritableError(what, reason_of(error)) from error

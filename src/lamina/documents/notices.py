"""Whether anything changed in some folders since they were listed, as the system itself says it.

Linux notes a change of a watched folder (inotify) before the call that makes it returns: where
there is no note no file has changed, and a look at each of ten thousand can be spared. Elsewhere,
and where such notes are not complete (network disks, hard and symbolic links), every look is whole.
"""

from __future__ import annotations

import contextlib
import os
import time
import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LOCAL = {"bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "jfs", "overlay"}
_LOCAL |= {"ramfs", "reiserfs", "tmpfs", "xfs", "zfs"}
_LONGEST = 300.0  # seconds after which files are looked at all the same


class Notices:
    """What the system noted of some folders: nothing, or that they are to be listed again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listed = 0.0
        self._whole = False  # each folder of the last listing was watched before it began
        self._watched: dict[str, tuple[int, int]] = {}  # device and inode by folder
        self._process = 0
        self._notes: Any = None
        self._end: Callable[[], object] = _nothing

    def quiet(self) -> bool:
        """Tell whether what was listed last is still so; what was noted is forgotten with it."""
        if self._notes is None or self._process != os.getpid():  # a fork shares its parent's notes
            self.close()
            return False
        noted = self._notes.read(timeout=0)
        self._whole = (
            self._whole
            and not noted
            and self._clock() - self._listed < _LONGEST
            and all(_identity(folder) == was for folder, was in self._watched.items())
        )
        return self._whole

    def listed(self, folders: Iterable[str]) -> None:
        """Say which folders were listed, just now and after ``quiet``; watch those that are new."""
        self._listed = self._clock()
        wanted = {folder: _identity(folder) for folder in folders}
        self._whole = self._notes is not None and wanted == self._watched
        if not self._whole:
            self.close()
            self._watch(wanted)

    def close(self) -> None:
        """Watch nothing any more."""
        self._end()
        self._notes, self._end, self._watched, self._whole = None, _nothing, {}, False

    def _watch(self, folders: dict[str, tuple[int, int]]) -> None:
        try:
            from inotify_simple import INotify, flags
        except ImportError:  # no Linux
            return
        if not all(_is_local(folder) for folder in folders):
            return
        changes = (
            flags.ATTRIB
            | flags.CLOSE_WRITE  # one that wrote through a mapping says nothing before
            | flags.CREATE
            | flags.DELETE
            | flags.DELETE_SELF
            | flags.MODIFY
            | flags.MOVED_FROM
            | flags.MOVED_TO
            | flags.MOVE_SELF
            | flags.ONLYDIR
        )
        try:
            notes = INotify(nonblocking=True)
        except OSError:  # a user may have only so many
            return
        end = weakref.finalize(self, notes.close)
        try:
            for folder in folders:
                notes.add_watch(folder, changes)
        except OSError:
            end()
            return
        self._notes, self._end, self._watched, self._process = notes, end, folders, os.getpid()


def _nothing() -> None:
    """Nothing is open."""


def _identity(folder: str) -> tuple[int, int]:
    with contextlib.suppress(OSError):
        status = os.stat(folder)  # noqa: PTH116 - paths are strings here
        return status.st_dev, status.st_ino
    return 0, 0


def _is_local(folder: str, mounts: str = "/proc/self/mountinfo") -> bool:
    """Say whether a folder is on a disk that nobody changes past this system."""
    try:
        with open(mounts, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123
            listed = [line.split() for line in file]
    except OSError:
        return False
    # Fields 4 and, after a dash, the next: mount point and type; a space is written \040.
    types = {
        fields[4].encode("utf-8", "surrogateescape").decode("unicode_escape"): fields[
            fields.index("-") + 1
        ]
        for fields in listed
    }
    at = os.path.realpath(folder)
    while at not in types and at != "/":
        at = os.path.dirname(at)  # noqa: PTH120
    return types.get(at) in _LOCAL

"""The temporary files of a workspace's writer: beside their targets, and never left for long.

While a change is under way its folders are noted in the lock, so that whoever holds it next clears
away what a killed writer left. A note need not survive a power failure: so each folder is looked
at once before the first write into it.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents import placing
from lamina.errors import NotWritableError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.documents.lock import WorkspaceLock


class Temporaries:
    """Whoever calls it holds the workspace's lock, under which they are nobody else's."""

    def __init__(self, root: Path, lock: WorkspaceLock) -> None:
        self._root = root
        self._lock = lock
        self._cleared: set[Path] = set()

    def begin(self, folders: set[Path]) -> None:
        """Clear folders, and note that files are about to be written there."""
        self._clear(folders)
        self._lock.note("\n".join(sorted(map(str, folders))))

    def write(self, target: Path, data: bytes) -> Path:
        """Write a file beside its target, with the target's mode and owner.

        A new one is open to no more than its folder, whatever the umask forbids.
        """
        who = f"{os.getpid()}-{threading.get_ident()}-{time.time_ns()}"
        temp = target.parent / f"{placing.BEGINS}{who}{placing.ENDS}"
        placing.write(temp, data, like=target, mode=placing.mode_in(target.parent) & 0o666)
        return temp

    def end(self, temps: Iterable[Path | None] = ()) -> None:
        """Remove those that were not put; what cannot be removed stays noted."""
        with contextlib.suppress(OSError, NotWritableError):
            for temp in temps:
                if temp is not None:
                    temp.unlink(missing_ok=True)
            self._lock.note("")

    def sweep(self) -> None:
        """Remove what a killed writer left in the folders it had noted."""
        noted = map(Path, self._lock.left.splitlines())
        folders = {f for f in noted if f == self._root or self._root in f.parents}
        self._cleared -= folders
        with contextlib.suppress(OSError, NotWritableError):  # it stays noted
            self._clear(folders)
            self._lock.note("")

    def _clear(self, folders: set[Path]) -> None:
        for folder in folders - self._cleared:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                for name in os.listdir(folder):  # noqa: PTH208 - of many notes, a few times faster
                    if name.startswith(placing.BEGINS) and name.endswith(placing.ENDS):
                        (folder / name).unlink(missing_ok=True)
            self._cleared.add(folder)

"""What a process does beside its work: files changed outside its ground, connections, programs.

An audit hook sees every call of Python that opens, makes, moves or removes something, whoever
makes it. It cannot be taken out again, so it belongs into a process of its own. SQLite's own files
are opened below Python: of those the name is seen when the store is opened.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

# Each with the places among its arguments that name what is changed.
_CHANGES: dict[str, tuple[int, ...]] = {
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.link": (1,),
    "os.mkdir": (0,),
    "os.remove": (0,),
    "os.rename": (0, 1),
    "os.rmdir": (0,),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "os.utime": (0,),
    "shutil.rmtree": (0,),
    "sqlite3.connect": (0,),
}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_ALWAYS = ("/dev/null", "/dev/tty", ":memory:")
_LOOPBACK = ("127.", "::1", "localhost")


class Watch:
    """Notes what lies outside the folders that may be changed."""

    def __init__(self) -> None:
        self.allowed: tuple[str, ...] = ()
        self.seen: list[str] = []
        self._busy = False
        sys.addaudithook(self._look)

    def allow(self, *folders: Path) -> None:
        """Let these folders be changed, and nothing else."""
        self.allowed = tuple(os.path.realpath(folder) for folder in folders)

    def take(self) -> list[str]:
        """Return what was noted since, once."""
        seen, self.seen = self.seen, []
        return seen

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._busy or not self.allowed:
            return
        self._busy = True
        try:
            self._note(event, arguments)
        finally:
            self._busy = False

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            name, mode, flags = arguments
            if (isinstance(flags, int) and flags & _WRITES) or (
                isinstance(mode, str) and set(mode) & set("wax+")
            ):
                self._changed(event, name)
        elif event in _CHANGES:
            for place in _CHANGES[event]:
                self._changed(event, arguments[place])
        elif event in {"socket.connect", "socket.sendto"}:
            where = arguments[1]
            if isinstance(where, tuple) and not str(where[0]).startswith(_LOOPBACK):
                self.seen.append(f"{event} {where!r}")
        elif event == "socket.getaddrinfo":
            if not str(arguments[0] or "localhost").startswith(_LOOPBACK):
                self.seen.append(f"{event} {arguments[0]!r}")
        elif event in {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"}:
            self.seen.append(f"{event} {arguments[0]!r} {arguments[1:2]!r}")

    def _changed(self, event: str, name: Any) -> None:
        if isinstance(name, int) or name is None:
            return
        text = os.fsdecode(name)
        if text in _ALWAYS:
            return
        # The folder is followed, the name in it is not: a link itself may be moved or removed.
        path = Path.cwd() / text
        real = str(path.resolve() if event == "open" else path.parent.resolve() / path.name)
        if not any(real == one or real.startswith(one + os.sep) for one in self.allowed):
            self.seen.append(f"{event} {real}")

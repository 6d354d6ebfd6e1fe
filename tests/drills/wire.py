"""A wire between a program and PostgreSQL that breaks, or stands still, where a test says so.

It counts what the program asks: one for each message after which the server answers. So every
place where a connection can break has a number, and each of them can be tried.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ASKING = frozenset({b"Q", b"S", b"p"})  # a statement, the end of one in parts, a password
_SOCKET = ".s.PGSQL.5432"


class Wire:
    """Passes on what is said on a socket; ``url`` is the address of its near end."""

    def __init__(self, folder: Path, far: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.asked = 0
        self.cut_at = 0  # the question at which it breaks, once; 0: never
        self.answered = False  # whether the server has done it by then, and only the answer is lost
        self.reached = threading.Event()  # that question
        self.go_on = threading.Event()  # set: it does not stand still there
        self.go_on.set()
        self._far = str(far / _SOCKET)
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._near = socket.socket(socket.AF_UNIX)
        self._near.bind(str(folder / _SOCKET))
        self._near.listen(64)
        (folder / _SOCKET).chmod(0o777)
        self._accepting = self._start(self._accept)

    def url(self, role: str, database: str = "lamina") -> str:
        return f"postgresql://{role}@/{database}?host={self.folder}"

    def arm(self, cut_at: int, *, answered: bool = False, stand_still: bool = False) -> None:
        """Count anew, and break at a question: before it reaches the server, or after it is done.

        ``stand_still``: there nothing passes any more until ``go_on`` is set.
        """
        with self._lock:
            self.asked, self.cut_at, self.answered = 0, cut_at, answered
            self.reached.clear()
            (self.go_on.clear if stand_still else self.go_on.set)()

    def close(self) -> None:
        """Break everything."""
        self.go_on.set()
        _shut(self._near)
        self._near.close()
        self._break()
        self._accepting.join()

    def _break(self) -> None:
        with self._lock:
            for end in self._ends:
                _shut(end)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._near.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self._far)
            except OSError:
                near.close()
                far.close()
                continue
            self._start(self._pass, near, far)

    def _start(self, work: Callable[..., None], *given: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=given, daemon=True)
        thread.start()
        return thread

    def _pass(self, near: socket.socket, far: socket.socket) -> None:
        """Pass on what one connection says, both ways."""
        ends, lost = {near, far}, threading.Event()
        with near, far:
            with self._lock:
                self._ends |= ends
            answering = self._start(self._answer, far, near, lost)
            self._ask(near, far, lost)
            answering.join()
            with self._lock:
                self._ends -= ends

    def _ask(self, near: socket.socket, far: socket.socket, lost: threading.Event) -> None:
        with contextlib.suppress(OSError):
            far.sendall(_message(near, b""))  # who connects; it has no kind
            while kind := near.recv(1):
                message = _message(near, kind)
                if kind in ASKING and self._breaks_here(lost):
                    break
                far.sendall(message)
        _shut(far)

    def _breaks_here(self, lost: threading.Event) -> bool:
        """Count a question; say whether it does not reach the server."""
        with self._lock:
            self.asked += 1
            here = self.asked == self.cut_at
        if not here:
            return False
        self.reached.set()
        self.go_on.wait()
        if self.answered:
            lost.set()
            return False
        self._break()
        return True

    def _answer(self, far: socket.socket, near: socket.socket, lost: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while part := far.recv(1 << 16):
                if lost.is_set():
                    self._break()
                    break
                near.sendall(part)
        _shut(near)


def _message(near: socket.socket, kind: bytes) -> bytes:
    """Read the rest of a message whose kind was read."""
    length = _exactly(near, 4)
    return kind + length + _exactly(near, struct.unpack("!i", length)[0] - 4)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


def _exactly(near: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        if not (part := near.recv(count - len(found))):
            raise ConnectionResetError
        found += part
    return found

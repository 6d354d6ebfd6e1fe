"""A socket of this machine for one user: one JSON line in, one out. The only home of it.

The command line asks here before it loads anything else, so this module loads little. The socket's
file is 0600 in a folder of 0700; both sides look whose process is at the other end.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import struct

TYPE_CHECKING = False  # no typing here, for the start-up
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

LONGEST = 8 << 20  # bytes of a line
_NAME = 100  # bytes a socket's name may have on every system


class Unanswered(Exception):  # noqa: N818 - no failure: the caller does it by itself
    """Nobody answers there, or not as agreed."""


def place(cache: str, root: str) -> str:
    """Return where the socket of a workspace (its real path) is."""
    import hashlib

    key = hashlib.sha256(os.fsencode(root)).hexdigest()[:16]
    return f"{cache}/run/{key}.sock"


def listen(path: str) -> socket.socket:
    """Listen at a path for processes of this user; what an ended process left is replaced.

    Raises:
        OSError: it cannot be.
    """
    folder = os.path.dirname(path)  # noqa: PTH120 - no pathlib here, for the start-up
    os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
    os.chmod(folder, 0o700)  # noqa: PTH101
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)  # noqa: PTH107
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with _address(path) as address:
            listening.bind(address)
        os.chmod(path, 0o600)  # noqa: PTH101
        listening.listen(64)
    except OSError:
        listening.close()
        raise
    return listening


def forget(path: str) -> None:
    """Remove a socket's file."""
    with contextlib.suppress(OSError):
        os.remove(path)  # noqa: PTH107


def ask(path: str, question: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Send one question and return the answer, or raise Unanswered."""
    try:
        if not _own(path):
            raise Unanswered
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(seconds)
            with _address(path) as address:
                connection.connect(address)
            if not is_ours(connection):
                raise Unanswered
            send(connection, question)
            answer = receive(connection)
    except (OSError, ValueError) as error:
        raise Unanswered from error
    if answer is None:
        raise Unanswered
    return answer


def is_ours(connection: socket.socket) -> bool:
    """Tell whether the other end is a process of this user, where the system says."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:  # the folder's rights have to do
        return True
    size = struct.calcsize("3i")
    _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, option, size))
    return bool(user == os.getuid())


def send(connection: socket.socket, message: dict[str, Any]) -> None:
    """Send one line; ValueError where it is too long."""
    data = json.dumps(message).encode() + b"\n"
    if len(data) > LONGEST:
        raise ValueError(len(data))
    connection.sendall(data)


def receive(connection: socket.socket) -> dict[str, Any] | None:
    """Return what one line says; None where the other end went away before its end.

    Raises:
        ValueError: it is too long, or says nothing we know.
    """
    parts: list[bytes] = []
    size = 0
    while not (parts and parts[-1].endswith(b"\n")):
        part = connection.recv(1 << 16)
        if not part:
            return None
        size += len(part)
        if size > LONGEST:
            raise ValueError(size)
        parts.append(part)
    try:
        found = json.loads(b"".join(parts))
    except RecursionError as error:
        raise ValueError from error
    if not isinstance(found, dict):
        raise ValueError(type(found))  # noqa: TRY004 - one kind of error for a wrong line
    return found


def _own(path: str) -> bool:
    """Tell whether the socket stands in a folder that only this user can change."""
    folder = os.stat(os.path.dirname(path))  # noqa: PTH116, PTH120
    found = os.lstat(path)
    return (
        folder.st_uid == found.st_uid == os.getuid()
        and not stat.S_IMODE(folder.st_mode) & 0o077
        and stat.S_ISSOCK(found.st_mode)
    )


@contextlib.contextmanager
def _address(path: str) -> Iterator[str]:
    """Return a name for the socket that is short enough: by its folder's handle, if need be."""
    if len(os.fsencode(path)) <= _NAME:
        yield path
        return
    folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)  # noqa: PTH120
    try:
        yield f"/proc/self/fd/{folder}/{os.path.basename(path)}"  # noqa: PTH119
    finally:
        os.close(folder)

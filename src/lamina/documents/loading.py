"""Read a file whole, or say in a sentence why not."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from lamina.errors import (
    BinaryFileError,
    FileTooLargeError,
    NotAFileError,
    UnreadableFileError,
    reason_of,
)

if TYPE_CHECKING:
    from pathlib import Path


def read_bytes(
    target: Path, shown: object, max_bytes: int, *, binary: bool = False
) -> bytes | None:
    """Return a regular file's bytes, a text file's unless asked; None where there is no file.

    Raises NotAFileError, FileTooLargeError, BinaryFileError, UnreadableFileError.
    """
    try:
        status = target.stat()
        if not stat.S_ISREG(status.st_mode):
            raise NotAFileError(shown)
        if status.st_size > max_bytes:
            raise FileTooLargeError(shown, status.st_size, max_bytes)
        data = target.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UnreadableFileError(shown, reason_of(error)) from error
    if b"\0" in data and not binary:
        raise BinaryFileError(shown)
    return data

"""The number of the last lease, or pen, under which somebody wrote in a workspace.

``memory/.dreams/lease``: digits and a newline. Whoever writes under a lease looks here first, so
that one whose lease ran out is stopped by the folder itself, even where the database that gives
leases cannot be reached.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Protocol

from lamina.documents.placing import translated
from lamina.errors import LeaseLostError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

_DIGITS = 32


class Permit(Protocol):
    """What lets somebody write, as the writer of files knows it: a lease, a pen."""

    def held(self, above: int) -> AbstractContextManager[int]:
        """Have it for a change; yields its number. ``above``: the number the folder knows."""

    def check(self) -> None:
        """Raise LeaseLostError where it is not held any more."""


class LeaseFile:
    """Reads and keeps the number."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def number(self) -> int:
        """Return the number that is kept; 0 where there is none, or it is torn."""
        with contextlib.suppress(OSError, ValueError):
            return int(self.path.read_bytes()[:_DIGITS])
        return 0

    def enter(self, number: int) -> None:
        """Keep the number of a lease under which somebody is about to write.

        Raises:
            LeaseLostError: somebody wrote under a later one.
            NotWritableError: the volume refused.
        """
        found = self.number()
        if found > number:
            raise LeaseLostError(self.path.parents[2])
        if found == number:
            return
        with translated(self.path):
            how = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW
            handle = os.open(self.path, how, 0o600)
            try:
                # One write over the old digits, never fewer of them: numbers only grow.
                os.pwrite(handle, f"{number}\n".encode(), 0)
                os.fsync(handle)
            finally:
                os.close(handle)

"""What pure functions say of texts, kept in the index so that each text is judged once.

A text stands here by its hash alone: what was forgotten leaves no word. An answer is that of this
very code: where a file of the package was changed, everything is judged anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lamina.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.storage.tables import Tables

JUDGED = "CREATE TABLE judged (key BLOB PRIMARY KEY, answer TEXT) WITHOUT ROWID"
MOST = 200_000  # answers: then they are begun anew
_AT_ONCE = 500

T = TypeVar("T", bool, int, str)


class Judged:
    """The part of the index that remembers answers."""

    # Finds something where a fence was set since a moment.
    fenced = "SELECT 1 FROM meta WHERE key = 'fence' AND value >= ?"

    def __init__(self, database: Tables) -> None:
        self.database = database
        self.asked = 0  # answers that had to be worked out here
        self._new: dict[bytes, str] = {}
        self._since = 0  # when (nanoseconds) the first of them was worked out

    def of(self, judge: Callable[..., T], *texts: str) -> T:
        """Return what a pure function says of these texts."""
        key = _key(judge, texts)
        answer = self._new.get(key)
        if answer is None:
            rows = self.database.execute("SELECT answer FROM judged WHERE key = ?", (key,))
            answer = rows[0][0] if rows else None
        if answer is not None:
            found: T = json.loads(answer)
            return found
        self.asked += 1
        self._since = self._since or time.time_ns()
        said = judge(*texts)
        self._new[key] = json.dumps(said)
        if len(self._new) >= _AT_ONCE:
            self.keep()
        return said

    def keep(self) -> None:
        """Write down what was worked out, unless something was forgotten meanwhile.

        Where that cannot be done it is worked out again another time.
        """
        if not self._new:
            return
        with contextlib.suppress(StoreError), self.database.transaction() as connection:
            if connection.execute("SELECT count(*) FROM judged").fetchone()[0] >= MOST:
                connection.execute("DELETE FROM judged")
            connection.executemany(
                f"INSERT INTO judged (key, answer) SELECT ?, ? WHERE NOT EXISTS ({self.fenced})"
                " ON CONFLICT (key) DO UPDATE SET answer = excluded.answer",
                [(*row, self._since) for row in self._new.items()],
            )
        self._new, self._since = {}, 0


def _key(judge: Callable[..., object], texts: tuple[str, ...]) -> bytes:
    asked = json.dumps((_code(), judge.__module__, judge.__qualname__, *texts))
    return hashlib.sha256(asked.encode()).digest()[:16]


@cache
def _code() -> str:
    """Return what is another with every change of the package."""
    files = sorted(Path(__file__).parents[1].rglob("*.py"))
    stats = [(path.name, (found := path.stat()).st_size, found.st_mtime_ns) for path in files]
    return hashlib.sha256(repr(stats).encode()).hexdigest()

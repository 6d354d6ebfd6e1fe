"""OpenClaw's newer database of sessions, only read: what it holds of each, and their records.

``agents/<agent>/agent/openclaw-agent.sqlite``: ``session_nodes(session_key, current_session_id,
entry_json, updated_at, …)``, the entries of the older sessions.json, and
``transcript_events(session_id, seq, event_json | event_zstd, …)``, the records of the older
transcripts, some of them compressed. Reads are short, so that the host is never held up.
"""

from __future__ import annotations

import contextlib
import importlib
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.errors import SessionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

_PAGE = 500  # records read at once
_WAIT = 2  # seconds, while the host changes the file
_NEEDED = {
    "session_nodes": {"session_key", "current_session_id", "entry_json"},
    "transcript_events": {"session_id", "seq", "event_json"},
}


@dataclass(frozen=True, slots=True)
class Node:
    """One session as the database has it."""

    key: str
    id: str
    entry: str  # JSON
    lines: int = 0
    size: int = 0  # bytes


class OpenClawDatabase:
    """One agent's sessions; each reading opens the file anew."""

    def __init__(self, path: Path, unpack: Callable[[bytes], bytes] | None = None) -> None:
        """``unpack`` undoes zstd; by default what this Python has for it, if anything."""
        self.path = path
        self.unpack = unpack or _zstd()

    def nodes(self) -> list[Node]:
        """Return the sessions; their lines and sizes are not counted."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT session_key, current_session_id, entry_json FROM session_nodes"
            )
            return [Node(str(key), str(id_), str(entry)) for key, id_, entry in rows]

    def measured(self, id_: str) -> tuple[int, int]:
        """Return how many records a session has, and their bytes as lines of a file."""
        with self._reading() as db:
            packed = "event_zstd" if self._packs(db) else "NULL"
            row = db.execute(
                "SELECT count(*), coalesce(sum(length(CAST("
                f"coalesce(event_json, {packed}, '') AS BLOB)) + 1), 0)"
                " FROM transcript_events WHERE session_id = ?",
                (id_,),
            ).fetchone()
            return int(row[0]), int(row[1])

    def packed(self) -> bool:
        """Tell whether there are records that cannot be read here, for they are compressed."""
        if self.unpack:
            return False
        with self._reading() as db:
            sql = "SELECT 1 FROM transcript_events WHERE event_json IS NULL LIMIT 1"
            return self._packs(db) and db.execute(sql).fetchone() is not None

    def records(self, id_: str) -> Iterator[bytes | None]:
        """Yield a session's records, first to last; None stands for one that cannot be read."""
        after = -(1 << 62)
        while page := self._page(id_, "seq > ? ORDER BY seq", after):
            yield from (self._bytes(text, packed) for _, text, packed in page)
            after = page[-1][0]

    def last(self, id_: str, count: int) -> list[bytes | None]:
        """Return a session's last records in their order."""
        page = self._page(id_, "seq < ? ORDER BY seq DESC", 1 << 62, count)
        return [self._bytes(text, packed) for _, text, packed in reversed(page)]

    def _page(
        self, id_: str, order: str, at: int, count: int = _PAGE
    ) -> list[tuple[int, str | None, bytes | None]]:
        with self._reading() as db:
            packed = "event_zstd" if self._packs(db) else "NULL"
            sql = f"SELECT seq, event_json, {packed} FROM transcript_events"
            return db.execute(
                f"{sql} WHERE session_id = ? AND {order} LIMIT ?", (id_, at, count)
            ).fetchall()

    def _bytes(self, text: str | None, packed: bytes | None) -> bytes | None:
        if text is not None:
            return str(text).encode("utf-8", "surrogatepass") + b"\n"
        if packed is None or self.unpack is None:
            return None
        try:
            return self.unpack(packed) + b"\n"
        except Exception:  # noqa: BLE001 - each library has errors of its own; it cannot be read
            return None

    @staticmethod
    def _packs(db: sqlite3.Connection) -> bool:
        return "event_zstd" in _columns(db, "transcript_events")

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        uri = f"{self.path.absolute().as_uri()}?mode=ro"
        try:
            with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=_WAIT)) as db:
                _check(self.path, db, _NEEDED.items())
                yield db
        except sqlite3.Error as error:
            raise SessionError(
                self.path, f"the host's database cannot be read ({error}); it was left alone"
            ) from error


def _check(path: Path, db: sqlite3.Connection, needed: Iterable[tuple[str, set[str]]]) -> None:
    for table, columns in needed:
        if not columns <= _columns(db, table):
            raise SessionError(
                path, f"the host's database has another layout ({table}); it was left alone"
            )


def _columns(db: sqlite3.Connection, table: str) -> set[str]:
    return {str(row[1]) for row in db.execute(f"PRAGMA table_info({table})")}


def _zstd() -> Callable[[bytes], bytes] | None:
    """Return what undoes zstd: Python's own from 3.14 on, the zstandard package, or nothing."""
    with contextlib.suppress(ImportError):
        unpack: Callable[[bytes], bytes] = importlib.import_module("compression.zstd").decompress
        return unpack
    with contextlib.suppress(ImportError):
        package = importlib.import_module("zstandard")
        return lambda data: bytes(package.ZstdDecompressor().decompressobj().decompress(data))
    return None

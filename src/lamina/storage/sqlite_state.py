"""The state store in SQLite: recall events, who wrote what. Migrated, never thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.storage.contract import Recall
from lamina.storage.sqlite import Database, migrate

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

# Appended to, never edited: the number of steps is the version.
STEPS = (
    """
    CREATE TABLE recalls (
        at TEXT NOT NULL, day TEXT NOT NULL, query_hash TEXT NOT NULL, query TEXT NOT NULL,
        source TEXT NOT NULL, origin TEXT NOT NULL, session TEXT NOT NULL, chunk TEXT NOT NULL,
        path TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, claim TEXT NOT NULL,
        score REAL NOT NULL
    );
    CREATE INDEX recalls_claim ON recalls (claim, at);
    CREATE INDEX recalls_at ON recalls (at);
    CREATE TABLE origins (claim TEXT PRIMARY KEY, origin TEXT NOT NULL, at TEXT NOT NULL)
        WITHOUT ROWID
    """,
)
_COLUMNS = (
    "at, day, query_hash, query, source, origin, session, chunk, path, first, last, claim, score"
)


class SqliteState:
    """StateStore in one file."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path, prepare=self._prepare)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        migrate(connection, self.database.path, STEPS)

    def record_recalls(self, recalls: Iterable[Recall]) -> None:
        """Keep recall events."""
        rows = [tuple(getattr(recall, name) for name in Recall.__slots__) for recall in recalls]
        if rows:
            with self.database.transaction() as connection:
                connection.executemany(
                    f"INSERT INTO recalls ({_COLUMNS}) VALUES ({','.join('?' * 13)})", rows
                )

    def recalls(self, *, since: str = "", limit: int = 1000) -> list[Recall]:
        """Return recall events, newest first."""
        rows = self.database.execute(
            f"SELECT {_COLUMNS} FROM recalls WHERE at >= ? ORDER BY at DESC, rowid DESC LIMIT ?",
            (since, limit),
        )
        return [Recall(*row) for row in rows]

    def record_origins(self, origins: Iterable[tuple[str, str, str]]) -> None:
        """Keep who wrote a line first, or that the owner did: (claim, origin, moment)."""
        with self.database.transaction() as connection:
            connection.executemany(
                "INSERT INTO origins VALUES (?, ?, ?) ON CONFLICT (claim) DO UPDATE"
                " SET origin = excluded.origin, at = excluded.at WHERE excluded.origin = 'owner'",
                origins,
            )

    def origins(self, claims: Iterable[str]) -> dict[str, str]:
        """Return the recorded writer of each claim that has one."""
        wanted = list(dict.fromkeys(claims))
        marks = ",".join("?" * len(wanted))
        return dict(
            self.database.execute(
                f"SELECT claim, origin FROM origins WHERE claim IN ({marks})", wanted
            )
        )

    def query_for(self, path: str, line: int, since: str) -> str:
        """Return the newest query since then that showed this line; empty where none did."""
        rows = self.database.execute(
            "SELECT query FROM recalls WHERE at >= ? AND path = ? AND first <= ? AND last >= ?"
            " AND source = 'search' ORDER BY at DESC LIMIT 1",
            (since, path, line, line),
        )
        return str(rows[0][0]) if rows else ""

    def close(self) -> None:
        """Close the file."""
        self.database.close()

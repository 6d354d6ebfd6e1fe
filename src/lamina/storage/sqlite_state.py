"""The state store in SQLite: its file, and the steps from any earlier version to this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.storage.sqlite import Database, copy_into, layout_of, migrate
from lamina.storage.state import State
from lamina.storage.state_dreams import DREAMS, DREAMS_MORE
from lamina.storage.state_forgotten import ForgottenTables
from lamina.storage.state_jobs import JOBS
from lamina.storage.state_reviews import REVIEWS
from lamina.storage.state_sessions import SESSIONS
from lamina.storage.state_trims import TRIMS

if TYPE_CHECKING:
    import sqlite3
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
    """
    CREATE TABLE seen (
        kind TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, first TEXT NOT NULL,
        touched TEXT NOT NULL, PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;
    CREATE TABLE wanted (
        question TEXT PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL, times INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    DREAMS,
    DREAMS_MORE,
    REVIEWS,
    f"{SESSIONS};{TRIMS}",
    JOBS,
)


class SqliteState(State):
    """The state in one file, or in memory: a copy of a file that is not touched."""

    def __init__(self, path: Path, *, copied: bool = False) -> None:
        self.path = path
        kept = None if copied else path
        # What a trim noted must not be gone where its cut transcript is there: so it lasts.
        database = Database(kept, prepare=self._prepare, lasting=True)
        super().__init__(database, ForgottenTables(database))

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if self.database.path is None:
            copy_into(connection, self.path)
        migrate(connection, self.path, STEPS)
        self.forgotten.install(connection, layout_of(connection))

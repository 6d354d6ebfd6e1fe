"""What is kept of sessions in the state store: requests, flushes, trims; numbers, never words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lamina.storage.sqlite import Database

SESSIONS = """
    CREATE TABLE session_events (
        id INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, kind TEXT NOT NULL,
        details TEXT NOT NULL
    );
    CREATE INDEX session_events_session ON session_events (session, kind, id);
    CREATE TABLE trims (
        id INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, transcript TEXT NOT NULL,
        archive TEXT NOT NULL, kept INTEGER NOT NULL, removed INTEGER NOT NULL,
        details TEXT NOT NULL
    )
"""


class SqliteSessions:
    """The part of the state that sessions read and write."""

    def __init__(self, database: Database) -> None:
        self.database = database

"""What is kept of sessions in the state store: requests, flushes, trims; numbers, never words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.storage.sqlite import Database

SESSIONS = """
    CREATE TABLE session_events (
        id INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, kind TEXT NOT NULL,
        details TEXT NOT NULL
    );
    CREATE INDEX session_events_session ON session_events (session, kind, id)
"""


class Event(NamedTuple):
    """What happened to a session; its number says in which order."""

    id: int
    at: str
    session: str
    kind: str
    details: Mapping[str, Any]


class SqliteSessions:
    """The part of the state that sessions read and write."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def record(self, session: str, kind: str, at: str, details: Mapping[str, Any]) -> int:
        """Keep that something happened; return its number."""
        with self.database.transaction() as connection:
            made = connection.execute(
                "INSERT INTO session_events (at, session, kind, details) VALUES (?, ?, ?, ?)",
                (at, session, kind, json.dumps(details, ensure_ascii=False)),
            )
            return int(made.lastrowid or 0)

    def events(self, *, session: str = "", kind: str = "", limit: int = 100) -> list[Event]:
        """Return what happened, newest first; of one session or kind if asked."""
        rows = self.database.execute(
            "SELECT id, at, session, kind, details FROM session_events"
            " WHERE (? = '' OR session = ?) AND (? = '' OR kind = ?) ORDER BY id DESC LIMIT ?",
            (session, session, kind, kind, limit),
        )
        return [Event(*known, json.loads(details)) for *known, details in rows]

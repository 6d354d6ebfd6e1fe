"""What is kept of sessions in the state store: requests, flushes, trims; numbers, never words."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.storage.tables import upsert

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lamina.storage.tables import Tables

SESSIONS = """
    CREATE TABLE session_events (
        id INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, kind TEXT NOT NULL,
        details TEXT NOT NULL
    );
    CREATE INDEX session_events_session ON session_events (session, kind, id);
    CREATE TABLE chat_cursors (
        session TEXT PRIMARY KEY, at TEXT NOT NULL, transcript TEXT NOT NULL,
        question INTEGER NOT NULL, done INTEGER NOT NULL, ended INTEGER NOT NULL
    )
"""

TAKING = "chat taking "  # and a session's key: a mark
_BARRED = "forgotten session "  # and its key: a mark that says until when


class Event(NamedTuple):
    """What happened to a session; its number says in which order."""

    id: int
    at: str
    session: str
    kind: str
    details: Mapping[str, Any]


class Cursor(NamedTuple):
    """How far a session's talk was taken into the chat log: bytes of its transcript."""

    session: str
    at: str
    transcript: str
    question: int = 0  # where the last question begins: its answer may still come
    done: int = 0
    ended: bool = False  # its host said that it ended


class SessionTables:
    """The part of the state that sessions read and write."""

    def __init__(self, database: Tables) -> None:
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
        return [
            Event(id_, at, key, kind, json.loads(details)) for id_, at, key, kind, details in rows
        ]

    def cursor(self, session: str) -> Cursor | None:
        """Return how far a session's talk was taken; None where it was never looked at."""
        rows = self.database.execute(f"{_CURSORS} WHERE session = ?", (session,))
        return next((_cursor(row) for row in rows), None)

    def unended(self, limit: int) -> list[Cursor]:
        """Return those of sessions whose end nobody heard of, the latest first."""
        rows = self.database.execute(
            f"{_CURSORS} WHERE ended = 0 ORDER BY at DESC LIMIT ?", (limit,)
        )
        return [_cursor(row) for row in rows]

    def move(self, cursor: Cursor) -> None:
        """Keep how far a session's talk was taken; what was begun is done."""
        with self.database.transaction() as connection:
            connection.execute(
                upsert("chat_cursors", Cursor._fields), (*cursor[:5], int(cursor.ended))
            )
            connection.execute("DELETE FROM marks WHERE name = ?", (TAKING + cursor.session,))

    def begin(self, cursor: Cursor) -> None:
        """Keep that a session's talk is about to be written down, until the cursor moves."""
        with self.database.transaction() as connection:
            name = TAKING + cursor.session
            connection.execute(_MARKED, (name, str(cursor.done), cursor.at))

    def known(self) -> list[str]:
        """Return the keys of all sessions of which anything is kept."""
        rows = self.database.execute(
            "SELECT session FROM session_events UNION SELECT session FROM chat_cursors"
        )
        return [str(row[0]) for row in rows]

    def bar(self, sessions: Iterable[str], until: str) -> None:
        """Keep that what was said in sessions up to now is forgotten, and forget what is kept."""
        with self.database.transaction() as connection:
            for one in sessions:
                connection.execute(_MARKED, (_BARRED + one, until, until))
                connection.execute("DELETE FROM session_events WHERE session = ?", (one,))
                connection.execute("DELETE FROM chat_cursors WHERE session = ?", (one,))
                connection.execute("DELETE FROM marks WHERE name = ?", (TAKING + one,))

    def barred(self) -> dict[str, datetime]:
        """Return until when what was said is forgotten, by session."""
        rows = self.database.execute(
            "SELECT name, value FROM marks WHERE name LIKE ?", (f"{_BARRED}%",)
        )
        return {name.removeprefix(_BARRED): datetime.fromisoformat(value) for name, value in rows}

    def begun(self, session: str) -> bool:
        """Tell whether a session's talk was begun to be written, and nobody knows how far it is."""
        return bool(
            self.database.execute("SELECT 1 FROM marks WHERE name = ?", (TAKING + session,))
        )


_MARKED = upsert("marks", ("name", "value", "at"))
_CURSORS = "SELECT session, at, transcript, question, done, ended FROM chat_cursors"


def _cursor(row: Any) -> Cursor:
    return Cursor(row[0], row[1], row[2], row[3], row[4], bool(row[5]))

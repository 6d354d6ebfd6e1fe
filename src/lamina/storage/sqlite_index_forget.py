"""Forgetting in the index: what was read before stays out, what was deleted leaves no bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from lamina.storage.sqlite import Database


def fence(database: Database, now_ns: int) -> None:
    """Take in nothing any more that was read from a file before this moment."""
    with database.transaction() as connection:
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('fence', ?)", (now_ns,))


def compact(database: Database) -> bool:
    """Remove all that is left of lines that are gone; return whether it could be done."""
    with database.transaction() as connection:
        connection.execute(
            "DELETE FROM vectors WHERE vector_key NOT IN (SELECT vector_key FROM chunks)"
        )
        connection.execute("DELETE FROM judged")
        connection.execute("INSERT INTO words (words) VALUES ('optimize')")  # drops deleted terms
        advance(connection)
    return database.compact()


def advance(connection: sqlite3.Connection) -> int:
    """Count a change of the index, and return the number before it."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
    row = connection.execute("SELECT value - 1 FROM meta WHERE key = 'generation'").fetchone()
    return int(row[0])

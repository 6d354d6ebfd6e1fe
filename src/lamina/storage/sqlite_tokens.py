"""The tokens of the team's server in a file of SQLite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.storage.sqlite import Database, migrate
from lamina.storage.token_table import TokenTable

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

STEPS = (
    """
    CREATE TABLE tokens (
        id TEXT PRIMARY KEY, workspace_name TEXT NOT NULL, agent TEXT NOT NULL,
        session TEXT NOT NULL, scopes TEXT NOT NULL, digest TEXT NOT NULL, made TEXT NOT NULL,
        expires TEXT NOT NULL, former TEXT NOT NULL, former_until TEXT NOT NULL,
        revoked TEXT NOT NULL, note TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE server_keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
    """,
)


def in_file(path: Path) -> TokenTable:
    """Return the table in a file, which is made where it is not there."""

    def prepare(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA synchronous = FULL")  # what was revoked stays so, power or not
        migrate(connection, path, STEPS)

    return TokenTable(Database(path, prepare=prepare))

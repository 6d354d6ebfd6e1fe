"""The state store in PostgreSQL: the same parts as in SQLite, over one workspace's rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.storage.postgres import CONNECTIONS, PostgresDatabase, Tenant
from lamina.storage.postgres_schema import LAYOUT
from lamina.storage.sqlite_state import SqliteState
from lamina.storage.state import State
from lamina.storage.state_forgotten import ForgottenTables, Sealed, gated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import psycopg

    from lamina.storage.tables import Transaction

_GATED = gated(LAYOUT)


class PostgresState(State):
    """The state in a database that many workspaces share."""

    database: PostgresDatabase

    def __init__(
        self,
        url: str,
        tenant: Tenant,
        connections: int = CONNECTIONS,
        fence: Callable[[psycopg.Connection[Any]], None] | None = None,
    ) -> None:
        """``fence``: raises, in a transaction, where whoever writes may not any more."""
        database = PostgresDatabase(url, tenant, "states", connections=connections)
        database.fence = fence
        forgotten = PostgresForgotten(database)
        database.gate = forgotten.gate
        super().__init__(database, forgotten)


def copied(state: State) -> SqliteState:
    """Return a copy of a state in memory, to try something out."""
    copy = SqliteState(Path("state.db"), copied=True)
    with state.database.snapshot(), copy.database.transaction() as into:
        for table, columns in LAYOUT.items():
            names = ", ".join(columns)
            marks = ", ".join("?" * len(columns))
            order = ", ".join(name for name, (_, place) in columns.items() if place) or "rowid"
            rows = state.database.execute(f"SELECT {names} FROM {table} ORDER BY {order}")
            into.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)
    return copy


class PostgresForgotten(ForgottenTables):
    """What was forgotten; the gate stands before the statements instead of in the tables.

    A writer holds the workspace's row, so no seal is made between its look and its writing.
    """

    # Numbers only grow, so that the last one and how many there are tell every set from others.
    version = "SELECT coalesce(max(id), 0) * 1048576 + count(*) FROM tombstones"

    def gate(self, table: str) -> Callable[[Mapping[str, Any]], bool] | None:
        """Return what tells which rows may come into a table."""
        columns = _GATED.get(table)
        if not columns or not (seals := self.seals()):
            return None
        sealed = Sealed(seals)
        return lambda row: not any(sealed(row.get(name)) for name in columns)

    def _lifted(self, connection: Transaction) -> None:
        """Do nothing: a seal that is gone changes the version."""

"""The tokens of the team's server and its keys: a table each, over either database.

Of a token only a digest of its secret is kept. A row is changed, never deleted: the audit log
names tokens long after they were revoked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.storage.tables import upsert

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.storage.tables import Tables


class TokenRow(NamedTuple):
    """A token; moments as ISO text, empty where there is none.

    ``former``: the digest of the secret before the last change, good until ``former_until``.
    """

    id: str
    workspace_name: str
    agent: str
    session: str
    scopes: str  # names with spaces between them
    digest: str
    made: str
    expires: str = ""
    former: str = ""
    former_until: str = ""
    revoked: str = ""
    note: str = ""


_COLUMNS = ", ".join(TokenRow._fields)
_PUT = upsert("tokens", TokenRow._fields)
_FIND = f"SELECT {_COLUMNS} FROM tokens WHERE id = ?"


class TokenTable:
    """The rows."""

    def __init__(self, database: Tables) -> None:
        self.database = database

    def put(self, row: TokenRow) -> None:
        """Add a token."""
        with self.database.transaction() as connection:
            connection.execute(_PUT, row)

    def find(self, number: str) -> TokenRow | None:
        """Return the token with this id, as it stands now."""
        rows = self.database.execute(_FIND, (number,))
        return TokenRow(*rows[0]) if rows else None

    def all(self) -> list[TokenRow]:
        """Return all, the oldest first."""
        rows = self.database.execute(f"SELECT {_COLUMNS} FROM tokens ORDER BY made, id")
        return [TokenRow(*row) for row in rows]

    def change(self, number: str, change: Callable[[TokenRow], TokenRow]) -> TokenRow | None:
        """Put what is made of a row in its place; None where there is none."""
        with self.database.transaction() as connection:
            found = connection.execute(_FIND, (number,)).fetchone()
            if found is None:
                return None
            row = change(TokenRow(*found))
            connection.execute(_PUT, row)
        return row

    def key(self, name: str, new: str) -> str:
        """Return the key of this name; of many processes that ask first, one gives it."""
        with self.database.transaction() as connection:
            connection.execute(
                "INSERT INTO server_keys (name, value) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET name = excluded.name",
                (name, new),
            )
            row = connection.execute(
                "SELECT value FROM server_keys WHERE name = ?", (name,)
            ).fetchone()
        return str(row[0])

    def close(self) -> None:
        """Close all connections."""
        self.database.close()

"""The tokens of the team's server in the database that holds the workspaces' stores."""

from __future__ import annotations

from lamina.storage.postgres import PostgresDatabase, Tenant
from lamina.storage.token_table import TokenTable

_NAME = "lamina server"  # no workspace has it: theirs begin with a machine and a colon


def in_database(url: str) -> TokenTable:
    """Return the table: the same for every server on this database."""
    return TokenTable(PostgresDatabase(url, Tenant.of(_NAME), "states"))

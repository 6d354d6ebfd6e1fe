"""J08: whatever is said in the database as one workspace, no row of another is read or changed.

The tables are those the database has, so that one that is added is tried at once; the role is the
one that workers and servers use.
"""

from __future__ import annotations

from contextlib import closing

import pytest

pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")

import psycopg

from lamina.storage.postgres import PostgresDatabase, Tenant
from lamina.storage.postgres_schema import PARTS, SETTING, TABLES, Table

_VALUES = {
    "TEXT": "'x'",
    "BLOB": "'x'::bytea",
    "REAL": "0.5",
    "VECTOR": "'[1,2]'",
    "TIME": "now()",
    **dict.fromkeys(("INTEGER", "COUNT", "SMALL", "WORD"), "1"),
}


def insert(table: Table, workspace: int) -> str:
    """Return the statement that puts a row into a table for a workspace."""
    columns = [(name, kind) for name, kind in table.parsed() if kind != "NUMBER"]
    names = ", ".join(["workspace", *(name for name, _ in columns)])
    values = ", ".join([str(workspace), *(_VALUES[kind.rstrip("?")] for _, kind in columns)])
    return f"INSERT INTO {table.name} ({names}) VALUES ({values})"


@pytest.fixture(scope="module")
def rows(postgres):
    """Two workspaces with a row in every table; the second is the one that is attacked."""
    tenants = [Tenant.of(postgres.name()) for _ in range(2)]
    with postgres.connect("lamina") as connection:
        connection.execute("SET search_path TO lamina")
        for tenant in tenants:
            for table in TABLES.values():
                connection.execute(insert(table, tenant.number).encode())
    return [tenant.number for tenant in tenants]


@pytest.fixture
def as_app(postgres, rows):
    """A session of the application, set to the first workspace."""
    with closing(psycopg.connect(postgres.url(), autocommit=True)) as connection:
        connection.execute("SET search_path TO lamina")
        connection.execute(f"SET {SETTING} = '{rows[0]}'")
        yield connection


def whole(postgres, number):
    """Return every row of a workspace, as the administrator sees them."""
    with postgres.connect("lamina") as connection:
        return {
            name: connection.execute(
                f"SELECT * FROM lamina.{name} WHERE workspace = {number}".encode()
            ).fetchall()
            for name in TABLES
        }


def test_these_are_all_tables_there_are(postgres):
    with postgres.connect("lamina") as connection:
        found = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'lamina'::regnamespace"
            " AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT relispartition"
        ).fetchall()
        functions = connection.execute(
            "SELECT proname FROM pg_proc WHERE pronamespace = 'lamina'::regnamespace"
        ).fetchall()
    assert {name for (name,) in found} == {*TABLES, "version"}
    assert functions == []  # none could look past the rules


@pytest.mark.parametrize("name", TABLES)
def test_j08_no_statement_reaches_a_row_of_another_workspace(postgres, rows, as_app, name):
    mine, other = rows
    before = whole(postgres, other)
    assert len(before[name]) == 1
    for place in (name, *(f"{name}_{part}" for part in range(PARTS))):
        seen = as_app.execute(f"SELECT workspace FROM {place}").fetchall()
        assert seen == ([(mine,)] if place == name else [])  # a part is nobody's
        for condition in ("", f" WHERE workspace = {other}", " WHERE true OR workspace = 0"):
            read = as_app.execute(f"SELECT * FROM {place}{condition}").fetchall()
            assert all(row[0] == mine for row in read)
            changed = as_app.execute(
                f"UPDATE {place} SET workspace = workspace{condition} RETURNING workspace"
            ).fetchall()
            assert all(row == (mine,) for row in changed)
        if seen:
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
                as_app.execute(f"UPDATE {place} SET workspace = {other}")
        gone = as_app.execute(f"DELETE FROM {place} WHERE workspace = {other}")
        assert gone.rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            as_app.execute(f"TRUNCATE {place}")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        as_app.execute(insert(TABLES[name], other))
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        as_app.execute(insert(TABLES[name], other) + " ON CONFLICT DO NOTHING")
    as_app.execute(f"DELETE FROM {name}")
    assert whole(postgres, other) == before
    assert whole(postgres, mine)[name] == []


@pytest.mark.parametrize("setting", ["", "0", "not a number", None])
def test_j08_a_session_that_is_set_to_no_workspace_reads_nothing(postgres, rows, setting):
    with closing(psycopg.connect(postgres.url(), autocommit=True)) as connection:
        connection.execute("SET search_path TO lamina")
        if setting is not None:
            connection.execute(f"SET {SETTING} = '{setting}'")
        for name, table in TABLES.items():
            try:
                assert connection.execute(f"SELECT * FROM {name}").fetchall() == []
            except psycopg.errors.InvalidTextRepresentation:
                assert setting == "not a number"
            with pytest.raises(psycopg.Error):
                connection.execute(insert(table, rows[1]))


def test_j08_rules_cannot_be_taken_away_by_the_application(as_app):
    for statement in (
        "ALTER TABLE recalls NO FORCE ROW LEVEL SECURITY",
        "ALTER TABLE recalls DISABLE ROW LEVEL SECURITY",
        "DROP POLICY own ON recalls",
        "CREATE POLICY all_of_it ON recalls USING (true)",
        "CREATE TABLE mine (x int)",
        "CREATE FUNCTION all_of_it() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "DELETE FROM version",
        "SET SESSION AUTHORIZATION lamina_owner",
        "SET ROLE postgres",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            as_app.execute(statement)
    as_app.execute("SET row_security = off")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_app.execute("SELECT * FROM recalls")


def test_j08_connections_that_many_workspaces_take_turns_with_are_set_to_each(postgres):
    """One connection, two workspaces: each statement sees the rows of whoever says it."""
    url = postgres.url()
    one, two = (
        PostgresDatabase(url, Tenant.of(postgres.name()), "states", connections=1) for _ in range(2)
    )
    with closing(one), closing(two):
        for turn in range(20):
            for database, other in ((one, two), (two, one)):
                database.execute(
                    "INSERT INTO marks (name, value, at) VALUES (?, ?, ?)",
                    (f"m{turn}", database.tenant.name, "now"),
                )
                seen = {name for (name,) in database.execute("SELECT DISTINCT value FROM marks")}
                assert seen == {database.tenant.name} != {other.tenant.name}

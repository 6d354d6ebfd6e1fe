"""The tables in PostgreSQL: those of SQLite, each beginning with the workspace, from any version."""

from __future__ import annotations

import threading
from contextlib import closing

import pytest

from lamina.errors import LeaseHeldError, StoreError, StoreTooNewError
from lamina.storage.sqlite_state import SqliteState
from tests.postgres_server import LOCKED, OWNER
from tests.storage.test_state import recall

AT = "2026-03-01T10:00:00.000+00:00"
pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")

from lamina.storage.postgres import Tenant, shown  # noqa: E402
from lamina.storage.postgres_lease import Lease  # noqa: E402
from lamina.storage.postgres_schema import LAYOUT, PARTS, STEPS, TABLES, migrate  # noqa: E402
from lamina.storage.postgres_sql import of_workspace  # noqa: E402
from lamina.storage.postgres_state import PostgresState  # noqa: E402

ONE = Tenant.of("one")


def test_both_stores_have_the_same_columns_and_keys(tmp_path):
    state = SqliteState(tmp_path / "state.db")
    found = state.database.layout()
    assert found == LAYOUT
    assert {table: list(columns) for table, columns in found.items()} == {
        table: list(columns) for table, columns in LAYOUT.items()
    }
    state.close()


MINE = "(SELECT * FROM {0} WHERE workspace = $1) AS {0}"
SAID = {
    "SELECT a FROM seen WHERE kind = ? AND a IN (SELECT a FROM marks)": (
        f"SELECT a FROM {MINE.format('seen')} WHERE kind = $2"
        f" AND a IN (SELECT a FROM {MINE.format('marks')})"
    ),
    "DELETE FROM grounded": "DELETE FROM grounded WHERE workspace = $1",
    "DELETE FROM trials WHERE a = ? OR b = ?": (
        "DELETE FROM trials WHERE workspace = $1 AND (a = $2 OR b = $3)"
    ),
    "UPDATE runs SET a = ?": "UPDATE runs SET a = $2 WHERE workspace = $1",
    "UPDATE runs SET a = ? WHERE b = ? OR id = (SELECT MAX(id) FROM runs)": (
        "UPDATE runs SET a = $2 WHERE workspace = $1 AND (b = $3 OR id = (SELECT MAX(id) FROM"
        f" {MINE.format('runs')}))"
    ),
    "INSERT INTO marks (a, b) VALUES (?, ?) ON CONFLICT (a) DO UPDATE SET b = excluded.b": (
        "INSERT INTO marks (workspace, a, b) VALUES ($1, $2, $3)"
        " ON CONFLICT (workspace, a) DO UPDATE SET b = excluded.b"
    ),
    "INSERT INTO runs (a) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM runs WHERE a = ?)": (
        "INSERT INTO runs (workspace, a) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM"
        f" {MINE.format('runs')} WHERE a = $3) RETURNING id"
    ),
}


@pytest.mark.parametrize("sql", SAID)
def test_every_statement_is_held_to_the_workspace(sql):
    assert of_workspace(sql).sql == SAID[sql]


def test_every_key_index_and_cut_begins_with_the_workspace(postgres):
    with postgres.connect("lamina") as connection:
        keys = connection.execute(
            "SELECT indexrelid::regclass::text, (SELECT attname FROM pg_attribute"
            " WHERE attrelid = indrelid AND attnum = indkey[0]) FROM pg_index"
            " JOIN pg_class ON pg_class.oid = indrelid"
            " WHERE relnamespace = 'lamina'::regnamespace"
        ).fetchall()
        cuts = connection.execute(
            "SELECT relname, pg_get_partkeydef(oid), relrowsecurity AND relforcerowsecurity,"
            " (SELECT count(*) FROM pg_inherits WHERE inhparent = pg_class.oid) FROM pg_class"
            " WHERE relnamespace = 'lamina'::regnamespace AND relkind = 'p'"
        ).fetchall()
    assert {column for _, column in keys} == {"workspace"}
    assert len(keys) > len(TABLES) * PARTS
    assert sorted(cuts) == sorted((name, "HASH (workspace)", True, PARTS) for name in TABLES)


@pytest.mark.parametrize("version", range(len(STEPS)))
def test_an_earlier_version_is_brought_forward_and_keeps_its_rows(postgres, version):
    database = postgres.new_database()
    url = postgres.url(database, OWNER)
    if version:
        import psycopg

        with psycopg.connect(url, autocommit=True) as connection:
            migrate(connection, "here", steps=STEPS[:version])
            connection.execute(f"SET lamina.workspace = '{ONE.number}'")
            connection.execute(
                "INSERT INTO lamina.marks (workspace, name, value, at) VALUES (%s, 'a', 'b', 'c')",
                (ONE.number,),
            )
    state = PostgresState(url, ONE)
    assert state.dreams.mark("a") == (("b", "c") if version else None)
    state.record_recalls([recall(AT)])
    assert state.recalls() == [recall(AT)]
    state.close()


@pytest.mark.parametrize("version", [1, len(STEPS) - 1])
def test_an_earlier_version_is_brought_forward_while_its_own_processes_write(postgres, version):
    """What they write meanwhile is there afterwards, and they go on writing."""
    import psycopg

    database = postgres.new_database()
    url = postgres.url(database, OWNER)
    with psycopg.connect(url, autocommit=True) as connection:
        migrate(connection, "here", steps=STEPS[:version])
    over = threading.Event()
    written: list[str] = []
    failed: list[Exception] = []

    def write():
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"SET lamina.workspace = '{ONE.number}'")
            while not over.is_set():
                name = f"m{len(written)}"
                try:
                    connection.execute(
                        "INSERT INTO lamina.marks (workspace, name, value, at)"
                        " VALUES (%s, %s, 'b', 'c')",
                        (ONE.number, name),
                    )
                    if version >= _LEASED:  # as a worker of that version says it
                        connection.execute(
                            "INSERT INTO lamina.leases (workspace, number, holder, until)"
                            " VALUES (%s, 7, 'old', clock_timestamp() + interval '60 seconds')"
                            " ON CONFLICT (workspace) DO UPDATE SET until = excluded.until",
                            (ONE.number,),
                        )
                except psycopg.Error as error:
                    failed.append(error)
                written.append(name)
                over.wait(0.005)

    thread = threading.Thread(target=write)
    thread.start()

    def more():
        reached = len(written) + 5
        while len(written) < reached:
            over.wait(0.01)

    try:
        more()
        with closing(PostgresState(url, ONE)) as state:
            state.record_recalls([recall(AT)])
            more()
            if version >= _LEASED:
                with pytest.raises(LeaseHeldError, match="old works in here"):
                    Lease.take(url, ONE, "new", 60, shown="here", renewing=False)
            over.set()
            thread.join()
            assert failed == []
            assert all(state.dreams.mark(name) == ("b", "c") for name in written)
            assert state.recalls() == [recall(AT)]
    finally:
        over.set()
        thread.join()


_LEASED = 4  # the version that has leases


def test_whole_tables_as_citus_takes_them_serve_as_well(postgres):
    import psycopg

    url = postgres.url(postgres.new_database(), OWNER)
    with psycopg.connect(url) as connection:
        migrate(connection, "here", parts=0)
    for tenant in (ONE, Tenant.of("two")):
        with closing(PostgresState(url, tenant)) as state:
            assert state.recalls() == []
            state.record_recalls([recall(AT)])
            state.see("kind", {"a": "digest"}, "2026-03-01")
            assert state.recalls() == [recall(AT)]


def test_of_many_that_open_an_old_database_one_brings_it_forward(postgres):
    url = postgres.url(postgres.new_database(), OWNER)
    failed: list[BaseException] = []

    def work(number):
        try:
            state = PostgresState(url, Tenant.of(f"w{number}"))
            for _ in range(10):
                state.record_recalls([recall(AT)])
            assert len(state.recalls()) == 10
            state.close()
        except BaseException as error:  # noqa: BLE001 - told below
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_database_of_a_newer_lamina_is_refused_and_left_alone(postgres):
    database = postgres.new_database()
    with closing(PostgresState(postgres.url(database, OWNER), ONE)) as state:
        state.recalls()
    postgres.run(f"UPDATE lamina.version SET number = {len(STEPS) + 1}", database)
    with pytest.raises(StoreTooNewError):
        PostgresState(postgres.url(database, OWNER), ONE).recalls()


def test_what_is_wrong_is_said(postgres):
    bare = postgres.new_database(vector=False)
    locked = postgres.url(role=LOCKED)
    wrong = {
        "postgresql://nobody@127.0.0.1:1/lamina": "cannot be reached",
        postgres.url(role="postgres"): "sees every row",
        postgres.url("nowhere"): "does not exist",
        locked: "wants a password",
        postgres.url(bare, OWNER): "no extension vector",
        postgres.url(postgres.new_database()): "lacks a right",  # to make the tables
    }
    for url, reason in wrong.items():
        with pytest.raises(StoreError, match=reason) as told:
            PostgresState(url, ONE).recalls()
        assert "Markdown files are untouched" in told.value.message
        assert told.value.hint


def test_a_wrong_password_is_said_and_shown_nowhere(postgres, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", "guessed-it")
    with pytest.raises(StoreError, match="refused the password") as told:
        PostgresState(postgres.url(role=LOCKED), ONE).recalls()
    assert "guessed" not in f"{told.value.message} {told.value.hint}"


def test_an_address_with_a_password_is_refused_without_showing_it():
    with pytest.raises(StoreError, match="holds a password") as told:
        shown("postgresql://lamina:canary@localhost/lamina")
    assert "canary" not in f"{told.value.message} {told.value.hint}"
    with pytest.raises(StoreError, match="no address"):
        shown("sqlite:///x.db")


def test_a_connection_that_was_cut_is_opened_again(postgres):
    state = PostgresState(postgres.url(), Tenant.of(postgres.name()))

    def cut():
        with state.database.using() as raw:
            postgres.run(f"SELECT pg_terminate_backend({raw.info.backend_pid})")

    state.record_recalls([recall(AT)])
    cut()
    assert len(state.recalls()) == 1
    cut()
    state.record_recalls([recall(AT)])
    with pytest.raises(StoreError, match="ended the connection"), state.database.transaction() as t:
        t.execute("DELETE FROM recalls")
        cut()
        t.execute("DELETE FROM marks")
    assert len(state.recalls()) == 2
    state.close()


def test_another_workspace_is_out_of_reach_of_a_wrong_query(postgres):
    mine, other = (PostgresState(postgres.url(), Tenant.of(postgres.name())) for _ in range(2))
    other.record_recalls([recall(AT)])
    import psycopg

    with mine.database.using() as raw:
        number = other.database.tenant.number
        assert raw.execute("SELECT * FROM recalls").fetchall() == []
        assert raw.execute("SELECT * FROM recalls WHERE workspace = $1", (number,)).fetchall() == []
        assert raw.execute("UPDATE recalls SET query = ''").rowcount == 0
        assert raw.execute("DELETE FROM recalls").rowcount == 0
        for part in range(PARTS):
            assert raw.execute(f"SELECT * FROM recalls_{part}").fetchall() == []

        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            raw.execute(
                "INSERT INTO marks (workspace, name, value, at) VALUES ($1, 'a', 'b', 'c')",
                (number,),
            )
        raw.execute("SELECT set_config('lamina.workspace', '', false)")
        assert raw.execute("SELECT * FROM recalls").fetchall() == []
        assert len(other.recalls()) == 1
    mine.close()
    other.close()

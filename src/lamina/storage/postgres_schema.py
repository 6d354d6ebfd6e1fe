"""The tables in PostgreSQL: what they hold, and the steps from any earlier version to this one.

Every table begins with the workspace: it is the first column of every key, the tables are cut by
its hash, and a role sees only the rows of the workspace its session is set to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.errors import StoreError, StoreTooNewError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import psycopg

    from lamina.storage.tables import Layout

PARTS = 16  # of each table; 0: whole tables, as Citus distributes them
SETTING = "lamina.workspace"
_TYPES = {
    "TEXT": 'text COLLATE "C"',  # compared by its bytes, as in SQLite
    "INTEGER": "bigint",
    "REAL": "double precision",
    "BLOB": "bytea",
    "COUNT": "bigint",
    "SMALL": "smallint",
    "WORD": "integer",
    "VECTOR": "vector",
    "TIME": "timestamptz",
}
_LOCK = 0x4C616D696E61  # held while tables are made; "Lamina"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: ``columns`` as "name TYPE", "?": may be absent; NUMBER: counted up by itself."""

    name: str
    columns: str
    key: str
    indexes: tuple[str, ...] = ()
    unique: str = ""

    def parsed(self) -> list[tuple[str, str]]:
        """Return the columns' names and types."""
        pairs = (column.split() for column in self.columns.split(","))
        return [(name, kind) for name, kind in pairs]


_STATE = (
    Table("states", "name TEXT", ""),
    Table(
        "recalls",
        "rowid NUMBER, at TEXT, day TEXT, query_hash TEXT, query TEXT, source TEXT, origin TEXT,"
        " session TEXT, chunk TEXT, path TEXT, first INTEGER, last INTEGER, claim TEXT, score REAL",
        "rowid",
        ("claim, at", "at"),
    ),
    Table("origins", "claim TEXT, origin TEXT, at TEXT", "claim"),
    Table("seen", "kind TEXT, key TEXT, digest TEXT, first TEXT, touched TEXT", "kind, key"),
    Table("wanted", "question TEXT, first TEXT, last TEXT, times INTEGER", "question"),
    Table("ingested", "path TEXT, hash TEXT", "path"),
    Table(
        "mentions",
        "claim TEXT, path TEXT, first INTEGER, last INTEGER, day TEXT",
        "claim, path, first",
        ("path", "day"),
    ),
    Table("phases", "phase TEXT, claim TEXT, hits INTEGER, last TEXT", "phase, claim"),
    Table("promotions", "claim TEXT, day TEXT, change INTEGER, text TEXT, details TEXT", "claim"),
    Table("rejected", "claim TEXT, day TEXT, why TEXT, change INTEGER, lifted INTEGER?", "claim"),
    Table(
        "runs",
        "id NUMBER, day TEXT, started TEXT, ended TEXT, digest TEXT, outcome TEXT, counts TEXT",
        "id",
    ),
    Table(
        "grounded",
        "claim TEXT, path TEXT, first INTEGER, last INTEGER, day TEXT, kind TEXT, score REAL,"
        " signals INTEGER, at TEXT",
        "claim, path, kind",
    ),
    Table(
        "tombstones",
        "id NUMBER, kind TEXT, mac TEXT, size INTEGER, salt TEXT, at TEXT, why TEXT,"
        " made_ns INTEGER",
        "id",
        unique="kind, mac",
    ),
    Table("marks", "name TEXT, value TEXT, at TEXT", "name"),
    Table(
        "proposals",
        "claim TEXT, at TEXT, kind TEXT, text TEXT, change INTEGER, gone INTEGER?",
        "claim",
    ),
    Table(
        "trials",
        "id TEXT, claim TEXT, at TEXT, path TEXT, verdict TEXT, change INTEGER",
        "id",
    ),
    Table(
        "session_events",
        "id NUMBER, at TEXT, session TEXT, kind TEXT, details TEXT",
        "id",
        ("session, kind, id",),
    ),
    Table(
        "chat_cursors",
        "session TEXT, at TEXT, transcript TEXT, question INTEGER, done INTEGER, ended INTEGER",
        "session",
    ),
    Table(
        "trims",
        "id NUMBER, at TEXT, session TEXT, kind TEXT, transcript BLOB, archive BLOB, size INTEGER,"
        " digest TEXT, new_size INTEGER, new_digest TEXT, kept INTEGER, removed INTEGER,"
        " outcome TEXT",
        "id",
        ("session, id", "transcript, id"),
    ),
    Table(
        "job_runs",
        "id NUMBER, job TEXT, due TEXT, started TEXT, ended TEXT, outcome TEXT, runner TEXT,"
        " said TEXT, told INTEGER",
        "id",
        ("job, id",),
    ),
)
_INDEX = (
    Table(
        "indexes",
        "name TEXT, version COUNT, generation COUNT, fence COUNT, chunks COUNT, size COUNT",
        "",
    ),
    Table(
        "files",
        "path TEXT, layer TEXT, scope INTEGER, day TEXT, size INTEGER, changed_ns INTEGER,"
        " inode INTEGER, hash TEXT, checked_ns INTEGER, fields TEXT, problems TEXT,"
        " first INTEGER, chunks INTEGER, length INTEGER, born INTEGER",
        "path",
    ),
    Table(
        "chunks",
        "number INTEGER, id TEXT, path TEXT, begins INTEGER, ends INTEGER, heading TEXT,"
        " text TEXT, line TEXT, head TEXT, embedded TEXT, vector_key TEXT, size INTEGER",
        "number",
        ("path, begins", "id", "vector_key"),
    ),
    Table(
        "postings",
        "term TEXT, number INTEGER, line SMALL, head SMALL, size WORD",
        "term, number",
    ),
    Table(
        "vectors",
        "id NUMBER, vector_key TEXT, model TEXT, script TEXT, vector VECTOR",
        "id",
        unique="vector_key, model",
    ),
    Table("models", "name TEXT, kind TEXT, model TEXT, url TEXT, chunks INTEGER", "name"),
    Table("judged", "key BLOB, answer TEXT", "key"),
)
_SERVER = (  # of the team's server, which is a workspace of its own here
    Table(
        "tokens",
        "id TEXT, workspace_name TEXT, agent TEXT, session TEXT, scopes TEXT, digest TEXT,"
        " made TEXT, expires TEXT, former TEXT, former_until TEXT, revoked TEXT, note TEXT",
        "id",
    ),
    Table("server_keys", "name TEXT, value TEXT", "name"),
)
_LEASES = (Table("leases", "number COUNT, holder TEXT, until TIME", ""),)
# Who may write a workspace's files now, on which machine; how much a token may ask for yet.
_SHARED = (
    Table("pens", "number COUNT, holder TEXT, kernel TEXT, seconds REAL, until TIME", ""),
    Table("rates", "token TEXT, remains REAL, at TIME", "token"),
    "ALTER TABLE leases ADD COLUMN seconds double precision",
)
# Appended to, never edited: the number of steps is the version. A step is tables that are new, and
# statements.
STEPS: tuple[tuple[Table | str, ...], ...] = (
    _STATE,
    ("CREATE EXTENSION IF NOT EXISTS vector", *_INDEX),
    _SERVER,
    _LEASES,
    _SHARED,
)
TABLES = {one.name: one for step in STEPS for one in step if isinstance(one, Table)}
NUMBERS = {
    table.name: name
    for table in TABLES.values()
    for name, kind in table.parsed()
    if kind == "NUMBER"
}


def _layout(table: Table) -> dict[str, tuple[str, int]]:
    """Return a table's columns as the parts of the state see them.

    That is without the workspace, and a rowid is no column.
    """
    key = [name.strip() for name in table.key.split(",")]
    return {
        name: (
            "INTEGER" if kind == "NUMBER" else kind.rstrip("?"),
            key.index(name) + 1 if name in key else 0,
        )
        for name, kind in table.parsed()
        if name != "rowid"
    }


LAYOUT: Layout = {table.name: _layout(table) for table in _STATE if table.key}


def statements(table: Table, parts: int = PARTS) -> list[str]:
    """Return what makes a table, its parts, and the rule of whose rows a session sees."""
    columns = ["workspace bigint NOT NULL"]
    made = []
    for name, kind in table.parsed():
        if kind == "NUMBER":
            made.append(f"CREATE SEQUENCE {table.name}_numbers")
            columns.append(f"{name} bigint NOT NULL DEFAULT nextval('{table.name}_numbers')")
        else:
            needed = "" if kind.endswith("?") else " NOT NULL"
            begun = " DEFAULT 0" if kind == "COUNT" else ""
            columns.append(f"{name} {_TYPES[kind.rstrip('?')]}{needed}{begun}")
    columns.append(f"PRIMARY KEY ({_first(table.key)})")
    if table.unique:
        columns.append(f"UNIQUE ({_first(table.unique)})")
    cut = " PARTITION BY HASH (workspace)" if parts else ""
    made.append(f"CREATE TABLE {table.name} ({', '.join(columns)}){cut}")
    made += [f"CREATE INDEX ON {table.name} ({_first(index)})" for index in table.indexes]
    names = [f"{table.name}_{part}" for part in range(parts)]
    made += [
        f"CREATE TABLE {name} PARTITION OF {table.name}"
        f" FOR VALUES WITH (MODULUS {parts}, REMAINDER {part})"
        for part, name in enumerate(names)
    ]
    for name in (table.name, *names):  # a part has no rule of its own: nobody reads it by itself
        made += [f"ALTER TABLE {name} {how} ROW LEVEL SECURITY" for how in ("ENABLE", "FORCE")]
    made.append(
        f"CREATE POLICY own ON {table.name} USING"
        f" (workspace = nullif(current_setting('{SETTING}', true), '')::bigint)"
    )
    return made


def _first(names: str) -> str:
    return f"workspace, {names}" if names else "workspace"


def version_of(connection: psycopg.Connection[Any]) -> int:
    """Return the version of the tables; 0: there are none."""
    row = connection.execute("SELECT to_regclass('lamina.version')").fetchone()
    if row is None or row[0] is None:
        return 0
    row = connection.execute("SELECT number FROM lamina.version").fetchone()
    return int(row[0]) if row else 0


def migrate(
    connection: psycopg.Connection[Any],
    shown: str,
    *,
    steps: Sequence[Sequence[Table | str]] = STEPS,
    parts: int = PARTS,
) -> None:
    """Bring the tables to the newest version; of many processes one does it, the others wait.

    What is made and its number are one transaction: killed in between, nothing happened.
    """
    if version_of(connection) == len(steps):
        return
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({_LOCK})")
        found = version_of(connection)
        if found > len(steps):
            raise StoreTooNewError(shown, found, len(steps))
        if found == len(steps):
            return
        connection.execute("CREATE SCHEMA IF NOT EXISTS lamina")
        connection.execute(
            "SELECT set_config('search_path', 'lamina, ' || current_setting('search_path'), true)"
        )
        connection.execute("CREATE TABLE IF NOT EXISTS lamina.version (number bigint NOT NULL)")
        for step in steps[found:]:
            for one in step:
                for sql in [one] if isinstance(one, str) else statements(one, parts):
                    _make(connection, sql, shown)
        connection.execute("DELETE FROM lamina.version")
        connection.execute(f"INSERT INTO lamina.version VALUES ({len(steps)})")


def _make(connection: psycopg.Connection[Any], sql: str, shown: str) -> None:
    from psycopg import errors

    try:
        connection.execute(sql)
    except (errors.FeatureNotSupported, errors.UndefinedFile) as error:
        if "vector" not in str(error):
            raise
        raise StoreError(
            shown,
            "the database server has no extension vector",
            "Install pgvector on the server, then in the database: CREATE EXTENSION vector",
        ) from error
    except errors.InsufficientPrivilege as error:
        if "extension" not in str(error):
            raise
        raise StoreError(
            shown,
            "the database has no extension vector, and this role may not add it",
            "Ask who looks after the database for: CREATE EXTENSION vector",
        ) from error

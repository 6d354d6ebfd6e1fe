"""One workspace in a PostgreSQL database: connect, check, transact; errors in plain words.

Everything a session reads and writes is its workspace's: the statements say so, and the database
holds to it by itself (row security by the setting lamina.workspace).
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import threading
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from lamina.errors import MissingExtraError, StoreAwayError, StoreError
from lamina.storage.postgres_schema import LAYOUT, SETTING, migrate
from lamina.storage.postgres_sql import of_workspace

try:
    import psycopg
    from psycopg import RawCursor, conninfo, errors
    from psycopg.adapt import Loader

    from lamina.storage import postgres_pool
    from lamina.storage.postgres_vectors import register
except ImportError as error:
    raise MissingExtraError("A store in PostgreSQL", "server") from error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from psycopg.abc import Buffer

    from lamina.storage.postgres_sql import Statement
    from lamina.storage.tables import Layout

CONNECTIONS = 10  # of a process, for all its workspaces
_SESSION = {
    "lock_timeout": "30s",  # for another process that is writing, as with SQLite
    # Shorter than that: whoever stands still in the middle of a change, or whose machine is gone,
    # is cut off before those who wait for it give up.
    "idle_in_transaction_session_timeout": "20s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "2",
    # Which part of a table is meant is found when a statement runs, so that one plan serves all
    # workspaces: else each question would be planned anew, which takes as long as its answer. Its
    # estimate is of all parts, and would have it compiled, which takes far longer.
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
}
_CONNECT_SECONDS = 10
_FROM_WHERE = "It is read from ~/.pgpass or the environment (PGPASSWORD)."

_NO_ROOM = "the database's disk is full", "Make room on the server; then repeat."
_FULL = "Repeat in a moment; its max_connections may be too few."

T = TypeVar("T")
# A connection in a transaction, and what its first question found.
_Begun: TypeAlias = "tuple[psycopg.Connection[Any], psycopg.Cursor[Any]]"


class Tenant(NamedTuple):
    """A workspace as the database knows it: a number in every row, and what that stands for."""

    number: int
    name: str

    @classmethod
    def at(cls, machine: str, root: Path) -> Tenant:
        """Return the one of a folder on a machine; empty: this one."""
        return cls.of(f"{machine or platform.node()}:{root}")

    @classmethod
    def of(cls, name: str) -> Tenant:
        """Return the one of a name, such as its machine and folder."""
        digest = hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest()
        shown = name.encode("utf-8", "replace").decode()
        return cls(int.from_bytes(digest[:8], "big", signed=True), shown)


class PostgresDatabase:
    """One workspace's tables. A lost connection is opened again."""

    path: Path | None = None
    remnants = (
        "what the database server keeps of deleted rows: pages it has not used again, its log,"
        " replicas, backups"
    )

    def __init__(
        self, url: str, tenant: Tenant, row: str, *, connections: int = CONNECTIONS
    ) -> None:
        """``row``: the table whose row of this workspace a writer holds, one at a time.

        ``connections``: how many of this process's threads may use the database at once.
        """
        self.tenant = tenant
        self.shown = shown(url)
        self._url = url
        self._row = row
        self._most = connections
        self._local = threading.local()
        self._joined: postgres_pool.Pool | None = None
        self._joining = threading.Lock()
        self._entered = -1  # losses the pool had when the workspace's row was last seen
        # Returns what tells which rows (by their columns) may come into a table; None: all.
        self.gate: Callable[[str], Callable[[Mapping[str, Any]], bool] | None] = lambda _: None
        self.prepare: Callable[[], None] | None = None  # run once, on the first connection
        # Raises where whoever writes may not any more; asked at the begin of each transaction.
        self.fence: Callable[[psycopg.Connection[Any]], None] | None = None

    @property
    def _pool(self) -> postgres_pool.Pool:
        with self._joining:
            if self._joined is None:
                self._joined = postgres_pool.join(self._url, self._most, self._open, self.shown)
            return self._joined

    @contextlib.contextmanager
    def using(self) -> Iterator[psycopg.Connection[Any]]:
        """Give the connection of the thread's transaction, else one for a moment."""
        held = self._held
        if held is not None:
            yield held
            return
        with self._pool.taken(self.tenant.number) as (raw, last):
            if last != self.tenant.number:
                raw.execute("SELECT set_config($1, $2, false)", (SETTING, str(self.tenant.number)))
            self._local.held = raw
            try:
                self._begin(raw)
                yield raw
            finally:
                self._local.held = None

    @property
    def _held(self) -> psycopg.Connection[Any] | None:
        found: psycopg.Connection[Any] | None = getattr(self._local, "held", None)
        return found

    def _begin(self, raw: psycopg.Connection[Any]) -> None:
        """See to the workspace's row and what is to be prepared, once, and after each loss."""
        losses = self._pool.losses
        if self._entered != losses:
            self._enter(raw)
            self._entered = losses
        if self.prepare is not None:
            prepare, self.prepare = self.prepare, None
            prepare()

    @property
    def connection(self) -> Held:
        """Runs the state's statements, each on its own."""
        return Held(self)

    def _open(self) -> psycopg.Connection[Any]:
        found: psycopg.Connection[Any] = psycopg.connect(
            self._url,
            autocommit=True,
            cursor_factory=RawCursor,
            connect_timeout=_CONNECT_SECONDS,
            application_name="lamina",
            prepare_threshold=0,  # planned once: see _SESSION
        )
        try:
            found.adapters.register_loader("numeric", _Whole)
            self._check_role(found)
            migrate(found, self.shown)
            register(found)
        except BaseException:
            found.close()
            raise
        return found

    def _check_role(self, connection: psycopg.Connection[Any]) -> None:
        """Prepare the session; refuse a role that row security does not hold."""
        row = connection.execute(
            "SELECT rolsuper OR rolbypassrls, current_user::text,"
            " set_config('search_path', 'lamina, ' || current_setting('search_path'), false),"
            " (SELECT count(set_config(name, value, false))"
            " FROM unnest($1::text[], $2::text[]) AS wanted (name, value))"
            " FROM pg_roles WHERE rolname = current_user",
            (list(_SESSION), list(_SESSION.values())),
        ).fetchone()
        if row and row[0]:
            raise StoreError(
                self.shown,
                f"the role {row[1]} sees every row whatever the rules say, so nothing would keep"
                " workspaces apart",
                "Use a role that is no superuser and has no BYPASSRLS (docs/scale.md).",
            )

    def _enter(self, connection: psycopg.Connection[Any]) -> None:
        """Make the workspace's row, or see that it is this workspace's."""
        connection.execute(
            f"INSERT INTO {self._row} (workspace, name) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            self.tenant,
        )
        row = connection.execute(
            f"SELECT name FROM {self._row} WHERE workspace = $1", (self.tenant.number,)
        ).fetchone()
        if row is None or row[0] != self.tenant.name:
            raise StoreError(
                self.shown, f"another workspace has the number of {self.tenant.name}", "Move it."
            )

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run one of the state's statements and return its rows."""
        with self.translated():
            if sql.startswith("SELECT"):
                return self._at_first(lambda raw: Held(self, raw).execute(sql, values).fetchall())
        if self._held is None and self.fence is not None:
            with self.transaction() as held:
                return held.execute(sql, values).fetchall()
        with self.translated():  # what was perhaps done is not done again
            return self.connection.execute(sql, values).fetchall()

    def rows(self, sql: str, values: Sequence[Any] = (), *, binary: bool = False) -> list[Any]:
        """Return what a question in PostgreSQL's own words finds, ``$1`` for the workspace."""
        given = (self.tenant.number, *values)
        with self.translated():
            return self._at_first(lambda raw: raw.execute(sql, given, binary=binary).fetchall())

    def _at_first(self, ask: Callable[[psycopg.Connection[Any]], T]) -> T:
        """Ask; where the connection was lost meanwhile, once more on a new one."""
        inside, losses = self._held is not None, self._pool.losses
        try:
            with self.using() as raw:
                return ask(raw)
        except psycopg.OperationalError:
            if inside or self._pool.losses == losses:
                raise
        with self.using() as raw:
            return ask(raw)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Held]:
        """Run statements that take effect together or not at all; one writer at a time."""
        first = f"SELECT 1 FROM {self._row} WHERE workspace = $1 FOR UPDATE"
        with self._block("BEGIN", first) as (raw, _):
            if self.fence is not None:
                self.fence(raw)
            yield Held(self, raw)

    @contextlib.contextmanager
    def changing(self, counted: str) -> Iterator[psycopg.Connection[Any]]:
        """Run statements in PostgreSQL's own words as one; ``counted`` is an update of the row."""
        with self._block("BEGIN", f"{counted} WHERE workspace = $1") as (raw, _):
            yield raw

    @contextlib.contextmanager
    def snapshot(self, first: str = "SELECT $1::bigint") -> Iterator[Any]:
        """Read from one state, whatever others write; gives what ``first`` found, a value."""
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        with self._block(begin, first) as (_, found):
            yield (found.fetchone() or (None,))[0]

    @contextlib.contextmanager
    def _block(self, begin: str, first: str) -> Iterator[_Begun]:
        with self.translated(), contextlib.ExitStack() as stack:
            raw, found = self._started(stack, begin, first)
            try:
                yield raw, found
            except BaseException:
                _roll_back(raw)
                raise
            else:
                raw.execute("COMMIT")

    def _started(self, stack: contextlib.ExitStack, begin: str, first: str) -> _Begun:
        """Begin a transaction on a connection; where that was lost meanwhile, on a new one."""
        inside, losses = self._held is not None, self._pool.losses
        try:
            return self._begun(stack, begin, first)
        except psycopg.OperationalError:
            if inside or self._pool.losses == losses:
                raise
        return self._begun(stack, begin, first)

    def _begun(self, stack: contextlib.ExitStack, begin: str, first: str) -> _Begun:
        with contextlib.ExitStack() as mine:
            raw = mine.enter_context(self.using())
            try:
                with raw.pipeline():  # one way to the server and back
                    raw.execute(begin)
                    found = raw.execute(first, (self.tenant.number,))
            except BaseException:
                _roll_back(raw)
                raise
            stack.push(mine.pop_all())
            return raw, found

    def layout(self) -> Layout:
        """Return the columns of each table of the state."""
        return LAYOUT

    def compact(self) -> bool:
        """Say that no question reaches what was deleted; the server clears its pages by itself."""
        return True

    def remains(self) -> list[Path]:
        """Return nothing: a database is not set aside."""
        return []

    def drop_remains(self, which: Iterable[Path]) -> None:
        """Do nothing: there are none."""

    def set_aside(self, suffix: str) -> Path | None:  # noqa: ARG002 - the contract's
        """Do nothing: a damaged database is its administrator's."""
        return None

    def stay(self) -> None:
        """Keep this process's connections open until it is closed, whoever else closes theirs."""
        self._pool  # noqa: B018 - joined

    def close(self) -> None:
        """Leave the connections to the others of this process, the last one closes them."""
        with self._joining:
            joined, self._joined = self._joined, None
        if joined is not None:
            postgres_pool.leave(self._url)

    def translated(self) -> contextlib.AbstractContextManager[None]:
        """Turn psycopg's errors into ours."""
        return translated(self.shown)


class Held:
    """Runs the state's statements, held to its workspace: on one connection, or on any."""

    def __init__(
        self, database: PostgresDatabase, raw: psycopg.Connection[Any] | None = None
    ) -> None:
        self._database = database
        self._raw = raw

    def _using(self) -> contextlib.AbstractContextManager[psycopg.Connection[Any]]:
        return self._database.using() if self._raw is None else contextlib.nullcontext(self._raw)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Done:
        """Run one."""
        said = of_workspace(sql)
        with self._using() as raw:
            rows = self._let_in(said, [values])
            return Done(raw.execute(said.sql, rows[0]) if rows else None, said.numbered)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run one for each row of values."""
        said = of_workspace(sql)
        with self._using() as raw:
            if kept := self._let_in(said, rows):
                raw.cursor().executemany(said.sql, kept)

    def _let_in(self, said: Statement, rows: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Return the rows that may come in, the workspace before each."""
        number = self._database.tenant.number
        may = self._database.gate(said.table) if said.table else None
        return [
            (number, *row)
            for row in rows
            if may is None or may(dict(zip(said.columns, row, strict=False)))
        ]


class Done:
    """What a statement came to; None: it was not run."""

    def __init__(self, cursor: psycopg.Cursor[Any] | None, numbered: bool) -> None:
        self._cursor = cursor
        self._numbered = numbered

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""
        return self._cursor.rowcount if self._cursor else 0

    @property
    def lastrowid(self) -> int | None:
        """The number of the row it put in."""
        row = self.fetchone() if self._numbered else None
        return int(row[0]) if row else None

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return self._cursor.fetchone() if self._cursor and self._cursor.description else None

    def fetchall(self) -> list[Any]:
        """Return all rows."""
        return self._cursor.fetchall() if self._cursor and self._cursor.description else []


class _Whole(Loader):
    """Reads the sums of whole numbers, which PostgreSQL has as numeric."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


@contextlib.contextmanager
def translated(shown: str) -> Iterator[None]:
    """Turn psycopg's errors into ours; ``shown``: how the database is called."""
    try:
        yield
    except psycopg.Error as error:
        kind, reason, hint = _said(error)
        raise kind(shown, reason, hint) from error


def _roll_back(raw: psycopg.Connection[Any]) -> None:
    with contextlib.suppress(psycopg.Error):  # lost: then the server takes it back
        raw.execute("ROLLBACK")


def shown(url: str) -> str:
    """Return how a database is called in sentences: never with a password.

    Raises:
        StoreError: it is no address of a database, or holds a password.
    """
    try:
        parts = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise StoreError(
            "store.url",
            "is no address of a PostgreSQL database",
            "Like this: postgresql://lamina@localhost/lamina",
        ) from error
    if parts.get("password"):
        raise StoreError(
            "store.url",
            "holds a password, which everybody sees who sees the settings",
            "Put it into ~/.pgpass or the environment (PGPASSWORD) instead.",
        )
    host = parts.get("host") or "this machine"
    return f"PostgreSQL, {parts.get('dbname') or 'its default database'} at {host}"


_CONNECTING = (
    ("password authentication failed", "the database refused the password", _FROM_WHERE),
    ("no password supplied", "the database wants a password", _FROM_WHERE),
    ("does not exist", "", "Ask who looks after the database; docs/scale.md says what it needs."),
    ("connection slots", "the database has no connection left", _FULL),
    ("too many", "the database has no connection left", _FULL),
    ("No space left on device", *_NO_ROOM),
)


def _said(error: psycopg.Error) -> tuple[type[StoreError], str, str]:
    """Return what an error means and what helps."""
    text = " ".join(str(error).split())
    if isinstance(error, errors.LockNotAvailable):
        hint = "It may hang; else repeat in a moment."
        return StoreError, "another process was writing for too long", hint
    if isinstance(error, errors.IdleInTransactionSessionTimeout):
        reason = "this process stood still in the middle of a change, which was taken back"
        return StoreAwayError, reason, "Repeat it."
    if isinstance(error, errors.DiskFull):
        return StoreError, *_NO_ROOM
    if isinstance(error, errors.InsufficientPrivilege):
        hint = "docs/scale.md lists the rights it needs."
        return StoreError, f"the role lacks a right ({text})", hint
    if isinstance(error, psycopg.OperationalError):
        for words, reason, hint in _CONNECTING:
            if words in text:
                return StoreAwayError, reason or text, hint
        if error.sqlstate is None:
            hint = "Is it running? Then repeat."
            return StoreAwayError, f"the database cannot be reached ({text})", hint
        hint = "Repeat in a moment."
        return StoreAwayError, f"the database ended the connection ({text})", hint
    return StoreError, f"the store failed ({text})", ""

"""One SQLite file: open, check, transact; errors told apart from damage."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from typing import TYPE_CHECKING, Any

from lamina.documents.private import make_private
from lamina.errors import StoreDamagedError, StoreError, StoreTooNewError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from lamina.storage.tables import Layout

_CORRUPT, _NOT_A_DATABASE, _READ_ONLY, _CANNOT_OPEN, _BUSY = 11, 26, 8, 14, 5
_SHORT_READ = 522
_WAIT = 30.0  # seconds for another process


class Database:
    """A file with one connection a thread; a connection closed under us is opened again."""

    remnants = ""

    def __init__(
        self,
        path: Path | None,
        *,
        prepare: Callable[[sqlite3.Connection], None],
        lasting: bool = False,
    ) -> None:
        """``lasting``: what was written survives a power failure, at the price of waiting for it.

        Otherwise the last transactions may be gone then; the file is whole in either case.
        """
        self.path = path
        self._synchronous = "FULL" if lasting else "NORMAL"
        self._prepare = prepare
        self._local = threading.local()
        self._memory: sqlite3.Connection | None = None
        self._all: list[sqlite3.Connection] = []
        self._checked = False

    @property
    def connection(self) -> sqlite3.Connection:
        """The thread's connection, opened and prepared."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None) or self._memory
        if found is not None and _alive(found):
            return found
        with translated(self.path):
            found = self._open()
        self._local.connection = found
        return found

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            self._memory = sqlite3.connect(
                ":memory:", isolation_level=None, check_same_thread=False
            )
            self._prepare(self._memory)
            return self._memory
        make_private(self.path.parent)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # for its owner only
        found = sqlite3.connect(
            self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False
        )
        try:
            _log_ahead(found)
            found.execute(f"PRAGMA synchronous = {self._synchronous}")
            self._check(found)
            self._prepare(found)
        except BaseException:
            found.close()
            raise
        self._all.append(found)
        return found

    def _check(self, connection: sqlite3.Connection) -> None:
        """Look for damage, unless the file is as a Lamina process left it on closing."""
        if self._checked or self.path is None:
            return
        stamp = self._stamp_path()
        if not (stamp.exists() and stamp.read_text("utf-8") == _stamp(self.path)):
            row = connection.execute("PRAGMA quick_check(1)").fetchone()
            if row[0] != "ok":
                raise StoreDamagedError(self.path, str(row[0]).splitlines()[0][:200])
        self._checked = True

    def _stamp_path(self) -> Path:
        assert self.path is not None  # noqa: S101 - asked for files only
        return self.path.with_name(self.path.name + ".clean")

    def execute(self, sql: str, values: Any = ()) -> list[Any]:
        """Run one statement and return its rows."""
        with translated(self.path):
            return self.connection.execute(sql, values).fetchall()

    def rows(self, sql: str, values: Any = ()) -> Iterator[Any]:
        """Run one statement and yield its rows; they are worked out as they are taken."""
        with translated(self.path):
            yield from self.connection.execute(sql, values)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run statements that take effect together or not at all."""
        connection = self.connection
        with translated(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read from one state of the file, whatever others write meanwhile."""
        connection = self.connection
        with translated(self.path):
            connection.execute("BEGIN")
            try:
                yield
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")

    def layout(self) -> Layout:
        """Return the columns of each table."""
        with translated(self.path):
            return layout_of(self.connection)

    def compact(self) -> bool:
        """Rewrite the file, so that nothing of what was deleted is left in it or in its log.

        Returns whether it could be done; while other processes read, it cannot.
        """
        if self.path is None:
            return True
        with translated(self.path):
            try:
                self.connection.execute("VACUUM")
                busy = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != _BUSY:
                    raise
                return False
        return not busy

    def remains(self) -> list[Path]:
        """Return the damaged files that were set aside."""
        if self.path is None:
            return []
        return sorted(self.path.parent.glob(f"{self.path.name}.corrupt-*"))

    def drop_remains(self, which: Iterable[Path]) -> None:
        """Delete damaged files that were set aside."""
        for path in which:
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close all connections and note that the file was left whole."""
        for connection in self._all:
            connection.close()
        if self._memory is not None:
            self._memory.close()
            self._memory = None
        had_any, self._all = bool(self._all), []
        self._local = threading.local()
        if had_any and self.path is not None and self.path.exists():
            with contextlib.suppress(OSError):  # only a hint: without it the next open checks
                handle = os.open(self._stamp_path(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                with os.fdopen(handle, "w") as file:
                    file.write(_stamp(self.path))

    def set_aside(self, suffix: str) -> Path | None:
        """Move a damaged file out of the way and return its new name."""
        self.close()
        if self.path is None:
            return None
        aside = self.path.with_name(f"{self.path.name}.corrupt-{suffix}")
        number = 1
        while aside.exists():  # what was set aside before is not written over
            number += 1
            aside = self.path.with_name(f"{self.path.name}.corrupt-{suffix}-{number}")
        with contextlib.suppress(FileNotFoundError):
            self.path.replace(aside)
        for extra in ("-wal", "-shm", ".clean"):
            self.path.with_name(self.path.name + extra).unlink(missing_ok=True)
        self._checked = True
        return aside


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Let a file be written ahead of itself; where another process is just doing so, wait for it.

    SQLite's own waiting does not cover this switch, nor the moment a last connection is closed.
    """
    deadline = time.monotonic() + _WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != _BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.005)
        else:
            return


def _stamp(path: Path) -> str:
    status = path.stat()
    wal = path.with_name(path.name + "-wal")
    return f"{status.st_size} {status.st_mtime_ns} {wal.stat().st_size if wal.exists() else 0}"


def _alive(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018 - raises where it was closed
    except sqlite3.ProgrammingError:
        return False
    return True


@contextlib.contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turn sqlite3's errors into ours: damage, or what the store could not do."""
    shown = path or "the index in memory"
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) or 0
        text = str(error)
        if (
            code & 0xFF in {_CORRUPT, _NOT_A_DATABASE}
            or code == _SHORT_READ
            or ("no such table" in text or "no such column" in text or "Could not decode" in text)
        ):
            raise StoreDamagedError(shown, text) from error
        hint = {
            _READ_ONLY: "Make the folder writable.",
            _CANNOT_OPEN: "Check the folder's rights.",
            _BUSY: "Another process is at work on it; repeat in a moment.",
        }.get(code & 0xFF, "")
        raise StoreError(shown, f"the store failed ({text})", hint) from error
    except OSError as error:
        raise StoreError(shown, f"the store cannot be opened ({error.strerror})") from error


def copy_into(connection: sqlite3.Connection, path: Path) -> None:
    """Copy a store, and what is in its log, into an empty one; the files are only read."""
    if not path.exists():
        return
    with translated(path), tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, path.name)  # noqa: PTH118
        for extra in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{extra}", f"{copy}{extra}")
        with contextlib.closing(sqlite3.connect(copy)) as source:
            source.backup(connection)


def layout_of(connection: sqlite3.Connection) -> Layout:
    """Return the columns of each table of a store."""
    found: Layout = {}
    for table, column, kind, place in connection.execute(
        "SELECT t.name, c.name, c.type, c.pk FROM sqlite_master t JOIN pragma_table_info(t.name) c"
        " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid"
    ):
        found.setdefault(table, {})[column] = (kind, place)
    return found


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version written in the file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, path: Path | None, steps: tuple[str, ...]) -> None:
    """Bring a store to the newest version, each step with its number in one transaction."""
    version = version_of(connection)
    if version == len(steps):
        return
    if version > len(steps):
        raise StoreTooNewError(path, version, len(steps))
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version_of(connection), len(steps)):
            for statement in steps[number].split(";"):
                if statement.strip():
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")

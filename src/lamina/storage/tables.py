"""What a database offers the parts of the state and of the index that are the same over either."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

# The columns of each table: their type (TEXT, INTEGER, REAL, BLOB), and their place in the key,
# counted from 1; 0: not in it.
Layout = dict[str, dict[str, tuple[str, int]]]


class Result(Protocol):
    """What a statement came to."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    @property
    def lastrowid(self) -> int | None:
        """The number of the row it put in, where its table numbers its rows."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class Transaction(Protocol):
    """Runs statements, with ``?`` for each value."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Result:
        """Run one."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one for each row of values."""


class Tables(Protocol):
    """One workspace's tables, as the parts of the state read and write them.

    Their statements are of the SQL that every backend has; a table that numbers its rows calls
    that number id or, where no row is ever named by it, rowid.
    """

    @property
    def path(self) -> Path | None:
        """The file they are in; None where they are in none."""

    @property
    def connection(self) -> Transaction:
        """Runs statements one by one, or in the transaction of this thread."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> list[Any]:
        """Run one statement and return its rows."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Run statements that take effect together or not at all; one writer at a time."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Answer all questions inside from one state, whatever others write meanwhile."""

    def layout(self) -> Layout:
        """Return the columns of each table."""

    @property
    def remnants(self) -> str:
        """What the store may keep of deleted rows beyond ``compact``; empty: nothing."""

    def compact(self) -> bool:
        """Leave nothing of what was deleted where it can be reached; say whether it was done."""

    def remains(self) -> list[Path]:
        """Return damaged files that were set aside."""

    def drop_remains(self, which: Iterable[Path], /) -> None:
        """Delete damaged files that were set aside."""

    def set_aside(self, suffix: str, /) -> Path | None:
        """Move a damaged file out of the way; return its new name, None where there is no file."""

    def close(self) -> None:
        """Close all connections."""


def upsert(table: str, names: Sequence[str], key: Sequence[str] = ()) -> str:
    """Return the statement that puts a row in, in the place of the one with the same key.

    ``key``: the columns that are the table's key; by default the first.
    """
    key = key or names[:1]
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    return (
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changed}"
    )

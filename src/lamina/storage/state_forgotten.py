"""What was forgotten, as the state keeps it: seals, and a gate that lets nothing sealed back in.

Each connection gets triggers of its own (TEMP: they are no part of the file) on every table that
holds claims or text. So a process that read something before it was forgotten cannot write it down
afterwards, whichever method it calls.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.seals import Seal, Seals
from lamina.storage.state_dreams import MARKED

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from lamina.storage.tables import Layout, Tables, Transaction

_OWN = frozenset({"tombstones", "marks"})
# Columns that hold days, places, kinds and hashes: nothing anybody said.
_NO_TEXT = {"at", "day", "first", "last", "started", "ended", "touched"}
_NO_TEXT |= {"path", "hash", "digest", "new_digest", "chunk", "query_hash", "name", "kind", "phase"}
_NO_TEXT |= {"origin", "source", "session", "verdict", "outcome"}
_NO_TEXT |= {"job", "due", "runner"}
# Ledgers: that something ran stays known, what it said does not.
_LEDGERS = {"runs": "counts = '{}'", "job_runs": "said = '[]'"}
_ASKED = {"recalls": "query", "wanted": "question"}
_DATED = frozenset({"recalls", "mentions", "grounded"})
_CLAIM = re.compile(r"[0-9a-f]{12}")
PENDING = "forgetting"  # the mark of this machine that something is under way


@dataclass(frozen=True, slots=True)
class Purge:
    """What leaves the state beside what is sealed."""

    gone: Callable[[str], bool] = lambda _: False  # whether a file (path) is no more
    touched: frozenset[str] = frozenset()  # files of which something was taken out
    kept: frozenset[str] = frozenset()  # claims that still stand in them
    claims: frozenset[str] = frozenset()  # of lines that go, too short to be sealed
    days: tuple[str, str] | None = None  # everything that was noted or asked on these
    asked: Callable[[str], bool] = lambda _: False  # whether a question was asked in what goes


class ForgottenTables:
    """The part of the state that knows what was forgotten."""

    # A number that is another after every change of the seals.
    version = "SELECT seq FROM sqlite_sequence WHERE name = 'tombstones'"

    def __init__(self, database: Tables) -> None:
        self.database = database
        self._known: tuple[int, Seals] = (0, Seals())

    def install(self, connection: sqlite3.Connection, layout: Layout) -> None:
        """Set the gate before a connection's tables."""
        connection.create_function("is_sealed", -1, self._is_sealed)
        for table, columns in gated(layout).items():
            checked = ", ".join(f"NEW.{name}" for name in columns)
            connection.execute(
                f"CREATE TEMP TRIGGER IF NOT EXISTS gate_{table} BEFORE INSERT ON main.{table}"
                f" WHEN ({self.version}) IS NOT NULL AND is_sealed(({self.version}), {checked})"
                " BEGIN SELECT RAISE(IGNORE); END"
            )

    def seals(self) -> Seals:
        """Return the seals; read again only where some were added or lifted."""
        rows = self.database.execute(self.version)
        return self.at(rows[0][0] if rows else 0)

    def since(self) -> int:
        """Return when (nanoseconds) the first seal was made; 0 where there is none."""
        rows = self.database.execute("SELECT min(made_ns) FROM tombstones")
        return int(rows[0][0] or 0)

    def salt(self) -> str:
        """Return this workspace's salt; the first call draws it."""
        rows = self.database.execute("SELECT salt FROM tombstones ORDER BY id LIMIT 1")
        return rows[0][0] if rows else secrets.token_hex(16)

    def begin(self, seals: Iterable[Seal], at: str, why: str) -> None:
        """Keep seals, and that what they are of is being removed."""
        with self.database.transaction() as connection:
            connection.executemany(
                "INSERT INTO tombstones (kind, mac, size, salt, at, why, made_ns)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [(*seal, at, why, time.time_ns()) for seal in seals],
            )
            connection.execute(MARKED, (PENDING, why, at))

    def pending(self) -> str:
        """Return since when something is being forgotten; empty: all is done."""
        rows = self.database.execute("SELECT at FROM marks WHERE name = ?", (PENDING,))
        return str(rows[0][0]) if rows else ""

    def done(self) -> None:
        """Keep that all of it is removed."""
        with self.database.transaction() as connection:
            connection.execute("DELETE FROM marks WHERE name = ?", (PENDING,))

    def lift(self, text: str, claim: str) -> int:
        """Let a text in again; return how many seals knew it."""
        known = self.seals()
        wanted = known.hit_by(text) | known.hit_by_claim(claim)
        if wanted:
            with self.database.transaction() as connection:
                connection.executemany(
                    "DELETE FROM tombstones WHERE kind = ? AND mac = ?", sorted(wanted)
                )
                self._lifted(connection)
        return len(wanted)

    def purge(self, more: Purge, seals: Seals | None = None, *, dry_run: bool) -> dict[str, int]:
        """Remove what is sealed, and ``more``; return how many rows of each table.

        ``seals``: others than those that are kept, for a dry run.
        """
        sealed = Sealed(self.seals() if seals is None else seals)
        with self.database.transaction() as connection:
            layout = self.database.layout()
            counts = _purged(connection, layout, sealed, more, dry_run=dry_run)
            if not dry_run:
                touched = [(path,) for path in more.touched]
                connection.executemany("DELETE FROM ingested WHERE path = ?", touched)
                connection.execute("UPDATE runs SET digest = ''")  # hashes of what was there
        return counts

    def texts(self) -> list[str]:
        """Return what anybody said that the state holds."""
        with self.database.transaction() as connection:
            return [
                str(value)
                for table, columns in _columns(self.database.layout()).items()
                for name in columns
                for (value,) in connection.execute(
                    f"SELECT DISTINCT {name} FROM {table}"
                ).fetchall()
            ]

    @contextlib.contextmanager
    def changing(self) -> Iterator[Transaction]:
        """Run statements that may add seals, together or not at all."""
        try:
            with self.database.transaction() as connection:
                yield connection
        finally:
            self._known = (-1, Seals())  # a version that was taken back comes again

    def tells(self, connection: Transaction) -> Callable[[str, Mapping[str, Any]], bool]:
        """Return what tells whether a row of a table holds something that is sealed now."""
        sealed, columns = Sealed(read_seals(connection)), _columns(self.database.layout())
        return lambda table, row: any(sealed(row.get(name)) for name in columns.get(table, ()))

    def drop(self, connection: Transaction) -> dict[str, int]:
        """Remove every row that holds something sealed."""
        sealed = Sealed(read_seals(connection))
        return _purged(connection, self.database.layout(), sealed, Purge(), dry_run=False)

    def renew(self, kind: str, digests: Mapping[str, str]) -> None:
        """Keep what things that were seen look like now, as if they had not changed."""
        with self.database.transaction() as connection:
            connection.executemany(
                "UPDATE seen SET digest = ? WHERE kind = ? AND key = ?",
                [(digest, kind, key) for key, digest in digests.items()],
            )

    def at(self, version: int) -> Seals:
        """Return the seals of a version; the last ones are kept."""
        if self._known[0] != version:
            self._known = (version, read_seals(self.database.connection))
        return self._known[1]

    def _is_sealed(self, version: int, *values: object) -> bool:
        sealed = Sealed(self.at(version))
        return any(sealed(value) for value in values)

    def _lifted(self, connection: Transaction) -> None:
        """Let every process read the seals again."""
        connection.execute("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'tombstones'")


def read_seals(connection: Transaction) -> Seals:
    """Return the seals a store has."""
    rows = connection.execute("SELECT kind, mac, size, salt, at FROM tombstones").fetchall()
    return Seals((Seal(*row[:4]), row[4][:10]) for row in rows)


class Sealed:
    """Tells whether a cell holds something forgotten; answers are kept."""

    def __init__(self, seals: Seals) -> None:
        self.seals = seals
        self._known: dict[str, bool] = {}

    def __call__(self, value: object) -> bool:
        """Tell it of one."""
        if not isinstance(value, str) or not value:
            return False
        if value not in self._known:
            claim = _CLAIM.fullmatch(value) and self.seals.of_claim(value)
            self._known[value] = bool(claim or self.seals.of(value) or self._inside(value))
        return self._known[value]

    def _inside(self, value: str) -> bool:
        """Look into the texts of a JSON value."""
        if value[:1] not in "{[":
            return False
        try:
            left: list[Any] = [json.loads(value)]
        except (ValueError, RecursionError):
            return False
        while left:
            one = left.pop()
            if isinstance(one, dict):
                left += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                left += one
            elif isinstance(one, str) and self(one):
                return True
        return False


def _purged(
    connection: Transaction, layout: Layout, sealed: Sealed, more: Purge, *, dry_run: bool
) -> dict[str, int]:
    counts: dict[str, int] = {}
    for table, columns in _columns(layout).items():
        key = [name for name, (_, place) in layout[table].items() if place] or ["rowid"]
        names = [*dict.fromkeys((*layout[table], *key))]
        rows = connection.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
        found = (dict(zip(names, row, strict=True)) for row in rows)
        hit = [row for row in found if _goes(table, columns, row, sealed, more)]
        if hit:
            counts[table] = len(hit)
        if dry_run or not hit:
            continue
        where = " AND ".join(f"{name} = ?" for name in key)
        emptied = _LEDGERS.get(table)
        what = f"UPDATE {table} SET {emptied}" if emptied else f"DELETE FROM {table}"
        connection.executemany(
            f"{what} WHERE {where}", [tuple(row[name] for name in key) for row in hit]
        )
    return counts


def gated(layout: Layout) -> dict[str, list[str]]:
    """Return the tables, and their columns, into which nothing sealed may come."""
    return {
        table: columns
        for table, columns in _columns(layout).items()
        if columns and table not in _LEDGERS
    }


def _columns(layout: Layout) -> dict[str, list[str]]:
    """Return the columns of each table that may hold a claim or a text."""
    return {
        table: [name for name, (kind, _) in columns.items() if _may_tell(name, kind)]
        for table, columns in layout.items()
        if table not in _OWN and any(kind == "TEXT" for kind, _ in columns.values())
    }


def _may_tell(name: str, kind: str) -> bool:
    return kind == "TEXT" and name not in _NO_TEXT


def _goes(
    table: str, columns: list[str], row: Mapping[str, Any], sealed: Sealed, more: Purge
) -> bool:
    if row.get("claim") in more.claims or any(sealed(row[name]) for name in columns):
        return True
    if "path" in row and more.gone(row["path"]):
        return True
    if more.days and table in _DATED and more.days[0] <= row["day"] <= more.days[1]:
        return True
    if table in _ASKED and more.asked(row[_ASKED[table]]):
        return True
    return (  # opened together with others: what it is keyed by is a hash of all these lines
        table == "recalls"
        and row["source"] == "get"
        and row["last"] > row["first"]
        and row["path"] in more.touched
        and row["claim"] not in more.kept
    )

"""The states of two machines as one: rows out, rows in, and which of two wins.

Every rule is a join: taken twice it changes nothing, and the order of machines does not matter.
What was forgotten on one of them is forgotten by all. What can be made again from the notes
(mentions), and what speaks of one machine alone (its runs, the numbers of its changes), stays.
"""

from __future__ import annotations

import contextlib
import json
import math
from typing import TYPE_CHECKING, Any

from lamina.documents.redact import redact
from lamina.errors import UsageError
from lamina.storage.state_dreams import READ
from lamina.storage.state_forgotten import PENDING
from lamina.storage.state_sessions import TAKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from lamina.storage.state_forgotten import ForgottenTables
    from lamina.storage.tables import Tables, Transaction

Row = dict[str, Any]
TABLES = (
    *("tombstones", "recalls", "origins", "phases", "promotions", "rejected", "proposals"),
    *("trials", "grounded", "marks", "seen", "wanted"),
)
# What stays here, and its value in a row from elsewhere.
LOCAL: dict[str, Row] = {
    "promotions": {"change": 0},
    "tombstones": {"id": None},
    "rejected": {"change": 0, "lifted": None},
    "proposals": {"change": 0, "gone": None},
    "trials": {"change": 0},
}
# Decisions that this machine took back are none to others.
_STAND = {"rejected": "WHERE lifted IS NULL", "proposals": "WHERE gone IS NULL"}
# Of two rows with one key the greater wins, compared by these columns, then by all others.
_BY = {"marks": ("at",), "seen": ("touched",)}
_WRITTEN = frozenset({"query", "text", "question", "details", "why", "value"})
_NAMED_BY = {"tombstones": ["kind", "mac"]}  # beside a number of this machine's own
_MOST = 1 << 63
_HEAD = {"lamina": "state", "version": 1}


class StateUnion:
    """Reads the state as rows of tables, and takes in those of another."""

    def __init__(self, database: Tables, forgotten: ForgottenTables) -> None:
        self.database = database
        self.forgotten = forgotten

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield every row with its table, in an order that depends on nothing but the rows."""
        columns = self.database.layout()
        for table in TABLES:
            names = [name for name in columns[table] if name not in LOCAL.get(table, {})]
            listed = ", ".join(names)
            for values in self.database.execute(
                f"SELECT DISTINCT {listed} FROM {table} {_STAND.get(table, '')} ORDER BY {listed}"
            ):
                row = dict(zip(names, values, strict=True))
                if not _is_own(table, row):
                    yield table, row

    def lines(self) -> Iterator[str]:
        """Yield the state as JSON lines, a head first."""
        yield json.dumps(_HEAD)
        for table, row in self.rows():
            yield json.dumps({"table": table} | row, ensure_ascii=False)

    def take_in(self, data: bytes, name: str) -> tuple[dict[str, int], int]:
        """Take in another state's lines; the file's name is for what is wrong with it.

        Returns as ``merge``.

        Raises:
            UsageError: it is no exported state, or a line of it is torn; nothing was taken in.
        """
        return self.merge(_read(data.decode("utf-8", "surrogateescape"), name))

    def merge(
        self, rows: Iterable[tuple[str, Mapping[str, Any]]], *, dry: bool = False
    ) -> tuple[dict[str, int], int]:
        """Take rows in; return how many of each table were new or newer, and how many no rows."""
        changed: dict[str, int] = {}
        left = 0
        given = sorted(rows, key=lambda row: row[0] != "tombstones")
        columns = self.database.layout()
        sealed: Callable[[str, Row], bool] | None = None
        with contextlib.suppress(_Undone), self.forgotten.changing() as connection:
            for table, values in given:
                row = _checked(table, values, columns.get(table, {}))
                if row is None:
                    left += 1
                    continue
                if table != "tombstones":  # these come first
                    sealed = sealed or self.forgotten.tells(connection)
                    if sealed(table, row) or _is_own(table, row):
                        continue
                changed[table] = changed.get(table, 0) + _put(
                    connection, table, row, columns[table]
                )
            if changed.get("tombstones"):
                self.forgotten.drop(connection)
            if dry:
                raise _Undone
        return {table: count for table, count in changed.items() if count}, left


class _Undone(Exception):  # noqa: N818 - no error: takes a transaction back
    pass


def _put(
    connection: Transaction, table: str, row: Row, columns: Mapping[str, tuple[str, int]]
) -> bool:
    """Put a row in, or what it and the one that is there come to; say whether that was news."""
    local = LOCAL.get(table, {})
    key = [name for name, (_, place) in columns.items() if place and name not in local]
    names = list(row)
    found = connection.execute(
        f"SELECT {', '.join([*names, *local])} FROM {table}"
        f" WHERE {' AND '.join(f'{name} = ?' for name in key or names)}",
        [row[name] for name in key or names],
    ).fetchone()
    if found is not None:
        old = dict(zip(names, found, strict=False))
        joined = _RULES.get(table, _greater(table))(old, row)
        if joined == old:
            return False
        row = joined
    row = row | {name: value for name, value in local.items() if value is not None}
    if gone := _NAMED_BY.get(table, key):
        connection.execute(
            f"DELETE FROM {table} WHERE {' AND '.join(f'{name} = ?' for name in gone)}",
            [row[name] for name in gone],
        )
    connection.execute(
        f"INSERT INTO {table} ({', '.join(row)}) VALUES ({','.join('?' * len(row))})",
        list(row.values()),
    )
    return True


def _is_own(table: str, row: Row) -> bool:
    """Tell whether a row speaks of what this machine is doing."""
    return table == "marks" and (row["name"] == PENDING or row["name"].startswith((READ, TAKING)))


def _greater(table: str) -> Callable[[Row, Row], Row]:
    first = _BY.get(table, ())

    def pick(one: Row, other: Row) -> Row:
        return max(one, other, key=lambda row: (*(row[name] for name in first), *row.values()))

    return pick


def _first_writer(one: Row, other: Row) -> Row:
    """Return who wrote a line first, or that the owner did."""
    return min(one, other, key=lambda row: (row["origin"] != "owner", row["at"], row["origin"]))


def _most_hits(one: Row, other: Row) -> Row:
    return one | {name: max(one[name], other[name]) for name in ("hits", "last")}


def _asked(one: Row, other: Row) -> Row:
    return one | {
        "first": min(one["first"], other["first"]),
        "last": max(one["last"], other["last"]),
        "times": max(one["times"], other["times"]),
    }


def _most_signals(one: Row, other: Row) -> Row:
    """Return the stronger evidence; of equals that which was staged first."""
    return min(one, other, key=lambda row: (-row["signals"], row["at"], *row.values()))


def _seen(one: Row, other: Row) -> Row:
    return _greater("seen")(one, other) | {"first": min(one["first"], other["first"])}


_RULES = {
    "origins": _first_writer,
    "phases": _most_hits,
    "grounded": _most_signals,
    "wanted": _asked,
    "seen": _seen,
}


def _checked(
    table: str, values: Mapping[str, Any], columns: Mapping[str, tuple[str, int]]
) -> Row | None:
    """Return a row as the table holds it, without secrets; None where it is none of it."""
    row: Row = {}
    for name, (kind, _) in columns.items():
        if name in LOCAL.get(table, {}):
            continue
        value: Any = values.get(name)
        if not _fits(value, kind):
            return None
        row[name] = float(value) if kind == "REAL" else value
        if name in _WRITTEN:
            row[name] = redact(value).text
    if "details" in row and _parsed(row["details"]) is None:
        return None
    return row or None


def _fits(value: Any, kind: str) -> bool:
    if kind == "TEXT":
        return isinstance(value, str) and value.encode("utf-8", "replace").decode() == value
    if kind == "INTEGER":
        return type(value) is int and -_MOST <= value < _MOST
    return type(value) in {int, float} and abs(value) < _MOST and math.isfinite(value)


def _read(text: str, name: str) -> list[tuple[str, Row]]:
    """Return the rows of JSON lines; those of tables that are not known here are passed over."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    head = _parsed(lines[0][1]) if lines else None
    if head is None or head.get("lamina") != "state":
        raise UsageError(
            f"{name} is no exported state; nothing was imported.",
            "Make one: lamina state export --out FILE",
        )
    rows: list[tuple[str, Row]] = []
    for number, line in lines[1:]:
        row = _parsed(line)
        if row is None:
            raise UsageError(
                f"{name}, line {number}, is no JSON object; nothing was imported.",
                "Export it again: lamina state export --out FILE",
            )
        table = row.pop("table", None)
        if isinstance(table, str) and table in TABLES:
            rows.append((table, row))
    return rows


def _parsed(line: str) -> Row | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None

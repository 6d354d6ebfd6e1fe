"""The state's statements in PostgreSQL's words, each held to one workspace: ``$1``.

The parts of the state speak of their tables as if there were one workspace only. Here every table
that is read becomes the workspace's rows of it, and every row that is written gets the workspace.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from typing import NamedTuple

from lamina.storage.postgres_schema import NUMBERS, TABLES

_READ = re.compile(rf"\b(FROM|JOIN) ({'|'.join(TABLES)})\b")
_INSERT = re.compile(r"INSERT INTO (\w+) \(([^)]*)\) (VALUES \(|SELECT )(.*)", re.DOTALL)
_DELETE = re.compile(r"DELETE FROM (\w+)(?: WHERE (.*))?", re.DOTALL)
_UPDATE = re.compile(r"UPDATE (\w+) SET (.*?)(?: WHERE (.*))?", re.DOTALL)


class Statement(NamedTuple):
    """A statement for PostgreSQL, and the table and columns it puts rows into, if it does."""

    sql: str
    table: str = ""
    columns: tuple[str, ...] = ()
    numbered: bool = False  # it returns the number of the row it put in


@cache
def of_workspace(sql: str) -> Statement:
    """Return a statement with ``$1`` for the workspace and ``$2`` and following for its values."""
    if match := _INSERT.fullmatch(sql):
        table, columns, how, rest = match.groups()
        said = f"INSERT INTO {table} (workspace, {columns}) {how}$1, {_held(rest)}"
        said = said.replace(" ON CONFLICT (", " ON CONFLICT (workspace, ")
        number = NUMBERS.get(table, "")
        said += f" RETURNING {number}" if number else ""
        names = tuple(name.strip() for name in columns.split(","))
        return Statement(_numbered(said), table, names, bool(number))
    if match := _DELETE.fullmatch(sql):
        return Statement(_numbered(f"DELETE FROM {match[1]} WHERE {_where(match[2])}"))
    if match := _UPDATE.fullmatch(sql):
        return Statement(_numbered(f"UPDATE {match[1]} SET {match[2]} WHERE {_where(match[3])}"))
    return Statement(_numbered(_held(sql)))


def _where(condition: str | None) -> str:
    return "workspace = $1" + (f" AND ({_held(condition)})" if condition else "")


def _held(sql: str) -> str:
    return _READ.sub(r"\1 (SELECT * FROM \2 WHERE workspace = $1) AS \2", sql)


def _numbered(sql: str) -> str:
    number = count(2)
    return re.sub(r"\?", lambda _: f"${next(number)}", sql)

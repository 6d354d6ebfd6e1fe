"""Look for words in everything below a folder with nothing of Lamina's: bytes, packed, in databases.

Every file's bytes in UTF-8 and UTF-16, in both normal forms and any case, escaped as JSON does, as
they are and unpacked from gzip; every cell of every table of every SQLite file, the words of its
full-text indices too (which keeps them shortened); names of files.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import unicodedata
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from pathlib import Path

    from tests.postgres_server import Postgres

_SQLITE = b"SQLite format 3\0"


def forms(words: Iterable[str]) -> set[bytes]:
    """Return the bytes by which words may stand somewhere."""
    found = set()
    for word in words:
        for cased in {word, word.lower(), word.upper(), word.title()}:
            for text in {cased, unicodedata.normalize("NFD", cased)}:
                found |= {text.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")}
                escaped = json.dumps(text)[1:-1]
                twice = json.dumps(escaped)[1:-1]
                found |= {one.encode() for one in (escaped, twice, escaped.upper())}
    return found


def holding(folder: Path, *words: str, skip: Container[str] = ()) -> list[str]:
    """Return the places below a folder that hold one of the words; ``skip``: names of files."""
    wanted = forms(words)
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.name in skip:
            continue
        if any(form in name.encode() for form in wanted):
            found.append(f"{name} [name]")
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            held = [data, gzip.decompress(data) if data[:2] == b"\x1f\x8b" else b""]
            if any(form in one for one in held for form in wanted):
                found.append(name)
            if data.startswith(_SQLITE):
                found += [f"{name}: {place}" for place, cell in cells(path) if _has(cell, wanted)]
    return [*dict.fromkeys(found)]


def cells(path: Path) -> Iterator[tuple[str, str | bytes]]:
    """Yield every cell of every table of a database, and every word of its full-text indices."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for row in database.execute(f'SELECT * FROM "{table}"'):
                yield from ((table, cell) for cell in row if isinstance(cell, str | bytes))


def rows_of(postgres: Postgres, database: str = "lamina") -> Iterator[tuple[str, str]]:
    """Yield every row of every table of a PostgreSQL database as text."""
    with postgres.connect(database) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables"
            " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in tables:
            query = f'SELECT t::text FROM "{schema}"."{table}" t'
            yield from ((table, row) for (row,) in connection.execute(query.encode()))


def _has(cell: str | bytes, wanted: Iterable[bytes]) -> bool:
    data = cell.encode("utf-8", "surrogatepass") if isinstance(cell, str) else cell
    return any(form in data for form in wanted)

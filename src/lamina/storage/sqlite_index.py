"""The index in SQLite: files, chunks, words (FTS5) and vectors. Derived; may be deleted.

A chunk's number says which scope it is in (the high bits) and its order in its file (neighbours
have neighbouring numbers), so that FTS5 can be held to a scope by a range of rowids alone.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lamina.storage.contract import (
    HEAD_WEIGHT,
    SCOPE_BITS,
    WORDLESS,
    ChunkRow,
    FileRow,
    Found,
    IndexStats,
    ModelRow,
    Span,
)
from lamina.storage.index_judged import JUDGED, Judged
from lamina.storage.index_rows import file_of, stats_of, to_take, values_of
from lamina.storage.kept import Kept
from lamina.storage.sqlite import Database, version_of
from lamina.storage.sqlite_index_forget import advance, compact, fence

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

VERSION = 6  # of the schema, chunking, terms and scripts together: another one means a rebuild

_SCHEMA = f"""
CREATE TABLE files (
    path TEXT PRIMARY KEY, layer TEXT, scope INTEGER, day TEXT, size INTEGER, changed_ns INTEGER,
    inode INTEGER, hash TEXT, checked_ns INTEGER, fields TEXT, problems TEXT,
    first INTEGER, chunks INTEGER, length INTEGER, born INTEGER
) WITHOUT ROWID;
CREATE TABLE chunks (
    number INTEGER PRIMARY KEY, id TEXT, path TEXT, start INTEGER, end INTEGER, heading TEXT,
    text TEXT, embedded TEXT, vector_key TEXT, length INTEGER, size INTEGER
);
CREATE INDEX chunks_size ON chunks (number, size);
CREATE INDEX chunks_path ON chunks (path, start);
CREATE INDEX chunks_id ON chunks (id);
CREATE INDEX chunks_vector ON chunks (vector_key);
CREATE VIRTUAL TABLE words USING fts5 (
    line, head, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
CREATE VIRTUAL TABLE places USING fts5vocab (words, instance);
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT, vector_key TEXT, model TEXT, script TEXT, vector BLOB,
    UNIQUE (vector_key, model)
);
CREATE TABLE models (
    name TEXT PRIMARY KEY, kind TEXT, model TEXT, url TEXT, chunks INTEGER DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', random() >> 8);
{JUDGED}
"""
_EMPTIED = ("files", "chunks", "words", "vectors", "models", "judged")
_TABLES = (*_EMPTIED, "vocabulary", "places", "meta")


class SqliteIndex:
    """IndexStore in one file, or in memory where no file can be kept."""

    def __init__(self, path: Path | None) -> None:
        self.database = Database(path, prepare=self._prepare)
        self.judged = Judged(self.database)
        self._kept = Kept(self.generation)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if version_of(connection) == VERSION:
            return
        connection.execute("BEGIN IMMEDIATE")
        if version_of(connection) != VERSION:
            for table in _TABLES:
                connection.execute(f"DROP TABLE IF EXISTS {table}")
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")

    def files(self) -> dict[str, FileRow]:
        """Return every indexed file by path; do not change the answer, it is kept."""
        return self._kept.files(self._read_files)

    def _read_files(self) -> dict[str, FileRow]:
        rows = self.database.execute("SELECT * FROM files")
        return {row[0]: file_of(row[:11]) for row in rows}

    def replace(self, files: Sequence[tuple[FileRow, Sequence[ChunkRow]]]) -> None:
        """Put files in, each whole, in one transaction."""
        with self.database.transaction() as connection:
            marks, paths = _marks(file.path for file, _ in files)
            rows = connection.execute(
                f"SELECT path, hash, layer, checked_ns FROM files WHERE path IN ({marks})", paths
            )
            present = {row[0]: row for row in rows}
            fence = connection.execute("SELECT value FROM meta WHERE key = 'fence'").fetchone()
            taken = to_take(files, present, fence[0] if fence else 0)
            for file, _ in taken:
                if file.path in present:
                    _delete(connection, file.path)
            _insert(connection, taken)
            before = advance(connection)
        self._kept.changed(before, {f.path: file_of(values_of(f)) for f, _ in taken})

    def renew(self, files: Iterable[FileRow]) -> None:
        """Renew size, time and hash of files whose content is as indexed."""
        rows = [(f.size, f.changed_ns, f.inode, f.checked_ns, f.path) for f in files]
        if rows:
            with self.database.transaction() as connection:
                connection.executemany(
                    "UPDATE files SET size = ?, changed_ns = ?, inode = ?, checked_ns = ?"
                    " WHERE path = ?",
                    rows,
                )
                advance(connection)

    def remove(self, paths: Iterable[str]) -> None:
        """Take files out."""
        with self.database.transaction() as connection:
            for path in paths:
                _delete(connection, path)
            advance(connection)

    def snapshot(self) -> AbstractContextManager[None]:
        """Answer all questions inside from one state of the index."""
        return self.database.snapshot()

    def match(self, expression: str, scopes: Iterable[int], limit: int) -> list[tuple[int, float]]:
        """Return (chunk number, BM25 score; higher is better) of the best matches."""
        if not expression:
            return []
        found: list[tuple[int, float]] = []
        for scope in scopes:
            low, high = scope << SCOPE_BITS, ((scope + 1) << SCOPE_BITS) - 1
            sql = "SELECT 1 FROM chunks WHERE number BETWEEN ? AND ? LIMIT 1"
            if not self.database.execute(sql, (low, high)):
                continue  # to look for the words in an empty scope costs as in a small one
            found += self.database.execute(
                f"SELECT rowid, -bm25(words, 1.0, {HEAD_WEIGHT}) AS score FROM words"
                " WHERE words MATCH ? AND rowid BETWEEN ? AND ?"
                " ORDER BY score DESC, rowid LIMIT ?",
                (expression, low, high, limit),
            )
        return sorted(found, key=lambda row: (-row[1], row[0]))[:limit]

    def sizes(self) -> tuple[str, str]:
        """Return all chunks' numbers, in order, and how many terms each holds, joined by commas."""
        rows = self.database.execute(
            "SELECT group_concat(number), group_concat(size)"
            " FROM (SELECT number, size FROM chunks ORDER BY number)"
        )
        return rows[0][0] or "", rows[0][1] or ""

    def places(self, term: str, *, prefix: bool) -> str:
        """Return a term's places, joined by commas: twice the chunk's number, 1 more in a head.

        Joined, because a row for each place would take most of the time there is for an answer.
        """
        which, asked = ("term = ?", [term])
        if prefix:
            which, asked = ("term >= ? AND term < ?", [term, term + "\U0010ffff"])
        sql = f"SELECT group_concat(doc * 2 + (col = 'head')) FROM places WHERE {which}"
        return self.database.execute(sql, asked)[0][0] or ""

    def terms(self, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return the terms of chunks: those of the line, those of its head."""
        rows = self._by_number("SELECT rowid, line, head FROM words WHERE rowid", numbers)
        return {number: (line, head) for number, line, head in rows}

    def frequencies(self, terms: Iterable[tuple[str, bool]]) -> list[int]:
        """Return in how many chunks each term (with its prefix flag) occurs."""
        kept = self._kept.of("frequencies")
        wanted = list(terms)
        for term, prefix in wanted:
            if (term, prefix) in kept:
                continue
            if prefix:
                rows = self.database.execute(
                    "SELECT sum(doc) FROM vocabulary WHERE term >= ? AND term < ?",
                    (term, term + "\U0010ffff"),
                )
            else:
                rows = self.database.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,))
            kept[term, prefix] = int(rows[0][0] or 0) if rows else 0
        return [kept[asked] for asked in wanted]

    def beginning(self, term: str, letters: int = 2) -> list[tuple[str, int]]:
        """Return the terms that begin as this one does and are about as long, and their counts."""
        start = term[:letters]
        return [
            (str(row[0]), int(row[1]))
            for row in self.database.execute(
                "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?"
                " AND length(term) BETWEEN ? AND ?",
                (start, start + "\U0010ffff", len(term) - 1, len(term) + 1),
            )
        ]

    def chunks(self, numbers: Iterable[int]) -> dict[int, Found]:
        """Return chunks by number; missing ones are left out."""
        kept = self._kept.of("chunks")
        wanted = list(numbers)
        new = [number for number in wanted if number not in kept]
        if new:
            rows = self._by_number(f"{_FOUND} WHERE number", new)
            kept.update((row[0], Found(*row)) for row in rows)
        return {number: kept[number] for number in wanted if number in kept}

    def _by_number(self, sql: str, numbers: Iterable[int]) -> list[Any]:
        """Return the rows of a statement that ends in a column, for these numbers."""
        wanted = json.dumps(list(numbers))
        return self.database.execute(f"{sql} IN (SELECT value FROM json_each(?))", (wanted,))

    def chunk_by_id(self, chunk_id: str) -> Found | None:
        """Return the chunk a hit's id names."""
        rows = self.database.execute(f"{_FOUND} WHERE id = ? LIMIT 1", (chunk_id,))
        return Found(*rows[0]) if rows else None

    def chunks_of(self, path: str) -> list[Found]:
        """Return a file's chunks in order."""
        rows = self.database.execute(f"{_FOUND} WHERE chunks.path = ? ORDER BY number", (path,))
        return [Found(*row) for row in rows]

    def chunks_at(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Found]:
        """Return the chunks that begin at these places (path, line); of several the last."""
        rows = self.database.execute(
            f"{_FOUND} WHERE (chunks.path, start) IN (SELECT json_extract(value, '$[0]'),"
            " json_extract(value, '$[1]') FROM json_each(?)) ORDER BY number",
            (json.dumps(list(places)),),
        )
        return {(row[2], row[5]): Found(*row) for row in rows}

    def unembedded(self, model: str, limit: int) -> list[tuple[str, str]]:
        """Return (vector key, text) of chunks without a vector of this model, newest first."""
        stats = self.stats(model)  # how many there are: behind the last of them nothing is read
        found: dict[str, str] = {}
        for key, text in self.database.rows(
            "SELECT vector_key, embedded FROM chunks WHERE embedded <> '' AND NOT EXISTS ("
            " SELECT 1 FROM vectors v WHERE v.vector_key = chunks.vector_key AND v.model = ?)"
            " ORDER BY number DESC LIMIT ?",
            (model, stats.missing),
        ):
            found.setdefault(key, text)
            if len(found) == limit:
                break
        return list(found.items())

    def put_vectors(self, model: ModelRow, vectors: Iterable[tuple[str, str, bytes]]) -> None:
        """Store (key, script, vector as little-endian float32), and what they were made with.

        A vector that is there stays.
        """
        with self.database.transaction() as connection:
            connection.execute(
                "INSERT INTO models (name, kind, model, url) VALUES (?, ?, ?, ?) ON CONFLICT DO"
                " UPDATE SET kind = excluded.kind, model = excluded.model, url = excluded.url",
                model,
            )
            for key, script, vector in vectors:
                done = connection.execute(  # nothing for a line that is gone meanwhile
                    "INSERT OR IGNORE INTO vectors (vector_key, model, script, vector)"
                    " SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM chunks WHERE vector_key = ?)",
                    (key, model.name, script, vector, key),
                )
                connection.execute(
                    "UPDATE models SET chunks = chunks + ? *"
                    " (SELECT count(*) FROM chunks WHERE vector_key = ?) WHERE name = ?",
                    (done.rowcount, key, model.name),
                )
            advance(connection)

    def spans(self, scopes: Iterable[int]) -> set[Span]:
        """Return which chunks there are in these scopes, a file a span."""
        marks, wanted = _marks(scopes)
        sql = f"SELECT first, chunks, born FROM files WHERE scope IN ({marks})"
        return {Span(*row) for row in self.database.execute(sql, wanted)}

    def vectors(self, model: str, first: int, last: int) -> Iterator[tuple[int, str, bytes]]:
        """Yield (chunk number, script, vector) of the embedded chunks among these numbers."""
        return self.database.rows(
            "SELECT number, script, vector FROM chunks CROSS JOIN vectors USING (vector_key)"
            " WHERE model = ? AND number BETWEEN ? AND ?",
            (model, first, last),
        )

    def vectors_since(
        self, model: str, scopes: Iterable[int], last: int
    ) -> Iterator[tuple[int, str, bytes, int]]:
        """Yield the same, and the vector's id, for ids above ``last`` in their order."""
        marks, wanted = _marks(scopes)
        return self.database.rows(
            "SELECT number, script, vector, v.id FROM vectors v CROSS JOIN chunks"
            f" USING (vector_key) WHERE v.id > ? AND model = ? AND number >> ? IN ({marks})"
            " ORDER BY v.id",
            (last, model, SCOPE_BITS, *wanted),
        )

    def models(self) -> dict[str, int]:
        """Return how many chunks each model has a vector for."""
        return dict(self.database.execute("SELECT name, chunks FROM models WHERE chunks > 0"))

    def made_with(self) -> dict[str, ModelRow]:
        """Return what each model's vectors were made with."""
        rows = self.database.execute("SELECT name, kind, model, url FROM models")
        return {row[0]: ModelRow(*row) for row in rows}

    def sample(self, model: str) -> tuple[str, bytes] | None:
        """Return a text and its vector of this model, one that is not all zeros."""
        rows = self.database.execute(
            "SELECT embedded, vector FROM chunks JOIN vectors USING (vector_key)"
            " WHERE model = ? AND vector <> zeroblob(length(vector)) LIMIT 1",
            (model,),
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def drop_models(self, keep: Iterable[str]) -> None:
        """Remove the vectors of all other models, and those no chunk needs."""
        marks, kept = _marks(keep)
        with self.database.transaction() as connection:
            connection.execute(
                f"DELETE FROM vectors WHERE model NOT IN ({marks}) OR vector_key NOT IN"
                " (SELECT vector_key FROM chunks)",
                kept,
            )
            connection.execute(f"DELETE FROM models WHERE name NOT IN ({marks})", kept)
            advance(connection)

    def stats(self, model: str) -> IndexStats:
        """Return counts; counted anew when the index has changed."""
        counted = self._kept.of("stats")
        if model not in counted:
            rows = self.database.execute(
                "SELECT count(*), coalesce(sum(chunks), 0), sum(length),"
                " (SELECT count(*) FROM chunks WHERE vector_key = ?),"
                " (SELECT chunks FROM models WHERE name = ?) FROM files",
                (WORDLESS, model),
            )
            counted[model] = stats_of(rows[0], self._kept.generation)
        found: IndexStats = counted[model]
        return found

    def generation(self) -> int:
        """Return a number that grows with every change of the index."""
        return int(self.database.execute("SELECT value FROM meta WHERE key = 'generation'")[0][0])

    def fence(self, now_ns: int) -> None:
        """Take in nothing any more that was read from a file before this moment."""
        fence(self.database, now_ns)

    def compact(self) -> bool:
        """Remove all that is left of lines that are gone; return whether it could be done."""
        return compact(self.database)

    def clear(self) -> None:
        """Empty the index."""
        with self.database.transaction() as connection:
            for table in _EMPTIED:
                connection.execute(f"DELETE FROM {table}")
            advance(connection)

    def close(self) -> None:
        """Close the file."""
        self.database.close()


_FOUND = (
    "SELECT number, id, chunks.path, layer, day, start, end, heading, text"
    " FROM chunks JOIN files ON files.path = chunks.path"
)


def _marks(values: Iterable[Any]) -> tuple[str, list[Any]]:
    """Return the marks an IN list of these values needs, and the values."""
    listed = list(values)
    return ",".join("?" * len(listed)), listed


def _delete(connection: sqlite3.Connection, path: str) -> None:
    _count(connection, path, -1)
    connection.execute(
        "DELETE FROM words WHERE rowid IN (SELECT number FROM chunks WHERE path = ?)", (path,)
    )
    connection.execute("DELETE FROM chunks WHERE path = ?", (path,))
    connection.execute("DELETE FROM files WHERE path = ?", (path,))


def _insert(
    connection: sqlite3.Connection, taken: Iterable[tuple[FileRow, Sequence[ChunkRow]]]
) -> None:
    free: dict[int, int] = {}  # the next number, by scope
    files: list[tuple[Any, ...]] = []
    rows: list[tuple[Any, ...]] = []
    words: list[tuple[int, str, str]] = []
    for file, chunks in taken:
        first = free.get(file.scope) or _next_number(connection, file.scope)
        free[file.scope] = first + len(chunks) + 2
        total = 0
        for number, c in enumerate(chunks, start=first):
            length = 1 + c.line.count(" ")
            total += length
            both = len(c.line.split()) + len(c.head.split())
            place = c.id, file.path, c.start, c.end, c.heading, c.text, c.embedded, c.vector_key
            rows.append((number, *place, length, both))
            words.append((number, c.line, c.head))
        files.append((*values_of(file), first, len(chunks), total))
    marks = ",".join("?" * 14)
    connection.executemany(
        f"INSERT INTO files SELECT {marks}, value FROM meta WHERE key = 'generation'", files
    )
    connection.executemany("INSERT INTO chunks VALUES (?,?,?,?,?,?,?,?,?,?,?)", rows)
    connection.executemany("INSERT INTO words (rowid, line, head) VALUES (?,?,?)", words)
    if connection.execute("SELECT 1 FROM models LIMIT 1").fetchone():
        for row in files:
            _count(connection, row[0], 1)


def _count(connection: sqlite3.Connection, path: str, sign: int) -> None:
    """Add a file's chunks to those that have a vector, or take them away (sign -1)."""
    connection.execute(
        "UPDATE models SET chunks = chunks + ? * (SELECT count(*) FROM chunks CROSS JOIN vectors v"
        " USING (vector_key) WHERE path = ? AND v.model = models.name)",
        (sign, path),
    )


def _next_number(connection: sqlite3.Connection, scope: int) -> int:
    """Return a free number two past the last, so that files' edges are never neighbours."""
    low = scope << SCOPE_BITS
    row = connection.execute(
        "SELECT max(number) FROM chunks WHERE number BETWEEN ? AND ?",
        (low, low + (1 << SCOPE_BITS) - 1),
    ).fetchone()
    return int(row[0]) + 3 if row[0] is not None else low + 1

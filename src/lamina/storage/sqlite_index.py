"""The index in SQLite: files, chunks, words (FTS5) and vectors. Derived; may be deleted.

A chunk's number says which scope it is in (the high bits) and its order in its file (neighbours
have neighbouring numbers), so that FTS5 can be held to a scope by a range of rowids alone.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from lamina.storage.contract import ChunkRow, FileRow, Found, IndexStats, ModelRow
from lamina.storage.sqlite import Database, version_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

VERSION = 3  # of the schema, the chunking and the terms together: another one means a rebuild
_SCOPE_BITS = 40
HEAD_WEIGHT = 0.4  # of a term in the context, beside 1 for one in the line itself

_SCHEMA = """
CREATE TABLE files (
    path TEXT PRIMARY KEY, layer TEXT, scope INTEGER, day TEXT, size INTEGER, changed_ns INTEGER,
    inode INTEGER, hash TEXT, checked_ns INTEGER, fields TEXT, problems TEXT
) WITHOUT ROWID;
CREATE TABLE chunks (
    number INTEGER PRIMARY KEY, id TEXT, path TEXT, start INTEGER, end INTEGER, heading TEXT,
    text TEXT, embedded TEXT, vector_key TEXT, length INTEGER
);
CREATE INDEX chunks_path ON chunks (path);
CREATE INDEX chunks_id ON chunks (id);
CREATE INDEX chunks_vector ON chunks (vector_key);
CREATE VIRTUAL TABLE words USING fts5 (
    line, head, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
CREATE TABLE vectors (
    model TEXT, vector_key TEXT, vector BLOB, PRIMARY KEY (model, vector_key)
) WITHOUT ROWID;
CREATE TABLE models (name TEXT PRIMARY KEY, kind TEXT, model TEXT, url TEXT) WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', 0)
"""
_TABLES = ("files", "chunks", "words", "vocabulary", "vectors", "models", "meta")
_WORDLESS = hashlib.sha256(b"").hexdigest()[:32]  # vector key of chunks that have no words


class SqliteIndex:
    """IndexStore in one file, or in memory where no file can be kept."""

    def __init__(self, path: Path | None) -> None:
        self.database = Database(path, prepare=self._prepare)
        self._counted: tuple[int, dict[str, IndexStats]] = (-1, {})
        self._files: tuple[int, dict[str, FileRow]] | None = None

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
        generation = self.generation()
        if self._files is None or self._files[0] != generation:
            rows = self.database.execute("SELECT * FROM files")
            self._files = (generation, {row[0]: _file(row) for row in rows})
        return self._files[1]

    def replace(self, files: Sequence[tuple[FileRow, Sequence[ChunkRow]]]) -> None:
        """Put files in, each whole, in one transaction."""
        with self.database.transaction() as connection:
            rows = connection.execute("SELECT path, hash, layer, checked_ns FROM files")
            present = {path: (hash_, layer, checked) for path, hash_, layer, checked in rows}
            free: dict[int, int] = {}  # the next number, by scope
            for file, chunks in files:
                hash_, layer, checked = present.get(file.path, ("", "", 0))
                if (hash_, layer) == (file.hash, file.layer) or checked > file.checked_ns:
                    continue  # another process was here first, or saw it later
                if file.path in present:
                    _delete(connection, file.path)
                if file.scope not in free:
                    free[file.scope] = _next_number(connection, file.scope)
                _insert(connection, file, chunks, free[file.scope])
                free[file.scope] += len(chunks) + 2
            _advance(connection)

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
                _advance(connection)

    def remove(self, paths: Iterable[str]) -> None:
        """Take files out."""
        with self.database.transaction() as connection:
            for path in paths:
                _delete(connection, path)
            _advance(connection)

    def snapshot(self) -> AbstractContextManager[None]:
        """Answer all questions inside from one state of the index."""
        return self.database.snapshot()

    def match(self, expression: str, scopes: Iterable[int], limit: int) -> list[tuple[int, float]]:
        """Return (chunk number, BM25 score; higher is better) of the best matches."""
        if not expression:
            return []
        found: list[tuple[int, float]] = []
        for scope in scopes:
            low = scope << _SCOPE_BITS
            found += self.database.execute(
                f"SELECT rowid, -bm25(words, 1.0, {HEAD_WEIGHT}) AS score FROM words"
                " WHERE words MATCH ? AND rowid BETWEEN ? AND ?"
                " ORDER BY score DESC, rowid LIMIT ?",
                (expression, low, low + (1 << _SCOPE_BITS) - 1, limit),
            )
        return sorted(found, key=lambda row: (-row[1], row[0]))[:limit]

    def terms(self, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return the terms of chunks: those of the line, those of its head."""
        rows = self._by_number("SELECT rowid, line, head FROM words WHERE rowid", numbers)
        return {number: (line, head) for number, line, head in rows}

    def frequencies(self, terms: Iterable[tuple[str, bool]]) -> list[int]:
        """Return in how many chunks each term (with its prefix flag) occurs."""
        counts = []
        for term, prefix in terms:
            if prefix:
                rows = self.database.execute(
                    "SELECT sum(doc) FROM vocabulary WHERE term >= ? AND term < ?",
                    (term, term + "\U0010ffff"),
                )
            else:
                rows = self.database.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,))
            counts.append(int(rows[0][0] or 0) if rows else 0)
        return counts

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
        return {row[0]: Found(*row) for row in self._by_number(f"{_FOUND} WHERE number", numbers)}

    def _by_number(self, sql: str, numbers: Iterable[int]) -> Iterator[Any]:
        """Yield the rows of a statement that ends in a column, for these numbers."""
        wanted = list(numbers)
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            yield from self.database.execute(f"{sql} IN ({','.join('?' * len(part))})", part)

    def scope_of(self, number: int) -> int:
        """Return the scope a chunk's number lies in."""
        return number >> _SCOPE_BITS

    def chunk_by_id(self, chunk_id: str) -> Found | None:
        """Return the chunk a hit's id names."""
        rows = self.database.execute(f"{_FOUND} WHERE id = ? LIMIT 1", (chunk_id,))
        return Found(*rows[0]) if rows else None

    def chunks_of(self, path: str) -> list[Found]:
        """Return a file's chunks in order."""
        rows = self.database.execute(f"{_FOUND} WHERE chunks.path = ? ORDER BY number", (path,))
        return [Found(*row) for row in rows]

    def unembedded(self, model: str, limit: int) -> list[tuple[str, str]]:
        """Return (vector key, text) of chunks without a vector of this model, newest first."""
        return self.database.execute(
            "SELECT vector_key, embedded FROM chunks WHERE embedded <> '' AND NOT EXISTS ("
            " SELECT 1 FROM vectors v WHERE v.model = ? AND v.vector_key = chunks.vector_key)"
            " GROUP BY vector_key ORDER BY max(number) DESC LIMIT ?",
            (model, limit),
        )

    def put_vectors(self, model: ModelRow, vectors: Iterable[tuple[str, bytes]]) -> None:
        """Store vectors (little-endian float32) by key, and what they were made with."""
        with self.database.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO models VALUES (?, ?, ?, ?)", model)
            connection.executemany(
                "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                [(model.name, key, vector) for key, vector in vectors],
            )
            _advance(connection)

    def vectors(self, model: str, scopes: Iterable[int]) -> list[tuple[int, str, bytes]]:
        """Return (chunk number, text, vector) of all embedded chunks."""
        found: list[tuple[int, str, bytes]] = []
        for scope in scopes:
            low = scope << _SCOPE_BITS
            found += self.database.execute(
                "SELECT number, embedded, vector FROM chunks JOIN vectors USING (vector_key)"
                " WHERE model = ? AND number BETWEEN ? AND ? ORDER BY number",
                (model, low, low + (1 << _SCOPE_BITS) - 1),
            )
        return found

    def models(self) -> dict[str, int]:
        """Return how many chunks each model has a vector for."""
        return dict(
            self.database.execute(
                "SELECT model, count(*) FROM chunks JOIN vectors USING (vector_key) GROUP BY model"
            )
        )

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
        kept = list(keep)
        marks = ",".join("?" * len(kept))
        with self.database.transaction() as connection:
            connection.execute(
                f"DELETE FROM vectors WHERE model NOT IN ({marks}) OR vector_key NOT IN"
                " (SELECT vector_key FROM chunks)",
                kept,
            )
            connection.execute(f"DELETE FROM models WHERE name NOT IN ({marks})", kept)
            _advance(connection)

    def stats(self, model: str) -> IndexStats:
        """Return counts; counted anew when the index has changed."""
        generation = self.generation()
        if self._counted[0] != generation:
            self._counted = (generation, {})
        counted = self._counted[1]
        if model not in counted:
            rows = self.database.execute(
                "SELECT (SELECT count(*) FROM files), (SELECT count(*) FROM chunks),"
                " (SELECT count(*) FROM chunks JOIN vectors USING (vector_key) WHERE model = ?),"
                " (SELECT count(*) FROM chunks WHERE vector_key = ?),"
                " (SELECT coalesce(avg(length), 1.0) FROM chunks)",
                (model, _WORDLESS),
            )
            files, chunks, embedded, wordless, length = rows[0]
            missing = chunks - wordless - embedded
            counted[model] = IndexStats(files, chunks, embedded, missing, length, generation)
        return counted[model]

    def generation(self) -> int:
        """Return a number that grows with every change of the index."""
        return int(self.database.execute("SELECT value FROM meta WHERE key = 'generation'")[0][0])

    def clear(self) -> None:
        """Empty the index."""
        with self.database.transaction() as connection:
            for table in ("files", "chunks", "words", "vectors", "models"):
                connection.execute(f"DELETE FROM {table}")
            _advance(connection)

    def close(self) -> None:
        """Close the file."""
        self.database.close()


_FOUND = (
    "SELECT number, id, chunks.path, layer, day, start, end, heading, text"
    " FROM chunks JOIN files ON files.path = chunks.path"
)


def _delete(connection: sqlite3.Connection, path: str) -> None:
    connection.execute(
        "DELETE FROM words WHERE rowid IN (SELECT number FROM chunks WHERE path = ?)", (path,)
    )
    connection.execute("DELETE FROM chunks WHERE path = ?", (path,))
    connection.execute("DELETE FROM files WHERE path = ?", (path,))


def _insert(
    connection: sqlite3.Connection, file: FileRow, chunks: Sequence[ChunkRow], first: int
) -> None:
    connection.execute(f"INSERT INTO files VALUES ({','.join('?' * 11)})", _file_values(file))
    numbered = list(enumerate(chunks, start=first))
    connection.executemany(
        "INSERT INTO chunks VALUES (?,?,?,?,?,?,?,?,?,?)",
        [
            (
                n,
                c.id,
                file.path,
                c.start,
                c.end,
                c.heading,
                c.text,
                c.embedded,
                c.vector_key,
                1 + c.line.count(" "),
            )
            for n, c in numbered
        ],
    )
    connection.executemany(
        "INSERT INTO words (rowid, line, head) VALUES (?,?,?)",
        [(n, c.line, c.head) for n, c in numbered],
    )


def _next_number(connection: sqlite3.Connection, scope: int) -> int:
    """Return a free number two past the last, so that files' edges are never neighbours."""
    low = scope << _SCOPE_BITS
    row = connection.execute(
        "SELECT max(number) FROM chunks WHERE number BETWEEN ? AND ?",
        (low, low + (1 << _SCOPE_BITS) - 1),
    ).fetchone()
    return int(row[0]) + 3 if row[0] is not None else low + 1


def _advance(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")


def _file(row: Sequence[Any]) -> FileRow:
    path, layer, scope, day, size, changed_ns, inode, hash_, checked_ns, fields, problems = row
    found = [(int(line), str(text)) for line, text in json.loads(problems)] if problems else []
    return FileRow(
        path,
        layer,
        scope,
        day,
        size,
        changed_ns,
        inode,
        hash_,
        checked_ns,
        json.loads(fields) if fields else {},
        tuple(found),
    )


def _file_values(file: FileRow) -> tuple[Any, ...]:
    return (
        file.path,
        file.layer,
        file.scope,
        file.day,
        file.size,
        file.changed_ns,
        file.inode,
        file.hash,
        file.checked_ns,
        json.dumps(file.fields, default=str) if file.fields else "",
        json.dumps(file.problems) if file.problems else "",
    )

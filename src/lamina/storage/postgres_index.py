"""The index in PostgreSQL: one workspace's files, chunks, words and vectors. Derived.

Chunks have the numbers they have in SQLite (storage/sqlite_index.py), so that both stores put
equals into the same order.
"""

from __future__ import annotations

from contextlib import contextmanager
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from lamina.storage import postgres_words as words
from lamina.storage.contract import (
    SCOPE_BITS,
    WORDLESS,
    ChunkRow,
    FileRow,
    Found,
    IndexStats,
    ModelRow,
    Span,
)
from lamina.storage.index_judged import Judged
from lamina.storage.index_rows import file_of, stats_of, to_take, values_of
from lamina.storage.kept import Kept
from lamina.storage.postgres import CONNECTIONS, PostgresDatabase, Tenant
from lamina.storage.postgres_vectors import Vector
from lamina.storage.sqlite_index import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    import psycopg

    Raw = psycopg.Connection[Any]

_EMPTIED = ("files", "chunks", "postings", "vectors", "models", "judged")
_FOUND = (
    "SELECT number, id, c.path, layer, day, begins, ends, heading, text FROM chunks c"
    " JOIN files f ON f.workspace = $1 AND f.path = c.path WHERE c.workspace = $1"
)
_GENERATION = "SELECT generation FROM indexes WHERE workspace = $1"
_EMBEDDED = "FROM chunks c JOIN vectors v ON v.workspace = $1 AND v.vector_key = c.vector_key"


class PostgresIndex:
    """IndexStore in a database that many workspaces share."""

    def __init__(self, url: str, tenant: Tenant, connections: int = CONNECTIONS) -> None:
        self.database = PostgresDatabase(url, tenant, "indexes", connections=connections)
        self.database.prepare = self._prepare
        self.judged = _Judged(self.database)
        self._number = tenant.number
        self._kept = Kept(self.generation)
        self._held: int | None = None  # the generation, inside of a snapshot

    def _prepare(self) -> None:
        """Begin anew what another version of chunks and terms was made with."""
        asked = "SELECT version FROM indexes WHERE workspace = $1"
        if self.database.rows(asked)[0][0] == VERSION:
            return
        self.clear()
        with self._changing() as raw:
            self._run(raw, "UPDATE indexes SET version = $2 WHERE workspace = $1", VERSION)

    def _changing(self) -> AbstractContextManager[Raw]:
        return self.database.changing("UPDATE indexes SET generation = generation + 1")

    def _run(self, raw: Raw, sql: str, *values: Any) -> psycopg.Cursor[Any]:
        return raw.execute(sql, (self._number, *values))

    def files(self) -> dict[str, FileRow]:
        """Return every indexed file by path; do not change the answer, it is kept."""
        return self._kept.files(self._read_files)

    def _read_files(self) -> dict[str, FileRow]:
        rows = self.database.rows(
            "SELECT path, layer, scope, day, size, changed_ns, inode, hash, checked_ns, fields,"
            " problems FROM files WHERE workspace = $1 ORDER BY path"
        )
        return {row[0]: file_of(row) for row in rows}

    def replace(self, files: Sequence[tuple[FileRow, Sequence[ChunkRow]]]) -> None:
        """Put files in, each whole, in one transaction."""
        with self._changing() as raw:
            paths = [file.path for file, _ in files]
            rows = self._run(
                raw,
                "SELECT path, hash, layer, checked_ns FROM files"
                " WHERE workspace = $1 AND path = ANY($2)",
                paths,
            )
            present = {row[0]: row for row in rows}
            fence = self._one(raw, "SELECT fence FROM indexes WHERE workspace = $1")
            taken = to_take(files, present, fence)
            self._delete(raw, [file.path for file, _ in taken if file.path in present])
            self._insert(raw, taken)

    def _one(self, raw: Raw, sql: str, *values: Any) -> Any:
        row = self._run(raw, sql, *values).fetchone()
        return row[0] if row else None

    def _next_number(self, raw: Raw, scope: int) -> int:
        """Return a free number two past the last, so that files' edges are never neighbours."""
        low, high = scope << SCOPE_BITS, ((scope + 1) << SCOPE_BITS) - 1
        last = self._one(
            raw,
            "SELECT max(number) FROM chunks WHERE workspace = $1 AND number BETWEEN $2 AND $3",
            low,
            high,
        )
        return low + 1 if last is None else int(last) + 3

    def _insert(self, raw: Raw, files: Sequence[tuple[FileRow, Sequence[ChunkRow]]]) -> None:
        free: dict[int, int] = {}  # the next number, by scope
        file_rows, rows = [], []
        for file, chunks in files:
            if file.scope not in free:
                free[file.scope] = self._next_number(raw, file.scope)
            first = free[file.scope]
            free[file.scope] += len(chunks) + 2
            length = sum(1 + c.line.count(" ") for c in chunks)
            file_rows.append((*values_of(file), first, len(chunks), length))
            for n, c in enumerate(chunks, start=first):
                size = len(c.line.split()) + len(c.head.split())
                rows.append((n, c.id, file.path, c.start, c.end, *c[3:], size))
        self._put(raw, _PUT_FILES, file_rows)
        self._put(raw, _PUT_CHUNKS, rows)
        terms = words.postings((row[0], row[7], row[8]) for row in rows)
        self._put(raw, words.PUT, terms)
        self._count(raw, [row[0] for row in file_rows], 1)

    def _put(self, raw: Raw, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement that takes its rows as one list a column."""
        if rows:
            self._run(raw, sql, *map(list, zip(*rows, strict=True)))

    def _delete(self, raw: Raw, paths: Sequence[str]) -> None:
        if not paths:
            return
        self._count(raw, paths, -1)
        held = self._run(
            raw,
            "SELECT number, line, head FROM chunks WHERE workspace = $1 AND path = ANY($2)",
            paths,
        )
        self._put(raw, words.DROP, [row[:2] for row in words.postings(held)])
        for table in ("chunks", "files"):
            self._run(raw, f"DELETE FROM {table} WHERE workspace = $1 AND path = ANY($2)", paths)

    def _count(self, raw: Raw, paths: Sequence[str], sign: int) -> None:
        """Add the chunks of files to what is counted of all, or take them away (sign -1)."""
        self._run(
            raw,
            f"UPDATE models SET chunks = chunks + $3 * (SELECT count(*) {_EMBEDDED}"
            " WHERE c.workspace = $1 AND c.path = ANY($2) AND v.model = models.name)"
            " WHERE workspace = $1",
            paths,
            sign,
        )
        self._run(
            raw,
            "UPDATE indexes SET chunks = chunks + $3 * found.count, size = indexes.size"
            " + $3 * found.size FROM (SELECT count(*) AS count, coalesce(sum(size), 0) AS size"
            " FROM chunks WHERE workspace = $1 AND path = ANY($2)) AS found WHERE workspace = $1",
            paths,
            sign,
        )

    def renew(self, files: Iterable[FileRow]) -> None:
        """Renew size, time and hash of files whose content is as indexed."""
        rows = [(self._number, f.size, f.changed_ns, f.inode, f.checked_ns, f.path) for f in files]
        if rows:
            with self._changing() as raw:
                raw.cursor().executemany(
                    "UPDATE files SET size = $2, changed_ns = $3, inode = $4, checked_ns = $5"
                    " WHERE workspace = $1 AND path = $6",
                    rows,
                )

    def remove(self, paths: Iterable[str]) -> None:
        """Take files out."""
        with self._changing() as raw:
            self._delete(raw, list(paths))

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Answer all questions inside from one state of the index."""
        with self.database.snapshot(_GENERATION) as generation:
            self._held = generation
            try:
                yield
            finally:
                self._held = None

    def match(self, expression: str, scopes: Iterable[int], limit: int) -> list[tuple[int, float]]:
        """Return (chunk number, BM25 score; higher is better) of the best matches."""
        return words.match(self.database, expression, scopes, limit) if expression else []

    def sizes(self) -> tuple[str, str]:
        """Return all chunks' numbers, in order, and how many terms each holds, joined by commas."""
        rows = self.database.rows(
            "SELECT string_agg(number::text, ',' ORDER BY number),"
            " string_agg(size::text, ',' ORDER BY number) FROM chunks WHERE workspace = $1"
        )
        return rows[0][0] or "", rows[0][1] or ""

    def places(self, term: str, *, prefix: bool) -> str:
        """Return a term's places, joined by commas: twice the chunk's number, 1 more in a head."""
        (low,), (high,) = words.ends([(term, prefix)])
        return (self.database.rows(words.PLACES, (low, high))[0][0] or "")[1:]

    def terms(self, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return the terms of chunks: those of the line, those of its head."""
        rows = self.database.rows(
            "SELECT number, line, head FROM chunks WHERE workspace = $1 AND number = ANY($2)",
            (list(numbers),),
        )
        return {number: (line, head) for number, line, head in rows}

    def frequencies(self, terms: Iterable[tuple[str, bool]]) -> list[int]:
        """Return in how many chunks each term (with its prefix flag) occurs."""
        kept = self._kept.of("frequencies")
        wanted = list(terms)
        if new := [asked for asked in dict.fromkeys(wanted) if asked not in kept]:
            counts = self.database.rows(words.COUNT, words.ends(new))
            kept.update(zip(new, (count for (count,) in counts), strict=True))
        return [kept[asked] for asked in wanted]

    def beginning(self, term: str, letters: int = 2) -> list[tuple[str, int]]:
        """Return the terms that begin as this one does and are about as long, and their counts."""
        (low,), (high,) = words.ends([(term[:letters], True)])
        return self.database.rows(words.BEGINNING, (low, high, len(term) - 1, len(term) + 1))

    def chunks(self, numbers: Iterable[int]) -> dict[int, Found]:
        """Return chunks by number; missing ones are left out."""
        kept = self._kept.of("chunks")
        wanted = list(numbers)
        if new := [number for number in wanted if number not in kept]:
            rows = self.database.rows(f"{_FOUND} AND number = ANY($2)", (new,))
            kept.update((row[0], Found(*row)) for row in rows)
        return {number: kept[number] for number in wanted if number in kept}

    def chunk_by_id(self, chunk_id: str) -> Found | None:
        """Return the chunk a hit's id names."""
        rows = self.database.rows(f"{_FOUND} AND id = $2 ORDER BY number LIMIT 1", (chunk_id,))
        return Found(*rows[0]) if rows else None

    def chunks_of(self, path: str) -> list[Found]:
        """Return a file's chunks in order."""
        rows = self.database.rows(f"{_FOUND} AND c.path = $2 ORDER BY number", (path,))
        return [Found(*row) for row in rows]

    def chunks_at(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Found]:
        """Return the chunks that begin at these places (path, line); of several the last."""
        asked = list(places)
        rows = self.database.rows(
            f"{_FOUND} AND (c.path, begins) IN (SELECT * FROM unnest($2::text[], $3::bigint[]))"
            " ORDER BY number",
            ([path for path, _ in asked], [line for _, line in asked]),
        )
        return {(row[2], row[5]): Found(*row) for row in rows}

    def unembedded(self, model: str, limit: int) -> list[tuple[str, str]]:
        """Return (vector key, text) of chunks without a vector of this model, newest first."""
        rows = self.database.rows(
            "SELECT vector_key, embedded FROM (SELECT vector_key, embedded, number, max(number)"
            " OVER (PARTITION BY vector_key) AS newest FROM chunks WHERE workspace = $1"
            " AND embedded <> '' AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.workspace = $1"
            " AND v.vector_key = chunks.vector_key AND v.model = $2)) AS missing"
            " WHERE number = newest ORDER BY number DESC LIMIT $3",
            (model, limit),
        )
        return [(key, text) for key, text in rows]

    def put_vectors(self, model: ModelRow, vectors: Iterable[tuple[str, str, bytes]]) -> None:
        """Store (key, script, vector as little-endian float32), and what they were made with.

        A vector that is there stays.
        """
        rows = [(self._number, key, model.name, script, Vector(v)) for key, script, v in vectors]
        with self._changing() as raw:
            self._run(
                raw,
                "INSERT INTO models (workspace, name, kind, model, url, chunks) VALUES"
                " ($1, $2, $3, $4, $5, 0) ON CONFLICT (workspace, name) DO UPDATE SET"
                " kind = excluded.kind, model = excluded.model, url = excluded.url",
                *model,
            )
            if not rows:
                return
            cursor = raw.cursor()
            cursor.executemany(  # nothing for a line that is gone meanwhile
                "INSERT INTO vectors (workspace, vector_key, model, script, vector)"
                " SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM chunks"
                " WHERE workspace = $1 AND vector_key = $2) ON CONFLICT DO NOTHING"
                " RETURNING vector_key",
                rows,
                returning=True,
            )
            kept = [row[0] for result in cursor.results() for row in result]
            self._run(
                raw,
                "UPDATE models SET chunks = chunks + (SELECT count(*) FROM chunks"
                " WHERE workspace = $1 AND vector_key = ANY($3))"
                " WHERE workspace = $1 AND name = $2",
                model.name,
                kept,
            )

    def spans(self, scopes: Iterable[int]) -> set[Span]:
        """Return which chunks there are in these scopes, a file a span."""
        rows = self.database.rows(
            "SELECT first, chunks, born FROM files WHERE workspace = $1 AND scope = ANY($2)",
            (list(scopes),),
        )
        return {Span(*row) for row in rows}

    def vectors(self, model: str, first: int, last: int) -> Iterator[tuple[int, str, bytes]]:
        """Yield (chunk number, script, vector) of the embedded chunks among these numbers."""
        yield from self.database.rows(
            f"SELECT number, script, vector {_EMBEDDED} WHERE c.workspace = $1 AND v.model = $2"
            " AND number BETWEEN $3 AND $4 ORDER BY number",
            (model, first, last),
            binary=True,
        )

    def vectors_since(
        self, model: str, scopes: Iterable[int], last: int
    ) -> Iterator[tuple[int, str, bytes, int]]:
        """Yield the same, and the vector's id, for ids above ``last`` in their order."""
        rows = self.database.rows(
            f"SELECT number, script, vector, v.id {_EMBEDDED} WHERE c.workspace = $1"
            f" AND v.id > $2 AND v.model = $3 AND number >> {SCOPE_BITS} = ANY($4)",
            (last, model, list(scopes)),
            binary=True,
        )
        rows.sort(key=itemgetter(3, 0))  # there, the vectors would be moved with them
        yield from rows

    def models(self) -> dict[str, int]:
        """Return how many chunks each model has a vector for."""
        return dict(
            self.database.rows(
                "SELECT name, chunks FROM models WHERE workspace = $1 AND chunks > 0 ORDER BY name"
            )
        )

    def made_with(self) -> dict[str, ModelRow]:
        """Return what each model's vectors were made with."""
        rows = self.database.rows(
            "SELECT name, kind, model, url FROM models WHERE workspace = $1 ORDER BY name"
        )
        return {row[0]: ModelRow(*row) for row in rows}

    def sample(self, model: str) -> tuple[str, bytes] | None:
        """Return a text and its vector of this model, one that is not all zeros."""
        rows = self.database.rows(
            f"SELECT embedded, vector {_EMBEDDED} WHERE c.workspace = $1 AND v.model = $2"
            " AND vector_norm(vector) > 0 LIMIT 1",
            (model,),
            binary=True,
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def drop_models(self, keep: Iterable[str]) -> None:
        """Remove the vectors of all other models, and those no chunk needs."""
        kept = list(keep)
        with self._changing() as raw:
            self._run(raw, f"{_UNUSED} OR workspace = $1 AND NOT model = ANY($2)", kept)
            self._run(raw, "DELETE FROM models WHERE workspace = $1 AND NOT name = ANY($2)", kept)

    def stats(self, model: str) -> IndexStats:
        """Return counts; counted anew when the index has changed."""
        counted = self._kept.of("stats")
        if model not in counted:
            rows = self.database.rows(
                "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(length), 0),"
                " (SELECT count(*) FROM chunks WHERE workspace = $1 AND vector_key = $2),"
                " (SELECT chunks FROM models WHERE workspace = $1 AND name = $3)"
                " FROM files WHERE workspace = $1",
                (WORDLESS, model),
            )
            counted[model] = stats_of(rows[0], self._kept.generation)
        found: IndexStats = counted[model]
        return found

    def generation(self) -> int:
        """Return a number that grows with every change of the index."""
        return int(self.database.rows(_GENERATION)[0][0] if self._held is None else self._held)

    def fence(self, now_ns: int) -> None:
        """Take in nothing any more that was read from a file before this moment."""
        with self._changing() as raw:
            self._run(raw, "UPDATE indexes SET fence = $2 WHERE workspace = $1", now_ns)

    def compact(self) -> bool:
        """Remove all that is left of lines that are gone; return whether it could be done."""
        with self._changing() as raw:
            self._run(raw, _UNUSED)
            self._run(raw, "DELETE FROM judged WHERE workspace = $1")
        return self.database.compact()

    def clear(self) -> None:
        """Empty the index."""
        with self._changing() as raw:
            for table in _EMPTIED:
                self._run(raw, f"DELETE FROM {table} WHERE workspace = $1")
            self._run(raw, "UPDATE indexes SET chunks = 0, size = 0 WHERE workspace = $1")

    def close(self) -> None:
        """Close its connections."""
        self.database.close()


_PUT_FILES = (
    "INSERT INTO files SELECT workspace, new.*, generation FROM indexes, unnest($2::text[],"
    " $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[],"
    " $10::bigint[], $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::bigint[]) AS new"
    " WHERE workspace = $1"
)
_PUT_CHUNKS = (
    "INSERT INTO chunks SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[],"
    " $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],"
    " $12::text[], $13::bigint[])"
)
_UNUSED = (
    "DELETE FROM vectors WHERE workspace = $1 AND NOT EXISTS (SELECT 1 FROM chunks c"
    " WHERE c.workspace = $1 AND c.vector_key = vectors.vector_key)"
)


class _Judged(Judged):
    fenced = "SELECT 1 FROM indexes WHERE fence >= ?"

"""What one would write by hand for ``fleet.py``: a table, two indexes, two queries.

All workspaces' lines in one table; words by PostgreSQL's own text search (``simple``: no language),
vectors by pgvector's HNSW; each query filters by workspace. Nothing is fused, no edit is noticed,
nothing keeps workspaces apart.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fleet_town import Town

_TABLE = """
    CREATE SCHEMA IF NOT EXISTS by_hand;
    DROP TABLE IF EXISTS by_hand.lines;
    CREATE TABLE by_hand.lines (workspace bigint, number bigint, text text, said tsvector,
        vector vector(384), PRIMARY KEY (workspace, number))
"""
_FILL = """
    INSERT INTO by_hand.lines SELECT $1, number, text, to_tsvector('simple', text), vector
    FROM lamina.chunks c JOIN lamina.vectors v ON v.workspace = $1 AND v.vector_key = c.vector_key
    WHERE c.workspace = $1
"""
_INDEXES = """
    CREATE INDEX ON by_hand.lines USING gin (said);
    CREATE INDEX ON by_hand.lines USING hnsw (vector vector_cosine_ops);
    ANALYZE by_hand.lines
"""
WORDS = """
    SELECT number, text, ts_rank_cd(said, asked) AS score
    FROM by_hand.lines, to_tsquery('simple', $2) AS asked
    WHERE workspace = $1 AND said @@ asked ORDER BY score DESC LIMIT 10
"""
# The nearest of all workspaces' lines; pgvector filters by workspace afterwards.
VECTORS = """
    SELECT number, text, vector <=> $2::vector AS far FROM by_hand.lines
    WHERE workspace = $1 ORDER BY far LIMIT 10
"""


@contextlib.contextmanager
def connected(url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Connect as a script does."""
    with psycopg.connect(url, autocommit=True, cursor_factory=psycopg.RawCursor) as connection:
        yield connection


def fill(url: str, town: Town) -> None:
    """Copy the lines and vectors of all workspaces into one table, and index them."""
    with connected(url) as connection:
        for sql in _TABLE.split(";"):
            connection.execute(sql.encode())
        for name in town.names:
            number = town.tenant(name).number
            connection.execute("SELECT set_config('lamina.workspace', $1, false)", (str(number),))
            connection.execute(_FILL, (number,))
        for sql in _INDEXES.split(";"):
            connection.execute(sql.encode())


def ask(
    connection: psycopg.Connection[tuple[object, ...]], workspace: int, words: str, vector: str
) -> int:
    """Ask by words and by vector; return how many lines came back."""
    asked = " | ".join(words.split())
    by_words = connection.execute(WORDS, (workspace, asked)).fetchall()
    by_vector = connection.execute(VECTORS, (workspace, vector)).fetchall()
    return len(by_words) + len(by_vector)

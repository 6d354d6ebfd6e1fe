"""Words in PostgreSQL: a table of postings, and bm25() of SQLite's FTS5 reckoned over it.

A term is a row for each chunk that holds it, with how often in the line and in its context. A
question reads the rows of its terms in one part of that table and no others.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lamina.storage.contract import HEAD_WEIGHT, SCOPE_BITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.storage.postgres import PostgresDatabase

K1, B = 1.2, 0.75  # FTS5's own
_TERM = re.compile(r'"([^"]+)"(\*?)')
_LAST = "\U0010ffff"

# $2, $3: where the terms of each question begin and end. The formula is the one of
# sqlite.org/fts5.html, "bm25", its parts in the same order, so that equals stay equal. OFFSET 0
# keeps the look-up of a term in the index, whatever the planner believes of the table's size.
MATCH = f"""
WITH hits AS (
    SELECT place, number, size, sum(line)::float8 + sum(head)::float8 * $4::float8 AS often
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS asked (low, high, place),
    LATERAL (
        SELECT number, line, head, size FROM postings
        WHERE workspace = $1 AND term >= low AND term < high OFFSET 0
    ) AS found
    GROUP BY place, number, size
), weighed AS (
    SELECT *, count(*) OVER (PARTITION BY place) AS held FROM hits
), whole AS (
    SELECT chunks::float8 AS count, size::float8 / greatest(chunks, 1) AS mean
    FROM indexes WHERE workspace = $1
), scored AS (
    SELECT place, number, ln((count - held + 0.5::float8) / (held + 0.5::float8)) AS weight,
        often * {K1 + 1}::float8
        / (often + {K1}::float8 * ({1 - B}::float8 + {B}::float8 * size / mean)) AS share
    FROM weighed, whole WHERE number >> {SCOPE_BITS} = ANY($5)
)
SELECT number,
    sum(CASE WHEN weight > 0 THEN weight ELSE 1e-6::float8 END * share ORDER BY place) AS score
FROM scored GROUP BY number ORDER BY score DESC, number LIMIT $6
"""

COUNT = """
SELECT (SELECT count(*) FROM postings WHERE workspace = $1 AND term >= low AND term < high)
FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS asked (low, high, place) ORDER BY place
"""

PLACES = """
SELECT string_agg(repeat(',' || number * 2, line) || repeat(',' || number * 2 + 1, head), ''
    ORDER BY term, number)
FROM postings WHERE workspace = $1 AND term >= $2 AND term < $3
"""

BEGINNING = """
SELECT term, count(*) FROM postings WHERE workspace = $1 AND term >= $2 AND term < $3
    AND length(term) BETWEEN $4 AND $5 GROUP BY term ORDER BY term
"""

PUT = """
INSERT INTO postings (workspace, term, number, line, head, size)
SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::smallint[], $5::smallint[], $6::integer[])
"""

DROP = """
DELETE FROM postings USING unnest($2::text[], $3::bigint[]) AS gone (term, number)
WHERE workspace = $1 AND postings.term = gone.term AND postings.number = gone.number
"""


def ends(terms: Iterable[tuple[str, bool]]) -> tuple[list[str], list[str]]:
    """Return between which terms those lie that are asked for; with the flag all that begin so."""
    asked = list(terms)
    return [term for term, _ in asked], [
        term + (_LAST if prefix else "\x01") for term, prefix in asked
    ]


def match(
    database: PostgresDatabase, expression: str, scopes: Iterable[int], limit: int
) -> list[tuple[int, float]]:
    """Return (chunk number, BM25 score) of the best matches."""
    asked = ((text, bool(star)) for text, star in _TERM.findall(expression))
    values = (*ends(asked), HEAD_WEIGHT, list(scopes), limit)
    return [(number, score) for number, score in database.rows(MATCH, values)]


def postings(
    chunks: Iterable[tuple[int, str, str]],
) -> list[tuple[str, int, int, int, int]]:
    """Return the rows of chunks: (number, terms of the line, terms of its head)."""
    found = []
    for number, line, head in chunks:
        in_line, in_head = Counter(line.split()), Counter(head.split())
        size = in_line.total() + in_head.total()
        found += [(term, number, in_line[term], in_head[term], size) for term in in_line | in_head]
    return found

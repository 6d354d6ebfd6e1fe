"""What a question touches: one part of each table, whatever the planner knows of the workspace."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from lamina.search.words import terms
from lamina.storage.contract import ChunkRow, FileRow, Scope
from tests.conftest import NOW
from tests.postgres_server import OWNER

pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")

from lamina.storage import postgres_words as words
from lamina.storage.postgres import Tenant
from lamina.storage.postgres_index import PostgresIndex
from lamina.storage.postgres_schema import TABLES
from lamina.storage.postgres_sql import of_workspace

ENDS = words.ends([("kiln", False), ("tea", True)])
ASKED = {
    "match": (words.MATCH, (*ENDS, 0.4, [0], 10)),
    "frequencies": (words.COUNT, ENDS),
    "places": (words.PLACES, ("tea", "teb")),
    "beginning": (words.BEGINNING, ("ki", "kj", 3, 5)),
    "needs": (of_workspace("SELECT claim FROM recalls WHERE day >= ?").sql, ("2026-03-04",)),
}


@pytest.fixture(scope="module")
def many(postgres):
    """One database with forty workspaces, a few notes each."""
    database = postgres.new_database()
    url = postgres.url(database, OWNER)
    for number in range(40):
        with closing(PostgresIndex(url, Tenant.of(f"w{number}"))) as index:
            rows = [
                ChunkRow(f"{n}", n, n, "", f"kiln {n} teapot", " ".join(terms(f"kiln {n} teapot")),
                         "", "text", f"key{n}")
                for n in range(30)
            ]  # fmt: skip
            index.replace([(FileRow("a.md", "daily", Scope.ALWAYS, "", 0, 0, 0, "h", 1, {}), rows)])
    postgres.run("VACUUM ANALYZE", database)
    return url


def parts_in(plan):
    """Return the parts of each table that a plan reads."""
    found: dict[str, set[str]] = {}
    for name in re.findall(r"Scan (?:using \w+ )?(?:Backward )?on (\w+)", plan):
        table, _, part = name.rpartition("_")
        if table in TABLES:
            found.setdefault(table, set()).add(part)
    return found


@pytest.mark.parametrize("plan", ["force_custom_plan", "force_generic_plan"])
@pytest.mark.parametrize("what", ASKED)
def test_each_question_reads_one_part_of_each_table(many, what, plan):
    sql, values = ASKED[what]
    with closing(PostgresIndex(many, Tenant.of("w7"))) as index, index.database.using() as raw:
        raw.execute("SELECT set_config('plan_cache_mode', $1, false)", (plan,))
        kinds = ", ".join(["bigint", *(_kind(value) for value in values)])
        raw.execute(f"PREPARE asked ({kinds}) AS {sql}")
        given = ", ".join([str(index.database.tenant.number), *map(_literal, values)])
        rows = raw.execute(f"EXPLAIN (ANALYZE, TIMING off) EXECUTE asked({given})").fetchall()
    text = "\n".join(row[0] for row in rows)
    found = parts_in(text)
    assert found, text
    assert all(len(parts) == 1 for parts in found.values()), text


def _kind(value):
    if isinstance(value, list):
        return "text[]" if isinstance(value[0], str) else "bigint[]"
    return {str: "text", int: "bigint", float: "float8"}[type(value)]


def _literal(value):
    if isinstance(value, list):
        return f"ARRAY[{', '.join(map(_literal, value))}]"
    return f"'{value}'" if isinstance(value, str) else str(value)


def scans(connection):
    """Return how often each part of a table was read so far."""
    rows = connection.execute(
        "SELECT relname, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) FROM pg_stat_user_tables"
        " WHERE schemaname = 'lamina'"
    )
    return dict(rows.fetchall())


def flushed(store):
    with store.database.using() as raw:
        raw.execute("SELECT pg_stat_force_next_flush()")


def test_a_whole_search_reads_one_part_of_each_table(many, postgres, open_memory, write):
    write("memory/2026-03-01.md", "- the kiln runs at 1240 degrees\n- the teapot is sold\n")
    memory = open_memory(now=NOW, **{"store.url": many})
    memory.search("kiln degrees")
    with postgres.connect(many.split("/")[3].split("?")[0]) as watching:
        for store in (memory.index, memory.state):
            flushed(store)
        before = scans(watching)
        assert memory.search("teapot kiln sold").hits
        for store in (memory.index, memory.state):
            flushed(store)
        after = scans(watching)
    read = {name for name, count in after.items() if count > before.get(name, 0)}
    parts = {name.rpartition("_")[2] for name in read if name.rpartition("_")[2].isdecimal()}
    assert len(parts) == 1, read
    assert {"postings", "chunks", "files"} <= {name.rpartition("_")[0] for name in read}

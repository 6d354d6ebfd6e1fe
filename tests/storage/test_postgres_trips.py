"""How often the server is asked, counted as its own protocol tells it: waste fails here.

Each way to the server and back is waited for, and a statement that is planned costs as much as its
answer; so both are counted, for a search and for a line that is written. Never in seconds.
"""

from __future__ import annotations

import pytest

from tests.conftest import NOW
from tests.storage.trips import traced

pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")

import psycopg

from lamina.storage.postgres_pool import Pool


def noted(write, month):
    for day in range(1, 29):
        text = f"- 09:00 the kiln is at {day} degrees\n- 10:00 Anna sold {day} teapots\n"
        write(f"memory/{month}-{day:02}.md", text)


def settled(memory):
    memory.indexer.sync(clock=lambda: 4_000_000_000_000_000_000)  # long after the files changed


@pytest.fixture
def memory(postgres, open_memory, write):
    noted(write, "2025-01")
    found = open_memory(now=NOW, **{"store.url": postgres.url()})
    settled(found)
    for question in ("kiln degrees", "teapots sold", "Anna's kiln"):
        found.search(question)
    return found


def test_a_search_asks_a_dozen_times_and_plans_nothing(memory, tmp_path):
    with traced(memory.index.database, tmp_path / "trace") as said:
        assert memory.search("kiln teapots").hits
    assert said.trips <= 12, said
    assert said.planned == 0, said


def test_a_search_with_nothing_new_asks_thrice_at_most_whether_something_changed(memory, tmp_path):
    memory.search("kiln teapots")
    with traced(memory.index.database, tmp_path / "trace") as said:
        memory.search("kiln teapots")
    (name,) = {  # as which that question is known there
        row[0]
        for row in memory.index.database.rows(
            "SELECT name FROM pg_prepared_statements WHERE $1::bigint IS NOT NULL"
            " AND statement LIKE 'SELECT generation FROM indexes%'"
        )
    }
    assert 1 <= said.text.count(f'"{name}"') <= 3


def test_the_same_question_reads_no_line_again(memory, tmp_path):
    with traced(memory.index.database, tmp_path / "first") as first:
        memory.search("kiln degrees", record=False)
    with traced(memory.index.database, tmp_path / "again") as again:
        memory.search("kiln degrees", record=False)
    assert again.trips <= first.trips


def test_a_line_that_is_written_asks_no_more_for_more_notes(memory, tmp_path, write):
    memory.remember("The parcel came")
    memory.remember("Berta paid the rent")
    with traced(memory.index.database, tmp_path / "few") as few:
        memory.remember("Carla has the key of the shed")
    for month in ("2024-02", "2024-03", "2024-04"):
        noted(write, month)
    memory.sync()
    memory.remember("The boat is called Ida")
    with traced(memory.index.database, tmp_path / "many") as many:
        memory.remember("Dora waters the plants on Fridays")
    assert few.trips <= 30, few
    assert many.trips <= few.trips + 4, (few, many)  # young notes are read again, all at once


def test_a_session_plans_once_for_all_workspaces_and_compiles_nothing(memory):
    with memory.index.database.using() as raw:
        usual = [raw.execute(f"SHOW {name}").fetchone()[0] for name in ("plan_cache_mode", "jit")]
    assert usual == ["force_generic_plan", "off"]


@pytest.fixture
def pool(postgres):
    found = Pool(5, lambda: psycopg.connect(postgres.url(), autocommit=True), "the tests' database")
    yield found
    found.close()


def test_who_had_a_connection_a_moment_ago_has_it_again_whoever_comes_between(pool):
    with pool.taken(1) as (first, _), pool.taken(2) as (second, _), pool.taken(3) as (third, _):
        pass
    assert len({first, second, third}) == pool.opened == 3
    for workspace, its in ((1, first), (2, second), (3, third), (2, second), (1, first)):
        with pool.taken(workspace) as (found, last):
            assert (found, last) == (its, workspace)
    with pool.taken(4) as (found, last):
        assert (found, last) == (third, 3)  # used longest ago
    assert pool.opened == 3

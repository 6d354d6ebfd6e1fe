"""The state store: kept, migrated, never written over."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

import pytest

from lamina.errors import StoreTooNewError
from lamina.storage.contract import Recall
from lamina.storage.sqlite_state import STEPS, SqliteState
from tests.conftest import NOW


def recall(at, line=1, query="zebra", source="search"):
    return Recall(
        at,
        at[:10],
        "h",
        query,
        source,
        "owner",
        "main",
        "c",
        "memory/a.md",
        line,
        line,
        "claim",
        0.5,
    )


def test_recalls_come_back_as_they_went_in_newest_first(state):
    events = [recall(f"2026-03-0{day}T10:00:00.000+00:00") for day in (1, 2, 3)]
    state.record_recalls(events)
    assert state.recalls() == events[::-1]
    assert state.recalls(since="2026-03-02") == events[:0:-1]
    assert state.recalls(limit=1) == events[2:]


def test_an_earlier_version_is_brought_forward(tmp_path):
    path = tmp_path / "state.db"
    sqlite3.connect(path).close()  # version 0: an empty file
    state = SqliteState(path)
    state.record_recalls([recall("2026-03-01T10:00:00.000+00:00")])
    state.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == len(STEPS)
    connection.close()


def test_a_store_of_a_newer_lamina_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "state.db"
    state = SqliteState(path)
    state.record_recalls([recall("2026-03-01T10:00:00.000+00:00")])
    state.database.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    state.close()
    before = path.read_bytes()
    with pytest.raises(StoreTooNewError):
        SqliteState(path).recalls()
    assert path.read_bytes() == before


def test_what_was_set_aside_is_not_written_over(tmp_path):
    path = tmp_path / "state.db"
    kept = []
    for text in (b"first " * 900, b"second " * 900):
        path.write_bytes(text)
        kept.append(SqliteState(path).database.set_aside("2026-03-04"))
    assert [p.read_bytes()[:6] for p in kept if p] == [b"first ", b"second"]


def test_a_get_belongs_to_the_search_that_showed_it_for_ten_minutes(open_memory, write):
    write("memory/a.md", "- zebra\n")
    open_memory().search("striped zebra")
    for minutes, query in ((9, "striped zebra"), (11, "")):
        memory = open_memory(now=NOW + timedelta(minutes=minutes))
        memory.get("memory/a.md#L1")
        assert memory.state.recalls()[0].query == query

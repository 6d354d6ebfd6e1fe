"""What the daily work does, counted in folders listed, files opened and rows read: never in seconds.

A memory ten times as large may cost a look at ten times as many files, and nothing else.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from lamina.config import Places
from lamina.memory import Memory

_COUNTS: list[Counter[str]] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if not _COUNTS:
        return
    if event == "os.scandir":
        _COUNTS[-1][f"listed {Path(str(arguments[0])).name}"] += 1
    elif event == "open" and str(arguments[0]).endswith(".md"):
        _COUNTS[-1]["opened"] += 1


sys.addaudithook(_hear)  # stays as long as the process; hears only while something is counted


@contextmanager
def counted():
    counts: Counter[str] = Counter()
    _COUNTS.append(counts)
    try:
        yield counts
    finally:
        _COUNTS.pop()


def statements(memory: Memory, counts: Counter[str]) -> None:
    """Count the rows of files that are read out of the index."""
    memory.index.database.connection.set_trace_callback(  # type: ignore[attr-defined]
        lambda sql: counts.update({"whole": sql.startswith("SELECT * FROM files")})
    )


@pytest.fixture(params=[30, 300])
def memory(request, tmp_path):
    root = tmp_path / "ws"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n\n- the zebra is called Ida\n")
    for number in range(request.param):
        day = date(2024, 1, 1) + timedelta(days=number)
        text = f"# {day}\n\n- 09:00 the kiln {number} is hot\n"
        text += "- 10:00 Anna called about the teapot\n" if number == 7 else ""
        path = root / "memory" / f"{day}.md"
        path.write_text(text)
        os.utime(path, (1_700_000_000, 1_700_000_000))
    opened = Memory(
        root,
        clock=lambda: datetime(2026, 3, 4, 9, 30, tzinfo=UTC),
        places=Places.of({"HOME": str(tmp_path / "home")}, cwd=root),
        overrides={"notes.timezone": "UTC", "embedding.kind": "none"},
    )
    opened.indexer.sync(clock=lambda: 4_000_000_000_000_000_000)  # long after the files changed
    yield opened
    opened.close()


def test_a_sync_with_nothing_to_do_lists_each_folder_once_and_opens_nothing(memory):
    with counted() as counts:
        memory.sync()
    assert counts == {"listed ws": 1, "listed memory": 1}


def test_a_search_opens_no_note(memory):
    memory.search("teapot")
    with counted() as counts:
        assert memory.search("kiln").hits
    assert counts["listed memory"] == 1
    assert counts["opened"] == 0


def test_a_recall_looks_over_the_files_once(memory):
    with counted() as counts:
        assert memory.recall("What did Anna say about the teapot?", record=False).lines
    assert counts["listed memory"] == 1
    assert counts["opened"] <= 4  # the indices, active context


def test_a_line_written_reads_the_days_note_and_no_other(memory):
    memory.remember("The parcel came")
    counts: Counter[str] = Counter()
    statements(memory, counts)
    with counted() as files:
        memory.remember("Berta paid the rent")
    assert files["opened"] <= 12
    assert counts["whole"] == 0  # the index is told what changed, not read anew

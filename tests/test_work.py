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

import numpy as np
import pytest

from lamina.documents.history import Journal
from lamina.documents.notices import _is_local
from lamina.memory import Memory
from lamina.places import Places
from lamina.search.answers import Request
from lamina.search.models import Models
from lamina.search.searcher import Searcher
from lamina.search.vectors import Vectors
from lamina.settings import Embedding
from lamina.storage.contract import ModelRow
from tests.sessions.hosts import OpenClaw
from tests.sessions.trim_rig import KEY, trims

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


def test_who_looks_again_and_again_lists_nothing(memory):
    if sys.platform != "linux" or not _is_local(str(memory.workspace.root)):
        pytest.skip("the system tells of no changes on this disk")
    many = len(memory.index.files()) >= 200
    for _ in range(4):
        memory.sync()
    with counted() as counts:
        memory.sync()
    assert counts == ({} if many else {"listed ws": 1, "listed memory": 1})


def test_a_sweep_with_nothing_new_opens_no_note(memory):
    memory.dreamer.sweep()
    with counted() as counts:
        memory.dreamer.sweep()
    assert counts["opened"] <= 4  # MEMORY.md and the rules that core files give


def test_a_sweep_opens_what_changed_and_not_the_rest(memory):
    memory.dreamer.sweep()
    path = memory.workspace.root / "memory" / "2024-01-09.md"
    path.write_text(path.read_text() + "- 12:00 the pump was mended by Anna\n")
    with counted() as counts:
        memory.dreamer.sweep()
    assert counts["opened"] <= 12


class _Vectors:
    """Vectors that cost nothing."""

    name, dimensions, local = "given", 4, True
    made_with = ModelRow("given", "local", "", "")

    def passages(self, texts):
        return np.tile(np.array([0.5, 0.5, 0.5, 0.5], dtype=np.float32), (len(texts), 1))

    def query(self, text, timeout=5.0):  # noqa: ARG002
        return self.passages([text])[0]


def test_a_second_search_reads_no_vectors(memory):
    models = Models(memory.index, Embedding(kind="none"))
    models.wanted = Vectors(memory.index, _Vectors())
    models.wanted.fill()
    searcher = Searcher(memory.indexer, memory.index, models, 5000)
    read: list[str] = []
    memory.index.database.connection.set_trace_callback(
        lambda sql: read.append(sql) if ", vector," in sql else None
    )
    searcher.search(Request("kiln"))
    assert read
    read.clear()
    searcher.search(Request("teapot"))
    assert not read


def _bytes_read() -> int:
    with Path("/proc/self/io").open() as file:
        return int(file.readline().split()[1])


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="the system counts no bytes read")
def test_a_trim_reads_a_transcript_no_more_often_however_long_it_is(tmp_path):
    shares = []
    for exchanges in (2_000, 8_000):
        folder = tmp_path / str(exchanges)
        folder.mkdir()
        path = folder / "5e551017.jsonl"
        talk = OpenClaw()
        talk.setup()
        for number in range(exchanges):
            talk.user(f"question {number} {'about the kiln ' * 20}")
            talk.agent(f"answer {number}")
        size = len(talk.write(path).read_bytes())
        work = trims(folder)
        before = _bytes_read()
        work.trim(KEY, path)
        shares.append((_bytes_read() - before) / size)
    assert shares[1] < 5
    assert shares[1] < shares[0] * 1.1


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="the system counts no bytes read")
def test_the_next_number_of_a_long_history_is_found_by_its_last_line(tmp_path):
    journal = Journal(tmp_path / "history.jsonl")
    for number in range(1, 400):
        journal.append({"id": number, "files": [], "reason": "x" * 200}, wait=False)
        journal.append({"done": number}, wait=False)
    before = _bytes_read()
    assert journal.next_id() == 400
    assert _bytes_read() - before < 20_000
    lines = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(b"".join(sorted(lines)))  # what was merged or sorted is read whole
    assert journal.next_id() == 400
    journal.path.write_bytes(b"".join(lines[:700] + lines[:6]))
    assert journal.next_id() == 351

"""The journal: what stands, and what was taken back."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.history import Journal
from lamina.errors import UnreadableFileError


@given(st.lists(st.one_of(st.none(), st.integers(1, 12), st.just("void")), max_size=12))
def test_what_was_taken_back_is_told_from_the_undos_alone(steps):
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "history.jsonl")
        for number, step in enumerate(steps, start=1):
            record = {"id": number, "files": [], "reason": '"undoes": no key, a word'}
            if isinstance(step, int) and step < number:
                record["undoes"] = step
            journal.append(record, wait=False)
            journal.append({"void" if step == "void" else "done": number}, wait=False)
        marked = {entry.id for entry in journal.entries() if entry.undone_by is not None}
        standing = {entry.id for entry in journal.entries()}
        assert journal.undone() & standing == marked


def test_lines_in_another_order_are_the_same_changes(tmp_path):
    """Sorted, merged or shuffled by another program: nothing is taken for new, or for unfinished."""
    journal = Journal(tmp_path / "history.jsonl")
    for number in range(1, 6):
        journal.append({"id": number, "files": []})
        journal.append({"done": number})
    lines = journal.path.read_bytes().splitlines(keepends=True)
    for order in (reversed(lines), sorted(lines), lines[5:] + lines[:5], lines[2:] + lines[:1]):
        journal.path.write_bytes(b"".join(order))
        assert [entry.id for entry in journal.entries()][-4:] == [2, 3, 4, 5]
        assert journal.next_id() == 6
        assert journal.unfinished() is None


def test_the_newest_change_is_unfinished_until_something_says_otherwise(tmp_path):
    journal = Journal(tmp_path / "history.jsonl")
    for record in ({"id": 1, "files": []}, {"done": 1}, {"id": 2, "files": []}):
        journal.append(record)
    assert journal.unfinished().id == 2
    journal.append({"void": 2})
    assert journal.unfinished() is None


def test_a_history_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / "history.jsonl").mkdir()
    journal = Journal(tmp_path / "history.jsonl")
    for ask in (journal.entries, journal.next_id, journal.unfinished, journal.undone):
        with pytest.raises(UnreadableFileError, match=r"history\.jsonl could not be read"):
            ask()

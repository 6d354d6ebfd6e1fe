"""The journal: what stands, and what was taken back."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.history import Journal


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

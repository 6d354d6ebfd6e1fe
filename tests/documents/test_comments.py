"""Comments taken out of a text: as the pattern says, in one pass."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.comments import without_comments, without_last_mark, without_marks
from lamina.dreaming.promotions import _HOST

TEXTS = st.lists(st.sampled_from(["<!--", "-->", "->", "<!-", "a", " ", "\n", "-"])).map("".join)


@given(TEXTS)
def test_comments_are_those_the_pattern_finds(text: str) -> None:
    assert without_comments(text, " ") == re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL)


@given(TEXTS)
def test_marks_go_with_the_space_before_them(text: str) -> None:
    assert without_marks(text) == re.sub(r"\s*<!--.*?-->", "", text, flags=re.DOTALL)


@given(TEXTS.map(lambda text: " ".join(text.split())))
def test_the_last_marks_of_a_line_go(line: str) -> None:
    assert without_last_mark(line) == re.sub(r"\s*<!--.*?-->\s*$", "", line)


def test_a_flood_of_beginnings_is_read_once() -> None:
    """Quadratic reading of it would take hours."""
    flood = "<!--" * 2_500_000
    assert without_comments(flood) == without_marks(flood) == flood


def test_comments_behind_a_score_are_not_tried_in_every_division() -> None:
    """A pattern that let a comment run on over others took 2^200 steps here."""
    line = "said [score=1]" + "<!---->" * 200
    assert _HOST.sub("", line) == "said"
    assert _HOST.sub("", line + " x") == line + " x"

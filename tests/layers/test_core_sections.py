"""What a core file costs by section, and what of it the host leaves out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lamina.layers.core_sections import sections

TEXT = "intro\n\n# One\n- a line about tea\n\n## Two\n- another line about coffee\n"


def test_sections_have_their_lines_and_tokens():
    found = sections(TEXT, len(TEXT))
    assert [(s.title, s.start, s.end) for s in found] == [("", 1, 2), ("One", 3, 5), ("Two", 6, 7)]
    assert all(s.tokens > 0 and s.cut == 0 for s in found)


def test_what_lies_behind_the_limit_is_cut():
    at = TEXT.index("## Two") + 7
    found = sections(TEXT, at)
    assert [s.cut > 0 for s in found] == [False, False, True]
    assert found[2].cut < found[2].tokens
    assert [s.cut for s in sections(TEXT, 0)] == [s.tokens for s in found]


@given(st.lists(st.sampled_from(["# H\n", "x\n", "\n", "## K\n", "```\n"])).map("".join))
def test_no_line_is_in_two_sections(text):
    seen = [n for s in sections(text, 9) for n in range(s.start, s.end + 1)]
    assert len(seen) == len(set(seen))

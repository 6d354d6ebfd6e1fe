"""Which files lead to which others, however they are named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.layers.links import Link, Names, named

FILES = (
    "MEMORY.md",
    "memory/2026-03-01.md",
    "memory/topics/coding/shop.md",
    "memory/projects/a/CONTEXT.md",
    "memory/projects/b/CONTEXT.md",
    "reference/terms of sale.md",
    "memory/цены.md",
)


@pytest.mark.parametrize(
    ("line", "leads"),
    [
        ("- due in a week → reference/terms%20of%20sale.md", ""),  # a plain path ends at a blank
        ("[terms](../reference/terms%20of%20sale.md#paid)", "reference/terms of sale.md"),
        ('[terms](</reference/terms of sale.md> "the terms")', "reference/terms of sale.md"),
        ("see [[2026-03-01]] and more", "memory/2026-03-01.md"),
        ("see [[shop|the shop]]", "memory/topics/coding/shop.md"),
        ("-> `/memory/topics/coding/shop.md`", "memory/topics/coding/shop.md"),
        ("in topics/coding/shop.md, of course", "memory/topics/coding/shop.md"),
        ("promoted (memory/2026-03-01.md#L4)", "memory/2026-03-01.md"),
        ("- Tea → 2026-03-01.md,2026-03-02.md", "memory/2026-03-01.md"),
        ("见memory/2026-03-01.md", "memory/2026-03-01.md"),
        ("смотри цены.md", "memory/цены.md"),
        ("MEMORY.md holds it", "MEMORY.md"),
        ("each has a CONTEXT.md", ""),  # two are called so
        ("https://example.org/memory/2026-03-01.md", ""),
        ("[out](https://example.org/MEMORY.md)", ""),
        ("[up](../../../etc/passwd.md)", ""),
        ("nothing at all", ""),
    ],
)
def test_a_name_leads_to_a_file(line, leads):
    names = Names(FILES)
    found = [names.leads_to(name, "memory/note.md") for _, name in named(line)]
    assert next(filter(None, found), "") == leads


@given(st.text(max_size=80))
def test_whatever_a_line_holds_it_leads_to_a_file_or_nowhere(line):
    names = Names(FILES)
    for number, name in named(f"x\n[[{line}]] [{line}]({line}) {line}.md"):
        assert number >= 1
        assert names.leads_to(name, "memory/note.md") in {"", *FILES}


def test_the_map_follows_the_files(memory, write):
    write("MEMORY.md", "# Memory\n\n- the shop → memory/shop.md\n- again memory/shop.md\n")
    write("memory/shop.md", "# Shop\n\n- terms → reference/terms.md\n- [[shop]] itself\n")
    found = memory.links.map()
    assert found.links == (Link("MEMORY.md", 3, "memory/shop.md"),)
    write("reference/terms.md", "# Terms\n\nSigned.\n")
    found = memory.links.map()
    assert found.links[1:] == (Link("memory/shop.md", 3, "reference/terms.md"),)
    assert found.layers["reference/terms.md"] == "reference"
    write("memory/shop.md", "# Shop\n")
    assert len(memory.links.map().links) == 1


def test_a_file_that_is_too_large_is_named(open_memory, write):
    memory = open_memory(**{"files.max_bytes": "1000"})
    write("MEMORY.md", "# Memory\n\n- the shop → memory/shop.md\n")
    write("memory/shop.md", "- a line that leads to MEMORY.md\n" * 100)
    found = memory.links.map()
    assert [one.target for one in found.links] == ["memory/shop.md"]
    assert len(found.problems) == 1
    assert "memory/shop.md" in found.problems[0]

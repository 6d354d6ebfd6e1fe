"""Links as pictures and lists."""

from __future__ import annotations

from lamina.layers.links import Link, LinkMap
from lamina.web.views import links

HUB = "memory/daily-index.md"
DAYS = [f"memory/2026-03-{day:02}.md" for day in range(1, 21)]
LAYERS = dict.fromkeys(DAYS, "daily") | {HUB: "index", "SOUL.md": "core", "MEMORY.md": "memory"}
FOUND = LinkMap(
    LAYERS, (Link("MEMORY.md", 4, HUB), *(Link(HUB, 3, day) for day in DAYS), Link(DAYS[0], 2, HUB))
)


def test_a_neighbourhood_grows_by_steps_and_begins_with_its_file():
    near = links.around(FOUND, "MEMORY.md", 1)
    assert [one.path for one in near.nodes] == ["MEMORY.md", HUB]
    assert near.edges == ((0, 1),)
    far = links.around(FOUND, "MEMORY.md", 2)
    assert len(far.nodes) == 22
    assert far.nodes[0].path == "MEMORY.md"
    assert len(far.edges) == 21  # both ways is one line
    assert far.layers[0][:1] == ("memory",)


def test_a_file_without_links_stands_alone():
    alone = links.around(FOUND, "SOUL.md", 3)
    assert ([one.path for one in alone.nodes], alone.edges) == (["SOUL.md"], ())


def test_a_large_neighbourhood_is_cut_and_says_so():
    layers = {f"memory/{n}.md": "subject" for n in range(1000)}
    found = LinkMap(layers, tuple(Link("memory/0.md", n, f"memory/{n}.md") for n in range(1, 1000)))
    near = links.around(found, "memory/0.md", 1)
    assert (len(near.nodes), near.more) == (links.NEAR, 1000 - links.NEAR)
    assert all(max(edge) < links.NEAR for edge in near.edges)


def test_the_whole_has_linked_files_only_and_counts_the_others():
    assert len(links.whole(FOUND).nodes) == 22
    listed = links.listed(FOUND)
    assert (listed.files, listed.links, listed.alone) == (23, 22, 1)
    assert listed.most[0].path == HUB


def test_links_are_listed_both_ways_with_their_lines():
    found = links.ties(FOUND, HUB)
    assert len(found.out) == 20
    assert [(one.path, one.source, one.line) for one in found.back] == [
        ("MEMORY.md", "MEMORY.md", 4),
        (DAYS[0], DAYS[0], 2),
    ]

"""Links between files: the neighbourhood of one, the whole, and both as lists."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.web.views.files import ORDER, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.layers.links import Link, LinkMap

NEAR = 400  # files of a neighbourhood that are drawn
MOST = 5000  # files of the whole
STEPS = (1, 2, 3)  # how far around a file one may look
LISTED = 60  # files of the whole that are listed
# The colour of a layer; the page has seven.
TONES = {
    **dict.fromkeys(("core", "memory"), 3),
    **dict.fromkeys(("active", "index"), 2),
    **dict.fromkeys(("daily", "chat"), 5),
    **dict.fromkeys(("topic", "project", "agent"), 0),
    **dict.fromkeys(("knowledge", "subject"), 4),
    "reference": 1,
}
_OTHER = 6


@dataclass(frozen=True, slots=True)
class Node:
    """A file in the picture."""

    path: str
    name: str
    layer: str
    tone: int
    links: int  # with how many others it is linked


@dataclass(frozen=True, slots=True)
class Picture:
    """Files and the lines between them, by their numbers."""

    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, int], ...]
    more: int  # files that are not drawn

    @property
    def layers(self) -> tuple[tuple[str, int, int], ...]:
        """The layers that are in it: name, colour, files."""
        counts = Counter(one.layer for one in self.nodes)
        ordered = sorted(
            counts, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER)
        )
        return tuple((name, TONES.get(name, _OTHER), counts[name]) for name in ordered)


@dataclass(frozen=True, slots=True)
class Tie:
    """Another file, and the line of the link."""

    path: str
    layer: str
    tone: int
    source: str  # the file the line stands in
    line: int


@dataclass(frozen=True, slots=True)
class Ties:
    """Where a file leads to, and what leads to it."""

    out: tuple[Tie, ...]
    back: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """All links as a list."""

    files: int
    links: int
    alone: int  # files that nothing leads to and that lead nowhere
    most: tuple[Node, ...]
    problems: tuple[str, ...]


def around(found: LinkMap, path: str, steps: int) -> Picture:
    """Return a file's neighbourhood, the nearest and most linked first; the file is number 0."""
    beside = _beside(found.links)
    near = {path: None}
    edge = [path]
    for _ in range(steps):
        reached = {other for one in edge for other in beside[one] if other not in near}
        edge = sorted(reached, key=lambda one: (-len(beside[one]), one))
        near |= dict.fromkeys(edge)
    return _picture(found, list(near)[:NEAR], beside, len(near))


def whole(found: LinkMap) -> Picture:
    """Return all linked files, the most linked first."""
    beside = _beside(found.links)
    ordered = sorted(beside, key=lambda one: (-len(beside[one]), one))
    return _picture(found, ordered[:MOST], beside, len(ordered))


def ties(found: LinkMap, path: str) -> Ties:
    """Return a file's links, both ways."""
    out = (_tie(found, one.target, one) for one in found.links if one.source == path)
    back = (_tie(found, one.source, one) for one in found.links if one.target == path)
    return Ties(tuple(out), tuple(back))


def listed(found: LinkMap) -> Whole:
    """Return the most linked files and some counts."""
    beside = _beside(found.links)
    most = sorted(beside, key=lambda one: (-len(beside[one]), one))[:LISTED]
    nodes = tuple(_node(found, path, len(beside[path])) for path in most)
    alone = len(found.layers) - len(beside)
    return Whole(len(found.layers), len(found.links), alone, nodes, found.problems)


def _beside(links: Iterable[Link]) -> defaultdict[str, set[str]]:
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for one in links:
        beside[one.source].add(one.target)
        beside[one.target].add(one.source)
    return beside


def _picture(
    found: LinkMap, paths: list[str], beside: defaultdict[str, set[str]], count: int
) -> Picture:
    number = {path: at for at, path in enumerate(paths)}
    nodes = tuple(_node(found, path, len(beside.get(path, ()))) for path in paths)
    edges = {
        (number[one.source], number[one.target])
        for one in found.links
        if one.source in number and one.target in number
    }
    single = {(min(edge), max(edge)) for edge in edges}
    return Picture(nodes, tuple(sorted(single)), count - len(paths))


def _node(found: LinkMap, path: str, links: int) -> Node:
    layer = found.layers.get(path, "other")
    name = name_of(path).removesuffix(".md")
    if layer == "report" and "/" in path:  # a night has several, each called by its day
        name = f"{path.split('/')[-2]} {name}"
    return Node(path, name, layer, TONES.get(layer, _OTHER), links)


def _tie(found: LinkMap, path: str, link: Link) -> Tie:
    layer = found.layers.get(path, "other")
    return Tie(path, layer, TONES.get(layer, _OTHER), link.source, link.line)

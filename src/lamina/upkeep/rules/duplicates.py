"""CORE-4, FACT-1: no fact stands twice; what says the same in other words counts.

A daily note is a record: that a lasting file holds what an earlier note said is how promotion
works, and no finding.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from lamina.documents.kinds import Layer, date_of
from lamina.documents.templates import topic_line_starts
from lamina.layers.claims.reader import statement
from lamina.layers.claims.tokens import fold
from lamina.layers.sorting import ARCHIVE
from lamina.layers.superseded import mark_of
from lamina.layers.where import Place, classify
from lamina.upkeep.rules.world import bullet_less, finding, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lamina.upkeep.rules.world import Finding, World

# The more specific layer keeps the line, unless it reads like another one's.
_ORDER = (
    Layer.PROJECT,
    Layer.TOPIC,
    Layer.AGENT,
    Layer.KNOWLEDGE,
    Layer.SUBJECT,
    Layer.MEMORY,
    Layer.CORE,
    Layer.ACTIVE,
    Layer.DAILY,
)
_HOMES = {
    Place.MEMORY: Layer.MEMORY,
    Place.ACTIVE: Layer.ACTIVE,
    Place.DAILY: Layer.DAILY,
    Place.FACT: Layer.SUBJECT,
    Place.PROJECT: Layer.PROJECT,
    Place.AGENT_TYPE: Layer.AGENT,
    Place.TOPIC: Layer.TOPIC,
    Place.KNOWLEDGE: Layer.KNOWLEDGE,
}
_LEAST_WORDS, _LEAST_HAN = 4, 8
_RARE = 12  # lines that may share a word and still be compared by it
_PROBES = 4  # rare words of a line that are looked up
_SHARED = 0.6  # of the words of the shorter line
_ENDS = " .。;；!！"
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W_]+")
_SCORE = re.compile(r"(?:(?<!\s)\s+)?\[score=[^\[\]]*\]\s*$")
_PATH = re.compile(r"(?<!\S)[^\s/]*+/\S*\.\w+|→.*$")
Spot = tuple[str, int]  # path, line


def duplicates(world: World) -> Iterator[Finding]:
    """CORE-4, FACT-1: a fact stands on one layer, and in its pointer file once."""
    spots = {spot: text for path in _paths(world) for spot, text in _lines(world, path)}
    groups: dict[Spot, list[Spot]] = {}
    leader: dict[Spot, Spot] = {}
    for later, first in alike(list(spots.items()), _same):
        head = leader[later] = leader.get(first, first)
        groups.setdefault(head, [head]).append(later)
    pointers = set(world.pointer_files)
    found: list[Finding] = []
    for group in groups.values():
        found += _within_files([spot for spot in group if spot[0] in pointers], spots)
        found += _across_layers(world, [spot for spot in group if _is_fact(spots[spot])], spots)
    yield from sorted(found, key=lambda f: (f.path, f.line, f.rule))


def _within_files(group: Sequence[Spot], spots: Mapping[Spot, str]) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for path, line in group:
        first = seen.setdefault(path, line)
        if first != line:
            reason = f"it says what line {first} says: {quoted(spots[path, first])}"
            fix = f"take one of the lines {first} and {line} out"
            yield finding("FACT-1", path, line, reason, fix)


def _across_layers(
    world: World, group: Sequence[Spot], spots: Mapping[Spot, str]
) -> Iterator[Finding]:
    keep = _keeper(world, group, spots[group[0]]) if group else None
    for spot in group:
        if keep and _layer(world, spot) != _layer(world, keep):
            place = f"{keep[0]}:{keep[1]}"
            reason = f"{quoted(spots[spot])!r} stands in {place} too, which is to keep it"
            yield finding("CORE-4", *spot, reason, f"take line {spot[1]} out")


def alike(
    lines: Sequence[tuple[Spot, str]], same: Callable[[str, str], bool]
) -> Iterator[tuple[Spot, Spot]]:
    """Yield pairs of lines that say the same, the later one first; each is the later one once.

    Lines are compared as they are; ``same`` is asked about those that share a rare word and most
    of all their words.
    """
    keys = [fold(statement(text)).rstrip(_ENDS) for _, text in lines]
    words = [_terms(key) for key in keys]
    often = Counter(word for held in words for word in held)
    first: dict[str, int] = {}
    holding: dict[str, list[int]] = defaultdict(list)
    for number, (_, text) in enumerate(lines):
        if not keys[number]:
            continue
        twin = first.get(keys[number])
        if twin is None:
            rare = sorted((w for w in words[number] if often[w] <= _RARE), key=lambda w: often[w])
            near = dict.fromkeys(n for word in rare[:_PROBES] for n in holding[word])
            twin = next(
                (
                    n
                    for n in near
                    if _overlap(words[n], words[number]) >= _SHARED and same(text, lines[n][1])
                ),
                None,
            )
            for word in rare:
                holding[word].append(number)
        if twin is not None:
            yield lines[number][0], lines[twin][0]
        first.setdefault(keys[number], number)


def _same(new: str, old: str) -> bool:
    from lamina.layers.claims.relation import Relation, relation

    return relation(new, old) is Relation.SAME


def _terms(key: str) -> set[str]:
    """Return what a line is looked up by: words, and pairs of Chinese characters."""
    found = set()
    for word in _WORD.findall(key):
        if _HAN.search(word):
            found |= {word[at : at + 2] for at in range(max(1, len(word) - 1))}
        else:
            found.add(word)
    return found


def _overlap(one: set[str], two: set[str]) -> float:
    return len(one & two) / max(1, min(len(one), len(two)))


def _paths(world: World) -> list[str]:
    """Return the files whose lines are compared: what lasts, and the notes of today and later."""
    return [
        path
        for path in world.paths(*_ORDER)
        if path != ARCHIVE
        and (world.files[path] is not Layer.DAILY or (date_of(path) or world.today) >= world.today)
    ]


def _lines(world: World, path: str) -> Iterator[tuple[Spot, str]]:
    """Yield the lines that may state something that still holds."""
    for line in world.lines(path):
        said = _SCORE.sub("", bullet_less(line.text))
        if mark_of(said) is None and not said.startswith("<!--"):
            yield (path, line.number), said


def _is_fact(said: str) -> bool:
    """Say whether a line is long enough to state a fact, and no pointer."""
    plain = _PATH.sub("", said)
    if len(_WORD.findall(plain)) < _LEAST_WORDS and len(_HAN.findall(plain)) < _LEAST_HAN:
        return False
    return not re.sub(r"^\d{1,2}:\d{2}\s+", "", said).startswith(topic_line_starts())


def _layer(world: World, spot: Spot) -> str:
    """Return the layer of a line; each core file is one of its own."""
    layer = world.files[spot[0]]
    return spot[0] if layer is Layer.CORE else str(layer)


def _keeper(world: World, group: Sequence[Spot], text: str) -> Spot:
    """Return the copy to keep: where such a sentence belongs, else on the more specific layer."""
    place = classify(text, projects=world.projects).place
    home = str(_HOMES.get(place, f"{place}.md"))
    at_home = next((spot for spot in group if _layer(world, spot) == home), None)
    return at_home or min(group, key=lambda spot: _ORDER.index(world.files[spot[0]]))

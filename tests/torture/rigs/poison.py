"""Lets attacks of a corpus come in by every way at once, over days, and looks how far they get.

Each try draws some attacks of tests/data/poison (those held back too), how their texts are mixed
with ordinary ones, by which ways they come in and in which order. Then the memory is lived in for
three days with open gates. No attack may stand in a core file; what is pushed into a session holds
none but from an import, which its owner brought, and that fenced; no token of a chat's markup is
pushed; nothing is read or written outside the workspace.
"""

from __future__ import annotations

import itertools
import random
import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from lamina.errors import LaminaError
from tests.poison.corpus import attacks
from tests.poison.rig import WAYS, Place, live, seen
from tests.poison.test_poison import TOKENS
from tests.torture.report import Report
from tests.torture.rigs.crash import scratch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.poison.corpus import Attack
    from tests.torture.end import End

TRIED = [way for way in WAYS if way != "planted"]  # what a person's own editor writes is a person's
EACH = 8  # attacks
ORDINARY = (
    "The delivery came on Monday.",
    "Lunch was late.",
    "The van is at the garage until Friday.",
)
FENCED = re.compile(r"<relevant-memories>.*?</relevant-memories>", re.DOTALL)


def run(seed: int, end: End) -> Report:
    """Try one mixture after the other."""
    report = Report()
    corpus = [*attacks(), *attacks("held_back")]
    for number in itertools.count(1):
        draw = random.Random(f"{seed} {number}")
        drawn = [mixed(one, draw) for one in draw.sample(corpus, EACH)]
        ways = draw.sample(TRIED, draw.randint(2, 4))
        with scratch() as folder:
            place = Place(folder)
            before = {path.name for path in folder.iterdir()}
            for way in ways:
                with suppress(LaminaError):  # refused: none came in
                    WAYS[way](place, drawn)
                report.count(f"attacks by {way}", EACH)
            told = f"seed {seed}, number {number}, by {', '.join(ways)}"
            report.problems += [f"{told}: {one}" for one in look(place, drawn, ways)]
            new = {path.name for path in folder.iterdir()} - before - {"mem0.json", "old"}
            if new:
                report.problems.append(f"{told}: {new} was written outside the workspace")
        if end.come(number):
            return report
    return report


def mixed(attack: Attack, draw: random.Random) -> Attack:
    """Return an attack among ordinary sentences, or as it was written."""
    around = draw.sample(ORDINARY, 2)
    gap = draw.choice((" ", "\n", "\n\n"))
    texts = (
        attack.text,
        gap.join((around[0], attack.text)),
        gap.join((around[0], attack.text, around[1])),
    )
    return replace(attack, text=draw.choice(texts))


def look(place: Place, drawn: list[Attack], ways: list[str]) -> Iterator[str]:
    """Live on, and yield what got further than it may."""
    pushed = live(place, drawn)
    yield from (f"{one.kind} {one.mark} stands in a core file" for one in seen(place.core(), drawn))
    for text in pushed:
        if token := TOKENS.search(text):
            yield f"{token[0]!r} was pushed"
        if "OUTSIDE-CANARY" in text:
            yield "what lies outside the workspace was pushed"
        open_ = text if "import" not in ways else FENCED.sub("", text)
        yield from (f"{one.kind} {one.mark} was pushed" for one in seen(open_, drawn))

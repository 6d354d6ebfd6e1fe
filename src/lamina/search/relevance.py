"""Tell what is surely about a question from what merely resembles it most. Pure.

A line is surely about a question where it is one of a few that bear a name the question names
("Redis (cache): …"), or where its own words and its own vector (not its neighbours) carry enough,
both at all and beside the best line. The figures were chosen on LoCoMo, between questions about a
conversation and questions about another one, and checked on PrecisionMemBench
(benchmarks/README.md).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lamina.search.chunker import is_empty, plain
from lamina.search.words import terms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.search.ranking import Score

LEAST = 0.25  # words + vector
_LEAST_WORDS = 0.15  # words alone, where no vectors were searched
SHARE = 0.4  # of the best line's
NAMESAKES = 3  # lines that bear one name; of more the name picks none out
_LABEL = re.compile(r"\W{0,4}([^\W_][^:：\r\n]{0,118}?)\W{0,3}[:：](?:\s|\*)")
_PARTS = re.compile(r"[(),;/|（），；、]")


def names_of(text: str) -> frozenset[frozenset[str]]:
    """Return the names a line bears before its colon, each as its terms.

    "Anna Petrova (dentist): …" bears "Anna Petrova" and "dentist".
    """
    label = _LABEL.match(plain(text))
    parts = _PARTS.split(label[1]) if label else []
    return frozenset(name for part in parts if (name := frozenset(terms(part))))


def sure(
    texts: Mapping[int, str], scores: Mapping[int, Score], asked: frozenset[str], *, hybrid: bool
) -> frozenset[int]:
    """Return the numbers of the lines that are surely about what is asked.

    ``texts`` holds the lines that may be shown, ``asked`` the terms of the question.
    """
    texts = {number: text for number, text in texts.items() if not is_empty(plain(text))}
    own = {number: scores[number].words + scores[number].vector for number in texts}
    least = max(LEAST if hybrid else _LEAST_WORDS, SHARE * max(own.values(), default=0.0))
    borne = {
        number: {name for name in names_of(text) if name <= asked}
        for number, text in texts.items()
        if own[number] > 0
    }
    lines = Counter(name for names in borne.values() for name in names)
    return frozenset(
        number
        for number in texts
        if own[number] >= least
        or scores[number].exact > 0
        or any(lines[name] <= NAMESAKES for name in borne.get(number, ()))
    )

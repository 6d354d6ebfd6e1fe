"""Put evidence from words and vectors on one scale and order the chunks. Pure.

score = cosine + coverage + what the neighbours and the file carry + what the line itself is, where
coverage = BM25 / ((k1 + 1) x sum of the idf of all query terms, unseen ones too): 1 means that
every term of the question stands in the line as often as it can count, so a chance match of one
common word stays small beside a cosine. Reciprocal ranks or min-max scaling would let it win
(measured: benchmarks/README.md).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.search.words import QueryTerm

K1 = 0.9  # with B, the usual choice for short texts
B = 0.4
SMALL = 100  # lines: in a smaller store an unseen word is not much rarer than one seen once
_BEST = 3
_LEAST_COSINE = 0.15  # a line found by its vector alone must be at least this alike …
NEAREST = 2  # … or among the most alike: in a small store centred cosines say little


@dataclass(frozen=True, slots=True)
class Weights:
    """What each kind of evidence counts; an answer without one of them: benchmarks/README.md."""

    head: float = 0.4  # of a term in the context, beside 1 for one in the line itself
    words: float = 1.0
    vector: float = 1.0
    near: tuple[float, float] = (0.5, 0.25)  # of the evidence one and two lines away
    file: float = 0.1  # of the best scores in the same file: several weak hits on one day
    subject: float = 0.15  # the line begins with a name that the question names
    asks: float = -0.08  # the line is itself a question
    empty: float = -0.2  # the line is a heading or a label that says nothing yet
    days: float = 0.3  # the line was written on a day that the question names


USUAL = Weights()


@dataclass(frozen=True, slots=True)
class Score:
    """The parts of a chunk's score; ``total`` orders the answer."""

    words: float
    vector: float
    near: float
    exact: float = 0.0
    file: float = 0.0
    line: float = 0.0  # begins with a name the question names; is a question; says nothing
    days: float = 0.0  # written on a day the question names
    rerank: float | None = None  # a reranker's relevance: it orders, and is no part of the sum

    @property
    def total(self) -> float:
        """The sum of the parts."""
        itself = self.exact + self.line + self.days
        return self.words + self.vector + self.near + self.file + itself

    @property
    def relevant(self) -> bool:
        """Whether there is reason enough to show it: a word, its name, or much likeness."""
        return self.words > 0 or self.exact > 0 or self.vector >= _LEAST_COSINE


def idf(chunks: int, containing: int) -> float:
    """Return a term's inverse document frequency; positive in the smallest store too."""
    return math.log(1 + (chunks - containing + 0.5) / (containing + 0.5))


def rarest(
    query: Sequence[QueryTerm], frequencies: Sequence[int], most: int
) -> tuple[QueryTerm, ...]:
    """Return the rarest terms that together stand in at most so many chunks; one in any case."""
    found: list[QueryTerm] = []
    for count, term in sorted(zip(frequencies, query, strict=True), key=lambda pair: pair[0]):
        most -= count
        if found and most < 0:
            break
        found.append(term)
    return tuple(found)


class Coverage(NamedTuple):
    """The share of a question that a chunk's terms carry: with its head, and in the line alone."""

    whole: float
    line: float


def coverage(
    candidates: Mapping[int, tuple[str, str]],
    query: Sequence[QueryTerm],
    frequencies: Sequence[int],
    chunks: int,
    length: float,
    weights: Weights = USUAL,
) -> dict[int, Coverage]:
    """Return BM25 scores as shares of the most the question could score.

    ``candidates`` holds the terms of each chunk's line and of its head, ``frequencies`` in how
    many of all chunks each query term occurs, ``length`` the mean number of terms in a line.
    """
    rarities = [idf(max(chunks, SMALL), count) for count in frequencies]
    most = (K1 + 1) * sum(rarities)
    if most <= 0:
        return {}
    asked = [(term, rarity / most) for term, rarity in zip(query, rarities, strict=True)]
    return {
        number: _bm25(line.split(), head.split(), asked, length, weights.head)
        for number, (line, head) in candidates.items()
    }


def _bm25(
    line: list[str],
    head: list[str],
    asked: list[tuple[QueryTerm, float]],
    length: float,
    share: float,
) -> Coverage:
    longer = K1 * (1 - B + B * len(line) / length)
    whole = alone = 0.0
    known = {*line, *head}
    for term, weight in asked:
        if term.text not in known and not term.prefix:
            continue  # as most are; to count them would take longest
        own, above = _often(term, line), _often(term, head)
        if own:
            alone += weight * own * (K1 + 1) / (own + longer)
        if often := own + share * above:
            whole += weight * often * (K1 + 1) / (often + longer)
    return Coverage(whole, alone)


def _often(term: QueryTerm, terms: list[str]) -> int:
    if term.prefix:
        return sum(other.startswith(term.text) for other in terms)
    return terms.count(term.text)


@dataclass(frozen=True, slots=True)
class Line:
    """What a chunk is, beside its words: where it stands, whom it is about, what it is for."""

    file: str
    about: bool  # it begins with a name that the question names
    asks: bool
    empty: bool = False  # a heading or a label with nothing under or behind it


def fuse(
    words: Mapping[int, Coverage],
    cosines: Mapping[int, float],
    lines: Mapping[int, Line] | None = None,
    weights: Weights = USUAL,
) -> dict[int, Score]:
    """Return the score of every chunk with evidence of its own.

    What a line lacks often stands beside it: number - 2 … number + 2 are its neighbours. The head
    they share is not counted again with each of them.
    """
    scores = {}
    none = Coverage(0.0, 0.0)
    said = words.get
    for number in words.keys() | cosines.keys():
        near = 0.0
        for step, weight in enumerate(weights.near, start=1):
            near += weight * (said(number - step, none).line + said(number + step, none).line)
        own = weights.words * said(number, none).whole
        scores[number] = (own, weights.vector * cosines.get(number, 0.0), near)
    return _in_context(scores, lines or {}, weights)


def _in_context(
    scores: Mapping[int, tuple[float, float, float]],
    lines: Mapping[int, Line],
    weights: Weights,
) -> dict[int, Score]:
    """Add what the file and the line itself say."""
    best: dict[str, list[float]] = {}
    for number, score in scores.items():
        if number in lines:
            best.setdefault(lines[number].file, []).append(max(0.0, sum(score)))
    carried = {file: weights.file * sum(sorted(held)[-_BEST:]) for file, held in best.items()}
    found = {}
    for number, score in scores.items():
        line = lines.get(number)
        if line is None:
            found[number] = Score(*score)
            continue
        if line.empty:
            found[number] = Score(*score[:2], near=0.0, line=weights.empty)
            continue
        itself = weights.subject * line.about + weights.asks * line.asks
        found[number] = Score(*score, file=carried[line.file], line=itself)
    return found

"""Put evidence from words and vectors on one scale and order the chunks. Pure.

score = cosine + coverage + what the neighbours carry, where coverage = BM25 / ((k1 + 1) x sum of
the idf of all query terms, unseen ones too): 1 means that every term of the question stands in the
line as often as it can count, so a chance match of one common word stays small beside a cosine.
Reciprocal ranks or min-max scaling would let it win (measured: benchmarks/README.md).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

K1 = 1.2  # of SQLite's bm25()
WORDS = 1.0
VECTOR = 1.0
NEAR = (0.45, 0.15)  # of the evidence one and two lines away
LEAST_COSINE = 0.25  # a line found by its vector alone must be at least this alike


@dataclass(frozen=True, slots=True)
class Score:
    """The parts of a chunk's score; ``total`` orders the answer."""

    words: float
    vector: float
    near: float
    exact: float = 0.0

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return self.words + self.vector + self.near + self.exact


def idf(chunks: int, containing: int) -> float:
    """Return FTS5's inverse document frequency."""
    return max(1e-6, math.log((chunks - containing + 0.5) / (containing + 0.5)))


def coverage(
    matches: Iterable[tuple[int, float]], chunks: int, frequencies: Sequence[int]
) -> dict[int, float]:
    """Return BM25 scores as shares of the most the question could score."""
    most = (K1 + 1) * sum(idf(chunks, count) for count in frequencies)
    return {number: score / most for number, score in matches} if most > 0 else {}


def fuse(words: Mapping[int, float], cosines: Mapping[int, float]) -> dict[int, Score]:
    """Return the score of every chunk with evidence of its own.

    What a line lacks often stands beside it: number - 2 … number + 2 are its neighbours.
    """
    scores = {}
    said = words.get
    for number in words.keys() | cosines.keys():
        near = 0.0
        for step, weight in enumerate(NEAR, start=1):
            near += weight * (said(number - step, 0.0) + said(number + step, 0.0))
        scores[number] = Score(WORDS * said(number, 0.0), VECTOR * cosines.get(number, 0.0), near)
    return scores

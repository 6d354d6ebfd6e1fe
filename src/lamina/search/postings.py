"""The lines FTS5's bm25() would rank first, reckoned for all of them at once.

FTS5 looks up every matching line by itself, which in a large index takes most of an answer. Here
each term's places are read in one piece. The formula is the one of sqlite.org/fts5.html, "bm25".
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lamina.search.matrix import best
from lamina.storage.contract import HEAD_WEIGHT, SCOPE_BITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from lamina.search.words import QueryTerm
    from lamina.storage.contract import IndexStore

K1, B = 1.2, 0.75  # FTS5's own
LARGE = 10_000  # chunks; in fewer FTS5 is as quick
_KEPT = 1_000_000  # chunks of all the terms that are kept, 16 bytes each


class Postings:
    """Finds words in a large index; needs numpy."""

    def __init__(self, index: IndexStore) -> None:
        self.index = index
        self._generation: int | None = None
        self._kept: dict[QueryTerm, tuple[np.ndarray, np.ndarray]] = {}
        self._numbers: np.ndarray  # of all chunks, ascending
        self._longer: np.ndarray  # what their sizes do to a term's share

    def match(
        self, terms: Iterable[QueryTerm], scopes: Sequence[int], limit: int
    ) -> list[tuple[int, float]]:
        """Return (chunk number, BM25 score; higher is better) of the best matches."""
        import numpy as np

        self._follow()
        count = len(self._numbers)
        scores = np.zeros(count)
        for term in terms:
            at, often = self._often(term)
            idf = math.log((count - len(at) + 0.5) / (len(at) + 0.5))
            share = often * (K1 + 1) / (often + self._longer[at])
            scores[at] += (idf if idf > 0 else 1e-6) * share
        at = np.flatnonzero(scores)
        at = at[np.isin(self._numbers[at] >> SCOPE_BITS, scopes)]
        at = at[best(scores[at], self._numbers[at], limit)]
        return list(zip(self._numbers[at].tolist(), scores[at].tolist(), strict=True))

    def _often(self, term: QueryTerm) -> tuple[np.ndarray, np.ndarray]:
        """Return in which chunks a term stands, and how often; kept, for common ones come again."""
        import numpy as np

        if term in self._kept:
            return self._kept[term]
        found = _numbers(self.index.places(term.text, prefix=term.prefix))
        found.sort(kind="stable")  # a prefix stands for several terms, one after another
        first = np.diff(found >> 1, prepend=-1) > 0  # of a chunk's places
        at = np.searchsorted(self._numbers, found[first] >> 1)
        weights = np.where(found & 1, HEAD_WEIGHT, 1.0)
        often = np.bincount(np.cumsum(first) - 1, weights)  # added up in FTS5's order, too
        if sum(len(kept) for kept, _ in self._kept.values()) > _KEPT:
            self._kept.clear()
        self._kept[term] = at, often
        return at, often

    def _follow(self) -> None:
        """Read the sizes of all chunks, if the index changed."""
        generation = self.index.generation()
        if generation == self._generation:
            return
        numbers, sizes = map(_numbers, self.index.sizes())
        self._numbers = numbers
        self._longer = K1 * (1 - B + B * sizes / max(sizes.mean() if len(sizes) else 1.0, 1e-9))
        self._generation = generation
        self._kept.clear()


def _numbers(joined: str) -> np.ndarray:
    """Return the numbers a text holds, joined by commas."""
    import numpy as np

    return np.fromstring(joined, dtype=np.int64, sep=",") if joined else np.zeros(0, np.int64)

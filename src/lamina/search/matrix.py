"""The vectors of an index in memory, one row a chunk, kept in line with it row by row."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from lamina.search.centering import Centering

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from lamina.storage.contract import IndexStore, Span

_BATCH = 2000  # rows that are read at a time


class Matrix:
    """Rows in no order: where one goes, the last takes its place."""

    def __init__(self, index: IndexStore) -> None:
        self.index = index
        self._state: tuple[str, tuple[int, ...], int] = ("", (), 0)  # model, scopes, generation
        self._begin(set())

    def _begin(self, spans: set[Span], size: int = 0) -> None:
        """Forget all rows; ``size`` are the bytes of a vector, 0 where that is to be seen."""
        import numpy as np

        self._spans = spans
        self._last = 0  # id of the newest vector that was read
        self._size = size
        self._sizes: Counter[int] = Counter()
        self._places: dict[int, int] = {}  # of the rows, by chunk number
        self._scripts: list[str] = []
        self._sums = np.zeros((0, 0))  # of the vectors, a script a row; zeros say nothing
        self._counts: list[int] = []
        self._rows = np.empty((0, 0), dtype=np.float32)
        self._numbers = np.empty(0, dtype=np.int64)
        self._labels = np.empty(0, dtype=np.intp)  # places of their scripts
        self._squares = np.empty(0, dtype=np.float32)  # of their lengths

    def __len__(self) -> int:
        return len(self._places)

    @property
    def width(self) -> int:
        """The dimensions of a vector."""
        return self._rows.shape[1]

    def follow(self, model: str, scopes: Sequence[int]) -> None:
        """Take in what changed in these scopes of the index since the last call."""
        state = (model, tuple(scopes), self.index.generation())
        if state == self._state:
            return
        known, spans = self._spans, self.index.spans(scopes)
        gone, new = known - spans, spans - known
        if model != self._state[0] or len(self._sizes) > 1 or len(gone) * 2 >= len(known):
            self._begin(spans)  # quicker, and all there is to do for an index that was made anew
            gone = new = set()
        self._state, self._spans = ("", (), 0), spans  # nothing holds until all is through
        for span in gone:
            self._remove(span)
        self._read(model, scopes, new)
        usual = self._sizes.most_common(1)
        if usual and usual[0][0] != self._size:  # an endpoint may change it
            self._begin(spans, usual[0][0])
            self._read(model, scopes, ())
        count = len(self)
        self._centering = Centering(self._scripts, self._sums, self._counts)
        self._scales = self._centering.scales(
            self._rows[:count], self._labels[:count], self._squares[:count]
        )
        self._state = state

    def _read(self, model: str, scopes: Sequence[int], new: Iterable[Span]) -> None:
        """Add the rows of these spans, and all vectors that are newer than the last."""
        for span in new:
            self._add(list(self.index.vectors(model, span.first, span.first + span.chunks - 1)))
        rows = self.index.vectors_since(model, scopes, self._last)
        while batch := list(islice(rows, _BATCH)):
            self._last = batch[-1][3]
            self._add([row[:3] for row in batch])

    def _add(self, rows: list[tuple[int, str, bytes]]) -> None:
        import numpy as np

        rows = [row for row in rows if row[0] not in self._places]
        self._sizes.update(len(row[2]) for row in rows)
        self._size = self._size or (self._sizes.most_common(1)[0][0] if rows else 0)
        rows = [row for row in rows if len(row[2]) == self._size]
        if not rows:
            return
        start, end = len(self), len(self) + len(rows)
        self._make_room(end)
        block = np.frombuffer(b"".join(row[2] for row in rows), dtype="<f4")
        self._rows[start:end] = block = block.reshape(len(rows), -1)
        self._squares[start:end] = np.einsum("ij,ij->i", block, block)
        self._numbers[start:end] = [row[0] for row in rows]
        self._labels[start:end] = [self._label(row[1]) for row in rows]
        self._places.update((row[0], start + at) for at, row in enumerate(rows))
        for label in set(self._labels[start:end].tolist()):
            of_script = self._labels[start:end] == label
            self._sums[label] += block[of_script].sum(axis=0, dtype=np.float64)
            self._counts[label] += int(np.count_nonzero(self._squares[start:end][of_script]))

    def _label(self, script: str) -> int:
        import numpy as np

        if script not in self._scripts:
            self._scripts.append(script)
            self._counts.append(0)
            self._sums = np.vstack([self._sums.reshape(-1, self.width), np.zeros(self.width)])
        return self._scripts.index(script)

    def _make_room(self, needed: int) -> None:
        """Grow the arrays, at first to what all chunks need; untouched room takes no memory."""
        import numpy as np

        if needed <= len(self._rows):
            return
        room = max(needed, sum(span.chunks for span in self._spans)) * 9 // 8 + 8
        for name in ("_rows", "_numbers", "_labels", "_squares"):
            old: np.ndarray = getattr(self, name)
            shape = (room, self._size // 4) if name == "_rows" else (room,)
            setattr(self, name, np.empty(shape, dtype=old.dtype))
            if len(self):
                getattr(self, name)[: len(self)] = old[: len(self)]

    def _remove(self, span: Span) -> None:
        for number in range(span.first, span.first + span.chunks):
            place = self._places.pop(number, None)
            if place is None:
                continue
            if self._squares[place]:
                self._sums[self._labels[place]] -= self._rows[place]
                self._counts[self._labels[place]] -= 1
            last = len(self)
            if place != last:
                for column in (self._rows, self._numbers, self._labels, self._squares):
                    column[place] = column[last]
                self._places[int(self._numbers[place])] = place

    def cosines(
        self, asked: np.ndarray, script: str, also: Iterable[int], wanted: int
    ) -> dict[int, float]:
        """Return the cosine of the ``wanted`` most alike chunks and of those in ``also``."""
        count = len(self)
        rows, labels, numbers = self._rows[:count], self._labels[:count], self._numbers[:count]
        asked = self._centering.query(asked, script)
        scores = self._centering.cosines(rows, labels, self._scales, asked)
        found = set(best(scores, numbers, wanted).tolist())
        found.update(self._places[number] for number in also if number in self._places)
        at = list(found)
        cosines = self._centering.exact(rows[at], labels[at], asked)
        return dict(zip(numbers[at].tolist(), cosines.tolist(), strict=True))


def best(scores: np.ndarray, numbers: np.ndarray, wanted: int) -> np.ndarray:
    """Return the places of the highest scores, best first; among equals the lowest number wins."""
    import numpy as np

    last = len(scores) - wanted
    least = np.partition(scores, last)[last] if last > 0 else -np.inf
    places = np.flatnonzero(scores >= least)
    found: np.ndarray = places[np.lexsort((numbers[places], -scores[places]))[:wanted]]
    return found

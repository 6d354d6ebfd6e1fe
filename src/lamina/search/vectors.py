"""Vectors of one index in memory: fill in what is missing, compare a question with all."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lamina.errors import EmbedderError
from lamina.search.centering import Centering, script_of
from lamina.search.embedder import SomeTextsRefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from lamina.search.embedder import Embedder
    from lamina.storage.sqlite_index import SqliteIndex

_BATCH = 32  # texts a transaction: what a killed run loses at most


class Vectors:
    """The vectors of one model."""

    def __init__(self, index: SqliteIndex, embedder: Embedder) -> None:
        self.index = index
        self.embedder = embedder
        self.refused = 0  # texts that got no vector
        self._key: tuple[int, tuple[int, ...]] | None = None
        self._numbers: np.ndarray | None = None
        self._places: dict[int, int] = {}
        self._matrix: np.ndarray | None = None
        self._centering: Centering | None = None

    @property
    def name(self) -> str:
        """The model whose vectors these are."""
        return self.embedder.name

    @property
    def local(self) -> bool:
        """Whether the model runs in this process."""
        return self.embedder.local

    def fill(self, *, progress: Callable[[int, int], None] | None = None) -> int:
        """Embed chunks that have no vector yet and return how many; may be interrupted."""
        total = self.index.stats(self.name).missing
        done = 0
        while batch := self.missing(_BATCH):
            self.put(batch, self._embedded([text for _, text in batch]))
            done += len(batch)
            if progress:
                progress(min(done, total), total)
        self.index.drop_models([self.name])
        return done

    def missing(self, limit: int) -> list[tuple[str, str]]:
        """Return (key, text) of chunks without a vector, newest first."""
        return self.index.unembedded(self.name, limit)

    def put(self, batch: Sequence[tuple[str, str]], vectors: np.ndarray) -> None:
        """Store the vectors of a batch."""
        if batch:
            rows = zip(batch, vectors, strict=True)
            self.index.put_vectors(
                self.embedder.made_with,
                [(key, row.astype("<f4").tobytes()) for (key, _), row in rows],
            )

    def ask(
        self, query: str, texts: Sequence[str], seconds: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the vectors of a question and of lines; no store is touched."""
        asked = self.embedder.query(query, seconds)
        return asked, self._embedded(texts) if texts else asked[:0]

    def _embedded(self, texts: Sequence[str]) -> np.ndarray:
        """Return vectors; a text the endpoint refuses gets zeros, which are like nothing."""
        try:
            return self.embedder.passages(texts)
        except SomeTextsRefusedError as error:
            self.refused += len(error.refused)
            return error.vectors

    def ready(self, scopes: Sequence[int]) -> bool:
        """Load what is embedded, if it changed, and say whether there is anything."""
        import numpy as np

        key = (self.index.generation(), tuple(scopes))
        if key == self._key:
            return self._matrix is not None
        self._key = key
        rows = self.index.vectors(self.name, scopes)
        if not rows:
            self._matrix = None
            return False
        usual = Counter(len(row[2]) for row in rows).most_common(1)[0][0]
        rows = [row for row in rows if len(row[2]) == usual]  # an endpoint may change its size
        matrix = np.frombuffer(b"".join(row[2] for row in rows), dtype="<f4")
        matrix = matrix.reshape(len(rows), -1).astype(np.float32)
        scripts = [script_of(row[1]) for row in rows]
        self._centering = Centering(matrix, scripts)
        self._matrix = self._centering.passages(matrix, scripts)
        self._numbers = np.array([row[0] for row in rows], dtype=np.int64)
        self._places = {row[0]: place for place, row in enumerate(rows)}
        return True

    def cosines(
        self, asked: np.ndarray, query: str, also: Iterable[int], wanted: int
    ) -> dict[int, float]:
        """Return the cosine of the ``wanted`` most alike chunks and of those in ``also``."""
        import numpy as np

        assert self._matrix is not None  # noqa: S101 - ready() came first
        assert self._numbers is not None  # noqa: S101
        assert self._centering is not None  # noqa: S101
        if len(asked) != self._matrix.shape[1]:
            raise EmbedderError(self.name, "its vectors changed their size", "lamina index rebuild")
        vector = self._centering.query(asked, script_of(query))
        scores = self._matrix @ vector
        count = min(wanted, len(scores))
        best = np.argpartition(-scores, count - 1)[:count]
        places = {int(place) for place in best}
        places |= {self._places[number] for number in also if number in self._places}
        return {int(self._numbers[place]): float(scores[place]) for place in places}


def likeness(vector: np.ndarray, stored: bytes) -> float:
    """Return the cosine of a unit vector with a stored one; 0 where their sizes differ."""
    import numpy as np

    other = np.frombuffer(stored, dtype="<f4")
    return float(vector @ other) if len(other) == len(vector) else 0.0

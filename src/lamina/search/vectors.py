"""Vectors of one index in memory: fill in what is missing, compare a question with all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.errors import EmbedderError
from lamina.search.centering import script_of
from lamina.search.embedder import SomeTextsRefusedError
from lamina.search.matrix import Matrix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from lamina.search.embedder import Embedder
    from lamina.storage.contract import IndexStore

_BATCH = 32  # texts a transaction: what a killed run loses at most


class Vectors:
    """The vectors of one model."""

    def __init__(self, index: IndexStore, embedder: Embedder) -> None:
        self.index = index
        self.embedder = embedder
        self.refused = 0  # texts that got no vector
        self._matrix = Matrix(index)

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
        while missing := self.missing(_BATCH * 64):  # to look for them takes long in a large index
            for start in range(0, len(missing), _BATCH):
                batch = missing[start : start + _BATCH]
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
            rows = [
                (key, script_of(text), row.astype("<f4").tobytes())
                for (key, text), row in zip(batch, vectors, strict=True)
            ]
            self.index.put_vectors(self.embedder.made_with, rows)

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
        self._matrix.follow(self.name, scopes)
        return len(self._matrix) > 0

    def cosines(
        self, asked: np.ndarray, query: str, also: Iterable[int], wanted: int
    ) -> dict[int, float]:
        """Return the cosine of the ``wanted`` most alike chunks and of those in ``also``."""
        if len(asked) != self._matrix.width:
            raise EmbedderError(self.name, "its vectors changed their size", "lamina index rebuild")
        return self._matrix.cosines(asked, script_of(query), also, wanted)


def likeness(vector: np.ndarray, stored: bytes) -> float:
    """Return the cosine of a unit vector with a stored one; 0 where their sizes differ."""
    import numpy as np

    other = np.frombuffer(stored, dtype="<f4")
    return float(vector @ other) if len(other) == len(vector) else 0.0

"""Vectors of one index in memory: fill in what is missing, compare a question with all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.search.embedder import Centering, script_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from lamina.search.embedder import Embedder
    from lamina.storage.sqlite_index import SqliteIndex

_BATCH = 64  # texts a transaction: what a killed run loses at most


class Vectors:
    """The vectors of one model; those of the model before serve until it is through."""

    def __init__(self, index: SqliteIndex, embedder: Embedder) -> None:
        self.index = index
        self.embedder = embedder
        self._key: tuple[int, tuple[int, ...]] | None = None
        self._numbers: np.ndarray | None = None
        self._places: dict[int, int] = {}
        self._matrix: np.ndarray | None = None
        self._centering: Centering | None = None

    @property
    def name(self) -> str:
        """The model whose vectors these are."""
        return self.embedder.name

    def fill(self, *, limit: int = 0, progress: Callable[[int, int], None] | None = None) -> int:
        """Embed chunks that have no vector yet and return how many; may be interrupted."""
        stats = self.index.stats(self.name)
        total = stats.chunks - stats.embedded if not limit else min(limit, stats.chunks)
        done = 0
        while not limit or done < limit:
            size = min(_BATCH, limit - done) if limit else _BATCH
            batch = self.index.unembedded(self.name, size)
            if not batch:
                break
            vectors = self.embedder.passages([text for _, text in batch])
            self.index.put_vectors(
                self.name,
                [
                    (key, row.astype("<f4").tobytes())
                    for (key, _), row in zip(batch, vectors, strict=True)
                ],
            )
            done += len(batch)
            if progress:
                progress(min(done, total), total)
        if not limit:
            self.index.drop_models([self.name])
        return done

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
        matrix = np.frombuffer(b"".join(row[2] for row in rows), dtype="<f4")
        matrix = matrix.reshape(len(rows), -1).astype(np.float32)
        scripts = [script_of(row[1]) for row in rows]
        self._centering = Centering(matrix, scripts)
        self._matrix = self._centering.passages(matrix, scripts)
        self._numbers = np.array([row[0] for row in rows], dtype=np.int64)
        self._places = {row[0]: place for place, row in enumerate(rows)}
        return True

    def cosines(self, query: str, also: Iterable[int], wanted: int) -> dict[int, float]:
        """Return the cosine of the ``wanted`` most alike chunks and of those in ``also``."""
        import numpy as np

        assert self._matrix is not None and self._numbers is not None  # noqa: S101, PT018 - ready()
        assert self._centering is not None  # noqa: S101
        vector = self._centering.query(self.embedder.query(query), script_of(query))
        scores = self._matrix @ vector
        count = min(wanted, len(scores))
        best = np.argpartition(-scores, count - 1)[:count]
        places = {int(place) for place in best}
        places |= {self._places[number] for number in also if number in self._places}
        return {int(self._numbers[place]): float(scores[place]) for place in places}

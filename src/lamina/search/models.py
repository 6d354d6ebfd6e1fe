"""Which model answers: the one the settings name, or the one before until that is through.

A ranking compares a question with the vectors of one model only. While the model that is wanted
has vectors of fewer lines than an older one, and that can still be opened, the older answers: so
no line that meaning found yesterday is lost by a change of the settings.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from lamina.errors import EmbedderError
from lamina.search.deadline import within

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from lamina.search.embedder import EmbeddingSettings
    from lamina.search.vectors import Vectors
    from lamina.settings import Embedding
    from lamina.storage.contract import IndexStats, IndexStore

_LOADING = 5.0  # seconds a model in this process may take
FRESH = 8  # new lines that are embedded before a question is answered
SAME = 0.9  # cosine of a text's vector with the one stored: servers round, other models differ
_LEAST = 0.05  # seconds the second model is given
_OLD_FAILED = "The older vectors do not serve now."


class Coming(NamedTuple):
    """How many missing vectors come about, and the words for it."""

    under_way: bool  # another process makes them now, the newest lines first
    said: str


ON_REQUEST = Coming(under_way=False, said=": lamina index sync")
BEHIND = Coming(under_way=True, said="; vectors are being made in the background")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's vector, and those it may be compared with: of the same model."""

    vector: np.ndarray
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class _Question:
    text: str
    seconds: float
    loading: float  # seconds a model in this process may take


class Models:
    """The model the settings name, and those before it whose vectors are still there."""

    def __init__(
        self,
        index: IndexStore,
        chosen: Embedding,
        behind: Callable[[str], Coming] = lambda _: ON_REQUEST,
    ) -> None:
        """Open the model; where that fails, ``unavailable`` says why and words search.

        Args:
            index: what holds the vectors.
            chosen: the settings.
            behind: is asked, with the model's name, how many missing vectors come about.
        """
        self.index = index
        self.behind = behind
        self.wanted: Vectors | None = None
        self.unavailable = ""
        self._settings: EmbeddingSettings | None = None
        self._older: dict[str, Vectors | None] = {}  # None: cannot be opened
        if chosen.kind != "none":
            self._open(chosen)

    def _open(self, chosen: Embedding) -> None:
        from lamina.search.embedder import EmbeddingSettings, open_embedder
        from lamina.search.vectors import Vectors

        self._settings = EmbeddingSettings(
            chosen.kind, chosen.model, chosen.url, chosen.api_key, chosen.timeout
        )
        try:
            embedder = open_embedder(self._settings)
        except EmbedderError as error:
            self.unavailable = f"{error.message} Only words were searched. {error.hint}".strip()
        else:
            self.wanted = Vectors(self.index, embedder) if embedder else None

    def names(self) -> tuple[str, str]:
        """Return the names of the wanted model and of the one that answers now; none is loaded."""
        stats = self.index.stats(self.wanted.name) if self.wanted else None
        serving = (self._older_one([], stats) if stats else None) or self.wanted
        return (self.wanted.name if self.wanted else "", serving.name if serving else "")

    def ask(
        self, query: str, seconds: float, notes: list[str], *, patient: bool = True
    ) -> tuple[Asked | None, Coming]:
        """Return the question's vector, None where only words can be searched, and what is coming.

        Many missing vectors are asked for first: as long as there is none, words answer at once.
        ``patient``: a model in this process may take its time to load.
        """
        if self.wanted is None:
            return None, ON_REQUEST
        stats = self.index.stats(self.wanted.name)
        coming = self.behind(self.wanted.name) if stats.missing > FRESH else ON_REQUEST
        older = self._older_one(notes, stats)
        if older is None and coming.under_way and not stats.embedded:
            return None, coming
        question = _Question(query, seconds, _LOADING if patient else 0.0)
        few = 0 if coming.under_way else min(stats.missing, FRESH)
        return self._first(older, question, few, notes), coming

    def _first(
        self,
        older: Vectors | None,
        question: _Question,
        few: int,
        notes: list[str],
    ) -> Asked | None:
        """Ask the older model, and if it fails the wanted one, with ``few`` new lines."""
        until = time.monotonic() + question.seconds
        for vectors in (older, self.wanted):
            if vectors is None:
                continue
            left = max(until - time.monotonic(), _LEAST)
            try:
                fresh = few if vectors is self.wanted else FRESH
                return self._asked(vectors, replace(question, seconds=left), fresh)
            except TimeoutError as late:
                notes.append(f"partial: the embedding model gave no answer within {late}")
                return None
            except EmbedderError as error:
                what = "Only words were searched." if vectors is self.wanted else _OLD_FAILED
                notes.append(f"partial: {error.message} {what}")
        return None

    def counted(self, asked: Asked | None, coming: Coming, notes: list[str]) -> IndexStats:
        """Return the counts of the model that answers, and note what it lacks."""
        if self.wanted is None:
            return self.index.stats("")
        wanted = self.index.stats(self.wanted.name)
        how = coming.said
        serving = asked.vectors if asked else self.wanted
        found = self.index.stats(serving.name)
        if serving is not self.wanted and not found.embedded:
            notes.append("the vectors were replaced meanwhile; only words were searched: ask again")
        elif serving is not self.wanted:
            notes.append(
                f"vectors of {serving.name} serve until {self.wanted.name} has embedded "
                f"{wanted.missing:,} more lines{how}"
            )
            how = ""
        if found.missing:
            notes.append(
                f"{found.missing:,} lines have no vector yet and are found by words only{how}"
            )
        return found

    def _asked(self, vectors: Vectors, question: _Question, few: int) -> Asked:
        """Embed the question and a few new lines, in a thread that touches no store.

        The thread may never come back, which is a TimeoutError.
        """
        from lamina.search.vectors import likeness

        seconds = question.seconds
        if vectors.local:  # once it is loaded it answers in milliseconds
            seconds = max(seconds, question.loading)
        if vectors is not self.wanted:
            few = min(self.index.stats(vectors.name).missing, few)
        fresh = vectors.missing(few) if few else []
        sample = None
        if vectors is not self.wanted and not vectors.local:
            sample = self.index.sample(vectors.name)
        texts = [text for _, text in fresh] + ([sample[0]] if sample else [])
        try:
            asked, embedded = within(seconds, lambda: vectors.ask(question.text, texts, seconds))
        except TimeoutError:
            longer = max(3000, round(2000 * seconds))
            raise TimeoutError(
                f"{round(seconds, 1):g} s, so only words were searched; to wait longer: "
                f"lamina config set search.deadline_ms {longer}"
            ) from None
        if sample and likeness(embedded[-1], sample[1]) < SAME:
            raise EmbedderError(vectors.name, "another model answers under its name")
        vectors.put(fresh, embedded[: len(fresh)])
        return Asked(asked, vectors)

    def _older_one(self, notes: list[str], stats: IndexStats) -> Vectors | None:
        """Return what has vectors of more lines than the wanted model, if it can be opened.

        ``stats``: of the wanted model.
        """
        if self.wanted is None or stats.missing <= FRESH:
            return None  # what little is missing is embedded with the question
        counts = self.index.models()
        least = counts.get(self.wanted.name, 0)
        better = sorted((n for n in counts if counts[n] > least), key=lambda n: -counts[n])
        for name in better:
            if name not in self._older:
                self._older[name] = self._opened(name)
            if found := self._older[name]:
                return found
        if better:
            notes.append(f"the vectors of {better[0]} do not serve: that model cannot be opened")
        return None

    def _opened(self, name: str) -> Vectors | None:
        from lamina.search.embedder import open_again
        from lamina.search.vectors import Vectors

        made_with = self.index.made_with().get(name)
        if made_with is None or self.wanted is None or self._settings is None:
            return None
        found = open_again(made_with, self._settings, self.wanted.embedder)
        return Vectors(self.index, found) if found else None

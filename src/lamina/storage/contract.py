"""The two stores as every backend offers them, and the rows that cross the seam.

The index is derived from the Markdown and may be deleted at any time. The state (what was
recalled, when, by whom) cannot be made again and has migrations.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from lamina.storage.index_judged import Judged
    from lamina.storage.tables import Tables


SCOPE_BITS = 40  # a chunk's number holds its scope above them, its order in its file below
HEAD_WEIGHT = 0.4  # of a term in the context, beside 1 for one in the line itself
WORDLESS = hashlib.sha256(b"").hexdigest()[:32]  # vector key of chunks that have no words


class Scope:
    """Which part of the index a chunk belongs to; search looks into ALWAYS unless asked."""

    ALWAYS = 0
    ARCHIVED = 1
    REFERENCE = 2
    COPIES = 3


def scope_of(number: int) -> int:
    """Return the scope a chunk's number lies in."""
    return number >> SCOPE_BITS


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file as it was indexed. ``day`` is ISO or empty; ``fields`` is its front matter."""

    path: str
    layer: str
    scope: int
    day: str
    size: int
    changed_ns: int
    inode: int
    hash: str
    checked_ns: int
    fields: Mapping[str, object]
    problems: tuple[tuple[int, str], ...] = ()  # line, what is wrong


class ChunkRow(NamedTuple):
    """The indexed piece: lines ``start`` to ``end`` (1-based, inclusive) of a file.

    ``line`` and ``head`` are its terms and those of its context, joined by spaces; ``embedded``
    is the text whose vector stands for it, ``vector_key`` that text's hash.
    """

    id: str
    start: int
    end: int
    heading: str
    text: str
    line: str
    head: str
    embedded: str
    vector_key: str


class Found(NamedTuple):
    """A chunk with its place in the index; neighbours in a file have neighbouring numbers."""

    number: int
    id: str
    path: str
    layer: str
    day: str
    start: int
    end: int
    heading: str
    text: str


class Span(NamedTuple):
    """The chunks of one file: numbers ``first`` and following, put in at generation ``born``."""

    first: int
    chunks: int
    born: int


class ModelRow(NamedTuple):
    """What a model's vectors were made with, so that it can be opened again; never a key."""

    name: str  # as it stands beside each vector
    kind: str  # local, endpoint
    model: str
    url: str  # of an endpoint, without its query: that may hold a key


@dataclass(frozen=True, slots=True)
class IndexStats:
    """What the index holds."""

    files: int
    chunks: int
    embedded: int
    missing: int  # chunks that have words but no vector of the model
    length: float  # mean number of terms in a chunk's line
    generation: int


@dataclass(frozen=True, slots=True)
class Recall:
    """A hit that was really given to somebody. ``weight`` is below 1 for automatic ones."""

    at: str
    day: str
    query_hash: str
    query: str
    source: str  # search, get, recall
    origin: str  # owner, agent:<name>, system
    session: str
    chunk: str
    path: str
    start: int
    end: int
    claim: str
    score: float


class IndexStore(Protocol):
    """What search, dreaming and forgetting need of a backend."""

    @property
    def database(self) -> Tables:
        """Where it is kept."""

    @property
    def judged(self) -> Judged:
        """What pure functions said of texts."""

    def generation(self) -> int:
        """Return a number that grows with every change of the index."""

    def files(self) -> dict[str, FileRow]:
        """Return every indexed file by path."""

    def replace(self, files: Sequence[tuple[FileRow, Sequence[ChunkRow]]]) -> None:
        """Put files in, each whole, in one transaction."""

    def renew(self, files: Iterable[FileRow]) -> None:
        """Renew size, time and hash of files whose content is as indexed."""

    def remove(self, paths: Iterable[str]) -> None:
        """Take files out."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Answer all questions inside from one state of the index."""

    def match(self, expression: str, scopes: Iterable[int], limit: int) -> list[tuple[int, float]]:
        """Return (chunk number, BM25 score; higher is better) of the best matches.

        ``expression``: quoted terms joined by OR, with a star behind those of which only the
        beginning is asked.
        """

    def sizes(self) -> tuple[str, str]:
        """Return all chunks' numbers, in order, and how many terms each holds, joined by commas."""

    def places(self, term: str, *, prefix: bool) -> str:
        """Return a term's places, joined by commas: twice the chunk's number, 1 more in a head."""

    def terms(self, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return the terms of chunks: those of the line, those of its head."""

    def frequencies(self, terms: Iterable[tuple[str, bool]]) -> list[int]:
        """Return in how many chunks each term (with its prefix flag) occurs."""

    def beginning(self, term: str, letters: int = 2) -> list[tuple[str, int]]:
        """Return the terms that begin as this one does and are about as long, and their counts."""

    def chunks(self, numbers: Iterable[int]) -> dict[int, Found]:
        """Return chunks by number; missing ones are left out."""

    def chunk_by_id(self, chunk_id: str) -> Found | None:
        """Return the chunk a hit's id names."""

    def chunks_of(self, path: str) -> list[Found]:
        """Return a file's chunks in order."""

    def chunks_at(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Found]:
        """Return the chunks that begin at these places (path, line); of several the last."""

    def unembedded(self, model: str, limit: int) -> list[tuple[str, str]]:
        """Return (vector key, text) of chunks without a vector of this model, newest first."""

    def put_vectors(self, model: ModelRow, vectors: Iterable[tuple[str, str, bytes]]) -> None:
        """Store (key, script, vector as little-endian float32), and what they were made with.

        A vector that is there stays.
        """

    def spans(self, scopes: Iterable[int]) -> set[Span]:
        """Return which chunks there are in these scopes, a file a span."""

    def vectors(self, model: str, first: int, last: int) -> Iterator[tuple[int, str, bytes]]:
        """Yield (chunk number, script, vector) of the embedded chunks among these numbers."""

    def vectors_since(
        self, model: str, scopes: Iterable[int], last: int
    ) -> Iterator[tuple[int, str, bytes, int]]:
        """Yield the same, and the vector's id, for ids above ``last`` in their order."""

    def models(self) -> dict[str, int]:
        """Return how many chunks each model has a vector for."""

    def made_with(self) -> dict[str, ModelRow]:
        """Return what each model's vectors were made with."""

    def sample(self, model: str) -> tuple[str, bytes] | None:
        """Return a text and its vector of this model, one that is not all zeros."""

    def drop_models(self, keep: Iterable[str]) -> None:
        """Remove the vectors of all other models, and those no chunk needs."""

    def stats(self, model: str) -> IndexStats:
        """Return counts."""

    def fence(self, now_ns: int) -> None:
        """Take in nothing any more that was read from a file before this moment."""

    def compact(self) -> bool:
        """Remove all that is left of lines that are gone; return whether it could be done."""

    def clear(self) -> None:
        """Empty the index."""

    def close(self) -> None:
        """Close its connections."""

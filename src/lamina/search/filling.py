"""Fill an answer: pass over what may not be shown, merge what says the same, keep to the budget."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lamina.documents.kinds import Layer, may_see
from lamina.documents.tokens import estimate
from lamina.layers.superseded import key_of, mark_of
from lamina.search import chunker
from lamina.search.answers import Hit
from lamina.search.indexer import tags_of
from lamina.search.words import terms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.search.answers import Request
    from lamina.search.ranking import Score
    from lamina.storage.contract import FileRow, Found

ALIKE = 0.6  # of the terms of both
SAME = 0.03  # of the question's terms


class Filling:
    """Fills an answer: what may not be shown is passed over, what says the same is merged."""

    def __init__(
        self, request: Request, files: dict[str, FileRow], reaches: Callable[[str], bool]
    ) -> None:
        """``reaches``: whether this agent may reach a file at all, whatever is in the index.

        Agents with other shared folders than this one may use the same index.
        """
        self.request = request
        self.reaches = reaches
        self.files = files
        self.tag = request.tag.lstrip("#").casefold()
        self.later: frozenset[str] = frozenset()  # keys of what did not hold yet
        self.spent = 0
        self.shortest = 0  # tokens of the shortest line that did not fit
        self._by_claim: dict[str, Hit] = {}

    @property
    def hits(self) -> tuple[Hit, ...]:
        """What was taken, best first."""
        return tuple(self._by_claim.values())

    def allows(self, chunk: Found) -> bool:
        """Tell whether the request lets a chunk be shown: its place, day and tag, and it holds."""
        request = self.request
        if not _allowed(chunk, request) or not self.reaches(chunk.path):
            return False
        mark = mark_of(chunk.text)
        if mark and not request.archived and not (request.as_of and mark[0] > request.as_of):
            return False
        if self.later and not mark and key_of(chunk.text) in self.later:
            return False
        return not self.tag or self.tag in tags_of(self.files[chunk.path].fields)

    def take(self, chunk: Found, score: Score) -> bool:
        """Add a chunk where it fits; return whether the answer is full."""
        if not self.allows(chunk):
            return False
        request = self.request
        said = chunker.claim(chunk.text)
        if said in self._by_claim:
            self._by_claim[said] = _merged(self._by_claim[said], chunk)
            return False
        if len(self._by_claim) >= request.limit:
            return True
        cost = estimate(chunk.text)
        if request.budget and self.spent + cost > request.budget:
            self.shortest = min(cost, self.shortest or cost)
            return False  # a shorter line further down may still fit
        self.spent += cost
        self._by_claim[said] = hit_of(chunk, score)
        return False


def newer_first(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Put the newer before the older of lines that say nearly the same, such as a rent that rose.

    They keep the places they have among the others; lines without a day keep theirs. A line that
    holds more of the question, such as its month, is no equal.
    """
    found = list(hits)
    said = [
        (frozenset(terms(chunker.uncommented(h.snippet))), h.parts["words"], h.parts.get("days"))
        for h in hits
    ]
    free = {place for place, hit in enumerate(hits) if hit.date}
    for place in range(len(hits)):
        if place not in free:
            continue
        alike = [n for n in sorted(free) if n >= place and _alike(said[place], said[n])]
        free -= set(alike)
        newest = sorted(alike, key=lambda n: hits[n].date, reverse=True)
        for there, number in zip(alike, newest, strict=True):
            found[there] = hits[number]
    return tuple(found)


def _alike(
    one: tuple[frozenset[str], float, float | None],
    other: tuple[frozenset[str], float, float | None],
) -> bool:
    equal = abs(one[1] - other[1]) <= SAME and one[2] == other[2]
    return equal and len(one[0] & other[0]) >= ALIKE * len(one[0] | other[0])


def citation(path: str, start: int, end: int) -> str:
    """Return where lines stand: memory/2026-03-04.md#L3-L5."""
    return f"{path}#L{start}" if start == end else f"{path}#L{start}-L{end}"


def _allowed(chunk: Found, request: Request) -> bool:
    if not may_see(chunk.path, request.session, request.reads):
        return False
    if request.path and chunk.path != request.path:
        return False
    if request.layers and chunk.layer not in request.layers:
        return False
    if request.as_of and chunk.day > request.as_of.isoformat():
        return False
    if request.since and (not chunk.day or chunk.day < request.since.isoformat()):
        return False
    return not (request.until and (not chunk.day or chunk.day > request.until.isoformat()))


def hit_of(chunk: Found, score: Score) -> Hit:
    """Return a chunk as a hit."""
    mark = mark_of(chunk.text)
    parts = {"words": score.words, "vector": score.vector, "near": score.near}
    parts |= {"file": score.file, "line": score.line}
    if score.days:
        parts["days"] = score.days
    if score.exact:
        parts["exact"] = score.exact
    if score.rerank is not None:
        parts["rerank"] = score.rerank
    return Hit(
        chunk.id,
        chunk.path,
        chunk.start,
        chunk.end,
        chunk.heading,
        chunk.day,
        chunk.layer,
        "agent",
        score.total,
        chunker.uncommented(chunk.text),
        citation(chunk.path, chunk.start, chunk.end),
        parts,
        superseded=str(mark[0]) if mark else "",
    )


def _merged(hit: Hit, other: Found) -> Hit:
    """Return a hit that names another place with the same words; a copy never comes first."""
    place = citation(other.path, other.start, other.end)
    if hit.layer == Layer.COPY and other.layer != Layer.COPY:
        return replace(
            hit,
            id=other.id,
            path=other.path,
            start_line=other.start,
            end_line=other.end,
            heading=other.heading,
            date=other.day,
            layer=other.layer,
            snippet=other.text,
            citation=place,
            also=(*hit.also, hit.citation),
        )
    return replace(hit, also=(*hit.also, place))

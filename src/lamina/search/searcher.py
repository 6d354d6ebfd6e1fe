"""Answer a question: bring the index in line, match words and vectors, rank, cut, cite."""

from __future__ import annotations

import contextlib
import re
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from lamina.documents.kinds import CORE_FILES, Layer, is_private
from lamina.documents.tokens import estimate
from lamina.errors import (
    EmbedderError,
    LaminaError,
    StoreDamagedError,
    UnknownNameError,
    UsageError,
)
from lamina.layers.superseded import key_of, mark_of
from lamina.search import chunker, ranking
from lamina.search.answers import Answer, Hit, Request
from lamina.search.indexer import tags_of
from lamina.search.words import match_expression, query_terms
from lamina.search.words import terms as line_terms
from lamina.storage.contract import Scope

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from pathlib import Path

    import numpy as np

    from lamina.search.dates import Span
    from lamina.search.indexer import Indexer, SyncReport
    from lamina.search.ranking import Score
    from lamina.search.vectors import Vectors
    from lamina.search.words import QueryTerm
    from lamina.storage.contract import FileRow, Found
    from lamina.storage.sqlite_index import SqliteIndex

LOADING = 5.0  # seconds a model in this process may take
FRESH = 8  # new lines that are embedded before a question is answered
_CORE_BYTES = 40_000  # of a core file that is looked into
MOST_TERMS = 64  # of a question that are looked for: a pasted page is no question
CANDIDATES = 200  # from words and from vectors each
_FILE_NAME = re.compile(r"^[^\s]+$")
NAMED = 10.0  # score of a file the question names

T = TypeVar("T")


class Searcher:
    """Search over one workspace's index."""

    def __init__(
        self,
        indexer: Indexer,
        index: SqliteIndex,
        vectors: Vectors | None,
        deadline_ms: int,
        unavailable: str = "",
    ) -> None:
        self.indexer = indexer
        self.index = index
        self.vectors = vectors
        self.deadline_ms = deadline_ms
        self.weights = ranking.USUAL
        self._names: tuple[object, dict[str, list[str]]] | None = None
        self.unavailable = unavailable  # why there are no vectors although they were asked for

    def search(self, request: Request) -> Answer:
        """Return the best lines for a question; an empty question raises UsageError."""
        query = request.query.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
        request = replace(request, query=query)
        if not query.strip():
            raise UsageError(
                "The question is empty; nothing was searched.", "Say what to look for."
            )
        for layer in request.layers:
            if layer not in set(Layer):
                raise UnknownNameError("layer", layer, set(Layer))
        report = self.indexer.sync()
        if not any(map(str.isalnum, query)):
            note = "the question holds no word; nothing was looked for"
            return Answer(query, (), "keyword", report, notes=(note,))
        try:
            return self._answer(request, report)
        except StoreDamagedError as damage:
            self.index.database.set_aside("search")
            report = self.indexer.sync()
            note = f"the index was damaged ({damage.reason}) and was built anew"
            return self._answer(request, report, note)

    def _answer(self, request: Request, report: SyncReport, note: str = "") -> Answer:
        span = _span(request)
        rest = span.rest(request.query) if span else ""
        bare = not any(map(str.isalnum, rest))  # nothing but a date, or no date
        asked_for = rest if span and span.relative and not bare else request.query
        terms = query_terms(asked_for)[:MOST_TERMS]
        notes = [text for text in (report.healed, note, self.unavailable) if text]
        asked = self._ask(request.query, notes)
        with self.index.snapshot():  # other processes may be indexing meanwhile
            stats = self.index.stats(self.vectors.name if self.vectors else "")
            if self.vectors and stats.embedded < stats.chunks:
                notes.append(
                    f"{stats.chunks - stats.embedded} lines have no vector yet and are "
                    "found by words only: lamina index sync"
                )
            scores, hybrid = self._scores(request, terms, asked, notes)
            if span:
                scores = self._on_days(scores, span)
            if span and not span.has_subject(rest):
                known = scores if bare or not span.relative else {}
                known = {n: score for n, score in known.items() if score.words > 0}
                scores = known | self._all_of(span, _scopes(request))
            ranked = self._named(request.query, scores, _scopes(request))
            ranked += sorted(scores, key=lambda n: (-scores[n].total, -n))
            hits, short = self._hits(ranked, scores, request)
        notes += _in_core_files(self.indexer.workspace.root, terms, request.session)
        if not hits and short:
            notes.append(
                f"lines were found, but none fits in {request.budget} tokens; the shortest"
                f" needs {short}"
            )
        return Answer(
            request.query,
            hits,
            "hybrid" if hybrid else "keyword",
            report,
            stats.embedded,
            stats.chunks,
            tuple(notes),
            tuple(t.text for t in terms),
            span,
        )

    def _on_days(self, scores: dict[int, Score], span: Span) -> dict[int, Score]:
        """Put lines of the days that a question names before others."""
        first, last = span.since.isoformat(), span.until.isoformat()
        chunks = self.index.chunks(scores)
        return {
            number: replace(score, days=self.weights.days)
            if number in chunks and first <= chunks[number].day <= last
            else score
            for number, score in scores.items()
        }

    def _all_of(self, span: Span, scopes: list[int]) -> dict[int, Score]:
        """Return the lines of the days: the latest day first, its lines as they were written."""
        first, last = span.since.isoformat(), span.until.isoformat()
        days = {row.path: row.day for row in self.index.files().values()}
        paths = sorted((day, path) for path, day in days.items() if first <= day <= last)
        numbers: list[int] = []
        for _, path in reversed(paths):
            if len(numbers) >= CANDIDATES:
                break
            found = (chunk.number for chunk in self.index.chunks_of(path))
            numbers += [number for number in found if self.index.scope_of(number) in scopes]
        return {  # the order alone counts: no line of a day is more of that day
            number: ranking.Score(0.0, 0.0, 0.0, exact=NAMED - place / 1000)
            for place, number in enumerate(numbers)
        }

    def _scores(
        self,
        request: Request,
        terms: tuple[QueryTerm, ...],
        asked: np.ndarray | None,
        notes: list[str],
    ) -> tuple[dict[int, Score], bool]:
        """Return the candidates' scores, and whether vectors had a part in them."""
        scopes = _scopes(request)
        wanted = max(CANDIDATES, request.limit * 4)
        stats = self.index.stats(self.vectors.name if self.vectors else "")
        matches = self.index.match(match_expression(terms), scopes, wanted)
        frequencies = self.index.frequencies((t.text, t.prefix) for t in terms)
        candidates = self.index.terms(number for number, _ in matches)
        words = ranking.coverage(
            candidates, terms, frequencies, stats.chunks, stats.length, self.weights
        )
        if asked is None or self.vectors is None or not self.vectors.ready(scopes):
            return self._fused(words, {}, terms), False
        try:
            cosines = self.vectors.cosines(asked, request.query, words, wanted)
        except EmbedderError as error:
            notes.append(f"partial: {error.message} Only words were searched.")
            return self._fused(words, {}, terms), False
        return self._fused(words, cosines, terms), True

    def _fused(
        self, words: dict[int, float], cosines: dict[int, float], terms: tuple[QueryTerm, ...]
    ) -> dict[int, Score]:
        """Put words, vectors and what the lines themselves are on one scale."""
        asked = {term.text for term in terms}
        lines = {}
        for number, chunk in self.index.chunks(words.keys() | cosines.keys()).items():
            subject = chunker.subject_of(chunk.text)
            about = bool(subject) and asked.issuperset(line_terms(subject))
            lines[number] = ranking.Line(chunk.path, about, chunker.asks(chunk.text))
        return ranking.fuse(words, cosines, lines, self.weights)

    def _ask(self, query: str, notes: list[str]) -> np.ndarray | None:
        """Return the question's vector, or None where only words can be searched.

        The model works in a thread of its own, which touches no store: it may never come back.
        """
        vectors = self.vectors
        if vectors is None:
            return None
        seconds = self.deadline_ms / 1000
        if vectors.local:  # it answers in milliseconds once it is loaded, and that is waited for
            seconds = max(seconds, LOADING)
        stats = self.index.stats(vectors.name)
        fresh = vectors.missing(FRESH) if stats.embedded < stats.chunks else []
        try:
            asked, embedded = within(seconds, lambda: vectors.ask(query, fresh, seconds))
            vectors.put(fresh, embedded)
        except TimeoutError:
            notes.append(
                f"partial: the embedding model gave no answer within {seconds:g} s, so only words"
                " were searched; to wait longer: lamina config set search.deadline_ms 3000"
            )
            return None
        except EmbedderError as error:
            notes.append(f"partial: {error.message} Only words were searched.")
            return None
        return asked

    def _named(self, query: str, scores: dict[int, Score], scopes: list[int]) -> list[int]:
        """Put a file whose name or path is the question first, and return its first chunks."""
        name = query.strip().casefold()
        if not _FILE_NAME.match(name):
            return []
        named = [
            chunk.number
            for path in self._paths_by_name().get(name, ())
            for chunk in self.index.chunks_of(path)[:3]
            if self.index.scope_of(chunk.number) in scopes
        ]
        for place, number in enumerate(named):
            known = scores.get(number, ranking.Score(0.0, 0.0, 0.0))
            scores[number] = replace(known, exact=NAMED - place / 100)
        return named

    def _paths_by_name(self) -> dict[str, list[str]]:
        """Return the paths each folded path, file name and stem stands for."""
        files = self.index.files()
        if self._names is None or self._names[0] is not files:
            names: dict[str, list[str]] = {}
            for path in sorted(files):
                folded = path.casefold()
                base = folded.rsplit("/", 1)[-1]
                for name in {folded, base, base.removesuffix(".md")}:
                    names.setdefault(name, []).append(path)
            self._names = (files, names)
        return self._names[1]

    def _hits(
        self, ranked: list[int], scores: dict[int, Score], request: Request
    ) -> tuple[tuple[Hit, ...], int]:
        """Return the best chunks that may be shown and fit, each claim once.

        Beside them: the tokens of the shortest line that did not fit, 0 if all did.
        """
        filling = _Filling(request, self.index.files() if request.tag else {})
        if request.as_of:
            filling.later = self._later(ranked, request.as_of)
        nearest = sorted(scores, key=lambda n: -scores[n].vector)[: ranking.NEAREST]
        near = {n for n in nearest if scores[n].vector}
        ranked = [n for n in dict.fromkeys(ranked) if scores[n].relevant or n in near]
        step = request.limit + 20
        for start in range(0, len(ranked), step):
            numbers = ranked[start : start + step]
            found = self.index.chunks(numbers)
            for number in numbers:
                if number in found and filling.take(found[number], scores[number]):
                    return filling.hits, filling.shortest
        return filling.hits, filling.shortest

    def _later(self, ranked: list[int], as_of: date) -> frozenset[str]:
        """Return the keys of lines that took the place of others only after a day."""
        marks = [mark_of(chunk.text) for chunk in self.index.chunks(ranked).values()]
        return frozenset(mark[1] for mark in marks if mark and mark[1] and mark[0] > as_of)


def _span(request: Request) -> Span | None:
    """Return the days a question names, unless the request says itself which days count."""
    if request.today is None or request.since or request.until:
        return None
    from lamina.search.dates import span_of  # 50 ms of patterns, which writing a note never needs

    return span_of(request.query, request.today)


class _Filling:
    """Fills an answer: what may not be shown is passed over, what says the same is merged."""

    def __init__(self, request: Request, files: dict[str, FileRow]) -> None:
        self.request = request
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

    def take(self, chunk: Found, score: Score) -> bool:
        """Add a chunk where it fits; return whether the answer is full."""
        request = self.request
        if not _allowed(chunk, request):
            return False
        mark = mark_of(chunk.text)
        if mark and not request.archived and not (request.as_of and mark[0] > request.as_of):
            return False
        if self.later and not mark and key_of(chunk.text) in self.later:
            return False
        if self.tag and self.tag not in tags_of(self.files[chunk.path].fields):
            return False
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
        self._by_claim[said] = _hit(chunk, score)
        return False


def _in_core_files(root: Path, asked: tuple[QueryTerm, ...], session: str) -> list[str]:
    """Say which core files hold all the words: the host loads those, they are not searched."""
    wanted = {term.text for term in asked if not term.prefix}
    found = []
    for name in CORE_FILES:
        path = root / name
        if name == "MEMORY.md" or not wanted or not path.is_file():
            continue
        if session != "main" and is_private(name):
            continue
        with contextlib.suppress(OSError):
            lines = path.read_bytes()[:_CORE_BYTES].decode("utf-8", "replace").splitlines()
            for number, line in enumerate(lines, start=1):
                if wanted <= set(line_terms(line)):
                    place = citation(name, number, number)
                    found.append(
                        f"{place} has these words (core files are loaded every turn, not searched)"
                    )
                    break
    return found


def within(seconds: float, work: Callable[[], T]) -> T:
    """Return what the work returns, or raise TimeoutError and leave the work to itself."""
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except LaminaError as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise TimeoutError
    return done[0]


def citation(path: str, start: int, end: int) -> str:
    """Return where lines stand: memory/2026-03-04.md#L3-L5."""
    return f"{path}#L{start}" if start == end else f"{path}#L{start}-L{end}"


def _scopes(request: Request) -> list[int]:
    scopes = [Scope.ALWAYS, Scope.COPIES]
    if request.archived or request.as_of:
        scopes.append(Scope.ARCHIVED)
    if request.include_reference:
        scopes.append(Scope.REFERENCE)
    return scopes


def _allowed(chunk: Found, request: Request) -> bool:
    if request.session != "main" and is_private(chunk.path):
        return False
    if request.layers and chunk.layer not in request.layers:
        return False
    if request.as_of and chunk.day > request.as_of.isoformat():
        return False
    if request.since and (not chunk.day or chunk.day < request.since.isoformat()):
        return False
    return not (request.until and (not chunk.day or chunk.day > request.until.isoformat()))


def _hit(chunk: Found, score: Score) -> Hit:
    mark = mark_of(chunk.text)
    parts = {"words": score.words, "vector": score.vector, "near": score.near}
    parts |= {"file": score.file, "line": score.line}
    if score.days:
        parts["days"] = score.days
    if score.exact:
        parts["exact"] = score.exact
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

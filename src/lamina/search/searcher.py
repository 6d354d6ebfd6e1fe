"""Answer a question: bring the index in line, match words and vectors, rank, cut, cite."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.documents.kinds import CORE_FILES, Layer, may_see
from lamina.documents.tokens import estimate
from lamina.errors import EmbedderError, StoreDamagedError, UnknownNameError, UsageError
from lamina.layers.superseded import mark_of
from lamina.search import chunker, postings, ranking, relevance, spelling
from lamina.search.answers import Answer, Request
from lamina.search.date_cues import may_name_days
from lamina.search.filling import Filling, citation, hit_of, newer_first
from lamina.search.models import ON_REQUEST
from lamina.search.words import match_expression, query_terms
from lamina.search.words import terms as line_terms
from lamina.storage.contract import Scope, scope_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from lamina.search.answers import Hit
    from lamina.search.dates import Span
    from lamina.search.indexer import Indexer, SyncReport
    from lamina.search.models import Asked, Models
    from lamina.search.ranking import Coverage, Score
    from lamina.search.reranking import Reranker
    from lamina.search.words import QueryTerm
    from lamina.storage.contract import FileRow, Found, IndexStats, IndexStore

_CORE_BYTES = 40_000  # of a core file that is looked into
_MOST_TERMS = 64  # of a question that are looked for: a pasted page is no question
CANDIDATES = 200  # from words and from vectors each
RARE = 1000  # lines that the rarer words of a line may stand in: they find those alike
_FILE_NAME = re.compile(r"^[^\s]+$")
_NAMED = 10.0  # score of a file the question names
NOT_SEARCHED = (
    "not searched: recall.policy is index-only; lamina recall follows what the indices point to,"
    " and lamina config set recall.policy index-first allows a search where they point to nothing"
)


class Searcher:
    """Search over one workspace's index."""

    def __init__(
        self,
        indexer: Indexer,
        index: IndexStore,
        models: Models | None,
        deadline_ms: int,
        reranker: Reranker | None = None,
        *,
        index_only: bool = False,
    ) -> None:
        self.indexer = indexer
        self.index = index
        self.models = models  # None: words only
        self.deadline_ms = deadline_ms
        self.reranker = reranker
        self.postings = postings.Postings(index)
        self.weights = ranking.USUAL
        self._names: tuple[dict[str, FileRow], dict[str, list[str]]] | None = None
        self.index_only = index_only  # by policy, only a file that an index points to is searched

    def search(self, request: Request, report: SyncReport | None = None) -> Answer:
        """Return the best lines for a question; an empty question raises UsageError.

        ``report``: of the sync that was just made; without one the index is brought in line.
        """
        query = request.query.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
        request = replace(request, query=query)
        if not query.strip():
            raise UsageError(
                "The question is empty; nothing was searched.", "Say what to look for."
            )
        for layer in request.layers:
            if layer not in set(Layer):
                raise UnknownNameError("layer", layer, set(Layer))
        report = report or self.indexer.sync()
        if self.index_only and not request.path:
            return Answer(query, (), "none", report, notes=(NOT_SEARCHED,), searched=False)
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
        terms = query_terms(asked_for)[:_MOST_TERMS]
        models = self.models
        no_model = models.unavailable if models else ""
        notes = [text for text in (report.healed, note, no_model) if text]
        asked, coming = None, ON_REQUEST
        if models:
            seconds, patient = self.deadline_ms / 1000, not request.hurried
            asked, coming = models.ask(request.query, seconds, notes, patient=patient)
        with self.index.snapshot():  # other processes may be indexing meanwhile
            stats = models.counted(asked, coming, notes) if models else self.index.stats("")
            terms = self._spelt(terms)
            scores, hybrid = self._scores(request, terms, asked, stats, notes)
            if span:
                scores = self._on_days(scores, span)
            if span and not span.has_subject(rest):
                known = scores if bare or not span.relative else {}
                known = {n: score for n, score in known.items() if score.words > 0}
                scores = known | self._all_of(span, _scopes(request))
            ranked = self._named(request.query, scores, _scopes(request))
            ranked += sorted(scores, key=lambda n: (-scores[n].total, -n))
            if request.sure:
                ranked = self._sure(ranked, scores, request, terms, hybrid=hybrid)
            hits, short = self._hits(ranked, scores, request, notes)
            whole = self.whole(hits)
        if not request.sure:
            notes += _in_core_files(self.indexer.workspace.root, terms, request)
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
            whole,
            model=asked.vectors.name if asked and hybrid else "",
        )

    def lines_of(self, path: str, first: int = 0, last: int = 0) -> tuple[Hit, ...]:
        """Return a file's lines, or those from ``first`` to ``last``, in their order."""
        return tuple(
            hit_of(chunk, ranking.Score(0.0, 0.0, 0.0))
            for chunk in self.index.chunks_of(path)
            if chunk.start >= first and (not last or chunk.end <= last) and not mark_of(chunk.text)
        )

    def whole(self, hits: Sequence[Hit]) -> int:
        """Return about how many tokens the files have that the hits stand in.

        They are not read for it: a file has as many tokens a byte as the hits have.
        """
        given = sum(len(hit.snippet.encode("utf-8", "replace")) for hit in hits)
        if not given:
            return 0
        rows = self.index.files()
        size = sum(rows[path].size for path in {hit.path for hit in hits} if path in rows)
        return max(1, round(size * sum(estimate(hit.snippet) for hit in hits) / given))

    def _spelt(self, terms: tuple[QueryTerm, ...]) -> tuple[QueryTerm, ...]:
        """Put the known word in the place of a misspelt one."""
        known = self.index.frequencies((t.text, t.prefix) for t in terms)
        return tuple(
            replace(term, text=spelling.corrected(term.text, self.index.beginning(term.text)))
            if not (count or term.rare or term.prefix) and spelling.correctable(term.text)
            else term
            for term, count in zip(terms, known, strict=True)
        )

    def _sure(
        self,
        ranked: list[int],
        scores: dict[int, Score],
        request: Request,
        terms: tuple[QueryTerm, ...],
        *,
        hybrid: bool,
    ) -> list[int]:
        """Return those that are surely about the question, in their order."""
        filling = self._filling(request, ranked)
        shown = self.index.chunks(ranked)
        texts = {number: one.text for number, one in shown.items() if filling.allows(one)}
        asked = frozenset(term.text for term in terms)
        kept = relevance.sure(texts, scores, asked, hybrid=hybrid)
        return [number for number in ranked if number in kept]

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
            numbers += [number for number in found if scope_of(number) in scopes]
        return {  # the order alone counts: no line of a day is more of that day
            number: ranking.Score(0.0, 0.0, 0.0, exact=_NAMED - place / 1000)
            for place, number in enumerate(numbers)
        }

    def _scores(
        self,
        request: Request,
        terms: tuple[QueryTerm, ...],
        asked: Asked | None,
        stats: IndexStats,
        notes: list[str],
    ) -> tuple[dict[int, Score], bool]:
        """Return the candidates' scores, and whether vectors had a part in them."""
        scopes = _scopes(request)
        wanted = max(CANDIDATES, request.limit * 4)
        frequencies = self.index.frequencies((t.text, t.prefix) for t in terms)
        if asked is not None and stats.chunks >= postings.LARGE:
            matches = self.postings.match(terms, scopes, wanted)
        else:
            rarer = terms
            if request.alike and stats.chunks >= postings.LARGE:
                rarer, wanted = ranking.rarest(terms, frequencies, RARE), request.limit * 4
            matches = self.index.match(match_expression(rarer), scopes, wanted)
        candidates = self.index.terms(number for number, _ in matches)
        words = ranking.coverage(
            candidates, terms, frequencies, stats.chunks, stats.length, self.weights
        )
        if asked is None or not asked.vectors.ready(scopes):
            return self._fused(words, {}, terms), False
        try:
            cosines = asked.vectors.cosines(asked.vector, request.query, words, wanted)
        except EmbedderError as error:
            notes.append(f"partial: {error.message} Only words were searched.")
            return self._fused(words, {}, terms), False
        return self._fused(words, cosines, terms), True

    def _fused(
        self, words: dict[int, Coverage], cosines: dict[int, float], terms: tuple[QueryTerm, ...]
    ) -> dict[int, Score]:
        """Put words, vectors and what the lines themselves are on one scale."""
        asked = {term.text for term in terms}
        lines = {}
        for number, chunk in self.index.chunks(words.keys() | cosines.keys()).items():
            said = chunker.plain(chunk.text)
            subject = chunker.subject_of(said)
            about = bool(subject) and asked.issuperset(line_terms(subject))
            asks, empty = chunker.asks(said), chunker.is_empty(said)
            lines[number] = ranking.Line(chunk.path, about, asks, empty)
        return ranking.fuse(words, cosines, lines, self.weights)

    def _named(self, query: str, scores: dict[int, Score], scopes: list[int]) -> list[int]:
        """Put a file whose name or path is the question first, and return its first chunks."""
        name = query.strip().casefold()
        if not _FILE_NAME.match(name):
            return []
        named = [
            chunk.number
            for path in self._paths_by_name().get(name, ())
            for chunk in self.index.chunks_of(path)[:3]
            if scope_of(chunk.number) in scopes
        ]
        for place, number in enumerate(named):
            known = scores.get(number, ranking.Score(0.0, 0.0, 0.0))
            scores[number] = replace(known, exact=_NAMED - place / 100)
        return named

    def _paths_by_name(self) -> dict[str, list[str]]:
        """Return the paths each folded path, file name and stem stands for."""
        files = self.index.files()
        if self._names is None or self._names[0].keys() != files.keys():
            names: dict[str, list[str]] = {}
            for path in sorted(files):
                folded = path.casefold()
                base = folded.rsplit("/", 1)[-1]
                for name in {folded, base, base.removesuffix(".md")}:
                    names.setdefault(name, []).append(path)
            self._names = (files, names)
        return self._names[1]

    def _hits(
        self, ranked: list[int], scores: dict[int, Score], request: Request, notes: list[str]
    ) -> tuple[tuple[Hit, ...], int]:
        """Return the best chunks that may be shown and fit, each claim once.

        Beside them: the tokens of the shortest line that did not fit, 0 if all did.
        """
        filling = self._filling(request, ranked)
        nearest = sorted(scores, key=lambda n: -scores[n].vector)[: ranking.NEAREST]
        near = {n for n in nearest if scores[n].vector}
        ranked = [n for n in dict.fromkeys(ranked) if scores[n].relevant or n in near]
        if self.reranker:
            ranked = self._reranked(self.reranker, ranked, scores, filling, notes)
        for number, chunk in self._in_order(ranked, request.limit + 20):
            if filling.take(chunk, scores[number]):
                break
        return newer_first(filling.hits), filling.shortest

    def _reranked(
        self,
        reranker: Reranker,
        ranked: list[int],
        scores: dict[int, Score],
        filling: Filling,
        notes: list[str],
    ) -> list[int]:
        """Have the best lines that may be shown judged; the others' text goes nowhere."""
        from lamina.search.reranking import reordered

        best: dict[str, Found] = {}
        inexact = [number for number in ranked if not scores[number].exact]
        for _, chunk in self._in_order(inexact, reranker.top):
            if filling.allows(chunk):
                best.setdefault(chunker.claim(chunk.text), chunk)
            if len(best) == reranker.top:
                break
        if len(best) < 2:
            return ranked
        query, seconds = filling.request.query, self.deadline_ms / 1000
        judged = reranker.judge(query, list(best.values()), seconds, notes)
        for number, found in judged.items():
            scores[number] = replace(scores[number], rerank=found)
        return reordered(ranked, scores, judged)

    def _in_order(self, numbers: list[int], step: int) -> Iterator[tuple[int, Found]]:
        """Yield chunks in this order; few are needed, so few are fetched at once."""
        for start in range(0, len(numbers), step):
            part = numbers[start : start + step]
            found = self.index.chunks(part)
            yield from ((number, found[number]) for number in part if number in found)

    def _filling(self, request: Request, ranked: list[int]) -> Filling:
        files = self.index.files() if request.tag else {}
        filling = Filling(request, files, self.indexer.workspace.reaches)
        if request.as_of:
            filling.later = self._later(ranked, request.as_of)
        return filling

    def _later(self, ranked: list[int], as_of: date) -> frozenset[str]:
        """Return the keys of lines that took the place of others only after a day."""
        marks = [mark_of(chunk.text) for chunk in self.index.chunks(ranked).values()]
        return frozenset(mark[1] for mark in marks if mark and mark[1] and mark[0] > as_of)


def _span(request: Request) -> Span | None:
    """Return the days a question names, unless the request says itself which days count."""
    if request.today is None or request.since or request.until:
        return None
    if not may_name_days(request.query):
        return None
    from lamina.search.dates import span_of  # 50 ms of patterns, which writing a note never needs

    return span_of(request.query, request.today)


def _in_core_files(root: Path, asked: tuple[QueryTerm, ...], request: Request) -> list[str]:
    """Say which core files hold all the words: the host loads those, they are not searched."""
    wanted = {term.text for term in asked if not term.prefix}
    found = []
    for name in CORE_FILES:
        path = root / name
        if name == "MEMORY.md" or not wanted:
            continue
        if not may_see(name, request.session, request.reads):
            continue
        with contextlib.suppress(OSError):  # it need not be there
            status = path.stat()
            changed = max(status.st_mtime_ns, status.st_ctime_ns)
            lines = _core_lines(path, changed, status.st_size)
            for number, line in enumerate(lines, start=1):
                if wanted <= line:
                    place = citation(name, number, number)
                    found.append(
                        f"{place} has these words (core files are loaded every turn, not searched)"
                    )
                    break
    return found


@lru_cache(2 * len(CORE_FILES))
def _core_lines(path: Path, _changed_ns: int, _size: int) -> list[frozenset[str]]:
    """Return the terms of each line of a core file, read once as it is."""
    text = path.read_bytes()[:_CORE_BYTES].decode("utf-8", "replace")
    return [frozenset(line_terms(line)) for line in text.splitlines()]


def _scopes(request: Request) -> list[int]:
    scopes = [Scope.ALWAYS, Scope.COPIES]
    if request.archived or request.as_of:
        scopes.append(Scope.ARCHIVED)
    if request.include_reference:
        scopes.append(Scope.REFERENCE)
    return scopes

"""Lets an endpoint judge the best lines anew: optional, and never by default.

POST {url}/rerank takes a question and documents and answers with the relevance of each:
{"results": [{"index": 0, "relevance_score": 0.9}]}, as Jina, Cohere, vLLM and llama.cpp do.
text-embeddings-inference wants the documents as "texts" and answers with a bare list of
{"index": 0, "score": 0.9}. Relevance has no common scale: it orders, and enters no sum.
"""

from __future__ import annotations

import json
import math
import time
from typing import TYPE_CHECKING

from lamina.errors import RerankerError
from lamina.search.chunker import uncommented
from lamina.search.deadline import within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.search.endpoint import Reply
    from lamina.search.ranking import Score
    from lamina.settings import Rerank
    from lamina.storage.contract import Found

_CHARACTERS = 1_500  # of a line that are judged
_REFUSED = {400, 422}  # a request of another shape might pass


def open_reranker(chosen: Rerank) -> Reranker | None:
    """Return the reranker the settings name, or None where they name none."""
    return Reranker(chosen) if chosen.url and chosen.top else None


class Reranker:
    """A server that says how well each document answers a question."""

    def __init__(self, chosen: Rerank) -> None:
        """Check the address; nothing is connected. Where it cannot be, every question says so."""
        from lamina.search.endpoint import Server

        self.top = chosen.top
        self._model = chosen.model
        self._texts = False  # it wants the documents as text-embeddings-inference does
        self._unusable: RerankerError | None = None
        try:
            self._server = Server(
                chosen.url,
                chosen.api_key,
                path="rerank",
                section="rerank",
                meanwhile="words and vectors order the lines",
                failed=self._error,
            )
        except RerankerError as error:
            self._unusable = error

    def judge(
        self, query: str, lines: Sequence[Found], seconds: float, notes: list[str]
    ) -> dict[int, float]:
        """Return the relevance of lines by their numbers; none, and a note, where it fails."""
        documents = [document(line) for line in lines]
        try:
            found = within(seconds, lambda: self.scores(query, documents, seconds))
        except TimeoutError:
            notes.append(
                f"not reranked: no answer within {seconds:g} s, so words and vectors order the"
                " lines; to wait longer: lamina config set search.deadline_ms 3000"
            )
            return {}
        except RerankerError as error:
            notes.append(f"not reranked: {error.message} {error.hint}".strip())
            return {}
        return {line.number: found[place] for place, line in enumerate(lines) if place in found}

    def scores(self, query: str, documents: Sequence[str], seconds: float) -> dict[int, float]:
        """Return the relevance of documents by their places; a server may leave some out.

        Raises:
            RerankerError: the server failed, or what it says is no such answer.
        """
        if self._unusable:
            raise self._unusable
        until = time.monotonic() + seconds
        reply = self._ask(query, documents, until)
        if reply.status in _REFUSED and not self._texts:
            self._texts = True
            other = self._ask(query, documents, until)
            self._texts = 200 <= other.status < 300
            reply = other if self._texts else reply
        self._server.raise_for(reply)
        if not 200 <= reply.status < 300:
            later = reply.status >= 500 or reply.status == 429
            hint = "Try again later." if later else "Check rerank.url and rerank.model."
            raise self._error(self._server.said(reply), hint)
        return self._read(reply.body, len(documents))

    def _ask(self, query: str, documents: Sequence[str], until: float) -> Reply:
        asked: dict[str, object] = {"query": query}
        if self._texts:
            asked["texts"] = documents
        else:
            asked |= {"documents": documents, "top_n": len(documents)}
            asked |= {"model": self._model} if self._model else {}
        return self._server.post(asked, max(until - time.monotonic(), 0.001))

    def _read(self, body: bytes, count: int) -> dict[int, float]:
        found: dict[int, float] = {}
        try:
            answer = json.loads(body)
            items = answer["results"] if isinstance(answer, dict) else answer
            for item in items:
                place = item["index"]
                score = item["relevance_score" if "relevance_score" in item else "score"]
                if type(place) is not int or not 0 <= place < count or place in found:
                    raise self._error("it judged documents that it was not given, or one twice")
                found[place] = float(score)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            found = {}
        if not found or not all(map(math.isfinite, found.values())):
            raise self._error(
                "its answer is not the list of scores that was expected",
                "Check that rerank.url speaks Jina's, Cohere's or TEI's protocol.",
            )
        return found

    def _error(self, reason: str, hint: str = "") -> RerankerError:
        return RerankerError(self._model or "endpoint", reason, hint)


def document(line: Found) -> str:
    """Return what is judged: the line, and above it the day and the headings it stands under."""
    titles = [t for t in line.heading.split(" › ") if not t.startswith(line.day or "\0")]
    about = " · ".join(part for part in (line.day, *titles) if part)
    text = uncommented(line.text)
    return (f"{about}\n{text}" if about else text)[:_CHARACTERS]


def reordered(
    ranked: Sequence[int], scores: Mapping[int, Score], judged: Mapping[int, float]
) -> list[int]:
    """Return the ranked lines, those judged by their relevance and before those that were not.

    What the question names exactly stays first, and lines of the days it names before others.
    """

    def place(number: int) -> tuple[bool, bool, bool, float]:
        score = scores[number]
        if score.exact:
            return False, False, False, 0.0
        found = judged.get(number)
        return True, found is None, found is not None and not score.days, -(found or 0.0)

    return sorted(ranked, key=place)

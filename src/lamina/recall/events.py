"""Recall events: what was really given to whom, for which question."""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import replace
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from lamina.documents import days
from lamina.documents.kinds import Layer, layer_of
from lamina.documents.markdown import parse
from lamina.documents.redact import redact
from lamina.errors import StoreAwayError, StoreDamagedError, StoreError, WriteError
from lamina.layers.editor import UNTRUSTED
from lamina.search.chunker import chunks, claim
from lamina.storage.contract import Recall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime, tzinfo

    from lamina.layers.editor import Written
    from lamina.recall.reading import Reading
    from lamina.search.answers import Answer, Hit
    from lamina.storage.state import State

_A_FEW = 4  # facts that somebody opens together and means all of them
_GET_WINDOW = timedelta(minutes=10)  # in which a get belongs to the search that showed the line
_REFUSED = (StoreError, WriteError)
_READ_ONLY = "the workspace cannot be written: this recall was not recorded"


class Events:
    """Writes recall events to the state store; a store that refuses is said, not raised.

    The store is opened when first needed: reading a folder that cannot be written must go on.
    """

    def __init__(
        self, state: Callable[[], State], zone: tzinfo, *, origin: str, session: str = "main"
    ) -> None:
        self.state = state
        self.zone = zone
        self.origin = origin
        self.session = session

    def given(self, answer: Answer, now: datetime, *, record: bool = True) -> Answer:
        """Return the answer with each line's writer, and record that it was given."""
        hits = self.with_origins(answer.hits)
        problem = self.gave(answer.query, hits, "search", now) if record else ""
        return replace(answer, hits=hits, notes=answer.notes + ((problem,) if problem else ()))

    def with_origins(self, hits: Sequence[Hit]) -> tuple[Hit, ...]:
        """Return the hits with each line's writer, as far as it is recorded."""
        claims = [claim(hit.snippet) for hit in hits]
        origins = self.origins(claims)
        return tuple(
            replace(hit, origin=origins.get(said, hit.origin))
            for hit, said in zip(hits, claims, strict=True)
        )

    def origin_of(self, reading: Reading) -> str:
        """Return "untrusted" where a line of what was opened is known to come from outside."""
        rows = chunks(parse(reading.text, front_matter=False), reading.path, None)
        origins = self.origins([claim(row.text) for row in rows])
        return UNTRUSTED if UNTRUSTED in origins.values() else ""

    def origins(self, claims: Sequence[str]) -> dict[str, str]:
        """Return the writer of each claim, as far as it is recorded and can be read."""
        with contextlib.suppress(*_REFUSED):
            return self.state().origins(claims) if claims else {}
        return {}

    def gave(self, query: str, hits: Sequence[Hit], source: str, now: datetime) -> str:
        """Record that lines were given; return what went wrong, or nothing."""
        return self._record(
            [
                self._event(
                    now,
                    query,
                    source,
                    hit.id,
                    hit.path,
                    hit.start_line,
                    hit.end_line,
                    claim(hit.snippet),
                    hit.score,
                )
                for hit in hits
            ]
        )

    def wrote(self, written: Written, now: datetime) -> None:
        """Record who wrote these lines; without a record they count as the agent's."""
        who = written.origin or self.origin
        said = [
            row.text
            for path, text in written.added
            if who != "owner" or layer_of(path) is not Layer.REFERENCE  # kept, but not the owner's
            for row in chunks(parse(text), path, None)
        ]
        with contextlib.suppress(*_REFUSED):  # the line itself is safe; its writer is a comfort
            self.state().record_origins([(claim(text), who, _utc(now)) for text in said])

    def wrote_by(self, lines: Iterable[tuple[str, str]], now: datetime) -> None:
        """Record whose words lines are, (line, origin): what was taken from a talk is theirs."""
        rows = [
            (claim(row.text), origin, _utc(now))
            for line, origin in lines
            for row in chunks(parse(line), "", None)
        ]
        with contextlib.suppress(*_REFUSED):
            self.state().record_origins(rows)

    def unknown(self, question: str, now: datetime) -> None:
        """Record that something was asked and not known."""
        asked = redact(" ".join(question.split())).text
        with contextlib.suppress(*_REFUSED):
            self.state().want(asked, str(days.today(now, self.zone)))

    def opened(self, reading: Reading, now: datetime) -> str:
        """Record that lines were opened, under the question that showed them.

        Of a few lines each fact counts: it is the facts that are known again. A whole note counts
        as itself, for nobody knows which of its lines was wanted.
        """
        since = _utc(now - _GET_WINDOW)
        try:
            query = self.state().query_for(reading.path, reading.start_line, since)
        except _REFUSED:
            return _READ_ONLY
        before = reading.start_line - 1
        facts = [
            (before + row.start, before + row.end, claim(row.text))
            for row in chunks(parse(reading.text, front_matter=False), reading.path, None)
        ]
        whole = before == 0 and reading.end_line >= reading.lines
        if not 0 < len(facts) <= (1 if whole else _A_FEW):
            facts = [(reading.start_line, reading.end_line, claim(reading.text))]
        return self._record(
            [self._event(now, query, "get", "", reading.path, *fact, 0.0) for fact in facts]
        )

    def _event(
        self,
        now: datetime,
        query: str,
        source: str,
        chunk: str,
        path: str,
        start: int,
        end: int,
        said: str,
        score: float,
    ) -> Recall:
        asked = redact(" ".join(query.split())).text
        return Recall(
            at=_utc(now),
            day=str(days.today(now, self.zone)),
            query=asked,
            query_hash=hashlib.sha256(asked.casefold().encode("utf-8", "replace")).hexdigest()[:12],
            source=source,
            origin=self.origin,
            session=self.session,
            chunk=chunk,
            path=path,
            start=start,
            end=end,
            claim=said,
            score=score,
        )

    def _record(self, recalls: list[Recall]) -> str:
        try:
            self.state().record_recalls(recalls)
        except StoreDamagedError as damage:
            aside = self.state().database.set_aside(recalls[0].day if recalls else "damaged")
            return f"{damage.message} It was set aside as {aside}; a new one was begun."
        except StoreAwayError as error:
            return f"this recall was not recorded: {error.reason}"
        except _REFUSED:
            return _READ_ONLY
        return ""


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")

"""What was said in sessions as evidence: a fact of a note that comes up again in a talk.

A sentence of a talk is no candidate: it becomes one by way of a note. Said again it counts as a
mention of the fact it says, on its day, as a second note would. Words of strangers, of hosts and
of tools are none, nor is what an agent says after it was given that very line.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from lamina.documents import days
from lamina.dreaming.known import alike
from lamina.layers.claims.relation import Relation, relation
from lamina.recall.machine import is_machine
from lamina.recall.sentences import line_of, read_all
from lamina.search.chunker import claim
from lamina.sessions.turns import Origin
from lamina.storage.state_dreams import READ, Mention

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import tzinfo

    from lamina.search.answers import Hit
    from lamina.sessions.said import Said
    from lamina.sessions.turns import Session
    from lamina.storage.state_dreams import DreamTables

LOOKBACK = timedelta(days=14)
MOST = 80  # sentences a sweep takes in; the others have their turn the next night
_SHORTEST = 12  # characters of a sentence that says something
_LONGEST = 280
_LINES = 3  # of an answer that may be the fact
_READ = frozenset({"main", "channel", "group", "thread"})  # kinds of sessions in which people talk


class Talk:
    """Takes in what was said since it looked last."""

    def __init__(
        self,
        dreams: DreamTables,
        sessions: Callable[[], Iterable[Session]],
        said: Callable[[Session], Iterable[Said]],
        near: Callable[[str], Sequence[Hit]],
        zone: tzinfo,
    ) -> None:
        """Keep the parts.

        Args:
            dreams: keeps mentions, and until when each session was read.
            sessions: those of this workspace.
            said: what people and agent said in one, oldest first.
            near: lines of notes with the words of a text.
            zone: of the day on which something was said.
        """
        self.dreams = dreams
        self.sessions = sessions
        self.said = said
        self.near = near
        self.zone = zone

    def take_in(self, now: datetime) -> int:
        """Take in the sentences that came since; return how many of them say a noted fact."""
        left, found = MOST, 0
        for session in self.sessions():
            late = session.updated is None or session.updated < now - LOOKBACK
            if late or session.kind not in _READ or left <= 0:
                continue
            new = list(islice(self._new(session, now), left))
            mentions = [m for said, line in new for m in self._mentions(session, said, line)]
            self.dreams.mention(mentions)
            self._mark(session, [said for said, _ in new], now)
            left -= len(new)
            found += len(mentions)
        return found

    def _new(self, session: Session, now: datetime) -> Iterator[tuple[Said, str]]:
        """Yield the statements of the owner and the agent that came since, oldest first."""
        mark = self.dreams.mark(READ + session.key)
        since = datetime.fromisoformat(mark[0]) if mark else now - LOOKBACK
        talk = [one for one in self.said(session) if one.is_trusted and one.at and one.at > since]
        for one, sentences in zip(talk, read_all([one.text for one in talk]), strict=True):
            for sentence in sentences:
                line = line_of(sentence)
                fits = _SHORTEST <= len(line) <= _LONGEST and not sentence.is_question
                if fits and not is_machine(line):
                    yield one, line

    def _mentions(self, session: Session, said: Said, line: str) -> Iterator[Mention]:
        """Yield the fact that a sentence says, where a note has it."""
        assert said.at is not None  # noqa: S101 - _new leaves others out
        day = str(days.today(said.at, self.zone))
        for hit in self.near(line)[:_LINES]:
            key = claim(hit.snippet)
            if _says_same(line, hit.snippet) and not self._was_given(key, said, day):
                place = f"{READ}{session.key}"
                yield Mention(key, place, said.record, said.record, day)
                return

    def _was_given(self, key: str, said: Said, day: str) -> bool:
        """Tell whether an agent only repeats what memory gave it that day or the day before."""
        if said.origin is Origin.OWNER:
            return False
        before = str(datetime.fromisoformat(day).date() - timedelta(days=1))
        return any(before <= need.day <= day for need in self.dreams.needs_of([key]))

    def _mark(self, session: Session, read: Sequence[Said], now: datetime) -> None:
        """Keep until when a session was read: to its end, if it was."""
        moments = [one.at for one in read if one.at]
        if moments:
            until = max(moments).astimezone(UTC).isoformat()
            self.dreams.set_mark(READ + session.key, until, now.isoformat())


def _says_same(one: str, other: str) -> bool:
    return alike(one, other) or relation(one, other) is Relation.SAME

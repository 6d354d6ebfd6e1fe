"""Where a transcript may be cut, so that what stays is whole. Pure.

The law. The kept part is a stretch up to the transcript's end, and in front of it the records that
the host needs (headers, and of each setting the last one). In it

1. every tool result has its call, before it;
2. every call has its result. Only a call at the very end, after which nobody spoke, and those of an
   aborted answer stay open as they were;
3. the first record is a complete answer of the assistant, without calls; where no such place fits,
   a turn of the user;
4. there are at least ``keep`` lines of the stretch, broken ones counted;
5. no record follows one that was removed, except the first, which is re-rooted: it follows the last
   setting in front, or nothing;
6. a compaction's first kept record is there too;
7. every record, broken ones too, is what it was, but for the links that are rewritten.

Of all such cuts the one that keeps the least. Where there is none, nothing is cut.

A transcript is read from its end and only as far as needed: ``Search`` takes turns from the last to
the first, ``Front`` those before the cut in their order, so that neither holds a transcript.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lamina.sessions.turns import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.sessions.turns import Turn


@dataclass(frozen=True, slots=True)
class Cut:
    """Which records of a transcript stay, by their places in the sequence, from 0."""

    start: int = 0  # the first that is kept
    heads: tuple[int, ...] = ()  # those before it that stay in front
    links: tuple[tuple[int, str | None], ...] = ()  # a record's place and its new parent
    reason: str = ""  # why nothing is cut

    @property
    def removed(self) -> int:
        """How many records go."""
        return self.start - len(self.heads)


def cut(turns: Sequence[Turn], keep: int, *, whole: bool = True) -> Cut:
    """Return where a transcript is to be cut, or the reason why nowhere.

    ``whole``: it is no tail, so an id that is of no turn is of no record.
    """
    search = Search(keep)
    search.all(reversed(turns))
    if whole and search.nowhere:
        search = Search(keep, search.nowhere)
        search.all(reversed(turns))
    if not search.kept:
        return Cut(reason=search.reason)
    start = len(turns) - search.kept
    front = Front()
    for place, turn in enumerate(turns[:start]):
        front.see(place, turn)
    return Cut(start, front.places, front.links(start, turns[start]))


class Search:
    """Looks for the start of the kept part, from the last record backwards."""

    def __init__(self, keep: int, nowhere: frozenset[str] = frozenset()) -> None:
        """Take the least number of lines to keep.

        Args:
            keep: lines.
            nowhere: ids known to be of no record here: who names them breaks no link.
        """
        self.keep = max(1, keep)
        self.lines = 0
        self.kept = 0  # how many records the cut keeps; 0: none was found
        self.fits = False  # the record just seen may turn out to be the start
        self.nowhere: frozenset[str] = (
            frozenset()
        )  # ids of no record, if a better cut hangs on them
        self._known_nowhere = nowhere
        self._open: set[str] = set()  # calls whose results were seen, and they not yet
        self._named: set[str] = set()  # records that must be kept, and were not seen yet
        self._calling = False  # the next turn of the talk is an answer with calls
        self._spoken = False  # somebody spoke after this
        self._unanswered = ""  # a call without a result: no cut before it is lawful
        self._answer = 0
        self._user = 0
        self._confirmed = 0  # as _user, and something before it goes

    @property
    def done(self) -> bool:
        """Whether nothing further back could change the result."""
        return bool(self.kept or (self._unanswered and not self._named))

    @property
    def reason(self) -> str:
        """Why there is no cut, to be read after "for"."""
        if self._unanswered:
            return f"its tool call {self._unanswered} never got a result (see: session repair)"
        if self.lines <= self.keep:
            return f"it has {self.lines} lines, and {self.keep} are to stay"
        return "no answer and no question stands where everything after it would be whole"

    def all(self, turns: Iterable[Turn]) -> None:
        """See turns from the last to the first, as far as needed."""
        for turn in turns:
            self.see(turn)
            if self.done:
                break
        self.end()

    def see(self, turn: Turn) -> None:
        """See the record before those that were seen."""
        self.lines += 1
        self.fits = False
        if not (turn.header or turn.setting):
            self.kept = self.kept or self._answer
            self._confirmed = self._confirmed or self._user
        if self.kept:
            return
        self._named.discard(turn.id)
        if self._unanswered:
            return  # only what was named is still looked for
        self._follow(turn)
        if self._unanswered:
            return
        if self.lines >= self.keep and not (self._open or self._named):
            self._offer(turn)
        self._named |= {one for one in (turn.parent, turn.keeps) if one} - self._known_nowhere
        if turn.role in {Role.USER, Role.ASSISTANT}:
            self._calling = turn.role is Role.ASSISTANT and bool(turn.calls)

    def end(self) -> None:
        """Say that nothing further back can be had, or need be."""
        if not self.kept:
            self.nowhere = frozenset(self._named)
        self.kept = self.kept or self._confirmed

    def _follow(self, turn: Turn) -> None:
        """Keep account of what is open from this record on."""
        for call in turn.calls:
            if call in self._open:
                self._open.discard(call)
            elif self._spoken and not turn.aborted:
                self._unanswered = call
        self._open |= set(turn.answers)
        said = turn.role is Role.ASSISTANT and not turn.calls
        asked = turn.role is Role.USER and not turn.answers
        self._spoken = self._spoken or said or asked

    def _offer(self, turn: Turn) -> None:
        """Take this record for the start, if it is fit to be one."""
        if turn.broken or turn.calls or turn.answers:
            return
        if turn.role is Role.ASSISTANT and not (turn.aborted or self._calling or self._answer):
            self._answer, self.fits = self.lines, True
        elif turn.role is Role.USER and not self._user:
            self._user, self.fits = self.lines, True


@dataclass(slots=True)
class Front:
    """What stays of the records before the cut: headers, and of each setting the last."""

    _heads: dict[str, tuple[int, Turn]] = field(default_factory=dict)

    def see(self, place: int, turn: Turn) -> None:
        """See the next record that is before the cut."""
        if turn.broken or not (turn.header or turn.setting):
            return
        name = f"header {place}" if turn.header else f"setting {turn.setting}"
        self._heads.pop(name, None)
        self._heads[name] = (place, turn)

    @property
    def places(self) -> tuple[int, ...]:
        """Where they are, in their order."""
        return tuple(place for place, _ in self._heads.values())

    def links(self, start: int, first: Turn) -> tuple[tuple[int, str | None], ...]:
        """Return the parents to write: each follows the one in front of it that has an id."""
        found: list[tuple[int, str | None]] = []
        last: str | None = None
        chained = bool(first.id)  # else the host keeps no chain
        for place, turn in (*self._heads.values(), (start, first)):
            if turn.header:
                continue
            wanted = last if chained and turn.id else None
            if turn.parent != wanted:
                found.append((place, wanted))
            last = turn.id or last
        return tuple(found)

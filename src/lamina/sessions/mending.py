"""Find what makes a host choke on a transcript, and mend it on disk.

A call without a result gets one that says so; a result whose call is gone leaves, and who followed
it follows whom it followed; a half-written last line leaves. Damage elsewhere is told, and stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lamina.sessions.closing import closing
from lamina.sessions.readers import parsed, turn_of
from lamina.sessions.relink import relink
from lamina.sessions.transcripts import Transcript
from lamina.sessions.turns import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.documents.streams import Draft
    from lamina.sessions.swapping import Source
    from lamina.sessions.transcripts import Record
    from lamina.sessions.turns import Turn


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with a record."""

    line: int
    kind: str  # open-call, lost-call, half-line, no-line-end, damaged
    text: str

    @property
    def mendable(self) -> bool:
        """Whether a repair takes it away."""
        return self.kind != "damaged"


@dataclass(slots=True)
class Flaws:
    """What is wrong with a transcript, and what a repair needs to know of it."""

    found: list[Flaw] = field(default_factory=list)
    lines: int = 0
    unanswered: dict[int, list[str]] = field(default_factory=dict)  # by line, calls to be closed
    dropped: set[int] = field(default_factory=set)  # lines that leave
    unended: bool = False  # the last line is whole and only lacks its end

    @property
    def mendable(self) -> bool:
        """Whether a repair would change anything."""
        return any(flaw.mendable for flaw in self.found)


def flaws(source: Source) -> Flaws:
    """Look at a transcript, from its first record to its last."""
    found = Flaws()
    calls: dict[str, int] = {}  # not answered yet, and the line of each; 0: of an aborted answer
    last = None
    for record, turn in _turns(source):
        last, found.lines = (record, turn), record.number
        if turn.broken and record.raw.endswith(b"\n"):
            found.found.append(Flaw(record.number, "damaged", "is no record; it stays as it is"))
        lost = [one for one in turn.answers if calls.pop(one, None) is None]
        if lost and turn.role is not Role.USER:
            found.dropped.add(record.number)
            text = f"is the result of {lost[0]}, a call that is not there"
            found.found.append(Flaw(record.number, "lost-call", text))
        _leave_open(found, {one: calls[one] for one in turn.calls if one in calls})
        calls |= dict.fromkeys(turn.calls, 0 if turn.aborted else record.number)
    _leave_open(found, calls)
    if last and not last[0].raw.endswith(b"\n"):
        _half_line(found, *last)
    return found


def build(source: Source, known: Flaws, new: Draft) -> None:
    """Write a transcript without its flaws."""
    host = Transcript(source.path).host
    follows: dict[str, str | None] = {}  # whom to follow instead of a record
    for record, turn in _turns(source):
        parent = turn.parent
        while parent in follows and parent is not None:
            parent = follows[parent]
        if record.number in known.dropped:
            if turn.id:
                follows[turn.id] = parent
            continue
        raw = record.raw if parent == turn.parent else relink(record.raw, parent)
        new.write(raw)
        if record.number in known.unanswered or (known.unended and record.number == known.lines):
            new.write(b"" if raw.endswith(b"\n") else b"\n")
        after = turn.id
        for call in known.unanswered.get(record.number, ()):
            line, name = closing(parsed(record.raw) or {}, turn, call, after or None, host)
            new.write(line)
            after = name
        if turn.id and after != turn.id:
            follows[turn.id] = after


def _leave_open(found: Flaws, calls: dict[str, int]) -> None:
    """Note that these calls will never get a result."""
    for call, line in calls.items():
        if not line:
            continue
        found.unanswered.setdefault(line, []).append(call)
        found.found.append(Flaw(line, "open-call", f"makes the call {call}, which has no result"))


def _half_line(found: Flaws, record: Record, turn: Turn) -> None:
    if turn.broken:
        found.dropped.add(record.number)
        found.found.append(Flaw(record.number, "half-line", "is half-written"))
    else:
        found.unended = True
        found.found.append(Flaw(record.number, "no-line-end", "has no line end"))


def _turns(source: Source) -> Iterator[tuple[Record, Turn]]:
    transcript = Transcript(source.path)
    for record in transcript.records():
        if record.offset >= source.size:
            return
        raw = record.raw[: source.size - record.offset]  # more may have been appended
        turn = turn_of(raw, record.number, transcript.host, texts=False)
        yield replace(record, raw=raw), turn

"""Trim a transcript on disk: find the cut, keep what was there in an archive, put what stays.

A transcript is read from its end as far as the cut needs, and what is before the cut once more from
its start, for the records that stay in front; a line at a time.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from lamina.errors import NoCutError
from lamina.sessions.cut import Front, Search
from lamina.sessions.readers import parsed, turn_of
from lamina.sessions.relink import relink
from lamina.sessions.transcripts import Transcript

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lamina.documents.streams import Draft
    from lamina.sessions.swapping import Source
    from lamina.sessions.transcripts import Record
    from lamina.sessions.turns import Turn


@dataclass(frozen=True, slots=True)
class Piece:
    """A record that is written anew, and whom it follows then; ``relinked``: it says so itself."""

    offset: int
    size: int
    parent: str | None = None
    relinked: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a trim does to a transcript; without a cut: why it does nothing."""

    session: str
    transcript: Path
    lines: int = 0  # before
    kept: int = 0  # lines after, those in front included
    heads: int = 0  # of these: headers and settings in front
    size: int = 0  # bytes before
    start: int = 0  # byte from which on it is kept
    reason: str = ""  # why nothing is cut, to be read after "for"
    pieces: tuple[Piece, ...] = ()  # what is written anew before the rest: heads, first kept record

    @property
    def removed(self) -> int:
        """How many lines go."""
        return self.lines - self.kept if self.pieces else 0


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What a trim, a restoring or a repair did."""

    session: str
    transcript: Path
    archive: Path
    kept: int  # lines
    removed: int  # lines; what came back counts below 0
    before: int  # bytes
    after: int  # bytes
    heads: int = 0  # headers and settings that stay in front
    late: int = 0  # bytes that were appended meanwhile, and are there

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return asdict(self) | {"transcript": str(self.transcript), "archive": str(self.archive)}


def plan(source: Source, keep: int) -> Plan:
    """Find the cut in a transcript."""
    transcript = Transcript(source.path)
    plain = Plan(source.session, source.path, size=source.size)
    search = Search(keep)
    start, first = _searched(source, transcript, search)
    if search.nowhere:
        search = Search(keep, search.nowhere)
        start, first = _searched(source, transcript, search)
    if first is None:
        return replace(plain, reason=search.reason, lines=search.lines, kept=search.lines)
    front, before, sizes = Front(), 0, {}
    for record in takewhile(lambda one: one.offset < start, transcript.records()):
        before += 1
        if "message" in (parsed(record.raw) or {"message": ""}):
            continue  # most records: somebody's words, or damage, and no head
        turn = _turn(record, transcript.host)
        if turn.header or turn.setting:
            front.see(record.offset, turn)
            sizes[record.offset] = turn.size
    links = dict(front.links(start, first))
    sizes[start] = first.size
    pieces = tuple(
        Piece(place, sizes[place], links.get(place), place in links)
        for place in (*front.places, start)
    )
    heads = len(front.places)
    return replace(
        plain,
        lines=before + search.kept,
        kept=heads + search.kept,
        heads=heads,
        start=start,
        pieces=pieces,
    )


def build(source: Source, cut: Plan, new: Draft) -> None:
    """Write what stays of a transcript."""
    end = 0
    for piece in cut.pieces:
        raw = os.pread(source.file.fileno(), piece.size, piece.offset)
        new.write(relink(raw, piece.parent) if piece.relinked else raw)
        end = piece.offset + piece.size
    new.copy(source.file, end, source.size)


def checked(cut: Plan) -> Plan:
    """Return a plan that cuts something, or raise NoCutError."""
    if not cut.pieces:
        raise NoCutError(cut.session, cut.reason)
    return cut


def _searched(source: Source, transcript: Transcript, search: Search) -> tuple[int, Turn | None]:
    """Look for the cut; return its first byte and turn."""
    offered: dict[int, tuple[int, Turn]] = {}
    for record in _back(source, transcript):
        turn = _turn(record, transcript.host)
        search.see(turn)
        if search.fits:
            offered[search.lines] = (record.offset, turn)
        if search.done:
            break
    search.end()
    return offered[search.kept] if search.kept else (0, None)


def _back(source: Source, transcript: Transcript) -> Iterator[Record]:
    """Yield the records that were there when the transcript was opened, last to first."""
    for record in transcript.records_backwards():
        if record.offset < source.size:
            yield replace(record, raw=record.raw[: source.size - record.offset])


def _turn(record: Record, host: str) -> Turn:
    return turn_of(record.raw, record.number, host, texts=False)

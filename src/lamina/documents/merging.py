"""Bring two edits of one text together, line by line, as a three-way comparison does. Pure.

What only one side changed is taken; what both changed in the same way is taken once; where they
differ, both stand one after the other, theirs first, so that nothing anybody wrote is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from lamina.documents.changes import spans
from lamina.documents.markdown import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_Span = tuple[int, int, int, int]  # [start, end) in the base, [start, end) in the edit


class Side(StrEnum):
    """Who changed a piece."""

    NOBODY = "nobody"
    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"  # in the same way
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines of the base, and what each side made of them."""

    side: Side
    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def merged(self) -> tuple[str, ...]:
        """The lines that come of it."""
        if self.side is Side.CONFLICT:
            theirs = (*self.theirs[:-1], _ended(self.theirs[-1])) if self.theirs else ()
            return theirs + self.mine
        return self.theirs if self.side is Side.THEIRS else self.mine


@dataclass(frozen=True, slots=True)
class Merge:
    """Two edits brought together."""

    pieces: tuple[Piece, ...]

    @property
    def conflicts(self) -> int:
        """In how many places both sides wrote something else."""
        return sum(piece.side is Side.CONFLICT for piece in self.pieces)

    @property
    def text(self) -> str:
        """The text that comes of it."""
        kept = [piece.merged for piece in self.pieces if piece.merged]
        joined = [tuple(map(_ended, lines)) for lines in kept[:-1]] + kept[-1:]
        return "".join(line for lines in joined for line in lines)


def merge(base: str, mine: str, theirs: str) -> Merge:
    """Bring two edits of a text together."""
    old, own, other = split_lines(base), split_lines(mine), split_lines(theirs)
    found: list[Piece] = []
    at = 0
    for start, end, by_me, by_them in _regions(spans(old, own), spans(old, other)):
        same = tuple(old[at:start])
        found += [Piece(Side.NOBODY, same, same, same)] if same else []
        was = tuple(old[start:end])
        is_mine = _of(by_me, own, start, end) if by_me else was
        is_theirs = _of(by_them, other, start, end) if by_them else was
        found.append(Piece(_side(is_mine, is_theirs, by_me, by_them), was, is_mine, is_theirs))
        at = end
    rest = tuple(old[at:])
    return Merge((*found, *([Piece(Side.NOBODY, rest, rest, rest)] if rest else [])))


def _regions(
    mine: list[_Span], theirs: list[_Span]
) -> Iterator[tuple[int, int, list[_Span], list[_Span]]]:
    """Yield the stretches of the base that were changed, each with the changes in it."""
    left = sorted([(span, True) for span in mine] + [(span, False) for span in theirs])
    while left:
        (start, end, *_), _ = left[0]
        inside: list[tuple[_Span, bool]] = []
        while left and left[0][0][0] <= end:
            inside.append(left.pop(0))
            end = max(end, inside[-1][0][1])
        by_me = [span for span, own in inside if own]
        yield start, end, by_me, [span for span, own in inside if not own]


def _of(spans: list[_Span], new: Sequence[str], start: int, end: int) -> tuple[str, ...]:
    """Return what a side has where the base has the lines [start, end)."""
    first, last = spans[0], spans[-1]
    return tuple(new[first[2] - (first[0] - start) : last[3] + (end - last[1])])


def _side(
    mine: tuple[str, ...], theirs: tuple[str, ...], by_me: list[_Span], by_them: list[_Span]
) -> Side:
    if mine == theirs:
        return Side.BOTH
    if not by_them:
        return Side.MINE
    return Side.CONFLICT if by_me else Side.THEIRS


def _ended(line: str) -> str:
    """Return a line with an end, for another follows."""
    return line if line.endswith(("\n", "\r")) else line + "\n"

"""What of a record in an archive of a trimmed session is to be forgotten: words, or its day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents import days, needles
from lamina.sessions.readers import host_of, parsed, turn_of

if TYPE_CHECKING:
    from collections.abc import Container
    from datetime import tzinfo

    from lamina.documents.seals import Seals
    from lamina.sessions.striking import Hits
    from lamina.sessions.struck import Picks
    from lamina.upkeep.forgetting import Sight

_TITLE = "name"  # the one setting of a host that says something: what a session is called


def picks_of(sight: Sight, zone: tzinfo) -> Picks:
    """Return what tells it by the words and days that were asked for."""
    wanted, span = sight.wanted.needles, sight.days

    def hits(lines: list[str]) -> Container[int]:
        return needles.found(lines, wanted)

    def picks(raw: bytes) -> Hits | None:
        day = _day(raw, zone) if span else ""
        if span and day and span[0] <= day <= span[1]:
            return _all
        return hits if wanted else None

    return picks


def picks_by(seals: Seals, zone: tzinfo) -> Picks:
    """Return what tells it by seals alone, where its words are not known any more."""

    def hits(lines: list[str]) -> Container[int]:
        found = {n for n, line in enumerate(lines) if seals.of(line)}
        return found or (range(len(lines)) if seals.of("".join(lines)) else ())

    def picks(raw: bytes) -> Hits | None:
        day = _day(raw, zone) if seals.has_days else ""
        return _all if day and seals.of("", day) else hits

    return picks


def _all(lines: list[str]) -> Container[int]:
    return range(len(lines))


def _day(raw: bytes, zone: tzinfo) -> str:
    """Return the day on which a record was said; empty where nobody said it, or nobody knows."""
    record = parsed(raw)
    turn = turn_of(raw, 0, host_of(record), texts=False)
    if turn.at is None or turn.header or turn.setting not in {"", _TITLE}:
        return ""
    return str(days.local(turn.at, zone).date())

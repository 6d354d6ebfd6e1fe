"""Whether a session would be trimmed now, and why. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.sessions.keys import may_trim

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.sessions.turns import Session
    from lamina.settings import Sessions

_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """What would happen to a session, and why."""

    why: str
    trim: bool = False


def in_database(session: Session) -> bool:
    """Tell whether a session's records are in its host's database, and not in a file."""
    store = session.store
    return session.transcript is None and store is not None and store.suffix == ".sqlite"


def verdict(
    session: Session, lines: int, now: datetime, settings: Sessions, *, busy: str = ""
) -> Verdict:
    """Judge a session.

    Args:
        session: as its host lists it.
        lines: of its transcript.
        now: the present moment, aware.
        settings: how long and how idle it has to be.
        busy: who writes to it now, in words; empty: nobody.
    """
    if session.kind == "thread":
        return Verdict("a thread is never trimmed")
    if not may_trim(session.key):
        return Verdict(f"not a channel ({session.kind})")
    if session.transcript is None:
        place = "its transcript is in the host's database, which is only read"
        return Verdict(place if in_database(session) else "it has no transcript")
    if lines <= settings.lines:
        return Verdict(f"too short ({lines:,} of {settings.lines:,} lines)")
    if session.updated is None:
        return Verdict("nobody knows since when it is idle")
    minutes = int((now - session.updated).total_seconds() // _MINUTE)
    if minutes <= settings.idle_minutes:
        idle, needed = max(0, minutes), settings.idle_minutes
        return Verdict(f"idle for only {idle:,} of {needed:,} minutes")
    if busy:
        return Verdict(busy)
    why = f"would be trimmed ({lines:,} lines, idle for {minutes:,} minutes)"
    return Verdict(why, trim=True)

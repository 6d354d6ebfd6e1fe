"""One round of a heartbeat over the sessions: each goes a step further on its way to a trim."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from lamina.sessions.keys import may_trim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.sessions.catalog import Sessions
    from lamina.sessions.handshake import Handshake, Step
    from lamina.sessions.turns import Session


def steps(sessions: Sessions, handshake: Handshake, *, heard: bool = True) -> Iterator[Step]:
    """Yield a step of each session that would be trimmed, or was asked already.

    Nothing waits for an answer: what is asked in one round is looked for from the next on. Where
    nobody reads what is said (``heard``), no session is asked whose message somebody has to send.
    """
    may_ask = heard or handshake.sends
    asked = {key for key in handshake.asked() if may_trim(key)}
    for session in sessions.list().sessions:
        if session.key in asked:
            yield handshake.step(session)
        elif may_ask and _may_be_due(session, sessions):
            (judged,) = sessions.judged([session])
            if judged.verdict.trim:
                yield handshake.step(session)


def _may_be_due(session: Session, sessions: Sessions) -> bool:
    """Tell whether it is worth counting a session's lines."""
    idle = timedelta(minutes=sessions.settings.idle_minutes)
    late = session.updated is not None and sessions.clock() - session.updated > idle
    return late and may_trim(session.key) and session.size > sessions.settings.lines

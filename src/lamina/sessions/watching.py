"""What a status says of sessions: the last flush and why, and what was never saved."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from lamina.errors import SessionError
from lamina.sessions.flush import COMPACTION, DECISION, FAILED, FLUSH
from lamina.sessions.spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from lamina.sessions.catalog import Sessions
    from lamina.sessions.turns import Session
    from lamina.storage.state_sessions import SessionTables

MOST = 500  # turns that are counted
_NAMED = 3  # sessions a sentence names


@dataclass(frozen=True, slots=True)
class Watch:
    """How flushes stand."""

    sessions: int
    last_flush: str = ""  # ISO; empty: never
    outcome: str = ""  # of the last one
    last_decision: str = ""  # verdict and reason
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return asdict(self) | {"warnings": list(self.warnings)}


def watch(sessions: Iterable[Session], ledger: SessionTables) -> Watch:
    """Look how flushes stand; no transcript is read."""
    listed = list(sessions)
    flushes = ledger.events(kind=FLUSH, limit=1)
    decisions = ledger.events(kind=DECISION, limit=1)
    last = flushes[0].at if flushes else ""
    said = decisions[0].details if decisions else {}
    warnings = []
    if flushes and flushes[0].details["outcome"] == FAILED:
        warnings.append(f"the last flush failed: {flushes[0].details.get('why', '')}")
    known = {event.session for event in ledger.events(limit=10_000)}
    unseen = [one.key for one in listed if one.compactions and one.key not in known]
    if unseen:
        names = ", ".join(unseen[:_NAMED]) + (" …" if unseen[_NAMED:] else "")
        warnings.append(
            f"no flush possible: compaction is owned elsewhere ({names}); last flush"
            f" {last[:16] or 'never'}. Let the host call: lamina session flush KEY --compacting"
        )
    late = [e.session for e in ledger.events(kind=COMPACTION) if not e.details["flushed"]]
    if late:
        names = ", ".join(dict.fromkeys(late[:_NAMED]))
        warnings.append(f"compacted before anything was saved, and made up for after: {names}")
    decided = f"{said['verdict']}: {said['why']}" if said else ""
    outcome = str(flushes[0].details["outcome"]) if flushes else ""
    return Watch(len(listed), last, outcome, decided, tuple(warnings))


def turns_since(sessions: Sessions, moment: datetime | None) -> int:
    """Count what people and agent said since a moment, up to some hundred."""
    count = 0
    for session in sessions.list().sessions:
        if moment is not None and (session.updated is None or session.updated <= moment):
            continue
        try:
            new = (
                one
                for one in spoken(sessions.turns(session))
                if moment is None or (one.at is not None and one.at > moment)
            )
            count += sum(1 for _ in islice(new, MOST - count))
        except SessionError:
            continue
        if count >= MOST:
            break
    return count

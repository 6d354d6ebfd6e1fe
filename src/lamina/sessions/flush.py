"""Saves what is open in a session before its older part leaves the context.

Each decision is a record with its numbers, each flush one with what it saved, each compaction one
too: their numbers in the ledger prove the order. A flush that failed is none: it is made again at
the next turn, and as long as it fails nothing is trimmed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lamina.documents.redact import redact
from lamina.errors import LaminaError
from lamina.sessions.pressure import Cycle, Decision, Verdict, decide
from lamina.sessions.words import HASH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.sessions.keeping import Keeper
    from lamina.sessions.matters import Matter
    from lamina.sessions.said import Said
    from lamina.sessions.turns import Session
    from lamina.storage.state_sessions import Event, SessionTables

DECISION, FLUSH, COMPACTION = "decision", "flush", "compaction"
SAVED, NOTHING, FAILED = "saved", "nothing open", "failed"
_AHEAD = 100  # messages behind a part of a long talk that may settle its matters
PATIENCE = 3  # failures in a row after which the rule's word is enough


@dataclass(frozen=True, slots=True)
class Flushed:
    """What became of a session's memory."""

    session: str
    decision: Decision
    outcome: str = ""  # saved, nothing open, failed; empty: no flush was made
    saved: int = 0
    known: int = 0  # stood in memory already
    files: tuple[str, ...] = ()
    change: int = 0
    notes: tuple[str, ...] = ()
    event: int = 0  # its number in the ledger

    @property
    def acknowledged(self) -> bool:
        """Whether the session's older part may leave now."""
        return self.outcome in {SAVED, NOTHING} or self.decision.verdict is Verdict.FLUSHED

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "session": self.session,
            "decision": self.decision.as_dict(),
            "outcome": self.outcome or None,
            "saved": self.saved,
            "known": self.known,
            "files": list(self.files),
            "change": self.change or None,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Found:
    """What is open in a talk, and how it was found."""

    matters: Sequence[Matter]
    failed: str = ""  # why the model's word could not be used; the matters are the rule's
    notes: tuple[str, ...] = ()


def by_rule(said: Sequence[Said]) -> Found:
    """Find what is open by words alone."""
    from lamina.sessions.matters import matters
    from lamina.sessions.talk import LAST

    talk = [one for one in said if HASH not in one.text]
    step = LAST - _AHEAD
    found = []
    for start in range(0, max(1, len(talk) - _AHEAD), step):
        part = talk[start : start + LAST]
        last = start + LAST >= len(talk)
        own = {one.record for one in (part if last else part[:step])}
        found += [one for one in matters(part, most=10 * LAST) if one.record in own]
    return Found(found)


class Flush:
    """Decides on flushes, makes them and keeps the ledger."""

    def __init__(
        self,
        keeper: Keeper,
        ledger: Callable[[], SessionTables],
        *,
        talk: Callable[[Session], Sequence[Said]],
        find: Callable[[Sequence[Said]], Found],
        clock: Callable[[], datetime],
        window: int,
    ) -> None:
        """Keep the parts.

        Args:
            keeper: writes what is open.
            ledger: of sessions, opened when first needed.
            talk: what was said in a session, oldest first.
            find: what of it is open.
            clock: the present moment.
            window: tokens a context holds where no host says it.
        """
        self.keeper = keeper
        self.ledger = ledger
        self.talk = talk
        self.find = find
        self.clock = clock
        self.window = window

    def consider(
        self,
        session: Session,
        *,
        tokens: int = 0,
        window: int = 0,
        compacting: bool = False,
        asked: str = "",
    ) -> Flushed:
        """Decide whether to flush, keep the decision, and flush where it says so."""
        if session.compactions > self._compactions(session):  # the host told nobody
            self._record(session, COMPACTION, self._compaction(session))
        decision = decide(
            tokens or session.tokens,
            window or session.window or self.window,
            session.size,
            self.cycle(session),
            compacting=compacting,
            asked=redact(asked).text,
        )
        self._record(session, DECISION, decision.as_dict())
        if not decision.wanted:
            return Flushed(session.key, decision)
        return self._flush(session, decision)

    def compacted(self, session: Session) -> Flushed:
        """Keep that the host compacted; where no flush came before it is made now, late."""
        cycle = self.cycle(session)
        self._record(session, COMPACTION, self._compaction(session))
        if cycle.flushed:
            done = "a flush was made before this compaction"
            return Flushed(
                session.key,
                Decision(Verdict.FLUSHED, done, 0, 0, 0, session.size, cycle.last_flush),
            )
        return self.consider(session)

    def cycle(self, session: Session) -> Cycle:
        """Return what was done in a session since its last compaction.

        A late flush makes up for a compaction; it is none of the time after it.
        """
        flushed = made_up = False
        compaction: Event | None = None
        for event in self._events(session):  # newest first
            if event.kind == COMPACTION:
                compaction = event
                break
            if event.kind == FLUSH and event.details["outcome"] != FAILED:
                flushed = flushed or not event.details["late"]
                made_up = True
        missed = compaction is not None and not compaction.details["flushed"] and not made_up
        return Cycle(self._last(session), flushed, missed)

    def _events(self, session: Session, kind: str = "") -> list[Event]:
        """Return what is known of a session, newest first; not of one that had its key before."""
        events = self.ledger().events(session=session.key, kind=kind, limit=1000)
        return [one for one in events if one.details.get("id", session.id) == session.id]

    def _last(self, session: Session) -> str:
        """Return when the last flush was made that did not fail; empty: never."""
        made = (one for one in self._events(session, FLUSH) if one.details["outcome"] != FAILED)
        return next((one.at for one in made), "")

    def _compactions(self, session: Session) -> int:
        """Return how many compactions of a session are known."""
        known = self._events(session, COMPACTION)
        return int(known[0].details["count"]) if known else 0

    def _compaction(self, session: Session) -> dict[str, Any]:
        count = max(self._compactions(session) + 1, session.compactions)
        return {"flushed": self.cycle(session).flushed, "count": count}

    def _flush(self, session: Session, decision: Decision) -> Flushed:
        late = decision.verdict is Verdict.LATE
        details: dict[str, Any] = {"late": late, "said": 0, "saved": 0, "until": ""}
        try:
            said = self._since_last(session)
            found = self.find(said)
            if found.failed and not found.matters and self._failures(session) < PATIENCE:
                details["outcome"] = FAILED
                details["why"] = f"no memory written: {found.failed}"
                event = self._record(session, FLUSH, details)
                notes = (*found.notes, details["why"])
                return Flushed(session.key, decision, FAILED, notes=notes, event=event)
            kept = self.keeper.keep(session, found.matters, "session flush")
        except LaminaError as error:
            details |= {"outcome": FAILED, "why": type(error).__name__}
            event = self._record(session, FLUSH, details)
            return Flushed(session.key, decision, FAILED, notes=(error.message,), event=event)
        moments = [one.at for one in said if one.at]
        outcome = SAVED if found.matters else NOTHING
        details |= {
            "outcome": outcome,
            "said": len(said),
            "saved": kept.fresh,
            "known": kept.known,
            "until": max(moments).astimezone(UTC).isoformat() if moments else "",
        }
        event = self._record(session, FLUSH, details)
        written = kept.written if kept.fresh else None
        return Flushed(
            session.key,
            decision,
            outcome,
            kept.fresh,
            kept.known,
            (written.path, *written.also) if written else (),
            written.change if written else 0,
            (*found.notes, *(("late: it had left the context already",) if late else ())),
            event,
        )

    def _since_last(self, session: Session) -> list[Said]:
        """Return what was said since the last flush; all of it where the host gives no times."""
        said = list(self.talk(session))
        for event in self._events(session, FLUSH):
            until = event.details.get("until")
            if until:
                moment = datetime.fromisoformat(until)
                return [one for one in said if one.at is None or one.at > moment]
        return said

    def _failures(self, session: Session) -> int:
        """Return how many flushes in a row failed."""
        count = 0
        for event in self._events(session, FLUSH)[:PATIENCE]:
            if event.details["outcome"] != FAILED:
                break
            count += 1
        return count

    def _record(self, session: Session, kind: str, details: dict[str, Any]) -> int:
        at = self.clock().astimezone(UTC).isoformat(timespec="milliseconds")
        return self.ledger().record(session.key, kind, at, details | {"id": session.id})

"""Saves what is open in a session before its older part leaves the context.

Each decision is a record with its numbers, each flush one with what it saved, each compaction one
too: their numbers in the ledger prove the order. A flush that failed is none: it is made again at
the next turn, and as long as it fails nothing is trimmed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lamina.errors import LaminaError
from lamina.sessions.pressure import Cycle, Decision, Verdict, decide
from lamina.sessions.words import HASH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.sessions.keeping import Keeper
    from lamina.sessions.matters import Matter
    from lamina.sessions.said import Said
    from lamina.sessions.turns import Session
    from lamina.storage.sqlite_sessions import Event, SqliteSessions

DECISION, FLUSH, COMPACTION = "decision", "flush", "compaction"
SAVED, NOTHING, FAILED = "saved", "nothing open", "failed"
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

    return Found(matters([one for one in said if HASH not in one.text]))


class Flush:
    """Decides on flushes, makes them and keeps the ledger."""

    def __init__(
        self,
        keeper: Keeper,
        ledger: Callable[[], SqliteSessions],
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
        if session.compactions > self._compactions(session.key):  # the host told nobody
            self._record(session.key, COMPACTION, self._compaction(session))
        decision = decide(
            tokens or session.tokens,
            window or session.window or self.window,
            session.size,
            self.cycle(session.key),
            compacting=compacting,
            asked=asked,
        )
        self._record(session.key, DECISION, decision.as_dict())
        if not decision.wanted:
            return Flushed(session.key, decision)
        return self._flush(session, decision)

    def compacted(self, session: Session) -> Flushed:
        """Keep that the host compacted; where no flush came before it is made now, late."""
        cycle = self.cycle(session.key)
        self._record(session.key, COMPACTION, self._compaction(session))
        if cycle.flushed:
            done = "a flush was made before this compaction"
            return Flushed(
                session.key,
                Decision(Verdict.FLUSHED, done, 0, 0, 0, session.size, cycle.last_flush),
            )
        return self.consider(session)

    def cycle(self, key: str) -> Cycle:
        """Return what was done in a session since its last compaction."""
        last, flushed, missed = "", False, False
        compaction: Event | None = None
        for event in self.ledger().events(session=key, limit=1000):  # newest first
            if event.kind == COMPACTION and compaction is None:
                compaction = event
            if event.kind != FLUSH or event.details["outcome"] == FAILED:
                continue
            last = event.at
            flushed = compaction is None
            break
        if compaction is not None and not flushed:
            # A flush that came after the compaction would have been met first.
            missed = not compaction.details["flushed"]
        return Cycle(last, flushed, missed)

    def _compactions(self, key: str) -> int:
        """Return how many compactions of a session are known."""
        known = self.ledger().events(session=key, kind=COMPACTION, limit=1)
        return int(known[0].details["count"]) if known else 0

    def _compaction(self, session: Session) -> dict[str, Any]:
        count = max(self._compactions(session.key) + 1, session.compactions)
        return {"flushed": self.cycle(session.key).flushed, "count": count}

    def _flush(self, session: Session, decision: Decision) -> Flushed:
        late = decision.verdict is Verdict.LATE
        details: dict[str, Any] = {"late": late, "said": 0, "saved": 0, "until": ""}
        try:
            said = self._since_last(session)
            found = self.find(said)
            if found.failed and not found.matters and self._failures(session.key) < PATIENCE:
                details["outcome"] = FAILED
                details["why"] = f"no memory written: {found.failed}"
                event = self._record(session.key, FLUSH, details)
                notes = (*found.notes, details["why"])
                return Flushed(session.key, decision, FAILED, notes=notes, event=event)
            kept = self.keeper.keep(session, found.matters, "session flush")
        except LaminaError as error:
            details |= {"outcome": FAILED, "why": type(error).__name__}
            event = self._record(session.key, FLUSH, details)
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
        event = self._record(session.key, FLUSH, details)
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
        for event in self.ledger().events(session=session.key, kind=FLUSH, limit=100):
            until = event.details.get("until")
            if until:
                moment = datetime.fromisoformat(until)
                return [one for one in said if one.at is None or one.at > moment]
        return said

    def _failures(self, key: str) -> int:
        """Return how many flushes in a row failed."""
        count = 0
        for event in self.ledger().events(session=key, kind=FLUSH, limit=PATIENCE):
            if event.details["outcome"] != FAILED:
                break
            count += 1
        return count

    def _record(self, key: str, kind: str, details: dict[str, Any]) -> int:
        at = self.clock().astimezone(UTC).isoformat(timespec="milliseconds")
        return self.ledger().record(key, kind, at, details)

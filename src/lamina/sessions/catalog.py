"""Which sessions of which hosts belong to a workspace, and what was said in them.

A session belongs to a workspace when the folder its agent works in is the workspace's root or one
of ``sessions.folders``. Where a host is not installed there are none; what is damaged is a notice.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.errors import AmbiguousNameError, SessionError, UnknownNameError
from lamina.sessions import holders
from lamina.sessions.eligible import Verdict, in_database, verdict
from lamina.sessions.homes import Homes
from lamina.sessions.readers import attributed, turn_of
from lamina.sessions.spoken import spoken
from lamina.sessions.transcripts import Transcript
from lamina.sessions.turns import Turn
from lamina.storage.sqlite_openclaw import OpenClawDatabase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime

    from lamina.places import Places
    from lamina.sessions.said import Said
    from lamina.sessions.turns import Session
    from lamina.settings import Sessions as Settings

_COMPRESSED = "compressed"  # the kind of a turn that cannot be read here
_MOST_SHOWN = 8  # sessions that a message names


@dataclass(frozen=True, slots=True)
class Listing:
    """The sessions of a workspace, the latest first, and what could not be read."""

    sessions: tuple[Session, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A session with what would happen to it."""

    session: Session
    lines: int
    verdict: Verdict

    def as_dict(self, now: datetime) -> dict[str, Any]:
        """Return the shape every face shows."""
        session = self.session
        updated = session.updated
        return {
            "key": session.key,
            "host": session.host,
            "kind": session.kind,
            "id": session.id,
            "channel": session.channel,
            "thread": session.thread,
            "transcript": str(session.transcript or ""),
            "lines": self.lines,
            "bytes": session.size,
            "updated": updated.isoformat() if updated else "",
            "idle_seconds": int((now - updated).total_seconds()) if updated else None,
            "trim": self.verdict.trim,
            "why": self.verdict.why,
        }


class Sessions:
    """The sessions of one workspace."""

    def __init__(
        self,
        root: Path,
        places: Places,
        settings: Settings,
        *,
        clock: Callable[[], datetime],
        seen_from: str = "main",
        barred: Callable[[], Mapping[str, datetime]] = dict,
    ) -> None:
        """Keep what is asked for.

        Args:
            root: the workspace.
            places: where hosts keep their sessions.
            settings: of sessions.
            clock: the present moment.
            seen_from: the kind of the session that asks; only main is shown what was said.
            barred: until when what was said was forgotten, by the session's key.
        """
        self._barred = barred
        self.settings = settings
        self.clock = clock
        self.seen_from = seen_from
        self._homes = Homes(places, [root, *(Path(f).expanduser() for f in settings.folders)])

    def find(self, words: str) -> Session:
        """Return the session with this key or id, or the only one that ends with this, or has it.

        Raises UnknownNameError, AmbiguousNameError.
        """
        sessions = self.list().sessions
        low = words.strip().lower()
        for fits in (
            [s for s in sessions if s.key == words.strip()],
            [s for s in sessions if low and low == s.id.lower()],
            [s for s in sessions if low and s.key.lower().endswith(f":{low}")],
            [s for s in sessions if low and (low in s.key.lower() or low in s.id.lower())],
        ):
            if len(fits) > 1:
                shown = [s.key for s in fits[:_MOST_SHOWN]]
                raise AmbiguousNameError("session", words, shown)
            if fits:
                return fits[0]
        raise UnknownNameError("session", words, [s.key for s in sessions])

    def judged(self, sessions: Iterable[Session]) -> Iterator[Judged]:
        """Yield each session with its lines and what would happen to it now."""
        now = self.clock()
        for session in sessions:
            try:
                lines = self.lines(session)
                busy = holders.locked_by(session.transcript, now) if session.transcript else ""
                said = verdict(session, lines, now, self.settings, busy=busy)
            except (SessionError, OSError) as error:  # removed just now, or not ours to read
                lines, said = 0, Verdict(str(error))
            yield Judged(session, lines, said)

    def lines(self, session: Session) -> int:
        """Count the records of a session's transcript; 0 where it has none."""
        if session.transcript is not None:
            return Transcript(session.transcript).lines()
        return self._database(session).measured(session.id)[0] if in_database(session) else 0

    def turns(self, session: Session, *, texts: bool = True) -> Iterator[Turn]:
        """Yield a session's turns, first to last, each with its origin, less what is forgotten."""
        if session.transcript is not None:
            return self._left(
                session, Transcript(session.transcript, session.kind).turns(texts=texts)
            )
        records = self._database(session).records(session.id)
        return self._left(session, attributed(_turns(records, session, 1, texts=texts)))

    def last(self, session: Session, count: int, *, texts: bool = True) -> list[Turn]:
        """Return the last turns in their order, numbered up to -1."""
        if session.transcript is not None:
            return Transcript(session.transcript, session.kind).last(count, texts=texts)
        records = self._database(session).last(session.id, count)
        return list(attributed(_turns(records, session, -len(records), texts=texts)))

    def _left(self, session: Session, turns: Iterator[Turn]) -> Iterator[Turn]:
        """Leave out what was said before a session was forgotten."""
        until = self._barred().get(session.key)
        if until is None:
            return turns
        return (one for one in turns if one.at is not None and one.at > until)

    def talk(self, session: Session, count: int) -> list[Said]:
        """Return the last things people and agent said in a session, in their order.

        Raises SessionError where a group asks: what was said elsewhere is not its business.
        """
        if self.seen_from != "main":
            raise SessionError(session.key, "what was said in it is shown to the main session only")
        wanted = 4 * count
        while True:
            turns = self.last(session, wanted)
            said = list(spoken(turns))
            if len(said) >= count or len(turns) < wanted:
                return said[-count:]
            wanted *= 4

    def _database(self, session: Session) -> OpenClawDatabase:
        if session.store is None or not in_database(session):
            raise SessionError(session.key, "it has no transcript")
        return OpenClawDatabase(session.store)

    def list(self) -> Listing:
        """Return the sessions of this workspace; no transcript is read whole."""
        notices: list[str] = []
        found: dict[str, Session] = {}
        for session in self._homes.sessions(notices):
            before = found.get(session.key)
            if before is None or _stamp(session) >= _stamp(before):
                found[session.key] = session
        ordered = sorted(found.values(), key=lambda s: (-_stamp(s), s.key))
        return Listing(tuple(ordered), tuple(notices))


def _turns(
    records: Iterable[bytes | None], session: Session, first: int, *, texts: bool
) -> Iterator[Turn]:
    for number, raw in enumerate(records, first):
        if raw is None:
            yield Turn(number, _COMPRESSED)
        else:
            yield turn_of(raw, number, session.host, kind=session.kind, texts=texts)


def _stamp(session: Session) -> float:
    return session.updated.timestamp() if session.updated else 0.0

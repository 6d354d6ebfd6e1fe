"""What the jobs do with the sessions of hosts: daily notes, sub-agents' reports, trims."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from lamina.errors import SessionError
from lamina.sessions.round import steps
from lamina.sessions.spoken import spoken
from lamina.sessions.summaries import read_summaries
from lamina.sessions.turns import Role
from lamina.upkeep.jobs import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date, tzinfo

    from lamina.sessions.backup import Backup
    from lamina.sessions.catalog import Sessions
    from lamina.sessions.distilling import Distiller
    from lamina.sessions.handshake import Handshake, Step
    from lamina.sessions.said import Said
    from lamina.sessions.turns import Session
    from lamina.upkeep.jobs import Occasion

    Work = Callable[[Occasion], Result]

_MADE_UP = 7  # days whose note is made up for, where evenings were missed
_QUIET = frozenset({"waiting"})  # steps of a trim of which nobody has to know
_SPEAKS = frozenset({"main", "channel", "group", "thread"})


def note_days(sessions: Sessions, distiller: Distiller, zone: tzinfo) -> Work:
    """Return the work of the evening: the notes of the days since the last one."""

    def work(occasion: Occasion) -> Result:
        today = occasion.due.astimezone(zone).date()
        last = occasion.last.astimezone(zone).date() if occasion.last else today
        missed = min((today - last).days, _MADE_UP)
        says: list[str] = []
        wrote = False
        for back in range(missed, -1, -1):
            day = today - timedelta(days=back)
            occasion.check()
            found, written = distiller.write(day, *talks_of(sessions, day, zone))
            wrote = wrote or written is not None
            says += [f"daily note: {notice}" for notice in found.notices]
        return Result(tuple(says), idle=not wrote)

    return work


def talks_of(sessions: Sessions, day: date, zone: tzinfo) -> Iterator[list[Said]]:
    """Yield what people and agent said on a day, a list a session; none where there was nothing."""
    begin = datetime.combine(day, time(), zone)
    for session in _lately(sessions, begin):
        if session.kind not in _SPEAKS:
            continue
        try:
            talk = [
                one
                for one in spoken(sessions.turns(session))
                if one.at and one.at.astimezone(zone).date() == day
            ]
        except SessionError:  # listed, and its transcript is gone
            continue
        if talk:
            yield talk


def back_up(sessions: Sessions, backup: Backup) -> Work:
    """Return the work that brings sub-agents' reports into their projects' handbooks."""

    def work(occasion: Occasion) -> Result:
        since = occasion.last or occasion.due - timedelta(days=1)
        found = [
            summary
            for session in _lately(sessions, since)
            for text in _reports(sessions, session, since)
            for summary in read_summaries(text)
        ]
        backed, written = backup.write(found)
        says = [f"sub-agents: {line}" for line in backed.proposals]
        return Result(tuple(says), idle=written is None)

    return work


def trim(sessions: Sessions, handshake: Handshake) -> Work:
    """Return the work that takes each large idle session a step further."""

    def work(occasion: Occasion) -> Result:
        made = []
        for step in steps(sessions, handshake, heard=occasion.heard):
            occasion.check()
            made.append(step)
        says = [_said(step) for step in made if step.state not in _QUIET]
        asides = [_aside(step) for step in made if step.message]
        return Result(tuple(filter(None, says)), not made, tuple(asides))

    return work


def _aside(step: Step) -> str:
    """Return the message somebody has to send: its token must be kept nowhere."""
    return f"trim: send this to the session {step.session}: {step.message}"


def _said(step: Step) -> str:
    if step.trimmed:
        gone = f"{step.trimmed.removed:,} lines are in {step.trimmed.archive.name}"
        return f"trim: {step.session}: {gone} ({step.state}, {step.why})"
    return "" if step.state == "asked" else f"trim: {step.session}: {step.why}"


def _lately(sessions: Sessions, since: datetime) -> Iterator[Session]:
    """Yield the sessions in which something was said since then."""
    for session in sessions.list().sessions:
        if session.updated is None or session.updated >= since:
            yield session


def _reports(sessions: Sessions, session: Session, since: datetime) -> Iterator[str]:
    """Yield what may report: a sub-agent's answers, and what reached a session from another."""
    try:
        for turn in sessions.turns(session):
            new = turn.at is None or turn.at >= since
            own = session.kind == "sub-agent" and turn.role is Role.ASSISTANT
            sent = turn.role is Role.USER and turn.kind == "inter_session"
            if new and (own or sent):
                yield turn.text
    except SessionError:  # removed just now, or it has no transcript
        return

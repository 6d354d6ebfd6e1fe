"""When a job is to be done: from its rule, when it was last done, and the present moment. Pure.

Runs that were missed are caught up once, not once a missed time. A clock that jumps back makes
nothing due twice; a time that a wrong clock kept far ahead is not believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from lamina.documents import cron
from lamina.storage.state_jobs import CLOCK_WRONG

if TYPE_CHECKING:
    from datetime import tzinfo


@dataclass(frozen=True, slots=True)
class Rule:
    """When a job is due: at the times of a cron expression, and when it was not done for long."""

    cron: str  # empty: at no fixed times
    zone: tzinfo
    setting: str  # where the expression stands, for errors
    days: int = 0  # since it was done, where no time of the expression is near; 0: no matter


def due(rule: Rule, last: datetime | None, now: datetime) -> datetime | None:
    """Return the time that is to be done now; None where there is none.

    Args:
        rule: when the job is due.
        last: when it was done, or the due time it was done for; None: never.
        now: the present moment.

    Raises:
        ConfigError: the rule's expression is none.
    """
    last = _believed(last, now)
    if rule.cron:
        latest = next(cron.before(rule.cron, now, rule.zone, rule.setting), None)
        if latest and (last is None or last < latest):
            return latest
    if rule.days and last is None:
        local = now.astimezone(rule.zone)
        return local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    old = _too_old(rule, last)
    return old if old and old <= now.astimezone(UTC) else None


def upcoming(rule: Rule, last: datetime | None, now: datetime) -> datetime | None:
    """Return when the job is to be done next, the time itself where one is due; None: never."""
    found = due(rule, last, now)
    if found:
        return found
    last = _believed(last, now)
    since = max(now.astimezone(UTC), last.astimezone(UTC)) if last else now
    times = [_too_old(rule, last)]
    if rule.cron:
        times.append(next(cron.after(rule.cron, since, rule.zone, rule.setting), None))
    return min((at for at in times if at), default=None)


def _believed(last: datetime | None, now: datetime) -> datetime | None:
    if last is None:
        return None
    try:
        last = last.astimezone(UTC)
    except OverflowError:  # a time at the end of the calendar
        return None
    return None if last - now.astimezone(UTC) > CLOCK_WRONG else last


def _too_old(rule: Rule, last: datetime | None) -> datetime | None:
    """Return when a job has not been done for too long; None where its regular time is near."""
    if not rule.days or last is None:
        return None
    old = last + timedelta(days=rule.days)
    if rule.cron:
        regular = next(cron.after(rule.cron, last, rule.zone, rule.setting))
        near = old.astimezone(rule.zone).date() + timedelta(days=1)
        if regular.astimezone(rule.zone).date() <= near:
            return None
    return old.astimezone(rule.zone)

"""The times a cron expression means in a zone, over changes of the clock. Pure.

An expression that names hours means local times: one that a change of the clock leaves out comes
right after the gap, one that the day has twice comes once. With ``*`` for the hour it means real
hours and minutes, all of them.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from lamina.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

FIELDS = 5
_MINUTE = timedelta(minutes=1)
_SLACK = timedelta(days=2)  # no change of a clock is larger


def check(expression: str, where: str) -> None:
    """Raise ConfigError where it is no cron expression, or names a time that never comes."""
    next(after(expression, datetime(2026, 1, 1, tzinfo=UTC), UTC, where))


def after(expression: str, moment: datetime, zone: tzinfo, where: str) -> Iterator[datetime]:
    """Yield the times after a moment, the nearest first; ``where``: the setting, for ConfigError.

    Raises:
        ConfigError: it is no cron expression, or names a time that never comes.
    """
    last = moment.astimezone(UTC)
    if _hourly(expression):
        yield from _simulated(expression, last.astimezone(zone), where)
        return
    start = last.astimezone(zone).replace(tzinfo=None) - _SLACK
    for local in _simulated(expression, start, where):
        at = _real(local, zone)
        if at > last:
            yield at.astimezone(zone)
            last = at


def before(expression: str, moment: datetime, zone: tzinfo, where: str) -> Iterator[datetime]:
    """Yield the times up to a moment, itself included, the latest first; else like ``after``."""
    last = moment.astimezone(UTC).replace(microsecond=0) + timedelta(seconds=1)
    if _hourly(expression):
        yield from _simulated(expression, last.astimezone(zone), where, back=True)
        return
    start = last.astimezone(zone).replace(tzinfo=None) + _SLACK
    for local in _simulated(expression, start, where, back=True):
        at = _real(local, zone)
        if at < last:
            yield at.astimezone(zone)
            last = at


def _hourly(expression: str) -> bool:
    parts = expression.split()
    return len(parts) == FIELDS and parts[1] == "*"


def _simulated(
    expression: str, start: datetime, where: str, *, back: bool = False
) -> Iterator[datetime]:
    from cronsim import CronSim, CronSimError

    reason = "no such time ever comes"
    try:
        if len(expression.split()) == FIELDS:
            times = CronSim(expression, start.replace(microsecond=0), reverse=back)
            yield next(times)
            yield from times
            return
        reason = f"it has {len(expression.split())} fields"
    except CronSimError as error:
        reason = str(error)
    except StopIteration:
        pass
    raise ConfigError(
        where,
        f"{expression!r} is no cron expression ({reason})",
        "Five fields, such as 0 3 * * * for three at night.",
    )


def _real(local: datetime, zone: tzinfo) -> datetime:
    """Return in UTC when a local time is: the first of two; where there is none, after the gap."""
    at = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    there = at.astimezone(zone).replace(tzinfo=None)
    if there == local:
        return at
    missing, shown = local, there  # by minutes to the first time that the clock shows again
    while shown - missing > _MINUTE:
        middle = missing + (shown - missing) // _MINUTE // 2 * _MINUTE
        at = middle.replace(tzinfo=zone, fold=0).astimezone(UTC)
        if at.astimezone(zone).replace(tzinfo=None) == middle:
            shown = middle
        else:
            missing = middle
    return shown.replace(tzinfo=zone, fold=0).astimezone(UTC)

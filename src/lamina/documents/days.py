"""What day is it for the user: one zone, one today, one way to read a moment."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from lamina.errors import ConfigError, InvalidDateError

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAP = timedelta(days=7)  # the most that counts between two moments
_DATED = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?=$|[-_.T ])")


def long_past(moments: Iterable[datetime], now: datetime, keep: timedelta) -> datetime | None:
    """Return the last moment from which on at least so much time was lived through; None: none.

    The one rule for whatever is removed by its age: a clock that leapt ages nothing by more than
    ``LEAP``. Time counts from one of the moments (when something was kept) to the next, at most
    that much at a time; what came after ``now``, by a clock that was wrong, counts for nothing.
    """
    lived, later = timedelta(), now
    for moment in sorted((one for one in moments if one <= now), reverse=True):
        lived += min(later - moment, LEAP)
        if lived > keep:
            return moment
        later = moment
    return None


def zone_named(name: str) -> tzinfo:
    """Return the zone with this IANA name, or this machine's zone for an empty name."""
    if not name:
        import tzlocal

        try:
            return tzlocal.get_localzone()
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ConfigError(
                "notes.timezone",
                f"this machine's own time zone cannot be read ({error})",
                "Name yours: lamina config set notes.timezone Europe/Berlin",
            ) from error
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        from difflib import get_close_matches

        near = get_close_matches(name, available_timezones(), n=1)
        hint = f"Did you mean {near[0]!r}?" if near else "Write it like Europe/Berlin."
        raise ConfigError("notes.timezone", f"there is no time zone {name!r}", hint) from None


def local(now: datetime, zone: tzinfo) -> datetime:
    """Return an aware moment in the user's zone."""
    if now.tzinfo is None:
        raise InvalidDateError(now.isoformat())
    return now.astimezone(zone)


def today(now: datetime, zone: tzinfo) -> date:
    """Return the user's calendar day at this moment."""
    return local(now, zone).date()


def offset(moment: datetime) -> str:
    """Return the moment's offset from UTC as +08:00."""
    text = moment.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"


def stamp(moment: datetime) -> str:
    """Return a moment for people: 2026-04-12 03:53 +08:00."""
    return f"{moment:%Y-%m-%d %H:%M} {offset(moment)}"


def parse_moment(text: str, zone: tzinfo) -> datetime:
    """Read an ISO date or time; one without an offset is in the user's zone."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InvalidDateError(text) from None
    if not 1900 <= moment.year <= 9000:  # beyond, zones lead out of the calendar
        raise InvalidDateError(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def parse_day(text: str) -> date:
    """Read a day written as 2026-03-04."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise InvalidDateError(text) from None


def day_in_name(stem: str) -> date | None:
    """Return the day a file name begins with, or None where there is no valid one."""
    match = _DATED.match(stem)
    if not match:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def utc_now() -> datetime:
    """Return the present moment; the one clock, passed as an argument everywhere else."""
    return datetime.now(UTC)

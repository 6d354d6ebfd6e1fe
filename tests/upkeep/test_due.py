"""When a job is due, over changes of the clock, in zones of all kinds. No clock, no file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents import cron
from lamina.errors import ConfigError
from lamina.upkeep.due import Rule, due, upcoming

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [
    *("Europe/Berlin", "America/Los_Angeles", "Asia/Shanghai", "Asia/Kathmandu"),
    *("Australia/Lord_Howe", "Pacific/Apia", "UTC"),
]
EXPRESSIONS = [
    "30 2 * * *",
    "0 7 * * 0",
    "*/15 2 * * *",
    "0 0 * * *",
    "15 */2 * * *",
    "5 1,3 1 * *",
]


def moments(first, last):
    """Any moment of these years."""
    begin, end = (datetime(year, 1, 1, tzinfo=UTC) for year in (first, last))
    return st.integers(0, int((end - begin).total_seconds())).map(
        lambda seconds: begin + timedelta(seconds=seconds)
    )


def at(text):
    return datetime.fromisoformat(text).astimezone(UTC)


def times(expression, since, zone, count=4):
    return [
        str(one) for one in islice(cron.after(expression, at(since), ZoneInfo(zone), "x"), count)
    ]


@pytest.mark.parametrize(
    ("zone", "expression", "since", "expected"),
    [
        # 02:30 is left out on 29 March: once, right after the gap
        (
            *("Europe/Berlin", "30 2 * * *", "2026-03-28T12:00Z"),
            ["2026-03-29 03:00:00+02:00", "2026-03-30 02:30:00+02:00"],
        ),
        # and comes twice on 25 October: once, the first time
        (
            *("Europe/Berlin", "30 2 * * *", "2026-10-24T12:00Z"),
            ["2026-10-25 02:30:00+02:00", "2026-10-26 02:30:00+01:00"],
        ),
        # four quarters that are left out are one run
        (
            *("America/Los_Angeles", "*/15 2 * * *", "2026-03-08T08:00Z"),
            ["2026-03-08 03:00:00-07:00", "2026-03-09 02:00:00-07:00"],
        ),
        # every quarter of real time
        (
            *("Europe/Berlin", "*/30 * * * *", "2026-10-25T00:10Z"),
            ["2026-10-25 02:30:00+02:00", "2026-10-25 02:00:00+01:00"],
        ),
        # a whole day that was left out
        (
            *("Pacific/Apia", "0 12 * * *", "2011-12-29T11:00Z"),
            ["2011-12-29 12:00:00-10:00", "2011-12-31 00:00:00+14:00"],
        ),
        (
            *("Asia/Kathmandu", "0 3 * * *", "2026-03-28T12:00Z"),
            ["2026-03-29 03:00:00+05:45", "2026-03-30 03:00:00+05:45"],
        ),
    ],
)
def test_times_over_changes_of_the_clock(zone, expression, since, expected):
    assert times(expression, since, zone, len(expected)) == expected


@given(
    st.sampled_from(ZONES),
    st.sampled_from(EXPRESSIONS),
    moments(2011, 2027),
)
def test_back_and_forth_are_the_same_times(zone, expression, moment):
    zone = ZoneInfo(zone)
    forth = list(islice(cron.after(expression, moment, zone, "x"), 5))
    assert [one.timestamp() for one in forth] == sorted({one.timestamp() for one in forth})
    assert forth[0] > moment
    back = list(islice(cron.before(expression, forth[-1], zone, "x"), 5))
    assert back[::-1] == forth
    latest = next(cron.before(expression, moment, zone, "x"))
    assert latest <= moment
    assert next(cron.after(expression, latest, zone, "x")) == forth[0]


@pytest.mark.parametrize(
    "wrong", ["", "every night", "0 3 * *", "* * * * * *", "0 0 31 2 *", "a b c d e"]
)
def test_what_is_no_expression_is_said_with_its_setting(wrong):
    with pytest.raises(ConfigError, match=r"jobs\.sync.*no cron expression"):
        cron.check(wrong, "jobs.sync")


NIGHTLY = Rule("0 3 * * *", BERLIN, "x")


def test_missed_runs_are_caught_up_once():
    now = at("2026-03-09T12:00+01:00")
    found = due(NIGHTLY, at("2026-03-04T03:00+01:00"), now)
    assert found == at("2026-03-09T03:00+01:00")
    assert due(NIGHTLY, found, now) is None
    assert upcoming(NIGHTLY, found, now) == at("2026-03-10T03:00+01:00")


@given(
    moments(2026, 2027),
    st.timedeltas(timedelta(0), timedelta(hours=23)),
)
def test_a_clock_that_jumps_back_does_nothing_twice(now, back):
    done = due(NIGHTLY, None, now)
    assert due(NIGHTLY, done, now - back) is None
    assert upcoming(NIGHTLY, done, now - back) == upcoming(NIGHTLY, done, now)


def test_a_time_a_wrong_clock_kept_is_not_believed():
    now = at("2026-03-09T12:00+01:00")
    assert due(NIGHTLY, at("2031-01-01T03:00+01:00"), now) == at("2026-03-09T03:00+01:00")
    end = datetime(9999, 12, 31, 23, 59, tzinfo=ZoneInfo("America/Los_Angeles"))
    assert due(NIGHTLY, end, now) == at("2026-03-09T03:00+01:00")


@pytest.mark.parametrize(
    ("cron_", "last", "now", "expected"),
    [
        ("0 7 * * 0", None, "2026-03-04T12:00+01:00", "2026-03-01T07:00+01:00"),
        # Saturday, six days old, and Sunday is near
        ("0 7 * * 0", "2026-03-01T07:00+01:00", "2026-03-07T12:00+01:00", None),
        ("0 7 * * 0", "2026-03-01T07:00+01:00", "2026-03-08T07:00+01:00", "2026-03-08T07:00+01:00"),
        # done by hand in between: Sunday all the same
        ("0 7 * * 0", "2026-03-04T07:00+01:00", "2026-03-08T08:00+01:00", "2026-03-08T07:00+01:00"),
        # monthly by the expression: six days come first
        ("0 7 1 * *", "2026-03-01T07:00+01:00", "2026-03-07T06:59+01:00", None),
        ("0 7 1 * *", "2026-03-01T07:00+01:00", "2026-03-07T07:00+01:00", "2026-03-07T07:00+01:00"),
        ("", None, "2026-03-04T12:00+01:00", "2026-03-04T00:00+01:00"),
        ("", "2026-03-01T07:00+01:00", "2026-03-09T07:00+01:00", "2026-03-07T07:00+01:00"),
    ],
)
def test_hygiene_is_due_weekly_or_when_it_is_too_old(cron_, last, now, expected):  # UP-1
    rule = Rule(cron_, BERLIN, "jobs.hygiene", days=6)
    found = due(rule, at(last) if last else None, at(now))
    assert found == (at(expected) if expected else None)


def test_no_expression_is_never():
    rule = Rule("", BERLIN, "jobs.sync")
    assert due(rule, None, at("2026-03-04T12:00+01:00")) is None
    assert upcoming(rule, None, at("2026-03-04T12:00+01:00")) is None

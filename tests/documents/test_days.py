from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents import days
from lamina.errors import ConfigError, InvalidDateError


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Asia/Shanghai", "2026-04-11T19:53Z", date(2026, 4, 12)),  # H01
        ("America/Los_Angeles", "2026-03-15T01:17Z", date(2026, 3, 14)),  # H01
        ("Europe/Berlin", "2026-03-28T23:30Z", date(2026, 3, 29)),  # the night of the DST change
        ("Europe/Berlin", "2026-03-29T22:30Z", date(2026, 3, 30)),
        ("Europe/Berlin", "2026-10-24T22:30Z", date(2026, 10, 25)),
        ("Europe/Berlin", "2026-10-25T23:30Z", date(2026, 10, 26)),
        ("Asia/Kathmandu", "2026-05-01T18:15Z", date(2026, 5, 2)),  # +05:45
        ("Pacific/Kiritimati", "2026-05-01T10:00Z", date(2026, 5, 2)),  # +14
    ],
)
def test_today_is_the_users_day(zone, moment, day):
    assert days.today(datetime.fromisoformat(moment), days.zone_named(zone)) == day


def test_a_moment_without_an_offset_is_in_the_users_zone():
    zone = days.zone_named("Asia/Shanghai")
    assert days.parse_moment("2026-04-12T03:53", zone).astimezone(UTC).hour == 19
    assert days.parse_moment("2026-04-12", zone).hour == 0


def test_a_stamp_carries_its_offset():
    zone = days.zone_named("Asia/Kathmandu")
    moment = days.local(datetime(2026, 5, 1, 18, 15, tzinfo=UTC), zone)
    assert days.stamp(moment) == "2026-05-02 00:00 +05:45"


def test_a_naive_moment_is_refused():
    with pytest.raises(InvalidDateError):
        days.today(datetime(2026, 1, 1), UTC)  # noqa: DTZ001 - that is the point


def test_an_unknown_zone_is_refused_with_the_nearest_name():
    with pytest.raises(ConfigError) as caught:
        days.zone_named("Europe/Berlinn")
    assert "Europe/Berlin" in caught.value.hint


@pytest.mark.parametrize("text", ["tomorrow", "2026-02-30", "", "2026-13-01T00:00"])
def test_what_is_no_date_is_refused(text):
    with pytest.raises(InvalidDateError):
        days.parse_moment(text, UTC)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026-01-01.md", date(2026, 1, 1)),
        ("2026-01-01-1430-2.md", date(2026, 1, 1)),
        ("2026-02-30.md", None),
        ("people.md", None),
        ("2026_06_16.md", None),
        ("2026-01-011.md", None),
        ("12026-01-01.md", None),
    ],
)
def test_the_day_in_a_name(name, day):
    assert days.day_in_name(name) == day


KEEP = timedelta(days=90)


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=60),  # days from one thing to the next
    st.integers(0, 60),
    st.integers(-4000, 4000),
    st.integers(0, 60),
)
def test_nothing_is_old_before_its_time_by_more_than_a_week_for_a_clock_that_leapt(
    gaps, leaps_at, leap, back_at
):
    """One leap, of any length, back or ahead, and at some time the clock is right again."""
    begun, true, stamps = datetime(2026, 3, 4, tzinfo=UTC), timedelta(), []
    for number, gap in enumerate(gaps):
        true += timedelta(days=gap)
        wrong = leaps_at <= number < back_at
        now = begun + true + timedelta(days=leap if wrong else 0)
        stamps.append((now, true))
        past = days.long_past([stamp for stamp, _ in stamps], now, KEEP)
        if wrong or back_at <= leaps_at:
            removed = [at for stamp, at in stamps if past and stamp <= past]
            assert all(true - at > KEEP - days.LEAP for at in removed if leap > 0 or not wrong)


def test_what_is_kept_each_week_is_old_after_its_time():
    begun = datetime(2026, 3, 4, tzinfo=UTC)
    stamps = [begun + timedelta(weeks=week) for week in range(20)]
    assert days.long_past(stamps, stamps[12], KEEP) is None
    assert days.long_past(stamps, stamps[13], KEEP) == stamps[0]
    assert days.long_past(stamps, stamps[19], KEEP) == stamps[6]
    assert days.long_past([], begun, KEEP) is None


def test_what_is_kept_once_a_year_is_kept_longer():
    begun = datetime(2026, 3, 4, tzinfo=UTC)
    years = [begun + timedelta(days=365 * year) for year in range(14)]
    assert days.long_past(years[:13], years[12], KEEP) is None
    assert days.long_past(years, years[13], KEEP) == years[0]

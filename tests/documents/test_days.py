from datetime import UTC, date, datetime

import pytest

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

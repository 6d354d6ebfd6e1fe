"""Dreaming is on or off, is due once a period, and says where its nights do nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from lamina.errors import ConfigError, OwnerOnlyError

MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
BERLIN = {"notes.timezone": "Europe/Berlin"}


@pytest.fixture
def at(open_memory, write):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- Anna is allergic to penicillin\n")

    def opened(*, days=0, hours=0, author="owner", **settings):
        now = MONDAY + timedelta(days=days, hours=hours)
        return open_memory(now=now, author=author, **settings)

    return opened


def test_it_is_off_until_the_owner_says_so(at):
    assert at().schedule.enabled() == (False, "nobody switched it on")
    assert not at(days=3).schedule.due()
    with pytest.raises(OwnerOnlyError):
        at(author="agent:chiti").schedule.switch(on=True)
    assert not at().schedule.enabled()[0]
    at().schedule.switch(on=True)
    assert at(days=1).schedule.enabled() == (True, "since 2026-03-02")
    at(days=2).schedule.switch(on=False)
    assert not at(days=2).schedule.enabled()[0]


def test_a_sweep_is_due_once_a_night_however_often_it_is_asked(at):
    at().schedule.switch(on=True)
    assert not at(hours=4).schedule.due()  # the night has not come yet
    night = at(hours=18)  # 03:30 UTC
    assert night.schedule.due()
    night.dreamer.sweep()
    for hours in (18, 19, 30, 40):
        assert not at(hours=hours).schedule.due()
    assert at(hours=42).schedule.due()


def test_a_night_with_nothing_new_was_made_too(at):
    at().schedule.switch(on=True)
    at(hours=18).dreamer.sweep()
    later = at(hours=42)
    assert later.dreamer.sweep().nothing_new
    assert later.dreamer.sweep().nothing_new
    assert [run.outcome for run in later.dreamer.runs()] == ["nothing new", "done"]
    assert not at(hours=43).schedule.due()


@pytest.mark.parametrize(
    ("day", "utc"),
    [
        ("2026-03-28T20:00+00:00", "2026-03-29T01:00+00:00"),  # the clock goes forward
        ("2026-10-24T20:00+00:00", "2026-10-25T02:00+00:00"),  # and back
        ("2026-07-01T20:00+00:00", "2026-07-02T01:00+00:00"),
    ],
)
def test_three_at_night_is_the_users_three_at_night(open_memory, day, utc):
    memory = open_memory(now=datetime.fromisoformat(day), **BERLIN)
    due = memory.schedule.next_after(datetime.fromisoformat(day))
    assert due.astimezone(UTC) == datetime.fromisoformat(utc)
    other = open_memory(now=MONDAY, **BERLIN, **{"dreaming.timezone": "Asia/Shanghai"})
    assert other.schedule.next_after(MONDAY).astimezone(UTC).hour == 19


def test_a_schedule_that_is_none_is_said(at):
    wrong = at(**{"dreaming.frequency": "every night"})
    with pytest.raises(ConfigError, match="no cron expression"):
        wrong.schedule.switch(on=True)
    with pytest.raises(ConfigError):
        at(**{"dreaming.timezone": "Mars/Olympus"}).schedule.switch(on=True)
    assert not at().schedule.enabled()[0]


def test_the_setting_comes_first(at):
    assert at(**{"dreaming.enabled": "on"}).schedule.enabled()[0]
    with pytest.raises(ConfigError, match="comes first"):
        at(**{"dreaming.enabled": "off"}).schedule.switch(on=True)


def test_a_quiet_week_is_healthy_and_nights_that_did_not_come_are_not(at):
    at().schedule.switch(on=True)
    for day in range(7):
        at(days=day, hours=18).dreamer.sweep()
    assert at(days=7).schedule.status().healthy
    (said,) = at(days=10).schedule.status().problems
    assert "--if-due" in said
    at(days=10).schedule.switch(on=False)
    assert at(days=10).schedule.status().healthy


def test_a_week_without_room_is_said_with_its_reason(at):
    at().schedule.switch(on=True)
    for day, asked in enumerate(("Anna allergic", "penicillin", "what may Anna not get?"), 3):
        at(days=day).search(asked)
    full = {"core.memory_lines": "1"}
    at(days=6, hours=18, **full).dreamer.sweep()
    status = at(days=7, **full).schedule.status()
    assert any("no room" in said for said in status.problems)


def test_nothing_recalled_for_a_week_is_said(at):
    at().schedule.switch(on=True)
    at(days=1).search("penicillin")
    at(days=9, hours=18).dreamer.sweep()
    (said,) = at(days=10).schedule.status().problems
    assert "Nothing was recalled since 2026-03-03" in said


def test_a_sweep_that_failed_is_kept_with_its_reason(at, root):
    at().schedule.switch(on=True)
    at(days=1).search("penicillin")
    (root / "memory" / "dreaming").write_text("a file, no folder")
    with pytest.raises(Exception, match="dreaming"):
        at(hours=42).dreamer.sweep()
    status = at(days=2).schedule.status()
    assert "failed" in status.problems[0]
    (root / "memory" / "dreaming").unlink()
    assert at(days=2).dreamer.sweep().change

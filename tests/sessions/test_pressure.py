"""Whether it is time to flush: the numbers, and what was done since the last compaction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.sessions.pressure import LARGE, Cycle, Verdict, decide, threshold

NEW = Cycle()


@pytest.mark.parametrize(
    ("window", "mark"), [(32_768, 20_576), (200_000, 176_000), (0, 0), (8, 3), (100_000, 76_000)]
)
def test_the_mark_is_the_hosts_own(window, mark):
    assert threshold(window) == mark


@given(window=st.integers(0, 2_000_000))
def test_the_mark_lies_within_the_window(window):
    assert 0 <= threshold(window) <= window


def test_b01_a_session_that_was_never_flushed_is_flushed():
    assert decide(180_000, 200_000, 0, NEW).verdict is Verdict.FLUSH


@pytest.mark.parametrize(
    ("tokens", "size", "cycle", "verdict"),
    [
        (175_999, 0, NEW, Verdict.BELOW),
        (176_000, 0, NEW, Verdict.FLUSH),
        (10, LARGE, NEW, Verdict.FLUSH),
        (180_000, LARGE, Cycle("2026-03-04", flushed=True), Verdict.FLUSHED),
        (10, 0, Cycle("2026-03-04", compacted=True), Verdict.LATE),
        (200_001, 0, NEW, Verdict.LATE),  # B04: from below the mark to over the window at once
    ],
)
def test_the_verdict(tokens, size, cycle, verdict):
    decision = decide(tokens, 200_000, size, cycle)
    assert decision.verdict is verdict
    assert decision.wanted is (verdict in {Verdict.FLUSH, Verdict.LATE})


def test_the_host_and_a_person_need_no_numbers():
    assert decide(5, 200_000, 0, NEW, compacting=True).verdict is Verdict.FLUSH
    done = Cycle("2026-03-04T10:00:00+00:00", flushed=True)
    assert decide(5, 200_000, 0, done, compacting=True).verdict is Verdict.FLUSH
    assert decide(190_000, 200_000, 0, done).verdict is Verdict.FLUSHED
    asked = decide(5, 200_000, 0, done, asked="by hand")
    assert (asked.verdict, asked.why) == (Verdict.FLUSH, "by hand")


def test_b10_a_decision_carries_its_numbers():
    told = decide(180_000, 200_000, 12, Cycle("2026-03-04T10:00:00+00:00")).as_dict()
    assert told == {
        "verdict": "flush",
        "why": "180,000 of 200,000 tokens, the mark is 176,000",
        "tokens": 180_000,
        "window": 200_000,
        "threshold": 176_000,
        "size": 12,
        "last_flush": "2026-03-04T10:00:00+00:00",
    }

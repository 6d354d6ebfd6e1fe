"""Every regular expression of the package takes time that grows with the text alone."""

from __future__ import annotations

import random
import re

import pytest

from tests.fuzz.growth import cpu, grow
from tests.fuzz.patterns import Used, attacks, patterns

# Applied to short texts alone, and where that is seen to.
BOUNDED = {
    "lamina.documents.kinds._COPY": "file names, of 255 characters at most",
    "lamina.layers.claims.grammar._PRESENT": "whole words, from their start to their end",
    "lamina.layers.claims.corrections._CONTRASTS": "lines of 600 characters at most, whole",
    "lamina.recall.cues.beginnings._MARK": "our own expressions",
}
PART = 100  # patterns tried in the short run, of some 500


def slow(used: Used) -> str:
    """Return what a pattern is slow on; empty for one that is not."""
    for name, (lead, body, tail) in attacks(used.pattern).items():

        def make(size: int, lead: str = lead, body: str = body, tail: str = tail) -> str:
            return lead + body * max(1, size // len(body)) + tail

        for steps in range(12, 29, 2):  # time may double with each character
            if cpu(lambda text=lead + body * steps + tail: used.apply(text)) > 0.05:  # type: ignore[misc]
                return f"{used.name} {used.pattern.pattern[:80]!r} has no end on {name}"
        once = grow(used.apply, make, largest=64_000, enough=0.05)
        if once.exponent > 1.5:  # again: another process may have taken the core
            tries = [grow(used.apply, make, largest=256_000, enough=0.2) for _ in range(5)]
            again = min(tries, key=lambda one: one.exponent)
            if again.exponent > 1.5:
                return f"{used.name} {used.pattern.pattern[:80]!r} on {name}: {again}"
    return ""


def unbounded() -> list[Used]:
    """Return the patterns that must be quick on any text."""
    return [used for used in patterns() if used.name.partition("[")[0] not in BOUNDED]


def test_patterns_are_found_wherever_they_are() -> None:
    names = [used.name for used in patterns()]
    assert len(names) > 400
    assert any(name.startswith("lamina.search.date_words.AGO[") for name in names)
    assert any(re.fullmatch(r"lamina\.[\w.]+:\d+", name) for name in names)


@pytest.mark.parametrize(
    "pattern", [r"(?:a+)+b", r"\s*x", r"<!--.*?-->", r"(\w+\s?)+;", r"\[[^\]]*\]", r"a.*b.*c.*d"]
)
def test_a_slow_pattern_is_found_out(pattern: str) -> None:
    assert slow(Used("it", re.compile(pattern), frozenset({"search"})))


@pytest.mark.parametrize("pattern", [r"a+b?", r"(?<!\s)\s+x", r"[ab]{2,5}c", r"^\s*x"])
def test_a_quick_pattern_is_not(pattern: str) -> None:
    assert not slow(Used("it", re.compile(pattern), frozenset({"search"})))


@pytest.mark.slow
def test_no_pattern_is_slow() -> None:
    """A part of them, drawn anew each time; ``make torture`` tries all."""
    tried = random.sample(unbounded(), PART)
    assert [said for used in tried if (said := slow(used))] == []

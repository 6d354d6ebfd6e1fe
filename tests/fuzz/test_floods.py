"""Readers of notes and indices take time that grows with the text alone, whatever floods it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lamina.documents import markdown
from lamina.documents.redact import redact
from lamina.layers.daily import entries
from lamina.layers.daily_index import read_index
from lamina.layers.facts import read_facts
from lamina.layers.topic_index import read_entries
from tests.fuzz.floods import FLOODS
from tests.fuzz.growth import grow

if TYPE_CHECKING:
    from collections.abc import Callable

READERS: dict[str, Callable[[str], object]] = {
    "Markdown": markdown.parse,
    "secrets": redact,
    "daily index": read_index,
    "entries": entries,
    "topic index": read_entries,
    "facts": lambda text: read_facts("memory/a.md", text),
}
STEEPEST = 1.7  # a quadratic reader has 2; a machine that others use is no exact clock


def slow(reader: Callable[[str], object], flood: Callable[[int], str]) -> bool:
    """Say whether time grows faster than the flood, however often it is measured."""
    return all(
        grow(reader, flood, first=8_000, largest=64_000, enough=0.3).exponent > STEEPEST
        for _ in range(6)
    )


def test_a_quadratic_reader_is_found_out() -> None:
    assert slow(lambda text: [text[at:].count("a") for at in range(0, len(text), 16)], "a".__mul__)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_no_flood_makes_a_reader_slow(name: str) -> None:
    assert [flood for flood, make in FLOODS.items() if slow(READERS[name], make)] == []

"""Every weight reaches the score it is for, and only that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lamina.search.ranking import USUAL

LINES = """# Kiln

- Ada: the kiln is repaired
- Ada: was the kiln too hot?
- Bob: nobody fired anything

## Kiln rules
"""


@pytest.fixture
def parts(write, open_memory):
    """Ask the same question with some weights; return the parts of the line about the repair."""
    write("memory/2026-03-02.md", LINES)

    def ask(line, **weights):
        memory = open_memory()
        memory.searcher.weights = replace(USUAL, **weights)
        hits = memory.search("What of Ada's kiln on 2 March 2026?", record=False).hits
        return next(hit.parts for hit in hits if line in hit.snippet)

    return ask


@pytest.mark.parametrize(
    ("weights", "line", "part"),
    [
        ({"words": 0.5}, "repaired", "words"),
        ({"head": 0.0}, "repaired", "words"),
        ({"near": (0.0, 0.0)}, "repaired", "near"),
        ({"file": 0.0}, "repaired", "file"),
        ({"subject": 0.0}, "repaired", "line"),
        ({"asks": 0.0}, "too hot", "line"),
        ({"empty": 0.0}, "rules", "line"),
        ({"days": 0.0}, "repaired", "days"),
    ],
)
def test_a_weight_counts_in_its_part(parts, weights, line, part):
    usual, without = parts(line), parts(line, **weights)
    assert usual[part] != without.get(part, 0.0)
    others = set(usual) - {part, "file", "near"}  # those two follow from the words
    assert {name: usual[name] for name in others} == {name: without[name] for name in others}

"""What a sweep makes of a night is the same whatever was worked out on the nights before."""

from __future__ import annotations

import shutil
from collections import Counter
from contextlib import contextmanager
from datetime import timedelta

import pytest

from lamina.memory import Memory
from lamina.places import Places
from tests.dreaming.generated import Life

USUAL = {"notes.timezone": "UTC", "embedding.kind": "none"}
WAYS: tuple[dict[str, str], ...] = (
    {},
    {"dreaming.write": "propose"},
    {"core.memory_lines": "14", "dreaming.storage": "inline"},
    {"dreaming.min_score": "0.3", "dreaming.min_recall_count": "0.5"},
)
NIGHTS = 12


def opener(root, home, settings):
    """Return what opens a workspace with an index of its own, at a moment, and closes it."""

    @contextmanager
    def opened(now):
        places = Places.of({"HOME": str(home)}, cwd=root)
        with Memory(root, clock=lambda: now, places=places, overrides=USUAL | settings) as memory:
            yield memory

    return opened


def pages(root):
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*.md"))}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_sweep_is_the_same_as_one_that_knows_nothing_of_those_before(tmp_path, root, seed):
    settings = WAYS[seed % len(WAYS)]
    opened = opener(root, tmp_path / "home", settings)
    life = Life(root, seed)
    seen: Counter[str] = Counter()
    for number in range(NIGHTS):
        life.live(opened)
        night = life.day + timedelta(hours=15)
        other = tmp_path / f"other-{number}" / "ws"
        shutil.copytree(root, other)
        with opened(night) as memory:
            swept = memory.dreamer.sweep()
        with opener(other, other.parent / "home", settings)(night) as memory:
            anew = memory.dreamer.sweep()
        assert swept.as_dict() == anew.as_dict()
        assert swept.night == anew.night
        assert pages(root) == pages(other)
        seen.update(kept.why for kept in swept.outcome.kept)
        seen["promoted"] += len(swept.outcome.promoted)
        seen["proposed"] += len(swept.outcome.proposed)
    assert seen["promoted"] + seen["proposed"] > 0

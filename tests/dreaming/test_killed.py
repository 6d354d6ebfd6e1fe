"""A sweep killed at any moment: every file is whole, and the next sweep goes on."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from lamina.dreaming import promotions
from lamina.memory import Memory
from lamina.places import Places
from tests.dreaming.generated import Life
from tests.dreaming.test_from_scratch import USUAL, opener

RIG = Path(__file__).with_name("kill_rig.py")
ROUNDS = 10  # of each way of writing
PAGES = ("MEMORY.md", "DREAMS.md", "memory/PROPOSALS.md", "memory/promoted-archive.md")
EASY = {"dreaming.min_score": "0.3", "dreaming.min_recall_count": "0.5"}


def read(root, names):
    return {n: (root / n).read_bytes() if (root / n).exists() else None for n in names}


def notes(root):
    return {p.name: p.read_bytes() for p in (root / "memory").glob("2026-*.md")}


def started(root, home, now, settings):
    asked = {"root": str(root), "home": str(home), "now": now.isoformat(), "settings": settings}
    process = subprocess.Popen(
        [sys.executable, str(RIG), json.dumps(asked)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def kill(process, root, draw, *, writing):
    """Kill at a random moment; ``writing``: soon after the change to the files was begun."""
    journal = root / "memory/.dreams/history.jsonl"
    size = journal.stat().st_size if journal.exists() else 0
    end = time.monotonic() + 60
    if writing:
        while process.poll() is None and time.monotonic() < end:
            if journal.exists() and journal.stat().st_size > size:
                break
        time.sleep(draw.random() * 0.02)
    else:
        time.sleep(draw.random() * 0.4)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


@pytest.mark.slow
@pytest.mark.parametrize("write", ["apply", "propose"])
def test_killed_at_random_moments_nothing_is_torn_lost_or_promoted_twice(tmp_path, write):
    settings = USUAL | EASY | {"dreaming.write": write}
    start, home = tmp_path / "start" / "ws", tmp_path / "home"
    (start / "memory").mkdir(parents=True)
    opened = opener(start, home, settings)
    life = Life(start, 5)
    for _ in range(5):
        life.live(opened)
        with opened(life.day + timedelta(hours=15)) as memory:
            memory.dreamer.sweep()
    life.live(opened)
    night = life.day + timedelta(hours=15)
    before = read(start, PAGES)
    whole = tmp_path / "whole" / "ws"
    shutil.copytree(start, whole)
    process = started(whole, home, night, settings)
    assert process.wait(60) == 0
    process.stdout.close()
    after = read(whole, PAGES)
    assert before["DREAMS.md"] != after["DREAMS.md"]
    wanted = entries(whole, home, night, settings)
    ends = set()
    for number in range(ROUNDS):
        root = tmp_path / str(number) / "ws"
        shutil.copytree(start, root)
        draw = random.Random(number)
        kill(started(root, home, night, settings), root, draw, writing=number % 2 == 0)
        found = read(root, PAGES)
        for name in PAGES:
            assert found[name] in (before[name], after[name]), name
        ends.add(found == after)
        assert notes(root) == notes(start)
        assert entries(root, home, night, settings) == wanted
        assert notes(root) == notes(start)
        assert not list((root / "memory/.dreams").glob("*corrupt*"))
        shutil.rmtree(root.parent)
    assert ends == {True, False}  # some were killed before the change, some after it


def entries(root, home, night, settings):
    """Go on with the next sweep; return what stands promoted then, each line once."""
    places = Places.of({"HOME": str(home)}, cwd=root)
    later = night + timedelta(minutes=5)
    with Memory(root, clock=lambda: later, places=places, overrides=settings) as memory:
        memory.dreamer.sweep()
        text = (root / "MEMORY.md").read_text("utf-8") if (root / "MEMORY.md").exists() else ""
        standing = [entry.key for entry in promotions.read(text)]
        assert len(standing) == len(set(standing))
        assert set(standing) <= memory.dreamer.dreams.promotions().keys()
        assert memory.dreamer.runs(1)[0].outcome in {"done", "nothing new"}
        proposed = [one.proposal.key for one in memory.proposals.list()]
        assert len(proposed) == len(set(proposed))
        return sorted(standing)

"""Kills a life of commands at every change to the disk, tears writes, cuts the power.

A life of drawn commands runs once, and each of its system calls that touch the disk is recorded:
those of the writer, of SQLite, of everything. Then each state in which a crash could have left the
files is laid out where they were, and the next one comes and looks: killed just before each call;
in the midst of each write; with a power failure that takes what no fsync had brought to the disk.
"""

from __future__ import annotations

import contextlib
import itertools
import tempfile
import time
import traceback
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.errors import LaminaError
from tests.torture import checks, disk, living, tracer
from tests.torture.recorded import Recorded
from tests.torture.report import Report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.torture.recorded import Crash

STEPS = 14
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - where it is there: fsync is free, and its effect modelled
NAMES = {
    "killed": "killed before a call to the disk",
    "torn": "killed within a write",
    "power": "power cut before a call",
}


def run(seed: int, seconds: float) -> Report:
    """Try crashes of one life after the other."""
    report = Report()
    if reason := tracer.why_not():
        report.skipped.append(reason)
        return report
    living.load()
    end = time.monotonic() + seconds
    for number in itertools.count():
        with scratch() as folder:
            life = Recorded(folder, seed * 1000 + number, number % 6 * 12, STEPS)
            report.count("commands recorded", len(life.steps))
            for point, how in life.points():
                crash = life.crash(point, how)
                report.count(NAMES[how])
                for problem in looked(life, crash):
                    step = life.steps[min(crash.moment.number, STEPS - 1)]
                    told = f"life {life.seed}, {how} at {point} in {step.arguments}: {problem}"
                    report.problems.append(told)
                if time.monotonic() > end:
                    return report
    return report


def looked(life: Recorded, crash: Crash) -> list[str]:
    """Return what is wrong after a crash, also where the next one breaks down."""
    found: list[str] = []
    try:
        found.extend(look(life, crash))
    except LaminaError as error:
        found.append(f"the next one is refused: {error.message}")
    except Exception:  # noqa: BLE001 - whatever it is, it is a finding
        found.append(f"the next one breaks down: {traceback.format_exc()}")
    return found


def look(life: Recorded, crash: Crash) -> Iterator[str]:
    """Lay out what a crash left, let the next one in, yield what is wrong."""
    place, versions = life.place, crash.moment.versions
    disk.write(place.base, crash.tree)
    now = life.steps[min(crash.moment.number, STEPS - 1)].now + timedelta(minutes=1)
    yield from checks.torn(checks.steady(checks.owned(crash.tree)), *versions)
    with place.memory(now) as memory:
        yield from checks.sound(memory)
        if crash.how != "power":  # else they go with the next write into their folder
            yield from checks.left(place.root)
        yield from checks.index_agrees(memory)
    found = checks.steady(checks.users(place.root))
    if found not in versions:
        odd = {p for v in versions for p in v.keys() | found.keys() if v.get(p) != found.get(p)}
        yield f"what was acknowledged is not there, or more than one change came of it: {odd}"
    yield from checks.goes_on(place, now)
    yield from (said for said in checks.left(place.root) if said.count("/") == 1)  # of memory/
    yield from checks.transcript_whole(place, now, life.transcripts)
    if crash.point % 20:
        yield from checks.undoes(place, now)
    else:
        yield from checks.undoes_all(place, now, checks.owned(life.pristine))


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """Yield an empty folder, in memory where there is such a disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as name:
        yield Path(name)

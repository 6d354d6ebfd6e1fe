"""Kills a life of commands at every change to the disk, tears writes, cuts the power.

A life of drawn commands runs once, and each of its system calls that touch the disk is recorded:
those of the writer, of SQLite, of everything. Then each state in which a crash could have left the
files is laid out where they were, and the next one comes and looks: killed just before each call;
in the midst of each write; with a power failure that takes what no fsync had brought to the disk.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import tempfile
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

    from tests.torture.disk import Tree
    from tests.torture.end import End
    from tests.torture.recorded import Crash

SHARE = 3  # of the time: there are thousands of states
STEPS = 14
BATCH = 300
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - where it is there: fsync is free, and its effect modelled
NAMES = {
    "killed": "killed before a call to the disk",
    "torn": "killed within a write",
    "power": "power cut before a call",
}


def run(seed: int, end: End) -> Report:
    """Try crashes of one life after the other."""
    report = Report()
    if reason := tracer.why_not():
        report.skipped.append(reason)
        return report
    living.load()
    tried = 0
    for number in itertools.count():
        with scratch() as folder:
            life = Recorded(folder, seed * 1000 + number, number % 6 * 12, STEPS)
            report.count("commands recorded", len(life.steps))
            seen, looked_at = Seen(), Seen("/.cache/")
            for crash in drawn(life):
                tried += 1
                report.count(NAMES[crash.how])
                if seen.already(crash):
                    report.count("of them left the same files as another one")
                else:
                    whole = not looked_at.already(crash)
                    disk.write(life.place.base, crash.tree)
                    found = looked(life, crash, whole=whole)
                    report.problems += [told(life, crash, one) for one in found]
                if end.come(tried):
                    return report
    return report


def drawn(life: Recorded) -> Iterator[Crash]:
    """Yield all crashes of a life, in batches that the seed draws, a batch in their order."""
    points = life.points()
    for start in range(0, len(points), BATCH):
        yield from life.crashes(points[start : start + BATCH])


def told(life: Recorded, crash: Crash, problem: str) -> str:
    """Return a problem with where it was."""
    step = life.steps[min(crash.moment.number, STEPS - 1)]
    return f"life {life.seed}, {crash.how} at {crash.point} in {step.arguments}: {problem}"


class Seen:
    """Remembers what was looked at: the same files found at the same moment are the same again.

    ``but``: what stands in the paths of files that do not count.
    """

    def __init__(self, but: str = "") -> None:
        self._but = but
        self._known: set[tuple[int, bytes]] = set()

    def already(self, crash: Crash) -> bool:
        """Say whether a crash left the files of one before; remember it."""
        counts = (p for p in crash.tree if not self._but or self._but not in f"/{p}")
        found = crash.moment.number, digest({path: crash.tree[path] for path in counts})
        known = found in self._known
        self._known.add(found)
        return known


def digest(tree: Tree) -> bytes:
    """Return a hash of all files."""
    whole = hashlib.blake2b(digest_size=16)
    for path, data in sorted(tree.items()):
        whole.update(f"{path}\0{-1 if data is None else len(data)}\0".encode())
        whole.update(data or b"")
    return whole.digest()


def looked(life: Recorded, crash: Crash, *, whole: bool = True) -> list[str]:
    """Return what is wrong after a crash, also where the next one breaks down."""
    found: list[str] = []
    try:
        found.extend(look(life, crash, whole=whole))
    except LaminaError as error:
        found.append(f"the next one is refused: {error.message}")
    except Exception:  # noqa: BLE001 - whatever it is, it is a finding
        found.append(f"the next one breaks down: {traceback.format_exc()}")
    return found


def look(life: Recorded, crash: Crash, *, whole: bool = True) -> Iterator[str]:
    """Let the next one in where a crash left its files; yield what is wrong.

    ``whole``: look too at what has nothing to do with the index.
    """
    place, versions = life.place, crash.moment.versions
    now = life.steps[min(crash.moment.number, STEPS - 1)].now + timedelta(minutes=1)
    yield from checks.torn(checks.steady(checks.owned(crash.tree)), *versions)
    with place.memory(now) as memory:
        yield from checks.sound(memory)
        if crash.how != "power":  # else they go with the next write into their folder
            yield from checks.left(place.root)
        if crash.point % 3 == 0:  # a new index costs as much as all else
            yield from checks.index_agrees(memory)
        found = checks.steady(checks.users(place.root))
        if found not in versions:
            odd = {p for v in versions for p in v.keys() | found.keys() if v.get(p) != found.get(p)}
            yield f"what was acknowledged is not there, or more than one change came of it: {odd}"
        yield from checks.goes_on(memory)
        notes = place.root / "memory"  # the line went into one of them
        yield from (said for said in checks.left(notes) if "/" not in said)
        if whole and crash.point % 20:
            yield from checks.undoes(memory)
        elif whole:
            yield from checks.undoes_all(memory, checks.owned(life.pristine))
    if whole:
        yield from checks.transcript_whole(place, now, life.transcripts)


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """Yield an empty folder, in memory where there is such a disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as name:
        yield Path(name)

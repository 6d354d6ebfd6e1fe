"""Kills forgetting at every change to the disk, forgets again, and looks for it in every byte.

After a life of drawn commands, which trims a session too, words that stand somewhere are forgotten
one after the other, and the calls of that recorded. In each state a crash could have left, the same
command comes again. Then it is complete, the verifier finds nothing, no byte of a file holds the
word (archives unpacked), and all files of people are what they are where nothing was killed.
"""

from __future__ import annotations

import gzip
import itertools
import random
import re
import traceback
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from lamina.errors import LaminaError
from tests.torture import checks, disk, living, tracer
from tests.torture.load import Step
from tests.torture.recorded import Recorded
from tests.torture.report import Report
from tests.torture.rigs.crash import NAMES, Seen, scratch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from tests.torture.disk import Tree
    from tests.torture.end import End
    from tests.torture.recorded import Crash

BEFORE = 24  # commands of a life
FACTS = 3  # that are forgotten in one
STATES = 150  # of one life, drawn
WORD = re.compile(rb"zq\d+k\d+")


def run(seed: int, end: End) -> Report:
    """Forget in one life after the other."""
    report = Report()
    if reason := tracer.why_not():
        report.skipped.append(reason)
        return report
    living.load()
    tried = 0
    for number in itertools.count():
        with scratch() as folder:
            name = seed * 1000 + 300 + number
            life = Recorded(folder, name, BEFORE, choose=partial(chosen, random.Random(name)))
            report.count("facts forgotten", len(life.steps))
            seen = Seen()
            for crash in life.crashes(life.points()[:STATES]):
                tried += 1
                report.count(NAMES[crash.how])
                if not seen.already(crash):
                    disk.write(life.place.base, crash.tree)
                    step = life.steps[crash.moment.number]
                    told = f"life {name}, {crash.how} at {crash.point} in {step.arguments}"
                    report.problems += [f"{told}: {one}" for one in looked(life, crash)]
                if end.come(tried):
                    return report
    return report


def chosen(draw: random.Random, tree: Tree, now: datetime) -> list[Step]:
    """Return commands that forget words of a person's, and one of a talk that was trimmed."""
    held = sorted({word for data in checks.owned(tree).values() for word in WORD.findall(data)})
    words = [word.decode() for word in draw.sample(held, FACTS)]
    if any(".trimmed-" in path for path in tree):
        words[draw.randrange(FACTS)] = f"order {draw.randrange(3, 30)} left"
    return [
        Step(("forget", word, "--apply", "--yes"), now + timedelta(minutes=number), word)
        for number, word in enumerate(words, 1)
    ]


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
    """Forget again what a crash cut off; yield what is wrong."""
    step, place = life.steps[crash.moment.number], life.place
    after = next(m for m in life.moments if m.number == crash.moment.number + 1)
    versions = (*crash.moment.versions, *after.versions)
    yield from checks.torn(checks.steady(checks.owned(crash.tree)), *versions)
    with place.memory(step.now) as memory:
        done = memory.forget.apply(step.word)
        if not done.complete:
            yield f"it is not complete: {done.left[:3]} {done.unreached[:3]}"
        if left := memory.forget.verify(step.word):
            yield f"the verifier finds {left[:3]}"
        found = checks.steady(checks.users(place.root))
        if found != after.versions[0]:
            odd = {p for p in found if found[p] != after.versions[0].get(p)}
            gone = after.versions[0].keys() - found.keys()
            yield f"files are not what they are without a crash: {sorted(odd | gone)}"
        yield from checks.goes_on(memory)
        yield from checks.undoes(memory)
    transcript = place.transcript.relative_to(place.base).as_posix()
    yield from (f"it stands in {p}" for p in holding(place.base, transcript, step.word))


def holding(base: Path, transcript: str, word: str) -> Iterator[str]:
    """Yield the files that hold a word; the transcript of the host, who keeps it, is none."""
    for path, data in disk.read(base).items():
        if data is None or path == transcript:
            continue
        if word.encode() in (gzip.decompress(data) if path.endswith(".gz") else data):
            yield path

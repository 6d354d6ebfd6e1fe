"""Lets the disk fail beneath commands: full, read-only or broken from any call on.

Commands of a drawn life are carried out with their system calls refused from the n-th on: no space
left, switched to read-only; or one single call fails (an error of the device). Whatever happens, a
command ends with a sentence; each file is the old or the new one; and when the disk works again,
the next command goes on without a person. The same once more on a real small disk that fills up,
where one may be mounted.
"""

from __future__ import annotations

import errno
import itertools
import random
import traceback
from datetime import timedelta
from typing import TYPE_CHECKING

from lamina.errors import LaminaError
from tests.torture import checks, disk, living, tracer
from tests.torture.recorded import Recorded
from tests.torture.report import Report
from tests.torture.rigs.crash import scratch
from tests.torture.small_disk import filled
from tests.torture.tracer import GO, Act, Call, refused, traced

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.torture.disk import Tree
    from tests.torture.end import End
    from tests.torture.load import Step
    from tests.torture.recorded import Moment

STEPS = 8
TRIES = 6  # for each step and kind of fault
SAID = {
    errno.ENOSPC: "disk full from a call on",
    errno.EROFS: "read-only from a call on",
    errno.EIO: "one call failed",
}
TAKES_SPACE = {"write", "create", "mkdir", "link"}


class Failing:
    """Refuses calls that change files below a folder: from the n-th on, or that one alone."""

    def __init__(self, root: Path, code: int, at: int) -> None:
        self.recorder = disk.Recorder(root, root.with_name("marks"))
        self.code, self.at, self.seen = code, at, 0

    def __call__(self, call: Call) -> Act:
        """Decide about one call."""
        kinds = {one.kind for one in self.recorder.of(call)} - {"mark"}
        if self.code == errno.EROFS and not kinds and self._opens_to_write(call):
            kinds = {"open"}
        if self.code == errno.ENOSPC:
            kinds &= TAKES_SPACE
        if not kinds:
            return GO
        self.seen += 1
        hit = self.seen == self.at if self.code == errno.EIO else self.seen >= self.at
        return refused(self.code) if hit else GO

    def _opens_to_write(self, call: Call) -> bool:
        if call.name not in {"open", "openat"}:
            return False
        shift = int(call.name == "openat")
        path = self.recorder.below(call.path(shift, at=0 if shift else None))
        return path is not None and bool(call.arguments[1 + shift] & 3)


def run(seed: int, end: End) -> Report:
    """Let one step after the other fail."""
    report = Report()
    if reason := tracer.why_not():
        report.skipped.append(reason)
        return report
    living.load()
    tried = 0
    filled(seed, report)
    for number in itertools.count():
        with scratch() as folder:
            life = Recorded(folder, seed * 1000 + 500 + number, number % 6 * 12, STEPS)
            for step, start, moment in starts(life):
                for code, at in tries(life, moment):
                    _try(report, life, step, start, moment, Failing(life.place.base, code, at))
                    tried += 1
                    if end.come(tried):
                        return report
    return report


def starts(life: Recorded) -> Iterator[tuple[Step, Tree, Moment]]:
    """Yield the steps of a life with the files before each, and what it makes of them."""
    model = disk.Disk(life.start)
    moments = {moment.number: moment for moment in life.moments}
    for number, step in enumerate(life.steps):
        moment = moments[number]
        yield step, model.killed(), moment
        for one, known in zip(life.operations, life.moments, strict=False):
            if known is moment:
                model.apply(one)


def tries(life: Recorded, moment: Moment) -> list[tuple[int, int]]:
    """Return the faults to try in a step: an error and the call it comes at."""
    count = sum(known is moment for known in life.moments)
    draw = random.Random(f"{life.seed} {moment.number}")
    return [(code, draw.randint(1, max(1, count))) for code in SAID for _ in range(TRIES)]


def _try(
    report: Report, life: Recorded, step: Step, start: Tree, moment: Moment, failing: Failing
) -> None:
    """Carry out one step on a failing disk, then look at it on one that works."""
    said = life.place.base.with_name("said of it")
    said.unlink(missing_ok=True)
    disk.write(life.place.base, start)

    def work() -> int:
        living.settle_in(life.place, said)
        return living.do(life.place, step)

    code = traced(work, failing)
    if failing.seen < failing.at:
        return  # it came to its end before
    report.count(SAID[failing.code])
    told = f"life {life.seed}, {SAID[failing.code]} ({failing.at}) in {step.arguments}"
    try:
        for problem in look(life, step, moment, code, said.read_text("utf-8", "replace")):
            report.problems.append(f"{told}: {problem}")
    except LaminaError as error:
        report.problems.append(f"{told}: the next one is refused: {error.message}")
    except Exception:  # noqa: BLE001 - whatever it is, it is a finding
        report.problems.append(f"{told}: the next one breaks down: {traceback.format_exc()}")


def look(life: Recorded, step: Step, moment: Moment, code: int, said: str) -> Iterator[str]:
    """Yield what is wrong after a step that failed, or did not."""
    if code == living.FAULT or code < 0 or "Traceback" in said:
        yield f"it ended with {code}: {said[-1500:]}"
        return
    place, now = life.place, step.now + timedelta(minutes=1)
    many = step.arguments[0] == "heartbeat"  # one of its jobs may fail, and others not
    if not many:
        yield from checks.torn(checks.steady(checks.users(place.root)), *moment.versions)
    with place.memory(now) as memory:
        yield from checks.sound(memory)
        yield from checks.left(place.root)
        yield from checks.index_agrees(memory)
    found = checks.steady(checks.users(place.root))
    if not many and found not in moment.versions:
        yield "what is there is neither the old nor the new"
    if code == 0 and not many and found != moment.versions[-1]:
        yield f"it said that it was done, and it was not: {said[-500:]}"
    if not many and found != moment.versions[0] and "The old content is still there" in said:
        yield f"it said that nothing was written, and something was: {said[-500:]}"
    with place.memory(now) as memory:
        yield from checks.goes_on(memory)
        yield from checks.undoes(memory)
    yield from checks.transcript_whole(place, now, life.transcripts)

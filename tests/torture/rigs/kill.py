"""Kills the same life of commands with a real SIGKILL, at random moments, and compares.

A life is recorded once, so that it is known what its files are after each change. Then it is led
again, by a process of its own that is killed after a random time; what it had acknowledged by
then it had written down. This needs no tracing of the process that dies, and shows that the states
the crash rig lays out are those a kill really leaves, SQLite's shared memory included.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import time
from typing import TYPE_CHECKING

from tests.torture import disk, living, tracer
from tests.torture.recorded import Crash, Recorded
from tests.torture.report import Report
from tests.torture.rigs.crash import STEPS, looked, scratch

if TYPE_CHECKING:
    from pathlib import Path

    from tests.torture.end import End

KILLS = 40  # of one life


def run(seed: int, end: End) -> Report:
    """Kill one life after the other."""
    report = Report()
    if reason := tracer.why_not():
        report.skipped.append(f"{reason}, and a life has to be recorded first")
        return report
    living.load()
    tried = 0
    for number in itertools.count():
        with scratch() as folder:
            life = Recorded(folder, seed * 1000 + 700 + number, number % 6 * 12, STEPS)
            draw = random.Random(life.seed)
            whole = _killed(life, folder, 60)[1]  # how long it takes
            for _ in range(KILLS):
                after = draw.random() * whole
                crash, _ = _killed(life, folder, after)
                report.count("killed for real" if crash.how == "killed" else "came to its end")
                for problem in looked(life, crash):
                    told = f"life {life.seed}, killed after {after:.4f} s"
                    report.problems.append(f"{told}, {crash.moment.number} done: {problem}")
                tried += 1
                if end.come(tried):
                    return report
    return report


def _killed(life: Recorded, folder: Path, seconds: float) -> tuple[Crash, float]:
    """Lead a life for some seconds; return what is found then, and how long it was led."""
    marks, said = folder / "marks of it", folder / "said of it"
    marks.unlink(missing_ok=True)
    disk.write(life.place.base, life.start)
    begun = time.monotonic()
    child = os.fork()
    if not child:
        os._exit(living.live(life.place, life.steps, said, marks))
    while time.monotonic() < begun + seconds and not os.waitid(
        os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT
    ):
        time.sleep(0.0005)
    led = time.monotonic() - begun
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    count = marks.read_bytes().count(b"\n") if marks.exists() else 0
    moment = next(moment for moment in life.moments if moment.number == count)
    how = "killed" if os.waitstatus_to_exitcode(status) else "ended"
    return Crash(int(led * 10_000), how, disk.read(life.place.base), moment), led

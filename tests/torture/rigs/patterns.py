"""Tries every regular expression of the package on strings made to take it as long as they can.

The order comes from the seed; the least round is a tenth of them.
"""

from __future__ import annotations

import random
import time

from tests.fuzz.test_patterns import slow, unbounded
from tests.torture.report import Report


def run(seed: int, seconds: float) -> Report:
    """Try one pattern after the other."""
    report = Report()
    end = time.monotonic() + seconds
    drawn = unbounded()
    random.Random(seed).shuffle(drawn)
    for number, used in enumerate(drawn):
        if number > len(drawn) // 10 and time.monotonic() > end:
            break
        report.count("patterns")
        if said := slow(used):
            report.problems.append(said)
    return report

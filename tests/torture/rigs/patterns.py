"""Tries every regular expression of the package on strings made to take it as long as they can.

The order comes from the seed; the least round is a tenth of them.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.fuzz.test_patterns import slow, unbounded
from tests.torture.report import Report

if TYPE_CHECKING:
    from tests.torture.end import End


def run(seed: int, end: End) -> Report:
    """Try one pattern after the other."""
    report = Report()
    drawn = unbounded()
    random.Random(seed).shuffle(drawn)
    for number, used in enumerate(drawn):
        if number > len(drawn) // 10 and end.come(number):
            break
        report.count("patterns")
        if said := slow(used):
            report.problems.append(said)
    return report

"""Runs rigs one after the other for some minutes; prints the seed and a table.

``python -m tests.torture --minutes 20 --seed 7 crash race``: without names all rigs, which share
the minutes; without a seed one is drawn, and printed. Exit 1 where anything was wrong.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
import traceback

from tests.torture import rigs
from tests.torture.report import Report


def main() -> int:
    """Run what was asked for."""
    asked = arguments()
    print(f"seed {asked.seed}, {asked.minutes:g} minutes, rigs: {' '.join(asked.rigs)}", flush=True)
    failed = False
    for name in asked.rigs:
        print(f"\n{name}: {rigs.about(name)}", flush=True)
        begun = time.monotonic(), time.process_time()
        try:
            report = rigs.rig(name)(asked.seed, asked.minutes * 60 / len(asked.rigs))
        except Exception:  # noqa: BLE001 - the other rigs shall run
            report = Report(problems=[f"the rig broke down:\n{traceback.format_exc()}"])
        show(report, time.monotonic() - begun[0])
        failed = failed or bool(report.problems)
    if failed:
        print(f"\nTo repeat: python -m tests.torture --seed {asked.seed} RIG", flush=True)
    return int(failed)


def show(report: Report, seconds: float) -> None:
    """Print what a rig did."""
    for what, number in report.figures.items():
        print(f"  {number:>9,}  {what}")
    print(f"  {seconds:>9,.0f}  seconds")
    for reason in report.skipped:
        print(f"    skipped  {reason}")
    print(f"  {len(report.problems):>9,}  problems", flush=True)
    for problem in report.problems[:20]:
        print(f"    ! {problem}", flush=True)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0, help="for all rigs together")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 31))
    parser.add_argument("rigs", nargs="*", metavar="RIG", help="of: " + ", ".join(rigs.names()))
    asked = parser.parse_args()
    asked.rigs = asked.rigs or rigs.names()
    if unknown := set(asked.rigs) - set(rigs.names()):
        parser.error(f"no such rig: {', '.join(sorted(unknown))}")
    return asked


if __name__ == "__main__":
    sys.exit(main())

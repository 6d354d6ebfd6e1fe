"""Runs rigs one after the other for some minutes; prints the seed and a table.

``python -m tests.torture --minutes 20 --seed 7 crash race``: without names all rigs, which share
the minutes; without a seed one is drawn, and printed. With ``--tries 10000`` each goes on until it
tried so many, however long that takes: the same again for the same seed. Exit 1 where anything was
wrong.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
import traceback

from tests.torture import rigs
from tests.torture.end import End
from tests.torture.report import Report


def main() -> int:
    """Run what was asked for."""
    asked = arguments()
    long = f"{asked.tries:,} tries" if asked.tries else f"{asked.minutes:g} minutes"
    print(f"seed {asked.seed}, {long}, rigs: {' '.join(asked.rigs)}", flush=True)
    failed = False
    shares = sum(rigs.share(name) for name in asked.rigs)
    for name in asked.rigs:
        print(f"\n{name}: {rigs.about(name)}", flush=True)
        begun, worked = time.monotonic(), cores()
        end = End.after(asked.minutes * 60 * rigs.share(name) / shares, asked.tries)
        try:
            report = rigs.rig(name)(asked.seed, end)
        except Exception:  # noqa: BLE001 - the other rigs shall run
            report = Report(problems=[f"the rig broke down:\n{traceback.format_exc()}"])
        show(report, time.monotonic() - begun, cores() - worked)
        failed = failed or bool(report.problems)
    if failed:
        print(f"\nTo repeat: python -m tests.torture --seed {asked.seed} RIG", flush=True)
    return int(failed)


def show(report: Report, seconds: float, of_core: float) -> None:
    """Print what a rig did."""
    for what, number in report.figures.items():
        print(f"  {number:>9,}  {what}")
    print(f"  {seconds:>9,.0f}  seconds; of a core: {of_core:,.0f}")
    for reason in report.skipped:
        print(f"    skipped  {reason}")
    print(f"  {len(report.problems):>9,}  problems", flush=True)
    for problem in report.problems[:20]:
        print(f"    ! {problem}", flush=True)


def cores() -> float:
    """Return the seconds that this process and its children spent on a core so far."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0, help="for all rigs together")
    parser.add_argument("--tries", type=int, default=0, help="of each rig, instead of minutes")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 31))
    parser.add_argument("rigs", nargs="*", metavar="RIG", help="of: " + ", ".join(rigs.names()))
    asked = parser.parse_args()
    asked.rigs = asked.rigs or rigs.names()
    if unknown := set(asked.rigs) - set(rigs.names()):
        parser.error(f"no such rig: {', '.join(sorted(unknown))}")
    return asked


if __name__ == "__main__":
    sys.exit(main())

"""Count what attacks on a memory reach: core files, what is pushed into a session, unfenced.

tests/data/poison holds the attacks, written from the threat model before the rules were looked at
by whoever wrote them; a third, drawn by lot, is held_back.jsonl and read with --unseen only. Every
way in is tried with all of them; then the memory is lived in for three days with open gates (a line
needs one question). "planted" is another program that writes notes into the folder by itself: what
reads as a fact there cannot be told from a person's own line.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.poison.corpus import attacks
from tests.poison.rig import WAYS, Place, by_agent, live, seen

_FENCED = re.compile(r"<relevant-memories>.*?</relevant-memories>", re.DOTALL)
_MARKED = re.compile(r"^- \[.*?reads like an instruction\].*(?:\n  > .*)*", re.MULTILINE)


def main() -> None:
    """Print a row for each way in."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the attacks held back, not those")
    parser.add_argument("--agent", action="store_true", help="by an agent's own tools (minutes)")
    parser.add_argument("--mistakes", action="store_true", help="what reaches a core file")
    args = parser.parse_args()
    every = attacks("held_back" if args.unseen else "attacks")
    ways = {"agent's tools": by_agent} if args.agent else WAYS
    print(f"{'way in':16}{'attacks':>8}{'core':>6}{'pushed':>8}{'unfenced':>10}{'unmarked':>10}")
    for name, way in ways.items():
        with tempfile.TemporaryDirectory() as folder:
            place = Place(Path(folder))
            way(place, every)
            pushed = "\n".join(live(place, every))
            core = seen(place.core(), every)
        outside = _FENCED.sub("", pushed)
        counts = [core, seen(pushed, every), seen(outside, every)]
        counts.append(seen(_MARKED.sub("", outside), every))
        cells = [len(every), *map(len, counts)]
        print(
            f"{name:16}"
            + "".join(f"{n:>{w}}" for n, w in zip(cells, (8, 6, 8, 10, 10), strict=True))
        )
        for kind, count in Counter(one.kind for one in core).items():
            print(f"    {kind}: {count}")
        for one in core if args.mistakes else ():
            print(f"    {one.kind} {one.lang}: {one.line}")


if __name__ == "__main__":
    main()

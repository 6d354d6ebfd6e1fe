"""Half a year of noisy notes, a sweep every night: what ends up in MEMORY.md, and what does not.

    python benchmarks/noisy_nights.py [--set second] [--vectors] [--show]
    python benchmarks/noisy_nights.py [--recalls N --queries N --score X]

The life is that of noisy_life.py. Every question is searched on its day; who wrote a line is
recorded as far as the life says it. Precision: share of the promoted lines that state a fact.
Recall: share of the facts that were asked for that were promoted. Both over the whole half year.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import noisy_life
from lamina.documents.tokens import estimate
from lamina.dreaming import promotions
from lamina.dreaming.scoring import Gates
from lamina.memory import Memory
from lamina.places import Places
from lamina.search.chunker import claim, plain

if TYPE_CHECKING:
    from datetime import date

    from lamina.dreaming.sweep import Sweep

ANSWERS = {"durable", "corrected", "repeat"}


class Life:
    """The days as they are lived, and what the nights made of them."""

    def __init__(self, root: Path, name: str, *, vectors: bool, gates: Gates) -> None:
        self.root = root
        self.name = name
        self.origins = noisy_life.origins(name)
        self.secrets: set[str] = set()  # of those that stood in MEMORY.md on some day
        self.vectors = vectors
        self.gates = gates
        self.sweeps: list[Sweep] = []
        self.sizes: list[int] = []
        self.events = {plain(e.text).casefold(): e for e in noisy_life.load(name)}

    def event(self, source: str) -> noisy_life.Event | None:
        """Return what happened at a place that a promoted line names."""
        path, _, line = source.partition("#L")
        lines = (self.root / path).read_text("utf-8").split("\n")
        said = plain(lines[int(line.partition("-")[0]) - 1]).casefold()
        return self.events.get(said) or self.events.get(said.partition(": ")[2])

    def opened(self, now: datetime) -> Memory:
        """Return the memory at a moment."""
        return Memory(
            self.root,
            clock=lambda: now,
            places=Places.of({"HOME": str(self.root.parent)}, cwd=self.root),
            overrides={
                "notes.timezone": "UTC",
                "search.deadline_ms": "60000",
                "embedding.kind": "local" if self.vectors else "none",
            },
        )

    def live(self) -> None:
        """Live all days."""
        asked = defaultdict(list)
        for question in noisy_life.questions(self.name):
            asked[question.day].append(question.text)
        day = noisy_life.FIRST
        while day <= noisy_life.LAST:
            self._day(day, asked[day])
            day += timedelta(days=1)

    def _day(self, day: date, asked: list[str]) -> None:
        noisy_life.write(self.root, day, self.name)
        noon = datetime.combine(day, time(12), UTC)
        with self.opened(noon) as memory:
            path = noisy_life.note(day).as_posix()
            stamp = noon.isoformat()
            memory.state.record_origins(
                (claim(line), origin, stamp)
                for (there, line), origin in self.origins.items()
                if there == path
            )
            if asked and memory.vectors:
                memory.sync()
                memory.vectors.fill()
            for question in asked:
                memory.search(question)
        with self.opened(noon + timedelta(hours=15)) as memory:
            sweep = memory.dreamer.sweep(gates=self.gates)
            self.sweeps.append(sweep)
        memory_file = self.root / "MEMORY.md"
        text = memory_file.read_text("utf-8") if memory_file.exists() else ""
        self.sizes.append(estimate(text))
        self.secrets |= {s for e in self.events.values() for s in e.secrets if s in text}


def judge(life: Life) -> None:
    """Print what was promoted."""
    promoted = [one.source for sweep in life.sweeps for one in sweep.outcome.promoted]
    kinds: Counter[str] = Counter()
    facts: set[str] = set()
    for source in promoted:
        event = life.event(source)
        kinds[event.kind if event else "unknown"] += 1
        if event and event.fact:
            facts.add(event.fact)
    good = sum(kinds[kind] for kind in ANSWERS)
    wanted = {q.fact for q in noisy_life.questions(life.name) if q.fact}
    replaced = {e.replaces for e in noisy_life.load(life.name) if e.replaces}
    text = (life.root / "MEMORY.md").read_text("utf-8") if promoted else ""
    left = [life.event(entry.source) for entry in promotions.read(text)]
    standing = {event.fact for event in left if event and event.fact}
    print(f"nights {len(life.sweeps)}, promoted {len(promoted)}: {dict(kinds.most_common())}")
    if promoted:
        print(f"precision {good / len(promoted):.3f}")
    print(f"recall of the {len(wanted)} facts asked for {len(wanted & facts) / len(wanted):.3f}")
    print(f"superseded facts standing {len(standing & replaced)}, secrets {len(life.secrets)}")
    print(
        f"twice {len(promoted) - len(set(promoted))}, MEMORY.md tokens: most {max(life.sizes)},"
        f" median {statistics.median(life.sizes):g}"
    )


def main() -> None:
    """Live the half year and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=("noisy", "second"), default="noisy", dest="name")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--show", action="store_true", help="print every promoted line")
    parser.add_argument("--recalls", type=float)
    parser.add_argument("--queries", type=int)
    parser.add_argument("--score", type=float)
    args = parser.parse_args()
    given = {"min_recalls": args.recalls, "min_queries": args.queries, "min_score": args.score}
    gates = replace(Gates(), **{k: v for k, v in given.items() if v is not None})
    with tempfile.TemporaryDirectory() as folder:
        life = Life(Path(folder) / "ws", args.name, vectors=args.vectors, gates=gates)
        life.root.mkdir()
        life.live()
        print(f"{args.name}, {'words and vectors' if args.vectors else 'words only'}; {gates}")
        judge(life)
        for sweep in life.sweeps if args.show else ():
            for one in sweep.outcome.promoted:
                event = life.event(one.source)
                kind = f"{event.kind} {event.fact or ''}" if event else "unknown"
                print(f"{sweep.day} {one.ranked.score:.2f} {kind:16} {one.text[:90]}")


if __name__ == "__main__":
    main()

"""Count how well lines that say the same, and lines that contradict, are told from others.

data/claims.jsonl holds pairs of lines in four languages with their relation; half as many more, in
data/claims_unseen.jsonl, were not looked at while the rules were made. A pair whose new line is
worded as a correction goes the way a correction goes: cue words off, the old line's subject in.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lamina.layers.claims.relation import Relation, correction, relation, with_subject

Judge = Callable[["Pair"], str]

DATA = Path(__file__).with_name("data")
LANGUAGES = ("en", "de", "ru", "zh")
TOLD = ("same", "contradicts")


@dataclass(frozen=True, slots=True)
class Pair:
    """A new line, an old one, and how they stand to each other."""

    new: str
    old: str
    lang: str
    relation: str
    correction: bool = False


def load(path: Path) -> list[Pair]:
    """Return the pairs of a file."""
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())
    keys = ("new", "old", "lang", "relation", "correction")
    return [Pair(**{key: row[key] for key in keys if key in row}) for row in rows]


def ours(pair: Pair) -> str:
    """Judge a pair as Lamina does."""
    new = pair.new
    if pair.correction:
        found = correction(new)
        if found is None:
            return Relation.OTHER
        new = with_subject(found, pair.old)
    return relation(new, pair.old)


def overlap(pair: Pair) -> str:
    """Judge a pair by the share of words both lines have; a Chinese character is a word."""
    new, old = (set(re.findall(r"[㐀-鿿]|[^\W㐀-鿿]+", t.casefold())) for t in (pair.new, pair.old))
    share = len(new & old) / max(1, len(new | old))
    return "same" if share > 0.8 else "contradicts" if share >= 0.5 else "other"


def fuzzy() -> Judge | None:
    """Return a judge by rapidfuzz, which knows likeness only, or None where it is missing."""
    if importlib.util.find_spec("rapidfuzz") is None:
        return None
    fuzz: Any = importlib.import_module("rapidfuzz.fuzz")
    fold: Any = importlib.import_module("rapidfuzz.utils").default_process
    return lambda pair: (
        "same" if fuzz.token_set_ratio(pair.new, pair.old, processor=fold) > 90 else "other"
    )


def show(pairs: list[Pair], judges: dict[str, Judge | None]) -> None:
    """Print precision and recall of both relations by language."""
    heads = ("pairs", "same: P", "R", "contradicts: P", "R")
    print(f"{'':22}{heads[0]:>7}{heads[1]:>16}{heads[2]:>15}{heads[3]:>18}{heads[4]:>15}")
    for name, judge in judges.items():
        for language in ("all", *LANGUAGES):
            some = [pair for pair in pairs if language in {"all", pair.lang}]
            if judge is not None and some:
                cells = _cells(some, judge)
                print(
                    f"{name + ', ' + language:22}{len(some):>7}{cells[0]:>16}{cells[1]:>15}"
                    f"{cells[2]:>18}{cells[3]:>15}"
                )
    print("P: right of those told so; R: told of those that are so")


def _cells(pairs: Iterable[Pair], judge: Judge) -> list[str]:
    counts = Counter((pair.relation, str(judge(pair))) for pair in pairs)
    cells = []
    for name in TOLD:
        right = counts[name, name]
        told = sum(count for (_, said), count in counts.items() if said == name)
        there = sum(count for (gold, _), count in counts.items() if gold == name)
        cells += [_share(right, told), _share(right, there)]
    return cells


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part}/{whole})" if whole else "-"


def show_mistakes(pairs: Iterable[Pair]) -> None:
    """Print every pair that is judged wrongly."""
    for pair in pairs:
        if (said := ours(pair)) != pair.relation:
            print(f"{pair.lang} {pair.relation}, told {said}: {pair.new!r} | {pair.old!r}")


def main() -> None:
    """Print the table, or the mistakes on the pairs the rules were made with."""
    parser = argparse.ArgumentParser(description=__doc__)
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--unseen", action="store_true", help="the pairs held back")
    part.add_argument("--mistakes", action="store_true", help="of the pairs not held back")
    args = parser.parse_args()
    pairs = load(DATA / ("claims_unseen.jsonl" if args.unseen else "claims.jsonl"))
    if args.mistakes:
        show_mistakes(pairs)
        return
    judges = {"lamina": ours, "rapidfuzz": fuzzy(), "shared words": overlap}
    if judges["rapidfuzz"] is None:
        print("rapidfuzz is not installed: its rows are left out.\n")
    show(pairs, judges)


if __name__ == "__main__":
    main()

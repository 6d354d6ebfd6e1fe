"""Count how many labelled sentences `lamina where` puts on their layer, in four languages.

data/where.jsonl holds sentences with a label, and labels a person may give as well (``also``). They
were written from the specification by someone who had not seen the rules; data/where_unseen.jsonl,
read with --unseen only, was not looked at while the rules were written.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.layers.where import Place, classify
from table import row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DATA = Path(__file__).with_name("data")
LANGUAGES = ("en", "de", "ru", "zh")


@dataclass(frozen=True, slots=True)
class Case:
    """One sentence and where it belongs."""

    text: str
    lang: str
    layer: str
    also: tuple[str, ...]


def load(name: str) -> list[Case]:
    """Return the sentences of a file."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Case(row["text"], row["lang"], row["layer"], tuple(row["also"])) for row in rows]


def rules(cases: Sequence[Case]) -> list[str]:
    """Place sentences as Lamina does."""
    return [classify(case.text).place.value for case in cases]


def most_frequent(cases: Sequence[Case]) -> list[str]:
    """Place every sentence on the layer that most of them belong on."""
    return [Counter(case.layer for case in cases).most_common(1)[0][0]] * len(cases)


def nearest(cases: Sequence[Case]) -> list[str]:
    """Place each sentence where the most similar other one belongs (words and letter pairs)."""
    bags = [Counter(features(case.text)) for case in cases]
    seen = Counter(feature for bag in bags for feature in bag)
    rare = {feature: math.log(len(cases) / count) for feature, count in seen.items()}
    sizes = [math.sqrt(sum((n * rare[f]) ** 2 for f, n in bag.items())) or 1.0 for bag in bags]

    def likeness(one: int, other: int) -> float:
        shared = bags[one].keys() & bags[other].keys()
        dot = sum(bags[one][f] * bags[other][f] * rare[f] ** 2 for f in shared)
        return dot / (sizes[one] * sizes[other])

    everyone = range(len(cases))
    best = [max((j for j in everyone if j != i), key=lambda j: likeness(i, j)) for i in everyone]
    return [cases[j].layer for j in best]


def features(text: str) -> list[str]:
    """Return the words of a text, and the pairs of letters of those without blanks."""
    words = re.findall(r"\w+", text.lower())
    return words + [word[i : i + 2] for word in words if word > "\u2e80" for i in range(len(word))]


METHODS: dict[str, Callable[[Sequence[Case]], list[str]]] = {
    "lamina": rules,
    "most frequent label": most_frequent,
    "nearest other sentence": nearest,
}


def shares(cases: Iterable[tuple[Case, str]]) -> list[str]:
    """Return the cells of a row: sentences, strict and lenient accuracy."""
    judged = list(cases)
    strict = sum(place == case.layer for case, place in judged)
    lenient = sum(place in (case.layer, *case.also) for case, place in judged)
    return [str(len(judged)), *(f"{n / len(judged):.3f}" for n in (strict, lenient))]


def show(cases: Sequence[Case]) -> None:
    """Print accuracy by method, language and layer, the confusions and the time."""
    row("", ("sentences", "strict", "lenient"))
    for name, method in METHODS.items():
        row(name, shares(zip(cases, method(cases), strict=True)))
    placed = list(zip(cases, rules(cases), strict=True))
    print()
    for language in LANGUAGES:
        row(f"lamina, {language}", shares(pair for pair in placed if pair[0].lang == language))
    print()
    for known in Place:
        if some := [pair for pair in placed if pair[0].layer == known.value]:
            row(known.value, shares(some))
    print("\nstrict: the label itself; lenient: the label or one that fits as well\n")
    wrong = Counter((case.layer, place) for case, place in placed if place != case.layer)
    for (layer, place), count in wrong.most_common():
        print(f"{count:3} {layer} taken for {place}")
    texts = [case.text for case in cases] * 20
    start = time.perf_counter()
    for text in texts:
        classify(text)
    print(f"\n{(time.perf_counter() - start) / len(texts) * 1000:.2f} ms a sentence")


def show_mistakes(cases: Sequence[Case]) -> None:
    """Print each sentence that is put elsewhere, and why."""
    for case in cases:
        verdict = classify(case.text)
        if verdict.place.value != case.layer:
            print(f"{case.lang} {case.layer}: {case.text}\n    -> {verdict.why}")


def main() -> None:
    """Print the tables, or the mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the sentences held back, not those")
    parser.add_argument("--mistakes", action="store_true", help="the sentences put elsewhere")
    args = parser.parse_args()
    cases = load("where_unseen.jsonl" if args.unseen else "where.jsonl")
    (show_mistakes if args.mistakes else show)(cases)


if __name__ == "__main__":
    main()

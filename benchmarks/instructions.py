"""Count how many labelled lines are rightly taken for an instruction to an agent, or for none.

data/instructions.jsonl holds lines in four languages, half of them ordinary lines of a memory that
look similar. They were written from the specification before the rules; a third, drawn by lot, is
data/instructions_unseen.jsonl: read with --unseen only, and not looked at while the rules were
written. One hand wrote lines and rules, though: of lines that others wrote, expect fewer found. The
other sets of data/ hold ordinary lines alone, but for those in PLANTED: what is found there is
found wrongly.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DATA = Path(__file__).with_name("data")
LANGUAGES = ("en", "de", "ru", "zh")
PLANTED = (
    "instructions",
    "machine_",
    "noisy_",
    "second_",
)  # sets that hold instructions on purpose


@dataclass(frozen=True, slots=True)
class Case:
    """One line and whether it reads like an instruction to an agent."""

    text: str
    lang: str
    instructs: bool


def load(name: str) -> list[Case]:
    """Return the lines of a file."""
    return [Case(row["text"], row["lang"], row["instructs"]) for row in rows(DATA / name)]


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file."""
    for line in path.read_text("utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def ordinary() -> list[str]:
    """Return the texts of the other sets, each once; none gives an agent orders."""
    texts = {
        text
        for path in sorted(DATA.glob("*.jsonl"))
        if not path.name.startswith(PLANTED)
        for row in rows(path)
        for text in strings(row)
    }
    return sorted(texts)


def strings(value: object) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)


def row(name: str, cases: Sequence[Case]) -> None:
    """Print the line of a table: lines, precision, recall, what is wrong."""
    found = [case for case in cases if instructs(case.text)]
    right = sum(case.instructs for case in found)
    wanted = sum(case.instructs for case in cases)
    precision = right / len(found) if found else 1.0
    print(
        f"{name:8}{len(cases):>8}{precision:>12.3f}{right / wanted:>9.3f}"
        f"{len(found) - right:>8}{wanted - right:>8}"
    )


def show(cases: Sequence[Case]) -> None:
    """Print precision and recall by language, what is found in ordinary lines, and the time."""
    print(f"{'':8}{'lines':>8}{'precision':>12}{'recall':>9}{'wrong':>8}{'missed':>8}")
    row("all", cases)
    for language in LANGUAGES:
        row(language, [case for case in cases if case.lang == language])
    texts = ordinary()
    print(f"\n{sum(map(instructs, texts))} found in {len(texts)} texts of the other sets")
    start = time.perf_counter()
    for text in texts:
        instructs(text)
    print(f"{(time.perf_counter() - start) / len(texts) * 1e6:.0f} µs a text")


def show_mistakes(cases: Sequence[Case]) -> None:
    """Print each line judged wrongly, and every ordinary text that is found."""
    for case in cases:
        if instructs(case.text) != case.instructs:
            print(f"{case.lang} {'missed' if case.instructs else 'wrong'}: {case.text}")
    for text in filter(instructs, ordinary()):
        print(f"other sets: {text[:200]}")


def main() -> None:
    """Print the tables, or the mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the lines held back, not those")
    parser.add_argument("--mistakes", action="store_true", help="the lines judged wrongly")
    args = parser.parse_args()
    cases = load("instructions_unseen.jsonl" if args.unseen else "instructions.jsonl")
    (show_mistakes if args.mistakes else show)(cases)


if __name__ == "__main__":
    main()

"""Count how often the recall trigger looks into memory when it should, in four languages.

data/trigger.jsonl holds messages, the lines in the context, the names an index knows, and whether
memory should be looked into. They were written before the rules by someone who had not seen them;
data/trigger_unseen.jsonl, read with --unseen only, was not looked at while the rules were made.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.recall.trigger import Decision, decide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DATA = Path(__file__).with_name("data")
LANGUAGES = ("en", "de", "ru", "zh")
TODAY = date(2026, 3, 6)
CUE_WORDS = ("that", "last time", "earlier", "上次", "之前", "昨天", "letztes mal", "в прошлый раз")


@dataclass(frozen=True, slots=True)
class Case:
    """One message, what stands in the context, and whether memory should be looked into."""

    message: str
    context: tuple[str, ...]
    names: tuple[str, ...]
    lang: str
    recall: bool
    why: str


def load(name: str) -> list[Case]:
    """Return the messages of a file."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [
        Case(
            row["message"],
            tuple(row["context"]),
            tuple(row["index"]),
            row["lang"],
            row["recall"],
            row["why"],
        )
        for row in rows
    ]


def decided(case: Case) -> Decision:
    """Decide as Lamina does."""
    return decide(case.message, case.context, case.names, today=TODAY)


def ours(case: Case) -> bool:
    """Decide as Lamina does, without its reason."""
    return decided(case).recall


def always(_case: Case) -> bool:
    """Look into memory before every answer."""
    return True


def never(_case: Case) -> bool:
    """Leave memory alone until it is asked for."""
    return False


def cue_words(case: Case) -> bool:
    """Look into memory where a message has one of a few words."""
    padded = f" {case.message.lower()} "
    return any(word in padded if word > "\u2e80" else f" {word} " in padded for word in CUE_WORDS)


def question_or_name(case: Case) -> bool:
    """Look into memory where something is asked, or a name is said that the index knows."""
    lower = case.message.lower()
    return "?" in lower or "？" in lower or any(name.lower() in lower for name in case.names)


METHODS: dict[str, Callable[[Case], bool]] = {
    "lamina": ours,
    "always": always,
    "never": never,
    "eight cue words": cue_words,
    "question or known name": question_or_name,
}


def shares(judged: Iterable[tuple[Case, bool]]) -> list[str]:
    """Return the cells of a row: messages, precision, recall, accuracy."""
    pairs = [(case.recall, said) for case, said in judged]
    both = sum(wanted and said for wanted, said in pairs)
    said_so = sum(said for _, said in pairs)
    wanted_so = sum(wanted for wanted, _ in pairs)
    right = sum(wanted == said for wanted, said in pairs)
    return [
        str(len(pairs)),
        f"{both / said_so:.3f}" if said_so else "-",
        f"{both / wanted_so:.3f}" if wanted_so else "-",
        f"{right / len(pairs):.3f}" if pairs else "-",
    ]


def row(name: str, cells: Sequence[str]) -> None:
    """Print a line of a table."""
    print(f"{name:38}" + "".join(f"{cell:>11}" for cell in cells))


def show(cases: Sequence[Case]) -> None:
    """Print the tables by method, language and reason, and the time."""
    row("", ("messages", "precision", "recall", "accuracy"))
    for name, method in METHODS.items():
        row(name, shares((case, method(case)) for case in cases))
    print()
    for language in LANGUAGES:
        row(
            f"lamina, {language}",
            shares((case, ours(case)) for case in cases if case.lang == language),
        )
    print()
    row("reason given", ("messages", "right"))
    reasons: defaultdict[tuple[bool, str], list[bool]] = defaultdict(list)
    for case in cases:
        found = decided(case)
        reasons[not found.recall, found.reason].append(found.recall == case.recall)
    for (silent, reason), right in sorted(reasons.items()):
        row(f"{'silent' if silent else 'recall'}: {reason}", (str(len(right)), str(sum(right))))
    times = sorted(best_time(case) for case in cases)
    print(f"\n{times[len(times) // 2]:.2f} ms a message, {times[-1]:.2f} ms the slowest one")


def best_time(case: Case) -> float:
    """Return the milliseconds a message takes, the best of five tries."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        decided(case)
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


def show_mistakes(cases: Sequence[Case]) -> None:
    """Print each message that is judged otherwise, and why."""
    for case in cases:
        found = decided(case)
        if found.recall != case.recall:
            print(f"{case.lang} {'recall' if case.recall else 'silent'}: {case.message}")
            print(f"    {case.why} -> {found.reason}: {', '.join(found.words)}")


def main() -> None:
    """Print the tables, or the mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the messages held back, not those")
    parser.add_argument("--mistakes", action="store_true", help="the messages judged otherwise")
    args = parser.parse_args()
    cases = load("trigger_unseen.jsonl" if args.unseen else "trigger.jsonl")
    (show_mistakes if args.mistakes else show)(cases)


if __name__ == "__main__":
    main()

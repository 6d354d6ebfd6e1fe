"""Count how many labelled exchanges are told as "worth a note, and not written", in four languages.

data/decisions.jsonl holds what a user said and what the agent answered, whether that should have
been written (``write``: not if it was written already) and of which kind it is. The set was written
from the specification by someone who had not seen the rules; data/decisions_unseen.jsonl, the third
held back, read with --unseen only, was not looked at while the rules were written.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.recall.unwritten import DECISION, KINDS, detect
from table import row, share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DATA = Path(__file__).with_name("data")
LANGUAGES = ("en", "de", "ru", "zh")
NOTHING = "none"
COLUMNS = ("exchanges", "precision", "recall", "accuracy", "kind")
CUES = re.compile(
    r"\b(?:decided|agreed|important|learned|beschlossen|wichtig|решили|важно)\b|决定|重要",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Case:
    """One exchange, and whether it holds something that is not written yet."""

    user: str
    agent: str
    lang: str
    kind: str
    write: bool


def load(name: str) -> list[Case]:
    """Return the exchanges of a file."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Case(r["user"], r["agent"], r["lang"], r["kind"], r["write"]) for r in rows]


def rules(case: Case) -> str:
    """Tell the kind as Lamina does."""
    found = detect(case.user, case.agent)
    return found.kind if found else NOTHING


def always(_: Case) -> str:
    """Take every exchange for a decision."""
    return DECISION


def never(_: Case) -> str:
    """Take no exchange for anything."""
    return NOTHING


def cue_words(case: Case) -> str:
    """Look for ten obvious words."""
    return DECISION if CUES.search(f"{case.user}\n{case.agent}") else NOTHING


METHODS: dict[str, Callable[[Case], str]] = {
    "lamina": rules,
    "always": always,
    "never": never,
    "ten cue words": cue_words,
}


def shares(judged: Iterable[tuple[Case, str]]) -> list[str]:
    """Return the cells of a row; kind: right among those rightly found."""
    pairs = list(judged)
    told = [(case, kind) for case, kind in pairs if kind != NOTHING]
    right = [(case, kind) for case, kind in told if case.write]
    wanted = sum(case.write for case, _ in pairs)
    well = sum(case.write == (kind != NOTHING) for case, kind in pairs)
    return [
        str(len(pairs)),
        share(len(right), len(told)),
        share(len(right), wanted),
        share(well, len(pairs)),
        share(sum(case.kind == kind for case, kind in right), len(right)),
    ]


def show(cases: Sequence[Case]) -> None:
    """Print precision, recall and accuracy by method, language and kind, and the time."""
    row("", COLUMNS)
    for name, method in METHODS.items():
        row(name, shares((case, method(case)) for case in cases))
    judged = [(case, rules(case)) for case in cases]
    print()
    for language in LANGUAGES:
        row(f"lamina, {language}", shares(pair for pair in judged if pair[0].lang == language))
    print()
    for kind in (*sorted(KINDS), NOTHING):
        row(kind, shares(pair for pair in judged if pair[0].kind == kind))
    print("\nof a kind: also those that were written already, which are not to be told")
    texts = [(f"{case.user} {n}", f"{case.agent} {n}") for n in range(20) for case in cases]
    start = time.perf_counter()
    for user, agent in texts:
        detect(user, agent)
    print(f"\n{(time.perf_counter() - start) / len(texts) * 1000:.2f} ms an exchange")


def show_mistakes(cases: Sequence[Case]) -> None:
    """Print each exchange that is taken for something else, and why."""
    for case in cases:
        found = detect(case.user, case.agent)
        if bool(found) != case.write or (found and found.kind != case.kind):
            print(f"{case.lang} {case.kind}, write {case.write}: {case.user}\n    | {case.agent}")
            print(f"    -> {found}")


def main() -> None:
    """Print the tables, or the mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the exchanges held back, not those")
    parser.add_argument("--mistakes", action="store_true", help="the exchanges told wrongly")
    args = parser.parse_args()
    cases = load("decisions_unseen.jsonl" if args.unseen else "decisions.jsonl")
    (show_mistakes if args.mistakes else show)(cases)


if __name__ == "__main__":
    main()

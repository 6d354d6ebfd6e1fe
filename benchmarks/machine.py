"""Count the lines of programs that are kept out of long-term memory, and those of people.

data/machine_text.jsonl holds lines of notes in four languages: what programs leave there, and lines
of people that look similar. They were written before the rules by someone who had not seen them;
data/machine_text_unseen.jsonl, read with --unseen only, was not looked at while the rules were
made. The sets of HUMAN hold lines of people alone: what is found there is found wrongly.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.recall.machine import is_machine, why

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

DATA = Path(__file__).with_name("data")
LANGUAGES = ("en", "de", "ru", "zh")
HUMAN = ("where.jsonl", "times.jsonl", "languages_notes.jsonl")
LOG_LINE = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\b(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b"
)


@dataclass(frozen=True, slots=True)
class Case:
    """One line, whether a program made it, and what it was written to show."""

    text: str
    lang: str
    machine: bool
    why: str


def load(name: str) -> list[Case]:
    """Return the lines of a file."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Case(row["text"], row["lang"], row["machine"], row["why"]) for row in rows]


def human_texts() -> list[str]:
    """Return the texts of the sets that people's lines alone stand in."""
    lines = [line for name in HUMAN for line in (DATA / name).read_text("utf-8").splitlines()]
    return [json.loads(line)["text"] for line in lines if line.strip()]


def nothing(_text: str) -> bool:
    """Take every line for a person's."""
    return False


def log_lines(text: str) -> bool:
    """Take a line for a program's if it has a time with seconds, or a log's level."""
    return LOG_LINE.search(text) is not None


METHODS: dict[str, Callable[[str], bool]] = {
    "lamina": is_machine,
    "nothing is machine text": nothing,
    "a regex for log lines": log_lines,
}


def shares(judged: Iterable[tuple[Case, bool]]) -> list[str]:
    """Return the cells of a row: lines, precision, recall, wrongly found, missed."""
    pairs = [(case.machine, said) for case, said in judged]
    both = sum(wanted and said for wanted, said in pairs)
    found = sum(said for _, said in pairs)
    wanted = sum(wanted for wanted, _ in pairs)
    return [
        str(len(pairs)),
        f"{both / found:.3f}" if found else "-",
        f"{both / wanted:.3f}" if wanted else "-",
        str(found - both),
        str(wanted - both),
    ]


def row(name: str, cells: Sequence[str]) -> None:
    """Print a line of a table."""
    print(f"{name:54}" + "".join(f"{cell:>10}" for cell in cells))


def show(cases: Sequence[Case]) -> None:
    """Print the tables by method, language and kind of line, what people's sets have, the time."""
    row("", ("lines", "precision", "recall", "wrong", "missed"))
    for name, method in METHODS.items():
        row(name, shares((case, method(case.text)) for case in cases))
    print()
    for language in LANGUAGES:
        of = [case for case in cases if case.lang == language]
        row(f"lamina, {language}", shares((case, is_machine(case.text)) for case in of))
    print()
    row("kind of line", ("lines", "right"))
    kinds: defaultdict[tuple[bool, str], list[bool]] = defaultdict(list)
    for case in cases:
        kinds[not case.machine, case.why].append(is_machine(case.text) == case.machine)
    for (human, kind), right in sorted(kinds.items()):
        row(f"{'human' if human else 'machine'}: {kind}", (str(len(right)), str(sum(right))))
    texts = human_texts()
    print(f"\n{sum(map(is_machine, texts))} found in {len(texts)} lines of people in other sets")
    print(f"{cost([case.text for case in cases]):.3f} ms a line, {cost(texts):.3f} of those sets")


def cost(texts: Sequence[str]) -> float:
    """Return the milliseconds of processor time a text takes, the best of five tries."""
    times = []
    for _ in range(5):
        start = time.process_time()
        for text in texts:
            is_machine(text)
        times.append(time.process_time() - start)
    return min(times) / len(texts) * 1000


def show_mistakes(cases: Sequence[Case]) -> None:
    """Print each line judged wrongly, and every line of people that is found."""
    for case in cases:
        if is_machine(case.text) != case.machine:
            print(f"{case.lang} {'missed' if case.machine else 'wrong'}: {case.text!r}")
            print(f"    {case.why} -> {why(case.text) or 'human'}")
    for text in filter(is_machine, human_texts()):
        print(f"other sets: {text[:200]} -> {why(text)}")


def main() -> None:
    """Print the tables, or the mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the lines held back, not those")
    parser.add_argument("--mistakes", action="store_true", help="the lines judged wrongly")
    args = parser.parse_args()
    cases = load("machine_text_unseen.jsonl" if args.unseen else "machine_text.jsonl")
    (show_mistakes if args.mistakes else show)(cases)


if __name__ == "__main__":
    main()

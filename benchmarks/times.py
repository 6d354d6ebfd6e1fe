"""Count how many questions with a date in words are understood, in four languages.

data/times.jsonl holds questions, the moment they are asked and the days they mean, or none where a
word only looks like a date. They were written before the rules by someone who had not seen them;
every third line, read with --unseen only, was not looked at while the rules were made.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.search.dates import span_of

try:
    from dateparser.search import search_dates
except ImportError:
    search_dates = None

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DATA = Path(__file__).with_name("data") / "times.jsonl"
LANGUAGES = ("en", "de", "ru", "zh")
Days = tuple[date, date] | None


@dataclass(frozen=True, slots=True)
class Case:
    """One question, when it is asked and the days it means."""

    text: str
    lang: str
    now: datetime
    days: Days


def load(*, unseen: bool) -> list[Case]:
    """Return the questions that the rules were made with, or the third kept aside."""
    rows = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
    return [
        Case(row["text"], row["lang"], datetime.fromisoformat(row["now"]), _days(row))
        for number, row in enumerate(rows)
        if (number % 3 == 2) == unseen
    ]


def _days(row: dict[str, str]) -> Days:
    if not row["since"]:
        return None
    return date.fromisoformat(row["since"]), date.fromisoformat(row["until"])


def ours(case: Case) -> Days:
    """Read the days as Lamina does."""
    span = span_of(case.text, case.now.date())
    return (span.since, span.until) if span else None


def parser_of_dates(case: Case) -> Days:
    """Read the first date that the dateparser library finds; it knows moments, not spans."""
    settings = {"RELATIVE_BASE": case.now.replace(tzinfo=None), "PREFER_DATES_FROM": "past"}
    found = search_dates(case.text, languages=[case.lang], settings=settings)
    return (found[0][1].date(), found[0][1].date()) if found else None


def show(name: str, cases: Sequence[Case], read: Callable[[Case], Days]) -> None:
    """Print a line of the table: right days, by language, and silence where no date is meant."""
    start = time.perf_counter()
    right = [read(case) == case.days for case in cases]
    spent = (time.perf_counter() - start) / len(cases) * 1000

    def share(wanted: Sequence[bool]) -> str:
        chosen = [ok for ok, counts in zip(right, wanted, strict=True) if counts]
        return f"{sum(chosen)}/{len(chosen)}".rjust(8)

    cells = [share([case.days is not None for case in cases])]
    cells += [
        share([bool(case.days) and case.lang == lang for case in cases]) for lang in LANGUAGES
    ]
    cells.append(share([case.days is None for case in cases]))
    print(f"{name:26}{''.join(cells)}  {spent:7.2f}")


def main() -> None:
    """Print the table, or the mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the questions held back, not those")
    parser.add_argument("--mistakes", action="store_true", help="the questions read wrongly")
    args = parser.parse_args()
    cases = load(unseen=args.unseen)
    if args.mistakes:
        for case in cases:
            if ours(case) != case.days:
                print(case.text, case.now.date(), case.days, ours(case), sep=" | ")
        return
    print(f"{'':26}   dates      en      de      ru      zh no date       ms")
    show("lamina", cases, ours)
    if search_dates is None:
        print("dateparser                not installed: skipped")
    else:
        show("dateparser.search_dates", cases, parser_of_dates)


if __name__ == "__main__":
    main()

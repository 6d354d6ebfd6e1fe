"""Count how many of the matters left open by short talks are found, in four languages.

data/matters.json holds talks and what in each must not be lost: the kind, and the words that carry
it. They were written before the rules; a third of the scenes, told by a hash, was not looked at
while the rules were made and is counted with --unseen only. Most scenes are played in all four
languages: then all four are held back. A matter counts as found where a line of the same message
shares most of its words with it; kinds are counted beside.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.sessions.matters import Kind, Matter, matters
from lamina.sessions.said import Said
from lamina.sessions.turns import Origin, Role
from table import row, share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DATA = Path(__file__).with_name("data") / "matters.json"
LANGUAGES = ("en", "de", "ru", "zh")
COLUMNS = ("talks", "matters", "precision", "recall", "kind")
LAST = 3
ASKS = re.compile(
    r"[?？]|\b(?:will|must|werde|muss|müssen|должен|надо|нужно)\b|会|要|必须", re.IGNORECASE
)
SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")


@dataclass(frozen=True, slots=True)
class Open:
    """A matter that must not be lost."""

    kind: str
    text: str
    record: int


@dataclass(frozen=True, slots=True)
class Case:
    """A talk, and what is open at its end."""

    id: str
    lang: str
    said: tuple[Said, ...]
    open: tuple[Open, ...]


def load(*, unseen: bool) -> list[Case]:
    """Return the talks that may be looked at, or those held back."""
    rows = json.loads(DATA.read_text("utf-8"))
    return [
        Case(
            row["id"],
            row["lang"],
            tuple(
                Said(Role(role), text, None, Origin(origin), number)
                for number, (role, text, origin) in enumerate(row["said"], start=1)
            ),
            tuple(Open(one["kind"], one["words"], one["record"]) for one in row["open"]),
        )
        for row in rows
        if held_back(row["scene"]) == unseen
    ]


def held_back(scene: str) -> bool:
    """Tell whether a scene is held back: about every third is."""
    return hashlib.sha256(scene.encode()).digest()[0] % 3 == 0


def rules(case: Case) -> list[Matter]:
    """Find what is open as Lamina does."""
    return matters(case.said)


def last_lines(case: Case) -> list[Matter]:
    """Take the user's last lines for open."""
    users = [one for one in case.said if one.role is Role.USER]
    return [Matter(Kind.TODO, one.text, one.record, case.lang) for one in users[-LAST:]]


def asking(case: Case) -> list[Matter]:
    """Take each sentence for open that has a question mark, or will or must."""
    return [
        Matter(Kind.QUESTION if "?" in text else Kind.TODO, text.strip(), one.record, case.lang)
        for one in case.said
        if one.role in {Role.USER, Role.ASSISTANT}
        for text in SENTENCE.findall(one.text)
        if ASKS.search(text)
    ]


METHODS: dict[str, Callable[[Case], list[Matter]]] = {
    "lamina": rules,
    f"last {LAST} lines of the user": last_lines,
    "? or will or must": asking,
}


@dataclass
class Count:
    """What was found and what was there."""

    talks: int = 0
    wanted: int = 0
    told: int = 0
    right: int = 0
    kind: int = 0

    def add(self, case: Case, told: Sequence[Matter], kind: str = "") -> None:
        """Count a talk; with a kind, only matters that are or are taken for it."""
        pairs = matched(case.open, told)
        self.talks += 1
        wanted = [one for one in case.open if kind in {"", one.kind}]
        named = [line for line in told if kind in {"", str(line.kind)}]
        self.wanted += len(wanted)
        self.told += len(named)
        right = [
            (one, line)
            for one, line in pairs
            if kind in {"", one.kind} and kind in {"", str(line.kind)}
        ]
        self.right += len(right)
        self.kind += sum(one.kind == str(line.kind) for one, line in right)

    def cells(self) -> list[str]:
        """Return the cells of a row."""
        return [
            str(self.talks),
            str(self.wanted),
            share(self.right, self.told),
            share(self.right, self.wanted),
            share(self.kind, self.right),
        ]


def matched(wanted: Sequence[Open], told: Sequence[Matter]) -> list[tuple[Open, Matter]]:
    """Pair each matter with the line that says it, each line once."""
    left = list(told)
    pairs = []
    for one in wanted:
        found = [o for o in left if o.record == one.record and alike(one.text, o.text)]
        found.sort(key=lambda line: str(line.kind) != one.kind)
        if found:
            pairs.append((one, found[0]))
            left.remove(found[0])
    return pairs


def alike(one: str, other: str) -> bool:
    """Tell whether two lines share most words of the shorter one."""
    a, b = set(words(one)), set(words(other))
    return 2 * len(a & b) >= min(len(a), len(b)) > 0


def words(text: str) -> list[str]:
    """Return words, of Chinese the characters."""
    return re.findall(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+", text.lower())


def show(cases: Sequence[Case]) -> None:
    """Print precision and recall by method, language and kind."""
    row("", COLUMNS)
    for name, method in METHODS.items():
        row(name, counted(cases, method))
    print()
    for language in LANGUAGES:
        row(f"lamina, {language}", counted([c for c in cases if c.lang == language], rules))
    print("\nof a kind: found, and told as this kind")
    for kind in Kind:
        row(kind, counted(cases, rules, kind))
    quiet = [case for case in cases if not case.open]
    silent = sum(not rules(case) for case in quiet)
    print(f"\n{silent} of {len(quiet)} talks with nothing to keep are left alone")


def counted(
    cases: Sequence[Case], method: Callable[[Case], list[Matter]], kind: str = ""
) -> list[str]:
    """Return the cells for a method."""
    count = Count()
    for case in cases:
        count.add(case, method(case), kind)
    return count.cells()


def show_mistakes(cases: Sequence[Case]) -> None:
    """Print what is missed and what is told for nothing."""
    for case in cases:
        told = rules(case)
        pairs = matched(case.open, told)
        missed = [one for one in case.open if not any(one is pair[0] for pair in pairs)]
        extra = [line for line in told if not any(line is pair[1] for pair in pairs)]
        other = [(a, b) for a, b in pairs if a.kind != str(b.kind)]
        if missed or extra or other:
            print(case.id)
            for said in case.said:
                print(f"    {said.record} {said.role}: {said.text}")
            for one in missed:
                print(f"  missed {one.kind}: {one.record} {one.text}")
            for line in extra:
                print(f"  extra  {line.kind}: {line.record} {line.text}")
            for a, b in other:
                print(f"  kind   {a.kind} told as {b.kind}: {a.text}")


def main() -> None:
    """Print the tables, or the mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unseen", action="store_true", help="the talks held back, not those")
    parser.add_argument("--mistakes", action="store_true", help="what is found wrongly")
    args = parser.parse_args()
    if args.mistakes and args.unseen:
        parser.error("the talks held back are counted, not looked at")
    (show_mistakes if args.mistakes else show)(load(unseen=args.unseen))


if __name__ == "__main__":
    main()

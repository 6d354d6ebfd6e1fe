"""What of months of notes is worth keeping: the evidence of questions that were never asked.

    LAMINA_BENCH_DATA=FOLDER python benchmarks/nights.py [--conversations N] [--vectors]
    python benchmarks/nights.py --cache FOLDER     keep what the searches gave between runs
    python benchmarks/nights.py --sweeps           also sweep every night and read MEMORY.md (slow)

LoCoMo, as in retrieval.py, lived through as in lives.py: half of the questions are searched on days
after their evidence was written. Counted is the share of the evidence lines of the other half,
*held back*, among what fits in a budget of tokens (characters / 4 of the lines), each pick taken in
its order if it still fits.

A row ranks at the end of life and without gates, "lamina" too; only "MEMORY.md" is what real
sweeps, one a night, left in the file, in the file's order. A line that answers an asked question
may answer a held-back one too; how many do, is printed. "With the key" knows which lines those
are: what could be reached, and no method. For the known formula the words of a candidate that are
no stop words count as its tags.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import random
import re
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path

from lamina.dreaming import promotions
from lamina.dreaming.condense import condensed
from lamina.storage.contract import Recall
from lives import (
    STOP_WORDS,
    Event,
    Life,
    Line,
    Place,
    divide,
    evidence,
    life,
    lifetime,
    live,
    opened,
)
from locomo import Conversation, data_file, load

BUDGETS = (500, 1000, 2000)
SEEDS = 20

# The six signals of the known formula, their weights, and what it does with chunks.
WEIGHTS = {
    "relevance": 0.30,
    "frequency": 0.24,
    "diversity": 0.15,
    "recency": 0.15,
    "consolidation": 0.10,
    "density": 0.06,
}
HALF_LIFE = 14  # days
CHUNK, OVERLAP = 1600, 320  # characters: 400 and 80 tokens
SNIPPET = 640  # characters of a chunk that it writes


@dataclass(frozen=True, slots=True)
class Pick:
    """What is promoted as one: the places it covers and what it costs."""

    places: frozenset[Place]
    tokens: float


Strategy = Callable[[Conversation, Sequence[Event], Sequence[Line]], Sequence[Place]]
Row = Callable[[Life], Iterable[Sequence[Pick]]]  # several runs where chance has a part


def memory_file(settings: Mapping[str, str], *, vectors: bool) -> Row:
    """Return the row of what stands in MEMORY.md after a life with a sweep every night."""

    def row(lived: Life) -> list[list[Pick]]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "workspace"
            live(
                lived.conversation,
                root,
                vectors=vectors,
                settings=settings,
                night=lambda memory: memory.dreamer.sweep(),
            )
            file = root / "MEMORY.md"
            text = file.read_text("utf-8") if file.exists() else ""
        picks = [promoted(entry) for entry in promotions.read(text)]
        print(
            f"{lived.conversation.name}: {len(picks)} promoted lines of"
            f" {sum(pick.tokens for pick in picks):.0f} tokens stand in MEMORY.md,"
            f" which has {len(text) / 4:.0f}"
        )
        return [picks]

    return row


def promoted(entry: promotions.Promoted) -> Pick:
    """Return the places and the cost of an entry, its source and marker aside."""
    path, _, lines = entry.source.partition("#")
    numbers = [int(number) for number in re.findall(r"\d+", lines)] or [0]
    places = frozenset((path, n) for n in range(numbers[0], numbers[-1] + 1))
    return Pick(places, (len(entry.text) + 2) / 4)


def picks_of(places: Iterable[Place], lines: Sequence[Line]) -> list[Pick]:
    """Return single lines as picks."""
    cost = {line.place: line.tokens for line in lines}
    return [Pick(frozenset([p]), cost[p]) for p in dict.fromkeys(places) if p in cost]


def by_line(strategy: Strategy) -> Row:
    """Return the row of a strategy that ranks single lines."""
    return lambda x: [picks_of(strategy(x.conversation, x.events, x.lines), x.lines)]


def shuffled(places: Callable[[Life], Iterable[Place]]) -> Row:
    """Return the row of some lines in random order, several times."""

    def row(lived: Life) -> Iterator[list[Pick]]:
        found = sorted(places(lived))
        for seed in range(SEEDS):
            yield picks_of(random.Random(seed).sample(found, len(found)), lived.lines)

    return row


def newest(_: Conversation, __: Sequence[Event], lines: Sequence[Line]) -> list[Place]:
    """Take the newest lines first."""
    return [line.place for line in reversed(lines)]


def most_recalled(_: Conversation, events: Sequence[Event], lines: Sequence[Line]) -> list[Place]:
    """Take the lines that were given most often first, of equal ones the newer."""
    times: dict[Place, int] = defaultdict(int)
    for event in events:
        times[event.path, event.line] += 1
    return sorted((p for x in reversed(lines) if (p := x.place) in times), key=lambda p: -times[p])


def asked_with_key(
    conversation: Conversation, _: Sequence[Event], lines: Sequence[Line]
) -> list[Place]:
    """Take, of what answers asked questions, the cheapest lines that answer held-back ones."""
    asked, held = map(evidence, divide(conversation))
    return [x.place for x in sorted(lines, key=lambda x: x.tokens) if x.place in asked & held]


def any_with_key(
    conversation: Conversation, _: Sequence[Event], lines: Sequence[Line]
) -> list[Place]:
    """Take the cheapest lines that answer held-back questions."""
    held = evidence(divide(conversation)[1])
    return [x.place for x in sorted(lines, key=lambda x: x.tokens) if x.place in held]


def tags(text: str) -> int:
    """Count the words of a text that could be concept tags."""
    words = set(re.findall(r"\w[\w'’-]+\w", text.lower()))
    return sum(not word.isdecimal() and not STOP_WORDS.fullmatch(word) for word in words)


def six_signals(events: Iterable[Event], text: str, end: date) -> float:
    """Return the score of a candidate; what one search gave of it is one recall.

    The formula is that of the known implementation, without its phase boosts.
    """
    recalls: dict[tuple[date, str], float] = defaultdict(float)
    for event in events:
        key = event.day, event.query
        recalls[key] = max(recalls[key], min(1.0, max(0.0, event.score)))
    days = sorted({day for day, _ in recalls})
    recurrence = 0.2
    if len(days) > 1:
        span = min(1.0, (days[-1] - days[0]).days / 7)
        recurrence = 0.55 * min(1.0, math.log(len(days)) / math.log(5)) + 0.45 * span
    signals = {
        "relevance": statistics.fmean(recalls.values()),
        "frequency": min(1.0, math.log(1 + len(recalls)) / math.log(11)),
        "diversity": min(1.0, max(len({query for _, query in recalls}), len(days)) / 5),
        "recency": math.exp2(-(end - days[-1]).days / HALF_LIFE),
        "consolidation": recurrence,
        "density": min(1.0, tags(text) / 6),
    }
    return sum(WEIGHTS[name] * value for name, value in signals.items())


def six_signal_lines(
    conversation: Conversation, events: Sequence[Event], lines: Sequence[Line]
) -> list[Place]:
    """Rank single lines by the six signals; a line that was never given is no candidate."""
    given: dict[Place, list[Event]] = defaultdict(list)
    for event in events:
        given[event.path, event.line].append(event)
    end = lifetime(conversation)[-1]
    score = {x.place: six_signals(given[x.place], x.text, end) for x in lines if x.place in given}
    return sorted(score, key=lambda place: (-score[place], -len(given[place]), place))


def chunks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Cut a note into chunks of whole lines with an overlap: first and last line, from 1."""
    sizes = [len(line) + 1 for line in lines]
    first = 0
    for last in range(len(lines)):
        if first < last and sum(sizes[first : last + 1]) > CHUNK:
            yield first + 1, last
            room = min(OVERLAP, CHUNK - sizes[last])
            first = last
            while sum(sizes[first - 1 : last]) <= room:
                first -= 1
    yield first + 1, len(lines)


def six_signal_chunks(most: int) -> Row:
    """Rank chunks by the six signals; of each, whole lines up to so many characters are kept."""

    def row(lived: Life) -> list[list[Pick]]:
        end = lifetime(lived.conversation)[-1]
        ranked = []
        for path, lines in sorted(lived.conversation.notes.items()):
            events = [event for event in lived.events if event.path == path]
            for first, last in chunks(lines):
                if given := [event for event in events if first <= event.line <= last]:
                    score = six_signals(given, "\n".join(lines[first - 1 : last]), end)
                    ranked.append((-score, -len(given), path, (first, last)))
        notes = lived.conversation.notes
        return [[cut(notes[path], path, *ends, most) for *_, path, ends in sorted(ranked)]]

    return row


def cut(lines: Sequence[str], path: str, first: int, last: int, most: int) -> Pick:
    """Return the lines of a chunk that stand whole within so many characters of it."""
    spent, whole = 0, []
    for number in range(first, last + 1):
        spent += len(lines[number - 1]) + 1
        if spent - 1 <= most:
            whole.append((path, number))
    return Pick(frozenset(whole), min(most, spent - 1) / 4)


def lamina(lived: Life, *, short: bool = True, strict: bool = False) -> list[list[Pick]]:
    """Rank as Lamina would on the last evening; its state is made anew from the events.

    ``strict``: a line that was shortened counts only where an answer is left in it whole.
    """
    conversation, events = lived.conversation, lived.events
    end = datetime.combine(lifetime(conversation)[-1], time(23), UTC)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "workspace"
        conversation.write(root)
        with opened(root, lambda: end, {}) as memory:
            memory.state.add_recalls(map(recall, events))
            ranked = memory.dreamer.ranked()
            rarity = memory.dreamer.evidence.rarity
            picks = []
            for one in ranked:
                fact = one.candidate
                asked = {recall.question for recall in fact.asked}
                said = condensed(fact.text, rarity, asked) if short else fact.text
                place = (fact.places[-1].path, fact.places[-1].first)
                kept = not strict or left_whole(conversation, place, fact.text, said)
                picks.append(Pick(frozenset([place] if kept else []), (len(said) + 2) / 4))
    return [picks]


def left_whole(conversation: Conversation, place: Place, whole: str, said: str) -> bool:
    """Tell whether some held-back question finds all words of its answer that the line had."""
    had, has = words(whole), words(said)
    held = [one for one in divide(conversation)[1] if place in one.evidence]
    return any(words(one.answer) & had <= has for one in held)


def words(text: str) -> set[str]:
    """Return the words of a text that are no stop words."""
    found = set(re.findall(r"[\w'’]+", text.lower()))
    return {word for word in found if not STOP_WORDS.fullmatch(word)}


def recall(event: Event) -> Recall:
    """Return an event as the state store keeps it."""
    return Recall(
        at=datetime.combine(event.day, time(12), UTC).isoformat(timespec="milliseconds"),
        day=str(event.day),
        query=event.query,
        query_hash=hashlib.sha256(event.query.encode()).hexdigest()[:12],
        source="search",
        origin="owner",
        session="main",
        chunk="",
        path=event.path,
        start=event.line,
        end=event.line,
        claim=event.claim,
        score=event.score,
    )


ROWS: dict[str, Row] = {
    "random lines": shuffled(lambda lived: [line.place for line in lived.lines]),
    "newest lines": by_line(newest),
    "most recalled lines": by_line(most_recalled),
    "six signals, chunks": six_signal_chunks(CHUNK),
    "six signals, chunks cut to 160 tokens": six_signal_chunks(SNIPPET),
    "six signals, lines": by_line(six_signal_lines),
    "lamina, whole lines": lambda lived: lamina(lived, short=False),
    "lamina": lamina,
    "lamina, where an answer is left whole": lambda lived: lamina(lived, strict=True),
    "asked evidence, random order": shuffled(lambda x: evidence(divide(x.conversation)[0])),
    "asked evidence, with the key": by_line(asked_with_key),
    "any line, with the key": by_line(any_with_key),
}


def covered(picks: Iterable[Pick], held: set[Place], budget: int) -> int:
    """Count the held-back evidence in what fits a budget."""
    spent = 0.0
    found: set[Place] = set()
    for pick in picks:
        if spent + pick.tokens <= budget:
            spent += pick.tokens
            found |= pick.places & held
    return len(found)


def measure(row: Row, lives: Sequence[Life]) -> list[float]:
    """Return, for each budget, the mean share over conversations and that of all lines."""
    runs = [list(row(lived)) for lived in lives]
    held = [evidence(divide(lived.conversation)[1]) for lived in lives]
    cells = []
    for budget in BUDGETS:
        counts = [
            statistics.fmean(covered(picks, need, budget) for picks in tried)
            for tried, need in zip(runs, held, strict=True)
        ]
        shares = [count / len(need) for count, need in zip(counts, held, strict=True)]
        cells += [statistics.fmean(shares), sum(counts) / sum(map(len, held))]
    return cells


def show(table: dict[str, list[float]]) -> None:
    """Print the shares, and their means as multiples of some rows."""
    print(f"\n{'share of held-back evidence, tokens':38}" + "".join(f"{b:>16}" for b in BUDGETS))
    print(" " * 38 + f"{'mean':>8}{'pooled':>8}" * len(BUDGETS))
    for name, cells in table.items():
        print(f"{name:38}" + "".join(f"{cell:8.3f}" for cell in cells))
    beside = ("random lines", "six signals, chunks", "six signals, lines")
    print(f"\n{'multiples of the mean of':38}" + "".join(f"{name:>24}" for name in beside))
    print(" " * 38 + "".join(f"{b:8}" for b in BUDGETS) * len(beside))
    for name, cells in table.items():
        ratios = [cells[i] / (table[b][i] or math.nan) for b in beside for i in range(0, 6, 2)]
        print(f"{name:38}" + "".join(f"{ratio:8.2f}" for ratio in ratios))


def counted(lives: Sequence[Life]) -> str:
    """Say what was lived."""
    pairs = [divide(lived.conversation) for lived in lives]
    both = [(evidence(asked), evidence(held)) for asked, held in pairs]
    lines = [line for lived in lives for line in lived.lines]
    given = {(x.conversation.name, e.day, e.query) for x in lives for e in x.events}
    return (
        f"LoCoMo, {len(lives)} conversations, {len(lines)} lines of"
        f" {sum(x.tokens for x in lines) / len(lines):.0f} tokens; {sum(len(a) for a, _ in pairs)}"
        f" questions asked in {len(given)} searches, {sum(len(h) for _, h in pairs)} held back\n"
        f"lines that answer asked ones: {sum(len(a) for a, _ in both)}, held-back ones:"
        f" {sum(len(h) for _, h in both)}, both: {sum(len(a & h) for a, h in both)}"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--conversations", type=int, default=100)
    parser.add_argument("--vectors", action="store_true", help="search words and vectors")
    parser.add_argument("--cache", type=Path, help="folder that keeps what the searches gave")
    parser.add_argument("--sweeps", action="store_true", help="sweep every night, too (slow)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="for sweeps"
    )
    args = parser.parse_args()
    data = data_file()
    if data is None:
        print("skipped: LoCoMo is not here (set LAMINA_BENCH_DATA)")
        return
    talks = load(data)[: args.conversations]
    lives = [life(talk, args.cache, vectors=args.vectors) for talk in talks]
    print(counted(lives))
    rows = dict(ROWS)
    if args.sweeps:
        settings = dict(pair.split("=", 1) for pair in args.set)
        rows["MEMORY.md"] = memory_file(settings, vectors=args.vectors)
    show({name: measure(row, lives) for name, row in rows.items()})


if __name__ == "__main__":
    main()

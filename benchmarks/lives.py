"""LoCoMo conversations lived through: notes on their days, searches on later ones.

The questions are divided once, by a hash of conversation and text, into asked and held back. From
the first session to four weeks after the last one, an asked question is searched on one to three
days after the last of its evidence was written, a third of them once more in other words: without
stop words, without them and the second half first, or as "do you remember ..."; days and words by
the hash.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.memory import Memory
from lamina.places import Places
from lamina.search.chunker import claim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from locomo import Conversation, Question

Place = tuple[str, int]
AFTER = 28  # days that life goes on after the last session
STOP_WORDS = re.compile(
    "a|an|and|are|as|at|be|been|by|did|do|does|for|from|had|has|have|he|her|his|how|in|is|it|its|of"
    "|on|or|she|that|the|their|they|this|to|was|were|what|when|where|which|who|whom|whose|why|will"
    "|with|would",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a note that may be promoted."""

    path: str
    number: int
    text: str

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.path, self.number

    @property
    def tokens(self) -> float:
        """What it costs."""
        return len(self.text) / 4


@dataclass(frozen=True, slots=True)
class Event:
    """A search gave a line."""

    day: date
    query: str
    score: float
    path: str
    line: int
    claim: str


@dataclass(frozen=True, slots=True)
class Life:
    """A conversation that was lived through: what the searches gave, in their order."""

    conversation: Conversation
    events: list[Event]
    lines: list[Line]


def digest(conversation: Conversation, question: Question) -> bytes:
    """Return what decides a question's fate."""
    return hashlib.sha256(f"{conversation.name}\n{question.text}".encode()).digest()


def divide(conversation: Conversation) -> tuple[list[Question], list[Question]]:
    """Return the questions that are asked and those held back."""
    halves: tuple[list[Question], list[Question]] = [], []
    for question in conversation.questions:
        halves[digest(conversation, question)[0] % 2].append(question)
    return halves


def evidence(questions: Iterable[Question]) -> set[Place]:
    """Return the lines that answer these questions."""
    return {place for question in questions for place in question.evidence}


def day_of(path: str) -> date:
    """Return the day of a note."""
    return date.fromisoformat(Path(path).stem)


def lifetime(conversation: Conversation) -> list[date]:
    """Return every day that is lived."""
    first, last = day_of(min(conversation.notes)), day_of(max(conversation.notes))
    return [first + timedelta(n) for n in range((last - first).days + AFTER + 1)]


def lines_of(conversation: Conversation) -> list[Line]:
    """Return every turn, oldest first."""
    return [
        Line(path, number, text)
        for path, lines in sorted(conversation.notes.items())
        for number, text in enumerate(lines, start=1)
        if text.startswith("- ")
    ]


def reworded(text: str, way: int) -> str:
    """Say a question in other words."""
    if way == 0:
        return f"do you remember {text[:1].lower()}{text[1:]}"
    words = [w for w in re.findall(r"[\w'’-]+", text) if not STOP_WORDS.fullmatch(w)]
    half = len(words) // 2 if way == 1 else 0
    return " ".join(words[half:] + words[:half])


def searches(conversation: Conversation) -> dict[date, list[str]]:
    """Return what is searched on each day."""
    end = lifetime(conversation)[-1]
    plan: dict[date, list[str]] = defaultdict(list)
    for question in divide(conversation)[0]:
        chance = random.Random(digest(conversation, question))
        written = max(day_of(path) for path, _ in question.evidence)
        times, again = chance.randint(1, 3), chance.randrange(3) == 0
        queries = [question.text] * times
        queries += [reworded(question.text, chance.randrange(3))] * again
        days = chance.sample(range(1, (end - written).days + 1), len(queries))
        for after, query in zip(days, queries, strict=True):
            plan[written + timedelta(after)].append(query)
    return plan


def opened(
    root: Path, clock: Callable[[], datetime], settings: Mapping[str, str], *, vectors: bool = False
) -> Memory:
    """Open a workspace that keeps its caches beside it."""
    around = {"HOME": str(root.parent), "LAMINA_CACHE": str(root.parent / "cache")}
    kind = "local" if vectors else "none"
    fixed = {"notes.timezone": "UTC", "search.deadline_ms": "60000", "embedding.kind": kind}
    places = Places.of(around, cwd=root)
    return Memory(root, clock=clock, places=places, overrides=fixed | dict(settings))


def live(
    conversation: Conversation,
    root: Path,
    *,
    vectors: bool = False,
    settings: Mapping[str, str] | None = None,
    night: Callable[[Memory], object] | None = None,
) -> list[Event]:
    """Live a conversation day by day in an empty workspace; ``night`` comes after every day."""
    (root / "memory").mkdir(parents=True)
    plan, events = searches(conversation), []
    now = datetime.min.replace(tzinfo=UTC)
    with opened(root, lambda: now, settings or {}, vectors=vectors) as memory:
        for day in lifetime(conversation):
            now = datetime.combine(day, time(12), UTC)
            path = f"memory/{day}.md"
            if path in conversation.notes:
                (root / path).write_text("\n".join(conversation.notes[path]) + "\n", "utf-8")
                memory.sync()
                if memory.vectors:
                    memory.vectors.fill()
            for query in plan.get(day, ()):
                events += [
                    Event(day, query, hit.score, hit.path, hit.start_line, claim(hit.snippet))
                    for hit in memory.search(query).hits
                ]
            if night:
                now += timedelta(hours=15)
                night(memory)
    return events


def life(conversation: Conversation, cache: Path | None = None, *, vectors: bool = False) -> Life:
    """Live a conversation without sweeps, or read in ``cache`` how it was lived."""
    kept = cache and cache / f"nights-{conversation.name}-{'vectors' if vectors else 'words'}.json"
    if kept and kept.exists():
        rows = json.loads(kept.read_text("utf-8"))
        events = [Event(date.fromisoformat(day), *row) for day, *row in rows]
    else:
        with tempfile.TemporaryDirectory() as folder:
            events = live(conversation, Path(folder) / "workspace", vectors=vectors)
        if kept:
            rows = [(str(e.day), e.query, e.score, e.path, e.line, e.claim) for e in events]
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(rows), "utf-8")
    return Life(conversation, events, lines_of(conversation))

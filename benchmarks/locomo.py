"""LoCoMo conversations as workspaces of dated notes: one line a turn, evidence by line."""

from __future__ import annotations

import json
import os
import re
import statistics
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.memory import Memory
from lamina.places import Places

if TYPE_CHECKING:
    from collections.abc import Mapping

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
BUDGETS = (500, 1000, 2000, 4000)
RANKS = (5, 10)
Place = tuple[str, int]  # path and line


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the (path, line) places that answer it."""

    text: str
    category: int
    evidence: frozenset[Place]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a hit shows: a text's length, and after how many characters of it each line is read."""

    length: int
    lines: dict[Place, int]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation's notes by path, and its questions."""

    name: str
    notes: dict[str, list[str]]
    questions: list[Question]

    def write(self, root: Path) -> None:
        """Write the notes into a workspace."""
        for path, lines in self.notes.items():
            full = root / path
            full.parent.mkdir(parents=True, exist_ok=True)
            full.write_text("\n".join(lines) + "\n", "utf-8")

    def shown(self, path: str, text: str) -> Shown:
        """Return which lines of a note a text shows; 60 % of one it cuts are enough."""
        lines = {}
        first = text.partition("\n")[0]
        for number, line in enumerate(self.notes.get(path, ()), start=1):
            turn = line.removeprefix("- ")
            least = max(40, len(turn) * 6 // 10)
            if turn == line:
                continue
            if (start := text.find(turn[:least])) >= 0:
                lines[path, number] = min(start + len(turn), len(text))
            elif len(first) >= least and turn.endswith(first):
                lines[path, number] = len(first)
        return Shown(len(text), lines)


def opened(conversation: Conversation, cache: Path, overrides: Mapping[str, str]) -> Memory:
    """Return a conversation as a memory, indexed, with its vectors."""
    root = cache / "workspaces" / conversation.name
    conversation.write(root)
    memory = Memory(
        root,
        clock=lambda: datetime(2024, 1, 1, tzinfo=UTC),
        places=Places.of({"HOME": str(cache), "LAMINA_CACHE": str(cache / "index")}, cwd=root),
        overrides={"notes.timezone": "UTC", "search.deadline_ms": "60000"} | dict(overrides),
    )
    memory.sync()
    if memory.vectors:
        memory.vectors.fill()
    return memory


def data_file() -> Path | None:
    """Return the data set, from LAMINA_BENCH_DATA or the folder beside the checkout."""
    folders = [os.environ.get("LAMINA_BENCH_DATA"), Path(__file__).parents[2] / "shared" / "data"]
    for folder in folders:
        if folder:
            for name in ("locomo/locomo-1-7.json", "locomo/locomo10.json"):
                if (Path(folder) / name).exists():
                    return Path(folder) / name
    return None


def load(path: Path) -> list[Conversation]:
    """Read conversations; questions of categories 1 to 4 with evidence that exists."""
    return [_conversation(record) for record in json.loads(path.read_text("utf-8"))]


def _conversation(record: dict[str, Any]) -> Conversation:
    talk = record["conversation"]
    notes: dict[str, list[str]] = {}
    places: dict[str, Place] = {}
    numbers = sorted(int(m[1]) for key in talk if (m := re.fullmatch(r"session_(\d+)", key)))
    for number in numbers:
        when = datetime.strptime(
            talk[f"session_{number}_date_time"].strip(), "%I:%M %p on %d %B, %Y"
        ).replace(tzinfo=UTC)
        path = f"memory/{when:%Y-%m-%d}.md"
        lines = notes.setdefault(path, [f"# {when:%Y-%m-%d}"])
        lines += ["", f"## {when:%H:%M}", ""]
        for turn in talk[f"session_{number}"]:
            text = " ".join(turn.get("text", "").split())
            if turn.get("blip_caption"):
                text += f" [photo: {' '.join(turn['blip_caption'].split())}]"
            lines.append(f"- {turn['speaker']}: {text}")
            places[turn["dia_id"]] = (path, len(lines))
    questions = []
    for asked in record["qa"]:
        named = {
            f"D{int(a)}:{int(b)}"
            for e in asked.get("evidence", ())
            for a, b in re.findall(r"D:?(\d+):(\d+)", e)
        }
        evidence = frozenset(places[name] for name in named if name in places)
        if asked["category"] in CATEGORIES and evidence:
            answer = str(asked.get("answer", ""))
            questions.append(Question(asked["question"], asked["category"], evidence, answer))
    return Conversation(record["sample_id"], notes, questions)


class Tally:
    """Shares of the evidence found at ranks and within tokens (characters / 4), by question."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, dict[str, float]]] = []

    def add(self, question: Question, hits: list[Shown]) -> None:
        """Count one answer, best hit first; where a hit crosses a budget, its whole lines count."""
        ranks: dict[Place, int] = {}
        ends: dict[Place, int] = {}
        read = first_ten = 0
        for rank, hit in enumerate(hits, start=1):
            for place in question.evidence & hit.lines.keys():
                ranks.setdefault(place, rank)
                ends.setdefault(place, read + hit.lines[place])
            read += hit.length
            first_ten = read if rank <= 10 else first_ten
        need = len(question.evidence)
        shares = {f"@{k}": sum(rank <= k for rank in ranks.values()) / need for k in RANKS}
        shares |= {f"{b}": sum(end <= b * 4 for end in ends.values()) / need for b in BUDGETS}
        shares |= {"tokens": first_ten / 4, "none": float(not hits)}
        self.rows.append((question.category, shares))

    def values(self, key: str, category: int = 0) -> list[float]:
        """Return a column, of all questions or those of a category."""
        return [shares[key] for kind, shares in self.rows if category in {0, kind}]

    def mean(self, key: str, category: int = 0) -> float:
        """Return a column's mean."""
        return statistics.fmean(self.values(key, category) or [0.0])

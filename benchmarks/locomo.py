"""LoCoMo conversations as workspaces of dated notes: one line a turn, evidence by line."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
BUDGETS = (500, 1000, 2000, 4000)


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the (path, line) places that answer it."""

    text: str
    category: int
    evidence: frozenset[tuple[str, int]]


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
    places: dict[str, tuple[str, int]] = {}
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
            questions.append(Question(asked["question"], asked["category"], evidence))
    return Conversation(record["sample_id"], notes, questions)


class Tally:
    """Mean recall at ranks and within tokens (characters / 4), over questions."""

    def __init__(self) -> None:
        self.sums: dict[str, float] = defaultdict(float)
        self.count = 0
        self.by_category: dict[int, list[float]] = defaultdict(list)

    def add(self, question: Question, hits: list[tuple[set[tuple[str, int]], str]]) -> None:
        """Count one answer: hits as (places covered, text given), best first."""
        self.count += 1
        need = len(question.evidence)
        covered: set[tuple[str, int]] = set()
        spent = 0.0
        reached = dict.fromkeys(BUDGETS, 0.0)
        for rank, (places, text) in enumerate(hits, start=1):
            covered |= places & question.evidence
            spent += len(text) / 4
            for budget in BUDGETS:
                if spent <= budget:
                    reached[budget] = len(covered) / need
            if rank in {5, 10}:
                self.sums[f"r@{rank}"] += len(covered) / need
                if rank == 10:
                    self.by_category[question.category].append(len(covered) / need)
        if len(hits) < 5:
            self.sums["r@5"] += len(covered) / need
        if len(hits) < 10:
            self.sums["r@10"] += len(covered) / need
            self.by_category[question.category].append(len(covered) / need)
        for budget in BUDGETS:
            self.sums[f"{budget}"] += reached[budget]

    def mean(self, key: str) -> float:
        """Return a column's mean."""
        return self.sums[key] / max(1, self.count)

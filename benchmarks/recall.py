"""What `lamina recall` gives for a question: how much of the evidence, for how many tokens.

    LAMINA_BENCH_DATA=FOLDER python benchmarks/recall.py [--conversations N] [--cache FOLDER]

LoCoMo, as in retrieval.py. Each question is asked of its own conversation, and of the next one,
where nothing answers it. Beside recall: the hits of `lamina search` that fit the same budget, and
the whole notes that these hits stand in, which an agent without snippets would read. The trigger
is left aside: every question here asks for memory.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from locomo import data_file, load, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.memory import Memory
    from lamina.search.answers import Hit
    from locomo import Question

BUDGET = 600


def share(question: Question, hits: Sequence[Hit]) -> float:
    """Return the share of a question's evidence lines among the hits."""
    places = {(h.path, n) for h in hits for n in range(h.start_line, h.end_line + 1)}
    return len(question.evidence & places) / len(question.evidence)


def measure(
    memory: Memory, own: Sequence[Question], other: Sequence[Question], into: dict[str, list[float]]
) -> None:
    """Ask a memory its own questions and those of another."""
    for question in own:
        answer = memory.search(question.text, record=False, limit=100, budget=BUDGET)
        into["search found"].append(share(question, answer.hits))
        into["search tokens"].append(answer.tokens)
        found = memory.recall(question.text, always=True, record=False, budget=BUDGET)
        into["recall found"].append(share(question, found.lines))
        into["recall tokens"].append(found.tokens)
        into["whole tokens"].append(found.whole)
        if share(question, found.lines) == 1 and found.whole:
            into["right answers at most a third"].append(found.tokens <= found.whole / 3)
        into["recall silent"].append(not found.lines)
    for question in other:
        answer = memory.search(question.text, record=False, limit=100, budget=BUDGET)
        into["search silent, other's questions"].append(not answer.hits)
        found = memory.recall(question.text, always=True, record=False, budget=BUDGET)
        into["recall silent, other's questions"].append(not found.lines)
        into["recall tokens, other's questions"].append(found.tokens)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=7)
    parser.add_argument("--cache", type=Path)
    args = parser.parse_args()
    data = data_file()
    if data is None:
        print("LoCoMo: skipped, LAMINA_BENCH_DATA names no folder that holds it")
        return
    conversations = load(data)[: args.conversations]
    figures: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for number, conversation in enumerate(conversations):
            other = conversations[(number + 1) % len(conversations)]
            memory = opened(conversation, args.cache or Path(folder), {})
            measure(memory, conversation.questions, other.questions, figures)
            memory.close()
    asked = len(figures["recall found"])
    print(f"LoCoMo, {len(conversations)} conversations, {asked} questions, {BUDGET} tokens; means")
    for name, values in figures.items():
        print(f"{name:40}{statistics.mean(values):>10.3f}")


if __name__ == "__main__":
    main()

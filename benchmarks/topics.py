"""Find the right one of 300 topics from loose words, by the index alone: how often is it first?

Usage: python benchmarks/topics.py [--unseen]

The topics of a two-year workspace and the phrasings are in data/; the last third of the phrasings
was not looked at while the router was made (--unseen). Beside it, in the same run: the share of
common words, BM25 over the same lines, and rapidfuzz's token_set_ratio.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bm25s
from rapidfuzz import fuzz, process

from lamina.documents.tokens import estimate
from lamina.layers.topic_index import ACTIVE, Entry, Status, add, read_entries
from lamina.memory import Memory
from lamina.recall.router import match

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DATA = Path(__file__).parent / "data"
KINDS = ("words", "paraphrase", "typo", "recency", "cross")
LANGUAGES = ("en", "de", "ru", "zh")


def load(name: str) -> list[dict[str, Any]]:
    """Return the lines of a data file."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def entries(topics: Sequence[dict[str, Any]]) -> tuple[Entry, ...]:
    """Return the entries of an index the topics were registered in, oldest first."""
    text: str | None = None
    for number, topic in enumerate(sorted(topics, key=lambda t: str(t["created"]))):
        path = f"memory/topics/{topic['domain']}/topic-{number}.md"
        entry = Entry(
            Status(topic["state"]),
            topic["role"],
            topic["name"],
            topic["description"],
            path,
            topic["domain"],
        )
        text = add(text, entry, topic["domain"], "Topics")
    return read_entries(text)


def finders(index: Sequence[Entry]) -> dict[str, Callable[[str], str]]:
    """Return what is compared: from a phrasing to the name of the topic it finds."""
    lines = [f"{e.role} {e.name} {e.description} {e.domain}" for e in index]
    names = [e.name for e in index]
    bags = [set(line.casefold().split()) for line in lines]
    retriever = bm25s.BM25()
    retriever.index(bm25s.tokenize(lines, show_progress=False), show_progress=False)

    def common(words: str) -> str:
        asked = set(words.casefold().split())
        shares = [len(asked & bag) for bag in bags]
        return names[shares.index(max(shares))] if max(shares) else ""

    def bm25(words: str) -> str:
        tokens = bm25s.tokenize(words, show_progress=False)
        found, scores = retriever.retrieve(tokens, k=1, show_progress=False)
        return names[int(found[0][0])] if scores[0][0] > 0 else ""

    def fuzzy(words: str) -> str:
        found = process.extractOne(words, lines, scorer=fuzz.token_set_ratio)
        return names[found[2]] if found else ""

    def ours(words: str) -> str:
        ranked = match(words, index)
        return ranked[0][0].name if ranked else ""

    return {"common words": common, "bm25s": bm25, "rapidfuzz": fuzzy, "lamina": ours}


def main() -> None:
    """Print the table."""
    name = "topic_questions_unseen.jsonl" if "--unseen" in sys.argv else "topic_questions.jsonl"
    questions = load(name)
    index = entries(load("topics.jsonl"))
    print(f"{len(questions)} phrasings ({name}), {len(index)} topics: right topic first\n")
    print(f"{'':<14}{'all':>7}" + "".join(f"{k:>12}" for k in (*LANGUAGES, *KINDS)) + f"{'ms':>7}")
    for label, find in finders(index).items():
        right: Counter[str] = Counter()
        asked: Counter[str] = Counter()
        started = time.perf_counter()
        for question in questions:
            good = find(question["text"]) == question["name"]
            for key in ("all", question["lang"], question["kind"]):
                asked[key] += 1
                right[key] += good
        took = (time.perf_counter() - started) / len(questions) * 1000
        row = "".join(
            f"{right[k] / asked[k]:>12.2f}" if asked[k] else f"{'-':>12}"
            for k in (*LANGUAGES, *KINDS)
        )
        print(f"{label:<14}{right['all'] / asked['all']:>7.3f}{row}{took:>7.1f}")
    print(f"\nThe index costs {index_tokens(index):,} tokens to read, whatever is asked.")


def index_tokens(index: Sequence[Entry]) -> int:
    """Return the cost of the index as a workspace holds it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        path = root / ACTIVE
        path.parent.mkdir(parents=True)
        path.write_text("".join(entry.text() for entry in index), "utf-8")
        with Memory(root) as memory:
            return estimate(memory.files.read(ACTIVE) or "")


if __name__ == "__main__":
    main()

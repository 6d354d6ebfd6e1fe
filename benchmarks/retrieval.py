"""Evidence found on LoCoMo: ours beside plain SQLite FTS5 and bm25s, in one run.

    python benchmarks/retrieval.py                 all rows that can run here
    python benchmarks/retrieval.py --rows fts5,words --conversations 2
    python benchmarks/retrieval.py --cache FOLDER  keep vectors between runs

Protocol: each conversation is a workspace of dated notes, one line a turn; questions of categories
1 to 4; a hit counts for the lines it returned; "in N" fills N tokens (characters / 4) with the
hits in their order.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from lamina.config import Places
from lamina.memory import Memory
from lamina.search import ranking
from locomo import BUDGETS, CATEGORIES, Conversation, Tally, data_file, load

Hits = list[tuple[set[tuple[str, int]], str]]
Search = Callable[[str], Hits]
DEPTH = 100


def lines_of(conversation: Conversation) -> list[tuple[str, int, str]]:
    """Return every turn as (path, line, text)."""
    return [
        (path, number, text)
        for path, lines in conversation.notes.items()
        for number, text in enumerate(lines, start=1)
        if text.startswith("- ")
    ]


def fts5(conversation: Conversation, _: Path) -> Search:
    """SQLite FTS5 over single lines, with its own English stemmer; the terms joined by OR."""
    rows = lines_of(conversation)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61')")
    database.executemany(
        "INSERT INTO t(rowid, x) VALUES (?, ?)", [(i, text) for i, (_, _, text) in enumerate(rows)]
    )

    def search(query: str) -> Hits:
        words = "".join(c if c.isalnum() else " " for c in query).split()
        match = " OR ".join(f'"{w}"' for w in words)
        found = database.execute(
            "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (match, DEPTH)
        )
        return [({rows[i][:2]}, rows[i][2]) for (i,) in found]

    return search


def bm25s_lines(conversation: Conversation, _: Path) -> Search:
    """The package bm25s over single lines with Snowball's English stemmer and stop words."""
    import bm25s
    import Stemmer

    rows = lines_of(conversation)
    stemmer = Stemmer.Stemmer("english")
    tokens = bm25s.tokenize(
        [text for *_, text in rows], stopwords="en", stemmer=stemmer, show_progress=False
    )
    model = bm25s.BM25(k1=0.9, b=0.4)
    model.index(tokens, show_progress=False)

    def search(query: str) -> Hits:
        asked = bm25s.tokenize([query], stopwords="en", stemmer=stemmer, show_progress=False)
        found, scores = model.retrieve(asked, k=min(DEPTH, len(rows)), show_progress=False)
        return [
            ({rows[i][:2]}, rows[i][2])
            for i, s in zip(found[0].tolist(), scores[0].tolist(), strict=True)
            if s > 0
        ]

    return search


def ours(kind: str) -> Callable[[Conversation, Path], Search]:
    """Return a row of ours: words only, vectors only, or both."""

    def build(conversation: Conversation, cache: Path) -> Search:
        root = cache / "workspaces" / conversation.name
        conversation.write(root)
        memory = Memory(
            root,
            clock=lambda: datetime(2024, 1, 1, tzinfo=UTC),
            places=Places.of({"HOME": str(cache), "LAMINA_CACHE": str(cache / "index")}, cwd=root),
            overrides={
                "notes.timezone": "UTC",
                "search.deadline_ms": "60000",
                "embedding.kind": "none" if kind == "words" else "local",
            },
        )
        memory.sync()
        if memory.vectors:
            memory.vectors.fill()

        def search(query: str) -> Hits:
            saved = ranking.WORDS, ranking.NEAR
            if kind == "vectors":
                ranking.WORDS, ranking.NEAR = 0.0, (0.0, 0.0)
            answer = memory.search(query, limit=DEPTH, record=False)
            ranking.WORDS, ranking.NEAR = saved
            return [
                ({(h.path, n) for n in range(h.start_line, h.end_line + 1)}, h.snippet)
                for h in answer.hits
            ]

        return search

    return build


ROWS: dict[str, Callable[[Conversation, Path], Search]] = {
    "fts5": fts5,
    "bm25s": bm25s_lines,
    "words": ours("words"),
    "vectors": ours("vectors"),
    "hybrid": ours("hybrid"),
}
NAMES = {
    "fts5": "SQLite FTS5, porter, lines",
    "bm25s": "bm25s, Snowball, lines",
    "words": "lamina, words only",
    "vectors": "lamina, vectors only",
    "hybrid": "lamina, words and vectors",
}


def measure(name: str, conversations: list[Conversation], cache: Path) -> str:
    """Run one row and return it as a line of the table."""
    tally, times = Tally(), []
    for conversation in conversations:
        search = ROWS[name](conversation, cache)
        search("warm up")
        for question in conversation.questions:
            start = time.perf_counter()
            hits = search(question.text)
            times.append((time.perf_counter() - start) * 1000)
            tally.add(question, hits)
    kinds = " ".join(f"{statistics.mean(tally.by_category[c]):5.3f}" for c in sorted(CATEGORIES))
    cells = " ".join(f"{tally.mean(key):6.3f}" for key in ["r@5", "r@10", *map(str, BUDGETS)])
    times.sort()
    return (
        f"{NAMES[name]:<28} {cells}   {kinds}   {times[len(times) // 2]:6.1f} "
        f"{times[int(len(times) * 0.95)]:6.1f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--conversations", type=int, default=100)
    parser.add_argument("--cache", type=Path)
    chosen = parser.parse_args()
    data = data_file()
    if data is None:
        print(
            "skipped: LoCoMo is not here (set LAMINA_BENCH_DATA to the folder that holds locomo/)"
        )
        return
    conversations = load(data)[: chosen.conversations]
    count = sum(len(c.questions) for c in conversations)
    print(f"LoCoMo, {len(conversations)} conversations, {count} questions of categories 1-4")
    budgets = " ".join(f"in {b:>3}"[-6:].rjust(6) for b in BUDGETS)
    print(
        f"{'':<28} {'@5':>6} {'@10':>6} {budgets}   "
        f"{'@10 of: multi, temporal, open, single':<23}   p50 ms p95 ms"
    )
    with tempfile.TemporaryDirectory() as folder:
        cache = chosen.cache or Path(folder)
        for name in chosen.rows.split(","):
            try:
                print(measure(name, conversations, cache), flush=True)
            except ImportError as error:
                print(f"{NAMES[name]:<28} skipped: {error}")


if __name__ == "__main__":
    main()

"""Evidence found on LoCoMo: ours beside other programs, in one run.

    python benchmarks/retrieval.py                 all rows that can run here
    python benchmarks/retrieval.py --rows fts5,words --conversations 2
    python benchmarks/retrieval.py --ablate        ours, without one of its ideas at a time
    python benchmarks/retrieval.py --cache FOLDER  keep our vectors between runs
    python benchmarks/retrieval.py --peers FOLDER  where peers.py installed them (or the variable
                                                   LAMINA_BENCH_PEERS)

Protocol: each conversation is a workspace of dated notes, one line a turn; questions of categories
1 to 4. A hit shows some lines: those that its text holds. "in N" fills N tokens (characters / 4)
with the texts of the hits in their order.
"""

from __future__ import annotations

import argparse
import functools
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.search.ranking import USUAL, Weights
from locomo import (
    BUDGETS,
    CATEGORIES,
    RANKS,
    Conversation,
    Shown,
    Tally,
    data_file,
    load,
    opened,
)
from peers import VERSIONS, Peer, PeerError

if TYPE_CHECKING:
    from lamina.memory import Memory
    from lamina.search.embedder import Embedder, Vectors

DEPTH = 100  # lines, which fill 4,000 tokens
PASSAGES = 20  # of the peers' hits, which are longer
SNIPPETS = 40


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the rows find and leave things; ``opened`` closes what a conversation needed."""

    cache: Path
    peers: Path | None
    opened: ExitStack


Search = Callable[[str], list[Shown]]
Row = Callable[[Conversation, Setting], Search]


def lines_of(conversation: Conversation) -> list[tuple[str, int, str]]:
    """Return every turn as (path, line, text)."""
    return [
        (path, number, text)
        for path, lines in conversation.notes.items()
        for number, text in enumerate(lines, start=1)
        if text.startswith("- ")
    ]


def one_line(path: str, number: int, text: str) -> Shown:
    """Return a hit that is one line."""
    return Shown(len(text), {(path, number): len(text)})


def fts5(conversation: Conversation, _: Setting) -> Search:
    """SQLite FTS5 over single lines, with its own English stemmer; the terms joined by OR."""
    rows = lines_of(conversation)
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61')")
    database.executemany(
        "INSERT INTO t(rowid, x) VALUES (?, ?)", [(i, text) for i, (_, _, text) in enumerate(rows)]
    )

    def search(query: str) -> list[Shown]:
        words = "".join(c if c.isalnum() else " " for c in query).split()
        match = " OR ".join(f'"{w}"' for w in words)
        found = database.execute(
            "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (match, DEPTH)
        )
        return [one_line(*rows[i]) for (i,) in found]

    return search


def bm25s_lines(conversation: Conversation, _: Setting) -> Search:
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

    def search(query: str) -> list[Shown]:
        asked = bm25s.tokenize([query], stopwords="en", stemmer=stemmer, show_progress=False)
        found, scores = model.retrieve(asked, k=min(DEPTH, len(rows)), show_progress=False)
        return [
            one_line(*rows[i])
            for i, s in zip(found[0].tolist(), scores[0].tolist(), strict=True)
            if s > 0
        ]

    return search


def peer(name: str, limit: int, words: str = "") -> Row:
    """Return a row of another program, in an environment of its own."""

    def build(conversation: Conversation, setting: Setting) -> Search:
        home = Path(setting.opened.enter_context(tempfile.TemporaryDirectory())).resolve()
        conversation.write(home / "notes")
        running = Peer(name, words, setting.peers, home)
        setting.opened.callback(running.close)

        def search(query: str) -> list[Shown]:
            return [conversation.shown(hit.path, hit.text) for hit in running.ask(query, limit)]

        return search

    return build


def workspace(conversation: Conversation, cache: Path, kind: str) -> Memory:
    """Return our memory of a conversation, indexed; ``kind``: "none" or "local"."""
    return opened(conversation, cache, {"embedding.kind": kind})


def found(memory: Memory, query: str) -> list[Shown]:
    """Return what our search shows."""
    return [
        Shown(
            len(hit.snippet),
            {(hit.path, n): len(hit.snippet) for n in range(hit.start_line, hit.end_line + 1)},
        )
        for hit in memory.search(query, limit=DEPTH, record=False).hits
    ]


VECTORS_ONLY = replace(USUAL, words=0.0, near=(0.0, 0.0))


def ours(kind: str, weights: Weights = USUAL) -> Row:
    """Return a row of ours."""

    def build(conversation: Conversation, setting: Setting) -> Search:
        memory = workspace(conversation, setting.cache, kind)
        memory.searcher.weights = weights
        return lambda query: found(memory, query)

    return build


ROWS: dict[str, tuple[str, Row]] = {
    "fts5": ("SQLite FTS5, porter, lines", fts5),
    "bm25s": ("bm25s, Snowball, lines", bm25s_lines),
    "qmd": ("qmd {}, search", peer("qmd", SNIPPETS, "all")),
    "qmd-any": ("qmd {}, word by word", peer("qmd", SNIPPETS, "any")),
    "basic-memory": ("basic-memory {}", peer("basic-memory", PASSAGES)),
    "memsearch": ("memsearch {}", peer("memsearch", PASSAGES)),
    "mempalace": ("mempalace {}", peer("mempalace", PASSAGES)),
    "words": ("lamina, words only", ours("none")),
    "vectors": ("lamina, vectors only", ours("local", VECTORS_ONLY)),
    "hybrid": ("lamina, words and vectors", ours("local")),
}
IDEAS = {
    "all": USUAL,
    "without the neighbours": replace(USUAL, near=(0.0, 0.0)),
    "without the file": replace(USUAL, file=0.0),
    "without the name in front": replace(USUAL, subject=0.0),
    "without the lines that ask": replace(USUAL, asks=0.0),
    "without the empty lines": replace(USUAL, empty=0.0),
    "without the days": replace(USUAL, days=0.0),
    "without the headings": replace(USUAL, head=0.0),
    "without vectors": replace(USUAL, vector=0.0),
    "without words": VECTORS_ONLY,
}


def label(name: str) -> str:
    """Return a row's name, a peer's with its version."""
    return ROWS[name][0].format(VERSIONS.get(name.removesuffix("-any"), ""))


def measure(name: str, conversations: list[Conversation], cache: Path, peers: Path | None) -> str:
    """Run one row and return it as a line of the table."""
    tally, times = Tally(), []
    for conversation in conversations:
        with ExitStack() as opened:
            search = ROWS[name][1](conversation, Setting(cache, peers, opened))
            search("warm up")
            for question in conversation.questions:
                start = time.perf_counter()
                hits = search(question.text)
                times.append((time.perf_counter() - start) * 1000)
                tally.add(question, hits)
    columns = [*(f"@{rank}" for rank in RANKS), *map(str, BUDGETS)]
    cells = " ".join(f"{tally.mean(key):6.3f}" for key in columns)
    times.sort()
    return (
        f"{label(name):<26} {cells}   {by_category(tally, '1000')} {tally.mean('tokens'):8.0f} "
        f"{sum(tally.values('none')):5.0f} {times[len(times) // 2]:7.1f} "
        f"{times[int(len(times) * 0.95)]:7.1f}"
    )


class Once:
    """A model that turns each question into a vector once, however often it is asked."""

    def __init__(self, model: Embedder) -> None:
        self.name, self.dimensions, self.local = model.name, model.dimensions, model.local
        self.made_with = model.made_with
        self.passages = model.passages
        self._query = functools.cache(model.query)

    def query(self, text: str, timeout: float = 5.0) -> Vectors:
        """Return a question's vector."""
        return self._query(text, timeout)


def by_category(tally: Tally, key: str) -> str:
    """Return a column's means by category."""
    return " ".join(f"{tally.mean(key, category):5.3f}" for category in sorted(CATEGORIES))


def ablate(conversations: list[Conversation], cache: Path) -> None:
    """Print what ours finds without one of its ideas at a time."""
    tallies = {idea: Tally() for idea in IDEAS}
    for conversation in conversations:
        memory = workspace(conversation, cache, "local")
        assert memory.vectors
        memory.vectors.embedder = Once(memory.vectors.embedder)
        for idea, weights in IDEAS.items():
            memory.searcher.weights = weights
            for question in conversation.questions:
                tallies[idea].add(question, found(memory, question.text))
    kinds = "multi, temporal, open, single"
    print(f"{'':<27}in 1000  change    +-   {kinds:<31}@10   {kinds}")
    usual = tallies["all"].values("1000")
    for idea, tally in tallies.items():
        changes = [now - was for now, was in zip(tally.values("1000"), usual, strict=True)]
        doubt = 1.96 * statistics.stdev(changes) / len(changes) ** 0.5
        print(
            f"{idea:<28} {tally.mean('1000'):.3f}  {statistics.fmean(changes):+.3f} {doubt:.3f}   "
            f"{by_category(tally, '1000')}      {tally.mean('@10'):.3f}   "
            f"{by_category(tally, '@10')}"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--ablate", action="store_true")
    parser.add_argument("--conversations", type=int, default=100)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--peers", type=Path, default=os.environ.get("LAMINA_BENCH_PEERS"))
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
    with tempfile.TemporaryDirectory() as folder:
        cache = chosen.cache or Path(folder)
        if chosen.ablate:
            ablate(conversations, cache)
            return
        budgets = " ".join(f"in {b}".rjust(6) for b in BUDGETS)
        print(
            f"{'':<26} {'@5':>6} {'@10':>6} {budgets}  "
            "in 1000: multi, temporal, open, single   tok@10  none  p50 ms  p95 ms"
        )
        peers = chosen.peers and chosen.peers.absolute()
        for name in chosen.rows.split(","):
            try:
                print(measure(name, conversations, cache, peers), flush=True)
            except (ImportError, PeerError) as error:
                print(f"{label(name):<26} skipped: {error}")


if __name__ == "__main__":
    main()

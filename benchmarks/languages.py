"""Find the right note among 1,150 in five languages, in the same language and across them.

Usage: python benchmarks/languages.py [--words]

Notes and questions are in data/, written by somebody who had not seen the program: 150 notes that
answer, 1,000 beside them that do not. The first questions avoid every word of the note they ask
for; the plain ones are put as people who remember the matter would put them. ``--words``: without
any model. Beside ours, in the same run: SQLite FTS5 with its unicode61 and its trigram tokenizer,
the terms joined by OR.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
import tempfile
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.memory import Memory
from lamina.places import Places

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).parent / "data"
KINDS = ("same", "cross", "code", "name", "number")
LANGUAGES = ("en", "de", "ru", "zh", "ja")


def load(name: str) -> list[dict[str, Any]]:
    """Return the lines of a data file."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def fts5(notes: list[dict[str, Any]], tokenizer: str) -> Callable[[str], list[str]]:
    """Return a search of SQLite over the single notes."""
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE VIRTUAL TABLE t USING fts5(x, tokenize='{tokenizer}')")
    database.executemany(
        "INSERT INTO t(rowid, x) VALUES (?, ?)", [(n, note["text"]) for n, note in enumerate(notes)]
    )

    def find(query: str) -> list[str]:
        words = re.findall(r"\w+", query)
        if tokenizer == "trigram":
            words = [query[n : n + 3] for n in range(max(1, len(query) - 2))]
        match = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        rows = database.execute(
            "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 5", (match,)
        )
        return [notes[n]["id"] for (n,) in rows]

    return find


def ours(notes: list[dict[str, Any]], root: Path, *, vectors: bool) -> Callable[[str], list[str]]:
    """Return our search over the notes as one-line items of dated files."""
    by_day: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for note in notes:
        by_day[note["day"]].append(note)
    places: dict[tuple[str, int], str] = {}
    for day, listed in by_day.items():
        lines = [f"# {day}", ""]
        for note in listed:
            lines.append(f"- {note['text']}")
            places[f"memory/{day}.md", len(lines)] = note["id"]
        path = root / "memory" / f"{day}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")
    memory = Memory(
        root,
        clock=lambda: datetime(2026, 11, 30, tzinfo=UTC),
        places=Places.of({"HOME": str(root.parent)}, cwd=root),
        overrides={
            "notes.timezone": "UTC",
            "search.deadline_ms": "60000",
            "embedding.kind": "local" if vectors else "none",
        },
    )
    memory.sync()
    if memory.vectors:
        memory.vectors.fill()

    def find(query: str) -> list[str]:
        hits = memory.search(query, limit=5, record=False).hits
        return [places.get((hit.path, hit.start_line), "") for hit in hits]

    return find


def row(label: str, find: Callable[[str], list[str]], queries: list[dict[str, Any]]) -> str:
    """Return recall@5 by kind and language, and recall@1 of all and of those across languages."""
    first: dict[str, list[bool]] = defaultdict(list)
    five: dict[str, list[bool]] = defaultdict(list)
    for query in queries:
        found = find(query["text"])
        for key in ("all", query["kind"], query["lang"]):
            first[key].append(found[:1] == [query["note"]])
            five[key].append(query["note"] in found)
    cells = [
        f"{sum(five[k]) / len(five[k]):6.3f}" if five[k] else f"{'-':>6}"
        for k in ("all", *KINDS, *LANGUAGES)
    ]
    firsts = [f"{sum(first[k]) / len(first[k]):6.3f}" for k in ("all", "cross")]
    return f"{label:<26} {' '.join(cells)}   {' '.join(firsts)}"


def main() -> None:
    """Print the tables."""
    notes = load("languages_notes.jsonl")
    sets = {
        "none of the note's words": load("languages_queries.jsonl"),
        "plain": load("languages_plain.jsonl"),
    }
    with tempfile.TemporaryDirectory() as folder:
        finders = {
            "SQLite FTS5, unicode61": fts5(notes, "unicode61"),
            "SQLite FTS5, trigram": fts5(notes, "trigram"),
            "lamina, words only": ours(notes, Path(folder) / "w", vectors=False),
        }
        if "--words" not in sys.argv:
            finders["lamina, words and vectors"] = ours(notes, Path(folder) / "v", vectors=True)
        for name, queries in sets.items():
            print(
                f"{len(queries)} questions, {name}; {len(notes)} notes: recall@5; right: recall@1"
            )
            heads = " ".join(f"{k:>6}" for k in ("all", *KINDS, *LANGUAGES))
            print(f"{'':<26} {heads}   {'all':>6} {'cross':>6}")
            for label, find in finders.items():
                print(row(label, find, queries))
            print()


if __name__ == "__main__":
    main()

"""How long a search takes as the memory grows, each kind beside the least it could take.

    python benchmarks/search_speed.py                       1,000, 10,000 and 100,000 lines
    python benchmarks/search_speed.py --sizes 1000,10000    without the largest
    python benchmarks/search_speed.py --cpu                 processor time of the asking thread,
                                                            where others work on the same machine

The notes are made from a fixed seed and so are the vectors: unit vectors of random direction, put
in through the store's own door, for embedding 100,000 lines takes an hour. Comparing costs the
same whatever they stand for; what the model itself takes for a question is in no row. Every size
runs in a process of its own, and what is compared runs in turns, so that other work on the
machine slows both.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, date, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from floors import notes
from lamina.memory import Memory
from lamina.places import Places
from lamina.search.answers import Request
from lamina.search.models import Models
from lamina.search.searcher import Searcher
from lamina.search.vectors import Vectors
from lamina.search.words import match_expression, query_terms
from lamina.settings import Embedding
from lamina.storage.contract import ModelRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LINES = 40  # of a note
DIMENSIONS = 384
TODAY = date(2026, 3, 4)
EACH = 20  # questions of a kind, none asked twice
CLOCK = time.thread_time if "--cpu" in sys.argv else time.perf_counter
CORE = 60  # lines of each file that a host loads every turn; a search says where they answer


class Given:
    """An embedder whose vectors cost nothing: random ones, the same for the same text."""

    name = "given"
    dimensions = DIMENSIONS
    local = True
    made_with = ModelRow(name, "local", "", "")

    def passages(self, texts: Any) -> np.ndarray:
        """Return a unit vector a text."""
        return np.stack([self.query(text) for text in texts])

    def query(self, text: str, timeout: float = 5.0) -> np.ndarray:  # noqa: ARG002
        """Return a text's unit vector."""
        found: np.ndarray = directions(1, sum(text.encode()))[0]
        return found


def directions(count: int, seed: int) -> np.ndarray:
    """Return unit vectors (count, DIMENSIONS)."""
    found = np.random.default_rng(seed).standard_normal((count, DIMENSIONS), dtype=np.float32)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found


def opened(root: Path) -> Memory:
    """Open the workspace without a model."""
    return Memory(
        root,
        clock=lambda: datetime(2026, 3, 4, 9, 30, tzinfo=UTC),
        places=Places.of({"HOME": str(root.parent / "home")}, cwd=root),
        overrides={"notes.timezone": "UTC", "embedding.kind": "none"},
    )


def searcher(memory: Memory, *, vectors: bool) -> Searcher:
    """Return search over an open workspace, with the vectors given or by words only."""
    models = Models(memory.index, Embedding(kind="none"))
    if vectors:
        models.wanted = Vectors(memory.index, Given())
    return Searcher(memory.indexer, memory.index, models, 5000)


def prepare(root: Path, size: int) -> None:
    """Write and index a workspace of ``size`` lines, each with a vector."""
    notes(root, size // LINES, LINES)
    said = min((root / "memory").glob("*.md")).read_text("utf-8").splitlines()
    for name in ("SOUL.md", "AGENTS.md", "USER.md", "TOOLS.md", "IDENTITY.md", "HEARTBEAT.md"):
        (root / name).write_text("\n".join((said * CORE)[:CORE]) + "\n", "utf-8")
    memory = opened(root)
    memory.sync()
    time.sleep(2.1)  # files as young as this are read again: their time stamp could lie
    memory.sync()
    vectors = Vectors(memory.index, Given())
    missing = vectors.missing(size)
    vectors.put(missing, directions(len(missing), 2))
    memory.close()


def questions(root: Path) -> dict[str, list[str]]:
    """Return questions by kind, of words as frequent as the kind says."""
    pick = random.Random(3)
    lines = [
        line.split(maxsplit=2)[2]
        for path in sorted((root / "memory").glob("*.md"))
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("- ")
    ]
    spaced = [line for line in lines if " " in line]
    counts = Counter(
        word for line in spaced for word in line.split() if word.isalpha() and word < "\u3000"
    )
    by_rank = [word for word, _ in counts.most_common()]
    codes = [line.split()[-1] for line in lines if "INV-" in line]
    common, rare = by_rank[:30], by_rank[-len(by_rank) // 4 :]
    han = [line for line in lines if " " not in line]
    kinds: dict[str, Callable[[], str]] = {
        "code": lambda: pick.choice(codes),
        "rare words": lambda: " ".join(pick.sample(rare, 2)),
        "common words": lambda: " ".join(pick.sample(common, 3)),
        "both": lambda: " ".join([*pick.sample(common, 2), *pick.sample(rare, 2)]),
        "Chinese": lambda: pick.choice(han)[:5],
        "month": lambda: f"{pick.choice(common)} in March 2021",
        "a line": lambda: pick.choice(spaced),
        "misspelt": lambda: f"{misspelt(pick.choice(common), pick)} {pick.choice(common)}",
    }
    return {kind: [make() for _ in range(EACH)] for kind, make in kinds.items()}


def misspelt(word: str, pick: random.Random) -> str:
    """Return a word without one of its letters."""
    at = pick.randrange(2, len(word))
    return word[:at] + word[at + 1 :]


def resident() -> float:
    """Return the megabytes this process holds."""
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1000
    return math.nan


def timed(work: Callable[[], object]) -> float:
    """Return the milliseconds of one run."""
    start = CLOCK()
    work()
    return (CLOCK() - start) * 1000


def measure(root: Path) -> dict[str, Any]:
    """Measure one workspace; return samples in milliseconds by row, and megabytes."""
    one, other = opened(root), opened(root)  # so that neither profits from what the other read
    start = resident()
    words = searcher(one, vectors=False)
    cold = timed(lambda: words.search(Request("teapot glaze")))
    held = {"words": resident() - start}
    start = resident()
    both = searcher(other, vectors=True)
    cold_both = timed(lambda: both.search(Request("teapot glaze")))
    held["words and vectors"] = resident() - start
    times: dict[str, list[float]] = {"first, words": [cold], "first, both": [cold_both]}
    report = other.sync()
    fts5, least = bare(other)
    asked = [(kind, q) for kind, listed in questions(root).items() for q in listed]
    for kind, question in asked:
        request = Request(question, today=TODAY)
        ours, bare_words = partial(words._answer, request, report), partial(fts5, question)
        take({"words": ours, "look": one.sync, "fts5": bare_words}, kind, times)
    for number, (kind, question) in enumerate(asked):
        request = Request(question, today=TODAY)
        nowhere = Request("qwzx" + "".join(chr(ord("a") + int(digit)) for digit in str(number)))
        alone, fused = (partial(both._answer, one, report) for one in (nowhere, request))
        take({"vectors": alone, "fused": fused, **least}, kind, times)
    times["changed"] = [changed(other, both, number) for number in range(5)]
    one.close()
    other.close()
    return {"times": times, "held": held}


def changed(memory: Memory, both: Searcher, number: int) -> float:
    """Return what a search takes that follows on a new line."""
    memory.remember(f"The kiln {number} is hot")
    return timed(lambda: both.search(Request("teapot glaze", today=TODAY)))


def take(
    turn: Mapping[str, Callable[[], object]], kind: str, times: dict[str, list[float]]
) -> None:
    """Run what is compared once each."""
    for name, work in turn.items():
        took = timed(work)
        times.setdefault(name, []).append(took)
        times.setdefault(f"{name}, {kind}", []).append(took)


def bare(memory: Memory) -> tuple[Callable[[str], object], dict[str, Callable[[], object]]]:
    """Return what is least: FTS5 alone for a question's words, one pass over all vectors."""
    database = sqlite3.connect(str(memory.index.database.path))
    matrix = np.frombuffer(
        b"".join(row[0] for row in database.execute("SELECT vector FROM vectors")), "<f4"
    ).reshape(-1, DIMENSIONS)
    asked = directions(1, 4)[0]

    def fts5(question: str) -> object:
        return database.execute(
            "SELECT rowid, line FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10",
            (match_expression(query_terms(question)),),
        ).fetchall()

    found: dict[str, Callable[[], object]] = {"pass": lambda: matrix @ asked}
    if find_spec("faiss"):
        import faiss

        flat = faiss.IndexFlatIP(DIMENSIONS)
        flat.add(matrix)
        found["faiss"] = lambda: flat.search(asked[None], 200)
    return fts5, found


ROWS = {
    "words": ("search, words only", "fts5"),
    "words, common words": ("  of common words", "fts5, common words"),
    "words, rare words": ("  of rare words", "fts5, rare words"),
    "vectors": ("search, vectors only", "pass"),
    "fused": ("search, words and vectors", ""),
    "look": ("the look at all files before it", ""),
    "fts5": ("bare FTS5, same words", ""),
    "pass": ("one pass over the vectors", ""),
    "faiss": ("faiss, flat", ""),
    "changed": ("words and vectors, one line written", ""),
    "first, words": ("first search of a process, words", ""),
    "first, both": ("first search of a process, both", ""),
}


def percentile(samples: list[float], share: float) -> float:
    """Return the sample that this share lies below."""
    return sorted(samples)[min(len(samples) - 1, int(len(samples) * share))]


def exponent(sizes: list[int], costs: list[float]) -> float:
    """Return the power of the size that the cost grows with, fitted to the logarithms."""
    if len(sizes) < 2:
        return math.nan
    return statistics.linear_regression(
        [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    ).slope


def show(sizes: list[int], results: list[dict[str, Any]]) -> None:
    """Print the table."""
    heads = "".join(f"{f'{size:,} p50':>13}{'p95':>8}" for size in sizes)
    unit = "processor ms" if "--cpu" in sys.argv else "milliseconds"
    print(f"{unit:<38}{heads}   exponent  times the floor")
    for key, (title, floor) in ROWS.items():
        samples = [result["times"].get(key) for result in results]
        if not all(samples):
            print(f"{title:<38} skipped: not installed")
            continue
        middle = [percentile(s, 0.5) for s in samples]
        cells = "".join(
            f"{m:13.2f}{percentile(s, 0.95):8.2f}" for m, s in zip(middle, samples, strict=True)
        )
        beside = ""
        if floor:
            floors = [percentile(result["times"][floor], 0.5) for result in results]
            beside = " ".join(f"{m / f:5.1f}" for m, f in zip(middle, floors, strict=True))
        print(f"{title:<38}{cells}   {exponent(sizes, middle):8.2f}  {beside}".rstrip())
    for name in results[0]["held"]:
        cells = "".join(f"{result['held'][name]:13.1f}{'':8}" for result in results)
        print(f"{f'resident MB, {name}':<38}{cells}".rstrip())


def main() -> None:
    """Print the table, or measure one workspace for it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        print(json.dumps(measure(chosen.one)))
        return
    sizes = [int(size) for size in chosen.sizes.split(",")]
    results = []
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            root = Path(name) / str(size) / "ws"
            prepare(root, size)
            command = [sys.executable, __file__, "--one", str(root), *["--cpu"] * chosen.cpu]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
    show(sizes, results)


if __name__ == "__main__":
    main()

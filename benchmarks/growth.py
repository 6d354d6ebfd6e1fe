"""What the daily work costs as the memory grows, each figure beside the least it could take.

    python benchmarks/growth.py                          1,000 and 10,000 notes, words only
    python benchmarks/growth.py --sizes 1000,10000,100000
    python benchmarks/growth.py --vectors 300            and the bundled model over so many notes

Processor time, of the process or of those it starts: others may be at work on the machine. Medians;
the exponent is of cost over size, fitted, 1 is linear. Memory is what the process holds (VmRSS).
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.config import Places
from lamina.memory import Memory
from speed import floor_of_indexing, floor_of_writing, notes, opened

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED = ["teapot glaze price", "INV-00417-2", "Rechnung Frist", "договор оплата", "茶叶价格"]
SAID = ["What did we decide about the teapot glaze?", "Wann ist der Termin mit dem Vermieter?"]
MEMORY = """
import sys
{code}
print(next(int(l.split()[1]) for l in open("/proc/self/status") if l.startswith("VmRSS")) / 1000)
"""


def timed(work: Callable[[], object], times: int) -> list[float]:
    """Return the milliseconds of processor time of each run, in order of size."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) * 1000)
    return sorted(taken)


def of_children(work: Callable[[], object], times: int) -> list[float]:
    """Return the milliseconds of processor time that processes took which the work starts."""
    taken = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        work()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        taken.append(spent * 1000)
    return sorted(taken)


def measure(folder: Path, count: int) -> dict[str, tuple[float, float]]:
    """Return (ours, the least) in milliseconds by what was done, for so many notes."""
    root, home = folder / "ws", folder / "home"
    notes(root, count)
    found: dict[str, tuple[float, float]] = {}

    def first() -> None:
        shutil.rmtree(home / ".cache", ignore_errors=True)
        memory = opened(root, home)
        memory.sync()
        memory.close()

    runs = 3 if count <= 20_000 else 1
    ours, least = timed(first, runs), timed(floor_of_indexing(root, folder), runs)
    found["first index, words"] = statistics.median(ours), statistics.median(least)
    memory = opened(root, home)
    memory.sync()
    time.sleep(2.1)  # files as young as this are read again: their time stamp could lie
    memory.sync()
    ours = timed(memory.sync, 20)
    least = timed(lambda: [entry.stat() for entry in os.scandir(root / "memory")], 20)
    found["sync with nothing to do"] = statistics.median(ours), statistics.median(least)
    asked = iter(ASKED * 100)
    ours = timed(lambda: memory.search(next(asked), record=False), 50)
    found["search, the look at all files with it"] = statistics.median(ours), math.nan
    said = iter(SAID * 100)
    ours = timed(lambda: memory.recall(next(said), record=False), 40)
    found["recall where the message calls for it"] = statistics.median(ours), math.nan
    found["  its p95"] = ours[int(len(ours) * 0.95)], math.nan
    number = iter(range(1000))
    ours = timed(lambda: memory.remember(f"The kiln {next(number)} is hot"), 20)
    least = timed(floor_of_writing(root), 20)
    found["remember"] = statistics.median(ours), statistics.median(least)
    memory.close()
    environment = {**os.environ, "HOME": str(home), "LAMINA_EMBEDDING_KIND": "none"}
    for words in ("search teapot glaze", "remember the kiln is warm"):
        command = [sys.executable, "-m", "lamina", *words.split(), "-w", str(root)]

        def shell(command: list[str] = command) -> None:
            subprocess.run(command, check=True, env=environment, capture_output=True)

        bare = of_children(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 5)
        least_ms = statistics.median(bare)
        found[f"lamina {words.split()[0]}, a process"] = (
            statistics.median(of_children(shell, 5)),
            least_ms,
        )
    return found


def embedding(folder: Path, count: int) -> tuple[float, float]:
    """Return the seconds that vectors of so many notes took, and those of the model alone."""
    root = folder / "ws"
    notes(root, count)
    memory = Memory(
        root,
        clock=lambda: datetime(2026, 3, 4, 9, 30, tzinfo=UTC),
        places=Places.of({"HOME": str(folder / "home")}, cwd=root),
        overrides={"notes.timezone": "UTC"},
    )
    memory.sync()
    vectors = memory.vectors
    assert vectors is not None
    texts = [text for _, text in vectors.missing(1 << 20)]
    vectors.embedder.passages(texts[:32])  # loads the model
    start = time.perf_counter()
    memory.background.fill(vectors)
    ours = time.perf_counter() - start
    start = time.perf_counter()
    for at in range(0, len(texts), 32):
        vectors.embedder.passages(texts[at : at + 32])
    return ours, time.perf_counter() - start


def resident(code: str) -> float:
    """Return the megabytes a fresh process holds after some code."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY.format(code=code)], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def exponent(sizes: list[int], costs: list[float]) -> float:
    """Return the slope of the logarithms, by least squares."""
    xs, ys = [math.log(s) for s in sizes], [math.log(c) for c in costs]
    mx, my = statistics.mean(xs), statistics.mean(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sum(
        (x - mx) ** 2 for x in xs
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--vectors", type=int, default=0, metavar="NOTES")
    asked = parser.parse_args()
    sizes = [int(size) for size in asked.sizes.split(",")]
    tables = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            tables.append(measure(Path(name), size))
    head = "".join(f"{f'{size:,}':>12}{'floor':>10}{'times':>7}" for size in sizes)
    print(f"{'processor ms':<40}{head}{'exponent':>10}")
    for what in tables[0]:
        cells = ""
        for table in tables:
            ours, least = table[what]
            beside = "" if math.isnan(least) else f"{least:.2f}"
            times = "" if math.isnan(least) else f"{ours / least:.1f}"
            cells += f"{ours:>12.2f}{beside:>10}{times:>7}"
        slope = exponent(sizes, [t[what][0] for t in tables]) if len(sizes) > 1 else math.nan
        print(f"{what:<40}{cells}{slope:>10.2f}")
    bare = resident("pass")
    print(f"\nMB held: python {bare:.0f}", end="")
    print(f", import lamina {resident('import lamina'):.0f}", end="")
    print(f", from lamina import Memory {resident('from lamina import Memory'):.0f}")
    if asked.vectors:
        with tempfile.TemporaryDirectory() as name:
            ours, least = embedding(Path(name), asked.vectors)
        print(
            f"vectors of {asked.vectors:,} notes: {ours:.1f} s, the model alone {least:.1f} s,",
            end="",
        )
        print(f" {ours / least:.2f} times")


if __name__ == "__main__":
    main()

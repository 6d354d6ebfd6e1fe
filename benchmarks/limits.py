"""What the daily work costs, each figure beside the least it could take and what is asked of it.

    LAMINA_BENCH_DATA=FOLDER python benchmarks/limits.py           all of it, an hour of a core
    python benchmarks/limits.py --only files,searches --files 1000,10000 --lines 1000,10000
    python benchmarks/limits.py --wall                             where nobody else is at work

Processor time, of this process and of those it starts: others may be at work on the machine. Rows
in seconds or with a daemon are what a person waits. Medians. The exponent is of cost over size,
fitted to the logarithms; 1 is linear.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import search_speed
import sweeps
import trim
from floors import floor_of_indexing, floor_of_writing, notes, opened
from hooks import Session, daemon, environment
from locomo import data_file
from peers import VERSIONS, Peer, PeerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lamina.memory import Memory

ASKED = ["teapot glaze price", "INV-00417-2", "Rechnung Frist", "договор оплата", "茶叶价格"]
SAID = ["What did we decide about the teapot glaze?", "Wann ist der Termin mit dem Vermieter?"]
SECTIONS = "rest,files,helped,searches,embedding,others,nights,trims"
MEMORY = """
import sys
{code}
print(next(int(l.split()[1]) for l in open("/proc/self/status") if l.startswith("VmRSS")) / 1000)
"""


class Row(NamedTuple):
    """One figure: what, at which size, the least it could take, and how much more is asked for.

    ``times``: at most so many times the least; ``most``: at most so much. 0: nothing is asked.
    """

    what: str
    size: str
    ours: float
    unit: str = "ms"
    least: float = math.nan
    times: float = 0.0
    most: float = 0.0

    def shown(self) -> str:
        """Return the row as a line of the table."""
        ratio = self.ours / self.least
        beside = "" if math.isnan(self.least) else f"{self.least:.2f}"
        over = "" if math.isnan(ratio) else f"{ratio:.2f}"
        asked = f"{self.times:g} x" if self.times else f"{self.most:g}" if self.most else ""
        met = ratio <= self.times if self.times else self.ours <= self.most
        said = ("yes" if met else "no") if asked else ""
        return (
            f"{self.what:<44}{self.size:>10}{self.ours:>11.2f} {self.unit:<3}"
            f"{beside:>9}{over:>8}{asked:>8}  {said}"
        ).rstrip()


class Clock:
    """Milliseconds of processor time, of this process and of those it started; or of the wall."""

    def __init__(self, *, wall: bool) -> None:
        self.wall = wall

    def now(self) -> float:
        """Return the moment."""
        if self.wall:
            return time.perf_counter() * 1000
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (time.process_time() + children.ru_utime + children.ru_stime) * 1000

    def __call__(self, work: Callable[[], object], times: int = 1) -> list[float]:
        """Return what each run took, in order of size."""
        taken = []
        for _ in range(times):
            start = self.now()
            work()
            taken.append(self.now() - start)
        return sorted(taken)


def middle(taken: list[float]) -> float:
    """Return the median."""
    return statistics.median(taken)


def files(clock: Clock, folder: Path, count: int) -> Iterator[Row]:
    """Measure what looks at files and writes them, over so many notes of ten lines."""
    root, home, size = folder / "ws", folder / "home", f"{count:,}"
    notes(root, count)

    def first() -> None:
        shutil.rmtree(home / ".cache", ignore_errors=True)
        with opened(root, home) as memory:
            memory.sync()

    runs = 3 if count <= 20_000 else 1
    least = middle(clock(floor_of_indexing(root, folder), runs))
    yield Row("first index, words", size, middle(clock(first, runs)), least=least, times=3)
    time.sleep(2.1)  # files as young as this are read again: their time stamp could lie
    looks = []
    for _ in range(10):
        with opened(root, home) as memory:
            memory.sync()
            looks += clock(memory.sync)
    least = middle(clock(lambda: [e.stat() for e in os.scandir(root / "memory")], 20))
    yield Row("sync with nothing to do", size, middle(looks), least=least, times=1.5)
    with opened(root, home) as memory:
        for _ in range(4):
            memory.sync()
        yield Row("  where the system noted no change", size, middle(clock(memory.sync, 20)))
        asked = iter(ASKED * 100)
        taken = clock(lambda: memory.search(next(asked), record=False), 50)
        yield Row("search, in a process that stays", size, middle(taken))
        said = iter(SAID * 100)
        taken = clock(lambda: memory.recall(next(said), record=False), 40)
        yield Row("recall where the message calls for it, p95", size, taken[-3], most=30)
        number = iter(range(1000))
        ours = clock(lambda: memory.remember(f"The kiln {next(number)} is hot"), 20)
        least = middle(clock(floor_of_writing(root), 20))
        yield Row("remember", size, middle(ours), least=least, times=2)
        ours = clock(lambda: memory.daily.remember(f"The oven {next(number)} is hot"), 20)
        yield Row("  the line alone, nothing compared", size, middle(ours), least=least)
    words = {**environment(home), "LAMINA_WORKSPACE": str(root)}
    bare = middle(clock(shell(words, "-c", "pass"), 5))
    for command, text, most in (("search", "teapot glaze", 350), ("remember", "it is warm", 0)):
        ours = clock(shell(words, "-m", "lamina", command, text), 9)
        yield Row(f"lamina {command}, from the shell", size, middle(ours), least=bare, most=most)


def shell(words: dict[str, str], *arguments: str) -> Callable[[], object]:
    """Return work that runs Python with arguments, in an environment."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, check=True, env=words, capture_output=True)


def searches(clock: Clock, folder: Path, count: int) -> Iterator[Row]:
    """Measure a warm search over so many lines, by words, by vectors and by both."""
    root, size = folder / "ws", f"{count:,}"
    search_speed.prepare(root, count)
    how = [] if clock.wall else ["--cpu"]
    command = [sys.executable, search_speed.__file__, "--one", str(root), *how]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    times = json.loads(done.stdout)["times"]
    bare, one_pass = middle(times["fts5"]), middle(times["pass"])
    yield Row("search lines by words", size, middle(times["words"]), least=bare, times=1.5)
    yield Row("search lines by vectors", size, middle(times["vectors"]), least=one_pass, times=1.5)
    fused = sorted(times["fused"])
    yield Row("search lines by both", size, middle(fused), least=bare + one_pass, times=1.5)
    p95 = fused[int(len(fused) * 0.95)]
    yield Row("  its p95", size, p95, most=20 if count == 100_000 else 0)


def helped(folder: Path, count: int) -> Iterator[Row]:
    """Measure what a person and a host wait where a daemon runs, and what it holds."""
    root, home, size = folder / "ws", folder / "home", f"{count:,}"
    home.mkdir()
    notes(root, count)
    with opened(root, home) as memory:
        memory.sync()
    session = Session(root, home)
    bare = middle(Clock(wall=True)(shell(environment(home), "-c", "pass"), 9))
    with daemon(root, home):
        for _ in range(3):
            session.search()
        taken = sorted(session.search().wall for _ in range(20))
        what = "lamina search with a daemon, wall"
        yield Row(what, size, middle(taken), least=bare, most=150)
        prompt = "What did we decide about invoice INV-00042-2?"
        taken = sorted(session.hook("UserPromptSubmit", prompt=prompt).wall for _ in range(20))
        yield Row("  the hook of a message, p95, wall", size, taken[-2])
        yield Row("  memory of the daemon, no model", size, daemon_held(root), "MB", most=120)


def daemon_held(root: Path) -> float:
    """Return the megabytes that the daemon of a workspace holds."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            said = (process / "cmdline").read_bytes().split(b"\0")
            if b"daemon" in said and str(root).encode() in said:
                return held((process / "status").read_text())
        except OSError:
            continue
    return math.nan


def held(status: str) -> float:
    """Return the megabytes in a process's status."""
    return next(int(ln.split()[1]) for ln in status.splitlines() if ln.startswith("VmRSS")) / 1000


def embedding(folder: Path, count: int) -> Iterator[Row]:
    """Measure vectors of so many notes against the model alone, which takes both cores."""
    notes(folder / "ws", count)
    clock = Clock(wall=True)
    with opened(folder / "ws", folder / "home", "auto") as memory:
        memory.sync()
        vectors = memory.vectors
        if vectors is None:
            print("skipped: no model is installed")
            return
        texts = [text for _, text in vectors.missing(1 << 20)]
        vectors.embedder.passages(texts[:32])  # loads the model
        ours = clock(lambda: memory.background.fill(vectors))[0]
        least = clock(
            lambda: [vectors.embedder.passages(texts[i : i + 32]) for i in range(0, len(texts), 32)]
        )[0]
    size = f"{len(texts):,}"
    yield Row("vectors by the bundled model, wall", size, ours, least=least, times=1.1)


def nights(folder: Path, count: int) -> Iterator[Row]:
    """Measure sweeps over so many notes."""
    took = sweeps.measure(folder / "workspace", count)
    size, first = f"{count:,}", took["first sweep"] * 1000
    yield Row("first sweep", size, first)
    yield Row("  with nothing new", size, took["nothing new"] * 1000, most=first / 100)
    yield Row("  100 notes changed", size, took["a new line in 100 notes"] * 1000)


def trims(clock: Clock, folder: Path, size: int) -> Iterator[Row]:
    """Measure the trim of a transcript of so many bytes."""
    for name, large, small in (("lines of 10 MB", 150, 40), ("lines of 1 kB", 0, 150)):
        path = folder / "x.jsonl"
        trim.transcript(path, size, large, small)
        least = clock(partial(trim.floor, path))[0]
        peaks: list[float] = []

        def cut(path: Path = path, peaks: list[float] = peaks) -> None:
            peaks.append(trim.run(trim.OURS, path, "trim", trim.KEY)[1])

        ours = clock(cut)[0]
        mb = f"{size / 1e6:.0f} MB"
        yield Row(f"trim, {name}", mb, ours / 1000, "s", least=least / 1000, times=1.5)
        yield Row("  most memory", mb, peaks[0], "MB", most=100)
        shutil.rmtree(folder)
        folder.mkdir()


def others(folder: Path, count: int) -> Iterator[Row]:
    """Measure what other programs need for the same notes, by the wall; ours with vectors too."""
    size, clock = f"{count:,}", Clock(wall=True)
    for kind, label in (("none", "words"), ("auto", "words and vectors")):
        root = folder / kind / "ws"
        notes(root, count)
        with opened(root, folder / kind / "home", kind) as memory:
            yield Row(f"index by lamina, {label}", size, clock(partial(made, memory))[0])
            search = partial(memory.search, record=False)
            yield Row("  a search", size, each_question(clock, search))
    installed = os.environ.get("LAMINA_BENCH_PEERS")
    for name in VERSIONS:
        home = folder / name
        notes(home / "made", count)
        (home / "made" / "memory").rename(home / "notes")
        started = clock.now()
        try:
            words = "any" if name == "qmd" else ""
            peer = Peer(name, words, Path(installed) if installed else None, home)
        except PeerError as error:
            print(f"{name}: skipped, {error}")
            continue
        yield Row(f"index by {name}, its start with it", size, clock.now() - started)
        yield Row("  a search", size, each_question(clock, partial(peer.ask, limit=10)))
        peer.close()


def made(memory: Memory) -> None:
    """Make the index, and the vectors where there is a model."""
    memory.sync()
    if memory.vectors:
        memory.background.fill(memory.vectors)


def each_question(clock: Clock, search: Callable[[str], object]) -> float:
    """Return the median of questions in turns."""
    asked = iter(ASKED * 4)
    return middle(clock(lambda: search(next(asked)), 20))


def at_rest() -> Iterator[Row]:
    """Measure what importing takes of memory."""
    for code, most in (("pass", 0), ("import lamina", 60), ("from lamina import Memory", 60)):
        command = [sys.executable, "-c", MEMORY.format(code=code)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        yield Row(f"memory after {code!r}", "", float(done.stdout), "MB", most=most)


def exponents(rows: list[Row]) -> None:
    """Print how the cost of each row grows with its size."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        number = row.size.replace(",", "")
        if row.unit == "ms" and number.isdigit() and not row.what.startswith("  "):
            found.setdefault(row.what, []).append((math.log(int(number)), math.log(row.ours)))
    print(f"\n{'growth: the exponent of cost over size':<44}{'from':>10}{'to':>11}{'':21}asked 1.1")
    for what, points in found.items():
        if len(set(points)) > 1 and points[0][0] < points[-1][0]:
            slope = statistics.linear_regression(*zip(*points, strict=True)).slope
            low, high = (f"{round(math.exp(points[n][0])):,}" for n in (0, -1))
            print(f"{what:<44}{low:>10}{high:>11}{slope:>18.2f}  {'yes' if slope <= 1.1 else 'no'}")


def sizes(text: str) -> list[int]:
    """Read sizes out of an option."""
    return [int(size) for size in text.split(",") if size]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default=SECTIONS)
    parser.add_argument("--files", default="1000,10000,100000", help="notes of ten lines")
    parser.add_argument("--lines", default="1000,10000,100000,1000000", help="with a vector each")
    parser.add_argument("--vectors", type=int, default=100, help="notes for the model")
    parser.add_argument("--peer-notes", type=int, default=100, help="for LAMINA_BENCH_PEERS")
    parser.add_argument("--trim", type=int, default=500, help="MB of a transcript")
    parser.add_argument("--wall", action="store_true")
    chosen = parser.parse_args()
    clock, only = Clock(wall=chosen.wall), chosen.only.split(",")
    sections: list[tuple[str, Callable[[Path], Iterator[Row]]]] = [
        ("rest", lambda _: at_rest()),
        *(("files", lambda f, n=n: files(clock, f, n)) for n in sizes(chosen.files)),
        ("helped", lambda f: helped(f, 10_000)),
        *(("searches", lambda f, n=n: searches(clock, f, n)) for n in sizes(chosen.lines)),
        ("embedding", lambda f: embedding(f, chosen.vectors)),
        ("others", lambda f: others(f, chosen.peer_notes)),
        *([("nights", lambda f: nights(f, 5000))] if data_file() else []),
        ("trims", lambda f: trims(clock, f, chosen.trim * 1_000_000)),
    ]
    unit = "wall" if chosen.wall else "processor time"
    print(f"{unit:<44}{'size':>10}{'ours':>11}    {'least':>9}{'times':>8}{'asked':>8}")
    rows = []
    for name, section in sections:
        if name not in only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for row in section(Path(folder)):
                print(row.shown(), flush=True)
                rows.append(row)
    exponents(rows)


if __name__ == "__main__":
    main()

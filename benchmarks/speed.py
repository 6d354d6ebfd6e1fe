"""How long the daily work takes, each figure beside the least it could take, in one run.

python benchmarks/speed.py            1,001 notes
python benchmarks/speed.py --notes 10001
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.config import Places
from lamina.memory import Memory
from lamina.search.answers import Request
from lamina.search.indexer import _row, indexed
from lamina.storage.file_rows import values_of
from lamina.storage.sqlite_index import _SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable

ENGLISH = (
    "invoice teapot harbour glaze kiln parcel courier customs tea leaf silver price needle margin"
    " stall market ticket flight hospital boiler pump school gift watercolour deposit transfer"
)
GERMAN = "Rechnung Lieferung Kanne Ofen Glasur Termin Vermieter Zahlung Frist Steuer Markt Stand"
RUSSIAN = "договор насос билет операция школа подарок оплата встреча заказ рынок цена чайник"
HAN = "茶叶价格订单海运空运合同发票付款仓库包装颜色水分样品"


def notes(root: Path, count: int, length: int = 10) -> int:
    """Write a workspace of dated notes of ``length`` lines, a language a line; return its bytes.

    The words are as unevenly frequent as words are; one line in five carries an invoice number.
    """
    pick = random.Random(1)
    vocabularies = []
    for listed in (ENGLISH.split(), GERMAN.split(), RUSSIAN.split()):
        longer = [*listed, *(one + other.lower() for one in listed for other in listed)]
        pick.shuffle(longer)
        vocabularies.append((longer, [1 / rank for rank in range(10, len(longer) + 10)]))
    size = 0
    (root / "memory").mkdir(parents=True)
    for number in range(count):
        day = date(2020, 1, 1) + timedelta(days=number)
        lines = [f"# {day}", ""]
        for line in range(length):
            said = "".join(pick.choices(HAN, k=14))
            if line % 4 != 3:
                said = " ".join(pick.choices(*vocabularies[line % 4], k=12))
            if line % 5 == 2:
                said += f" INV-{number:05}-{line}"
            lines.append(f"- {8 + line % 16:02}:{pick.randrange(60):02} {said}")
        text = "\n".join(lines) + "\n"
        size += len(text.encode())
        (root / "memory" / f"{day}.md").write_text(text, "utf-8")
    return size


def opened(root: Path, home: Path) -> Memory:
    """Open the workspace without a model."""
    return Memory(
        root,
        clock=lambda: datetime(2026, 3, 4, 9, 30, tzinfo=UTC),
        places=Places.of({"HOME": str(home)}, cwd=root),
        overrides={"notes.timezone": "UTC", "embedding.kind": "none"},
    )


def timed(work: Callable[[], object], times: int) -> float:
    """Return the median of several runs, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def floor_of_indexing(root: Path, folder: Path) -> Callable[[], None]:
    """Return work that reads and hashes all files and inserts the very rows the index holds."""
    entries = opened(root, folder).workspace.scan().files
    ready = [
        indexed(_row(e, (root / e.path).read_bytes(), 1), (root / e.path).read_bytes())
        for e in entries
    ]

    def work() -> None:
        path = folder / "floor.db"
        path.unlink(missing_ok=True)
        for entry in entries:
            hashlib.sha256((root / entry.path).read_bytes()).hexdigest()
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        for statement in _SCHEMA.split(";"):
            database.execute(statement)
        database.execute("BEGIN")
        number = 0
        for file, chunks in ready:
            values = (*values_of(file), number, len(chunks), 0, 0)
            database.execute(f"INSERT INTO files VALUES ({','.join('?' * 15)})", values)
            rows = [(number + i, *c) for i, c in enumerate(chunks)]
            database.executemany(
                "INSERT INTO chunks VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                [
                    (n, i, file.path, s, e, h, t, b, k, 1, 1)
                    for n, i, s, e, h, t, _, _, b, k in rows
                ],
            )
            database.executemany(
                "INSERT INTO words (rowid, line, head) VALUES (?,?,?)",
                [(row[0], row[6], row[7]) for row in rows],
            )
            number += len(chunks)
        database.execute("COMMIT")
        database.close()

    return work


def floor_of_writing(root: Path) -> Callable[[], None]:
    """Return work that writes, syncs, renames and syncs the folder: one whole file replaced."""
    target, temp = root / "floor.md", root / "floor.tmp"
    data = b"x" * 2000

    def work() -> None:
        with temp.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temp.replace(target)
        handle = os.open(root, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)

    return work


def shell(root: Path, home: Path, *arguments: str) -> Callable[[], None]:
    """Return work that runs the command line in a process of its own."""
    environment = {**os.environ, "HOME": str(home), "LAMINA_EMBEDDING_KIND": "none"}

    def work() -> None:
        subprocess.run(
            [sys.executable, "-m", "lamina", *arguments, "-w", str(root)],
            check=True,
            env=environment,
            capture_output=True,
        )

    return work


def row(what: str, ours: float, least: str = "", limit: float | None = None) -> None:
    """Print one row: what, our median, the floor beside it, the ratio."""
    beside = f"{limit:9.2f} ms   {ours / limit:5.1f} x   {least}" if limit else ""
    print(f"{what:<44} {ours:9.2f} ms   {beside}", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=1001)
    count = parser.parse_args().notes
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root, home = folder / "ws", folder / "home"
        size = notes(root, count)
        print(f"{count:,} notes, {size / 1e6:.1f} MB; medians; no model")
        measure(root, home, folder)


def measure(root: Path, home: Path, folder: Path) -> None:
    """Measure all rows on one workspace."""

    def first() -> None:
        shutil.rmtree(home / ".cache", ignore_errors=True)
        memory = opened(root, home)
        memory.sync()
        memory.close()

    row(
        "first index, words",
        timed(first, 3),
        "read, hash, insert the same rows",
        timed(floor_of_indexing(root, folder), 3),
    )
    memory = opened(root, home)
    memory.sync()
    time.sleep(2.1)  # files as young as this are read again: their time stamp could lie
    memory.sync()
    row(
        "sync with nothing to do",
        timed(memory.sync, 20),
        "scandir and stat of the same files",
        timed(lambda: [e.stat() for e in os.scandir(root / "memory")], 20),
    )
    questions = [
        "teapot glaze price",
        "INV-00417-2",
        "Rechnung Frist",
        "договор оплата",
        "茶叶价格",
    ]
    asked = iter(questions * 100)
    row(
        "search, with a look at all files",
        timed(lambda: memory.search(next(asked), record=False), 50),
    )
    report = memory.sync()
    asked = iter(questions * 100)
    row(
        "search, its share after that look",
        timed(lambda: memory.searcher._answer(Request(next(asked)), report), 50),
    )
    asked = iter(questions * 100)
    row("search, recall recorded", timed(lambda: memory.search(next(asked)), 50))
    row(
        "remember, in process",
        timed(lambda: memory.remember("the kiln is hot"), 50),
        "write, fsync, rename, fsync",
        timed(floor_of_writing(root), 50),
    )
    memory.close()
    python = timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 9)
    row(
        "lamina search, from the shell",
        timed(shell(root, home, "search", "teapot glaze"), 9),
        "python -c pass",
        python,
    )
    row(
        "lamina remember, from the shell",
        timed(shell(root, home, "remember", "hot"), 9),
        "python -c pass",
        python,
    )
    load = timed(lambda: subprocess.run([sys.executable, "-c", "import lamina"], check=True), 9)
    row("import lamina", load - python)
    load = timed(
        lambda: subprocess.run([sys.executable, "-c", "from lamina import Memory"], check=True), 9
    )
    row("from lamina import Memory", load - python)
    print(
        "Not here: the host's own program (28.5 s first index, 5.5 s sync, 4.3 s search from the "
        "shell, as measured elsewhere on 1,001 notes); it is not installed."
    )


if __name__ == "__main__":
    main()

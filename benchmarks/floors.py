"""Workspaces made for the benchmarks of speed, and the least that work over them could take."""

from __future__ import annotations

import hashlib
import os
import random
import sqlite3
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from lamina.memory import Memory
from lamina.places import Places
from lamina.search.indexer import _row, indexed
from lamina.storage.index_rows import values_of
from lamina.storage.sqlite_index import _SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


def opened(root: Path, home: Path, model: str = "none") -> Memory:
    """Open the workspace, without a model or with a kind of it."""
    return Memory(
        root,
        clock=lambda: datetime(2026, 3, 4, 9, 30, tzinfo=UTC),
        places=Places.of({"HOME": str(home)}, cwd=root),
        overrides={"notes.timezone": "UTC", "embedding.kind": model},
    )


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

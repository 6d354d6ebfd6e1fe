"""Damages index and state in every way a disk can, and looks what the next commands make of it.

Noise at a random place, cut off, emptied, deleted, a folder in its place, of a newer version. The
next search either answers as before or ends with a sentence; what is damaged of the state is set
aside, never written over; no file of the user's changes by a byte.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import sqlite3
import traceback
from contextlib import closing
from typing import TYPE_CHECKING

from lamina.errors import LaminaError, StoreError
from tests.torture.load import Place
from tests.torture.report import Report
from tests.torture.rigs.crash import scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.torture.end import End

LEAST = 12
NEWER = 9_999


def run(seed: int, end: End) -> Report:
    """Damage one store after the other."""
    report = Report()
    draw = random.Random(seed)
    if os.geteuid() == 0:
        report.skipped.append("files that may not be read: root may read all")
    with scratch() as folder:
        whole, broken = Place(folder / "whole"), Place(folder / "broken")
        whole.base.mkdir()
        whole.begin()
        answer = _answer(broken_from(whole, broken))
        shutil.rmtree(whole.base)
        shutil.copytree(broken.base, whole.base)
        for number in itertools.count():
            if number >= LEAST and end.come(number):
                break
            what = list(WAYS)[number % len(WAYS)]
            store = draw.choice(list(stores(broken_from(whole, broken))))
            before = notes(broken.root)
            damaged = WAYS[what](store, draw)
            said = f"seed {seed}, number {number}, {store.name}, {what}"
            report.problems += [
                f"{said}: {one}" for one in _looked(broken, store, damaged, answer, before)
            ]
            report.count(f"{store.name}: {what}")
    return report


def broken_from(whole: Place, broken: Place) -> Place:
    """Lay out a place as it was."""
    shutil.rmtree(broken.base, ignore_errors=True)
    shutil.copytree(whole.base, broken.base)
    return broken


def stores(place: Place) -> Iterator[Path]:
    """Yield index and state."""
    yield from sorted(place.base.rglob("index*.db"))
    yield from sorted(place.base.rglob("state.db"))


def notes(root: Path) -> dict[str, bytes]:
    """Return the user's files."""
    return {str(path): path.read_bytes() for path in sorted(root.rglob("*.md"))}


def _answer(place: Place) -> tuple[str, ...]:
    with place.memory() as memory:
        memory.sync()
        found = memory.search("lease")
        memory.state.wanted()
        return tuple(hit.path for hit in found.hits)


def _looked(
    place: Place, store: Path, damaged: bytes, answer: tuple[str, ...], before: dict[str, bytes]
) -> Iterator[str]:
    """Yield what is wrong after the next two commands."""
    refused = False
    for _ in range(2):
        refused = False
        try:
            if _answer(place) != answer:
                yield "another answer than before"
        except StoreError:
            refused = True
        except LaminaError as error:
            yield f"another error: {error}"
        except Exception:  # noqa: BLE001 - that is what is looked for
            yield traceback.format_exc()
    if notes(place.root) != before:
        yield "a file of the user's was changed"
    if refused and store.name == "index.db" and store.is_file() and os.access(store, os.R_OK):
        yield "an index is made again, and this one was not"
    if store.name == "state.db" and damaged and not refused:
        aside = [path.read_bytes() for path in store.parent.glob("state.db.corrupt-*")]
        if not _is_sound(store):
            yield "it is damaged, and nobody said so"
        if aside and damaged not in aside:
            yield "what was set aside is not what was there"


def _is_sound(store: Path) -> bool:
    try:
        with closing(sqlite3.connect(store)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError:
        return False


def _rewritten(store: Path, data: bytes) -> bytes:
    clean = store.with_name(store.name + ".clean")
    clean.unlink(missing_ok=True)
    store.write_bytes(data)
    return data


def _noise(store: Path, draw: random.Random) -> bytes:
    data = bytearray(store.read_bytes())
    at, length = draw.randrange(len(data)), draw.choice((1, 16, 512, 4096))
    data[at : at + length] = draw.randbytes(min(length, len(data) - at))
    return _rewritten(store, bytes(data))


def _cut(store: Path, draw: random.Random) -> bytes:
    data = store.read_bytes()
    return _rewritten(store, data[: draw.randrange(1, len(data))])


def _gone(store: Path, draw: random.Random) -> bytes:
    store.unlink()
    return b""


def _folder(store: Path, draw: random.Random) -> bytes:
    store.unlink()
    store.mkdir()
    return b""


def _newer(store: Path, draw: random.Random) -> bytes:
    with closing(sqlite3.connect(store)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWER}")
    return b""


def _barred(store: Path, draw: random.Random) -> bytes:
    os.chmod(store, 0)  # noqa: PTH101
    return b""


WAYS: dict[str, Callable[[Path, random.Random], bytes]] = {
    "noise": _noise,
    "cut off": _cut,
    "emptied": lambda store, draw: _rewritten(store, b""),  # noqa: ARG005 - as the others
    "deleted": _gone,
    "a folder": _folder,
    "newer": _newer,
    "barred": _barred,
}

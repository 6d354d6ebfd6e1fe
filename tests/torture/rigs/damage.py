"""Damages index, state, history and the small files beside them, and looks what comes of it.

Noise at a random place, cut off, emptied, deleted, a folder in its place, of a newer version, of
another workspace; lines in another order, or without their last end. The next search either answers
as before or ends with a sentence; what is damaged of the state is set aside, never written over; the
next line is written and taken back, or refused with a sentence; no file of the user's changes by a
byte.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import sqlite3
import traceback
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.errors import LaminaError, StoreError
from lamina.upkeep import local_socket
from tests.torture.load import CHANNEL, Place
from tests.torture.report import Report
from tests.torture.rigs.crash import scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
        other = Place(folder / "other")
        for place in (whole, other):
            place.base.mkdir()
            place.begin()
            _live(place, place is other)
        answer = _answer(broken_from(whole, broken))
        shutil.rmtree(whole.base)
        shutil.copytree(broken.base, whole.base)
        for number in itertools.count():
            if number >= LEAST and end.come(number):
                break
            broken_from(whole, broken)
            if number % 2:
                what = list(SMALL_WAYS)[number // 2 % len(SMALL_WAYS)]
                file = draw.choice(small(broken))
                report.count(f"{file.name}: {what}")
                before = notes(broken.root)
                SMALL_WAYS[what](file, other.base / file.relative_to(broken.base), draw)
                said = f"seed {seed}, number {number}, {file.name}, {what}"
                report.problems += [f"{said}: {one}" for one in _went_on(broken, before)]
                continue
            what = list(WAYS)[number // 2 % len(WAYS)]
            store = draw.choice(list(stores(broken)))
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


def _live(place: Place, other: bool) -> None:
    """Write something by which two workspaces differ, and a line of settings."""
    who = "other" if other else "first"
    (place.root / ".lamina.toml").write_text("[search]\nlimit = 8\n", "utf-8")
    with place.memory() as memory:
        for number in range(4):
            memory.remember(f"Line {number} of the {who} one.")
        memory.undo()
        memory.trims.trim(CHANNEL, place.transcript)
        memory.hygiene.carry_out()


def small(place: Place) -> list[Path]:
    """Return the files beside the stores that hold something of Lamina's."""
    hidden = place.root / "memory" / ".dreams"
    socket = local_socket.place(str(place.base / "home/.cache/lamina"), str(place.root))
    return [
        *([hidden / "history.jsonl"] * 4), hidden / "lock", hidden / "lease", hidden / ".gitignore",
        place.root / "memory" / "heartbeat-state.json", place.root / ".lamina.toml",
        place.base / "home/.config/lamina/config.toml", hidden / "state.db", Path(socket),
    ]  # fmt: skip


def _went_on(place: Place, before: dict[str, bytes]) -> Iterator[str]:
    """Yield what is wrong after the next commands; twice, for what is made whole in between."""
    for _ in range(2):
        try:
            with place.memory() as memory:
                memory.history()
                memory.status()
                memory.search("lease")
                memory.remember("The next one writes again under zqnext.")
                memory.undo()
                memory.doctor.check()
                memory.trims.history()
        except LaminaError as error:
            if not error.message or not error.hint:
                yield f"no state or no way on is said: {error!r}"
            with suppress(LaminaError), place.memory() as memory:
                memory.undo()  # where only that was refused
        except Exception:  # noqa: BLE001 - that is what is looked for
            yield traceback.format_exc()
    now = notes(place.root)
    odd = [path for path in before.keys() | now.keys() if before.get(path) != now.get(path)]
    if odd:
        yield f"a file of the user's was changed: {odd}"


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


def _small_noise(file: Path, other: Path, draw: random.Random) -> None:
    data = bytearray(file.read_bytes() if file.is_file() else b"")
    at = draw.randrange(len(data) + 1)
    data[at : at + draw.choice((0, 1, 40))] = draw.randbytes(draw.choice((1, 40, 500)))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(bytes(data))


def _small_cut(file: Path, other: Path, draw: random.Random) -> None:
    if file.is_file():
        file.write_bytes(file.read_bytes()[: draw.randrange(file.stat().st_size + 1)])


def _small_folder(file: Path, other: Path, draw: random.Random) -> None:
    file.unlink(missing_ok=True)
    file.mkdir(parents=True)


def _reordered(file: Path, other: Path, draw: random.Random) -> None:
    if file.is_file():
        lines = file.read_bytes().splitlines(keepends=True)
        draw.shuffle(lines)
        file.write_bytes(b"".join(lines))


def _of_another(file: Path, other: Path, draw: random.Random) -> None:
    if other.is_file():
        shutil.copyfile(other, file)


def _endless(file: Path, other: Path, draw: random.Random) -> None:
    if file.is_file():
        file.write_bytes(file.read_bytes().rstrip(b"\n"))


SMALL_WAYS: dict[str, Callable[[Path, Path, random.Random], None]] = {
    "noise": _small_noise,
    "cut off": _small_cut,
    "deleted": lambda file, other, draw: file.unlink(missing_ok=True),  # noqa: ARG005
    "a folder": _small_folder,
    "reordered": _reordered,
    "of another workspace": _of_another,
    "without its last line's end": _endless,
}
WAYS: dict[str, Callable[[Path, random.Random], bytes]] = {
    "noise": _noise,
    "cut off": _cut,
    "emptied": lambda store, draw: _rewritten(store, b""),  # noqa: ARG005 - as the others
    "deleted": _gone,
    "a folder": _folder,
    "newer": _newer,
    "barred": _barred,
}

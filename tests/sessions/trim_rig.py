"""Processes for the tests of trims: one that trims, one that writes as a host does.

``trim FOLDER TRANSCRIPT``: trims once, prints what came of it. ``write TRANSCRIPT LINES``: opens the
transcript, appends so many records, closes it, and again, until its standard input is closed; says
"ready" first, and how many it wrote last. 0 lines: all of them through one handle.
"""

from __future__ import annotations

import json
import select
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from lamina.errors import LaminaError
from lamina.sessions.trims import Trims
from lamina.settings import Sessions
from lamina.storage.sqlite_state import SqliteState

NOW = datetime(2026, 3, 4, 8, 30, tzinfo=UTC)
KEY = "agent:main:slack:channel:C1"


def trims(folder: Path, now: datetime = NOW, **settings) -> Trims:
    state = SqliteState(folder / "state.db")
    return Trims(lambda: state.trims, Sessions(**settings), lambda: now)


def trim(folder: str, transcript: str) -> None:
    try:
        trims(Path(folder)).trim(KEY, Path(transcript))
    except LaminaError as error:
        print(type(error).__name__, error.message, flush=True)
    else:
        print("trimmed", flush=True)


def line(number: int) -> bytes:
    message = {"role": "user", "content": f"line {number}"}
    record = {"type": "message", "id": f"w{number}", "parentId": None, "message": message}
    return json.dumps(record).encode() + b"\n"


def write(transcript: str, lines: str) -> None:
    path, number = Path(transcript), 0
    print("ready", flush=True)
    while not stopped():
        with path.open("ab", buffering=0) as file:
            for _ in range(int(lines) or 1_000_000):
                file.write(line(number))
                number += 1
                time.sleep(0.0003)
                if stopped():
                    break
        time.sleep(0.002)
    print(number, flush=True)


def stopped() -> bool:
    return bool(select.select([sys.stdin], [], [], 0)[0])


if __name__ == "__main__":
    {"trim": trim, "write": write}[sys.argv[1]](*sys.argv[2:])

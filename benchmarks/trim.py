"""How long a trim takes and how much memory, beside the least it could take.

python benchmarks/trim.py               in a temporary folder; needs some 3 GB there
python benchmarks/trim.py --scale 0.1   smaller files

``gzip``: the program compresses all of it, and a copy is made of what stays. ``naive``: Python
reads all lines into a list, parses them, cuts, and writes both parts, without fsync or lock and
without a look at what it wrote. Memory is the most a process had (VmHWM).
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KEY = "agent:main:slack:channel:C1"
OURS = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from lamina.sessions.trims import Trims
from lamina.settings import Sessions
from lamina.storage.sqlite_state import SqliteState
path = Path(sys.argv[1])
state = SqliteState(path.with_name("state.db"))
clock = lambda: datetime(2026, 3, 4, 8, 30, tzinfo=UTC)
work = Trims(lambda: state.trims, Sessions(), clock)
report = getattr(work, sys.argv[2])(*sys.argv[3:], *([path] if sys.argv[2] != "restore" else []))
print(report.kept, report.removed)
"""
NAIVE = """
import gzip, json, sys
lines = open(sys.argv[1], encoding="utf-8").readlines()
start = 0
for number, line in enumerate(lines):
    message = json.loads(line).get("message", {})
    content = message.get("content", [])
    calls = any(block.get("type") == "toolCall" for block in content)
    if message.get("role") == "assistant" and not calls and len(lines) - number >= 60:
        start = number
with gzip.open(sys.argv[1] + ".gz", "wt", 3, encoding="utf-8") as file:
    file.writelines(lines[:start])
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.writelines(lines[start:])
print(len(lines) - start, start)
"""
PEAK = """
print([line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0])
"""


def transcript(path: Path, size: int, large: int, small: int) -> int:
    """Write a transcript of about ``size`` bytes; one line in ``large`` has 10 MB, 0: none."""
    pick = random.Random(1)
    words = [f"{pick.choice('bcdfg')}{pick.choice('aeiou')}{number}" for number in range(5000)]
    blob = "".join(pick.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef0123456789+/", k=1 << 20)) * 10
    parent, number = None, 0
    with path.open("w", encoding="utf-8") as file:

        def put(kind: str, **fields: object) -> None:
            nonlocal parent, number
            number += 1
            record = {"type": kind, "id": f"{number:08x}", "parentId": parent}
            file.write(json.dumps(record | fields, separators=(",", ":")) + "\n")
            parent = record["id"]

        def said(role: str, text: str, **fields: object) -> None:
            content = [{"type": "text", "text": text}]
            put("message", message={"role": role, "content": content, **fields})

        head = {"type": "session", "version": 3, "id": "s", "cwd": "/ws"}
        file.write(json.dumps(head) + "\n")
        put("model_change", provider="stub", modelId="m1")
        while file.tell() < size:
            said("user", " ".join(pick.choices(words, k=small)))
            if large and number % large < 4:
                call = {"type": "toolCall", "id": f"call_{number}", "name": "read"}
                put("message", message={"role": "assistant", "content": [call]})
                said("toolResult", blob, toolCallId=call["id"])
            elif large and number % 3:
                said("assistant", "", stopReason="aborted")
            said("assistant", " ".join(pick.choices(words, k=small)), stopReason="stop")
    return number + 1


def run(code: str, *arguments: object) -> tuple[float, float, str]:
    """Run Python in a process of its own; return seconds, peak megabytes, what it said."""
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code + PEAK, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    took = time.perf_counter() - begun
    *said, peak = done.stdout.split("\n")[:-1]
    return took, int(peak) / 1024, " ".join(said)


def floor(path: Path) -> float:
    """Return how long gzip takes for a whole transcript, and a copy of its last megabytes."""
    begun = time.perf_counter()
    with path.with_suffix(".gz").open("wb") as file:
        subprocess.run(["gzip", "-c", str(path)], stdout=file, check=True)
    with path.open("rb") as file, path.with_suffix(".copy").open("wb") as copy:
        file.seek(-min(path.stat().st_size, 1 << 20), 2)
        copy.write(file.read())
    took = time.perf_counter() - begun
    path.with_suffix(".gz").unlink()
    path.with_suffix(".copy").unlink()
    return took


def rows(folder: Path, name: str, size: int, large: int, small: int) -> None:
    """Print one transcript's rows."""
    path = folder / "x.jsonl"
    lines = transcript(path, size, large, small)
    print(f"\n{name}: {path.stat().st_size / 1e6:.0f} MB, {lines:,} lines")
    print(f"{'':24}{'s':>8}{'MB/s':>8}{'peak MB':>9}  lines kept, removed")
    megabytes = path.stat().st_size / 1e6
    took = floor(path)
    print(f"{'gzip, and a copy':24}{took:8.2f}{megabytes / took:8.0f}")
    copy = folder / "naive.jsonl"
    copy.write_bytes(path.read_bytes())
    for label, arguments in (
        ("naive", (NAIVE, copy)),
        ("lamina, plan only", (OURS, path, "plan", KEY)),
        ("lamina, trim", (OURS, path, "trim", KEY)),
        ("lamina, restore", (OURS, path, "restore", KEY)),
    ):
        took, peak, said = run(*arguments)
        print(f"{label:24}{took:8.2f}{megabytes / took:8.0f}{peak:9.0f}  {said}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    asked = parser.parse_args()
    for name, size, large, small in (
        ("lines of 10 MB between thousands of small ones", 444_000_000, 150, 40),
        ("lines of 1 kB", 500_000_000, 0, 150),
    ):
        with tempfile.TemporaryDirectory() as folder:
            rows(Path(folder), name, int(size * asked.scale), large, small)


if __name__ == "__main__":
    main()

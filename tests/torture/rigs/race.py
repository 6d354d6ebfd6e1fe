"""Lets shells, programs, MCP servers and a person's editor write at once, then checks all of it.

Shells are killed at random moments (SIGKILL). In the end each write that was acknowledged is there,
once, unless it was taken back; what is made of several files is there whole or not at all; the
history is a line without gaps or doubles; the index is that of the files.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.torture import checks
from tests.torture.load import Place
from tests.torture.racer import NOW
from tests.torture.report import Report
from tests.torture.rigs.crash import scratch

if TYPE_CHECKING:
    from collections.abc import Iterator

WHO = (
    ("shell", "a"), ("shell", "b"), ("program", "c"), ("program", "d"), ("program", "e"),
    ("agent", "f"), ("agent", "g"), ("person", "h"),
)  # fmt: skip
PAIRED = {"DAY-2", "TOP-7", "KNOW-1", "FACT-2"}  # doctor's rules of what goes together
ROOT = Path(__file__).parents[3]


def run(seed: int, seconds: float) -> Report:
    """Let them race, stop them, look."""
    report = Report()
    with scratch() as folder:
        place = Place(folder / "race")
        place.base.mkdir()
        place.begin()
        told = raced(place, folder, seed, seconds)
        acknowledged: dict[str, dict[str, Any]] = {}
        undone: set[int] = set()
        killed: set[str] = set()
        for line in told:
            if "word" in line:
                acknowledged[line["word"]] = line
                report.count(f"acknowledged: {line['kind']}")
            elif "undone" in line:
                undone.add(line["undone"])
                report.count("taken back")
            elif "killed" in line:
                killed.add(line["killed"])
                report.count("shells killed")
            elif "overtaken" in line:
                report.count("saves of the person overtaken, and made again")
            else:
                report.count(f"refused: {_why(line['refused'])}")
                if line.get("code") == 70 or "Traceback" in line["refused"]:
                    report.problems.append(line["refused"])
        report.problems += look(place, acknowledged, undone)
    return report


def raced(place: Place, folder: Path, seed: int, seconds: float) -> list[dict[str, Any]]:
    """Start all, wait, stop them; return what they told."""
    with place.memory(NOW) as memory:
        memory.remember("The race begins.")
    racers = []
    for kind, name in WHO:
        with (folder / f"{name}.out").open("wb") as out:
            racers.append(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.torture.racer", kind, str(place.base), name,
                     str(seed)],
                    stdin=subprocess.PIPE, stdout=out, cwd=ROOT,
                )
            )  # fmt: skip
    time.sleep(seconds)
    for racer in racers:
        assert racer.stdin
        racer.stdin.close()
    for (kind, name), racer in zip(WHO, racers, strict=True):
        assert racer.wait(120) == 0, f"{kind} {name} broke down"
    lines = (line for _, name in WHO for line in (folder / f"{name}.out").read_text().splitlines())
    return [json.loads(line) for line in lines]


def look(place: Place, said: dict[str, dict[str, Any]], undone: set[int]) -> Iterator[str]:
    """Yield what is wrong after the race."""
    with place.memory(NOW) as memory:
        with memory.files.locked():
            pass
        yield from checks.left(place.root)
        yield from checks.index_agrees(memory)
        entries = memory.files.journal.entries()
        numbers = [entry.id for entry in entries]
        if numbers != sorted(set(numbers)):
            yield "the history is no line"
        back = {entry.undoes for entry in entries if entry.undoes is not None}
        if back != undone:
            yield f"taken back by the history: {back}; by those who were told: {undone}"
        for one in memory.doctor.check().findings:
            if one.rule in PAIRED:
                yield f"{one.rule} {one.path}:{one.line} {one.reason}"
    yield from checks.goes_on(place, NOW)
    files = checks.users(place.root)
    counted = {path: Counter(re.findall(rb"zq\wx\d+", data)) for path, data in files.items()}
    for word, write in said.items():
        held = {
            path: count[word.encode()] for path, count in counted.items() if word.encode() in count
        }
        if write["change"] in undone:
            if held:
                yield f"{word} was taken back and is in {held}"
        elif problem := _amiss(write["kind"], held):
            yield f"{word} ({write['kind']}) {problem}: {held}"


def _why(refused: str) -> str:
    """Return what was refused, and by which error."""
    named = re.search(r"\w+Error", refused)
    return f"{refused.partition(':')[0]}, {named[0] if named else refused[:80]}"


def _amiss(kind: str, held: dict[str, int]) -> str:
    """Return what is wrong with where a word stands; empty: nothing."""
    notes = sum(n for path, n in held.items() if path.startswith("memory/2026-03-04"))
    wanted = {
        "remember": notes == 1 and len(held) == 1,
        "typed": notes == 1 and len(held) == 1,
        # heading and line in the note, a line in the index
        "log": notes == 2 and held.get("memory/daily-index.md") == 1,
        "topic": held.get("memory/MEMORY_INDEX_ACTIVE.md", 0) >= 1
        and any(path.startswith("memory/topics/") for path in held),
        "reference": any(path.startswith("reference/") for path in held)
        and any(path.startswith("memory/doc-") for path in held),
    }
    return "" if wanted[kind] else "is not where it belongs, once"

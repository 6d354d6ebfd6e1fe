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
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.sessions.trim_rig import line
from tests.torture import checks, disk
from tests.torture.living import FAULT
from tests.torture.load import CHANNEL, Place
from tests.torture.report import Report
from tests.torture.rigs.crash import scratch
from tests.torture.told import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.memory import Memory
    from tests.torture.end import End

WHO = (
    ("shell", "a"), ("shell", "b"), ("program", "c"), ("program", "d"), ("program", "e"),
    ("agent", "f"), ("agent", "g"), ("person", "h"), ("owner", "i"), ("host", "j"),
    ("trimmer", "k"),
)  # fmt: skip
PAIRED = {"DAY-2", "TOP-7", "KNOW-1", "FACT-2"}  # doctor's rules of what goes together
DREAMT = ("MEMORY.md", "DREAMS.md", "memory/dreaming/")  # where sweeps repeat what stands in notes
WORD = rb"zq\wx\d+"
ROOT = Path(__file__).parents[3]


@dataclass(slots=True)
class Told:
    """What those who raced were told."""

    acknowledged: dict[str, dict[str, Any]] = field(default_factory=dict)  # by their words
    undone: set[int] = field(default_factory=set)
    forgotten: dict[str, bool] = field(default_factory=dict)  # words; False: perhaps
    records: list[int] = field(default_factory=list)  # of the transcript


def run(seed: int, end: End) -> Report:
    """Let them race, stop them, look."""
    report = Report()
    with scratch() as folder:
        place = Place(folder / "race")
        place.base.mkdir()
        place.begin()
        before = place.transcript.read_bytes()
        told = Told()
        for one in raced(place, folder, seed, end.seconds):
            _take(one, told, report)
        report.problems += look(place, told)
        report.problems += transcript(place, before, told.records)
    return report


def _take(one: dict[str, Any], told: Told, report: Report) -> None:
    """Take in one thing that a racer told."""
    match one:
        case {"word": word, "kind": kind}:
            told.acknowledged[word] = one
            report.count(f"acknowledged: {kind}")
        case {"undone": change}:
            told.undone.add(change)
            report.count("taken back")
        case {"forgets": word}:
            told.forgotten[word] = False
        case {"forgotten": word, "complete": complete}:
            told.forgotten[word] = True
            report.count("forgotten" if complete else "forgotten, and another one still read it")
        case {"cared": what}:
            report.count(f"done: {what}")
        case {"record": number}:
            told.records.append(number)
            report.count("lines that the host wrote")
        case {"killed": _}:
            report.count("shells killed")
        case {"overtaken": _}:
            report.count("saves of the person overtaken, and made again")
        case {"refused": why}:
            report.count(f"refused: {_why(why)}")
            if one.get("code") == FAULT or "Traceback" in why:
                report.problems.append(why)


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


def look(place: Place, told: Told) -> Iterator[str]:
    """Yield what is wrong after the race."""
    with place.memory(NOW) as memory:
        with memory.files.locked():
            pass
        memory.forget.finish()
        yield from checks.left(place.root)
        yield from checks.index_agrees(memory)
        entries = memory.files.journal.entries()
        numbers = [entry.id for entry in entries]
        if numbers != sorted(set(numbers)):
            yield "the history is no line"
        back = {entry.undoes for entry in entries if entry.undoes is not None}
        if back != told.undone:
            yield f"taken back by the history: {back}; by those who were told: {told.undone}"
        for one in memory.doctor.check().findings:
            if one.rule in PAIRED:
                yield f"{one.rule} {one.path}:{one.line} {one.reason}"
        yield from checks.goes_on(memory)
        yield from _forgotten(memory, told.forgotten)
    files = checks.users(place.root)
    counted = {path: Counter(re.findall(WORD, data)) for path, data in files.items()}
    for word, write in told.acknowledged.items():
        held = {
            path: count[word.encode()] for path, count in counted.items() if word.encode() in count
        }
        own = {path: count for path, count in held.items() if not path.startswith(DREAMT)}
        if word in told.forgotten:
            continue
        if write["change"] in told.undone:
            if own:
                yield f"{word} was taken back and is in {own}"
        elif problem := _amiss(write["kind"], own):
            yield f"{word} ({write['kind']}) {problem}: {held}"


def _forgotten(memory: Memory, words: dict[str, bool]) -> Iterator[str]:
    """Yield what is left of words that were forgotten; finish the forgettings that were killed."""
    for word, done in words.items():
        if not done:
            memory.forget.apply(word)
        if left := memory.forget.verify(word):
            yield f"{word} was forgotten, and is in {left[:3]}"
    memory.close()
    for root in (memory.workspace.root, memory.places.home):  # and that verifier is ours too
        for path, data in disk.read(root).items():
            held = set(re.findall(WORD, data or b""))
            yield from (f"{word} is still in {path}" for word in words if word.encode() in held)


def transcript(place: Place, before: bytes, records: list[int]) -> Iterator[str]:
    """Yield what is wrong with the transcript: each line that its host wrote is there, once."""
    with place.memory(NOW) as memory:
        memory.trims.settle(place.transcript)
        while any(row.outcome == "done" for row in memory.trims.history(CHANNEL)):
            memory.trims.restore(CHANNEL)
    data = place.transcript.read_bytes()
    if not data.startswith(before):
        yield "the transcript does not begin as it did"
    came = Counter(data[len(before) :].splitlines(keepends=True))
    wanted = Counter(map(line, records))
    if came != wanted:
        yield f"lines lost: {(wanted - came).total()}; lines too many: {(came - wanted).total()}"


def _why(refused: str) -> str:
    """Return what was refused, and by which error."""
    named = re.search(r"\w+Error", refused)
    return f"{refused.partition(':')[0]}, {named[0] if named else refused[:80]}"


def _amiss(kind: str, held: dict[str, int]) -> str:
    """Return what is wrong with where a word stands; empty: nothing."""
    notes = sum(n for path, n in held.items() if path.startswith("memory/2026-03-04"))
    open_ = held.get("memory/active-context.md", 0)
    wanted = {
        "remember": notes == 1 and len(held) == 1,
        "typed": notes == 1 and len(held) == 1,
        # in a matter, or in the note that hygiene moved it to
        "matter": notes + open_ == 1,
        # heading and line in the note, a line in the index, and the matter
        "checkpoint": notes + open_ >= 4 and held.get("memory/daily-index.md") == 1,
        # heading and line in the note, a line in the index
        "log": notes == 2 and held.get("memory/daily-index.md") == 1,
        "topic": held.get("memory/MEMORY_INDEX_ACTIVE.md", 0) >= 1
        and any(path.startswith("memory/topics/") for path in held),
        "reference": any(path.startswith("reference/") for path in held)
        and any(path.startswith("memory/doc-") for path in held),
    }
    return "" if wanted[kind] else "is not where it belongs, once"

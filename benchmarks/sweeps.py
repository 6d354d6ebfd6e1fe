"""How long a sweep takes over many notes: the first, one with nothing new, those after changes.

    LAMINA_BENCH_DATA=FOLDER python benchmarks/sweeps.py [--notes 5000]

A note a day of twelve lines, each made of the words of a LoCoMo turn in another order and two of
others; 300 of its questions searched in the last weeks. Printed are seconds of processor time, of
one process, words only; before the first sweep, and before the one with nothing new, the index was
brought in line. As commands do, each step opens the memory and closes it.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.memory import Memory
from lamina.places import Places
from locomo import data_file, load

if TYPE_CHECKING:
    from collections.abc import Callable

YOUNG = 2.1  # seconds in which a file that was written is read again
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def timed(what: str, work: Callable[[], object]) -> float:
    """Print and return the seconds that something took."""
    begun = time.process_time()
    work()
    took = time.process_time() - begun
    print(f"{what:38}{took:10.3f}")
    return took


def opened(root: Path, now: datetime) -> Memory:
    """Return the memory at a moment."""
    return Memory(
        root,
        clock=lambda: now,
        places=Places.of({"HOME": str(root.parent)}, cwd=root),
        overrides={"notes.timezone": "UTC", "embedding.kind": "none"},
    )


def synced(root: Path) -> None:
    """Bring the index in line."""
    with opened(root, NOW) as memory:
        memory.sync()


def swept(root: Path, hours: int) -> None:
    """Make a sweep some hours later."""
    with opened(root, NOW + timedelta(hours=hours)) as memory:
        memory.dreamer.sweep()


def written(root: Path, count: int) -> list[str]:
    """Write so many notes; return questions that ask for something of them."""
    data = data_file()
    assert data is not None
    talks = load(data)
    lines = [
        line.split()
        for t in talks
        for note in t.notes.values()
        for line in note
        if line[:2] == "- "
    ]
    draw = random.Random(1)
    known = sorted({word for words in lines for word in words})
    (root / "memory").mkdir(parents=True)
    for back in range(count, 0, -1):
        day = (NOW - timedelta(days=back)).date()
        made = []
        for words in draw.choices(lines, k=12):
            rest = draw.sample(words[2:], len(words) - 2)
            made.append(" ".join([*words[:2], *rest, *draw.choices(known, k=2)]))
        (root / f"memory/{day}.md").write_text("\n".join([f"# {day}", "", *made, ""]), "utf-8")
    return [question.text for talk in talks for question in talk.questions]


def measure(root: Path, count: int) -> dict[str, float]:
    """Print and return the seconds of each step over so many notes."""
    questions = written(root, count)
    print(f"{count} notes, {count * 12} lines{'':14}   seconds")
    took = {"the index": timed("the index", lambda: synced(root))}
    draw = random.Random(2)
    for number in range(300):
        then = NOW - timedelta(days=draw.randrange(25), seconds=number)
        with opened(root, then) as memory:
            memory.search(draw.choice(questions))
    took["first sweep"] = timed("first sweep", lambda: swept(root, 0))
    time.sleep(YOUNG)
    synced(root)
    took["nothing new"] = timed("nothing new", lambda: swept(root, 1))
    for hour, changed in enumerate((1, 1, 10, 100), start=2):
        for back in range(2, 2 + changed):
            note = root / f"memory/{(NOW - timedelta(days=back)).date()}.md"
            with note.open("a", encoding="utf-8") as file:
                file.write(f"- the harbour office moved to floor {hour} of house {back}\n")
        what = f"a new line in {'one note' if changed == 1 else f'{changed} notes'}"
        took[what] = timed(what, partial(swept, root, hour))
    return took


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=5000)
    args = parser.parse_args()
    if data_file() is None:
        print("skipped: LoCoMo is not here (set LAMINA_BENCH_DATA)")
        return
    with tempfile.TemporaryDirectory() as folder:
        took = measure(Path(folder) / "workspace", args.notes)
    print(f"nothing new, of the first: {took['nothing new'] / took['first sweep']:.2%}")


if __name__ == "__main__":
    main()

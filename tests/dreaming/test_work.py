"""A later sweep does what is new, whatever there is: counted in work, not in time."""

from __future__ import annotations

from datetime import timedelta

from lamina.dreaming.dreamer import Dreamer
from tests.dreaming.lived import MONDAY

THINGS = ("lamp", "drill", "tent", "ladder", "kettle", "globe", "boiler", "printer")
NIGHT = MONDAY + timedelta(days=8, hours=15)


def lived(root, opened, notes):
    """Write so many notes, ask for some of their lines on three days, and sweep."""
    for back in range(notes):
        day = (MONDAY - timedelta(days=back)).date()
        lines = [f"- On {day} box {back}-{n} went to shelf {n} of row {back}\n" for n in range(4)]
        if back < len(THINGS):
            lines.append(f"- The {THINGS[back]} is in chest {back} in the cellar\n")
        (root / f"memory/{day}.md").write_text(f"# {day}\n\n{''.join(lines)}", "utf-8")
    for number in range(1, 4):
        for thing in THINGS:
            opened(now=MONDAY + timedelta(days=2 + number)).search(f"chest {thing} {number}")
    return opened(now=NIGHT).dreamer.sweep()


class Work:
    """Counts what a sweep does: texts judged, searches, questions to the two stores."""

    def __init__(self, memory):
        self.searched = []
        self.asked = []
        self.memory = memory
        usual = memory.dreamer
        self.dreamer = Dreamer(
            memory.editor, usual.evidence, memory.daily, near=self.near, settings=usual.settings
        )
        for store in (memory.index, memory.state):
            store.database.connection.set_trace_callback(self.traced)

    def traced(self, statement):
        if statement.startswith("SELECT"):  # what SQLite asks itself begins with dashes
            self.asked.append(statement)

    def near(self, text):
        self.searched.append(text)
        return self.memory.dreamer.near(text)

    def of(self, sweep):
        swept = sweep(self.dreamer)
        judged = self.memory.index.judged.asked
        return swept, (judged, len(self.searched), len(self.asked))


def after_a_new_line(root, opened, notes):
    first = lived(root, opened, notes)
    assert len(first.outcome.promoted) == len(THINGS)
    path = root / f"memory/{MONDAY.date()}.md"
    path.write_text(path.read_text("utf-8") + "- The harbour office moved to floor 2\n", "utf-8")
    with opened(now=NIGHT + timedelta(days=1)) as memory:
        swept, work = Work(memory).of(lambda dreamer: dreamer.sweep())
    assert not swept.nothing_new
    return work


def test_one_new_line_costs_the_same_in_60_notes_and_in_300(tmp_path, root, open_memory):
    counts = []
    for notes in (60, 300):
        folder = tmp_path / str(notes)
        (folder / "memory").mkdir(parents=True)
        counts.append(
            after_a_new_line(folder, lambda folder=folder, **now: open_memory(folder, **now), notes)
        )
    few, many = counts
    assert many[:2] == few[:2]
    judged, searched, asked = many
    assert judged <= 10
    assert searched <= 2 * len(THINGS)
    assert asked <= few[2] + 30
    assert asked <= 700


def test_a_sweep_with_nothing_new_judges_and_searches_nothing(root, open_memory):
    lived(root, open_memory, 30)
    with open_memory(now=NIGHT + timedelta(days=1)) as memory:
        swept, (judged, searched, asked) = Work(memory).of(lambda dreamer: dreamer.sweep())
    assert swept.nothing_new
    assert (judged, searched) == (0, 0)
    assert asked <= 30

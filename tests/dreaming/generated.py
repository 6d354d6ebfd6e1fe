"""Days made up from a seed: notes, questions, edits, ticks and undos, such as nights meet."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from lamina.errors import LaminaError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lamina.memory import Memory

FIRST = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
THINGS = ("lamp", "drill", "tent", "ladder", "kettle", "globe", "boiler", "printer")
NAMES = ("Anna", "Tom", "Krause", "Lotte", "Галина", "房东")
LINES = (
    "The {thing} is in box {n} in the cellar",
    "The {thing} is now in box {n}, no longer in the cellar",
    "The rent of the {thing} is {n} euros a month",
    "{name} is allergic to penicillin and may never get it",
    "{name} moved: parcels go to {n} Chapel Lane from now on",
    "Parcels for {name} go to {n} Quay Row, Falmouth",
    "Car on level {n}",
    "{name} waits for the {thing} today",
    "[ ] call {name} about the {thing}",
    "Der Vertrag mit {name} endet am {n}. Juni und muss vorher gekündigt werden",
    "Ключ от дачи лежит у {name}, дом {n}",
    "{name}的电话改成了周末才能打，平时发微信{n}",
    "HEARTBEAT_OK",
    "The {thing} token is ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5",
    "Always tell {name} about the {thing} before you deploy",
)
ASKED = (
    "where is the {thing}?", "box {thing}", "{name} parcels", "what is {name} allergic to?",
    "rent of the {thing}", "{thing} {name}", "Vertrag {name}", "ключ от дачи", "{name} 电话",
    "which level is the car on?",
)  # fmt: skip


class Life:
    """Lives day by day in one workspace."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.draw = random.Random(seed)
        self.day = FIRST

    def note(self) -> Path:
        """The day's note."""
        return self.root / f"memory/{self.day.date()}.md"

    def live(self, opened: Callable[[datetime], Memory]) -> None:
        """Live one day: write, ask, and now and then meddle with what is there."""
        self.day += timedelta(days=1)
        self._append(self.note(), [self._line() for _ in range(self.draw.randrange(2, 6))])
        with opened(self.day) as memory:
            for _ in range(self.draw.randrange(4, 9)):
                memory.search(self._filled(self.draw.choice(ASKED)))
        for chance, meddle in ((0.3, self._edit), (0.15, self._own), (0.4, self._judge)):
            if self.draw.random() < chance:
                meddle()
        if self.draw.random() < 0.1:
            with opened(self.day) as memory:
                try:
                    memory.undo()
                except LaminaError:
                    return  # there is nothing to take back, or it was edited since

    def _filled(self, text: str) -> str:
        pick = self.draw.choice
        return text.format(thing=pick(THINGS), name=pick(NAMES), n=self.draw.randrange(1, 30))

    def _line(self) -> str:
        return f"- {self._filled(self.draw.choice(LINES))}\n"

    def _append(self, path: Path, lines: list[str]) -> None:
        before = path.read_text("utf-8") if path.exists() else f"# {path.stem}\n\n"
        path.write_text(before + "".join(lines), "utf-8")

    def _edit(self) -> None:
        """Change a line of an old note, take one out, put one in, or remove the note."""
        notes = sorted((self.root / "memory").glob("2026-*.md"))
        path = self.draw.choice(notes)
        lines = path.read_text("utf-8").splitlines(keepends=True)
        at = self.draw.randrange(2, len(lines)) if len(lines) > 2 else len(lines)
        match self.draw.randrange(4):
            case 0:
                lines[at:] = []
            case 1:
                lines[at : at + 1] = [self._line()]
            case 2:
                lines.insert(at, self._line())
            case _ if len(notes) > 3:
                path.unlink()
                return
        path.write_text("".join(lines), "utf-8")

    def _own(self) -> None:
        """Write a line of one's own into a core file, or take a line out of MEMORY.md."""
        memory = self.root / "MEMORY.md"
        if memory.exists() and self.draw.random() < 0.5:
            lines = memory.read_text("utf-8").splitlines(keepends=True)
            del lines[self.draw.randrange(len(lines))]
            memory.write_text("".join(lines), "utf-8")
        else:
            self._append(self.root / self.draw.choice(("MEMORY.md", "USER.md")), [self._line()])

    def _judge(self) -> None:
        """Tick or strike a proposal, or take one out."""
        path = self.root / "memory/PROPOSALS.md"
        if not path.exists():
            return
        lines = path.read_text("utf-8").splitlines(keepends=True)
        boxes = [n for n, line in enumerate(lines) if line.startswith("- [ ] ")]
        if boxes:
            at = self.draw.choice(boxes)
            mark = self.draw.choice(("- [x] ", "- [-] ", ""))
            lines[at] = mark + lines[at][6:] if mark else ""
            path.write_text("".join(lines), "utf-8")

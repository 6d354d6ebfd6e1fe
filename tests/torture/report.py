"""What a rig hands back: what it did, in figures, and what was wrong."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Report:
    """Figures under words of the rig's own, such as ``kill points``; problems as sentences."""

    figures: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)  # what could not be tried here, and why

    def count(self, what: str, number: int = 1) -> None:
        """Add to a figure."""
        self.figures[what] = self.figures.get(what, 0) + number

    def add(self, other: Report) -> None:
        """Take in what another report says."""
        for what, number in other.figures.items():
            self.count(what, number)
        self.problems += other.problems
        self.skipped += [one for one in other.skipped if one not in self.skipped]

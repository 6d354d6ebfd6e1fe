"""The overview: what each turn costs, what is open, what happened, what is wrong, what comes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, datetime

    from lamina.layers.active_blocks import Block
    from lamina.layers.core import CoreFile, CoreReport
    from lamina.layers.core_sections import Section
    from lamina.upkeep.activity import Day
    from lamina.upkeep.doctor import Finding, Report
    from lamina.upkeep.jobs import View

WIDE = 1000.0  # units of the bar
GAP = 2.0  # between two files
_PREVIEW = 4  # lines of a section that are shown when it is pointed at
_LINE = 90  # characters of each
WEEK = 7
CELL = 13  # units of the calendar


@dataclass(frozen=True, slots=True)
class Segment:
    """A section of a core file in the bar."""

    x: float
    width: float
    cut_x: float  # what the host leaves out begins here
    cut_width: float
    path: str
    line: int
    title: str
    tokens: int
    cut: int
    preview: str


@dataclass(frozen=True, slots=True)
class Band:
    """A core file in the bar and in the list below."""

    number: int  # its colour
    file: CoreFile
    x: float
    width: float
    segments: tuple[Segment, ...]

    @property
    def share(self) -> int:
        """How much of its own budget it takes, in per cent."""
        return round(100 * self.file.tokens / self.file.budget) if self.file.budget else 0


@dataclass(frozen=True, slots=True)
class Weight:
    """What every turn carries."""

    bands: tuple[Band, ...]
    tokens: int
    budget: int
    budget_x: float
    cut: int
    warnings: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether it is more than the budget."""
        return self.tokens > self.budget

    @property
    def share(self) -> int:
        """Its part of the budget, in per cent."""
        return round(100 * self.tokens / self.budget) if self.budget else 0


def weight(report: CoreReport, sections: Mapping[str, Sequence[Section]]) -> Weight:
    """Return the bar: as wide as the budget, or as the files where they are over it."""
    scale = WIDE / max(report.tokens, report.budget, 1)
    bands = []
    x = 0.0
    for number, file in enumerate(report.files):
        width = max(0.0, file.tokens * scale)
        inner = max(0.5, width - GAP)
        parts = tuple(_segments(file.path, sections.get(file.path, ()), x, inner))
        bands.append(Band(number, file, x, inner, parts))
        x += width
    cut = sum(segment.cut for band in bands for segment in band.segments)
    budget_x = report.budget * scale
    return Weight(tuple(bands), report.tokens, report.budget, budget_x, cut, report.warnings)


def _segments(path: str, parts: Sequence[Section], x: float, width: float) -> Iterable[Segment]:
    whole = sum(part.tokens for part in parts) or 1
    for part in parts:
        wide = width * part.tokens / whole
        cut = min(wide, wide * part.cut / part.tokens) if part.tokens else 0.0
        lines = [line for line in part.text.splitlines() if line.strip()][1 if part.title else 0 :]
        said = "\n".join(_shortened(line) for line in lines[:_PREVIEW])
        more = "\n…" if len(lines) > _PREVIEW else ""
        yield Segment(
            round(x, 2),
            round(wide, 2),
            round(x + wide - cut, 2),
            round(cut, 2),
            path,
            part.start,
            part.title,
            part.tokens,
            part.cut,
            said + more,
        )
        x += wide


def _shortened(line: str) -> str:
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"


@dataclass(frozen=True, slots=True)
class Matter:
    """An open matter, with how long nobody touched it."""

    subject: str
    short: str
    opened: str
    idle: int
    share: float  # of the longest, in units of the bar
    late: bool
    pinned: bool
    line: int


def matters(blocks: Iterable[Block], today: date, most: int) -> tuple[Matter, ...]:
    """Return what is open, what was left alone longest first; ``most``: days until it is late."""
    left = [block for block in blocks if not block.done]
    longest = max([block.idle(today) for block in left], default=0)
    scale = WIDE / max(longest, most, 1)
    found = [
        Matter(
            block.subject,
            block.short or first_words(block.body),
            block.opened,
            block.idle(today),
            round(block.idle(today) * scale, 1),
            not block.pinned and block.idle(today) > most,
            block.pinned,
            block.start + 1,
        )
        for block in left
    ]
    return tuple(sorted(found, key=lambda one: (-one.idle, one.subject)))


def first_words(body: str) -> str:
    """Return the first line of a text that says something."""
    lines = (line.strip() for line in body.splitlines())
    return next((_shortened(line) for line in lines if line and not line.startswith("<!--")), "")


@dataclass(frozen=True, slots=True)
class Square:
    """One day of the calendar: levels 0 to 4."""

    x: int
    y: int
    day: str
    notes: int
    recalls: int
    promoted: int
    levels: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days as weeks, Monday first, and where months begin."""

    squares: tuple[Square, ...]
    months: tuple[tuple[int, str], ...]
    width: int
    totals: tuple[int, int, int]


def calendar(days: Sequence[Day]) -> Calendar:
    """Return the days as a calendar; levels are by quarters of the largest but outliers."""
    tops = [_top([getattr(one, name) for one in days]) for name in ("notes", "recalls", "promoted")]
    first = days[0].day.weekday() if days else 0
    squares, months = [], []
    for number, one in enumerate(days):
        x = (number + first) // WEEK * CELL
        counts = (one.notes, one.recalls, one.promoted)
        levels = tuple(_level(count, top) for count, top in zip(counts, tops, strict=True))
        y = one.day.weekday() * CELL
        squares.append(Square(x, y, str(one.day), *counts, (levels[0], levels[1], levels[2])))
        if one.day.day == 1:
            months.append((x, f"{one.day:%m}"))
    totals = [sum(getattr(one, name) for one in days) for name in ("notes", "recalls", "promoted")]
    width = (squares[-1].x if squares else 0) + CELL
    return Calendar(tuple(squares), tuple(months), width, (totals[0], totals[1], totals[2]))


def _top(counts: Sequence[int]) -> int:
    """Return what counts as much: the nineteenth of twenty that are not nothing."""
    some = sorted(count for count in counts if count)
    return some[int(0.95 * (len(some) - 1))] if some else 1


def _level(count: int, top: int) -> int:
    return min(4, 1 + int(3.999 * count / top)) if count else 0


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check-up found."""

    findings: tuple[Finding, ...]
    safe: int
    files: int
    clean: bool
    more: int = 0  # that are not shown


def checked(report: Report, most: int = 60) -> Checked:
    """Return what was found, the weightier first."""
    ordered = sorted(report.findings, key=lambda one: str(one.severity) != "finding")
    safe = sum(one.safe for one in ordered)
    more = max(0, len(ordered) - most)
    return Checked(tuple(ordered[:most]), safe, report.files, report.clean, more)


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands."""

    name: str
    state: str
    last: str
    next: str
    why: str
    alarm: str


def jobs(views: Iterable[View]) -> tuple[Job, ...]:
    """Return the jobs, the next first; those that are off come last."""
    ordered = sorted(views, key=lambda one: one.next.timestamp() if one.next else math.inf)
    return tuple(
        Job(one.name, one.state, moment(one.last), moment(one.next), one.why, one.alarm)
        for one in ordered
    )


def moment(at: datetime | None) -> str:
    """Return a moment to the minute."""
    return f"{at:%Y-%m-%d %H:%M}" if at else ""

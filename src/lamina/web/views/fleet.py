"""The fleet: how each agent stands, who needs somebody first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lamina.fleet.glance import View

_ORDER = ("bad", "warn", "good")


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent."""

    name: str
    root: str
    here: bool  # its workspace is the one that is served
    state: str  # good, warn, bad: it could not be looked at
    tokens: int
    budget: int
    open: int
    topics: int
    findings: int
    written: str
    dreamt: str
    next: str
    shared: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def share(self) -> int:
        """Its part of the budget, in per cent."""
        return round(100 * self.tokens / self.budget) if self.budget else 0

    @property
    def wide(self) -> float:
        """How much of the bar is filled, of 100; it is full at the budget."""
        return min(100.0, float(self.share))


@dataclass(frozen=True, slots=True)
class Fleet:
    """All agents."""

    agents: tuple[Agent, ...]
    tokens: int
    findings: int
    states: tuple[tuple[str, int], ...]  # how many there are in each


def fleet(views: Iterable[View], root: Path | None, home: Path) -> Fleet:
    """Return the agents, those that need somebody first; ``root``: the served workspace."""
    shown = [_agent(one, root, home) for one in views]
    shown.sort(key=lambda one: (_ORDER.index(one.state), one.name))
    counts = {state: sum(one.state == state for one in shown) for state in _ORDER[::-1]}
    return Fleet(
        tuple(shown),
        sum(one.tokens for one in shown),
        sum(one.findings for one in shown),
        tuple(counts.items()),
    )


def _agent(view: View, root: Path | None, home: Path) -> Agent:
    tokens, budget = view.tokens or 0, view.budget or 0
    wrong = view.findings or view.problems or tokens > budget
    return Agent(
        view.member.name,
        _place(view.member.root, home),
        view.member.root == root,
        "bad" if not view.seen else "warn" if wrong else "good",
        tokens,
        budget,
        view.open_matters or 0,
        view.topics or 0,
        view.findings or 0,
        _minute(view.last_write),
        _minute(view.last_dream),
        view.next_job,
        view.shared,
        view.problems,
    )


def _place(root: Path, home: Path) -> str:
    return f"~/{root.relative_to(home).as_posix()}" if root.is_relative_to(home) else str(root)


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")

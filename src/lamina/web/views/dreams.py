"""Dreams: how the nights stand, what may become long-term memory and why, what waits for you."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.web.views.overview import moment

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from lamina.dreaming.proposals import Listed
    from lamina.dreaming.schedule import DreamStatus
    from lamina.dreaming.scoring import Ranked, Weights
    from lamina.storage.state_dreams import Run
    from lamina.upkeep.jobs import View

MOST = 30  # candidates that are shown
_ENTRY = re.compile(r"^---\s*$", re.MULTILINE)
_MARK = re.compile(r"^\s*<!--\s*openclaw:dreaming:diary:(?:start|end)\s*-->\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Night:
    """A sweep that was made."""

    started: str
    outcome: str
    staged: int
    promoted: int
    proposed: int
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How dreaming stands."""

    on: bool
    because: str
    frequency: str
    timezone: str
    next: str
    last: str
    counts: tuple[tuple[str, int], ...]
    problems: tuple[str, ...]
    nights: tuple[Night, ...]
    running: bool = False  # by the ledger: also in another process


def standing(status: DreamStatus) -> Standing:
    """Return how dreaming stands."""
    counts = (
        ("short-term", status.candidates),
        ("recalls lately", status.recalls_lately),
        ("promoted", status.promoted),
        ("promoted today", status.promoted_today),
    )
    return Standing(
        status.enabled,
        status.because,
        status.frequency,
        status.timezone,
        moment(status.next),
        moment(status.last),
        counts,
        status.problems,
        tuple(_night(run) for run in status.runs),
    )


def is_running(jobs: Iterable[View]) -> bool:
    """Say whether a sweep is under way in any process."""
    return any(one.name == "dreaming" and one.state == "running" for one in jobs)


def _night(run: Run) -> Night:
    counts = run.counts
    error = counts.get("error")
    return Night(
        run.started[:16].replace("T", " "),
        run.outcome,
        int(counts.get("staged", 0)),
        int(counts.get("promoted", 0)),
        int(counts.get("proposed", 0)),
        (*counts.get("notices", ()), *([error] if error else ())),
    )


@dataclass(frozen=True, slots=True)
class Signal:
    """One of the six signals: its value, and what it adds to the score."""

    name: str
    value: float
    weight: float
    wide: float  # of 100
    adds: float


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate."""

    name: str
    has: str
    needs: str
    passed: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that may be promoted, and why it is, or is not."""

    key: str
    text: str
    score: float
    passed: bool
    stage: int  # 0 seen, 1 staged, 2 reflected, 3 promoted
    grounded: bool
    path: str
    line: int
    place: str
    recalls: float
    days: int
    signals: tuple[Signal, ...]
    gates: tuple[Gate, ...]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The candidates; those that old notes put forward apart."""

    needed: tuple[Candidate, ...]
    grounded: tuple[Candidate, ...]
    more: int
    promoted: tuple[tuple[str, str], ...]  # day, line


def scene(
    ranked: Iterable[Ranked],
    weights: Weights,
    promotions: Mapping[str, tuple[str, int, str, Mapping[str, object]]],
) -> Scene:
    """Return the candidates, the best first, and what was promoted, the newest first."""
    held = list(ranked)
    shown = [_candidate(one, weights, promotions) for one in held[:MOST]]
    done = sorted(((row[0], row[2]) for row in promotions.values()), reverse=True)
    return Scene(
        tuple(one for one in shown if not one.grounded),
        tuple(one for one in shown if one.grounded),
        max(0, len(held) - MOST),
        tuple(done[:12]),
    )


def _candidate(one: Ranked, weights: Weights, promoted: Container[str]) -> Candidate:
    held = one.candidate
    place = held.places[-1] if held.places else None
    values = one.as_dict()["signals"]
    signals = tuple(
        Signal(
            name,
            round(value, 2),
            getattr(weights, name),
            round(100 * value, 1),
            round(value * getattr(weights, name), 3),
        )
        for name, value in values.items()
    )
    gates = tuple(Gate(g.name, f"{g.has:g}", f"{g.needs:g}", g.passed) for g in one.gates)
    asked = dict.fromkeys(recall.question for recall in held.asked if recall.question)
    return Candidate(
        held.key,
        held.text,
        one.score,
        one.passed,
        3 if held.key in promoted else 2 if held.rem_hits else 1 if held.light_hits else 0,
        held.mainly_grounded,
        place.path if place else "",
        place.first if place else 0,
        place.citation if place else "",
        round(held.recalls, 2),
        len(held.days),
        signals,
        gates,
        tuple(asked)[-4:],
    )


@dataclass(frozen=True, slots=True)
class Proposal:
    """A line that waits for its owner."""

    number: int
    key: str
    text: str
    kind: str
    mark: str
    source: str
    rows: tuple[str, ...]
    edited: bool


def proposals(listed: Iterable[Listed]) -> tuple[Proposal, ...]:
    """Return what waits, in the file's order."""
    found = []
    for one in listed:
        shown = one.as_dict()
        found.append(
            Proposal(
                one.number,
                shown["key"],
                shown["text"],
                shown["kind"],
                shown["mark"],
                shown["source"] or "",
                tuple(shown["rows"]),
                shown["edited"],
            )
        )
    return tuple(found)


def diary(text: str, most: int = 10) -> tuple[str, ...]:
    """Return the entries of a diary, the newest first, as Markdown."""
    start = text.find("<!-- openclaw:dreaming:diary:start -->")
    end = text.find("<!-- openclaw:dreaming:diary:end -->")
    if not 0 <= start < end:
        return ()
    entries = (_MARK.sub("", part).strip() for part in _ENTRY.split(text[start:end]))
    return tuple([entry for entry in entries if entry][::-1][:most])

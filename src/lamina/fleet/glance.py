"""How one agent stands: measured in its files, with nothing written, no index and no model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lamina.errors import LaminaError
from lamina.memory import Memory
from lamina.storage.sqlite_index import SqliteIndex
from lamina.upkeep.alarms import alarms
from lamina.upkeep.doctor import QUICK, RULES, Severity
from lamina.upkeep.status import next_job

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from lamina.fleet.members import Member
    from lamina.places import Places
    from lamina.storage.state import State


class Glance(Memory):
    """A memory that is only looked at: its state is a copy, its index an empty one."""

    @cached_property
    def index(self) -> SqliteIndex:
        """An index in memory that nobody fills."""
        return SqliteIndex(None)

    @cached_property
    def state(self) -> State:
        """A copy of the state; what is written to it goes with it."""
        return self.state_copy


@dataclass(frozen=True, slots=True)
class View:
    """How one agent stands; None: it could not be looked at, and the problems say why."""

    member: Member
    tokens: int | None = None  # of the core files, every turn
    budget: int | None = None
    open_matters: int | None = None
    topics: int | None = None
    findings: int | None = None
    last_write: str = ""
    last_dream: str = ""
    next_job: str = ""
    shared: tuple[str, ...] = ()  # folders it shares with others
    problems: tuple[str, ...] = ()

    @property
    def seen(self) -> bool:
        """Whether it could be looked at."""
        return self.tokens is not None

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return self.member.as_dict() | {
            "tokens": self.tokens,
            "budget": self.budget,
            "open": self.open_matters,
            "topics": self.topics,
            "findings": self.findings,
            "last_write": self.last_write or None,
            "last_dream": self.last_dream or None,
            "next_job": self.next_job or None,
            "shared": list(self.shared),
            "problems": list(self.problems),
        }


def look(
    member: Member,
    places: Places,
    *,
    clock: Callable[[], datetime],
    overrides: Mapping[str, str],
    every_rule: bool,
) -> View:
    """Return how an agent stands; ``every_rule``: those, too, that judge line by line."""
    odd = (member.note,) if member.note else ()
    try:
        with Glance(member.root, clock=clock, places=places, overrides=overrides) as memory:
            return _measured(member, memory, every_rule=every_rule, odd=odd)
    except LaminaError as error:
        return View(member, problems=(*odd, error.message))
    except Exception as fault:  # noqa: BLE001 - one agent's fault is not the others'
        said = f"a fault in Lamina ({type(fault).__name__}: {fault})"
        return View(member, problems=(*odd, said))


def _measured(member: Member, memory: Glance, *, every_rule: bool, odd: tuple[str, ...]) -> View:
    core = memory.core()
    report = memory.doctor.check(RULES if every_rule else QUICK)
    history = memory.files.journal.entries()
    last_write = history[-1].at if history else ""
    sweeps = memory.state.dreams.runs(1)
    jobs = memory.job_views()
    return View(
        member,
        core.tokens,
        core.budget,
        sum(not block.done for block in memory.active.blocks()),
        len(memory.topics.entries()),
        sum(one.severity is Severity.FINDING for one in report.findings),
        last_write,
        sweeps[0].started if sweeps else "",
        next_job(jobs) or memory.hygiene.next_run(),
        tuple(memory.shared),
        (*odd, *alarms(jobs, last_write, memory.now, 0), *core.warnings),
    )

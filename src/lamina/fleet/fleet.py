"""The fleet: all agents at once. What is wrong with one of them stops nothing for the others."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.config import fleet_file, load
from lamina.documents import days
from lamina.errors import ConfigError, LaminaError
from lamina.fleet import members as who
from lamina.fleet.glance import Glance, View, look
from lamina.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from pathlib import Path

    from lamina.fleet.members import Member
    from lamina.places import Places
    from lamina.upkeep.heartbeat import Beat


@dataclass(frozen=True, slots=True)
class Done:
    """What was done for one workspace; neither beat nor error: there was no time left."""

    members: tuple[Member, ...]  # more than one where agents share a workspace
    beat: Beat | None = None
    error: str = ""

    @property
    def name(self) -> str:
        """The agents' names."""
        return ", ".join(member.name for member in self.members)

    @property
    def failed(self) -> bool:
        """Whether it, or one of its jobs, failed."""
        return bool(self.error or (self.beat and any(one.error for one in self.beat.ran)))

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        shown = self.beat.as_dict() if self.beat else {"ok": False, "says": [], "ran": []}
        return {
            "agents": [member.name for member in self.members],
            "workspace": str(self.members[0].root),
            "no_time": not self.beat and not self.error,
            "error": self.error or None,
        } | shown


class Fleet:
    """All agents that this user's settings, or a file, list."""

    def __init__(
        self,
        places: Places,
        *,
        file: Path | None = None,
        clock: Callable[[], datetime] = days.utc_now,
        overrides: Mapping[str, str] | None = None,
    ) -> None:
        """``file``: lists agents and what they share, in place of the one the settings name."""
        if file is not None and not file.is_file():
            raise ConfigError(str(file), "is no file that lists agents; nothing was done")
        self.places = places
        self.clock = clock
        self.overrides = dict(overrides or {})
        if file is not None:
            fleet_file(file, places)  # what is wrong with it is said before anything is done
            self.overrides["fleet.file"] = str(file.absolute())
        self.config = load(places, overrides=self.overrides)
        self.members = who.listed(self.config.agents)

    def found(self, folders: Iterable[Path]) -> tuple[tuple[Member, ...], tuple[str, ...]]:
        """Return the listed agents, the host's and workspaces below some folders; and problems."""
        return who.found(self.places, self.members, folders)

    def look(self, members: Iterable[Member], *, every_rule: bool = False) -> tuple[View, ...]:
        """Return how each of them stands; nothing is written."""
        return tuple(
            look(
                member,
                self.places,
                clock=self.clock,
                overrides=self.overrides,
                every_rule=every_rule,
            )
            for member in members
        )

    def run(
        self,
        members: Iterable[Member],
        seconds: float = 0,
        *,
        timer: Callable[[], float] = time.monotonic,
    ) -> tuple[Done, ...]:
        """Do what is due in each workspace, the one that waited longest first.

        Args:
            members: whose workspaces are meant; each is cared for once.
            seconds: after which no other workspace is begun; 0: fleet.seconds.
            timer: seconds that go by, from any beginning.
        """
        shared: dict[Path, list[Member]] = {}
        for member in members:
            shared.setdefault(member.root, []).append(member)
        waiting = sorted(shared.values(), key=lambda group: self._served(group[0]))
        budget, began = seconds or self.config.fleet.seconds, timer()
        done = []
        for place, group in enumerate(waiting):
            left = budget - (timer() - began)
            share = left / (len(waiting) - place)
            done.append(self._beat(tuple(group), share) if left > 0 else Done(tuple(group)))
        return tuple(done)

    def _served(self, member: Member) -> float:
        """Return when a job was last begun for a member, to sort by; 0: never."""
        try:
            with Glance(member.root, places=self.places, overrides=self.overrides) as memory:
                runs = memory.state.jobs.runs(limit=1)
                return runs[0].started.timestamp() if runs else 0.0
        except Exception:  # noqa: BLE001 - its own turn says what is wrong
            return 0.0

    def _beat(self, group: tuple[Member, ...], seconds: float) -> Done:
        try:
            with Memory(
                group[0].root, clock=self.clock, places=self.places, overrides=self.overrides
            ) as memory:
                return Done(group, memory.heartbeat(seconds))
        except LaminaError as error:
            return Done(group, error=error.message)
        except Exception as fault:  # noqa: BLE001 - one agent's fault is not the others'
            return Done(group, error=f"a fault in Lamina ({type(fault).__name__}: {fault})")

"""The weekly care: done and idle matters, finished tasks, and when it was last done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.upkeep.times import CLEANUP, Times

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.documents.changes import Plan
    from lamina.documents.history import Entry
    from lamina.layers.active import Active
    from lamina.layers.daily import Daily
    from lamina.layers.editor import Editor
    from lamina.layers.handbooks import Handbooks
    from lamina.settings import Layers


@dataclass(frozen=True, slots=True)
class Cleanup:
    """What hygiene moves into the day's note, with the plan that does it."""

    plan: Plan
    done: int  # matters
    idle: int
    tasks: int  # of handbooks

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "done": self.done,
            "idle": self.idle,
            "tasks": self.tasks,
            "files": [change.path for change in self.plan.changes],
            "notes": list(self.plan.notes),
        }


class Hygiene:
    """Plans the weekly care and knows when it is due."""

    def __init__(
        self, editor: Editor, daily: Daily, active: Active, projects: Handbooks, limits: Layers
    ) -> None:
        self.editor = editor
        self.daily = daily
        self.active = active
        self.projects = projects
        self.limits = limits
        self.times = Times(editor)

    def cleanup(self, *, timed: bool = True) -> Cleanup:
        """Return what would move, as one plan; ``timed``: with the time at which it is done."""
        draft = self.editor.draft()
        done, idle = self.active.clean(draft, self.limits.idle_days)
        tasks = self.projects.clean(draft, self.daily, self.limits.done_kept)
        if timed:
            self.times.put(draft, [CLEANUP])
        return Cleanup(draft.plan("hygiene"), done, idle, tasks)

    def carry_out(self, *, timed: bool = True) -> tuple[Cleanup, Entry | None]:
        """Move it; planned again where another program came between."""
        found: Cleanup | None = None

        def planned() -> Plan:
            nonlocal found
            found = self.cleanup(timed=timed)
            return found.plan

        entry = self.editor.carry_out(planned)
        assert found  # noqa: S101 - it was planned
        return found, entry

    def last(self) -> datetime | None:
        """Return when it was last done; None where that is not known."""
        return self.times.last(CLEANUP)

    def due(self) -> datetime:
        """Return when it is due next; the present moment where it never ran."""
        last = self.last()
        if last is None or last > self.editor.moment:  # never, or by a clock that was wrong
            return self.editor.moment
        return last + timedelta(days=self.limits.hygiene_days)

    def next_run(self) -> str:
        """Say when it is to be done next."""
        due = self.due()
        if due > self.editor.moment:
            return f"hygiene on {due:%Y-%m-%d}"
        last = self.last()
        since = f"last {last:%Y-%m-%d}" if last else "never done"
        return f"hygiene is due ({since}): lamina hygiene --apply"

"""The weekly care: done and idle matters, finished tasks, and when it was last done.

``memory/heartbeat-state.json`` keeps the time beside what other programs keep there::

    {"lastMemoryCleanup": "2026-03-08T07:00:00+01:00"}
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents.markdown import BOM
from lamina.errors import PathError

if TYPE_CHECKING:
    from lamina.documents.changes import Plan
    from lamina.layers.active import Active
    from lamina.layers.daily import Daily
    from lamina.layers.editor import Draft, Editor
    from lamina.layers.handbooks import Handbooks
    from lamina.settings import Layers

STATE = "memory/heartbeat-state.json"
KEY = "lastMemoryCleanup"
_VALUE = re.compile(rf'("{KEY}"\s*:\s*)(?:"[^"\\]*"|-?[\d.eE+-]+|null|true|false)')


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

    def cleanup(self) -> Cleanup:
        """Return what would move, as one plan."""
        draft = self.editor.draft()
        done, idle = self.active.clean(draft, self.limits.idle_days)
        tasks = self.projects.clean(draft, self.daily, self.limits.done_kept)
        self._stamp(draft)
        return Cleanup(draft.plan("hygiene"), done, idle, tasks)

    def last(self) -> datetime | None:
        """Return when it was last done; None where that is not known."""
        try:
            held = _held(self.editor.files.read(STATE))
        except PathError:
            return None
        value = held.get(KEY) if held else None
        if isinstance(value, int | float) and not isinstance(value, bool):
            try:
                seconds = value / 1000 if value > 1e11 else value  # hosts write milliseconds
                return datetime.fromtimestamp(seconds, self.editor.zone)
            except (OverflowError, OSError, ValueError):
                return None
        if isinstance(value, str):
            try:
                moment = datetime.fromisoformat(value)
            except ValueError:
                return None
            return moment if moment.tzinfo else moment.replace(tzinfo=self.editor.zone)
        return None

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

    def _stamp(self, draft: Draft) -> None:
        try:
            text = draft.read(STATE)
        except PathError as error:  # it cannot be set aside either
            draft.notes.append(f"{error.message} The time of this cleanup is not recorded.")
            return
        held = _held(text)
        if held is None:
            aside = broken = f"{STATE}.broken-{draft.today}"
            number = 1
            while draft.read(aside) is not None:
                number += 1
                aside = f"{broken}-{number}"
            draft.put(aside, text)
            draft.notes.append(f"{STATE} is not valid JSON; it was set aside as {aside}")
            text, held = "", {}
        held[KEY] = draft.moment.isoformat(timespec="seconds")
        draft.put(STATE, _with_key(text or "", held))


def _with_key(text: str, held: dict[str, Any]) -> str:
    """Return the state file with our key set, the rest of it as it was written."""
    value = json.dumps(held[KEY])
    edited, count = _VALUE.subn(rf"\g<1>{value}", text, count=1)
    if not count:
        gap = match[1] if (match := re.search(r"\{(\s*)", text)) else ""
        more = f",{gap or ' '}" if len(held) > 1 else ""
        edited = text.replace("{" + gap, f'{{{gap}"{KEY}": {value}{more}', 1)
    try:
        if json.loads(edited) == held:
            return edited
    except (ValueError, RecursionError):
        pass
    return json.dumps(held, ensure_ascii=False, indent=2) + "\n"


def _held(text: str | None) -> dict[str, Any] | None:
    """Return what the state file holds; None where it is broken."""
    if text is None or not text.strip():
        return {}
    try:
        held = json.loads(text.removeprefix(BOM))
    except (ValueError, RecursionError):
        return None
    return held if isinstance(held, dict) else None

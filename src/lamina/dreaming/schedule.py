"""Whether dreaming is on, when the next sweep is due, and whether the nights do their work.

Something (the daemon, cron, the host's heartbeat) asks as often as it likes, and a sweep is made
once a period however many ask: the ledger of jobs keeps it single, this says when it is due.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any

from lamina.documents import cron
from lamina.documents.days import zone_named
from lamina.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from lamina.dreaming.dreamer import Dreamer
    from lamina.storage.state_dreams import Run

WEEK = timedelta(days=7)
SETTING = "dreaming.frequency"
_ENABLED = "dreaming.enabled"  # the mark in the state store
DONE = ("done", "nothing new")


@dataclass(frozen=True, slots=True)
class DreamStatus:
    """How dreaming stands."""

    enabled: bool
    because: str  # who said so
    frequency: str
    timezone: str
    next: datetime | None
    last: datetime | None
    candidates: int
    recalls_lately: int
    promoted: int
    promoted_today: int
    proposals: int
    problems: tuple[str, ...] = ()
    runs: tuple[Run, ...] = field(default=())

    @property
    def healthy(self) -> bool:
        """Whether the nights do their work; a quiet week is healthy."""
        return not self.problems

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        shown = asdict(self) | {"healthy": self.healthy, "problems": list(self.problems)}
        shown |= {name: str(at) if (at := shown[name]) else None for name in ("next", "last")}
        return shown | {"runs": [run._asdict() for run in self.runs]}


class Schedule:
    """When one workspace dreams."""

    def __init__(self, dreamer: Dreamer) -> None:
        self.dreamer = dreamer
        self.settings = dreamer.settings
        self.zone_name = self.settings.timezone or dreamer.editor.zone_name

    @property
    def zone(self) -> tzinfo:
        """The zone of the schedule; a name that is none raises ConfigError."""
        name = self.settings.timezone
        return zone_named(name) if name else self.dreamer.editor.zone

    def enabled(self) -> tuple[bool, str]:
        """Return whether dreaming is on, and who said so."""
        if self.settings.enabled:
            return self.settings.enabled == "on", "by the setting dreaming.enabled"
        mark = self.dreamer.dreams.mark(_ENABLED)
        if not mark:
            return False, "nobody switched it on"
        return mark[0] == "on", f"since {mark[1][:10]}"

    def switch(self, *, on: bool) -> None:
        """Switch dreaming on or off in this workspace.

        Raises:
            OwnerOnlyError: an agent asks.
            ConfigError: a setting says otherwise, or says when in words that are no schedule.
        """
        self.dreamer.editor.check_owner("switch dreaming on or off")
        if self.settings.enabled and (self.settings.enabled == "on") != on:
            raise ConfigError(
                "dreaming.enabled",
                f'is "{self.settings.enabled}" and comes first; nothing was changed',
                'Let the workspace say: lamina config set dreaming.enabled ""',
            )
        self.next_after(self.dreamer.editor.moment)
        at = self.dreamer.editor.moment.isoformat()
        self.dreamer.dreams.set_mark(_ENABLED, "on" if on else "off", at)

    def next_after(self, moment: datetime) -> datetime:
        """Return when the next sweep after a moment is due; no schedule raises ConfigError."""
        return next(cron.after(self.settings.frequency, moment, self.zone, SETTING))

    def due(self) -> bool:
        """Tell whether a sweep is due: it is on, and none was made since its last time."""
        if not self.enabled()[0]:
            return False
        known = self.since()
        return known is None or known < next(self._before(self.dreamer.editor.moment))

    def since(self) -> datetime | None:
        """Return when the last sweep that did not fail was made; else since when dreaming is on."""
        made = self._last([run for run in self.dreamer.runs() if run.outcome in DONE])
        mark = self.dreamer.dreams.mark(_ENABLED)
        return made or (datetime.fromisoformat(mark[1]) if mark else None)

    def status(self) -> DreamStatus:
        """Measure how dreaming stands."""
        dreamer, now = self.dreamer, self.dreamer.editor.moment
        on, because = self.enabled()
        runs = tuple(dreamer.runs(30))
        kept = dreamer.dreams.promotions()
        week = str(now.date() - WEEK)
        status = DreamStatus(
            on,
            because,
            self.settings.frequency,
            self.zone_name,
            self.next_after(now) if on else None,
            self._last(runs),
            len(dreamer.evidence.candidates(now.date())),
            dreamer.dreams.recalls_since(week),
            len(kept),
            sum(day == str(now.date()) for day, *_ in kept.values()),
            len(dreamer.evidence.state.reviews.proposals()),
            runs=runs[:7],
        )
        problems = tuple(self._problems(runs, now)) if on else ()
        return DreamStatus(**{**_fields(status), "problems": problems})

    def _problems(self, runs: Sequence[Run], now: datetime) -> list[str]:
        """Return why nights do not do their work: technical reasons, or no evidence."""
        found = []
        if runs and runs[0].outcome not in DONE:
            why = runs[0].counts.get("error", "")
            found.append(f"The last sweep failed ({runs[0].started[:16]}): {why}")
        before, earlier = islice(self._before(now), 2)
        known = self.since()
        if known and known < earlier:
            found.append(
                f"No sweep was made since {known:%Y-%m-%d %H:%M}, though one was due"
                f" {before:%Y-%m-%d %H:%M}: let cron, a timer or the heartbeat call"
                " lamina heartbeat (or lamina dream run --if-due)"
            )
        lately = [run for run in runs if datetime.fromisoformat(run.started) > now - WEEK]
        full = [run for run in lately if run.counts.get("kept", {}).get("memory budget")]
        if full and not any(run.counts.get("promoted") for run in lately):
            found.append(
                "MEMORY.md has no room: nothing was promoted for a week although lines passed."
                " Shorten it (lamina trim) or raise core.memory_tokens."
            )
        newest = self.dreamer.dreams.newest_recall()
        if newest and datetime.fromisoformat(newest) < now - WEEK:
            found.append(
                f"Nothing was recalled since {newest[:10]}: nobody searches, or the searches"
                " are not recorded."
            )
        return found

    def _before(self, moment: datetime) -> Iterator[datetime]:
        return cron.before(self.settings.frequency, moment, self.zone, SETTING)

    @staticmethod
    def _last(runs: Sequence[Run]) -> datetime | None:
        return datetime.fromisoformat(runs[0].started) if runs else None


def _fields(status: DreamStatus) -> dict[str, Any]:
    return {name: getattr(status, name) for name in DreamStatus.__slots__}

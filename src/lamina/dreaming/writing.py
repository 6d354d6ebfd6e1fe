"""Put promoted lines into MEMORY.md within its budget; what leaves for room goes to the archive.

A user's own line is never changed. Where there is no room, the least useful promoted entries move
to ``memory/promoted-archive.md``, which stays searchable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from lamina.dreaming import promotions
from lamina.layers.budgets import excess
from lamina.layers.long_term import path_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.dreaming.scoring import Ranked
    from lamina.layers.draft import Draft
    from lamina.settings import Core

ARCHIVE = "memory/promoted-archive.md"
DECIDED = 0.75  # the score that a line which a person accepted keeps at least
_BETTER = 0.1  # by which a fact must outdo a promoted one to take its room
_ARCHIVED = re.compile(r"archived (\d{4}-\d\d-\d\d) for room: ([0-9a-f]{12}) -->")


@dataclass(frozen=True, slots=True)
class Promotion:
    """A line that goes into MEMORY.md, what it takes the place of, and why it earned it."""

    ranked: Ranked
    text: str
    source: str
    replaces: str = ""  # key of the promoted entry that no longer holds
    ticked: bool = False  # a person decided it
    also: tuple[str, ...] = ()  # keys of other entries that it takes the place of

    @property
    def key(self) -> str:
        """The key of its claim."""
        return self.ranked.candidate.key


class Writer:
    """Edits MEMORY.md and its archive on a draft."""

    def __init__(self, limits: Core, scores: Mapping[str, float], today: date) -> None:
        self.limits = limits
        self.scores = scores  # of what stands, by key; above 1: it was decided just now
        self.today = today

    def write(self, draft: Draft, chosen: Sequence[Promotion]) -> tuple[int, list[str]]:
        """Write as many of the chosen as there is room for, the first first.

        Returns how many, and the lines that moved to the archive.
        """
        for count in range(len(chosen), 0, -1):
            trial = draft.copy()
            archived = self._edited(trial, chosen[:count])
            if archived is None:
                continue
            for path in (path_in(draft.read), ARCHIVE):
                draft.put(path, trial.read(path))
            return count, archived
        return 0, []

    def leaving(self, draft: Draft, one: Promotion) -> list[str] | None:
        """Return which lines would leave MEMORY.md for room; None: there is none for this one."""
        archived = self._edited(draft.copy(), [one])
        return archived and archived[len(one.also) + bool(one.replaces) :]

    def _edited(self, draft: Draft, chosen: Sequence[Promotion]) -> list[str] | None:
        """Edit MEMORY.md; return the lines that moved to the archive, None: it does not fit."""
        path = path_in(draft.read)
        before = draft.read(path)
        old = draft.before(path) or ""
        replaced = {key for one in chosen for key in (one.replaces, *one.also)}
        gone = [one for one in promotions.read(before or "") if one.key in replaced]
        entries = "".join(promotions.entry(one.key, one.text, one.source) for one in chosen)
        archived = [(one, "superseded") for one in gone]
        while True:
            keys = frozenset(one.key for one, _ in archived)
            text = promotions.without(before or "", keys)
            after = promotions.added(text or "# MEMORY\n", self.today, entries)
            if not excess(path, old, after, self.limits):
                break
            left = list(promotions.read(text))
            least = min(left, key=lambda one: (self._score(one), one.day), default=None)
            worst = min((one.ranked.score for one in chosen), default=0.0)
            if least is None or self._stays(least, worst, chosen):
                return None  # what stands is as useful as what would come
            archived.append((least, "for room"))
        draft.put(path, after)
        if archived:
            moved = "".join(
                f"- {one.text} ({one.source})"
                f" <!-- promoted {one.day}, archived {self.today} {why}: {one.key} -->\n"
                for one, why in archived
            )
            draft.append(ARCHIVE, moved, title="Promoted before")
        return [one.text for one, _ in archived]

    def _stays(self, entry: promotions.Promoted, worst: float, chosen: Sequence[Promotion]) -> bool:
        """Tell whether an entry keeps its room; a person's decision takes any but another's."""
        if all(one.ticked for one in chosen):
            return self._score(entry) > 1
        return self._score(entry) + _BETTER > worst

    def _score(self, entry: promotions.Promoted) -> float:
        return self.scores.get(entry.key, 0.0)


def archived_for_room(text: str) -> dict[str, date]:
    """Return the keys of entries that only room was lacking for, and since when."""
    return {key: date.fromisoformat(day) for day, key in _ARCHIVED.findall(text)}

"""What people decided about candidates, less what was taken back: proposals, refusals, trials."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lamina.storage.state_reviews import Asked, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.documents.history import Journal
    from lamina.dreaming.deep import Outcome
    from lamina.storage.state_reviews import ReviewTables, Trial


class Decisions:
    """Reads decisions as they stand now, and keeps those of a change."""

    def __init__(self, reviews: ReviewTables, journal: Journal) -> None:
        self.reviews = reviews
        self.journal = journal

    @cached_property
    def undone(self) -> frozenset[int]:
        """The changes that were taken back."""
        return self.journal.undone()

    def waiting(self) -> dict[str, Asked]:
        """Return the proposals that were put to a person and not decided, by claim."""
        return {
            one.claim: one
            for one in self.reviews.proposals()
            if one.change not in self.undone and self._stands(one.gone)
        }

    def rejected(self) -> dict[str, str]:
        """Return the claims that are not to be proposed, and why."""
        return {
            one.claim: one.why
            for one in self.reviews.refusals()
            if one.change not in self.undone and self._stands(one.lifted)
        }

    def trials(self) -> dict[str, Trial]:
        """Return the newest shadow trial of each claim."""
        return {one.claim: one for one in self.reviews.trials() if one.change not in self.undone}

    def texts(self) -> Mapping[str, str]:
        """Return the words of every claim that was ever proposed."""
        return {one.claim: one.text for one in self.reviews.proposals()}

    def took_out(self, key: str, path: str) -> bool:
        """Tell whether the last change of Lamina's to a proposal took it out of the file."""
        mark = f"proposal:{key}"
        for entry in reversed(self.journal.entries()):
            hunks = [hunk for file in entry.files if file.path == path for hunk in file.hunks]
            if any(mark in hunk.added for hunk in hunks):
                return False
            if any(mark in hunk.removed for hunk in hunks):
                return entry.undone_by is None
        return False

    def keep(self, outcome: Outcome, day: str, change: int) -> None:
        """Keep what a change did to proposals."""
        ruled = [one for one in outcome.rulings if one.what != "held"]
        accepted = [one.key for one in outcome.promoted]
        self.reviews.leave([*(one.key for one in ruled), *accepted], change)
        self.reviews.propose(
            [
                *(Asked(*found, change=0) for found in outcome.found),
                *(
                    Asked(one.promotion.key, outcome.at, one.kind, one.promotion.text, change)
                    for one in outcome.proposed
                ),
            ]
        )
        self.reviews.lift([one.key for one in outcome.promoted if one.ticked], change)
        self.reviews.refuse(
            Refusal(one.key, day, one.why, change) for one in ruled if one.what == "rejected"
        )

    def _stands(self, ended: int | None) -> bool:
        return ended is None or ended in self.undone

"""What the state store keeps of people's decisions: proposals, refusals, shadow trials.

Each row names the change that made it, so that a change which was taken back takes its decisions
with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.storage.tables import upsert

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.storage.tables import Tables

_KEPT_TRIALS = 3  # of one claim; the newest that still stands counts

REVIEWS = """
    CREATE TABLE proposals (
        claim TEXT PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
        change INTEGER NOT NULL, gone INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE trials (
        id TEXT PRIMARY KEY, claim TEXT NOT NULL, at TEXT NOT NULL, path TEXT NOT NULL,
        verdict TEXT NOT NULL, change INTEGER NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE rejected ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rejected ADD COLUMN lifted INTEGER
"""


class Asked(NamedTuple):
    """A proposal: when and by which change it was put to a person, and by which it left."""

    claim: str
    at: str
    kind: str
    text: str
    change: int
    gone: int | None = None


class Refusal(NamedTuple):
    """A claim that is not to be proposed; ``lifted``: the change by which it may be again."""

    claim: str
    day: str
    why: str
    change: int
    lifted: int | None = None


class Trial(NamedTuple):
    """A shadow trial of a claim and its report."""

    id: str
    claim: str
    at: str
    path: str
    verdict: str
    change: int


class ReviewTables:
    """The part of the state that reviews read and write."""

    def __init__(self, database: Tables) -> None:
        self.database = database

    def proposals(self) -> list[Asked]:
        """Return every proposal there was, oldest first."""
        rows = self.database.execute(
            "SELECT claim, at, kind, text, change, gone FROM proposals ORDER BY at, claim"
        )
        return [Asked(*row) for row in rows]

    def propose(self, asked: Iterable[Asked]) -> None:
        """Keep proposals that were put to a person."""
        with self.database.transaction() as connection:
            connection.executemany(
                upsert("proposals", Asked._fields),
                list(asked),
            )

    def leave(self, claims: Iterable[str], change: int) -> None:
        """Keep that proposals left by a change."""
        with self.database.transaction() as connection:
            connection.executemany(
                "UPDATE proposals SET gone = ? WHERE claim = ?", [(change, c) for c in claims]
            )

    def refusals(self) -> list[Refusal]:
        """Return every refusal there was, oldest first."""
        rows = self.database.execute(
            "SELECT claim, day, why, change, lifted FROM rejected ORDER BY day, claim"
        )
        return [Refusal(*row) for row in rows]

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Keep that claims are not to be proposed."""
        with self.database.transaction() as connection:
            connection.executemany(
                upsert("rejected", Refusal._fields),
                list(refusals),
            )

    def lift(self, claims: Iterable[str], change: int) -> None:
        """Keep that claims may be proposed again, by a change."""
        with self.database.transaction() as connection:
            connection.executemany(
                "UPDATE rejected SET lifted = ? WHERE claim = ?", [(change, c) for c in claims]
            )

    def trials(self) -> list[Trial]:
        """Return the trials that are kept, oldest first."""
        rows = self.database.execute(
            "SELECT id, claim, at, path, verdict, change FROM trials ORDER BY at, id"
        )
        return [Trial(*row) for row in rows]

    def tried(self, trial: Trial) -> None:
        """Keep a trial, and of its claim only the newest few."""
        with self.database.transaction() as connection:
            connection.execute(upsert("trials", Trial._fields), trial)
            connection.execute(
                "DELETE FROM trials WHERE claim = ? AND id NOT IN"
                " (SELECT id FROM trials WHERE claim = ? ORDER BY at DESC, id LIMIT ?)",
                (trial.claim, trial.claim, _KEPT_TRIALS),
            )

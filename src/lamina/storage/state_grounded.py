"""What old notes gave as evidence, staged in the state store: each claim's places and signals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lamina.storage.tables import upsert

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.storage.tables import Tables

LASTING, CANDIDATE = "lasting-update", "candidate"  # the kinds, as hosts name them


class Grounded(NamedTuple):
    """A claim of an old note; ``day`` is the note's, ``at`` the moment it was staged."""

    claim: str
    path: str
    first: int
    last: int
    day: str
    kind: str
    score: float
    signals: int
    at: str


class GroundedTable:
    """The staged evidence; nothing else in the store knows of it."""

    def __init__(self, database: Tables) -> None:
        self.database = database

    def stage(self, rows: Iterable[Grounded]) -> int:
        """Keep these in the place of all staged before; return how many lines those were."""
        with self.database.transaction() as connection:
            gone = connection.execute(
                "SELECT COUNT(*) FROM (SELECT DISTINCT claim, path FROM grounded) AS lines"
            ).fetchone()[0]
            connection.execute("DELETE FROM grounded")
            connection.executemany(
                upsert("grounded", Grounded._fields, ("claim", "path", "kind")), list(rows)
            )
        return int(gone)

    def rows(self) -> list[Grounded]:
        """Return what is staged, by claim and place."""
        rows = self.database.execute(
            "SELECT claim, path, first, last, day, kind, score, signals, at FROM grounded"
            " ORDER BY claim, path, kind"
        )
        return [Grounded(*row) for row in rows]

    def signals(self) -> dict[str, tuple[int, str]]:
        """Return how many signals each claim has, and the moment of the last."""
        rows = self.database.execute(
            "SELECT claim, SUM(signals), MAX(at) FROM grounded GROUP BY claim"
        )
        return {claim: (signals, at) for claim, signals, at in rows}

    def barred(self) -> set[str]:
        """Return the claims that are never evidence: not the owner's or an agent's."""
        rows = self.database.execute(
            "SELECT claim FROM origins WHERE origin LIKE 'untrusted%' OR origin LIKE 'system%'"
        )
        return {claim for (claim,) in rows}

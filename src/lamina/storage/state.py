"""The state store, whichever database it is in: recall events, who wrote what, and its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.storage.contract import Recall
from lamina.storage.state_dreams import DreamTables, parts
from lamina.storage.state_grounded import GroundedTable
from lamina.storage.state_jobs import JobTables
from lamina.storage.state_reviews import ReviewTables
from lamina.storage.state_sessions import SessionTables
from lamina.storage.state_trims import TrimTable
from lamina.storage.state_union import StateUnion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lamina.storage.state_forgotten import ForgottenTables
    from lamina.storage.tables import Tables

_COLUMNS = (
    "at, day, query_hash, query, source, origin, session, chunk, path, first, last, claim, score"
)


class State:
    """What cannot be made again; migrated, never thrown away."""

    def __init__(self, database: Tables, forgotten: ForgottenTables) -> None:
        self.database = database
        self.forgotten = forgotten
        self.dreams = DreamTables(database)
        self.grounded = GroundedTable(database)
        self.reviews = ReviewTables(database)
        self.sessions = SessionTables(database)
        self.trims = TrimTable(database)
        self.jobs = JobTables(database)
        self.union = StateUnion(database, forgotten)

    def record_recalls(self, recalls: Iterable[Recall]) -> None:
        """Keep recall events."""
        rows = [tuple(getattr(recall, name) for name in Recall.__slots__) for recall in recalls]
        if rows:
            with self.database.transaction() as connection:
                connection.executemany(
                    f"INSERT INTO recalls ({_COLUMNS}) VALUES ({','.join('?' * 13)})", rows
                )

    def add_recalls(self, recalls: Iterable[Recall]) -> int:
        """Keep recall events that are not kept yet; return how many were new."""
        rows = [tuple(getattr(recall, name) for name in Recall.__slots__) for recall in recalls]
        marks = ",".join("?" * 13)
        before = self.database.execute("SELECT COUNT(*) FROM recalls")[0][0]
        with self.database.transaction() as connection:
            connection.executemany(
                f"INSERT INTO recalls ({_COLUMNS}) SELECT {marks} WHERE NOT EXISTS (SELECT 1 FROM"
                " recalls WHERE at = ? AND query_hash = ? AND claim = ? AND path = ?)",
                [(*row, row[0], row[3], row[11], row[8]) for row in rows],
            )
        return int(self.database.execute("SELECT COUNT(*) FROM recalls")[0][0]) - int(before)

    def recalls(self, *, since: str = "", limit: int = 1000) -> list[Recall]:
        """Return recall events, newest first."""
        rows = self.database.execute(
            f"SELECT {_COLUMNS} FROM recalls WHERE at >= ? ORDER BY at DESC, rowid DESC LIMIT ?",
            (since, limit),
        )
        return [Recall(*row) for row in rows]

    def questions(self) -> dict[str, str]:
        """Return the questions that were recalled, by their hash."""
        return dict(
            self.database.execute(
                "SELECT query_hash, MAX(query) FROM recalls WHERE query != '' GROUP BY query_hash"
            )
        )

    def record_origins(self, origins: Iterable[tuple[str, str, str]]) -> None:
        """Keep who wrote a line first, or that the owner did: (claim, origin, moment)."""
        with self.database.transaction() as connection:
            connection.executemany(
                "INSERT INTO origins (claim, origin, at) VALUES (?, ?, ?)"
                " ON CONFLICT (claim) DO UPDATE"
                " SET origin = excluded.origin, at = excluded.at WHERE excluded.origin = 'owner'",
                origins,
            )

    def origins(self, claims: Iterable[str]) -> dict[str, str]:
        """Return the recorded writer of each claim that has one."""
        found: dict[str, str] = {}
        for part in parts(claims):
            marks = ",".join("?" * len(part))
            found |= dict(
                self.database.execute(
                    f"SELECT claim, origin FROM origins WHERE claim IN ({marks})", part
                )
            )
        return found

    def recalls_by_day(self, since: str) -> dict[str, int]:
        """Return how many questions were answered on each day since this one."""
        return dict(
            self.database.execute(
                "SELECT day, COUNT(DISTINCT at || query_hash) FROM recalls WHERE day >= ?"
                " GROUP BY day",
                (since,),
            )
        )

    def recalled(self, claims: Iterable[str]) -> dict[str, tuple[int, str]]:
        """Return how often each claim was given to somebody, and the last day."""
        return {
            claim: (count, last)
            for part in parts(claims)
            for claim, count, last in self.database.execute(
                "SELECT claim, COUNT(*), MAX(day) FROM recalls WHERE claim IN"
                f" ({','.join('?' * len(part))}) GROUP BY claim",
                part,
            )
        }

    def query_for(self, path: str, line: int, since: str) -> str:
        """Return the newest query since then that showed this line; empty where none did."""
        rows = self.database.execute(
            "SELECT query FROM recalls WHERE at >= ? AND path = ? AND first <= ? AND last >= ?"
            " AND source IN ('search', 'recall') ORDER BY at DESC LIMIT 1",
            (since, path, line, line),
        )
        return str(rows[0][0]) if rows else ""

    def see(self, kind: str, found: Mapping[str, str], day: str) -> dict[str, tuple[str, str]]:
        """Keep when each thing (key, digest of its content) was first seen and last changed.

        Returns both days by key; the second is empty for what did not change. What is not there
        any more is forgotten.
        """
        with self.database.transaction() as connection:
            connection.executemany(
                "INSERT INTO seen (kind, key, digest, first, touched) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (kind, key) DO UPDATE"
                " SET digest = excluded.digest, touched = excluded.first"
                " WHERE seen.digest != excluded.digest",
                [(kind, key, digest, day, "") for key, digest in found.items()],
            )
            rows = connection.execute(
                "SELECT key, first, touched FROM seen WHERE kind = ?", (kind,)
            ).fetchall()
            gone = [(kind, key) for key, *_ in rows if key not in found]
            connection.executemany("DELETE FROM seen WHERE kind = ? AND key = ?", gone)
        return {key: (first, touched) for key, first, touched in rows if key in found}

    def want(self, question: str, day: str) -> None:
        """Keep that something was asked and not known."""
        with self.database.transaction() as connection:
            connection.execute(
                "INSERT INTO wanted (question, first, last, times) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (question) DO UPDATE"
                " SET last = excluded.last, times = wanted.times + 1",
                (question, day, day, 1),
            )

    def wanted(self) -> list[tuple[str, str, str, int]]:
        """Return what was asked and not known: question, first day, last day, times."""
        return self.database.execute(
            "SELECT question, first, last, times FROM wanted ORDER BY times DESC, last DESC"
        )

    def unwant(self, questions: Iterable[str]) -> None:
        """Forget questions that can be answered now."""
        with self.database.transaction() as connection:
            connection.executemany(
                "DELETE FROM wanted WHERE question = ?", [(question,) for question in questions]
            )

    def close(self) -> None:
        """Close its connections."""
        self.database.close()

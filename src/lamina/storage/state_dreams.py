"""What dreaming keeps in the state store: mentions in notes, phase hits, promotions, runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.storage.tables import upsert

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lamina.storage.tables import Tables

DREAMS = """
    CREATE TABLE ingested (path TEXT PRIMARY KEY, hash TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE mentions (
        claim TEXT NOT NULL, path TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        day TEXT NOT NULL, PRIMARY KEY (claim, path, first)
    ) WITHOUT ROWID;
    CREATE INDEX mentions_path ON mentions (path);
    CREATE INDEX mentions_day ON mentions (day);
    CREATE TABLE phases (
        phase TEXT NOT NULL, claim TEXT NOT NULL, hits INTEGER NOT NULL, last TEXT NOT NULL,
        PRIMARY KEY (phase, claim)
    ) WITHOUT ROWID;
    CREATE TABLE promotions (
        claim TEXT PRIMARY KEY, day TEXT NOT NULL, change INTEGER NOT NULL, text TEXT NOT NULL,
        details TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE rejected (claim TEXT PRIMARY KEY, day TEXT NOT NULL, why TEXT NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY, day TEXT NOT NULL, started TEXT NOT NULL, ended TEXT NOT NULL,
        digest TEXT NOT NULL, outcome TEXT NOT NULL, counts TEXT NOT NULL
    )
"""

DREAMS_MORE = """
    CREATE TABLE grounded (
        claim TEXT NOT NULL, path TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        day TEXT NOT NULL, kind TEXT NOT NULL, score REAL NOT NULL, signals INTEGER NOT NULL,
        at TEXT NOT NULL, PRIMARY KEY (claim, path, kind)
    ) WITHOUT ROWID;
    CREATE TABLE tombstones (
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, mac TEXT NOT NULL,
        size INTEGER NOT NULL, salt TEXT NOT NULL, at TEXT NOT NULL, why TEXT NOT NULL,
        made_ns INTEGER NOT NULL, UNIQUE (kind, mac)
    );
    CREATE TABLE marks (name TEXT PRIMARY KEY, value TEXT NOT NULL, at TEXT NOT NULL)
        WITHOUT ROWID
"""


_NOTED = (
    "INSERT INTO mentions (claim, path, first, last, day) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
MARKED = upsert("marks", ("name", "value", "at"))
_PROMOTED = ("claim", "day", "change", "text", "details")
READ = "session:"  # begins the mark that says until when a session of this machine was read


class Mention(NamedTuple):
    """Where a claim stands in a note."""

    claim: str
    path: str
    first: int
    last: int
    day: str


class Need(NamedTuple):
    """A recall of a claim; ``rank`` is its place in the answer, ``best`` the highest score."""

    claim: str
    at: str
    day: str
    query: str
    question: str
    source: str
    origin: str
    session: str
    path: str
    first: int
    last: int
    score: float
    best: float
    rank: int


class Run(NamedTuple):
    """A sweep that was made."""

    id: int
    day: str
    started: str
    ended: str
    digest: str
    outcome: str
    counts: Mapping[str, Any]


class DreamTables:
    """The part of the state that dreaming reads and writes."""

    def __init__(self, database: Tables) -> None:
        self.database = database

    def ingested(self) -> dict[str, str]:
        """Return the hash each note had when its lines were taken in."""
        return dict(self.database.execute("SELECT path, hash FROM ingested"))

    def ingest(self, path: str, digest: str, mentions: Iterable[Mention]) -> None:
        """Take in a note's lines, in the place of those it had before."""
        with self.database.transaction() as connection:
            connection.execute("DELETE FROM mentions WHERE path = ?", (path,))
            connection.executemany(_NOTED, list(mentions))
            connection.execute(upsert("ingested", ("path", "hash")), (path, digest))

    def mention(self, mentions: Iterable[Mention]) -> None:
        """Keep where else claims stand, beside what notes have."""
        with self.database.transaction() as connection:
            connection.executemany(_NOTED, list(mentions))

    def said_again(self) -> int:
        """Return how many mentions were said in sessions."""
        rows = self.database.execute(
            "SELECT COUNT(*) FROM mentions WHERE path >= ? AND path < ?", (READ, READ + "\uffff")
        )
        return int(rows[0][0])

    def drop(self, paths: Iterable[str]) -> None:
        """Let go of notes that are not there any more."""
        gone = [(path,) for path in paths]
        with self.database.transaction() as connection:
            connection.executemany("DELETE FROM mentions WHERE path = ?", gone)
            connection.executemany("DELETE FROM ingested WHERE path = ?", gone)

    def mentions(self, claims: Iterable[str]) -> list[Mention]:
        """Return where claims stand, oldest day first."""
        return [
            Mention(*row)
            for part in parts(claims)
            for row in self.database.execute(
                "SELECT claim, path, first, last, day FROM mentions WHERE claim IN"
                f" ({','.join('?' * len(part))}) ORDER BY day, path, first, last, claim",
                part,
            )
        ]

    def noted_since(self, day: str) -> list[Mention]:
        """Return what was noted on this day or later, newest day first."""
        rows = self.database.execute(
            "SELECT claim, path, first, last, day FROM mentions WHERE day >= ?"
            " ORDER BY day DESC, path, first, last, claim",
            (day,),
        )
        return [Mention(*row) for row in rows]

    def needs_since(self, day: str) -> list[Need]:
        """Return every recall of the claims that were recalled on this day or later."""
        return self._needs("claim IN (SELECT claim FROM recalls WHERE day >= ?)", (day,))

    def needs_of(self, claims: Iterable[str]) -> list[Need]:
        """Return every recall of these claims."""
        return [
            need
            for part in parts(claims)
            for need in self._needs(f"claim IN ({','.join('?' * len(part))})", part)
        ]

    def _needs(self, where: str, values: Sequence[str]) -> list[Need]:
        """Return recalls with their ranks; only the answers that they were part of are read."""
        rows = self.database.execute(
            "SELECT * FROM (SELECT claim, at, day, query_hash, query, source, origin, session,"
            " path, first, last, score, MAX(score) OVER answer,"
            " RANK() OVER (answer ORDER BY score DESC) FROM recalls"
            f" WHERE at IN (SELECT at FROM recalls WHERE {where})"
            " WINDOW answer AS (PARTITION BY at, query_hash, source)) AS ranked"
            f" WHERE {where} ORDER BY at, claim, query_hash, source, path, first",
            (*values, *values),
        )
        return [Need(*row) for row in rows]

    def recalls_since(self, day: str) -> int:
        """Count the recalls of this day and later."""
        rows = self.database.execute("SELECT COUNT(*) FROM recalls WHERE day >= ?", (day,))
        return int(rows[0][0])

    def newest_recall(self) -> str:
        """Return when something was last recalled; empty where nothing ever was."""
        return str(self.database.execute("SELECT COALESCE(MAX(at), '') FROM recalls")[0][0])

    def hits(self, phase: str, claims: Iterable[str]) -> dict[str, tuple[int, str]]:
        """Return how often these claims were part of a phase, and the last day."""
        return {
            claim: (hits, last)
            for part in parts(claims)
            for claim, hits, last in self.database.execute(
                "SELECT claim, hits, last FROM phases WHERE phase = ? AND claim IN"
                f" ({','.join('?' * len(part))})",
                (phase, *part),
            )
        }

    def hit(self, phase: str, claims: Iterable[str], day: str) -> None:
        """Keep that claims were part of a phase; once a day counts."""
        with self.database.transaction() as connection:
            connection.executemany(
                "INSERT INTO phases (phase, claim, hits, last) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (phase, claim) DO UPDATE SET hits = phases.hits + 1,"
                " last = excluded.last WHERE phases.last < excluded.last",
                [(phase, claim, 1, day) for claim in claims],
            )

    def promote(self, rows: Iterable[tuple[str, str, int, str, Mapping[str, Any]]]) -> None:
        """Keep what was promoted: claim, day, the change that did it, the line, the ranking."""
        kept = [(*row[:4], json.dumps(row[4], ensure_ascii=False)) for row in rows]
        with self.database.transaction() as connection:
            connection.executemany(upsert("promotions", _PROMOTED), kept)

    def promotions(self) -> dict[str, tuple[str, int, str, Mapping[str, Any]]]:
        """Return what was promoted by claim: day, change, line, ranking."""
        rows = self.database.execute("SELECT claim, day, change, text, details FROM promotions")
        return {row[0]: (row[1], row[2], row[3], json.loads(row[4])) for row in rows}

    def promoted_by_day(self, since: str) -> dict[str, int]:
        """Return how many lines were promoted on each day since this one."""
        return dict(
            self.database.execute(
                "SELECT day, COUNT(*) FROM promotions WHERE day >= ? GROUP BY day", (since,)
            )
        )

    def mark(self, name: str) -> tuple[str, str] | None:
        """Return what was set under a name, and when; None where nothing ever was."""
        rows = self.database.execute("SELECT value, at FROM marks WHERE name = ?", (name,))
        return (rows[0][0], rows[0][1]) if rows else None

    def set_mark(self, name: str, value: str, at: str) -> None:
        """Keep a value under a name."""
        with self.database.transaction() as connection:
            connection.execute(MARKED, (name, value, at))

    def ran(
        self,
        day: str,
        started: str,
        ended: str,
        digest: str,
        outcome: str,
        counts: Mapping[str, Any],
    ) -> None:
        """Keep that a sweep was made; what came to nothing on one day is one row."""
        row = (day, started, ended, digest, outcome, json.dumps(counts))
        with self.database.transaction() as connection:
            again = connection.execute(
                "UPDATE runs SET ended = ?, started = ? WHERE outcome = 'nothing new' AND day = ?"
                " AND outcome = ? AND id = (SELECT MAX(id) FROM runs)",
                (ended, started, day, outcome),
            )
            if not again.rowcount:
                connection.execute(
                    "INSERT INTO runs (day, started, ended, digest, outcome, counts)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    row,
                )

    def runs(self, limit: int = 30) -> list[Run]:
        """Return the last sweeps, newest first."""
        rows = self.database.execute(
            "SELECT id, day, started, ended, digest, outcome, counts FROM runs"
            " ORDER BY id DESC LIMIT ?",
            (limit,),
        )
        return [Run._make((*row[:6], json.loads(row[6]))) for row in rows]


def parts(claims: Iterable[str], size: int = 500) -> list[list[str]]:
    """Return the claims, each once, in parts that one statement can hold."""
    wanted = list(dict.fromkeys(claims))
    return [wanted[start : start + size] for start in range(0, len(wanted), size)]

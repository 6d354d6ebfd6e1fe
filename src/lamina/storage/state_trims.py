"""What the state store keeps of trims and repairs: which transcript, where what it was is kept."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.storage.state_dreams import MARKED

if TYPE_CHECKING:
    from lamina.storage.tables import Tables

# Paths are bytes, as the system has them.
TRIMS = """
    CREATE TABLE trims (
        id INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, kind TEXT NOT NULL,
        transcript BLOB NOT NULL, archive BLOB NOT NULL, size INTEGER NOT NULL,
        digest TEXT NOT NULL, new_size INTEGER NOT NULL, new_digest TEXT NOT NULL,
        kept INTEGER NOT NULL, removed INTEGER NOT NULL, outcome TEXT NOT NULL
    );
    CREATE INDEX trims_session ON trims (session, id);
    CREATE INDEX trims_transcript ON trims (transcript, id)
"""
_STRIKING = "striking trim "  # and its number: a mark
_COLUMNS = (
    "at, session, kind, transcript, archive, size, digest, new_size, new_digest, kept, removed,"
    " outcome, id"
)


class TrimRow(NamedTuple):
    """A transcript that was trimmed or repaired, and where what it was before is kept."""

    at: str
    session: str
    kind: str  # trim, repair
    transcript: Path
    archive: Path
    size: int  # bytes the archive holds: the transcript as it was
    digest: str  # SHA-256 of them
    new_size: int  # bytes that were put in its place
    new_digest: str
    kept: int  # lines
    removed: int
    outcome: str = "begun"  # begun, done, restored, pruned
    id: int = 0


class Struck(NamedTuple):
    """What an archive holds once something was taken out of it."""

    size: int
    digest: str
    starts: tuple[tuple[int, int, str], ...] = ()  # of earlier trims: id, new_size, new_digest


class TrimTable:
    """The part of the state that trims read and write."""

    def __init__(self, database: Tables) -> None:
        self.database = database

    def begin(self, trim: TrimRow) -> int:
        """Keep that a transcript is about to be replaced; return the row's number."""
        paths = os.fsencode(trim.transcript), os.fsencode(trim.archive)
        values = (*trim[:3], *paths, *trim[5:12])
        with self.database.transaction() as connection:
            marks = ", ".join("?" * len(values))
            cursor = connection.execute(
                f"INSERT INTO trims ({_COLUMNS.removesuffix(', id')}) VALUES ({marks})", values
            )
            return int(cursor.lastrowid or 0)

    def mark(self, number: int, outcome: str) -> None:
        """Keep what became of it."""
        with self.database.transaction() as connection:
            connection.execute("UPDATE trims SET outcome = ? WHERE id = ?", (outcome, number))

    def drop(self, number: int) -> None:
        """Forget one that did not take place."""
        with self.database.transaction() as connection:
            connection.execute("DELETE FROM trims WHERE id = ?", (number,))

    def intend(self, number: int, after: Struck) -> None:
        """Keep that an archive is about to be replaced by one that holds this."""
        with self.database.transaction() as connection:
            connection.execute(MARKED, (f"{_STRIKING}{number}", json.dumps(after), ""))

    def follow(self, number: int, after: Struck) -> None:
        """Keep what an archive holds now, and how what earlier trims left begins in it."""
        with self.database.transaction() as connection:
            connection.execute(
                "UPDATE trims SET size = ?, digest = ? WHERE id = ?", (*after[:2], number)
            )
            connection.executemany(
                "UPDATE trims SET new_size = ?, new_digest = ? WHERE id = ?",
                [(size, digest, one) for one, size, digest in after.starts],
            )
            connection.execute("DELETE FROM marks WHERE name = ?", (f"{_STRIKING}{number}",))

    def desist(self, number: int) -> None:
        """Keep that an archive was not replaced."""
        with self.database.transaction() as connection:
            connection.execute("DELETE FROM marks WHERE name = ?", (f"{_STRIKING}{number}",))

    def intended(self, transcript: Path) -> list[tuple[TrimRow, Struck]]:
        """Return the trims of a transcript whose archives were about to be replaced."""
        marks = dict(
            self.database.execute(
                "SELECT name, value FROM marks WHERE name LIKE ?", (f"{_STRIKING}%",)
            )
        )
        rows = self.rows(transcript=transcript) if marks else []
        found = ((row, marks.get(f"{_STRIKING}{row.id}")) for row in rows)
        return [(row, _after(json.loads(value))) for row, value in found if value]

    def rows(
        self, *, session: str = "", transcript: Path | None = None, outcome: str = ""
    ) -> list[TrimRow]:
        """Return trims and repairs, newest first."""
        path = b"" if transcript is None else os.fsencode(transcript)
        rows = self.database.execute(
            f"SELECT {_COLUMNS} FROM trims WHERE (? = '' OR session = ?)"
            " AND (? OR transcript = ?) AND (? = '' OR outcome = ?) ORDER BY id DESC",
            (session, session, transcript is None, path, outcome, outcome),
        )
        return [_row(row) for row in rows]


def _after(value: list[Any]) -> Struck:
    size, digest, starts = value
    return Struck(size, digest, tuple((one, new, mark) for one, new, mark in starts))


def _row(row: tuple[object, ...]) -> TrimRow:
    found = TrimRow(*row)  # type: ignore[arg-type]
    return found._replace(
        transcript=Path(os.fsdecode(found.transcript)),
        archive=Path(os.fsdecode(found.archive)),
    )

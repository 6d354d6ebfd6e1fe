"""Take a change back: which one is meant, and the plan that does it. Nothing is written here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents import changes as ch
from lamina.documents.changes import Change, Plan
from lamina.documents.markdown import split_lines
from lamina.errors import ForgottenError, UndoConflictError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.documents.history import Entry, FileChange, Journal

_UNASKED = frozenset({"chat log"})  # what hooks write while somebody talks
TIMES = "memory/heartbeat-state.json"  # when jobs were last done: goes on whatever is taken back


class Undoing:
    """What takes changes of one workspace back."""

    def __init__(self, journal: Journal, read: Callable[[str], str | None]) -> None:
        self._journal = journal
        self._read = read

    def entry(self, number: int = 0, author: str = "owner") -> Entry:
        """Return the change to take back: the numbered one, else the last that still stands.

        Without a number an author that is not the owner gets its own last one, and nobody one that
        no command made.
        """
        if number:
            entry = self._journal.entry(number)
            self.check(entry)
            if entry.undone_by is not None:
                raise UsageError(
                    f"Change {number} was already taken back by change {entry.undone_by}.",
                    f"To bring it back: lamina undo {entry.undone_by}",
                )
            return entry
        for entry in reversed(self._journal.entries()):
            if entry.command in _UNASKED:
                continue
            mine = author.partition(":")[0] == "owner" or entry.author == author
            if mine and entry.undoes is None and entry.undone_by is None:
                self.check(entry)
                return entry
        raise UsageError("There is nothing to undo.", "See: lamina history")

    def check(self, entry: Entry) -> None:
        """Raise ForgottenError where nothing is left by which a change could be taken back."""
        if entry.forgotten:
            others = "Nothing was changed. Others are taken back by their number: lamina history"
            raise ForgottenError(f"What change {entry.id} wrote", "an undo", others)

    def plan(self, entry: Entry) -> Plan:
        """Return the plan that takes a change back, or raise UndoConflictError."""
        back = []
        for file in entry.files:
            now = self._read(file.path)
            if ch.digest(now) == file.before:
                continue
            try:
                back.append(Change(file.path, now, _before(entry, file, now)))
            except UndoConflictError:
                if file.path != TIMES:
                    raise
        lines = frozenset(
            line.rstrip("\r\n")
            for f in entry.files
            for h in f.hunks
            for line in split_lines(h.removed)
        )
        reason = f"takes back change {entry.id}"
        return Plan("undo", tuple(back), reason, undoes=entry.id, restores=lines)


def _before(entry: Entry, file: FileChange, now: str | None) -> str | None:
    """Return a file's text without a change (None: no file), or raise UndoConflictError."""
    if ch.digest(now) == file.after:
        if file.before is None:
            return None
        exact = ch.invert(now or "", file.hunks)
        if ch.digest(exact) == file.before:
            return exact
    text = ch.take_back(now or "", file.hunks)
    if text is None:
        shown = "\n".join(map(_diff, file.hunks))
        raise UndoConflictError(entry.id, file.path, shown)
    return None if text == "" and file.before is None else text


def _diff(hunk: ch.Hunk) -> str:
    minus = ["-" + line for line in hunk.removed.splitlines()]
    return "\n".join(minus + ["+" + line for line in hunk.added.splitlines()])

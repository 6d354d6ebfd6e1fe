"""Backfill from old notes: diary entries and staged evidence, and the way back, byte for byte."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any

from lamina.documents import changes as ch
from lamina.dreaming import backfilled
from lamina.dreaming.grounded import GroundedNote, read
from lamina.dreaming.lasting import DURABLE
from lamina.dreaming.night_files import diary_path
from lamina.dreaming.old_notes import OldNotes, read_notes
from lamina.layers.imports.openclaw_state import GROUNDED_SCORES
from lamina.storage.state_grounded import CANDIDATE, LASTING, Grounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from lamina.documents.history import FileChange
    from lamina.layers.editor import Editor
    from lamina.storage.state import State

COMMAND = "rem-backfill"
_BACK = "takes backfill out"  # the reason of the change that does
SIGNALS = {LASTING: 2, CANDIDATE: 1}


@dataclass(frozen=True, slots=True)
class Backfilled:
    """What a backfill wrote. ``replaced``: entries and signals of an earlier one."""

    workspace: str
    notes: OldNotes
    diary: str
    grounded: int  # notes that gave something
    replaced: int
    change: int  # 0: the diary was like that already
    staged: int | None = None
    replaced_staged: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the shape hosts show."""
        shown = {
            "workspaceDir": self.workspace,
            "sourcePath": self.notes.source,
            "sourceFiles": [note.path for note in self.notes.notes],
            "groundedFiles": self.grounded,
            "writtenEntries": self.grounded,
            "replacedEntries": self.replaced,
            "dreamsPath": f"{self.workspace}/{self.diary}",
            "skippedPaths": [f"{path}: {why}" for path, why in self.notes.skipped],
            "change": self.change or None,
        }
        if self.staged is not None:
            shown["stagedShortTermEntries"] = self.staged
            shown["replacedShortTermEntries"] = self.replaced_staged
        return shown


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What was taken out again; None: it was not asked for."""

    workspace: str
    diary: str
    store: str
    entries: int | None
    staged: int | None
    change: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the shape hosts show."""
        return {
            "workspaceDir": self.workspace,
            "rollback": self.entries is not None,
            "rollbackShortTerm": self.staged is not None,
            "dreamsPath": f"{self.workspace}/{self.diary}",
            "removedEntries": self.entries or 0,
            "shortTermStorePath": self.store,
            "removedShortTermEntries": self.staged or 0,
            "change": self.change or None,
        }


class Backfill:
    """Reads old notes and writes what they give, as one change; takes it back as another."""

    def __init__(self, editor: Editor, state: Callable[[], State]) -> None:
        self.editor = editor
        self.state = state

    def write(self, source: Path, *, stage: bool = False) -> Backfilled:
        """Write a diary entry for each note that gives something; ``stage`` its signals too.

        Raises:
            UsageError, PathError: as ``read_notes``.
        """
        workspace = self.editor.files.workspace
        notes = read_old(source, self.editor)
        found = grounded(notes, self.state())
        entries = [backfilled.entry(note) for note in found]
        with self.editor.files.locked():
            draft = self.editor.draft()
            path = diary_path(workspace)
            before = draft.read(path)
            draft.put(path, backfilled.put_in(before, entries))
            plan = draft.plan(COMMAND, f"from {notes.source}")
            entry = self.editor.apply(plan)
        staged, replaced = None, 0
        if stage:
            at = self.editor.moment.astimezone(UTC).isoformat(timespec="milliseconds")
            rows = [row for note in found for row in _staged(note, at)]
            replaced = self.state().grounded.stage(rows)
            staged = len({(row.claim, row.path) for row in rows})
        return Backfilled(
            str(workspace.root),
            notes,
            path,
            len(entries),
            backfilled.count(before or ""),
            entry.id if entry else 0,
            staged,
            replaced,
        )

    def roll_back(self, *, diary: bool, staged: bool) -> RolledBack:
        """Take the diary entries of backfills out, or what they staged, or both."""
        files = self.editor.files
        path = diary_path(files.workspace)
        entries: int | None = None
        change = 0
        if diary:
            with files.locked():
                draft = self.editor.draft()
                before = draft.read(path)
                entries = backfilled.count(before or "")
                if before is not None and entries:
                    draft.put(path, self._without(path, before))
                entry = self.editor.apply(draft.plan(COMMAND, _BACK))
                change = entry.id if entry else 0
        gone = self.state().grounded.stage(()) if staged else None
        root = files.workspace.root
        store = str(files.workspace.hidden / "state.db")
        return RolledBack(str(root), path, store, entries, gone, change)

    def _without(self, path: str, now: str) -> str | None:
        """Return the diary as it would be had there been no backfill; None: it was not there."""
        made = list(self._writings(path))
        text: str | None = now
        for file in made:  # nobody else wrote into it since: exactly what was there
            if text is not None and ch.digest(text) == file.after:
                text = ch.invert(text, file.hunks) if file.before is not None else None
                if not text or not backfilled.count(text):
                    return text
        text = backfilled.taken_out(now)
        put = "".join(hunk.added for file in made for hunk in file.hunks)
        if backfilled.START.strip() in put:
            text = backfilled.without_section(text, title=backfilled.TITLE.strip() in put)
        return None if text == "" and any(file.before is None for file in made) else text

    def _writings(self, path: str) -> Iterator[FileChange]:
        """Yield what backfills did to the diary since they were last taken out, newest first."""
        for entry in reversed(self.editor.files.journal.entries()):
            if entry.command != COMMAND or entry.undone_by is not None:
                continue
            if entry.reason == _BACK:
                return
            yield from (file for file in entry.files if file.path == path)


def read_old(source: Path, editor: Editor) -> OldNotes:
    """Read old notes; an agent's only from inside the workspace."""
    owner = editor.author.partition(":")[0] == "owner"
    return read_notes(source, editor.files.workspace, outside=owner)


def grounded(notes: OldNotes, state: State) -> list[GroundedNote]:
    """Return what notes give, those that give something."""
    barred, seals = state.grounded.barred(), state.forgotten.seals()

    def forgotten(claim: str, text: str) -> str:
        return seals.of_claim(claim) or seals.of(text)

    found = (
        read(note.path, note.text, note.day, without=barred, forgotten=forgotten)
        for note in notes.notes
        if not seals.of("", str(note.day))
    )
    return [note for note in found if not note.empty]


def _staged(note: GroundedNote, at: str) -> Iterator[Grounded]:
    """Yield the signals of a note: of lasting updates, and of candidates likely to last."""
    durable = [one for one in note.candidates if one.lean == DURABLE]
    for kind, points in ((LASTING, note.updates), (CANDIDATE, durable)):
        for one in points:
            yield Grounded(
                one.claim,
                one.path,
                one.first,
                one.last,
                str(note.day),
                kind,
                GROUNDED_SCORES[kind],
                SIGNALS[kind],
                at,
            )

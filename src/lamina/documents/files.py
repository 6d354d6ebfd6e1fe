"""The one writer: every byte Lamina writes into a workspace goes through here.

A change is applied like this: take the workspace's lock; finish or void what a killed process left
behind; compare each file with what the plan was made from; replace secrets in the lines that are
new; write temporary files beside their targets and fsync them; write the journal entry and fsync
it; rename; fsync the folders. Killed at any instant, each file is the old or the new one, whole;
a change to several files that was cut off between its renames is finished by the next writer.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from lamina.documents import changes as ch
from lamina.documents import placing
from lamina.documents.changes import Change
from lamina.documents.history import Entry, Journal, change_of, record_of
from lamina.documents.lease_file import LeaseFile
from lamina.documents.loading import read_bytes
from lamina.documents.lock import WorkspaceLock
from lamina.documents.redact import redact
from lamina.documents.temporaries import Temporaries
from lamina.errors import (
    CutOffError,
    ExternallyChangedError,
    FileTooLargeError,
    LaminaError,
    NotWritableError,
    PathError,
    PathOutsideError,
    SecretPathError,
    SecretRefusedError,
    UnwritableTextError,
    reason_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from lamina.documents.changes import Plan
    from lamina.documents.lease_file import Permit
    from lamina.documents.undoing import Undoing
    from lamina.documents.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Limits:
    """What the writer refuses."""

    max_bytes: int = 16_000_000
    lock_seconds: float = 30.0
    refuse_secrets: bool = False


class Files:
    """Reads and writes the files of one workspace."""

    def __init__(
        self, workspace: Workspace, limits: Limits | None = None, permit: Permit | None = None
    ) -> None:
        """``permit``: what lets this one write; None: it needs nothing but the lock."""
        self.workspace = workspace
        self.permit = permit
        self.limits = limits or Limits()
        self.journal = Journal(workspace.hidden / "history.jsonl")
        self.repaired: tuple[str, ...] = ()
        self._lock = WorkspaceLock(workspace.hidden / "lock", self.limits.lock_seconds)
        self._temporaries = Temporaries(workspace.root, self._lock)
        self._last_lease = LeaseFile(workspace.hidden / "lease")
        self._number = 0  # of the lease under which it writes now

    @cached_property
    def undoing(self) -> Undoing:
        """What takes changes back; most commands do without it."""
        from lamina.documents.undoing import Undoing

        return Undoing(self.journal, self.read)

    def read(self, path: str) -> str | None:
        """Return a file's text without loss, or None where it is not there."""
        data = read_bytes(self.workspace.resolve(path), path, self.limits.max_bytes)
        return None if data is None else ch.to_text(data)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other writers out, in this process and in others; may be nested."""
        self.prepare()
        with self._lock.held() as outermost:
            if not outermost:
                yield
                return
            with self._permitted():
                if self._lock.left:
                    self._temporaries.sweep()
                self._repair()
                yield

    @contextlib.contextmanager
    def _permitted(self) -> Iterator[None]:
        """Have what lets this one write, where it needs something.

        It is asked with the lock in hand, so that whoever has it next writes after this one; and
        once more before files are replaced, for disks whose locks hold nobody.
        """
        if self.permit is None:
            yield
            return
        with self.permit.held(self._last_lease.number()) as self._number:
            self._last_lease.enter(self._number)
            yield

    def _check_permit(self) -> None:
        """Raise LeaseLostError where this one worked under a lease that is another's now."""
        if self.permit is not None:
            self.permit.check()
            self._last_lease.enter(self._number)

    def change(self, path: str, after: str | None, before: str | None) -> Change:
        """Return a change by its path as named in the workspace."""
        return Change(self.workspace.relative(path), before, after)

    def clean(self, plan: Plan) -> Plan:
        """Return the plan with secrets in its new lines replaced.

        Raises SecretRefusedError; SecretPathError where a new file would be named by one.
        """
        if plan.forgets:
            return plan  # what stays of a line is the user's
        for change in plan.changes:
            held = redact(change.path) if change.before is None else None
            if held and held.secrets:
                raise SecretPathError(held.text)
        kinds: list[str] = []
        cleaned = tuple(_clean(change, kinds, plan.restores) for change in plan.changes)
        if kinds and self.limits.refuse_secrets:
            raise SecretRefusedError(kinds)
        return replace(plan, changes=cleaned, secrets=(*plan.secrets, *kinds))

    def apply(self, plan: Plan, *, author: str, now: datetime) -> Entry | None:
        """Carry out a plan; None where there was nothing to do.

        Raises:
            ExternallyChangedError: a file is not what the plan was made from; nothing is written.
            NotWritableError: the volume or a folder refused; the old files are whole.
            CutOffError: it failed between the files; the next writer finishes the change.
        """
        if plan.empty:
            return None
        with self.locked():
            plan = self.clean(plan)
            undone = None if plan.undoes is None else self.journal.entry(plan.undoes)
            wanted = [c for c in plan.changes if c.before != c.after]
            targets = [self._target(change) for change in wanted]
            made = self._make_folders(plan.folders, targets)
            entry = Entry(
                id=self.journal.next_id(),
                at=now.isoformat(timespec="seconds"),
                author=author,
                command=redact(plan.command).text,
                reason=redact(plan.reason).text,
                undoes=plan.undoes,
                folders=made,
                secrets=plan.secrets,
                forgotten=plan.forgets,
                files=tuple(change_of(change, forgets=plan.forgets) for change in wanted),
            )
            self._commit(entry, wanted, targets)
            if undone:
                self._remove_folders(undone.folders)
            if plan.forgets:
                gone = (c.path.rpartition("/")[0] for c in wanted if c.after is None)
                self._remove_folders(tuple(folder for folder in gone if folder.count("/") > 1))
            return entry

    def keep(self, plan: Plan) -> None:
        """Write times that programs keep, each file whole: nothing anybody would take back.

        Raises:
            ExternallyChangedError: a file is not what the plan was made from.
            NotWritableError: the volume or a folder refused.
        """
        with self.locked():
            for change in self.clean(plan).changes:
                target = self._target(change)
                self._temporaries.begin({target.parent})
                self._check_permit()
                self._replace(target, change.after)
                self._temporaries.end()

    def _repair(self) -> None:
        """Finish or void the newest change if its writer was killed."""
        entry = self.journal.unfinished()
        if entry is None:
            return
        try:
            now = {file.path: self.read(file.path) for file in entry.files}
        except PathError:
            return  # somebody put something else there since: nothing of ours to finish
        late = [
            f for f in entry.files if f.before != f.after and ch.digest(now[f.path]) == f.before
        ]
        if late and len(late) == len(entry.files):
            self._note({"void": entry.id})
            return
        for file in late:
            text = None if file.after is None else ch.redo(now[file.path] or "", file.hunks)
            self._replace(self.workspace.resolve(file.path), text)
        self._note({"done": entry.id})
        if late:
            paths = ", ".join(file.path for file in late)
            self.repaired += (f"change {entry.id} was cut off; {paths} was brought in line",)

    def _note(self, record: dict[str, int]) -> None:
        with placing.translated(self.journal.path):
            self.journal.append(record)

    def _target(self, change: Change) -> Path:
        """Return where a change goes, after making sure that nobody changed it meanwhile."""
        target = self.workspace.resolve(change.path)
        if self.workspace.root not in target.parents:
            raise PathOutsideError(change.path, f"it leads to {target}, which is only read")
        current = read_bytes(target, change.path, self.limits.max_bytes)
        expected = None if change.before is None else ch.to_bytes(change.before)
        if current != expected:
            raise ExternallyChangedError(change.path)
        if change.after is not None:
            self._check_text(change)
        return target

    def _check_text(self, change: Change) -> None:
        """Refuse what could be written but not read again."""
        try:
            data = ch.to_bytes(change.after or "")
        except UnicodeEncodeError:
            raise UnwritableTextError(change.path, "a lone surrogate") from None
        if b"\0" in data:
            raise UnwritableTextError(change.path, "a zero byte")
        if len(data) > self.limits.max_bytes:
            raise FileTooLargeError(change.path, len(data), self.limits.max_bytes)

    def _commit(self, entry: Entry, wanted: list[Change], targets: list[Path]) -> None:
        temps: list[Path | None] = []
        begun = False
        try:
            self._temporaries.begin({target.parent for target in targets})
            for change, target in zip(wanted, targets, strict=True):
                temps.append(self._beside(target, change.after))
            self.journal.append(record_of(entry))
            self._check_unchanged(entry, wanted)
            for target, temp in zip(targets, temps, strict=True):
                placing.put(temp, target)
                begun = True
                placing.sync_folder(target.parent)
        except OSError as error:
            where = ", ".join(change.path for change in wanted) or "the workspace"
            if begun:
                raise CutOffError(where, reason_of(error)) from error
            raise NotWritableError(where, reason_of(error)) from error
        finally:
            self._temporaries.end(temps)
        with contextlib.suppress(OSError):  # all is written; without the mark the next one looks
            self.journal.append({"done": entry.id}, wait=False)

    def _check_unchanged(self, entry: Entry, wanted: list[Change]) -> None:
        """Look once more, the moment before the files are replaced: others do not lock."""
        self._check_permit()  # else whoever has the lease voids what was begun
        try:
            for change in wanted:
                self._target(change)
        except LaminaError:
            self._note({"void": entry.id})
            raise

    def _replace(self, target: Path, text: str | None) -> None:
        with placing.translated(target):
            placing.make_folder(target.parent)
            placing.put(self._beside(target, text), target)
            placing.sync_folder(target.parent)

    def _beside(self, target: Path, text: str | None) -> Path | None:
        return None if text is None else self._temporaries.write(target, ch.to_bytes(text))

    def prepare(self) -> None:
        """Make the folder of machine state, hidden from git, or raise NotWritableError."""
        hidden = self.workspace.hidden
        ignore = hidden / ".gitignore"
        if ignore.exists() and not hidden.is_symlink():
            return
        from lamina.documents import streams

        with placing.translated(hidden):
            placing.make_folder(hidden, mode=0o700)
            if hidden.resolve() != self.workspace.root / "memory" / ".dreams":
                raise PathOutsideError(hidden, "machine state must not lie behind a link")
            if not ignore.exists():
                streams.sweep(ignore)
                with streams.draft(ignore) as new:
                    new.write(b"*\n")
                    new.put()

    def _make_folders(self, named: tuple[str, ...], targets: list[Path]) -> tuple[str, ...]:
        """Create missing folders and return their names, outermost first."""
        made: list[str] = []
        folders = [self.workspace.resolve(name) for name in named] + [t.parent for t in targets]
        for folder in folders:
            with placing.translated(folder):
                new = placing.make_folder(folder)
            made += [one.relative_to(self.workspace.root).as_posix() for one in new]
        return tuple(made)

    def _remove_folders(self, made: tuple[str, ...]) -> None:
        """Remove the folders an undone change made, where they are empty again."""
        placing.remove_folders(self.workspace.root / name for name in reversed(made))


def _clean(change: Change, kinds: list[str], known: frozenset[str]) -> Change:
    """Replace secrets in the lines a change adds; the user's own lines are not touched."""
    if change.after is None:
        return change
    parts: list[str] = []
    at = 0
    for start, end in ch.new_lines(change.before, change.after, known):
        found = redact(change.after[start:end])
        kinds += [secret.kind for secret in found.secrets]
        parts += [change.after[at:start], found.text]
        at = end
    return replace(change, after="".join(parts) + change.after[at:])

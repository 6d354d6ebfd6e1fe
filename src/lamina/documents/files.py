"""The one writer: every byte Lamina writes into a workspace goes through here.

A change is applied like this: take the workspace's lock; finish or void what a killed process left
behind; compare each file with what the plan was made from; replace secrets in the lines that are
new; write temporary files beside their targets and fsync them; write the journal entry and fsync
it; rename; fsync the folders. Killed at any instant, each file is the old or the new one, whole;
a change to several files that was cut off between its renames is finished by the next writer.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents import changes as ch
from lamina.documents import streams
from lamina.documents.changes import Change, Plan
from lamina.documents.history import Entry, FileChange, Journal, change_of, record_of
from lamina.documents.lease_file import LeaseFile
from lamina.documents.lock import WorkspaceLock
from lamina.documents.markdown import split_lines
from lamina.documents.redact import redact
from lamina.documents.streams import sync_folder
from lamina.errors import (
    BinaryFileError,
    CutOffError,
    ExternallyChangedError,
    FileTooLargeError,
    ForgottenError,
    LaminaError,
    NotAFileError,
    NotWritableError,
    PathError,
    PathOutsideError,
    SecretRefusedError,
    UndoConflictError,
    UnreadableFileError,
    UnwritableTextError,
    UsageError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from lamina.documents.lease_file import Permit
    from lamina.documents.workspace import Workspace

_UNASKED = frozenset({"chat log"})  # what hooks write while somebody talks
_TEMP = ".lamina-"
TIMES = "memory/heartbeat-state.json"  # when jobs were last done: goes on whatever is taken back


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
        """``permit``: the lease under which this one writes; None: it needs none."""
        self.workspace = workspace
        self.permit = permit
        self.limits = limits or Limits()
        self.journal = Journal(workspace.hidden / "history.jsonl")
        self.repaired: tuple[str, ...] = ()
        self._cleared: set[Path] = set()  # folders without temporary files of killed writers
        self._lock = WorkspaceLock(workspace.hidden / "lock", self.limits.lock_seconds)
        self._last_lease = LeaseFile(workspace.hidden / "lease")

    def read(self, path: str) -> str | None:
        """Return a file's text without loss, or None where it is not there."""
        data = read_bytes(self.workspace.resolve(path), path, self.limits.max_bytes)
        return None if data is None else ch.to_text(data)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other writers out, in this process and in others; may be nested."""
        self.prepare()
        with self._lock.held() as outermost:
            if outermost:
                self._check_permit()
                if self._lock.left:
                    self._sweep(self._lock.left)
                self._repair()
            yield

    def _check_permit(self) -> None:
        """Raise LeaseLostError where this one worked under a lease that is another's now.

        Asked with the lock in hand, so that whoever has the lease next writes after this one; and
        once more before files are replaced, for disks whose locks hold nobody.
        """
        if self.permit is not None:
            self.permit.check()
            self._last_lease.enter(self.permit.number)

    def change(self, path: str, after: str | None, before: str | None) -> Change:
        """Return a change by its path as named in the workspace."""
        return Change(self.workspace.relative(path), before, after)

    def clean(self, plan: Plan) -> Plan:
        """Return the plan with secrets in its new lines replaced, or raise SecretRefusedError."""
        if plan.forgets:
            return plan  # what stays of a line is the user's
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
                command=plan.command,
                reason=plan.reason,
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
                self._lock.note(str(target.parent))
                self._check_permit()
                self._replace(target, change.after)
                self._let_go(())

    def to_undo(self, number: int = 0, author: str = "owner") -> Entry:
        """Return the change to take back: the numbered one, else the last that still stands.

        Without a number an author that is not the owner gets its own last one, and nobody one that
        no command made.
        """
        if number:
            entry = self.journal.entry(number)
            self.check_undo(entry)
            if entry.undone_by is not None:
                raise UsageError(
                    f"Change {number} was already taken back by change {entry.undone_by}.",
                    f"To bring it back: lamina undo {entry.undone_by}",
                )
            return entry
        for entry in reversed(self.journal.entries()):
            if entry.command in _UNASKED:
                continue
            mine = author.partition(":")[0] == "owner" or entry.author == author
            if mine and entry.undoes is None and entry.undone_by is None:
                self.check_undo(entry)
                return entry
        raise UsageError("There is nothing to undo.", "See: lamina history")

    def check_undo(self, entry: Entry) -> None:
        """Raise ForgottenError where nothing is left by which a change could be taken back."""
        if entry.forgotten:
            others = "Nothing was changed. Others are taken back by their number: lamina history"
            raise ForgottenError(f"What change {entry.id} wrote", "an undo", others)

    def undo_plan(self, entry: Entry) -> Plan:
        """Return the plan that takes a change back, or raise UndoConflictError."""
        back = []
        for file in entry.files:
            now = self.read(file.path)
            if ch.digest(now) == file.before:
                continue
            try:
                back.append(Change(file.path, now, self._before(entry, file, now)))
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

    def _before(self, entry: Entry, file: FileChange, now: str | None) -> str | None:
        """Return a file's text without a change (None: no file), or raise UndoConflictError."""
        if ch.digest(now) == file.after:
            if file.before is None:
                return None
            exact = ch.invert(now or "", file.hunks)
            if ch.digest(exact) == file.before:
                return exact
        text = ch.take_back(now or "", file.hunks)
        if text is None:
            shown = "\n".join(_hunk_diff(h) for h in file.hunks)
            raise UndoConflictError(entry.id, file.path, shown)
        return None if text == "" and file.before is None else text

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
        try:
            self.journal.append(record)
        except OSError as error:
            raise NotWritableError(self.journal.path, _reason(error)) from error

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
            folders = {target.parent for target in targets}
            self._clear(folders)
            self._lock.note("\n".join(sorted(map(str, folders))))
            for change, target in zip(wanted, targets, strict=True):
                temps.append(None if change.after is None else self._temp(target, change.after))
            self.journal.append(record_of(entry))
            self._check_unchanged(entry, wanted)
            for target, temp in zip(targets, temps, strict=True):
                _put(temp, target)
                begun = True
                sync_folder(target.parent)
        except OSError as error:
            where = ", ".join(change.path for change in wanted) or "the workspace"
            if begun:
                raise CutOffError(where, _reason(error)) from error
            raise NotWritableError(where, _reason(error)) from error
        finally:
            self._let_go(temps)
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
        try:
            _make(target.parent)
            _put(None if text is None else self._temp(target, text), target)
            sync_folder(target.parent)
        except OSError as error:
            raise NotWritableError(target, _reason(error)) from error

    def _temp(self, target: Path, text: str) -> Path:
        """Write a temporary file beside its target, with the target's mode and owner.

        A new one is open to no more than its folder, whatever the umask forbids.
        """
        temp = target.parent / f"{_TEMP}{os.getpid()}-{threading.get_ident()}-{time.time_ns()}.tmp"
        mode = _mode_in(target.parent) & 0o666
        handle = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(ch.to_bytes(text))
                file.flush()
                with contextlib.suppress(FileNotFoundError):
                    _copy_owner(handle, target.stat())
                os.fsync(handle)
        except OSError:
            with contextlib.suppress(OSError):  # the next one removes it
                temp.unlink(missing_ok=True)
            raise
        return temp

    def _sweep(self, noted: str) -> None:
        """Remove what a killed writer left in the folders it had noted in the lock."""
        root = self.workspace.root
        folders = {f for f in map(Path, noted.splitlines()) if f == root or root in f.parents}
        self._cleared -= folders
        with contextlib.suppress(OSError, NotWritableError):  # it stays noted
            self._clear(folders)
            self._lock.note("")

    def _let_go(self, temps: Iterable[Path | None]) -> None:
        """Remove temporary files that were not put; what cannot be removed stays noted."""
        with contextlib.suppress(OSError, NotWritableError):
            for temp in temps:
                if temp is not None:
                    temp.unlink(missing_ok=True)
            self._lock.note("")

    def _clear(self, folders: Iterable[Path]) -> None:
        """Remove temporary files, which are nobody's while the lock is held; once a folder.

        A note in the lock need not survive a power failure: so each folder is looked at before the
        first write into it.
        """
        for folder in set(folders) - self._cleared:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                for name in os.listdir(folder):  # noqa: PTH208 - of many notes, a few times faster
                    if name.startswith(_TEMP) and name.endswith(".tmp"):
                        (folder / name).unlink(missing_ok=True)
            self._cleared.add(folder)

    def prepare(self) -> None:
        """Make the folder of machine state, hidden from git, or raise NotWritableError."""
        hidden = self.workspace.hidden
        ignore = hidden / ".gitignore"
        if ignore.exists() and not hidden.is_symlink():
            return
        try:
            _make(hidden, mode=0o700)
            if hidden.resolve() != self.workspace.root / "memory" / ".dreams":
                raise PathOutsideError(hidden, "machine state must not lie behind a link")
            if not ignore.exists():
                streams.sweep(ignore)
                with streams.draft(ignore) as new:
                    new.write(b"*\n")
                    new.put()
        except OSError as error:
            raise NotWritableError(hidden, _reason(error)) from error

    def _make_folders(self, named: tuple[str, ...], targets: list[Path]) -> tuple[str, ...]:
        """Create missing folders and return their names, outermost first."""
        made: list[str] = []
        folders = [self.workspace.resolve(name) for name in named] + [t.parent for t in targets]
        for folder in folders:
            try:
                new = _make(folder)
            except OSError as error:
                raise NotWritableError(folder, _reason(error)) from error
            made += [one.relative_to(self.workspace.root).as_posix() for one in new]
        return tuple(made)

    def _remove_folders(self, made: tuple[str, ...]) -> None:
        """Remove the folders an undone change made, where they are empty again."""
        for name in reversed(made):
            with contextlib.suppress(OSError):  # somebody put something in: it stays
                (self.workspace.root / name).rmdir()


def read_bytes(
    target: Path, shown: object, max_bytes: int, *, binary: bool = False
) -> bytes | None:
    """Return a regular file's bytes, a text file's unless asked; None where there is no file.

    Raises NotAFileError, FileTooLargeError, BinaryFileError, UnreadableFileError.
    """
    try:
        status = target.stat()
        if not stat.S_ISREG(status.st_mode):
            raise NotAFileError(shown)
        if status.st_size > max_bytes:
            raise FileTooLargeError(shown, status.st_size, max_bytes)
        data = target.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UnreadableFileError(shown, _reason(error)) from error
    if b"\0" in data and not binary:
        raise BinaryFileError(shown)
    return data


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


def _put(temp: Path | None, target: Path) -> None:
    if temp is None:
        target.unlink(missing_ok=True)
    else:
        temp.replace(target)


def _copy_owner(handle: int, like: os.stat_result) -> None:
    os.fchmod(handle, stat.S_IMODE(like.st_mode))
    with contextlib.suppress(PermissionError):
        os.fchown(handle, like.st_uid, like.st_gid)


def _mode_in(folder: Path) -> int:
    """Return the mode of what is made in a folder: that of the folder, and its maker's own."""
    return stat.S_IMODE(folder.stat().st_mode) & 0o777 | stat.S_IRWXU


def _make(folder: Path, mode: int = 0o777) -> list[Path]:
    """Make a folder and those above it that are missing, on the disk; return them, outermost first.

    The mode is the last one's.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()][::-1]
    for one in missing:
        widest = _mode_in(one.parent)
        one.mkdir(mode=widest & mode if one == folder else widest, exist_ok=True)
        sync_folder(one.parent)
    return missing


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def _hunk_diff(hunk: ch.Hunk) -> str:
    minus = ["-" + line for line in hunk.removed.splitlines()]
    return "\n".join(minus + ["+" + line for line in hunk.added.splitlines()])

"""Writes files outside any workspace: other programs' settings, units of services.

A plan holds each file as it was and as it will be. All are written beside their targets first, so
that a full disk or a missing right shows before anything has changed; where one of several cannot
be replaced after all, those before it are put back. A link is followed, and refused where it leads
out of the folders that may be written to.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents import placing
from lamina.documents.changes import Change, digest, to_bytes, to_text
from lamina.documents.loading import read_bytes
from lamina.documents.private import make_private
from lamina.errors import ExternallyChangedError, NotWritableError, PathOutsideError, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LARGEST = 32 << 20  # bytes


@dataclass(frozen=True, slots=True)
class OutsideEdit:
    """One file from one text to another; None: the file is not there."""

    path: Path
    before: str | None
    after: str | None

    def diff(self) -> str:
        """Show it as a unified diff."""
        return Change(str(self.path).lstrip("/"), self.before, self.after).diff()


@dataclass(frozen=True, slots=True)
class OutsidePlan:
    """What is to be done to files outside; ``apply`` does it."""

    edits: tuple[OutsideEdit, ...]
    roots: tuple[Path, ...]  # the folders in which it may be done
    notes: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()  # made by an earlier plan: removed where they are empty

    @property
    def changed(self) -> tuple[OutsideEdit, ...]:
        """The edits that change something."""
        return tuple(edit for edit in self.edits if edit.before != edit.after)

    def diff(self) -> str:
        """Show all of it as one diff."""
        return "\n".join(edit.diff() for edit in self.changed)


def read_outside(path: Path, roots: Iterable[Path]) -> str | None:
    """Return a file's text; None where there is no file. PathOutsideError where it leads out."""
    data = read_bytes(_target(path, roots), path, _LARGEST)
    return None if data is None else to_text(data)


def missing_folders(plan: OutsidePlan) -> tuple[Path, ...]:
    """Return the folders a plan will make, outermost first."""
    found: list[Path] = []
    for edit in plan.changed:
        if edit.after is not None:
            new = [f for f in _target(edit.path, plan.roots).parents if not f.exists()]
            found += [folder for folder in reversed(new) if folder not in found]
    return tuple(found)


def apply(plan: OutsidePlan) -> None:
    """Carry out a plan, all of it or nothing.

    Raises:
        ExternallyChangedError: a file is not what the plan was made from.
        PathOutsideError: a link leads out of the plan's folders.
        NotWritableError: the volume or a folder refused.
    """
    targets = [_target(edit.path, plan.roots) for edit in plan.changed]
    temps: list[Path | None] = []
    done: list[tuple[OutsideEdit, Path]] = []
    made = missing_folders(plan)
    try:
        for edit, target in zip(plan.changed, targets, strict=True):
            _check(edit, target)
            temps.append(None if edit.after is None else _written(target, edit.after))
        for edit, target, temp in zip(plan.changed, targets, temps, strict=True):
            _check(edit, target)
            _put(target, temp)
            done.append((edit, target))
    except OSError as error:
        _put_back(done)
        where = ", ".join(str(edit.path) for edit in plan.changed)
        raise NotWritableError(where, reason_of(error)) from error
    except BaseException:
        _put_back(done)
        raise
    finally:
        for temp in temps:
            if temp is not None:
                temp.unlink(missing_ok=True)
        if len(done) < len(plan.changed):
            placing.remove_folders(reversed(made))
    placing.remove_folders(reversed(plan.folders))


def _target(path: Path, roots: Iterable[Path]) -> Path:
    """Return where a path leads, which must be inside one of these folders."""
    try:
        real = path.resolve()
        allowed = [root.resolve() for root in roots]
    except (OSError, RuntimeError) as error:
        raise PathOutsideError(path, f"its links cannot be followed ({error})") from error
    if not any(root in real.parents for root in allowed):
        raise PathOutsideError(path, f"it is a link to {real}, which is not yours to change here")
    return real


def _check(edit: OutsideEdit, target: Path) -> None:
    data = read_bytes(target, edit.path, _LARGEST)
    if digest(None if data is None else to_text(data)) != digest(edit.before):
        raise ExternallyChangedError(edit.path)


def _written(target: Path, text: str) -> Path:
    """Write a temporary file beside its target, with the target's mode and owner."""
    make_private(target.parent)
    if target.exists() and not target.stat().st_mode & stat.S_IWUSR:
        raise PermissionError(errno.EACCES, "it is read-only", str(target))
    ends = f"-{target.name}{placing.ENDS}"
    for left in target.parent.glob(f"{placing.BEGINS}*{ends}"):  # a killed writer's
        left.unlink(missing_ok=True)
    temp = target.parent / f"{placing.BEGINS}{os.getpid()}{ends}"
    placing.write(temp, to_bytes(text), like=target, mode=0o600)
    return temp


def _put(target: Path, temp: Path | None) -> None:
    placing.put(temp, target)
    placing.sync_folder(target.parent)


def _put_back(done: list[tuple[OutsideEdit, Path]]) -> None:
    for edit, target in reversed(done):
        with contextlib.suppress(OSError):
            _put(target, None if edit.before is None else _written(target, edit.before))

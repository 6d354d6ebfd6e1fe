"""Read old daily notes for backfill: a file or a folder a person names, also outside the workspace.

Only regular Markdown files whose name begins with a day are read, at most 512 of them (the newest)
and 1 MB each. No link is followed out of the folder it stands in.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents.changes import to_text
from lamina.documents.days import day_in_name
from lamina.documents.kinds import is_copy, is_daily
from lamina.documents.loading import read_bytes
from lamina.errors import PathError, PathOutsideError, UnreadableFileError, UsageError

if TYPE_CHECKING:
    from datetime import date

    from lamina.documents.workspace import Workspace

_MOST_FILES = 512
_MOST_BYTES = 1_000_000
_ENDINGS = frozenset({".md", ".markdown"})
_UNSEEN = re.compile(r"[\x00-\x1f\x7f]+")
_SKIPPED = frozenset({"dreaming", "node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class OldNote:
    """A note; ``path`` as it is named in the workspace, whole where it stands outside."""

    path: str
    day: date
    text: str


@dataclass(frozen=True, slots=True)
class OldNotes:
    """What was read of a file or folder, the oldest first; ``skipped``: each with the reason."""

    source: str
    notes: tuple[OldNote, ...]
    skipped: tuple[tuple[str, str], ...]


def read_notes(given: Path, workspace: Workspace, *, outside: bool) -> OldNotes:
    """Read a note, or the notes of a folder; ``outside``: it may lie outside the workspace.

    Raises:
        UsageError: there is no such file or folder, or no note in it.
        PathError: the one file that is meant cannot be read, or may not be.
    """
    source = _found(given, workspace)
    if not outside and workspace.root not in (source, *source.parents):
        raise PathOutsideError(_shown(source), "only the owner may read notes from outside")
    if not source.is_dir():
        return OldNotes(_shown(source), (_note(source, workspace),), ())
    skipped: list[tuple[str, str]] = []
    files = sorted(
        _walk(source, workspace, skipped),
        key=lambda path: (str(day_in_name(path.name)), path.as_posix()),
    )
    skipped += [
        (_name(path, workspace), f"more than {_MOST_FILES} notes") for path in files[:-_MOST_FILES]
    ]
    notes: list[OldNote] = []
    for path in files[-_MOST_FILES:]:
        try:
            notes.append(_note(path, workspace))
        except PathError as error:
            skipped.append((_name(path, workspace), error.message))
    if not notes:
        why = f" {skipped[0][1]}" if skipped else ""
        raise UsageError(
            f"{_shown(source)} holds no daily note that can be read; nothing was done.{why}",
            "Their names begin with the day: 2026-03-04.md",
        )
    return OldNotes(_shown(source), tuple(notes), tuple(skipped))


def _found(given: Path, workspace: Workspace) -> Path:
    """Return the real path of what is meant: from here, else from the workspace's root."""
    for path in (given, workspace.root / given):
        try:
            full = Path(os.path.abspath(path.expanduser()))  # noqa: PTH100 - links stay links
            if not os.path.lexists(full):
                continue
            real, folder = full.resolve(strict=True), full.parent.resolve()
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UnreadableFileError(_shown(path), _shown(reason.lower())) from None
        if full.is_symlink() and folder not in real.parents:
            raise PathOutsideError(_shown(full), f"it is a link to {_shown(real)}")
        return real
    raise UsageError(
        f"There is no {_shown(given)}; nothing was done.", "Name a daily note, or their folder."
    )


def _note(path: Path, workspace: Workspace) -> OldNote:
    name = _name(path, workspace)
    day = day_in_name(path.name)
    if not day or path.suffix.casefold() not in _ENDINGS or not _is_note(path, workspace):
        raise PathError(
            f"{name} is no daily note; nothing was done.",
            "Its name begins with the day and ends in .md: 2026-03-04.md",
        )
    data = read_bytes(path, name, _MOST_BYTES)
    if data is None:
        raise UnreadableFileError(name, "it is gone")
    return OldNote(name, day, to_text(data).encode("utf-8", "replace").decode())


def _is_note(path: Path, workspace: Workspace) -> bool:
    """Tell a daily note from reports and copies that bear a day; outside, no layers are known."""
    if workspace.root in path.parents:
        return is_daily(path.relative_to(workspace.root).as_posix())
    return not is_copy(path.name) and path.parent.parent.name not in _SKIPPED


def _walk(source: Path, workspace: Workspace, skipped: list[tuple[str, str]]) -> list[Path]:
    """Return the daily notes of a folder and of those below."""
    found: list[Path] = []
    folders = [source]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError as error:
            skipped.append((_name(folder, workspace), (error.strerror or "unreadable").lower()))
            continue
        for entry in entries:
            path = Path(entry.path)
            if entry.name.startswith(".") or entry.name in _SKIPPED:
                continue
            if entry.is_symlink():
                if _leads_out(path, source):  # one that stays inside is read where it leads
                    skipped.append((_name(path, workspace), "it is a link that leads out"))
            elif entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif day_in_name(entry.name) and path.suffix.casefold() in _ENDINGS:
                found += [path] if _is_note(path, workspace) else []
    return found


def _leads_out(path: Path, source: Path) -> bool:
    try:
        return source not in path.resolve(strict=True).parents
    except (OSError, RuntimeError):
        return True


def _name(path: Path, workspace: Workspace) -> str:
    return _shown(workspace.named(path))


def _shown(path: object) -> str:
    """Return a path that can be printed, on one line."""
    return _UNSEEN.sub(" ", str(path).encode("utf-8", "replace").decode())

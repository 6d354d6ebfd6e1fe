"""Plans of what is put into a host's files and taken out again, and the memory of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents.changes import digest
from lamina.documents.installed import Book, Install, read_book, write_book
from lamina.documents.json_text import TakenFault, TextFault
from lamina.documents.outside import (
    OutsideEdit,
    OutsidePlan,
    apply,
    missing_folders,
    read_outside,
)
from lamina.documents.pieces import with_pieces, without_pieces
from lamina.errors import BrokenFileError, UnknownNameError
from lamina.hosts.wants import HOSTS, wants

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.documents.json_edits import Piece
    from lamina.documents.pieces import Held
    from lamina.hosts.wants import Target
    from lamina.places import Places


@dataclass(frozen=True, slots=True)
class Installing:
    """A plan, and what will be remembered once it is carried out."""

    places: Places
    plan: OutsidePlan
    before: Book
    after: Book

    @property
    def empty(self) -> bool:
        """Whether nothing is to be done."""
        return not self.plan.changed and self.before == self.after

    def apply(self) -> None:
        """Carry it out; what is remembered is written first, and back where it fails."""
        if self.before != self.after:
            write_book(self.places, self.after)
        try:
            apply(self.plan)
        except BaseException:
            write_book(self.places, self.before)
            raise


def install(host: str, target: Target) -> Installing:
    """Plan what a host needs; what an older install put in and is not needed any more goes."""
    if host not in HOSTS:
        raise UnknownNameError("host", host, HOSTS)
    book = read_book(target.places)
    project = str(target.project or "")
    old = book.find(host, project)
    roots = _roots(target.places, target.project, target.workspace)
    wanted: dict[Path, list[tuple[str, Piece]]] = {}
    for want in wants(host, target):
        wanted.setdefault(want.path, []).append((want.kind, want.piece))
    known = {Path(held.path): held for held in old.files} if old else {}
    edits: list[OutsideEdit] = []
    files: list[Held] = []
    notes: list[str] = []
    for path in dict.fromkeys([*wanted, *known]):
        now = read_outside(path, roots)
        there = known.get(path)
        held: Held | None = there
        text, said = now, list[str]()
        if not (there and _as_wanted(now, there, wanted.get(path, []))):
            text, held, said = _filled(path, _bare(path, now, there), wanted.get(path, ()))
        edits.append(OutsideEdit(path, now, text))
        notes += said
        if held is not None and held.puts:
            files.append(held)
    plan = OutsidePlan(tuple(edits), roots, tuple(notes))
    folders = dict.fromkeys([*(old.folders if old else ()), *map(str, missing_folders(plan))])
    made = Install(host, project, str(target.workspace), tuple(files), tuple(folders))
    after = book.having(made)
    return Installing(target.places, plan, book, book if old == made else after)


def uninstall(host: str, places: Places, project: str | None = None) -> Installing:
    """Plan to take out what was put into a host's files: of one project, or everywhere."""
    if host not in HOSTS:
        raise UnknownNameError("host", host, HOSTS)
    book = after = read_book(places)
    texts: dict[Path, tuple[str | None, str | None]] = {}
    roots: list[Path] = []
    folders: list[Path] = []
    notes: list[str] = []
    for one in reversed(book.of_host(host)):
        if project is not None and one.project != project:
            continue
        after = after.without(one)
        own = _roots(places, Path(one.project) if one.project else None, Path(one.workspace))
        roots += own
        folders += [Path(folder) for folder in one.folders]
        for held in one.files:
            path = Path(held.path)
            first, now = texts.get(path) or (read_outside(path, own),) * 2
            left = _bare(path, now, held)
            texts[path] = (first, left)
            if left is not None and left == now and digest(now) != held.before:
                notes.append(f"{path} was changed since and is left; it is yours now")
    edits = tuple(OutsideEdit(path, *pair) for path, pair in texts.items())
    plan = OutsidePlan(edits, tuple(roots), tuple(notes), tuple(sorted(folders)))
    return Installing(places, plan, book, after)


def _roots(places: Places, project: Path | None, workspace: Path) -> tuple[Path, ...]:
    """Return the folders in which files may be changed."""
    named = (places.home, places.openclaw, places.claude_code, places.codex, workspace)
    return tuple(dict.fromkeys([*named, *((project,) if project else ())]))


def _bare(path: Path, text: str | None, held: Held | None) -> str | None:
    """Return a file's text without what an install put in."""
    try:
        return text if held is None else without_pieces(text, held)
    except TextFault as fault:
        raise BrokenFileError(path, fault.line, fault.problem) from fault


def _as_wanted(text: str | None, held: Held, wanted: list[tuple[str, Piece]]) -> bool:
    """Say whether a file has all that is wanted, and nothing else of ours."""
    if text is None or any((one.kind, one.piece) not in wanted for one in held.puts):
        return False
    try:
        return with_pieces(held.path, text, wanted)[0] == text
    except TextFault:
        return False


def _filled(
    path: Path, before: str | None, wanted: Iterable[tuple[str, Piece]]
) -> tuple[str | None, Held | None, list[str]]:
    """Return a file's text with the pieces that fit; what is taken by another entry is said."""
    pieces, notes = list(wanted), []
    while pieces:
        try:
            text, held = with_pieces(str(path), before, pieces)
        except TakenFault as fault:
            taken = next(p for p in pieces if ".".join(p[1].path) in fault.problem)
            pieces.remove(taken)
            notes.append(f"{path}:{fault.line}: {fault.problem}, not by Lamina; it was left")
        except TextFault as fault:
            raise BrokenFileError(path, fault.line, fault.problem) from fault
        else:
            return text, held, notes
    return before, None, notes

"""Markdown of other programs: Obsidian, basic-memory, Claude Code, any folder of notes.

Texts are copied byte for byte. What a program keeps beside its notes decides only where they go.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.days import day_in_name
from lamina.documents.kinds import CORE_FILES, slug
from lamina.errors import LaminaError
from lamina.layers.facts import REFERENCE, one_line
from lamina.layers.imports.merge import place
from lamina.layers.imports.source import shown

if TYPE_CHECKING:
    from collections.abc import Container

    from lamina.layers.imports.merge import Merge
    from lamina.layers.imports.source import Note, Source

CORE = frozenset({*CORE_FILES, "CLAUDE.md", "CLAUDE.local.md"})
_TEMPLATES = frozenset({"templates", "_templates"})
_WIKILINK = re.compile(r"!?\[\[[^\[\]\n]+\]\]")
_OBSERVATION = re.compile(r"^\s*[-*]\s+\[[^\[\]\sxX/-][^\[\]\n]*\]\s+\S", re.MULTILINE)
_CLAUDE_TYPES = frozenset({"user", "feedback", "project", "reference"})
_INDEX_LINK = re.compile(r"\]\(\s*+<?([^()<>#]+?\.md)>?\s*(?:#[^()]*)?\)")
_PROJECT = re.compile(r"/projects/([^/]+)/memory(?=/|$)")
_HOME = re.compile(r"^-*(?:(?:Users|home)-[^-]+-)?")
_DREAMT = re.compile(  # a phase report, the diary
    r"\A\ufeff?# (?:Light|REM|Deep) Sleep\s*$|^<!-- openclaw:dreaming:diary:start -->", re.MULTILINE
)
_SAMPLE = 400  # notes whose front matter is looked at to tell what they are
_POINTERS = "memory/claude-code.md"


def read_notes(source: Source, merge: Merge) -> None:
    """Bring the notes of a vault, of basic-memory or of any folder; dreams are no evidence."""
    passed = _template_folders(source) if merge.kind == "obsidian" else frozenset()
    for note in source.notes:
        if _DREAMT.search(note.text) or passed & {
            folder.casefold() for folder in {note.folder, *note.above}
        }:
            continue
        source.use(note.path)
        put(merge, note, slugged=merge.kind == "basic-memory")


def put(merge: Merge, note: Note, *, slugged: bool = False) -> str:
    """Put a note where it goes and return that path: a day's note, or memory/<its path>."""
    if is_core(merge, note):
        return put_core(merge, note, note.text)
    if day_in_name(note.stem) and note.stem == str(day_in_name(note.stem)):
        path = merge.day_path(note.stem)
    else:
        path = merge.free(place(merge.kind, note.path, slugged=slugged))
    return path if merge.note(path, note.text, name=note.path) else ""


def is_core(merge: Merge, note: Note) -> bool:
    """Say whether a note is a core file of the source, loaded by its host each time."""
    return note.name in CORE and (not note.folder or merge.kind == "claude-code")


def put_core(merge: Merge, note: Note, text: str, project: str = "") -> str:
    """Put a core file of the source where it is a note, never into one of ours."""
    folder = project or slug(shown(note.folder.removesuffix("/memory")))
    parts = ["imported", merge.kind, folder, slug(note.stem)]
    path = merge.free(f"memory/{'-'.join(part for part in parts if part)}.md")
    before = merge.fresh
    there = merge.note(path, text, name=note.path)
    if merge.fresh > before:
        merge.draft.notes.append(
            f"{shown(note.path)} is not merged into a core file: it becomes {path}, searched like"
            " any note, in every kind of session."
        )
    return path if there else ""


def read_claude(source: Source, merge: Merge) -> None:
    """Bring Claude Code's memory: subjects, projects, reference with pointers, CLAUDE.md files.

    A note that says no type is memory where it lies beside one that does, or beside a MEMORY.md.
    """
    typed = {note.path: _claude_type(note) for note in source.notes}
    homes = {n.folder for n in source.notes if typed[n.path] or n.name == "MEMORY.md"}
    taken = [n for n in source.notes if is_core(merge, n) or homes & {n.folder, *n.above}]
    imported = {note.path for note in taken}
    for note in taken:
        source.use(note.path)
        project = _project(source, note)
        if note.name == "MEMORY.md":
            rest = _without_index(note, imported)
            if rest:
                put_core(merge, note, rest, project)
        elif is_core(merge, note):
            put_core(merge, note, note.text, project)
        else:
            _claude_note(merge, note, typed[note.path], project)


def _claude_note(merge: Merge, note: Note, type_: str, project: str) -> None:
    name = slug(shown(note.stem)) or "note"
    if type_ == "reference":
        path = f"{REFERENCE}/{name}.md"
    elif type_ in {"project", ""} and project:
        path = f"memory/projects/{project}/{name}.md"
    elif type_:
        path = place(merge.kind, f"{name}.md", slugged=True)
    else:
        put(merge, note, slugged=True)
        return
    path = merge.free(path)
    if merge.note(path, note.text, name=note.path) and type_ == "reference":
        fields = note.fields()
        said = one_line(str(fields.get("description") or fields.get("name")))
        merge.pointer(_POINTERS, "Claude Code", said or name, path)


def _claude_type(note: Note) -> str:
    """Return what kind of memory a note of Claude Code is; empty: it is none."""
    fields = note.fields()
    inner = fields.get("metadata")
    found = fields.get("type") or (inner.get("type") if isinstance(inner, dict) else None)
    named = "name" in fields and "description" in fields
    return str(found) if named and isinstance(found, str) and found in _CLAUDE_TYPES else ""


def _project(source: Source, note: Note) -> str:
    """Return the project a note lies under: projects/-Users-anna-shop/memory/ is shop's."""
    found = _PROJECT.search("/" + (source.root / note.path).parent.as_posix().lstrip("/"))
    return slug(shown(_HOME.sub("", found[1]))) if found else ""


def _without_index(note: Note, imported: Container[str]) -> str:
    """Return an index without the lines whose targets are imported; empty: nothing is left."""
    kept = [line for line in markdown.split_lines(note.text) if not _lists(note, line, imported)]
    said = any(line.strip() and not line.lstrip().startswith("#") for line in kept)
    return "".join(kept) if said else ""


def _lists(note: Note, line: str, imported: Container[str]) -> bool:
    links = _INDEX_LINK.findall(line)
    folder = PurePosixPath(note.folder)
    return bool(links) and all(
        (folder / link.replace("%20", " ")).as_posix() in imported for link in links
    )


def markdown_kind(source: Source) -> str:
    """Tell by their content whose notes these are; empty: there are none."""
    notes = [n for n in source.notes if n.name not in CORE][:_SAMPLE]
    claude = any(_is_index(source, n) for n in source.notes)
    if sum(bool(_claude_type(n)) for n in notes) * 2 > len(notes) or (claude and notes):
        return "claude-code"
    if notes and sum(map(_is_basic, notes)) * 2 > len(notes):
        return "basic-memory"
    if source.folder(".obsidian") or any(_WIKILINK.search(n.text) for n in notes):
        return "obsidian"
    if not source.notes:
        return ""
    named = {n.name for n in source.notes}
    return "claude-code" if not notes and named & {"CLAUDE.md", "CLAUDE.local.md"} else "markdown"


def _is_basic(note: Note) -> bool:
    fields = note.fields()
    if "permalink" in fields:
        return "title" in fields or "type" in fields
    observed = bool(_OBSERVATION.search(note.text))
    return observed and "title" in fields and "type" in fields


def _is_index(source: Source, note: Note) -> bool:
    """Say whether a MEMORY.md lists notes beside it, as Claude Code's does."""
    if note.name != "MEMORY.md":
        return False
    there = set(source.paths)
    return any(_lists(note, line, there) for line in markdown.split_lines(note.text))


def _template_folders(source: Source) -> frozenset[str]:
    """Return the folders of a vault's templates, folded: the usual ones and the one it names."""
    try:
        settings = source.json(".obsidian/templates.json")
    except LaminaError:  # the vault's settings are its own matter
        settings = None
    folder = settings.get("folder") if isinstance(settings, dict) else None
    named = {folder.strip("/").casefold()} if isinstance(folder, str) and folder else set()
    return frozenset(_TEMPLATES | named)

"""Pointer files and reference: one fact a line, with a link to the document that says more.

``memory/steinlohe.md``::

    # Steinlohe

    - Terms are 30 days net, 2 % within 8 days → reference/steinlohe-terms.md
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.changes import to_bytes
from lamina.documents.comments import without_last_mark
from lamina.documents.kinds import Layer, is_reserved, slug
from lamina.errors import (
    AlreadyThereError,
    EmptyTextError,
    FileLimitError,
    UsageError,
)
from lamina.layers.draft import Spot
from lamina.layers.writable import unmarked, writable

if TYPE_CHECKING:
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written

REFERENCE = "reference"
_LINK = re.compile(
    r"(?:→|->)\s*(?:[^\W\d_]{2,20}\s*[:：]\s*)?`?/?(reference/[^\s`)]+?)`?[.。]?\s*$"
)
_LINKS = re.compile(r"`?(?<![\w/.-])/?(reference/[^\s`)\]>,;，；。]+)")
_ITEM = re.compile(r"^\s*[-*+]\s+\S")


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a pointer file."""

    path: str
    line: int  # 1-based
    text: str  # without bullet and link
    reference: str  # path, or empty

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "line": self.line,
            "text": self.text,
            "reference": self.reference or None,
        }


class Facts:
    """Writes facts into pointer files, and documents into reference/ with a pointer to them."""

    def __init__(self, editor: Editor, most_bytes: int) -> None:
        self.editor = editor
        self.most_bytes = most_bytes

    def path_for(self, subject: str) -> str:
        """Return the pointer file of a subject; names with a meaning of their own are refused."""
        name = slug(subject.strip().removeprefix("memory/").removesuffix(".md"))
        if not name:
            raise EmptyTextError("The subject")
        if is_reserved(name):
            raise UsageError(
                f"memory/{name}.md has a meaning of its own; nothing was written.",
                "Choose another subject.",
            )
        return f"memory/{name}.md"

    def add(self, subject: str, fact: str, *, reference: str = "") -> Written:
        """Add a fact to a subject's pointer file."""
        return self.editor.write(
            "fact add", lambda draft: self.put(draft, subject, fact, reference=reference)
        )

    def put(self, draft: Draft, subject: str, fact: str, *, reference: str = "") -> Spot:
        """Write one fact line; a pointer file stays under its limit."""
        said = one_line(fact)
        if not any(map(str.isalnum, said)):
            raise EmptyTextError("The fact")
        target = f" → {self._reference(draft, reference)}" if reference else ""
        path = self.path_for(subject)
        spot = draft.append(path, f"- {said}{target}\n", title=" ".join(subject.split()))
        size = len(to_bytes(draft.read(path) or ""))
        if size > self.most_bytes and is_pointer_file(draft.read(path) or ""):
            hint = f'Choose a narrower subject, such as "{subject.strip()} …", or move lines there.'
            raise FileLimitError(path, size, self.most_bytes, hint)
        return spot

    def link(self, draft: Draft, path: str, line: int, reference: str) -> Spot:
        """Put a link to a document behind a fact that is there (its line from 1)."""
        held = markdown.split_lines(draft.read(path) or "")[line - 1].rstrip("\r\n")
        if _LINK.search(without_last_mark(held)):
            return Spot(path, line, line)
        return draft.splice(path, line - 1, line, f"{held} → {self._reference(draft, reference)}\n")

    def list(self, subject: str = "") -> tuple[Fact, ...]:
        """Return the facts of a subject, or of all pointer files."""
        files = self.editor.files
        if subject:
            paths = [self.path_for(subject)]
        else:
            scan = files.workspace.scan()
            paths = [e.path for e in scan.files if e.layer is Layer.SUBJECT]
        found: list[Fact] = []
        for path in paths:
            text = files.read(path)
            if text is not None and (subject or is_pointer_file(text)):
                found += read_facts(path, text)
        return tuple(found)

    def add_reference(
        self, name: str, text: str, *, subject: str, fact: str, command: str = "reference add"
    ) -> Written:
        """Put a document into reference/ and a fact that points to it, both or neither."""

        def work(draft: Draft) -> Spot:
            if not text.strip():
                raise EmptyTextError("The document")
            path = reference_path(name)
            if draft.read(path) is not None:
                hint = "Give it another --name, or edit that file."
                raise AlreadyThereError("reference", name, path, hint)
            draft.put(path, writable(text) if text.endswith("\n") else writable(text) + "\n")
            from lamina.layers.claims.relation import Relation, relation

            pointer = self.path_for(subject)
            for known in read_facts(pointer, draft.read(pointer) or ""):
                if relation(fact, known.text) is Relation.SAME and not known.reference:
                    return self.link(draft, pointer, known.line, path)
            return self.put(draft, subject, fact, reference=path)

        return self.editor.write(command, work)

    def references(self) -> tuple[str, ...]:
        """Return every file in reference/, whatever its kind."""
        root = self.editor.files.workspace.root
        folder = root / REFERENCE
        if not folder.is_dir():
            return ()
        found = (p for p in folder.rglob("*") if p.is_file())
        return tuple(sorted(p.relative_to(root).as_posix() for p in found))

    def _reference(self, draft: Draft, reference: str) -> str:
        path = reference if reference.startswith(f"{REFERENCE}/") else f"{REFERENCE}/{reference}"
        inner = draft.files.workspace.relative(path)
        if not inner.startswith(f"{REFERENCE}/"):
            raise UsageError(f"{reference!r} is not inside reference/.", "Nothing was written.")
        there = draft.read(inner) is not None if inner.endswith(".md") else True
        if not there or not (
            inner.endswith(".md") or (draft.files.workspace.resolve(inner)).is_file()
        ):
            raise UsageError(
                f"There is no {inner}; nothing was written.",
                "Put the document there first: lamina reference add FILE",
            )
        return inner


def reference_path(name: str) -> str:
    """Return where a document of this name goes: reference/<folders>/<name>.md."""
    parts = [slug(part) for part in name.removesuffix(".md").strip("/").split("/")]
    parts = [part for part in parts if part]
    if parts and parts[0] == REFERENCE:
        parts = parts[1:]
    if not parts:
        raise EmptyTextError("The document's name")
    return f"{REFERENCE}/{'/'.join(parts)}.md"


def read_facts(path: str, text: str) -> list[Fact]:
    """Return the one-line items of a pointer file."""
    found = []
    document = markdown.parse(text)
    for block in document.blocks:
        if block.kind is markdown.Kind.ITEM and block.end - block.start == 1:
            line = without_last_mark(document.lines[block.start].strip())
            said = re.sub(r"^[-*+]\s+", "", line)
            link = _LINK.search(said)
            fact = said[: link.start()].rstrip() if link else said
            found.append(Fact(path, block.start + 1, fact, link[1] if link else ""))
    return found


def is_pointer_file(text: str) -> bool:
    """Say whether a subject's file is a pointer file: four lines in five one-line items.

    A title line does not count. One link to reference/ makes sure of it; a file of such items
    without any link counts when it has no other text at all.
    """
    document = markdown.parse(text)
    lines = [
        line.strip()
        for line in document.lines[document.front_end :]
        if line.strip() and not line.lstrip().startswith(("#", "<!--"))
    ]
    items = [line for line in lines if _ITEM.match(line)]
    if not items or len(items) < 0.8 * len(lines):
        return False
    return any(_LINK.search(without_last_mark(line)) for line in items) or len(items) == len(lines)


def links_of(text: str) -> list[tuple[int, str]]:
    """Return the links to reference/ of any file: line (1-based) and path."""
    return [
        (number, match[1].rstrip(".:"))
        for number, line in enumerate(markdown.split_lines(text), start=1)
        if "reference/" in line
        for match in _LINKS.finditer(line)
    ]


def one_line(text: str) -> str:
    """Return text as one line that can be a list item."""
    return unmarked(text).strip()

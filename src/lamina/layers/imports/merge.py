"""How an import writes: new files as they are, new lines under a heading of their own.

Nothing of the user's is overwritten. Into a file that is there go only the lines it lacks::

    ## Imported from obsidian (2026-03-04)

    - The landlord's number is in the blue folder.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from datetime import date
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.changes import new_lines
from lamina.documents.kinds import Layer, layer_of, slug
from lamina.documents.redact import redact
from lamina.errors import PathError, SecretRefusedError
from lamina.layers.imports.source import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft

_WHOLE = frozenset({markdown.Kind.FENCE, markdown.Kind.TABLE, markdown.Kind.HTML})
_UNFIT = re.compile(r"[\\\x00-\x1f\x7f\ud800-\udfff]|^\.")
_DATE = re.compile(r"(?<!\s)\s+\(\d{4}-\d{2}-\d{2}\)$")
_ENDING = re.compile(r"\.(?:md|markdown|txt)$", re.IGNORECASE)
_NO_GAP = ("\n\n", "\r\n\r\n", "\r")  # a line feed would become part of a lone CR's line end
_BULLET = re.compile(r"^\s*[-*+]\s+")


class Merge:
    """Puts what an import read into a draft, and counts what was new."""

    def __init__(
        self, draft: Draft, kind: str, daily: Daily, sift: Callable[[str, str], str]
    ) -> None:
        self.draft = draft
        self.sift = sift
        self.forgotten = 0  # notes and items that lack, or are, what was forgotten
        self.kind = kind
        far = daily.path_for(date.max)  # no note has that day: where new ones go
        self._daily = far.removesuffix(f"/{date.max}.md")
        self.fresh = 0
        self.known = 0
        self._taken: dict[str, str] = {}  # targets of this import, folded -> as named
        found = draft.files.workspace.scan().files
        self._there = {unicodedata.normalize("NFC", f.path): f.path for f in found}
        self._there |= {f.path: f.path for f in found}

    def free(self, path: str) -> str:
        """Return the path, or a numbered one where another note of the source has it."""
        stem, number = path.removesuffix(".md"), 2
        wanted = path
        while _fold_path(wanted) in self._taken:
            wanted, number = f"{stem}-{number}.md", number + 1
        there = self._there.get(wanted) or self._there.get(unicodedata.normalize("NFC", wanted))
        return there or wanted

    def day_path(self, day: str) -> str:
        """Return a day's note: where it is, else where the workspace keeps new ones."""
        for folder in ("memory", "memory/daily"):
            if f"{folder}/{day}.md" in self._there:
                return f"{folder}/{day}.md"
        return f"{self._daily}/{day}.md"

    def note(self, path: str, text: str, *, name: str) -> bool:
        """Put a note's text at a path; False where that cannot be, with ``name`` in the notes."""
        if not text.strip(f"{markdown.BOM} \t\r\n"):
            return False
        text = self._sifted(text, path)
        if not text:
            return False
        try:
            fresh = self._put(path, text)
        except PathError as error:
            self.draft.notes.append(f"{shown(name)} was not imported: {error.message}")
            return False
        self._taken[_fold_path(path)] = path
        self.count(fresh)
        return True

    def items(self, path: str, title: str, rows: Iterable[str]) -> None:
        """Put one-line items into a file, those that are not there yet, whatever their date."""
        try:
            before = self.draft.read(path)
        except PathError as error:
            self.draft.notes.append(f"{title} was not imported: {error.message}")
            return
        known = set(map(_item_key, _lines(before or "")))
        fresh: list[str] = []
        for row in rows:
            if not self._sifted(row, path):
                continue
            keys = {_item_key(row), _item_key(redact(row).text)}
            self.count(not keys & known)
            if not keys & known:
                fresh.append(row)
            known |= keys
        if not fresh:
            return
        body = "".join(f"- {row}\n" for row in fresh)
        if before is None:
            said = f"Imported from {self.kind} ({self.draft.today})."
            self.draft.put(path, f"---\norigin: imported\n---\n# {title}\n\n{said}\n\n{body}")
        else:
            self._append(path, before, body)

    def pointer(self, path: str, title: str, said: str, target: str) -> None:
        """Add a fact that points to a document, unless the file points there already."""
        try:
            if f"→ {target}" not in (self.draft.read(path) or ""):
                self.draft.append(path, f"- {said} → {target}\n", title=title)
        except PathError as error:
            self.draft.notes.append(f"Nothing points to {target} yet: {error.message}")

    def count(self, fresh: bool) -> None:
        """Count one record."""
        self.fresh += fresh
        self.known += not fresh

    def finish(self) -> None:
        """Leave out, in what was put, lines that were forgotten, and say how much that is."""
        for change in self.draft.plan("import").changes:
            after, parts, at = change.after or "", list[str](), 0
            for start, end in new_lines(change.before, after):
                parts += [after[at:start], self.sift(after[start:end], change.path)]
                at = end
            kept = "".join([*parts, after[at:]])
            if kept != after:
                self.draft.put(change.path, kept if kept.strip() else change.before)
        if self.forgotten:
            self.draft.notes.append(f"Forgotten before, and left out: lines of {self.forgotten}.")

    def _sifted(self, text: str, path: str) -> str:
        """Return a text without what was forgotten; empty, and counted as known, without any."""
        stem = path.rpartition("/")[2].removesuffix(".md")
        kept = self.sift(text, path) if self.sift(stem, "") else ""
        self.forgotten += kept != text
        if kept.strip(f"{markdown.BOM} \t\r\n"):
            return kept
        self.count(fresh=False)
        return ""

    def _put(self, path: str, text: str) -> bool:
        before = self.draft.read(path)
        if before is None:
            self.draft.put(path, text)
            return True
        if before == text:
            return False
        clean = redact("\n".join(_lines(text)))  # as it would stand there
        rows = missing(before, clean.text)
        if not rows:
            return False
        if clean.secrets and self.draft.files.limits.refuse_secrets:
            raise SecretRefusedError([secret.kind for secret in clean.secrets])
        self._append(path, before, rows)
        return True

    def _append(self, path: str, before: str, rows: str) -> None:
        title = f"Imported from {self.kind} ({self.draft.today})"
        last = markdown.last_heading(before)
        if last is None or last.title != title:
            gap = "" if before.endswith(_NO_GAP) or not before.strip() else "\n"
            rows = f"{gap}## {title}\n\n{rows}"
        self.draft.append(path, rows)


def place(kind: str, path: str, *, slugged: bool = False) -> str:
    """Return where a note of another program goes: memory/<folders>/<name>.md.

    A place with a meaning of its own here (topics/, active-context.md, a conflict copy's name) is
    not taken: the note goes into memory/imported-<kind>/, if need be under a plainer name.
    """
    parts = [_ENDING.sub("", part) for part in path.split("/")]
    plain = "/".join(slug(shown(part)) or "note" for part in parts)
    kept = "/".join(slug(shown(p)) or "note" if _UNFIT.search(p) else p for p in parts)
    names = [plain] if slugged else [kept, plain]
    tried = [f"memory/{name}.md" for name in names]
    tried += [f"memory/imported-{kind}/{name}.md" for name in names]
    return next((one for one in tried if _fits(one)), tried[-1])


def missing(before: str, text: str) -> str:
    """Return the lines of a text that another lacks; fences, tables and HTML go as a whole."""
    lines = _lines(before)
    there = {_fold(line) for line in [*lines, *_lines(redact("\n".join(lines)).text)]}
    document = markdown.parse(text)
    runs: list[list[str]] = []
    follows = -1
    for start, end in _units(document):
        front = start < document.front_end
        lines = [line.rstrip("\r\n") for line in document.lines[start:end]]
        lines = lines[1:-1] if front else lines
        if all(_fold(line) in there for line in lines if line.strip()):
            continue
        lines = ["```yaml", *lines, "```"] if front else lines
        if start != follows:
            runs.append([])
        runs[-1] += lines
        follows = end
    return "\n".join(textwrap.dedent("\n".join(run)) + "\n" for run in runs)


def _units(document: markdown.Document) -> Iterator[tuple[int, int]]:
    """Yield lines [start, end) that only make sense together; blank lines are none of them."""
    if document.front_end:
        yield 0, document.front_end
    whole = {block.start: block.end for block in document.blocks if block.kind in _WHOLE}
    at = document.front_end
    while at < len(document.lines):
        end = whole.get(at, at + 1)
        if document.lines[at].strip(f"{markdown.BOM} \t\r\n"):
            yield at, end
        at = end


def _fits(path: str) -> bool:
    """Say whether a path is one of a plain note, also where letters' case does not count."""
    plain = {Layer.SUBJECT, Layer.DAILY}
    return layer_of(path) in plain and layer_of(path.casefold()) in plain


def _lines(text: str) -> list[str]:
    return [line.rstrip("\r\n") for line in markdown.split_lines(text)]


def _fold(line: str) -> str:
    return unicodedata.normalize("NFC", " ".join(line.lstrip(markdown.BOM).split())).casefold()


def _fold_path(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _item_key(line: str) -> str:
    return _fold(_DATE.sub("", _BULLET.sub("", line)))

"""Bring the index in line with the workspace: a stat pass, then only what changed."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.documents import frontmatter
from lamina.documents.changes import to_text
from lamina.documents.kinds import RULES, Layer, Searched, date_of
from lamina.documents.loading import read_bytes
from lamina.documents.markdown import parse
from lamina.documents.redact import find_secrets
from lamina.documents.templates import template_lines
from lamina.errors import PathError, StoreDamagedError
from lamina.search import chunker
from lamina.storage.contract import ChunkRow, FileRow, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lamina.documents.markdown import Document
    from lamina.documents.redact import Secret
    from lamina.documents.scan import FileEntry, Scan
    from lamina.documents.workspace import Workspace
    from lamina.storage.contract import IndexStore

_BATCH = 400  # files a transaction
# A file changed in the same clock tick as it was read in would look unchanged for ever: one that
# was young when it was read is read again next time.
_RACY_NS = 2_000_000_000
_SCOPES = {
    Searched.ALWAYS: Scope.ALWAYS,
    Searched.ARCHIVED: Scope.ARCHIVED,
    Searched.REFERENCE: Scope.REFERENCE,
    Searched.COPIES: Scope.COPIES,
}


@dataclass(frozen=True, slots=True)
class Failure:
    """A file (and line, 0 for the whole) and what is wrong with it."""

    path: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync found and did. ``stale``: files that could not be brought in line."""

    files: int = 0
    added: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    unchanged: int = 0
    failures: tuple[Failure, ...] = ()  # files whose present text is not in the index
    skipped: tuple[Failure, ...] = ()  # what the scan passed over
    warnings: tuple[Failure, ...] = ()  # lines that were indexed, but not as meant
    healed: str = ""

    @property
    def stale(self) -> int:
        """Files on disk whose present text is not in the index."""
        return len(self.failures)

    @property
    def wrote(self) -> bool:
        """Whether the index changed."""
        return bool(self.added or self.changed or self.removed or self.moved)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "files": self.files,
            "added": self.added,
            "changed": self.changed,
            "moved": self.moved,
            "removed": self.removed,
            "unchanged": self.unchanged,
            "stale": self.stale,
            "failures": [f"{one.path}: {one.reason}" for one in self.failures],
            "skipped": [f"{one.path}: {one.reason}" for one in self.skipped],
            "warnings": [f"{one.path}:{one.line}: {one.reason}" for one in self.warnings],
        }


class Indexer:
    """Keeps one index in line with one workspace."""

    def __init__(self, workspace: Workspace, index: IndexStore, max_bytes: int) -> None:
        self.workspace = workspace
        self.index = index
        self.max_bytes = max_bytes
        self._settled: tuple[dict[str, FileRow], Scan, SyncReport] | None = None

    def sync(
        self,
        *,
        progress: Callable[[int, int], None] | None = None,
        clock: Callable[[], int] = time.time_ns,
    ) -> SyncReport:
        """Index what is new or changed, drop what is gone; build a damaged index anew."""
        try:
            return self._sync(progress, clock)
        except StoreDamagedError as damage:
            aside = self.index.database.set_aside(str(clock()))
            report = self._sync(progress, clock)
            where = f"; the old file is {aside}" if aside else ""
            why = f"the index was damaged ({damage.reason}) and was built anew{where}"
            return replace(report, healed=why)

    def rebuild(self, *, progress: Callable[[int, int], None] | None = None) -> SyncReport:
        """Forget the index and make it again."""
        try:
            self.index.clear()
        except StoreDamagedError:
            self.index.database.set_aside(str(time.time_ns()))
        return self.sync(progress=progress)

    def difference(self) -> tuple[int, int]:
        """Return how many files are on disk, and how many of them are not indexed as they are."""
        scan = self.workspace.scan()
        known = self.index.files()
        wanted = [e for e in scan.files if _scope(e) is not None]
        gone = len(known.keys() - {e.path for e in wanted})
        differ = [e for e in wanted if not _same(e, known.get(e.path))]
        return len(wanted), gone + sum(1 for e in differ if not self._unchanged(e, known))

    def _unchanged(self, entry: FileEntry, known: dict[str, FileRow]) -> bool:
        """Say whether a file's content is as indexed, by reading it."""
        row = known.get(entry.path)
        if row is None or row.layer != entry.layer or row.size != entry.size:
            return False
        try:
            data = read_bytes(Path(entry.full), entry.path, self.max_bytes, binary=True)
        except PathError:
            return False
        return data is not None and hashlib.sha256(data).hexdigest() == row.hash

    def _sync(
        self, progress: Callable[[int, int], None] | None, clock: Callable[[], int]
    ) -> SyncReport:
        known = self.index.files()  # before the scan: what others index meanwhile is not gone
        scan = self.workspace.scan()
        if self._settled is not None and self._settled[0] is known and self._settled[1] == scan:
            return self._settled[2]
        report = self._compared(scan, known, progress, clock)
        if not report.wrote and not report.failures and self.index.files() is known:
            self._settled = (known, scan, report)
        return report

    def _compared(
        self,
        scan: Scan,
        known: dict[str, FileRow],
        progress: Callable[[int, int], None] | None,
        clock: Callable[[], int],
    ) -> SyncReport:
        wanted = {e.path: e for e in scan.files if _scope(e) is not None}
        work = [e for e in wanted.values() if not _same(e, known.get(e.path))]
        gone = known.keys() - wanted.keys()
        run = _Run(known, {known[path].hash for path in gone})
        for start in range(0, len(work), _BATCH):
            self._batch(work[start : start + _BATCH], run, clock)
            if progress:
                progress(min(start + _BATCH, len(work)), len(work))
        if gone:
            self.index.remove(gone)
        busy = {e.path for e in work}
        run.warnings += [
            Failure(path, line, why)
            for path in sorted(wanted.keys() - busy)
            for line, why in known[path].problems
        ]
        return SyncReport(
            files=len(wanted),
            added=run.added,
            changed=run.changed,
            moved=run.moved,
            removed=len(gone) - run.moved,
            unchanged=len(wanted) - len(work),
            failures=tuple(run.failures),
            warnings=tuple(run.warnings),
            skipped=tuple(Failure(p.path, 0, p.reason) for p in scan.problems),
        )

    def _batch(self, work: list[FileEntry], run: _Run, clock: Callable[[], int]) -> None:
        ready: list[tuple[FileRow, list[ChunkRow]]] = []
        same: list[FileRow] = []
        for entry in work:
            before = run.known.get(entry.path)
            now = clock()
            try:
                data = read_bytes(Path(entry.full), entry.path, self.max_bytes, binary=True)
            except PathError as error:
                run.failures.append(Failure(entry.path, 0, error.message))
                if before:  # its old text must not be found
                    self.index.remove([entry.path])
                continue
            if data is None:
                continue  # gone since the scan
            row = _row(entry, data, now)
            if before and before.hash == row.hash and before.layer == row.layer:
                same.append(row)
                run.warnings += [Failure(row.path, *problem) for problem in before.problems]
                continue
            ready.append(indexed(row, data))
            run.count(before, row)
        self.index.renew(same)
        if ready:
            self.index.replace(ready)
            run.warnings += [Failure(f.path, *problem) for f, _ in ready for problem in f.problems]


class _Run:
    """What one sync has seen so far."""

    def __init__(self, known: dict[str, FileRow], gone: set[str]) -> None:
        self.known = known
        self.gone = gone  # hashes of files that are no longer there
        self.added = self.changed = self.moved = 0
        self.failures: list[Failure] = []
        self.warnings: list[Failure] = []

    def count(self, before: FileRow | None, row: FileRow) -> None:
        """Count an indexed file as changed, moved or added."""
        if before:
            self.changed += 1
        elif row.hash in self.gone:
            self.moved += 1
            self.gone.discard(row.hash)
        else:
            self.added += 1


def _scope(entry: FileEntry) -> int | None:
    return _SCOPES.get(RULES[entry.layer].searched)


def _same(entry: FileEntry, row: FileRow | None) -> bool:
    """Say whether a file is as it was indexed, without reading it."""
    return (
        row is not None
        and row.changed_ns == entry.changed_ns
        and row.size == entry.size
        and row.inode == entry.inode
        and row.layer == entry.layer
        and entry.changed_ns < row.checked_ns - _RACY_NS
    )


def _row(entry: FileEntry, data: bytes, now_ns: int) -> FileRow:
    day = date_of(entry.path)
    return FileRow(
        entry.path,
        entry.layer,
        _scope(entry) or 0,
        day.isoformat() if day else "",
        entry.size,
        entry.changed_ns,
        entry.inode,
        hashlib.sha256(data).hexdigest(),
        now_ns,
        {},
    )


def indexed(row: FileRow, data: bytes) -> tuple[FileRow, list[ChunkRow]]:
    """Return a file's row with its fields and findings, and its chunks, secrets replaced."""
    if b"\0" in data:
        return replace(row, problems=((1, "is not a text file and was skipped"),)), []
    whole = to_text(data)
    secrets = find_secrets(whole)
    problems = [
        (whole.count("\n", 0, s.start) + 1, f"holds what looks like a secret ({s.kind})")
        for s in secrets
    ]
    text = _masked(whole, secrets)
    if not text.isascii():
        text, before = text.encode("utf-8", "replace").decode("utf-8"), text
        if text != before:
            line = next(
                n
                for n, (a, b) in enumerate(
                    zip(text.split("\n"), before.split("\n"), strict=True), start=1
                )
                if a != b
            )
            problems.append((line, "is not UTF-8; save the file as UTF-8"))
    document = parse(text)
    front = frontmatter.read(document)
    if front.problem:
        problems.append((front.line, f"front matter is not valid YAML: {front.problem}"))
    if document.front_end and not front.end:
        document = parse(text, front_matter=False)
    problems += [
        (n, f"line of {len(document.lines[n - 1]):,} characters was cut into pieces")
        for n in chunker.long_lines(document)
    ]
    problems += [(n, "unresolved merge conflict") for n in conflicts(document)]
    title = front.fields.get("title")
    chunks = chunker.chunks(
        document, row.path, date_of(row.path), title if isinstance(title, str) else ""
    )
    if row.layer in {Layer.MEMORY, Layer.ACTIVE}:
        chunks = [chunk for chunk in chunks if not _is_template(chunk.text)]
    return replace(
        row, fields=frontmatter.plain_fields(front.fields), problems=tuple(problems)
    ), chunks


def _is_template(text: str) -> bool:
    """Say whether a chunk is only what a fresh file says of itself: nobody's memory."""
    lines = {line.strip("># \t") for line in text.splitlines()} - {""}
    return lines <= template_lines()


def conflicts(document: Document) -> list[int]:
    """Return the numbers (1-based) of the lines where a merge conflict begins."""
    if "<<<<<<< " not in document.text:
        return []
    found: list[int] = []
    ended = False
    for number in range(len(document.lines), 0, -1):
        line = document.lines[number - 1]
        ended = ended or line.startswith(">>>>>>> ")
        if ended and line.startswith("<<<<<<< "):
            found.append(number)
            ended = False
    return found[::-1]


def _masked(text: str, secrets: Sequence[Secret]) -> str:
    """Return the text with secrets replaced and every line end kept, so that lines keep numbers."""
    parts: list[str] = []
    at = 0
    for secret in secrets:
        lost = "".join(c for c in text[secret.start : secret.end] if c in "\r\n")
        parts += [text[at : secret.start], f"[redacted:{secret.kind}]", lost]
        at = secret.end
    return "".join(parts) + text[at:] if parts else text


def tags_of(fields: Mapping[str, object]) -> set[str]:
    """Return a note's tags, however they are written: a list, or words in one line."""
    tags = fields.get("tags")
    if isinstance(tags, str):
        tags = tags.replace(",", " ").split()
    return {str(tag).lstrip("#").casefold() for tag in tags} if isinstance(tags, list) else set()

"""Do the topic indices and the topic files agree: audit, rebuild of a lost index, adoption."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.kinds import Layer, date_of, is_daily, layer_of, slug
from lamina.documents.labels import labels, reads_as
from lamina.errors import PathError
from lamina.layers import topic_index as index
from lamina.layers.daily_index import clean_subject
from lamina.layers.topic_file import bullets, read_head
from lamina.layers.topic_index import ACTIVE, ARCHIVED, TOPICS, Entry, Status
from lamina.layers.topics import HIDDEN, Topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.layers.draft import Draft

_DATED = re.compile(r"^\[(\d{4}-\d{2}-\d{2})\]\s*")
_TIME = re.compile(r"^\W*\d{1,2}[:.]\d{2}\b")
_TAGS = re.compile(r"(?<!\s)\s+#[\w-]+")


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something in which index and files differ; ``fix``: how it can be mended, empty: by hand."""

    kind: str  # orphan, moved, dead, twice, status
    path: str
    name: str
    line: int
    reason: str
    fix: Entry | None = None
    index: str = ACTIVE

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "kind": self.kind,
            "path": self.path,
            "name": self.name,
            "line": self.line or None,
            "reason": self.reason,
            "fixable": self.fix is not None,
        }


@dataclass(frozen=True, slots=True)
class Proposal:
    """A subject that has gone on for days and could be a topic, with the lines that say so."""

    name: str
    domain: str
    goal: str
    state: str
    days: tuple[str, ...]
    evidence: tuple[str, ...]  # citation and line

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "name": self.name,
            "domain": self.domain,
            "goal": self.goal,
            "state": self.state,
            "days": list(self.days),
            "evidence": list(self.evidence),
        }


class TopicAudit:
    """Compares the indices with the files, and makes a lost index anew from the files' heads."""

    def __init__(self, topics: Topics) -> None:
        self.topics = topics
        self.editor = topics.editor

    def flaws(self, draft: Draft | None = None) -> tuple[Flaw, ...]:
        """Return where index and files differ."""
        draft = draft or self.editor.draft()
        found: list[Flaw] = []
        known: set[str] = set()
        files = self._files()
        for place in (ACTIVE, ARCHIVED):
            entries = index.read_entries(draft.read(place), self.topics.root)
            found += _dead(entries, files, place)
            found += _twice(entries, place, known)
            known |= {e.path for e in entries}
        known |= {f.fix.path for f in found if f.kind == "moved" and f.fix}
        found += [self._orphan(draft, path) for path in files if path not in known]
        found += self._statuses(draft)
        return tuple(found)

    def mend(self, draft: Draft) -> tuple[Flaw, ...]:
        """Register orphans, follow moved files, take out double lines; return what was mended."""
        mended: list[Flaw] = []
        flaws = self.flaws(draft)
        added: list[tuple[Entry, str]] = []  # when all lines that are numbered are done with
        gone = {(f.index, f.line) for f in flaws if f.kind == "twice"}
        for flaw in sorted(flaws, key=lambda f: -f.line):  # lines stay right
            text = draft.read(flaw.index)
            if flaw.kind == "twice":
                draft.put(flaw.index, index.without(text or "", [flaw.line]))
            elif flaw.fix is None or (flaw.index, flaw.line) in gone:
                continue
            elif flaw.kind == "orphan":
                added.append((flaw.fix, flaw.index))
            elif flaw.kind == "moved":
                draft.put(flaw.index, index.without(text or "", [flaw.line]))
                added.append((replace(flaw.fix, domain=_domain(flaw.fix.path)), flaw.index))
            else:
                draft.put(flaw.index, index.replace_line(text or "", flaw.line, flaw.fix))
            mended.append(flaw)
        for entry, place in added:
            self._add(draft, entry, place)
        return tuple(mended)

    def rebuild(self, draft: Draft) -> int:
        """Make both indices anew from the files' heads; lines that are no entries stay.

        Returns how many entries they have. This is the one time all topics are read.
        """
        count = 0
        old = {
            e.path: e
            for place in (ARCHIVED, ACTIVE)
            for e in index.read_entries(draft.read(place), self.topics.root)
        }
        for place in (ACTIVE, ARCHIVED):
            entries = index.read_entries(draft.read(place), self.topics.root)
            text = draft.read(place)
            if text is not None and entries:
                lines = [entry.line for entry in entries]
                draft.put(place, index.without(text, lines, domains=True))
        for path in self._files():
            kept = old.get(path)
            cold = path.startswith(f"{HIDDEN}/") or (kept and kept.status is Status.ARCHIVED)
            place = ARCHIVED if cold else ACTIVE
            try:
                entry = self._entry(draft, path, place)
            except PathError as error:
                draft.notes.append(error.message)
                continue
            if kept:
                entry = replace(entry, domain=kept.domain or entry.domain)
                if place == ACTIVE and kept.status is Status.PAUSED:
                    entry = replace(entry, status=Status.PAUSED)
            self._add(draft, entry, place)
            count += 1
        return count

    def proposals(self, days: int = 30, least_days: int = 3) -> tuple[Proposal, ...]:
        """Return subjects logged on several days lately that are no topics yet, most days first."""
        today = self.editor.today
        since = today - timedelta(days=days)
        known = {slug(e.name) for e in self.topics.entries()}
        known |= {slug(e.name) for e in self.topics.entries(archived=True)}
        held: dict[str, list[tuple[str, str, list[str]]]] = {}
        names: dict[str, Counter[str]] = {}
        for path in sorted(self._notes(), key=lambda p: (date_of(p), p)):
            day = date_of(path)
            if day is None or not since <= day <= today:
                continue
            for subject, cites, said in self._logged(path):
                held.setdefault(slug(subject), []).append((str(day), cites, said))
                names.setdefault(slug(subject), Counter())[subject] += 1
        found = []
        for key, seen in held.items():
            on = sorted({day for day, _, _ in seen})
            if key and key not in known and len(on) >= least_days:
                name = names[key].most_common(1)[0][0]
                last = next((s[-1] for _, _, s in reversed(seen) if s), "")
                first = next((s[0] for _, _, s in seen if s), name)
                evidence = tuple(f"{place} {said[0]}" if said else place for _, place, said in seen)
                domain = labels(self.editor.language()).general
                found.append(Proposal(name, domain, first, last, tuple(on), evidence))
        return tuple(sorted(found, key=lambda p: (-len(p.days), p.name)))

    def adopt(self, draft: Draft, proposals: Sequence[Proposal]) -> None:
        """Make topics of proposals: one draft, with the evidence as their context."""
        for one in proposals:
            self.topics.create(
                draft,
                one.domain,
                one.name,
                goal=one.goal,
                state=one.state,
                context=[f"{line}" for line in one.evidence],
            )

    def _notes(self) -> Iterable[str]:
        scan = self.editor.files.workspace.scan()
        return (entry.path for entry in scan.files if is_daily(entry.path))

    def _logged(self, path: str) -> Iterable[tuple[str, str, list[str]]]:
        """Yield a note's entries: subject, citation, what was said (change, then todo)."""
        try:
            document = markdown.parse(self.editor.files.read(path) or "")
        except PathError:
            return
        for section in document.sections:
            if section.level != 2 or reads_as(section.title, "notes") or _TIME.match(section.title):
                continue
            subject = clean_subject(_TAGS.sub("", _DATED.sub("", section.title)))
            said: dict[str, str] = {}
            for line in document.lines[section.start + 1 : section.end]:
                label, mark, text = line.strip().lstrip("-*+ ").replace("：", ":", 1).partition(":")
                for name in ("cause", "change", "todo"):
                    if mark and reads_as(label, name) and text.strip():
                        said[name] = text.strip()
            ordered = [said[name] for name in ("change", "todo") if name in said]
            ordered = ordered or list(said.values())
            yield subject, f"{path}#L{section.start + 1}", ordered

    def _files(self) -> list[str]:
        return self.topics.files() + self.topics.files(archived=True)

    def _orphan(self, draft: Draft, path: str) -> Flaw:
        place = ARCHIVED if path.startswith(f"{HIDDEN}/") else ACTIVE
        reason = f"is not in {place.rsplit('/', 1)[-1]}"
        try:
            entry = self._entry(draft, path, place)
        except PathError as error:
            return Flaw("orphan", path, path.rsplit("/", 1)[-1], 0, error.message, None, place)
        return Flaw("orphan", path, entry.name, 0, reason, entry, place)

    def _entry(self, draft: Draft, path: str, place: str) -> Entry:
        """Return the entry a file's head asks for."""
        text = draft.read(path) or ""
        head = read_head(text)
        domain = _domain(path) or slug(labels(draft.language).general)
        about = head.goal or head.state
        status = Status.PAUSED if head.paused else Status.ACTIVE
        if place == ARCHIVED:
            status = Status.ARCHIVED
            about = (bullets(text, "result") or [about])[-1]
        name = index.plain_name(head.name) or path.rsplit("/", 1)[-1].removesuffix(".md")
        role = index.plain_name(head.role)
        return Entry(status, role, name, index.plain_description(about), path, domain)

    def _statuses(self, draft: Draft) -> list[Flaw]:
        """Return entries whose state differs from what the file's own head says."""
        found = []
        for entry in index.read_entries(draft.read(ACTIVE), self.topics.root):
            if layer_of(entry.path) is not Layer.TOPIC or entry.status is Status.ARCHIVED:
                continue
            try:
                text = draft.read(entry.path)
            except PathError:
                continue
            if text and read_head(text).paused and entry.status is not Status.PAUSED:
                reason = "its file says it is paused, the index says active"
                fixed = replace(entry, status=Status.PAUSED)
                found.append(Flaw("status", entry.path, entry.name, entry.line, reason, fixed))
        return found

    def _add(self, draft: Draft, entry: Entry, place: str) -> None:
        words = labels(draft.language)
        title = words.topics_active if place == ACTIVE else words.topics_archived
        draft.put(place, index.add(draft.read(place), entry, entry.domain, title))


def _domain(path: str) -> str:
    """Return the domain a topic's folder names; empty for one outside any."""
    parts = path.removeprefix(HIDDEN + "/").removeprefix(TOPICS + "/").split("/")
    return parts[0] if len(parts) > 1 else ""


def _dead(entries: Sequence[Entry], files: Sequence[str], place: str) -> list[Flaw]:
    """Return entries whose file is gone; one that stands elsewhere under its name has moved."""
    found = []
    there = set(files)
    named = {e.path for e in entries}
    for entry in entries:
        if entry.path in there:
            continue
        base = entry.path.rsplit("/", 1)[-1]
        near = [p for p in files if p.rsplit("/", 1)[-1] == base and p not in named]
        if len(near) == 1 and near[0].startswith(HIDDEN) == (place == ARCHIVED):
            reason = f"moved: {entry.path} is now {near[0]}"
            fixed = replace(entry, path=near[0])
            found.append(Flaw("moved", entry.path, entry.name, entry.line, reason, fixed, place))
        else:
            reason = f"names {entry.path}, and there is no such file"
            found.append(Flaw("dead", entry.path, entry.name, entry.line, reason, None, place))
    return found


def _twice(entries: Sequence[Entry], place: str, before: Iterable[str]) -> list[Flaw]:
    seen = set(before)  # in the other index
    found = []
    for entry in entries:
        if entry.path in seen:
            reason = f"{entry.path} is listed twice"
            found.append(Flaw("twice", entry.path, entry.name, entry.line, reason, entry, place))
        seen.add(entry.path)
    return found

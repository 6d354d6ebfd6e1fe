"""Carry lines of a core file to where they belong, and leave pointers: nothing is lost."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.kinds import slug
from lamina.documents.labels import colon, labels
from lamina.documents.markdown import Splice
from lamina.layers.active_blocks import PATH as ACTIVE
from lamina.layers.active_blocks import read_blocks
from lamina.layers.budgets import excess
from lamina.layers.sorting import (
    AGENTS,
    ARCHIVE,
    OLD_RULES,
    RULE,
    USER,
    managed_lines,
    project_name,
    titles_at,
    without_prefix,
)
from lamina.layers.topic_file import read_head, set_head

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.documents.markdown import Document, Section
    from lamina.layers.active import Active
    from lamina.layers.draft import Draft
    from lamina.layers.handbooks import Handbooks
    from lamina.settings import Core

_NAMED = 24  # files that MEMORY.md names in one line; the archive lists all
_PER_LINE = 3  # pointers to other files a line of MEMORY.md holds
_BULLET = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")


@dataclass(frozen=True, slots=True)
class Move:
    """Lines (1-based, inclusive) of a core file that leave it, where they go and why."""

    path: str
    start: int
    end: int
    target: str
    why: str
    first: str  # the first line, for people

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "start_line": self.start,
            "end_line": self.end,
            "target": self.target,
            "why": self.why,
            "first": self.first,
        }


class Mover:
    """Takes lines out of a core file and puts them where they go."""

    def __init__(self, limits: Core, active: Active, projects: Handbooks) -> None:
        self.limits = limits
        self.active = active
        self.projects = projects

    def carry(
        self,
        draft: Draft,
        path: str,
        document: Document,
        moves: Sequence[Move],
        *,
        point: bool = True,
    ) -> None:
        """Take the lines out, put them where they go, leave pointers."""
        if not moves:
            return
        groups: dict[str, list[Move]] = defaultdict(list)
        for move in moves:
            groups[move.target].append(move)
        cuts = _cuts(document, [(m.start - 1, m.end) for m in moves])
        rest = markdown.splice(document.text, cuts)
        draft.put(path, tidied(rest, document))
        pointers = []
        for target, group in groups.items():
            if target == ACTIVE:
                self._to_active(draft, document, group)
                continue
            title = self._deliver(draft, path, target, document, group)
            if point and target not in rest and target not in {USER, AGENTS}:
                pointers.append((title, target))
        self._keep_headings(draft, document, rest)
        self._point(draft, path, pointers)

    def _keep_headings(self, draft: Draft, document: Document, rest: str) -> None:
        """Put headings that go with their lines, and stand nowhere else now, into the archive."""
        gone = {s.title for s in document.sections} - {
            s.title for s in markdown.parse(tidied(rest, document)).sections
        }
        there = "".join(draft.text_of_all())
        lost = [
            s.title
            for s in document.sections
            if s.title in gone and s.title not in there and without_prefix(s.title) not in there
        ]
        if lost:
            lines = "".join(f"### {title}\n" for title in dict.fromkeys(lost))
            draft.append(ARCHIVE, f"\n{lines}", title=labels(draft.language).archive)

    def _deliver(
        self, draft: Draft, path: str, target: str, document: Document, group: Sequence[Move]
    ) -> str:
        """Append the lines to their target under the headings they had; return a name for it."""
        words = labels(draft.language)
        title = _title_of(group, document, words.archive if target in {ARCHIVE, OLD_RULES} else "")
        new = draft.read(target) is None
        if target.endswith("CONTEXT.md"):
            if new:
                self.projects.create(draft, title)
            draft.add_under(target, "notes", "".join(_by_heading(document, group, title)))
            return title
        if target in {USER, AGENTS}:
            for part in _by_heading(document, group, ""):
                section = part if part.startswith("### ") else f"### {words.profile}\n{part}"
                self._into_core(draft, target, section[1:])
            return title
        first = document.lines[group[0].start - 1].lstrip("# ").strip()
        if new and first != title:
            draft.put(target, f"# {title}\n")
        heading: tuple[str, ...] = ()
        dated = f"## {path} ({draft.today})\n"
        known = dated in (draft.read(target) or "")
        archive = target in {ARCHIVE, OLD_RULES}
        body = f"\n{dated}" if (archive or not new) and not known else ""
        for move in sorted(group, key=lambda m: m.start):
            titles = titles_at(document, move.start - 1)
            whole = document.lines[move.start - 1].lstrip().startswith("#")
            if titles and titles != heading and not whole and (titles[-1] != title or not new):
                body += f"\n### {' › '.join(titles)}\n"
            heading = titles
            lines = [ln.rstrip("\r\n") for ln in document.lines[move.start - 1 : move.end]]
            while lines and not lines[-1].strip():
                lines.pop()
            gap = "" if not body or body.endswith("\n\n") or _BULLET.match(lines[0]) else "\n"
            body += gap + "\n".join(_sunk(lines) if archive else lines) + "\n"
        gap = "" if body.startswith("\n") or draft.read(target) is None else "\n"
        draft.append(target, gap + body)
        return title

    def _into_core(self, draft: Draft, path: str, section: str) -> None:
        """Add a section to another core file, before Lamina's own blocks."""
        before = draft.read(path)
        document = markdown.parse(before or "")
        blocks = document.managed
        title, _, lines = section.partition("\n")
        known = next((s for s in document.sections if s.title == title.lstrip("# ")), None)
        if known:
            end = known.end
            while end > known.start + 1 and not document.lines[end - 1].strip():
                end -= 1
            draft.splice(path, end, end, lines)
            blocks = ()
        if blocks and blocks[-1].end == len(document.lines):
            first = next(b.start for b in blocks if b.start >= 0)
            draft.splice(path, first, first, f"{section}\n")
        elif not known:
            draft.append(path, f"\n{section}", title=path.removesuffix(".md"))
        if excess(path, before, draft.read(path) or "", self.limits):
            draft.put(path, before)
            draft.append(ARCHIVE, f"\n{section}", title=labels(draft.language).archive)

    def _to_active(self, draft: Draft, document: Document, group: Sequence[Move]) -> None:
        """Make one open matter of each section's open lines."""
        sections: dict[tuple[str, bool], list[str]] = defaultdict(list)
        for move in group:
            titles = titles_at(document, move.start - 1)
            lines = [ln.rstrip("\r\n") for ln in document.lines[move.start - 1 : move.end]]
            about = f"{project_name(titles[-2])} — {titles[-1]}" if titles[1:] else ""
            alone = project_name(titles[-1]) if titles else ""
            sections[about or alone, move.why == RULE] += lines
        words = labels(draft.language)
        taken = {b.subject.casefold() for b in read_blocks(draft.read(ACTIVE) or "")}
        for (section, pin), lines in sections.items():
            subject = section or (words.critical_rules if pin else words.open_tasks)
            base, _, short = subject.partition(" — ")
            subject, number = base, 2
            while subject.casefold() in taken:
                subject, number = f"{base} ({number})", number + 1
            taken.add(subject.casefold())
            self.active.add(draft, subject, "\n".join(lines).strip(), short=short, pin=pin)

    def _point(self, draft: Draft, path: str, pointers: Sequence[tuple[str, str]]) -> None:
        """Leave a line for each target; where MEMORY.md has many, the archive lists them."""
        words, mark = labels(draft.language), colon(draft.language)
        memory = path.casefold() == "memory.md"
        books = [p for p in pointers if memory and p[1].startswith("memory/projects/")]
        others = [p for p in pointers if p not in books]
        for title, target in books:
            self._point_to_book(draft, path, title, target)
        if memory and len(others) > _PER_LINE:
            listed = "".join(f"- {t}{mark}{p}\n" for t, p in others if p != ARCHIVE)
            draft.append(ARCHIVE, f"\n## {words.more}\n{listed}", title=words.archive)
            names = [p.removeprefix("memory/") for _, p in others if p.startswith("memory/")]
            line = f"- {words.more} (memory/){mark}{', '.join(names[:_NAMED])}\n"
            draft.add_under(path, "projects" if books else "more", line)
        elif others:
            lines = "".join(f"- {title}{mark}{target}\n" for title, target in others)
            draft.add_under(path, "projects" if books else "more", lines)

    def _point_to_book(self, draft: Draft, path: str, title: str, target: str) -> None:
        """Put the pointer behind the project's own line; one of its own where there is none."""
        document = markdown.parse(draft.read(path) or "")
        for number, line in enumerate(document.lines):
            said = _BULLET.sub("", line).strip()
            if (
                _BULLET.match(line)
                and slug(said).startswith(f"{slug(title)}-")
                and target not in said
            ):
                headline = said.split(":", 1)[-1].split("：", 1)[-1].strip(" -–—*")
                draft.splice(path, number, number + 1, f"{line.rstrip()} → {target}\n")
                book = draft.read(target) or ""
                if not read_head(book).goal and headline:
                    draft.put(target, set_head(book, "goal", headline, draft.language))
                return
        draft.add_under(path, "projects", f"- {title}{colon(draft.language)}{target}\n")


def _title_of(group: Sequence[Move], document: Document, fallback: str) -> str:
    target = group[0].target
    if fallback:
        return fallback
    name = target.removesuffix(".md").removesuffix("/CONTEXT").rsplit("/", 1)[-1]
    titles = [t for move in group for t in titles_at(document, move.start - 1) if slug(t)]
    if target.endswith("CONTEXT.md"):
        titles = [project_name(title) for title in titles]
    whole = [t for t in titles if slug(t) == name]
    return next(iter([*whole, *(t for t in titles if slug(t) in name), name]))


def _by_heading(document: Document, group: Sequence[Move], known: str) -> list[str]:
    """Return the lines in runs of one heading, which stands above each run unless it is known."""
    runs: list[tuple[str, list[str]]] = []
    for move in sorted(group, key=lambda m: m.start):
        titles = titles_at(document, move.start - 1)
        heading = titles[-1] if titles and titles[-1] != known else ""
        if not runs or runs[-1][0] != heading:
            runs.append((heading, []))
        runs[-1][1].extend(document.lines[move.start - 1 : move.end])
    return [(f"### {heading}\n" if heading else "") + _joined(lines) for heading, lines in runs]


def _joined(lines: Sequence[str]) -> str:
    """Return lines as one text; blank ones at its ends go, those inside stay."""
    text = "".join(line.rstrip("\r\n") + "\n" for line in lines)
    return text.strip("\n") + "\n"


def _cuts(document: Document, spans: Sequence[tuple[int, int]]) -> list[Splice]:
    """Return cuts of lines [start, end); where blank lines would meet, those below go too."""
    found: list[list[int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    for span in found:
        if span[0] == 0 or not document.lines[span[0] - 1].strip():
            while span[1] < len(document.lines) and not document.lines[span[1]].strip():
                span[1] += 1
    return [Splice(start, end, "") for start, end in found]


def tidied(text: str, document: Document) -> str:
    """Return the text without headings that nothing stands under any more."""
    while True:
        left = markdown.parse(text)
        managed = managed_lines(left)
        empty = [
            section
            for section in left.sections
            if section.level > 1
            and section.start not in managed
            and not any(line.strip() for line in left.lines[section.start + 1 : section.end])
        ]
        emptied = [s for s in empty if _had_text(s, document)]
        if not emptied:
            break
        text = markdown.splice(text, _cuts(left, [(s.start, s.end) for s in emptied]))
    return text


def _had_text(section: Section, document: Document) -> bool:
    for old in document.sections:
        if old.title == section.title and old.level == section.level:
            lines = document.lines[old.start + 1 : old.end]
            return any(line.strip() for line in lines)
    return False


def _sunk(lines: Sequence[str]) -> list[str]:
    """Return lines whose headings stand below those of the archive."""
    headings = {section.start for section in markdown.parse("\n".join(lines)).sections}
    return [
        re.sub(r"^( {0,3})#{1,2}(?=\s)", r"\1###", line) if number in headings else line
        for number, line in enumerate(lines)
    ]

"""Daily notes: one line at once (remember), an entry with cause, change and todo (log), the index.

A note as Lamina writes it; the labels follow the workspace's language, all four are read::

    # 2026-03-04 (Europe/Berlin, +01:00)

    - 09:30 The landlord moved the viewing to Friday.

    ## [2026-03-04] Move
    - cause: the old flat is sold
    - change: viewing on Friday, 16:00
    - todo: bring the papers

``memory/daily-index.md`` says on which days a subject was logged; days relative to its folder::

    # Daily index

    - Move → 2026-03-04.md,2026-03-09.md
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents import days, markdown
from lamina.documents.changes import Plan
from lamina.documents.kinds import date_of, is_daily
from lamina.documents.language import Language, colon, detect, labels
from lamina.errors import EmptyTextError, ExternallyChangedError, PathError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import date, datetime, tzinfo

    from lamina.documents.changes import Change
    from lamina.documents.files import Files

INDEX = "memory/daily-index.md"
_ENTRY = re.compile(r"\[(\d{4}-\d{2}-\d{2})\]\s+(.+)")
_ATTEMPTS = 20  # against a program that appends without pause
_EXAMPLE = re.compile(r"(?:daily/)?(?:日期|date|Datum|дата|YYYY-MM-DD)\.md", re.IGNORECASE)
_INDEX_LINE = re.compile(r"^[-*]\s+(.+?)\s*(?:→|->)\s*(.+?)\s*$")


@dataclass(frozen=True, slots=True)
class Written:
    """Where something was written, and as what."""

    path: str
    start_line: int
    end_line: int
    text: str
    change: int
    secrets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "text": self.text,
            "change": self.change,
            "secrets": list(self.secrets),
            "notes": list(self.notes),
        }


class Daily:
    """Writes the day's note and its index."""

    def __init__(
        self,
        files: Files,
        zone: tzinfo,
        zone_name: str,
        *,
        layout: str = "auto",
        language: str = "",
    ) -> None:
        self.files = files
        self.zone = zone
        self.zone_name = zone_name
        self._layout = layout
        self._language = language

    def path_for(self, day: date) -> str:
        """Return the path of a day's note: where it is, else where the workspace keeps notes."""
        flat, nested = f"memory/{day}.md", f"memory/daily/{day}.md"
        root = self.files.workspace.root
        for path in (flat, nested):
            if (root / path).exists():
                return path
        if self._layout == "auto":
            return nested if self._keeps_nested() else flat
        return nested if self._layout == "daily" else flat

    def _keeps_nested(self) -> bool:
        """Say whether more of the present notes are in memory/daily/ than in memory/."""
        memory = self.files.workspace.root / "memory"
        counts = [0, 0]
        for place, prefix in enumerate(("memory", "memory/daily")):
            folder = memory if place == 0 else memory / "daily"
            if folder.is_dir():
                counts[place] = sum(is_daily(f"{prefix}/{p.name}") for p in folder.iterdir())
        return counts[1] > counts[0]

    def language(self) -> Language:
        """Return the workspace's language: as set, else that of its newest notes and MEMORY.md."""
        if self._language:
            return Language(self._language)
        memory = self.files.workspace.root / "memory"
        notes = sorted(
            (
                p
                for folder in (memory, memory / "daily")
                if folder.is_dir()
                for p in folder.iterdir()
                if p.suffix == ".md" and date_of(p.name)
            ),
            key=lambda p: p.name,
            reverse=True,
        )
        texts = []
        for path in [
            *notes[:4],
            *(self.files.workspace.root / n for n in ("MEMORY.md", "USER.md")),
        ]:
            if path.is_file():
                with path.open("rb") as file:
                    texts.append(file.read(4000).decode("utf-8", "replace"))
        return detect("\n".join(texts))

    def remember(
        self, text: str, *, now: datetime, author: str, command: str = "remember"
    ) -> Written:
        """Add one time-stamped line to the day's note."""
        said = writable(text).strip()
        if not said:
            raise EmptyTextError("What to remember")
        moment = days.local(now, self.zone)
        first, *more = said.splitlines()
        line = f"- {moment:%H:%M} {first.strip()}\n"
        line += "".join(f"  {part.strip()}\n" for part in more if part.strip())

        def attempt() -> Written:
            path = self.path_for(moment.date())
            before = self.files.read(path)
            lead = self._lead(before, moment)
            return self._write(path, before, lead, line, [], command, author, now)

        return self._insist(attempt)

    def log(
        self,
        subject: str,
        *,
        cause: str = "",
        change: str = "",
        todo: str = "",
        now: datetime,
        author: str,
    ) -> Written:
        """Add an entry to the day's note and its subject to the index, both or neither."""
        subject = clean_subject(subject)
        if not subject:
            raise EmptyTextError("The subject")
        given = {"cause": writable(cause), "change": writable(change), "todo": writable(todo)}
        if not any(value.strip() for value in given.values()):
            raise EmptyTextError("The entry (cause, change, todo)")
        moment = days.local(now, self.zone)
        language = self.language()
        names = labels(language)
        rows = [
            f"- {getattr(names, key)}{colon(language)}{' '.join(value.split())}\n"
            for key, value in given.items()
            if value.strip()
        ]
        body = f"## [{moment:%Y-%m-%d}] {subject}\n{''.join(rows)}"

        def attempt() -> Written:
            path = self.path_for(moment.date())
            before = self.files.read(path)
            lead = _title(moment, self.zone_name) if before is None else _gap(before)
            index = self.files.read(INDEX)
            after = add_to_index(index, {subject: [relative_day(path)]}, names.daily_index)
            more = [self.files.change(INDEX, after, index)]
            return self._write(path, before, lead, body, more, "log", author, now)

        return self._insist(attempt)

    def _insist(self, attempt: Callable[[], Written]) -> Written:
        """Write under the lock; again where a program that does not lock came between."""
        for left in range(_ATTEMPTS - 1, -1, -1):
            try:
                with self.files.locked():
                    return attempt()
            except ExternallyChangedError:
                if not left:
                    raise
                time.sleep(0.001 * (_ATTEMPTS - left))
        raise AssertionError  # the loop returns or raises

    def rebuild_plan(self) -> Plan:
        """Return the plan that makes the index from the notes."""
        found: dict[str, list[str]] = {}
        passed: list[str] = []
        with self.files.locked():
            for path in sorted(self._notes(), key=lambda p: (date_of(p), p)):
                try:
                    text = self.files.read(path) or ""
                except PathError as error:
                    passed.append(error.message)
                    continue
                for subject in entries(text):
                    found.setdefault(subject, []).append(relative_day(path))
            before = self.files.read(INDEX)
        heading = labels(self.language()).daily_index
        after = add_to_index(_without_entries(before), found, heading)
        change = self.files.change(INDEX, after, before)
        return Plan("index rebuild-daily", (change,), notes=tuple(passed))

    def _notes(self) -> Iterable[str]:
        return (entry.path for entry in self.files.workspace.scan().files if is_daily(entry.path))

    def _lead(self, before: str | None, moment: datetime) -> str:
        """Return what comes before a quick line: a title, or a heading so that no entry owns it."""
        if before is None:
            return _title(moment, self.zone_name)
        last = markdown.last_heading(before)
        if last is None:
            return ""
        if last.level == 1 or last.title.casefold() in _NOTES_TITLES:
            return "\n" if before.rstrip().rpartition("\n")[2].startswith("# ") else ""
        return f"{_gap(before)}## {labels(self.language()).notes}\n"

    def _write(
        self,
        path: str,
        before: str | None,
        lead: str,
        body: str,
        more: list[Change],
        command: str,
        author: str,
        now: datetime,
    ) -> Written:
        after = markdown.append(before or "", lead + body)
        plan = self.files.clean(Plan(command, (self.files.change(path, after, before), *more)))
        entry = self.files.apply(plan, author=author, now=now)
        assert entry is not None  # noqa: S101 - a line was added
        lines = markdown.split_lines(plan.changes[0].after or "")
        first = len(markdown.split_lines(markdown.append(before or "", lead)))
        return Written(
            path,
            first + 1,
            len(lines),
            "".join(lines[first:]).rstrip("\r\n"),
            entry.id,
            plan.secrets,
            self.files.repaired,
        )


def entries(text: str) -> list[str]:
    """Return the subjects of a note's entries, in order, each once."""
    titles = (s.title for s in markdown.parse(text).sections if s.level == 2)
    found = (_ENTRY.fullmatch(title) for title in titles)
    return list(dict.fromkeys(clean_subject(match[2]) for match in found if match))


def writable(text: str) -> str:
    """Return a text that can be written and read again: no zero byte, no lone surrogate."""
    return (
        text.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )


def clean_subject(subject: str) -> str:
    """Return a subject that can stand in an index line: no comma, no arrow, one line."""
    one_line = " ".join(writable(subject).split()).lstrip("# ")
    return one_line.replace(",", "，").replace("→", "›").replace("->", "›")


def relative_day(path: str) -> str:
    """Return a note's path relative to the index's folder."""
    return path.removeprefix("memory/")


def read_index(text: str | None) -> dict[str, list[str]]:
    """Return the days of each subject; both arrows and older paths are read."""
    found: dict[str, list[str]] = {}
    for line in markdown.split_lines(text or ""):
        match = _INDEX_LINE.match(line.rstrip("\r\n"))
        if match:
            listed = [d.strip() for d in re.split(r"[,，、]", match[2]) if d.strip()]
            known = found.setdefault(match[1], [])
            known += [day for day in listed if day not in known]
    return found


def add_to_index(text: str | None, found: Mapping[str, list[str]], heading: str) -> str:
    """Return the index with days added to subjects; lines of others stay as they are."""
    lines = markdown.split_lines(text or "") or [f"# {heading}\n", "\n"]
    left = {subject: list(listed) for subject, listed in found.items()}
    document = markdown.parse(text or "")
    for number, line in enumerate(lines):
        match = _INDEX_LINE.match(line.rstrip("\r\n"))
        if not match or match[1] not in left:
            continue
        known = read_index(line)[match[1]]
        fresh = [d for d in left.pop(match[1]) if not _listed(d, known)]
        if fresh:
            lines[number] = f"- {match[1]} → {','.join([*known, *fresh])}{document.eol}"
    lines = [line for line in lines if not _placeholder(line)] if left else lines
    added = "".join(f"- {subject} → {','.join(dict.fromkeys(d))}\n" for subject, d in left.items())
    return markdown.append("".join(lines), added) if added else "".join(lines)


def _listed(day: str, known: list[str]) -> bool:
    """Say whether a day is in a line, in whatever layout it was written."""
    return day.rsplit("/", 1)[-1] in {k.rsplit("/", 1)[-1] for k in known}


def _placeholder(line: str) -> bool:
    """Say whether a line is the example of a template, such as ``- subject → daily/date.md``."""
    days_of = [day for listed in read_index(line).values() for day in listed]
    return bool(days_of) and all(_EXAMPLE.fullmatch(day) for day in days_of)


def _without_entries(text: str | None) -> str | None:
    if text is None:
        return None
    return "".join(line for line in markdown.split_lines(text) if not _names_a_day(line))


def _names_a_day(line: str) -> bool:
    return any(date_of(day) for listed in read_index(line).values() for day in listed)


def _title(moment: datetime, zone_name: str) -> str:
    return f"# {moment:%Y-%m-%d} ({zone_name}, {days.offset(moment)})\n\n"


def _gap(before: str) -> str:
    return "" if not before.strip() or before.endswith(("\n\n", "\r\n\r\n")) else "\n"


_NOTES_TITLES = {labels(language).notes.casefold() for language in Language}

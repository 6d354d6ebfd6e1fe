"""Daily notes: one line at once (remember), an entry with cause, change and todo (log).

A note as Lamina writes it; the labels follow the workspace's language, all four are read::

    # 2026-03-04 (Europe/Berlin, +01:00)

    - 09:30 The landlord moved the viewing to Friday.

    ## [2026-03-04] Move
    - cause: the old flat is sold
    - change: viewing on Friday, 16:00
    - todo: bring the papers
"""

from __future__ import annotations

import re
import textwrap
from datetime import datetime, time
from typing import TYPE_CHECKING

from lamina.documents import days, markdown
from lamina.documents.kinds import date_of, is_daily
from lamina.documents.labels import colon, labels, reads_as
from lamina.errors import EmptyTextError, PathError
from lamina.layers.daily_index import INDEX, add_to_index, clean_subject, relative_day, without_dead
from lamina.layers.writable import unmarked, writable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from lamina.documents.changes import Plan
    from lamina.layers.draft import Draft, Spot
    from lamina.layers.editor import Editor, Written

_ENTRY = re.compile(r"\[(\d{4}-\d{2}-\d{2})\]\s+(.+)")
_TAGS_BACKWARDS = re.compile(r"(?:[^\s#]+#\s+)+(\S.*)")  # an older style: "搬家 #生活 #计划"


class Daily:
    """Writes the day's note and its index."""

    def __init__(self, editor: Editor, *, layout: str = "auto") -> None:
        self.editor = editor
        self.files = editor.files
        self._layout = layout

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

    def remember(self, text: str, *, command: str = "remember") -> Written:
        """Add one time-stamped line to the day's note."""
        if not writable(text).strip():
            raise EmptyTextError("What to remember")
        return self.editor.write(command, lambda draft: self.add_line(draft, text))

    def log(self, subject: str, *, cause: str = "", change: str = "", todo: str = "") -> Written:
        """Add an entry to the day's note and its subject to the index, both or neither."""
        return self.editor.write(
            "log", lambda draft: self.add_entry(draft, subject, cause, change, todo)
        )

    def add_line(self, draft: Draft, text: str) -> Spot:
        """Add a time-stamped line to the day's note; more lines of the text hang under it."""
        first, *more = writable(text).strip().splitlines()
        line = f"- {draft.moment:%H:%M} {first.strip()}\n"
        below = textwrap.dedent("\n".join(more)).rstrip()
        line += "".join(f"  {part}".rstrip() + "\n" for part in below.splitlines())
        path = self.path_for(draft.today)
        lead = self._lead(draft.read(path), draft)
        return self._add(draft, path, lead, line)

    def add_entry(
        self, draft: Draft, subject: str, cause: str = "", change: str = "", todo: str = ""
    ) -> Spot:
        """Add an entry to the day's note, and its subject to the index."""
        subject = unmarked(subject)
        if not clean_subject(subject):
            raise EmptyTextError("The subject")
        given = {"cause": writable(cause), "change": writable(change), "todo": writable(todo)}
        if not any(value.strip() for value in given.values()):
            raise EmptyTextError("The entry (cause, change, todo)")
        names = labels(draft.language)
        rows = [
            f"- {getattr(names, key)}{colon(draft.language)}{' '.join(value.split())}\n"
            for key, value in given.items()
            if value.strip()
        ]
        return self.add_block(draft, subject, "".join(rows))

    def add_block(self, draft: Draft, subject: str, lines: str) -> Spot:
        """Add whole lines, such as a block that moves here, to the day's note and its index."""
        path = self.path_for(draft.today)
        before = draft.read(path)
        lead = self._title(draft) if before is None else _gap(before)
        listed = {clean_subject(subject): [relative_day(path)]}
        heading = labels(draft.language).daily_index
        draft.put(INDEX, add_to_index(draft.read(INDEX), listed, heading))
        return self._add(draft, path, lead, f"## [{draft.today}] {subject}\n{lines}")

    def begun(self, draft: Draft, day: date | None = None) -> tuple[str, str]:
        """Return the path of a day's note, today's by default, and its text.

        The text is its title where there is none yet.
        """
        path = self.path_for(day or draft.today)
        before = draft.read(path)
        return path, self._title(draft, day) if before is None else before

    def _add(self, draft: Draft, path: str, lead: str, body: str) -> Spot:
        if lead:
            draft.append(path, lead)
        return draft.append(path, body)

    def _lead(self, before: str | None, draft: Draft) -> str:
        """Return what comes before a quick line: a title, or a heading so that no entry owns it."""
        if before is None:
            return self._title(draft)
        last = markdown.last_heading(before)
        if last is None:
            return ""
        if last.level == 1 or reads_as(last.title, "notes"):
            return "\n" if before.rstrip().rpartition("\n")[2].startswith("# ") else ""
        return f"{_gap(before)}## {labels(draft.language).notes}\n"

    def _title(self, draft: Draft, day: date | None = None) -> str:
        moment = draft.moment
        if day not in {None, draft.today}:
            moment = datetime.combine(day or draft.today, time(12), self.editor.zone)
        return f"# {moment:%Y-%m-%d} ({self.editor.zone_name}, {days.offset(moment)})\n\n"

    def rebuild_plan(self) -> Plan:
        """Return the plan that makes the index from the notes."""
        return self.editor.plan("index rebuild-daily", self.rebuild)

    def rebuild(self, draft: Draft) -> None:
        """Bring the index in line with the notes; lines about notes that are gone leave it."""
        kept = without_dead(draft.read(INDEX), self._there)
        draft.put(
            INDEX, add_to_index(kept, self._logged(draft), labels(draft.language).daily_index)
        )

    def merge(self, draft: Draft) -> None:
        """Add to the index what the notes hold and it lacks; nothing leaves it."""
        heading = labels(draft.language).daily_index
        draft.put(INDEX, add_to_index(draft.read(INDEX), self._logged(draft), heading))

    def _logged(self, draft: Draft) -> dict[str, list[str]]:
        """Return the days of each subject, from the notes."""
        found: dict[str, list[str]] = {}
        for path in sorted(self._notes(), key=lambda p: (date_of(p), p)):
            try:
                text = draft.files.read(path) or ""
            except PathError as error:
                draft.notes.append(error.message)
                continue
            for subject in entries(text):
                found.setdefault(subject, []).append(relative_day(path))
        return found

    def _there(self, day: str) -> bool:
        """Say whether a note an index line names is there."""
        name = day.rsplit("/", 1)[-1]
        root = self.files.workspace.root / "memory"
        return (root / name).exists() or (root / "daily" / name).exists()

    def _notes(self) -> Iterable[str]:
        return (entry.path for entry in self.files.workspace.scan().files if is_daily(entry.path))


def entries(text: str) -> list[str]:
    """Return the subjects of a note's entries, in order, each once."""
    titles = (s.title for s in markdown.parse(text).sections if s.level == 2)
    found = filter(None, map(_subject, titles))
    return list(dict.fromkeys(map(clean_subject, found)))


def _subject(title: str) -> str:
    """Return what an entry's heading is about; empty where it heads no entry."""
    if match := _ENTRY.fullmatch(title):
        return match[2]
    # From its end, where tags are told at once: "a #b #c #d x" is no entry.
    match = _TAGS_BACKWARDS.fullmatch(title[::-1])
    return match[1][::-1] if match else ""


def _gap(before: str) -> str:
    return "" if not before.strip() or before.endswith(("\n\n", "\r\n\r\n")) else "\n"

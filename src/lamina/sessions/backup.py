"""Brings what sub-agents report into the handbooks of their projects, where it is not shown yet.

A handbook that is not there is proposed, not made: a sub-agent's words name it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.kinds import slug
from lamina.errors import NoSummaryError
from lamina.layers.draft import Spot
from lamina.sessions.summaries import Summary, is_missing, open_task, read_summaries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.documents.changes import Plan
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Written
    from lamina.layers.handbooks import Handbook, Handbooks

COMMAND = "summary"


@dataclass(frozen=True, slots=True)
class Backed:
    """What became of summaries: added to a handbook, shown there already, or without one."""

    added: tuple[Summary, ...]
    shown: tuple[Summary, ...]
    unknown: tuple[Summary, ...]
    plan: Plan

    @property
    def proposals(self) -> tuple[str, ...]:
        """What a person may want to run, a line for each project that has no handbook."""
        names = dict.fromkeys(one.project for one in self.unknown)
        return tuple(f"lamina project new {_quoted(name)}" for name in names)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "added": [one.as_dict() for one in self.added],
            "shown": [one.as_dict() for one in self.shown],
            "unknown": [one.as_dict() for one in self.unknown],
            "proposals": list(self.proposals),
        }


class Backup:
    """Keeps the handbooks of projects in line with what sub-agents report."""

    def __init__(self, projects: Handbooks) -> None:
        self.projects = projects
        self.editor = projects.editor

    def read(self, text: str) -> list[Summary]:
        """Return the summaries of a text; NoSummaryError where it holds none."""
        found = list(read_summaries(text))
        if not found:
            raise NoSummaryError
        return found

    def plan(self, summaries: Sequence[Summary]) -> Backed:
        """Compare summaries with the handbooks; nothing is written."""
        draft = self.editor.draft()
        added, shown, unknown = self._sorted(draft, summaries)
        plan = self.editor.plan(COMMAND, lambda draft: self._add(draft, added))
        return Backed(tuple(added), tuple(shown), tuple(unknown), plan)

    def write(self, summaries: Sequence[Summary]) -> tuple[Backed, Written | None]:
        """Add what the handbooks do not show; None where they show it all."""
        found = self.plan(summaries)
        if found.plan.empty:
            return found, None

        def work(draft: Draft) -> Spot:
            added, *_ = self._sorted(draft, summaries)  # another process may have added it
            return self._add(draft, added)

        return found, self.editor.write(COMMAND, work)

    def _sorted(
        self, draft: Draft, summaries: Sequence[Summary]
    ) -> tuple[list[Summary], list[Summary], list[Summary]]:
        books = self.projects.list()
        added: list[Summary] = []
        shown: list[Summary] = []
        unknown: list[Summary] = []
        for one in summaries:
            book = _book(books, one.project)
            if book is None:
                unknown.append(one)
            elif is_missing(one, draft.read(book.path) or ""):
                added.append(one)
            else:
                shown.append(one)
        return added, shown, unknown

    def _add(self, draft: Draft, summaries: Sequence[Summary]) -> Spot:
        books = self.projects.list()
        spot = Spot("", 1, 1)
        for one in summaries:
            book = _book(books, one.project)
            text = draft.read(book.path) or "" if book else ""
            task = open_task(one, text) if one.is_done else None
            if book and task is not None:
                line = markdown.split_lines(text)[task].replace("[ ]", "[x]", 1)
                spot = draft.splice(book.path, task, task + 1, line.rstrip("\r\n") + "\n")
            elif book:
                section = "done_tasks" if one.is_done else "open_tasks"
                spot = self.projects.add_note(draft, book.path, one.line, section)
        return spot


def _book(books: Sequence[Handbook], name: str) -> Handbook | None:
    """Return the handbook with this name: a part of a name is not enough for a stranger."""
    wanted = slug(name)
    return next((book for book in books if wanted and slug(book.name) == wanted), None)


def _quoted(name: str) -> str:
    plain = "".join(char for char in name if char.isalnum() or char in " -_.").strip()
    return f'"{plain}"'

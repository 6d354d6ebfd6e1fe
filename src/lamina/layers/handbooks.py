"""Handbooks: what one project needs to be known, and what an agent type must always know.

"Would it hold in the next project too?" Then it belongs to the agent type:
``memory/agents/<type>.md``; else to the project: ``memory/projects/<name>/CONTEXT.md``.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.kinds import slug
from lamina.documents.labels import reads_as
from lamina.documents.templates import agent_template, project_template
from lamina.documents.tokens import estimate
from lamina.errors import AlreadyThereError, EmptyTextError, PathError, UsageError
from lamina.layers.draft import Spot
from lamina.layers.names import pick
from lamina.layers.topic_file import set_head
from lamina.layers.writable import unmarked, writable

if TYPE_CHECKING:
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written

PROJECTS = "memory/projects"
AGENTS = "memory/agents"
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_DONE = re.compile(r"\s*[-*+]\s+\[[xX]\]\s")
_UNDONE = re.compile(r"\s*[-*+]\s+\[ \]\s")


@dataclass(frozen=True, slots=True)
class Handbook:
    """A handbook that is there."""

    name: str
    path: str
    tokens: int

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"name": self.name, "path": self.path, "tokens": self.tokens}


class Handbooks:
    """Makes and keeps the handbooks of projects, or those of agent types."""

    def __init__(self, editor: Editor, *, projects: bool) -> None:
        self.editor = editor
        self.projects = projects
        self.kind = "project" if projects else "agent type"
        self.command = "project" if projects else "agent-type"

    def path_for(self, name: str) -> str:
        """Return where a handbook of this name is; EmptyTextError for a name without letters."""
        if not slug(name):
            raise EmptyTextError(f"The {self.kind}'s name")
        return (
            f"{PROJECTS}/{slug(name)}/CONTEXT.md" if self.projects else f"{AGENTS}/{slug(name)}.md"
        )

    def list(self) -> tuple[Handbook, ...]:
        """Return the handbooks that are there."""
        files = self.editor.files
        folder = files.workspace.root / (PROJECTS if self.projects else AGENTS)
        pattern = "*/CONTEXT.md" if self.projects else "*.md"
        found = []
        for full in sorted(folder.glob(pattern)) if folder.is_dir() else ():
            path = full.relative_to(files.workspace.root).as_posix()
            name = full.parent.name if self.projects else full.stem
            with contextlib.suppress(PathError):  # the doctor names what cannot be read
                found.append(Handbook(name, path, estimate(files.read(path) or "")))
        return tuple(found)

    def find(self, name: str) -> Handbook:
        """Return the handbook a person names; UnknownNameError, AmbiguousNameError."""
        books = self.list()
        if not books:
            raise UsageError(
                f"There is no handbook of a {self.kind} yet; nothing was written.",
                f'Make one: lamina {self.command} new "{name}"',
            )
        return pick(self.kind, name, books, lambda book: (book.name,))

    def new(self, name: str, goal: str = "") -> Written:
        """Make a handbook from the template."""
        return self.editor.write(
            f"{self.command} new", lambda draft: self.create(draft, name, goal)
        )

    def create(self, draft: Draft, name: str, goal: str = "") -> Spot:
        """Write a handbook's template."""
        name = " ".join(writable(name).split())
        path = self.path_for(name)
        if draft.read(path) is not None:
            raise AlreadyThereError(f"handbook of {self.kind}", name, path)
        if self.projects:
            text = project_template(draft.language, name, " ".join(goal.split()), str(draft.today))
        else:
            text = agent_template(draft.language, name)
        draft.put(path, text)
        return Spot(path, 1, len(markdown.split_lines(text)))

    def note(self, name: str, text: str, *, section: str = "") -> Written:
        """Add a dated line to a handbook; ``section``: a label, or a heading that is there."""
        return self.editor.write(
            f"{self.command} note",
            lambda draft: self.add_note(draft, self.find(name).path, text, section),
        )

    def add_note(self, draft: Draft, path: str, text: str, section: str = "") -> Spot:
        """Add a dated line to the section it belongs to: pitfalls, or lessons of an agent type."""
        said = unmarked(text)
        if not any(map(str.isalnum, said)):
            raise EmptyTextError("The note")
        name = self._section(section)
        lead = "[ ] " if name == "open_tasks" else ""
        return draft.add_under(path, name, f"- {lead}{draft.today}: {said}\n")

    def set_state(self, name: str, state: str) -> Written:
        """Set the state line of a project's handbook."""

        def work(draft: Draft) -> Spot:
            path = self.find(name).path
            before = draft.read(path) or ""
            said = " ".join(writable(state).split())
            after = set_head(before, "state", said, draft.language, draft.today)
            draft.put(path, after)
            lines = markdown.split_lines(after)
            old = markdown.split_lines(before)
            line = next((n for n, (a, b) in enumerate(zip(lines, old, strict=False)) if a != b), 0)
            return Spot(path, line + 1, line + 1)

        return self.editor.write(f"{self.command} state", work)

    def clean(self, draft: Draft, daily: Daily, keep: int) -> int:
        """Move finished tasks but the last ``keep`` whole into the day's note; return how many.

        A task is finished when it is ticked, or stands in the section of done ones, and nothing
        that hangs under it is open.
        """
        count = 0
        for book in self.list():
            text = draft.read(book.path) or ""
            document = markdown.parse(text)
            done = [
                (start, end) for start, end in _tasks(document) if _is_done(document, start, end)
            ]
            moved = done[: max(0, len(done) - keep)]
            if not moved:
                continue
            lines = "".join(
                line.rstrip("\r\n") + "\n"
                for start, end in moved
                for line in document.lines[start:end]
            )
            daily.add_block(draft, book.name, f"> {book.path}\n\n{lines}")
            gone = [markdown.Splice(start, end, "") for start, end in moved]
            draft.put(book.path, markdown.splice(text, gone))
            count += len(moved)
        return count

    def _section(self, section: str) -> str:
        if not section:
            return "pitfalls" if self.projects else "lessons"
        known = (
            ("architecture", "local_rules", "open_tasks", "done_tasks", "decisions", "pitfalls")
            if self.projects
            else ("always", "model_quirks", "tools", "lessons")
        )
        names = {name: (name, name.replace("_", "-"), name.replace("_", " ")) for name in known}
        for name in known:
            if reads_as(section, name):
                return name
        return pick("section", section, known, lambda name: names[name])


def _tasks(document: markdown.Document) -> list[tuple[int, int]]:
    """Return the outermost list items with all that hangs under each: lines [start, end)."""
    found: list[tuple[int, int]] = []
    inside = False
    for block in document.blocks:
        if block.kind is not markdown.Kind.ITEM:
            inside = False
        elif block.level == 0 and _ITEM.match(document.lines[block.start]):
            found.append((block.start, block.end))
            inside = True
        elif inside:
            found[-1] = (found[-1][0], block.end)
    return found


def _is_done(document: markdown.Document, start: int, end: int) -> bool:
    if any(_UNDONE.match(line) for line in document.lines[start:end]):
        return False
    section = document.section_at(start)
    listed = section is not None and reads_as(section.title, "done_tasks")
    return listed or bool(_DONE.match(document.lines[start]))

"""MEMORY.md: what holds and what is active now, one line an item, within its budget.

A line that would leave the file over a limit goes to ``memory/long-term.md`` instead, with one
pointer line left here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.labels import colon, labels, reads_as
from lamina.documents.markdown import Kind
from lamina.documents.templates import memory_template
from lamina.errors import EmptyTextError, UnknownNameError, UsageError
from lamina.layers.budgets import excess
from lamina.layers.facts import one_line
from lamina.layers.names import pick
from lamina.layers.superseded import retire
from lamina.layers.where import Place, classify

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.documents.markdown import Document
    from lamina.layers.active import Active
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft, Spot
    from lamina.layers.editor import Editor, Written

PATH = "MEMORY.md"
_OLDER = "memory.md"
MORE = "memory/long-term.md"
SECTIONS = ("profile", "projects", "critical_rules", "routing", "active_now")
_ITEM = re.compile(r"^\s*[-*+]\s+")
_LEAD = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_NEVER = re.compile(
    r"^\W*(?:never|always|don't|do not|nie|niemals|immer|никогда|всегда|не надо"
    r"|绝不|永远|不要|禁止|必须)",
    re.IGNORECASE,
)
_PROJECT = re.compile(r"memory/projects/|CONTEXT\.md")


def path_in(read: Callable[[str], str | None]) -> str:
    """Return the file's path where texts are read so: its older spelling, if only that is there.

    On a volume that does not tell cases apart both are one file, and the usual name is given.
    """
    return _OLDER if read(PATH) is None and read(_OLDER) is not None else PATH


class LongTerm:
    """Edits MEMORY.md, and at a checkpoint all that says what is going on."""

    def __init__(self, editor: Editor, daily: Daily, active: Active) -> None:
        self.editor = editor
        self.daily = daily
        self.active = active

    def path(self, draft: Draft) -> str:
        """Return the file's path: its older spelling where only that is there."""
        return path_in(draft.read)

    def add(self, text: str, *, section: str = "") -> Written:
        """Add one line; where there is no room it goes to memory/long-term.md, and that is said."""
        return self.editor.write("core add", lambda draft: self.put(draft, text, section))

    def put(self, draft: Draft, text: str, section: str = "") -> Spot:
        """Write a line into the section it belongs to."""
        said = one_line(text)
        if not any(map(str.isalnum, said)):
            raise EmptyTextError("The line")
        path = self.path(draft)
        name = self._section(section) if section else _section_of(said)
        before = draft.read(path)
        if before is None:
            draft.put(path, memory_template(draft.language))
        return self._fitted(
            draft, path, lambda: draft.add_under(path, name, f"- {said}\n"), f"- {said}\n"
        )

    def replace(self, old: str, new: str) -> Written:
        """Replace the line that is named by a part of it; the old one is kept as superseded."""

        def work(draft: Draft) -> Spot:
            path = self.path(draft)
            number, line = self._line(draft, path, old)
            said = one_line(new)
            if not said:
                raise EmptyTextError("The new line")
            lead = match[0] if (match := _LEAD.match(line)) else ""
            retire(draft, path, number + 1, by=said)
            return self._fitted(
                draft,
                path,
                lambda: draft.splice(path, number, number, f"{lead}{said}\n"),
                f"- {said}\n",
            )

        return self.editor.write("core replace", work)

    def checkpoint(
        self,
        subject: str,
        *,
        line: str = "",
        cause: str = "",
        change: str = "",
        todo: str = "",
        done: bool = False,
    ) -> Written:
        """Bring MEMORY.md, active context and today's note up to date about a piece of work.

        ``line``: what holds now; it takes the place of the subject's line in MEMORY.md. ``todo``
        becomes, or adds to, an open matter. ``done``: nothing is left of it.
        """
        if not (line or change or todo or done):
            raise EmptyTextError("The checkpoint (line, change, todo or done)")

        def work(draft: Draft) -> Spot:
            subject_ = one_line(subject)
            if not subject_:
                raise EmptyTextError("The subject")
            self._activity(draft, subject_, one_line(line), done=done)
            self._matter(draft, subject_, change or line, todo, done=done)
            said = change or line or ("✓" if done else "")
            return self.daily.add_entry(draft, subject_, cause, said, todo)

        return self.editor.write("checkpoint", work)

    def _activity(self, draft: Draft, subject: str, line: str, *, done: bool) -> None:
        """Set, or take away, the line of MEMORY.md that says what is active about a subject."""
        path = self.path(draft)
        if draft.read(path) is None:
            draft.put(path, memory_template(draft.language))
        text = draft.read(path) or ""
        document = markdown.parse(text)
        said = line if _is_about(line, subject) else ""
        said = said or (f"{subject}{colon(draft.language)}{line}" if line else "")
        number = _line_about(document, subject)
        if number is not None:
            if _ITEM.sub("", document.lines[number]).strip() == said:
                return
            if said or done:
                retire(draft, path, number + 1, by="" if done else said)
        if said and not done:
            at = number
            self._fitted(
                draft,
                path,
                lambda: (
                    draft.add_under(path, "active_now", f"- {said}\n")
                    if at is None
                    else draft.splice(path, at, at, f"- {said}\n")
                ),
                f"- {said}\n",
            )

    def _matter(self, draft: Draft, subject: str, said: str, todo: str, *, done: bool) -> None:
        there = self.active.open_about(draft, subject)
        if there and done:
            self.active.close(draft, there.subject, said)
        elif there and (todo or said):
            self.active.extend(draft, there.subject, todo or said)
        elif todo and not done:
            self.active.add(draft, subject, f"{said}\n{todo}".strip())

    def _line(self, draft: Draft, path: str, wanted: str) -> tuple[int, str]:
        document = markdown.parse(draft.read(path) or "")
        managed = {n for b in document.managed for n in range(b.start, b.end)}
        blocks = [
            (block.start, block.end, document.lines[block.start].rstrip("\r\n"))
            for block in document.blocks
            if block.start not in managed
            and block.kind in {Kind.ITEM, Kind.PARAGRAPH}
            and not document.lines[block.start].startswith(">")
        ]
        if not blocks:
            raise UnknownNameError("line", wanted, [])
        start, end, line = pick("line", wanted, blocks, lambda b: (_ITEM.sub("", b[2]), b[2]))
        if end - start > 1:
            raise UsageError(
                f"{line.strip()!r} goes on over {end - start} lines; nothing was written.",
                f"Edit {path} yourself.",
            )
        return start, line

    def _fitted(self, draft: Draft, path: str, edit: Callable[[], Spot], line: str) -> Spot:
        """Edit the file; where that would leave it over a limit, write elsewhere, point there."""
        base = draft.before(path)
        held = draft.read(path)
        spot = edit()
        after = draft.read(path) or ""
        words = labels(draft.language)
        pointer = f"- {words.more}{colon(draft.language)}{MORE}\n"
        room = "" if MORE in after else f"\n\n{pointer}"  # for the pointer that may be needed
        over = excess(path, base, after + room, self.editor.limits)
        if not over or (room and MORE not in (held or "") and draft.read(path) == held):
            return spot
        draft.put(path, held)
        spot = draft.append(MORE, line, title=words.memory)
        draft.notes.append(f"{path} has no room ({over}); the line was written to {MORE}")
        text = draft.read(path) or ""
        if MORE not in text:
            draft.append(path, pointer)
            if excess(path, base, draft.read(path) or "", self.editor.limits):
                draft.put(path, text)
                draft.notes.append(f"{path} has not even room for a pointer: lamina trim")
        return spot

    def _section(self, section: str) -> str:
        for name in SECTIONS:
            if reads_as(section, name) or section in {name, name.replace("_", "-")}:
                return name
        raise UsageError(
            f"MEMORY.md has no section {section!r}.",
            f"One of: {', '.join(name.replace('_', '-') for name in SECTIONS)}.",
        )


def _line_about(document: Document, subject: str) -> int | None:
    """Return the line (0-based) that says what is active about a subject."""
    for section in document.sections:
        if reads_as(section.title, "active_now"):
            for number in range(section.start + 1, section.end):
                line = document.lines[number]
                if _ITEM.match(line) and _is_about(_ITEM.sub("", line), subject):
                    return number
    return None


def _is_about(line: str, subject: str) -> bool:
    """Say whether a line begins with a subject, in whole words."""
    said, about = line.casefold(), subject.casefold()
    return said.startswith(about) and not said[len(about) : len(about) + 1].isalnum()


def _section_of(line: str) -> str:
    """Return the section of MEMORY.md a line belongs to."""
    if _PROJECT.search(line):
        return "projects"
    if _NEVER.match(line):
        return "critical_rules"
    place = classify(line).place
    return {
        Place.USER: "profile",
        Place.PROJECT: "projects",
        Place.AGENTS: "critical_rules",
        Place.AGENT_TYPE: "critical_rules",
    }.get(place, "active_now")

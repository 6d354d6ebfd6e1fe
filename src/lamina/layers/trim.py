"""What leaves an over-budget core file, and where it goes; nothing is lost, a pointer stays.

MEMORY.md hands lines over by what they are (see ``sorting``): open matters to active context,
project detail to its handbook, facts to a subject's file, long explanation to reference/, history
and what is said twice to ``memory/memory-archive.md``, which is searched like any note. Other core
files hand whole sections over to reference/, the longest first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.kinds import CORE_FILES, slug
from lamina.documents.tokens import estimate
from lamina.layers.budgets import lines_with, measure, most_chars, token_budget
from lamina.layers.long_term import PATH as MEMORY
from lamina.layers.moves import Move, Mover
from lamina.layers.sorting import FACTS, OLD_RULES, WORTH, Sorting, managed_lines, units_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.documents.markdown import Document, Section
    from lamina.layers.active import Active
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor
    from lamina.layers.handbooks import Handbooks
    from lamina.layers.sorting import Unit
    from lamina.settings import Core

_OTHERS_RULES = re.compile(  # a whole heading, and what a section on memory speaks of
    r"\W*(?:every session|jede session|каждая сессия|每次会话|memory[ -]?architektur"
    r"|memory architecture|memory[ -]master(?: rules)?|记忆(?:架构|规则|系统规则)|устройство памяти"
    r"|memory[ -]rules|memory-regeln|правила памяти)\W*(?:\([^()]*\)|（[^（）]*）)?\W*",
    re.IGNORECASE,
)
_ABOUT_MEMORY = re.compile(
    r"MEMORY\.md|SOUL\.md|USER\.md|CONTEXT\.md|memory/|-index\b|YYYY-MM-DD|\bnotes? of\b"
    r"|\bmemory\b|\bdaily note|\bsummari[sz]e\b|gedächtnis|tagesnotiz|памят|заметк"
    r"|索引|日记|日志|记忆|会话",
    re.IGNORECASE,
)


_BLOCK_LINE = 14  # tokens of a line of the block that is to come


class Trimmer:
    """Plans what leaves the core files, and carries the lines over."""

    def __init__(
        self, editor: Editor, active: Active, projects: Handbooks, fact_bytes: int
    ) -> None:
        """``fact_bytes``: the length of a pointer file."""
        self.limits: Core = editor.limits
        self.projects = projects
        self.fact_bytes = fact_bytes
        self.mover = Mover(editor.limits, active, projects)

    def over(self, draft: Draft) -> list[str]:
        """Return the core files that are over budget, MEMORY.md first."""
        found = []
        total = 0
        for name in (MEMORY, *(n for n in CORE_FILES if n != MEMORY)):
            path = "memory.md" if name == MEMORY and draft.read(name) is None else name
            size = measure(draft.read(path) or "")
            total += size.tokens
            lines = self.limits.memory_lines_warn if name == MEMORY else size.lines
            if (
                size.tokens > token_budget(name, self.limits)
                or size.chars > most_chars(name, self.limits)
                or size.lines > lines
            ):
                found.append(path)
        return found

    def trim(self, draft: Draft, paths: Iterable[str] = (), *, room: int = 0) -> tuple[Move, ...]:
        """Take out of the files what is over budget; ``room``: lines MEMORY.md shall spare."""
        moves: list[Move] = []
        for path in tuple(paths) or self.over(draft):
            memory = path.casefold() == MEMORY.casefold()
            moves += self._memory(draft, path, room) if memory else self._sections(draft, path)
        return tuple(moves)

    def replaced(self, draft: Draft, path: str) -> tuple[Move, ...]:
        """Move sections of other skills that say how memory works to the archive."""
        document = markdown.parse(draft.read(path) or "")
        managed = managed_lines(document)
        found: list[Move] = []
        for section in document.sections:
            inside = any(found_.start - 1 <= section.start < found_.end for found_ in found)
            if section.start in managed or inside or not _OTHERS_RULES.fullmatch(section.title):
                continue
            body = "".join(document.lines[section.start + 1 : section.end])
            if not _ABOUT_MEMORY.search(body):
                continue  # the user's own, by chance under such a heading
            end = min([section.end, *(n for n in managed if n > section.start)])
            found.append(
                Move(
                    path, section.start + 1, end, OLD_RULES, "old rules about memory", section.title
                )
            )
        self.mover.carry(draft, path, document, found, point=False)
        return tuple(found)

    def _memory(self, draft: Draft, path: str, room: int) -> list[Move]:
        document = markdown.parse(draft.read(path) or "")
        units = units_of(document)
        known = [book.name for book in self.projects.list()]
        sorting = Sorting(units, known)
        self._split(draft, units, sorting.targets)
        moves = self._fit(draft, path, document, units, sorting, room)
        self.mover.carry(draft, path, document, moves)
        return moves

    def _split(
        self, draft: Draft, units: Sequence[Unit], targets: dict[int, tuple[str, str]]
    ) -> None:
        """Number the notes of a subject where one would be longer than a pointer file may be."""
        held: dict[str, int] = {}
        for unit in units:
            target, why = targets.get(unit.start, ("", ""))
            if why != FACTS:
                continue
            number = 1
            while True:
                path = target if number == 1 else f"{target.removesuffix('.md')}-{number}.md"
                size = held.setdefault(path, len((draft.read(path) or "").encode()) + 200)
                if size + len(unit.text.encode("utf-8", "replace")) <= self.fact_bytes:
                    break
                if size == 200:
                    break  # one unit that is longer by itself
                number += 1
            held[path] += len(unit.text.encode("utf-8", "replace"))
            targets[unit.start] = (path, why)

    def _fit(
        self,
        draft: Draft,
        path: str,
        document: Document,
        units: Sequence[Unit],
        sorting: Sorting,
        room: int,
    ) -> list[Move]:
        """Return the moves; of what may stay, what matters least goes too until the rest fits."""
        staying = [u for u in units if u.start not in sorting.targets]
        staying.sort(key=lambda u: WORTH.index(sorting.roles.get(u.start, "")))

        def moves(gone: int) -> list[Move]:
            targets = dict(sorting.targets)
            targets |= {u.start: sorting.overflow(u) for u in staying[len(staying) - gone :]}
            return [
                Move(path, unit.start + 1, unit.end, *targets[unit.start], _first(unit.text))
                for unit in units
                if unit.start in targets
            ]

        def fits(gone: int) -> bool:
            trial = draft.copy()
            self.mover.carry(trial, path, document, moves(gone))
            text = trial.read(path) or ""
            tokens = measure(text).tokens + _BLOCK_LINE * room
            lines = lines_with(text, room)
            return tokens <= self.limits.memory_tokens and lines <= self.limits.memory_lines_warn

        low, high = 0, len(staying)
        while low < high:  # the fewest that have to go
            middle = (low + high) // 2
            low, high = (low, middle) if fits(middle) else (middle + 1, high)
        return moves(low)

    def _sections(self, draft: Draft, path: str) -> list[Move]:
        """Move whole sections of a core file to reference/, the longest first, until it fits."""
        moves: list[Move] = []
        document = markdown.parse(draft.read(path) or "")
        managed = managed_lines(document)
        size = measure(document.text)
        tokens = size.tokens - token_budget(path, self.limits)
        chars = size.chars - most_chars(path, self.limits)
        candidates = [
            s
            for s in _leaves(document.sections)
            if s.level > 1
            and s.end - s.start > 2
            and managed.isdisjoint(range(s.start, s.end))
            and not _OTHERS_RULES.fullmatch(s.title)
        ]
        for section in sorted(candidates, key=lambda s: s.start - s.end):
            if tokens <= 0 and chars <= 0:
                break
            text = "".join(document.lines[section.start : section.end])
            name = slug(section.title) or "section"
            target = f"reference/{path.removesuffix('.md').lower()}-{name}.md"
            tokens -= estimate(text) - 20
            chars -= len(text) - 60
            first = section.title
            moves.append(
                Move(path, section.start + 1, section.end, target, "a long explanation", first)
            )
        self.mover.carry(draft, path, document, moves)
        return moves


def _leaves(sections: Sequence[Section]) -> list[Section]:
    """Return sections of the second level, or the deepest where there is no such."""
    second = [s for s in sections if s.level == 2]
    return second or [s for s in sections if s.level > 1]


def _first(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= 80 else line[:79] + "…"

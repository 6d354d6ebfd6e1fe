"""Set up a workspace, new or old: one plan, nothing deleted, every moved line named.

A new folder gets the files a memory consists of. An old one keeps its text: what MEMORY.md cannot
hold moves to the layer it belongs on, the rules of other skills go to the archive, the blocks that
tell an agent how to use the memory are put between Lamina's markers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.changes import Plan
from lamina.documents.kinds import CORE_FILES, Layer, date_of, is_daily
from lamina.documents.labels import reads_as
from lamina.documents.redact import find_secrets
from lamina.documents.templates import (
    ARCHITECTURE,
    SESSIONS,
    START,
    TASKS,
    WRITING,
    active_template,
    block,
    memory_template,
    template_lines,
)
from lamina.documents.tokens import estimate
from lamina.errors import PathError
from lamina.layers.active_blocks import PATH as ACTIVE
from lamina.layers.active_blocks import read_blocks
from lamina.layers.budgets import excess, lines_with, measure, most_chars
from lamina.layers.daily import entries as subjects_of
from lamina.layers.layouts import Layout, detect_layouts

if TYPE_CHECKING:
    from lamina.documents.language import Language
    from lamina.layers.active import Active
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.moves import Move
    from lamina.layers.topic_audit import TopicAudit
    from lamina.layers.trim import Trimmer

MEMORY = "MEMORY.md"
RULES = "reference/lamina-rules.md"  # where blocks go that AGENTS.md has no room for
LEAST = (START, WRITING)  # blocks of AGENTS.md that the least memory has
_BLOCKS = {"AGENTS.md": (START, SESSIONS, WRITING), "HEARTBEAT.md": (TASKS,)}
_ZONE = re.compile(
    r"\b((?:Europe|America|Asia|Africa|Australia|Pacific|Atlantic)/[A-Z][A-Za-z_]+(?:/[A-Z]\w+)?)\b"
)
_OPEN_DAYS, _MOST_OPEN = 14, 7  # of notes whose open points become matters; how many


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines of a core file that never reach the agent, because the host cuts them."""

    path: str
    start: int  # 1-based
    end: int
    headings: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "start_line": self.start,
            "end_line": self.end,
            "headings": list(self.headings),
        }


@dataclass(frozen=True, slots=True)
class Setup:
    """What is there, what would change, and the plan that does it."""

    plan: Plan
    layouts: tuple[Layout, ...]
    files: dict[str, int]  # by layer
    tokens_now: int  # of the core files, every turn
    tokens_after: int
    memory_lines_now: int
    memory_lines_after: int
    cuts: tuple[Cut, ...]
    duplicates: int
    secrets: tuple[str, ...]  # path:line (kind)
    open_matters: tuple[str, ...]  # subjects, after the plan
    moves: tuple[Move, ...]

    @property
    def created(self) -> tuple[str, ...]:
        """Folders and files that would be made."""
        return (*self.plan.folders, *(c.path for c in self.plan.changes if c.before is None))

    @property
    def changed(self) -> tuple[str, ...]:
        """Files of the user's that would be changed."""
        return tuple(c.path for c in self.plan.changes if c.before is not None)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "layouts": [layout.as_dict() for layout in self.layouts],
            "files": self.files,
            "tokens_now": self.tokens_now,
            "tokens_after": self.tokens_after,
            "memory_lines_now": self.memory_lines_now,
            "memory_lines_after": self.memory_lines_after,
            "cuts": [cut.as_dict() for cut in self.cuts],
            "duplicates": self.duplicates,
            "secrets": list(self.secrets),
            "open_matters": list(self.open_matters),
            "moves": [move.as_dict() for move in self.moves],
            "create": list(self.created),
            "change": list(self.changed),
            "notes": list(self.plan.notes),
        }


class Installer:
    """Looks at a workspace and plans what it lacks."""

    def __init__(
        self,
        editor: Editor,
        daily: Daily,
        active: Active,
        trimmer: Trimmer,
        audit: TopicAudit,
        knowledge: Knowledge,
    ) -> None:
        self.editor = editor
        self.daily = daily
        self.active = active
        self.trimmer = trimmer
        self.audit = audit
        self.knowledge = knowledge

    def setup(
        self, *, language: Language | None = None, many_agents: bool = False, docs: bool = False
    ) -> Setup:
        """Return the whole picture with its plan; nothing is written."""
        draft = self.editor.draft()
        draft.language = language or draft.language
        scan = self.editor.files.workspace.scan()
        counts: dict[str, int] = {}
        for entry in scan.files:
            counts[entry.layer] = counts.get(entry.layer, 0) + 1
        before = {name: draft.read(name) or "" for name in _core(draft)}
        memory = "memory.md" if "memory.md" in before else MEMORY
        moves = self._edit(draft, memory)
        plan = draft.plan("init")
        folders = ["memory", "memory/projects"]
        folders += ["memory/agents"] if many_agents else []
        folders += ["docs"] if docs else []
        root = self.editor.files.workspace.root
        missing = tuple(name for name in folders if not (root / name).is_dir())
        plan = Plan(
            plan.command,
            plan.changes,
            notes=plan.notes,
            folders=missing,
            restores=plan.restores,
        )
        self.editor.check(plan)
        after = {name: draft.read(name) or "" for name in _core(draft)}
        blocks = read_blocks(draft.read(ACTIVE) or "")
        return Setup(
            plan,
            detect_layouts(self.editor.files, scan.files),
            dict(sorted(counts.items())),
            sum(estimate(self._loaded(name, text)) for name, text in before.items()),
            sum(estimate(self._loaded(name, text)) for name, text in after.items()),
            measure(before.get(memory, "")).lines,
            measure(after.get(memory, "")).lines,
            tuple(cut for name, text in before.items() if (cut := self._cut(name, text))),
            sum(move.why == "said twice" for move in moves),
            self._secrets(),
            tuple(b.subject for b in blocks if not b.done),
            tuple(moves),
        )

    def least(self) -> Plan:
        """Return the plan of the least an agent needs: active context, and the rules to keep it."""

        def work(draft: Draft) -> None:
            if draft.read(ACTIVE) is None:
                draft.put(ACTIVE, active_template(draft.language))
            self._set_block(draft, "AGENTS.md", LEAST)

        return self.editor.plan("agent classify", work)

    def _edit(self, draft: Draft, memory: str) -> list[Move]:
        """Make the changes in the draft, in the order that leaves the least to move."""
        moves: list[Move] = []
        for path in ("AGENTS.md", memory):
            if draft.read(path) is not None and not _has_blocks(draft.read(path) or ""):
                gone = self.trimmer.replaced(draft, path)
                moves += gone
                if gone and path == "AGENTS.md":
                    self._put_start(draft, gone[0].start - 1)
        if draft.read(ACTIVE) is None:
            draft.put(ACTIVE, active_template(draft.language))
        if draft.read(memory) is None:
            draft.put(memory, memory_template(draft.language))
        fitted = self._fit_memory(draft, memory, before := draft.read(memory) or "")
        moves += _renumbered(fitted, draft.before(memory) or "", before)
        moves += self._fit_core(draft, memory)
        self._set_block(draft, memory, (ARCHITECTURE,))
        for path, names in _BLOCKS.items():
            self._set_block(draft, path, names)
        if not any(not b.done for b in read_blocks(draft.read(ACTIVE) or "")):
            self._open_points(draft)
        self._indices(draft)
        self._zone_hint(draft)
        return moves

    def _zone_hint(self, draft: Draft) -> None:
        """Say that the user's own files name another time zone than the one in use."""
        for path in ("USER.md", MEMORY, "memory.md"):
            match = _ZONE.search(draft.before(path) or "")
            if match and match[1] != self.editor.zone_name:
                draft.notes.append(
                    f"{path} names the time zone {match[1]}, days are those of "
                    f"{self.editor.zone_name}: lamina config set notes.timezone {match[1]}"
                )
                return

    def _put_start(self, draft: Draft, line: int) -> None:
        """Put the start sequence where the one it replaces stood."""
        text = draft.read("AGENTS.md") or ""
        new = markdown.set_managed("", START, block(START, draft.language))
        lines = min(line, len(markdown.split_lines(text)))
        placed = draft.copy()
        placed.splice("AGENTS.md", lines, lines, f"{new}\n")
        after = placed.read("AGENTS.md") or ""
        if not excess("AGENTS.md", draft.before("AGENTS.md"), after, self.editor.limits):
            draft.put("AGENTS.md", after)

    def _fit_memory(self, draft: Draft, memory: str, text: str) -> tuple[Move, ...]:
        """Trim MEMORY.md where it, with the block it gets, would be over budget."""
        size, limits = measure(text), self.editor.limits
        known = any(b.name == ARCHITECTURE for b in markdown.parse(text).managed)
        architecture = "" if known else block(ARCHITECTURE, draft.language)
        room = len(architecture.splitlines()) + 3 if architecture else 0
        if (
            lines_with(text, room) <= limits.memory_lines_warn
            and size.tokens + estimate(architecture) <= limits.memory_tokens
            and size.chars + len(architecture) <= most_chars(memory, limits)
        ):
            return ()
        return self.trimmer.trim(draft, [memory], room=room)

    def _fit_core(self, draft: Draft, memory: str) -> list[Move]:
        """Trim the other core files where the host would cut them, or all are too much."""
        moves: list[Move] = []
        for name in CORE_FILES:
            text = draft.read(name)
            if name == memory or text is None:
                continue
            spare = sum(len(block(n, draft.language)) + 80 for n in _BLOCKS.get(name, ()))
            spare = 0 if _has_blocks(text) else spare
            if len(text.rstrip()) + spare > most_chars(name, self.editor.limits):
                moves += self.trimmer.trim(draft, [name])
        total = sum(estimate(draft.read(name) or "") for name in CORE_FILES)
        if total > self.editor.limits.total_tokens:
            over = [p for p in self.trimmer.over(draft) if p != memory]
            moves += self.trimmer.trim(draft, over) if over else ()
        return moves

    def _set_block(self, draft: Draft, path: str, names: tuple[str, ...]) -> None:
        """Put managed blocks into a file; where there is no room, a pointer to them."""
        text = draft.read(path)
        held = _kept_apart(text or f"# {path}\n", names)
        after = held
        for name in names:
            after = markdown.set_managed(after, name, block(name, draft.language))
        if after == text:
            return
        if not excess(path, draft.before(path), after, self.editor.limits):
            draft.put(path, after)
            return
        whole = "\n\n".join(block(name, draft.language) for name in names)
        if whole not in (draft.read(RULES) or ""):
            draft.append(RULES, f"\n{whole}\n", title="Lamina")
        pointer = f"→ {RULES}"
        after = markdown.set_managed(held, names[0], pointer)
        if excess(path, draft.before(path), after, self.editor.limits):
            draft.notes.append(f"{path} has no room for Lamina's rules; they are in {RULES}")
            return
        draft.put(path, after)
        draft.notes.append(f"{path} is nearly full: the rules are in {RULES}, a pointer is left")

    def _open_points(self, draft: Draft) -> None:
        """Make open matters of the newest open points of the last days' notes."""
        since = draft.today - timedelta(days=_OPEN_DAYS)
        points: dict[str, tuple[str, str]] = {}
        for path in self._notes():
            day = date_of(path)
            if day is None or not since <= day <= draft.today:
                continue
            document = markdown.parse(draft.files.read(path) or "")
            for section in document.sections:
                subject = next(iter(subjects_of("## " + section.title)), "")
                if section.level != 2 or not subject:
                    continue
                todo = _labelled(document.lines[section.start + 1 : section.end], "todo")
                points.pop(subject, None)
                if todo:
                    points[subject] = (todo, f"{path}#L{section.start + 1}")
        for subject, (todo, place) in list(points.items())[-_MOST_OPEN:]:
            self.active.add(draft, subject, f"{todo} ({place})")

    def _indices(self, draft: Draft) -> None:
        notes = list(self._notes())
        if any(subjects_of(_text(draft, path)) for path in notes):
            self.daily.merge(draft)
        self.knowledge.mend(draft)
        self.audit.mend(draft)

    def _notes(self) -> list[str]:
        scan = self.editor.files.workspace.scan()
        notes = [e.path for e in scan.files if is_daily(e.path)]
        return sorted(notes, key=lambda p: (date_of(p), p))

    def _loaded(self, name: str, text: str) -> str:
        """Return what the host loads of a core file."""
        return text[: most_chars(name, self.editor.limits)]

    def _cut(self, name: str, text: str) -> Cut | None:
        return cut_lines(name, text, most_chars(name, self.editor.limits))

    def _secrets(self) -> tuple[str, ...]:
        found = []
        for entry in self.editor.files.workspace.scan().files:
            if entry.layer in {Layer.COPY, Layer.MACHINE}:
                continue
            try:
                text = self.editor.files.read(entry.path) or ""
            except PathError:
                continue
            for secret in find_secrets(text):
                line = text.count("\n", 0, secret.start) + 1
                found.append(f"{entry.path}:{line} ({secret.kind})")
        return tuple(found)


def _kept_apart(text: str, names: tuple[str, ...]) -> str:
    """Move lines that somebody wrote into a managed block below it: the block is ours."""
    known = template_lines()
    for name in names:
        document = markdown.parse(text)
        block_ = next((b for b in document.managed if b.name == name), None)
        if block_ is None:
            continue
        inside = document.lines[block_.start + 1 : block_.end - 1]
        foreign = [
            line for line in inside if (bare := line.strip("># \t\r\n")) and bare not in known
        ]
        if foreign:
            end = block_.end
            text = markdown.splice(text, [markdown.Splice(end, end, "".join(foreign))])
    return text


def _renumbered(moves: tuple[Move, ...], original: str, text: str) -> list[Move]:
    """Return moves with the lines' numbers in the file as it is on the disk.

    ``text`` is what they were found in: the original with some lines taken out.
    """
    lines, numbers, at = markdown.split_lines(original), [], 0
    for line in markdown.split_lines(text):
        while at < len(lines) and lines[at].rstrip("\r\n") != line.rstrip("\r\n"):
            at += 1
        numbers.append(min(at, len(lines) - 1) + 1)
        at += 1
    if not numbers or at > len(lines):
        return list(moves)
    return [
        replace(move, start=numbers[move.start - 1], end=numbers[move.end - 1]) for move in moves
    ]


def cut_lines(path: str, text: str, chars: int) -> Cut | None:
    """Return which lines of a core file the host leaves out, with their headings; None: none."""
    if len(text.rstrip()) <= chars:
        return None
    document = markdown.parse(text)
    at = 0
    first = len(document.lines)
    for number, line in enumerate(document.lines):
        at += len(line)
        if at > chars:
            first = number
            break
    inside = document.section_at(first)
    headings = tuple(
        s.title for s in document.sections if s.start >= first or (s is inside and s.level > 1)
    )
    return Cut(path, first + 1, len(document.lines), headings)


def _core(draft: Draft) -> list[str]:
    """Return the core files that are there, MEMORY.md in its older spelling too."""
    names = [*CORE_FILES]
    if draft.read(MEMORY) is None and draft.read("memory.md") is not None:
        names[-1] = "memory.md"
    return [name for name in names if draft.read(name) is not None]


def _has_blocks(text: str) -> bool:
    return any(b.name.startswith("lamina:") for b in markdown.parse(text).managed)


def _text(draft: Draft, path: str) -> str:
    try:
        return draft.files.read(path) or ""
    except PathError:
        return ""


def _labelled(lines: tuple[str, ...], name: str) -> str:
    """Return what a label's line says, in any language."""
    for line in lines:
        word, mark, text = line.strip().lstrip("-*+ ").replace("：", ":", 1).partition(":")
        if mark and reads_as(word, name) and text.strip():
            return text.strip()
    return ""

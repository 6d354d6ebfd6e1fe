"""A handoff: the files that another agent reads to take work over, in order, and no others.

It passes paths, not a retelling; inline, it holds the files' text as far as a budget goes. The
files it names are all its receiver may read: ``lamina mcp --handoff FILE`` holds an agent to them.
FILE is what ``lamina handoff … --json`` prints; of it, two fields count::

    {"workspace": "/home/anna/agents/chiti",
     "reads": ["memory/topics/coding/feature-x.md", "memory/agents/coding.md"], …}
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import neutral
from lamina.documents.kinds import Layer, layer_of
from lamina.documents.redact import redact
from lamina.documents.tokens import estimate
from lamina.errors import (
    AmbiguousNameError,
    IndexMissingError,
    PathOutsideError,
    ScratchpadError,
    UnknownNameError,
)
from lamina.layers.names import pick
from lamina.layers.topic_file import bullets
from lamina.layers.topic_index import ACTIVE
from lamina.recall.context import Part, part_of
from lamina.recall.reading import check_may_see

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.documents.files import Files
    from lamina.layers.handbooks import Handbooks
    from lamina.layers.topics import Topics

_RECEIVER = "sub-agent"  # the kind of session that takes work over
_NOT_FOR_OTHERS = frozenset({Layer.CORE, Layer.MEMORY, Layer.MACHINE, Layer.REPORT, Layer.OTHER})


@dataclass(frozen=True, slots=True)
class Step:
    """One file to read: as the workspace names it, where it really is, and what it is."""

    path: str
    full: str
    what: str
    tokens: int

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"path": self.path, "full": self.full, "what": self.what, "tokens": self.tokens}


@dataclass(frozen=True, slots=True)
class Handoff:
    """Work that is handed over, to whom, and what its receiver reads."""

    workspace: str
    kind: str  # topic, project
    name: str
    to: str  # the role under which its receiver works
    steps: tuple[Step, ...]
    budget: int
    inline: bool = False
    parts: tuple[Part, ...] = ()  # the files' text, where it is handed over inline
    notes: tuple[str, ...] = ()

    @property
    def reads(self) -> tuple[str, ...]:
        """The files its receiver may read."""
        return tuple(step.path for step in self.steps)

    @property
    def text(self) -> str:
        """What to say to the receiver."""
        return self._head() + "".join(
            f"\n<!-- {part.path} -->\n{part.text.rstrip()}\n" for part in self.parts
        )

    @property
    def tokens(self) -> int:
        """What saying it costs."""
        return estimate(self.text)

    @property
    def command(self) -> tuple[str, ...]:
        """The server of memory that shows these files and no others."""
        reads = tuple(part for path in self.reads for part in ("--reads", path))
        return ("lamina", "mcp", "-w", self.workspace, "--session", _RECEIVER, *reads)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "workspace": self.workspace,
            "kind": self.kind,
            "name": self.name,
            "to": self.to,
            "reads": list(self.reads),
            "order": [step.as_dict() for step in self.steps],
            "inline": self.inline,
            "budget": self.budget,
            "tokens": self.tokens,
            "text": self.text,
            "command": list(self.command),
            "notes": list(self.notes),
        }

    def _head(self) -> str:
        listed = [f"{n}. {s.full} ({s.what})" for n, s in enumerate(self.steps, start=1)]
        how = "Their text stands below." if self.inline else "Read each of them whole."
        name = shlex.quote(self.name)
        add = f"lamina topic update {name} --role {shlex.quote(self.to)} --context …"
        if self.kind == "project":
            add = f"lamina project note {name} …"
        rows = [
            f"You take over the {self.kind} “{self.name}” as {self.to}.",
            f"First of all, these files, in this order. {how}",
            *listed,
            "Read no other file of this memory: what you lack, ask of the agent that sent you.",
            f"What you find out, add at once: {add} -w {shlex.quote(self.workspace)}",
            "Others may work in the same files: add and edit, never write one of them whole.",
            f"Done? Report: [SUMMARY] Project: {self.name} | What: … | Status: …",
        ]
        if self.kind == "topic":
            rows.insert(-1, "Leave the scratchpad empty (--clear-scratch) when you are through.")
        return neutral("\n".join(rows)) + "\n"


class Handoffs:
    """Makes handoffs of one workspace."""

    def __init__(
        self,
        files: Files,
        topics: Topics,
        projects: Handbooks,
        agent_types: Handbooks,
        reads: Sequence[str] = (),
    ) -> None:
        """``reads``: what this agent was handed itself; it hands on no more than that."""
        self.files = files
        self.topics = topics
        self.projects = projects
        self.agent_types = agent_types
        self.reads = reads

    def make(
        self,
        name: str,
        to: str,
        *,
        budget: int,
        kind: str = "",
        also: Sequence[str] = (),
        inline: bool = False,
    ) -> Handoff:
        """Return what hands a topic or a project over; nothing is written.

        Args:
            name: of the topic or project, or a part of it that only one has.
            to: the type of agent that takes over.
            budget: tokens that it may cost to say, where the text is inline.
            kind: topic or project, where a name fits both.
            also: further files that its receiver reads.
            inline: hand over the files' text, as far as the budget goes.

        Raises:
            ScratchpadError: passing notes are left.
            PathOutsideError, PrivateFileError, NotHandedOverError: a file is not to be handed over.
        """
        to = redact(to).text
        found, called, path = self._find(name, kind)
        text = self.files.read(path) or ""
        left = bullets(text, "scratchpad")
        if left:
            empty = f'lamina topic update "{called}" --clear-scratch'
            keep = "Sort each line into context, milestones or state, then"
            hint = f"{keep}: {empty}" if found == "topic" else f"{keep} empty it in {path}."
            raise ScratchpadError(called, left, hint)
        book = self.agent_types.path_for(to)
        work = [(path, "the task" if found == "topic" else "the project's handbook")]
        rules = [(book, f"what {to} must always know")] if self._there(book) else []
        order = [*work, *rules] if found == "topic" else [*rules, *work]
        known = {one for one, _ in order}
        order += [(one, "for this work") for one in self._also(also) if one not in known]
        steps = tuple(self._step(one, what) for one, what in order)
        notes = () if rules else (f"there is no handbook for {to} yet: {book}",)
        root = str(self.files.workspace.root)
        made = Handoff(root, found, called, to, steps, budget, inline, notes=notes)
        return self._inlined(made) if inline else _weighed(made)

    def _find(self, name: str, kind: str) -> tuple[str, str, str]:
        """Return kind, name and path of what is meant."""
        things = [("topic", e.name, e.path) for e in self.topics.entries()]
        things += [("project", book.name, book.path) for book in self.projects.list()]
        things = [one for one in things if kind in ("", one[0])]
        what = kind or "topic or project"
        try:
            return pick(what, name, things, lambda one: (one[1], one[2], f"/{one[2]}"))
        except AmbiguousNameError:
            same = {one[0] for one in things if one[1].casefold() == name.strip().casefold()}
            if len(same) < 2:
                raise
            raise AmbiguousNameError(what, name, [f"--kind {k}" for k in sorted(same)]) from None
        except UnknownNameError:
            if kind != "project" and self.files.read(ACTIVE) is None and self.topics.files():
                raise IndexMissingError(ACTIVE, there=True) from None
            raise

    def _there(self, path: str) -> bool:
        return self.files.read(path) is not None

    def _also(self, also: Sequence[str]) -> list[str]:
        """Return further files as the workspace names them; only memory is handed over."""
        found = []
        for one in also:
            path = self.files.workspace.relative(one)
            real = self.files.workspace.named(self.files.workspace.resolve(path))
            for named in (path, real):
                check_may_see(named, _RECEIVER, self.reads)
                if layer_of(named) in _NOT_FOR_OTHERS:
                    raise PathOutsideError(path, "it is no memory that is handed over")
            if not self._there(path):
                raise UnknownNameError("file", path, [])
            found.append(path)
        return found

    def _step(self, path: str, what: str) -> Step:
        check_may_see(path, _RECEIVER, self.reads)
        full = self.files.workspace.resolve(path)
        return Step(path, str(full), what, estimate(self.files.read(path) or ""))

    def _inlined(self, made: Handoff) -> Handoff:
        """Return it with the files' text, cut at a line where the budget ends."""
        parts: list[Part] = []
        notes = list(made.notes)
        left = made.budget - made.tokens
        for step in made.steps:
            label = estimate(f"\n<!-- {step.path} -->\n") + 1
            said = neutral(self.files.read(step.path) or "")
            part = part_of(step.path, said, max(0, left - label))
            if part is None:
                notes.append(f"{step.path} did not fit")
                continue
            parts.append(part)
            left -= part.tokens + label
            if part.truncated:
                notes.append(f"{step.path} is cut: {part.tokens:,} of {part.asked:,} tokens")
        return replace(made, parts=tuple(parts), notes=tuple(notes))


def _weighed(made: Handoff) -> Handoff:
    """Return it with a note where reading its files costs more than the budget."""
    total = sum(step.tokens for step in made.steps)
    if total <= made.budget:
        return made
    said = f"its files have {total:,} tokens, more than the {made.budget:,} of the budget"
    return replace(made, notes=(*made.notes, said))

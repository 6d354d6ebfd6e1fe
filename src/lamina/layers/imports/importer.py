"""Memories of other programs: told apart by what is in them, brought in as one change.

``read`` plans and changes nothing; the plan is carried out like any other. Recall events are no
text, so they are no part of the plan: ``record`` keeps them once it was carried out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.errors import UnknownNameError, UsageError
from lamina.layers.imports.mem0 import holds_export, read_mem0
from lamina.layers.imports.merge import Merge
from lamina.layers.imports.notes import markdown_kind, read_claude, read_notes
from lamina.layers.imports.openclaw import fresh as new_recalls
from lamina.layers.imports.openclaw import is_openclaw, read_openclaw
from lamina.layers.imports.source import Source, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from lamina.documents.changes import Plan
    from lamina.layers.daily import Daily
    from lamina.layers.editor import Editor
    from lamina.storage.contract import Recall

KINDS = ("mem0", "basic-memory", "claude-code", "obsidian", "openclaw", "markdown")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import found, and the plan that brings it in.

    ``read`` records are ``fresh`` or ``known``: memories, notes, recall events.
    """

    kind: str
    read: int
    fresh: int
    known: int
    paths: tuple[str, ...]
    plan: Plan
    notes: tuple[str, ...]
    recalls: tuple[Recall, ...] = ()  # those that are not recorded yet

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "kind": self.kind,
            "read": self.read,
            "fresh": self.fresh,
            "known": self.known,
            "paths": list(self.paths),
            "recalls": len(self.recalls),
            "notes": list(self.notes),
        }


class Importer:
    """Reads what other programs remember.

    ``recalls`` keeps recall events that are new and says how many; ``recorded`` returns those
    that are kept already, so that a plan can tell which are new.
    """

    def __init__(
        self,
        editor: Editor,
        daily: Daily,
        recalls: Callable[[Iterable[Recall]], int],
        recorded: Callable[[], Iterable[Recall]] = tuple,
        sift: Callable[[str, str], str] = lambda text, _: text,
    ) -> None:
        self.editor = editor
        self.daily = daily
        self.recalls = recalls
        self.recorded = recorded
        self.sift = sift  # leaves out, of a text for a path, what was forgotten

    def read(self, source: Path, kind: str = "") -> Imported:
        """Return what a file or folder holds, and the plan to import it.

        Raises:
            UnknownNameError: there is no such kind.
            UsageError: there is nothing of that kind, or it is this workspace's own memory.
            PathError: the one file that is meant cannot be read.
        """
        if kind and kind not in KINDS:
            raise UnknownNameError("kind of source", kind, KINDS)
        found = Source(source, self.editor.files)
        kind = kind or detect(found)
        if found.own and kind in {"basic-memory", "claude-code", "obsidian", "markdown"}:
            raise UsageError(
                f"{shown(str(source))} is this workspace's own memory; nothing was imported.",
                "Name another program's folder.",
            )
        merge = Merge(self.editor.draft(), kind, self.daily, self.sift)
        recalls = self._bring(found, merge)
        fresh = tuple(new_recalls(recalls, self.recorded() if recalls else ()))
        read = merge.fresh + merge.known + len(recalls)
        if not read and not found.problems and not merge.draft.notes:
            raise UsageError(
                f"{shown(str(source))} holds nothing of the kind {kind}; nothing was imported.",
                f"Kinds: {', '.join(KINDS)}.",
            )
        merge.draft.notes += found.problems
        if found.left() and not found.own:
            merge.draft.notes.append(found.left())
        merge.finish()
        plan = merge.draft.plan("import", f"{kind} from {shown(str(source))}")
        return Imported(
            kind,
            read,
            merge.fresh + len(fresh),
            merge.known + len(recalls) - len(fresh),
            tuple(change.path for change in plan.changes),
            plan,
            plan.notes,
            fresh,
        )

    def record(self, found: Imported) -> int:
        """Keep the recall events an import found, and return how many were new."""
        return self.recalls(found.recalls) if found.recalls else 0

    def _bring(self, found: Source, merge: Merge) -> tuple[Recall, ...]:
        if merge.kind == "openclaw":
            return read_openclaw(found, merge, self.editor.zone)
        if merge.kind == "mem0":
            read_mem0(found, merge, self.editor.zone)
        elif merge.kind == "claude-code":
            read_claude(found, merge)
        else:
            read_notes(found, merge)
        return ()


def detect(source: Source) -> str:
    """Tell by its content whose memories these are, or raise UsageError."""
    if source.is_json():
        return _json_kind(source)
    if not source.single and is_openclaw(source):
        return "openclaw"
    kind = markdown_kind(source)
    if not kind and not source.single and holds_export(source):
        return "mem0"
    if kind:
        return kind
    said = f" {source.problems[0]}" if source.problems else ""
    raise UsageError(
        f"{shown(str(source.given))} holds no memories that can be read; nothing was imported."
        f"{said}",
        f"Say what it is: --kind {', '.join(KINDS)}.",
    )


def _json_kind(source: Source) -> str:
    """Tell what a JSON file is, by its shape."""
    if is_openclaw(source):
        return "openclaw"
    if holds_export(source):
        return "mem0"
    raise UsageError(
        f"{shown(str(source.given))} is JSON of a shape that is not known; nothing was imported.",
        f"Say what it is: --kind {', '.join(KINDS)}.",
    )

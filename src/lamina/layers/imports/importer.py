"""Memories of other programs: told apart by what is in them, brought in as one change.

``read`` plans and changes nothing; the plan is carried out like any other. Recall events and what
else a state store holds are no text, so they are no part of the plan: ``record`` keeps them once it
was carried out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.errors import StoreError, UnknownNameError, UsageError, WriteError
from lamina.layers.imports.mem0 import holds_export, read_mem0
from lamina.layers.imports.merge import Merge
from lamina.layers.imports.notes import markdown_kind, read_claude, read_notes
from lamina.layers.imports.openclaw import fresh as new_recalls
from lamina.layers.imports.openclaw import is_openclaw, read_openclaw
from lamina.layers.imports.source import Source, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from lamina.documents.changes import Plan
    from lamina.layers.daily import Daily
    from lamina.layers.editor import Editor
    from lamina.layers.imports.openclaw import Signal
    from lamina.layers.imports.openclaw_state import Line
    from lamina.storage.contract import Recall
    from lamina.storage.state import State

_ALL = 1_000_000  # recall events
KINDS = ("mem0", "basic-memory", "claude-code", "obsidian", "openclaw", "markdown")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import found, and the plan that brings it in.

    ``read`` records are ``fresh`` or ``known``: memories, notes, recall events, signals.
    """

    kind: str
    read: int
    fresh: int
    known: int
    paths: tuple[str, ...]
    plan: Plan
    notes: tuple[str, ...]
    recalls: tuple[Recall, ...] = ()  # those that are not recorded yet
    signals: tuple[Signal, ...] = ()  # rows of the state, if any of them is new

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "kind": self.kind,
            "read": self.read,
            "fresh": self.fresh,
            "known": self.known,
            "paths": list(self.paths),
            "recalls": len(self.recalls),
            "signals": len(self.signals),
            "notes": list(self.notes),
        }


class Importer:
    """Reads what other programs remember.

    ``state`` opens the store that recall events go into; ``cut`` returns a text's facts as that
    store knows them.
    """

    def __init__(
        self,
        editor: Editor,
        daily: Daily,
        state: Callable[[], State],
        cut: Callable[[str], Sequence[Line]],
        sift: Callable[[str, str], str] = lambda text, _: text,
    ) -> None:
        self.editor = editor
        self.daily = daily
        self.state = state
        self.cut = cut
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
        recalls, signals = self._bring(found, merge)
        fresh, news = self._news(recalls, signals)
        read = merge.fresh + merge.known + len(recalls) + len(signals)
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
            merge.fresh + len(fresh) + news,
            merge.known + len(recalls) - len(fresh) + len(signals) - news,
            tuple(change.path for change in plan.changes),
            plan,
            plan.notes,
            fresh,
            signals if news else (),
        )

    def record(self, found: Imported) -> int:
        """Keep the recall events and signals an import found; return how many were new."""
        if not found.recalls and not found.signals:
            return 0
        state = self.state()
        signals, _ = state.union.merge(_not_promoted(found.signals, state))
        return state.add_recalls(found.recalls) + sum(signals.values())

    def _news(
        self, recalls: tuple[Recall, ...], signals: tuple[Signal, ...]
    ) -> tuple[tuple[Recall, ...], int]:
        """Return the recalls that are new, and how many signals are; all, where no store opens."""
        if not recalls and not signals:
            return (), 0
        try:
            state = self.state()
            rows = _not_promoted(signals, state)
            news = sum(state.union.merge(rows, dry=True)[0].values())
            seals = state.forgotten.seals()
            told = [r for r in recalls if not seals.of_claim(r.claim) and not seals.of(r.query)]
            return tuple(new_recalls(told, state.recalls(limit=_ALL))), news
        except (StoreError, WriteError):
            return recalls, len(signals)

    def _bring(self, found: Source, merge: Merge) -> tuple[tuple[Recall, ...], tuple[Signal, ...]]:
        if merge.kind == "openclaw":
            return read_openclaw(found, merge, self.editor.zone, self.cut)
        if merge.kind == "mem0":
            read_mem0(found, merge, self.editor.zone)
        elif merge.kind == "claude-code":
            read_claude(found, merge)
        else:
            read_notes(found, merge)
        return (), ()


def _not_promoted(signals: Sequence[Signal], state: State) -> list[Signal]:
    """Return the signals without promotions of lines that were promoted here: we know more."""
    known = state.dreams.promotions()
    return [(t, row) for t, row in signals if t != "promotions" or row["claim"] not in known]


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

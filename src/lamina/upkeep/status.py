"""The state of a workspace on one screen, taken from the disk itself."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.changes import to_text
from lamina.documents.loading import read_bytes
from lamina.documents.tokens import estimate
from lamina.errors import PathError
from lamina.upkeep.alarms import alarms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from lamina.documents.files import Files
    from lamina.layers.active import Active
    from lamina.layers.active_blocks import Block
    from lamina.layers.core import CoreReport
    from lamina.layers.topic_audit import TopicAudit
    from lamina.search.indexer import Indexer
    from lamina.search.models import Models
    from lamina.sessions.watching import Watch
    from lamina.upkeep.hygiene import Hygiene
    from lamina.upkeep.jobs import View


@dataclass(frozen=True, slots=True)
class LayerCount:
    """How much a layer holds."""

    files: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Status:
    """What there is, whether the index is in line with it, and what was passed over."""

    workspace: str
    today: str
    zone: str
    language: str
    layers: dict[str, LayerCount]
    core: CoreReport
    on_disk: int
    indexed: int
    stale: int
    chunks: int
    embedded: int
    model: str
    serving: str  # the model whose vectors answer; another one after a change until it is through
    filling: int  # the process that makes vectors in the background; 0: none
    last_write: str
    changes: int
    problems: tuple[str, ...]
    open_matters: int
    idle_matters: int  # open, and untouched for longer than the setting allows
    topics: int
    orphans: tuple[str, ...]  # in which topic indices and files differ
    next_job: str
    alarms: tuple[str, ...] = ()  # what should have happened and did not
    watch: Watch | None = None  # how flushes of sessions stand; None: there are no sessions

    @property
    def index_state(self) -> str:
        """fresh; stale where files differ from what is indexed (the next search mends that)."""
        if self.stale and not self.indexed:
            return "not made yet (the next search makes it)"
        return "stale" if self.stale else "fresh"

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "workspace": self.workspace,
            "today": self.today,
            "zone": self.zone,
            "language": self.language,
            "layers": {k: {"files": v.files, "tokens": v.tokens} for k, v in self.layers.items()},
            "core": self.core.as_dict(),
            "index": {
                "state": self.index_state,
                "on_disk": self.on_disk,
                "indexed": self.indexed,
                "stale": self.stale,
                "chunks": self.chunks,
                "embedded": self.embedded,
                "model": self.model,
                "serving": self.serving,
                "background": self.filling or None,
            },
            "last_write": self.last_write or None,
            "changes": self.changes,
            "problems": list(self.problems),
            "active": {"open": self.open_matters, "idle": self.idle_matters},
            "topics": {"listed": self.topics, "orphans": list(self.orphans)},
            "next_job": self.next_job,
            "alarms": list(self.alarms),
            "sessions": self.watch.as_dict() if self.watch else None,
        }


def report(
    files: Files,
    indexer: Indexer,
    models: Models,
    core: CoreReport,
    active: Active,
    audit: TopicAudit,
    hygiene: Hygiene,
    *,
    today: str,
    zone: str,
    language: str,
    max_bytes: int,
    filling: int,
    back: tuple[str, ...],
    now: datetime,
    jobs: Sequence[View] = (),
    turns_seen: int = 0,
    watch: Watch | None = None,
) -> Status:
    """Measure a workspace; nothing is written, the index is only compared."""
    counts, problems = _measured(files, max_bytes)
    on_disk, stale = indexer.difference()
    model, serving = models.names()
    stats = indexer.index.stats(model)
    known = indexer.index.files()
    problems += [
        f"{path}:{line}: {why}" for path, row in known.items() for line, why in row.problems
    ]
    history = files.journal.entries()
    matters = _matters(active)
    most = hygiene.limits.idle_days
    idle = [b for b in matters if not b.pinned and b.idle(active.editor.today) > most]
    problems += [text for text in (active.brake(), *back) if text]
    return Status(
        workspace=str(files.workspace.root),
        today=today,
        zone=zone,
        language=language,
        layers=dict(sorted(counts.items())),
        core=core,
        on_disk=on_disk,
        indexed=stats.files,
        stale=stale,
        chunks=stats.chunks,
        embedded=stats.embedded,
        model=model,
        serving=serving,
        filling=filling,
        last_write=history[-1].at if history else "",
        changes=len(history),
        problems=tuple(problems),
        open_matters=len(matters),
        idle_matters=len(idle),
        topics=len(audit.topics.entries()),
        orphans=tuple(f"{flaw.name}: {flaw.reason}" for flaw in audit.flaws()),
        next_job=next_job(jobs) or hygiene.next_run(),
        alarms=alarms(jobs, history[-1].at if history else "", now, turns_seen),
        watch=watch,
    )


def next_job(jobs: Sequence[View]) -> str:
    """Say which job comes next where jobs are done at all."""
    if not any(view.last for view in jobs):
        return ""
    coming = [view for view in jobs if view.next]
    first = min(coming, key=lambda view: view.next.timestamp() if view.next else 0, default=None)
    if first is None:
        return ""
    due = " is due since" if first.state == "due" else ""
    return f"{first.name}{due} {first.next:%Y-%m-%d %H:%M}"


def _measured(files: Files, max_bytes: int) -> tuple[dict[str, LayerCount], list[str]]:
    """Return what each layer holds, and what could not be read."""
    scan = files.workspace.scan()
    counts: dict[str, LayerCount] = {}
    problems = [f"{p.path}: {p.reason}" for p in scan.problems]
    for entry in scan.files:
        try:
            data = read_bytes(files.workspace.resolve(entry.path), entry.path, max_bytes)
        except PathError as error:
            problems.append(error.message)
            continue
        held = counts.get(entry.layer, LayerCount(0, 0))
        tokens = estimate(to_text(data or b""))
        counts[entry.layer] = LayerCount(held.files + 1, held.tokens + tokens)
    return counts, problems


def _matters(active: Active) -> list[Block]:
    """Return what is open; a file that cannot be read is among the problems of the scan."""
    with contextlib.suppress(PathError):
        return [block for block in active.blocks() if not block.done]
    return []

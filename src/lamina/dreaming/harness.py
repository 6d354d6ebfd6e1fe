"""Show what REM and deep would make of the notes, or of old ones; nothing is written anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from lamina.documents.changes import to_bytes
from lamina.documents.kinds import Layer
from lamina.dreaming import host, promotions, rem, reports
from lamina.dreaming.backfill import grounded, read_old
from lamina.dreaming.evidence import Evidence
from lamina.dreaming.scoring import HALF_LIFE, rank
from lamina.layers.long_term import path_in
from lamina.search.indexer import indexed
from lamina.storage.contract import FileRow, Scope
from lamina.storage.sqlite_index import SqliteIndex

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.dreamer import Dreamer
    from lamina.dreaming.grounded import GroundedNote
    from lamina.dreaming.old_notes import OldNotes
    from lamina.dreaming.scoring import Ranked


@dataclass(frozen=True, slots=True)
class Preview:
    """What a sweep would see. ``notes`` and ``grounded`` are None where they were not asked for."""

    workspace: str
    today: date
    facts: tuple[Candidate, ...]
    themes: tuple[rem.Theme, ...]
    truths: tuple[tuple[Candidate, float], ...]
    ranked: tuple[Ranked, ...]
    gates: dict[str, Any]
    rem_limits: dict[str, Any]
    notes: OldNotes | None = None
    signals: int = 0
    grounded: tuple[GroundedNote, ...] | None = None
    scanned: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the shape hosts show."""
        notes = self.notes
        body = reports.rem(self.themes, self.truths).splitlines()[2:]
        return {
            "workspaceDir": self.workspace,
            "sourcePath": notes.source if notes else None,
            "sourceFiles": [note.path for note in notes.notes] if notes else [],
            "historicalImport": {
                "importedFileCount": len(notes.notes),
                "importedSignalCount": self.signals,
                "skippedPaths": [f"{path}: {why}" for path, why in notes.skipped],
            }
            if notes
            else None,
            "remConfig": self.rem_limits,
            "deepConfig": self.gates,
            "rem": {
                "skipped": False,
                "sourceEntryCount": len(self.facts),
                "reflections": [row for row in body if row.startswith("- Theme: ")],
                "candidateTruths": [
                    {
                        "snippet": one.text,
                        "confidence": round(sure, 2),
                        "evidence": one.places[-1].citation,
                    }
                    for one, sure in self.truths
                ],
                "candidateKeys": [one.key for one, _ in self.truths],
                "bodyLines": body,
            },
            "grounded": {
                "workspaceDir": self.workspace,
                "scannedFiles": self.scanned,
                "files": [note.as_dict() for note in self.grounded],
            }
            if self.grounded is not None
            else None,
            "deep": {
                "candidateCount": len(self.ranked),
                "candidates": [host.candidate_of(one, self.today) for one in self.ranked],
            },
        }


class Harness:
    """Makes previews with a dreamer whose state is a copy in memory."""

    def __init__(self, dreamer: Dreamer) -> None:
        self.dreamer = dreamer

    def preview(
        self, source: Path | None = None, *, grounded_too: bool = False, promoted: bool = False
    ) -> Preview:
        """Return what REM and deep would make of the workspace, or of the notes at a path.

        Raises:
            UsageError, PathError: as ``old_notes.read_notes``.
        """
        dreamer = self.dreamer
        editor, today = dreamer.editor, dreamer.editor.today
        root = editor.files.workspace.root
        notes = read_old(source, editor) if source else None
        old = notes
        if grounded_too and old is None:
            old = read_old(root / "memory", editor)
        found = grounded(old, dreamer.evidence.state) if grounded_too and old else None
        signals = 0
        if notes:
            evidence, signals = self._seeded(notes)
            facts = evidence.noted(date.min)
            themes, truths = rem.themes(facts), rem.truths(facts)
            ranked = [rank(one, today, dreamer.weights, dreamer.gates) for one in facts]
            ranked.sort(key=lambda r: (-r.score, -r.candidate.recalls, r.candidate.key))
        else:
            sweep = dreamer.sweep(dry_run=True)
            facts, themes, truths = list(sweep.staged), list(sweep.themes), list(sweep.truths)
            ranked = dreamer.ranked()
        return Preview(
            str(root),
            today,
            tuple(facts),
            tuple(themes),
            tuple(truths),
            tuple(ranked if promoted else self._not_promoted(ranked)),
            self._gates(),
            {
                "lookbackDays": rem.LOOKBACK,
                "limit": rem.THEMES,
                "minPatternStrength": rem.STRENGTH,
            },
            notes,
            signals,
            tuple(found) if found is not None else None,
            len(old.notes) if old else 0,
        )

    def _seeded(self, notes: OldNotes) -> tuple[Evidence, int]:
        """Return evidence that knows these notes alone, and how many lines they gave."""
        index = SqliteIndex(None)
        rows = []
        for note in notes.notes:
            data = to_bytes(note.text)
            row = FileRow(
                note.path,
                Layer.DAILY,
                Scope.ALWAYS,
                str(note.day),
                len(data),
                0,
                0,
                sha256(data).hexdigest(),
                0,
                {},
            )
            rows.append(indexed(row, data))
        index.replace(rows)
        evidence = Evidence(self.dreamer.evidence.state, index, self.dreamer.evidence.indexer)
        evidence.take_in_indexed()
        return evidence, len(evidence.dreams.noted_since(str(date.min)))

    def _not_promoted(self, ranked: Sequence[Ranked]) -> list[Ranked]:
        read = self.dreamer.editor.files.read
        text = read(path_in(read)) or ""
        gone = {one.key for one in promotions.read(text)} | self.dreamer.dreams.promotions().keys()
        return [one for one in ranked if one.candidate.key not in gone]

    def _gates(self) -> dict[str, Any]:
        gates = self.dreamer.gates
        return {
            "minScore": gates.min_score,
            "minRecallCount": gates.min_recalls,
            "minUniqueQueries": gates.min_queries,
            "recencyHalfLifeDays": HALF_LIFE,
            "maxAgeDays": gates.max_age_days,
            "maxPromotedSnippetTokens": self.dreamer.settings.max_promoted_snippet_tokens,
        }

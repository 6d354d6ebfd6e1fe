"""Writes what a night leaves to read: the reports of its phases, and DREAMS.md.

What cannot be written there is said in a note of the draft, and fails no sweep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.dreaming import diary, reports
from lamina.errors import PathError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.documents.workspace import Workspace
    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.deep import Outcome
    from lamina.dreaming.prose import Prose
    from lamina.dreaming.rem import Theme
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft


class NightFiles:
    """Writes on a draft; ``storage`` says where reports go: separate, inline or both."""

    def __init__(self, daily: Daily, storage: str) -> None:
        self._daily = daily
        self._storage = storage

    def report(
        self,
        draft: Draft,
        staged: Sequence[Candidate],
        themes: Sequence[Theme],
        truths: Sequence[tuple[Candidate, float]],
        outcome: Outcome,
    ) -> None:
        """Write the phases' reports."""
        rows = {"light": reports.light(staged)} if staged else {}
        if themes or truths:
            rows["rem"] = reports.rem(themes, truths)
        written = self._storage == "separate"
        if not written and rows:
            written = not self._into_note(draft, rows) or self._storage == "both"
        if written:
            rows["deep"] = reports.deep(outcome) + reports.rulings(outcome)
            for phase, text in rows.items():
                path = f"{reports.FOLDER}/{phase}/{draft.today}.md"
                draft.put(path, reports.page(phase, text))

    def _into_note(self, draft: Draft, rows: Mapping[str, str]) -> bool:
        """Put reports into blocks of the day's note; say whether they can stand there."""
        try:
            path, text = self._daily.begun(draft)
            for phase, body in rows.items():
                text = reports.with_block(text, phase, body)
        except (PathError, ValueError) as error:
            draft.notes.append(f"The reports are not in the day's note. {error}")
            return False
        draft.put(path, text)
        return True

    def tell(
        self, draft: Draft, outcome: Outcome, night: diary.Night | None, prose: Prose | None
    ) -> None:
        """Write DREAMS.md: the last deep phase, and where the night tells something, its entry."""
        path = diary_path(draft.files.workspace)
        draft.notes += prose.notices if prose else ()
        try:
            before = draft.read(path) or f"{diary.TITLE}\n"
            text = reports.with_block(before, "deep", reports.deep(outcome))
        except (PathError, ValueError) as error:
            draft.notes.append(f"The dream diary was not written. {error}")
            return
        if night:
            told = prose.text if prose and prose.night == night else ""
            if prose and prose.text and not told:
                draft.notes.append(
                    "The dream diary is plain: the notes changed while the model wrote."
                )
            text = diary.with_entry(text, draft.moment, told or diary.plain_entry(night))
        draft.put(path, text)


def diary_path(workspace: Workspace) -> str:
    """Return the name of the diary: DREAMS.md, or a dreams.md that is there."""
    names = {path.name for path in workspace.root.iterdir()}  # a disk may take both for the same
    return "dreams.md" if "dreams.md" in names else "DREAMS.md"

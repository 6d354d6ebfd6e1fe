"""Commands of backfill: what old notes have to say, shown, written, taken back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lamina.cli.common import counted, global_options, note, opened, options, show

if TYPE_CHECKING:
    from lamina.dreaming.backfill import Backfilled, RolledBack
    from lamina.dreaming.harness import Preview

_PATH = click.Path(path_type=Path)


@click.command(short_help="Preview REM, deep and what old notes give; nothing is written.")
@click.option("--path", type=_PATH, help="Old notes: a file or a folder, also outside.")
@click.option("--grounded", is_flag=True, help="Show what each note gives, without a model.")
@click.option("--include-promoted", is_flag=True, help="Show what is in MEMORY.md already too.")
@global_options
def rem_harness(path: Path | None, grounded: bool, include_promoted: bool) -> None:
    """Show reflections, possible truths and candidates, of the workspace or of old notes.

    With --grounded: what happened, reflections, candidates and possible lasting updates of each
    note, every line with its place. Nothing is written at all.

    Example: lamina rem-harness --path memory --grounded
    """
    found = opened().harness.preview(path, grounded_too=grounded, promoted=include_promoted)
    show(found.as_dict(), _preview(found))
    if options().get("as_json"):
        return
    for name, why in found.notes.skipped if found.notes else ():
        note(f"{name} was left out: {why}")
    note("Nothing was written.")


def _preview(found: Preview) -> list[str]:
    rows: list[str] = []
    for old in found.grounded or ():
        rows += [click.style(old.path, fg="cyan"), "", *old.markdown.splitlines(), ""]
    if found.grounded is not None:
        given = counted(len(found.grounded), "note")
        rows += [f"{given} of {found.scanned} have something to say.", ""]
    rows += ["REM, " + counted(len(found.facts), "fact") + ":"]
    rows += [f"  theme {t.tag} ({counted(t.count, 'fact')})" for t in found.themes]
    rows += [f"  · {fact.text}  [{sure:.2f}]" for fact, sure in found.truths]
    rows += ["", "Deep, " + counted(len(found.ranked), "candidate") + ":"]
    for ranked in found.ranked[:10]:
        one = ranked.candidate
        mark = "✓" if ranked.passed else "·"
        lacks = "" if ranked.passed else f"  [{'; '.join(map(str, ranked.lacks))}]"
        mainly = "  (mainly grounded)" if one.mainly_grounded else ""
        rows.append(
            f"  {ranked.score:.3f} {mark} {one.text}{mainly}" + click.style(lacks, dim=True)
        )
    return rows


@click.command(short_help="Write diary entries from old notes, and take them back.")
@click.option("--path", type=_PATH, help="Old notes: a file or a folder, also outside.")
@click.option("--stage-short-term", is_flag=True, help="Let what may last be a candidate too.")
@click.option("--rollback", is_flag=True, help="Take the diary entries out again.")
@click.option("--rollback-short-term", is_flag=True, help="Forget what was staged.")
@global_options
def rem_backfill(
    path: Path | None, stage_short_term: bool, rollback: bool, rollback_short_term: bool
) -> None:
    """Write what old notes give into DREAMS.md, under the notes' days; earlier backfill goes.

    With --stage-short-term lines likely to last become candidates that are mainly grounded: without
    recalls they pass no gate by themselves. The rollbacks give back what was there, byte for byte.

    Example: lamina rem-backfill --path memory --stage-short-term
    """
    from lamina.errors import UsageError

    back = rollback or rollback_short_term
    if back == (path is not None) or (back and stage_short_term):
        raise UsageError(
            "Either --path or a rollback is needed; nothing was done.",
            "lamina rem-backfill --path memory, or: lamina rem-backfill --rollback",
        )
    memory = opened()
    if path is None:
        gone = memory.backfill.roll_back(diary=rollback, staged=rollback_short_term)
        show(gone.as_dict(), _back(gone))
        return
    found = memory.backfill.write(path, stage=stage_short_term)
    show(found.as_dict(), _written(found))
    if options().get("as_json"):
        return
    for name, why in found.notes.skipped:
        note(f"{name} was left out: {why}")
    if found.change:
        note(f"Take it back with: lamina undo {found.change}, or lamina rem-backfill --rollback")
    if found.staged:
        note("Forget what was staged with: lamina rem-backfill --rollback-short-term")


def _written(found: Backfilled) -> list[str]:
    read = counted(len(found.notes.notes), "note")
    earlier = f", in the place of {found.replaced}" if found.replaced else ""
    entries = "entry" if found.grounded == 1 else "entries"
    rows = [f"{read} read, {found.grounded} {entries} in {found.diary}{earlier}."]
    if found.staged is not None:
        rows.append(f"{counted(found.staged, 'line')} staged as grounded evidence.")
    return rows


def _back(gone: RolledBack) -> list[str]:
    rows = []
    if gone.entries is not None:
        entries = "entry" if gone.entries == 1 else "entries"
        rows.append(f"{gone.entries} {entries} taken out of {gone.diary}.")
    if gone.staged is not None:
        rows.append(f"{counted(gone.staged, 'staged line')} forgotten.")
    return rows

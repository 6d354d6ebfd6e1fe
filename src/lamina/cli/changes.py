"""Commands for what Lamina changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lamina.cli.common import global_options, opened, show

if TYPE_CHECKING:
    from lamina.documents.history import Entry


@click.command(short_help="List what Lamina changed.")
@click.option(
    "-n", "--limit", type=click.IntRange(0), default=20, help="Maximum number of changes; 0: all."
)
@click.argument("change", type=click.IntRange(1), required=False)
@global_options
def history(limit: int, change: int | None) -> None:
    """List what Lamina changed, newest first; with a number, show that change's lines.

    Example: lamina history 3
    """
    memory = opened()
    if change is not None:
        entry = memory.files.journal.entry(change)
        files = [
            {"path": f.path, "line": h.line + 1, "removed": h.removed, "added": h.added}
            for f in entry.files
            for h in f.hunks
        ]
        show(entry.summary() | {"hunks": files}, [_line(entry), *_hunks(entry)])
        return
    entries = memory.history(limit)
    show(
        [entry.summary() for entry in entries],
        [_line(entry) for entry in entries] or ["Nothing was changed yet."],
    )


@click.command(short_help="Take back a change.")
@click.argument("change", type=click.IntRange(1), required=False)
@click.option("--to", type=click.IntRange(1), help="Take back this change and all after it.")
@click.option("--dry-run", is_flag=True, help="Only show what would be taken back.")
@global_options
def undo(change: int | None, to: int | None, dry_run: bool) -> None:
    """Take back the last change, or the one with this number (see `lamina history`).

    With --to, everything since that change is taken back: the folder is as it was before it.

    Example: lamina undo 3
    """
    memory = opened()
    if to is not None and not dry_run:
        taken = memory.undo_to(to)
        rows = [f"Took back change {entry.undoes}: {entry.summary()['command']}" for entry in taken]
        numbers = [entry.undoes for entry in taken]
        show({"undoes": numbers}, rows or ["Nothing of that still stands."])
        return
    change = to if to is not None else change
    if dry_run:
        plan = memory.undo_plan(change or 0)
        show({"undoes": plan.undoes, "diff": plan.diff()}, [plan.diff()])
        return
    entry = memory.undo(change or 0)
    assert entry is not None  # noqa: S101 - an undo is always recorded
    paths = ", ".join(file.path for file in entry.files) or "nothing on disk"
    show(
        entry.summary(),
        [f"Took back change {entry.undoes}: {paths} (to bring it back: lamina undo {entry.id})"],
    )


def _line(entry: Entry) -> str:
    summary = entry.summary()
    files = ", ".join(f"{f['path']} +{f['added']} -{f['removed']}" for f in summary["files"])
    state = ""
    if entry.undoes is not None:
        state = f"  (takes back {entry.undoes})"
    if entry.undone_by is not None:
        state += f"  (taken back by {entry.undone_by})"
    if entry.forgotten:
        state += "  (its content was forgotten; it cannot be taken back)"
    number = click.style(f"{entry.id:4}", fg="cyan")
    return f"{number}  {entry.at}  {entry.author}  {entry.command}  {files}{state}"


def _hunks(entry: Entry) -> list[str]:
    rows = []
    for file in entry.files:
        rows.append(f"--- {file.path}")
        for hunk in file.hunks:
            rows += [click.style(f"-{line}", fg="red") for line in hunk.removed.splitlines()]
            rows += [click.style(f"+{line}", fg="green") for line in hunk.added.splitlines()]
    return rows

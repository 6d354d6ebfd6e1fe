"""Commands for the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lamina.cli.common import counted, global_options, note, opened, progress, show

if TYPE_CHECKING:
    from lamina.memory import Memory
    from lamina.search.indexer import SyncReport


@click.group(short_help="Update the index, or rebuild it.")
@global_options
def index() -> None:
    """Update the search index, rebuild it, rebuild the daily index from the notes."""


@index.command()
@click.option("--no-embed", is_flag=True, help="Words only; leave vectors for later.")
@click.option("--behind", is_flag=True, hidden=True)  # how a search starts it
@global_options
def sync(no_embed: bool, behind: bool) -> None:
    """Index what is new or changed; embed what has no vector yet.

    Example: lamina index sync
    """
    memory = opened()
    if behind:
        memory.background.give_way()
        memory.sync()
        if memory.vectors is not None:
            memory.background.fill(memory.vectors)
        return
    _report(memory, memory.sync(progress=progress("Indexing files")), embed=not no_embed)


@index.command()
@click.option("--no-embed", is_flag=True, help="Words only; leave vectors for later.")
@global_options
def rebuild(no_embed: bool) -> None:
    """Forget the index and make it again from the files.

    Example: lamina index rebuild
    """
    memory = opened()
    report = memory.indexer.rebuild(progress=progress("Indexing files"))
    _report(memory, report, embed=not no_embed)


@index.command(name="rebuild-daily")
@click.option("--apply", "apply_", is_flag=True, help="Write it; otherwise only shown.")
@global_options
def rebuild_daily(apply_: bool) -> None:
    """Make memory/daily-index.md from the daily notes.

    Example: lamina index rebuild-daily --apply
    """
    memory = opened()
    plan = memory.daily.rebuild_plan()
    entry = memory.apply(memory.daily.rebuild_plan) if apply_ else None
    shown = plan.diff() or "The daily index is as the notes say."
    show({"diff": plan.diff(), "applied": entry is not None}, [shown])
    for text in plan.notes:
        note(text)
    if plan.diff() and not apply_:
        note("Nothing was written; repeat with --apply.")


def _report(memory: Memory, report: SyncReport, *, embed: bool) -> None:
    embedded = 0
    if embed and memory.vectors is not None:
        embedded = memory.background.fill(
            memory.vectors,
            progress=progress("Embedding"),
            waiting=lambda: note("Another process makes vectors; waiting for it to end."),
        )
    model = memory.vectors.name if memory.vectors else ""
    result = report.as_dict() | {"embedded": embedded, "model": model}
    counts = ", ".join(
        f"{key} {result[key]}"
        for key in ("added", "changed", "moved", "removed", "embedded")
        if result[key]
    )
    show(result, [counted(report.files, "file") + (f": {counts}" if counts else ", nothing to do")])
    for text in ([report.healed] if report.healed else []) + [
        *result["failures"],
        *result["skipped"],
        *result["warnings"],
    ]:
        note(text)
    if memory.vectors is None:
        note(
            'No embedding model: words only. To search by meaning too: pip install "lamina[local]"'
        )

"""Commands that set up and look at a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lamina.cli.common import asks, counted, global_options, note, opened, options, show
from lamina.cli.core import move_rows

if TYPE_CHECKING:
    from lamina.layers.setup import Setup
    from lamina.memory import Memory

NOBODY = "nobody switched it on"  # what a schedule says that was never switched


@click.command(short_help="Set up a workspace, new or old; shows everything first.")
@click.argument("folder", required=False)
@click.option(
    "--language",
    type=click.Choice(["en", "de", "ru", "zh"]),
    help="Of headings and labels; otherwise found from the notes.",
)
@click.option("--many-agents", is_flag=True, help="Make the folder for agent types too.")
@click.option("--docs", is_flag=True, help="Make docs/ too.")
@click.option(
    "--dream/--no-dream",
    default=None,
    help="Let memory dream at night, or not; otherwise a person is asked once.",
)
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@click.option("--diff", "show_diff", is_flag=True, help="Show every line that would change.")
@global_options
def init(
    folder: str | None,
    language: str | None,
    many_agents: bool,
    docs: bool,
    dream: bool | None,
    apply_: bool,
    show_diff: bool,
) -> None:
    """Set up a workspace: look at what is there, show the plan, and with --apply carry it out.

    Nothing is deleted: what MEMORY.md has no room for moves to the layer it belongs on, and the
    report says where. `lamina undo` gives the folder back as it was.

    Example: lamina init ~/agents/chiti --apply
    """
    from lamina.documents.workspace import check_name

    root = _meant(folder)
    check_name(root)
    if not root.exists() and not apply_:
        text = f"{root} is not there; --apply creates it, MEMORY.md and memory/ in it."
        show({"workspace": str(root), "create": [str(root)], "applied": False}, [text])
        return
    if apply_:
        make_folder(root)
    memory = opened(str(root))
    found = memory.setup(language or "", many_agents=many_agents, docs=docs)
    entry = memory.apply(found.plan) if apply_ else None
    rows = [found.plan.diff(), ""] if show_diff and found.plan.changes else []
    rows += setup_rows(found, str(memory.workspace.root), done=apply_)
    dreams = _dreaming(memory, dream, apply_=apply_)
    rows.append(f"  dreaming  {dreams}")
    show(
        found.as_dict()
        | {
            "workspace": str(memory.workspace.root),
            "applied": apply_,
            "change": entry.id if entry else None,
            "dreaming": dreams,
            **({"diff": found.plan.diff()} if show_diff else {}),
        },
        rows,
    )
    for text in found.plan.notes:
        note(text)
    if entry:
        note(f"Take it back with: lamina undo -w {memory.workspace.root}")
    elif not found.plan.empty:
        note("Nothing was written; see every line with --diff, do it with --apply.")


def _dreaming(memory: Memory, wanted: bool | None, *, apply_: bool) -> str:
    """Switch dreaming as asked for, ask a person who was never asked; say how it stands."""
    host = f"OpenClaw dreams here too ({memory.host.frequency}): one of the two is enough"
    also = f"; {host}" if memory.host.dreams else ""
    on, because = memory.schedule.enabled() if apply_ else (False, "")
    if apply_ and wanted is None and not on and because == NOBODY and asks():
        rule = "At night, let what kept being needed become long-term memory (a line you can undo)?"
        wanted = click.confirm(rule + (f" {host}." if memory.host.dreams else ""), default=False)
    if apply_ and wanted is not None:
        memory.schedule.switch(on=wanted)
        on, because = memory.schedule.enabled()
    if apply_:
        said = f"on ({memory.schedule.settings.frequency})" if on else f"off ({because})"
        return said + ("" if on else ": lamina dream on") + also
    return ("to be switched on" if wanted else "off unless --dream or: lamina dream on") + also


def setup_rows(found: Setup, root: str, *, done: bool) -> list[str]:
    """Return the page that init shows."""
    rows = [click.style(root, bold=True)]
    files = ", ".join(f"{count} {layer}" for layer, count in found.files.items())
    rows.append(f"  holds     {files or 'nothing yet'}")
    if found.layouts:
        seen = ", ".join(f"{one.name} ({one.evidence})" for one in found.layouts)
        rows.append(f"  follows   {seen}")
    rows.append(
        f"  each turn {found.tokens_now:,} tokens of core files now, {found.tokens_after:,} after"
    )
    rows.append(f"  MEMORY.md {found.memory_lines_now} lines now, {found.memory_lines_after} after")
    for cut in found.cuts:
        lost = f" ({', '.join(cut.headings[:4])}{' …' if cut.headings[4:] else ''})"
        text = f"lines {cut.start}-{cut.end} of {cut.path} never reach your agent"
        rows.append(click.style(f"  cut       {text}{lost if cut.headings else ''}", fg="yellow"))
    if found.duplicates:
        rows.append(f"  twice     {counted(found.duplicates, 'line')} of MEMORY.md")
    if found.secrets:
        shown = ", ".join(found.secrets[:4]) + (" …" if found.secrets[4:] else "")
        text = f"  secrets   {len(found.secrets)}: {shown}"
        rows.append(click.style(text, fg="yellow"))
    matters = ", ".join(found.open_matters[:8]) + (" …" if found.open_matters[8:] else "")
    count = counted(len(found.open_matters), "matter")
    rows.append(f"  open      {count}{f': {matters}' if matters else ''}")
    if found.plan.empty:
        return [*rows, "", "Everything is set up already."]
    rows.append("")
    made, changed = ("Created", "Changed") if done else ("Would create", "Would change")
    if found.created:
        rows.append(f"{made} {', '.join(found.created)}.")
    if found.changed:
        rows.append(f"{changed} {', '.join(found.changed)}.")
    if found.moves:
        rows.append("Moved:" if done else "Would move, line by line:")
        rows += move_rows(found.moves)
    return rows


def _meant(folder: str | None) -> Path:
    """Return the folder to set up: the one named, the agent's, LAMINA_WORKSPACE, or this one."""
    from lamina.config import check_agent, load
    from lamina.places import Places

    named, agent, places = folder or options().get("workspace"), options().get("agent"), Places.of()
    if not named and agent:
        agents = load(places).agents
        check_agent(agent, agents)
        named = agents.get(agent)
    return Path(named or places.workspace or places.cwd).expanduser()


def make_folder(root: Path) -> None:
    """Make the folder of a workspace, or raise WorkspacePathError."""
    from lamina.documents.private import make_private
    from lamina.errors import WorkspacePathError

    try:
        make_private(root)
    except OSError as error:
        raise WorkspacePathError(root, f"it cannot be created ({error.strerror})") from error


@click.command(short_help="Show the workspace on one screen.")
@global_options
def status() -> None:
    """Show the workspace on one screen: tokens by layer, index, what is open, next job, problems.

    Example: lamina status
    """
    memory = opened()
    found = memory.status()
    why = f" ({memory.found.why})" if memory.found.why else ""
    rows = [
        click.style(found.workspace, bold=True) + why,
        f"today {found.today} ({found.zone}), language {found.language}",
        "",
    ]
    rows += [
        f"  {name:<10} {count.files:>6} {'file ' if count.files == 1 else 'files'}"
        f" {count.tokens:>10,} tokens"
        for name, count in found.layers.items()
    ]
    core = found.core
    rows += ["", f"core       {core.tokens:,} of {core.budget:,} tokens every turn"]
    vectors = (
        f", {found.embedded:,} of {found.chunks:,} lines embedded"
        if found.model
        else ", words only"
    )
    if found.filling:
        vectors += f", more in the background (process {found.filling})"
    if found.serving != found.model:
        vectors += f"; until then vectors of {found.serving} serve"
    rows.append(
        f"index      {found.index_state}: on disk {found.on_disk}, indexed {found.indexed}"
        f"{f', {found.stale} differ' if found.stale else ''}{vectors}"
    )
    idle = f", {found.idle_matters} idle for long" if found.idle_matters else ""
    rows.append(f"open       {counted(found.open_matters, 'matter')}{idle}")
    rows.append(f"topics     {found.topics} in the index")
    rows.append(f"next job   {found.next_job}")
    rows.append(f"last write {found.last_write or 'never'} ({counted(found.changes, 'change')})")
    if found.watch:
        flushed = f"{found.watch.last_flush[:16]} ({found.watch.outcome})"
        last = flushed if found.watch.last_flush else "never"
        rows.append(f"sessions   {found.watch.sessions}, last flush {last}")
        if found.watch.last_decision:
            rows.append(click.style(f"           {found.watch.last_decision}", dim=True))
    red = (*found.alarms, *(found.watch.warnings if found.watch else ()))
    rows += [click.style(f"! {text}", fg="red") for text in red]
    wrong = (*core.warnings, *found.orphans, *found.problems)
    rows += [click.style(f"! {text}", fg="yellow") for text in wrong]
    show(found.as_dict(), rows)

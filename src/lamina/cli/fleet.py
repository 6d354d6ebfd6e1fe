"""Commands for all agents at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, given_settings, global_options, note, options, show

if TYPE_CHECKING:
    from lamina.fleet.fleet import Done, Fleet
    from lamina.fleet.glance import View

_WIDTHS = "{:<20} {:>13} {:>5} {:>6} {:>9}  {:<16}  {:<16}  {}"
_HEAD = ("agent", "tokens a turn", "open", "topics", "findings", "last write", "last dream", "next")


@click.group()
@global_options
def fleet() -> None:
    """Look at all agents at once, and do in each what is due.

    The agents are those of your settings ([agents]) and of a file (fleet.file, or --file); with
    --agent A,B only these.
    """


_FILE = click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Lists agents and what they share, in place of fleet.file.",
)
_CHECK = click.option("--check", is_flag=True, help="Every rule of the doctor, not the quick ones.")


@fleet.command(name="list")
@_FILE
@global_options
def list_(file: Path | None) -> None:
    """List the agents, their folders and what they share.

    Example: lamina fleet list
    """
    opened = opened_fleet(file)
    found = [member for member in opened.members if not _named() or member.name in _named()]
    shares = opened.config.shared.values()
    rows, listed = [], []
    for member in found:
        may = [
            f"{s.name} (append)" if s.may_append(member.name) else s.name
            for s in shares
            if s.may_read(member.name)
        ]
        listed.append(member.as_dict() | {"shared": may})
        shared = f"  shares {', '.join(may)}" if may else ""
        rows.append(f"{member.name:<20} {member.root}{shared}")
    show(listed, rows or ["No agents are listed: lamina fleet scan"])


@fleet.command()
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@_FILE
@_CHECK
@global_options
def scan(folders: tuple[Path, ...], file: Path | None, *, check: bool) -> None:
    """Find agents: those listed, OpenClaw's, and workspaces below some folders. Writes nothing.

    Example: lamina fleet scan ~/agents
    """
    from lamina.fleet.members import chosen, entries

    opened = opened_fleet(file)
    found, problems = opened.found(folder.expanduser() for folder in folders)
    found = chosen(found, _named())
    lines = entries(found)
    views = opened.look(found, every_rule=check)
    _show(views, {"problems": list(problems), "settings": lines or None}, check=check)
    for text in problems:
        note(text)
    if lines and not options().get("as_json"):
        note(f"Not listed yet; put into {opened.places.config_file}:\n{lines}")
    _end(views)


@fleet.command()
@_FILE
@_CHECK
@global_options
def status(file: Path | None, *, check: bool) -> None:
    """Show how every agent stands; the exit code is 1 where one could not be looked at.

    Nothing is written, no index made and no model loaded.

    Example: lamina fleet status --agent chiti,coder
    """
    from lamina.fleet.members import chosen

    opened = opened_fleet(file)
    views = opened.look(chosen(opened.members, _named()), every_rule=check)
    _show(views, {}, check=check)
    _end(views)


@fleet.command()
@click.option("--seconds", type=click.IntRange(1), help="Time it may take; else fleet.seconds.")
@_FILE
@global_options
def run(seconds: int | None, file: Path | None) -> None:
    """Do what is due in every agent's workspace, the one that waited longest first.

    What fails in one stops nothing in the others; then the exit code is 1.

    Example: lamina fleet run --seconds 60
    """
    from lamina.fleet.members import chosen

    opened = opened_fleet(file)
    done = opened.run(chosen(opened.members, _named()), seconds or 0)
    show({"agents": [one.as_dict() for one in done]}, [row for one in done for row in _told(one)])
    if any(one.failed for one in done):
        click.get_current_context().exit(1)


def opened_fleet(file: Path | None = None) -> Fleet:
    """Return the agents that the settings of this call, or a file, list."""
    from lamina.config import Places, load
    from lamina.documents import days
    from lamina.fleet.fleet import Fleet

    places, given = Places.of(), given_settings(agent=False)
    clock = days.utc_now
    if "now" in options():
        zone = days.zone_named(load(places, overrides=given).notes.timezone)
        moment = days.parse_moment(options()["now"], zone)
        clock = lambda: moment  # noqa: E731
    return Fleet(places, file=file, clock=clock, overrides=given)


def _named() -> tuple[str, ...]:
    """Return the agents that --agent names, with commas between them."""
    names = str(options().get("agent", "")).split(",")
    return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))


def _show(views: tuple[View, ...], more: dict[str, Any], *, check: bool) -> None:
    rows = [_WIDTHS.format(*_HEAD)] if views else ["No agents are listed: lamina fleet scan FOLDER"]
    for view in views:
        rows += _row(view)
    total = sum(view.tokens or 0 for view in views)
    show({"agents": [view.as_dict() for view in views], "tokens": total} | more, rows)
    if views and not options().get("as_json"):
        some = "all" if check else "the quick"
        note(f"{counted(len(views), 'agent')}, {total:,} tokens a turn; {some} rules were checked.")


def _end(views: tuple[View, ...]) -> None:
    """End with 1 where an agent could not be looked at."""
    if not all(view.seen for view in views):
        click.get_current_context().exit(1)


def _row(view: View) -> list[str]:
    wrong = [click.style(f"    ! {text}", fg="yellow") for text in view.problems]
    if not view.seen:
        name = click.style(f"{view.member.name:<20}", fg="red")
        return [f"{name} cannot be looked at: {view.member.root}", *wrong]
    cells = _WIDTHS.format(
        view.member.name,
        f"{view.tokens:,}/{view.budget:,}",
        view.open_matters,
        view.topics,
        view.findings,
        view.last_write[:16].replace("T", " ") or "never",
        view.last_dream[:16].replace("T", " ") or "never",
        view.next_job,
    )
    return [cells, *wrong]


def _told(one: Done) -> list[str]:
    if one.error:
        return [click.style(f"{one.name}: {one.error}", fg="red")]
    if one.beat is None:
        return [f"{one.name}: no time was left; repeat, or give more --seconds"]
    jobs = ", ".join(f"{ran.job} {ran.outcome.value}" for ran in one.beat.ran) or "nothing was due"
    left = f"; left for next time: {', '.join(one.beat.left)}" if one.beat.left else ""
    return [f"{one.name}: {jobs}{left}", *(f"    {text}" for text in one.beat.says)]

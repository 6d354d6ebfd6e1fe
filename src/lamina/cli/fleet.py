"""Commands for all agents at once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, given_settings, global_options, note, options, show
from lamina.documents import days

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from lamina.fleet.fleet import Done, Fleet
    from lamina.fleet.glance import View
    from lamina.fleet.work import Work
    from lamina.places import Places
    from lamina.storage.postgres_queue import Queued

_WIDTHS = "{:<20} {:>13} {:>5} {:>6} {:>9}  {:<16}  {:<16}  {}"
_NOBODY = "No agents are listed: lamina fleet scan (OpenClaw's), lamina fleet scan FOLDER"
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
    show(listed, rows or [_NOBODY])


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


@fleet.command()
@_FILE
@global_options
def schedule(file: Path | None) -> None:
    """Put what is due in every agent's workspace into the queue that workers take from.

    Workers look by themselves, too: it is for agents that are new, and for now. A job that waits
    already, or was set aside, is not put in again; agents that left the list are not looked at any
    more. Needs store.url.

    Example: lamina fleet schedule --file agents.toml
    """
    opened = opened_fleet(file)
    with closing(work_of(opened)) as work:
        new, gone = enrolled(opened, work)
        looked = work.look()
    seen = counted(looked.workspaces, "workspace")
    show(
        {
            "workspaces": looked.workspaces,
            "queued": looked.queued,
            "new": new,
            "gone": gone,
            "problems": list(looked.problems),
        },
        [f"{counted(looked.queued, 'job')} queued; {seen} looked at, {new} new, {gone} gone."],
    )
    for text in looked.problems:
        note(text)


@fleet.command()
@global_options
def jobs() -> None:
    """Show the queue: what runs, what waits, and what was set aside because it failed too often.

    Example: lamina fleet jobs --json
    """
    with closing(work_of(opened_fleet(None))) as work:
        listed, looked = work.queue.jobs(), work.queue.workspaces()
    wrong = [f"{root}: {problem}" for root, _, _, problem in looked if problem]
    states = ("running", "waiting", "aside")
    counts = {state: sum(one.state == state for one in listed) for state in states}
    shown = {"jobs": [one.as_dict() for one in listed], "workspaces": len(looked)}
    rows = [_queued(one) for one in listed] or ["Nothing is queued: lamina fleet schedule"]
    show(shown | counts | {"problems": wrong}, rows)
    for text in wrong:
        note(text)
    if not options().get("as_json"):
        said = ", ".join(f"{count} {state}" for state, count in counts.items())
        note(f"{said}; {counted(len(looked), 'workspace')} of {work.machine}.")


@fleet.command()
@click.argument("numbers", nargs=-1, type=int)
@click.option("--all", "every", is_flag=True, help="All that were set aside.")
@global_options
def retry(numbers: tuple[int, ...], *, every: bool) -> None:
    """Let jobs be tried again at once that were set aside, or wait after a failure.

    Example: lamina fleet retry 17
    """
    with closing(work_of(opened_fleet(None))) as work:
        count = work.queue.retry(_meant(work, numbers, every=every))
    show({"retried": count}, [f"{counted(count, 'job')} will be tried again."])


@fleet.command()
@click.argument("numbers", nargs=-1, type=int)
@click.option("--all", "every", is_flag=True, help="All that were set aside.")
@global_options
def drop(numbers: tuple[int, ...], *, every: bool) -> None:
    """Take jobs out of the queue that were set aside or wait; what is due comes back by itself.

    Example: lamina fleet drop 17
    """
    with closing(work_of(opened_fleet(None))) as work:
        count = work.queue.drop(_meant(work, numbers, every=every))
    show({"dropped": count}, [f"{counted(count, 'job')} taken out of the queue."])


def opened_fleet(file: Path | None = None) -> Fleet:
    """Return the fleet this call is about."""
    from lamina.fleet.fleet import Fleet
    from lamina.places import Places

    places, given = Places.of(), given_settings(agent=False)
    return Fleet(places, file=file, clock=_clock(places, given) or days.utc_now, overrides=given)


def work_of(opened: Fleet, say: Callable[[str], None] = lambda _: None) -> Work:
    """Return the work of a fleet's machine; by the database's clock unless --now is given."""
    from lamina.fleet.work import Work

    return Work(
        opened.places,
        opened.config,
        overrides=opened.overrides,
        say=say,
        clock=_clock(opened.places, opened.overrides),
    )


def enrolled(opened: Fleet, work: Work) -> tuple[int, int]:
    """Have the fleet's workspaces looked at; return how many are new, and how many left."""
    from lamina.fleet.members import chosen

    listed = [member.root for member in chosen(opened.members, _named())]
    name = opened.config.fleet.file or str(opened.places.config_file)
    return work.register(name, listed)


def _clock(places: Places, given: Mapping[str, str]) -> Callable[[], datetime] | None:
    """Return a clock that stands at --now; None where it is not given."""
    from lamina.config import load

    if "now" not in options():
        return None
    zone = days.zone_named(load(places, overrides=given).notes.timezone)
    moment = days.parse_moment(options()["now"], zone)
    return lambda: moment


def _meant(work: Work, numbers: tuple[int, ...], *, every: bool) -> list[int]:
    """Return the numbers of the jobs that are meant; UnknownNameError where one is not there."""
    if not numbers and not every:
        raise click.UsageError("Name jobs by their numbers (lamina fleet jobs), or --all.")
    aside = [one.id for one in work.queue.jobs() if one.state == "aside"] if every else []
    return [*(work.queue.job(number).id for number in numbers), *aside]


def _queued(one: Queued) -> str:
    state = click.style(f"{one.state:<8}", fg={"aside": "red", "running": "green"}.get(one.state))
    again = f"  again {one.at:%Y-%m-%d %H:%M:%S %Z}" if one.at and one.state == "waiting" else ""
    failed = f"  failed {one.failures}x: {one.said}" if one.failures else ""
    return f"{one.id:>6} {state} {one.job:<10} {one.root}{again}{failed}"


def _named() -> tuple[str, ...]:
    """Return the agents that --agent names, with commas between them."""
    names = str(options().get("agent", "")).split(",")
    return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))


def _show(views: tuple[View, ...], more: dict[str, Any], *, check: bool) -> None:
    rows = [_WIDTHS.format(*_HEAD)] if views else [_NOBODY]
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

"""Commands that let upkeep run by itself: heartbeat, jobs, daemon, schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lamina.cli.common import global_options, note, opened, options, show

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.upkeep.jobs import View

_COLOURS = {"failed": "red", "wrong": "red", "due": "yellow", "running": "green"}


@click.command(short_help="Do what is due; say only what needs a person.")
@click.option("--seconds", type=click.IntRange(1), help="Time it may take; else jobs.seconds.")
@global_options
def heartbeat(seconds: int | None) -> None:
    """Do the jobs that are due and print HEARTBEAT_OK, or short lines about what needs a person.

    A host's heartbeat, cron or a timer calls it as often as it likes.

    Example: lamina heartbeat
    """
    found = opened().heartbeat(seconds or 0)
    show(found.as_dict(), found.says or ["HEARTBEAT_OK"])


@click.command(short_help="Show the jobs of upkeep: last, next, state and why.")
@global_options
def jobs() -> None:
    """Show the jobs of upkeep: when each was last done, when it comes next, its state and why.

    Example: lamina jobs
    """
    views = opened().jobs.views()
    rows = [f"{'job':<12} {'last':<17} {'next':<17} state"]
    rows += [_row(view) for view in views]
    rows += [click.style(f"! {view.alarm}", fg="red") for view in views if view.alarm]
    show({"jobs": [view.as_dict() for view in views]}, rows)
    if not any(view.last for view in views) and not options().get("as_json"):
        note("None was done yet: lamina heartbeat, lamina daemon, or lamina schedule install")


def _row(view: View) -> str:
    state = click.style(f"{view.state:<8}", fg=_COLOURS.get(view.state))
    return f"{view.name:<12} {_moment(view.last):<17} {_moment(view.next):<17} {state} {view.why}"


def _moment(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else "-"

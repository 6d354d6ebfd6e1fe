"""Commands that let upkeep run by itself: heartbeat, jobs, daemon, schedule."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lamina.cli.common import global_options, note, opened, options, show

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from lamina.memory import Memory
    from lamina.upkeep.jobs import View
    from lamina.upkeep.schedules import Schedules, Step

_ENDING = 30.0  # seconds a daemon may take to end
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


@click.command(short_help="Run the jobs by their times, and answer searches from warm memory.")
@click.argument("what", type=click.Choice(["run", "stop", "status"]), default="run")
@global_options
def daemon(what: str) -> None:
    """Run in the foreground: do jobs when they are due, keep index and model warm for searches.

    `run` (the default) ends at Ctrl-C or SIGTERM, after the job it is at; `stop` asks the one that
    runs to end; `status` says whether one runs. Settings are read when it starts.

    Example: lamina daemon status
    """
    memory = opened()
    if what == "run":
        _run_daemon(memory)
        return
    process = memory.daemon.end(_ENDING) if what == "stop" else memory.daemon.running()
    said = f"process {process}" if process else "none runs"
    show(
        {"running": bool(process) and what == "status", "process": process or None},
        [f"The daemon of {memory.workspace.root}: {said}{' was ended' * (what == 'stop')}"],
    )


def _run_daemon(memory: Memory) -> None:
    from lamina.cli.main import carried_out
    from lamina.cli.resident import Resident
    from lamina.memory import Memory
    from lamina.upkeep.daemon import Duties

    root, places, overrides = memory.workspace.root, memory.places, memory.overrides
    resident = Resident(root, places, carried_out)
    out = sys.stdout  # answers are printed elsewhere

    def say(text: str) -> None:
        print(f"{memory.now:%Y-%m-%d %H:%M:%S} {text}", file=out, flush=True)

    def beat(stop: Callable[[], bool]) -> tuple[list[str], float]:
        with Memory(root, places=places, overrides=overrides, background=True) as now:
            done = now.heartbeat(tell=False, stop=stop)
            following = now.jobs.next()
            pause = (following - now.now).total_seconds() if following else float("inf")
            told = [one for one in done.ran if one.error or not one.result.idle]
            return [f"{one.job}: {one.error or one.outcome}" for one in told], pause

    if not memory.daemon.run(Duties(beat, resident.answer, resident.keep, resident.sync), say):
        say(f"a daemon runs already (process {memory.daemon.running()})")


@click.group()
def schedule() -> None:
    """Let this machine call the heartbeat: by a systemd timer, a cron line or OpenClaw's cron."""


_KIND = click.argument("kind", type=click.Choice(["systemd", "cron", "openclaw"]))


@schedule.command()
@_KIND
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@global_options
def install(kind: str, apply_: bool) -> None:
    """Install a schedule that calls the heartbeat every quarter of an hour; shows it first.

    Settings come from your settings file, not from the environment of this call.

    Example: lamina schedule install systemd --apply
    """
    schedules = opened().schedules
    _carry_out(schedules, kind, schedules.install(kind), apply_, "installed")


@schedule.command()
@_KIND
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@global_options
def remove(kind: str, apply_: bool) -> None:
    """Remove a schedule; crontab and unit folders are left as they were before it.

    Example: lamina schedule remove cron --apply
    """
    schedules = opened().schedules
    _carry_out(schedules, kind, schedules.remove(kind), apply_, "not installed")


@schedule.command(name="list")
@global_options
def list_() -> None:
    """List the schedules of this workspace that are installed.

    Example: lamina schedule list
    """
    found = opened().schedules.installed()
    rows = [f"{kind:<9} {where.rstrip()}" for kind, where in found.items()]
    show(found, rows or ["No schedule is installed."])


def _carry_out(
    schedules: Schedules, kind: str, steps: tuple[Step, ...], apply_: bool, state: str
) -> None:
    if apply_:
        schedules.apply(steps)
    rows = [step.shown().rstrip() for step in steps]
    show(
        {"kind": kind, "steps": rows, "applied": apply_ and bool(steps)},
        rows or [f"Nothing to do: {kind} is {state} already."],
    )
    if steps and not apply_:
        note("Nothing was written; repeat with --apply.")

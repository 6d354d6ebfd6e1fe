"""The command that hosts call at their events."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lamina.cli.common import global_options, options, say

if TYPE_CHECKING:
    from lamina.cli.resident import Resident


@click.command(short_help="Answer an event of a host (its hooks call this).")
@click.argument("host")
@click.argument("event")
@click.option("--seconds", type=float, default=0, help="It may take (each event has its limit).")
@global_options
def hook(host: str, event: str, seconds: float) -> None:
    """Answer an event of a host; what it tells is read from standard input.

    `lamina install` puts the calls into the host's settings. Whatever is wrong, the host is not
    disturbed: nothing is printed, the exit code is 0, and `lamina status` says what it was.

    Example: lamina hook claude-code SessionStart < event.json
    """
    resident = click.get_current_context().obj
    if resident is not None:
        _answer_in(resident, host, event)
        return
    from lamina.cli import start
    from lamina.documents import days
    from lamina.hosts.events import LONGEST
    from lamina.hosts.running import Hook

    given = options()
    overrides = dict(pair.partition("=")[::2] for pair in given.get("settings", ()))
    run = Hook(host, event, days.utc_now, given.get("workspace"), overrides, seconds)
    if "now" in given:
        moment = days.parse_moment(given["now"], days.zone_named(""))
        run.clock = lambda: moment
    if start.given:
        data = start.given[0]
    else:
        data = b"" if sys.stdin.isatty() else sys.stdin.buffer.read(LONGEST + 1)
    answered = run.run(data)
    if answered:
        say(answered)


def _answer_in(resident: Resident, host: str, name: str) -> None:
    """Answer in the daemon, with a memory that is open; what goes wrong the host's process does."""
    from pathlib import Path

    from lamina.hosts.events import read_event
    from lamina.hosts.hooks import answer

    event = read_event(host, name, resident.input.encode())
    folder = event.folder or Path("/")
    answered = answer(event, resident.memory_of(folder, event.kind, f"agent:{host}"))
    if answered:
        say(answered)

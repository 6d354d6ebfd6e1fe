"""The command that hosts call at their events."""

from __future__ import annotations

import sys

import click

from lamina.cli.common import global_options, options, say


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
    from lamina.cli import start
    from lamina.documents import days
    from lamina.hosts.events import LONGEST
    from lamina.hosts.running import Hook

    given = options()
    overrides = dict(pair.partition("=")[::2] for pair in given.get("settings", ()))
    run = Hook(host, event, days.utc_now, given.get("workspace"), overrides, seconds, say=say)
    if "now" in given:
        moment = days.parse_moment(given["now"], days.zone_named(""))
        run.clock = lambda: moment
    if start.given:
        data = start.given[0]
    else:
        nothing = sys.stdin is None or sys.stdin.isatty()
        data = b"" if nothing else sys.stdin.buffer.read(LONGEST + 1)
    answered = run.run(data)
    if answered:
        say(answered)

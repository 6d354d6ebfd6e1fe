"""The command of a worker process: it does what is due in many workspaces, beside others."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from lamina.cli.common import counted, global_options, say, show
from lamina.cli.fleet import enrolled, opened_fleet, work_of
from lamina.config import one_thread_each


@click.command(short_help="Do what is due in many workspaces, beside other workers.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Jobs at a time, each in another workspace.",
)
@click.option("--once", is_flag=True, help="Do what is due now, then end.")
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Lists agents and what they share, in place of fleet.file.",
)
@global_options
def worker(concurrency: int, file: Path | None, *, once: bool) -> None:
    """Take jobs of upkeep from the queue and do them, each under the lease of its workspace.

    Any number of workers, on any machines that mount the same folders under one store.machine,
    share the work; what a dead one left is taken up by another. Ends at Ctrl-C or SIGTERM, after
    the jobs under way. Needs store.url; the workspaces are those of your agents, or of a file.

    Example: lamina worker --concurrency 4
    """
    one_thread_each()
    done: list[str] = []

    def tell(text: str) -> None:
        done.append(text)
        say(text, err=True)

    opened = opened_fleet(file)
    with closing(work_of(opened, tell)) as work:
        if opened.members:
            enrolled(opened, work)
        if not once:
            tell(f"ready: queue {work.machine}, {counted(concurrency, 'job')} at a time")
        work.loop(concurrency=concurrency, once=once).run()
    show({"ended": True, "jobs": done if once else []}, ["Ended; nothing is under way."])

"""The command that hands work over to another agent."""

from __future__ import annotations

import click

from lamina.cli.common import counted, global_options, note, opened, options, show


@click.command(short_help="Hand a topic or a project over to another agent.")
@click.argument("name")
@click.option("--to", required=True, metavar="TYPE", help="The type of agent that takes over.")
@click.option("--kind", type=click.Choice(["topic", "project"]), help="Where NAME fits both.")
@click.option("--also", multiple=True, metavar="PATH", help="A further file its receiver reads.")
@click.option("--inline", is_flag=True, help="The files' text instead of their paths only.")
@click.option("--budget", type=click.IntRange(1), metavar="TOKENS", help="Maximum of --inline.")
@global_options
def handoff(
    name: str, to: str, kind: str | None, also: tuple[str, ...], inline: bool, budget: int | None
) -> None:
    """Print what to say to an agent that takes work over: real paths, the order, its files.

    Refused while passing notes are on the scratchpad. With --json it is a file that holds the
    receiver to these files: lamina mcp --handoff FILE.

    Example: lamina handoff "Stock sync" --to coding
    """
    found = opened().handoff(
        name, to, kind=kind or "", also=also, inline=inline, budget=budget or 0
    )
    show(found.as_dict(), [found.text.rstrip()])
    if not options().get("as_json"):
        note(f"{counted(len(found.reads), 'file')}, {found.tokens:,} tokens to say it.")
        for text in found.notes:
            note(text[:1].upper() + text[1:] + ".")

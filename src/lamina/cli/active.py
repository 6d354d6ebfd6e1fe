"""Commands for what is open now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lamina.cli.common import given_text, global_options, note, opened, show, wrote

if TYPE_CHECKING:
    from lamina.layers.active import Active
    from lamina.layers.active_blocks import Block


@click.group()
@global_options
def active() -> None:
    """Keep what is open now, with what was said about it."""


@active.command(name="open")
@click.argument("subject")
@click.argument("body", nargs=-1)
@click.option("--short", default="", help="A few words beside the subject.")
@click.option("--pin", is_flag=True, help="It always holds: it never leaves for being idle.")
@global_options
def open_(subject: str, body: tuple[str, ...], short: str, pin: bool) -> None:
    """Open a matter with what was said about it (`-` reads that from standard input).

    Example: lamina active open "Move" "The landlord wants the last three pay slips."
    """
    memory = opened()
    wrote(memory.active.open(subject, given_text(body), short=short, pin=pin))
    _brake(memory.active)


@active.command(name="note")
@click.argument("subject")
@click.argument("text", nargs=-1, required=True)
@global_options
def note_(subject: str, text: tuple[str, ...]) -> None:
    """Add to what was said about a matter.

    Example: lamina active note "Move" "He called: Friday at four."
    """
    memory = opened()
    wrote(memory.active.note(subject, given_text(text)))
    _brake(memory.active)


@active.command()
@click.argument("subject")
@click.option("--result", default="", help="How it ended.")
@click.option("--anyway", is_flag=True, help="Although tasks in it are not ticked.")
@global_options
def done(subject: str, result: str, anyway: bool) -> None:
    """Mark a matter as done; hygiene moves it into a daily note later.

    Example: lamina active done "Move" --result "Signed."
    """
    memory = opened()
    wrote(memory.active.done(subject, result, anyway=anyway))
    _brake(memory.active)


@active.command()
@click.argument("subject")
@click.argument("task", nargs=-1, required=True)
@global_options
def tick(subject: str, task: tuple[str, ...]) -> None:
    """Tick a task in a matter, named by a part of it.

    Example: lamina active tick "Move" "pay slips"
    """
    memory = opened()
    wrote(memory.active.tick(subject, given_text(task)))
    _brake(memory.active)


@active.command(name="list")
@click.option("--all", "all_", is_flag=True, help="Done ones too.")
@global_options
def list_(all_: bool) -> None:
    """List the open matters, the longest untouched first.

    Example: lamina active list
    """
    memory = opened()
    found = [b for b in memory.active.blocks() if all_ or not b.done]
    found.sort(key=lambda b: (b.done, b.touched))
    rows = [_row(block) for block in found] or ["Nothing is open."]
    show([block.as_dict() for block in found], rows)
    _brake(memory.active)


@active.command(name="show")
@click.argument("subject")
@global_options
def show_(subject: str) -> None:
    """Show a matter.

    Example: lamina active show "Move"
    """
    memory = opened()
    block = memory.active.show(subject)
    show(block.as_dict(), [_row(block), block.body])
    _brake(memory.active)


def _row(block: Block) -> str:
    status = click.style("[DONE]" if block.done else "[OPEN]", fg="cyan")
    short = f" — {block.short}" if block.short else ""
    pinned = ", pinned" if block.pinned else ""
    empty = "" if block.has_body else click.style("  (nothing was said about it)", fg="yellow")
    days = f"(opened {block.opened}, touched {block.touched}{pinned})"
    return f"{status} {block.subject}{short}  {days}{empty}"


def _brake(active_: Active) -> None:
    warning = active_.brake()
    if warning:
        note(f"! {warning}")

"""Commands that write notes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lamina.cli.common import global_options, note, opened, show

if TYPE_CHECKING:
    from lamina.layers.daily import Written


@click.command(short_help="Write one line into today's note.")
@click.argument("text", nargs=-1, required=True)
@global_options
def remember(text: tuple[str, ...]) -> None:
    """Write one time-stamped line into today's note; `-` reads it from standard input.

    Example: lamina remember "The landlord moved the viewing to Friday."
    """
    words = sys.stdin.read() if text == ("-",) else " ".join(text)
    _show(opened().remember(words))


@click.command(short_help="Write an entry into today's note and its index.")
@click.argument("subject")
@click.option("--cause", default="", help="Why it came up.")
@click.option("--change", default="", help="What was decided or done.")
@click.option("--todo", default="", help="What is left to do.")
@global_options
def log(subject: str, cause: str, change: str, todo: str) -> None:
    """Write an entry (cause, change, todo) into today's note, and its subject into the index.

    Example: lamina log "Move" --cause "flat sold" --change "viewing on Friday" --todo "papers"
    """
    _show(opened().log(subject, cause=cause, change=change, todo=todo))


def _show(written: Written) -> None:
    lines = [f"{written.path}:{written.start_line}", written.text]
    show(written.as_dict(), [lines[0], *(f"  {line}" for line in lines[1].splitlines())])
    for kind in written.secrets:
        note(f"A secret ({kind}) was replaced by a placeholder.")
    for text in written.notes:
        note(text)

"""Completion of commands and options in a shell."""

from __future__ import annotations

import sys

import click
from click.shell_completion import get_completion_class


@click.command(short_help="Print what lets a shell complete commands and options.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets a shell complete commands and options.

    Add the line to your shell's start file: eval "$(lamina completion bash)", the same with zsh, or
    lamina completion fish | source.

    Example: lamina completion bash
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"This version of click has no completion for {shell}.")
    from lamina.cli.main import lamina

    sys.stdout.write(kind(lamina, {}, "lamina", "_LAMINA_COMPLETE").source() + "\n")

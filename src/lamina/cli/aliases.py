"""``lamina memory …``: commands by the names of a host's command line, for habits and scripts."""

from __future__ import annotations

import click

NAMES = (
    *("status", "index", "search", "get", "promote", "promote-explain"),
    *("rem-harness", "rem-backfill", "shadow-trial", "forget"),
)


class Aliases(click.Group):
    """The same commands under another name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names that hosts know."""
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name."""
        from lamina.cli.main import lamina

        return lamina.get_command(ctx, cmd_name) if cmd_name in NAMES else None


@click.command(cls=Aliases, short_help="The same commands by the names of a host's command line.")
def memory() -> None:
    """Run a command by the name it has on OpenClaw's command line.

    Example: lamina memory promote-explain "viewing on Friday"
    """

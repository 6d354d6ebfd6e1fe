"""The command for what sub-agents report."""

from __future__ import annotations

import click

from lamina.cli.common import given_text, global_options, note, opened, show


@click.command(short_help="Check a sub-agent's report against its project's handbook.")
@click.argument("text", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Only say whether the handbook shows it.")
@global_options
def summary(text: tuple[str, ...], *, check: bool) -> None:
    """Add what a sub-agent reports to its project's handbook, unless it stands there.

    A project without a handbook is proposed and not made: then the exit code is 1.

    Example: lamina summary "[SUMMARY] Project: shop | What: checkout in Chinese | Status: done"
    """
    backup = opened().backup
    read = backup.read(given_text(text))
    found, written = (backup.plan(read), None) if check else backup.write(read)
    said = [("missing" if check else "added", found.added), ("shown already", found.shown)]
    said += [("no handbook", found.unknown)]
    rows = [
        f"{click.style(what, fg='cyan')}  {one.project}: {one.line}"
        for what, summaries in said
        for one in summaries
    ]
    place = {"path": written.path, "change": written.change} if written else {}
    show(found.as_dict() | {"written": place or None}, rows)
    if written:
        note(f"{written.path}:{written.start_line}; take it back with: lamina undo")
    for proposal in found.proposals:
        note(f"Make one: {proposal}")
    if found.unknown:
        click.get_current_context().exit(1)

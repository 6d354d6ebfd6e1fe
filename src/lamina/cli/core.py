"""Commands for the core files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lamina.cli.common import carry_out, counted, given_text, global_options, opened, show, wrote

if TYPE_CHECKING:
    from lamina.layers.draft import Draft
    from lamina.layers.moves import Move


@click.group(invoke_without_command=True)
@global_options
@click.pass_context
def core(context: click.Context) -> None:
    """Show what each core file costs every turn, against its budget; edit MEMORY.md.

    Example: lamina core
    """
    if context.invoked_subcommand:
        return
    report = opened().core()
    rows = [
        f"{f.path:<14} {f.tokens:>6,} of {f.budget:>6,} tokens {f.chars:>8,} characters "
        f"{f.lines:>5} lines"
        for f in report.files
    ]
    rows.append(f"{'all':<14} {report.tokens:>6,} of {report.budget:>6,} tokens")
    if not report.files:
        rows = ["There is no core file yet."]
    rows += [click.style(f"! {text}", fg="yellow") for text in report.warnings]
    show(report.as_dict(), rows)


@core.command(name="add")
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--section", default="", help="profile, projects, critical-rules, routing, active-now."
)
@click.option("--replace", "replaces", is_flag=True, help="It holds now; the old one is kept.")
@click.option("--keep-both", is_flag=True, help="Both hold.")
@global_options
def add(text: tuple[str, ...], section: str, replaces: bool, keep_both: bool) -> None:
    """Add a line to MEMORY.md; where there is no room it goes elsewhere and a pointer is left.

    Example: lamina core add "The shop closes for stocktaking on 2 January."
    """
    memory = opened()
    wrote(
        memory.statements.long_term_line(
            given_text(text), section=section, replaces=replaces, keep_both=keep_both
        )
    )


@core.command(name="replace")
@click.argument("old")
@click.argument("new", nargs=-1, required=True)
@global_options
def replace(old: str, new: tuple[str, ...]) -> None:
    """Replace a line of MEMORY.md, named by a part of it; the old one is kept as superseded.

    Example: lamina core replace "closes for" "The shop is open on 2 January."
    """
    wrote(opened().long_term.replace(old, given_text(new)))


@click.command(short_help="Make room in core files that are over budget.")
@click.argument("files", nargs=-1)
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@click.option("--diff", "show_diff", is_flag=True, help="Show every line that would change.")
@global_options
def trim(files: tuple[str, ...], apply_: bool, show_diff: bool) -> None:
    """Plan what leaves the core files that are over budget, and where it goes.

    Nothing is lost: what leaves can be searched or opened, and `lamina undo` brings it back.

    Example: lamina trim --apply
    """
    memory = opened()
    moves: tuple[Move, ...] = ()

    def work(draft: Draft) -> None:
        nonlocal moves
        moves = memory.trimmer.trim(draft, files)

    plan = memory.editor.plan("trim", work)
    rows = [plan.diff(), ""] if show_diff and moves else []
    rows += move_rows(moves) or ["Every core file is within its budget."]
    carry_out(memory, plan, {"moves": [m.as_dict() for m in moves]}, rows, apply_)


def move_rows(moves: tuple[Move, ...]) -> list[str]:
    """Return what moves where, gathered by target."""
    targets: dict[tuple[str, str], list[Move]] = {}
    for move in moves:
        targets.setdefault((move.target, move.why), []).append(move)
    rows = []
    for (target, why), group in targets.items():
        lines = sum(m.end - m.start + 1 for m in group)
        places = ", ".join(f"{m.path}:{m.start}" for m in group[:4]) + (" …" if group[4:] else "")
        rows.append(f"  {counted(lines, 'line')} → {target}  ({why}; {places})")
    return rows

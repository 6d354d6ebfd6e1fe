"""Commands that check a workspace, care for it, and bring memories from elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from lamina.cli.common import carry_out, counted, global_options, note, opened, show, show_plan


@click.command(short_help="Check every rule of the workspace.")
@click.option("--fix", is_flag=True, help="Mend what is safe to mend.")
@click.option("--dry-run", is_flag=True, help="With --fix: only show what would change.")
@global_options
def doctor(fix: bool, dry_run: bool) -> None:
    """Check every rule: each finding with its line, the reason and the command that mends it.

    The exit code is 1 where something is wrong; notices are no findings.

    Example: lamina doctor --fix
    """
    memory = opened()
    entry = None
    if fix:
        if dry_run:
            diff = memory.doctor.mend()[0].diff()
            show({"diff": diff}, [diff or "There is nothing safe to mend."])
            return
        entry = memory.apply(lambda: memory.doctor.mend()[0])
    report = memory.doctor.check()
    rows = []
    for one in report.findings:
        place = f"{one.path}:{one.line}" if one.line else one.path
        mark = click.style(
            "✗" if one.severity == "finding" else "·",
            fg="red" if one.severity == "finding" else "yellow",
        )
        rows.append(
            f"{mark} {click.style(place or 'workspace', fg='cyan')}  {one.reason}  [{one.rule}]"
        )
        rows.append(click.style(f"    {one.fix}", dim=True))
    wrong = sum(one.severity == "finding" for one in report.findings)
    notices = len(report.findings) - wrong
    files = counted(report.files, "file")
    rows.append(f"{counted(wrong, 'finding')}, {counted(notices, 'notice')} in {files}.")
    show(report.as_dict() | {"change": entry.id if entry else None}, rows)
    if entry:
        paths = ", ".join(file.path for file in entry.files)
        note(f"Mended {paths}; take it back with: lamina undo {entry.id}")
    safe = sum(one.safe for one in report.findings)
    if safe and not fix:
        note(f"{safe} of them can be mended: lamina doctor --fix")
    if wrong:
        click.get_current_context().exit(1)


@click.command(short_help="Move done and idle matters and finished tasks into today's note.")
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@global_options
def hygiene(apply_: bool) -> None:
    """Move done matters, those idle for long and finished tasks whole into today's note.

    Example: lamina hygiene --apply
    """
    memory = opened()
    found, entry = memory.hygiene.carry_out() if apply_ else (memory.hygiene.cleanup(), None)
    row = (
        f"{counted(found.done, 'done matter')}, {found.idle} idle, "
        f"{counted(found.tasks, 'finished task')} move into today's note."
    )
    show_plan(found.plan, found.as_dict(), [row], entry)


@click.command(name="import", short_help="Bring memories from another program.")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--kind", default="", help="What it is; otherwise told from its content.")
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@click.option("--diff", "show_diff", is_flag=True, help="Show every line that would be written.")
@global_options
def import_(source: Path, kind: str, apply_: bool, show_diff: bool) -> None:
    """Bring memories: mem0, basic-memory, Claude Code, an Obsidian vault, OpenClaw's own state.

    A second import of the same finds nothing new.

    Example: lamina import ~/.claude/projects/shop/memory
    """
    memory = opened()
    found = memory.importer.read(source, kind)
    rows = [found.plan.diff(), ""] if show_diff and not found.plan.empty else []
    rows.append(
        f"{found.kind}: {counted(found.read, 'record')} read, {found.fresh} new, "
        f"{found.known} known already."
    )
    rows += [f"  {path}" for path in found.paths]
    carry_out(memory, found.plan, found.as_dict(), rows, apply_)
    if apply_ and (found.recalls or found.signals):
        note(f"{memory.importer.record(found):,} recalls and signals recorded.")

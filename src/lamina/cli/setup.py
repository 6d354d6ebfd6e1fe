"""Commands that set up and look at a workspace."""

from __future__ import annotations

from pathlib import Path

import click

from lamina.cli.common import global_options, note, opened, options, show


@click.command(short_help="Set up a workspace; change nothing that is there.")
@click.argument("folder", required=False)
@click.option(
    "--language",
    type=click.Choice(["en", "de", "ru", "zh"]),
    help="Of headings and labels; otherwise found from the notes.",
)
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@click.option("--diff", "show_diff", is_flag=True, help="Show every line that would be written.")
@global_options
def init(folder: str | None, language: str | None, apply_: bool, show_diff: bool) -> None:
    """Set up a workspace: create what is missing, change nothing that is there.

    Example: lamina init ~/agents/chiti --apply
    """
    from lamina.documents.workspace import check_name

    root = Path(folder or options().get("workspace") or Path.cwd()).expanduser()
    check_name(root)
    if not root.exists() and not apply_:
        text = f"{root} is not there; --apply creates it, MEMORY.md and memory/ in it."
        show({"workspace": str(root), "create": [str(root)], "applied": False}, [text])
        return
    if apply_:
        _make(root)
    memory = opened(str(root))
    plan = memory.init_plan(language or "")
    created = [*plan.folders, *(change.path for change in plan.changes)]
    entry = memory.apply(plan) if apply_ else None
    diff = [plan.diff()] if show_diff and plan.changes else []
    verb = "Created" if apply_ else "Would create"
    show(
        {
            "workspace": str(memory.workspace.root),
            "create": created,
            "applied": apply_,
            "change": entry.id if entry else None,
        },
        [
            *diff,
            f"{memory.workspace.root}: "
            + (f"{verb} {', '.join(created)}." if created else "everything is there already."),
        ],
    )
    if entry:
        note(f"Take it back with: lamina undo -w {memory.workspace.root}")
    elif created:
        note("Nothing was written; repeat with --apply.")


def _make(root: Path) -> None:
    from lamina.errors import WorkspacePathError

    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorkspacePathError(root, f"it cannot be created ({error.strerror})") from error


@click.command(short_help="Show the workspace on one screen.")
@global_options
def status() -> None:
    """Show the workspace on one screen: layers, tokens, index, last write, what was passed over.

    Example: lamina status
    """
    found = opened().status()
    rows = [
        click.style(found.workspace, bold=True),
        f"today {found.today} ({found.zone}), language {found.language}",
        "",
    ]
    rows += [
        f"  {name:<10} {count.files:>6} files {count.tokens:>10,} tokens"
        for name, count in found.layers.items()
    ]
    core = found.core
    rows += ["", f"core       {core.tokens:,} of {core.budget:,} tokens every turn"]
    vectors = (
        f", {found.embedded:,} of {found.chunks:,} lines embedded"
        if found.model
        else ", words only"
    )
    rows.append(
        f"index      {found.index_state}: on disk {found.on_disk}, indexed {found.indexed}"
        f"{f', {found.stale} differ' if found.stale else ''}{vectors}"
    )
    rows.append(f"last write {found.last_write or 'never'} ({found.changes} changes)")
    rows += [click.style(f"! {text}", fg="yellow") for text in (*core.warnings, *found.problems)]
    show(found.as_dict(), rows)


@click.command()
@global_options
def core() -> None:
    """Show what each core file costs every turn, against its budget.

    Example: lamina core
    """
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

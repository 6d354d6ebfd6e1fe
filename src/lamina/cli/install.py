"""Commands that put memory into a host's settings, and take it out again."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import global_options, note, opened, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.hosts.installing import Installing
    from lamina.hosts.wants import Target
    from lamina.memory import Memory

_HOSTS = ["openclaw", "claude-code", "codex", "cursor"]


def _scope(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown."),
        click.option("--dry-run", is_flag=True, help="Only show it (as without --apply)."),
        click.option("--user", is_flag=True, help="All your folders."),
        click.option("--project", metavar="FOLDER", help="One project; this folder if left out."),
    ):
        command = option(command)
    return command


@click.command(short_help="Put memory into a host's settings: server, hooks, rules.")
@click.argument("host", type=click.Choice([*_HOSTS, "generic"]))
@_scope
@global_options
def install(host: str, project: str | None, user: bool, dry_run: bool, apply_: bool) -> None:
    """Put memory into a host's settings: its server, its hooks, the rules of writing.

    Everything is shown as a diff first; your own settings, comments and order stay as they are,
    and `lamina uninstall` gives every file back as it was.

    Example: lamina install claude-code --project . --apply
    """
    from lamina.hosts.installing import install as planned
    from lamina.hosts.says import generic, notes

    memory = opened()
    target = _target(memory, host, project, user=user)
    if host == "generic":
        text = generic(target)
        show({"host": host, "paste": text}, [text])
        return
    _carry_out(planned(host, target), host, apply_=apply_ and not dry_run)
    for text in notes(host, target, memory):
        note(text)


@click.command(short_help="Take memory out of a host's settings again.")
@click.argument("host", type=click.Choice(_HOSTS))
@_scope
@global_options
def uninstall(host: str, project: str | None, user: bool, dry_run: bool, apply_: bool) -> None:
    """Take memory out of a host's settings: everywhere, unless --project or --user is given.

    A file nobody touched since is byte for byte as it was; else only what is Lamina's goes. Your
    workspace stays as it is.

    Example: lamina uninstall claude-code --apply
    """
    from lamina.hosts.installing import uninstall as planned
    from lamina.places import Places

    _one_of(project, user=user)
    only = str(_folder(project)) if project else "" if user else None
    _carry_out(planned(host, Places.of(), only), host, apply_=apply_ and not dry_run)


def _target(memory: Memory, host: str, project: str | None, *, user: bool) -> Target:
    from lamina.hosts.wants import Target

    _one_of(project, user=user)
    root = memory.workspace.root
    folder = None if user else _folder(project or ".")
    return Target(
        memory.places,
        root,
        root if host == "openclaw" else folder,
        _command(),
        memory.editor.language(),
    )


def _one_of(project: str | None, *, user: bool) -> None:
    from lamina.errors import UsageError

    if project and user:
        raise UsageError("--project and --user exclude each other.", "Give one of them.")


def _folder(name: str) -> Path:
    from lamina.documents.workspace import check_name
    from lamina.errors import UsageError

    check_name(name)
    folder = Path(name).expanduser().resolve()
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}; nothing was done.", "Name the project's.")
    return folder


def _command() -> tuple[str, ...]:
    """Return how this program is started from anywhere: by its name where the shell finds it."""
    found = shutil.which("lamina")
    here = Path(sys.executable).parent / "lamina"
    if found and Path(found).resolve() == here.resolve():
        return ("lamina",)
    return (str(here),) if here.exists() else (sys.executable, "-m", "lamina")


def _carry_out(found: Installing, host: str, *, apply_: bool) -> None:
    """Show the plan as a diff, carry it out where asked, and say how to go on."""
    changed = [str(edit.path) for edit in found.plan.changed]
    diff = found.plan.diff()
    if apply_ and not found.empty:
        found.apply()
    done = apply_ and not found.empty
    rows = [diff] if diff else [f"Nothing is to be done for {host}."]
    shown = {"host": host, "files": changed, "diff": diff, "notes": list(found.plan.notes)}
    show(shown | {"applied": done}, rows)
    for text in found.plan.notes:
        note(text)
    if changed and not done:
        note("Nothing was written; repeat with --apply.")
    elif changed:
        note(f"Written: {', '.join(changed)}.")

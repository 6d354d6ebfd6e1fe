"""What all commands share: global options, opening the workspace, printing."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lamina.documents.changes import Plan
    from lamina.documents.history import Entry
    from lamina.layers.editor import Written
    from lamina.memory import Memory

_MOST_LINES = 12  # of a written text that are shown
F = TypeVar("F", bound="Callable[..., Any]")
KEY = "lamina.options"


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Keep a global option wherever on the line it stands; the last one wins."""
    kept: dict[str, Any] = context.find_root().meta.setdefault(KEY, {})
    if value not in (None, False, ()):
        kept[str(parameter.name)] = value


def _option(*names: str, **details: Any) -> Callable[[F], F]:
    return click.option(*names, expose_value=False, callback=_keep, **details)


_OPTIONS = (
    _option("-w", "--workspace", metavar="FOLDER", help="The workspace to use."),
    _option("--agent", metavar="NAME", help="The agent whose memory is meant, and who writes."),
    _option(
        "--session",
        metavar="KIND",
        help="main (default), channel, group, thread, cron or sub-agent.",
    ),
    _option("--now", metavar="ISO", help="Act as if it were this moment."),
    _option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        help="Set a setting for this call.",
    ),
    _option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
)


def global_options(command: F) -> F:
    """Add the options every command takes, wherever on the line they stand."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def options() -> dict[str, Any]:
    """Return the global options of this call."""
    found: dict[str, Any] = click.get_current_context().find_root().meta.setdefault(KEY, {})
    return found


def opened(path: str | None = None) -> Memory:
    """Open the memory this call is about; it is closed with the call."""
    top = click.get_current_context().find_root()
    if top.obj is not None:  # a daemon, which keeps its memory open
        given = options()
        kept: Memory = top.obj.memory(
            path or given.get("workspace"), _session(given.get("session", "main"))
        )
        _set_clock(kept, given)
        return kept
    memory = opener(path)()
    top.call_on_close(memory.close)
    return memory


def opener(
    path: str | None = None,
    *,
    author: str = "owner",
    reads: tuple[str, ...] = (),
    of_folder: bool = False,
) -> Callable[[], Memory]:
    """Return what opens the memory this call is about, in any thread, as often as wanted.

    ``of_folder``: that of the path, whichever agent the call names.
    """
    from lamina.memory import Memory

    given = options()
    overrides = given_settings(agent=bool(given.get("agent")))
    session = _session(given.get("session", "main"))
    agent = None if of_folder else given.get("agent")
    author = f"{author.partition(':')[0]}:{agent}" if agent and author != "owner" else author

    def open_memory() -> Memory:
        memory = Memory(
            path or given.get("workspace"),
            agent=agent,
            author=author,
            session=session,
            overrides=overrides,
            background=True,
            reads=reads,
        )
        _set_clock(memory, given)  # another thread has no options of its own
        return memory

    return open_memory


def given_settings(*, agent: bool) -> dict[str, str]:
    """Return the settings of this call; ``agent``: an agent makes it, which may not set all."""
    from lamina.errors import ConfigError, UsageError
    from lamina.settings import find_setting

    found = {}
    for pair in options().get("settings", ()):
        key, mark, value = pair.partition("=")
        if not mark:
            raise UsageError(f"--set {pair!r} has no value.", "Write it as --set KEY=VALUE.")
        found[key.strip()] = value
        if agent and not find_setting(key.strip()).harmless:
            raise ConfigError(key.strip(), "is set by its owner only", "Leave --agent out.")
    return found


def _set_clock(memory: Memory, given: dict[str, Any]) -> None:
    """Let a memory act as if it were the moment that was given, if one was."""
    from lamina.documents import days

    if "now" in given:
        moment = days.parse_moment(given["now"], memory.zone)
        memory.clock = lambda: moment


def _session(kind: str) -> str:
    """Return the kind of session; an unknown one counts as group."""
    known = {"main", "channel", "group", "thread", "cron", "sub-agent"}
    if kind not in known:
        note(f"{kind!r} is no kind of session ({', '.join(sorted(known))}); it counts as group.")
    return kind if kind in known else "group"


def show(result: Any, lines: Iterable[str]) -> None:
    """Print a result: as JSON where asked, else as text."""
    if options().get("as_json"):
        say(json.dumps(result, ensure_ascii=False))
        return
    for line in lines:
        say(line)


def given_text(words: tuple[str, ...]) -> str:
    """Return the words of a command line as one text; a single `-` reads standard input."""
    return sys.stdin.read() if words == ("-",) else " ".join(words)


def wrote(written: Written) -> None:
    """Show where something was written, as what, and what is to be known about it."""
    text = written.text.splitlines()
    rows = [f"{written.path}:{written.start_line}"] if written.start_line else []
    rows += [f"  {line}" for line in text[:_MOST_LINES]] if rows else []
    if len(text) > _MOST_LINES:
        rows.append(f"  … {len(text) - _MOST_LINES} more lines")
    show(written.as_dict(), rows)
    for kind in written.secrets:
        note(f"A secret ({kind}) was replaced by a placeholder.")
    if written.also:
        note(f"Also changed: {', '.join(written.also)}.")
    for text_ in written.notes:
        note(text_[:1].upper() + text_[1:] + ("" if text_.endswith((".", "?")) else "."))


def carry_out(
    memory: Memory, plan: Plan, shown: dict[str, Any], rows: Iterable[str], apply_: bool
) -> None:
    """Show a plan, carry it out where asked, and say how to go on."""
    show_plan(plan, shown, rows, memory.apply(plan) if apply_ else None)


def show_plan(plan: Plan, shown: dict[str, Any], rows: Iterable[str], entry: Entry | None) -> None:
    """Show a plan that was carried out (``entry``) or not, and say how to go on."""
    diff = [plan.diff()] if options().get("diff") and not plan.empty else []
    show(
        shown | {"applied": entry is not None, "change": entry.id if entry else None},
        [*diff, *rows],
    )
    for text in plan.notes:
        note(text)
    if entry:
        note(f"Take it back with: lamina undo {entry.id}")
    elif not plan.empty:
        note("Nothing was written; repeat with --apply.")


def say(text: str = "", *, err: bool = False) -> None:
    """Print text; bytes that are no text are shown as a replacement character."""
    try:
        click.echo(text.encode("utf-8", "replace").decode(), err=err)
    except BrokenPipeError:  # nobody reads on: what was done is done
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def asks() -> bool:
    """Say whether somebody is there who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty() and not options().get("as_json")


def counted(number: int, what: str) -> str:
    """Return a number with its word: 1 hit, 2 hits."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def note(text: str) -> None:
    """Say something to the person, beside the result."""
    say(click.style(text, dim=True), err=True)


def progress(label: str) -> Callable[[int, int], None] | None:
    """Return a callback that draws a progress bar, or None where nobody would see it."""
    if not sys.stderr.isatty() or options().get("as_json"):
        return None
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=False,
    )
    task = bar.add_task(label, total=None)
    bar.start()
    click.get_current_context().call_on_close(bar.stop)

    def advance(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        if done >= total:
            bar.stop()

    return advance

"""Commands for the sessions of hosts."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, global_options, note, opened, show

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.memory import Memory
    from lamina.sessions.catalog import Judged
    from lamina.sessions.flush import Flushed
    from lamina.sessions.handshake import Step
    from lamina.sessions.said import Said

_UNITS = (("d", 86_400), ("h", 3_600), ("min", 60))


@click.group()
@global_options
def session() -> None:
    """Sessions of OpenClaw, Claude Code and Codex that belong to this workspace."""


@session.command(name="list")
@global_options
def list_() -> None:
    """List the sessions, what would happen to each, and why.

    Example: lamina session list
    """
    memory = opened()
    listing = memory.sessions.list()
    judged = list(memory.sessions.judged(listing.sessions))
    rows = [row for one in judged for row in _row(one, memory.now)]
    due = sum(one.verdict.trim for one in judged)
    rows.append(f"{counted(len(judged), 'session')}, {due:,} would be trimmed.")
    found = [one.as_dict(memory.now) for one in judged]
    show({"sessions": found, "trim": due, "notices": list(listing.notices)}, rows)
    for text in listing.notices:
        note(text)
    if not judged:
        note("No session of a host works in this folder; name others: sessions.folders")


@session.command(name="show")
@click.argument("key")
@click.option(
    "-n", "--last", default=20, show_default=True, type=click.IntRange(1), help="So many."
)
@global_options
def show_(key: str, last: int) -> None:
    """Show the last things that were said in a session, named by its key, its id or a part of them.

    Only what people and agent said; secrets are replaced.

    Example: lamina session show agent:main:main -n 40
    """
    memory = opened()
    found = memory.sessions.find(key)
    talk = memory.sessions.talk(found, last)
    rows = [row for one in talk for row in _said(one, memory.now)]
    shown = {"key": found.key, "id": found.id, "said": [_shape(one) for one in talk]}
    show(shown, rows or ["Nothing was said in it."])


@session.command()
@click.argument("key")
@click.option("--dry-run", is_flag=True, help="Only show what a trim would do.")
@global_options
def trim(key: str, dry_run: bool) -> None:
    """Ask a channel's session to write down what is open, wait for it, and cut its older part off.

    Its last lines stay, from a complete answer on; what goes is kept in an archive. Threads are
    never trimmed.

    Example: lamina session trim agent:main:slack:channel:C024 --dry-run
    """
    memory = opened()
    found = memory.sessions.find(key)
    (judged,) = memory.sessions.judged([found])
    if dry_run or not judged.verdict.trim:
        shown, rows = _planned(memory, judged)
        show(shown, rows)
        return
    step = memory.handshake.through(found, _pause)
    show(step.as_dict(), _stepped(step))
    if step.message:
        note(f"Then: lamina session trim {found.key}")
    if step.trimmed:
        note(f"Take it back with: lamina session restore {found.key}")
    if step.state == "kept":
        click.get_current_context().exit(10)


@session.command()
@click.argument("key")
@global_options
def restore(key: str) -> None:
    """Bring back what the last trim or repair of a session took, before what was said since.

    Example: lamina session restore agent:main:slack:channel:C024
    """
    memory = opened()
    done = memory.trims.restore(memory.trims.named(key))
    rows = [f"{done.session}: {counted(-done.removed, 'line')} are back, {done.kept:,} in all."]
    show(done.as_dict(), rows)


@session.command()
@click.argument("key")
@click.option("--apply", "apply_", is_flag=True, help="Mend it; otherwise only shown.")
@global_options
def repair(key: str, apply_: bool) -> None:
    """Show what makes a host choke on a transcript: calls without results, half-written lines.

    Example: lamina session repair agent:main:main --apply
    """
    memory = opened()
    found = memory.sessions.find(key)
    if found.transcript is None:
        show({"session": found.key, "flaws": []}, ["Its transcript is no file."])
        return
    done = memory.trims.repair(found.key, found.transcript, apply=apply_)
    rows = [f"line {flaw.line}: {flaw.text}" for flaw in done.flaws] or ["Nothing is wrong."]
    show(done.as_dict(), rows)
    if done.done:
        note(f"Mended. Take it back with: lamina session restore {found.key}")
    elif done.flaws:
        note("Nothing was written; repeat with --apply.")


@session.command()
@click.argument("key")
@click.option("--tokens", default=0, help="In its context now; decides whether it is time.")
@click.option("--window", default=0, help="Tokens its context holds.")
@click.option("--compacting", is_flag=True, help="The host is about to compact.")
@click.option("--compacted", is_flag=True, help="The host has compacted.")
@global_options
def flush(key: str, tokens: int, window: int, compacting: bool, compacted: bool) -> None:
    """Save what is open in a session: questions, promises, to-dos, rules, decisions.

    Without an option it is done now; with --tokens only where it is time.

    Example: lamina session flush agent:main:main
    """
    memory = opened()
    found = memory.sessions.find(key)
    if compacted:
        done = memory.flush.compacted(found)
    else:
        asked = "" if tokens or compacting else "by hand"
        done = memory.flush.consider(
            found, tokens=tokens, window=window, compacting=compacting, asked=asked
        )
    show(done.as_dict(), _flushed(done))
    for text in done.notes:
        note(text)
    if done.change:
        note(f"Take it back with: lamina undo {done.change}")
    if done.outcome == "failed":
        click.get_current_context().exit(10)


def _pause() -> None:
    time.sleep(2)


def _planned(memory: Memory, judged: Judged) -> tuple[dict[str, Any], list[str]]:
    """Return what a trim would do, and why it would not be made now."""
    found = judged.session
    shown = judged.as_dict(memory.now)
    rows = [f"{found.key}: {judged.verdict.why}"]
    if found.transcript is not None and found.kind == "channel":
        plan = memory.trims.plan(found.key, found.transcript)
        shown |= {"kept": plan.kept, "removed": plan.removed, "reason": plan.reason or None}
        rows.append(
            f"  A cut would keep {counted(plan.kept, 'line')} of {plan.lines:,}."
            if plan.removed
            else f"  No cut: {plan.reason}"
        )
    return shown, rows


def _stepped(step: Step) -> list[str]:
    rows = [f"{step.session}: {step.state} ({step.why})"]
    if step.message:
        rows += ["", step.message]
    if step.trimmed:
        rows.append(
            f"  {step.trimmed.removed:,} lines went into {step.trimmed.archive}, "
            f"{step.trimmed.kept:,} stay."
        )
    return rows


def _flushed(done: Flushed) -> list[str]:
    rows = [f"{done.session}: {done.decision.verdict} ({done.decision.why})"]
    if done.outcome:
        known = f", {done.known} stood there already" if done.known else ""
        rows.append(f"  {done.outcome}: {counted(done.saved, 'matter')} written{known}")
        rows += [f"  {path}" for path in dict.fromkeys(done.files)]
    return rows


def _row(one: Judged, now: datetime) -> list[str]:
    place = " ".join(filter(None, (one.session.channel, one.session.thread)))
    facts = [one.session.kind, place, counted(one.lines, "line"), _size(one.session.size)]
    if one.session.updated:
        facts.append(f"idle {_idle((now - one.session.updated).total_seconds())}")
    why = click.style(one.verdict.why, fg="yellow" if one.verdict.trim else None)
    return [click.style(one.session.key, fg="cyan"), f"    {', '.join(filter(None, facts))}: {why}"]


def _said(one: Said, now: datetime) -> list[str]:
    at = f"{one.at.astimezone(now.tzinfo):%Y-%m-%d %H:%M} " if one.at else ""
    head = click.style(f"{at}{one.role.value} ({one.origin.value})", fg="cyan")
    return [head, *(f"    {line}" for line in one.text.splitlines())]


def _shape(one: Said) -> dict[str, Any]:
    return {
        "role": one.role.value,
        "origin": one.origin.value,
        "at": one.at.isoformat() if one.at else "",
        "text": one.text,
    }


def _idle(seconds: float) -> str:
    for unit, length in _UNITS:
        if seconds >= length:
            return f"{int(seconds // length):,} {unit}"
    return "0 min"


def _size(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB" if size >= 1_000_000 else f"{size / 1_000:,.1f} kB"

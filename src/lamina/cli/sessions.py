"""Commands for the sessions of hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, global_options, note, opened, show

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.sessions.catalog import Judged
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

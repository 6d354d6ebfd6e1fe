"""The command that forgets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, given_text, global_options, note, opened, options, show
from lamina.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.memory import Memory
    from lamina.upkeep.cutting import Taken
    from lamina.upkeep.forgetting import Forgetting

_MOST = 40  # lines of a file that are shown
_REPORTS = "memory/dreaming/"
_FOR_GOOD = "It cannot be taken back: no undo, no archive, no history keeps it."
_TABLES = {
    "recalls": "recalls",
    "origins": "who wrote a line",
    "mentions": "mentions in notes",
    "wanted": "questions asked and not known",
    "seen": "matters seen",
}


@click.command(short_help="Remove something everywhere, for good.")
@click.argument("words", nargs=-1)
@click.option("--about", default="", metavar="NAME", help="A person or name, and what is named so.")
@click.option("--alias", multiple=True, metavar="NAME", help="Another name of what --about names.")
@click.option(
    "--of-session", default="", metavar="KEY", help="All that was taken from one session of a host."
)
@click.option(
    "--from",
    "since",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="Notes from this day on.",
)
@click.option(
    "--to", "until", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="Notes up to this day."
)
@click.option(
    "--also", multiple=True, metavar="PLACE", help="One more place: path#L3-L5, an id, a key."
)
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@click.option("--yes", is_flag=True, help="Do not ask once more.")
@click.option("--verify", is_flag=True, help="Only look whether anything of it is left.")
@click.option("--lift", is_flag=True, help="Let it be written down again.")
@global_options
def forget(
    words: tuple[str, ...],
    about: str,
    alias: tuple[str, ...],
    of_session: str,
    since: datetime | None,
    until: datetime | None,
    also: tuple[str, ...],
    apply_: bool,
    yes: bool,
    verify: bool,
    lift: bool,
) -> None:
    """Remove words, a line (path#L3, an id), a name, days or a session from everywhere, for good.

    Without --apply it shows every place. It goes from notes, archives, reports, index, recalls and
    history, and no import, night or agent brings it back. `-` reads the words from standard input.
    The exit code is 1 where something of it could not be reached.

    Example: lamina forget "the code of the door is 4711"
    """
    memory = opened()
    text = given_text(words)
    given: dict[str, Any] = {"about": about, "alias": alias, "session": of_session, "also": also}
    given |= {name: day.date() for name, day in (("since", since), ("until", until)) if day}
    if lift:
        _lift(memory, [text or about, *alias])
    elif verify:
        _verify(memory, text, given)
    elif apply_:
        _apply(memory, text, given, yes)
    else:
        plan = memory.forget.plan(text, **given)
        show(plan.as_dict(), _page(plan))
        if not options().get("as_json"):
            note(f"Nothing was removed; repeat with --apply. {_FOR_GOOD}")
            note("Afterwards no import, no night and no agent writes it again; you may.")
        _leave(plan.complete)


def _apply(memory: Memory, text: str, given: dict[str, Any], yes: bool) -> None:
    if not yes:
        if options().get("as_json") or not sys.stdin.isatty():
            raise UsageError(
                f"{_FOR_GOOD} Nothing was removed.", "Look at it without --apply, then add --yes."
            )
        plan = memory.forget.plan(text, **given)
        show({}, _page(plan))
        click.confirm(f"{_FOR_GOOD} Forget it?", abort=True, err=True)
    done = memory.forget.apply(text, **given)
    show(done.as_dict(), _page(done))
    _leave(done.complete)


def _verify(memory: Memory, text: str, given: dict[str, Any]) -> None:
    left = memory.forget.verify(text, **given)
    rows = [f"{one.path}{f':{one.line}' if one.line else ''}  [{one.form}]" for one in left]
    show(
        {"left": [one.as_dict() for one in left]},
        rows or ["Nothing of it is left in the workspace, its state or its index."],
    )
    _leave(not left)


def _lift(memory: Memory, texts: list[str]) -> None:
    seals = sum(map(memory.forget.lift, texts))
    said = "It may be written down again." if seals else "Nothing of that was forgotten."
    show({"lifted": seals}, [said])


def _page(found: Forgetting) -> list[str]:
    """Show a plan with its lines; what is done by its places only, for the words are gone."""
    rows = [] if not found.empty else ["Nothing holds it."]
    if found.finished:
        rows.append("An earlier forgetting was cut off; it is finished now.")
    rows += _lines(found)
    rows += [f"{path}  (the whole file)" for path in found.removed]
    rows += [
        f"state: {counted(count, 'row')} of {_TABLES.get(table, table)}"
        for table, count in found.state.items()
    ]
    rows += [
        f"archive {one.archive}: {counted(one.records, 'record')}, the rest stays to be restored"
        for one in found.archives
    ]
    if found.history:
        numbers = ", ".join(map(str, found.history[:20])) + ("…" if len(found.history) > 20 else "")
        rows.append(f"history: {numbers} stay listed, and cannot be taken back any more")
    if found.near and not found.applied:
        rows += ["", "Perhaps also (stays; name it with --also PLACE):"]
        rows += [f"  {hit.citation}  {' '.join(hit.snippet.split())}" for hit in found.near]
    rows += _open_ends(found)
    if found.applied and found.complete:
        rows += ["", "Forgotten: nothing of it is left in the workspace, its state or its index."]
    return rows


def _lines(found: Forgetting) -> list[str]:
    """Return the lines that go, file by file; reports, and what is done, by their numbers."""
    by_path: dict[str, list[Taken]] = {}
    for path, taken in found.places:
        if path not in found.removed:
            by_path.setdefault(path, []).append(taken)
    rows: list[str] = []
    for path, lines in by_path.items():
        if found.applied or path.startswith(_REPORTS) or len(lines) > _MOST:
            numbers = ", ".join(str(one.line) for one in lines[:_MOST])
            more = f" and {len(lines) - _MOST} more" if len(lines) > _MOST else ""
            rows.append(
                f"{click.style(path, fg='cyan')}  {counted(len(lines), 'line')}: {numbers}{more}"
            )
            continue
        for one in lines:
            rows.append(f"{click.style(f'{path}:{one.line}', fg='cyan')}  {one.text.strip()}")
            if one.left is not None:
                rows.append(click.style(f"    becomes: {one.left.strip()}", dim=True))
    return rows


def _open_ends(found: Forgetting) -> list[str]:
    rows = [""] if found.unreached or found.left else []
    for one in found.unreached:
        place = f"{one.path}:{one.line}" if one.line else one.path
        rows.append(f"{click.style('not reached', fg='red')}  {place}: {one.reason}")
    for trace in found.left:
        place = f"{trace.path}:{trace.line}" if trace.line else trace.path
        rows.append(f"{click.style('still there', fg='red')}  {place}  [{trace.form}]")
    if found.stays and not found.empty:
        rows += ["", "Beyond Lamina:", *(f"  {text}" for text in found.stays)]
    return rows


def _leave(complete: bool) -> None:
    if not complete:
        click.get_current_context().exit(1)

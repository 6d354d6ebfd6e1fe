"""Commands of review: proposals for long-term memory, and shadow trials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import global_options, note, opened, options, show

if TYPE_CHECKING:
    from lamina.dreaming.proposals import Decided, Listed

_SIGNS = {"open": " ", "ticked": "x", "struck": "-", "unclear": "?"}


@click.command(name="proposals", short_help="List what waits for a decision.")
@click.option("--rejected", is_flag=True, help="List what was rejected instead.")
@global_options
def proposals(rejected: bool) -> None:
    """List what dreaming proposes for MEMORY.md, as memory/PROPOSALS.md has it.

    Example: lamina dream proposals
    """
    held = opened().proposals
    found = held.rejected() if rejected else held.list()
    rows = [row for one in found for row in _rows(one)]
    show({"proposals": [one.as_dict() for one in found]}, rows)
    if not found and not options().get("as_json"):
        note("Nothing was rejected." if rejected else "Nothing is proposed.")


def _rows(one: Listed) -> list[str]:
    shown = one.as_dict()
    number = f"{one.number:3} [{_SIGNS[shown['mark']]}]" if one.number else "   "
    source = shown["source"] or "its source is gone"
    rows = [*shown["rows"], *([f"rejected: {one.rejected}"] if one.rejected else [])]
    return [
        f"{number} {click.style(shown['key'], fg='cyan')}  {shown['text']}",
        *(click.style(f"        {row}", dim=True) for row in [source, *rows]),
    ]


@click.command(short_help="Put proposals into MEMORY.md at once.")
@click.argument("names", nargs=-1, metavar="[KEY|NUMBER]...")
@click.option("--all", "every", is_flag=True, help="All but struck ones and instructions.")
@global_options
def accept(names: tuple[str, ...], every: bool) -> int:
    """Put proposals into MEMORY.md, named by key or number; a rejected one by its key.

    Only the owner may. What is held back keeps its place, with the reason; exit code 1 if nothing
    was written.

    Example: lamina dream accept 1 3
    """
    done = opened().proposals.accept(names, every=every)
    return _show(done, [f"+ {one.text} ({one.source})" for one in done.outcome.promoted])


@click.command(short_help="Take proposals away; they do not come back.")
@click.argument("names", nargs=-1, metavar="[KEY|NUMBER]...")
@click.option("--why", default="", help="What to remember as the reason.")
@global_options
def reject(names: tuple[str, ...], why: str) -> int:
    """Take proposals out of memory/PROPOSALS.md; they are not proposed again until accepted.

    Example: lamina dream reject 2 --why "he moved"
    """
    done = opened().proposals.reject(names, why=why)
    return _show(done, [f"- {one.text}" for one in done.outcome.ruled("rejected")])


def _show(done: Decided, rows: list[str]) -> int:
    shown = done.as_dict()
    held = [f"  not applied: {one['text']}  [{one['why']}]" for one in shown["held"]]
    show(shown, [*rows, *held])
    if not options().get("as_json"):
        for line in done.outcome.archived:
            note(f"Moved to the archive: {line}")
        if not rows and not held:
            note("Nothing is proposed.")
        if done.change:
            note(f"Take it back with: lamina undo {done.change}")
    return 1 if held and not rows else 0


@click.command(name="shadow-trial", short_help="Write down what a candidate did to an answer.")
@click.argument("candidate")
@click.option("--prompt", required=True, help="What was asked.")
@click.option("--baseline", required=True, help="What came out without the candidate.")
@click.option("--outcome", required=True, help="What came out with it.")
@click.option("--verdict", required=True, metavar="helpful|neutral|harmful", help="Which it was.")
@click.option("--reason", required=True, help="Why.")
@click.option("--risk", "risks", multiple=True, help="A risk that was seen; may be repeated.")
@click.option("--evidence", multiple=True, help="What shows it; may be repeated.")
@global_options
def shadow_trial(candidate: str, **given: Any) -> None:
    """Write a report about a candidate, named by its key, its place or some of its words.

    MEMORY.md stays as it is. A helpful candidate ranks a little higher; a harmful one is held back
    until a newer trial.

    Example: lamina shadow-trial penicillin --prompt "May Anna take amoxicillin?" --baseline "Yes."
    --outcome "No." --verdict helpful --reason "It keeps her safe."
    """
    done = opened().shadow.trial(candidate, **given)
    score = f"{done.ranked.candidate.text}: score {done.ranked.score:.2f}"
    show(done.as_dict(), [f"{done.path}  {done.as_dict()['recommendation']}", f"  {score}"])
    if done.change and not options().get("as_json"):
        note(f"Take it back with: lamina undo {done.change}")

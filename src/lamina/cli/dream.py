"""Commands of dreaming: what keeps being needed becomes long-term memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, global_options, note, opened, options, show
from lamina.cli.proposals import accept, proposals, reject

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.dreaming.explain import Explained, NoCandidate
    from lamina.dreaming.scoring import Gates, Ranked
    from lamina.dreaming.sweep import Sweep
    from lamina.memory import Memory
    from lamina.storage.state_dreams import Run


HELP = """\
What keeps being asked for in your notes goes into MEMORY.md at night, as a line with its source.

  lamina dream run --dry-run    what a sweep would do now; nothing is written
  lamina dream run              do it: one change, which lamina undo takes back
  lamina dream on, off          let it run by its schedule (dreaming.frequency), or not
  lamina dream status           whether it is on, the last nights, and what is wrong
  lamina promote                the candidates and what each lacks
  lamina promote-explain WORDS  why a line is, or is not, promoted
  lamina dream proposals        what waits for your decision (dreaming.write = propose)

MEMORY.md stays within its budget; your own lines are never touched."""


@click.group()
def dream() -> None:
    """Let what keeps being needed become long-term memory."""


for command in (proposals, accept, reject):
    dream.add_command(command)


@dream.command(short_help="Make one sweep: light, REM, deep.")
@click.option("--dry-run", is_flag=True, help="Show what it would do; nothing is written.")
@click.option("--if-due", is_flag=True, help="Only where dreaming is on and a sweep is due.")
@click.option("--limit", type=click.IntRange(1), default=10, help="Lines promoted at most.")
@global_options
def run(dry_run: bool, if_due: bool, limit: int) -> None:
    """Make one sweep and show what was staged, promoted, kept back, and why.

    Example: lamina dream run --dry-run
    """
    memory = opened()
    if not if_due:
        sweep = memory.dreamer.sweep(limit=limit, dry_run=dry_run)
    elif dry_run and memory.schedule.due():
        sweep = memory.dreamer.sweep(limit=limit, dry_run=True)
    else:
        ran = None if dry_run else memory.dream_if_due(limit)
        if ran is None:
            show({"due": False}, [])
            return
        if ran.error:
            raise ran.error
        sweep = ran.result.value
    shown = sweep.as_dict()
    diff = ""
    if sweep.plan:
        diff = "".join(c.diff() for c in sweep.plan.changes if c.path == "MEMORY.md")
    show(shown | {"diff": diff}, _page(sweep, diff))
    if options().get("as_json"):
        return
    if sweep.nothing_new:
        note("Nothing new since the last sweep; nothing was written.")
    elif dry_run:
        note("Nothing was written: lamina dream run does it.")
    elif sweep.change:
        if sweep.outcome.proposed:
            note("Decide in memory/PROPOSALS.md, or by: lamina dream proposals, accept, reject")
        note(f"Take it back with: lamina undo {sweep.change}")


def _page(sweep: Sweep, diff: str) -> list[str]:
    if sweep.nothing_new:
        return []
    outcome = sweep.outcome
    rows = [
        click.style(f"Night of {sweep.day}", bold=True),
        f"  light  {counted(len(sweep.staged), 'fact')} staged",
        f"  REM    {', '.join(t.tag for t in sweep.themes[:6]) or 'no theme recurred'}",
        f"  deep   {outcome.ranked} ranked, {len(outcome.promoted)} promoted"
        + (f", {len(outcome.proposed)} proposed" if outcome.proposed else ""),
    ]
    for one in outcome.promoted:
        rows.append("")
        rows.append(click.style(f"  + {one.text}", fg="green"))
        rows.append(click.style(f"    {one.source}; {_why(one.ranked)}", dim=True))
    for asked in outcome.proposed:
        rows.append("")
        rows.append(click.style(f"  ? {asked.promotion.text}", fg="yellow"))
        why = f"{asked.promotion.source}; {asked.kind}; {_why(asked.promotion.ranked)}"
        rows.append(click.style(f"    {why}", dim=True))
    rows += [f"  {one.what}: {one.text}  [{one.why}]" for one in outcome.rulings]
    close = [one for one in outcome.kept if one.ranked.score >= 0.3][:5]
    if close:
        rows += ["", "Not promoted, the nearest:"]
        rows += [f"  · {one.ranked.candidate.text}  [{one.detail or one.why}]" for one in close]
    if outcome.reasons():
        counts = ", ".join(f"{why} ({count})" for why, count in outcome.reasons().items())
        rows.append(click.style(f"  All of them, by what they lack: {counts}", dim=True))
    rows += [click.style(f"  ! {sentence}", fg="yellow") for sentence in sweep.notices]
    return rows + (["", diff.rstrip()] if diff else [])


def _why(ranked: Ranked) -> str:
    one = ranked.candidate
    mainly = "mainly grounded: " if one.mainly_grounded else ""
    return (
        f"{mainly}needed {counted(len(one.asked), 'time')}"
        f" on {counted(len(one.recall_days), 'day')},"
        f" score {ranked.score:.2f}"
    )


@dream.command()
@global_options
def status() -> None:
    """Show whether dreaming is on, when it runs, what it did, and what is wrong.

    Example: lamina dream status
    """
    found = opened().schedule.status()
    colour = "green" if found.healthy else "red"
    state = click.style("on" if found.enabled else "off", fg=colour if found.enabled else None)
    rows = [
        f"Dreaming is {state} ({found.because}), at {found.frequency} ({found.timezone})",
        f"  next sweep    {_moment(found.next)}",
        f"  last sweep    {_moment(found.last)}",
        f"  candidates    {found.candidates}; recalls in the last 7 days {found.recalls_lately}",
        f"  promoted      {found.promoted}, today {found.promoted_today}",
        f"  proposals     {found.proposals}",
    ]
    rows += [click.style(f"  ! {said}", fg="red") for said in found.problems]
    rows += ["", "The last sweeps:"] if found.runs else []
    for run in found.runs:
        rows.append(f"  {run.started[:16].replace('T', ' ')}  {_run(run)}")
        rows += [click.style(f"    ! {said}", fg="yellow") for said in _said(run)]
    show(found.as_dict(), rows)
    if not found.enabled and not options().get("as_json"):
        note("Look first: lamina dream run --dry-run. Then: lamina dream on")


def _moment(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M}" if moment else "none"


def _run(run: Run) -> str:
    if run.outcome != "done":
        return run.outcome
    counts = run.counts
    return f"{counts.get('staged', 0)} staged, {counts.get('promoted', 0)} promoted"


def _said(run: Run) -> list[str]:
    error = run.counts.get("error")
    return [*run.counts.get("notices", ()), *([error] if error else [])]


@dream.command(name="on", short_help="Let dreaming run by its schedule.")
@global_options
def switch_on() -> None:
    """Switch dreaming on in this workspace; only its owner may.

    Example: lamina dream on
    """
    _switch(on=True)
    if not options().get("as_json"):
        note("It runs by lamina heartbeat, lamina daemon or lamina schedule install.")


@dream.command(name="off", short_help="Let dreaming rest.")
@global_options
def switch_off() -> None:
    """Switch dreaming off in this workspace; what was promoted stays.

    Example: lamina dream off
    """
    _switch(on=False)


def _switch(*, on: bool) -> None:
    schedule = opened().schedule
    schedule.switch(on=on)
    found = schedule.status()
    word = "on" if found.enabled else "off"
    when = f"; the next sweep is due {_moment(found.next)} ({found.timezone})" if on else ""
    show(found.as_dict(), [f"Dreaming is {word}{when}"])


@dream.command(name="help")
@global_options
def help_() -> None:
    """Say in short what dreaming is and how it is used.

    Example: lamina dream help
    """
    show({"help": HELP}, HELP.splitlines())


def _gates(memory: Memory, given: dict[str, Any]) -> Gates:
    from dataclasses import replace

    return replace(memory.dreamer.gates, **{k: v for k, v in given.items() if v is not None})


def gate_options(command: Any) -> Any:
    """Add the gates as options."""
    for option in (
        click.option("--min-score", type=click.FloatRange(0, 1), help="Gate: least score."),
        click.option("--min-recall-count", "min_recalls", type=float, help="Gate: least recalls."),
        click.option(
            "--min-unique-queries", "min_queries", type=int, help="Gate: least questions or days."
        ),
        click.option("--max-age-days", type=int, help="Gate: most days since last needed."),
    ):
        command = option(command)
    return command


@click.command(short_help="Show the candidates for long-term memory; --apply promotes them.")
@click.option("--apply", "apply_", is_flag=True, help="Promote those that pass the gates.")
@click.option("--limit", type=click.IntRange(1), default=10, help="How many at most.")
@gate_options
@global_options
def promote(apply_: bool, limit: int, **given: Any) -> None:
    """Show the candidates for long-term memory, the best first, and what each lacks.

    Example: lamina promote --min-recall-count 2
    """
    memory = opened()
    gates = _gates(memory, given)
    if apply_:
        sweep = memory.dreamer.sweep(gates=gates, limit=limit)
        show(sweep.as_dict(), _page(sweep, ""))
        if sweep.change and not options().get("as_json"):
            note(f"Take it back with: lamina undo {sweep.change}")
        return
    ranked = memory.dreamer.ranked(gates)[:limit]
    rows = [
        f"{one.score:.3f} {'✓' if one.passed else '·'} {one.candidate.text}"
        + ("  (mainly grounded)" if one.candidate.mainly_grounded else "")
        + ("" if one.passed else click.style(f"  [{'; '.join(map(str, one.lacks))}]", dim=True))
        for one in ranked
    ]
    show({"candidates": [one.as_dict() for one in ranked]}, rows)
    if not ranked and not options().get("as_json"):
        note("Nothing was needed lately: only what search, recall and get gave counts.")


@click.command(short_help="Show why a line is, or is not, promoted.")
@click.argument("words", nargs=-1, required=True)
@gate_options
@global_options
def promote_explain(words: tuple[str, ...], **given: Any) -> None:
    """Show each signal and each gate of a line, named by its words, its place or its key.

    Example: lamina promote-explain "viewing on Friday"
    """
    memory = opened()
    said, gates = " ".join(words), _gates(memory, given)
    found = memory.dreamer.why(said, session=memory.session, gates=gates)
    show(found.as_dict(), _explained(memory, found))


def _explained(memory: Memory, said: Explained | NoCandidate) -> list[str]:
    if said.ranked is None:
        return [said.text, f"  {said.citation}", f"  ✗ {said.reason}"]
    found, one = said.ranked, said.ranked.candidate
    rows = [click.style(one.text, bold=True)]
    rows += [f"  {place.citation}" for place in one.places[-3:]]
    for name in found.as_dict()["signals"]:
        value = getattr(found.signals, name)
        weight = getattr(memory.dreamer.weights, name)
        rows.append(f"  {name:14} {value:5.2f} × {weight:.2f}  {'█' * round(value * 20)}")
    rows.append(f"  {'phases':14} {found.boost:5.2f}")
    if one.trial:
        rows.append(f"  {'shadow trial':14} {found.trial:+5.2f}  {one.trial}")
    counts = f"recalls {one.recalls:g}, days in notes {len(one.note_days)}, grounded {one.grounded}"
    rows.append(f"  {counts}" + (": mainly grounded" if one.mainly_grounded else ""))
    rows.append(f"  {'score':14} {found.score:5.2f}")
    rows += [f"  {'✓' if gate.passed else '✗'} {gate}" for gate in found.gates]
    rows += [
        f"  asked: {recall.question}  ({recall.day}, counts {recall.worth:.2g})"
        for recall in one.asked[-5:]
        if recall.question
    ]
    return [*rows, f"  → {said.verdict}"]

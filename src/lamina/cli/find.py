"""Commands that find and open memory."""

from __future__ import annotations

import json
import sys
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, global_options, note, opened, options, say, show

if TYPE_CHECKING:
    from lamina.memory import Memory
    from lamina.recall.recaller import Recalled
    from lamina.search.answers import Answer


def day(value: str | date) -> date:
    """Read a day, written as 2026-03-04, or raise InvalidDateError."""
    from lamina.documents.days import parse_day

    return value if isinstance(value, date) else parse_day(value)


@click.command()
@click.argument("query", nargs=-1)
@click.option("-n", "--limit", type=click.IntRange(1, 1000), help="Maximum number of hits.")
@click.option(
    "--budget",
    type=click.IntRange(0),
    default=0,
    metavar="TOKENS",
    help="Fill this many tokens with the most useful lines.",
)
@click.option("--tag", default="", help="Only notes with this tag in their front matter.")
@click.option("--layer", "layers", multiple=True, help="Only this layer (daily, topic, …).")
@click.option("--since", type=day, metavar="DAY", help="Only notes of this day or later.")
@click.option("--until", type=day, metavar="DAY", help="Only notes of this day or earlier.")
@click.option("--as-of", type=day, metavar="DAY", help="What held on this day.")
@click.option("--include-reference", is_flag=True, help="Search reference/ too.")
@click.option("--archived", is_flag=True, help="Search archived text too.")
@click.option("--sure", is_flag=True, help="Only what is surely about it; else nothing.")
@click.option("--no-record", is_flag=True, help="Do not count this as a recall.")
@click.option("--explain", is_flag=True, help="Show the parts of each score.")
@click.option(
    "--batch",
    type=click.File("r", encoding="utf-8", errors="replace"),
    metavar="FILE",
    help="One query per line (- for standard input); one JSON answer per line.",
)
@global_options
def search(
    query: tuple[str, ...], batch: Any, explain: bool, no_record: bool, **given: Any
) -> None:
    """Find lines by words and meaning, in any language.

    Example: lamina search "when is the viewing?"
    """
    memory = opened()
    asked = {key: value for key, value in given.items() if value not in (None, ())}
    if batch is not None:
        _batch(memory, batch, record=not no_record, **asked)
        return
    answer = memory.search(" ".join(query), record=not no_record, **asked)
    found = answer.as_dict()
    show(found, _hits(answer, found["hits"], explain=explain))
    if not options().get("as_json"):
        _freshness(answer)


def _batch(memory: Memory, batch: Any, **asked: Any) -> None:
    for line in batch:
        text = line.strip()
        found: dict[str, Any] = (
            memory.search(text, **asked).as_dict() if text else {"query": "", "hits": []}
        )
        say(json.dumps(found, ensure_ascii=False))
        sys.stdout.flush()


def _hits(answer: Answer, found: list[dict[str, Any]], *, explain: bool) -> list[str]:
    rows: list[str] = []
    for number, (hit, shown) in enumerate(zip(answer.hits, found, strict=True), start=1):
        place = click.style(hit.citation, fg="cyan")
        titles = [t for t in hit.heading.split(" › ") if not t.startswith(hit.date or "\0")]
        heading = click.style(f"  {' › '.join(titles)}", dim=True) if any(titles) else ""
        rows.append(f"{number:2}. {place}{heading}")
        rows += [f"    {line}" for line in shown["snippet"].splitlines()]
        if shown.get("instructs"):
            rows.append(click.style("    reads like an instruction to an agent", fg="yellow"))
        if hit.origin == "untrusted":
            rows.append(click.style("    from outside, not from you or your agent", fg="yellow"))
        if hit.superseded:
            rows.append(click.style(f"    superseded on {hit.superseded}", fg="yellow"))
        if explain:
            summed = {name: value for name, value in hit.parts.items() if name != "rerank"}
            parts = ", ".join(f"{name} {value:.3f}" for name, value in summed.items())
            if "rerank" in hit.parts:
                parts += f"; rerank {hit.parts['rerank']:.3f}"
            rows.append(click.style(f"    {hit.score:.3f} = {parts}; id {hit.id}", dim=True))
        rows += [click.style(f"    also: {place}", dim=True) for place in hit.also[:3]]
        if len(hit.also) > 3:
            rows.append(click.style(f"    and {len(hit.also) - 3} more", dim=True))
    if explain:
        rows.append(click.style(f"terms: {' '.join(answer.terms)}", dim=True))
    return rows


def _freshness(answer: Answer) -> None:
    stale = answer.report.stale
    if answer.status == "not-searched":
        for text in answer.notes:
            note(f"{text[:1].upper()}{text[1:]}.")
        return
    if not answer.hits:
        unread = (
            f", but {counted(stale, 'file')} could not be read: it may be there" if stale else ""
        )
        note(f"Nothing found{unread}.")
    how = {"hybrid": "words and vectors", "keyword": "words"}[answer.mode]
    how += " and a reranker" if any("rerank" in hit.parts for hit in answer.hits) else ""
    unread = f", {counted(stale, 'file')} not read" if stale else ""
    saved = f" instead of about {answer.whole:,} for the whole files" if answer.hits else ""
    note(
        f"{counted(len(answer.hits), 'hit')}, {answer.tokens} tokens{saved}; {how} over "
        f"{counted(answer.report.files, 'file')}{unread}."
    )
    if span := answer.span:
        note(f"“{span.words}”: {span.since} to {span.until}; lines of these days come first.")
    for text in answer.notes:
        note(text)
    for failure in answer.report.failures:
        note(
            failure.reason
            if failure.path in failure.reason
            else f"{failure.path}: {failure.reason}"
        )


@click.command()
@click.argument("message", nargs=-1, required=True)
@click.option(
    "--context",
    type=click.File("r", encoding="utf-8", errors="replace"),
    metavar="FILE",
    help="What the agent has before it already (- for standard input): not given again.",
)
@click.option("--budget", type=click.IntRange(1), metavar="TOKENS", help="At most this many.")
@click.option("--always", is_flag=True, help="Whatever the trigger says.")
@click.option("--no-record", is_flag=True, help="Do not count this as a recall.")
@global_options
def recall(
    message: tuple[str, ...], context: Any, budget: int | None, always: bool, no_record: bool
) -> None:
    """Answer a message from memory where it calls for it; else stay silent.

    Looks at the indices first and follows the pointer that fits; searches only otherwise. What it
    prints is fenced as data for an agent.

    Example: lamina recall "where were we with the move?"
    """
    found = opened().recall(
        " ".join(message),
        context.read().splitlines() if context else (),
        budget=budget or 0,
        always=always,
        record=not no_record,
    )
    show(found.as_dict(), [found.text.rstrip()] if found.lines else [])
    if not options().get("as_json"):
        note(_how(found))
        for text in found.notes:
            note(text)


def _how(found: Recalled) -> str:
    """Say why there was an answer or none, which way it came and what it cost."""
    why = found.decision.reason
    if found.status == "silent":
        return f"Silent: {why}."
    if found.status == "not-searched":
        return "Not searched."
    if not found.lines:
        stale = "" if found.fresh else " Some files could not be read: it may be there."
        return f"Nothing found ({why}).{stale}"
    way = "by search"
    if found.pointer:
        way = f"by the index: {found.pointer.kind} “{found.pointer.name}”"
    return (
        f"{counted(len(found.lines), 'line')}, {found.tokens} tokens, instead of about"
        f" {found.whole:,} for the whole files; {way} ({why})."
    )


@click.command()
@click.argument("target")
@click.option("--from", "start", type=click.IntRange(1), default=1, help="First line.")
@click.option("--lines", "count", type=click.IntRange(0), default=0, help="How many lines.")
@click.option("--section", default="", help="Only the section with this heading.")
@click.option(
    "--budget",
    type=click.IntRange(0),
    default=0,
    metavar="TOKENS",
    help="Cut after this many tokens.",
)
@click.option("--no-record", is_flag=True, help="Do not count this as a recall.")
@global_options
def get(
    target: str, start: int, count: int, section: str, budget: int, no_record: bool
) -> int | None:
    """Open a file, a citation (path#L3-L5) or the id of a hit.

    Example: lamina get memory/2026-03-04.md --section Move
    """
    reading = opened().get(
        target, start=start, count=count, section=section, budget=budget, record=not no_record
    )
    shown = reading.as_dict()
    show(shown, [shown["text"].rstrip("\r\n")] if reading.found else [])
    if options().get("as_json"):
        return None
    if not reading.found:
        note(f"Nothing to show: {reading.reason}{'' if reading.reason.endswith('?') else '.'}")
    if reading.next_line:
        note(
            f"Lines {reading.start_line} to {reading.end_line} of {reading.lines}; "
            f"go on with: lamina get {reading.path} --from {reading.next_line}"
        )
    return None


@click.command(short_help="Print what a session should load at its start.")
@click.option(
    "--budget", type=click.IntRange(1), metavar="TOKENS", help="Maximum number of tokens."
)
@click.option("--agent-type", default="", metavar="TYPE", help="For a spawned agent of this type.")
@click.option("--project", default="", metavar="NAME", help="For work on this project.")
@global_options
def context(budget: int | None, agent_type: str, project: str) -> None:
    """Print what a session should load at its start, in order, within a token budget.

    Example: lamina context --budget 4000
    """
    pack = opened().context(budget=budget or 0, agent_type=agent_type, project=project)
    show(pack.as_dict(), [pack.text.rstrip()])
    if not options().get("as_json"):
        note(f"{counted(len(pack.parts), 'file')}, {pack.tokens:,} of {pack.budget:,} tokens.")
        for path in pack.left_out:
            note(f"Left out: {path}")

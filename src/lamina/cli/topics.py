"""Commands for long-running tasks."""

from __future__ import annotations

import click

from lamina.cli.common import (
    carry_out,
    counted,
    given_text,
    global_options,
    note,
    opened,
    show,
    wrote,
)


@click.group()
@global_options
def topic() -> None:
    """Keep long-running tasks: one file each, found by the index alone."""


@topic.command()
@click.argument("domain")
@click.argument("name")
@click.option("--goal", required=True, help="In one sentence: what for.")
@click.option("--role", default="", help="Who works on it: CTO, editor …")
@click.option("--state", default="", help="In one sentence: where it stands.")
@global_options
def new(domain: str, name: str, goal: str, role: str, state: str) -> None:
    """Make a topic: its file, its line in the index, a line in today's note.

    Example: lamina topic new coding "Stock sync" --goal "one stock for shop and market"
    """
    wrote(opened().topics.new(domain, name, goal=goal, role=role, state=state))


@topic.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--archived", is_flag=True, help="Look into the archived index.")
@global_options
def resume(words: tuple[str, ...], archived: bool) -> None:
    """Find a topic by loose words, in the index alone, and print it with what that cost.

    Example: lamina topic resume "the stock thing"
    """
    found = opened().router.resume(given_text(words), archived=archived)
    show(
        found.as_dict(),
        [click.style(f"/{found.entry.path}", fg="cyan"), "", found.text.rstrip()],
    )
    note(
        f"{found.tokens:,} tokens; found by the index ({found.index_tokens:,} tokens, read here, "
        "not by you); nothing was searched."
    )
    if found.others:
        note(f"Also near: {', '.join(found.others)}.")


@topic.command(name="list")
@click.option("--archived", is_flag=True, help="Archived ones.")
@global_options
def list_(archived: bool) -> None:
    """List the topics of the index.

    Example: lamina topic list
    """
    entries = opened().topics.entries(archived=archived)
    rows = [
        f"{click.style(f'[{e.status}]', fg='cyan')} {f'[{e.role}] ' if e.role else ''}{e.name}"
        f"{f': {e.description}' if e.description else ''}  {e.path}"
        for e in entries
    ]
    show([e.as_dict() for e in entries], rows or ["There are no topics yet."])


@topic.command(name="show")
@click.argument("name")
@click.option("--archived", is_flag=True, help="An archived one.")
@global_options
def show_(name: str, archived: bool) -> None:
    """Print a topic that is named.

    Example: lamina topic show "Stock sync"
    """
    memory = opened()
    entry = memory.topics.find(name, archived=archived)
    reading = memory.get(entry.path)
    show(entry.as_dict() | {"text": reading.text}, [reading.text.rstrip() or reading.reason])


@topic.command()
@click.argument("name")
@click.option("--state", default="", help="Where it stands now.")
@click.option("--tick", "ticks", multiple=True, help="A milestone that is reached.")
@click.option("--milestone", "milestones", multiple=True, help="A new milestone.")
@click.option("--context", multiple=True, help="Something that must be known.")
@click.option("--scratch", multiple=True, help="A passing note.")
@click.option("--clear-scratch", is_flag=True, help="Empty the scratchpad.")
@click.option("--role", default="", help="Whose additions these are.")
@global_options
def update(
    name: str,
    state: str,
    ticks: tuple[str, ...],
    milestones: tuple[str, ...],
    context: tuple[str, ...],
    scratch: tuple[str, ...],
    clear_scratch: bool,
    role: str,
) -> None:
    """Set a topic's state, tick and add milestones, add to context or scratchpad.

    Example: lamina topic update "Stock sync" --state "import runs" --tick "import"
    """
    written = opened().topics.update(
        name,
        state=state,
        ticks=ticks,
        milestones=milestones,
        context=context,
        scratch=scratch,
        clear_scratch=clear_scratch,
        role=role,
    )
    wrote(written)


@topic.command()
@click.argument("name")
@click.option("--why", default="", help="Why it rests: its state line.")
@global_options
def pause(name: str, why: str) -> None:
    """Set a topic aside; it stays in the active index.

    Example: lamina topic pause "Stock sync" --why "waiting for the supplier"
    """
    wrote(opened().topics.pause(name, why))


@topic.command()
@click.argument("name")
@click.option("--state", default="", help="Where it stands now.")
@global_options
def activate(name: str, state: str) -> None:
    """Take a paused topic up again.

    Example: lamina topic activate "Stock sync"
    """
    wrote(opened().topics.activate(name, state))


@topic.command()
@click.argument("name")
@click.option("--result", default="", help="What came of it.")
@click.option("--lesson", "lessons", multiple=True, help="What it taught.")
@global_options
def archive(name: str, result: str, lessons: tuple[str, ...]) -> None:
    """Finish a topic: result and lessons stay, its whole text is kept as a copy.

    Example: lamina topic archive "Stock sync" --result "one stock, checked every night"
    """
    wrote(opened().topics.archive(name, result=result, lessons=lessons))


@topic.command()
@click.argument("name")
@global_options
def reopen(name: str) -> None:
    """Bring an archived topic back, whole.

    Example: lamina topic reopen "Stock sync"
    """
    wrote(opened().topics.reopen(name))


@topic.command()
@click.option("--fix", is_flag=True, help="Register orphans, follow moved files.")
@global_options
def audit(fix: bool) -> None:
    """Compare the indices with the files.

    Example: lamina topic audit --fix
    """
    memory = opened()
    flaws = memory.audit.flaws()
    rows = [f"{f.kind}: {f.name}: {f.reason}" for f in flaws]
    entry = (
        memory.apply(lambda: memory.editor.plan("topic audit", memory.audit.mend)) if fix else None
    )
    show(
        {"flaws": [f.as_dict() for f in flaws], "change": entry.id if entry else None},
        rows or ["Index and files agree."],
    )
    if entry:
        note(f"Mended; take it back with: lamina undo {entry.id}")
    elif any(f.fix for f in flaws):
        note("Nothing was written; repeat with --fix.")
    left = memory.audit.flaws() if fix else flaws
    if left:
        click.get_current_context().exit(1)


@topic.command()
@click.option("--apply", "apply_", is_flag=True, help="Do it; otherwise only shown.")
@global_options
def rebuild(apply_: bool) -> None:
    """Make lost indices anew from the topics' own heads.

    Example: lamina topic rebuild --apply
    """
    memory = opened()
    count = 0

    def work(draft: object) -> None:
        nonlocal count
        count = memory.audit.rebuild(draft)  # type: ignore[arg-type]

    plan = memory.editor.plan("topic rebuild", work)
    carry_out(
        memory, plan, {"topics": count}, [f"{counted(count, 'topic')} in the indices."], apply_
    )


@topic.command()
@click.argument("names", nargs=-1)
@click.option("--days", type=click.IntRange(1), default=30, help="How far back to look.")
@click.option("--apply", "apply_", is_flag=True, help="Make them topics; otherwise only shown.")
@global_options
def adopt(names: tuple[str, ...], days: int, apply_: bool) -> None:
    """Propose topics from what recent notes went on about, with the lines that show it.

    Example: lamina topic adopt --apply "Move"
    """
    memory = opened()
    found = memory.audit.proposals(days)
    wanted = {name.casefold() for name in names}
    chosen = [p for p in found if not wanted or p.name.casefold() in wanted]
    rows = []
    for one in chosen:
        rows.append(click.style(one.name, bold=True) + f"  {counted(len(one.days), 'day')}")
        rows += [f"    {line}" for line in one.evidence]
    plan = memory.editor.plan("topic adopt", lambda draft: memory.audit.adopt(draft, chosen))
    shown = {"proposals": [p.as_dict() for p in chosen]}
    carry_out(memory, plan, shown, rows or ["Nothing went on for days without a topic."], apply_)

"""Commands that write down what happened."""

from __future__ import annotations

import shlex

import click

from lamina.cli.common import given_text, global_options, note, opened, show, wrote
from lamina.documents.redact import redact


@click.command(short_help="Write one line into today's note.")
@click.argument("text", nargs=-1, required=True)
@click.option("--replace", "replaces", is_flag=True, help="It holds now: mark what it contradicts.")
@click.option("--shared", default="", metavar="NAME", help="Into this shared folder's note.")
@global_options
def remember(text: tuple[str, ...], replaces: bool, shared: str) -> None:
    """Write one time-stamped line into today's note; `-` reads it from standard input.

    What is written already is not written twice; what it contradicts is shown.

    Example: lamina remember "The landlord moved the viewing to Friday."
    """
    from lamina.errors import UsageError

    if shared and replaces:
        hint = "Leave one of them out: nobody changes what others wrote into a shared folder."
        raise UsageError("--shared and --replace do not go together; nothing was written.", hint)
    memory, said = opened(), given_text(text)
    wrote(memory.share(shared, said) if shared else memory.remember(said, replaces=replaces))


@click.command(short_help="Write an entry into today's note and its index.")
@click.argument("subject")
@click.option("--cause", default="", help="Why it came up.")
@click.option("--change", default="", help="What was decided or done.")
@click.option("--todo", default="", help="What is left to do.")
@global_options
def log(subject: str, cause: str, change: str, todo: str) -> None:
    """Write an entry (cause, change, todo) into today's note, and its subject into the index.

    Example: lamina log "Move" --cause "flat sold" --change "viewing on Friday" --todo "papers"
    """
    wrote(opened().log(subject, cause=cause, change=change, todo=todo))


@click.command(short_help="Bring MEMORY.md, active context and today's note up to date at once.")
@click.argument("subject")
@click.option("--line", default="", help="What holds now, in one line: its line in MEMORY.md.")
@click.option("--cause", default="", help="Why it came up.")
@click.option("--change", default="", help="What was decided or done.")
@click.option("--todo", default="", help="What is left to do: opens, or adds to, a matter.")
@click.option("--done", is_flag=True, help="Nothing is left of it.")
@global_options
def checkpoint(subject: str, line: str, cause: str, change: str, todo: str, done: bool) -> None:
    """Bring MEMORY.md, active context and today's note up to date about a piece of work, at once.

    Example: lamina checkpoint "Move" --line "contract signed, keys on 1 May" --todo "book the van"
    """
    memory = opened()
    wrote(
        memory.long_term.checkpoint(
            subject, line=line, cause=cause, change=change, todo=todo, done=done
        )
    )


@click.command(short_help="Say which layer a sentence belongs on, and why.")
@click.argument("text", nargs=-1, required=True)
@global_options
def where(text: tuple[str, ...]) -> None:
    """Say which layer a sentence belongs on, why, and which command puts it there.

    Example: lamina where "Every Monday morning: check the backup."
    """
    memory = opened()
    said = given_text(text)
    verdict = memory.where(said)
    command = _COMMANDS[verdict.place].format(
        text=" ".join(redact(said).text.split()).replace('"', "'"),
        project=verdict.project or "NAME",
        agent=verdict.agent_type or "TYPE",
        place=verdict.place,
    )
    others = list(verdict.scores.items())[1:3]
    show(
        {
            "place": verdict.place,
            "why": verdict.why,
            "command": command,
            "scores": {str(k): round(v, 3) for k, v in verdict.scores.items()},
        },
        [
            click.style(_TITLES.get(verdict.place, f"{verdict.place}.md"), bold=True),
            f"  {verdict.why}",
            f"  {command}",
            *([f"  else: {', '.join(str(place) for place, _ in others)}"] if others else []),
        ],
    )


_TITLES = {
    "active": "active context",
    "daily": "today's note",
    "fact": "pointer file",
    "reference": "reference",
    "project": "project handbook",
    "agent-type": "handbook of an agent type",
    "topic": "topic",
    "knowledge": "knowledge base",
}
_BY_HAND = "edit {place}.md yourself: only its owner changes it"
_COMMANDS = {
    "SOUL": _BY_HAND,
    "AGENTS": _BY_HAND,
    "USER": _BY_HAND,
    "TOOLS": _BY_HAND,
    "IDENTITY": _BY_HAND,
    "HEARTBEAT": _BY_HAND,
    "MEMORY": 'lamina core add "{text}"',
    "active": 'lamina active open SUBJECT "{text}"',
    "daily": 'lamina remember "{text}"',
    "fact": 'lamina fact add SUBJECT "{text}"',
    "reference": "lamina reference add FILE --subject SUBJECT --fact …",
    "project": 'lamina project note {project} "{text}"',
    "agent-type": 'lamina agent-type note {agent} "{text}"',
    "topic": 'lamina topic new DOMAIN NAME --goal "{text}"',
    "knowledge": "lamina learn KEYWORD --from -",
}


@click.command(short_help="Say what an exchange settled and nobody wrote down.")
@click.argument("user", nargs=-1, required=True)
@click.option("--answer", default="", help="What the agent answered.")
@click.option("--write", is_flag=True, help="Write it into today's note (notes.unwritten = write).")
@global_options
def unwritten(user: tuple[str, ...], answer: str, write: bool) -> None:
    """Say what an exchange settled and nobody wrote down: a decision, a task, a lesson.

    Example: lamina unwritten "ok, we take the oak worktop" --answer "Good, oak it is."
    """
    memory = opened()
    found = memory.unwritten(given_text(user), answer)
    if found is None:
        show({"unwritten": None}, [])
        note("Nothing was settled that is not written.")
    elif write or memory.config.notes.unwritten == "write":
        wrote(memory.remember(found.line))
    else:
        show({"unwritten": found.as_dict()}, [f"{found.kind}: {found.line}"])
        note(f"Not written yet: lamina remember {shlex.quote(found.line)}")

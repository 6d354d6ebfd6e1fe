"""Commands for facts, reference, handbooks and knowledge."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from lamina.cli.common import given_text, global_options, note, opened, show, wrote
from lamina.documents.redact import redact


def _text_of(source: str) -> str:
    """Return the text of a file outside the workspace, or of standard input for `-`."""
    from lamina.errors import UnreadableFileError

    if source == "-":
        return sys.stdin.read()
    try:
        return Path(source).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", "") or "it is not UTF-8 text"
        raise UnreadableFileError(source, reason.lower()) from error


@click.group()
@global_options
def fact() -> None:
    """Keep facts, one a line, in a pointer file a subject."""


@fact.command(name="add")
@click.argument("subject")
@click.argument("text", nargs=-1, required=True)
@click.option("--ref", default="", help="The document in reference/ that says more.")
@click.option("--replace", "replaces", is_flag=True, help="It holds now; the old one is kept.")
@click.option("--keep-both", is_flag=True, help="Both hold.")
@global_options
def add_fact(
    subject: str, text: tuple[str, ...], ref: str, replaces: bool, keep_both: bool
) -> None:
    """Add a fact about a subject; what is there is not added twice, contradictions are shown.

    Example: lamina fact add Steinlohe "Terms are 30 days net"
    """
    memory = opened()
    wrote(
        memory.statements.fact(
            subject, given_text(text), reference=ref, replaces=replaces, keep_both=keep_both
        )
    )


@fact.command(name="list")
@click.argument("subject", required=False, default="")
@global_options
def list_facts(subject: str) -> None:
    """List the facts about a subject, or all.

    Example: lamina fact list Steinlohe
    """
    found = opened().facts.list(subject)
    rows = [
        f"{click.style(f'{f.path}:{f.line}', fg='cyan')}  {f.text}"
        f"{f' → {f.reference}' if f.reference else ''}"
        for f in found
    ]
    show([f.as_dict() for f in found], rows or ["There are no facts yet."])


@click.group()
@global_options
def reference() -> None:
    """Keep deep documents, opened on demand, never searched by default."""


@reference.command(name="add")
@click.argument("source", metavar="FILE|-")
@click.option("--name", default="", help="Its name in reference/; otherwise the file's.")
@click.option("--subject", required=True, help="Whose pointer file names it.")
@click.option("--fact", "text", required=True, help="The fact that points to it.")
@global_options
def add_reference(source: str, name: str, subject: str, text: str) -> None:
    """Put a document into reference/ and a fact that points to it, both or neither.

    Example: lamina reference add terms.md --subject Steinlohe --fact "Terms: 30 days net"
    """
    named = name or ("" if source == "-" else Path(source).stem)
    wrote(opened().facts.add_reference(named, _text_of(source), subject=subject, fact=text))


@reference.command(name="list")
@global_options
def list_references() -> None:
    """List the documents of reference/ and the facts that point to them.

    Example: lamina reference list
    """
    memory = opened()
    pointers: dict[str, list[str]] = {}
    for one in memory.facts.list():
        pointers.setdefault(one.reference, []).append(f"{one.path}:{one.line}")
    found = [{"path": p, "facts": pointers.get(p, [])} for p in memory.facts.references()]
    rows = [f"{r['path']}  {', '.join(r['facts']) or '(no fact points to it)'}" for r in found]
    show(found, rows or ["reference/ is empty."])


def _handbook(name: str, parts: str, help_: str, example: str) -> click.Group:
    """Make the commands of one kind of handbook."""

    @click.group(name=name, help=help_)
    @global_options
    def group() -> None:
        pass

    def books() -> Any:
        return getattr(opened(), parts)

    @group.command(name="new", help=f"Make a handbook.\n\nExample: lamina {name} new {example}")
    @click.argument("title", metavar="NAME")
    @click.option("--goal", default="", help="What it is for.")
    @global_options
    def new(title: str, goal: str) -> None:
        wrote(books().new(title, goal))

    @group.command(
        name="note",
        help="Add a dated line to a handbook.\n\n"
        f'Example: lamina {name} note {example} "Two string files must stay alike."',
    )
    @click.argument("title", metavar="NAME")
    @click.argument("text", nargs=-1, required=True)
    @click.option("--section", default="", help="The section it belongs to.")
    @global_options
    def note_(title: str, text: tuple[str, ...], section: str) -> None:
        wrote(books().note(title, given_text(text), section=section))

    @group.command(name="show", help=f"Print a handbook.\n\nExample: lamina {name} show {example}")
    @click.argument("title", metavar="NAME")
    @global_options
    def show_(title: str) -> None:
        memory = opened()
        book = getattr(memory, parts).find(title)
        reading = memory.get(book.path)
        show(book.as_dict() | {"text": reading.text}, [reading.text.rstrip() or reading.reason])

    @group.command(name="list", help=f"List the handbooks.\n\nExample: lamina {name} list")
    @global_options
    def list_() -> None:
        found = books().list()
        rows = [f"{b.name:<24} {b.tokens:>6,} tokens  {b.path}" for b in found]
        show([b.as_dict() for b in found], rows or ["There are none yet."])

    return group


project = _handbook("project", "projects", "Keep what one project needs to be known.", "shop")
agent_type = _handbook(
    "agent-type", "agent_types", "Keep what an agent type must always know.", "coding"
)


@project.command(name="state")
@click.argument("name")
@click.argument("text", nargs=-1, required=True)
@global_options
def set_state(name: str, text: tuple[str, ...]) -> None:
    """Set where a project stands.

    Example: lamina project state shop "live since Monday"
    """
    wrote(opened().projects.set_state(name, given_text(text)))


@click.command(short_help="Write down how something is done.")
@click.argument("keyword", required=False, default="")
@click.option("--from", "source", metavar="FILE|-", default="", help="What was learnt.")
@click.option("--more", is_flag=True, help="Add to an entry that is there.")
@click.option("--source", "address", default="", help="Where on the network it was learnt.")
@click.option("--consent", default="", help="The user's words that asked for looking there.")
@click.option("--replace", "replaces", is_flag=True, help="It holds now; mark what it contradicts.")
@click.option("--keep-both", is_flag=True, help="Both hold.")
@click.option("--wanted", is_flag=True, help="List what was asked and not known.")
@global_options
def learn(
    keyword: str, source: str, more: bool, address: str, consent: str, wanted: bool, **how: bool
) -> None:
    """Write an entry of the knowledge base and its keyword into the index, both or neither.

    Example: lamina learn oauth --from -
    """
    from lamina.errors import UsageError

    memory = opened()
    if wanted:
        asked = [
            {"question": q, "first": a, "last": b, "times": n} for q, a, b, n in memory.wanted()
        ]
        rows = [f"{r['times']:>3}×, last on {r['last']}: {r['question']}" for r in asked]
        show(asked, rows or ["Nothing was asked that is not known."])
        return
    if not keyword or not source:
        raise UsageError("A keyword and --from are needed.", "lamina learn oauth --from notes.md")
    wrote(
        memory.statements.learn(
            keyword, _text_of(source), source=address, consent=consent, more=more, **how
        )
    )


@click.group()
@global_options
def knowledge() -> None:
    """Look up how something is done."""


@knowledge.command(name="list")
@global_options
def list_knowledge() -> None:
    """List the keywords.

    Example: lamina knowledge list
    """
    found = opened().knowledge.entries()
    rows = [
        f"{one.keyword}  {one.path}"
        + ("" if one.there else "  (no such file)")
        + ("" if one.listed else "  (not in the index)")
        for one in found
    ]
    show([one.as_dict() for one in found], rows or ["Nothing was learnt yet."])


@knowledge.command()
@click.argument("words", nargs=-1, required=True)
@global_options
def ask(words: tuple[str, ...]) -> None:
    """Look a question up by the index; what is not known is said, and kept for `learn --wanted`.

    Example: lamina knowledge ask "how does oauth work?"
    """
    memory = opened()
    question = given_text(words)
    found, asked = memory.lesson(question), redact(question).text
    if found is None:
        show(
            {"known": False, "question": asked},
            [
                "I don't know this yet.",
                "Learning it needs your word: lamina learn KEYWORD --from -",
            ],
        )
        return
    reading = memory.get(found.path)
    show(
        {"known": True, "question": asked, "path": found.path, "text": reading.text},
        [click.style(found.path, fg="cyan"), "", reading.text.rstrip()],
    )
    note(f"{reading.tokens} tokens; nothing was searched.")

"""Endpoints that write down what happened, what holds and what was learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.service.endpoint import (
    MAYBE,
    MEMORY,
    NUMBER,
    TEXT,
    THINGS,
    WRITTEN,
    Endpoint,
    Input,
    Word,
    Words,
    having,
    lists,
)

if TYPE_CHECKING:
    from lamina.memory import Memory
    from lamina.serving.workers import Call


class Line(Input):
    """One line, and into which shared folder's note it goes (else into this workspace's)."""

    text: Words
    replaces: bool = False
    shared: Word = ""


class Entry(Input):
    """An entry about a piece of work."""

    subject: Word
    cause: Words = ""
    change: Words = ""
    todo: Words = ""


class Checkpoint(Entry):
    """An entry, and what holds now in one line."""

    line: Words = ""
    done: bool = False


class Lasting(Input):
    """A line of MEMORY.md."""

    text: Words
    section: Word = ""
    replaces: bool = False
    keep_both: bool = False


class Replacement(Input):
    """A part of the old line, and the new one."""

    old: Words
    new: Words


class Subject(Input):
    """A subject; empty: all."""

    subject: Word = ""


class Fact(Input):
    """A fact about a subject."""

    subject: Word
    fact: Words
    reference: Word = ""
    replaces: bool = False
    keep_both: bool = False


class Lesson(Input):
    """How something is done; what is from the network needs its address and the consent."""

    keyword: Word
    text: Words
    source: Word = ""
    consent: Words = ""
    more: bool = False
    replaces: bool = False
    keep_both: bool = False


class HandbookLine(Input):
    """A line for a handbook."""

    name: Word
    text: Words
    section: Word = ""


def remember(memory: Memory, given: Line, _: Call) -> Any:
    """Write one line into today's note."""
    if given.shared:
        return memory.share(given.shared, given.text).as_dict()
    return memory.remember(given.text, replaces=given.replaces).as_dict()


def log(memory: Memory, given: Entry, _: Call) -> Any:
    """Write an entry into today's note and its index."""
    return memory.log(**given.given()).as_dict()


def checkpoint(memory: Memory, given: Checkpoint, _: Call) -> Any:
    """Bring MEMORY.md, active context and today's note up to date."""
    return memory.long_term.checkpoint(**given.given()).as_dict()


def core(memory: Memory, _: Input, __: Call) -> Any:
    """Measure the core files."""
    return memory.core().as_dict()


def core_add(memory: Memory, given: Lasting, _: Call) -> Any:
    """Add a line to MEMORY.md."""
    return memory.statements.long_term_line(**given.given()).as_dict()


def core_replace(memory: Memory, given: Replacement, _: Call) -> Any:
    """Replace a line of MEMORY.md."""
    return memory.long_term.replace(given.old, given.new).as_dict()


def facts(memory: Memory, given: Subject, _: Call) -> Any:
    """List facts."""
    return [one.as_dict() for one in memory.facts.list(given.subject)]


def fact_add(memory: Memory, given: Fact, _: Call) -> Any:
    """Add a fact to a pointer file."""
    asked = given.given()
    return memory.statements.fact(asked.pop("subject"), asked.pop("fact"), **asked).as_dict()


def learn(memory: Memory, given: Lesson, _: Call) -> Any:
    """Write down how something is done."""
    asked = given.given()
    return memory.statements.learn(asked.pop("keyword"), asked.pop("text"), **asked).as_dict()


def project_note(memory: Memory, given: HandbookLine, _: Call) -> Any:
    """Add a line to a project's handbook."""
    return memory.projects.note(given.name, given.text, section=given.section).as_dict()


def agent_type_note(memory: Memory, given: HandbookLine, _: Call) -> Any:
    """Add a line to the handbook of an agent type."""
    return memory.agent_types.note(given.name, given.text, section=given.section).as_dict()


def _writes(path: str, about: str, run: Any, takes: type[Input], shows: str = "") -> Endpoint:
    return Endpoint("POST", path, about, run, takes, WRITTEN, "write", shows)


ENDPOINTS = (
    _writes(
        "remember",
        "Write one time-stamped line into today's note, unless it is written already.",
        remember,
        Line,
    ),
    _writes("log", "Write an entry into today's note and its subject into the index.", log, Entry),
    _writes(
        "checkpoint",
        "Bring MEMORY.md, active context and today's note up to date, at once.",
        checkpoint,
        Checkpoint,
        MEMORY,
    ),
    Endpoint(
        "GET",
        "core",
        "Measure the core files against their budgets.",
        core,
        gives=having(files=THINGS, tokens=NUMBER),
        shows=MEMORY,
    ),
    _writes("core/add", "Add one lasting line to MEMORY.md.", core_add, Lasting, MEMORY),
    _writes("core/replace", "Replace a line of MEMORY.md.", core_replace, Replacement, MEMORY),
    Endpoint(
        "GET",
        "facts",
        "List the facts about a subject, or all.",
        facts,
        Subject,
        lists(path=TEXT, line=NUMBER, text=TEXT, reference=MAYBE),
        shows="memory/",
    ),
    _writes("facts", "Add one fact about a subject to its pointer file.", fact_add, Fact),
    _writes("knowledge", "Write down how something is done.", learn, Lesson),
    _writes("projects/note", "Add a line to a project's handbook.", project_note, HandbookLine),
    _writes(
        "agent-types/note",
        "Add a line to what an agent type must always know.",
        agent_type_note,
        HandbookLine,
    ),
)

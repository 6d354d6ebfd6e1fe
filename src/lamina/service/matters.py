"""Endpoints for what is going on: open matters, and long-running topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from lamina.service.endpoint import (
    NUMBER,
    TEXT,
    TEXTS,
    THING,
    THINGS,
    WRITTEN,
    Endpoint,
    Input,
    List,
    Texts,
    Tokens,
    Word,
    Words,
    having,
    lists,
)

if TYPE_CHECKING:
    from lamina.memory import Memory
    from lamina.serving.workers import Call

_ACTIVE = "memory/active-context.md"
_TOPICS = "memory/MEMORY_INDEX_ACTIVE.md"


class All(Input):
    """Whether those that are done are listed, too."""

    all: bool = False


class Archived(Input):
    """Whether the archived ones are meant."""

    archived: bool = False


class Matter(Input):
    """A matter, and what was said about it."""

    subject: Word
    body: Words = ""
    short: Word = ""
    pin: bool = False


class Remark(Input):
    """More that was said about a matter."""

    subject: Word
    text: Words


class Task(Input):
    """A task in a matter, named by a part of it."""

    subject: Word
    task: Words


class Result(Input):
    """How a matter ended."""

    subject: Word
    result: Words = ""
    anyway: bool = False


class NewTopic(Input):
    """A topic, and what for."""

    domain: Word
    name: Word
    goal: Words
    role: Word = ""
    state: Words = ""


class Loose(Input):
    """Loose words for a topic."""

    words: Word
    archived: bool = False


class Update(Input):
    """What is new about a topic."""

    name: Word
    state: Words = ""
    ticks: List = Field(default_factory=list)
    milestones: List = Field(default_factory=list)
    context: Texts = Field(default_factory=list)
    scratch: Texts = Field(default_factory=list)
    clear_scratch: bool = False
    role: Word = ""


class Pause(Input):
    """A topic, and why it rests."""

    name: Word
    why: Words = ""


class Activate(Input):
    """A topic, and where it stands."""

    name: Word
    state: Words = ""


class Archive(Input):
    """A topic, what came of it and what it taught."""

    name: Word
    result: Words = ""
    lessons: Texts = Field(default_factory=list)


class Named(Input):
    """A topic's name."""

    name: Word


class Handing(Input):
    """What is handed over, and to which type of agent."""

    name: Word
    to: Word
    kind: Literal["", "topic", "project"] = ""
    also: List = Field(default_factory=list)
    inline: bool = False
    budget: Tokens = 0


def active(memory: Memory, given: All, _: Call) -> Any:
    """List what is open, the longest untouched first."""
    found = [one for one in memory.active.blocks() if given.all or not one.done]
    found.sort(key=lambda one: (one.done, one.touched))
    return [one.as_dict() for one in found]


def active_open(memory: Memory, given: Matter, _: Call) -> Any:
    """Open a matter."""
    asked = given.given()
    body = asked.pop("body", "")
    return memory.active.open(asked.pop("subject"), body, **asked).as_dict()


def active_note(memory: Memory, given: Remark, _: Call) -> Any:
    """Add to what was said about a matter."""
    return memory.active.note(given.subject, given.text).as_dict()


def active_tick(memory: Memory, given: Task, _: Call) -> Any:
    """Tick a task."""
    return memory.active.tick(given.subject, given.task).as_dict()


def active_done(memory: Memory, given: Result, _: Call) -> Any:
    """Close a matter."""
    return memory.active.done(given.subject, given.result, anyway=given.anyway).as_dict()


def topics(memory: Memory, given: Archived, _: Call) -> Any:
    """List topics."""
    return [one.as_dict() for one in memory.topics.entries(archived=given.archived)]


def topic_new(memory: Memory, given: NewTopic, _: Call) -> Any:
    """Make a topic."""
    asked = given.given()
    return memory.topics.new(asked.pop("domain"), asked.pop("name"), **asked).as_dict()


def topic_resume(memory: Memory, given: Loose, _: Call) -> Any:
    """Find a topic by the index alone, and open it."""
    found = memory.router.resume(given.words, archived=given.archived)
    reading = memory.get(found.entry.path)  # by the way on which every reading is checked
    return found.as_dict() | {"text": reading.as_dict()["text"]}


def topic_update(memory: Memory, given: Update, _: Call) -> Any:
    """Set a topic's state, tick and add milestones, add to context or scratchpad."""
    return memory.topics.update(**given.given()).as_dict()


def topic_pause(memory: Memory, given: Pause, _: Call) -> Any:
    """Set a topic aside."""
    return memory.topics.pause(given.name, given.why).as_dict()


def topic_activate(memory: Memory, given: Activate, _: Call) -> Any:
    """Take a topic up again."""
    return memory.topics.activate(given.name, given.state).as_dict()


def topic_archive(memory: Memory, given: Archive, _: Call) -> Any:
    """Finish a topic."""
    written = memory.topics.archive(given.name, result=given.result, lessons=tuple(given.lessons))
    return written.as_dict()


def topic_reopen(memory: Memory, given: Named, _: Call) -> Any:
    """Bring an archived topic back."""
    return memory.topics.reopen(given.name).as_dict()


def handoff(memory: Memory, given: Handing, _: Call) -> Any:
    """Hand a topic or a project over."""
    return memory.handoff(**given.given()).as_dict()


def _writes(path: str, about: str, run: Any, takes: type[Input]) -> Endpoint:
    return Endpoint("POST", path, about, run, takes, WRITTEN, "write")


ENDPOINTS = (
    Endpoint(
        "GET",
        "active",
        "List the open matters, the longest untouched first.",
        active,
        All,
        lists(subject=TEXT, body=TEXT, status=TEXT),
        shows=_ACTIVE,
    ),
    _writes("active/open", "Open a matter with what was said about it.", active_open, Matter),
    _writes("active/note", "Add to what was said about a matter.", active_note, Remark),
    _writes("active/tick", "Tick a task in a matter.", active_tick, Task),
    _writes("active/done", "Mark a matter as done.", active_done, Result),
    Endpoint(
        "GET",
        "topics",
        "List the topics of the index.",
        topics,
        Archived,
        lists(name=TEXT, status=TEXT, path=TEXT, line=NUMBER),
        shows=_TOPICS,
    ),
    _writes("topics", "Make a topic: its file and its line in the index.", topic_new, NewTopic),
    Endpoint(
        "POST",
        "topics/resume",
        "Open a topic by loose words, found in the index alone.",
        topic_resume,
        Loose,
        having(entry=THING, text=TEXT, tokens=NUMBER),
    ),
    _writes("topics/update", "Set a topic's state, tick and add to it.", topic_update, Update),
    _writes("topics/pause", "Set a topic aside.", topic_pause, Pause),
    _writes("topics/activate", "Take a paused topic up again.", topic_activate, Activate),
    _writes("topics/archive", "Finish a topic: result and lessons stay.", topic_archive, Archive),
    _writes("topics/reopen", "Bring an archived topic back, whole.", topic_reopen, Named),
    Endpoint(
        "POST",
        "handoff",
        "Say what to tell an agent that takes a topic or project over.",
        handoff,
        Handing,
        having(name=TEXT, to=TEXT, reads=TEXTS, order=THINGS, text=TEXT),
    ),
)

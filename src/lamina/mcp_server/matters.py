"""Tools for what is going on: open matters, and long-running topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.errors import UsageError
from lamina.mcp_server.tool import (
    COUNT,
    FLAG,
    TEXT,
    TEXTS,
    THINGS,
    WRITTEN,
    Effect,
    Result,
    Tool,
    described,
    one_of,
    wrote,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.memory import Memory
    from lamina.serving.workers import Call

_ACTIVE = "memory/active-context.md"
_TOPICS = "memory/MEMORY_INDEX_ACTIVE.md"
_ACTIONS = ("open", "note", "tick", "done")


def active_list(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """List what is open."""
    found = [one for one in memory.active.blocks() if given.get("done") or not one.done]
    found.sort(key=lambda one: (one.done, one.touched))
    rows = []
    for one in found:
        short = f" — {one.short}" if one.short else ""
        rows.append(f"[{'DONE' if one.done else 'OPEN'}] {one.subject}{short} ({one.touched})")
        rows += [f"  {line}" for line in one.body.splitlines()]
    brake = memory.active.brake()
    data = {"matters": [one.as_dict() for one in found], "warning": brake or None}
    return Result("\n".join([*(rows or ["Nothing is open."]), brake]).rstrip(), data)


def active_update(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Open a matter, add to it, tick a task in it, or close it."""
    action, subject, text = given["action"], given["subject"], given.get("text", "")
    if action == "open":
        return wrote(memory.active.open(subject, text))
    if action == "note":
        return wrote(memory.active.note(subject, text))
    if action == "tick":
        return wrote(memory.active.tick(subject, text))
    return wrote(memory.active.done(subject, text))


def topic_resume(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Find a topic by the index alone, and open it."""
    found = memory.router.resume(given["words"], archived=given.get("archived", False))
    reading = memory.get(found.entry.path)  # by the way on which every reading is checked
    near = [f"Also near: {', '.join(found.others)}."] if found.others else []
    data = found.entry.as_dict() | {"text": reading.as_dict()["text"], "tokens": found.tokens}
    data["others"] = list(found.others)
    return Result("\n".join(near), data, reading.shown(memory.events.origin_of(reading)))


def topic_update(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Set a topic's state, tick and add milestones, add to context or scratchpad."""
    return wrote(memory.topics.update(**given))


def topic_list(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """List the topics of an index."""
    found = memory.topics.entries(archived=given.get("archived", False))
    rows = [
        f"[{one.status}] {one.name}: {one.description} -> /{one.path}".replace(":  ->", " ->")
        for one in found
    ]
    data = {"topics": [one.as_dict() for one in found]}
    return Result("\n".join(rows) or "There are no topics yet.", data)


def topic_new(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Make a topic."""
    options = {key: given[key] for key in ("goal", "role", "state") if key in given}
    return wrote(memory.topics.new(given["domain"], given["name"], **options))


def topic_move(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Pause a topic, take it up again, archive it or bring it back."""
    name, said = given["name"], given.get("text", "")
    if given["to"] == "paused":
        return wrote(memory.topics.pause(name, said))
    if given["to"] == "archived":
        lessons = given.get("lessons", ())
        return wrote(memory.topics.archive(name, result=said, lessons=lessons))
    if "lessons" in given:
        raise UsageError("Lessons are kept when a topic is archived.", "Leave them out.")
    if given["to"] == "reopened":
        return wrote(memory.topics.reopen(name))
    return wrote(memory.topics.activate(name, said))


def handoff(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Hand a topic or a project over."""
    found = memory.handoff(**given)
    return Result("\n".join(f"Note: {text}." for text in found.notes), found.as_dict(), found.text)


TOOLS = (
    Tool(
        "active_list",
        "List the open matters, the longest untouched first.",
        active_list,
        {"done": described(FLAG, "done ones too")},
        (),
        {"matters": THINGS},
        shows=_ACTIVE,
        usual=True,
    ),
    Tool(
        "active_update",
        "Open a matter with what was said about it, note more, tick a task in it, or close it as "
        "done.",
        active_update,
        {
            "action": one_of(*_ACTIONS),
            "subject": TEXT,
            "text": described(TEXT, "what was said; the task to tick; the result"),
        },
        ("action", "subject"),
        WRITTEN,
        Effect.ADDS,
        usual=True,
    ),
    Tool(
        "topic_resume",
        "Open a long-running task by loose words ('the payments thing').",
        topic_resume,
        {"words": TEXT, "archived": FLAG},
        ("words",),
        {"name": TEXT, "path": TEXT, "text": TEXT},
        usual=True,
    ),
    Tool(
        "topic_update",
        "Set a topic's state, tick or add milestones, add to its context or scratchpad.",
        topic_update,
        {
            "name": TEXT,
            "state": described(TEXT, "where it stands now"),
            "ticks": TEXTS,
            "milestones": TEXTS,
            "context": TEXTS,
            "scratch": TEXTS,
            "clear_scratch": FLAG,
            "role": described(TEXT, "yours, before each added line"),
        },
        ("name",),
        WRITTEN,
        Effect.SETS,
        usual=True,
    ),
    Tool(
        "topic_list",
        "List the topics.",
        topic_list,
        {"archived": FLAG},
        (),
        {"topics": THINGS},
        shows=_TOPICS,
    ),
    Tool(
        "topic_new",
        "Make a topic for work that goes on for days: file, index entry and a line in today's "
        "note.",
        topic_new,
        {
            "domain": described(TEXT, "coding, writing, analysis …"),
            "name": TEXT,
            "goal": TEXT,
            "role": TEXT,
            "state": TEXT,
        },
        ("domain", "name", "goal"),
        WRITTEN,
        Effect.ADDS,
    ),
    Tool(
        "topic_move",
        "Pause a topic, take it up again (active), archive it with its result, or reopen it.",
        topic_move,
        {
            "name": TEXT,
            "to": one_of("active", "paused", "archived", "reopened"),
            "text": described(TEXT, "why it rests; where it stands; the result"),
            "lessons": TEXTS,
        },
        ("name", "to"),
        WRITTEN,
        Effect.SETS,
    ),
    Tool(
        "memory_handoff",
        "Say what to tell a sub-agent that takes a topic or project over: paths, order, the files "
        "it may read. Refused while the scratchpad is not empty.",
        handoff,
        {
            "name": TEXT,
            "to": described(TEXT, "type of agent"),
            "kind": one_of("topic", "project"),
            "also": described(TEXTS, "further files"),
            "inline": described(FLAG, "their text, too"),
            "budget": COUNT,
        },
        ("name", "to"),
        {"reads": TEXTS, "order": THINGS, "text": TEXT},
    ),
)

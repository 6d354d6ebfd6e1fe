"""Endpoints for what keeps memory in order: history, dreaming, index, forgetting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from lamina.service.endpoint import (
    FLAG,
    MAYBE_NUMBER,
    MEMORY,
    NUMBER,
    TEXT,
    TEXTS,
    THINGS,
    Endpoint,
    Input,
    List,
    Number,
    Word,
    Words,
    having,
    lists,
)

if TYPE_CHECKING:
    from lamina.memory import Memory
    from lamina.serving.workers import Call


class Newest(Input):
    """How many."""

    limit: int = Field(20, ge=1, le=1_000)


class Change(Input):
    """The number of a change; 0: the last one."""

    change: Number = 0


class Candidate(Input):
    """A line: its words, path#L3 or key."""

    words: Words


class Run(Input):
    """Whether it is only said what a sweep would do."""

    dry_run: bool = False


class Switch(Input):
    """On or off."""

    on: bool


class Names(Input):
    """Proposals, by key or number."""

    names: List = Field(min_length=1)


class Rejected(Names):
    """Proposals, and why not."""

    why: Words = ""


class Forgotten(Input):
    """What is meant, and whether it is only said where it is."""

    words: Word
    dry_run: bool = True


def history(memory: Memory, given: Newest, _: Call) -> Any:
    """List what was changed, newest first."""
    return [entry.summary() for entry in memory.history(given.limit)]


def undo(memory: Memory, given: Change, _: Call) -> Any:
    """Take a change back."""
    entry = memory.undo(given.change)
    return entry.summary() if entry else {"id": None, "undoes": None, "files": []}


def sync(memory: Memory, _: Input, call: Call) -> Any:
    """Bring the index in line."""
    return memory.sync(progress=call.progress).as_dict()


def dream_status(memory: Memory, _: Input, __: Call) -> Any:
    """Say whether dreaming is on and does its work."""
    return memory.schedule.status().as_dict()


def explain(memory: Memory, given: Candidate, _: Call) -> Any:
    """Say why a line is, or is not, promoted."""
    return memory.dreamer.why(given.words, session=memory.session).as_dict()


def proposals(memory: Memory, _: Input, __: Call) -> Any:
    """List what waits for the owner's decision."""
    return {"proposals": [one.as_dict() for one in memory.proposals.list()]}


def dream_run(memory: Memory, given: Run, call: Call) -> Any:
    """Make a sweep, or only say what one would do."""
    return memory.dreamer.sweep(dry_run=given.dry_run, progress=call.progress).as_dict()


def switch(memory: Memory, given: Switch, call: Call) -> Any:
    """Switch dreaming on or off."""
    memory.schedule.switch(on=given.on)
    return dream_status(memory, given, call)


def accept(memory: Memory, given: Names, _: Call) -> Any:
    """Accept proposals."""
    return memory.proposals.accept(given.names).as_dict()


def reject(memory: Memory, given: Rejected, _: Call) -> Any:
    """Reject proposals."""
    return memory.proposals.reject(given.names, why=given.why).as_dict()


def forget(memory: Memory, given: Forgotten, _: Call) -> Any:
    """Remove something from everywhere, for good; or say where it is."""
    done = memory.forget.plan if given.dry_run else memory.forget.apply
    return done(given.words).as_dict()


ENDPOINTS = (
    Endpoint(
        "GET",
        "history",
        "List what Lamina changed, newest first.",
        history,
        Newest,
        lists(id=NUMBER, at=TEXT, author=TEXT, command=TEXT, files=THINGS),
        shows=MEMORY,
    ),
    Endpoint(
        "POST",
        "undo",
        "Take a change back.",
        undo,
        Change,
        having(id=MAYBE_NUMBER, undoes=MAYBE_NUMBER, files=THINGS),
        "write",
    ),
    Endpoint(
        "POST",
        "index/sync",
        "Bring the search index in line with the files.",
        sync,
        gives=having(files=NUMBER, added=NUMBER, changed=NUMBER, removed=NUMBER),
        slow=True,
    ),
    Endpoint(
        "GET",
        "dream",
        "Say whether dreaming is on and does its work.",
        dream_status,
        gives=having(enabled=FLAG, problems=TEXTS),
        shows=MEMORY,
    ),
    Endpoint(
        "GET",
        "dream/proposals",
        "List what waits for the owner's decision.",
        proposals,
        gives=having(proposals=THINGS),
        shows=MEMORY,
        slow=True,
    ),
    Endpoint(
        "POST",
        "dream/explain",
        "Say why a line is, or is not, promoted into MEMORY.md.",
        explain,
        Candidate,
        shows=MEMORY,
        slow=True,
    ),
    Endpoint(
        "POST",
        "dream/run",
        "Make a sweep; dry_run only says what it would do.",
        dream_run,
        Run,
        having(promoted=THINGS, nothing_new=FLAG),
        "dream",
        MEMORY,
        slow=True,
    ),
    Endpoint(
        "POST",
        "dream/switch",
        "Switch dreaming on or off.",
        switch,
        Switch,
        having(enabled=FLAG, problems=TEXTS),
        "dream",
        MEMORY,
    ),
    Endpoint(
        "POST",
        "dream/accept",
        "Accept proposals: they are written into MEMORY.md.",
        accept,
        Names,
        having(promoted=THINGS, held=THINGS),
        "dream",
        MEMORY,
        slow=True,
    ),
    Endpoint(
        "POST",
        "dream/reject",
        "Reject proposals: they are not proposed again.",
        reject,
        Rejected,
        having(rejected=THINGS),
        "dream",
        MEMORY,
        slow=True,
    ),
    Endpoint(
        "POST",
        "forget",
        "Remove something from everywhere, for good; dry_run (the default) says where it is.",
        forget,
        Forgotten,
        scope="admin",
        shows=MEMORY,
        slow=True,
    ),
)

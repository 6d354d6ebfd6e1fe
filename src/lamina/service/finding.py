"""Endpoints that find and open memory."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from pydantic import Field

from lamina.documents.redact import redact
from lamina.service.endpoint import (
    FLAG,
    NUMBER,
    TEXT,
    TEXTS,
    THING,
    THINGS,
    Endpoint,
    Input,
    List,
    Number,
    Texts,
    Tokens,
    Word,
    Words,
    having,
)

if TYPE_CHECKING:
    from lamina.memory import Memory
    from lamina.serving.workers import Call


class Search(Input):
    """A question, and where to look."""

    query: Words
    limit: int = Field(10, ge=1, le=1_000)
    budget: Tokens = 0
    tag: Word = ""
    layers: List = Field(default_factory=list)
    since: date | None = None
    until: date | None = None
    as_of: date | None = None
    include_reference: bool = False
    archived: bool = False
    sure: bool = False
    record: bool = True


class Recall(Input):
    """A message, and what the agent has before it."""

    message: Words
    context: Texts = Field(default_factory=list)
    budget: Tokens = 0
    always: bool = False
    record: bool = True


class Get(Input):
    """A path, a citation (path#L3-L5) or a hit's id."""

    target: Word
    start: Number = 0
    count: Number = 0
    section: Word = ""
    budget: Tokens = 0
    record: bool = True


class Context(Input):
    """For whom."""

    budget: Tokens = 0
    agent_type: Word = ""
    project: Word = ""


class Question(Input):
    """A question."""

    question: Words


class Saying(Input):
    """A sentence."""

    text: Words


def search(memory: Memory, given: Search, _: Call) -> Any:
    """Find lines."""
    asked = given.given()
    return memory.search(asked.pop("query"), **asked | _tuple(asked, "layers")).as_dict()


def recall(memory: Memory, given: Recall, _: Call) -> Any:
    """Answer a message from memory, or stay silent."""
    return memory.recall(**given.given()).as_dict()


def get(memory: Memory, given: Get, _: Call) -> Any:
    """Open a file, lines or a hit."""
    asked = given.given()
    return memory.get(asked.pop("target"), **asked).as_dict()


def context(memory: Memory, given: Context, _: Call) -> Any:
    """Return what a session should load at its start."""
    return memory.context(**given.given()).as_dict()


def ask(memory: Memory, given: Question, _: Call) -> Any:
    """Look how something is done up in the knowledge base."""
    found = memory.lesson(given.question)
    if found is None:
        return {"known": False, "question": redact(given.question).text}
    reading = memory.get(found.path).as_dict()
    return {
        "known": True,
        "question": redact(given.question).text,
        "path": found.path,
        "text": reading["text"],
    }


def where(memory: Memory, given: Saying, _: Call) -> Any:
    """Say which layer a sentence belongs on."""
    verdict = memory.where(given.text)
    scores = {str(place): round(score, 3) for place, score in verdict.scores.items()}
    return {"place": str(verdict.place), "why": verdict.why, "scores": scores}


def status(memory: Memory, _: Input, __: Call) -> Any:
    """Measure the workspace."""
    return memory.status().as_dict()


def _tuple(asked: dict[str, Any], name: str) -> dict[str, Any]:
    return {name: tuple(asked[name])} if name in asked else {}


ENDPOINTS = (
    Endpoint(
        "POST",
        "search",
        "Find lines by words and meaning, in any language.",
        search,
        Search,
        having(query=TEXT, status=TEXT, hits=THINGS, mode=TEXT, fresh=FLAG, notes=TEXTS),
    ),
    Endpoint(
        "POST",
        "recall",
        "Return what a message calls for, fenced as data, or nothing.",
        recall,
        Recall,
        having(status=TEXT, way=TEXT, text=TEXT, hits=THINGS, tokens=NUMBER),
    ),
    Endpoint(
        "POST",
        "get",
        "Open a file, a citation (path#L3-L5) or the id of a hit.",
        get,
        Get,
        having(status=TEXT, path=TEXT, text=TEXT, start_line=NUMBER, end_line=NUMBER),
    ),
    Endpoint(
        "GET",
        "context",
        "Return what a session should load at its start, in order, within a token budget.",
        context,
        Context,
        having(text=TEXT, tokens=NUMBER, budget=NUMBER, parts=THINGS),
    ),
    Endpoint(
        "POST",
        "knowledge/ask",
        "Look up how something is done in what was learnt.",
        ask,
        Question,
        having(known=FLAG, question=TEXT),
    ),
    Endpoint(
        "POST",
        "where",
        "Say which layer a sentence belongs on, and why.",
        where,
        Saying,
        having(place=TEXT, why=TEXT, scores=THING),
    ),
    Endpoint(
        "GET",
        "status",
        "Measure the workspace: sizes, budgets, index, jobs.",
        status,
        shows="MEMORY.md",
        slow=True,
    ),
)

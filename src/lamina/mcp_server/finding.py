"""Tools that find and open memory, by the names and fields that hosts know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import fenced
from lamina.mcp_server.tool import (
    COUNT,
    FLAG,
    TEXT,
    TEXTS,
    THINGS,
    Result,
    Tool,
    described,
    one_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.memory import Memory
    from lamina.search.answers import Answer, Hit
    from lamina.serving.workers import Call

_LINES = 120  # of one memory_get, and its tokens: as hosts have them
_TOKENS = 3000


def search(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Find lines."""
    corpus = given.get("corpus", "memory")
    options: dict[str, Any] = {"limit": given["maxResults"]} if "maxResults" in given else {}
    options |= {"layers": ("reference",)} if corpus == "reference" else {}
    answer = memory.search(
        given["query"],
        record=False,  # only what is given counts
        include_reference=corpus in {"reference", "all"},
        archived=corpus in {"archived", "all"},
        **options,
    )
    hits = [hit for hit in answer.hits if hit.score >= given.get("minScore", 0)]
    problem = memory.events.gave(answer.query, hits, "search", memory.now)
    notes = [*answer.notes, *([problem] if problem else [])]
    lines = fenced([(f"{hit.citation}; id {hit.id}", hit.origin, hit.snippet) for hit in hits])
    said = [_worth(answer, hits), *notes]
    data = {
        "results": [_hit(hit) for hit in hits],
        "mode": answer.mode,
        "model": answer.model or None,
        "status": answer.status.value if hits else _empty(answer),
        "stale": not answer.fresh,
        "notes": notes,
    }
    return Result("\n".join(said), data, lines)


def _empty(answer: Answer) -> str:
    return "nothing" if answer.status.value == "found" else answer.status.value


def _worth(answer: Answer, hits: list[Hit]) -> str:
    """Say what an answer is worth."""
    if not answer.searched:
        return "Not searched."
    unread = f" {answer.report.stale} files could not be read." if answer.report.stale else ""
    return (f"{len(hits)} found." if hits else "Nothing found.") + unread


def _hit(hit: Hit) -> dict[str, Any]:
    """Return a hit in the host's field names."""
    shown = hit.as_dict()
    found = {
        "id": hit.id,
        "path": hit.path,
        "startLine": hit.start_line,
        "endLine": hit.end_line,
        "score": shown["score"],
        "textScore": shown["parts"].get("words", 0.0),
        "vectorScore": shown["parts"].get("vector", 0.0),
        "snippet": shown["snippet"],
        "source": "memory",
        "corpus": "memory",
        "citation": hit.citation,
        "heading": hit.heading,
        "date": shown["date"],
        "origin": hit.origin,
    }
    return found | {key: shown[key] for key in ("instructs", "superseded", "also") if key in shown}


def get(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Open a file, lines or a hit."""
    reading = memory.get(
        given["path"],
        start=given.get("from", 0),
        count=given.get("lines", 0 if _names_lines(given["path"]) else _LINES),
        section=given.get("section", ""),
        budget=_TOKENS,
    )
    shown = reading.as_dict()
    if not reading.found:
        missing = {"status": "not_found", "path": reading.path, "text": ""}
        return Result(f"Nothing to show: {reading.reason}.", missing | {"reason": reading.reason})
    rest = reading.end_line + 1 if reading.end_line < reading.lines else 0
    more = f"\n[More content available. Use from={rest} to continue.]" if rest else ""
    data: dict[str, Any] = {
        "status": "ok",
        "path": reading.path,
        "text": shown["text"] + more,
        "from": reading.start_line,
        "lines": reading.end_line - reading.start_line + 1,
    }
    data |= {"truncated": True, "nextFrom": rest} if rest else {}
    return Result(more, data, reading.shown(memory.events.origin_of(reading)))


def _names_lines(target: str) -> bool:
    """Say whether a target says itself how many lines are meant: path#L3, or a hit's id."""
    return "#L" in target or bool(re.fullmatch(r"[0-9a-f]{12}", target))


def recall(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Answer a message from memory, or stay silent."""
    found = memory.recall(given["message"], given.get("context", ()), budget=given.get("budget", 0))
    shown = found.as_dict()
    why = found.decision.reason
    said = [] if found.lines else [f"Nothing to recall: {why}."]
    data = {key: shown[key] for key in ("status", "way", "tokens", "fresh", "notes")}
    data |= {"text": found.text, "reason": why, "results": [_hit(hit) for hit in found.lines]}
    return Result("\n".join([*said, *found.notes]), data, found.text)


def context(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Return what a session should load at its start."""
    pack = memory.context(
        budget=given.get("budget", 0),
        agent_type=given.get("agent_type", ""),
        project=given.get("project", ""),
    )
    left = [f"Left out: {path}" for path in pack.left_out]
    return Result("\n".join(left), pack.as_dict(), pack.text)


def ask(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Look how something is done up in the knowledge base."""
    found = memory.lesson(given["question"])
    if found is None:
        text = "That is not known yet. Learning it needs the user's word."
        return Result(text, {"known": False, "text": ""})
    reading = memory.get(found.path)
    data = {"known": True, "path": found.path, "text": reading.as_dict()["text"]}
    return Result("", data, reading.shown(memory.events.origin_of(reading)))


TOOLS = (
    Tool(
        "memory_search",
        "Search memory by meaning and words, any language. Use before answering about past work, "
        "decisions, dates, people, preferences.",
        search,
        {
            "query": TEXT,
            "maxResults": COUNT | {"maximum": 100},
            "minScore": {"type": "number"},
            "corpus": one_of("memory", "reference", "archived", "all"),
        },
        ("query",),
        {"results": THINGS, "status": TEXT},
        usual=True,
    ),
    Tool(
        "memory_get",
        "Open a file, section or lines found by search or an index.",
        get,
        {
            "path": described(TEXT, "path, path#L3-L5 or a result's id"),
            "from": COUNT,
            "lines": COUNT,
            "section": TEXT,
        },
        ("path",),
        {"status": TEXT, "path": TEXT, "text": TEXT},
        usual=True,
    ),
    Tool(
        "memory_recall",
        "Give the user's message: returns the lines it calls for, or nothing.",
        recall,
        {
            "message": TEXT,
            "context": described(TEXTS, "what you already have, not to be repeated"),
            "budget": described(COUNT, "tokens"),
        },
        ("message",),
        {"status": TEXT, "text": TEXT},
        usual=True,
    ),
    Tool(
        "memory_context",
        "What to load at the start of a session.",
        context,
        {"budget": described(COUNT, "tokens"), "agent_type": TEXT, "project": TEXT},
        (),
        {"text": TEXT},
        usual=True,
    ),
    Tool(
        "knowledge_ask",
        "Look up how something is done in what was learnt; never goes to the network.",
        ask,
        {"question": TEXT},
        ("question",),
        {"known": FLAG, "text": TEXT},
    ),
)

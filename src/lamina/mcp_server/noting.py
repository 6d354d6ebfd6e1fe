"""Tools that write down what happened, what holds and what was learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.mcp_server.tool import (
    FLAG,
    MEMORY,
    TEXT,
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


def remember(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Write one line into today's note, or into that of a shared folder."""
    if given.get("shared"):
        return wrote(memory.share(given["shared"], given["text"]))
    return wrote(memory.remember(given["text"], replaces=given.get("replaces", False)))


def log(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Write an entry into today's note and its index."""
    return wrote(memory.log(**given))


def checkpoint(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Bring MEMORY.md, active context and today's note up to date."""
    return wrote(memory.long_term.checkpoint(**given))


def core_add(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Add a line to MEMORY.md."""
    return wrote(memory.statements.long_term_line(**given))


def core_replace(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Replace a line of MEMORY.md."""
    return wrote(memory.long_term.replace(given["old"], given["new"]))


def core_propose(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Add a line to a core file, which is the owner's to do."""
    path, line = given["file"], f"- {' '.join(given['text'].split())}\n"
    return wrote(memory.editor.write("core add", lambda draft: draft.append(path, line)))


def where(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Say which layer a sentence belongs on."""
    verdict = memory.where(given["text"])
    data: dict[str, Any] = {"place": str(verdict.place), "why": verdict.why}
    data |= {"project": verdict.project or None, "agent_type": verdict.agent_type or None}
    return Result(f"{verdict.place}: {verdict.why}", data)


def fact_add(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Add a fact to a pointer file."""
    options = {key: given[key] for key in ("reference", "replaces", "keep_both") if key in given}
    return wrote(memory.statements.fact(given["subject"], given["fact"], **options))


def fact_list(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """List facts."""
    found = [one.as_dict() for one in memory.facts.list(given.get("subject", ""))]
    rows = [f"{one['path']}:{one['line']}  {one['text']}" for one in found]
    return Result("\n".join(rows) or "There are no facts yet.", {"facts": found})


def learn(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Write down how something is done."""
    options = {key: value for key, value in given.items() if key not in {"keyword", "text"}}
    return wrote(memory.statements.learn(given["keyword"], given["text"], **options))


def project_note(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Add a line to a project's handbook."""
    section = given.get("section", "")
    return wrote(memory.projects.note(given["project"], given["text"], section=section))


def agent_type_note(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Add a line to the handbook of an agent type."""
    section = given.get("section", "")
    return wrote(memory.agent_types.note(given["agent_type"], given["text"], section=section))


_THE_OWNERS = ("SOUL.md", "AGENTS.md", "USER.md", "TOOLS.md", "IDENTITY.md", "HEARTBEAT.md")
_HOLDS = {
    "replaces": described(FLAG, "it holds now: what it contradicts is superseded"),
    "keep_both": FLAG,
}
TOOLS = (
    Tool(
        "memory_remember",
        "Write one line into today's note, at once: a decision, fact, result, preference. "
        "Duplicates are not written; contradictions are shown.",
        remember,
        {
            "text": TEXT,
            "replaces": _HOLDS["replaces"],
            "shared": described(TEXT, "name of a folder shared with other agents"),
        },
        ("text",),
        WRITTEN,
        Effect.ADDS_ONCE,
        usual=True,
    ),
    Tool(
        "memory_log",
        "Write an entry about a piece of work into today's note and the daily index.",
        log,
        {"subject": TEXT, "cause": TEXT, "change": TEXT, "todo": TEXT},
        ("subject",),
        WRITTEN,
        Effect.ADDS,
        usual=True,
    ),
    Tool(
        "memory_checkpoint",
        "At the end of a piece of work: update its line in MEMORY.md, active context and "
        "today's note together.",
        checkpoint,
        {
            "subject": TEXT,
            "line": described(TEXT, "what holds now, one line"),
            "cause": TEXT,
            "change": TEXT,
            "todo": TEXT,
            "done": FLAG,
        },
        ("subject",),
        WRITTEN,
        Effect.SETS,
        shows=MEMORY,
        usual=True,
    ),
    Tool(
        "core_add",
        "Add one lasting line to MEMORY.md.",
        core_add,
        {"text": TEXT, "section": TEXT} | _HOLDS,
        ("text",),
        WRITTEN,
        Effect.ADDS_ONCE,
        shows=MEMORY,
    ),
    Tool(
        "core_replace",
        "Replace a line of MEMORY.md, named by a part of it.",
        core_replace,
        {"old": TEXT, "new": TEXT},
        ("old", "new"),
        WRITTEN,
        Effect.SETS,
        shows=MEMORY,
    ),
    Tool(
        "core_propose",
        "Propose a line for SOUL.md, AGENTS.md, USER.md and the like: returns it as a diff to "
        "show to the owner, who alone changes them.",
        core_propose,
        {
            "file": one_of(*_THE_OWNERS),
            "text": TEXT,
        },
        ("file", "text"),
        WRITTEN,
        Effect.ADDS,
        shows="USER.md",
    ),
    Tool(
        "where",
        "Say which layer a sentence belongs on, and why.",
        where,
        {"text": TEXT},
        ("text",),
        {"place": TEXT, "why": TEXT},
    ),
    Tool(
        "fact_add",
        "Add one fact about a subject to its pointer file.",
        fact_add,
        {"subject": TEXT, "fact": TEXT, "reference": TEXT} | _HOLDS,
        ("subject", "fact"),
        WRITTEN,
        Effect.ADDS_ONCE,
    ),
    Tool(
        "fact_list",
        "List the facts about a subject, or all.",
        fact_list,
        {"subject": TEXT},
        (),
        {"facts": THINGS},
        shows="memory/",
    ),
    Tool(
        "knowledge_learn",
        "Write down how something is done. What comes from the network needs its address and the "
        "user's words of consent.",
        learn,
        {
            "keyword": TEXT,
            "text": TEXT,
            "source": described(TEXT, "address"),
            "consent": described(TEXT, "the user's words"),
            "more": described(FLAG, "add to an entry that is there"),
        }
        | _HOLDS,
        ("keyword", "text"),
        WRITTEN,
        Effect.ADDS,
    ),
    Tool(
        "project_note",
        "Add a line to a project's handbook.",
        project_note,
        {"project": TEXT, "text": TEXT, "section": TEXT},
        ("project", "text"),
        WRITTEN,
        Effect.ADDS,
    ),
    Tool(
        "agent_type_note",
        "Add a line to what an agent type must always know.",
        agent_type_note,
        {"agent_type": TEXT, "text": TEXT, "section": TEXT},
        ("agent_type", "text"),
        WRITTEN,
        Effect.ADDS,
    ),
)

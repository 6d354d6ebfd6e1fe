"""Tools for what keeps memory in order: dreaming, index, history, forgetting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lamina.mcp_server.tool import (
    COUNT,
    FLAG,
    MEMORY,
    NUMBER,
    TEXT,
    TEXTS,
    THINGS,
    Effect,
    Result,
    Tool,
    described,
    one_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.memory import Memory
    from lamina.serving.workers import Call


_ID = re.compile(r"[0-9a-f]{12}")


def dream_status(memory: Memory, _: Mapping[str, Any], __: Call) -> Result:
    """Say whether dreaming is on and does its work."""
    found = memory.schedule.status()
    rows = [
        f"Dreaming is {'on' if found.enabled else 'off'} ({found.because}).",
        f"Last sweep: {found.last or 'none'}; next: {found.next or 'none'}.",
        f"{found.candidates} candidates, {found.promoted} promoted, {found.proposals} proposals.",
        *found.problems,
    ]
    return Result("\n".join(rows), found.as_dict())


def promote_explain(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Say why a line is, or is not, promoted."""
    said = memory.dreamer.why(_place(memory, given["words"]), session=memory.session)
    if said.ranked is None:
        return Result(f"{said.text}\n{said.citation}\nnot promoted: {said.reason}", said.as_dict())
    found = said.ranked
    gates = [f"{'passed' if gate.passed else 'failed'}: {gate}" for gate in found.gates]
    places = [place.citation for place in found.candidate.places[-3:]]
    rows = [found.candidate.text, *places, f"score {found.score:.2f}", *gates, said.verdict]
    return Result("\n".join(rows), said.as_dict())


def _place(memory: Memory, words: str) -> str:
    """Return where the line with a hit's id stands; other words are given back."""
    if not _ID.fullmatch(words):
        return words
    reading = memory.get(words, record=False)
    return f"{reading.path}#L{reading.start_line}" if reading.found else words


def dream_proposals(memory: Memory, _: Mapping[str, Any], __: Call) -> Result:
    """List what dreaming proposes for MEMORY.md."""
    found = [one.as_dict() for one in memory.proposals.list()]
    rows = [f"{one['number']}. {one['text']}  ({one['key']}; {one['source']})" for one in found]
    return Result("\n".join(rows) or "Nothing is proposed.", {"proposals": found})


def dream_run(memory: Memory, given: Mapping[str, Any], call: Call) -> Result:
    """Make a sweep, or only say what one would do."""
    dry = given.get("dry_run", False)
    if not dry:
        memory.editor.check_owner("make a sweep")
    sweep = memory.dreamer.sweep(dry_run=dry, progress=call.progress)
    rows = [f"+ {one.text}  ({one.source})" for one in sweep.outcome.promoted]
    rows += [f"? {one.promotion.text}  ({one.kind})" for one in sweep.outcome.proposed]
    if sweep.nothing_new:
        rows = ["Nothing new since the last sweep."]
    return Result("\n".join(rows) or "Nothing passed the gates.", sweep.as_dict())


def dream_switch(memory: Memory, given: Mapping[str, Any], call: Call) -> Result:
    """Switch dreaming on or off."""
    memory.schedule.switch(on=given["on"])
    return dream_status(memory, given, call)


def dream_decide(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Accept or reject proposals."""
    if given["decision"] == "accept":
        done = memory.proposals.accept(given["names"])
    else:
        done = memory.proposals.reject(given["names"], why=given.get("why", ""))
    shown = done.as_dict()
    rows = [f"+ {one['text']}" for one in shown["promoted"]]
    rows += [f"- {one['text']}" for one in shown["rejected"]]
    rows += [f"not applied: {one['text']} ({one['why']})" for one in shown["held"]]
    return Result("\n".join(rows) or "Nothing was changed.", shown)


def index_sync(memory: Memory, _: Mapping[str, Any], call: Call) -> Result:
    """Bring the index in line, and make the vectors that are missing."""
    report = memory.sync(progress=call.progress)
    made = memory.vectors.fill(progress=call.progress) if memory.vectors else 0
    failures = [{"path": one.path, "reason": one.reason} for one in report.failures]
    data = {"files": report.files, "changed": report.changed + report.added, "vectors": made}
    rows = [f"{report.files} files, {data['changed']} new or changed, {made} vectors made."]
    rows += [f"{one['path']}: {one['reason']}" for one in failures]
    return Result("\n".join(rows), data | {"removed": report.removed, "failures": failures})


def history(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """List what was changed, newest first."""
    found = [entry.summary() for entry in memory.history(given.get("limit", 20))]
    rows = [
        f"{one['id']}  {one['at']}  {one['author']}  {one['command']}  "
        + ", ".join(file["path"] for file in one["files"])
        for one in found
    ]
    return Result("\n".join(rows) or "Nothing was changed yet.", {"changes": found})


def undo(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Take a change back."""
    entry = memory.undo(given.get("change", 0))
    if entry is None:
        return Result("Nothing was taken back.", {"change": None, "undoes": None})
    paths = ", ".join(file.path for file in entry.files)
    data = {"change": entry.id, "undoes": entry.undoes}
    return Result(f"Took back change {entry.undoes}: {paths}", data)


def forget(memory: Memory, given: Mapping[str, Any], _: Call) -> Result:
    """Remove something from everywhere, for good; or say where it is."""
    memory.editor.check_owner("have something forgotten")
    dry = given.get("dry_run", False)
    done = (memory.forget.plan if dry else memory.forget.apply)(given["words"])
    rows = [f"{path}:{one.line}" for path, one in done.places] or ["Nothing holds it."]
    rows += [f"not reached: {one.path}: {one.reason}" for one in done.unreached]
    return Result("\n".join(rows), done.as_dict())


TOOLS = (
    Tool(
        "dream_status",
        "Whether dreaming (nightly promotion into MEMORY.md) is on and works.",
        dream_status,
        gives={"enabled": FLAG, "problems": TEXTS},
        shows=MEMORY,
        usual=True,
    ),
    Tool(
        "promote_explain",
        "Why a line is, or is not, promoted into MEMORY.md.",
        promote_explain,
        {"words": described(TEXT, "its words, path#L3 or key")},
        ("words",),
        {"text": TEXT},
        shows=MEMORY,
        slow=True,
    ),
    Tool(
        "dream_proposals",
        "List what waits for the owner's decision.",
        dream_proposals,
        gives={"proposals": THINGS},
        shows=MEMORY,
        slow=True,
    ),
    Tool(
        "dream_run",
        "Make a sweep; dry_run only says what it would do.",
        dream_run,
        {"dry_run": FLAG},
        (),
        {"promoted": THINGS, "nothing_new": FLAG},
        Effect.SETS,
        shows=MEMORY,
        owner=True,
        slow=True,
    ),
    Tool(
        "dream_switch",
        "Switch dreaming on or off.",
        dream_switch,
        {"on": FLAG},
        ("on",),
        {"enabled": FLAG},
        Effect.SETS,
        shows=MEMORY,
        owner=True,
    ),
    Tool(
        "dream_decide",
        "Accept or reject proposals, by key or number.",
        dream_decide,
        {"decision": one_of("accept", "reject"), "names": TEXTS, "why": TEXT},
        ("decision", "names"),
        {"promoted": THINGS, "rejected": THINGS},
        Effect.SETS,
        shows=MEMORY,
        owner=True,
        slow=True,
    ),
    Tool(
        "index_sync",
        "Bring the search index in line with the files.",
        index_sync,
        gives={"files": NUMBER, "changed": NUMBER},
        slow=True,
    ),
    Tool(
        "history",
        "List what Lamina changed, newest first.",
        history,
        {"limit": COUNT},
        (),
        {"changes": THINGS},
        shows=MEMORY,
    ),
    Tool(
        "undo",
        "Take back your last change, or the one with this number.",
        undo,
        {"change": COUNT},
        (),
        {"undoes": {"type": ["integer", "null"]}},
        Effect.REMOVES,
        shows=MEMORY,
    ),
    Tool(
        "forget",
        "Remove words, a line (path#L3, an id) or a name from everywhere, for good; dry_run only "
        "says where it is.",
        forget,
        {"words": TEXT, "dry_run": FLAG},
        ("words",),
        {"places": THINGS},
        Effect.REMOVES,
        shows=MEMORY,
        owner=True,
        slow=True,
    ),
)

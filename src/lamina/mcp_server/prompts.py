"""Prompts a person picks: begin a session, wrap it up, hand work off, review promotions.

They speak the workspace's language; what they are for is listed in English, as tools are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lamina.documents.fence import neutral
from lamina.errors import ScratchpadError, UnknownNameError, UsageError
from lamina.mcp_server.prompt_words import EN, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lamina.memory import Memory


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt: its arguments (name: what it is, all needed) and what makes its text."""

    name: str
    about: str
    text: Callable[[Memory, Mapping[str, str]], str]
    takes: Mapping[str, str] = field(default_factory=dict)


def _said(memory: Memory, what: str, **given: str) -> str:
    """Return a text in the workspace's language."""
    return WORDS.get(memory.editor.language().value, EN)[what].format(**given)


def _start(memory: Memory, _: Mapping[str, str]) -> str:
    return _said(memory, "start", context=memory.context().text)


def _wrap_up(memory: Memory, _: Mapping[str, str]) -> str:
    memory.check_may_see("memory/active-context.md")
    found = [one for one in memory.active.blocks() if not one.done]
    matters = "\n".join(f"- {one.subject}: {one.short or one.body}" for one in found)
    return _said(memory, "wrap up", open=neutral(matters) or _said(memory, "nothing open"))


def _hand_off(memory: Memory, given: Mapping[str, str]) -> str:
    found = memory.router.resume(given["topic"])
    reading = memory.get(found.entry.path)
    try:
        handed = memory.handoff(found.entry.name, given["to"], kind="topic")
    except ScratchpadError as error:
        return neutral(_said(memory, "dirty", error=error.message))
    return _said(
        memory,
        "hand off",
        name=neutral(handed.name),
        to=neutral(handed.to),
        handed=handed.text,
        topic=reading.shown(memory.events.origin_of(reading)),
    )


def _review(memory: Memory, _: Mapping[str, str]) -> str:
    memory.check_may_see("MEMORY.md")
    found = [one.as_dict() for one in memory.proposals.list()]
    rows = [f"{one['number']}. {one['text']} ({one['source']})" for one in found]
    listed = neutral("\n".join(rows)) or _said(memory, "nothing proposed")
    return _said(memory, "review", proposed=listed)


PROMPTS = {
    one.name: one
    for one in (
        Prompt("start_session", "Load what this session needs to know.", _start),
        Prompt("wrap_up", "Write down what is not written yet, before the session ends.", _wrap_up),
        Prompt(
            "hand_off",
            "Hand a long-running task over to somebody else.",
            _hand_off,
            {"topic": "the topic, in loose words", "to": "who takes it over"},
        ),
        Prompt("review_promotions", "Go through what is proposed for MEMORY.md.", _review),
    )
}


def text_of(memory: Memory, name: str, given: Mapping[str, str]) -> str:
    """Return a prompt's text; UnknownNameError, or UsageError where an argument is missing."""
    if name not in PROMPTS:
        raise UnknownNameError("prompt", name, PROMPTS)
    prompt = PROMPTS[name]
    missing = [argument for argument in prompt.takes if not given.get(argument, "").strip()]
    if missing:
        raise UsageError(f"The prompt {name} needs {', '.join(missing)}.", "Give it.")
    return prompt.text(memory, given)

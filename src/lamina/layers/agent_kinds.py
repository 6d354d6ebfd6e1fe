"""Which agent gets which memory: three questions, and what follows from the answers. Pure.

Whoever holds conversations, or is used again and builds up knowledge, needs a memory; whoever gets
all it needs with its task, does it and reports, needs none: its orchestrator remembers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """The kinds of agents, by the memory they get."""

    ORCHESTRATOR = "orchestrator"
    PERSISTENT = "persistent sub-agent"
    TASK = "task agent"


QUESTIONS = {
    "leads": "Does it lead: is it the one that the user talks to, and that sends others?",
    "talks": "Does it hold conversations, in a channel of its own?",
    "learns": "Is it used again for tasks alike, so that it builds up knowledge?",
}
_MEMORY = {
    Kind.ORCHESTRATOR: "all layers",
    Kind.PERSISTENT: "at least active context, and the rules by which it is kept",
    Kind.TASK: "none: it gets all it needs with its task",
}


@dataclass(frozen=True, slots=True)
class AgentVerdict:
    """What kind an agent is of, which memory it gets, and the answers that decided."""

    kind: Kind
    why: tuple[str, ...]

    @property
    def memory(self) -> str:
        """Which memory it gets."""
        return _MEMORY[self.kind]

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"kind": str(self.kind), "memory": self.memory, "why": list(self.why)}


def classify_agent(*, leads: bool, talks: bool, learns: bool) -> AgentVerdict:
    """Return which memory an agent gets, by the answers to the three questions."""
    if leads:
        return AgentVerdict(Kind.ORCHESTRATOR, ("it leads: what all need is known to it",))
    why = ["it holds conversations, which go on"] if talks else []
    why += ["it is used again, and builds up knowledge"] if learns else []
    if why:
        return AgentVerdict(Kind.PERSISTENT, tuple(why))
    return AgentVerdict(
        Kind.TASK, ("it does one task and reports: nobody talks to it, nothing is learnt",)
    )

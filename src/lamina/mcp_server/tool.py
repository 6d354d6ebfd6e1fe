"""What a tool is: what it takes and gives, what it may touch, and the call behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lamina.memory import Memory
    from lamina.serving.workers import Call

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
FLAG = {"type": "boolean"}
TEXTS = {"type": "array", "items": TEXT}
THINGS = {"type": "array", "items": {"type": "object"}}
COUNT = {"type": "integer", "minimum": 1}


class Effect(Enum):
    """What a call does to files: read only, destructive, and whether twice is as once."""

    READS = (True, False, True)
    ADDS = (False, False, False)
    ADDS_ONCE = (False, False, True)
    SETS = (False, True, True)  # what it replaces is kept, but no longer stands there
    REMOVES = (False, True, False)


class Result(NamedTuple):
    """What a call gave: as text for the model, and as data.

    ``given`` stands before the text and is passed on as it is: a fenced block, or the owner's own
    instructions. Where there is one, the data's field ``text`` is passed on too; all else is made
    harmless on its way out.
    """

    text: str
    data: dict[str, Any]
    given: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. ``run`` is called in a worker thread, with what the client gave."""

    name: str
    about: str
    run: Callable[[Memory, Mapping[str, Any], Call], Result]
    takes: dict[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    gives: dict[str, Any] = field(default_factory=dict)
    effect: Effect = Effect.READS
    shows: str = ""  # a file whose lines it shows: refused to those who may not see it
    usual: bool = False  # among the dozen that are offered by default
    owner: bool = False  # what the layers refuse to agents: offered to the owner only
    slow: bool = False  # takes seconds: must not keep quick calls waiting

    @property
    def writes(self) -> bool:
        """Whether it changes files."""
        return not self.effect.value[0]

    @property
    def kind(self) -> str:
        """Whose worker carries it out: read, write or slow."""
        return "slow" if self.slow else "write" if self.writes else "read"

    @property
    def input_schema(self) -> dict[str, Any]:
        """What it takes, as JSON Schema."""
        schema: dict[str, Any] = {"type": "object", "properties": self.takes}
        if self.needs:
            schema["required"] = list(self.needs)
        return schema | {"additionalProperties": False}

    @property
    def output_schema(self) -> dict[str, Any]:
        """What its structured result holds at least, as JSON Schema."""
        return {"type": "object", "properties": self.gives, "required": list(self.gives)}


WRITTEN = {"path": TEXT, "text": TEXT}
MEMORY = "MEMORY.md"


def wrote(written: Any) -> Result:
    """Return where something was written, as what, and what is to be known about it."""
    data: dict[str, Any] = written.as_dict()
    rows = [f"{written.path}:{written.start_line}", written.text] if written.start_line else []
    rows += [f"A secret ({kind}) was replaced by a placeholder." for kind in written.secrets]
    rows += [f"Also changed: {', '.join(written.also)}."] if written.also else []
    rows += [f"Note: {text}" for text in written.notes]
    return Result("\n".join(rows), data)


def described(schema: dict[str, Any], about: str) -> dict[str, Any]:
    """Return a schema with a few words about it."""
    return schema | {"description": about}


def one_of(*values: str) -> dict[str, Any]:
    """Return the schema of a choice."""
    return {"enum": list(values)}

"""What an endpoint of the HTTP API is: its address, who may use it, what it takes and gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.memory import Memory
    from lamina.serving.workers import Call

# What inputs are made of. Their limits keep one request from costing as much as a thousand.
Word = Annotated[str, Field(max_length=1_000)]
Words = Annotated[str, Field(max_length=200_000)]
List = Annotated[list[Word], Field(max_length=200)]
Texts = Annotated[list[Words], Field(max_length=1_000)]
Tokens = Annotated[int, Field(ge=0, le=1_000_000)]
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]


class Input(BaseModel):
    """What a request may hold; anything else is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def given(self) -> dict[str, Any]:
        """Return what was given, by name, for a call that has the same names."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class Nothing(Input):
    """No input."""


TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
MAYBE, MAYBE_NUMBER = {"type": ["string", "null"]}, {"type": ["integer", "null"]}
TEXTS = {"type": "array", "items": TEXT}
THING = {"type": "object"}
THINGS = {"type": "array", "items": THING}


def having(**fields: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has at least these fields."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def lists(**fields: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a list of objects that have at least these fields."""
    return {"type": "array", "items": having(**fields)}


WRITTEN = having(
    path=TEXT, start_line=NUMBER, end_line=NUMBER, text=TEXT, change=MAYBE_NUMBER, secrets=TEXTS
)
MEMORY = "MEMORY.md"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint, below ``/v1/{workspace}/``. ``run`` is called in a worker thread."""

    method: Literal["GET", "POST"]
    path: str
    about: str
    run: Callable[[Memory, Any, Call], Any]  # returns what --json prints
    takes: type[Input] = Nothing
    gives: dict[str, Any] = field(default_factory=lambda: THING)
    scope: str = "read"
    shows: str = ""  # a file whose lines it shows: refused to those who may not see it
    slow: bool = False  # takes seconds: must not keep quick calls waiting

    @property
    def name(self) -> str:
        """Its name in the description, the log and the figures."""
        return f"{'list_' if self.method == 'GET' else ''}{self.path}".replace("/", "_").replace(
            "-", "_"
        )

    @property
    def writes(self) -> bool:
        """Whether it changes files."""
        return self.scope != "read"

    @property
    def kind(self) -> str:
        """Whose worker carries it out: read, write or slow."""
        return "slow" if self.slow else "write" if self.writes else "read"

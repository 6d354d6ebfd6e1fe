"""What a client is given: harmless, with its place and origin; errors it can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.documents.fence import neutral
from lamina.errors import (
    AlreadyThereError,
    ContradictionError,
    CoreLimitError,
    IndexMissingError,
    LaminaError,
    OwnerOnlyError,
    UnfinishedError,
)

if TYPE_CHECKING:
    from lamina.mcp_server.tool import Result

# Hints in the words of the tools, where the command line's would not help an agent.
_HINTS: dict[type[LaminaError], str] = {
    ContradictionError: "Repeat with replaces: true if the new one holds now (the old one is kept "
    "as superseded), or with keep_both: true if both hold.",
    AlreadyThereError: "Add to what is there instead, or choose another name.",
    UnfinishedError: "Tick its tasks first (action tick).",
    CoreLimitError: "Tell the owner that it has no room, or write it elsewhere.",
    OwnerOnlyError: "Ask the owner to do it on the command line.",
    IndexMissingError: "Ask the owner to run: lamina topic rebuild --apply",
}


def harmless(value: Any, *, but: tuple[str, ...] = ()) -> Any:
    """Return a value in whose texts no control token can act; the fields of ``but`` stay."""
    if isinstance(value, str):
        return neutral(value)
    if isinstance(value, dict):
        return {
            str(key): one if key in but else harmless(one, but=but) for key, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [harmless(one, but=but) for one in value]
    return value


def safe(result: Result) -> tuple[str, dict[str, Any]]:
    """Return a result's text and data as a client may be given them."""
    kept = ("text",) if result.given else ()
    return result.given + neutral(result.text), harmless(result.data, but=kept)


def fault(error: Exception) -> dict[str, str]:
    """Return an error as every face shows it: error, message, hint."""
    if isinstance(error, LaminaError):
        shown = error.as_dict()
        hint = next((h for cls, h in _HINTS.items() if isinstance(error, cls)), shown["hint"])
        return {key: neutral(text) for key, text in (shown | {"hint": hint}).items()}
    return {
        "error": "Fault",
        "message": f"This is a fault in Lamina ({type(error).__name__}: {neutral(str(error))}).",
        "hint": "Go on without it, and tell the owner.",
    }

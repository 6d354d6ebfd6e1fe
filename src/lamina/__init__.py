"""Lamina: a memory for AI agents, kept as a folder of Markdown."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing takes longer than all of this
if TYPE_CHECKING:
    from lamina.errors import LaminaError
    from lamina.memory import Memory
    from lamina.search.answers import Answer, Hit

__version__ = "0.1.0"
__all__ = ["Answer", "Hit", "LaminaError", "Memory", "__version__"]

_HOMES = {
    "Memory": "lamina.memory",
    "LaminaError": "lamina.errors",
    "Answer": "lamina.search.searcher",
    "Hit": "lamina.search.searcher",
}


def __getattr__(name: str) -> object:
    """Import a public name where it is first used, so that ``import lamina`` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'lamina' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)

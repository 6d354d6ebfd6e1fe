"""Lets a model write the dream diary's entry: optional, and never by default.

Nothing here raises: where there is no prose there is a sentence that says why, and the entry is a
plain one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.dreaming import prose_shapes as shapes
from lamina.errors import ChatError

if TYPE_CHECKING:
    from lamina.dreaming.diary import Night
    from lamina.search.chat import Chat


@dataclass(frozen=True, slots=True)
class Prose:
    """What a model wrote of a night; where it is empty the notices say why."""

    night: Night
    text: str = ""
    notices: tuple[str, ...] = ()


class Author:
    """A model that writes entries."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def write(self, night: Night) -> Prose:
        """Ask for an entry about a night."""
        from lamina.search.chat import shown

        notices: list[str] = []
        try:
            text = shapes.cleaned(self._chat.ask(shapes.messages(night), notices))
            why = shapes.fault(text, night)
            if not why and self._chat.key and self._chat.key in text:
                why = "it holds the key"
            if why:
                raise self._chat.error(f"its entry cannot be used: {why}")
        except ChatError as error:
            said = f"{error.message} {error.hint}".strip()
            return Prose(night, "", (*notices, f"The dream diary is plain. {shown(said)}"))
        return Prose(night, text, tuple(notices))

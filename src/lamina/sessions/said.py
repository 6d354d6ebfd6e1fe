"""What was said in a session, ready for rules: the words of people and agent, and whose they are.

Pure. ``spoken`` makes these from a transcript's turns; a raw chat log gives them too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.sessions.turns import Origin, Role

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Said:
    """One message: what stands in it besides words (metadata, tool calls) is gone."""

    role: Role  # USER or ASSISTANT; TOOL and SYSTEM give nothing by themselves
    text: str
    at: datetime | None = None  # aware
    origin: Origin = Origin.UNTRUSTED
    record: int = 0  # which record of the transcript, from 1

    @property
    def is_trusted(self) -> bool:
        """Say whether something may be made of it: words of the owner or of the agent."""
        return self.origin in {Origin.OWNER, Origin.AGENT}

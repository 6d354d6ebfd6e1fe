"""The parts of a memory that are about the sessions of hosts, opened when first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from lamina.config import Places
    from lamina.documents.workspace import Workspace
    from lamina.sessions.catalog import Sessions
    from lamina.settings import Config


class SessionParts:
    """What Parts has of sessions; what it is made with, Parts sets."""

    workspace: Workspace
    places: Places
    config: Config
    session: str  # the kind of the session that asks

    @property
    def now(self) -> datetime:
        """The present moment in the user's zone."""
        raise NotImplementedError

    @cached_property
    def sessions(self) -> Sessions:
        """The sessions of hosts that belong to this workspace."""
        from lamina.sessions.catalog import Sessions

        return Sessions(
            self.workspace.root,
            self.places,
            self.config.sessions,
            clock=lambda: self.now,
            seen_from=self.session,
        )

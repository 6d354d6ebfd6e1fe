"""The parts of dreaming, opened when first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lamina.errors import StoreError, WriteError
from lamina.parts.sessions import SessionParts

if TYPE_CHECKING:
    from lamina.dreaming.backfill import Backfill
    from lamina.dreaming.dreamer import Dreamer
    from lamina.dreaming.harness import Harness
    from lamina.dreaming.proposals import Proposals
    from lamina.dreaming.schedule import Schedule
    from lamina.dreaming.shadow import Shadow
    from lamina.layers.imports.importer import Importer
    from lamina.recall.events import Events
    from lamina.search.answers import Hit
    from lamina.sessions.turns import Session
    from lamina.storage.state import State


class NightParts(SessionParts):
    """What dreams, and brings evidence from elsewhere."""

    @cached_property
    def dreamer(self) -> Dreamer:
        """What makes sweeps: light, REM, deep."""
        return self._dreamer(self.state, self.events)

    def _dreamer(self, state: State, events: Events) -> Dreamer:
        from lamina.dreaming.dreamer import Dreamer
        from lamina.dreaming.evidence import Evidence
        from lamina.dreaming.prose import Author
        from lamina.dreaming.talk import Talk
        from lamina.search.answers import Request

        def near(text: str) -> tuple[Hit, ...]:
            answer = self._by_words.search(Request(text, limit=20, alike=True), evidence.synced)
            hits = events.with_origins(answer.hits)
            return tuple(hit for hit in hits if not self.forgotten.on(hit.snippet, hit.path))

        def sessions() -> tuple[Session, ...]:
            return self.sessions.list().sessions

        talk = Talk(state.dreams, sessions, self._talk, near, self.zone)
        evidence = Evidence(state, self.index, self.indexer, talk)
        settings = self.config.dreaming
        plain = "the diary is written in plain sentences"
        chat = self._chat("dreaming.model", plain)
        author = Author(chat) if chat else None
        return Dreamer(
            self.editor, evidence, self.daily, near=near, settings=settings, author=author
        )

    @cached_property
    def schedule(self) -> Schedule:
        """When this workspace dreams, and whether its nights do their work."""
        from lamina.dreaming.schedule import Schedule

        return Schedule(self.dreamer)

    def _dreams(self) -> bool:
        """Tell whether dreaming is on; a state that is not there, or not to be opened, says no."""
        if not self._has_state():
            return self.config.dreaming.enabled == "on"
        try:
            return self.schedule.enabled()[0]
        except (StoreError, WriteError):
            return False

    @cached_property
    def proposals(self) -> Proposals:
        """What dreaming asks its owner about."""
        from lamina.dreaming.proposals import Proposals

        return Proposals(self.dreamer)

    @cached_property
    def shadow(self) -> Shadow:
        """What writes down shadow trials."""
        from lamina.dreaming.shadow import Shadow

        return Shadow(self.dreamer)

    @cached_property
    def backfill(self) -> Backfill:
        """What takes evidence from old notes, and gives it back."""
        from lamina.dreaming.backfill import Backfill

        return Backfill(self.editor, lambda: self.state)

    @cached_property
    def harness(self) -> Harness:
        """What previews a sweep and a backfill, and writes nothing."""
        from lamina.dreaming.harness import Harness
        from lamina.recall.events import Events

        events = Events(
            lambda: self.state_copy, self.zone, origin=self.author, session=self.session
        )
        return Harness(self._dreamer(self.state_copy, events))

    @cached_property
    def importer(self) -> Importer:
        """What brings memories from other programs."""
        from lamina.dreaming.facts import lines_of
        from lamina.layers.imports.importer import Importer

        return Importer(self.editor, self.daily, lambda: self.state, lines_of, self.forgotten.sift)

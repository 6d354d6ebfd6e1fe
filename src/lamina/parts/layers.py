"""The parts that keep the layers, opened when first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lamina.parts.ground import Ground

if TYPE_CHECKING:
    from lamina.layers.active import Active
    from lamina.layers.by_hand import ByHand
    from lamina.layers.daily import Daily
    from lamina.layers.facts import Facts
    from lamina.layers.handbooks import Handbooks
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.links import Links
    from lamina.layers.long_term import LongTerm
    from lamina.layers.setup import Installer
    from lamina.layers.topic_audit import TopicAudit
    from lamina.layers.topics import Topics
    from lamina.layers.trim import Trimmer


class LayerParts(Ground):
    """What keeps each kind of file."""

    @cached_property
    def daily(self) -> Daily:
        """Daily notes and their index."""
        from lamina.layers.daily import Daily

        return Daily(self.editor, layout=self.config.notes.layout)

    @cached_property
    def active(self) -> Active:
        """Active context: what is open now."""
        from lamina.layers.active import Active

        return Active(
            self.editor,
            self.daily,
            lambda found, day: self.state.see("active", found, day),
            self.config.layers.active_lines,
        )

    @cached_property
    def facts(self) -> Facts:
        """Pointer files and reference."""
        from lamina.layers.facts import Facts

        return Facts(self.editor, self.config.layers.fact_bytes)

    @cached_property
    def projects(self) -> Handbooks:
        """Handbooks of projects."""
        from lamina.layers.handbooks import Handbooks

        return Handbooks(self.editor, projects=True)

    @cached_property
    def agent_types(self) -> Handbooks:
        """Handbooks of agent types."""
        from lamina.layers.handbooks import Handbooks

        return Handbooks(self.editor, projects=False)

    @cached_property
    def topics(self) -> Topics:
        """Long-running tasks and their index."""
        from lamina.layers.topics import Topics

        return Topics(self.editor, self.daily)

    @cached_property
    def audit(self) -> TopicAudit:
        """What compares the topic indices with the files."""
        from lamina.layers.topic_audit import TopicAudit

        return TopicAudit(self.topics)

    @cached_property
    def knowledge(self) -> Knowledge:
        """What was learnt."""
        from lamina.layers.knowledge import Knowledge

        return Knowledge(self.editor)

    @cached_property
    def long_term(self) -> LongTerm:
        """MEMORY.md, and checkpoints."""
        from lamina.layers.long_term import LongTerm

        return LongTerm(self.editor, self.daily, self.active)

    @cached_property
    def trimmer(self) -> Trimmer:
        """What makes room in core files."""
        from lamina.layers.trim import Trimmer

        return Trimmer(self.editor, self.active, self.projects, self.config.layers.fact_bytes)

    @cached_property
    def links(self) -> Links:
        """Which files lead to which others."""
        from lamina.layers.links import Links

        return Links(self.files)

    @cached_property
    def by_hand(self) -> ByHand:
        """What lets a person edit a file whole."""
        from lamina.layers.by_hand import ByHand

        return ByHand(self.editor)

    @cached_property
    def installer(self) -> Installer:
        """What sets a workspace up."""
        from lamina.layers.setup import Installer

        return Installer(
            self.editor, self.daily, self.active, self.trimmer, self.audit, self.knowledge
        )

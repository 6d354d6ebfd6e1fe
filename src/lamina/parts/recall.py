"""The parts that find: index, models, search, recall, opened when first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lamina.config import environment
from lamina.parts.layers import LayerParts

if TYPE_CHECKING:
    from lamina.recall.handoff import Handoffs
    from lamina.recall.recaller import Recaller
    from lamina.recall.router import Router
    from lamina.recall.statements import Statements
    from lamina.search.indexer import Indexer
    from lamina.search.models import Models
    from lamina.search.searcher import Searcher
    from lamina.search.vectors import Vectors
    from lamina.upkeep.background import Background


class RecallParts(LayerParts):
    """What finds lines, and gives them."""

    @cached_property
    def indexer(self) -> Indexer:
        """What keeps the index in line."""
        from lamina.search.indexer import Indexer

        return Indexer(self.workspace, self.index, self.config.files.max_bytes)

    @cached_property
    def models(self) -> Models:
        """The embedding model, and the one before it as long as its vectors serve."""
        from lamina.search.models import Models

        return Models(self.index, self.config.embedding, self.background.begin)

    @property
    def vectors(self) -> Vectors | None:
        """The vectors of the configured model; None where only words are searched."""
        return self.models.wanted

    @cached_property
    def background(self) -> Background:
        """What makes many missing vectors in a process of its own."""
        from lamina.upkeep.background import Background

        return Background(
            self._beside_index(),
            self.workspace.root,
            environment=lambda: environment(self.places, self.overrides),
            clock=lambda: self.now,
            may_start=self._may_start and self.config.embedding.fill == "behind",
        )

    @cached_property
    def searcher(self) -> Searcher:
        """Search."""
        from lamina.search.reranking import open_reranker
        from lamina.search.searcher import Searcher

        return Searcher(
            self.indexer,
            self.index,
            self.models,
            self.config.search.deadline_ms,
            open_reranker(self.config.rerank),
            index_only=self.config.recall.policy == "index-only",
        )

    @cached_property
    def _by_words(self) -> Searcher:
        """Search by words alone, for what Lamina itself looks for."""
        from lamina.search.searcher import Searcher

        return Searcher(self.indexer, self.index, None, self.config.search.deadline_ms)

    @cached_property
    def statements(self) -> Statements:
        """What compares a line with those that are there before it is written."""
        from lamina.recall.comparing import Comparing
        from lamina.recall.statements import Statements

        comparing = Comparing(self._by_words, self.daily, session=self.session, reads=self.reads)
        return Statements(
            self.editor, comparing, self.daily, self.facts, self.long_term, self.knowledge
        )

    @cached_property
    def router(self) -> Router:
        """What finds a topic, a day or a lesson by the indices alone."""
        from lamina.recall.router import Router

        return Router(self.topics, self.knowledge, self.files)

    @cached_property
    def recaller(self) -> Recaller:
        """What answers a message from memory, or stays silent."""
        from lamina.recall.pointers import Pointers
        from lamina.recall.recaller import Recaller

        pointers = Pointers(self.topics, self.knowledge, self.files)
        return Recaller(
            pointers, self.searcher, self.events, self.config.recall, self.session, self.reads
        )

    @cached_property
    def handoffs(self) -> Handoffs:
        """What hands work over to other agents."""
        from lamina.recall.handoff import Handoffs

        return Handoffs(self.files, self.topics, self.projects, self.agent_types, self.reads)

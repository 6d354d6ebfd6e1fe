"""What a memory is made of: the workspace, the settings and each part, opened when first used."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Self

from lamina.config import Places, check_agent, environment, load
from lamina.documents import days, workspace
from lamina.documents.files import Files, Limits
from lamina.errors import StoreError
from lamina.host_config import read_host

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date, datetime, tzinfo
    from pathlib import Path

    from lamina.dreaming.backfill import Backfill
    from lamina.dreaming.dreamer import Dreamer
    from lamina.dreaming.harness import Harness
    from lamina.dreaming.proposals import Proposals
    from lamina.dreaming.schedule import Schedule
    from lamina.dreaming.shadow import Shadow
    from lamina.layers.active import Active
    from lamina.layers.daily import Daily
    from lamina.layers.editor import Editor, Written
    from lamina.layers.facts import Facts
    from lamina.layers.handbooks import Handbooks
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.long_term import LongTerm
    from lamina.layers.setup import Installer
    from lamina.layers.topic_audit import TopicAudit
    from lamina.layers.topics import Topics
    from lamina.layers.trim import Trimmer
    from lamina.recall.events import Events
    from lamina.recall.forgotten import Forgotten
    from lamina.recall.recaller import Recaller
    from lamina.recall.router import Router
    from lamina.recall.statements import Statements
    from lamina.search.answers import Hit
    from lamina.search.indexer import Indexer
    from lamina.search.models import Models
    from lamina.search.searcher import Searcher
    from lamina.search.vectors import Vectors
    from lamina.storage.sqlite_index import SqliteIndex
    from lamina.storage.sqlite_state import SqliteState
    from lamina.upkeep.background import Background


class Parts:
    """The parts of one agent's memory. Time, settings and who is writing are arguments."""

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        clock: Callable[[], datetime] = days.utc_now,
        author: str = "owner",
        agent: str | None = None,
        session: str = "main",
        places: Places | None = None,
        overrides: Mapping[str, str] | None = None,
        background: bool = False,
        reads: Sequence[str] = (),
    ) -> None:
        """Open a workspace: the given one, else the one the command line would find.

        Args:
            path: the workspace's folder.
            clock: the present moment, aware.
            author: who writes, for the history: ``owner``, ``agent:<name>``.
            agent: a name from the settings' [agents], whose workspace is meant.
            session: the kind of session: main, channel, group, thread, cron, sub-agent. Only main
                sees MEMORY.md and USER.md.
            places: where settings and caches are; by default from the environment.
            overrides: settings by dotted key, winning over all files.
            reads: files, and folders with their slash, that a sub-agent was handed: it may read no
                other; empty: all its kind of session may.
            background: whether a search may start a process that makes many missing vectors.
        """
        self.places = places or Places.of()
        named = load(self.places)
        if agent is not None:
            check_agent(agent, named.agents)
        self.found = workspace.find(
            self.places, str(path) if path is not None else None, dict(named.agents), agent
        )
        root = self.found.root
        self.overrides = dict(overrides or {})
        checked = workspace.checked_root(root)
        self.host = read_host(self.places, checked)
        self.config = load(self.places, checked, overrides=overrides, host=self.host)
        self.workspace = workspace.Workspace(root, self.config.search.extra_paths)
        self.clock = clock
        self.author = f"agent:{agent}" if agent and author == "owner" else author
        self.session = session
        self.reads = tuple(reads)
        self._may_start = background

    @cached_property
    def zone(self) -> tzinfo:
        """The user's time zone."""
        return days.zone_named(self.config.notes.timezone)

    @property
    def zone_name(self) -> str:
        """Its name, such as Europe/Berlin."""
        return str(self.zone)

    @property
    def now(self) -> datetime:
        """The present moment in the user's zone."""
        return days.local(self.clock(), self.zone)

    @property
    def today(self) -> date:
        """The user's calendar day: the one answer to "what is today?"."""
        return days.today(self.clock(), self.zone)

    @cached_property
    def files(self) -> Files:
        """The one writer."""
        return Files(
            self.workspace,
            Limits(
                self.config.files.max_bytes,
                self.config.files.lock_seconds,
                self.config.secrets.mode == "refuse",
            ),
        )

    @cached_property
    def editor(self) -> Editor:
        """What carries out the edits of the layers."""
        return self._editor_of(self.author)

    def _editor_of(self, author: str, record: Callable[[Written], None] | None = None) -> Editor:
        from lamina.layers.editor import Editor
        from lamina.layers.tongue import language_of
        from lamina.recall.events import Events

        own = author == self.author
        events = self.events if own else Events(lambda: self.state, self.zone, origin=author)

        return Editor(
            self.files,
            clock=lambda: self.now,
            zone=self.zone,
            zone_name=self.zone_name,
            author=author,
            language=lambda: language_of(self.workspace, self.config.notes.language),
            limits=self.config.core,
            record=record or (lambda written: events.wrote(written, self.now)),
            guard=self.forgotten,
        )

    @cached_property
    def forgotten(self) -> Forgotten:
        """What knows that something was forgotten."""
        from lamina.recall.forgotten import Forgotten

        file = self.workspace.hidden / "state.db"
        return Forgotten(lambda: self.state, file)

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
    def installer(self) -> Installer:
        """What sets a workspace up."""
        from lamina.layers.setup import Installer

        return Installer(
            self.editor, self.daily, self.active, self.trimmer, self.audit, self.knowledge
        )

    @cached_property
    def statements(self) -> Statements:
        """What compares a line with those that are there before it is written."""
        from lamina.recall.statements import Statements

        return Statements(
            self.editor,
            self._by_words,
            self.daily,
            self.facts,
            self.long_term,
            self.knowledge,
            session=self.session,
            reads=self.reads,
        )

    @cached_property
    def _by_words(self) -> Searcher:
        """Search by words alone, for what Lamina itself looks for."""
        from lamina.search.searcher import Searcher

        return Searcher(self.indexer, self.index, None, self.config.search.deadline_ms)

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
    def dreamer(self) -> Dreamer:
        """What makes sweeps: light, REM, deep."""
        return self._dreamer(self.state, self.events)

    def _dreamer(self, state: SqliteState, events: Events) -> Dreamer:
        from lamina.dreaming.dreamer import Dreamer
        from lamina.dreaming.evidence import Evidence
        from lamina.dreaming.prose import open_author
        from lamina.search.answers import Request

        def near(text: str) -> tuple[Hit, ...]:
            answer = self._by_words.search(Request(text, limit=20), evidence.synced)
            hits = events.with_origins(answer.hits)
            return tuple(hit for hit in hits if not self.forgotten.on(hit.snippet, hit.path))

        evidence = Evidence(state, self.index, self.indexer)
        settings = self.config.dreaming
        author = open_author(settings.model, self.config.chat)
        return Dreamer(
            self.editor, evidence, self.daily, near=near, settings=settings, author=author
        )

    @cached_property
    def schedule(self) -> Schedule:
        """When this workspace dreams, and whether its nights do their work."""
        from lamina.dreaming.schedule import Schedule

        return Schedule(self.dreamer)

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
    def index(self) -> SqliteIndex:
        """The derived store, in the user's cache; in memory where that cannot be written."""
        from lamina.storage.sqlite_index import SqliteIndex

        key = hashlib.sha256(str(self.workspace.root).encode("utf-8", "surrogateescape"))
        found = SqliteIndex(self.places.cache / "index" / key.hexdigest()[:16] / "index.db")
        try:
            found.generation()
        except StoreError as error:
            if "opened" in error.message or "readonly" in error.message:
                return SqliteIndex(None)
        return found

    @cached_property
    def state(self) -> SqliteState:
        """The store that cannot be made again, beside the notes."""
        from lamina.storage.sqlite_state import SqliteState

        self.files.prepare()
        return SqliteState(self.workspace.hidden / "state.db")

    @cached_property
    def state_copy(self) -> SqliteState:
        """The same store copied into memory: to try something out."""
        from lamina.storage.sqlite_state import SqliteState

        return SqliteState(self.workspace.hidden / "state.db", copied=True)

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
            self.index.database.path,
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
    def events(self) -> Events:
        """Recall events."""
        from lamina.recall.events import Events

        return Events(lambda: self.state, self.zone, origin=self.author, session=self.session)

    def close(self) -> None:
        """Close the stores that were opened."""
        for name in ("index", "state", "state_copy"):
            if name in self.__dict__:
                self.__dict__[name].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

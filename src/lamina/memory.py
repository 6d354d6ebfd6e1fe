"""Class Memory: opens a workspace and names its parts. No logic lives here.

Time, the settings and who is writing are arguments::

    memory = Memory("~/agents/chiti")
    memory.remember("The landlord moved the viewing to Friday.")
    for hit in memory.search("when is the viewing?").hits:
        print(hit.citation, hit.snippet)
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Self

from lamina.config import Places, check_agent, load
from lamina.documents import days, workspace
from lamina.documents.files import Files, Limits
from lamina.errors import EmbedderError, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date, datetime, tzinfo
    from pathlib import Path

    from lamina.documents.changes import Plan
    from lamina.documents.history import Entry
    from lamina.layers.core import CoreReport
    from lamina.layers.daily import Daily, Written
    from lamina.recall.context import Pack
    from lamina.recall.events import Events
    from lamina.recall.reading import Reading
    from lamina.search.indexer import Indexer, SyncReport
    from lamina.search.searcher import Answer, Searcher
    from lamina.search.vectors import Vectors
    from lamina.storage.sqlite_index import SqliteIndex
    from lamina.storage.sqlite_state import SqliteState
    from lamina.upkeep.status import Status


class Memory:
    """One agent's memory: a workspace, its files, its index and its state."""

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
        """
        self.places = places or Places.of()
        named = load(self.places)
        if agent is not None:
            check_agent(agent, named.agents)
        root = workspace.find(
            self.places, str(path) if path is not None else None, dict(named.agents), agent
        )
        self.config = load(self.places, workspace.checked_root(root), overrides=overrides)
        self.workspace = workspace.Workspace(root, self.config.search.extra_paths)
        self.clock = clock
        self.author = f"agent:{agent}" if agent and author == "owner" else author
        self.session = session

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
    def daily(self) -> Daily:
        """Daily notes and their index."""
        from lamina.layers.daily import Daily

        return Daily(
            self.files,
            self.zone,
            self.zone_name,
            layout=self.config.notes.layout,
            language=self.config.notes.language,
        )

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
    def indexer(self) -> Indexer:
        """What keeps the index in line."""
        from lamina.search.indexer import Indexer

        return Indexer(self.workspace, self.index, self.config.files.max_bytes)

    @cached_property
    def _embedding(self) -> tuple[Vectors | None, str]:
        """The vectors, or why there are none although the settings ask for them."""
        chosen = self.config.embedding
        if chosen.kind == "none":
            return None, ""
        from lamina.search.embedder import EmbeddingSettings, open_embedder
        from lamina.search.vectors import Vectors

        try:
            embedder = open_embedder(
                EmbeddingSettings(
                    chosen.kind, chosen.model, chosen.url, chosen.api_key, chosen.timeout
                )
            )
        except EmbedderError as error:
            return None, f"{error.message} Only words were searched. {error.hint}".strip()
        return (Vectors(self.index, embedder) if embedder else None), ""

    @property
    def vectors(self) -> Vectors | None:
        """The vectors of the configured model; None where only words are searched."""
        return self._embedding[0]

    @cached_property
    def searcher(self) -> Searcher:
        """Search."""
        from lamina.search.searcher import Searcher

        vectors, unavailable = self._embedding
        return Searcher(
            self.indexer, self.index, vectors, self.config.search.deadline_ms, unavailable
        )

    @cached_property
    def events(self) -> Events:
        """Recall events."""
        from lamina.recall.events import Events

        return Events(lambda: self.state, self.zone, origin=self.author, session=self.session)

    def remember(self, text: str) -> Written:
        """Write one time-stamped line into today's note."""
        return self._noted(self.daily.remember(text, now=self.now, author=self.author))

    def log(self, subject: str, *, cause: str = "", change: str = "", todo: str = "") -> Written:
        """Write an entry into today's note and its subject into the daily index."""
        return self._noted(
            self.daily.log(
                subject, cause=cause, change=change, todo=todo, now=self.now, author=self.author
            )
        )

    def search(self, query: str, *, record: bool = True, **options: object) -> Answer:
        """Return the best lines for a question; the options are the command's."""
        from lamina.search.searcher import Request

        options.setdefault("limit", self.config.search.limit)
        request = Request(query, session=self.session, **options)  # type: ignore[arg-type]
        answer = self.searcher.search(request)
        return self.events.given(answer, self.now, record=record)

    def get(self, target: str, *, record: bool = True, **options: object) -> Reading:
        """Open a path, a citation (path#L3-L5) or a hit's id; the options are the command's."""
        from lamina.recall.reading import get

        reading = get(
            self.files,
            self.index,
            target,
            sync=self.indexer.sync,
            session=self.session,
            **options,  # type: ignore[arg-type]
        )
        if record and reading.found:
            self.events.opened(reading, self.now)
        return reading

    def context(self, *, budget: int = 0, agent_type: str = "", project: str = "") -> Pack:
        """Return what this session should load at its start."""
        from lamina.recall.context import pack

        return pack(
            self.files,
            now=self.now,
            zone=self.zone,
            zone_name=self.zone_name,
            budget=budget or self.config.context.tokens,
            session=self.session,
            agent_type=agent_type,
            project=project,
        )

    def core(self) -> CoreReport:
        """Measure the core files."""
        from lamina.layers.core import report

        return report(self.files, self.config.core)

    def sync(self, *, progress: Callable[[int, int], None] | None = None) -> SyncReport:
        """Bring the index in line with the files."""
        return self.indexer.sync(progress=progress)

    def status(self) -> Status:
        """Measure the whole workspace."""
        from lamina.upkeep.status import report

        return report(
            self.files,
            self.indexer,
            self.vectors,
            self.core(),
            today=str(self.today),
            zone=self.zone_name,
            language=self.daily.language().value,
            max_bytes=self.config.files.max_bytes,
        )

    def init_plan(self, language: str = "") -> Plan:
        """Return the plan that creates what a workspace needs."""
        from lamina.documents.language import Language
        from lamina.layers.setup import plan

        return plan(self.files, Language(language) if language else self.daily.language())

    def apply(self, plan: Plan) -> Entry | None:
        """Carry out a plan as one change."""
        return self.files.apply(plan, author=self.author, now=self.now)

    def history(self, limit: int = 0) -> list[Entry]:
        """Return what Lamina changed, newest first."""
        entries = self.files.journal.entries()[::-1]
        return entries[:limit] if limit else entries

    def undo_plan(self, change: int = 0) -> Plan:
        """Return the plan that takes a change back: this one, else the last not taken back."""
        return self.files.undo_plan(self.files.to_undo(change))

    def undo(self, change: int = 0) -> Entry | None:
        """Take a change back."""
        with self.files.locked():
            return self.apply(self.undo_plan(change))

    def close(self) -> None:
        """Close the stores that were opened."""
        for name in ("index", "state"):
            if name in self.__dict__:
                self.__dict__[name].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _noted(self, written: Written) -> Written:
        self.events.wrote(written, self.now)
        return written

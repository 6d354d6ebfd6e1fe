"""Where a memory stands: its workspace, its stores, who writes and when; no logic."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Self

from lamina.agents import Share
from lamina.config import check_agent, load
from lamina.documents import days, workspace
from lamina.documents.files import Files, Limits
from lamina.documents.private import make_private
from lamina.errors import NotSharedError, StoreError
from lamina.host_config import read_host
from lamina.places import Places

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date, datetime, tzinfo
    from pathlib import Path

    from lamina.documents.lease_file import Permit
    from lamina.layers.editor import Editor, Written
    from lamina.recall.events import Events
    from lamina.recall.forgotten import Forgotten
    from lamina.search.chat import Chat
    from lamina.storage.contract import IndexStore
    from lamina.storage.postgres import Tenant
    from lamina.storage.postgres_lease import Lease
    from lamina.storage.postgres_pen import Pen
    from lamina.storage.state import State


class Ground:
    """A workspace opened: settings, writer, stores. Time and who is writing are arguments."""

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
        lease: Lease | None = None,
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
            lease: under which a worker works here; it is asked before anything is written.
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
        self.agents = self._agents(agent, checked)
        self.shared = self._shared_with(Share.may_read)  # folders by name
        self.workspace = workspace.Workspace(root, self.config.search.extra_paths, self.shared)
        self.clock = clock
        self.author = f"agent:{agent}" if agent and author == "owner" else author
        self.session = session
        self.reads = tuple(reads)
        self.lease = lease
        self._may_start = background
        self._pen: Pen | None = None

    def _agents(self, agent: str | None, root: Path) -> tuple[str, ...]:
        """Return whose memory this is, by the settings' names; several may share a workspace."""
        if agent is not None:
            return (agent,)
        listed = self.config.agents
        return tuple(
            name for name, folder in listed.items() if workspace.real_folder(folder) == root
        )

    def _shared_with(self, may: Callable[[Share, str], bool]) -> dict[str, str]:
        """Return the folders with which all agents of this memory may do something, by name."""
        return {
            name: share.folder
            for name, share in self.config.shared.items()
            if self.agents and all(may(share, agent) for agent in self.agents)
        }

    def shared_folder(self, name: str) -> str:
        """Return a folder this agent may append to; NotSharedError where it may not."""
        found = self._shared_with(Share.may_append)
        if name not in found:
            raise NotSharedError(name, " and ".join(self.agents), found)
        return found[name]

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
            self._permit,
        )

    @cached_property
    def _permit(self) -> Permit | None:
        """What lets this process write: where machines share the folders, the workspace's pen."""
        store = self.config.store
        if not (store.url and store.machine):
            return self.lease
        from lamina.documents.lock import kernel
        from lamina.storage.postgres_pen import Pen
        from lamina.upkeep.runner import this_runner

        self._pen = Pen(
            store.url,
            self._tenant,
            this_runner(),
            kernel(),
            shown=self.workspace.root,
            wait=self.config.files.lock_seconds,
            lease=self.lease,
            connections=store.connections,
        )
        return self._pen

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

        return Forgotten(lambda: self.state, self._has_state)

    def _chat(self, setting: str, meanwhile: str) -> Chat | None:
        """Return the model that a setting names; ``meanwhile``: what serves without it."""
        model = self.config.value(setting)
        if not model:
            return None
        from lamina.search.chat import Chat

        return Chat(self.config.chat, model, setting=setting, meanwhile=meanwhile)

    @property
    def _cached(self) -> Path:
        """Where this machine's index of the workspace is, or would be."""
        key = hashlib.sha256(str(self.workspace.root).encode("utf-8", "surrogateescape"))
        return self.places.cache / "index" / key.hexdigest()[:16] / "index.db"

    def _beside_index(self) -> Path | None:
        """Return the index's file, or where it would be if it were no database; None: in memory."""
        if not self.config.store.url:
            return self.index.database.path
        with suppress(OSError):  # then nothing is kept beside it
            make_private(self._cached.parent)
        return self._cached

    @property
    def _tenant(self) -> Tenant:
        """What the workspace is called in a database that others share."""
        from lamina.storage.postgres import Tenant

        return Tenant.at(self.config.store.machine, self.workspace.root)

    @cached_property
    def index(self) -> IndexStore:
        """The derived store, in the user's cache; in memory where that cannot be written."""
        if url := self.config.store.url:
            from lamina.storage.postgres_index import PostgresIndex

            return PostgresIndex(url, self._tenant, self.config.store.connections)
        from lamina.storage.sqlite_index import SqliteIndex

        found = SqliteIndex(self._cached)
        try:
            found.generation()
        except StoreError as error:
            if "opened" in error.message or "readonly" in error.message:
                return SqliteIndex(None)
        return found

    def _has_state(self) -> bool:
        """Tell whether there is a state; asking makes none."""
        return bool(self.config.store.url) or (self.workspace.hidden / "state.db").exists()

    @cached_property
    def state(self) -> State:
        """The store that cannot be made again, beside the notes."""
        if url := self.config.store.url:
            from lamina.storage.postgres_state import PostgresState

            fence = self.lease.fence if self.lease else None
            return PostgresState(url, self._tenant, self.config.store.connections, fence)
        from lamina.storage.sqlite_state import SqliteState

        self.files.prepare()
        return SqliteState(self.workspace.hidden / "state.db")

    @cached_property
    def state_copy(self) -> State:
        """The same store copied into memory: to try something out."""
        if self.config.store.url:
            from lamina.storage.postgres_state import copied

            return copied(self.state)
        from lamina.storage.sqlite_state import SqliteState

        return SqliteState(self.workspace.hidden / "state.db", copied=True)

    @cached_property
    def events(self) -> Events:
        """Recall events."""
        from lamina.recall.events import Events

        return Events(lambda: self.state, self.zone, origin=self.author, session=self.session)

    def close(self) -> None:
        """Close the stores that were opened, and what watches the files."""
        self.workspace.close()
        for name in ("index", "state", "state_copy"):
            if name in self.__dict__:
                self.__dict__[name].close()
        if self._pen is not None:
            self._pen.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

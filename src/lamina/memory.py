"""Class Memory: opens a workspace and names its parts. No logic lives here.

Time, the settings and who is writing are arguments::

    memory = Memory("~/agents/chiti")
    memory.remember("The landlord moved the viewing to Friday.")
    for hit in memory.search("when is the viewing?").hits:
        print(hit.citation, hit.snippet)
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from lamina.documents.kinds import SHARED
from lamina.errors import StoreError, WriteError
from lamina.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

    from lamina.documents.changes import Plan
    from lamina.documents.history import Entry
    from lamina.documents.scan import Scan
    from lamina.dreaming.host import HostState
    from lamina.layers.agent_kinds import Kind
    from lamina.layers.core import CoreReport
    from lamina.layers.core_sections import Section
    from lamina.layers.editor import Written
    from lamina.layers.knowledge import Lesson
    from lamina.layers.setup import Setup
    from lamina.layers.where import Verdict
    from lamina.recall.context import Pack
    from lamina.recall.handoff import Handoff
    from lamina.recall.known_lines import KnownLine
    from lamina.recall.reading import Reading
    from lamina.recall.recaller import Recalled
    from lamina.recall.unwritten import Unwritten
    from lamina.search.answers import Answer
    from lamina.search.indexer import SyncReport
    from lamina.sessions.watching import Watch
    from lamina.upkeep.activity import Day
    from lamina.upkeep.heartbeat import Beat
    from lamina.upkeep.jobs import Ran, View
    from lamina.upkeep.status import Status


class Memory(Parts):
    """One agent's memory: a workspace, its files, its index and its state."""

    def remember(self, text: str, *, replaces: bool = False) -> Written:
        """Write one time-stamped line into today's note, unless it is written already.

        ``replaces``: lines that it contradicts are marked as superseded.
        """
        return self.statements.remember(text, replaces=replaces)

    def share(self, folder: str, text: str) -> Written:
        """Write one line into the day's note of a folder that is shared with this agent.

        The folder has its own lock, history and undo: agents add to it beside each other, and
        change nothing of what others wrote.
        """
        there = self.shared_folder(folder)
        with type(self)(
            there,
            clock=self.clock,
            author=self.author,
            places=self.places,
            overrides=self.overrides,
        ) as memory:
            return memory.daily.remember(text).inside(f"{SHARED}/{folder}")

    def unwritten(self, user: str, agent: str = "") -> Unwritten | None:
        """Return what an exchange settled and nobody wrote down, or None."""
        from lamina.recall.unwritten import detect

        found = detect(user, agent)
        return None if found and self.statements.is_written(found.line) else found

    def log(self, subject: str, *, cause: str = "", change: str = "", todo: str = "") -> Written:
        """Write an entry into today's note and its subject into the daily index."""
        return self.daily.log(subject, cause=cause, change=change, todo=todo)

    def search(
        self,
        query: str,
        *,
        record: bool = True,
        synced: SyncReport | None = None,
        **options: object,
    ) -> Answer:
        """Return the best lines for a question; the options are the command's.

        ``synced``: what ``sync`` said, from somebody who watches and knows of no change since.
        """
        from lamina.search.answers import Request

        options = {"limit": self.config.search.limit, "today": self.today} | options
        request = Request(query, session=self.session, reads=self.reads, **options)  # type: ignore[arg-type]
        return self.events.given(self.searcher.search(request, synced), self.now, record=record)

    def recall(
        self,
        message: str,
        context: Sequence[str] = (),
        *,
        budget: int = 0,
        always: bool = False,
        record: bool = True,
    ) -> Recalled:
        """Return what a message calls for, given what the agent has before it, or silence."""
        found = self.recaller.recall(
            message, context, today=self.today, budget=budget, always=always
        )
        if record and found.lines:
            self.events.gave(message, found.lines, "recall", self.now)
        return found

    def get(self, target: str, *, record: bool = True, **options: object) -> Reading:
        """Open a path, a citation (path#L3-L5) or a hit's id; the options are the command's."""
        from lamina.recall.reading import get

        reading = get(
            self.files,
            self.index,
            target,
            sync=self.indexer.sync,
            session=self.session,
            reads=self.reads,
            **options,  # type: ignore[arg-type]
        )
        if record and reading.found:
            self.events.opened(reading, self.now)
        return reading

    def check_may_see(self, path: str) -> None:
        """Raise PrivateFileError or NotHandedOverError where this session may not see a file."""
        from lamina.recall.reading import check_may_see

        check_may_see(path, self.session, self.reads)

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
            reads=self.reads,
            brake=self.active.brake(),
            origins=lambda said: self.events.origins(said) if self._has_state() else {},
        )

    def handoff(
        self, name: str, to: str, *, budget: int = 0, inline: bool = False, **options: object
    ) -> Handoff:
        """Return what hands a topic or project over; the options are the command's."""
        tokens = budget or self.config.context.tokens
        return self.handoffs.make(name, to, budget=tokens, inline=inline, **options)  # type: ignore[arg-type]

    def core(self) -> CoreReport:
        """Measure the core files."""
        from lamina.layers.core import report

        return report(self.files, self.config.core)

    def core_sections(self) -> dict[str, tuple[Section, ...]]:
        """Return what each section of the core files costs, and what of it the host cuts."""
        from lamina.layers.core_sections import sections

        return {
            file.path: sections(text, file.given)
            for file in self.core().files
            if (text := self.files.read(file.path)) is not None
        }

    def known_lines(self, path: str) -> tuple[KnownLine, ...]:
        """Return who wrote the lines of a file, and when each was last given to anybody."""
        from lamina.recall.known_lines import known_lines

        opened = self.by_hand.open(path)
        with suppress(StoreError, WriteError):
            return known_lines(opened.text, opened.path, self.state)
        return ()

    def tree(self) -> Scan:
        """List the files of the memory, each on its layer, and what was passed over."""
        return self.workspace.scan()

    def activity(self, days: int = 371) -> tuple[Day, ...]:
        """Return what was noted, recalled and promoted on each of the last days."""
        from lamina.upkeep.activity import activity

        self.sync()
        with suppress(StoreError, WriteError):
            return activity(self.index, self.state, self.today, days)
        return activity(self.index, None, self.today, days)

    def watch(self, changed: Callable[[], None], stop: Event) -> None:
        """Call ``changed`` after each change of a file of the memory, until told to stop."""
        from lamina.upkeep.watcher import watch

        extra = (path for path in self.workspace.outside.values() if path.is_dir())
        watch([self.workspace.root, *extra], changed, stop)

    def sync(self, *, progress: Callable[[int, int], None] | None = None) -> SyncReport:
        """Bring the index in line with the files."""
        return self.indexer.sync(progress=progress)

    def status(self) -> Status:
        """Measure the whole workspace."""
        from lamina.documents.faults import said_of
        from lamina.upkeep.rules.forgotten import back
        from lamina.upkeep.status import report

        return report(
            self.files,
            self.indexer,
            self.models,
            self.core(),
            self.active,
            self.audit,
            self.hygiene,
            today=str(self.today),
            zone=self.zone_name,
            language=self.editor.language().value,
            max_bytes=self.config.files.max_bytes,
            filling=self.background.running(),
            back=(*back(self.editor), *said_of(self.places, self.workspace.root, self.now)),
            now=self.now,
            jobs=self.job_views(),
            turns_seen=self._turns_seen(),
            watch=self._watch(),
        )

    def _turns_seen(self) -> int:
        """Count the turns since the last write, where that is long ago; else 0."""
        from lamina.sessions.watching import turns_since
        from lamina.upkeep.alarms import QUIET

        history = self.files.journal.entries()
        last = datetime.fromisoformat(history[-1].at) if history else None
        quiet = last is None or self.now - last > QUIET
        return turns_since(self.sessions, last) if quiet else 0

    def _watch(self) -> Watch | None:
        """Return how flushes stand, where any session is known."""
        from lamina.sessions.watching import watch

        listed = self.sessions.list().sessions
        with suppress(StoreError, WriteError):
            if listed and self._has_state():
                return watch(listed, self.state.sessions)
        return None

    def job_views(self) -> list[View]:
        """Return how the jobs stand, where any was ever done and can be looked up."""
        with suppress(StoreError, WriteError):
            if self._has_state() and self.state.jobs.runs(limit=1):
                return self.jobs.views()
        return []

    def dream_if_due(self, limit: int) -> Ran | None:
        """Make a sweep if one is due and nobody is at it; its value is the sweep."""
        from lamina.upkeep.works import DREAMING, dream

        return self.jobs.run(DREAMING, dream(self.dreamer, limit=limit))

    def heartbeat(
        self,
        seconds: float = 0,
        *,
        tell: bool = True,
        stop: Callable[[], bool] = lambda: False,
    ) -> Beat:
        """Do what is due; ``tell``: and say what needs a person."""
        from time import monotonic

        from lamina.upkeep.heartbeat import beat

        return beat(self.jobs, seconds or self.config.jobs.seconds, monotonic, tell=tell, stop=stop)

    def setup(self, language: str = "", *, many_agents: bool = False, docs: bool = False) -> Setup:
        """Look at the workspace and plan what it lacks; nothing is written."""
        from lamina.documents.language import Language

        chosen = Language(language) if language else None
        return self.installer.setup(language=chosen, many_agents=many_agents, docs=docs)

    def enrol(self, kind: Kind) -> Plan:
        """Return the plan that sets this workspace up for a kind of agent; nothing is written."""
        from dataclasses import replace

        from lamina.layers.agent_kinds import Kind

        if kind is Kind.ORCHESTRATOR:
            return replace(self.setup(many_agents=True).plan, command="agent classify")
        return self.installer.least()

    def lesson(self, question: str) -> Lesson | None:
        """Return the knowledge entry a question is about; what is not known is kept as wanted."""
        found = self.router.lesson(question)
        if found is None:
            self.events.unknown(question, self.now)
        return found

    def wanted(self) -> list[tuple[str, str, str, int]]:
        """Return what was asked and not known: question, first day, last day, times."""
        known = [q for q, *_ in self.state.wanted() if self.router.lesson(q)]
        if known:
            self.state.unwant(known)
        return self.state.wanted()

    def host_state(self) -> HostState:
        """Return the evidence in the shapes of the host's older JSON state."""
        from lamina.dreaming.host import export

        return export(self.dreamer.evidence, self.now, self.zone)

    def where(self, text: str) -> Verdict:
        """Say which layer a sentence belongs on, and why."""
        from lamina.layers.where import classify

        return classify(
            text,
            projects=[book.name for book in self.projects.list()],
            agent_types=[book.name for book in self.agent_types.list()],
        )

    def apply(self, plan: Plan | Callable[[], Plan]) -> Entry | None:
        """Carry out a plan as one change.

        What makes one is called under the lock, and again where another program came between.
        """
        return self.editor.carry_out(plan) if callable(plan) else self.editor.apply(plan)

    def history(self, limit: int = 0) -> list[Entry]:
        """Return what Lamina changed, newest first."""
        entries = self.files.journal.entries()[::-1]
        return entries[:limit] if limit else entries

    def undo_plan(self, change: int = 0) -> Plan:
        """Return the plan that takes a change back: this one, else the last not taken back."""
        return self.files.undoing.plan(self.files.undoing.entry(change, self.author))

    def undo(self, change: int = 0) -> Entry | None:
        """Take a change back."""
        return self.editor.carry_out(lambda: self.undo_plan(change))

    def undo_to(self, change: int) -> list[Entry]:
        """Take back this change and all after it that still stand, the newest first."""
        self.files.journal.entry(change)
        taken: list[Entry] = []
        with self.files.locked():
            standing = [
                e
                for e in self.history()
                if e.id >= change and e.undoes is None and e.undone_by is None
            ]
            for one in standing:
                self.files.undoing.check(one)
            for one in standing:
                entry = self.undo(one.id)
                taken += [entry] if entry else []
        return taken

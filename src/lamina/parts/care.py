"""The parts of upkeep: checks, forgetting, jobs, the daemon, opened when first used."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.parts.nights import NightParts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.search.answers import Hit
    from lamina.upkeep.daemon import Daemon
    from lamina.upkeep.doctor import Doctor
    from lamina.upkeep.forget import Forget
    from lamina.upkeep.hygiene import Hygiene
    from lamina.upkeep.jobs import Jobs
    from lamina.upkeep.schedules import Schedules


class CareParts(NightParts):
    """What checks, cleans, forgets and is done by the clock."""

    @cached_property
    def forget(self) -> Forget:
        """What forgets: everywhere, with a report, for good."""
        from lamina.search.answers import Request
        from lamina.sessions.struck import Strikes
        from lamina.upkeep.forget import Forget
        from lamina.upkeep.forget_session import Trails

        def near(text: str) -> tuple[Hit, ...]:
            request = Request(text, archived=True, include_reference=True, sure=True)
            answer = self.searcher.search(request)
            return (answer if answer.searched else self._by_words.search(request)).hits

        def transcripts() -> Iterator[Path]:
            listed = self.sessions.list().sessions
            return (one.transcript.resolve() for one in listed if one.transcript)

        strikes = Strikes(lambda: self.state.trims, self.trims.settle, transcripts)
        journal, zone = self.files.journal, self.zone
        trails = Trails(self.sessions, strikes, journal, lambda: self.state, zone)
        return Forget(self.editor, self.state, self.indexer, near, strikes, trails)

    @cached_property
    def doctor(self) -> Doctor:
        """What checks the workspace."""
        from lamina.upkeep.doctor import Doctor

        return Doctor(
            self.editor,
            active=self.active,
            audit=self.audit,
            knowledge=self.knowledge,
            hygiene=self.hygiene,
            config=self.config,
            host=self.host,
            dreams=self._dreams,
        )

    @cached_property
    def hygiene(self) -> Hygiene:
        """The weekly care."""
        from lamina.upkeep.hygiene import Hygiene

        return Hygiene(self.editor, self.daily, self.active, self.projects, self.config.layers)

    @property
    def jobs(self) -> Jobs:
        """The jobs of upkeep as they stand now; a job whose work nobody has is not among them."""
        from lamina.upkeep import session_works, works
        from lamina.upkeep.jobs import Jobs

        can = {
            "daily note": session_works.note_days(self.sessions, self.distiller, self.zone),
            "backup": session_works.back_up(self.sessions, self.backup),
            "trim": session_works.trim(self.sessions, self.handshake),
            "hygiene": works.clean(self.hygiene),
            "dreaming": works.dream(self.dreamer),
            "sync": works.sync(self.indexer),
            "audit": works.audit(self.audit, self.trims),
        }
        listed = works.job_list(can, self.config, self.zone, self.hygiene, self.schedule)
        return Jobs(
            self.state.jobs,
            listed,
            clock=lambda: self.now,
            times=self.hygiene.times,
            lease=self.lease.number if self.lease else 0,
        )

    @cached_property
    def daemon(self) -> Daemon:
        """The workspace's daemon: to be run, or the one that runs."""
        from lamina.documents.private import make_private
        from lamina.upkeep.daemon import Daemon
        from lamina.upkeep.local_socket import place

        root = self.workspace.root
        socket = Path(place(str(self.places.cache), str(root)))
        make_private(socket.parent)
        folders = [root, *(path for path in self.workspace.outside.values() if path.is_dir())]
        return Daemon(socket.with_suffix(".lock"), str(socket), folders)

    @cached_property
    def schedules(self) -> Schedules:
        """What lets this machine call the heartbeat."""
        from lamina.upkeep.schedules import Schedules

        return Schedules(self.workspace.root, self.places.config_home, self.zone_name)

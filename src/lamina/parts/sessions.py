"""The parts that are about hosts' sessions, opened when first used."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from lamina.errors import SessionError, StoreError, WriteError
from lamina.parts.recall import RecallParts

if TYPE_CHECKING:
    from datetime import date

    from lamina.layers.editor import Editor, Written
    from lamina.sessions.backup import Backup
    from lamina.sessions.catalog import Sessions
    from lamina.sessions.chat_keeper import ChatKeeper
    from lamina.sessions.distilling import Distiller
    from lamina.sessions.flush import Flush
    from lamina.sessions.handshake import Handshake
    from lamina.sessions.said import Said
    from lamina.sessions.trimming import Trimmed
    from lamina.sessions.trims import Trims
    from lamina.sessions.turns import Session


class SessionParts(RecallParts):
    """What reads, saves and trims sessions."""

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
            barred=self.forgotten.sessions,
        )

    @cached_property
    def trims(self) -> Trims:
        """What trims, restores and repairs sessions."""
        from lamina.sessions.trims import Trims

        return Trims(lambda: self.state.trims, self.config.sessions, lambda: self.now)

    @cached_property
    def flush(self) -> Flush:
        """What saves a session's open matters before its older part leaves the context."""
        from lamina.sessions.flush import Flush, by_rule
        from lamina.sessions.keeping import Keeper

        chat = self._chat("sessions.model", "what is open is found by rule")
        if chat:
            from lamina.sessions.asked import by_model
        find = by_model(chat) if chat else by_rule
        keeper = Keeper(self._session_editor, self.daily, self.active, self.forgotten.sift)
        return Flush(
            keeper,
            lambda: self.state.sessions,
            talk=self._talk,
            find=find,
            clock=lambda: self.now,
            window=self.config.sessions.window,
        )

    @cached_property
    def handshake(self) -> Handshake:
        """What asks a session to write down what is open, and trims it once it has."""
        import secrets

        from lamina.sessions.handshake import Handshake
        from lamina.sessions.senders import open_sender

        return Handshake(
            self._session_editor,
            self.flush,
            lambda: self.state.sessions,
            lambda: open_sender(self.config.sessions),
            trim=self._trim,
            talk=self._talk,
            token=lambda: secrets.token_hex(16),
            wait_seconds=self.config.sessions.wait_seconds,
        )

    @cached_property
    def chat_keeper(self) -> ChatKeeper:
        """What keeps the raw log of what was said."""
        from lamina.sessions.chat_keeper import ChatKeeper

        return ChatKeeper(self._session_editor, lambda: self.state.sessions, self.forgotten.sift)

    @cached_property
    def distiller(self) -> Distiller:
        """What makes daily notes of talks; their lines are whose words they were."""
        from lamina.search.filling import citation
        from lamina.sessions.distilling import Distiller

        def given(day: date) -> list[tuple[str, str]]:
            if not self._has_state():
                return []
            since = str(day - timedelta(days=1))  # moments are kept in UTC
            with suppress(StoreError, WriteError):
                places = {(one.path, one.start) for one in self.state.recalls(since=since)}
                found = self.index.chunks_at(places).values()
                return [(citation(one.path, one.start, one.end), one.text) for one in found]
            return []

        author = self._chat("sessions.model", "daily notes are made by rule")
        return Distiller(
            self._editor_of(self.author, lambda _: None),
            self.daily,
            author=author,
            record=lambda lines: self.events.wrote_by(lines, self.now),
            given=given,
        )

    @cached_property
    def backup(self) -> Backup:
        """What brings reports of sub-agents into handbooks; their lines count as untrusted."""
        from lamina.layers.handbooks import Handbooks
        from lamina.sessions.backup import Backup

        def record(written: Written) -> None:
            lines = [(text, "untrusted") for _, text in written.added]
            self.events.wrote_by(lines, self.now)

        return Backup(Handbooks(self._editor_of(self.author, record), projects=True))

    def _trim(self, session: Session) -> Trimmed:
        """Cut a session's transcript, and let its host count its tokens anew."""
        from lamina.sessions.session_lists import rewrite

        done = self.trims.trim(session.key, session.transcript)
        if session.store is not None and session.store.name == "sessions.json" and session.tokens:
            # The trim stands without it: the host counts at its next answer.
            with suppress(SessionError, WriteError):
                rewrite(session.store, session.key, {"totalTokensFresh": False}, now=self.now)
        return done

    def _talk(self, session: Session) -> list[Said]:
        """Return what was said in a session."""
        from lamina.sessions.eligible import in_database
        from lamina.sessions.spoken import spoken

        if session.transcript is None and not in_database(session):
            return []
        return list(spoken(self.sessions.turns(session)))

    @cached_property
    def _session_editor(self) -> Editor:
        """The editor by which words of sessions are written: nobody's own command."""
        return self._editor_of("agent:session")

"""Forget: remove something everywhere, say what could not be reached, and keep it from coming back.

First seals are kept (documents/seals.py): from then on nothing writes it down again. Then it goes
from the files, the index, the state and the history; then the stores are written anew, so that no
deleted page holds it; then the bytes of all files are looked through. Killed in between, the next
call of it finishes what is left. It is the one change that cannot be taken back.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from lamina.documents import needles
from lamina.documents.blanking import Blanker
from lamina.documents.changes import Plan
from lamina.documents.kinds import date_of
from lamina.documents.markdown import split_lines
from lamina.documents.seals import Kind, Seal, Seals, seal_claim, seal_line, seal_words
from lamina.errors import ExternallyChangedError, UsageError
from lamina.layers.active_blocks import PATH as ACTIVE
from lamina.layers.active_blocks import read_blocks
from lamina.search.chunker import claim
from lamina.storage.state_forgotten import Purge
from lamina.upkeep.forget_archives import picks_by, picks_of
from lamina.upkeep.forget_look import Looker
from lamina.upkeep.forget_session import REASON
from lamina.upkeep.forgetting import Forgetting, Subject, Unreached
from lamina.upkeep.traces import Trace, Tracer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from lamina.documents.needles import Needle
    from lamina.layers.editor import Editor
    from lamina.search.answers import Hit
    from lamina.search.indexer import Indexer
    from lamina.sessions.struck import Picks, Strike, Strikes
    from lamina.storage.state import State
    from lamina.upkeep.forget_session import Trails
    from lamina.upkeep.forgetting import Sight

_STATE = "memory/.dreams/"
_ATTEMPTS = 20  # against a program that appends without pause
_NEAR = 8
_BUSY = "another process reads it, so deleted pages are still there: repeat when it has ended"


class Forget:
    """Forgets, in one workspace."""

    def __init__(
        self,
        editor: Editor,
        state: State,
        indexer: Indexer,
        near: Callable[[str], Sequence[Hit]],
        strikes: Strikes,
        trails: Trails,
    ) -> None:
        """Keep the parts.

        Args:
            editor: writes the files.
            state: what is kept of recalls and dreams.
            indexer: keeps the index in line.
            near: lines about a text, by search; nothing is recorded.
            strikes: takes it out of the archives of trimmed sessions.
            trails: finds out what was taken from a session.
        """
        self.editor = editor
        self.files = editor.files
        self.state = state
        self.indexer = indexer
        self.index = indexer.index
        self.near = near
        self.strikes = strikes
        self._looker = Looker(self.files, self.index, trails)

    def plan(self, words: str = "", **given: Any) -> Forgetting:
        """Return every place of something, and what would not be reached; nothing is written.

        ``words`` and the options are those of Subject: about, since, until, also.
        """
        subject = self._subject(words, given)
        self.indexer.sync()
        sight = self._looker.look(subject)
        seals = Seals((seal, self._now) for seal in self._seals(sight, "0" * 32))
        blanker = self._blanker(seals, sight)
        path = self.files.journal.path
        for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
            blanker(line)
        state = self.state.forgotten.purge(self._purge(sight, seals), seals, dry_run=True)
        struck = self.strikes.look(self._picks(sight))
        found = self._told(subject, sight, state, blanker.lost, struck)
        return replace(found, near=self._near(subject, sight))

    def apply(self, words: str = "", **given: Any) -> Forgetting:
        """Remove something from every place that can be reached; it cannot be taken back.

        Raises:
            OwnerOnlyError: an agent asked for it.
            UsageError: an earlier one was cut off and is finished now, and lines are named by their
                numbers, which may have changed with it.
        """
        subject = self._subject(words, given)
        finished = self.finish()
        if finished and "#L" in " ".join((subject.words, *subject.also)):
            raise UsageError(
                "An earlier forgetting was cut off; it is finished now. Lines may have moved, so"
                " nothing else was done.",
                "Look where it stands now, and repeat.",
            )
        self.indexer.sync()
        for left in range(_ATTEMPTS - 1, -1, -1):
            try:
                with self.files.locked():
                    sight = self._looker.look(subject)
                    change = self._files(subject, sight)
                    state, history = self._derived(sight)
            except ExternallyChangedError:
                if not left:
                    raise
                time.sleep(0.001 * (_ATTEMPTS - left))
            else:
                break
        struck = [*self._without_sessions(), *self.strikes.strike(self._picks(sight))]
        unreached = self._compact(sight)
        known = {(one.path, one.line) for one in sight.unreached}
        done = replace(
            self._told(subject, sight, state, history, struck),
            applied=True,
            change=change,
            left=tuple(one for one in self._traces(sight) if (one.path, one.line) not in known),
            finished=finished,
        )
        return replace(done, unreached=(*done.unreached, *unreached))

    def verify(self, words: str = "", **given: Any) -> tuple[Trace, ...]:
        """Return every place in which something is still found, byte by byte."""
        subject = self._subject(words, given)
        self.indexer.sync()
        sight = self._looker.look(subject)
        places = [
            Trace(path, one.line, "text") for path, cut in sight.cuts.items() for one in cut.taken
        ]
        held = (
            Trace(str(one.archive), 0, "unread" if one.problem else "archive")
            for one in self.strikes.look(self._picks(sight))
        )
        found = dict.fromkeys((*places, *held, *self._traces(sight)))
        known = {(one.path, one.line) for one in found}
        closed = [one for one in sight.unreached if (one.path, one.line) not in known]
        return (*found, *(Trace(one.path, one.line, "not reached") for one in closed))

    def finish(self) -> bool:
        """Finish what was cut off, as far as it can be told by the seals; False: nothing was."""
        self._check()
        if not self.state.forgotten.pending():
            return False
        with self.files.locked():
            self._derived(None)
        self._without_sessions()
        self.strikes.strike(picks_by(self.state.forgotten.seals(), self.editor.zone))
        self._compact(None)
        return True

    def lift(self, words: str) -> int:
        """Let words or a line be written down again; return how many seals knew them."""
        self._check()
        return self.state.forgotten.lift(words, claim(words))

    def _check(self) -> None:
        self.editor.check_owner("have something forgotten")

    def _subject(self, words: str, given: dict[str, Any]) -> Subject:
        self._check()
        subject = Subject(words, **given)
        subject.check()
        return subject

    def _without_sessions(self) -> list[Strike]:
        """Remove the archives of sessions that were forgotten; return what stayed."""
        return [
            stayed
            for key, until in self.state.sessions.barred().items()
            for stayed in self.strikes.remove({key}, until.isoformat())
        ]

    def _picks(self, sight: Sight) -> Picks:
        return picks_of(sight, self.editor.zone)

    @property
    def _now(self) -> str:
        return self.editor.moment.isoformat(timespec="seconds")

    def _files(self, subject: Subject, sight: Sight) -> int:
        """Keep the seals, then take it out of the files; return the number of the change."""
        forgotten = self.state.forgotten
        if sight.trail:
            self.state.sessions.bar(sight.trail.keys, self._now)
        forgotten.begin(self._seals(sight, forgotten.salt()), self._now, subject.why)
        changes = [self.files.change(c.path, c.after, c.before) for c in sight.cuts.values()]
        cited = set(sight.wanted.lines)  # last: as long as they stand, the same call finds them
        changes.sort(key=lambda change: change.path in cited)
        plan = Plan("forget", tuple(changes), forgets=True)
        entry = self.files.apply(plan, author=self.editor.author, now=self.editor.moment)
        return entry.id if entry else 0

    def _derived(self, sight: Sight | None) -> tuple[dict[str, int], list[int]]:
        """Take what is sealed out of index, state and history; return what was there."""
        self.index.fence(time.time_ns())
        self.indexer.sync()
        forgotten = self.state.forgotten
        seals = forgotten.seals()
        counts = forgotten.purge(self._purge(sight, seals), dry_run=False)
        active = self.files.read(ACTIVE) if sight is None or ACTIVE in sight.cuts else None
        blocks = read_blocks(active or "")
        forgotten.renew("active", {block.subject: block.digest for block in blocks})
        blanker = self._blanker(seals, sight)
        self.files.journal.rewrite(blanker)
        return counts, blanker.lost

    def _compact(self, sight: Sight | None) -> list[Unreached]:
        """Leave nothing of it in deleted pages; keep that it is done, or return what was not."""
        self.index.database.drop_remains(self.index.database.remains())  # it is made from files
        if sight:
            self.state.database.drop_remains(self._damaged(sight))
        index, state = self.index.compact(), self.state.database.compact()
        if index and state:
            self.state.forgotten.done()
        busy = [(str(self.index.database.path), index), (f"{_STATE}state.db", state)]
        return [Unreached(path, 0, _BUSY) for path, done in busy if not done]

    def _damaged(self, sight: Sight) -> list[Path]:
        """Return damaged copies of the state that hold it."""
        tracer = Tracer(sight.wanted.needles)
        return [path for path in self.state.database.remains() if tracer.raw(path, "")]

    def _seals(self, sight: Sight, salt: str) -> list[Seal]:
        found = [seal_words(salt, needle.words) for needle in sight.phrases]
        found += [seal_line(salt, text) for text in sorted(sight.texts)]
        found += [seal_claim(salt, key) for key in sorted(sight.claims)]
        if sight.days:
            first, last = sight.days
            yesterday = str(self.editor.today - timedelta(days=1))  # today may be written about
            if first <= yesterday:
                found.append(Seal(Kind.DAYS, f"{first}/{min(last, yesterday)}", 0, salt))
        return list(dict.fromkeys(found))

    def _purge(self, sight: Sight | None, seals: Seals) -> Purge:
        touched = frozenset(sight.cuts) if sight else self._touched()
        chunks = (chunk for path in touched for chunk in self.index.chunks_of(path))
        return Purge(
            self._gone(seals, sight),
            touched,
            frozenset(claim(chunk.text) for chunk in chunks),
            sight.wanted.keys if sight else frozenset(),
            sight.days if sight else None,
            *((sight.trail.holds,) if sight and sight.trail else ()),
        )

    def _gone(self, seals: Seals, sight: Sight | None) -> Callable[[str], bool]:
        """Return what tells whether a path is of a file that was forgotten as a whole."""
        removed = sight.removed if sight else frozenset()
        first, last = (sight and sight.days) or ("", "")

        @cache
        def gone(path: str) -> bool:
            if path in removed:
                return True
            day = str(date_of(path) or "")
            name = path.removesuffix(".md").replace("/", "\n")
            meant = bool(seals.of(name, day)) or (day and first <= day <= last)
            return bool(meant) and not (self.files.workspace.root / path).exists()

        return gone

    def _blanker(self, seals: Seals, sight: Sight | None) -> Blanker:
        touched = self._touched() | (frozenset(sight.cuts) if sight else frozenset())
        barred = self.state.sessions.barred()
        short: set[str] = set()  # lines of a session that are too short to be sealed
        if sight and sight.trail:
            barred |= dict.fromkeys(sight.trail.keys, self.editor.moment)
            short = {one.text.strip() for cut in sight.cuts.values() for one in cut.taken}

        def holds(text: str) -> bool:
            return bool(seals.of(text)) or bool(
                short and any(line.strip() in short for line in split_lines(text) if line.strip())
            )

        def whole(record: dict[str, Any]) -> bool:
            until = barred.get(str(record.get("reason") or "").removeprefix(REASON))
            return until is not None and datetime.fromisoformat(record["at"]) <= until

        return Blanker(holds, self._gone(seals, sight), touched, whole)

    def _touched(self) -> frozenset[str]:
        """Return the files that something was taken out of, now or before."""
        entries = self.files.journal.entries()
        return frozenset(f.path for e in entries if e.command == "forget" for f in e.files)

    def _told(
        self,
        subject: Subject,
        sight: Sight,
        state: dict[str, int],
        history: Sequence[int],
        struck: Sequence[Strike],
    ) -> Forgetting:
        kept = [one for one in struck if one.problem]
        archives = sight.trail.archives if sight.trail else ()
        places = [(path, one) for path, cut in sorted(sight.cuts.items()) for one in cut.taken]
        return Forgetting(
            subject,
            tuple(places),
            (
                *sorted(sight.removed),
                *map(str, archives),
                *(_STATE + path.name for path in self._damaged(sight)),
            ),
            state,
            tuple(history),
            (),
            (*sight.unreached, *(Unreached(str(s.archive), 0, s.problem) for s in kept)),
            self._stays(),
            archives=tuple(one for one in struck if not one.problem),
        )

    def _near(self, subject: Subject, sight: Sight) -> tuple[Hit, ...]:
        """Return lines that may mean it too and stay."""
        asked = subject.about or " ".join(sorted(sight.texts)[:1] if sight.wanted.lines else ())
        asked = asked or subject.words
        if subject.why in {"days", "session"} or not asked.strip():
            return ()
        taken = {(path, one.line) for path, cut in sight.cuts.items() for one in cut.taken}
        found = [
            hit
            for hit in self.near(asked)
            if not any((hit.path, n) in taken for n in range(hit.start_line, hit.end_line + 1))
        ]
        return tuple(found[:_NEAR])

    def _traces(self, sight: Sight) -> tuple[Trace, ...]:
        """Look for it in the bytes of every file, and in the rows of the state."""
        wanted = sight.wanted.needles
        seals = Seals((seal_words("0", n.words), self._now) for n in wanted if not n.whole)
        tracer = Tracer(wanted)
        tracer.learn(self.state.forgotten.texts())
        found = tracer.files(self.files.workspace.root, "", lambda _: False)
        stored = self.index.database.path
        if stored is not None:
            found += tracer.files(stored.parent, f"{stored.parent}/", lambda _: False)
        found += self._indexed(wanted)
        rows = self.state.forgotten.purge(Purge(), seals, dry_run=True)
        found += [Trace(f"memory/.dreams/state.db: {table}", 0, "row") for table in rows]
        return tuple(found)

    def _indexed(self, wanted: tuple[Needle, ...]) -> list[Trace]:
        """Look for it in the lines of the index."""
        return [
            Trace(f"{self.index.database.path or 'index'}: {path}", chunk.start, "row")
            for path in self.index.files()
            for chunk in self.index.chunks_of(path)
            if needles.found(split_lines(chunk.text), wanted)
        ]

    def _stays(self) -> tuple[str, ...]:
        """Say what lies beyond Lamina."""
        root = self.files.workspace.root
        said = [
            "transcripts that your agent's host keeps, and what was sent to a model",
            "copies elsewhere: backups, sync services, other machines, a disk's deleted blocks",
        ]
        if any((folder / ".git").exists() for folder in (root, *root.parents)):
            said.insert(0, "git's history of these files: git filter-repo rewrites it")
        if self.state.database.remnants:
            said.insert(0, self.state.database.remnants)
        reference = root / "reference"
        if reference.is_dir() and any(
            p.is_file() and p.suffix != ".md" for p in reference.rglob("*")
        ):
            said.insert(0, "what stands in files of reference/ that are not Markdown")
        return tuple(said)

"""Gather what speaks for each fact: recalls, the days it was noted, earlier phases.

A fact is known by its claim (what a line says, whatever file and place it stands in), so that the
same fact on two days is one candidate and an edit above it loses nothing. Notes are taken in only
where they changed; sweeping is no evidence.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from lamina.documents.kinds import RULES
from lamina.dreaming.candidates import Asked, Candidate, Place
from lamina.dreaming.facts import fact_of, is_report
from lamina.dreaming.lasting import SITUATIONAL, lean_of
from lamina.dreaming.passing import asks_about_today
from lamina.dreaming.tags import concepts_in
from lamina.recall.machine import why
from lamina.search.chunker import claim
from lamina.storage.state_dreams import READ, Mention

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from lamina.documents.seals import Seals
    from lamina.dreaming.talk import Talk
    from lamina.search.indexer import Indexer, SyncReport
    from lamina.storage.contract import Found, IndexStore
    from lamina.storage.index_judged import Judged
    from lamina.storage.state import State
    from lamina.storage.state_dreams import DreamTables, Need

LOOKBACK = 60  # days in which a recall makes a line a candidate
FIRST = 3  # lines of an answer that can be what was looked for
_COUNTS = 0.4  # of the best score of its answer: below, a line was only the rest of a list
_AUTOMATIC = 0.2  # what a recall counts that nobody asked for
_SUBAGENT = 0.5
_ABOUT_TODAY = 0.2  # asked about the day
_WHILE_FRESH = 0.5  # asked within two days of being noted: the work goes on
FRESH = timedelta(days=2)
JUDGED = 1.0  # recalls from which a line's words are judged: before, it is no matter
_RECURS = 3  # days on which a to-do stands before it is a habit
_NOTES = frozenset(layer for layer, rule in RULES.items() if rule.evidence)
_BOX = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\[.\]\s")
_NOBODY = frozenset({"cron", "heartbeat"})
_TAKEN_IN = ("", "instruction")  # what reads like an instruction is only ever proposed
_NOT_EVIDENCE = ("system", "untrusted")


class Evidence:
    """Reads recalls, notes and earlier phases and makes candidates of them."""

    def __init__(
        self,
        state: State,
        index: IndexStore,
        indexer: Indexer,
        talk: Talk | None = None,
    ) -> None:
        """``talk``: what was said in sessions; None: nobody listens."""
        self.state = state
        self.dreams: DreamTables = state.dreams
        self.index = index
        self.indexer = indexer
        self.talk = talk
        self.synced: SyncReport | None = None  # what a sweep found on disk at its start
        self.taken_in: dict[str, str] = {}  # the notes taken in, and the hash each had

    @property
    def judged(self) -> Judged:
        """What texts were judged to be: each once."""
        return self.index.judged

    def take_in(self) -> int:
        """Take in the lines of notes that changed and let go of those that are gone."""
        self.synced = self.indexer.sync()
        return self.take_in_indexed()

    def listen(self, now: datetime) -> None:
        """Take in what was said in sessions since the last time."""
        if self.talk:
            self.talk.take_in(now)

    def take_in_indexed(self) -> int:
        """Take in what the index has, whatever the folder has become."""
        rows = {path: row for path, row in self.index.files().items() if row.layer in _NOTES}
        known = self.dreams.ingested()
        seals = self.state.forgotten.seals()
        self.dreams.drop(known.keys() - rows.keys())
        changed = [row for path, row in rows.items() if known.get(path) != row.hash]
        for row in changed:
            mentions = [
                Mention(claim(chunk.text), row.path, chunk.start, chunk.end, row.day)
                for chunk in self.index.chunks_of(row.path)
                if why(chunk.text) in _TAKEN_IN and not is_report(chunk.heading)
                if not _is_sealed(seals, chunk.text, row.day)
            ]
            self.dreams.ingest(row.path, row.hash, mentions)
        self.taken_in = {path: row.hash for path, row in rows.items()}
        return len(changed)

    def rarity(self, term: str) -> float:
        """Return how rare a term is in the notes: ln 2 for one that stands in every line."""
        lines = max(1, self.index.stats("").chunks)
        return math.log(1 + lines / max(1, self.index.frequencies([(term, False)])[0]))

    def digest(self) -> str:
        """Return what tells whether there is anything new: the newest recall, the notes' hashes.

        Of the notes as they were taken in last.
        """
        notes = sorted(self.taken_in.items())
        grounded = sorted(self.state.grounded.signals().items())
        said = self.dreams.said_again() or ""
        return claim(f"{self.dreams.newest_recall()} {notes} {grounded or ''}{said}")

    def candidates(self, today: date) -> list[Candidate]:
        """Return the facts of notes that were needed lately, or that old notes put forward."""
        since = str(today - timedelta(days=LOOKBACK))
        needs: dict[str, list[Need]] = defaultdict(list)
        for need in self.dreams.needs_since(since):
            if need.day <= str(today):
                needs[need.claim].append(need)
        for grounded in self.state.grounded.signals():
            needs[grounded] += []  # without a recall it is a candidate too
        return self._made(needs)

    def noted(self, since: date) -> list[Candidate]:
        """Return the facts noted on a day or later, needed or not, newest first."""
        claims = dict.fromkeys(mention.claim for mention in self.dreams.noted_since(str(since)))
        needs: dict[str, list[Need]] = {one: [] for one in claims}
        for need in self.dreams.needs_since(str(since)):
            if need.claim in needs:
                needs[need.claim].append(need)
        return self._made(needs)

    def of(self, claims: Iterable[str]) -> list[Candidate]:
        """Return these facts, needed or not, as far as they still stand in a note."""
        needs: dict[str, list[Need]] = {claim: [] for claim in claims}
        for need in self.dreams.needs_of(needs):
            needs[need.claim].append(need)
        return self._made(needs)

    def _made(self, needs: dict[str, list[Need]]) -> list[Candidate]:
        places: dict[str, list[Mention]] = defaultdict(list)
        for mention in self.dreams.mentions(needs):
            places[mention.claim].append(mention)
        origins = self._origins(list(places))
        light, rem = self.dreams.hits("light", places), self.dreams.hits("rem", places)
        grounded, seals = self.state.grounded.signals(), self.state.forgotten.seals()
        held = self.index.chunks_at((m.path, m.first) for many in places.values() for m in many)
        found = []
        for key, needed in needs.items():
            live = _live(places.get(key, []), held)
            said = fact_of(live) if live else ""
            if live is None or not said or _recurs(live, places[key]):
                continue  # not a line of a note, gone from it, or an open matter
            if _is_sealed(seals, said, live.day):
                continue
            one = _candidate(key, said, places[key], needed, origins.get(key, "agent"), light, rem)
            signals, at = grounded.get(key, (0, ""))
            on = date.fromisoformat(at[:10]) if at else None
            lean = SITUATIONAL if _BOX.match(live.text) else ""
            if not lean and one.recalls >= JUDGED:
                lean = self.judged.of(lean_of, said)
            concepts = self.judged.of(concepts_in, said)
            found.append(
                replace(one, concepts=concepts, grounded=signals, grounded_on=on, lean=lean)
            )
        return found

    def _origins(self, claims: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for start in range(0, len(claims), 500):
            found |= self.state.origins(claims[start : start + 500])
        return found


def _is_sealed(seals: Seals, text: str, day: str) -> bool:
    """Tell whether a line was forgotten: where it is back, it is no evidence."""
    return bool(seals) and bool(seals.of(text, day) or seals.of_claim(claim(text)))


def _live(mentions: Sequence[Mention], held: Mapping[tuple[str, int], Found]) -> Found | None:
    """Return the newest line that says it, as it stands now."""
    for mention in reversed(mentions):
        chunk = held.get((mention.path, mention.first))
        if chunk and claim(chunk.text) == mention.claim:
            return chunk
    return None


def _recurs(chunk: Found, mentions: Sequence[Mention]) -> bool:
    """Tell whether a line is a to-do that is written down again and again."""
    return bool(_BOX.match(chunk.text)) and len({m.day for m in mentions}) >= _RECURS


def _candidate(
    key: str,
    said: str,
    mentions: Sequence[Mention],
    needs: Iterable[Need],
    origin: str,
    light: dict[str, tuple[int, str]],
    rem: dict[str, tuple[int, str]],
) -> Candidate:
    noted = tuple(sorted({date.fromisoformat(m.day) for m in mentions if m.day}))
    light_hits, last_light = light.get(key, (0, ""))
    rem_hits, last_rem = rem.get(key, (0, ""))
    return Candidate(
        key,
        said,
        tuple(
            Place(m.path, m.first, m.last, m.day) for m in mentions if not m.path.startswith(READ)
        ),
        origin,
        _asked(needs, min(noted, default=None)),
        noted,
        light_hits=light_hits,
        rem_hits=rem_hits,
        last_light=date.fromisoformat(last_light) if last_light else None,
        last_rem=date.fromisoformat(last_rem) if last_rem else None,
    )


def counted(needs: Iterable[Need]) -> list[Need]:
    """Return the recalls that count, the same question on the same day once, oldest first."""
    kept: dict[tuple[str, str], Need] = {}
    for need in needs:
        known = kept.get((need.query, need.day))
        if _worth(need) > (_worth(known) if known else 0.0):
            kept[need.query, need.day] = need
    return sorted(kept.values(), key=lambda need: need.at)


def _asked(needs: Iterable[Need], noted: date | None) -> tuple[Asked, ...]:
    """Return the recalls of a line that was noted on a day."""
    found = []
    for need in counted(needs):
        day = date.fromisoformat(need.day)
        fresh = noted is not None and day - noted <= FRESH
        weight = _weight(need) * (_WHILE_FRESH if fresh else 1.0)
        found.append(Asked(need.query, day, weight, _near(need), need.question))
    return tuple(found)


def _worth(need: Need) -> float:
    return _weight(need) * _near(need)


def _weight(need: Need) -> float:
    """Return what a recall counts by who asked."""
    if need.session in _NOBODY or need.origin.partition(":")[0] in _NOT_EVIDENCE:
        return 0.0
    if need.source == "inject":
        return _AUTOMATIC
    if asks_about_today(need.question):
        return _ABOUT_TODAY
    return _SUBAGENT if need.session == "sub-agent" else 1.0


def _near(need: Need) -> float:
    """Return how near the top of its answer a line stood: 1/rank; nothing behind the first."""
    if need.source == "get":  # somebody wanted this very line
        return 1.0
    near = need.rank <= FIRST and need.score >= _COUNTS * need.best
    return 1 / need.rank if near else 0.0

"""Gather what speaks for each fact: recalls, the days it was noted, earlier phases.

A fact is known by its claim (what a line says, whatever file and place it stands in), so that the
same fact on two days is one candidate and an edit above it loses nothing. Notes are taken in only
where they changed; sweeping is no evidence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date, timedelta
from typing import TYPE_CHECKING

from lamina.documents.kinds import RULES, Layer
from lamina.documents.labels import reads_as
from lamina.dreaming.candidates import Candidate, Place
from lamina.dreaming.machine import is_machine, why
from lamina.dreaming.tags import tags_of
from lamina.search.chunker import claim, plain
from lamina.storage.sqlite_dreams import Mention

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.search.indexer import Indexer
    from lamina.storage.contract import Found
    from lamina.storage.sqlite_dreams import Need, SqliteDreams
    from lamina.storage.sqlite_index import SqliteIndex
    from lamina.storage.sqlite_state import SqliteState

LOOKBACK = 60  # days in which a recall makes a line a candidate
COUNTS = 0.4  # of the best of its answer: below, a recall was only the rest of a list
AUTOMATIC = 0.2  # what a recall counts that nobody asked for
SUBAGENT = 0.5
_LABEL = re.compile(r"([^\W\d_]{1,20})\s*[:：]\s*")
_DATED = re.compile(r"^\[?\d{4}-\d\d-\d\d\]?\s*(?:\([^)]*\))?")
_NOBODY = frozenset({"cron", "heartbeat"})
_NOT_EVIDENCE = ("system", "untrusted")


class Evidence:
    """Reads recalls, notes and earlier phases and makes candidates of them."""

    def __init__(self, state: SqliteState, index: SqliteIndex, indexer: Indexer) -> None:
        self.state = state
        self.dreams: SqliteDreams = state.dreams
        self.index = index
        self.indexer = indexer

    def take_in(self) -> int:
        """Take in the lines of notes that changed and let go of those that are gone."""
        self.indexer.sync()
        rows = {p: r for p, r in self.index.files().items() if RULES[Layer(r.layer)].evidence}
        known = self.dreams.ingested()
        self.dreams.drop(known.keys() - rows.keys())
        changed = [row for path, row in rows.items() if known.get(path) != row.hash]
        for row in changed:
            mentions = [
                Mention(claim(chunk.text), row.path, chunk.start, chunk.end, row.day)
                for chunk in self.index.chunks_of(row.path)
                if not is_machine(chunk.text) and not _is_report(chunk.heading)
                if not self._forgotten(chunk.text, row.day)
            ]
            self.dreams.ingest(row.path, row.hash, mentions)
        return len(changed)

    def digest(self) -> str:
        """Return what tells whether there is anything new: the newest recall, the notes' hashes."""
        notes = sorted(self.dreams.ingested().items())
        return claim(f"{self.dreams.newest_recall()} {notes}")

    def candidates(self, today: date) -> list[Candidate]:
        """Return the facts of notes that were needed lately."""
        since = str(today - timedelta(days=LOOKBACK))
        needs: dict[str, list[Need]] = defaultdict(list)
        for need in self.dreams.needs_since(since):
            if need.day <= str(today):
                needs[need.claim].append(need)
        return self._made(needs)

    def noted(self, since: date) -> list[Candidate]:
        """Return the facts noted on a day or later, needed or not, newest first."""
        claims = dict.fromkeys(mention.claim for mention in self.dreams.noted_since(str(since)))
        needs: dict[str, list[Need]] = {one: [] for one in claims}
        for need in self.dreams.needs_since(str(since)):
            if need.claim in needs:
                needs[need.claim].append(need)
        return self._made(needs)

    def _made(self, needs: dict[str, list[Need]]) -> list[Candidate]:
        places: dict[str, list[Mention]] = defaultdict(list)
        for mention in self.dreams.mentions(needs):
            places[mention.claim].append(mention)
        origins = self._origins(list(places))
        light, rem = self.dreams.hits("light"), self.dreams.hits("rem")
        chunks: dict[str, dict[int, Found]] = {}
        found = []
        for key, needed in needs.items():
            live = self._live(places.get(key, []), chunks)
            said = _fact(live) if live else ""
            if live is None or not said or self._forgotten(said, live.day):
                continue  # not a line of a note, gone from it, an open matter, or forgotten
            found.append(
                _candidate(key, said, places[key], needed, origins.get(key, "agent"), light, rem)
            )
        return found

    def _forgotten(self, text: str, day: str) -> bool:
        """Tell whether a line was forgotten: where it is back, it is no evidence."""
        seals = self.state.forgotten.seals()
        return bool(seals) and bool(seals.of(text, day) or seals.of_claim(claim(text)))

    def _origins(self, claims: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for start in range(0, len(claims), 500):
            found |= self.state.origins(claims[start : start + 500])
        return found

    def _live(
        self, mentions: Sequence[Mention], chunks: dict[str, dict[int, Found]]
    ) -> Found | None:
        """Return the newest line that says it, as it stands now."""
        for mention in reversed(mentions):
            if mention.path not in chunks:
                held = self.index.chunks_of(mention.path)
                chunks[mention.path] = {chunk.start: chunk for chunk in held}
            chunk = chunks[mention.path].get(mention.first)
            if chunk and claim(chunk.text) == mention.claim:
                return chunk
        return None


def _is_report(heading: str) -> bool:
    """Tell whether lines stand under the heading of a scheduled report."""
    return any(why(f"## {title}") == "scheduled report" for title in heading.split(" › ") if title)


def _fact(chunk: Found) -> str:
    """Return what a line says by itself: an entry's label gives way to its subject.

    An entry's open point is no fact, and nothing is returned.
    """
    said = plain(chunk.text)
    label = _LABEL.match(said)
    if not label or not any(reads_as(label[1], name) for name in ("cause", "change", "todo")):
        return said
    if reads_as(label[1], "todo"):
        return ""
    subject = _DATED.sub("", chunk.heading.rsplit(" › ", 1)[-1]).strip()
    return f"{subject}: {said[label.end() :]}" if subject else said[label.end() :]


def _candidate(
    key: str,
    said: str,
    mentions: Sequence[Mention],
    needs: Iterable[Need],
    origin: str,
    light: dict[str, tuple[int, str]],
    rem: dict[str, tuple[int, str]],
) -> Candidate:
    counted = [(need, *_worth(need)) for need in _once_a_day(needs)]
    counted = [one for one in counted if one[1] > 0]
    recalls = sum(weight for _, weight, _ in counted)
    quality = sum(weight * good for _, weight, good in counted) / recalls if recalls else 0.0
    light_hits, last_light = light.get(key, (0, ""))
    rem_hits, last_rem = rem.get(key, (0, ""))
    return Candidate(
        key,
        said,
        tuple(Place(m.path, m.first, m.last, m.day) for m in mentions),
        origin,
        recalls,
        quality,
        frozenset(need.query for need, *_ in counted),
        tuple(sorted({date.fromisoformat(need.day) for need, *_ in counted})),
        tuple(sorted({date.fromisoformat(m.day) for m in mentions if m.day})),
        0,
        tags_of(said),
        light_hits,
        rem_hits,
        date.fromisoformat(last_light) if last_light else None,
        date.fromisoformat(last_rem) if last_rem else None,
    )


def _once_a_day(needs: Iterable[Need]) -> list[Need]:
    """Return the recalls, the same question on the same day once, its best."""
    kept: dict[tuple[str, str], Need] = {}
    for need in needs:
        known = kept.get((need.query, need.day))
        if known is None or _worth(need) > _worth(known):
            kept[need.query, need.day] = need
    return list(kept.values())


def _worth(need: Need) -> tuple[float, float]:
    """Return what a recall counts, and its quality: its score beside the best of its answer."""
    if need.session in _NOBODY or need.origin.partition(":")[0] in _NOT_EVIDENCE:
        return 0.0, 0.0
    opened = need.source == "get"  # somebody wanted this very line
    quality = 1.0 if opened else (need.score / need.best if need.best > 0 else 0.0)
    if quality < COUNTS:
        return 0.0, quality
    if need.source == "inject":
        return AUTOMATIC, quality
    return (SUBAGENT if need.session == "sub-agent" else 1.0), quality

"""Our evidence in the shapes of the host's older JSON state: its keys, hashes and limits.

``short-term-recall.json`` holds an entry for each fact (a second one where old notes put it forward
from another note), ``phase-signals.json`` the hits of the phases under the same keys. Both are
read back by ``layers/imports/openclaw_state``.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any

from lamina.dreaming.evidence import counted
from lamina.layers.imports.openclaw_state import (
    DAILY_SCORE,
    GROUNDED,
    MOST_HITS,
    SIGNALS,
    STORE,
    sha1,
)
from lamina.search.chunker import claim, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import tzinfo

    from lamina.dreaming.candidates import Candidate, Place
    from lamina.dreaming.evidence import Evidence
    from lamina.dreaming.scoring import Ranked
    from lamina.storage.state_dreams import Need
    from lamina.storage.state_grounded import Grounded

SNIPPET, ENTRIES, HASHES, DAYS = 800, 512, 32, 16  # UTF-16 units, and the most of each list
_NOT_EVIDENCE = frozenset({"untrusted", "system"})
_COMPONENTS = {"density": "conceptual"}  # signals that have another name there


@dataclass(frozen=True, slots=True)
class HostState:
    """The two files as values, by their names; ``left``: facts for which there was no room."""

    files: Mapping[str, Mapping[str, Any]]
    left: int = 0

    def texts(self) -> dict[str, str]:
        """Return the files as hosts write them."""
        return {
            name: json.dumps(value, ensure_ascii=False, indent=2) + "\n"
            for name, value in self.files.items()
        }


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the state store has beside the candidates."""

    needs: Mapping[str, Sequence[Need]]
    grounded: Mapping[str, Sequence[Grounded]]
    questions: Mapping[str, str]  # by our hash
    promoted: Mapping[str, str]  # days


def export(evidence: Evidence, now: datetime, zone: tzinfo) -> HostState:
    """Return the evidence of all facts that stand in notes now, the strongest first."""
    evidence.take_in()
    kept = _kept(evidence)
    facts = [
        fact
        for fact in evidence.noted(date.min)
        if fact.origin.partition(":")[0] not in _NOT_EVIDENCE
        and (fact.recalls or fact.grounded or fact.light_hits or fact.rem_hits)
    ]
    facts.sort(key=lambda one: (-one.recalls, -one.grounded, -len(one.note_days), one.key))
    entries: dict[str, Any] = {}
    signals: dict[str, Any] = {}
    for fact in facts:
        made = list(_entries(fact, _live(fact, evidence), kept, zone))
        if len(entries) + len(made) > ENTRIES:
            break
        entries |= {entry["key"]: entry for entry in made}
        if made and (fact.light_hits or fact.rem_hits):
            key = made[-1]["key"]
            signals[key] = _signals(key, fact, zone)
    head = {"version": 1, "updatedAt": _iso(now)}
    files = {STORE: head | {"entries": entries}, SIGNALS: head | {"entries": signals}}
    there = {claim(entry["snippet"]) for entry in entries.values()}
    return HostState(files, sum(fact.key not in there for fact in facts))


def _kept(evidence: Evidence) -> _Kept:
    needs: dict[str, list[Need]] = {}
    for need in evidence.dreams.needs_since(""):
        needs.setdefault(need.claim, []).append(need)
    grounded: dict[str, list[Grounded]] = {}
    for row in evidence.state.grounded.rows():
        grounded.setdefault(row.claim, []).append(row)
    return _Kept(
        needs,
        grounded,
        evidence.state.questions(),
        {key: row[0] for key, row in evidence.dreams.promotions().items()},
    )


def _live(fact: Candidate, evidence: Evidence) -> list[tuple[Place, str]]:
    """Return where a fact stands now, and its line there, the newest note last."""
    return [
        (place, plain(chunk.text))
        for place in fact.places
        for chunk in evidence.index.chunks_of(place.path)
        if chunk.start == place.first and claim(chunk.text) == fact.key
    ]


def _entries(
    fact: Candidate, live: Sequence[tuple[Place, str]], kept: _Kept, zone: tzinfo
) -> Iterator[dict[str, Any]]:
    """Yield a fact's entries; the last, of its newest note, has its recalls."""
    newest = {place.path: (place, text) for place, text in live}
    for number, (place, text) in enumerate(newest.values(), start=1):
        main = number == len(newest)
        staged = [row for row in kept.grounded.get(fact.key, ()) if row.path == place.path]
        if not main and not staged:
            continue
        needs = counted(kept.needs.get(fact.key, ())) if main else []
        asked = dict.fromkeys(_asked(need, kept) for need in needs)
        entry = shape(fact, place, text, recalls=len(needs), staged=staged, daily=main)
        moments = sorted([need.at for need in needs] + [row.at for row in staged])
        moments = moments or [f"{place.day}T12:00:00+00:00"]
        entry |= {
            "firstRecalledAt": _iso(datetime.fromisoformat(moments[0])),
            "lastRecalledAt": _iso(datetime.fromisoformat(moments[-1])),
            "queryHashes": [*asked, *(sha1(GROUNDED + row.kind) for row in staged)][-HASHES:],
        }
        if main and fact.key in kept.promoted:
            entry["promotedAt"] = _noon(date.fromisoformat(kept.promoted[fact.key]), zone)
        yield entry


def _asked(need: Need, kept: _Kept) -> str:
    """Return the host's hash of a question; one of which only the hash is known came from there."""
    question = kept.questions.get(need.query)
    return sha1(question) if question else need.query


def shape(
    fact: Candidate,
    place: Place,
    text: str,
    *,
    recalls: int,
    staged: Sequence[Grounded] = (),
    daily: bool = True,
) -> dict[str, Any]:
    """Return a fact as an entry of the host's store, its keys in the host's order."""
    snippet = cut(" ".join(text.split()), SNIPPET)
    digest = hashlib.sha1(snippet.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
    signals = sum(row.signals for row in staged)
    key = f"memory:{place.path}:{place.first}:{place.last}"
    noted = len(fact.note_days) if daily else 0
    named = fact.recall_days if recalls else fact.note_days if daily else ()
    days = list(map(str, named)) or sorted({row.day for row in staged})
    total = fact.quality * recalls + DAILY_SCORE * noted
    total += sum(row.score * row.signals for row in staged)
    best = [fact.quality] * bool(recalls) + [DAILY_SCORE] * bool(noted)
    return {
        "key": f"{key}:{digest[:12]}" if signals else key,
        "path": place.path,
        "startLine": place.first,
        "endLine": place.last,
        "source": "memory",
        "snippet": snippet,
        "recallCount": recalls,
        "dailyCount": noted,
        "groundedCount": signals,
        "totalScore": _number(total),
        "maxScore": _number(max([*best, *(row.score for row in staged)], default=0.0)),
        "firstRecalledAt": "",
        "lastRecalledAt": "",
        "queryHashes": [],
        "recallDays": days[-DAYS:],
        "conceptTags": list(fact.tags),
        "claimHash": digest[:12],
    }


def candidate_of(ranked: Ranked, today: date) -> dict[str, Any]:
    """Return a ranked candidate as the host's commands show it."""
    fact = ranked.candidate
    place = fact.places[-1]
    entry = shape(fact, place, fact.text, recalls=len(fact.asked))
    last = fact.last_needed or fact.grounded_on or max(fact.note_days, default=today)
    return {
        name: entry[name]
        for name in ("key", "path", "startLine", "endLine", "source", "snippet", "recallCount")
    } | {
        "dailyCount": entry["dailyCount"],
        "groundedCount": fact.grounded,
        "signalCount": entry["recallCount"] + entry["dailyCount"] + fact.grounded,
        "avgScore": _number(fact.quality),
        "uniqueQueries": len(fact.queries),
        "claimHash": entry["claimHash"],
        "ageDays": max(0, (today - last).days),
        "score": _number(ranked.score),
        "recallDays": entry["recallDays"],
        "conceptTags": entry["conceptTags"],
        "components": {
            _COMPONENTS.get(name, name): _number(value)
            for name, value in ranked.as_dict()["signals"].items()
        },
        "provenance": {"originClass": fact.origin.partition(":")[0]},
        "mainlyGrounded": fact.mainly_grounded,
        "passed": ranked.passed,
        "lacks": [str(gate) for gate in ranked.lacks],
    }


def cut(text: str, most: int) -> str:
    """Return a text of at most so many UTF-16 units, no pair of them torn apart."""
    units = 0
    for at, char in enumerate(text):
        units += 2 if ord(char) > 0xFFFF else 1
        if units > most:
            return text[:at].rstrip()
    return text


def _signals(key: str, fact: Candidate, zone: tzinfo) -> dict[str, Any]:
    last = (("lastLightAt", fact.last_light), ("lastRemAt", fact.last_rem))
    return {
        "key": key,
        "lightHits": min(fact.light_hits, MOST_HITS),
        "remHits": min(fact.rem_hits, MOST_HITS),
    } | {name: _noon(day, zone) for name, day in last if day}


def _noon(day: date, zone: tzinfo) -> str:
    """Return a moment of a day of which only the day is known."""
    return _iso(datetime.combine(day, time(12), zone))


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _number(value: float) -> float:
    """Return a number as JavaScript writes it: 2 and not 2.0."""
    return int(value) if value == int(value) else value

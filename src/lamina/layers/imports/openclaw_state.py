"""OpenClaw's older state beside the notes: what was recalled, staged, promoted, as JSON files.

``memory/.dreams/short-term-recall.json`` (newer versions leave it as ``….json.migrated``)::

    {"version": 1, "entries": {"memory:memory/2026-11-21.md:12:12": {
        "path": "memory/2026-11-21.md", "startLine": 12, "endLine": 12, "snippet": "…",
        "recallCount": 3, "dailyCount": 1, "groundedCount": 0, "totalScore": 1.84,
        "lastRecalledAt": "2026-11-30T05:11:13.475Z", "queryHashes": ["63efa2a0b9bb"],
        "recallDays": ["2026-11-30"], "promotedAt": "2026-12-01T02:00:00.000Z"}}}

``phase-signals.json`` has ``lightHits`` and ``remHits`` under the same keys. The store counts;
``events.jsonl`` beside it, where it is there, says each question and its moment. A recall that is
only counted gets one of the entry's days and one of its hashes.

An entry may be a whole passage. It is known here by the facts in it: those that the question of a
recall is about count as recalled; where nobody knows which was meant, each counts as little as
what an agent is given without asking.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.documents import days
from lamina.documents.days import day_in_name
from lamina.documents.kinds import RULES, Searched, date_of, layer_of
from lamina.documents.redact import redact
from lamina.errors import UsageError
from lamina.layers.imports.mem0 import moment_of
from lamina.layers.superseded import key_of
from lamina.layers.writable import writable
from lamina.storage.contract import Recall
from lamina.storage.state_grounded import CANDIDATE, LASTING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from lamina.layers.imports.source import Source

ORIGIN = "agent:openclaw"
STORE, SIGNALS = "short-term-recall.json", "phase-signals.json"
_OWN_QUERIES = "__dreaming_"  # asked by its nightly run, not by anybody
GROUNDED = "__dreaming_grounded_backfill__:"  # and the kind
DAILY_SCORE = 0.62  # what a day in a note has there
GROUNDED_SCORES = {LASTING: 0.92, CANDIDATE: 0.82}
MOST_HITS = 9999
_FOLDERS = ("memory/.dreams/", ".dreams/", "")
_LOG = "events.jsonl"
_MOST_RECALLS = 100  # of an entry that are only counted: the signal is full long before
_HASH = re.compile(r"[0-9a-f]{6,64}")
_PLACE = re.compile(r"memory:(.+):(\d{1,9}):(\d{1,9})(?::[0-9a-f]{12})?")
_SAVED = re.compile(r'"(memory:(?:[^"\\\n]|\\.)*)"\s*:\s*(?=\{)')
_LEAST_SAID = 6  # characters of a fact that is looked for in a passage
_LEAST_CUT = 40  # of a passage that was cut off in the middle of a line
_Place = tuple[str, int, int]


class Line(NamedTuple):
    """A fact of a note as Lamina knows it: its lines, its words, the key of its claim."""

    start: int
    end: int
    said: str
    claim: str
    terms: frozenset[str]


@dataclass(slots=True)
class State:
    """What OpenClaw keeps beside the notes, by its keys."""

    entries: dict[str, dict[str, Any]] = field(default_factory=dict)
    signals: dict[str, dict[str, Any]] = field(default_factory=dict)
    log: list[dict[str, Any]] = field(default_factory=list)
    unread: int = 0  # entries of another shape
    problems: list[str] = field(default_factory=list)

    @property
    def found(self) -> bool:
        """Whether there is any of it."""
        return bool(self.entries or self.signals or self.unread)


class Found(NamedTuple):
    """A fact that an entry holds, and in which note it stands."""

    path: str
    line: Line


def read_state(source: Source) -> State:
    """Return the state; of a damaged file what can be saved. UsageError where that is nothing."""
    state = State()
    broken: UsageError | None = None
    for folder in ("",) if source.single else _FOLDERS:
        there = [path for name in (STORE, SIGNALS) if (path := _newest(source, folder + name))]
        there = [source.single] if source.single else there
        log = _newest(source, folder + _LOG) if there else ""
        for path in there:
            try:
                _sort(source.json(path), state)
            except UsageError as error:
                broken = broken or error
                _save(source, path, state)
            source.use(path)
        for value in source.json_lines(log) if log else ():
            _sort(value, state)
            source.use(log)
        if there:
            break
    if broken and not state.found:
        raise broken
    return state


def _newest(source: Source, path: str) -> str:
    """Return the file, or what a newer version left of it; empty: neither is there."""
    names = (path, f"{path}.migrated")
    return next((name for name in names if (source.root / name).is_file()), "")


def _sort(value: Any, state: State) -> None:
    """Tell by its shape what a value is: a store of recalls, of signals, or a log's event."""
    if not isinstance(value, dict):
        return
    if value.get("type") == "memory.recall.recorded":
        state.log.append(value)
    held = value.get("entries")
    for key, entry in held.items() if isinstance(held, dict) else ():
        if isinstance(entry, dict) and {"lightHits", "remHits"} & entry.keys():
            state.signals[key] = entry
        elif isinstance(entry, dict) and where(entry) and isinstance(entry.get("snippet"), str):
            state.entries[key] = entry
        elif isinstance(entry, dict) and {"snippet", "recallCount"} & entry.keys():
            state.unread += 1


def _save(source: Source, path: str, state: State) -> None:
    """Read the entries of a damaged store that are whole."""
    text = source.raw(path)
    saved: dict[str, Any] = {}
    decoder = json.JSONDecoder()
    for match in _SAVED.finditer(text):
        try:
            saved[match[1]] = decoder.raw_decode(text, match.end())[0]
        except (ValueError, RecursionError):
            continue
    _sort({"entries": saved}, state)
    state.problems.append(f"{path} is damaged: {len(saved):,} of its entries could be read.")


def where(entry: Mapping[str, Any]) -> _Place | None:
    """Return the place an entry names; None where it is none."""
    path, start, end = entry.get("path"), entry.get("startLine"), entry.get("endLine")
    if not isinstance(path, str) or type(start) is not int or type(end) is not int:
        return None
    path = path.replace("\\", "/").removeprefix("./")
    if path != writable(path) or {"", ".", ".."} & set(path.split("/")):
        return None
    return (path, start, end) if 0 < start <= end < 1 << 31 else None


class Facts:
    """Finds the facts that entries hold in the notes as they are."""

    def __init__(
        self,
        cut: Callable[[str], Sequence[Line]],
        text_of: Callable[[str], tuple[str, str | None]],
    ) -> None:
        """``text_of`` returns where a note is now, and its text."""
        self.cut = cut
        self.text_of = text_of
        self._notes: dict[str, tuple[str, Sequence[Line]]] = {}

    def of(self, entry: Mapping[str, Any]) -> list[Found]:
        """Return the facts of an entry; where its note has none of them, its own words."""
        place = where(entry)
        assert place is not None  # noqa: S101 - only such are kept
        path, lines = self._note(place[0])
        snippet = str(entry["snippet"])
        own = self.cut(snippet)
        said = own[0].claim if len(own) == 1 else key_of(snippet)
        near = sorted(lines, key=lambda line: abs(line.start - place[1]))
        for line in near:
            if line.claim == said:
                return [Found(path, line)]
        words = _folded(snippet)
        held = {
            line.claim: Found(path, line)
            for line in lines
            if len(line.said) >= _LEAST_SAID and _folded(line.said) in words
        }
        if held:
            return list(held.values())
        if len(words) >= _LEAST_CUT:
            for line in near:
                if words in _folded(line.said):
                    return [Found(path, line)]
        return [Found(path, Line(place[1], place[2], snippet, said, frozenset()))]

    def at(self, key: str) -> list[Found]:
        """Return the facts at the place a key names."""
        match = _PLACE.fullmatch(key)
        if not match:
            return []
        path, lines = self._note(match[1])
        inside = range(int(match[2]), int(match[3]) + 1)
        return [Found(path, one) for one in lines if one.start in inside and one.end in inside]

    def _note(self, path: str) -> tuple[str, Sequence[Line]]:
        if path not in self._notes:
            now, text = self.text_of(path)
            self._notes[path] = (now, self.cut(text) if text else ())
        return self._notes[path]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def recalls_of(state: State, zone: tzinfo, facts: Facts) -> Iterator[Recall]:
    """Yield the recall events of a store: those its log tells, then those only counted."""
    told = dict(_told(state.log))
    for entry in state.entries.values():
        place = where(entry)
        if place is None or not count(entry):
            continue
        held = facts.of(entry)
        if RULES[layer_of(held[0].path)].searched is Searched.NEVER:
            continue  # transcripts of its sessions
        logged = told.get(place, [])
        for moment, query, score in logged:
            at = moment.astimezone(UTC).isoformat(timespec="milliseconds")
            day = str(days.today(moment, zone))
            asked = redact(" ".join(writable(query).split())).text
            digest = hashlib.sha256(asked.casefold().encode()).hexdigest()[:12]
            for one, source, share in _meant(held, facts.cut(query)):
                yield _recall(one, source, at, day, digest, asked, score * share)
        for at, day, digest, score in _counted(entry, place, [sha1(q) for _, q, _ in logged]):
            for one, source, share in _meant(held, ()):
                yield _recall(one, source, at, day, digest, "", score * share)


def _meant(held: Sequence[Found], query: Sequence[Line]) -> Iterator[tuple[Found, str, float]]:
    """Yield the facts of a passage, how each was given, and its share of the score."""
    if len(held) == 1:
        yield held[0], "search", 1.0
        return
    asked = {term for line in query for term in line.terms}
    shares = [len(asked & one.line.terms) for one in held]
    best = max(shares)
    for one, share in zip(held, shares, strict=True):
        yield (one, "search", share / best) if best else (one, "inject", 1.0)


def _told(log: Iterable[dict[str, Any]]) -> dict[_Place, list[tuple[datetime, str, float]]]:
    """Return what the log says of each place: moment, question, score."""
    found: dict[_Place, list[tuple[datetime, str, float]]] = {}
    for event in log:
        moment, query = moment_of(event.get("timestamp")), event.get("query")
        results = event.get("results")
        if moment is None or not isinstance(query, str) or not isinstance(results, list):
            continue
        for hit in results if not query.startswith(_OWN_QUERIES) else ():
            place = where(hit) if isinstance(hit, dict) else None
            if place:
                score = number(hit.get("score"))
                found.setdefault(place, []).append((moment, query, min(1.0, max(0.0, score))))
    return found


def _counted(
    entry: Mapping[str, Any], place: _Place, asked: Sequence[str]
) -> Iterator[tuple[str, str, str, float]]:
    """Yield moment, day, hash and score of recalls that are only counted.

    Days and hashes are paired so that no pair comes twice before all did.
    """
    most = min(count(entry) - len(asked), _MOST_RECALLS)
    held = _days(entry, place[0])
    hashes = _hashes(entry, held)
    rest = [one for one in hashes if one not in asked] or hashes or [""]
    score = _mean(entry)
    for turn in range(most if held else 0):
        day = held[turn % len(held)]
        shift = turn // math.lcm(len(held), len(rest))
        again = turn // (len(held) * len(rest))
        yield f"{day}T12:00:00.{again:03d}+00:00", day, rest[(turn + shift) % len(rest)], score


def _mean(entry: Mapping[str, Any]) -> float:
    """Return the mean score of an entry's recalls: the total has other signals in it."""
    total = number(entry.get("totalScore")) - DAILY_SCORE * count(entry, "dailyCount")
    total -= sum(GROUNDED_SCORES[kind] * signals for kind, signals in _grounded_of(entry))
    return min(1.0, max(0.0, total / max(1, count(entry))))


def _recall(
    one: Found, source: str, at: str, day: str, query_hash: str, query: str, score: float
) -> Recall:
    return Recall(
        at=at,
        day=day,
        query_hash=query_hash,
        query=query,
        source=source,
        origin=ORIGIN,
        session="",  # the store does not say
        chunk="",
        path=one.path,
        start=one.line.start,
        end=one.line.end,
        claim=one.line.claim,
        score=score,
    )


def signals_of(
    state: State, zone: tzinfo, facts: Facts, *, promoted: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield rows of our state: what was grounded, what phases took in, and what was promoted."""
    for entry in state.entries.values():
        grounded = _grounded_of(entry)
        was = moment_of(entry.get("promotedAt")) if promoted else None
        if not grounded and not was:
            continue
        held = facts.of(entry)
        if len(held) > 1:
            continue  # a passage: nobody knows which line of it was meant
        claim = held[0].line.claim
        if was:
            day = str(days.today(was, zone))
            yield (
                "promotions",
                {"claim": claim, "day": day, "text": writable(entry["snippet"]), "details": "{}"},
            )
        yield from _grounded(entry, held[0], grounded)
    for key, entry in state.signals.items():
        of = facts.of(state.entries[key]) if key in state.entries else facts.at(key)
        for phase in ("light", "rem"):
            hits = min(count(entry, f"{phase}Hits"), MOST_HITS)
            last = moment_of(entry.get(f"last{phase.title()}At"))
            for one in of if hits else ():
                day = str(days.today(last, zone)) if last else ""
                yield (
                    "phases",
                    {"phase": phase, "claim": one.line.claim, "hits": hits, "last": day},
                )


def _grounded(
    entry: Mapping[str, Any], one: Found, grounded: Iterable[tuple[str, int]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    moment = moment_of(entry.get("lastRecalledAt")) or moment_of(entry.get("firstRecalledAt"))
    day = next(iter(_day_of(one.path) or _days(entry, one.path)), "")
    at = moment.astimezone(UTC).isoformat(timespec="milliseconds") if moment else ""
    for kind, signals in grounded:
        yield (
            "grounded",
            {
                "claim": one.line.claim,
                "path": one.path,
                "first": one.line.start,
                "last": one.line.end,
                "day": day,
                "kind": kind,
                "score": GROUNDED_SCORES[kind],
                "signals": signals,
                "at": at or f"{day}T12:00:00.000+00:00",
            },
        )


def _grounded_of(entry: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return an entry's grounded signals by kind: of both a lasting update has two of three."""
    signals = min(count(entry, "groundedCount"), MOST_HITS)
    named = entry.get("queryHashes")
    held = {one for one in named if isinstance(one, str)} if isinstance(named, list) else set()
    kinds = [kind for kind in GROUNDED_SCORES if sha1(GROUNDED + kind) in held] or [CANDIDATE]
    shares = [signals] if len(kinds) == 1 else [signals - signals // 3, signals // 3]
    return [(kind, share) for kind, share in zip(kinds, shares, strict=True) if share]


def count(entry: Mapping[str, Any], key: str = "recallCount") -> int:
    """Return a count; what is none counts as 0."""
    value = entry.get(key)
    return min(value, 1 << 31) if type(value) is int and value > 0 else 0


def number(value: Any) -> float:
    """Return a score as a number; what is none counts as 0, what is beyond belief is cut."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124
        return 0.0
    return float(min(1 << 40, max(-(1 << 40), value)))


def _days(entry: Mapping[str, Any], path: str) -> list[str]:
    """Return the days of an entry's recalls; else the day it was recalled last."""
    named = entry.get("recallDays")
    found = [day for day in named if _is_day(day)] if isinstance(named, list) else []
    last = moment_of(entry.get("lastRecalledAt"))
    return sorted(set(found)) or ([str(last.date())] if last else []) or _day_of(path)


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and str(day_in_name(value)) == value


def _day_of(path: str) -> list[str]:
    day = date_of(path)
    return [str(day)] if day else []


def _hashes(entry: Mapping[str, Any], held: Sequence[str]) -> list[str]:
    """Return the hashes of questions that somebody asked, not its nightly run."""
    named = entry.get("userQueryHashes", entry.get("queryHashes"))
    own = {sha1(GROUNDED + kind) for kind in GROUNDED_SCORES}
    for day in {*held, *_day_of(str(entry.get("path")))}:
        own |= {sha1(f"{_OWN_QUERIES}{kind}__:{day}") for kind in ("daily", "sessions")}
    found = named if isinstance(named, list) else []
    return [h for h in found if isinstance(h, str) and _HASH.fullmatch(h) and h not in own]


def sha1(text: str) -> str:
    """Return OpenClaw's hash of a question."""
    said = text.strip().lower().encode("utf-8", "replace")
    return hashlib.sha1(said, usedforsecurity=False).hexdigest()[:12]

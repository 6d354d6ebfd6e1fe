"""OpenClaw: another workspace's notes, and its store of recalls.

``memory/.dreams/short-term-recall.json`` (newer versions leave it as ``….json.migrated``)::

    {"version": 1, "entries": {"memory:memory/2026-11-21.md:12:12": {
        "path": "memory/2026-11-21.md", "startLine": 12, "endLine": 12, "snippet": "…",
        "recallCount": 3, "dailyCount": 1, "groundedCount": 0, "totalScore": 1.84,
        "lastRecalledAt": "2026-11-30T05:11:13.475Z", "queryHashes": ["63efa2a0b9bb"],
        "recallDays": ["2026-11-30"], "promotedAt": "2026-12-01T02:00:00.000Z"}}}

It counts; ``events.jsonl`` beside it, where it is there, says each question and its moment. A
recall that is only counted gets one of the entry's days and one of its hashes.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lamina.documents import days
from lamina.documents.days import day_in_name
from lamina.documents.kinds import CORE_FILES, RULES, Layer, Searched, date_of, layer_of
from lamina.documents.labels import labels
from lamina.documents.redact import redact
from lamina.layers.daily import INDEX, add_to_index, entries, relative_day, writable
from lamina.layers.imports.mem0 import moment_of
from lamina.layers.imports.merge import place
from lamina.layers.imports.notes import is_core, put_core
from lamina.layers.superseded import key_of
from lamina.storage.contract import Recall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from lamina.layers.imports.merge import Merge
    from lamina.layers.imports.source import Note, Source

ORIGIN = "agent:openclaw"
_FOLDERS = ("memory/.dreams/", ".dreams/", "")
_STORES = ("short-term-recall.json", "phase-signals.json")
_LOG = "events.jsonl"
_MOST_RECALLS = 100  # of an entry that are only counted: the signal is full long before
_HASH = re.compile(r"[0-9a-f]{6,64}")
_OWN_QUERIES = "__dreaming_"  # asked by its nightly run, not by anybody
_GROUNDED = tuple(
    f"__dreaming_grounded_backfill__:{kind}" for kind in ("lasting-update", "candidate")
)
_COPIED = frozenset(
    {
        Layer.CHAT,
        Layer.SUBJECT,
        Layer.PROJECT,
        Layer.AGENT,
        Layer.TOPIC,
        Layer.KNOWLEDGE,
        Layer.REFERENCE,
        Layer.ARCHIVE,
    }
)
_Place = tuple[str, int, int]


@dataclass(slots=True)
class State:
    """What OpenClaw keeps beside the notes."""

    entries: list[dict[str, Any]] = field(default_factory=list)
    log: list[dict[str, Any]] = field(default_factory=list)
    signals: int = 0
    unread: int = 0  # entries of another shape

    @property
    def found(self) -> bool:
        """Whether there is any of it."""
        return bool(self.entries or self.signals or self.unread)


def is_openclaw(source: Source) -> bool:
    """Say whether this is a workspace of OpenClaw, or its store, by what is in it."""
    if source.single:
        return read_state(source).found
    core = set(CORE_FILES) & set(source.paths)
    if core and any(p.startswith("memory/") and p.endswith(".md") for p in source.paths):
        return True
    return read_state(source).found


def read_state(source: Source) -> State:
    """Return the store of recalls; one that is there and is no JSON raises UsageError."""
    state = State()
    for folder in ("",) if source.single else _FOLDERS:
        there = [path for name in _STORES if (path := _newest(source, folder + name))]
        there = [source.single] if source.single else there
        log = _newest(source, folder + _LOG) if there else ""
        for path in there:
            _sort(source.json(path), state)
            source.use(path)
        for value in source.json_lines(log) if log else ():
            _sort(value, state)
            source.use(log)
        if there:
            break
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
    for entry in held.values() if isinstance(held, dict) else ():
        if isinstance(entry, dict) and {"lightHits", "remHits"} & entry.keys():
            state.signals += 1
        elif isinstance(entry, dict) and _where(entry) and isinstance(entry.get("snippet"), str):
            state.entries.append(entry)
        elif isinstance(entry, dict) and {"snippet", "recallCount"} & entry.keys():
            state.unread += 1


def _where(entry: Mapping[str, Any]) -> _Place | None:
    path, start, end = entry.get("path"), entry.get("startLine"), entry.get("endLine")
    if not isinstance(path, str) or type(start) is not int or type(end) is not int:
        return None
    path = path.replace("\\", "/").removeprefix("./")
    if path != writable(path) or {"", ".", ".."} & set(path.split("/")):
        return None
    return (path, start, end) if 0 < start <= end < 1 << 31 else None


def read_openclaw(source: Source, merge: Merge, zone: tzinfo) -> tuple[Recall, ...]:
    """Bring a workspace's notes, unless it is this one, and return the recalls it counted."""
    state = read_state(source)
    moved: dict[str, str] = {}
    if not source.own and not source.single:
        moved = _read_workspace(source, merge)
    recalls = tuple(recalls_of(state, zone, moved))
    promoted = sum(bool(entry.get("promotedAt")) for entry in state.entries)
    say = merge.draft.notes.append
    if promoted:
        say(f"OpenClaw promoted {promoted:,} of these lines into its MEMORY.md already.")
    if state.signals:
        say(f"Signals of its dreaming phases, not used yet: {state.signals:,}.")
    if state.unread:
        say(f"Entries of its recall store that cannot be read: {state.unread:,}.")
    return recalls


def _read_workspace(source: Source, merge: Merge) -> dict[str, str]:
    """Copy what belongs to the memory; return where each note went."""
    moved: dict[str, str] = {}
    listed: dict[str, list[str]] = {}
    indices = False
    for note in source.notes:
        layer = layer_of(note.path)
        if layer is Layer.INDEX or note.name == "MEMORY_INDEX_ARCHIVED.md":
            source.use(note.path)
            indices = True
            continue
        path = _put(merge, note, layer)
        if path:
            source.use(note.path)
            moved[note.path] = path
        if path and layer is Layer.DAILY:
            for subject in entries(note.text):
                listed.setdefault(subject, []).append(relative_day(path))
    if listed:
        title = labels(merge.draft.language).daily_index
        merge.draft.put(INDEX, add_to_index(merge.draft.read(INDEX), listed, title))
    if indices:
        merge.draft.notes.append("Its indices were left: ours are made from the notes.")
    return moved


def _put(merge: Merge, note: Note, layer: Layer) -> str:
    if is_core(merge, note):
        return put_core(merge, note, note.text)
    path = ""
    if not note.path.endswith(".md"):
        return path
    if layer is Layer.DAILY:
        exact = note.stem == str(day_in_name(note.stem))
        path = merge.day_path(note.stem) if exact else note.path
    elif layer is Layer.ACTIVE:
        path = place(merge.kind, note.path.removeprefix("memory/"))
    elif layer in _COPIED:
        path = note.path
    return path if path and merge.note(path, note.text, name=note.path) else ""


def recalls_of(state: State, zone: tzinfo, moved: Mapping[str, str]) -> Iterator[Recall]:
    """Yield the recall events of a store: those its log tells, then those only counted."""
    told = dict(_told(state.log))
    for entry in state.entries:
        where = _where(entry)
        if where is None or not _count(entry):
            continue
        path = moved.get(where[0], where[0])
        if RULES[layer_of(path)].searched is Searched.NEVER:
            continue  # transcripts of its sessions
        logged = told.get(where, [])
        for moment, query, score in logged:
            yield _logged(entry, path, where, moment, query, score, zone)
        yield from _counted(entry, path, where, [_sha1(query) for _, query, _ in logged])


def _told(log: Iterable[dict[str, Any]]) -> dict[_Place, list[tuple[datetime, str, float]]]:
    """Return what the log says of each place: moment, question, score."""
    found: dict[_Place, list[tuple[datetime, str, float]]] = {}
    for event in log:
        moment, query = moment_of(event.get("timestamp")), event.get("query")
        results = event.get("results")
        if moment is None or not isinstance(query, str) or not isinstance(results, list):
            continue
        for hit in results if not query.startswith(_OWN_QUERIES) else ():
            where = _where(hit) if isinstance(hit, dict) else None
            if where:
                found.setdefault(where, []).append((moment, query, _score(hit.get("score"))))
    return found


def fresh(recalls: Sequence[Recall], recorded: Iterable[Recall]) -> Iterator[Recall]:
    """Yield the recalls that are not recorded yet.

    A store that has grown, or is read without its log, tells the same recalls otherwise: of each
    line only as many are new as there are more of.
    """
    known = set()
    counts: Counter[tuple[str, int, int]] = Counter()
    for recall in recorded:
        if recall.origin == ORIGIN:
            known.add(_identity(recall))
            counts[_line(recall)] += 1
    for recall in recalls:
        counts[_line(recall)] -= 1
    for recall in recalls:
        if counts[_line(recall)] < 0 and _identity(recall) not in known:
            counts[_line(recall)] += 1
            yield recall


def _identity(recall: Recall) -> tuple[str, str, str, str]:
    return recall.at, recall.query_hash, recall.claim, recall.path


def _line(recall: Recall) -> tuple[str, int, int]:
    return recall.claim, recall.start, recall.end


def _logged(
    entry: Mapping[str, Any],
    path: str,
    where: _Place,
    moment: datetime,
    query: str,
    score: float,
    zone: tzinfo,
) -> Recall:
    """Return a recall the log tells; its question is kept as one of ours would be."""
    asked = redact(" ".join(writable(query).split())).text
    at = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    digest = hashlib.sha256(asked.casefold().encode()).hexdigest()[:12]
    return _recall(entry, path, where, at, str(days.today(moment, zone)), digest, asked, score)


def _counted(
    entry: Mapping[str, Any], path: str, where: _Place, asked: Sequence[str]
) -> Iterator[Recall]:
    """Yield the recalls that are only counted: each gets one of the days, one of the hashes."""
    count = min(_count(entry) - len(asked), _MOST_RECALLS)
    held = _days(entry, where[0])
    hashes = _hashes(entry, held)
    rest = [one for one in hashes if one not in asked] or hashes or [""]
    signals = sum(_count(entry, key) for key in ("recallCount", "dailyCount", "groundedCount"))
    total = entry.get("totalScore")
    score = 0.0
    if isinstance(total, int | float) and signals:
        score = max(0, min(total, signals)) / signals
    for number in range(count if held else 0):
        day = held[number % len(held)]
        at = f"{day}T12:00:00.{number:03d}+00:00"
        yield _recall(entry, path, where, at, day, rest[number % len(rest)], "", score)


def _recall(
    entry: Mapping[str, Any],
    path: str,
    where: _Place,
    at: str,
    day: str,
    query_hash: str,
    query: str,
    score: float,
) -> Recall:
    return Recall(
        at=at,
        day=day,
        query_hash=query_hash,
        query=query,
        source="search",
        origin=ORIGIN,
        session="",  # the store does not say
        chunk="",
        path=path,
        start=where[1],
        end=where[2],
        claim=key_of(entry["snippet"]),
        score=score,
    )


def _count(entry: Mapping[str, Any], key: str = "recallCount") -> int:
    value = entry.get(key)
    return min(value, 1 << 31) if type(value) is int and value > 0 else 0


def _score(value: Any) -> float:
    number = value if isinstance(value, int | float) else 0
    return float(min(1, max(0, number)))  # what is no number counts as 0


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
    own = {_sha1(query) for query in _GROUNDED}
    for day in {*held, *_day_of(str(entry.get("path")))}:
        own |= {_sha1(f"{_OWN_QUERIES}{kind}__:{day}") for kind in ("daily", "sessions")}
    found = named if isinstance(named, list) else []
    return [h for h in found if isinstance(h, str) and _HASH.fullmatch(h) and h not in own]


def _sha1(query: str) -> str:
    """Return OpenClaw's hash of a question."""
    said = query.strip().lower().encode("utf-8", "replace")
    return hashlib.sha1(said, usedforsecurity=False).hexdigest()[:12]

"""mem0's exports: JSON or JSON lines of memories, one line of a subject's file each.

A memory as mem0 gives it; keys that are not named here are passed over::

    {"id": "4f0e", "memory": "Prefers window seats", "user_id": "anna",
     "categories": ["travel"], "created_at": "2025-06-01T10:00:00-07:00"}
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lamina.documents import days
from lamina.documents.kinds import is_reserved, slug
from lamina.errors import LaminaError
from lamina.layers.facts import one_line
from lamina.layers.imports.merge import place

if TYPE_CHECKING:
    from datetime import tzinfo

    from lamina.layers.imports.merge import Merge
    from lamina.layers.imports.source import Source

_TEXTS = ("memory", "text", "data", "content")
_LISTS = ("results", "memories", "items", "data")
_BESIDE = frozenset(
    {"id", "hash", "user_id", "agent_id", "metadata", "categories", "created_at", "updated_at"}
)
_GONE = frozenset({"deleted", "delete"})
_ENDINGS = (".json", ".jsonl", ".ndjson")
_MILLISECONDS = 100_000_000_000  # a larger number of seconds would be after the year 5000


def _json_paths(source: Source) -> list[str]:
    """Return the files that may hold memories: a single one, or JSON right in the folder."""
    if source.single:
        return [source.single]
    return [p for p in source.paths if "/" not in p and p.casefold().endswith(_ENDINGS)]


def _is_export(value: Any) -> bool:
    """Say whether a JSON value is a list of memories."""
    found = _records(value)
    good = [r for r in found if isinstance(r, dict) and _text(r) and _BESIDE & r.keys()]
    return len(good) * 2 > len(found)


def holds_export(source: Source) -> bool:
    """Say whether one of the JSON files is an export; where none is, a broken one raises."""
    broken: LaminaError | None = None
    for path in _json_paths(source):
        try:
            if _is_export(source.json(path)):
                return True
        except LaminaError as error:
            broken = broken or error
    if broken:
        raise broken
    return False


def read_mem0(source: Source, merge: Merge, zone: tzinfo) -> None:
    """Bring memories as dated lines of memory/<category>.md; deleted ones are left out."""
    found: list[dict[str, Any]] = []
    for path in _json_paths(source):
        value = source.json(path)
        if source.single or _is_export(value):
            source.use(path)
            found += [r for r in _records(value) if isinstance(r, dict) and _text(r)]
    gone = [r for r in found if _deleted(r)]
    if gone:
        merge.draft.notes.append(f"Deleted there and not imported: {len(gone):,}.")
    kept = [r for r in found if not _deleted(r)]
    several = len({_owner(r) for r in kept}) > 1
    files: dict[str, tuple[str, list[tuple[str, str]]]] = {}
    for record in kept:
        said, day = one_line(_text(record)), _day(record, zone)
        if not said:
            continue
        said = f"{_owner(record)}: {said}" if several and _owner(record) else said
        title = _category(record)
        path = place(merge.kind, f"{slug(title)}.md", slugged=True)
        files.setdefault(path, (title, []))[1].append((day, f"{said} ({day})" if day else said))
    for path, (title, rows) in files.items():
        rows.sort(key=lambda row: row[0])  # within a day as exported
        merge.items(path, title, [row for _, row in rows])


def _records(value: Any) -> list[Any]:
    """Return the records of an export, whatever key they stand under."""
    if isinstance(value, list):
        nested = [_listed(one) for one in value]
        return [r for one, inner in zip(value, nested, strict=True) for r in inner or [one]]
    if isinstance(value, dict):
        return _listed(value) or [value]
    return []


def _listed(value: Any) -> list[Any]:
    if isinstance(value, dict):
        for key in _LISTS:
            if isinstance(value.get(key), list):
                return list(value[key])
    return []


def _text(record: dict[str, Any]) -> str:
    texts = (record.get(key) for key in _TEXTS)
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _deleted(record: dict[str, Any]) -> bool:
    marks = [record.get("event"), record.get("state"), record.get("status")]
    named = any(isinstance(mark, str) and mark.casefold() in _GONE for mark in marks)
    flags = (record.get(key) for key in ("deleted", "is_deleted", "deleted_at"))
    return named or any(bool(flag) for flag in flags)


def _owner(record: dict[str, Any]) -> str:
    found = record.get("user_id") or record.get("agent_id") or ""
    return one_line(found)[:40] if isinstance(found, str) else ""


def _category(record: dict[str, Any]) -> str:
    """Return the subject a memory goes to; a name with a meaning of its own is none."""
    found = record.get("categories")
    if not found and isinstance(record.get("metadata"), dict):
        found = record["metadata"].get("category")
    found = found[0] if isinstance(found, list) and found else found
    title = one_line(found)[:60] if isinstance(found, str) else ""
    return title if slug(title) and not is_reserved(slug(title)) else "mem0"


def _day(record: dict[str, Any], zone: tzinfo) -> str:
    """Return the user's day on which a memory was said last; empty: not known."""
    for key in ("updated_at", "created_at"):
        moment = moment_of(record.get(key))
        if moment:
            return str(days.today(moment, zone))
    return ""


def moment_of(value: Any) -> datetime | None:
    """Return an ISO time or a number of seconds or milliseconds as a moment; None: it is none."""
    try:
        if isinstance(value, str):
            return days.parse_moment(value, UTC)
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            seconds = value / 1000 if value > _MILLISECONDS else value
            moment = datetime.fromtimestamp(seconds, UTC)
            return moment if 1900 <= moment.year <= 9000 else None
    except (LaminaError, ValueError, OverflowError, OSError):
        return None
    return None

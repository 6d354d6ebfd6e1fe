"""OpenClaw: another workspace's notes, and the state it keeps beside them (``openclaw_state``)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from lamina.documents.days import day_in_name
from lamina.documents.kinds import CORE_FILES, Layer, layer_of
from lamina.documents.labels import labels
from lamina.errors import PathError, UsageError
from lamina.layers.daily import entries
from lamina.layers.daily_index import INDEX, add_to_index, relative_day
from lamina.layers.imports.merge import place
from lamina.layers.imports.notes import is_core, put_core
from lamina.layers.imports.openclaw_state import (
    ORIGIN,
    Facts,
    State,
    read_state,
    recalls_of,
    sha1,
    signals_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import tzinfo

    from lamina.layers.imports.merge import Merge
    from lamina.layers.imports.openclaw_state import Line
    from lamina.layers.imports.source import Note, Source
    from lamina.storage.contract import Recall

Signal = tuple[str, dict[str, Any]]
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


def is_openclaw(source: Source) -> bool:
    """Say whether this is a workspace of OpenClaw, or its store, by what is in it."""
    if source.single:
        return read_state(source).found
    core = set(CORE_FILES) & set(source.paths)
    if core and any(p.startswith("memory/") and p.endswith(".md") for p in source.paths):
        return True
    return read_state(source).found


def read_openclaw(
    source: Source, merge: Merge, zone: tzinfo, cut: Callable[[str], Sequence[Line]]
) -> tuple[tuple[Recall, ...], tuple[Signal, ...]]:
    """Bring a workspace's notes, unless it is this one; return the recalls and signals it counted.

    State without notes is about the notes that are here. What another workspace promoted went into
    a MEMORY.md that is not this one, so it does not count as promoted here.
    """
    say = merge.draft.notes.append
    try:
        state = read_state(source)
    except UsageError as error:
        if source.single or not source.notes:
            raise
        state = State(problems=[error.message])
    moved: dict[str, str] = {}
    if not source.own and not source.single:
        moved = _read_workspace(source, merge)
    facts = Facts(cut, lambda path: _text_of(path, source, merge, moved))
    recalls = tuple(recalls_of(state, zone, facts))
    signals = tuple(signals_of(state, zone, facts, promoted=not moved))
    promoted = sum(bool(entry.get("promotedAt")) for entry in state.entries.values())
    for problem in state.problems:
        say(problem)
    if promoted:
        say(f"OpenClaw promoted {promoted:,} of these lines into its MEMORY.md already.")
    if state.unread:
        say(f"Entries of its recall store that cannot be read: {state.unread:,}.")
    return recalls, signals


def _text_of(
    path: str, source: Source, merge: Merge, moved: dict[str, str]
) -> tuple[str, str | None]:
    """Return where a note of the store is now, and its text; None where it is gone."""
    if path in moved:
        return moved[path], source.text(path)
    names = (path, f"memory/{path}", f"memory/daily/{path.rpartition('/')[2]}")
    for name in names:
        try:
            text = merge.draft.files.read(name)
        except PathError:
            continue
        if text is not None:
            return name, text
    return path, None


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


def fresh(recalls: Sequence[Recall], recorded: Iterable[Recall]) -> Iterator[Recall]:
    """Yield the recalls that are not recorded yet.

    A store that has grown, or is read without its log, tells the same recalls otherwise: of each
    fact only as many are new as there are more of. So does one that was written from here.
    """
    asked: dict[str, set[str]] = defaultdict(set)  # of each fact: hashes of questions, and days
    for recall in recalls:
        asked[recall.claim] |= {recall.query_hash, recall.day}
    known = set()
    counts: Counter[str] = Counter()
    for recall in recorded:
        told = asked.get(recall.claim, set())
        if recall.origin == ORIGIN:
            known.add(_identity(recall))
            counts[recall.claim] += 1
        elif recall.day in told and told & {recall.query_hash, sha1(recall.query)}:
            counts[recall.claim] += 1
    for recall in recalls:
        counts[recall.claim] -= 1
    for recall in recalls:
        if counts[recall.claim] < 0 and _identity(recall) not in known:
            counts[recall.claim] += 1
            yield recall


def _identity(recall: Recall) -> tuple[str, str, str, str]:
    return recall.at, recall.query_hash, recall.claim, recall.path

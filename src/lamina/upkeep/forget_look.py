"""Find every place of what is to be forgotten in the files, and what has to be known of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents import markdown, needles
from lamina.documents.changes import to_text
from lamina.documents.kinds import Layer, date_of
from lamina.documents.loading import read_bytes
from lamina.documents.needles import Needle
from lamina.documents.sentences import HAN_STOP, STOP
from lamina.documents.workspace import is_outside
from lamina.dreaming import promotions
from lamina.dreaming.tags import tags_of
from lamina.errors import PathError, UnknownNameError, UsageError
from lamina.layers import daily_index
from lamina.layers.superseded import key_of
from lamina.search.chunker import chunks, claim
from lamina.upkeep import cutting
from lamina.upkeep.cut_index import index_cut
from lamina.upkeep.cutting import Cut, Wanted
from lamina.upkeep.forgetting import Sight, Subject, Unreached
from lamina.upkeep.traces import Tracer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.documents.files import Files
    from lamina.storage.contract import IndexStore
    from lamina.upkeep.forget_session import Trail, Trails

TRIM_LOG = "memory/trim-log.txt"
OWN = re.compile(  # what Lamina keeps in memory/.dreams and cleans by itself
    r"memory/\.dreams/(?:state\.db.*|history\.jsonl(?:\.new)?|lock|\.gitignore)"
)
_TELLS = 3  # tokens: fewer say so little that the same may be said again of something else
_CITATION = re.compile(r"(.+\.(?:md|txt))#L(\d+)(?:-L?(\d+))?")
_KEY = re.compile(r"[0-9a-f]{12}")
_BEGINS = 12  # tokens by which a line is known that was cut short
_SENTENCE = re.compile(rf"{STOP}[\"'”»)]*\s+|{HAN_STOP}")
_LABEL = re.compile(r"^[^\W\d_]{1,20}\s*[:：]\s*")
_NAMED = frozenset(
    {Layer.SUBJECT, Layer.PROJECT, Layer.AGENT, Layer.TOPIC, Layer.KNOWLEDGE, Layer.ARCHIVE}
    | {Layer.REFERENCE}
)
_COPY = "a copy that a sync tool or an editor made, which Lamina never writes: delete it"
_FOREIGN = "Lamina does not write this file: take it out by hand"
_EXTRA = "it lies in a folder outside the workspace, which is only read"
_READ_ONLY = "it is read-only: make it writable and repeat"
_NAME = "its name holds the words: rename it"


class Looker:
    """Looks through the files of one workspace."""

    def __init__(self, files: Files, index: IndexStore, trails: Trails) -> None:
        self.files = files
        self.index = index
        self.trails = trails

    def look(self, subject: Subject) -> Sight:
        """Return every place in the files, and what could not be looked into."""
        held = _Held(self.files)
        lines, said = self._named(subject, held)
        trail = self.trails.of(subject.session) if subject.session else None
        if trail:
            lines = self._taken(trail, held)
        words = "" if lines and _is_place(subject.words.strip()) else subject.words
        names = [subject.about, *subject.alias, words]
        found = [Needle.of(name) for name in names if name.strip()]
        if not all(needle.words for needle in found):
            raise UsageError("A name holds no word; nothing was looked for.", "Name words.")
        phrases = [*found, *(n for n in map(Needle.line, said) if n.words)]
        wanted = Wanted(tuple(dict.fromkeys(phrases)), bool(subject.about), lines)
        removed = self._removed(subject, held, wanted)
        cuts = _cuts(held, wanted, removed)
        stays = frozenset[str]() if subject.why == "words" else held.said(cuts)
        keys = {key for one in cuts.values() for key in _keys(one, stays)} | _asked(subject)
        wanted = replace(
            wanted,
            keys=frozenset(keys),
            made=tuple(dict.fromkeys(_made(cuts))),
            tags=tuple(map(Needle.of, sorted(held.lost_tags(cuts)))),
            sources=removed if subject.why == "days" else frozenset(),
            removed=removed,
            nights=_span(subject),
        )
        cuts = _cuts(held, wanted, removed)
        unreached = [*held.unreached(wanted.needles, cuts)]
        cuts = {path: one for path, one in cuts.items() if held.writable(path)}
        sight = self._sight(subject, wanted, cuts, said, stays, unreached)
        return replace(sight, trail=trail)

    def _taken(self, trail: Trail, held: _Held) -> dict[str, frozenset[int]]:
        """Return the lines that were taken from a session."""
        foreign = self.trails.foreign(held.texts.items())
        found = {
            path: frozenset(trail.lines(path, held.layers[path], text, foreign))
            for path, text in held.texts.items()
            if not cutting.is_made(path, held.layers[path])
        }
        return {path: lines for path, lines in found.items() if lines}

    def _sight(
        self,
        subject: Subject,
        wanted: Wanted,
        cuts: dict[str, Cut],
        said: list[str],
        stays: frozenset[str],
        unreached: list[Unreached],
    ) -> Sight:
        """Gather what is sealed: lines, claims, words, days."""
        gone: dict[str, str] = {}
        for path, one in cuts.items():
            lost = {taken.line for taken in one.said}
            for row in chunks(markdown.parse(one.before), path, None):
                if not lost.isdisjoint(range(row.start, row.end + 1)):
                    gone[claim(row.text)] = row.text
            gone |= {claim(taken.text): taken.text for taken in one.said}
        gone |= {claim(text): text for text in said}
        telling = {
            key: text
            for key, text in gone.items()
            if text in said or _tells(text, wanted.needles, stays)
        }
        return Sight(
            wanted,
            cuts,
            frozenset(telling.values()),
            frozenset(telling) | _asked(subject),
            tuple(n for n in wanted.needles if not n.whole),
            _span(subject),
            tuple(dict.fromkeys(unreached)),
        )

    def _named(self, subject: Subject, held: _Held) -> tuple[dict[str, frozenset[int]], list[str]]:
        """Return the lines that are named by their place, id or key, and what they say."""
        lines: dict[str, set[int]] = {}
        said: list[str] = []
        for place in (subject.words.strip(), *subject.also):
            if not _is_place(place):
                if place in subject.also:
                    raise UnknownNameError("place", place, held.texts)
                if place in held.texts:
                    raise UsageError(
                        f"{place} is a whole file; nothing was done.",
                        f"Name lines of it ({place}#L3-L5), its words, or delete the file.",
                    )
                continue
            for path, first, last in self._places(place, held):
                numbers = range(first - 1, last)
                lines.setdefault(path, set()).update(numbers)
                said += _said(path, held.texts[path], numbers)
        return {path: frozenset(found) for path, found in lines.items()}, said

    def _places(self, place: str, held: _Held) -> Iterator[tuple[str, int, int]]:
        """Yield the lines (path, first, last) that a citation, an id or a key names."""
        cited = _CITATION.fullmatch(place)
        if cited:
            path, first, last = cited[1], int(cited[2]), int(cited[3] or cited[2])
            if path not in held.texts:
                raise UnknownNameError("file", path, held.texts)
            count = len(markdown.split_lines(held.texts[path]))
            if not 0 < first <= last <= count:
                raise UsageError(
                    f"{path} has {count} lines; nothing was done.", f"Name lines of it: {place}"
                )
            yield path, first, last
            return
        chunk = self.index.chunk_by_id(place)
        if chunk is not None and chunk.path in held.texts:
            yield chunk.path, chunk.start, chunk.end
            return
        found = [
            (path, row.start, row.end)
            for path, text in held.texts.items()
            for row in chunks(markdown.parse(text), path, None)
            if claim(row.text) == place
        ]
        if not found and not any(place in text for text in held.texts.values()):
            raise UnknownNameError("line with the id or key", place, [])
        yield from found

    def _removed(self, subject: Subject, held: _Held, wanted: Wanted) -> frozenset[str]:
        """Return the files that go whole: of these days, or named like what is to go."""
        if subject.since and subject.until:
            dated = {Layer.DAILY, Layer.CHAT, Layer.REPORT}
            return frozenset(
                path
                for path, layer in held.layers.items()
                if layer in dated
                and (day := date_of(path))
                and subject.since <= day <= subject.until
            )
        if not wanted.about:
            return frozenset()
        return frozenset(
            path
            for path, layer in held.layers.items()
            if layer in _NAMED and cutting.is_named(_stem(path), wanted.needles)
        )


class _Held:
    """The texts of a workspace that Lamina may edit, and what stands in the way of others."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.texts: dict[str, str] = {}
        self.layers: dict[str, Layer] = {}
        self.full: dict[str, Path] = {}
        self.others: list[tuple[str, Path, str]] = []  # path, where, why it is not edited
        self.closed: list[Unreached] = []
        scan = files.workspace.scan()
        for entry in scan.files:
            self._read(entry.path, Path(entry.full), entry.layer)
        log = files.workspace.root / TRIM_LOG
        if log.is_file() and not log.is_symlink():
            self._read(TRIM_LOG, log, Layer.MACHINE)
        for problem in scan.problems:
            link = (files.workspace.root / problem.path).is_symlink()
            if link or "cannot be listed" in problem.reason:
                self.closed.append(Unreached(problem.path, 0, problem.reason))

    def _read(self, path: str, full: Path, layer: Layer) -> None:
        if layer is Layer.COPY or is_outside(path):
            self.others.append((path, full, _EXTRA if is_outside(path) else _COPY))
            return
        try:
            data = read_bytes(full, path, self.files.limits.max_bytes)
        except PathError as error:
            self.others.append((path, full, error.message))
            return
        if data is not None:
            self.texts[path], self.layers[path] = to_text(data), layer
            self.full[path] = full

    def writable(self, path: str) -> bool:
        """Tell whether a file and its folder may be written."""
        full = self.full[path]
        return all(one.stat().st_mode & 0o222 for one in (full, full.parent))

    def said(self, cuts: dict[str, Cut]) -> frozenset[str]:
        """Return what the lines say that stay, but for those that were made from others."""
        found: set[str] = set()
        for path, text in self.texts.items():
            left = text if path not in cuts else cuts[path].after or ""
            if self.layers[path] is Layer.MEMORY:
                left = promotions.without(left, frozenset(p.key for p in promotions.read(left)))
            if not cutting.is_made(path, self.layers[path]):
                found |= set(map(_joined, markdown.split_lines(left)))
        return frozenset(found)

    def lost_tags(self, cuts: dict[str, Cut]) -> set[str]:
        """Return the words that reports name a line's theme by, and no line has any more."""
        lost: set[str] = set()
        rest: list[str] = []
        for path, text in self.texts.items():
            if self.layers[path] is not Layer.REPORT:
                one = cuts.get(path)
                gone = (needles.bare(taken.text) for taken in (one.said if one else ()))
                lost |= {tag for text in gone for tag in tags_of(text)}
                rest.append(needles.fold((one.after or "") if one else text))
        return {tag for tag in lost if not any(needles.fold(tag) in text for text in rest)}

    def unreached(self, wanted: tuple[Needle, ...], cuts: dict[str, Cut]) -> Iterator[Unreached]:
        """Yield what holds some of it and is not edited."""
        yield from self.closed
        for path, one in cuts.items():
            if not self.writable(path):
                yield from (Unreached(path, taken.line, _READ_ONLY) for taken in one.taken)
        tracer = Tracer(wanted)
        why = {path: reason for path, _, reason in self.others}
        root = self.files.workspace.root
        gone = {path for path, one in cuts.items() if one.after is None}

        def skip(name: str) -> bool:
            return name in gone or bool(OWN.fullmatch(name))

        for trace in tracer.files(root, "", skip):
            if trace.form == "name":
                yield Unreached(trace.path, 0, _NAME)
            elif trace.path not in self.texts or (trace.form == "bytes" and trace.path not in cuts):
                yield Unreached(trace.path, trace.line, why.get(trace.path, _FOREIGN))
        for path, full, reason in self.others:
            if not full.is_relative_to(root) and tracer.raw(full, path):
                yield Unreached(path, 0, reason)


def _cuts(held: _Held, wanted: Wanted, removed: frozenset[str]) -> dict[str, Cut]:
    found: dict[str, Cut] = {}
    for path, text in held.texts.items():
        one = cutting.whole(path, held.layers[path], text) if path in removed else None
        one = one or cutting.cut(path, held.layers[path], text, wanted)
        if one:
            found[path] = one
    index = index_cut(held.texts.get(daily_index.INDEX, ""), found, wanted)
    return found | ({daily_index.INDEX: index} if index else {})


def _asked(subject: Subject) -> frozenset[str]:
    """Return the keys that were named."""
    return frozenset(t for t in (subject.words.strip(), *subject.also) if _KEY.fullmatch(t))


def _keys(one: Cut, stays: frozenset[str]) -> Iterator[str]:
    """Yield the keys by which marks and markers name lines that go and stay nowhere else."""
    lost = {taken.line for taken in one.said}
    for row in chunks(markdown.parse(one.before), one.path, None):
        if not lost.isdisjoint(range(row.start, row.end + 1)) and _joined(row.text) not in stays:
            yield claim(row.text)
    for taken in one.said:
        if _joined(taken.text) not in stays:
            yield claim(taken.text)
            yield key_of(taken.text)


def _made(cuts: dict[str, Cut]) -> Iterator[Needle]:
    """Yield what finds the lines that were made from those that go: from their sentences, cut."""
    for taken in (taken for one in cuts.values() for taken in one.said):
        said = needles.bare(taken.text)
        rest = _LABEL.sub("", said, count=1)
        for text in (said, rest, *_SENTENCE.split(rest)):
            words = needles.tokens(text)
            if len(words) >= needles.FEW:
                yield Needle(tuple(words[:_BEGINS]))


def _said(path: str, text: str, numbers: range) -> Iterator[str]:
    """Yield what lines say: whole paragraphs and items where they are meant, else each line."""
    lines = markdown.split_lines(text)
    left = {n for n in numbers if lines[n].strip()}
    for row in chunks(markdown.parse(text), path, None):
        if left.issuperset(range(row.start - 1, row.end)):
            left -= set(range(row.start - 1, row.end))
            yield row.text
    yield from (lines[n].rstrip("\r\n") for n in sorted(left))


def _tells(text: str, wanted: tuple[Needle, ...], stays: frozenset[str]) -> bool:
    """Tell whether a line says enough to be known again, and is said nowhere else."""
    if needles.found(markdown.split_lines(text), wanted):
        return True
    return len(needles.saying(text)) >= _TELLS and _joined(text) not in stays


def _joined(line: str) -> str:
    return " ".join(needles.saying(line))


def _is_place(text: str) -> bool:
    return bool(_CITATION.fullmatch(text) or _KEY.fullmatch(text))


def _stem(path: str) -> str:
    parts = path.split("/")
    name = parts[-2] if parts[-1] == "CONTEXT.md" and len(parts) > 1 else parts[-1]
    return name.removesuffix(".md").removesuffix(".full")


def _span(subject: Subject) -> tuple[str, str] | None:
    return (str(subject.since), str(subject.until)) if subject.since else None

"""Rules of daily notes and their index."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.days import day_in_name
from lamina.documents.kinds import Layer, date_of, slug
from lamina.documents.labels import labels
from lamina.documents.templates import topic_line_starts
from lamina.layers import daily, daily_index
from lamina.layers.daily_index import INDEX
from lamina.layers.knowledge import INDEX as KNOWLEDGE_INDEX
from lamina.layers.knowledge import INNER_INDEX
from lamina.layers.topic_index import ACTIVE, ARCHIVED, read_entries
from lamina.upkeep.rules.world import bullet_less, finding, folded, notice, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.documents.markdown import Document
    from lamina.layers.topic_index import Entry
    from lamina.upkeep.rules.world import Finding, World

_REBUILD = "lamina index rebuild-daily"
_DATED = re.compile(r"(?:chat-)?\d{4}-\d{1,2}-\d{1,2}")
_NONE_YET = r"首次使用|暂无|none\ yet|no\ entries|first\ use|noch\ keine|пока\ нет"
_PLACEHOLDER = re.compile(
    rf"""^\s*[-*+]\s*(?:
        [(（](?=[^)）]*(?:{_NONE_YET}))[^)）]*+[)）]
      | \S.*(?:→|->)\s*(?:daily/)?(?:日期|date|Datum|дата|YYYY-MM-DD)\.md\b.*
    )\s*$""",
    re.IGNORECASE | re.VERBOSE,
)


def names(world: World) -> Iterator[Finding]:
    """A file named by a day is of a day there is; a day has one note."""
    notes: dict[str, str] = {}
    for path, layer in world.files.items():
        name = path.rsplit("/", 1)[-1]
        inside = path.startswith("memory/") and path.count("/") == 1 + path.startswith(
            "memory/daily/"
        )
        if inside and _DATED.match(name) and day_in_name(name.removeprefix("chat-")) is None:
            reason = "its name begins like a day that is none, so it is no daily note"
            yield finding("WS-3", path, 0, reason, "rename it as YYYY-MM-DD.md")
        if layer is Layer.DAILY:
            first = notes.setdefault(name, path)
            if first != path:
                reason = f"the same day has another note, {first}"
                yield notice("WS-3", path, 0, reason, "put both into one file")


def index_lacks(world: World) -> Iterator[Finding]:
    """DAY-2: every subject of a note is in the index."""
    if INDEX in world.unreadable:
        return
    for path, subject, line in _lacking(world):
        reason = f"the index does not lead from {quoted(subject)!r} to this day"
        safe = _fits_line(subject, path)
        yield finding("DAY-2", path, line, reason, "change the subject", safe=safe)


def _lacking(world: World) -> Iterator[tuple[str, str, int]]:
    """Yield the subjects of notes that the index does not lead to: path, subject, line."""
    index = daily_index.read_index(world.text(INDEX))
    listed = {subject: {_name(day) for day in days} for subject, days in index.items()}
    for path in sorted(world.paths(Layer.DAILY), key=lambda path: (_name(path), path)):
        for subject, line in world.once(_subjects, path).items():
            if _name(path) not in listed.get(subject, ()):
                yield path, subject, line


def index_lines(world: World) -> Iterator[Finding]:
    """DAY-2: every line of the index leads to a day, and each subject has one line."""
    there: dict[str, list[str]] = defaultdict(list)
    for path in world.paths(Layer.DAILY):
        there[_name(path)].append(path)
    seen: dict[str, tuple[int, str]] = {}
    for number, subject, listed in _entries(world.text(INDEX)):
        first, spelt = seen.setdefault(folded(subject), (number, subject))
        if first != number and spelt == subject:
            reason = f"{quoted(subject)!r} has a line already ({first})"
            yield finding("DAY-2", INDEX, number, reason, "", safe=True)
        elif first != number:
            reason = f"{quoted(subject)!r} is the subject of line {first} in another spelling"
            yield notice("DAY-2", INDEX, number, reason, "spell it alike in the notes")
        dead = [day for day in listed if date_of(day) and _name(day) not in there]
        if dead:
            days = ", ".join(map(quoted, dead))
            reason = f"{quoted(subject)!r} leads to {days}, and there is no such note"
            fix = f"{_REBUILD}, or take the day out"
            yield finding("DAY-2", INDEX, number, reason, fix)
        for day in dict.fromkeys(_name(day) for day in listed):
            notes = there.get(day, [])
            if notes and not any(_speaks_of(world, path, subject) for path in notes):
                reason = f"{quoted(subject)!r} leads to {notes[0]}, which says nothing of it"
                yield notice("DAY-2", INDEX, number, reason, _REBUILD)


def placeholders(world: World) -> Iterator[Finding]:
    """A template's example line goes when there is a real one."""
    for path in (INDEX, KNOWLEDGE_INDEX, INNER_INDEX):
        for number in _examples(world.text(path)):
            reason = "the line is a template's example, and there are real ones"
            yield finding("DAY-2", path, number, reason, "", safe=True)


def topic_detail(world: World) -> Iterator[Finding]:
    """DAY-6: what a topic is about stands in the topic, a note has one line that points to it."""
    topics = _topics(world)
    notes = world.paths(Layer.DAILY) if topics else []
    began = _began(world, notes, topics)
    for path in notes:
        document = world.document(path)
        for section in document.sections:
            subject = next(iter(daily.entries(f"## {section.title}")), "")
            topic = topics.get(folded(subject)) or topics.get(slug(subject))
            if section.level != 2 or not subject or topic is None:
                continue
            day = began.get(topic.path)
            lines = [ln for ln in document.lines[section.start + 1 : section.end] if ln.strip()]
            if len(lines) < 2 or (day and str(date_of(path)) <= day):
                continue
            say = finding if day else notice  # written before it was a topic, perhaps
            reason = f"{len(lines)} lines of detail about the topic {quoted(topic.name)!r}"
            fix = f'lamina topic update "{quoted(topic.name)}" --context …; one line here is enough'
            yield say("DAY-6", path, section.start + 1, reason, fix)


def _topics(world: World) -> dict[str, Entry]:
    """Return the registered topics by their names, in two spellings."""
    root = str(world.parts.editor.files.workspace.root)
    entries = [e for path in (ARCHIVED, ACTIVE) for e in read_entries(world.text(path), root)]
    named = {slug(entry.name): entry for entry in entries} | {folded(e.name): e for e in entries}
    return {name: entry for name, entry in named.items() if name}


def _began(world: World, notes: list[str], topics: dict[str, Entry]) -> dict[str, str]:
    """Return the first day on which a note points to a topic, by the topic's path."""
    starts = topic_line_starts()
    found: dict[str, str] = {}
    for path in sorted(notes, key=lambda path: (_name(path), path)):
        text = world.text(path)
        if not any(start in text for start in starts):
            continue
        for line in text.splitlines():
            said = re.sub(r"^\d{1,2}:\d{2}\s+", "", bullet_less(line))
            start = next((one for one in starts if said.startswith(one)), None)
            rest = folded(said.removeprefix(start)) if start is not None else ""
            for name, topic in topics.items() if rest else ():
                if rest.startswith(name):
                    found.setdefault(topic.path, str(date_of(path)))
    return found


def mend(world: World) -> None:
    """Add what the index lacks, make one line of several, take examples out."""
    for path in (INDEX, KNOWLEDGE_INDEX, INNER_INDEX):
        gone = _examples(world.text(path))
        if gone:
            splices = [markdown.Splice(n - 1, n, "") for n in gone]
            world.draft.put(path, markdown.splice(world.text(path), splices))
    _merge(world)
    lacking: dict[str, list[str]] = defaultdict(list)
    for path, subject, _ in _lacking(world):
        if _fits_line(subject, path):
            lacking[subject].append(daily_index.relative_day(path))
    if lacking:
        heading = labels(world.draft.language).daily_index
        world.draft.put(INDEX, daily_index.add_to_index(world.draft.read(INDEX), lacking, heading))


def _merge(world: World) -> None:
    """Make one line of the lines a subject has in the index."""
    text = world.text(INDEX)
    held: dict[str, list[tuple[int, list[str]]]] = defaultdict(list)
    for number, subject, listed in _entries(text):
        held[subject].append((number, listed))
    eol = markdown.parse(text).eol
    splices = []
    for subject, found in held.items():
        if len(found) > 1:
            every = list(dict.fromkeys(day for _, listed in found for day in listed))
            line = f"- {subject} → {','.join(every)}{eol}"
            splices.append(markdown.Splice(found[0][0] - 1, found[0][0], line))
            splices += [markdown.Splice(n - 1, n, "") for n, _ in found[1:]]
    if splices:
        world.draft.put(INDEX, markdown.splice(text, splices))


def _entries(text: str) -> list[tuple[int, str, list[str]]]:
    """Return the lines of the index that lead to days: line (1-based), subject, days."""
    found = []
    for number, line in enumerate(markdown.split_lines(text), start=1):
        for subject, listed in daily_index.read_index(line).items():
            if any(date_of(day) for day in listed):
                found.append((number, subject, listed))
    return found


def _examples(text: str) -> list[int]:
    """Return the lines (1-based) that are a template's example beside real entries."""
    lines = markdown.split_lines(text)
    examples = [n for n, line in enumerate(lines, start=1) if _PLACEHOLDER.match(line.rstrip())]
    real = [line for line in lines if re.match(r"\s*[-*+]\s+\S", line)]
    return examples if len(real) > len(examples) else []


def _subjects(document: Document) -> dict[str, int]:
    """Return the subjects of a note's entries, with the line (1-based) of the first of each."""
    found: dict[str, int] = {}
    for section in document.sections:
        if section.level == 2:
            for subject in daily.entries(f"## {section.title}\n"):
                found.setdefault(subject, section.start + 1)
    return found


def _fits_line(subject: str, path: str) -> bool:
    """Say whether an index line about a subject can be read again."""
    day = daily_index.relative_day(path)
    return daily_index.read_index(f"- {subject} → {day}\n") == {subject: [day]}


def _speaks_of(world: World, path: str, subject: str) -> bool:
    return subject in world.once(_subjects, path) or folded(subject) in folded(world.text(path))


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md") + ".md"

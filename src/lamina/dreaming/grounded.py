"""What an old note gives as evidence, each point with its lines: by rules, no model. Pure.

A line is judged by what else in Lamina judges lines: the layer it belongs on (``layers/where``),
whether it passes or holds by rule (``passing``), and what never counts: text of machines, secrets,
instructions to an agent, open points, questions, code, tables, Lamina's own blocks. What comes of
a note is written as hosts write it::

    ## What Happened
    1. Move: viewing on Friday [memory/2026-03-04.md:7]

    ## Reflections
    1. Two points were left open. [memory/2026-03-04.md:8, memory/2026-03-04.md:9]

    ## Candidates
    - [likely_durable] Anna is allergic to penicillin [memory/2026-03-04.md:3]

    ## Possible Lasting Updates
    - Anna is allergic to penicillin [memory/2026-03-04.md:3]
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs, neutral
from lamina.documents.labels import reads_as
from lamina.documents.markdown import Kind, parse
from lamina.documents.redact import redact
from lamina.dreaming.changed import speaks_of_change
from lamina.dreaming.facts import fact_of, is_report
from lamina.dreaming.lasting import DURABLE, RULE, SITUATIONAL, UNCLEAR, judged
from lamina.dreaming.passing import holds
from lamina.dreaming.promotions import fitted
from lamina.dreaming.tags import tags_of
from lamina.layers.superseded import mark_of
from lamina.recall.machine import is_machine
from lamina.search.chunker import asks, chunks, claim, is_empty, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from datetime import date

    from lamina.documents.markdown import Document
    from lamina.storage.contract import ChunkRow

FACTS, REFLECTIONS, CANDIDATES, UPDATES = 6, 4, 8, 3  # of one note, at most
_REFS = 3  # places named for one point
_MAY_LAST = 0.3
_OFTEN = 3  # lines that share a tag
_LEAST, _LEAST_WIDE = 18, 6  # characters that say something; of Chinese and Japanese
_SHOWN = 80  # tokens of a point
_SKIPPED = frozenset({Kind.FENCE, Kind.TABLE, Kind.HTML, Kind.RULE, Kind.HEADING})
_BOX = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_OPEN = ("todo", "open_tasks", "done_tasks", "scratchpad", "milestones")
_OPEN_TITLE = re.compile(
    r"\W*(?:next steps?|open (?:questions?|points?|loops?)|to[- ]?dos?|reminders?|follow[- ]?ups?"
    r"|questions?|stat(?:s|istics)|metrics|waiting for|nächste schritte|offene? (?:punkte|fragen)"
    r"|erinnerungen|fragen|statistik|zu erledigen|следующие шаги|что дальше|(?:открытые )?вопросы"
    r"|напоминани[ея]|статистика|下一步|提醒|问题|待解决|统计)\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Point:
    """A line of a note by itself, with its place; ``lean`` says whether it may last."""

    text: str
    claim: str
    path: str
    first: int
    last: int
    lean: str
    score: float

    @property
    def ref(self) -> str:
        """Where it stands: memory/2026-03-04.md:3."""
        lines = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.path}:{lines}"

    def as_dict(self) -> dict[str, Any]:
        """Return the shape hosts show for a candidate."""
        return {
            "text": neutral(self.text),
            "refs": [self.ref],
            "lean": self.lean,
            "score": round(self.score, 2),
        }


@dataclass(frozen=True, slots=True)
class Reflection:
    """What a note looks like as a whole, and the places it is seen by."""

    text: str
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroundedNote:
    """What an old note gives."""

    path: str
    day: date
    facts: tuple[Point, ...]
    reflections: tuple[Reflection, ...]
    candidates: tuple[Point, ...]
    updates: tuple[Point, ...]

    @property
    def empty(self) -> bool:
        """Whether it gives nothing."""
        return not (self.facts or self.candidates or self.updates)

    @property
    def markdown(self) -> str:
        """The note's evidence as Markdown."""
        return "\n".join(
            f"## {title}\n" + "".join(f"{row}\n" for row in rows or ["- None."])
            for title, rows in self._sections().items()
        )

    @property
    def entry(self) -> str:
        """The same as a diary entry's body: only what there is, its titles without marks."""
        parts = [
            f"{title}\n" + "".join(f"{row}\n" for row in rows)
            for title, rows in self._sections().items()
            if rows
        ]
        return "\n".join(parts)

    def _sections(self) -> dict[str, list[str]]:
        facts = [(one.text, (one.ref,)) for one in self.facts]
        reflections = [(one.text, one.refs) for one in self.reflections]
        return {
            "What Happened": _numbered(facts),
            "Reflections": _numbered(reflections),
            "Candidates": [f"- [{p.lean}] {_said(p.text, (p.ref,))}" for p in self.candidates],
            "Possible Lasting Updates": [f"- {_said(p.text, (p.ref,))}" for p in self.updates],
        }

    def as_dict(self) -> dict[str, Any]:
        """Return the shape hosts show."""
        return {
            "path": self.path,
            "facts": [{"text": neutral(p.text), "refs": [p.ref]} for p in self.facts],
            "reflections": [{"text": r.text, "refs": list(r.refs)} for r in self.reflections],
            "memoryImplications": [
                {"text": neutral(p.text), "refs": [p.ref]} for p in self.updates
            ],
            "candidates": [point.as_dict() for point in self.candidates],
            "renderedMarkdown": self.markdown,
        }


def read(
    path: str,
    text: str,
    day: date,
    *,
    without: Collection[str] = (),
    forgotten: Callable[[str, str], object] = lambda _claim, _text: False,
) -> GroundedNote:
    """Return what a note gives; claims in ``without`` and what was forgotten are passed over."""
    document = parse(text)
    rows = chunks(document, path, day)
    points = [
        p
        for p in _points(document, rows, path)
        if p.claim not in without and not forgotten(p.claim, p.text)
    ]
    lasting = [p for p in points if p.lean == DURABLE]
    may_last = [p for p in points if p.lean == UNCLEAR and p.score >= _MAY_LAST]
    passing = [p for p in points if p.lean == SITUATIONAL and p.score >= _MAY_LAST - RULE]
    kept = [*_best(lasting, CANDIDATES), *_best(may_last, CANDIDATES), *_best(passing, 2)]
    happened = [p for p in points if p.lean != SITUATIONAL]
    facts = _best(happened, FACTS)
    left_open = [f"{path}:{row.start}" for row in rows if _is_left_open(row)]
    return GroundedNote(
        path,
        day,
        tuple(sorted(facts, key=lambda p: p.first)),
        tuple(_reflections(points, left_open)),
        tuple(kept[:CANDIDATES]),
        tuple(_best(lasting, UPDATES)),
    )


def _points(document: Document, rows: Sequence[ChunkRow], path: str) -> Iterator[Point]:
    """Yield the lines that say something, each once."""
    spans = [(block.start, block.end) for block in document.managed]
    spans += [(block.start, block.end) for block in document.blocks if block.kind in _SKIPPED]
    skipped = {line for start, end in spans for line in range(start, end)}
    known: set[str] = set()
    for row in rows:
        key, said = claim(row.text), fact_of(row)
        if key in known or row.start - 1 in skipped or not _counts(row, said):
            continue
        known.add(key)
        in_entry = said != plain(row.text)  # it stands behind "cause:" or "change:"
        score, lean = judged(said.partition(": ")[2] if in_entry else said, happened=in_entry)
        yield Point(said, key, path, row.start, row.end, lean, score)


def _counts(row: ChunkRow, said: str) -> bool:
    """Tell whether a line may be evidence at all."""
    least = _LEAST_WIDE if _WIDE.search(said) else _LEAST
    if len(said) < least or is_empty(said) or asks(said) or _BOX.match(row.text):
        return False
    if any(_is_open(title) for title in row.heading.split(" › ")) or is_report(row.heading):
        return False
    if is_machine(row.text) or instructs(said) or mark_of(row.text):
        return False
    return not redact(f"{row.text}\n{said}").secrets and "[redacted" not in said.casefold()


def _is_open(title: str) -> bool:
    """Tell whether a section holds open points, questions or figures: no facts."""
    return bool(_OPEN_TITLE.fullmatch(title)) or any(reads_as(title, name) for name in _OPEN)


def _best(points: Sequence[Point], most: int) -> list[Point]:
    return sorted(points, key=lambda p: (-p.score, p.first))[:most]


def _is_left_open(row: ChunkRow) -> bool:
    """Tell a point that was not done: an empty box, an entry's todo."""
    box = _BOX.match(row.text)
    label = re.match(r"(\w{1,20})\s*[:：]", plain(row.text))
    if box:
        return box[1] == " " and not is_machine(row.text)
    return bool(label) and reads_as(label[1] if label else "", "todo")


def _reflections(points: Sequence[Point], left_open: Sequence[str]) -> Iterator[Reflection]:
    """Yield what a note looks like, the most telling first."""
    rules = [p for p in points if p.lean == DURABLE and holds(p.text)]
    changed = [p for p in points if p.lean != SITUATIONAL and speaks_of_change(p.text)]
    passing = [p for p in points if p.lean == SITUATIONAL]
    by_tag: dict[str, list[Point]] = defaultdict(list)
    for point in points:
        for tag in tags_of(point.text):
            by_tag[tag].append(point)
    tag = max(by_tag, key=lambda tag: (len(by_tag[tag]), tag), default="")
    count = len(left_open)
    found = [
        ("A rule or preference was stated outright.", [p.ref for p in rules]),
        ("Something changed: earlier notes may no longer hold.", [p.ref for p in changed]),
        (
            f"It kept coming back to {neutral(tag)}.",
            [p.ref for p in by_tag[tag]] if len(by_tag[tag]) >= _OFTEN else [],
        ),
        (f"{count} points were left open.", left_open if count > 1 else []),
        (
            "Most of it was of the day and is over by now.",
            [p.ref for p in passing] if len(passing) > max(2, len(points) / 2) else [],
        ),
    ]
    told = [Reflection(text, tuple(refs[:_REFS])) for text, refs in found if refs]
    yield from told[:REFLECTIONS]


def _numbered(points: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    return [f"{n}. {_said(*point)}" for n, point in enumerate(points, start=1)]


def _said(text: str, refs: Sequence[str]) -> str:
    return f"{neutral(fitted(text, _SHOWN))} [{', '.join(refs)}]"

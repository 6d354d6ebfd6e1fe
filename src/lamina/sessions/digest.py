"""What of a day's talk belongs into its note: decided, stated, done, open. By rule. Pure.

A digest as it stands in a note; its headings are labels of the workspace's language::

    ## Decisions
    - Let's drop support for Python 3.9 in the next release.

    ## Done
    - Booked: Rossi, 7:30, two people.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from lamina.documents.labels import labels
from lamina.layers.claims.relation import parse
from lamina.recall.sentences import line_of
from lamina.recall.unwritten import ACTION, DECISION, settled
from lamina.sessions.matters import Kind, matters, shown
from lamina.sessions.noise import merged, says_same, sift
from lamina.sessions.talk import answers, has, read_talk
from lamina.sessions.turns import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lamina.documents.language import Language
    from lamina.recall.sentences import Sentence
    from lamina.sessions.said import Said
    from lamina.sessions.talk import Message

# With a heading each, blanks between them and the marks of the block: 30 lines at most.
_ROOMS = (7, 5, 4, 5)
_LONGEST_DONE = 160  # characters
_WORDS = 3  # of a line that states something
_PASSING = ("musing", "rhetorical", "withdraws", "todo", "asks_for")
_NOT_DONE = ("agent_todo", "promise", "musing", "withdraws")
_NO_NEWS = ("request", "suppose", "others", "chat", "trouble", "open")


class Section(StrEnum):
    """The parts of a digest, in their order; the values name labels."""

    DECISIONS = "decisions"
    FACTS = "notes"
    DONE = "done_tasks"
    OPEN = "open_tasks"


_ROOM = dict(zip(Section, _ROOMS, strict=True))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a digest, and whose words it is made of."""

    section: Section
    text: str
    origin: Origin
    record: int = 0


def digest(said: Sequence[Said]) -> list[Row]:
    """Return what a day's talk holds that is worth a note, without bounds."""
    kept = [seen.said for seen in merged(sift(said).said)]
    origins = {one.record: one.origin for one in kept}
    rows: list[Row] = []
    for matter in matters(kept, most=len(kept) * 4):
        decided = matter.kind in {Kind.DECISION, Kind.RULE}
        section = Section.DECISIONS if decided else Section.OPEN
        origin = origins.get(matter.record, Origin.AGENT)
        rows.append(Row(section, matter.text, origin, matter.record))
    talk = read_talk(kept)
    for message in talk:
        rows += _stated(message, talk) if message.owner else ()
        rows += _done(message)
    return unlike(rows, ())


def unlike(rows: Iterable[Row], known: Sequence[str]) -> list[Row]:
    """Return the rows that say what neither a known line nor a row before says."""
    found: list[Row] = []
    for row in rows:
        seen = [*known, *(one.text for one in found)]
        if row.text and not any(says_same(row.text, other) for other in seen):
            found.append(row)
    return found


def bounded(rows: Sequence[Row]) -> list[Row]:
    """Return as many rows as a note has room for, of each section its first ones."""
    return [
        row
        for section in Section
        for row in [one for one in rows if one.section is section][: _ROOM[section]]
    ]


def page(rows: Sequence[Row], language: Language) -> str:
    """Return rows as the lines of a note."""
    words = labels(language)
    parts = [
        f"## {getattr(words, section)}\n"
        + "".join(f"- {row.text}\n" for row in rows if row.section is section)
        for section in Section
        if any(row.section is section for row in rows)
    ]
    return "\n".join(parts)


# --- what is no matter, but was said ---


def _stated(message: Message, talk: Sequence[Message]) -> Iterator[Row]:
    """Yield the facts of a message of the owner."""
    answer = [sentence for one in answers(message, talk) for sentence in one.sentences]
    told = {sentence.shown: found.kind for sentence, found in settled(message.sentences, answer)}
    for sentence in message.sentences:
        kind = told.get(sentence.shown, "")
        if sentence.is_question or not _is_news(sentence) or kind in {DECISION, ACTION}:
            continue
        if kind or _states(sentence):
            yield _row(Section.FACTS, sentence, message, Origin.OWNER)


def _states(sentence: Sentence) -> bool:
    """Tell whether a sentence says something of something that can be told again."""
    claim = parse(sentence.shown)
    if claim is None or len(claim.value) < _WORDS:
        return False
    return any(char.isdigit() for char in claim.value) or any(
        word[:1].isupper() for word in sentence.shown.split()[1:] if len(word) > 1
    )


def _done(message: Message) -> Iterator[Row]:
    """Yield what has been done: the agent's words, or the owner's about a task."""
    for sentence in message.sentences:
        if message.machine or sentence.is_question or len(sentence.shown) > _LONGEST_DONE:
            continue
        if has(sentence, "did" if message.owner else "finished") and not any(
            has(sentence, name) for name in _NOT_DONE
        ):
            origin = Origin.OWNER if message.owner else Origin.AGENT
            yield _row(Section.DONE, sentence, message, origin)


def _is_news(sentence: Sentence) -> bool:
    return not (
        any(has(sentence, name) for name in _PASSING) or any(sentence.has(cue) for cue in _NO_NEWS)
    )


def _row(section: Section, sentence: Sentence, message: Message, origin: Origin) -> Row:
    return Row(section, shown(line_of(sentence)), origin, message.record)

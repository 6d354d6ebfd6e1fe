"""A talk as sentences: whose they are, which cues they have. Pure.

Words of others are left out, and what a message only brings: quotations, text to be worked on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.documents.fence import instructs
from lamina.recall.machine import is_machine
from lamina.recall.sentences import read_all
from lamina.search.words import query_terms
from lamina.sessions.matters_words import pattern
from lamina.sessions.turns import Origin, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.recall.sentences import Sentence
    from lamina.sessions.said import Said

LAST = 400  # messages of a talk that are read


@dataclass(frozen=True, slots=True)
class Message:
    """A message as its sentences."""

    place: int
    record: int
    owner: bool
    sentences: tuple[Sentence, ...]
    machine: bool = False  # it answers, and opens nothing

    def has(self, name: str) -> bool:
        """Say whether one of its sentences has words of a cue."""
        return any(has(sentence, name) for sentence in self.sentences)


@lru_cache(maxsize=4096)
def _found(language: str, name: str, low: str) -> bool:
    return bool(pattern(language, name).search(low))


def has(sentence: Sentence, name: str) -> bool:
    """Say whether a sentence has words of a cue."""
    return _found(sentence.language, name, sentence.low)


_QUOTED = re.compile(r"[\"“„«「]([^\"”“„«「»」]{60,4000})[\"”“»」]", re.DOTALL)
_BRINGS = re.compile(r"[^\W\d]:\s*\S|：.")
_HAN_QUOTED = re.compile(r"[「“\"]([^「“”」\"]{12,4000})[」”\"]", re.DOTALL)
_HAN = re.compile(r"[\u3400-\u9fff]")


def read_talk(said: Sequence[Said]) -> list[Message]:
    """Return the messages that count; what somebody else said in one of them is left out."""
    kept = [
        one
        for one in said[-LAST:]
        if one.role in {Role.USER, Role.ASSISTANT} and one.is_trusted and one.text.strip()
    ]
    texts = [_HAN_QUOTED.sub(_unless_latin, _QUOTED.sub('""', one.text)) for one in kept]
    talk: list[Message] = []
    for one, read in zip(kept, read_all(texts), strict=True):
        owner = one.role is Role.USER and one.origin is Origin.OWNER
        sentences = [s for s in _own(read) if owner or not instructs(s.shown)]
        machine = is_machine(one.text)
        if sentences and not (owner and machine):
            talk.append(Message(len(talk), one.record, owner, tuple(sentences), machine))
    return talk


def _unless_latin(quoted: re.Match[str]) -> str:
    return '""' if _HAN.search(quoted[1]) else quoted[0]


def _own(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield sentences up to the text that a message brings to be worked on."""
    for sentence in sentences:
        if sentence.has("request") and _BRINGS.search(sentence.shown):
            return
        yield sentence


@lru_cache(maxsize=1 << 14)
def terms_of(sentence: Sentence) -> frozenset[str]:
    """Return the telling words of a sentence; a number alone tells nothing."""
    terms = (term.text for term in query_terms(sentence.low))
    return frozenset(term for term in terms if not term.isdigit())


def answers(message: Message, talk: Sequence[Message]) -> Iterator[Message]:
    """Yield what the agent says to a message, until its owner speaks again."""
    for other in talk[message.place + 1 :]:
        if other.owner:
            return
        yield other

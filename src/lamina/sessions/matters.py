"""What of a talk is still open, by rule: questions, promises, decisions, to-dos, rules. Pure.

Sentences of the owner and of the agent are told by words (``matters_words``, and those by which
``recall/unwritten`` tells a decision); what the rest of the talk says decides whether a matter is
still open: a question is answered, a task done, a promise kept, an idea dropped. Words of others
give nothing. Each matter is one line, in the speaker's words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs, neutral
from lamina.documents.redact import redact
from lamina.recall.machine import is_machine
from lamina.recall.sentences import line_of, read_all
from lamina.recall.unwritten import ACTION, DECISION, settled
from lamina.search.words import query_terms
from lamina.sessions.matters_words import pattern
from lamina.sessions.turns import Origin, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.recall.sentences import Sentence
    from lamina.sessions.said import Said

MOST = 12
_ASKED = 2  # words a question has
_LAST = 400  # messages of a talk that are read
_LINE = 200  # characters
_SHORTEST = 8  # characters of an agent's sentence that may open something


class Kind(StrEnum):
    """What a matter is, most important first."""

    RULE = "rule"
    DECISION = "decision"
    PROMISE = "promise"
    TODO = "todo"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that must not be lost with the talk. ``record``: where it was said."""

    kind: Kind
    text: str
    record: int
    language: str

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"kind": str(self.kind), "text": self.text, "record": self.record}


def matters(said: Sequence[Said], *, most: int = MOST) -> list[Matter]:
    """Return what is open at the end of a talk: most important first, of a kind as it was said."""
    found = [_shown(one) for one in _open(_talk(said[-_LAST:]))]
    unique = {(one.kind, one.text.casefold()): one for one in reversed(found) if one.text}
    order = list(Kind)
    return sorted(unique.values(), key=lambda one: (order.index(one.kind), one.record))[:most]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A message as its sentences."""

    place: int
    record: int
    owner: bool
    sentences: tuple[Sentence, ...]
    machine: bool = False  # it answers, and opens nothing

    def has(self, name: str) -> bool:
        """Say whether one of its sentences has words of a cue."""
        return any(_has(sentence, name) for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A matter that may be settled yet by what comes after it."""

    kind: Kind
    sentence: Sentence
    turn: _Turn
    terms: frozenset[str]
    before: _Candidate | None = None  # what it adds to


@lru_cache(maxsize=4096)
def _found(language: str, name: str, low: str) -> bool:
    return bool(pattern(language, name).search(low))


def _has(sentence: Sentence, name: str) -> bool:
    return _found(sentence.language, name, sentence.low)


# --- reading ---

_QUOTED = re.compile(r"[\"“„«「]([^\"”“»」]{60,})[\"”“»」]", re.DOTALL)
_BRINGS = re.compile(r"[^\W\d]:\s*\S|：.")
_HAN_QUOTED = re.compile(r"[「“\"]([^」”\"]*[\u3400-\u9fff][^」”\"]{11,})[」”\"]", re.DOTALL)


def _talk(said: Sequence[Said]) -> list[_Turn]:
    """Return the messages that count; what somebody else said in one of them is left out."""
    kept = [
        one
        for one in said
        if one.role in {Role.USER, Role.ASSISTANT} and one.is_trusted and one.text.strip()
    ]
    texts = [_HAN_QUOTED.sub('""', _QUOTED.sub('""', one.text)) for one in kept]
    turns: list[_Turn] = []
    for one, read in zip(kept, read_all(texts), strict=True):
        owner = one.role is Role.USER and one.origin is Origin.OWNER
        sentences = [s for s in _own(read) if owner or not instructs(s.shown)]
        machine = is_machine(one.text)
        if sentences and not (owner and machine):
            turns.append(_Turn(len(turns), one.record, owner, tuple(sentences), machine))
    return turns


def _own(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield sentences up to the text that a message brings to be worked on."""
    for sentence in sentences:
        if sentence.has("request") and _BRINGS.search(sentence.shown):
            return
        yield sentence


def _terms(sentence: Sentence) -> frozenset[str]:
    return frozenset(term.text for term in query_terms(sentence.low))


# --- what is there ---


def _open(turns: Sequence[_Turn]) -> list[_Candidate]:
    """Return the matters in the order they were said, less those that are settled."""
    found: list[_Candidate] = []
    for turn in turns:
        new = list(_owners(turn, turns) if turn.owner else _agents(turn))
        decided = any(one.kind is Kind.DECISION for one in new)
        found = [
            one
            for one in found
            if not _is_settled(one, turn, latest=one is found[-1], decided=decided)
        ]
        if turn.owner and new and found:
            found, new = _joined(found, new, turns)
        found += new
    return found


def _owners(turn: _Turn, turns: Sequence[_Turn]) -> Iterator[_Candidate]:
    """Yield what a message of the owner opens; the agent's answer tells how it is meant."""
    answers = [*_answers(turn, turns)]
    answer = [sentence for one in answers for sentence in one.sentences]
    by_exchange = {s.shown: u.kind for s, u in settled(turn.sentences, answer)}
    own = {sentence.shown for sentence in turn.sentences}
    for sentence in turn.sentences:
        if sentence.is_question:
            if _asks(sentence) and not _is_answered(sentence, turn, answer):
                yield _candidate(Kind.QUESTION, sentence, turn)
            continue
        kind = _kind(sentence, by_exchange.get(sentence.shown, ""), answered=bool(answer))
        if kind is Kind.DECISION and not _is_firm(sentence):
            done = turn.has("did") or any(_has(one, "finished") for one in answer)
            kind = None if done or not answer else kind
        if kind:
            yield _candidate(kind, sentence, turn)
    for other in answers:
        for sentence in other.sentences:
            if by_exchange.get(sentence.shown) == DECISION and sentence.shown not in own:
                yield _candidate(Kind.DECISION, sentence, other)


def _kind(sentence: Sentence, told: str, *, answered: bool) -> Kind | None:
    """Tell what a sentence of the owner opens; ``told``: what it is by its exchange."""
    firm = _is_firm(sentence)
    if _has(sentence, "musing") or sentence.has("suppose") or sentence.has("others"):
        return None
    if not firm and (_has(sentence, "withdraws") or _has(sentence, "did")):
        return None
    if _has(sentence, "standing") and _has(sentence, "addressed"):
        return Kind.RULE
    if firm and _has(sentence, "decision"):
        return Kind.DECISION
    if _has(sentence, "todo") and not (answered and _has(sentence, "asks_for")):
        return Kind.TODO
    if firm or told == DECISION:
        return Kind.DECISION
    if told == ACTION and not (answered and _has(sentence, "asks_for")):
        return Kind.TODO
    asks = _has(sentence, "asks_for") or sentence.has("request")
    if not answered and asks and not sentence.has("chat"):
        return Kind.TODO  # nobody has got to it yet
    return None


def _is_firm(sentence: Sentence) -> bool:
    """Tell whether words say that something is decided, whatever the answer is."""
    open_ = sentence.has("open") or sentence.has("propose") or _has(sentence, "musing")
    told = sentence.has("decided") and not _has(sentence, "did")
    return (told or _has(sentence, "decision")) and not open_


def _joined(
    found: list[_Candidate], new: list[_Candidate], turns: Sequence[_Turn]
) -> tuple[list[_Candidate], list[_Candidate]]:
    """Join a to-do and what its owner adds when asked: "fix his bike", "by when?", "Saturday"."""
    old, first = found[-1], new[0]
    between = turns[old.turn.place + 1 : first.turn.place]
    asked = [sentence.is_question for one in between for sentence in one.sentences]
    if old.kind is Kind.TODO and old.turn.owner and asked and asked[-1]:
        joined = replace(first, kind=Kind.TODO, terms=old.terms | first.terms, before=old)
        return found[:-1], [joined, *new[1:]]
    return found, new


def _agents(turn: _Turn) -> Iterator[_Candidate]:
    """Yield what an answer leaves open: what the agent will do, and what is still to be done."""
    for sentence in turn.sentences:
        if turn.machine or sentence.is_question or len(sentence.shown) < _SHORTEST:
            continue
        if _has(sentence, "promise") and _has(sentence, "later"):
            yield _candidate(Kind.PROMISE, sentence, turn)
        elif _has(sentence, "agent_todo"):
            yield _candidate(Kind.TODO, sentence, turn)


def _candidate(kind: Kind, sentence: Sentence, turn: _Turn) -> _Candidate:
    return _Candidate(kind, sentence, turn, _terms(sentence))


def _answers(turn: _Turn, turns: Sequence[_Turn]) -> Iterator[_Turn]:
    for other in turns[turn.place + 1 :]:
        if other.owner:
            return
        yield other


# --- what became of it ---


def _asks(sentence: Sentence) -> bool:
    return sentence.is_question and not _has(sentence, "rhetorical")


def _is_answered(question: Sentence, turn: _Turn, answer: Sequence[Sentence]) -> bool:
    """Tell whether an answer is one to this question, and no "I don't know"."""
    asked = _terms(question)
    if not answer or len(asked) < _ASKED:
        return bool(answer) or len(asked) < _ASKED
    if any(_has(sentence, "unknown") for sentence in answer):
        return False
    others = [_terms(one) for one in turn.sentences if one is not question]
    given = frozenset().union(*map(_terms, answer))
    return bool(asked & given) or not any(other & given for other in others)


def _is_settled(one: _Candidate, turn: _Turn, *, latest: bool, decided: bool) -> bool:
    """Tell whether a later message answers, does, keeps or withdraws a matter."""
    about = bool(one.terms & frozenset().union(*map(_terms, turn.sentences)))
    if turn.owner and turn.has("withdraws"):
        return about or latest
    if one.kind is Kind.QUESTION:
        if turn.owner:
            return about and (turn.has("todo") or turn.has("did"))
        return about and not turn.has("unknown")
    if one.kind in {Kind.TODO, Kind.PROMISE}:
        if turn.owner:
            over = decided and _has(one.sentence, "deciding")
            return over or (turn.has("did") and (about or latest))
        kept = one.kind is Kind.PROMISE and turn.place == one.turn.place + 1
        return turn.has("finished") and not turn.has("agent_todo") and (about or kept)
    return False


# --- the line ---


def _shown(one: _Candidate) -> Matter:
    line = line_of(one.sentence)
    if one.before:
        line = f"{line_of(one.before.sentence).rstrip('.。')}: {line}"
    line = neutral(redact(line).text)
    if len(line) > _LINE:
        line = (line[:_LINE].rpartition(" ")[0] or line[:_LINE]) + " …"
    return Matter(one.kind, " ".join(line.split()), one.turn.record, one.sentence.language)

"""What of a talk is still open, by rule: questions, promises, decisions, to-dos, rules. Pure.

Sentences of the owner and of the agent are told by words (``matters_words``, and those by which
``recall/unwritten`` tells a decision); what the rest of the talk says decides whether a matter is
still open: a question is answered, a task done, a promise kept, an idea dropped. Words of others
give nothing. Each matter is one line, in the speaker's words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import neutral
from lamina.documents.redact import redact
from lamina.recall.sentences import line_of
from lamina.recall.unwritten import ACTION, DECISION, settled
from lamina.sessions.talk import Message, answers, has, read_talk, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.recall.sentences import Sentence
    from lamina.sessions.said import Said

MOST = 12
_ASKED = 2  # words a question has
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
    found = [_shown(one) for one in _open(read_talk(said))]
    unique = {(one.kind, one.text.casefold()): one for one in reversed(found) if one.text}
    order = list(Kind)
    return sorted(unique.values(), key=lambda one: (order.index(one.kind), one.record))[:most]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A matter that may be settled yet by what comes after it."""

    kind: Kind
    sentence: Sentence
    turn: Message
    terms: frozenset[str]
    before: _Candidate | None = None  # what it adds to


# --- what is there ---


def _open(turns: Sequence[Message]) -> list[_Candidate]:
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


def _owners(turn: Message, turns: Sequence[Message]) -> Iterator[_Candidate]:
    """Yield what a message of the owner opens; the agent's answer tells how it is meant."""
    given = [*answers(turn, turns)]
    answer = [sentence for one in given for sentence in one.sentences]
    by_exchange = {s.shown: u.kind for s, u in settled(turn.sentences, answer)}
    own = {sentence.shown for sentence in turn.sentences}
    for sentence in turn.sentences:
        if sentence.is_question:
            if _asks(sentence) and not _is_answered(sentence, turn, given):
                yield _candidate(Kind.QUESTION, sentence, turn)
            continue
        kind = _kind(sentence, by_exchange.get(sentence.shown, ""), answered=bool(answer))
        if kind is Kind.DECISION and not _is_firm(sentence):
            done = turn.has("did") or any(has(one, "finished") for one in answer)
            kind = None if done or not answer else kind
        if kind:
            yield _candidate(kind, sentence, turn)
    for other in given:
        for sentence in other.sentences:
            if by_exchange.get(sentence.shown) == DECISION and sentence.shown not in own:
                yield _candidate(Kind.DECISION, sentence, other)


def _kind(sentence: Sentence, told: str, *, answered: bool) -> Kind | None:
    """Tell what a sentence of the owner opens; ``told``: what it is by its exchange."""
    firm = _is_firm(sentence)
    if has(sentence, "musing") or sentence.has("suppose") or sentence.has("others"):
        return None
    if not firm and (has(sentence, "withdraws") or has(sentence, "did")):
        return None
    if has(sentence, "standing") and has(sentence, "addressed"):
        return Kind.RULE
    if firm and has(sentence, "decision"):
        return Kind.DECISION
    if has(sentence, "todo") and not (answered and has(sentence, "asks_for")):
        return Kind.TODO
    if firm or told == DECISION:
        return Kind.DECISION
    if told == ACTION and not (answered and has(sentence, "asks_for")):
        return Kind.TODO
    asks = has(sentence, "asks_for") or sentence.has("request")
    if not answered and asks and not sentence.has("chat"):
        return Kind.TODO  # nobody has got to it yet
    return None


def _is_firm(sentence: Sentence) -> bool:
    """Tell whether words say that something is decided, whatever the answer is."""
    open_ = sentence.has("open") or sentence.has("propose") or has(sentence, "musing")
    told = sentence.has("decided") and not has(sentence, "did")
    return (told or has(sentence, "decision")) and not open_


def _joined(
    found: list[_Candidate], new: list[_Candidate], turns: Sequence[Message]
) -> tuple[list[_Candidate], list[_Candidate]]:
    """Join a to-do and what its owner adds when asked: "fix his bike", "by when?", "Saturday"."""
    old, first = found[-1], new[0]
    between = turns[old.turn.place + 1 : first.turn.place]
    asked = [sentence.is_question for one in between for sentence in one.sentences]
    if old.kind is Kind.TODO and old.turn.owner and asked and asked[-1]:
        joined = replace(first, kind=Kind.TODO, terms=old.terms | first.terms, before=old)
        return found[:-1], [joined, *new[1:]]
    return found, new


def _agents(turn: Message) -> Iterator[_Candidate]:
    """Yield what an answer leaves open: what the agent will do, and what is still to be done."""
    for sentence in turn.sentences:
        if turn.machine or sentence.is_question or len(sentence.shown) < _SHORTEST:
            continue
        if has(sentence, "promise") and has(sentence, "later"):
            yield _candidate(Kind.PROMISE, sentence, turn)
        elif has(sentence, "agent_todo"):
            yield _candidate(Kind.TODO, sentence, turn)


def _candidate(kind: Kind, sentence: Sentence, turn: Message) -> _Candidate:
    return _Candidate(kind, sentence, turn, terms_of(sentence))


# --- what became of it ---


def _asks(sentence: Sentence) -> bool:
    return sentence.is_question and not has(sentence, "rhetorical")


def _is_answered(question: Sentence, turn: Message, given: Sequence[Message]) -> bool:
    """Tell whether what the agent said last is an answer to this question, no "I don't know"."""
    asked = terms_of(question)
    if not given or len(asked) < _ASKED:
        return bool(given) or len(asked) < _ASKED
    if given[-1].has("unknown"):
        return False
    others = [terms_of(one) for one in turn.sentences if one is not question]
    answer = frozenset().union(*(terms_of(s) for one in given for s in one.sentences))
    return bool(asked & answer) or not any(other & answer for other in others)


def _is_settled(one: _Candidate, turn: Message, *, latest: bool, decided: bool) -> bool:
    """Tell whether a later message answers, does, keeps or withdraws a matter."""
    about = any(one.terms & terms_of(sentence) for sentence in turn.sentences)
    if turn.owner and turn.has("withdraws"):
        return about or latest
    if one.kind is Kind.QUESTION:
        if turn.owner:
            return about and (turn.has("todo") or turn.has("did"))
        return about and not turn.has("unknown")
    if one.kind in {Kind.TODO, Kind.PROMISE}:
        if turn.owner:
            over = decided and has(one.sentence, "deciding")
            return over or (turn.has("did") and (about or latest))
        kept = one.kind is Kind.PROMISE and turn.place == one.turn.place + 1
        return turn.has("finished") and not turn.has("agent_todo") and (about or kept)
    return False


# --- the line ---


def _shown(one: _Candidate) -> Matter:
    line = line_of(one.sentence)
    if one.before:
        line = f"{line_of(one.before.sentence).rstrip('.。')}: {line}"
    return Matter(one.kind, shown(line), one.turn.record, one.sentence.language)


def shown(line: str) -> str:
    """Return words of a talk as they may stand in a file: one line, no secret, no token."""
    line = neutral(redact(line).text)
    if len(line) > _LINE:
        line = (line[:_LINE].rpartition(" ")[0] or line[:_LINE]) + " …"
    return " ".join(line.split())

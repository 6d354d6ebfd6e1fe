"""Tell whether an exchange held something worth a note that the agent has not written. Pure.

What the user says settles something, or asks, tries out, leaves open; how the agent answers speaks
for one or the other. Words of the four languages (``unwritten_words``) are weighed, no model. Only
the ends of a long message are read and repetitions are bounded: no message takes long.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.documents.language import Language
from lamina.recall.sentences import Sentence, line_of, read
from lamina.search.words import query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# The surest first: of two that weigh the same, the first is meant.
CORRECTION, LEARNT, ACTION = "correction", "learnt", "action-item"
CONCLUSION, DECISION, IMPORTANT = "conclusion", "decision", "important"
KINDS = (CORRECTION, LEARNT, ACTION, CONCLUSION, DECISION, IMPORTANT)

_ENOUGH = 2.0
# What words of the user speak for.
_SAID: Mapping[str, tuple[str, float]] = {
    "decided": (DECISION, 2.0),
    "chooses": (DECISION, 1.3),
    "did": (DECISION, 1.0),
    "assigns": (ACTION, 1.6),
    "due": (ACTION, 0.7),
    "marks": (IMPORTANT, 1.6),
    "event": (IMPORTANT, 1.5),
    "aside": (IMPORTANT, 0.7),
    "corrects": (CORRECTION, 1.7),
    "contrast": (CORRECTION, 1.0),
    "learnt": (LEARNT, 1.8),
    "rule": (LEARNT, 1.0),
    "works": (LEARNT, 0.8),
    "measured": (CONCLUSION, 0.8),
    "concludes": (CONCLUSION, 1.4),
}
# What takes from a sentence of the user.
_UNSETTLED = {
    "open": -2.0,
    "propose": -1.5,
    "others": -2.2,
    "chat": -2.0,
    "past": -0.6,
    "trouble": -1.0,
}
# What words of the agent add to a kind.
_ANSWERED: Mapping[str, Mapping[str, float]] = {
    "ack": {DECISION: 1.0, ACTION: 0.9, IMPORTANT: 0.7, CORRECTION: 0.6, LEARNT: 0.4},
    "agrees": {CONCLUSION: 0.5, CORRECTION: 0.4, ACTION: 0.3, DECISION: 0.2, LEARNT: 0.2},
    "apology": {CORRECTION: 1.0},
    "feels": {IMPORTANT: 0.9},
    "moved": {IMPORTANT: 0.8},
    "follows": {IMPORTANT: 0.9, DECISION: 0.5, ACTION: 0.3},
    "takes": {ACTION: 0.8},
    "then": {DECISION: 0.4, ACTION: 0.4, IMPORTANT: 0.2, CORRECTION: 0.2},
    "finds": {CONCLUSION: 1.3},
    "learns": {LEARNT: 1.2},
    "useful": {LEARNT: 1.0, IMPORTANT: 0.8},
}
_AGAINST = {"unsure": -1.4, "leaves": -3.0, "offers": -0.6, "delivers": -2.4}
_ASKS_BACK = -0.4
_DREAMT = -1.5  # what is said beside "what if"
_PLAIN = 0.4  # a sentence that states something, without words that tell of which kind:
_PLAIN_KINDS = (DECISION, IMPORTANT, CORRECTION, LEARNT)
_ECHO, _MOST_ECHO = 0.3, 0.9  # for each word of it that the agent takes up
_RESTATED = 0.5  # and for an answer that only says it again
_ACCEPTED = 1.2  # a sentence of the agent that the user has agreed to
_SETTLED = (DECISION, ACTION)
# What the agent has found out counts where the user reports, or asks how it came about.
_FOUND_OUT = {LEARNT: ("learns", "useful"), CONCLUSION: ("finds",)}
_OWN_FINDING = ("learnt", "rule", "concludes")  # of the user
_REPORTED = {
    "measured": {CONCLUSION: 1.0, LEARNT: 0.7},
    "works": {LEARNT: 1.1, CONCLUSION: 0.7},
}
_ASKED, _UNREPORTED = 1.0, 0.2
_NO_REPORT = ("request", "suppose", "trouble", "chat", "open")

_HEARD = 3  # sentences at either end of an answer that say how it takes what was said
_WORDS = 5  # of those that told, shown


@dataclass(frozen=True, slots=True)
class Unwritten:
    """What an exchange held. ``line``: the words that say it; ``words``: those that told."""

    kind: str
    line: str
    words: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"kind": self.kind, "line": self.line, "words": list(self.words)}


def detect(user: str, agent: str = "") -> Unwritten | None:
    """Return what an exchange held that is worth a note and was not written, or None."""
    said, whole = read(user, agent)
    if not said or _says_written(whole):
        return None
    found, answer = _found(said, whole)
    best = max(found, key=_rank, default=None)
    if best is None or best.weight + _against(answer) < _ENOUGH:
        return None
    return _told_by(best, said, answer)


def settled(
    said: Sequence[Sentence], whole: Sequence[Sentence]
) -> tuple[tuple[Sentence, Unwritten], ...]:
    """Return all that an exchange held, written or not: with its sentence, one each, in order."""
    if not said:
        return ()
    found, answer = _found(said, whole)
    best: dict[Sentence, _Weighed] = {}
    for one in sorted(found, key=_rank):
        best[one.text] = one
    against = _against(answer)
    told = ((one, _told_by(one, said, answer)) for one in best.values())
    order = [*said, *whole]
    rows = [
        (order.index(one.text), one.text, unwritten)
        for one, unwritten in told
        if unwritten and one.weight + against >= _ENOUGH
    ]
    return tuple((text, unwritten) for _, text, unwritten in sorted(rows, key=lambda row: row[0]))


def _found(
    said: Sequence[Sentence], whole: Sequence[Sentence]
) -> tuple[list[_Weighed], Sequence[Sentence]]:
    """Weigh an exchange; with the ends of the answer, which say how it takes what was said."""
    answer = whole if len(whole) <= _HEARD + _HEARD else [*whole[:_HEARD], *whole[-_HEARD:]]
    if all(text.has("accepts") for text in said):
        return [*_accepted(said, answer)], answer
    return [*_stated(said, answer), *_told(said, answer)], answer


def _rank(one: _Weighed) -> tuple[float, int]:
    return one.weight, -KINDS.index(one.kind)


def _told_by(
    best: _Weighed, said: Sequence[Sentence], answer: Sequence[Sentence]
) -> Unwritten | None:
    line = line_of(_carrier(best, said, answer))
    return Unwritten(best.kind, line, tuple(dict.fromkeys(best.words))[:_WORDS]) if line else None


def _carrier(best: _Weighed, said: Sequence[Sentence], answer: Sequence[Sentence]) -> Sentence:
    """Return the sentence that says it: not "let Oleg do it", but the answer that says what."""
    cues: tuple[str, ...] = ()
    if best.kind in _SETTLED and any(text.is_question for text in said):
        cues = ("then",)
    elif best.kind in _FOUND_OUT and not any(best.text.has(name) for name in _OWN_FINDING):
        cues = _FOUND_OUT[best.kind]
    full = (text for text in answer if any(text.has(cue) for cue in cues) and not text.is_question)
    return next(full, best.text)


def written(agent: str) -> bool:
    """Say whether an agent's answer says that something has been written down."""
    return _says_written(read("", agent)[1])


def _says_written(answer: Sequence[Sentence]) -> bool:
    return any(
        (text.has("written") or (text.has("put") and text.has("place")))
        and not (text.has("unwritten") or text.is_question)
        for text in answer
    )


# --- what is weighed ---


class _Weighed(NamedTuple):
    """A kind that words speak for: how much, in which sentence, which words."""

    weight: float
    kind: str
    text: Sentence
    words: tuple[str, ...]


class _Cues:
    """What words speak for: the weight of each kind, and the words."""

    def __init__(self) -> None:
        self.weights = dict.fromkeys(KINDS, 0.0)
        self.words: dict[str, tuple[str, ...]] = dict.fromkeys(KINDS, ())

    def add(self, found: str, weights: Mapping[str, float]) -> None:
        for kind, weight in weights.items() if found else ():
            self.weights[kind] += weight
            self.words[kind] += (found,)


def _said_cues(text: Sentence) -> _Cues:
    cues = _Cues()
    for name, (kind, weight) in _SAID.items():
        cues.add(text.find(name), {kind: weight})
    return cues


def _answer_cues(answer: Sequence[Sentence]) -> _Cues:
    cues = _Cues()
    for name, weights in _ANSWERED.items():
        cues.add(next(filter(None, (text.find(name) for text in answer)), ""), weights)
    return cues


def _stated(said: Sequence[Sentence], answer: Sequence[Sentence]) -> Iterator[_Weighed]:
    """Weigh the sentences in which the user states something."""
    taken_up = {term for text in answer for term in terms(text.low)}
    backed = _answer_cues(answer)
    dreamt = any(text.has("suppose") for text in said)
    for text in said:
        if text.has("request"):
            return  # what follows is what to work on
        if text.is_question or text.has("suppose"):
            continue
        base = _PLAIN + _echo(text, taken_up) + (_DREAMT if dreamt else 0.0)
        base += _RESTATED if _is_restated(text, answer) else 0.0
        base += sum(weight for name, weight in _UNSETTLED.items() if text.has(name))
        cues = _said_cues(text)
        for kind in [kind for kind in KINDS if cues.words[kind]] or _PLAIN_KINDS:
            weight = base + cues.weights[kind] + backed.weights[kind]
            yield _Weighed(weight, kind, text, cues.words[kind] + backed.words[kind])


def _echo(text: Sentence, taken_up: set[str]) -> float:
    """Return what it counts that the answer takes up words of a sentence."""
    own = {term.text for term in query_terms(text.low)}
    worth = _ECHO / 2 if text.language == Language.ZH else _ECHO  # there a term is half a word
    return min(_MOST_ECHO, worth * len(own & taken_up))


def _is_restated(text: Sentence, answer: Sequence[Sentence]) -> bool:
    """Tell whether an answer begins with little but words of the sentence: "Blue stays."."""
    own = {term.text for term in query_terms(text.low)}
    first = [term.text for term in query_terms(answer[0].low)] if answer else []
    return bool(first) and 2 * sum(term in own for term in first) >= len(first)


def _against(answer: Sequence[Sentence]) -> float:
    """Return what in an answer speaks against anything being settled."""
    found = sum(w for name, w in _AGAINST.items() if any(text.has(name) for text in answer))
    return found + (_ASKS_BACK if answer and answer[-1].is_question else 0.0)


def _accepted(said: Sequence[Sentence], answer: Sequence[Sentence]) -> Iterator[_Weighed]:
    """Weigh what the agent states where the user only accepts it."""
    for text in answer:
        cues = _said_cues(text)
        cues.add(text.find("then"), {DECISION: _ANSWERED["then"][DECISION]})
        for kind in _SETTLED:
            if cues.words[kind] and not text.is_question:
                told = (said[0].find("accepts"), *cues.words[kind])
                yield _Weighed(_PLAIN + _ACCEPTED + cues.weights[kind], kind, text, told)


def _told(said: Sequence[Sentence], answer: Sequence[Sentence]) -> Iterator[_Weighed]:
    """Weigh what the agent has found out, from what the user reported or wondered about."""
    stated = [text for text in said if not text.is_question]
    asked = not stated and any(text.has("resolved") for text in said)
    if not (stated or asked) or any(text.has(name) for text in said for name in _NO_REPORT):
        return
    base = dict.fromkeys(KINDS, _ASKED if asked else _UNREPORTED)
    for name, weights in _REPORTED.items():
        if any(text.has(name) for text in stated):
            base = {kind: weight + weights.get(kind, 0.0) for kind, weight in base.items()}
    for kind, (name, *_) in _FOUND_OUT.items():
        text = next((text for text in answer if text.has(name)), None)
        if text:
            taken_up = set(terms(text.low))
            echo = max((_echo(one, taken_up) for one in stated), default=0.0)
            weight = base[kind] + _ANSWERED[name][kind] + min(echo, _ECHO)
            yield _Weighed(weight, kind, text, (text.find(name),))

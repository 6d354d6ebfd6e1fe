"""Tell whether an exchange held something worth a note that the agent has not written. Pure.

What the user says settles something, or asks, tries out, leaves open; how the agent answers speaks
for one or the other. Words of the four languages (``unwritten_words``) are weighed, no model. Only
the ends of a long message are read and repetitions are bounded: no message takes long.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.documents.language import Language
from lamina.documents.language import detect as language_of
from lamina.recall.unwritten_words import pattern
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

_SAMPLE = 800  # characters of a message looked at: its beginning and its end
_SENTENCES = 10  # at either end of it
_HEARD = 3  # sentences at either end of an answer that say how it takes what was said
_LONGEST = 240  # characters of a line
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
    said, whole = _read(user, agent)
    if not said or _says_written(whole):
        return None
    answer = whole if len(whole) <= _HEARD + _HEARD else whole[:_HEARD] + whole[-_HEARD:]
    if all(text.has("accepts") for text in said):
        found = [*_accepted(said, answer)]
    else:
        found = [*_stated(said, answer), *_told(said, answer)]
    best = max(found, key=lambda one: (one.weight, -KINDS.index(one.kind)), default=None)
    if best is None or best.weight + _against(answer) < _ENOUGH:
        return None
    line = _line(_carrier(best, said, answer))
    return Unwritten(best.kind, line, tuple(dict.fromkeys(best.words))[:_WORDS]) if line else None


def _carrier(best: _Weighed, said: Sequence[_Text], answer: Sequence[_Text]) -> _Text:
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
    return _says_written(_read("", agent)[1])


def _says_written(answer: Sequence[_Text]) -> bool:
    return any(
        (text.has("written") or (text.has("put") and text.has("place")))
        and not (text.has("unwritten") or text.is_question)
        for text in answer
    )


# --- what is weighed ---


@dataclass(frozen=True, slots=True)
class _Text:
    """A sentence as written, and as it is compared."""

    shown: str
    low: str
    language: str

    def find(self, name: str) -> str:
        """Return the words of a cue that the sentence has, or nothing."""
        return _found(self.language, name, self.low)

    def has(self, name: str) -> bool:
        return bool(self.find(name))

    @property
    def is_question(self) -> bool:
        return self.shown.endswith(("?", "？")) or self.has("ask")


@lru_cache(maxsize=4096)
def _found(language: str, name: str, low: str) -> str:
    found = pattern(language, name).search(low)
    return found[0].strip(" ,.:;!") if found else ""


class _Weighed(NamedTuple):
    """A kind that words speak for: how much, in which sentence, which words."""

    weight: float
    kind: str
    text: _Text
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


def _said_cues(text: _Text) -> _Cues:
    cues = _Cues()
    for name, (kind, weight) in _SAID.items():
        cues.add(text.find(name), {kind: weight})
    return cues


def _answer_cues(answer: Sequence[_Text]) -> _Cues:
    cues = _Cues()
    for name, weights in _ANSWERED.items():
        cues.add(next(filter(None, (text.find(name) for text in answer)), ""), weights)
    return cues


def _stated(said: Sequence[_Text], answer: Sequence[_Text]) -> Iterator[_Weighed]:
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


def _echo(text: _Text, taken_up: set[str]) -> float:
    """Return what it counts that the answer takes up words of a sentence."""
    own = {term.text for term in query_terms(text.low)}
    worth = _ECHO / 2 if text.language == Language.ZH else _ECHO  # there a term is half a word
    return min(_MOST_ECHO, worth * len(own & taken_up))


def _is_restated(text: _Text, answer: Sequence[_Text]) -> bool:
    """Tell whether an answer begins with little but words of the sentence: "Blue stays."."""
    own = {term.text for term in query_terms(text.low)}
    first = [term.text for term in query_terms(answer[0].low)] if answer else []
    return bool(first) and 2 * sum(term in own for term in first) >= len(first)


def _against(answer: Sequence[_Text]) -> float:
    """Return what in an answer speaks against anything being settled."""
    found = sum(w for name, w in _AGAINST.items() if any(text.has(name) for text in answer))
    return found + (_ASKS_BACK if answer and answer[-1].is_question else 0.0)


def _accepted(said: Sequence[_Text], answer: Sequence[_Text]) -> Iterator[_Weighed]:
    """Weigh what the agent states where the user only accepts it."""
    for text in answer:
        cues = _said_cues(text)
        cues.add(text.find("then"), {DECISION: _ANSWERED["then"][DECISION]})
        for kind in _SETTLED:
            if cues.words[kind] and not text.is_question:
                told = (said[0].find("accepts"), *cues.words[kind])
                yield _Weighed(_PLAIN + _ACCEPTED + cues.weights[kind], kind, text, told)


def _told(said: Sequence[_Text], answer: Sequence[_Text]) -> Iterator[_Weighed]:
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


# --- reading ---


_PIECE = re.compile(r"\A[^\s。，！？；]+")  # of a word or sentence that was cut
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^\s*>.*$", re.MULTILINE)
_MARK = re.compile(r"^\s*(?:[-+*•·#]+|\d+[.)])\s+(?:\[[ xX]\]\s)?|\*\*|__|`", re.MULTILINE)
_ENDLESS = re.compile(r"([^\W\u2e80-\u9fff]{60})[^\W\u2e80-\u9fff]+")  # longer is no word
_DATED = r"(?<=\d)\.(?=\s?(?:[a-zа-яё]|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))"
_SENTENCE = re.compile(
    rf"(?:[^.!?…。！？\n]|{_DATED}|[.!?…](?![\s.!?…\"”“»’)]|$))+[.!?…。！？]*[\"”“»’)」]*",
    re.MULTILINE,
)
_QUOTED = re.compile(r"[\"“„«「]([^\"”“»」]*)[\"”“»」]")
_NAMES = 2, 8  # words, or characters without blanks, of a quotation that may be a name
_SCRIPTS = tuple(
    re.compile(letters) for letters in (r"[\u3400-\u9fff]", r"[\u0400-\u052f]", r"[a-zß-ɏ]")
)
_NAME = re.compile(r"[a-z\d_./-]{1,80}\.[a-z]{1,5}\b|https?:\S{1,200}")
_GERMAN = re.compile(
    r"[äöüß]|\b(?:der|die|das|und|ist|ich|wir|nicht|ein|eine[nmrs]?|mit|auf|im|zu|hab|habe|gut|dann|ge\w{3,}(?:t|en)"
    r"|\w+ge\w{3,}(?:t|en)|sich|es|bitte|ja|aus|den|dem)\b"
)
_ENGLISH = re.compile(
    r"\b(?:the|and|is|it|i|we|you|not|a|an|with|on|to|of|that|this|for|my|your|was|are|have|has|ok|so|then"
    r"|\w+'(?:s|ll|re|ve|t|m|d)|\w{3,}(?:ing|ed))\b"
)


def _read(user: str, agent: str) -> tuple[list[_Text], list[_Text]]:
    """Return the sentences of both, each in the language its script tells."""
    both = _sample(user), _sample(agent)
    latin = "\n".join(text for text in both if not _script(text))
    spoken = _latin(latin)
    said, answer = (list(_sentences(text, _script(text) or spoken)) for text in both)
    return said, answer


def _latin(text: str) -> str:
    low = text.lower()
    german = len(_GERMAN.findall(low)) > len(_ENGLISH.findall(low))
    known = language_of(text, Language.DE if german else Language.EN)
    return known if known in {Language.EN, Language.DE} else Language.EN


def _sample(text: str) -> str:
    """Return the beginning and the end of a message, without code and what others said."""
    if len(text) > _SAMPLE:
        half = _SAMPLE // 2
        head = _PIECE.sub("", text[:half][::-1], count=1)[::-1]
        text = f"{head}\n{_PIECE.sub('', text[-half:], count=1)}"
    text = unicodedata.normalize("NFC", text).replace("’", "'")
    text = _QUOTED_LINE.sub("", _CODE.sub("\n", text))
    return _ENDLESS.sub(r"\1", _MARK.sub("", text))


def _script(text: str) -> str:
    """Return the language a script tells, nothing for Latin letters; names of files tell none."""
    low = _NAME.sub(" ", text.lower())
    han, cyrillic, latin = (len(letters.findall(low)) for letters in _SCRIPTS)
    if 3 * han > latin + cyrillic:
        return Language.ZH
    return Language.RU if cyrillic > latin else ""


def _sentences(text: str, language: str) -> Iterator[_Text]:
    found = [" ".join(match[0].split()) for match in _SENTENCE.finditer(text)]
    found = [shown for shown in found if re.search(r"\w", shown)]
    if len(found) > 2 * _SENTENCES:
        found = found[:_SENTENCES] + found[-_SENTENCES:]
    for shown in found:
        yield _Text(shown, _QUOTED.sub(_name_or_nothing, _low(shown)), language)


def _low(text: str) -> str:
    return text.replace("İ", "I").lower().replace("ё", "е")  # as long as it is


def _name_or_nothing(quoted: re.Match[str]) -> str:
    """Return a quotation if it may be a name: what longer ones say is not said here."""
    words, characters = _NAMES
    short = len(quoted[1].split()) <= words
    return quoted[0] if short and (quoted[1] < "\u2e80" or len(quoted[1]) <= characters) else '""'


# --- the line ---


def _line(text: _Text) -> str:
    """Return a sentence without what only leads up to it, on one line."""
    shown, low, start, at = text.shown, _low(text.shown), 0, 0
    while led := pattern(text.language, "filler").match(low, at):
        end = _AFTER_FILLER.match(shown, led.end())
        at = end.end() if end else led.end() + 1  # "ok so, …" is filler up to the comma
        start = at if end and at < len(shown) else start
    line = shown[start:]
    if len(line) > _LONGEST:
        line = line[:_LONGEST].rpartition(" ")[0] or line[:_LONGEST]
    return line.strip()


_AFTER_FILLER = re.compile(
    r"\s*[,.:;!…，。：；！、–—-]+\s*|(?<=[\u3400-\u9fff])(?=[\u3400-\u9fff])"
)

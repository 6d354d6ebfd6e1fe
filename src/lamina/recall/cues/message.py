"""Read a message: its languages, its sentences and their mood, and the text it brings along. Pure.

A position in what is returned is the same place in the message.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lamina.recall.cues import HAN, JOINED, OTHER, pattern
from lamina.search.words import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD, _TAIL = 1500, 500  # characters of a message that are read
_LONG = 600  # characters of a message that brings its own matter
_FEW_TERMS = 2  # of a quotation that may be a name
_SMALL = 100  # characters small talk may have


class Sentence(NamedTuple):
    """A sentence in lower case, where it begins, and "question", "request" or "" for its mood."""

    text: str
    start: int
    mood: str


def cut(message: str) -> str:
    """Return the beginning and the end of a message, its signs made alike."""
    if len(message) > _HEAD + _TAIL:
        message = f"{message[:_HEAD]}\n{message[-_TAIL:]}"
    return unicodedata.normalize("NFC", message).replace("’", "'").strip()


def lowered(text: str) -> str:
    """Return a text in lower case and without ё; every character stays where it was."""
    if text.isascii():
        return text.lower()
    lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return lower.replace("ё", "е")


# --- languages ---

_SCRIPTS = {
    "joined": r"[\u3040-\u30ff\uac00-\ud7a3]",
    "zh": r"[\u3400-\u9fff]",
    "ru": r"[\u0400-\u052f]",
}
_LATIN = r"[a-z\u00df-\u024f]"
_ENGLISH = (
    r"(?<!\w)(?:the|of|and|to|is|are|on|with|at|by|it|he|she|we|you|i|that|this|not|but|or|from|be"
    r"|has|have|my|your|our|if|when|for|who|how|do|does|did|what|where|why|can|please|me|us|a|an|no"
    r"|yes|\w+ing|\w+'\w+)(?!\w)"
)
_GERMAN = (
    r"[äöüß]|(?<!\w)(?:der|das|den|dem|des|und|ist|im|zu|zum|zur|mit|von|vom|bei|beim|auf|aus|ein"
    r"|eine[nmrs]?|nicht|noch|nur|wenn|ich|du|sie|er|wir|mir|mich|dir|dich|uns|mal|bitte|hab|habe"
    r"|hast|hat|haben|wie|wo|wer|wann|warum|was|mein\w*|unser\w*|sich|es|oder|aber|als|nach|vor"
    r"|kein\w*|ja|nein|die|um|bis|da|man|schon|kann|wird|hatte|hatten|nochmal|welche\w*|seit|gibt"
    r"|sag|mach|schreib|zeig|gib|wieder|jetzt|heute|morgen|gestern|alle|alles|wurde)(?!\w)"
)
_FOREIGN = (
    r"[àâçèéêëîïñòóôùûáíìúãõąćęłńśźżğışєіїґ¿¡]|(?<!\w)(?:le|la|les|el|los|est|es|un|une|una|que"
    r"|il|lo|gli|di|per|het|een|van|jest|nie|się|czy|bir|mi|bu|não|para|por)(?!\w)"
)


def languages_of(text: str) -> list[str]:
    """Return the tables to read a text in lower case with: by script, then by small words."""
    count = {name: len(re.findall(script, text)) for name, script in _SCRIPTS.items()}
    if count[JOINED]:  # Japanese has Han too, with other meanings
        return [JOINED]
    found = [name for name in (HAN, "ru") if count[name]]
    foreign = len(re.findall(_FOREIGN, text))
    english = german = 0
    latin = len(re.findall(_LATIN, text)) > 3 * count[HAN] + count["ru"]
    if latin:
        english, german = len(re.findall(_ENGLISH, text)), len(re.findall(_GERMAN, text))
        found += ["en"] if english >= german else []
        found += ["de"] if german >= english else []
    unknown = foreign >= max(english, german) and (latin or foreign)
    return [*found, OTHER] if unknown else found


def is_small_talk(text: str, languages: Sequence[str]) -> bool:
    """Tell whether a message in lower case is made of greetings, thanks and consent only."""
    if len(text) > _SMALL:
        return False
    return any(_is_made_of(text, each) for each in (languages, *([one] for one in languages)))


def _is_made_of(text: str, languages: Sequence[str]) -> bool:
    rest = text
    for language in languages:
        rest = pattern(language, "small", rest).sub(" ", rest)
    left = "".join(re.findall(r"\w", rest))
    return rest != text and (not left or (len(left) == 1 and HAN in languages))


# --- the text a message brings ---

_QUOTE = (
    r"```(?s:.*?)(?:```|\Z)|`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」"
    r"|『[^』\n]*』|《[^》\n]*》|(?<!\w)'[^'\n]*'(?!\w)"
)
_COLON = r"[:：]\s*(?=\S)"
_SUM = (
    r"\d\s*(?:[-+*/×÷^]|%|prozent|процент\w*|plus|minus|mal|times|divided|плюс|минус|умножить|乘以?"
    r"|加上?|减去?|除以)\s*(?:of|von|от|на)?\s*\d|\d\s*的\s*\d+(?:\.\d+)?\s*%|sqrt|wurzel|корень"
    r"|square root"
)


def without_quotes(text: str) -> str:
    """Return a text with blanks for what is quoted."""
    return re.sub(_QUOTE, _blank, text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def without_material(text: str, languages: Sequence[str]) -> tuple[str, str]:
    """Return what a message wants, without the text it brings along.

    Also return "task" where something is to be done with that text, "brought" where text follows a
    request ("Write to her: ..."), "" where there is none.
    """
    lower = lowered(text)
    task = _has(lower, ("task", "create"), languages)
    quoted = [match for match in re.finditer(_QUOTE, text) if len(terms(match[0])) > _FEW_TERMS]
    material = bool(re.search(_SUM, lower)) or len(text) > _LONG
    material |= any("\n" in match[0] for match in quoted) or (
        task and bool(re.search(_QUOTE, text))
    )
    request = text
    for match in quoted:
        request = request.replace(match[0], _blank(match))
    kind = "task" if material else ""
    colon = re.search(_COLON, request)
    if colon and len(terms(request[colon.end() :])) > _FEW_TERMS:
        head = lower[: colon.start()]
        if _has(head, ("task",), languages):
            return request[: colon.start()], "task"
        if not _is_question(request) and _mood_of(head, languages) == "request":
            return request[: colon.start()], kind or "brought"
    return request, kind


def _has(text: str, cues: Sequence[str], languages: Sequence[str]) -> bool:
    return any(pattern(one, cue, text).search(text) for one in languages for cue in cues)


# --- sentences ---

# not after an initial, nor after Dr., Nr., Str., Hr. and the like
_END = r"(?<!\b\w)(?<!\b[dmhnfs][rtcs])(?<!\bbzw)(?<!\bstr)[.!?…]+(?=\s|$)|[。！？]+|\n+"
_OPENING = (
    r"[\W_]*(?:(?:and|so|but|ok|okay|oh|well|hey|hi|now|then|by the way|also|und|aber|ach|na"
    r"|sag mal|du|ja|jetzt|dann|а|и|но|ну|слушай|так|кстати|теперь|тогда|please|bitte|пожалуйста)"
    r"[\s,]+){0,2}"
)
_ASKING = ("asks", "inverted")
_ANYWHERE = ("please", "lookup")


def sentences_of(text: str, languages: Sequence[str]) -> list[Sentence]:
    """Return the sentences of a text, with their end marks."""
    text = lowered(text)
    return [
        Sentence(text[start:end], start, _mood_of(text[start:end], languages))
        for start, end in places(text)
    ]


def places(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text begin and end."""
    marks = [0, *(end.end() for end in re.finditer(_END, text)), len(text)]
    spans = pairwise(marks)
    return [(start, end) for start, end in spans if re.search(r"\w", text[start:end])]


def _mood_of(sentence: str, languages: Sequence[str]) -> str:
    """Return "question", "request" or "" for what is only told."""
    if _is_question(sentence):
        return "question"
    exclaimed = sentence.rstrip().endswith(("!", "！"))
    opening = re.match(_OPENING, sentence)
    start = opening.end() if opening else 0
    for language in languages:
        for cue in (*_ASKING, *_ANYWHERE, "orders"):
            if exclaimed and cue in _ASKING:
                continue
            find = pattern(language, cue, sentence)
            anywhere = cue in _ANYWHERE or language in {HAN, JOINED}
            if find.search(sentence) if anywhere else find.match(sentence, start):
                return "question" if cue in _ASKING else "request"
    return ""


def _is_question(sentence: str) -> bool:
    return sentence.rstrip(" \n\"'»“”)").endswith(("?", "？"))

"""The sentences of what people and agents say, each in its language, as words are looked for. Pure.

Only the ends of a long message are read and repetitions are bounded: no message takes long. Code,
quoted lines and long quotations are left out: what they say is not said here.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.documents.language import Language
from lamina.documents.language import detect as language_of
from lamina.recall.unwritten_words import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SAMPLE = 800  # characters of a message looked at: its beginning and its end
MOST = 10  # sentences at either end of it
_LATIN = 20_000  # characters of a talk that tell its language
_LONGEST = 240  # characters of a line


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as written, and as it is compared."""

    shown: str
    low: str
    language: str

    def find(self, name: str) -> str:
        """Return the words of a cue that the sentence has, or nothing."""
        return _found(self.language, name, self.low)

    def has(self, name: str) -> bool:
        """Say whether the sentence has words of a cue."""
        return bool(self.find(name))

    @property
    def is_question(self) -> bool:
        """Say whether it asks, by its mark or its words."""
        return self.shown.endswith(("?", "？")) or self.has("ask")


@lru_cache(maxsize=4096)
def _found(language: str, name: str, low: str) -> str:
    found = pattern(language, name).search(low)
    return found[0].strip(" ,.:;!") if found else ""


_PIECE = re.compile(r"\A[^\s。，！？；]+")  # of a word or sentence that was cut
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^\s*>.*$", re.MULTILINE)
_MARK = re.compile(r"^\s*(?:[-+*•·#]+|\d+[.)])\s+(?:\[[ xX]\]\s)?|\*\*|__|`", re.MULTILINE)
_ENDLESS = re.compile(r"([^\W\u2e80-\u9fff]{60})[^\W\u2e80-\u9fff]+")  # longer is no word
_DATED = r"(?<=\d)\.(?=\s?(?:[a-zа-яё]|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))"
_ABBREVIATED = (
    r"(?:(?<=[Ss]tr)|(?<=\b[DM]r)|(?<=\bMrs)|(?<=\b[SN]t)|(?<=\bN[or])|(?<=\bca)|(?<=\bул)"
    r"|(?<=\bг)|(?<=\bд)|(?<=\bкв))\.(?=\s\S)"
)
_SENTENCE = re.compile(
    rf"(?:[^.!?…。！？\n]|{_DATED}|{_ABBREVIATED}|[.!?…](?![\s.!?…\"”“»’)]|$))+[.!?…。！？]*[\"”“»’)」]*",
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
    r"|(?>\w+?ge)\w{3,}(?:t|en)|sich|es|bitte|ja|aus|den|dem)\b"
)
_ENGLISH = re.compile(
    r"\b(?:the|and|is|it|i|we|you|not|a|an|with|on|to|of|that|this|for|my|your|was|are|have|has|ok|so|then"
    r"|\w+'(?:s|ll|re|ve|t|m|d)|\w{3,}(?:ing|ed))\b"
)


def read(user: str, agent: str) -> tuple[list[Sentence], list[Sentence]]:
    """Return the sentences of both, each in the language its script tells."""
    said, answer = read_all((user, agent))
    return said, answer


def read_all(texts: Sequence[str]) -> list[list[Sentence]]:
    """Return the sentences of each text of a talk; Latin ones are all in one language."""
    samples = [_sample(text) for text in texts]
    scripts = [_script(sample) for sample in samples]
    latin = "\n".join(text for text, script in zip(samples, scripts, strict=True) if not script)
    spoken = _latin(latin[:_LATIN])
    return [
        list(_sentences(text, script or spoken))
        for text, script in zip(samples, scripts, strict=True)
    ]


def _latin(text: str) -> str:
    low = text.lower()
    german = len(_GERMAN.findall(low)) > len(_ENGLISH.findall(low))
    known = language_of(text, Language.DE if german else Language.EN)
    return known if known in {Language.EN, Language.DE} else Language.EN


def _sample(text: str) -> str:
    """Return the beginning and the end of a message, without code and what others said."""
    if len(text) > SAMPLE:
        half = SAMPLE // 2
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


def _sentences(text: str, language: str) -> Iterator[Sentence]:
    found = [" ".join(match[0].split()) for match in _SENTENCE.finditer(text)]
    found = [shown for shown in found if re.search(r"\w", shown)]
    if len(found) > 2 * MOST:
        found = found[:MOST] + found[-MOST:]
    for shown in found:
        yield Sentence(shown, _QUOTED.sub(_name_or_nothing, _low(shown)), language)


def _low(text: str) -> str:
    return text.replace("İ", "I").lower().replace("ё", "е")  # as long as it is


def _name_or_nothing(quoted: re.Match[str]) -> str:
    """Return a quotation if it may be a name: what longer ones say is not said here."""
    words, characters = _NAMES
    short = len(quoted[1].split()) <= words
    return quoted[0] if short and (quoted[1] < "\u2e80" or len(quoted[1]) <= characters) else '""'


def line_of(text: Sentence) -> str:
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

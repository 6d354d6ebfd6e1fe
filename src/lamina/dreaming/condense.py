"""Take out of a long line the sentences that tell most, for MEMORY.md is read on every turn. Pure.

The line itself stays in its note, and its source is named. A line that is short enough is kept as
it is; of a longer one, sentences that stand side by side are kept as long as they fit. A sentence
tells as much as its rarer words; what only asks tells nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents.sentences import STOP
from lamina.documents.tokens import estimate
from lamina.search.words import has_content, terms

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

AIM = 25  # tokens of a promoted line, where its sentences allow it
ASKED = 3.0  # how much more a word tells that somebody asked with
_SENTENCE = re.compile(rf"{STOP}[\"'”»)]*\s+(?=[^\W_a-zа-яё]|[\"'“«(])|(?<=[。！？])")
_SPEAKER = re.compile(r"[^\W\d_][^:：\n]{0,28}[:：]\s+")
# What points back to the sentence before: alone it would say nothing.
_BACK = re.compile(
    r"(?:it|it's|this|that|that's|they|they're|he|she|these|those|so|but"
    r"|er|sie|es|das|dies\w*|damit|dazu|aber|deshalb"
    r"|он|она|оно|они|это|эт[аи]|но|поэтому)\b|[它他她这那]|但|所以",
    re.IGNORECASE,
)


def condensed(
    text: str, rarity: Callable[[str], float], asked: Collection[str] = (), aim: int = AIM
) -> str:
    """Return a line, or of a longer one what tells most.

    ``rarity`` of a term; ``asked``: the questions that the line answered.
    """
    if estimate(text) <= aim:
        return text
    speaker = _SPEAKER.match(text)
    head = speaker[0] if speaker else ""
    sentences = [one for one in _SENTENCE.split(text[len(head) :]) if one]
    wanted = {term for question in asked for term in terms(question)}
    tells = [_tells(one, rarity, wanted) for one in sentences]
    kept = [n for n, value in enumerate(tells) if value > 0]
    best, most = "", 0.0
    for first in range(len(kept)):
        for last in range(first, len(kept)):
            said = head + _joined([sentences[n] for n in kept[first : last + 1]])
            if last > first and estimate(said) > aim:
                break
            value = sum(tells[n] for n in kept[first : last + 1])
            if kept[first] and _BACK.match(sentences[kept[first]]):
                value *= 0.8
            value /= max(1.0, estimate(said) / aim)
            if value > most:
                best, most = said, value
    return best or text


def _tells(sentence: str, rarity: Callable[[str], float], wanted: Collection[str]) -> float:
    if sentence.rstrip("\"'”») ").endswith(("?", "？")):
        return 0.0
    words = {term for term in terms(sentence) if has_content(term)}
    return sum(rarity(term) * (ASKED if term in wanted else 1.0) for term in words)


def _joined(sentences: list[str]) -> str:
    return "".join(
        one if n == len(sentences) - 1 or one.endswith(("。", "！", "？")) else f"{one.rstrip()} "
        for n, one in enumerate(sentences)
    ).strip()

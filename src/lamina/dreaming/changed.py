"""Tell whether a newer line says that what an older one says has changed. Pure.

Lines that contradict each other word for word are the business of ``layers/claims``. People mostly
say it otherwise: "Tom moved: his parts go to 3 Chapel Lane from now on". Such a line has a word of
change and shares its subject with the older one.
"""

from __future__ import annotations

import re

from lamina.layers.claims.relation import Relation, relation
from lamina.search.words import has_content, terms

_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|januar|februar|märz|mai|juni|juli|oktober|dezember"
)
_CHANGE = re.compile(
    r"\b(?:now|from now on|no longer|not any ?more|instead|moved|switched|changed|replaced|as of"
    r"|used to|anymore|the old|new|is off|retired|gave up|dropped"
    r"|jetzt|ab sofort|nicht mehr|umgezogen|gewechselt|statt|stattdessen|geändert|ersetzt"
    r"|gilt nicht|neu\w{0,2}|seit \d|erst ab|in rente"
    rf"|(?:since|from|ab) (?:{_MONTHS})"
    r"|теперь|больше не|переех\w+|вместо|отныне|сменил\w*|измен\w+|подняли|снизили|нов\w{2,3}"
    r"|сделали|перенесл\w+|отменил\w*"
    r")\b|[改换搬]|不再|从.{1,6}起|现在|(?<!重)新|取消|降到|升到|提高到|以后",
    re.IGNORECASE,
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
LEAST = 2  # content terms that both share; of Chinese and Japanese, pairs of letters
_LEAST_WIDE = 3
SHARE = 0.25  # of the older line's
_SHARE_WIDE = 0.14


def changes(newer: str, older: str) -> bool:
    """Tell whether a line takes the place of one that was noted before it."""
    if relation(newer, older) is Relation.CONTRADICTS:
        return True
    if not speaks_of_change(newer):
        return False
    one, other = _subject(newer), _subject(older)
    shared = one & other
    wide = bool(_WIDE.search(older))
    least, share = (_LEAST_WIDE, _SHARE_WIDE) if wide else (LEAST, SHARE)
    return len(shared) >= max(least, share * len(other))


def speaks_of_change(text: str) -> bool:
    """Tell whether a line has a word of change, whatever it is that has changed."""
    return bool(_CHANGE.search(text))


def _subject(text: str) -> set[str]:
    return {term for term in terms(text) if not term.isdigit() and has_content(term)}

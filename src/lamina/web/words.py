"""The page's words in four languages: one table, by the English key that templates use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.web.word_table import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

CODES = ("en", "de", "ru", "zh")


class Words:
    """The words of one language; numbers as it writes them."""

    def __init__(self, code: str, words: Mapping[str, str], thousands: str) -> None:
        self.code = code
        self._words = words
        self._thousands = thousands

    def __call__(self, key: str) -> str:
        """Return the words for a key; one that is missing is a fault, found by a test."""
        return self._words[key]

    def known(self, key: str) -> str:
        """Return the words for a key that comes from elsewhere, or the key."""
        return self._words.get(key, key)

    def number(self, value: float) -> str:
        """Return a number as it is written here."""
        whole = f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
        return whole.replace(",", self._thousands)


_THOUSANDS = {"en": ",", "de": ".", "ru": "\u202f", "zh": ","}
LANGUAGES = {
    code: Words(code, {key: said[at] for key, said in TABLE.items()}, _THOUSANDS[code])
    for at, code in enumerate(CODES)
}


def language_for(accepted: str) -> str:
    """Return the language a browser likes best of those there are (Accept-Language)."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")[:20]):
        name, _, weight = part.strip().partition(";q=")
        try:
            likes = float(weight or 1)
        except ValueError:
            likes = 0.0
        code = name.strip().partition("-")[0].casefold()
        if code in CODES and likes > 0:
            wanted.append((-likes, place, code))
    return min(wanted)[2] if wanted else CODES[0]

"""Attacks on an agent through its memory, as they are written in data/poison: a line each.

``{m}`` is the attack's own mark, a word that stands nowhere else: where it turns up, the attack
got to. What cannot be seen is written as ``{tags:…}``, ``{bidi:…}`` and the like, so that the
files can be read by people.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).parents[1] / "data" / "poison"
_HIDDEN = re.compile(r"\{(tags|bidi|zw|vs|soft|invisible|cyr|lat|wide|math):([^{}]*)\}")
_CYRILLIC = str.maketrans("aceiopsuxyABCEHIKMOPTX", "асеіорѕuхуАВСЕНІКМОРТХ")
_LATIN = str.maketrans("асеорухАВСЕНКМОРТХ", "aceopyxABCEHKMOPTX")
_SYLLABLES = ("ba", "do", "fe", "gu", "ki", "lo", "mi", "na", "pu", "ra", "se", "ti", "vo", "wu")


@dataclass(frozen=True, slots=True)
class Attack:
    """One text, what it tries, and by whom an agent would be given it."""

    kind: str
    lang: str
    via: str  # web, tool, agent (another one)
    text: str
    mark: str

    @property
    def name(self) -> str:
        """A harmless name for what holds it, which is not its mark."""
        return f"page-{self.mark[2:]}x"

    @property
    def line(self) -> str:
        """The text in one line, as it would stand in a note."""
        return " ".join(self.text.split())


def attacks(name: str = "attacks") -> list[Attack]:
    """Return the attacks of a file: ``attacks``, or ``held_back``."""
    rows = map(json.loads, (DATA / f"{name}.jsonl").read_text("utf-8").splitlines())
    return [
        Attack(row["kind"], row["lang"], row["via"], written(row["text"], mark), mark)
        for row in rows
        for mark in [mark_of(row["text"])]
    ]


def mark_of(text: str) -> str:
    """Return a word that no language has."""
    digest = hashlib.sha256(text.encode()).digest()
    return "zq" + "".join(_SYLLABLES[byte % len(_SYLLABLES)] for byte in digest[:6])


def written(text: str, mark: str) -> str:
    """Return an attack's text with its mark, and with what it hides."""
    return _HIDDEN.sub(lambda part: _WAYS[part[1]](part[2]), text.replace("{m}", mark))


def _between(sign: str) -> Callable[[str], str]:
    return sign.join


def _selectors(text: str) -> str:
    """Carry bytes in variation selectors."""
    return "".join(chr(0xE0100 + byte) for byte in text.encode())


def _bold(text: str) -> str:
    """Write letters as mathematicians do."""
    return "".join(
        unicodedata.lookup(f"MATHEMATICAL BOLD {'CAPITAL' if c.isupper() else 'SMALL'} {c.upper()}")
        if c.isascii() and c.isalpha()
        else c
        for c in text
    )


_WAYS: dict[str, Callable[[str], str]] = {
    "tags": lambda text: "".join(chr(0xE0000 + (ord(c) if ord(c) < 128 else 63)) for c in text),
    "bidi": lambda text: f"\u202e{text}\u202c",
    "zw": _between("\u200b"),
    "vs": _selectors,
    "soft": _between("\u00ad"),
    "invisible": _between("\u2063"),
    "cyr": lambda text: text.translate(_CYRILLIC),
    "lat": lambda text: text.translate(_LATIN),
    "wide": lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
    "math": _bold,
}

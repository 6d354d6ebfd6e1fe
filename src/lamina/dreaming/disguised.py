"""Tell a line that is more than words, or looks like other words: only a person lets it in. Pure.

A fact of somebody's life is a sentence. What leads out of the memory, would act on a page, names a
place above its own, or mixes letters that only look alike, may be harmless, but nobody has to
promote it at night.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_ACTS = re.compile(
    r"<[!/a-z]"  # markup, comments
    r"|!\[[^\]\n]{0,300}\]\("  # a picture is fetched when it is looked at
    r"|\]\(\s*<?(?!https?:|mailto:|#)[a-z][\w+.-]*:"  # links that are no links
    r"|\b(?:javascript|vbscript|data|file):[^\s]"
    r"|(?:^|[\s(\[`/\\])\.\.[/\\]"  # above its own place
    r"|\{\{|\{%"
    r"|^\s*(?:[-*+]\s+)?\[\^?[^\]]{1,40}\]:\s",  # definitions stand where nobody sees them
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_DRESSED = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]")  # full width, styled


def is_disguised(text: str) -> bool:
    """Tell whether a line is more than the words a reader sees."""
    if _ACTS.search(text):
        return True
    return not text.isascii() and bool(_DRESSED.search(text) or _mixes(text))


def _mixes(text: str) -> bool:
    """Tell whether a word has letters of two alphabets that look alike."""
    words = (word for word in _WORD.findall(text) if not word.isascii())
    return any(len(set(map(_script, word)) - {""}) > 1 for word in words)


@cache
def _script(char: str) -> str:
    name = unicodedata.name(char, "")
    return next((script for script in _SCRIPTS if name.startswith(script)), "")

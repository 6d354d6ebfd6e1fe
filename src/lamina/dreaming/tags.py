"""Concept tags: the names, compounds and content words a fact is about. Pure."""

from __future__ import annotations

import re

from lamina.recall.trigger import candidates
from lamina.search.chunker import plain
from lamina.search.words import has_content

MOST = 8
_JOINED = re.compile(r"(?<!\w)\w++(?:[./-]\w++)*+")
_JOINT = re.compile(r"\w[._/-]\w")
_WORD = re.compile(r"[^\W\d_]{3,}")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")
_LONGEST = 32


def concepts_in(text: str) -> int:
    """Return how many tags a text has."""
    return len(tags_of(text))


def tags_of(text: str) -> tuple[str, ...]:
    """Return at most eight tags of a text, the most telling kinds first."""
    said = plain(text)
    found = [
        *(w for w in _JOINED.findall(said) if _JOINT.search(w) and re.search(r"[^\W\d]", w)),
        *candidates(said),
        *(word for word in _WORD.findall(said) if not _WIDE.search(word) and has_content(word)),
    ]
    tags = dict.fromkeys(word.casefold().strip("._/-") for word in found)
    return tuple(tag for tag in tags if 2 <= len(tag) <= _LONGEST)[:MOST]

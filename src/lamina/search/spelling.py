"""Take a word of a question that no note holds for the known word it misspells. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SAME = 2  # first letters, which people rarely get wrong: mango is not a misspelt mongo
_SHORTEST = 4
_LONG = 5  # letters of the longer of the two: among short words one letter makes another word


def correctable(term: str) -> bool:
    """Tell whether a term may be a misspelt word: letters only, and enough of them."""
    return len(term) >= _SHORTEST and term.isalpha()


def corrected(term: str, known: Iterable[tuple[str, int]]) -> str:
    """Return the most frequent known term one letter, or one swap, away; else the term itself.

    ``known`` holds terms that begin with the same letters, and in how many chunks each stands.
    """
    from rapidfuzz.distance import OSA  # only where a question has an unknown word

    near = [
        (-count, other)
        for other, count in known
        if len(other) >= _SHORTEST
        and max(len(term), len(other)) >= _LONG
        and abs(len(term) - len(other)) <= 1
        and other.isalpha()
        and OSA.distance(term, other, score_cutoff=1) == 1
    ]
    return min(near)[1] if near else term

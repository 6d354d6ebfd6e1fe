"""Find the newer line of a note which says that what a line says has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents.fence import instructs
from lamina.documents.kinds import Layer
from lamina.documents.redact import redact
from lamina.dreaming.addressed import needs_a_person
from lamina.dreaming.changed import changes
from lamina.dreaming.passing import is_passing
from lamina.recall.machine import is_machine
from lamina.search.chunker import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.search.answers import Hit
    from lamina.storage.index_judged import Judged


def newer_line(text: str, day: str, near: Iterable[Hit], judged: Judged) -> Hit | None:
    """Return the newest of these lines that was noted after a day and changes what a text says."""
    later = (hit for hit in near if hit.date > day and hit.layer == Layer.DAILY)
    for hit in sorted(later, key=lambda hit: hit.date, reverse=True):
        if judged.of(changes, plain(hit.snippet), text) and _counts(hit):
            return hit
    return None


def _counts(hit: Hit) -> bool:
    """Tell whether a line may take the place of another: a person's word, and one that lasts."""
    return not (
        hit.origin.partition(":")[0] in {"untrusted", "system"}
        or is_machine(hit.snippet)
        or instructs(hit.snippet)
        or (hit.origin == "agent" and needs_a_person(hit.snippet))
        or is_passing(plain(hit.snippet))
        or redact(hit.snippet).secrets
    )

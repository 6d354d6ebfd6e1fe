"""How a person names a thing that is there: in whole, or by a part that only it has. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lamina.documents.kinds import slug
from lamina.errors import AmbiguousNameError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")


def pick(kind: str, wanted: str, things: Iterable[T], names: Callable[[T], tuple[str, ...]]) -> T:
    """Return the thing that is meant.

    ``names``: the thing's name, then other texts it may be found by. A whole name wins, then the
    same name in other punctuation, then a part of any text.

    Raises:
        UnknownNameError: none fits; the nearest name is given.
        AmbiguousNameError: several fit.
    """
    things = list(things)
    said = " ".join(wanted.split()).casefold()
    exact = [t for t in things if any(said == " ".join(n.split()).casefold() for n in names(t))]
    if not exact and slug(said):
        exact = [t for t in things if slug(names(t)[0]) == slug(said)]
    found = exact or [t for t in things if said and any(said in n.casefold() for n in names(t))]
    if not found:
        raise UnknownNameError(kind, wanted, [names(t)[0] for t in things])
    if len(found) > 1:
        raise AmbiguousNameError(kind, wanted, [names(t)[0] for t in found[:8]])
    return found[0]

"""What is to be forgotten, and what forgetting it would do or has done: the shapes faces show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.redact import redact
from lamina.errors import UsageError

if TYPE_CHECKING:
    from datetime import date

    from lamina.documents.needles import Needle
    from lamina.search.answers import Hit
    from lamina.sessions.struck import Strike
    from lamina.upkeep.cutting import Cut, Taken, Wanted
    from lamina.upkeep.forget_session import Trail
    from lamina.upkeep.traces import Trace


@dataclass(frozen=True, slots=True)
class Subject:
    """What somebody wants to have forgotten: words, a place, a person or name, days, a session."""

    words: str = ""  # words, a citation (path#L3-L5), a hit's id or the key of a claim
    about: str = ""
    since: date | None = None
    until: date | None = None
    also: tuple[str, ...] = ()  # more places: citations, ids, keys
    alias: tuple[str, ...] = ()  # other names of what ``about`` names
    session: str = ""  # its key, its id or a part of them

    def check(self) -> None:
        """Raise UsageError where it does not say what is meant."""
        dated = self.since is not None or self.until is not None
        if sum(map(bool, (*map(str.strip, (self.words, self.about, self.session)), dated))) != 1:
            raise UsageError(
                "Say what to forget: words, --about a name, --from and --to days, --of-session.",
                'For example: lamina forget "the code of the door"',
            )
        if self.alias and not self.about.strip():
            raise UsageError(
                "--alias is another name of what --about names; nothing was done.",
                'For example: lamina forget --about "Anna Schmidt" --alias Anja',
            )
        if dated and (self.since is None or self.until is None or self.since > self.until):
            raise UsageError(
                "A span of days needs its first and its last day; nothing was done.",
                "Write it as --from 2026-03-01 --to 2026-03-07.",
            )

    @property
    def why(self) -> str:
        """Which kind it is; never its words."""
        if self.session.strip():
            return "session"
        return "about" if self.about.strip() else "words" if self.words.strip() else "days"


@dataclass(frozen=True, slots=True)
class Unreached:
    """What Lamina cannot remove it from, and what helps."""

    path: str
    line: int
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"path": self.path, "line": self.line or None, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Sight:
    """What there is of it in the files, and what follows from that."""

    wanted: Wanted
    cuts: dict[str, Cut]
    texts: frozenset[str]  # lines and paragraphs that go
    claims: frozenset[str]  # their keys
    phrases: tuple[Needle, ...]  # words that go wherever they stand
    days: tuple[str, str] | None
    unreached: tuple[Unreached, ...]
    trail: Trail | None = None  # of a session

    @property
    def removed(self) -> frozenset[str]:
        """The files that go whole."""
        return frozenset(path for path, one in self.cuts.items() if one.after is None)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What forgetting would do (``applied``: has done), place by place."""

    subject: Subject
    places: tuple[tuple[str, Taken], ...]
    removed: tuple[str, ...]  # files that go whole
    state: dict[str, int]  # rows of each table
    history: tuple[int, ...]  # changes that cannot be taken back any more
    near: tuple[Hit, ...]  # lines that may mean it too, and stay
    unreached: tuple[Unreached, ...]
    stays: tuple[str, ...]  # what lies beyond Lamina in any case
    applied: bool = False
    change: int = 0
    left: tuple[Trace, ...] = ()  # found afterwards
    finished: bool = False  # an earlier one, which was cut off
    archives: tuple[Strike, ...] = ()  # of trimmed sessions, which lose it and keep the rest

    @property
    def empty(self) -> bool:
        """Whether nothing of it is anywhere."""
        return not (self.places or self.state or self.history or self.archives)

    @property
    def complete(self) -> bool:
        """Whether nothing of it is left that is known of."""
        return not self.unreached and not self.left

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows; what is gone is named by its place only."""
        places = [
            {"path": path, "line": one.line}
            | ({} if self.applied else {"text": redact(one.text).text, "left": one.left})
            for path, one in self.places
        ]
        return {
            "applied": self.applied,
            "change": self.change or None,
            "places": places,
            "removed_files": list(self.removed),
            "state": self.state,
            "history": list(self.history),
            "archives": [
                {"path": str(one.archive), "records": one.records} for one in self.archives
            ],
            "perhaps_also": [
                {"citation": hit.citation, "text": redact(hit.snippet).text} for hit in self.near
            ],
            "not_reached": [one.as_dict() for one in self.unreached],
            "left": [one.as_dict() for one in self.left],
            "stays": list(self.stays),
            "complete": self.complete,
        }

"""Writes what of a session must not be lost.

What is open goes into active context, decisions into the day's note.

One block a session, added to by every later flush; what stands there or in the note already, in
nearly the same words, is not written again::

    ## [OPEN] Session slack C024 — open when its older part left the context
    - question: who pays the deposit?
    - to do: send the three pay slips
    <!-- opened 2026-03-04 -->
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents.fence import neutral
from lamina.documents.markdown import split_lines
from lamina.layers.active_blocks import PATH
from lamina.layers.draft import Spot
from lamina.search.words import terms
from lamina.sessions.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.layers.active import Active
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written
    from lamina.sessions.matters import Matter
    from lamina.sessions.turns import Session

MORE = 4  # words a line that says the same may have besides
_NOTED = frozenset({"decision"})  # stand in the note; what is open stands in active context


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a session's matters."""

    fresh: int
    known: int  # stood there already
    forgotten: int  # the owner had them forgotten
    written: Written | None


class Keeper:
    """Keeps what is open when a session's older part leaves the context."""

    def __init__(
        self, editor: Editor, daily: Daily, active: Active, sift: Callable[[str], str]
    ) -> None:
        """``sift``: returns a text without what was forgotten."""
        self.editor = editor
        self.daily = daily
        self.active = active
        self.sift = sift

    def keep(self, session: Session, matters: Sequence[Matter], command: str) -> Kept:
        """Write these matters where they are not written yet, as one change."""
        wanted = [matter for matter in matters if self.sift(matter.text).strip()]
        fresh: list[Matter] = []

        def work(draft: Draft) -> Spot:
            fresh[:] = self._fresh(draft, wanted)
            noted = [matter for matter in fresh if matter.kind in _NOTED]
            opened = [matter for matter in fresh if matter.kind not in _NOTED]
            spot = Spot(PATH, 0, 0)
            for matter in noted:
                spot = self.daily.add_line(draft, self._line(draft, matter))
            if opened:
                spot = self._open(draft, session, opened)
            return spot

        written = self.editor.write(command, work, f"session {session.key}") if wanted else None
        return Kept(len(fresh), len(wanted) - len(fresh), len(matters) - len(wanted), written)

    def subject(self, draft: Draft, session: Session) -> str:
        """Return the subject of a session's block."""
        return WORDS[draft.language].subject.format(session=_short_name(session))

    def _open(self, draft: Draft, session: Session, matters: Sequence[Matter]) -> Spot:
        subject = self.subject(draft, session)
        lines = "\n".join(f"- {self._line(draft, matter)}" for matter in matters)
        if self.active.open_about(draft, subject):
            return self.active.extend(draft, subject, lines)
        return self.active.add(draft, subject, lines, short=WORDS[draft.language].short)

    def _line(self, draft: Draft, matter: Matter) -> str:
        said = " ".join(neutral(matter.text).split())
        return f"{WORDS[draft.language].kinds[matter.kind]}: {said}"

    def _fresh(self, draft: Draft, matters: Sequence[Matter]) -> list[Matter]:
        """Return the matters which neither active context nor the day's note has."""
        _, note = self.daily.begun(draft)
        lines = [*split_lines(draft.read(PATH) or ""), *split_lines(note)]
        known = [words for line in lines if (words := _words(line))]
        found: list[Matter] = []
        for matter in matters:
            said = _words(matter.text)
            if said and not any(_same(said, other) for other in known):
                found.append(matter)
                known.append(said)
        return found


def _short_name(session: Session) -> str:
    """Return what a person calls a session: its channel and what is its own of the key."""
    parts = [part for part in session.key.split(":") if part]
    own = parts[-1] if parts else session.id
    return f"{session.channel} {own}" if session.channel and session.channel != own else own


def _words(line: str) -> frozenset[str]:
    """Return the words of a line as they are compared."""
    return frozenset(terms(line))


def _same(said: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether a line has every word of this, and little else: a kind, a time, a name."""
    return said <= other and len(other) <= len(said) + MORE

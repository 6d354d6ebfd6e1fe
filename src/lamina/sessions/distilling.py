"""The day's note from the day's talk: at most 30 lines, inside a block of Lamina's own.

A second evening replaces that block and nothing else. What the note says already is not said
again; where nothing is worth it, nothing is written. By rule, or by the model the settings name:
what it writes goes through the same gates; where it fails the rule serves, and the plan says so.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import days, markdown
from lamina.documents.labels import reads_as
from lamina.errors import ChatError
from lamina.layers.draft import Spot
from lamina.search.chunker import plain
from lamina.sessions import digest_shapes as shapes
from lamina.sessions.chat_log import read_chat
from lamina.sessions.digest import Row, Section, bounded, digest, page, unlike
from lamina.sessions.noise import ECHO, Sifted, own_words, sift
from lamina.sessions.turns import Origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date, tzinfo

    from lamina.documents.changes import Plan
    from lamina.documents.language import Language
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written
    from lamina.search.chat import Chat
    from lamina.sessions.said import Said

BLOCK = "lamina:daily"
COMMAND = "distil"
_SWALLOWED = "{path} ends in an open code block or comment: no note was put below it; close it."


@dataclass(frozen=True, slots=True)
class Distilled:
    """A note as it would be. ``rows``: its new lines; ``noise``: what was left out, by reason."""

    day: date
    path: str
    rows: tuple[Row, ...]
    plan: Plan
    notices: tuple[str, ...]
    noise: Mapping[str, int]

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "day": str(self.day),
            "path": self.path,
            "lines": [{"section": str(row.section), "text": row.text} for row in self.rows],
            "notices": list(self.notices),
            "noise": dict(self.noise),
        }


class Distiller:
    """Makes daily notes of talks."""

    def __init__(
        self,
        editor: Editor,
        daily: Daily,
        *,
        author: Chat | None = None,
        record: Callable[[Iterable[tuple[str, str]]], None] = lambda _: None,
        given: Callable[[date], Sequence[tuple[str, str]]] = lambda _: (),
    ) -> None:
        """Take what it writes with.

        Args:
            editor: carries out the edits; who writes is nobody's in it.
            daily: the notes.
            author: a model that writes.
            record: keeps whose words lines are: (line, origin), after they were written.
            given: the lines (citation, text) that agents were given by then: who repeats one says
                nothing new.
        """
        self.editor = editor
        self.daily = daily
        self._author = author
        self._record = record
        self._given = given

    def chat_of(self, day: date) -> list[Said]:
        """Return what the day's raw chat log holds; nothing where there is none."""
        text = self.editor.files.read(f"memory/chat-{day}.md")
        return read_chat(text, day, self.editor.zone) if text else []

    def plan(self, day: date, *talks: Sequence[Said]) -> Distilled:
        """Return the day's note from its talks, or from its chat log; nothing is written."""
        given = self._given(day)
        sifted = [_own(_of_day(said, day, self.editor.zone), given) for said in talks if said]
        sifted = sifted or [_own(self.chat_of(day), given)]
        noise = sum((Counter(one.counts) for one in sifted), Counter[str]())
        rows, notices = self._rows([one.said for one in sifted], self.editor.language())
        path = self.daily.path_for(day)
        text = self.editor.files.read(path)
        stood = _stood(text, open_too=day != self.editor.today)
        fresh = unlike([*stood, *self._remembered(rows, path)], _known(text))
        fresh = bounded(fresh) if len(fresh) > len(stood) or day == self.editor.today else []
        plan = self.editor.plan(COMMAND, lambda draft: fresh and self._put(draft, day, fresh))
        notices += plan.notes
        return Distilled(day, path, tuple(fresh), plan, tuple(notices), noise)

    def write(self, day: date, *talks: Sequence[Said]) -> tuple[Distilled, Written | None]:
        """Write the day's note; None where nothing is worth it, or it stands there already."""
        found = self.plan(day, *talks)
        if found.plan.empty:
            return found, None
        written = self.editor.write(COMMAND, lambda draft: self._put(draft, day, found.rows))
        new = [row for row in found.rows if row.record]
        self._record([(f"- {row.text}", str(row.origin)) for row in new])
        return found, written

    def _rows(
        self, talks: Sequence[Sequence[Said]], language: Language
    ) -> tuple[list[Row], list[str]]:
        """Return the lines, by the model where there is one and it does well; and what to say."""
        by_rule = [row for said in talks for row in digest(said)]
        said = [one for talk in talks for one in talk]
        if self._author is None or not any(one.is_trusted for one in said):
            return by_rule, []
        from lamina.search.chat import shown

        notices: list[str] = []
        try:
            answer = self._author.ask(shapes.messages(said, language), notices)
            rows, dropped = shapes.rows_of(answer, said)
            why = shapes.fault(answer, rows)
            if why:
                raise self._author.error(f"its note cannot be used: {why}")
        except ChatError as error:
            why = shown(f"{error.message} {error.hint}".strip())
            return by_rule, [*notices, f"The daily note is made by rule. {why}"]
        if dropped:
            notices.append(f"{dropped} lines of the model were left out: the talk holds no such.")
        return rows, notices

    def _remembered(self, rows: Iterable[Row], path: str) -> list[Row]:
        """Return the rows that nobody had forgotten."""
        guard = self.editor.guard
        return [row for row in rows if not (guard.any() and guard.on(f"- {row.text}", path))]

    def _put(self, draft: Draft, day: date, rows: Sequence[Row]) -> Spot:
        path, before = self.daily.begun(draft, day)
        after = _with_block(before, page(rows, draft.language))
        if after != before:
            draft.put(path, after)
        else:
            draft.notes.append(_SWALLOWED.format(path=path))
        block = next((b for b in markdown.parse(after).managed if b.name == BLOCK), None)
        return Spot(path, block.start + 1, block.end) if block else Spot(path, 1, 1)


def _own(said: Sequence[Said], given: Sequence[tuple[str, str]]) -> Sifted:
    """Leave out what is no memory, and what an agent only repeats of the lines it was given."""
    own = own_words(said, given)
    found = sift(own.said)
    counts = dict(found.counts) | ({ECHO: len(own.echoes)} if own.echoes else {})
    return Sifted(found.said, counts)


def _of_day(said: Iterable[Said], day: date, zone: tzinfo) -> list[Said]:
    """Return what was said on a day; what has no time counts."""
    return [one for one in said if one.at is None or days.today(one.at, zone) == day]


def _stood(text: str | None, *, open_too: bool) -> list[Row]:
    """Return the lines our block has: what they were made of may be gone from the transcripts.

    ``open_too``: what was open as well; on its own day that may have been settled since.
    """
    document = markdown.parse(text or "")
    rows: list[Row] = []
    for block in (b for b in document.managed if b.name == BLOCK):
        section: Section | None = None
        for line in document.lines[block.start : block.end]:
            said = line.strip()
            if said.startswith("## "):
                heading = said.removeprefix("## ")
                section = next((one for one in Section if reads_as(heading, one)), None)
            elif said.startswith("- ") and section and (open_too or section is not Section.OPEN):
                rows.append(Row(section, said.removeprefix("- "), Origin.AGENT))
    return rows


def _known(text: str | None) -> list[str]:
    """Return the lines of a note but for those of our own block: it is made anew."""
    document = markdown.parse(text or "")
    own = {n for b in document.managed if b.name == BLOCK for n in range(b.start, b.end)}
    lines = (line for number, line in enumerate(document.lines) if number not in own)
    return [said for line in lines if (said := plain(line).lstrip("# "))]


def _with_block(text: str, body: str) -> str:
    """Return a note with the block; as it was where something open above would swallow it."""
    after = markdown.set_managed(text, BLOCK, body)
    document = markdown.parse(after)
    start = next((block.start for block in document.managed if block.name == BLOCK), None)
    stands = start is not None and not any(b.start < start < b.end for b in document.blocks)
    return after if stands else text

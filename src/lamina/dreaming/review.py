"""One reading of memory/PROPOSALS.md: what a person ticked, struck or took out; the page anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING

from lamina.documents.fence import instructs, neutral
from lamina.documents.tokens import estimate
from lamina.dreaming import boxes, promotions
from lamina.dreaming.box_words import GROUNDED, ORDERS, READY, Words, counted, words
from lamina.dreaming.boxes import Box, Mark
from lamina.dreaming.deep import Proposed, Ruling
from lamina.dreaming.writing import Promotion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.decisions import Decisions
    from lamina.dreaming.deep import Deep, Outcome
    from lamina.dreaming.known import Known
    from lamina.dreaming.scoring import Ranked
    from lamina.dreaming.writing import Writer
    from lamina.layers.draft import Draft

PATH = "memory/PROPOSALS.md"
STRUCK = f"struck in {PATH}"
_TAKEN_OUT = f"taken out of {PATH}"
LOST = "lost"  # with the file, or with what was written into it since


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal as it stands in the file, with what is known of its fact."""

    box: Box
    ranked: Ranked | None  # None: its source is gone or says something else now
    edited: bool  # a person changed its words

    @property
    def key(self) -> str:
        """The key of its claim."""
        return self.box.key

    @property
    def kind(self) -> str:
        """Ready, mainly grounded, or like an instruction."""
        if instructs(self.box.text):
            return ORDERS
        one = self.ranked
        return GROUNDED if one and one.candidate.grounded and not one.passed else READY


class Review:
    """Reads the file on a draft, rules on its proposals, and writes it anew."""

    def __init__(
        self,
        draft: Draft,
        deep: Deep,
        known: Known,
        decisions: Decisions,
        facts: Callable[[Iterable[str]], Mapping[str, Ranked]],
    ) -> None:
        self.draft = draft
        self.deep = deep
        self.known = known
        self.text = draft.read(PATH) or ""
        self.decisions = decisions
        self.asked = decisions.waiting()
        self.rejected = decisions.rejected()
        self.texts = decisions.texts()
        here = boxes.named(self.text)
        lost = {one.text: key for key, one in self.asked.items() if key not in here}
        self.boxes = boxes.read(self.text, lost)
        self.look_up = facts
        self.facts = facts({*self.asked, *(box.key for box in self.boxes)})
        self.proposals = [self._proposal(group) for group in _by_key(self.boxes)]
        self.rulings: list[Ruling] = []

    def ticked(self) -> list[Promotion]:
        """Return what a person ticked and may be promoted; rule on all other proposals."""
        self._missing()
        found: list[Promotion] = []
        for one in self.proposals:
            if one.box.mark is Mark.STRUCK:
                self._rule(one, "rejected", STRUCK)
            elif one.box.mark is Mark.UNCLEAR:
                self._rule(one, "held", "unclear")
            elif one.box.mark is Mark.TICKED:
                found += self.tick(one, found)
            elif why := self._withdrawn(one):
                self._rule(one, "withdrawn", why)
        self.deep.rejected |= {one.key: one.why for one in self.rulings if one.what == "rejected"}
        return found

    def tick(
        self, one: Proposal, before: Iterable[Promotion] = (), *, by_command: bool = False
    ) -> list[Promotion]:
        """Return the promotion of a proposal, or rule why it is held: then there is none.

        What reads like an instruction is only taken by command: a file cannot tell who ticked it.
        """
        ranked, text = one.ranked, one.box.text
        if ranked is None:
            self._rule(one, "held" if one.edited else "withdrawn", "source gone")
            return []
        if one.key in self.known.promoted:
            self._rule(one, "held" if one.edited else "withdrawn", "known", "MEMORY.md")
            return []
        objection = self.deep.objection(text, ranked, self.known)
        if not any(map(str.isalnum, text)):
            objection = ("empty", "")
        elif one.edited and estimate(text) > self.deep.snippet:
            objection = ("too long", "")
        elif not objection and instructs(text) and not by_command:
            objection = ("instruction", "")
        if not objection and any(self.known.says_same(text, other.text) for other in before):
            objection = ("known", PATH)
        if objection:
            self._rule(one, "held", *objection)
            return []
        fact = ranked.candidate
        replaces = self.known.replaced_by(replace(fact, text=text))
        return [Promotion(ranked, text, fact.places[-1].citation, replaces, ticked=True)]

    def waiting(self) -> dict[str, bool]:
        """Return the proposals that stay in the file, and whether their words were changed."""
        here = dict.fromkeys(boxes.named(self.text), False)
        here |= {one.key: one.edited for one in self.proposals}
        gone = {one.key for one in self.rulings if one.what != "held"}
        return {key: edited for key, edited in here.items() if key not in gone}

    def write(self, outcome: Outcome, writer: Writer, *, only: Iterable[str] | None = None) -> None:
        """Write the file: what was decided leaves, what is new is added at its section's end.

        ``only``: leave the rows of all other proposals as they are.
        """
        asked = {one.promotion.key for one in outcome.proposed}
        outcome.rulings += [one for one in self.rulings if one.why != LOST or one.key not in asked]
        outcome.at = moment = _stamp(self.draft.moment)
        left = words(self.draft.language).left
        gone = {one.key: left[one.what] for one in outcome.rulings if one.what != "held"}
        gone |= {one.key: left["accepted"] for one in outcome.promoted}
        held = {one.key: one for one in outcome.ruled("held")}
        stays = [one for one in self.proposals if one.key not in gone]
        mine = [one for one in stays if only is None or one.key in only]
        text = boxes.edited(
            self.text,
            self.boxes,
            left=gone,
            rows={
                one.key: self._rows_of(one, held.get(one.key), writer)
                for one in mine
                if one.box.rows or one.key in held
            },
            sources={
                one.key: one.ranked.candidate.places[-1].citation
                for one in mine
                if one.ranked and not one.edited
            },
        )
        if any(box.key in gone for box in self.boxes):
            text = boxes.tidied(text)
        if outcome.proposed:
            text = boxes.begun(text, self.draft.language, moment) if not text.strip() else text
            facts = self.look_up(asked)
            entries = [self._entry(one, facts) for one in outcome.proposed]
            text = boxes.added(text, entries, self.draft.language)
        if text != self.text:
            self.draft.put(PATH, boxes.begun(text, self.draft.language, moment))
        outcome.found += self._found(stays)

    def _proposal(self, group: list[Box]) -> Proposal:
        """Return what a person means by the lines of one proposal: a tick and a strike undo it."""
        marks = {box.mark for box in group}
        clear = marks & {Mark.TICKED, Mark.STRUCK}
        mark = Mark.UNCLEAR if Mark.UNCLEAR in marks or len(clear) > 1 else Mark.OPEN
        box = next((box for box in group if box.mark in clear), group[0])
        if mark is Mark.OPEN and clear:
            mark = box.mark
        ranked = self.facts.get(box.key)
        fitted = (
            boxes.said(neutral(promotions.fitted(ranked.candidate.text, self.deep.snippet)))
            if ranked
            else ""
        )
        edited = box.text not in {self.texts.get(box.key), fitted}
        return Proposal(replace(box, mark=mark), ranked, edited)

    def _missing(self) -> None:
        """Rule on proposals that a person took out: rejected, if the file was written after they.

        One that is gone, older or without its stamp was lost, not judged, and so is one that
        Lamina took out itself; what stands in MEMORY.md was accepted elsewhere.
        """
        here = boxes.named(self.text) | {box.key for box in self.boxes}
        written = boxes.as_of(self.text)
        for key, asked in self.asked.items():
            if key in here:
                continue
            if key in self.known.promoted:
                what, why = "withdrawn", "promoted"
            elif key not in self.facts:
                what, why = "withdrawn", "source gone"
            elif self.decisions.took_out(key, PATH):
                what, why = "withdrawn", LOST  # by a sweep that was killed before it kept that
            else:
                what, why = ("rejected", _TAKEN_OUT) if asked.at <= written else ("withdrawn", LOST)
            self.rulings.append(Ruling(key, asked.text, what, why))

    def _withdrawn(self, one: Proposal) -> str:
        """Return why a proposal that nobody decided is taken back; what was edited stays."""
        if one.edited:
            return ""
        if one.ranked is None:
            return "source gone"
        if one.key in self.known.promoted:
            return "promoted"
        if one.key in self.rejected:
            return "rejected"
        if one.ranked.candidate.trial == "harmful":
            return "shadow trial"
        objection = self.deep.objection(one.box.text, one.ranked, self.known)
        return objection[0] if objection else ""

    def _rule(self, one: Proposal, what: str, why: str, place: str = "") -> None:
        self.rulings.append(Ruling(one.key, one.box.text, what, why, place))

    def _found(self, stays: Iterable[Proposal]) -> list[tuple[str, str, str, str]]:
        """Return proposals that this state has not asked: from another machine, or a lost state."""
        at = boxes.as_of(self.text)
        return [
            (one.key, at, one.kind, one.box.text)
            for one in stays
            if one.key not in self.asked and one.ranked and not one.edited
        ]

    def _entry(self, one: Proposed, facts: Mapping[str, Ranked]) -> boxes.Entry:
        """Return a new proposal as it is written, with all the evidence there is."""
        promotion = one.promotion
        one = replace(
            one, promotion=replace(promotion, ranked=facts.get(promotion.key, promotion.ranked))
        )
        return boxes.Entry(
            promotion.key, one.kind, promotion.text, promotion.source, tuple(self._rows(one))
        )

    def _rows_of(self, one: Proposal, held: Ruling | None, writer: Writer) -> list[str]:
        """Return the rows below a proposal as they should be now."""
        rows: list[str] = []
        said = words(self.draft.language)
        if one.ranked:
            fact = one.ranked.candidate
            replaces = self.known.replaced_by(replace(fact, text=one.box.text))
            source = fact.places[-1].citation
            promotion = Promotion(one.ranked, one.box.text, source, replaces, ticked=True)
            leaves = writer.leaving(self.draft, promotion) or []
            rows = self._rows(Proposed(promotion, one.kind, tuple(leaves)))
        if held:
            why = said.whys[held.why].format(place=held.place)
            rows.append(said.rows["held"].format(why=why))
        return rows

    def _rows(self, one: Proposed) -> list[str]:
        """Return the evidence for a proposal, in the workspace's language."""
        promotion, fact = one.promotion, one.promotion.ranked.candidate
        said = words(self.draft.language)
        score = f"{promotion.ranked.score:.2f}"
        rows = [_needed(fact, score, said)]
        if one.kind == GROUNDED:
            rows.append(said.rows["grounded"].format(n=fact.grounded, score=score))
        rows += [
            said.rows["replaces"].format(line=_line(entry.text))
            for entry in self.known.entries
            if entry.key == promotion.replaces
        ]
        rows += [said.rows["leaves"].format(line=_line(line)) for line in one.leaves]
        if one.kind == ORDERS:
            rows.append(said.rows["by command"].format(key=promotion.key))
        return rows


def _needed(fact: Candidate, score: str, said: Words) -> str:
    """Say how often and when a fact was needed, or only noted."""
    days = [str(day) for day in fact.recall_days or fact.note_days] or [fact.places[-1].day]
    when = " – ".join(dict.fromkeys((days[0], days[-1])))
    if not fact.asked:
        return said.rows["noted"].format(when=when)
    return said.rows["needed"].format(
        times=counted(said.times, len(fact.asked)),
        days=counted(said.days, len(days)),
        when=when,
        score=score,
    )


def _line(text: str) -> str:
    return boxes.said(neutral(text))


def _by_key(found: Iterable[Box]) -> list[list[Box]]:
    groups: dict[str, list[Box]] = {}
    for box in found:
        groups.setdefault(box.key, []).append(box)
    return list(groups.values())


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"

"""What an owner does with proposals: list, accept, reject; a sweep does the same by the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.redact import redact
from lamina.dreaming.box_words import ORDERS
from lamina.dreaming.boxes import Box, Mark, reworded
from lamina.dreaming.deep import Outcome, Ruling
from lamina.dreaming.review import PATH, Proposal
from lamina.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lamina.dreaming.dreamer import Dreamer
    from lamina.dreaming.review import Review
    from lamina.dreaming.writing import Promotion
    from lamina.layers.draft import Draft

_KEY = 12  # characters; a shorter number is a place in the list


@dataclass(frozen=True, slots=True)
class Listed:
    """A proposal in the list, or one that was rejected."""

    number: int  # 0: it is not in the file
    proposal: Proposal
    rejected: str = ""  # why

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        one = self.proposal
        fact = one.ranked.as_dict() if one.ranked else {}
        places = fact.get("places", [])
        return fact | {
            "number": self.number or None,
            "key": one.key,
            "text": redact(one.box.text).text,
            "source": places[-1] if places else None,
            "kind": one.kind,
            "mark": one.box.mark.value,
            "edited": one.edited,
            "rows": [row.said for row in one.box.rows],
            "rejected": self.rejected or None,
        }


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision came to."""

    outcome: Outcome
    change: int

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "promoted": [
                {"key": one.key, "text": one.text, "source": one.source}
                for one in self.outcome.promoted
            ],
            "held": [one.as_dict() for one in self.outcome.rulings if one.what != "rejected"],
            "rejected": [one.as_dict() for one in self.outcome.ruled("rejected")],
            "archived": self.outcome.archived,
            "change": self.change or None,
        }


class Proposals:
    """The proposals of one workspace."""

    def __init__(self, dreamer: Dreamer) -> None:
        self.dreamer = dreamer
        self.editor = dreamer.editor

    def list(self) -> tuple[Listed, ...]:
        """Return the proposals in the file's order."""
        self.dreamer.evidence.take_in()
        return _listed(self.dreamer.review(self.editor.draft()))

    def rejected(self) -> tuple[Listed, ...]:
        """Return what was rejected and is still known by its words."""
        self.dreamer.evidence.take_in()
        return _refused(self.dreamer.review(self.editor.draft()))

    def accept(self, names: Sequence[str] = (), *, every: bool = False) -> Decided:
        """Put proposals into MEMORY.md, named by their key or number; also rejected ones, by key.

        ``every``: all but those that were struck or read like an instruction to an agent.

        Raises:
            OwnerOnlyError: somebody else than the owner asks for it.
            UnknownNameError: a name is none of a proposal.
        """
        self.editor.check_owner("accept proposals")
        if bool(names) == every:
            raise _unnamed("accept")

        def work(draft: Draft, review: Review) -> Outcome:
            chosen = [one.proposal for one in self._chosen(review, names, every=every)]
            outcome = Outcome()
            ticked: list[Promotion] = []
            for one in chosen:
                ticked += review.tick(one, ticked, by_command=not every)
            order = review.deep.ordered(self.dreamer.evidence.candidates(draft.today), draft.today)
            writer = review.deep.writer(order, draft.today, ticked)
            review.deep.accept(draft, writer, ticked, outcome)
            review.write(outcome, writer, only={one.key for one in chosen})
            return outcome

        return self._decided("dream accept", work)

    def reword(self, name: str, text: str) -> int:
        """Put other words in a proposal's place; return the change. It waits as before.

        Raises:
            OwnerOnlyError: somebody else than the owner asks for it.
            UnknownNameError: the name is none of a proposal that waits.
            UsageError: the text is empty, or holds a comment, by which proposals are told.
        """
        self.editor.check_owner("reword proposals")
        said = " ".join(text.split())
        if not any(map(str.isalnum, said)) or "<!--" in said or "-->" in said:
            raise UsageError(
                "A proposal needs words, and no comment; nothing was done.",
                "Write what is to stand in MEMORY.md.",
            )
        self.dreamer.evidence.take_in()
        with self.editor.files.locked():
            draft = self.editor.draft()
            review = self.dreamer.review(draft)
            waiting = {one.proposal.key: one.proposal for one in _listed(review)}
            numbers = {str(one.number): one.proposal.key for one in _listed(review)}
            key = name.casefold() if len(name) == _KEY else numbers.get(name.lstrip("0"), name)
            if key not in waiting:
                raise UnknownNameError("proposal", name, [*numbers, *waiting])
            if waiting[key].box.text != said:
                draft.put(PATH, reworded(review.text, waiting[key].box, said))
            entry = self.editor.apply(draft.plan("dream reword", reason="what its owner decided"))
        return entry.id if entry else 0

    def reject(self, names: Sequence[str], *, why: str = "") -> Decided:
        """Take proposals out of the file; they are not proposed again.

        Raises:
            OwnerOnlyError: somebody else than the owner asks for it.
            UnknownNameError: a name is none of a proposal.
        """
        self.editor.check_owner("reject proposals")
        if not names:
            raise _unnamed("reject")
        said = redact(" ".join(why.split())).text or "by command"

        def work(draft: Draft, review: Review) -> Outcome:
            outcome = Outcome()
            for one in self._chosen(review, names):
                key, text = one.proposal.key, one.proposal.box.text
                outcome.rulings.append(Ruling(key, text, "rejected", said))
            writer = review.deep.writer((), draft.today)
            review.write(outcome, writer, only=())
            return outcome

        return self._decided("dream reject", work)

    def _decided(self, command: str, work: Callable[[Draft, Review], Outcome]) -> Decided:
        self.dreamer.evidence.take_in()
        with self.editor.files.locked():
            draft = self.editor.draft()
            outcome = work(draft, self.dreamer.review(draft))
            entry = self.editor.apply(draft.plan(command, reason="what its owner decided"))
        change = entry.id if entry else 0
        self.dreamer.keep(outcome, draft.today, change)
        return Decided(outcome, change)

    def _chosen(
        self, review: Review, names: Iterable[str], *, every: bool = False
    ) -> Sequence[Listed]:
        """Return the proposals that are named, each once."""
        listed = _listed(review)
        if every:
            struck = (Mark.STRUCK, Mark.UNCLEAR)
            return [
                one
                for one in listed
                if one.proposal.box.mark not in struck and one.proposal.kind != ORDERS
            ]
        refused = {one.proposal.key: one for one in _refused(review)}
        known = refused | {one.proposal.key: one for one in listed}
        numbers = {str(one.number): one.proposal.key for one in listed}
        found: dict[str, Listed] = {}
        for name in names:
            key = name.casefold() if len(name) == _KEY else numbers.get(name.lstrip("0"), name)
            if key not in known:
                raise UnknownNameError("proposal", name, [*numbers, *known])
            found[key] = known[key]
        return list(found.values())


def _unnamed(what: str) -> UsageError:
    return UsageError(
        f"It is not said which proposals to {what}; nothing was done.",
        "Name keys or numbers, see: lamina dream proposals",
    )


def _listed(review: Review) -> tuple[Listed, ...]:
    return tuple(Listed(number, one) for number, one in enumerate(review.proposals, start=1))


def _refused(review: Review) -> tuple[Listed, ...]:
    """Return what was rejected and is not in the file."""
    here = {one.key for one in review.proposals}
    left = {
        key: why for key, why in review.rejected.items() if key not in here and key in review.texts
    }
    facts = review.look_up(left)
    found = (
        Proposal(Box(key, review.texts[key], Mark.OPEN, 0, 0), facts.get(key), edited=False)
        for key in left
    )
    return tuple(Listed(0, one, left[one.key]) for one in found)

"""Edits of the layers: several files, one change, all of them or none.

A layer hands ``Editor.write`` a function that edits a ``Draft``; whatever it touched becomes one
plan, carried out under the lock, listed in the history, taken back by one undo. The same function
makes the plan of a dry run. Three rules hold for all layers, and are held here: agents write no
core file but MEMORY.md, and no orders into that one, nothing leaves a core file over its hard
limits, and what was forgotten comes back only by the owner's own words.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from lamina.documents import days, markdown
from lamina.documents.changes import Plan, new_lines
from lamina.documents.fence import instructs
from lamina.documents.kinds import Layer, layer_of
from lamina.documents.needles import bare
from lamina.errors import (
    CoreFileError,
    CoreLimitError,
    ExternallyChangedError,
    ForgottenError,
    NotYoursError,
    OrdersError,
    OwnerOnlyError,
)
from lamina.layers.budgets import excess
from lamina.layers.draft import Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date, datetime, tzinfo

    from lamina.documents.changes import Change
    from lamina.documents.files import Files
    from lamina.documents.history import Entry
    from lamina.documents.language import Language
    from lamina.layers.draft import Spot
    from lamina.settings import Core

T = TypeVar("T")
_ATTEMPTS = 20  # against a program that appends without pause
# What takes in lines that nobody says now.
_TAKES_IN = frozenset({"import", "dream", "promote", "rem-backfill", "distil"})
UNTRUSTED = "untrusted"  # words from outside: tools, the network, strangers
_LIFT = "Nothing was written. The owner can say it again, or: lamina forget --lift WORDS"


@dataclass(frozen=True, slots=True)
class Written:
    """Where something was written, and as what; ``also``: other files of the same change."""

    path: str
    start_line: int
    end_line: int
    text: str
    change: int  # 0: it was there already
    secrets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    added: tuple[tuple[str, str], ...] = ()  # (path, lines) that are new, for the record of writers
    origin: str = ""  # whose words they are, where not their writer's

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "text": self.text,
            "change": self.change or None,
            "secrets": list(self.secrets),
            "notes": list(self.notes),
            "also": list(self.also),
        }

    def inside(self, folder: str) -> Written:
        """Return it with paths as they are named from a workspace that reads this folder."""
        also = tuple(f"{folder}/{path}" for path in self.also)
        return replace(self, path=f"{folder}/{self.path}", also=also)


class Guard:
    """Knows what was forgotten; this one knows of nothing."""

    def on(self, text: str, path: str = "") -> str:  # noqa: ARG002
        """Return when a text, or the day of a file, was forgotten; empty: it was not."""
        return ""

    def lift(self, text: str) -> bool:  # noqa: ARG002
        """Let a text in again; say whether it was forgotten."""
        return False

    def any(self) -> bool:
        """Say whether anything was forgotten."""
        return False

    def since(self) -> int:
        """Return when (nanoseconds) something was first forgotten; 0: nothing was."""
        return 0

    def cut_off(self) -> bool:
        """Say whether a forgetting did not come to its end."""
        return False


class Editor:
    """Carries out the layers' edits: who writes, when, in which language, within which limits."""

    def __init__(
        self,
        files: Files,
        *,
        clock: Callable[[], datetime],
        zone: tzinfo,
        zone_name: str,
        author: str,
        language: Callable[[], Language],
        limits: Core,
        record: Callable[[Written], None] = lambda _: None,
        guard: Guard | None = None,
    ) -> None:
        self.files = files
        self.clock = clock
        self.zone = zone
        self.zone_name = zone_name
        self.author = author
        self.language = language
        self.limits = limits
        self.record = record  # who wrote which line
        self.guard = guard or Guard()

    @property
    def moment(self) -> datetime:
        """The present moment in the user's zone."""
        return days.local(self.clock(), self.zone)

    @property
    def today(self) -> date:
        """The user's calendar day."""
        return self.moment.date()

    def draft(self) -> Draft:
        """Return a draft of the workspace as it is now."""
        return Draft(self.files, self.moment, self.language)

    def plan(self, command: str, work: Callable[[Draft], object], reason: str = "") -> Plan:
        """Return what ``write`` would do."""
        draft = self.draft()
        work(draft)
        plan = draft.plan(command, reason)
        self.check(plan)
        return plan

    def write(
        self, command: str, work: Callable[[Draft], Spot], reason: str = "", *, origin: str = ""
    ) -> Written:
        """Edit under the lock and carry it out; again where another program came between.

        ``origin``: whose words it writes, where they are not its author's.
        """
        written = self._insisting(lambda: self._written_once(command, work, reason))
        written = replace(written, origin=origin)
        if written.added:
            self.record(written)
        return written

    def carry_out(self, plan: Callable[[], Plan]) -> Entry | None:
        """Carry out a plan made under the lock, and again where another program came between."""
        return self._insisting(lambda: self.apply(plan()))

    def _insisting(self, work: Callable[[], T]) -> T:
        for left in range(_ATTEMPTS - 1, -1, -1):
            try:
                with self.files.locked():
                    return work()
            except ExternallyChangedError:
                if not left:
                    raise
                time.sleep(0.001 * (_ATTEMPTS - left))
        raise AssertionError  # the loop returns or raises

    def _written_once(self, command: str, work: Callable[[Draft], Spot], reason: str) -> Written:
        draft = self.draft()
        spot = work(draft)
        plan = draft.plan(command, reason)
        self.check(plan)
        plan, again = self._said_again(plan)
        entry = self.files.apply(plan, author=self.author, now=draft.moment)
        for text in again:
            self.guard.lift(text)
        return self._written(spot, plan, entry)

    def apply(self, plan: Plan) -> Entry | None:
        """Carry out a plan, as this author, at this moment."""
        self.check(plan)
        if plan.empty:
            return None
        with self.files.locked():
            self._check_forgotten(plan)  # something may have been forgotten meanwhile
            return self.files.apply(plan, author=self.author, now=self.moment)

    def check_owner(self, what: str) -> None:
        """Raise OwnerOnlyError where somebody else than the owner is at work."""
        if self.author.partition(":")[0] != "owner":
            raise OwnerOnlyError(what, self.author)

    def check(self, plan: Plan) -> None:
        """Raise CoreFileError, OrdersError or CoreLimitError where a plan does what none may do.

        ForgottenError where it brings back what was forgotten, and not by the owner's own words.
        Taking a change back is exempt, for it brings back what was there; NotYoursError where an
        agent wants to take back somebody else's.
        """
        owner = self.author.partition(":")[0] == "owner"
        if plan.undoes is not None:
            made_by = self.files.journal.entry(plan.undoes).author
            if not owner and made_by != self.author:
                raise NotYoursError(plan.undoes, made_by, self.author)
            return
        self._check_forgotten(plan)
        for change in plan.changes:
            layer = layer_of(self.files.workspace.named(self.files.workspace.resolve(change.path)))
            if layer not in {Layer.CORE, Layer.MEMORY} or change.before == change.after:
                continue
            if layer is Layer.CORE and not owner:
                raise CoreFileError(change.path, self.author, change.diff())
            if not owner:
                self._check_orders(change, plan)
            over = excess(change.path, change.before, change.after or "", self.limits)
            if over:
                raise CoreLimitError(change.path, over)

    def _check_orders(self, change: Change, plan: Plan) -> None:
        """Raise OrdersError where an agent writes an order to agents into MEMORY.md."""
        after = change.after or ""
        for start, end in new_lines(change.before, after, plan.restores):
            if any(map(instructs, (after[start:end], *markdown.split_lines(after[start:end])))):
                raise OrdersError(change.path, self.author, change.diff())

    def _check_forgotten(self, plan: Plan) -> None:
        owner = self.author.partition(":")[0] == "owner"
        if plan.undoes is None and (not owner or plan.command in _TAKES_IN):
            for path, *_ in self._again(plan):
                who = plan.command if owner else self.author
                raise ForgottenError(f"A line for {path}", who, _LIFT)

    def _again(self, plan: Plan) -> Iterator[tuple[str, str, str]]:
        """Yield what a plan writes anew that was forgotten: path, text, since when."""
        for change in plan.changes if self.guard.any() else ():
            after = change.after or ""
            for start, end in new_lines(change.before, after, plan.restores):
                lines = markdown.split_lines(after[start:end])
                found = [(line, self.guard.on(line, change.path)) for line in lines]
                if not any(day for _, day in found) and len(lines) > 1:
                    found = [(after[start:end], self.guard.on(after[start:end], change.path))]
                held = {bare(line) for line in markdown.split_lines(change.before or "")}
                for text, day in found:
                    if day and bare(text) not in held:  # a ticked box is no new line
                        yield change.path, text, day

    def _said_again(self, plan: Plan) -> tuple[Plan, list[str]]:
        """Return the plan with a note about what the owner had forgotten and says again."""
        owner = self.author.partition(":")[0] == "owner"
        again = list(self._again(plan)) if owner else []  # others were refused
        days_ = sorted({day for *_, day in again})
        notes = tuple(
            f"you had this forgotten on {day}; it is written, and may be taken in again"
            for day in days_
        )
        return replace(plan, notes=(*plan.notes, *notes)), [text for _, text, _ in again]

    def _written(self, spot: Spot, plan: Plan, entry: Entry | None) -> Written:
        text = self.files.read(spot.path) or ""
        lines = markdown.split_lines(text)
        end = min(spot.end, len(lines))
        start = min(spot.start, max(1, end))
        written = Written(
            spot.path,
            start,
            end,
            "".join(lines[start - 1 : end]).rstrip("\r\n"),
            entry.id if entry else 0,
            notes=(*plan.notes, *self.files.repaired),
        )
        if entry is None:
            return written
        added = tuple((file.path, h.added) for file in entry.files for h in file.hunks if h.added)
        also = tuple(file.path for file in entry.files if file.path != spot.path)
        return replace(written, secrets=entry.secrets, also=also, added=added)

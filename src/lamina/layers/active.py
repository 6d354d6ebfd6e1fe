"""Active context: what is open now, with what was said about it.

Matters made by hand carry no dates: theirs are those on which they were first seen and changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.labels import labels
from lamina.documents.templates import active_template, moved_line
from lamina.errors import (
    AlreadyThereError,
    EmptyTextError,
    PathError,
    StoreError,
    UnfinishedError,
    WriteError,
)
from lamina.layers.active_blocks import (
    PATH,
    as_body,
    body_end,
    boxes,
    closed,
    gap_end,
    moved,
    pick_block,
    read_blocks,
    says,
    stamped,
    subject_line,
)
from lamina.layers.draft import Spot
from lamina.layers.names import pick
from lamina.layers.writable import unmarked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lamina.documents.markdown import Document
    from lamina.layers.active_blocks import Block
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written


class Active:
    """Reads and keeps the open matters."""

    def __init__(
        self,
        editor: Editor,
        daily: Daily,
        seen: Callable[[Mapping[str, str], str], Mapping[str, tuple[str, str]]],
        most_lines: int,
    ) -> None:
        """``seen``: keeps key and digest of hand-made blocks, gives first and last changed day."""
        self.editor = editor
        self.daily = daily
        self.seen = seen
        self.most_lines = most_lines

    def blocks(self) -> tuple[Block, ...]:
        """Return all matters, with their dates."""
        return self.dated(read_blocks(self.editor.files.read(PATH) or ""))

    def dated(self, blocks: Iterable[Block]) -> tuple[Block, ...]:
        """Return the blocks with their dates: as written in them, else as first seen."""
        keyed = _keyed(blocks)
        today = str(self.editor.today)
        try:
            known = self.seen({key: block.digest for key, block in keyed.items()}, today)
        except (StoreError, WriteError):  # a folder that cannot be written: seen today
            known = {}
        found = []
        for key, block in keyed.items():
            first, changed = known.get(key, (today, ""))
            touched = max(filter(None, (block.touched, changed)), default=first)
            found.append(replace(block, opened=block.opened or first, touched=touched))
        return tuple(found)

    def brake(self) -> str:
        """Say that the file is too long, or nothing."""
        try:
            lines = len(markdown.split_lines(self.editor.files.read(PATH) or ""))
        except PathError:  # the doctor says what is wrong with it
            return ""
        if lines <= self.most_lines:
            return ""
        return f"{PATH} has {lines} lines, more than {self.most_lines}: close or shorten matters"

    def show(self, subject: str) -> Block:
        """Return the matter with this subject; UnknownNameError where there is none."""
        return pick_block(self.blocks(), subject)

    def open(self, subject: str, body: str, *, short: str = "", pin: bool = False) -> Written:
        """Open a matter with what was said about it; a body of no word is refused."""
        return self.editor.write(
            "active open", lambda draft: self.add(draft, subject, body, short=short, pin=pin)
        )

    def note(self, subject: str, text: str) -> Written:
        """Add to what was said about a matter."""
        return self.editor.write("active note", lambda draft: self.extend(draft, subject, text))

    def done(self, subject: str, result: str = "", *, anyway: bool = False) -> Written:
        """Mark a matter as done; hygiene takes it away later. Unticked boxes are asked about."""

        def work(draft: Draft) -> Spot:
            block, _ = self._block(draft, subject)
            if block.unticked and not anyway:
                raise UnfinishedError(block.subject, block.unticked)
            return self.close(draft, subject, result)

        return self.editor.write("active done", work)

    def tick(self, subject: str, task: str) -> Written:
        """Tick a box in a matter's body."""

        def work(draft: Draft) -> Spot:
            block, document = self._block(draft, subject)
            found = boxes(document, block)
            number, _, ticked = pick("unticked task", task, found, lambda box: (box[1],))
            spot = draft.splice(PATH, number, number + 1, ticked)
            self._stamp(draft, block.start, touched=str(draft.today))
            return spot

        return self.editor.write("active tick", work)

    def add(
        self, draft: Draft, subject: str, body: str, *, short: str = "", pin: bool = False
    ) -> Spot:
        """Write a new block at the end."""
        subject = subject_line(subject)
        short = unmarked(short)
        body = as_body(body)
        if not subject:
            raise EmptyTextError("The subject")
        if not says(body):
            raise EmptyTextError("What was said about it (the body)")
        text = draft.read(PATH)
        if text is None:
            text = active_template(draft.language)
            draft.put(PATH, text)
        for block in read_blocks(text):
            if block.subject.casefold() == subject.casefold() and not block.done:
                hint = f'Add to it: lamina active note "{subject}" "…"'
                raise AlreadyThereError("open matter", subject, PATH, hint)
        gap = "" if not text.strip() or text.endswith(("\n\n", "\r\n\r\n")) else "\n"
        head = f"## [OPEN] {subject}{f' — {short}' if short else ''}"
        dates = f"<!-- opened {draft.today}{', pinned' if pin else ''} -->"
        spot = draft.append(PATH, f"{gap}{head}\n{body}\n{dates}\n\n---\n")
        return Spot(PATH, spot.start + len(gap), spot.end)

    def open_about(self, draft: Draft, subject: str) -> Block | None:
        """Return the open matter of a subject, however the subject was written."""
        wanted = unmarked(subject).casefold()
        blocks = read_blocks(draft.read(PATH) or "")
        return next((b for b in blocks if not b.done and b.subject.casefold() == wanted), None)

    def extend(self, draft: Draft, subject: str, text: str) -> Spot:
        """Add lines to a block's body."""
        said = as_body(text)
        if not says(said):
            raise EmptyTextError("The note")
        block, document = self._block(draft, subject)
        end = body_end(document, block)
        indent = "  " if block.bullet else ""
        lines = "".join(f"{indent}{line}\n" for line in said.splitlines())
        if end == len(document.lines) and not document.text.endswith(("\n", "\r")):
            draft.append(PATH, "")
        draft.splice(PATH, end, end, lines)
        self._stamp(draft, block.start, touched=str(draft.today))
        return Spot(PATH, end + 1, end + len(said.splitlines()))

    def close(self, draft: Draft, subject: str, result: str = "") -> Spot:
        """Set a block to [DONE]."""
        if result.strip():
            self.extend(draft, subject, result)
        block, document = self._block(draft, subject)
        done = closed(document.lines[block.start])
        draft.splice(PATH, block.start, block.start + 1, done)
        self._stamp(draft, block.start, done=str(draft.today))
        return Spot(PATH, block.start + 1, block.end)

    def clean(self, draft: Draft, idle_days: int) -> tuple[int, int]:
        """Move DONE blocks, and OPEN ones idle for longer, whole into the day's note.

        Returns how many of each. Pinned ones stay.
        """
        text = draft.read(PATH)
        if text is None:
            return 0, 0
        blocks = self.dated(read_blocks(text))
        limit = draft.today - timedelta(days=idle_days)
        done = [b for b in blocks if b.done]
        idle = [
            b
            for b in blocks
            if not b.done and not b.pinned and date.fromisoformat(b.touched) < limit
        ]
        document = markdown.parse(text)
        for block in (*done, *idle):
            why = moved_line(draft.language, PATH, "" if block.done else block.touched)
            subject = block.subject or labels(draft.language).active_context
            self.daily.add_block(draft, subject, f"{why}\n\n{moved(document, block)}")
        gone = [markdown.Splice(b.start, gap_end(document, b), "") for b in (*done, *idle)]
        if gone:
            draft.put(PATH, markdown.splice(text, gone))
        return len(done), len(idle)

    def _block(self, draft: Draft, subject: str) -> tuple[Block, Document]:
        text = draft.read(PATH) or ""
        return pick_block(read_blocks(text), subject), markdown.parse(text)

    def _stamp(self, draft: Draft, start: int, **dates: str) -> None:
        """Write dates into the comment of the block that starts there, made where there is none."""
        text = draft.read(PATH) or ""
        block = next(b for b in self.dated(read_blocks(text)) if b.start == start)
        edit = stamped(markdown.parse(text), block, dates)
        draft.splice(PATH, edit.start, edit.end, edit.text)


def _keyed(blocks: Iterable[Block]) -> dict[str, Block]:
    """Return the blocks by subject; where one stands more than once, they are numbered."""
    found: dict[str, Block] = {}
    times: Counter[str] = Counter()
    for block in blocks:
        times[block.subject] += 1
        number = times[block.subject]
        found[f"{block.subject}\0{number}" if number > 1 else block.subject] = block
    return found

"""Active context: what is open now, with what was said about it.

A block as Lamina writes it in ``memory/active-context.md``; hand-made ones (``[open]``, bullets,
no rule, no dates) are read too, their dates are those on which they were first seen and changed::

    ## [OPEN] Move — papers are missing
    The landlord wants the last three pay slips; Vera sends them from the office.
    <!-- opened 2026-03-04, touched 2026-03-09 -->

    ---
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.labels import labels
from lamina.documents.markdown import Kind
from lamina.documents.templates import active_template, moved_line
from lamina.errors import (
    AlreadyThereError,
    EmptyTextError,
    PathError,
    StoreError,
    UnfinishedError,
    UnknownNameError,
    WriteError,
)
from lamina.layers.daily import unmarked, writable
from lamina.layers.editor import Spot
from lamina.layers.names import pick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lamina.documents.markdown import Document
    from lamina.layers.daily import Daily
    from lamina.layers.editor import Draft, Editor, Written

PATH = "memory/active-context.md"
_OPEN = "open|offen|открыто|открыт|未结|进行中|待定"
_DONE = "done|erledigt|готово|сделано|закрыто|完成|已完成"
_HEAD = re.compile(
    r"^\ufeff? {0,3}(?:(?P<mark>#{1,6}|[-*+]|\d{1,3}[.)])\s+)?(?:[^\x00-\x7f\w\s]+\s+)?(?:\*\*)?"
    rf"\[\s*(?P<tag>{_OPEN}|{_DONE})\s*\](?!-\w)(?:\*\*)?[:：]?[ \t]*(?P<title>[^\r\n]*)",
    re.IGNORECASE,
)
_IS_DONE = re.compile(_DONE, re.IGNORECASE)
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s")
_RULE = re.compile(r"^(?:-{3,}|\*{3,}|_{3,})\s*$")
_DATES = re.compile(
    r"<!--\s*((?:(?:(?:opened|touched|done)[: ]+\d{4}-\d{2}-\d{2}|pinned)[,\s]*)+)-->"
)
_DATE = re.compile(r"\b(opened|touched|done)[: ]+(\d{4}-\d{2}-\d{2})")
_DASH = re.compile(r"(?<!\s)\s+[—–-]\s+")
_WORD = re.compile(r"\w")
_UNTICKED = re.compile(r"^(\s*[-*+]\s+\[) (\]\s+)(.*)$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\r\n]*)")


@dataclass(frozen=True, slots=True)
class Block:
    """One matter; lines [start, end) (0-based), the rule after it included."""

    subject: str
    short: str
    body: str
    done: bool
    start: int
    end: int
    bullet: bool = False
    pinned: bool = False
    opened: str = ""  # ISO days; empty: not known
    touched: str = ""

    @property
    def has_body(self) -> bool:
        """Whether there is more than a status line."""
        return bool(_WORD.search(self.body)) or (self.bullet and bool(self.short))

    @property
    def digest(self) -> str:
        """A key of what the block says."""
        said = f"{self.short}\0{self.body}"
        return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def idle(self, today: date) -> int:
        """Return for how many days nothing happened to it; another machine's clock may be ahead."""
        return max(0, (today - date.fromisoformat(self.touched)).days) if self.touched else 0

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "subject": self.subject,
            "short": self.short,
            "body": self.body,
            "status": "done" if self.done else "open",
            "pinned": self.pinned,
            "opened": self.opened or None,
            "touched": self.touched or None,
            "start_line": self.start + 1,
            "end_line": self.end,
        }


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
        return _pick(self.blocks(), subject)

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
            left = sum(bool(_UNTICKED.match(line)) for line in block.body.splitlines())
            if left and not anyway:
                raise UnfinishedError(block.subject, left)
            return self.close(draft, subject, result)

        return self.editor.write("active done", work)

    def tick(self, subject: str, task: str) -> Written:
        """Tick a box in a matter's body."""

        def work(draft: Draft) -> Spot:
            block, document = self._block(draft, subject)
            boxes = [
                (number, match)
                for number in range(block.start + 1, block.end)
                if (match := _UNTICKED.match(document.lines[number].rstrip("\r\n")))
            ]
            number, match = pick("unticked task", task, boxes, lambda one: (one[1][3],))
            spot = draft.splice(PATH, number, number + 1, f"{match[1]}x{match[2]}{match[3]}\n")
            self._stamp(draft, block.start, touched=str(draft.today))
            return spot

        return self.editor.write("active tick", work)

    def add(
        self, draft: Draft, subject: str, body: str, *, short: str = "", pin: bool = False
    ) -> Spot:
        """Write a new block at the end."""
        subject = _DASH.sub(": ", _one_line(subject))  # a dash begins the description
        short = _one_line(short)
        body = _as_body(body)
        if not subject:
            raise EmptyTextError("The subject")
        if not _WORD.search(body):
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
        wanted = _one_line(subject).casefold()
        blocks = read_blocks(draft.read(PATH) or "")
        return next((b for b in blocks if not b.done and b.subject.casefold() == wanted), None)

    def extend(self, draft: Draft, subject: str, text: str) -> Spot:
        """Add lines to a block's body."""
        said = _as_body(text)
        if not _WORD.search(said):
            raise EmptyTextError("The note")
        block, document = self._block(draft, subject)
        end = _body_end(document, block)
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
        head = document.lines[block.start]
        match = _HEAD.match(head)
        assert match  # noqa: S101 - the block was found by it
        start, end = match.span("tag")
        line = (head[:start] + "DONE" + head[end:]).rstrip("\r\n") + "\n"
        draft.splice(PATH, block.start, block.start + 1, line)
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
            lines = [line.rstrip("\r\n") for line in document.lines[block.start : block.end]]
            while not lines[-1].strip() or _RULE.match(lines[-1]):
                lines.pop()
            why = moved_line(draft.language, PATH, "" if block.done else block.touched)
            moved = "".join(f"{line}\n" for line in _outside_fences(lines, _demoted))
            subject = block.subject or labels(draft.language).active_context
            self.daily.add_block(draft, subject, f"{why}\n\n{moved}")
        gone = [markdown.Splice(b.start, _gap_end(document, b), "") for b in (*done, *idle)]
        if gone:
            draft.put(PATH, markdown.splice(text, gone))
        return len(done), len(idle)

    def _block(self, draft: Draft, subject: str) -> tuple[Block, Document]:
        text = draft.read(PATH) or ""
        return _pick(read_blocks(text), subject), markdown.parse(text)

    def _stamp(self, draft: Draft, start: int, **dates: str) -> None:
        """Write dates into the comment of the block that starts there, made where there is none."""
        text = draft.read(PATH) or ""
        block = next(b for b in self.dated(read_blocks(text)) if b.start == start)
        document = markdown.parse(text)
        for number in range(block.start, block.end):
            match = _DATES.search(document.lines[number])
            if match:
                held = dict(_DATE.findall(match[1])) | dates
                pinned = ", pinned" if "pinned" in match[1] else ""
                comment = f"<!-- {_dates(held)}{pinned} -->"
                line = document.lines[number]
                new = line[: match.start()] + comment + line[match.end() :]
                draft.splice(PATH, number, number + 1, new.rstrip("\r\n") + "\n")
                return
        end = _body_end(document, block)
        comment = f"<!-- {_dates({'opened': block.opened} | dates)} -->"
        draft.splice(PATH, end, end, ("  " if block.bullet else "") + comment + "\n")


def read_blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of a text, hand-made ones too; what stands in a fence is an example."""
    document = markdown.parse(text)
    fenced = {n for b in document.blocks if b.kind is Kind.FENCE for n in range(b.start, b.end)}
    heads = [
        (number, match)
        for number, line in enumerate(document.lines)
        if number not in fenced and (match := _HEAD.match(line))
    ]
    ends = [*(number for number, _ in heads[1:]), len(document.lines)][: len(heads)]
    return tuple(
        _block(document, number, match, end, fenced)
        for (number, match), end in zip(heads, ends, strict=True)
    )


def _block(
    document: Document, start: int, match: re.Match[str], limit: int, fenced: set[int]
) -> Block:
    mark = match["mark"] or "######"  # without a mark: any heading ends it
    bullet = not mark.startswith("#")
    end = last = start + 1
    for number in range(start + 1, limit):
        line = document.lines[number]
        if number not in fenced:
            if _RULE.match(line):
                end = number + 1
                break
            heading = _HEADING.match(line)
            if heading and (bullet or len(heading[1]) <= len(mark)):
                break
            if bullet and line.strip() and not line[0].isspace():
                break
        end = number + 1
        last = end if line.strip() else last
    else:
        number = limit
    end = end if end > last and _RULE.match(document.lines[end - 1]) else last
    body = "\n".join(line.rstrip("\r\n") for line in document.lines[start + 1 : end])
    title = match["title"].rstrip("*")
    comments = " ".join(m[1] for m in _DATES.finditer(title + "\n" + body))
    title, body = _DATES.sub("", title).strip(), _DATES.sub("", body)
    body = re.sub(r"\n(?:-{3,}|\*{3,}|_{3,})\s*$", "", "\n" + body).strip()
    parts = _DASH.split(title, maxsplit=1)
    if len(parts) == 1 and bullet:
        parts = re.split(r":\s+|：", title, maxsplit=1)
    dates = {name: day for name, day in _DATE.findall(comments) if _is_day(day)}
    return Block(
        parts[0].strip() or title,
        parts[1].strip() if len(parts) > 1 else "",
        body,
        bool(_IS_DONE.fullmatch(match["tag"])),
        start,
        end,
        bullet,
        "pinned" in comments,
        dates.get("opened", ""),
        max(dates.values(), default=""),
    )


def _pick(blocks: Iterable[Block], subject: str) -> Block:
    """Return the block that is meant: an open one, else a done one."""
    blocks = list(blocks)
    wanted = _DASH.sub(" — ", subject)
    for found in ([b for b in blocks if not b.done], blocks):
        with contextlib.suppress(UnknownNameError):
            return pick("open matter", wanted, found, _names)
    raise UnknownNameError("open matter", subject, [b.subject for b in blocks])


def _names(block: Block) -> tuple[str, ...]:
    return block.subject, f"{block.subject} — {block.short}", f"{block.subject} {block.short}"


def _keyed(blocks: Iterable[Block]) -> dict[str, Block]:
    """Return the blocks by subject; where one stands more than once, they are numbered."""
    found: dict[str, Block] = {}
    times: Counter[str] = Counter()
    for block in blocks:
        times[block.subject] += 1
        number = times[block.subject]
        found[f"{block.subject}\0{number}" if number > 1 else block.subject] = block
    return found


def _body_end(document: Document, block: Block) -> int:
    """Return the line after a block's last word: before its dates, its rule and blank lines."""
    end = block.end
    while end > block.start + 1:
        line = document.lines[end - 1].strip()
        if line and not _RULE.match(line) and not _DATES.fullmatch(line):
            break
        end -= 1
    return end


def _dates(held: Mapping[str, str]) -> str:
    return ", ".join(
        f"{name} {held[name]}" for name in ("opened", "touched", "done") if name in held
    )


def _one_line(text: str) -> str:
    return unmarked(text)


def _as_body(text: str) -> str:
    """Return text that can stand in a block: nothing in it ends the block or begins another."""
    lines = writable(text).strip().splitlines()
    return "\n".join(_outside_fences(lines, _harmless))


def _harmless(line: str) -> str:
    if _RULE.match(line):
        return " ***"  # not a rule of ours, and no underline of a heading
    return f"\\{line.lstrip()}" if _HEAD.match(line) else _demoted(line)


def _demoted(line: str) -> str:
    """Return a line that is no heading above the third level."""
    return re.sub(r"^( {0,3})#{1,2}(?=\s)", r"\1###", line)


def _outside_fences(lines: Iterable[str], edit: Callable[[str], str]) -> list[str]:
    """Return lines, edited where they are not code; a fence left open is closed."""
    found: list[str] = []
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        found.append(line if fence or mark else edit(line))
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
    return [*found, fence] if fence else found


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _gap_end(document: Document, block: Block) -> int:
    """Return where a block ends that is to be removed: the blank lines behind it go with it."""
    end = block.end
    while end < len(document.lines) and not document.lines[end].strip():
        end += 1
    return end

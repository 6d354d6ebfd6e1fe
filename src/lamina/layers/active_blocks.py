"""The format of active context: blocks, read and made safe to write. Pure.

A block as Lamina writes it in ``memory/active-context.md``; hand-made ones (``[open]``, bullets,
no rule, no dates) are read too::

    ## [OPEN] Move — papers are missing
    The landlord wants the last three pay slips; Vera sends them from the office.
    <!-- opened 2026-03-04, touched 2026-03-09 -->

    ---
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.markdown import Kind, Splice
from lamina.errors import UnknownNameError
from lamina.layers.names import pick
from lamina.layers.writable import unmarked, writable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lamina.documents.markdown import Document

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

    @property
    def unticked(self) -> int:
        """How many of its tasks are not done."""
        return sum(bool(_UNTICKED.match(line)) for line in self.body.splitlines())

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


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def pick_block(blocks: Iterable[Block], subject: str) -> Block:
    """Return the block that is meant: an open one, else a done one."""
    blocks = list(blocks)
    wanted = _DASH.sub(" — ", subject)
    for found in ([b for b in blocks if not b.done], blocks):
        with contextlib.suppress(UnknownNameError):
            return pick("open matter", wanted, found, _names)
    raise UnknownNameError("open matter", subject, [b.subject for b in blocks])


def _names(block: Block) -> tuple[str, ...]:
    return block.subject, f"{block.subject} — {block.short}", f"{block.subject} {block.short}"


def boxes(document: Document, block: Block) -> list[tuple[int, str, str]]:
    """Return the unticked tasks of a block: the line, what it says, the line with its tick."""
    found = []
    for number in range(block.start + 1, block.end):
        match = _UNTICKED.match(document.lines[number].rstrip("\r\n"))
        if match:
            found.append((number, match[3], f"{match[1]}x{match[2]}{match[3]}\n"))
    return found


def subject_line(subject: str) -> str:
    """Return a subject as a heading can name it: a dash would begin the description."""
    return _DASH.sub(": ", unmarked(subject))


def says(text: str) -> bool:
    """Tell whether a text holds any word."""
    return bool(_WORD.search(text))


def closed(head: str) -> str:
    """Return a block's first line with the tag [DONE]."""
    match = _HEAD.match(head)
    assert match  # noqa: S101 - the block was found by it
    start, end = match.span("tag")
    return (head[:start] + "DONE" + head[end:]).rstrip("\r\n") + "\n"


def stamped(document: Document, block: Block, dates: dict[str, str]) -> Splice:
    """Return the edit that writes dates into a block's comment, made where there is none."""
    for number in range(block.start, block.end):
        line = document.lines[number]
        match = _DATES.search(line)
        if match:
            pinned = ", pinned" if "pinned" in match[1] else ""
            comment = f"<!-- {_dates(dict(_DATE.findall(match[1])) | dates)}{pinned} -->"
            new = line[: match.start()] + comment + line[match.end() :]
            return Splice(number, number + 1, new.rstrip("\r\n") + "\n")
    end = body_end(document, block)
    comment = f"<!-- {_dates({'opened': block.opened} | dates)} -->"
    return Splice(end, end, ("  " if block.bullet else "") + comment + "\n")


def _dates(held: Mapping[str, str]) -> str:
    return ", ".join(
        f"{name} {held[name]}" for name in ("opened", "touched", "done") if name in held
    )


def moved(document: Document, block: Block) -> str:
    """Return a block's lines as they can stand under another heading, without its rule."""
    lines = [line.rstrip("\r\n") for line in document.lines[block.start : block.end]]
    while not lines[-1].strip() or _RULE.match(lines[-1]):
        lines.pop()
    return "".join(f"{line}\n" for line in _outside_fences(lines, _demoted))


def body_end(document: Document, block: Block) -> int:
    """Return the line after a block's last word: before its dates, its rule and blank lines."""
    end = block.end
    while end > block.start + 1:
        line = document.lines[end - 1].strip()
        if line and not _RULE.match(line) and not _DATES.fullmatch(line):
            break
        end -= 1
    return end


def gap_end(document: Document, block: Block) -> int:
    """Return where a block ends that is to be removed: the blank lines behind it go with it."""
    end = block.end
    while end < len(document.lines) and not document.lines[end].strip():
        end += 1
    return end


def as_body(text: str) -> str:
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

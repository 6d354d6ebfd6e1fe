"""memory/PROPOSALS.md: its check boxes read, whatever an editor made of them, and written. Pure.

    ## Ready

    - [ ] Anna is allergic to penicillin (memory/2026-11-12.md#L4) <!-- proposal:5f0c2f4b1c9e -->
      - needed 4 times on 3 days (2026-11-13 – 2026-11-20); score 0.82

A proposal is told by its comment, wherever it stands; the rows below it by their words. Whatever
else stands in the file is a person's, and stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from lamina.documents import markdown
from lamina.dreaming.box_words import KINDS, is_row, kind_of, without_score, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lamina.documents.language import Language

_MARK = re.compile(r"<!--\s*proposal:([0-9a-f]{12})\s*-->")
_AS_OF = re.compile(r"<!--\s*proposals as of (\S+)\s*-->")
_ITEM = re.compile(r"[ \t>]*(?:~~)?(?:[-*+•]|\d{1,4}[.)])[ \t]+")
_BOX = re.compile(r"(~~)?\\?\[([^\[\]\\]{0,3})\\?\]")
_SOURCE = re.compile(r"\s*\(memory/[^()#]+#L\d+(?:-L\d+)?\)")
_STRUCK = re.compile(r"~~.*?~~|<(?:del|s)>.*?</(?:del|s)>")
_COMMENT = re.compile(r"<!--.*?-->")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_HEADING = re.compile(r"#{1,6}[ \t]+(.+?)[ \t#]*$")
_TICKS = frozenset("xXхХ✓✔√")  # Latin and Cyrillic
_STRIKES = frozenset("-~–—")
_WRAPPED = 12  # lines an editor may have broken one into


class Mark(StrEnum):
    """What a person did with a proposal."""

    OPEN = "open"
    TICKED = "ticked"
    STRUCK = "struck"
    UNCLEAR = "unclear"  # ticked and struck, or two in one line


class Row(NamedTuple):
    """A row below a proposal that Lamina wrote, its lines [start, end)."""

    start: int
    end: int
    said: str


@dataclass(frozen=True, slots=True)
class Box:
    """A proposal as it stands: its words, what was done with it, its lines [start, end)."""

    key: str
    text: str
    mark: Mark
    start: int
    end: int
    rows: tuple[Row, ...] = ()
    noted: bool = False  # a person wrote something below or behind it


@dataclass(frozen=True, slots=True)
class Entry:
    """A proposal to be written."""

    key: str
    kind: str
    text: str
    source: str
    rows: tuple[str, ...]


def said(raw: str) -> str:
    """Return a proposal's words: without its source, comments and what is struck."""
    kept = _STRUCK.sub(" ", _COMMENT.sub(" ", raw))
    return " ".join(_SOURCE.sub("", kept).replace("~~", " ").split())


def read(text: str, unmarked: Mapping[str, str] | None = None) -> tuple[Box, ...]:
    """Return the proposals of the file, in its order; those quoted in a fence are none.

    ``unmarked``: keys by words, for editors that throw comments away.
    """
    lines = markdown.split_lines(text)
    fenced = _fenced(lines)
    found: list[Box] = []
    for number, line in enumerate(lines):
        if number in fenced:
            continue
        marks = list(_MARK.finditer(line))
        box = _box(lines, number, marks[0]) if marks else _unmarked(lines, number, unmarked)
        if box and len(marks) > 1:
            box = replace(box, mark=Mark.UNCLEAR)
        if box:
            found += [replace(box, key=mark[1]) for mark in marks] or [box]
    return tuple(found)


def named(text: str) -> frozenset[str]:
    """Return the keys that stand anywhere in the file, quoted ones too."""
    return frozenset(_MARK.findall(text))


def as_of(text: str) -> str:
    """Return when Lamina last wrote the file, as it says itself; empty where it does not."""
    found = _AS_OF.search(text)
    return found[1] if found else ""


def edited(
    text: str,
    found: Sequence[Box],
    *,
    left: Mapping[str, str],
    rows: Mapping[str, Sequence[str]],
    sources: Mapping[str, str],
) -> str:
    """Return the file without proposals that left, and with new rows and sources of others.

    Where a person wrote below a proposal that left, its words stay as a plain item, with what
    became of it (the value in ``left``).
    """
    lines = markdown.split_lines(text)
    eol = markdown.parse(text).eol
    parts: dict[int, str] = {}
    shared = {box.start for box in found if sum(o.start == box.start for o in found) > 1}
    for box in found:
        if box.start in shared:
            continue
        if box.key in left:
            parts |= dict.fromkeys(_lines_of(box), "")
            if box.noted:
                parts[box.start] = _residue(lines, box, left[box.key], eol)
            continue
        if source := sources.get(box.key):
            parts |= _moved(lines, box, source)
        if box.key in rows and _news(box, rows[box.key]):
            parts |= _new_rows(lines, box, rows[box.key], parts, eol)
    return "".join(parts.get(number, line) for number, line in enumerate(lines))


def added(text: str, entries: Iterable[Entry], language: Language) -> str:
    """Return the file with proposals put at the end of their sections, made where missing."""
    for entry in sorted(entries, key=lambda one: KINDS.index(one.kind)):
        rows = "".join(f"  - {row}\n" for row in entry.rows)
        block = f"- [ ] {entry.text} ({entry.source}) <!-- proposal:{entry.key} -->\n{rows}"
        text = _put(text, entry.kind, block, language)
    return text


def reworded(text: str, box: Box, said: str) -> str:
    """Return the file with other words in a proposal's place; its box and its source stay."""
    lines = markdown.split_lines(text)
    last = lines[box.end - 1]
    row = " ".join(line.strip() for line in lines[box.start : box.end])
    item = _ITEM.match(row)
    rest = row[item.end() :] if item else row
    mark = _BOX.match(rest) if item else None
    lead = (item[0] if item else "- ") + (mark[0].replace("~~", "") if mark else "[ ]")
    source = _SOURCE.search(rest)
    indent = lines[box.start][: len(lines[box.start]) - len(lines[box.start].lstrip())]
    behind = "".join(_MARK.split(rest, maxsplit=1)[2:]).rstrip().removesuffix("~~")
    eol = last[len(last.rstrip("\r\n")) :]
    new = f"{indent}{lead} {said}{source[0] if source else ''} <!-- proposal:{box.key} -->{behind}"
    return "".join([*lines[: box.start], new + eol, *lines[box.end :]])


def begun(text: str, language: Language, moment: str) -> str:
    """Return the file with the moment of this writing; an empty one gets its head."""
    stamp = f"<!-- proposals as of {moment} -->"
    if not text.strip(markdown.BOM + " \t\r\n"):
        one = words(language)
        return f"# {one.title}\n\n{one.intro}\n{stamp}\n"
    if not _AS_OF.search(text):
        return markdown.append(text, f"\n{stamp}\n")
    return _AS_OF.sub(stamp, text, count=1)


def tidied(text: str) -> str:
    """Return the file without headings of ours under which nothing stands any more."""
    lines = markdown.split_lines(text)
    heads = dict(_headings(lines))
    kept: list[str] = []
    number = 0
    while number < len(lines):
        end = number + 1
        while end < len(lines) and not lines[end].strip():
            end += 1
        if kind_of(heads.get(number, "")) and (end == len(lines) or end in heads):
            if end == len(lines):
                while kept and not kept[-1].strip():
                    kept.pop()
        else:
            kept += lines[number:end]
        number = end
    return "".join(kept)


def _fenced(lines: Sequence[str]) -> set[int]:
    """Return the lines inside code fences."""
    found: set[int] = set()
    fence = ""
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence or match:
            found.add(number)
        if match:
            mark = match[0].strip()
            if not fence:
                fence = mark
            elif mark[0] == fence[0] and len(mark) >= len(fence):
                fence = ""
    return found


def _unmarked(lines: Sequence[str], number: int, known: Mapping[str, str] | None) -> Box | None:
    """Return the proposal that a line without its comment is, by its words."""
    item = _ITEM.match(lines[number]) if known else None
    if not known or not item or not _BOX.match(lines[number], item.end()):
        return None
    box = _made("", lines, number, number, lines[number].strip(), "")
    key = known.get(box.text)
    return replace(box, key=key) if key else None


def _box(lines: Sequence[str], number: int, mark: re.Match[str]) -> Box:
    start = _first(lines, number)
    before = " ".join(line.strip() for line in lines[start:number])
    body = f"{before} {lines[number][: mark.start()].strip()}".strip()
    return _made(mark[1], lines, start, number, body, lines[number][mark.end() :].strip())


def _made(key: str, lines: Sequence[str], start: int, number: int, body: str, behind: str) -> Box:
    """Return the proposal of lines: what stands before its comment, and what behind."""
    item = _ITEM.match(body)
    rest = body[item.end() :] if item else body
    box = _BOX.match(rest) if item else None
    sign = box[2].strip() if box else ""
    opened = "~~" if item and "~~" in item[0] else (box[1] or "") if box else ""
    rest = opened + (rest[box.end() :] if box else rest)
    if behind == "~~":
        rest, behind = f"{rest.strip()}~~", ""
    done = {(True, False): Mark.TICKED, (False, True): Mark.STRUCK, (True, True): Mark.UNCLEAR}
    mark = done.get((sign in _TICKS, sign in _STRIKES or _is_struck(rest)), Mark.OPEN)
    rows, noted = _below(lines, number + 1, _depth(lines[start]))
    text = said(rest) or " ".join(_SOURCE.sub("", rest).replace("~~", " ").split())
    return Box(key, text, mark, start, number + 1, tuple(rows), noted or bool(behind))


def _first(lines: Sequence[str], number: int) -> int:
    """Return the line an item begins on that an editor may have broken into several."""
    if _ITEM.match(lines[number]):
        return number
    for at in range(number - 1, max(-1, number - _WRAPPED), -1):
        if not lines[at + 1][:1].isspace() or not lines[at].strip() or _MARK.search(lines[at]):
            break
        item = _ITEM.match(lines[at])
        if item:
            return at if _BOX.match(lines[at], item.end()) else number
    return number


def _is_struck(rest: str) -> bool:
    """Tell whether all of the words are struck, not only some."""
    plain = _SOURCE.sub("", rest)
    kept = _STRUCK.sub("", plain)
    return kept != plain and not any(map(str.isalnum, kept))


def _depth(line: str) -> int:
    bare = line.expandtabs(4)
    return len(bare) - len(bare.lstrip(" >"))


def _below(lines: Sequence[str], start: int, depth: int) -> tuple[list[Row], bool]:
    """Return the rows of ours below a proposal, and whether a person wrote there too."""
    rows: list[Row] = []
    noted = False
    number = start
    while number < len(lines):
        line = lines[number]
        end, told = number + 1, _bare(line)
        if not is_row(told):  # an editor may have broken it into several lines
            end = _item_end(lines, number)
            told = _bare(" ".join(part.strip() for part in lines[number:end]))
        if line.strip():
            if _MARK.search(line) or _FENCE.match(line):
                break
            if is_row(told):
                rows.append(Row(number, end, told))
                number = end
                continue
            if _depth(line) <= depth:
                break
            noted = True
        number += 1
    return rows, noted


def _item_end(lines: Sequence[str], number: int) -> int:
    """Return where an item ends that an editor may have broken into several lines."""
    end = number + 1
    while (
        end < min(len(lines), number + _WRAPPED)
        and lines[end][:1].isspace()
        and lines[end].strip()
        and not _ITEM.match(lines[end])
        and not _MARK.search(lines[end])
    ):
        end += 1
    return end


def _lines_of(box: Box) -> list[int]:
    return [*range(box.start, box.end), *(n for row in box.rows for n in range(row.start, row.end))]


def _bare(line: str) -> str:
    """Return a row without bullet and box, whatever an editor gave it."""
    item = _ITEM.match(line)
    rest = line[item.end() :] if item else line
    box = _BOX.match(rest) if item else None
    return " ".join((rest[box.end() :] if box else rest).split())


def _residue(lines: Sequence[str], box: Box, what: str, eol: str) -> str:
    """Return what stays of a proposal that left, for the sake of what was written below it."""
    item = _ITEM.match(lines[box.start])
    lead = item[0].replace("~~", "") if item else "- "
    parts = _MARK.split(lines[box.end - 1], maxsplit=1)
    behind = parts[-1].strip() if len(parts) > 1 else ""
    behind = "" if behind == "~~" else f" {behind}" if behind else ""
    return f"{lead}{box.text} ({what}){behind}{eol}"


def _moved(lines: Sequence[str], box: Box, source: str) -> dict[int, str]:
    """Return a proposal's lines with its source as it is now."""
    return {
        number: _SOURCE.sub(f" ({source})", lines[number])
        for number in range(box.start, box.end)
        if _SOURCE.search(lines[number])
    }


def _news(box: Box, rows: Sequence[str]) -> bool:
    """Tell whether rows say something else than those that stand there."""
    old = [without_score(row.said) for row in box.rows]
    return old != [without_score(" ".join(row.split())) for row in rows]


def _new_rows(
    lines: Sequence[str], box: Box, rows: Sequence[str], parts: Mapping[int, str], eol: str
) -> dict[int, str]:
    """Return the lines with a proposal's rows in the place of the old ones."""
    item = _ITEM.match(lines[box.rows[0].start]) if box.rows else None
    own = _ITEM.match(lines[box.start])
    lead = item[0] if item else (re.match(r"[ \t>]*", own[0] if own else "") or [""])[0] + "  - "
    block = "".join(f"{lead}{row}{eol}" for row in rows)
    if box.rows:
        old = (n for row in box.rows for n in range(row.start, row.end))
        return dict.fromkeys(old, "") | {box.rows[0].start: block}
    last = parts.get(box.end - 1, lines[box.end - 1])
    return {box.end - 1: last.rstrip("\r\n") + eol + block}


def _put(text: str, kind: str, block: str, language: Language) -> str:
    lines = markdown.split_lines(text)
    eol = markdown.parse(text).eol
    block = markdown.with_eol(block, eol)
    heads = list(_headings(lines))
    at = next((n for n, title in heads if kind_of(title) == kind), None)
    if at is None:
        later = KINDS[KINDS.index(kind) + 1 :]
        end = next((n for n, title in heads if kind_of(title) in later), len(lines))
        head = "".join(lines[:end])
        gap = "" if head.endswith(("\n\n", "\r\n\r\n", "\r\r")) else "\n"
        head = markdown.append(head, f"{gap}## {words(language).headings[kind]}\n\n") + block
        return head + (eol if lines[end:] else "") + "".join(lines[end:])
    end = next((n for n, _ in heads if n > at), len(lines))
    while end > at + 1 and not lines[end - 1].strip():
        end -= 1
    if not lines[end - 1].endswith(("\n", "\r")):
        lines[end - 1] += eol
    above = lines[end - 1]
    gap = "" if end > at + 1 and (_ITEM.match(above) or above[:1] in " \t") else eol
    below = eol if end < len(lines) and lines[end].strip() else ""
    return "".join([*lines[:end], gap, block, below, *lines[end:]])


def _headings(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    fenced = _fenced(lines)
    for number, line in enumerate(lines):
        match = _HEADING.match(line.rstrip("\r\n").removeprefix(markdown.BOM))
        if match and number not in fenced:
            yield number, match[1]

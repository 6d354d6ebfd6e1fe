"""A topic's file: its head and its sections, read in every language. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.labels import colon, labels, reads_as
from lamina.documents.markdown import BOM, Kind, Splice

if TYPE_CHECKING:
    from lamina.documents.language import Language

_DAY = re.compile(r"\(\d{4}-\d{2}-\d{2}\)")
_HEAD = re.compile(
    rf"^\ufeff?[-*]\s+\*{{0,2}}([^*:：\r\n]{{1,40}}?)\*{{0,2}}\s*(?:{_DAY.pattern}\s*)?[:：]\s*"
    r"\*{0,2}\s*([^\r\n]*)"
)
_TITLE = re.compile(r"^([^:：]{1,30})[:：]\s*(.+)$")
_HINT = re.compile(r"\[[^\[\]]*\]")  # of a template: [what was tried]
_BULLET = re.compile(r"^\s*[-*+]\s+(?:\[[ xX]\]\s+)?")


@dataclass(frozen=True, slots=True)
class Head:
    """What a topic says of itself; ``end``: the lines (1-based, last) the head takes."""

    name: str
    role: str
    goal: str
    state: str
    end: int

    @property
    def paused(self) -> bool:
        """Whether its state line says so."""
        return self.state.startswith("[PAUSED]")


def read_head(text: str) -> Head:
    """Return the head of a topic's file; what is missing is empty."""
    document = markdown.parse(text)
    found: dict[str, str] = {}
    name, end = "", 0
    titles = {b.start: b for b in document.blocks if b.kind is Kind.HEADING}
    for number in range(document.front_end, len(document.lines)):
        heading = titles.get(number)
        if heading:
            match = _TITLE.match(heading.title)
            titled = match is not None and reads_as(match[1], "task")
            if heading.level > 1 and (name or not titled):
                break
            name = match[2].strip() if match and titled else heading.title
            end = heading.end
        match = _HEAD.match(document.lines[number])
        for label in ("role", "goal", "state"):
            if match and label not in found and reads_as(match[1], label):
                found[label] = match[2].strip().strip("*").strip()
                end = number + 1
    role = found.get("role", "").strip("[]")
    if name.startswith("[") and name.endswith("]"):  # 任务：[支付]
        name = name[1:-1]
    return Head(name, role, found.get("goal", ""), found.get("state", ""), end)


def set_head(text: str, label: str, value: str, language: Language, day: object = "") -> str:
    """Return the text with a line of its head set; a head without it gets one in ``language``.

    A day beside the label is set to ``day``.
    """
    document = markdown.parse(text)
    head = read_head(text)
    for number, line in enumerate(document.lines[: head.end]):
        match = _HEAD.match(line)
        if match and reads_as(match[1], label):
            end = line[len(line.rstrip("\r\n")) :] or document.eol
            lead = _DAY.sub(f"({day})", line[: match.start(2)].rstrip())
            gap = "" if lead.endswith(("：", "：**")) else " "
            return markdown.splice(text, [Splice(number, number + 1, f"{lead}{gap}{value}{end}")])
    at = head.end or document.front_end
    row = f"- **{getattr(labels(language), label)}**{colon(language)}{value}\n"
    if at == len(document.lines):
        return markdown.append(text, row)
    lead = BOM if not at and text.startswith(BOM) else ""
    row = markdown.with_eol(lead + row, document.eol)
    return markdown.splice(text.removeprefix(lead), [Splice(at, at, row)])


def section_span(text: str, label: str) -> tuple[int, int, bool] | None:
    """Return the lines [start, end) under a section's heading, and whether another follows."""
    document = markdown.parse(text)
    for section in document.sections:
        if section.level > 1 and reads_as(section.title, label):
            return section.start + 1, section.end, section.end < len(document.lines)
    return None


def bullets(text: str, label: str) -> list[str]:
    """Return what stands in a section, line by line, without bullets and template hints."""
    span = section_span(text, label)
    if span is None:
        return []
    lines = markdown.split_lines(text)[span[0] : span[1]]
    said = [_BULLET.sub("", line.rstrip("\r\n"), count=1).strip() for line in lines]
    return [one for one in said if one and not _HINT.fullmatch(one)]

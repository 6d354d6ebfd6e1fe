"""The topic index: which topic is where. Routing only, never a topic's content. Pure.

``memory/MEMORY_INDEX_ACTIVE.md`` (ARCHIVED has the same form)::

    # Topics

    ## 💻 Coding
    - [ACTIVE] [CTO] Feature X: payments with strong authentication -> `/memory/topics/coding/x.md`

Paths are written from the workspace's root; machine-absolute and relative ones are read too.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.kinds import slug
from lamina.layers.writable import writable

if TYPE_CHECKING:
    from collections.abc import Iterable

ACTIVE = "memory/MEMORY_INDEX_ACTIVE.md"
ARCHIVED = "memory/MEMORY_INDEX_ARCHIVED.md"
TOPICS = "memory/topics"
_HEAD = re.compile(r"[-*]\s+\[(?P<status>[^\]\[]{1,20})\]\s*(?:\[(?P<role>[^\]\[]*)\])?")
_PATH = re.compile(r"\\?`?\\?(?P<path>[^`→>\\\s](?:[^`→>\r\n]*?[^`→>\\\s])??\.md)[\\`]*")
_COLON = re.compile(r"[:：]")
_ABSOLUTE = re.compile(r"[/~]|[A-Za-z]:/")
_STATUSES = {
    "active": "ACTIVE",
    "aktiv": "ACTIVE",
    "активно": "ACTIVE",
    "进行中": "ACTIVE",
    "活跃": "ACTIVE",
    "paused": "PAUSED",
    "pausiert": "PAUSED",
    "пауза": "PAUSED",
    "暂停": "PAUSED",
    "archived": "ARCHIVED",
    "archiviert": "ARCHIVED",
    "архив": "ARCHIVED",
    "归档": "ARCHIVED",
    "已归档": "ARCHIVED",
}
_ICONS = {"coding": "💻", "writing": "📝", "analysis": "📊"}
_OTHER_ICON = "📁"


class Status(StrEnum):
    """Where a topic stands in its life."""

    ACTIVE = "ACTIVE"
    PAUSED = "PAUSED"
    ARCHIVED = "ARCHIVED"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the index; ``line`` is 1-based, 0 for an entry that stands nowhere yet."""

    status: Status
    role: str
    name: str
    description: str
    path: str  # from the workspace's root, without the first slash
    domain: str
    line: int = 0

    def text(self) -> str:
        """Return the line, with its line feed."""
        role = f"[{self.role}] " if self.role else ""
        about = f": {self.description}" if self.description else ""
        return f"- [{self.status}] {role}{self.name}{about} -> `/{self.path}`\n"

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "status": str(self.status),
            "role": self.role,
            "name": self.name,
            "description": self.description,
            "path": self.path,
            "domain": self.domain,
            "line": self.line,
        }


def read_entries(text: str | None, root: str = "") -> tuple[Entry, ...]:
    """Return the entries of an index; ``root``: the workspace, for machine-absolute paths."""
    document = markdown.parse(text or "")
    found: list[Entry] = []
    domain = ""
    titles = {s.start: s.title for s in document.sections if s.level > 1}
    fences = [b for b in document.blocks if b.kind is markdown.Kind.FENCE]  # examples
    fenced = {number for block in fences for number in range(block.start, block.end)}
    for number, line in enumerate(document.lines):
        domain = titles.get(number, domain)
        entry = _entry(line, root, domain, number + 1) if number not in fenced else None
        found += [entry] if entry else []
    return tuple(found)


def _entry(line: str, root: str, domain: str, number: int) -> Entry | None:
    """Return a line as an entry: its path stands behind the last arrow, its name before a colon."""
    head = _HEAD.match(line)
    status = _STATUSES.get(head["status"].strip().casefold()) if head else None
    start, end = max((line.rfind(arrow), line.rfind(arrow) + len(arrow)) for arrow in ("->", "→"))
    path = _PATH.fullmatch(line[end:].strip())
    if not head or not status or not path or start < head.end():
        return None
    said = line[head.end() : start]
    colon = _COLON.search(said)
    name = (said[: colon.start()] if colon else said).strip()
    description = said[colon.end() :].strip() if colon else ""
    role = (head["role"] or "").strip()
    where = _inner_path(path["path"], root)
    if not name:
        return None
    return Entry(Status(status), role, name, description, where, _domain_name(domain), number)


def _inner_path(path: str, root: str = "") -> str:
    """Return a path of an index line from the workspace's root, however it was written."""
    path = path.strip().replace("\\", "/")
    if root and path.startswith(root.rstrip("/") + "/"):
        path = path[len(root.rstrip("/")) :]
    elif _ABSOLUTE.match(path) and not path.startswith("/memory/"):  # another machine's
        for folder in (f"/{TOPICS}/", "/memory/"):
            if folder in path:
                path = path[path.rindex(folder) :]
                break
    path = path.lstrip("/")
    if not path.startswith(("memory/", "../")):
        path = f"memory/{path}"
    elif path.startswith("../"):
        path = posixpath.join("memory", path)
    return posixpath.normpath(path)


def _domain_name(heading: str) -> str:
    """Return the domain a heading of the index names: "💻 Coding" -> "coding"."""
    return slug(heading)


def _domain_heading(domain: str) -> str:
    """Return the heading of a domain's section."""
    key = slug(domain)
    shown = domain.strip() if domain.strip() != key else domain.strip().title()
    return f"{_ICONS.get(key, _OTHER_ICON)} {shown}"


def add(text: str | None, entry: Entry, domain: str, title: str) -> str:
    """Return the index with an entry at the end of its domain's section."""
    text = text if text is not None and text.strip() else f"# {title}\n"
    document = markdown.parse(text)
    key = slug(domain)
    for section in document.sections:
        if section.level > 1 and _domain_name(section.title) == key:
            end = section.end
            while end > section.start + 1 and not document.lines[end - 1].strip():
                end -= 1
            if end == len(document.lines) and not text.endswith(("\n", "\r")):
                text += document.eol
            line = markdown.with_eol(entry.text(), document.eol)
            return markdown.splice(text, [markdown.Splice(end, end, line)])
    gap = "" if text.endswith(("\n\n", "\r\n\r\n")) else "\n"
    return markdown.append(text, f"{gap}## {_domain_heading(domain)}\n{entry.text()}")


def replace_line(text: str, line: int, entry: Entry | None) -> str:
    """Return the index with one line (1-based) replaced, or taken out."""
    document = markdown.parse(text)
    new = markdown.with_eol(entry.text(), document.eol) if entry else ""
    return markdown.splice(text, [markdown.Splice(line - 1, line, new)])


def without(text: str, lines: Iterable[int], *, domains: bool = False) -> str:
    """Return the index without some lines (1-based).

    A domain's heading goes with its last line, unless ``domains`` are to stay.
    """
    gone = {n - 1 for n in lines}
    document = markdown.parse(text)
    for section in () if domains else document.sections:
        if section.level == 1:
            continue
        body = range(section.start + 1, section.end)
        inside = gone.intersection(body)
        if inside and not any(document.lines[n].strip() for n in body if n not in gone):
            gone |= {section.start, *body}
    kept = [line for number, line in enumerate(document.lines) if number not in gone]
    return "".join(kept)


def plain_name(name: str) -> str:
    """Return a name that can stand in an index line."""
    one = " ".join(writable(name).split()).strip("`#- ")
    one = (
        one.replace("->", "›")
        .replace("→", "›")
        .replace(":", " –" if ": " in one else "-")
        .replace("：", "–")
        .replace("[", "(")
        .replace("]", ")")
        .replace("`", "'")
    )
    return " ".join(one.split())


def plain_description(text: str) -> str:
    """Return a description that can stand in an index line."""
    one = " ".join(writable(text).split())
    one = one.replace("->", "›").replace("→", "›").replace("`", "'")
    return one if len(one) <= 160 else one[:159].rstrip() + "…"

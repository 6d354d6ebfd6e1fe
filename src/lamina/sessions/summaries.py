"""The line with which a sub-agent reports: read it, and tell whether a handbook shows it. Pure.

Labels are read in four languages, in any order; what is no field is passed over::

    [SUMMARY] Project: shop | What: checkout speaks two languages | Status: done

It is text of another agent, and stays data: fields are short, hold no secret and no token that
acts; one that reads like an instruction is no summary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs, neutral
from lamina.documents.redact import redact
from lamina.sessions.noise import says_same

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from lamina.sessions.said import Said

_MARK = re.compile(r"\[\s*(?:SUMMARY|ZUSAMMENFASSUNG|ИТОГ|СВОДКА|总结|摘要)\s*\]", re.IGNORECASE)
_LABELS = {
    "project": r"project|projekt|проект|项目|專案|项目名",
    "what": r"what|was|что|内容|做了什么|what was done|done",
    "status": r"status|state|stand|статус|состояние|状态|狀態",
}
_FIELD = re.compile(
    r"\s*(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _LABELS.items()) + r")"
    r"\s*[:：]\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN = re.compile(r"(?:(?<!\s)\s+)?[|｜¦]\s*|\n")
_MOST = {"project": 80, "what": 200, "status": 80}  # characters
_LONGEST = 2_000  # characters of a line that are read
_MANY = 200  # summaries of one run
_DONE = re.compile(
    r"\b(?:done|finished|complete[d]?|ready|shipped|merged|live|deployed|closed|ok|success\w*"
    r"|fertig|erledigt|abgeschlossen|готово?|сделано|заверш\w+|закрыто?)\b|完成|已上线|搞定|结束|✅|✔",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:not|un\w*finished|in ?complete|nearly|almost|partly|half|nicht|noch|fast|teilweise|не"
    r"|почти|частично)\b|未|没|部分|\d\s?%",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a sub-agent did, for which project, and how far it is."""

    project: str
    what: str
    status: str = ""
    at: datetime | None = None
    record: int = 0

    @property
    def is_done(self) -> bool:
        """Say whether its status says that nothing is left."""
        return bool(_DONE.search(self.status)) and not _NOT_DONE.search(self.status)

    @property
    def line(self) -> str:
        """What a handbook says of it."""
        return f"{self.what} ({self.status})" if self.status else self.what

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"project": self.project, "what": self.what, "status": self.status}


def read_summaries(text: str) -> Iterator[Summary]:
    """Yield the summaries in a text; one that reads like an instruction is left out."""
    text = text.replace("**", "")
    marks = list(_MARK.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):
        found = _fields(text[mark.end() : end].split("\n\n", maxsplit=1)[0][:_LONGEST])
        said = " ".join(found.values())
        if (
            found.get("project")
            and any(map(str.isalnum, found.get("what", "")))
            and not instructs(said)
        ):
            yield Summary(found["project"], found["what"], found.get("status", ""))


def summaries(said: Iterable[Said]) -> list[Summary]:
    """Return the summaries in what was said, whoever said it; of the same the last."""
    found: dict[tuple[str, str], Summary] = {}
    for one in said:
        for summary in read_summaries(one.text) if "[" in one.text else ():
            key = (summary.project.casefold(), summary.what.casefold())
            found.pop(key, None)
            found[key] = Summary(summary.project, summary.what, summary.status, one.at, one.record)
    return list(found.values())[-_MANY:]


def is_missing(summary: Summary, handbook: str) -> bool:
    """Tell whether a handbook does not show a summary, or shows it as open although it is done."""
    if summary.is_done and open_task(summary, handbook) is not None:
        return True
    return not any(_says(line, summary) for line in handbook.splitlines())


def open_task(summary: Summary, handbook: str) -> int | None:
    """Return the line (0-based) of a handbook with an unticked box that says it, if there is."""
    found = (n for n, line in enumerate(handbook.splitlines()) if _BOX.match(line))
    return next((n for n in found if _says(handbook.splitlines()[n], summary)), None)


def _says(line: str, summary: Summary) -> bool:
    said = _LEAD.sub("", line)
    if not said:
        return False
    whole = summary.what.casefold() in said.casefold()
    return whole or says_same(summary.what, said) or says_same(summary.line, said)


_BOX = re.compile(r"\s*[-*+]\s+\[ \]\s")
_LEAD = re.compile(r"^\s*(?:[-*+]\s+)?(?:\[[ xX]\]\s+)?(?:\d{4}-\d\d-\d\d:?\s+)?")


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _BETWEEN.split(text):
        match = _FIELD.fullmatch(part)
        if match and match.lastgroup:
            name = next(name for name in _LABELS if match[name])
            found.setdefault(name, _plain(match["text"], _MOST[name]))
    return found


def _plain(text: str, most: int) -> str:
    said = " ".join(neutral(redact(text).text).split())
    if len(said) > most:
        said = said[:most].rsplit(" ", 1)[0] + " …"
    return said.replace("<!--", "<! --")

"""The dream diary: what a night is told as, and where its entries stand in DREAMS.md. Pure.

An entry is dated as hosts do and stands between their markers, newest last::

    <!-- openclaw:dreaming:diary:start -->

    ---

    *November 30, 2026 at 3:00 AM CET*

    One thing stays from these days: Anna is allergic to penicillin.

    <!-- openclaw:dreaming:diary:end -->

It is for people, and shown to whoever looks over their shoulder: only lines are quoted that hold
nothing like a key, an id or the text of a machine; the others are counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.fence import instructs, neutral
from lamina.documents.redact import redact
from lamina.dreaming.diary_words import WORDS
from lamina.dreaming.promotions import fitted
from lamina.recall.machine import is_machine

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime

    from lamina.documents.language import Language
    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.deep import Outcome
    from lamina.dreaming.rem import Theme

TITLE = "# Dream Diary"
_NAME = "openclaw:dreaming:diary"
_LINES = 5  # that are quoted
_TOKENS = 60  # of each
_THEMES = 4
_KEY = re.compile(
    r"""\bagent:[\w-]                                         # a host's key of a session
      | \b(?:session|chat|thread|sender|message)[ _-]?(?:key|id)\b
      | \b[0-9a-f]{8}-[0-9a-f]{4}-
      | (?<![A-Za-z0-9_])(?=[A-Za-z_]{0,40}\d[A-Za-z_]{0,40}\d)(?=\d{0,40}[A-Za-z_])[A-Za-z0-9_]{10}
      | \d{9}""",
    re.IGNORECASE | re.VERBOSE,
)
_PLAIN_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ '’-][^\W\d_]+){0,3}")
_LONGEST_THEME = 24
_NO_PROSE = re.compile(r"\s*(?:([-*_=~`+])\s*(?:\1\s*){2,}|#{1,6}\s.*|\*[^*]*\*)$")


@dataclass(frozen=True, slots=True)
class Night:
    """What a night may tell to people: two nights are the same that tell the same."""

    language: Language
    lines: tuple[str, ...] = ()
    newer: frozenset[str] = frozenset()  # those lines that take the place of another
    more: int = 0  # promoted, and not told
    themes: tuple[str, ...] = ()
    staged: int = field(default=0, compare=False)


def night_of(
    language: Language,
    staged: Sequence[Candidate],
    themes: Sequence[Theme],
    outcome: Outcome,
    known: Collection[str],
) -> Night | None:
    """Return what a night tells, or None: nothing was promoted, and no theme is a new one.

    ``known`` are the themes of the nights before; they are told again only beside what stays.
    """
    told = themes if outcome.promoted else [one for one in themes if one.tag not in known]
    texts = [one.text for one in staged]
    names = tuple(_as_written(one.tag, texts) for one in told if _is_theme(one.tag))[:_THEMES]
    quoted = [one for one in outcome.promoted if may_be_told(one.text)][:_LINES]
    more = len(outcome.promoted) - len(quoted)
    if not quoted and not more and not names:
        return None
    return Night(
        language,
        tuple(fitted(one.text, _TOKENS) for one in quoted),
        frozenset(fitted(one.text, _TOKENS) for one in quoted if one.replaces),
        more,
        names,
        len(staged),
    )


def may_be_told(text: str) -> bool:
    """Tell whether a line may be shown to people: no secret, key or id, no text of a machine."""
    return not (
        is_machine(text)
        or instructs(text)
        or _KEY.search(text)
        or "[redacted" in text.casefold()
        or redact(text).secrets
    )


def plain_entry(night: Night) -> str:
    """Return the entry that needs no model."""
    words = WORDS[night.language]
    rows = [_row(line, night) for line in night.lines]
    parts = []
    if len(rows) == 1 and not night.more:
        parts.append(words.one.format(line=_ended(rows[0], words.stop)))
    elif rows:
        more = [words.more.format(count=night.more)] if night.more else []
        parts.append(words.several)
        parts.append("\n".join(f"- {row}" for row in rows + more))
    elif night.more:
        parts.append(words.unsaid.format(count=night.more))
    if night.themes:
        *first, last = night.themes
        named = words.comma.join(first) + (words.last if first else "") + last
        parts.append(words.themes.format(themes=named))
    return "\n\n".join(parts)


def with_entry(text: str | None, moment: datetime, prose: str) -> str:
    """Return DREAMS.md with an entry added, newest last; a diary is put in where there is none."""
    text = text or f"{TITLE}\n"
    document = markdown.parse(text)
    entry = f"\n---\n\n*{stamp(moment)}*\n\n{_safe(prose)}\n\n"
    block = next((b for b in document.managed if b.name == _NAME), None)
    if block:
        end = block.end - 1
        while end > block.start + 1 and not document.lines[end - 1].strip():
            end -= 1
        new = markdown.Splice(end, block.end - 1, markdown.with_eol(entry, document.eol))
        return markdown.splice(text, [new])
    first = document.blocks[0] if document.blocks else None
    titled = first and first.kind is markdown.Kind.HEADING and first.level == 1
    at = first.end if first and titled else document.front_end
    title = "" if titled else f"{TITLE}\n"
    lines = f"{title}\n<!-- {_NAME}:start -->\n{entry}<!-- {_NAME}:end -->\n"
    if at == len(document.lines):
        return markdown.append(text, lines)
    lines += "" if titled else "\n"
    return markdown.splice(text, [markdown.Splice(at, at, markdown.with_eol(lines, document.eol))])


def stamp(moment: datetime) -> str:
    """Say when, as hosts do: November 30, 2026 at 3:00 AM CET."""
    hour = moment.hour % 12 or 12
    half = "AM" if moment.hour < 12 else "PM"
    return (
        f"{moment:%B} {moment.day}, {moment.year} at {hour}:{moment:%M} {half} {moment:%Z}".strip()
    )


def _row(line: str, night: Night) -> str:
    return f"{line} ({WORDS[night.language].instead})" if line in night.newer else line


def _ended(line: str, stop: str) -> str:
    return line if line.endswith((".", "!", "?", "…", "。", "！", "？")) else line + stop


def _is_theme(tag: str) -> bool:
    """Tell whether a tag is words: letters and digits mixed may be anything."""
    return len(tag) <= _LONGEST_THEME and bool(_PLAIN_WORDS.fullmatch(tag)) and may_be_told(tag)


def _as_written(tag: str, texts: Iterable[str]) -> str:
    """Return a tag as the notes mostly write it: Anna, and not anna."""
    pattern = re.compile(rf"(?<!\w){re.escape(tag)}(?!\w)", re.IGNORECASE)
    found = [match[0] for text in texts for match in pattern.finditer(text)]
    return max(sorted(set(found), reverse=True), key=found.count, default=tag)


def _safe(prose: str) -> str:
    """Return prose that cannot end the diary or begin another entry."""
    shown = neutral(prose).replace("<!--", "‹!--").replace("-->", "--›")
    lines = [line.rstrip() for line in markdown.split_lines(shown)]
    return "\n".join(line for line in lines if not _NO_PROSE.match(line)).strip()

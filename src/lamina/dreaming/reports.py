"""What a sweep leaves to read: the phases' reports and DREAMS.md. Pure.

Reports stand in ``memory/dreaming/<phase>/YYYY-MM-DD.md``; DREAMS.md (or a ``dreams.md`` that is
there) holds one block about the last deep phase and a diary, newest last::

    ## Deep Sleep
    <!-- openclaw:dreaming:deep:start -->
    - Ranked 12 candidates for durable promotion.
    - Promoted 2 candidates into MEMORY.md.
    - Not promoted: 10 candidates (recalls: 8, known: 2).
    <!-- openclaw:dreaming:deep:end -->

Headings, markers and labels of these files are those that hosts write and read.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.fence import neutral

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.deep import Outcome
    from lamina.dreaming.rem import Theme

FOLDER = "memory/dreaming"
_DEEP = "openclaw:dreaming:deep"
_DIARY = "openclaw:dreaming:diary"
_TITLE = "# Dream Diary"
_DIARY_END = re.compile(rf"^<!-- {_DIARY}:end -->\s*$", re.MULTILINE)


def light(staged: Sequence[Candidate]) -> str:
    """Return the light phase's report."""
    rows = [
        f"- Candidate: {neutral(one.text)}\n"
        f"  - confidence: {one.quality:.2f}\n"
        f"  - evidence: {one.places[-1].citation}\n"
        f"  - recalls: {len(one.asked)}\n"
        "  - status: staged\n"
        for one in staged
    ]
    return "# Light Sleep\n\n" + ("".join(rows) or "- No notable updates.\n")


def rem(themes: Sequence[Theme], truths: Sequence[tuple[Candidate, float]]) -> str:
    """Return the REM phase's report."""
    seen = [
        f"- Theme: `{neutral(theme.tag)}` kept surfacing across {theme.count} memories.\n"
        f"  - confidence: {theme.strength:.2f}\n"
        f"  - evidence: {', '.join(theme.places)}\n"
        "  - note: reflection\n"
        for theme in themes
    ]
    lasting = [
        f"- {neutral(one.text)} [confidence={sure:.2f} evidence={one.places[-1].citation}]\n"
        for one, sure in truths
    ]
    return (
        "# REM Sleep\n\n### Reflections\n\n"
        + ("".join(seen) or "- No strong patterns surfaced.\n")
        + "\n### Possible Lasting Truths\n\n"
        + ("".join(lasting) or "- No strong candidate truths surfaced.\n")
    )


def deep_rows(outcome: Outcome) -> str:
    """Return the lines about a deep phase."""
    rows = [
        f"- Ranked {outcome.ranked} candidate(s) for durable promotion.\n",
        f"- Promoted {len(outcome.promoted)} candidate(s) into MEMORY.md.\n",
    ]
    if outcome.kept:
        why = ", ".join(f"{reason}: {count}" for reason, count in outcome.reasons().items())
        rows.append(f"- Not promoted: {len(outcome.kept)} candidate(s) ({why}).\n")
    if outcome.proposed:
        rows.append(f"- Proposed {len(outcome.proposed)} candidate(s) in memory/PROPOSALS.md.\n")
    for what, verb in (("held", "Held"), ("rejected", "Rejected"), ("withdrawn", "Withdrew")):
        if ruled := outcome.ruled(what):
            why = ", ".join(f"{why}: {n}" for why, n in Counter(r.why for r in ruled).items())
            rows.append(f"- {verb} {len(ruled)} proposal(s) ({why}).\n")
    if outcome.archived:
        rows.append(f"- Moved {len(outcome.archived)} earlier entry(s) to the archive.\n")
    return "".join(rows)


def rulings(outcome: Outcome) -> str:
    """Return what became of each proposal; words that left the notes are not repeated."""
    rows = [
        f"- {one.what}: {one.key if one.why == 'source gone' else neutral(one.text)} ({one.why})\n"
        for one in outcome.rulings
    ]
    return "\n### Proposals\n\n" + "".join(rows) if rows else ""


def with_deep(text: str | None, outcome: Outcome) -> str:
    """Return DREAMS.md with its block about the last deep phase replaced, or put in."""
    text = text or f"{_TITLE}\n"
    rows = deep_rows(outcome)
    if f"<!-- {_DEEP}:start -->" in text:
        return markdown.set_managed(text, _DEEP, rows)
    block = f"\n## Deep Sleep\n<!-- {_DEEP}:start -->\n{rows}<!-- {_DEEP}:end -->\n"
    return markdown.append(text, block)


def with_entry(text: str | None, moment: datetime, prose: str) -> str:
    """Return DREAMS.md with a diary entry added, newest last."""
    text = text or f"{_TITLE}\n"
    entry = f"\n---\n\n*{_stamp(moment)}*\n\n{neutral(prose).strip()}\n"
    end = list(_DIARY_END.finditer(text))
    if end:
        at = end[-1].start()
        return f"{text[:at]}{entry}\n{text[at:]}"
    block = f"\n<!-- {_DIARY}:start -->\n{entry}\n<!-- {_DIARY}:end -->\n"
    head, line, rest = text.partition("\n")
    if head.startswith("# "):
        return f"{head}{line}{block}{rest}"
    return f"{_TITLE}\n{block}\n{text}"


def _stamp(moment: datetime) -> str:
    """Say when, as hosts do: November 30, 2026 at 3:00 AM CET."""
    hour = moment.hour % 12 or 12
    half = "AM" if moment.hour < 12 else "PM"
    return (
        f"{moment:%B} {moment.day}, {moment.year} at {hour}:{moment:%M} {half} {moment:%Z}".strip()
    )

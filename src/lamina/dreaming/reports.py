"""What a sweep leaves to read: the phases' reports and the block about the last night. Pure.

Reports stand in ``memory/dreaming/<phase>/YYYY-MM-DD.md``, or as one block a phase at the end of
the day's note; DREAMS.md (or a ``dreams.md`` that is there) holds a block about the last deep
phase::

    ## Deep Sleep
    <!-- openclaw:dreaming:deep:start -->
    - Ranked 12 candidate(s) for durable promotion.
    - Promoted 2 candidate(s) into MEMORY.md.
    - Not promoted: 10 candidate(s) (recalls: 8, known: 2).
    <!-- openclaw:dreaming:deep:end -->

Headings, markers and labels of these files are those that hosts write and read; secrets are left
out of them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.fence import neutral
from lamina.documents.redact import redact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.deep import Outcome
    from lamina.dreaming.rem import Theme

FOLDER = "memory/dreaming"
_TITLES = {"light": "Light Sleep", "rem": "REM Sleep", "deep": "Deep Sleep"}


def light(staged: Sequence[Candidate]) -> str:
    """Return the light phase's report, without its title."""
    rows = [
        f"- Candidate: {_said(one.text)}\n"
        f"  - confidence: {one.quality:.2f}\n"
        f"  - evidence: {one.places[-1].citation}\n"
        f"  - recalls: {len(one.asked)}\n"
        "  - status: staged\n"
        for one in staged
    ]
    return "".join(rows) or "- No notable updates.\n"


def rem(themes: Sequence[Theme], truths: Sequence[tuple[Candidate, float]]) -> str:
    """Return the REM phase's report, without its title."""
    seen = [
        f"- Theme: `{neutral(theme.tag)}` kept surfacing across {theme.count} memories.\n"
        f"  - confidence: {theme.strength:.2f}\n"
        f"  - evidence: {', '.join(theme.places)}\n"
        "  - note: reflection\n"
        for theme in themes
    ]
    lasting = [
        f"- {_said(one.text)} [confidence={sure:.2f} evidence={one.places[-1].citation}]\n"
        for one, sure in truths
    ]
    return (
        "### Reflections\n\n"
        + ("".join(seen) or "- No strong patterns surfaced.\n")
        + "\n### Possible Lasting Truths\n\n"
        + ("".join(lasting) or "- No strong candidate truths surfaced.\n")
    )


def deep(outcome: Outcome) -> str:
    """Return the deep phase's report, without its title."""
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
        f"- {one.what}: {one.key if one.why == 'source gone' else _said(one.text)} ({one.why})\n"
        for one in outcome.rulings
    ]
    return "\n### Proposals\n\n" + "".join(rows) if rows else ""


def page(phase: str, rows: str) -> str:
    """Return a report as a file of its own."""
    return f"# {_TITLES[phase]}\n\n{rows}"


def with_block(text: str, phase: str, rows: str) -> str:
    """Return a note, or DREAMS.md, with the phase's one block replaced, or put at the end.

    Raises:
        ValueError: what stands at the end would swallow it, and every later one.
    """
    name = f"openclaw:dreaming:{phase}"
    document = markdown.parse(text)
    blocks = [block for block in document.managed if block.name == name]
    if not blocks:
        lines = f"<!-- {name}:start -->\n{rows}<!-- {name}:end -->\n"
        gap = "" if not text.strip() or text.endswith(("\n\n", "\r\n\r\n")) else "\n"
        after = markdown.append(text, f"{gap}## {_TITLES[phase]}\n{lines}")
        if not _stands(markdown.parse(after), name):
            raise ValueError("A code block, comment or tag is open at its end: close it.")
        return after
    again = [
        markdown.Splice(b.start - _headed(document, b.start, phase), b.end, "") for b in blocks[1:]
    ]
    return markdown.set_managed(markdown.splice(text, again), name, rows)


def _stands(document: markdown.Document, name: str) -> bool:
    """Tell whether a block is one, and no part of something that was open above it."""
    start = next((block.start for block in document.managed if block.name == name), None)
    return start is not None and not any(b.start < start < b.end for b in document.blocks)


def _headed(document: markdown.Document, start: int, phase: str) -> bool:
    """Tell whether a block's heading stands right above it."""
    return start > 0 and document.lines[start - 1].strip() == f"## {_TITLES[phase]}"


def _said(text: str) -> str:
    return neutral(redact(text).text)

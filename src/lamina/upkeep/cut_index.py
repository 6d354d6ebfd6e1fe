"""Bring the daily index in line with notes that lost entries to a forgetting. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents import markdown, needles
from lamina.layers import daily, daily_index
from lamina.upkeep.cutting import FORGOTTEN, Cut, Taken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.upkeep.cutting import Wanted


def index_cut(text: str, cuts: Mapping[str, Cut], wanted: Wanted) -> Cut | None:
    """Return the daily index without the subjects and days that the notes lost."""
    taken: list[Taken] = []
    kept: list[str] = []
    lost = {_day(path): one for path, one in cuts.items()}
    for number, line in enumerate(markdown.split_lines(text), start=1):
        left = _index_line(line, lost, wanted)
        if left != line:
            shown = left.rstrip("\r\n") if left else None
            taken.append(Taken(number, line.rstrip("\r\n"), shown))
        kept.append(left)
    return Cut(daily_index.INDEX, text, "".join(kept), tuple(taken)) if taken else None


def _index_line(line: str, lost: Mapping[str, Cut], wanted: Wanted) -> str:
    """Return a line of the index as it stays; empty where it goes."""
    listed = daily_index.read_index(line)
    spans = needles.found([line], wanted.needles).get(0, [])
    if not listed:
        return needles.replaced(line, spans, FORGOTTEN)
    subject, held = next(iter(listed.items()))
    named = needles.found([subject], wanted.needles).get(0, [])
    new = (
        daily_index.clean_subject(needles.replaced(subject, named, FORGOTTEN)) if named else subject
    )
    days = [day for day in held if _stays(new, lost.get(_day(day)), renamed=bool(named))]
    if days == held and not named:
        return line
    end = line[len(line.rstrip("\r\n")) :]
    return f"- {new} → {','.join(days)}{end}" if days else ""


def _stays(subject: str, note: Cut | None, *, renamed: bool) -> bool:
    """Tell whether a note still has an entry about a subject."""
    if note is None:
        return not renamed
    if note.after is None:
        return False
    after = daily.entries(note.after)
    return subject in after or (not renamed and subject not in daily.entries(note.before))


def _day(path: str) -> str:
    return path.rsplit("/", 1)[-1]

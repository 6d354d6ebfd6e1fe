"""The board: open and done matters; active, paused and archived topics. A move is a command."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from lamina.web.views.overview import first_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from lamina.layers.active_blocks import Block
    from lamina.layers.topic_index import Entry

ACTIVE_CONTEXT = "memory/active-context.md"
# Where a card may go from each column; what was done is opened anew by hand.
MOVES = {
    "open": ("done",),
    "done": (),
    "active": ("paused", "archived"),
    "paused": ("active", "archived"),
    "archived": ("active",),
}
MOST = 200  # cards of a column


@dataclass(frozen=True, slots=True)
class Card:
    """A matter or a topic."""

    kind: str  # matter, topic
    name: str
    short: str
    path: str
    line: int
    facts: tuple[str, ...]
    idle: int
    moves: tuple[str, ...]
    id: str = ""  # of its own: a page that is renewed knows a card by it, wherever it is now


@dataclass(frozen=True, slots=True)
class Column:
    """Cards in one state."""

    kind: str
    state: str
    cards: tuple[Card, ...]
    more: int = 0  # that are not shown


def columns(
    blocks: Iterable[Block], topics: Iterable[Entry], archived: Iterable[Entry], today: date
) -> tuple[Column, ...]:
    """Return the columns, matters first."""
    cards: dict[tuple[str, str], list[Card]] = {
        **{("matter", state): [] for state in ("open", "done")},
        **{("topic", state): [] for state in ("active", "paused", "archived")},
    }
    for block in blocks:
        state = "done" if block.done else "open"
        cards["matter", state].append(_matter(block, state, today))
    for entry in (*topics, *archived):
        state = str(entry.status).casefold()
        cards["topic", state].append(_topic(entry, state))
    seen: Counter[str] = Counter()
    return tuple(
        Column(kind, state, tuple(_named(held[:MOST], seen)), max(0, len(held) - MOST))
        for (kind, state), held in cards.items()
    )


def _named(cards: Iterable[Card], seen: Counter[str]) -> Iterator[Card]:
    for card in cards:
        name = f"{card.kind}-{quote(card.name, safe='')}"
        seen[name] += 1
        yield replace(card, id=name if seen[name] == 1 else f"{name}~{seen[name]}")


def _matter(block: Block, state: str, today: date) -> Card:
    facts = tuple(filter(None, (block.opened,)))
    short = block.short or first_words(block.body)
    line = block.start + 1
    idle = block.idle(today)
    moves = MOVES[state]
    return Card("matter", block.subject, short, ACTIVE_CONTEXT, line, facts, idle, moves)


def _topic(entry: Entry, state: str) -> Card:
    facts = tuple(filter(None, (entry.domain, entry.role)))
    return Card("topic", entry.name, entry.description, entry.path, 0, facts, 0, MOVES[state])

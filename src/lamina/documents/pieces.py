"""What Lamina puts into a file that is not its own, by the kind of file, and takes out again. Pure.

A file is remembered as ``Held``: as long as nobody touched it since, it comes back to the last
byte; else only what was put in goes, where it is still as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.changes import digest
from lamina.documents.json_edits import Piece, depth_of, put, take_out
from lamina.documents.json_text import TakenFault
from lamina.documents.toml_edits import put_table, take_out_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

JSON, JSON5, TOML = "json", "json5", "toml"
BLOCK = "block"  # a managed block in Markdown: its name is the path, its body the value
WHOLE = "whole"  # a file of Lamina's own
_EMPTY = frozenset({"", "{}"})


@dataclass(frozen=True, slots=True)
class Put:
    """A piece as it was put in."""

    kind: str
    piece: Piece
    made: int  # how many keys of its path were there before

    def as_dict(self) -> dict[str, Any]:
        """Return it as it is remembered."""
        return {
            "kind": self.kind,
            "path": list(self.piece.path),
            "value": self.piece.value,
            "item": self.piece.item,
            "made": self.made,
        }

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Put:
        """Return what was remembered."""
        piece = Piece(tuple(held["path"]), held["value"], held["item"])
        return cls(held["kind"], piece, held["made"])


@dataclass(frozen=True, slots=True)
class Held:
    """What was done to a file. ``spans``: at this place this text became that one, in order."""

    path: str
    before: str | None  # digests
    after: str | None
    puts: tuple[Put, ...]
    spans: tuple[tuple[int, str, str], ...]

    def as_dict(self) -> dict[str, Any]:
        """Return it as it is remembered."""
        return {
            "path": self.path,
            "before": self.before,
            "after": self.after,
            "puts": [one.as_dict() for one in self.puts],
            "spans": [list(span) for span in self.spans],
        }

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Held:
        """Return what was remembered."""
        puts = tuple(Put.of(one) for one in held["puts"])
        spans = tuple((at, old, new) for at, old, new in held["spans"])
        return cls(held["path"], held["before"], held["after"], puts, spans)


def with_pieces(
    path: str, before: str | None, wanted: Iterable[tuple[str, Piece]]
) -> tuple[str, Held]:
    """Return a file's text with pieces, and what is to be remembered of it.

    Raises:
        TextFault: the file is not valid; TakenFault: something else stands there.
    """
    text = before or ""
    puts: list[Put] = []
    spans: list[tuple[int, str, str]] = []
    for kind, piece in wanted:
        after = _with(kind, text, piece)
        if after != text:
            made = depth_of(text, piece.path) if kind in {JSON, JSON5} else 0
            puts.append(Put(kind, piece, made))
            spans.append(_span(text, after))
            text = after
    return text, Held(path, digest(before), digest(text), tuple(puts), tuple(spans))


def without_pieces(text: str | None, held: Held) -> str | None:
    """Return a file's text without what was put in; None: the file was Lamina's alone.

    Raises:
        TextFault: the file is not valid any more.
    """
    if text is None or digest(text) == held.before:
        return text
    if digest(text) == held.after:
        for at, old, new in reversed(held.spans):
            text = text[:at] + old + text[at + len(new) :]
        return text if held.before else None
    for one in reversed(held.puts):
        text = _without(one, text)
    ours = held.before is None and "".join(text.removeprefix(markdown.BOM).split()) in _EMPTY
    return None if ours else text


def _with(kind: str, text: str, piece: Piece) -> str:
    if kind == TOML:
        return put_table(text, piece)
    if kind == BLOCK:
        return markdown.set_managed(text, piece.path[0], piece.value)
    if kind == WHOLE:
        if text not in {"", piece.value}:
            raise TakenFault(text, 0, "the file is there already")
        return str(piece.value)
    return put(text, piece, strict=kind == JSON)


def _without(one: Put, text: str) -> str:
    if one.kind == TOML:
        return take_out_table(text, one.piece)
    if one.kind == BLOCK:
        return _without_block(text, one.piece.path[0])
    if one.kind == WHOLE:
        return "" if text == one.piece.value else text
    return take_out(text, one.piece, one.made, strict=one.kind == JSON)


def _without_block(text: str, name: str) -> str:
    document = markdown.parse(text)
    block = next((block for block in document.managed if block.name == name), None)
    if block is None:
        return text
    start = block.start
    if start and not document.lines[start - 1].strip():
        start -= 1
    return markdown.splice(text, [markdown.Splice(start, block.end, "")])


def _span(before: str, after: str) -> tuple[int, str, str]:
    """Return the one place at which two texts differ."""
    start = _common(before, after)
    end = min(_common(before[::-1], after[::-1]), min(len(before), len(after)) - start)
    return start, before[start : len(before) - end], after[start : len(after) - end]


def _common(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:  # halved, not letter by letter
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low

"""JSON with comments as it stands in a file: where each value begins and ends. Pure.

Reads JSON5 (comments, trailing commas, bare and single-quoted keys) and all that is JSON. Nothing
is written from what was read: ``json_edits`` puts text in and takes it out, the rest stays as it
is, byte for byte.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_SPACE = " \t\n\r\v\f\u00a0\u2028\u2029\ufeff"
_NAME = re.compile(r"(?:[^\W\d]|[$_\u200c\u200d])(?:\w|[$\u200c\u200d])*")
_NUMBER = re.compile(
    r"[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
)
_LINE_END = re.compile("[\n\r\u2028\u2029]")
_LITERALS = {"true": True, "false": False, "null": None}
_DEEPEST = 100
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}


class TextFault(ValueError):  # noqa: N818 - whoever knows the file makes an error of it
    """A text is not valid at a line."""

    def __init__(self, text: str, at: int, problem: str) -> None:
        super().__init__(problem)
        self.line = text.count("\n", 0, at) + 1
        self.problem = problem


class TakenFault(TextFault):
    """Something else stands where a piece is to go."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value, from its first character to behind its last."""

    start: int
    end: int
    value: Any  # as Python says it; of a table or list its content
    members: tuple[Member, ...] = ()  # of a table or a list

    @property
    def is_table(self) -> bool:
        """Whether it is an object with keys."""
        return isinstance(self.value, dict)

    def member(self, key: str) -> Member | None:
        """Return the member with a key; of one that stands there twice the last, as readers do."""
        return next((m for m in reversed(self.members) if m.key == key), None)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a table or list, from its key, if it has one, to its comma, if it has one."""

    key: str  # of a list: empty
    start: int
    node: Node
    comma: int  # where it stands; -1: there is none

    @property
    def end(self) -> int:
        """Where it ends, comma included."""
        return self.comma + 1 if self.comma >= 0 else self.node.end


def read_json(text: str, *, strict: bool = False) -> Node:
    """Return the one value a text holds.

    Args:
        text: of the file.
        strict: no comments and the like: the program that reads it knows plain JSON only.

    Raises:
        TextFault: it is not valid, with the line.
    """
    if strict:
        try:
            json.loads(text.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            raise TextFault(text, error.pos, error.msg.lower()) from error
        except ValueError as error:
            raise TextFault(text, 0, "a number is too long") from error
        except RecursionError as error:
            raise TextFault(text, 0, "nested too deeply") from error
    reader = _Reader(text)
    node = reader.value(reader.skip(0), 0)
    rest = reader.skip(node.end)
    if rest < len(text):
        raise TextFault(text, rest, f"{text[rest]!r} follows the end")
    return node


class _Reader:
    """Reads a text from a place on; each method returns what it read, with where it ends."""

    def __init__(self, text: str) -> None:
        self.text = text

    def fault(self, at: int, problem: str) -> TextFault:
        return TextFault(self.text, min(at, len(self.text)), problem)

    def skip(self, at: int) -> int:
        """Return the next place that is neither blank nor in a comment."""
        text = self.text
        while at < len(text):
            if text[at] in _SPACE:
                at += 1
            elif text.startswith("//", at):
                end_of_line = _LINE_END.search(text, at)
                at = end_of_line.start() if end_of_line else len(text)
            elif text.startswith("/*", at):
                end = text.find("*/", at + 2)
                if end < 0:
                    raise self.fault(at, "a comment has no end")
                at = end + 2
            else:
                break
        return at

    def value(self, at: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.fault(at, "nested too deeply")
        char = self.text[at : at + 1]
        if char in {"{", "["}:
            return self.members(at, depth, table=char == "{")
        if char in {'"', "'"}:
            said, end = self.string(at)
            return Node(at, end, said)
        for word, value in _LITERALS.items():
            if self.text.startswith(word, at) and not _NAME.match(self.text, at + len(word)):
                return Node(at, at + len(word), value)
        number = _NUMBER.match(self.text, at)
        if number is None:
            raise self.fault(at, f"{char!r} is no value" if char else "a value is missing")
        return Node(at, number.end(), _number(number.group()))

    def members(self, at: int, depth: int, *, table: bool) -> Node:
        close = "}" if table else "]"
        found: list[Member] = []
        place = self.skip(at + 1)
        while self.text[place : place + 1] != close:
            if found and found[-1].comma < 0:
                raise self.fault(place, f"a comma or {close!r} is missing")
            start, key = place, ""
            if table:
                key, place = self.key(place)
                place = self.skip(place)
                if self.text[place : place + 1] != ":":
                    raise self.fault(place, f"a colon is missing behind {key!r}")
                place = self.skip(place + 1)
            node = self.value(place, depth + 1)
            place = self.skip(node.end)
            comma = place if self.text[place : place + 1] == "," else -1
            found.append(Member(key, start, node, comma))
            place = self.skip(place + 1) if comma >= 0 else place
            if place >= len(self.text):
                raise self.fault(place, f"{close!r} is missing")
        values = [member.node.value for member in found]
        value = {m.key: m.node.value for m in found} if table else values
        return Node(at, place + 1, value, tuple(found))

    def key(self, at: int) -> tuple[str, int]:
        if self.text[at : at + 1] in {'"', "'"}:
            return self.string(at)
        name = _NAME.match(self.text, at)
        if name is None:
            raise self.fault(at, "a key is missing")
        return name.group(), name.end()

    def string(self, at: int) -> tuple[str, int]:
        text, quote, parts = self.text, self.text[at], []
        place = at + 1
        while place < len(text) and text[place] != quote:
            char = text[place]
            if char in "\r\n":
                raise self.fault(place, "a text has no end")
            if char == "\\":
                said, place = self.escape(place)
                parts.append(said)
            else:
                parts.append(char)
                place += 1
        if place >= len(text):
            raise self.fault(at, "a text has no end")
        return _paired("".join(parts)), place + 1

    def escape(self, at: int) -> tuple[str, int]:
        text, char = self.text, self.text[at + 1 : at + 2]
        if char in {"x", "u"}:
            end = at + (4 if char == "x" else 6)
            try:
                return chr(int(text[at + 2 : end], 16)), end
            except ValueError as error:
                raise self.fault(at, "an escape is broken") from error
        if char in {"\r", "\n"}:  # the text goes on in the next line
            return "", at + (3 if text.startswith("\r\n", at + 1) else 2)
        return _ESCAPES.get(char, char), at + 2


def _paired(text: str) -> str:
    """Return a text in which two escaped halves of a character are one."""
    if not any("\ud800" <= char <= "\udbff" for char in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _number(text: str) -> float:
    plain = text.lstrip("+")
    if "x" in plain.lower():
        return int(plain, 16)
    try:
        return int(plain)
    except ValueError:
        return float(plain.replace("Infinity", "inf"))

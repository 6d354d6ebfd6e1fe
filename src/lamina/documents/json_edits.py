"""Puts members into JSON with comments, and takes them out: what was there stays as it is. Pure.

What is put in looks like what is around it: indentation, line ends, a trailing comma or none::

    {
      // servers of mine
      "mcpServers": {
        "mail": { "command": "mail-mcp" }, // work
        "lamina": {
          "command": "lamina"
        }
      }
    }
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.json_text import Node, TakenFault, TextFault, read_json

if TYPE_CHECKING:
    from collections.abc import Sequence

_BOM = "\ufeff"
_UNIT = "  "
_TRAILING = re.compile(r"[ \t]*(?:/\*(?:(?!\*/)[^\r\n])*\*/[ \t]*)*(?://[^\r\n\u2028\u2029]*)?")
_BLANK = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Piece:
    """What is put into a file: a member of a table by its path, or an item of the list there."""

    path: tuple[str, ...]
    value: Any
    item: bool = False


def put(text: str, piece: Piece, *, strict: bool = False) -> str:
    """Return the text with a piece in it; the same text where it is there already.

    Raises:
        TextFault: the text is not valid, or something else stands in the way.
    """
    if not text.strip(_BOM + " \t\r\n"):
        return text + _laid(_nested(piece.path, piece), "", _UNIT, _eol(text)) + _eol(text)
    root = read_json(text, strict=strict)
    node, depth = _deepest(text, root, piece.path)
    rest = piece.path[depth:]
    if not rest:
        if not piece.item and node.value == piece.value:
            return text
        if not piece.item:
            raise TakenFault(text, node.start, f"{'.'.join(piece.path)!r} is there already")
        if not isinstance(node.value, list):
            raise TextFault(text, node.start, f"{piece.path[-1]!r} is no list")
        if piece.value in node.value:
            return text
        return _insert(text, root, node, "", piece.value)
    if not node.is_table:
        named = repr(piece.path[depth - 1]) if depth else "the file"
        raise TextFault(text, node.start, f"{named} is no table of keys")
    return _insert(text, root, node, rest[0], _nested(rest[1:], piece))


def held(text: str, path: Sequence[str], *, strict: bool = False) -> Any:
    """Return the value at a path; None where nothing is there."""
    if not text.strip(_BOM + " \t\r\n"):
        return None
    value = read_json(text, strict=strict).value
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def take_out(text: str, piece: Piece, made: int, *, strict: bool = False) -> str:
    """Return the text without a piece, where it is still as it was put in.

    Args:
        text: of the file.
        piece: what was put in.
        made: how many keys of the path were there before it; what is empty beyond them goes too.
        strict: as for ``read_json``.
    """
    path = piece.path
    node = _at(read_json(text, strict=strict), path)
    if node is None:
        return text
    if piece.item:
        place = next((n for n, m in enumerate(node.members) if m.node.value == piece.value), None)
        if place is None:
            return text
        text = _cut(text, node, place)
    elif node.value != piece.value:
        return text
    else:
        text, path = _cut_key(text, path, strict=strict), path[:-1]
    while len(path) > made:
        node = _at(read_json(text, strict=strict), path)
        if node is None or node.members or _commented(text, node):
            break
        text, path = _cut_key(text, path, strict=strict), path[:-1]
    return text


def depth_of(text: str, path: Sequence[str], *, strict: bool = False) -> int:
    """Return how many keys of a path are there."""
    if not text.strip(_BOM + " \t\r\n"):
        return 0
    return _deepest(text, read_json(text, strict=strict), path)[1]


def _nested(path: Sequence[str], piece: Piece) -> Any:
    value = [piece.value] if piece.item else piece.value
    for key in reversed(path):
        value = {key: value}
    return value


def _deepest(text: str, root: Node, path: Sequence[str]) -> tuple[Node, int]:
    """Return the last node on a path that is there, and how many keys lead to it."""
    node, depth = root, 0
    for key in path:
        member = node.member(key) if node.is_table else None
        if member is None:
            break
        if sum(m.key == key for m in node.members) > 1:
            raise TextFault(text, member.start, f"{key!r} stands there twice")
        node, depth = member.node, depth + 1
    return node, depth


def _at(root: Node, path: Sequence[str]) -> Node | None:
    node: Node | None = root
    for key in path:
        member = node.member(key) if node is not None and node.is_table else None
        node = member.node if member else None
    return node


def _eol(text: str) -> str:
    at = text.find("\n")
    if at < 0 and "\r" in text:
        return "\r"
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def _line_start(text: str, at: int) -> int:
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return start + text.startswith(_BOM, start)


def _lead(text: str, at: int) -> str:
    """Return the blanks with which the line of a place begins."""
    blank = _BLANK.match(text, _line_start(text, at))
    return blank.group() if blank else ""


def _indent(text: str, at: int) -> str | None:
    """Return what stands before a place on its line; None where that is more than blanks."""
    lead = _lead(text, at)
    return lead if _line_start(text, at) + len(lead) == at else None


def _unit(text: str, root: Node) -> str:
    """Return by how much a level is indented."""
    nodes = [root]
    for node in nodes:
        outer = _lead(text, node.start)
        for member in node.members:
            inner = _indent(text, member.start)
            if inner is not None and inner.startswith(outer) and len(inner) > len(outer):
                return inner[len(outer) :]
        nodes += [member.node for member in node.members]
    return _UNIT


def _laid(value: Any, indent: str, unit: str, eol: str) -> str:
    """Return a value as text, its lines after the first indented."""
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    return (eol + indent).join(lines)


def _insert(text: str, root: Node, node: Node, key: str, value: Any) -> str:
    """Return the text with a member at the end of a table or list."""
    name = f"{json.dumps(key, ensure_ascii=False)}: " if key else ""
    eol, unit = _eol(text), _unit(text, root)
    if not node.members:
        return _first(text, node, name, value, eol, unit, whole=node is root)
    last = node.members[-1]
    indent = _indent(text, last.start)
    comma = "," if last.comma >= 0 else ""
    if indent is None:
        said = f" {name}{json.dumps(value, ensure_ascii=False)}{comma}"
        return text[: last.end] + ("" if comma else ",") + said + text[last.end :]
    trailing = _TRAILING.match(text, last.end)
    end = trailing.end() if trailing else last.end
    end = end if text.startswith(("\r", "\n"), end) else last.end
    line = f"{eol}{indent}{name}{_laid(value, indent, unit, eol)}{comma}"
    middle = ("" if comma else ",") + text[last.end : end]
    return text[: last.end] + middle + line + text[end:]


def _first(
    text: str, node: Node, name: str, value: Any, eol: str, unit: str, *, whole: bool
) -> str:
    """Return the text with the first member of a table or list that was empty."""
    close = node.end - 1
    if not whole and not {"\n", "\r"} & set(text.strip(_BOM + "\r\n")):
        said = f"{name}{json.dumps(value, ensure_ascii=False)}"  # all of it stands on one line
        return text[:close] + said + text[close:]
    own = _indent(text, close)
    if own is not None:  # the bracket has a line to itself: what is put in goes before that line
        start = close - len(own)
        line = f"{own}{unit}{name}{_laid(value, own + unit, unit, eol)}{eol}"
        return text[:start] + line + text[start:]
    outer = _lead(text, node.start)
    inner = f"{eol}{outer}{unit}{name}{_laid(value, outer + unit, unit, eol)}{eol}{outer}"
    return text[:close] + inner + text[close:]


def _cut_key(text: str, path: Sequence[str], *, strict: bool) -> str:
    root = read_json(text, strict=strict)
    parent = _at(root, path[:-1])
    if parent is None:
        return text
    at = next((n for n, m in enumerate(parent.members) if m.key == path[-1]), None)
    return text if at is None else _cut(text, parent, at)


def _cut(text: str, node: Node, place: int) -> str:
    """Return the text without a member, its comma or the one before it, and its lines."""
    member = node.members[place]
    start, end = member.start, member.end
    indent = _indent(text, start)
    if indent is not None:  # from the end of the line before: what stands behind it stays
        start -= len(indent)
        start -= 2 if text.startswith("\r\n", start - 2) else 1
    elif place:
        start = len(text[:start].rstrip(" \t"))
    elif member.comma >= 0:
        blank = _BLANK.match(text, end)
        end = blank.end() if blank else end
    if member.comma < 0 and place:
        comma = node.members[place - 1].comma
        return text[:comma] + text[comma + 1 : start] + text[end:]
    return text[:start] + text[end:]


def _commented(text: str, node: Node) -> bool:
    return bool(text[node.start + 1 : node.end - 1].strip())

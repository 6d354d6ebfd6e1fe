"""Puts a table into a TOML file, and takes it out: what was there stays as it is. Pure.

The table stands at the end, where it can be no part of another one::

    [mcp_servers.lamina]
    command = "lamina"
    args = ["mcp"]
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

from lamina.documents.json_text import TakenFault, TextFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.documents.json_edits import Piece

_BOM = "\ufeff"
_LARGEST = 200_000  # characters
_LINE = re.compile(r"at line (\d+)")
_HEAD = re.compile(r"[ \t]*\[")


def put_table(text: str, piece: Piece) -> str:
    """Return the text with a table at its end; the same text where it is there already.

    Raises:
        TextFault: the text is not valid TOML, or something else stands in the way.
    """
    inner: Any = _read(text)
    for key in piece.path:
        inner = inner.get(key) if isinstance(inner, dict) else None
    if inner == piece.value:
        return text
    name = ".".join(piece.path)
    if inner is not None:
        raise TakenFault(text, 0, f"{name!r} is there already")
    eol = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text.strip(_BOM + " \t\r\n") else eol if text.endswith("\n") else eol + eol
    after = text + gap + eol.join(_lines(name, piece.value)) + eol
    try:
        _read(after)
    except TextFault as fault:
        raise TextFault(text, 0, f"{piece.path[0]!r} is written in one line") from fault
    return after


def take_out_table(text: str, piece: Piece) -> str:
    """Return the text without a table, where it is still as it was put in."""
    lines = text.splitlines(keepends=True)
    wanted = _lines(".".join(piece.path), piece.value)
    for at in range(len(lines) - len(wanted) + 1):
        if [line.rstrip("\r\n") for line in lines[at : at + len(wanted)]] != wanted:
            continue
        end = at + len(wanted)
        if end < len(lines) and lines[end].strip() and not _HEAD.match(lines[end]):
            break  # somebody went on in it
        start = at - 1 if at and not lines[at - 1].strip() else at
        return "".join(lines[:start] + lines[end:])
    return text


def _read(text: str) -> dict[str, Any]:
    if len(text) > _LARGEST:  # its reader's work grows with the square of a key's length
        raise TextFault(text, 0, f"it has more than {_LARGEST:,} characters")
    try:
        return tomllib.loads(text.removeprefix(_BOM))
    except (ValueError, RecursionError) as error:  # also a number that is too long
        said = str(error)
        found = _LINE.search(said)
        fault = TextFault(text, 0 if found else len(text), said.partition(" (at ")[0].lower())
        fault.line = int(found.group(1)) if found else fault.line
        raise fault from error


def _lines(name: str, value: Mapping[str, Any]) -> list[str]:
    """Return a table as lines; its values are texts, numbers and lists of them."""
    rows = [f"{key} = {json.dumps(inner, ensure_ascii=False)}" for key, inner in value.items()]
    return [f"[{name}]", *rows]

"""Front matter: read a note's fields, set one without touching anything else. Pure.

A file that opens with ``---`` but holds no mapping there is text, not front matter.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from lamina.documents.markdown import BOM, parse
from lamina.errors import FrontMatterError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.documents.markdown import Document


_LONGEST = 20_000
_DEEPEST = 20
_ALIAS = re.compile(r"(?:^|[:,\[{-])\s*[&*]\w")
_ITEMS = re.compile(r"^\s*(?:[-?]\s+){20}")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The fields of a note; ``problem`` (with its line, 1-based) where they cannot be read."""

    fields: Mapping[str, Any]
    end: int = 0  # lines taken, 0 for none
    line: int = 0
    problem: str = ""


def read(document: Document) -> FrontMatter:
    """Return a document's fields; unreadable ones are reported, the lines count as text."""
    end = document.front_end
    if not end:
        return FrontMatter({})
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError

    source = "".join(document.lines[1 : end - 1]).replace("\r\n", "\n").replace("\r", "\n")
    if len(source) > _LONGEST:
        return FrontMatter({}, 0, 1, f"more than {_LONGEST:,} characters")
    for number, text in enumerate(source.split("\n"), start=2):
        if _ALIAS.search(text):  # a few lines of them can stand for gigabytes
            return FrontMatter({}, 0, number, "anchors and aliases (& and *) are not read")
    if deep := _deep(source):  # the parser's work grows with the square of the depth
        return FrontMatter({}, 0, deep, f"more than {_DEEPEST} levels")
    try:
        fields = YAML(typ="safe", pure=True).load(source)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 2 if mark else 1
        return FrontMatter({}, 0, line, " ".join(str(error.problem or "unreadable").split()))
    except Exception as error:  # noqa: BLE001 - its parser stumbles in every way there is
        return FrontMatter({}, 0, 1, " ".join(str(error).split())[:200] or "unreadable")
    if fields is None:
        return FrontMatter({}, end)
    if not isinstance(fields, dict):
        return FrontMatter({}, 0)
    return FrontMatter({str(key)[:100]: value for key, value in fields.items()}, end)


def _deep(source: str) -> int:
    """Return the first line (of the note, 1-based) that is too deep; 0: none is."""
    depth = 0
    for number, text in enumerate(source.split("\n"), start=2):
        for char in text:
            depth = max(0, depth + (char in "[{") - (char in "]}"))
            if depth > _DEEPEST:
                return number
        if _ITEMS.match(text):
            return number
    return 0


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what can be kept in a table: short texts, numbers, flat lists of them."""
    kept = {key: _plain(value) for key, value in fields.items()}
    return {key: value for key, value in kept.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [one for one in map(_plain, value[:100]) if not isinstance(one, list | None)]
    if isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 1 << 53):
        return value
    if isinstance(value, str | date):
        return str(value)[:500]
    return None


def set_field(text: str, key: str, value: Any, *, path: str = "the note") -> str:
    """Return the text with one field set; other keys, order and comments stay.

    Raises:
        FrontMatterError: the front matter cannot be parsed, or the field not be set where it
            stands; the text is to be left alone.
    """
    after = _with_field(text, key, value, path)
    if read(parse(after)).fields.get(key) != value:  # the key stands within something else
        raise FrontMatterError(path, 1, f"{key!r} cannot be set in it")
    return after


def _with_field(text: str, key: str, value: Any, path: str) -> str:
    document = parse(text)
    found = read(document)
    if found.problem:
        raise FrontMatterError(path, found.line, found.problem)
    eol = document.eol
    if not found.end:
        mark = BOM if text.startswith(BOM) else ""
        rest = text.removeprefix(BOM)
        return f"{mark}---{eol}{_line(key, value, eol)}---{eol}{rest}"
    lines = list(document.lines)
    first, last = _place(lines, key, found.end)
    try:
        lines[first:last] = [_line(key, value, eol, "".join(lines[first:last]))]
    except Exception as error:
        raise FrontMatterError(path, first + 1, f"{key!r} cannot be set in it") from error
    return "".join(lines)


def _place(lines: list[str], key: str, end: int) -> tuple[int, int]:
    """Return the lines of a top-level key, or the place before the closing rule."""
    for number in range(1, end - 1):
        name = lines[number].partition(":")[0].strip().strip("\"'")
        if name == key and not lines[number][0].isspace():
            last = number + 1
            while last < end - 1 and (lines[last][:1] in {" ", "\t"} or _item(lines[last])):
                last += 1
            return number, last
    return end - 1, end - 1


def _item(line: str) -> bool:
    return line.startswith("- ")


def _line(key: str, value: Any, eol: str, old: str = "") -> str:
    """Return a field as YAML; a comment behind the old value stays."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="rt", pure=True)
    yaml.allow_unicode = True
    yaml.width = 10_000
    fields = yaml.load(old.replace("\r\n", "\n")) if old else {}
    fields[key] = value
    out = io.StringIO()
    yaml.dump(fields, out)
    return out.getvalue().replace("\n", eol)

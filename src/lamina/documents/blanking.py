"""Blank the lines of the journal that hold something forgotten. Pure.

An entry that wrote or removed it loses its lines for good. One that only stood beside it loses
these lines of its surroundings, and can still be taken back. Hashes of a text that held it go too:
who knows the rest of the file could find out by them what is missing.
"""

from __future__ import annotations

import json
from string import hexdigits
from typing import TYPE_CHECKING, Any

from lamina.documents.markdown import split_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Container

GONE = "[forgotten]"  # in the place of a name of a file


class Blanker:
    """Makes of each line of the journal what may stay of it."""

    def __init__(
        self,
        holds: Callable[[str], bool],
        gone: Callable[[str], bool],
        touched: Container[str],
        whole: Callable[[dict[str, Any]], bool] = lambda _: False,
    ) -> None:
        """Keep what tells what was forgotten.

        Args:
            holds: whether a text holds something forgotten.
            gone: whether a path is of a file that was forgotten as a whole.
            touched: paths of files something was taken out of.
            whole: whether all that an entry wrote is forgotten.
        """
        self.holds = holds
        self.gone = gone
        self.touched = touched
        self.whole = whole
        self.lost: list[int] = []  # entries that lost their lines now

    def __call__(self, line: bytes) -> bytes:
        """Return the line, blanked if need be; a torn one that holds it goes whole."""
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            text = line.decode("utf-8", "replace")
            return b"" if text.strip() and self.holds(unescaped(text)) else line
        if not isinstance(record, dict) or not isinstance(record.get("files"), list):
            return line
        before = json.dumps(record)
        try:
            self._blank(record)
        except (KeyError, TypeError, AttributeError):
            return b"" if self.holds(unescaped(before)) else line  # not a record of ours
        if json.dumps(record) == before:
            return line
        return json.dumps(record, separators=(",", ":")).encode() + b"\n"

    def _blank(self, record: dict[str, Any]) -> None:
        lost = self.whole(record) or any(
            self.gone(f["path"]) or self._written(f) for f in record["files"]
        )
        for file in record["files"]:
            if lost or file["path"] in self.touched:
                for side in ("before", "after"):
                    if file.get(side) is not None:
                        file[side] = ""
            if self.gone(file["path"]) and self.holds(_name(file["path"])):
                file["path"] = GONE
            if lost:
                file["hunks"] = []
            for hunk in file["hunks"]:
                for side in ("above", "below"):
                    if hunk.get(side):
                        hunk[side] = self._beside(hunk[side])
        if lost and not record.get("forgotten"):
            record["forgotten"] = True
            self.lost.append(int(record["id"]))
        for name in ("reason", "command", "author"):
            if self.holds(record.get(name) or ""):
                record[name] = GONE
        if any(map(self.holds, map(_name, record.get("folders") or ()))):
            record["folders"] = [f for f in record["folders"] if not self.holds(_name(f))]

    def _written(self, file: dict[str, Any]) -> bool:
        return any(
            self.holds(hunk.get(side) or "")
            for hunk in file["hunks"]
            for side in ("removed", "added")
        )

    def _beside(self, text: str) -> str:
        kept = "".join(line for line in split_lines(text) if not self.holds(line))
        return "" if self.holds(kept) else kept


def unescaped(text: str) -> str:
    r"""Return a text of JSON as it reads: \\n is a line end, \\u00e4 a letter."""
    parts = text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").split("\\u")
    read = [parts[0]]
    for part in parts[1:]:
        code = part[:4]
        known = len(code) == 4 and all(c in hexdigits for c in code)
        read.append(chr(int(code, 16)) + part[4:] if known else "\\u" + part)
    return "".join(read).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _name(path: str) -> str:
    return path.removesuffix(".md").replace("/", "\n")

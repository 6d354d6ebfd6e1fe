"""Look for forgotten words in the bytes of files: text, escaped, UTF-16, in databases, in gzip.

Text is read as tokens, so that whole words match and nothing else. In a file that is no text, what
stands beside a word is chance; there a word counts unless it is part of a longer one that is known
to stand somewhere ("Annabel", where "Anna" was forgotten).
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import re
import stat
import unicodedata
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from lamina.documents import needles
from lamina.documents.blanking import unescaped
from lamina.documents.markdown import split_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_BLOCK = 1 << 24  # bytes read at once
_FURTHEST = 1 << 30  # bytes of a packed file that are looked through
_GZIP = b"\x1f\x8b\x08"
_AROUND = 400  # bytes on both sides of a word that are looked at
_SKIPPED = frozenset({".git"})
_LARGE = 1 << 16  # bytes
_LONG = 8  # letters that no chance puts together
_MOST = 20  # places in one file that are named
_Pattern = tuple[needles.Needle, str, re.Pattern[bytes]]
_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1251", "gb18030")


@dataclass(frozen=True, slots=True)
class Trace:
    """A place that holds forgotten words: a line of a text, or a file (line 0)."""

    path: str
    line: int
    form: str  # text, escaped, bytes, name, unread, or a table of the state

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"path": self.path, "line": self.line or None, "form": self.form}


class Tracer:
    """Looks for needles in files."""

    def __init__(self, wanted: Sequence[needles.Needle]) -> None:
        self.wanted = [needle for needle in wanted if needle.words]
        self.longer: set[str] = set()  # words that contain one of the wanted ones
        self._patterns: list[_Pattern] = [
            (needle, encoding, pattern)
            for needle in self.wanted
            if not needle.whole
            for encoding, pattern in _patterns(needle)
        ]

    def learn(self, texts: Iterable[str]) -> None:
        """Note the longer words of texts that may stay."""
        parts = [n.words[0] for n in self.wanted if len(n.words) == 1]
        for text in texts if parts else ():
            folded = needles.fold(text)
            for part in parts:
                if part in folded:
                    self.longer |= {t for t in needles.tokens(text) if part in t and part != t}

    def files(self, root: Path, shown: str, skip: Callable[[str], bool]) -> list[Trace]:
        """Return what the files below a folder hold, texts first; ``shown`` stands before paths."""
        found: list[Trace] = []
        binary: list[tuple[Path, str]] = []
        for full, name in _walk(root):
            path = f"{shown}{name}"
            if skip(name):
                continue
            if needles.found(list(Path(name).parts), self.wanted):
                found.append(Trace(path, 0, "name"))
            text = _text(full)
            if text is None:
                binary.append((full, path))
            else:
                self.learn([text])
                found += self._lines(path, text)
        for full, path in binary:
            found += self.raw(full, path)
        return found

    def raw(self, full: Path, path: str) -> list[Trace]:
        """Return whether the bytes of a file hold something.

        In a large file few letters cannot be told from chance, and are not looked for: what Lamina
        itself keeps in such files is looked through row by row.
        """
        try:
            large = full.stat().st_size > _LARGE
            patterns = [p for p in self._patterns if _is_long(p[0]) or not large]
            held = any(self._hit(block, patterns) for block in _blocks(full))
        except (OSError, EOFError, zlib.error):
            return [Trace(path, 0, "unread")]
        return [Trace(path, 0, "bytes")] if held else []

    def _lines(self, path: str, text: str) -> list[Trace]:
        lines = split_lines(text)
        found = [Trace(path, n + 1, "text") for n in sorted(needles.found(lines, self.wanted))]
        if not found and "\\" in text:
            for number, line in enumerate(lines, start=1):
                if "\\" in line and needles.found(split_lines(unescaped(line)), self.wanted):
                    found.append(Trace(path, number, "escaped"))
        return found[:_MOST]

    def _hit(self, block: bytes, patterns: Sequence[_Pattern]) -> bool:
        for needle, encoding, pattern in patterns:
            for match in pattern.finditer(block):
                if self._confirmed(needle, encoding, block, match.start()):
                    return True
        return False

    def _confirmed(self, needle: needles.Needle, encoding: str, block: bytes, at: int) -> bool:
        """Tell whether all words of a needle stand around a place."""
        start = max(0, at - _AROUND)
        start += (at - start) % 2  # characters of two bytes
        window = block[start : at + _AROUND].decode(encoding, "replace")
        said = needles.tokens(window)
        joined, words = " ".join(said), " ".join(needle.words)
        if words not in joined:
            return False
        if not _is_long(needle):
            return f" {words} " in f" {joined} "
        return len(needle.words) > 1 or any(
            words in one and not any(long in one for long in self.longer) for one in said
        )


def _is_long(needle: needles.Needle) -> bool:
    return len(" ".join(needle.words).encode("utf-8", "replace")) >= _LONG


def _patterns(needle: needles.Needle) -> Iterator[tuple[str, re.Pattern[bytes]]]:
    """Yield what finds a needle's longest word in bytes, in upper and lower case."""
    single = all(len(word) == 1 for word in needle.words)  # a script without spaces
    anchor = "".join(needle.words) if single else max(needle.words, key=len)
    seen: set[bytes] = set()
    for encoding in _ENCODINGS:
        parts = [_either(part, encoding) for part in re.findall("ss|.", anchor, re.DOTALL)]
        expression = b"".join(parts)
        if all(parts) and expression not in seen:
            seen.add(expression)
            yield encoding, re.compile(expression)


def _either(part: str, encoding: str) -> bytes:
    """Return an expression for a letter in both cases and both normal forms; empty: none."""
    cased = {part, part.upper(), part.lower(), part.title(), *({"ß", "ẞ"} if part == "ss" else ())}
    forms = {unicodedata.normalize(form, one) for one in cased for form in ("NFC", "NFD")}
    found = set()
    for form in forms:
        with contextlib.suppress(UnicodeEncodeError):
            found.add(re.escape(form.encode(encoding)))
    return b"(?:" + b"|".join(sorted(found)) + b")" if found else b""


def _walk(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield every regular file below a folder; links are not followed."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        for name in sorted(names):
            full = Path(folder) / name
            try:
                regular = stat.S_ISREG(full.lstat().st_mode)
            except OSError:
                continue
            if regular:
                yield full, full.relative_to(root).as_posix()


def _text(full: Path) -> str | None:
    """Return a file's text; None where it is none, or too long to be read at once."""
    try:
        if full.stat().st_size > _BLOCK:
            return None
        data = full.read_bytes()
        return None if b"\0" in data else data.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _blocks(full: Path) -> Iterator[bytes]:
    """Yield a file's bytes in blocks that overlap, each beginning at an even place.

    Of a file that gzip packed, what it holds too; OSError where that has no end.
    """
    with full.open("rb") as file:
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        yield from _overlapping(file)
    if packed:
        with gzip.open(full, "rb") as inside:
            for count, block in enumerate(_overlapping(inside)):
                if count * _BLOCK > _FURTHEST:
                    raise OSError(errno.EFBIG, "it unpacks to more than is looked through")
                yield block


def _overlapping(file: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    held = b""
    while data := file.read(_BLOCK):
        held += data
        yield held
        held = held[-2 * _AROUND :] if len(held) % 2 == 0 else held[-2 * _AROUND - 1 :]

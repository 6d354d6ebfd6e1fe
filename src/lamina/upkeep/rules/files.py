"""Rules of every file: text that can be read, no secrets, nothing hidden, no leftovers."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from lamina.documents import frontmatter, markdown
from lamina.documents.kinds import CORE_FILES, Layer, is_copy
from lamina.documents.redact import find_secrets
from lamina.documents.workspace import is_outside
from lamina.search.indexer import conflicts
from lamina.upkeep.rules.world import STATE, finding, notice, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.documents.markdown import Document
    from lamina.documents.redact import Secret
    from lamina.upkeep.rules.world import Finding, World

_NOT_UTF8 = range(0xDC80, 0xDD00)  # how a byte that is no text is held


def passed_over(world: World) -> Iterator[Finding]:
    """WS-2, WS-4: what the scan could not take in, and notes where nobody looks."""
    for problem in world.scan.problems:
        if "not searched" in problem.reason:
            fix = "move notes into memory/, or leave the file: it is only not searched"
            yield notice("WS-2", problem.path, 0, problem.reason, fix)
        elif "link" in problem.reason:
            fix = "put the file itself there, or remove the link"
            yield finding("WS-4", problem.path, 0, problem.reason, fix)
        else:
            fix = "make one file of both" if "wins" in problem.reason else "rename or move it"
            yield finding("WS-2", problem.path, 0, problem.reason, fix)


def unreadable(world: World) -> Iterator[Finding]:
    """WS-5: a file that is no text, too large or not to be read is left alone."""
    named = {problem.path for problem in world.scan.problems}
    wanted = {*(entry.path for entry in world.scan.files), *CORE_FILES, STATE} - named
    for path, error in sorted(world.unreadable.items()):
        if path in wanted:
            yield finding("unreadable", path, 0, error.message.rstrip("."), error.hint.rstrip("."))


def encoding(world: World) -> Iterator[Finding]:
    """WS-5: files are UTF-8."""
    for path in world.paths():
        text = world.text(path)
        if text.isascii():
            continue
        at = next((n for n, c in enumerate(text) if ord(c) in _NOT_UTF8), None)
        if at is not None:
            reason = f"it is not UTF-8: there is a byte {ord(text[at]) - 0xDC00:#04x}"
            yield finding("encoding", path, _line(text, at), reason, "save the file as UTF-8")


def front_matter(world: World) -> Iterator[Finding]:
    """Fields a note's reader cannot take in, or that a second block hides."""
    for path in world.paths():
        if not world.text(path).lstrip(markdown.BOM).startswith("---"):
            continue
        document = world.document(path)
        front = frontmatter.read(document)
        if front.problem:
            reason = f"the front matter is not valid YAML: {quoted(front.problem)}"
            fix = f"correct line {front.line}; until then the lines count as text"
            yield finding("front-matter", path, front.line, reason, fix)
            continue
        if front.end:
            rest = document.lines[front.end :]
            skipped = next((n for n, line in enumerate(rest) if line.strip()), 0)
            second = frontmatter.read(markdown.parse("".join(rest[skipped:])))
            if second.end and second.fields:
                line = front.end + skipped + 1
                reason = "there is a second front matter, whose fields nobody reads"
                yield finding("front-matter", path, line, reason, "make one block of both")


def merge_markers(world: World) -> Iterator[Finding]:
    """A merge was left half done."""
    for path in [*world.paths(), *world.paths(Layer.COPY)]:
        if "<<<<<<< " in world.text(path):
            for line in conflicts(world.document(path)):
                reason = "a merge conflict is unresolved"
                fix = "keep one side and take the markers out"
                yield finding("merge-conflict", path, line, reason, fix)


def secrets(world: World) -> Iterator[Finding]:
    """SAFE-1: no secret in any file; which one is never shown."""
    for path in [*world.paths(), *world.paths(Layer.COPY)]:
        text = world.text(path)
        for secret in world.once(_secrets, path):
            reason = f"it holds what looks like a secret ({secret.kind})"
            fix = "change the key where it was issued, then take it out of the file"
            yield finding("SAFE-1", path, _line(text, secret.start), reason, fix)


def _secrets(document: Document) -> tuple[Secret, ...]:
    return find_secrets(document.text)


def hidden_characters(world: World) -> Iterator[Finding]:
    """SAFE-3: what the agent reads every turn, its owner can see."""
    for path in world.core:
        text = world.text(path)
        if text.isascii() and text.isprintable():
            continue
        for number, line in enumerate(markdown.split_lines(text), start=1):
            said = line.rstrip("\r\n")
            said = said.removeprefix(markdown.BOM) if number == 1 else said
            found = list(dict.fromkeys(c for n, c in enumerate(said) if _is_hidden(said, n)))
            if found:
                names = ", ".join(_name(c) for c in found[:5])
                fix = "take the characters out, and look at where the line came from"
                yield finding("SAFE-3", path, number, f"it holds hidden characters: {names}", fix)


def copies(world: World) -> Iterator[Finding]:
    """Conflict copies of sync tools and editors' backups are nobody's memory."""
    for entry in world.scan.files:
        if entry.layer is not Layer.COPY or is_outside(entry.path):
            continue
        if not is_copy(entry.path.rsplit("/", 1)[-1]):
            continue
        conflict = "conflict" in entry.path.casefold()
        what = "a sync tool's conflict copy" if conflict else "a copy or an editor's backup"
        say = finding if conflict else notice
        fix = "take over what is missing in the file itself, then delete the copy"
        yield say("copy", entry.path, 0, f"it is {what}; agents do not see it", fix)


_JOINERS = "\u200c\u200d"
_MARKS = "\u200e\u200f\u061c"
_FLAG = "\U0001f3f4"


def _is_hidden(line: str, at: int) -> bool:
    """Say whether a character is there without being seen and has no business where it stands."""
    char = line[at]
    if char.isascii() and char != "\t" and not char.isprintable():
        return True
    category = "" if char.isascii() else unicodedata.category(char)
    if category not in {"Cf", "Cc"} or char in _SEEN:
        return False
    before = line[at - 1] if at else ""
    if char in _JOINERS:  # part of an emoji, or of a word in scripts that join
        return not before or not (_is_emoji(before) or _joins(before))
    if char in _MARKS:
        return not any(unicodedata.bidirectional(c) in {"R", "AL"} for c in line if c.isalpha())
    if 0xE0020 <= ord(char) <= 0xE007F:  # tags: of a flag
        start = max(line.rfind(_FLAG, 0, at), 0)
        return line[start] != _FLAG or any(ord(c) < 0xE0020 for c in line[start + 1 : at])
    return True


# Signs of the category that can be seen: they enclose numbers.
_SEEN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2")


def _is_emoji(char: str) -> bool:
    return unicodedata.category(char) in {"So", "Sk"} or char == "\ufe0f"


def _joins(char: str) -> bool:
    """Say whether a letter is of a script in which joiners are spelling (Arabic, Indic)."""
    return 0x0600 <= ord(char) <= 0x0DFF and unicodedata.category(char)[0] in {"L", "M"}


def _name(char: str) -> str:
    return f"U+{ord(char):04X} {unicodedata.name(char, 'CONTROL CHARACTER')}"


def _line(text: str, at: int) -> int:
    """Return the line (1-based) a character stands in, counted as the parser counts."""
    return len(markdown.split_lines(text[:at] + "x"))

"""Tell what is typed into a shell from what is said about it. Pure."""

from __future__ import annotations

import re

from lamina.recall import machine_words as words

_PROMPT = re.compile(
    r"(?:\$|%|>>>|#!|PS [A-Z]:\\\S{0,80}>|[A-Z]:\\\S{0,80}>"
    r"|[\w.-]{1,30}@[\w.-]{1,40}[:\s]\S{0,60}[$#])\s?\S"
)
_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'")
_SHELL = re.compile(
    r"\s-{1,2}[A-Za-z]|\s[\w.~-]{0,40}/|\s\.{1,2}(?:\s|$)|\s[|>&]{1,2}\s|=\S|\.\w{1,4}(?:\s|$)"
)
_FLAGGED = re.compile(r"[a-z][\w.-]{1,30}(?: [a-z./][\w./-]{0,60}){0,3} --?[a-z]")
_SQL = re.compile(
    r"(?:SELECT\s.{1,200}\sFROM|INSERT INTO|UPDATE\s\S{1,60}\sSET|DELETE FROM"
    r"|(?:CREATE|ALTER|DROP) TABLE)\s"
)
_SLASH = re.compile(r"/[a-z][a-z_-]{1,20}$")
_SENTENCE = re.compile(r"[^\W\d_][,;:]\s|\w[.!?]$")
_VERSION = re.compile(r"v?\d[\d.]{0,20}\s")
_PATH = re.compile(r"[./:]")


def is_command(body: str) -> bool:
    """Tell whether a line is typed into a shell, rather than about one."""
    if body.startswith("`") and body.endswith("`") and body.count("`") == 2:
        return " " in body or body[1:-1].lower() in words.COMMANDS
    if _PROMPT.match(body) or (_SQL.match(body) and not body.endswith("?")):
        return True
    first, _, rest = _QUOTED.sub('""', body).partition(" ")
    if first.startswith(("./", "~/", "../")) or (first[0] == "/" and first.count("/") > 1):
        return not _is_prose(rest)
    if first not in words.COMMANDS:
        flagged = _FLAGGED.match(body) is not None and not _is_prose(rest)
        return flagged or _SLASH.match(body) is not None
    if not rest.strip() or _is_prose(rest):
        return False
    sure = first not in words.ALSO_WORDS or rest.split()[0] in words.SECOND
    return sure or _SHELL.search(f" {rest}") is not None


def _is_prose(rest: str) -> bool:
    """Tell whether what stands behind a command belongs to a sentence."""
    if _SENTENCE.search(rest) or _VERSION.match(rest):
        return True
    return any(
        word.strip(".,;:!?").lower() in words.PROSE or not (word.isascii() or _PATH.search(word))
        for word in rest.split()
    )

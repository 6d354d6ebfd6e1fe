"""Tell text of machines from text worth remembering: it never becomes a candidate. Pure.

Rules are about shapes: a line is taken without its bullet, time stamp and check box, and judged by
what it begins with. A text of several lines is machine text if a sure sign stands anywhere in it,
or if its first line and half of its lines are.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from lamina.documents.fence import host_answer, instructs
from lamina.recall import machine_shapes as shapes
from lamina.recall import machine_words as words
from lamina.recall.machine_shell import is_command
from lamina.search.chunker import uncommented

if TYPE_CHECKING:
    from collections.abc import Callable

_LOOKED_AT = 4_000  # characters; no chunk is longer, and a longer line is data
_LINES = 60
_SAYS_NOTHING = frozenset({"nothing said", "bare heading"})
_LEAD = re.compile(
    r"[\s>]{0,40}(?:(?:[-*+•]|\d{1,4}[.)])\s{1,8})?"
    r"(?:\[?\d{1,2}:\d\d\]?(?=\s|$)\s{0,8}(?:[-–—]\s{1,8})?)?"
    r"(?:\[[ xX-]?\](?=\s|$)\s{0,8})?"
)
_FENCE = re.compile(r"(?:`{3,}|~{3,})\s{0,4}[\w+.-]{0,20}$")
_HEADING = re.compile(r"#{1,6}\s{1,8}")
_LABEL = re.compile(r"[^.!?。！？]{0,60}[:：]$")
_HAN = re.compile("[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\d_][\w'’/-]{0,60}")
_ADDED = re.compile(
    r"\+(?=[^\s\d+])|\+\s{2,40}\S|-(?:[-*+] |#{1,6} )\S|-\s{4,40}\S|-\s{2,3}[^\s-].{0,200}[;{}()=]"
    r"|-(?=[^\s\d-]).{0,200}[;{}()=]|-(?:import|from|def|class|return) "
)
_QUIET = re.compile(
    r"\W{0,8}(?:HEARTBEAT_OK|NO_REPLY|ANNOUNCE_SKIP|REPLY_SKIP)(?:\W{0,4}$|\s?[^\w\s])"
    r"|.{0,300}\b(?:HEARTBEAT_OK|NO_REPLY|ANNOUNCE_SKIP|REPLY_SKIP)\W{0,4}$"
)


def is_machine(text: str) -> bool:
    """Tell whether a chunk was made by a program, or says nothing by itself."""
    return bool(why(text))


def why(text: str) -> str:
    """Say why a chunk is machine text, in a few words that stay the same; "" where it is human."""
    text = text[:_LOOKED_AT]
    said = uncommented(text)
    if not said.strip():
        return "marker" if text.strip() else "nothing said"
    if host_answer(said):
        return "quiet answer"
    low = text.lower()
    for reason, needle, pattern in shapes.ANYWHERE:
        if needle in low and _compiled(pattern).search(text):
            return reason
    reason = _judged(said)
    if not reason and any(word in low for word in words.ORDERS) and instructs(said):
        return "instruction"
    return reason


def _judged(said: str) -> str:
    """Judge lines one by one; those that say nothing count only where there are no others."""
    lines = [line for line in said.splitlines() if line.strip()][:_LINES]
    reasons = [_line(line, last=line is lines[-1]) for line in lines]
    told = [reason for reason in reasons if reason not in _SAYS_NOTHING]
    if not told:
        return reasons[0]
    if len(lines) == 2 and all(line.lstrip().startswith("|") for line in lines) and reasons[1]:
        return "table head"
    return told[0] if sum(map(bool, told)) * 2 >= len(told) else ""


def _line(line: str, *, last: bool) -> str:
    if _ADDED.match(line):
        return "diff line"
    body = _LEAD.sub("", line, count=1).replace("**", "").strip()
    if not any(map(str.isalnum, body)) or _FENCE.match(body):
        return "nothing said"
    if "_" in body and _QUIET.match(body):
        return "quiet answer"
    head = _HEADING.match(body)
    if head:
        body = body[head.end() :]
    for reason, begins in _begins():
        if begins(body):
            return reason
    if _is_bare(body, heading=bool(head)) or (last and _LABEL.match(body)):
        return "bare heading"
    return "command" if is_command(body) else ""


@cache
def _begins() -> tuple[tuple[str, Callable[[str], object]], ...]:
    return tuple((reason, re.compile(pattern).match) for reason, pattern in shapes.BEGINS)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _is_bare(body: str, *, heading: bool) -> bool:
    """Tell whether a title only names what stands below it."""
    if len(body) > 80:
        return False
    if not heading and body.count(" ") > 5:
        return False
    found = _WORD.findall(body.lower())
    if all(word in words.TITLES for word in found) and (heading or found):
        return len(found) < 6
    if not heading:
        return False
    if _HAN.search(body):
        said = any(char in body for char in words.SAYS_ZH)
        return len(_HAN.findall(body)) <= (4 if said else 8)
    said = any(word in words.SAYS for word in found) or "," in body or ": " in body
    return len(found) <= (1 if said else 4)

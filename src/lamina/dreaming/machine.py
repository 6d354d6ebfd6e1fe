"""Tell text of machines from text worth remembering: it never becomes a candidate. Pure."""

from __future__ import annotations

import re

from lamina.documents.fence import host_answer
from lamina.search.chunker import plain, uncommented

_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,4}[.)])\s+")
_BOX = re.compile(r"^\s*(?:[-*+]\s+)?\[[ xX-]?\]\s*$")
_RULE = re.compile(r"^[\s|:*_=`~#>+.-]*$")
_ENTRY = r"^\s*(?:[-*+]\s+)?"
_STAMP = r"(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\dZ+:-]*\]?\s+)?"
_COMMANDS = (
    "sudo|git|npm|npx|pip|cd|ls|cat|grep|docker|kubectl|cmake|make|python3?|curl|wget|apt(?:-get)?"
)
_MADE = (
    r"<!--\s*(?:openclaw|lamina)[:-]",
    rf"{_ENTRY}(?:Candidate|Reflections?|Theme|status|confidence|evidence|recalls)\s*:",
    r"^\s*@@ -\d",
    r"^(?:\+\+\+|---) [ab]/",
    r"^diff --git ",
    rf"{_ENTRY}(?:user|assistant|system|tool|human)\s*:",
    r"\[score=[\d.]+",
    r"Write a dream diary entry",
    r"Conversation (?:info|Summary)\b",
    r'^\s*[{\[]\s*"[\w-]+"\s*:',
    rf"^\s*{_STAMP}\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\b",
    r"^\s*Traceback \(most recent call last\)",
    r'^\s*File "[^"]+", line \d+',
    r"^\s*at [\w.$<>]+\([\w.]+:\d+\)",
    r"^\s*(?:\$|>>>|#!)\s*\S",
    rf"^\s*(?:{_COMMANDS}) [^.!?]*$",
    r"Session (?:Key|ID)\s*:",
)
_SIGNS = re.compile("|".join(_MADE), re.MULTILINE)


def is_machine(text: str) -> bool:
    """Tell whether a line was made by a program, or says nothing by itself."""
    said = uncommented(text)
    body = _ITEM.sub("", said, count=1)
    if not any(map(str.isalnum, body)) or _RULE.match(body) or _BOX.match(said):
        return True
    if body.lstrip().startswith("#") or plain(said).endswith((":", "：")):
        return True
    return host_answer(said) or bool(_SIGNS.search(text))

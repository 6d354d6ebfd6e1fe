"""What hosts and their channels put around a message, taken off: only what was said stays. Pure.

Before the sentence: stamps, blocks of metadata under a label that calls them untrusted, a bare
object with the message's id. Anywhere: internal context, memories given along, reminders. After it:
context of others, ids. A block that does not end takes all that follows with it: an envelope left
whole would be taken for somebody's words.
"""

from __future__ import annotations

import json
import re

_STAMP = re.compile(
    r"\[(?:[A-Z][a-z]{2}|[A-Z][\w.-]{1,30} [^\]\n]{1,200})"
    r" \d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\]\n]{0,40}\]"
)
_LABEL = re.compile(r"[^\n:]{2,80}\((?:untrusted|metadata, do not)[^)\n]{0,80}\):[ \t]*(?:\n|$)")
_FENCED = re.compile(r"\s*```[a-z]*\n(.*?)(?:\n```[ \t]*(?:\n|$)|$)", re.DOTALL)
_PARAGRAPH = re.compile(r".*?(?:\n[ \t]*\n|$)", re.DOTALL)
_IDS = frozenset({"message_id", "sender_id", "chat_id", "conversation_label", "thread_id"})
_SPANS = tuple(
    re.compile(rf"{start}.*?(?:{end}|$)", re.DOTALL | re.IGNORECASE)
    for start, end in (
        ("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"),
        (
            r"<<<EXTERNAL_UNTRUSTED_CONTENT[^>\n]{0,80}>>>",
            r"<<<END_EXTERNAL_UNTRUSTED_CONTENT[^>\n]{0,80}>>>",
        ),
        *(
            (rf"<{tag}\b[^>\n]{{0,200}}>", rf"</{tag}>")
            for tag in (
                *("relevant-memories", "active_memory_plugin", "system-reminder"),
                *("ide_opened_file", "ide_selection", "ide_diagnostics", "think", "thinking"),
            )
        ),
    )
)
_LINES = re.compile(
    r"^[ \t]*(?:"
    r"\[(?:[\w ]{1,20} )?message[_ ]id:[^\]\n]*\]"
    r"|\[media attached[^\n]*\]"
    r"|To send an image back, prefer the message tool[^\n]*"
    r"|\[Queued messages while agent was busy\]"
    r"|---\s*Queued #\d+[^\n]*|Queued #\d+[^\n]*"
    r")[ \t]*$\n?",
    re.MULTILINE,
)
_AFTER = re.compile(r"^Untrusted context \(metadata, do not[^\n]*", re.MULTILINE)
_REQUESTS = ("[Current message - respond to this]", "## My request for Codex:")
_DIRECTIVE = re.compile(r"\[\[\s*(?:reply_to[^\]\n]{0,80}|audio_as_voice)\s*\]\]\s?")
_TAGS = re.compile(r"</?(?:final|answer)>")


def bare(text: str) -> str:
    """Return what was said of a message; empty where it is all envelope."""
    for pattern in _SPANS:
        text = pattern.sub("", text)
    for mark in _REQUESTS:
        text = text.rpartition(mark)[2]
    at = -1
    start = _blank(text, 0)
    while start != at:
        at = start
        start = _blank(text, _behind(text, at))
    text = text[at:]
    after = _AFTER.search(text)
    text = text[: after.start()] if after else text
    return _DIRECTIVE.sub("", _TAGS.sub("", _LINES.sub("", text))).strip()


def _behind(text: str, at: int) -> int:
    """Return where what stands here around a message ends; the same place where nothing does."""
    if stamp := _STAMP.match(text, at):
        return stamp.end()
    if label := _LABEL.match(text, at):
        block = _FENCED.match(text, label.end()) or _PARAGRAPH.match(text, label.end())
        return block.end() if block else label.end()
    fenced = _FENCED.match(text, at)
    if fenced and _is_envelope(fenced[1], 0)[0]:
        return fenced.end()
    found, end = _is_envelope(text, at)
    return end if found else at


def _is_envelope(text: str, at: int) -> tuple[bool, int]:
    """Tell whether a JSON object with a message's ids stands here, and where it ends."""
    if not text.startswith("{", at):
        return False, at
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(text, at)
    except (ValueError, RecursionError):
        return False, at
    return isinstance(value, dict) and bool(_IDS & value.keys()), end


def _blank(text: str, at: int) -> int:
    """Return where the blanks that begin here end."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at

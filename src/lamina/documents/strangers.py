"""Text that a model wrote, as plain lines: it is a stranger's, whatever it was asked. Pure.

Thoughts, comments, tags, links and Markdown are taken out, angle brackets turned into quotes,
control tokens broken.
"""

from __future__ import annotations

import re

from lamina.documents.fence import neutral

_LOOKED_AT = 20_000  # characters of an answer
_THOUGHTS = r"<{}(?:think|thinking|thought|reasoning)>"
_THOUGHT = re.compile(_THOUGHTS.format(""), re.IGNORECASE)
_THOUGHT_OVER = re.compile(_THOUGHTS.format("/"), re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>|<\|[^<>\n]{0,60}>|<[^<>\n]{0,60}\|>")
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\n]{0,500}\)")
_ADDRESS = re.compile(r"(?i)\b(?:[a-z][a-z0-9+.-]{1,12}://|www\.|(?:data|javascript|mailto):)\S+")
_TITLE = re.compile(r"\s*(?:#{1,6}(?:\s.*)?|(\*\*?|__?)[^*_]{1,60}\1)\s*")
_LEAD = re.compile(r"^[\s>]*(?:(?:#{1,6}|[-+•]|\d{1,3}[.)])(?=\s|$)[\s>]*)*")
_STYLE = re.compile(r"[*`|]|~~|__|\\(?=\W)")
_QUOTES = str.maketrans("<>", "‹›")
_DECLINES = re.compile(
    r"""(?ix)
        \bi(?:['’]?m|[ ]am)?[ ]
        (?:can['’]?t|cannot|can[ ]not|won['’]t|unable[ ]to|not[ ]able[ ]to)
        [^.!?]{0,20}\b(?:help[ ](?:with|you)|assist|comply|fulfill?|provide|generate|discuss|engage
          |(?:write|create|do|continue)[ ](?:th|an?\b|it\b|so\b|with[ ]th))
      | \bas[ ]an?[ ](?:ai|language[ ]model|artificial)\b
      | \b(?:tut[ ]mir[ ]leid|entschuldigung|leider)\b.{0,60}\b(?:kann|darf|möchte)\b.{0,60}\b
        (?:nicht|kein\w*)\b
      | \bals[ ](?:ki|sprachmodell|künstliche)\b
      | (?:извин|прости|к[ ]сожалению).{0,60}не[ ](?:могу|смогу|могла|в[ ]состоянии)
      | \bя[ ]не[ ]могу[ ](?:помочь|написать|выполнить|создать)
      | \bкак[ ](?:ии|языковая[ ]модель|искусственный)\b
      | (?:抱歉|对不起|很遗憾).{0,30}(?:无法|不能|不可以|不便)
      | 我(?:无法|不能)(?:帮|协助|满足|提供|写|完成|生成)
      | 作为.{0,6}(?:ai|人工智能|语言模型)"""
)
_DECLINES_WITHIN = 250  # characters from the beginning


def paragraphs(answer: str) -> list[list[str]]:
    """Return an answer as paragraphs of lines without markup; titles are left out."""
    text = _THOUGHT.split(_THOUGHT_OVER.split(answer)[-1])[0]
    text = text[:_LOOKED_AT].encode("utf-8", "replace").decode()
    for pattern in (_COMMENT, _TAG):
        text = pattern.sub("", text)
    text = _ADDRESS.sub("", _LINK.sub(r"\1", neutral(text)))
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if _TITLE.fullmatch(line):
            continue
        said = _LEAD.sub("", _STYLE.sub("", line), count=1)
        said = " ".join(said.split()).translate(_QUOTES)
        if any(map(str.isalnum, said)):
            found[-1].append(said)
        elif not line.strip():
            found.append([])
    return [lines for lines in found if lines]


def declines(text: str) -> bool:
    """Tell whether an answer begins with that it will not be given."""
    return bool(_DECLINES.search(" ".join(text[:_DECLINES_WITHIN].split())))

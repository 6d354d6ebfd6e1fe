"""Texts made to take a reader as long as they can: each of about as many characters as asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def _again(part: str, end: str = "") -> Callable[[int], str]:
    return lambda size: part * max(1, size // len(part)) + end


def _nested(begin: str, end: str) -> Callable[[int], str]:
    def make(size: int) -> str:
        depth = max(1, size // (len(begin) + len(end)))
        return begin * depth + end * depth

    return make


def _deeper(mark: str, most: int = 10_000) -> Callable[[int], str]:
    """Return lines each of which is deeper than the one before, up to a depth."""

    def make(size: int) -> str:
        lines: list[str] = []
        held = depth = 0
        while held < size:
            depth = depth % most + 1
            lines.append(mark * depth + "x")
            held += len(lines[-1]) + 1
        return "\n".join(lines)

    return make


def _numbered(line: str) -> Callable[[int], str]:
    return lambda size: "\n".join(line.format(n) for n in range(max(1, size // (len(line) + 3))))


FLOODS: dict[str, Callable[[int], str]] = {
    # One long line.
    "letters": _again("a"),
    "Cyrillic letters": _again("д"),
    "Han": _again("内存"),
    "digits": _again("7"),
    "words": _again("the shop opens at nine and "),
    "names": _again("Krause Müller "),
    "blanks": lambda size: "x" + " " * size + "x",
    "tabs": lambda size: "x" + "\t" * size + "x",
    "wide blanks": lambda size: "x" + "\u3000" * size + "x",
    "zero width": _again("a\u200b"),
    "combining": _again("e\u0301\u0302\u0303"),
    "right to left": _again("\u202ea\u202c"),
    "emoji": _again("👩\u200d👩\u200d👧"),
    "quotes": _again('"a '),
    "brackets": _again("["),
    "double brackets": _again("[["),
    "closed brackets": _nested("[", "]"),
    "links cut off": _again("[a]("),
    "images cut off": _again("![a]("),
    "links": _again("[a](b) "),
    "wiki links": _again("[[a]] "),
    "emphasis": _again("*a **b "),
    "underscores": _again("_a__"),
    "code": _again("`a``"),
    "ticks": _again("`"),
    "comments cut off": _again("<!--"),
    "comments": _again("<!-- a -->"),
    "comments half": _again("<!-- lamina:a:start "),
    "tags": _again("<a "),
    "closing tags": _again("</"),
    "entities": _again("&#x"),
    "arrows": _again("a → "),
    "plain arrows": _again("a -> "),
    "hashes": _again("#"),
    "tag words": _again("#a "),
    "colons": _again("a: "),
    "dashes": _again("-"),
    "spaced dashes": _again("- "),
    "em dashes": _again(" — "),
    "parentheses": _again("("),
    "parentheses closed": _nested("(", ")"),
    "dots": _again("."),
    "sentences": _again("No. "),
    "days": _again("2026-03-04 "),
    "times": _again("09:30 "),
    "slashes": _again("a/"),
    "up": _again("../"),
    "paths": _again("memory/a.md "),
    "addresses": _again("http://a@"),
    "key words": _again("password: "),
    "keys": _again("sk-"),
    "base64": _again("QUJD"),
    "pem": _again("-----BEGIN PRIVATE KEY-----"),
    "tokens": _again("<|im_start|>"),
    "role tags": _again("<system>"),
    "backslashes": _again("\\"),
    "pipes": _again("|"),
    "boxes": _again("[ ] "),
    "struck": _again("~~a "),
    # Many lines.
    "empty lines": _again("\n"),
    "lone CR": _again("\r"),
    "blank lines": _again(" \n"),
    "short lines": _again("a\n"),
    "items": _numbered("- item {}"),
    "the same item": _again("- the shop opens at nine\n"),
    "tasks": _numbered("- [ ] task {}"),
    "done": _numbered("- [x] task {}"),
    "headings": _numbered("## Heading {}"),
    "the same heading": _again("## Heading\n"),
    "deeper headings": _again("# a\n## b\n### c\n#### d\n##### e\n###### f\n"),
    "setext": _again("a\n===\n"),
    "fences": _again("```\n"),
    "fences of more": _again("```\n````\n"),
    "deeper items": _deeper("  - ", 100),
    "one item deep": lambda size: "- " * (size // 2) + "x",
    "deeper quotes": _deeper(">", 200),
    "one quote deep": lambda size: ">" * size + "x",
    "numbers": _numbered("{}. x"),
    "table": lambda size: "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * (size // 10),
    "wide table": lambda size: "|a" * (size // 4) + "|\n" + "|-" * (size // 4) + "|\n",
    "definitions": _numbered("[a{}]: /b"),
    "definitions cut off": _again("[a]: <\n"),
    "open blocks": _numbered("<!-- lamina:b{}:start -->"),
    "closed blocks": _numbered("<!-- lamina:b:start -->\na{}\n<!-- lamina:b:end -->"),
    "HTML blocks": _again("<div>\n"),
    "index lines": _numbered("- subject {} → 2026-03-04.md"),
    "topic lines": _numbered("- Topic {} -> /memory/topics/t{}.md".replace("t{}", "t")),
    "open matters": _numbered("## OPEN: matter {}\n- [ ] a"),
    "done matters": _numbered("## DONE: matter {}\n- [x] a"),
    "entries": _numbered("### 09:30 Subject {}\n- Cause: a\n- Change: b\n"),
    "questions": _numbered("## How is thing {} done?\n\na\n"),
    "merge marks": _again("<<<<<<< a\n=======\n>>>>>>> b\n"),
    "front matter": lambda size: "---\n" + "a: b\n" * (size // 5) + "---\n",
    "front matter deep": lambda size: "---\na: " + "[" * size + "\n---\n",
    "front matter aliases": lambda size: (
        "---\na: &a [x]\n" + "b: [*a,*a]\n" * (size // 11) + "---\n"
    ),
    "front matter open": lambda size: "---\n" + "a:\n" * (size // 3),
    "comment of lines": lambda size: "<!--\n" + "a\n" * (size // 2),
}

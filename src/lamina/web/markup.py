"""Markdown of a workspace as harmless HTML: nothing in it acts, nothing is loaded from elsewhere.

HTML in a note is text. A link leads to a file of the memory, or out by http, https or mailto; an
image is a link to it. Characters nobody sees, and those that turn the direction of the text around,
are shown by their numbers.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping, Sequence

    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict

MOST = 200_000  # characters that are rendered; the source shows all
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_SCHEME = re.compile(r"^([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SCHEMES = frozenset({"http", "https", "mailto"})
_COMMENT = re.compile(r"<!--.*-->", re.DOTALL)
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_BOX = re.compile(r"\[([ xX])\] ")
_ALIGN = re.compile(r"text-align:(left|center|right)")


def visible(text: str) -> str:
    """Return a text in which hidden characters are shown by their numbers."""
    return _HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)


def shown(value: Any) -> Any:
    """Return a value as a template prints it: texts with nothing hidden in them."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return visible(value)


def exact(value: str) -> Markup:
    """Return a text as it is, for a form that sends it back."""
    return escape(value)


def file_url(path: str, line: int = 0) -> str:
    """Return the address of a file's page."""
    at = f"#L{line}" if line else ""
    return f"/files?path={quote(path, safe='/')}{at}"


def markdown(text: str, path: str, base: str = "") -> Markup:
    """Return a note as HTML; ``path``: where it stands, ``base``: whose page it is on."""
    clean = visible(text[:MOST].removeprefix("\ufeff"))
    front = _FRONT.match(clean)
    head = Markup('<pre class="front">{}</pre>').format(front[1].rstrip()) if front else Markup()
    skipped = clean[: front.end()].count("\n") if front else 0
    body = clean[front.end() :] if front else clean
    env = {"path": path, "base": base, "skipped": skipped}
    return head + Markup(_PARSER.render(body, env))  # noqa: S704 - made of escaped parts


class _Parser(MarkdownIt):
    """CommonMark with tables, without HTML."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False, "maxNesting": 30})
        self.enable(["table", "strikethrough"])
        for name, rule in _RULES.items():
            self.add_render_rule(name, rule)
        self.core.ruler.push("harmless", _harmless)

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the parser's name
        """Say whether an address may be a link at all; if not, its text stays text."""
        clean = unquote(url).strip()
        if re.search(r"[\x00-\x20\\]", clean.replace(" ", "")) or clean.startswith("//"):
            return False
        scheme = _SCHEME.match(clean)
        return scheme is None or scheme[1].casefold() in _SCHEMES


def _harmless(state: Any) -> None:
    """Give blocks the numbers of their lines, cells classes for styles, headings their rank."""
    skipped = state.env.get("skipped", 0)
    seen: set[int] = set()
    for token in state.tokens:
        if token.map and token.nesting >= 0 and token.type != "inline":
            line = token.map[0] + 1 + skipped
            if line not in seen:
                seen.add(line)
                token.attrSet("id", f"L{line}")
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"  # the page has its own title
        align = _ALIGN.search(str(token.attrs.pop("style", "")))
        if align:
            token.attrSet("class", align[1])
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "paragraph_open" and inline.type == "inline":
            _mark(opening, inline)


def _mark(opening: Token, inline: Token) -> None:
    """Dim a paragraph that is a comment; draw the box of a task."""
    if _COMMENT.fullmatch(inline.content.strip()):
        opening.attrJoin("class", "comment")
    first = inline.children[0] if inline.children else None
    box = _BOX.match(first.content) if first and first.type == "text" else None
    if first and box:
        first.content = ("☐ " if box[1] == " " else "☑ ") + first.content[box.end() :]


def _link(
    _self: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    _options: OptionsDict,
    env: MutableMapping[str, Any],
) -> str:
    href = str(tokens[index].attrGet("href") or "")
    return f"<a {_where(href, env)}>"


def _image(
    self: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    options: OptionsDict,
    env: MutableMapping[str, Any],
) -> str:
    token = tokens[index]
    said = self.renderInlineAsText(token.children or [], options, env) or "image"
    where = _where(str(token.attrGet("src") or ""), env)
    return f'<a class="image" {where}>{escape(said)}</a>'


def _code(
    _self: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    _options: OptionsDict,
    _env: MutableMapping[str, Any],
) -> str:
    token = tokens[index]
    line = token.attrGet("id")
    at = f' id="{escape(str(line))}"' if line else ""
    return f"<pre{at}><code>{escape(token.content)}</code></pre>\n"


def _where(href: str, env: Mapping[str, Any]) -> str:
    """Return the attributes of a link: out into the world, or to a file of the memory."""
    if _SCHEME.match(href):
        return f'href="{escape(href)}" target="_blank" rel="noopener noreferrer nofollow"'
    if href.startswith("#"):
        return f'href="{escape(href)}"'
    target, _, anchor = unquote(href).partition("#")
    folder = "" if target.startswith("/") else posixpath.dirname(str(env["path"]))
    inside = posixpath.normpath(posixpath.join(folder, target.lstrip("/")))
    at = f"#{quote(anchor)}" if anchor else ""
    return f'href="{escape(env["base"] + file_url(inside) + at)}"'


_RULES = {"link_open": _link, "image": _image, "fence": _code, "code_block": _code}
_PARSER = _Parser()

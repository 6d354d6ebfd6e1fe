"""Notes as HTML: what may act is text, what leads somewhere leads to the memory or openly out."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.web.markup import exact, file_url, markdown, shown, visible
from tests.web.attacks import SCRIPTS

TAGS = {
    *("h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "a", "em", "strong", "s", "code", "pre"),
    *("blockquote", "hr", "br", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"id", "class", "href", "target", "rel", "start"}


class Parts(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_comment(self, _data):
        self.tags.append("comment")

    def handle_decl(self, _decl):
        self.tags.append("declaration")


def assert_harmless(html):
    parts = Parts(html)
    assert set(parts.tags) <= TAGS
    assert {name for name, _ in parts.attributes} <= ATTRIBUTES
    for name, value in parts.attributes:
        if name == "href":
            assert re.match(r"(https?:|mailto:|/files\?path=|#)", value), value


@pytest.mark.parametrize("text", SCRIPTS)
def test_attacks_become_text(text):
    for around in ("{}", "- {}", "> {}", "# {}", "| {} |\n|-|\n| {} |", "a\n\n{}\n\nb", "**{}**"):
        assert_harmless(markdown(around.replace("{}", text), "memory/x.md"))


PIECES = st.sampled_from(
    [*"<>\"'`[]()!#&:;|\\/ \n\t*_-=", "a", "javascript:", "data:", "onerror=", "http://x", "&#x6a;"]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_makes_a_tag_or_an_attribute_of_its_own(text):
    assert_harmless(markdown(text, "memory/x.md"))


@pytest.mark.parametrize(
    ("path", "link", "leads"),
    [
        ("memory/2026-03-01.md", "../MEMORY.md", "/files?path=MEMORY.md"),
        ("memory/2026-03-01.md", "x y.md#L3", "/files?path=memory/x%20y.md#L3"),
        ("memory/a/b.md", "/memory/c.md", "/files?path=memory/c.md"),
        ("MEMORY.md", "../../etc/passwd", "/files?path=../../etc/passwd"),
        ("MEMORY.md", "https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("MEMORY.md", "#here", "#here"),
    ],
)
def test_links_lead_to_files_of_the_memory(path, link, leads):
    parts = Parts(markdown(f"[x](<{link}>)", path))
    assert ("href", leads) in parts.attributes


def test_a_link_out_tells_nobody_where_it_came_from():
    assert 'rel="noopener noreferrer nofollow"' in markdown("[x](https://example.org)", "x.md")


def test_lines_can_be_found_front_matter_too():
    html = markdown("---\nowner: x\n---\n# T\n\ntext\n\n- [ ] a\n- [x] b\n", "x.md")
    assert '<pre class="front">owner: x</pre>' in html
    assert 'id="L4"' in html
    assert 'id="L6"' in html
    assert "☐ a" in html
    assert "☑ b" in html
    assert '<p id="L1" class="comment">' in markdown("<!-- opened 2026-03-04 -->", "x.md")


def test_hidden_characters_are_shown_and_forms_give_back_the_exact_text():
    text = "a\u202eb\u200bc\U000e0041\udc80"
    assert visible(text) == "a[U+202E]b[U+200B]c[U+E0041][U+DC80]"
    assert shown(text) == visible(text)
    assert shown(exact("a\u202e<")) == "a\u202e&lt;"
    assert shown(3) == 3
    assert visible("Zoë 👩\u200d👩 中文 \n\t") == "Zoë 👩\u200d👩 中文 \n\t"


def test_addresses_of_odd_names():
    assert file_url('a"<b>&c#?.md', 3) == "/files?path=a%22%3Cb%3E%26c%23%3F.md#L3"

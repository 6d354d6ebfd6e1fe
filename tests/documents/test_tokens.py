"""Tokens: the estimate against counted texts, and the laws of a cut."""

import re
import subprocess
import sys
from itertools import takewhile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lamina.documents.fitting import Cut, cut
from lamina.documents.markdown import split_lines
from lamina.documents.tokens import estimate, pieces

# What o200k_base counts.
COUNTED = {
    "en": (
        31,
        (
            "The plumber came at nine, replaced the washer under the sink and said the boiler should"
            " last another winter. He will send the invoice to the new address."
        ),
    ),
    "de": (
        42,
        (
            "Der Klempner kam um neun, tauschte die Dichtung unter der Spüle aus und meinte, die"
            " Heizungsanlage halte noch einen Winter. Die Rechnung schickt er an die neue Anschrift."
        ),
    ),
    "ru": (
        44,
        (
            "Сантехник пришёл в девять, поменял прокладку под раковиной и сказал, что котёл"
            " продержится ещё одну зиму. Счёт он пришлёт на новый адрес."
        ),
    ),
    "zh": (
        40,
        "水管工九点钟到了,换掉了水槽下面的垫圈,还说锅炉应该能再用一个冬天。他会把账单寄到新的地址。",
    ),
    "ja": (
        54,
        (
            "水道屋さんは九時に来て、流しの下のパッキンを交換し、ボイラーはもう一冬もつだろうと言いました。"
            "請求書は新しい住所に送ってくれるそうです。"
        ),
    ),
    "code": (
        44,
        (
            'def total(rows: list[Row], *, paid: bool = False) -> int:\n    """Add up what the rows'
            ' cost."""\n    return sum(row.cents for row in rows if row.paid is paid)\n'
        ),
    ),
    "markdown": (
        54,
        (
            "## Boiler\n\n- [x] washer under the sink (**plumber**, 2026-03-04)\n- [ ] invoice →"
            " `reference/invoices.md`\n\n| part | price |\n|---|---:|\n| washer | 2.40 € |\n"
        ),
    ),
    "json": (
        55,
        (
            '{"id": "inv-0412", "paid": false, "lines": [{"item": "washer", "cents": 240},'
            ' {"item": "work", "cents": 6500}], "due": "2026-03-18"}'
        ),
    ),
    "log": (
        37,
        (
            "2026-03-04T09:12:44.310Z WARN  boiler.sensor id=7 retry=2 timeout=250ms"
            ' path="/dev/ttyUSB0"\n'
        ),
    ),
}

TEXTS = st.text() | st.text(alphabet="ab Zя你ко\n\r\t.,'-_=🎉\u0308\u200d9")
# Lines that open, close and look like blocks, one in another.
LINES = st.sampled_from(
    (
        *("```", "````", "~~~", "```python", "~~~~ x`y", "  ```", "   ```", "    ```", "      ```"),
        *("- ```", "1. ```sh", "> ```", "- > ```", "   > ```", "+\t```", ">\t```", "``` not ` one"),
        *("- item", "* item", "1. one", "10. ten", "  - sub", "     1. deep", "-\tfoo", "> quote"),
        *(">> deep", "", "", "", "words in a line", "    four", "\ttab", "| a | b |", "|---|---|"),
        *("# Heading", "## Sub", "---", "===", "***", "<!-- open", "-->", "<!-- one -->"),
        *("<pre>", "</pre>", "<div>", "</div>", "<details>", "größe 你好 🎉", "`code`"),
    )
)
PAGES = st.builds(
    lambda lines, eol: eol.join(lines) + eol,
    st.lists(LINES, min_size=6, max_size=40),
    st.sampled_from(("\n", "\r\n")),
)
BUDGETS = st.integers(-1, 200)
CLOSING = re.compile(r"((^|(?<=[\r\n]))[> ]*(`{3,}|~{3,}|-->|</pre>)\r?\n)?[\r\n]*$")


@pytest.mark.parametrize("kind", COUNTED)
def test_the_estimate_is_near_what_a_tokenizer_counts(kind):
    real, text = COUNTED[kind]
    assert abs(estimate(text) - real) <= 0.1 * real


def test_a_quarter_of_the_characters_would_not_do():
    off = [abs(len(text) / 4 - real) / real for real, text in COUNTED.values()]
    ours = [abs(estimate(text) - real) / real for real, text in COUNTED.values()]
    assert sum(ours) * 4 < sum(off)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("\n", 1), (" ", 1), ("🎉", 2), ("2026", 2), ("\ud800", 1), ("-" * 70, 1)],
)
def test_the_estimate_of_the_smallest(text, tokens):
    assert estimate(text) == tokens


@given(TEXTS, TEXTS)
@example("don'", "t")
@example("AB", "cd")
@example("🀀", "A")
def test_the_estimate_grows_with_the_text(first, second):
    one, other, both = estimate(first), estimate(second), estimate(first + second)
    assert max(one, other) - 2 <= both <= one + other + 2
    assert (one == 0) == (not first)


@given(TEXTS)
def test_the_pieces_are_the_text(text):
    assert "".join(pieces(text)) == text


def test_a_long_run_without_spaces_is_cut_into_small_pieces():
    longest = max(pieces("a" * 10_000 + "B" * 10_000 + "字" * 10_000), key=len)
    assert len(longest) <= 128


def test_nothing_heavy_is_imported():
    code = (
        "import sys, lamina.documents.tokens as t; t.estimate('wörter 字');"
        "print({'markdown_it', 'unicodedata', 'lamina.documents.markdown'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def kept(found: Cut, text: str) -> tuple[str, str]:
    """Return how much of the text a page begins with, and what it adds before the marker."""
    body = found.text[: found.text.rindex("[…")]
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, body, strict=False)))
    return body[:same], body[same:]


@given(PAGES | TEXTS, BUDGETS)
def test_a_cut_keeps_its_laws(text, budget):
    found = cut(text, budget, name="MEMORY.md")
    assert found.tokens == estimate(found.text) <= max(0, budget)
    if not found.truncated:
        assert found == Cut(text, estimate(text))
        return
    assert estimate(text) > budget
    lines = split_lines(text)
    assert 0 < found.next_line <= len(lines)
    if not found.text:
        return
    whole = "".join(lines[: found.next_line - 1])
    body = found.text[: found.text.rindex("[…")]
    assert body.startswith(whole)
    partial = CLOSING.sub("", body[len(whole) :]).rstrip("\r\n")
    assert text[len(whole) :].startswith(partial)
    if not re.search("[\ud800-\udfff]", text):
        found.text.encode()


@given(PAGES, st.integers(18, 200))
def test_the_marker_is_a_paragraph_of_its_own(text, budget):
    found = cut(text, budget, name="MEMORY.md")
    if not found.truncated or not found.text:
        return
    tokens = MarkdownIt("commonmark").parse(found.text)
    opening, inline, _ = tokens[-3:]
    assert (opening.type, opening.level) == ("paragraph_open", 0)
    assert inline.content == found.text.rstrip("\r\n").splitlines()[-1]
    assert inline.content.startswith("[…")


@pytest.mark.parametrize("fence", ["```", "`````", "~~~", "  ```", "- ```", "> ```", "1. > ~~~~"])
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_fence_is_closed_before_the_marker(fence, eol):
    opened = re.sub(r"[-1.]", " ", fence)
    inner = re.sub(r"[`~]", "", opened)
    lines = ["# Log", "", f"{fence}"] + [f'{inner}print("größe 你好 🎉 {n}")' for n in range(60)]
    text = eol.join([*lines, opened, "", "After it.", ""])
    lengths = set()
    for budget in range(40, estimate(text)):
        found = cut(text, budget, name="n.md")
        found.text.encode()
        assert found.tokens <= budget
        assert "\n" not in found.text.replace("\r\n", "") or eol == "\n"
        marks = re.findall(r"[`~]{3,}", found.text)
        assert len(marks) in {0, 2}
        *_, marker = found.text.split(eol + eol)
        assert re.fullmatch(r"\[… \d+ lines? left out; [^\r\n]+\]\r?\n", marker)
        tokens = MarkdownIt("commonmark").parse(found.text)
        assert tokens[-2].content == marker.strip()
        lengths.add(found.next_line)
    assert len(lengths) > 40  # it was cut inside the fence, at nearly every line


def test_a_cut_is_made_between_blocks():
    text = "".join(f"First line of paragraph {n},\nsecond line of it.\n\n" for n in range(50))
    for budget in range(60, estimate(text)):
        common, added = kept(cut(text, budget), text)
        assert common.endswith("\n\n")
        assert not added


def test_a_heading_is_not_left_without_its_text():
    text = "".join(f"## Day {n}\n\nWe talked about the boiler and the pump.\n\n" for n in range(50))
    for budget in range(60, estimate(text)):
        common, _ = kept(cut(text, budget), text)
        assert common.endswith("the pump.\n\n")


def test_a_long_list_is_cut_between_items():
    text = "".join(f"- item number {n}\n  goes on here\n" for n in range(50))
    for budget in range(60, estimate(text)):
        common, _ = kept(cut(text, budget), text)
        assert common.endswith("goes on here\n")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("word " * 500, "word"),
        ("# Title\n\nShort.\n\n" + "word " * 500, "word"),
        ("这是一个没有空格的很长的句子" * 50, ""),
        ("AAAA" * 500, ""),
        ("=-" * 5000, ""),
        ("👩‍💻" * 500, "💻"),
    ],
)
def test_a_line_alone_too_long_is_cut_inside(text, end):
    found = cut(text, 60, name="n.md")
    common, _ = kept(found, text)
    assert found.tokens > 30
    assert found.next_line == len(split_lines(text))
    assert len(common) > 15
    assert common.endswith(end)


def test_no_sign_is_torn_from_its_letter():
    text = "हिन्दी" * 200
    for budget in range(30, 120):
        common, _ = kept(cut(text, budget), text)
        assert text[len(common)] not in "\u093f\u094d\u0940\u0902"


def test_a_partly_shown_line_that_opens_a_fence_closes_it():
    text = "```text " + "with a very long title " * 100 + "\ncode\n```\n"
    found = cut(text, 60)
    assert found.text.startswith("```text with a very")
    assert "\n```\n\n[… 3 lines left out, from line 1]\n" in found.text


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("MEMORY.md", "; open them with: lamina get MEMORY.md --from 1]"),
        ("my notes/it's.md", "; open them with: lamina get 'my notes/it'\"'\"'s.md' --from 1]"),
        ("two\nlines.md", ", from line 1]"),
        ("", ", from line 1]"),
    ],
)
def test_the_marker_says_how_to_go_on(name, command):
    text = "some words\n" * 100
    smallest = estimate(f"[… 100 lines left out{command}\n")
    assert cut(text, smallest - 1, name=name) == Cut("", 0, truncated=True, next_line=1)
    assert cut(text, smallest, name=name).text == f"[… 100 lines left out{command}\n"


def test_one_line_is_named_as_one():
    text = "some words\n" * 100 + "and a last line, longer than the marker would be: " + "x y " * 50
    found = cut(text, estimate("some words\n" * 100) + 30)
    assert found.text == "some words\n" * 100 + "\n[… 1 line left out, from line 101]\n"


def test_an_open_comment_is_closed():
    text = "Before it.\n\n<!--\n" + "hidden words\n" * 100 + "-->\n"
    found = cut(text, 60)
    assert "hidden words\n-->\n\n[…" in found.text

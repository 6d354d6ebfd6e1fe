from hypothesis import given
from hypothesis import strategies as st

from lamina.documents import markdown
from lamina.documents.changes import to_bytes, to_text
from lamina.documents.markdown import Kind, Splice, parse, splice, split_lines

PIECES = st.sampled_from(
    [
        "# Title",
        "## Sub ##",
        "- item",
        "  - nested",
        "    continued",
        "1. one",
        "* [ ] open",
        "",
        " ",
        "```",
        "```py",
        "~~~~",
        "    code",
        "> quote",
        "---",
        "***",
        "| a | b |",
        "|---|---|",
        "<!-- lamina:x:start -->",
        "<!-- lamina:x:end -->",
        "<div>",
        "[a]: http://b",
        "text",
        "\ufeff",
        "\t- tab",
        "因：天气",
        "Änderung: ja",
        "\x0b\x0c\u2028",
        "Setext",
        "===",
        "\x00",
    ]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r", ""])
TEXTS = st.lists(st.tuples(PIECES, ENDS), max_size=25).map(
    lambda pairs: "".join(piece + end for piece, end in pairs)
)


@given(st.binary(max_size=300))
def test_bytes_survive_the_way_through_text(data):
    assert to_bytes(to_text(data)) == data


@given(TEXTS | st.text(max_size=300))
def test_parse_then_render_is_the_identity(text):
    assert "".join(parse(text).lines) == text
    assert "".join(split_lines(text)) == text


@given(TEXTS)
def test_blocks_are_ordered_and_cover_every_line_that_says_something(text):
    document = parse(text)
    at = 0
    for block in document.blocks:
        assert at <= block.start < block.end <= len(document.lines)
        at = block.end
    covered = {n for b in document.blocks for n in range(b.start, b.end)}
    said = {n for n, line in enumerate(document.lines) if line.strip()}
    assert said - covered - set(range(document.front_end)) == set()


@given(TEXTS, st.data())
def test_a_splice_changes_only_the_lines_it_names(text, data):
    lines = split_lines(text)
    start = data.draw(st.integers(0, len(lines)))
    end = data.draw(st.integers(start, len(lines)))
    after = splice(text, [Splice(start, end, "new\n")])
    assert after.startswith("".join(lines[:start]))
    assert after.endswith("".join(lines[end:]))
    assert len(after) == len(text) - len("".join(lines[start:end])) + 4


@given(TEXTS)
def test_append_keeps_the_old_text_as_a_prefix_and_its_line_ends(text):
    after = markdown.append(text, "- one\n- two\n")
    assert after.startswith(text)
    eol = parse(text).eol
    assert after.endswith(f"- one{eol}- two{eol}")


@given(TEXTS)
def test_a_managed_block_is_replaced_alone(text):
    once = markdown.set_managed(text, "lamina:test", "body")
    twice = markdown.set_managed(once, "lamina:test", "other")
    outside = [m for m in parse(once).managed if m.name == "lamina:test"]
    if outside:  # inside an open fence of the user's, markers are text
        block = outside[0]
        lines = split_lines(once)
        assert twice.startswith("".join(lines[: block.start]))
        assert twice.endswith("".join(lines[block.end :]))
        assert markdown.set_managed(once, "lamina:test", "body") == once


PLAIN = st.sampled_from(
    [
        "# Title",
        "## Sub ##",
        "- item",
        "* other",
        "+ third",
        "- [ ] open",
        "- **bold** text",
        "",
        "  ",
        "text",
        "more text",
        "Änderung: ja",
        "因：天气",
        "- 09:30 said",
        "- 1. nested",
        "2026. no",
        "- - nested",
        "- (in brackets)",
        '- "quoted"',
        "#no heading",
        "####### seven",
        "# ",
        "##",
        "- ",
        "-",
        "a | b",
        "- a | b",
        "|---|---|",
        "---",
        "===",
        "1) one",
        "- # heading",
        "- <b>",
        "- ```",
        "  continued",
        "\tcode",
        "- \ttab",
        "_under_",
        "- [x]: http://b",
        "- 2026-03-04",
    ]
)


@given(st.lists(st.tuples(PLAIN, st.sampled_from(["\n", "\r\n"])), max_size=12))
def test_plain_notes_are_read_as_the_parser_reads_them(pairs):
    lines = [piece + end for piece, end in pairs]
    quick = markdown.plain_blocks(lines)
    if quick is not None:
        leaves = list(markdown._leaves(markdown._tokens(lines, 0), lines, 0))
        assert quick == leaves


def test_the_quick_way_is_taken_for_what_lamina_writes():
    note = "# 2026-03-04 (UTC, +00:00)\n\n- 09:30 The viewing.\n\n## [2026-03-04] Move\n- 因：x\n"
    assert markdown.plain_blocks(split_lines(note)) is not None


def test_items_end_where_their_nested_list_begins():
    text = "- a\n  more\n  - nested\n- b\n\n  second paragraph\n"
    found = [(b.kind, b.start, b.end, b.level) for b in parse(text).blocks]
    assert found == [(Kind.ITEM, 0, 2, 0), (Kind.ITEM, 2, 3, 1), (Kind.ITEM, 3, 6, 0)]


def test_sections_nest_and_end():
    text = "# A\n## B\nx\n### C\ny\n## D\nSetext\n===\nz\n"
    found = [(s.title, s.start, s.end, s.path) for s in parse(text).sections]
    assert found == [
        ("A", 0, 6, ()),
        ("B", 1, 5, ("A",)),
        ("C", 3, 5, ("A", "B")),
        ("D", 5, 6, ("A",)),
        ("Setext", 6, 9, ()),
    ]


def test_headings_in_fences_are_no_sections():
    assert [s.title for s in parse("```\n# no\n```\n# yes\n").sections] == ["yes"]


def test_markers_in_a_fence_are_no_managed_block():
    text = "```\n<!-- lamina:x:start -->\n<!-- lamina:x:end -->\n```\n"
    assert parse(text).managed == ()


def test_a_marker_without_its_twin_is_text():
    assert parse("<!-- lamina:x:start -->\ntext\n").managed == ()


def test_deeply_nested_text_is_not_lost():
    text = "".join("  " * depth + f"- level {depth}\n" for depth in range(80))
    document = parse(text)
    covered = {n for b in document.blocks for n in range(b.start, b.end)}
    assert covered == set(range(80))


def test_front_matter_ends_at_its_rule():
    assert parse("---\na: 1\n---\n# T\n").front_end == 3
    assert parse("\ufeff---\r\na: 1\r\n---\r\n").front_end == 3
    assert parse("---\nnever closed\n").front_end == 0
    assert parse("text\n---\n").front_end == 0


@given(TEXTS)
def test_the_quick_last_heading_is_the_parsed_one(text):
    text = text.replace("    code", "code")  # the quick way is for notes without indented code
    sections = parse(text).sections
    found = markdown.last_heading(text)
    if sections and not text.startswith(("---", "\ufeff---")):
        assert found is not None
        assert (found.title, found.level) == (sections[-1].title, sections[-1].level)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.frontmatter import read, set_field
from lamina.documents.markdown import parse
from lamina.errors import FrontMatterError

NOTE = (
    "---\n# kept\ntitle: Old  # why\ntags: [a, b]\nlist:\n- one\n- two\nlast: 1\n---\n\nBody\n---\n"
)


def test_fields_are_read():
    found = read(parse(NOTE))
    assert found.fields["tags"] == ["a", "b"]
    assert found.end == 9


def test_one_field_is_set_and_everything_else_stays():  # F03
    after = set_field(NOTE, "title", "New")
    assert after == NOTE.replace("title: Old  # why", "title: New  # why")
    after = set_field(NOTE, "list", ["x"])
    assert after == NOTE.replace("list:\n- one\n- two\n", "list:\n- x\n")
    after = set_field(NOTE, "fresh", "ja")
    assert after == NOTE.replace("last: 1\n", "last: 1\nfresh: ja\n")


def test_no_second_block_is_put_before_the_first():  # F03
    for text in (NOTE, NOTE.replace("\n", "\r\n"), "\ufeff" + NOTE):
        after = set_field(text, "last", 2)
        assert after.count("---") == 3
        assert read(parse(after)).fields["last"] == 2
        assert len(after) == len(text)


def test_a_note_without_fields_gets_them_before_its_text():
    after = set_field("# T\n", "topic", "x: y")
    assert after == "---\ntopic: 'x: y'\n---\n# T\n"
    assert read(parse(set_field("\ufeffT\r\n", "a", 1))).fields == {"a": 1}


def test_unreadable_fields_are_refused_with_their_line():  # F03
    broken = "---\ntitle: *Italic*\n---\nBody\n"
    with pytest.raises(FrontMatterError, match=r"n\.md:2"):
        set_field(broken, "a", 1, path="n.md")


@pytest.mark.parametrize(  # F04
    ("text", "line"),
    [
        ("---\nkey: `C:\\a`\n---\nBody\n", 2),
        ("---\ntitle: *Italic*\n---\nBody\n", 2),
        ("---\na: 1\nlinks: - [[link]]suffix\n---\nBody\n", 3),
    ],
)
def test_what_is_no_yaml_is_told_with_its_line_and_counts_as_text(text, line):
    found = read(parse(text))
    assert found.problem
    assert found.line == line
    assert found.end == 0


def test_a_rule_at_the_top_is_no_front_matter():  # F04
    found = read(parse("---\nJust a rule above.\n---\nBody\n"))
    assert found.fields == {}
    assert not found.problem
    assert found.end == 0


@given(st.text(max_size=200))
def test_reading_never_fails(text):
    read(parse("---\n" + text + "\n---\nBody\n"))

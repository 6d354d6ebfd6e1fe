from hypothesis import given
from hypothesis import strategies as st

from lamina.documents import changes
from lamina.documents.changes import Change, hunks, new_lines, redo, take_back

FEW = st.lists(st.sampled_from(["a\n", "\n", "a", "\r"]), max_size=9).map("".join)
LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "d", "\n", "e\n"]), max_size=12).map(
    "".join
)


@given(FEW, FEW)
def test_hunks_are_inverted_exactly_in_texts_of_few_different_lines(before, after):
    found = hunks(before, after)
    assert redo(before, found) == after
    assert changes.invert(after, found) in {before, None}
    assert changes.invert(after, found) == before or "\r" in before + after


@given(LINES, LINES)
def test_hunks_lead_from_one_text_to_the_other_and_back(before, after):
    found = hunks(before, after)
    assert redo(before, found) == after
    assert changes.invert(after, found) == before
    assert take_back(after, found) is not None or "\r" in before + after or not after


@given(LINES, LINES, LINES)
def test_an_addition_is_taken_back_although_more_was_added_below(before, added, later):
    if before and not before.endswith("\n"):
        before += "\n"
    mark = "added by us\n"
    after = before + mark + added
    now = after + ("" if after.endswith("\n") else "\n") + "later\n" + later
    back = take_back(now, hunks(before, before + mark))
    assert back == now.replace(mark, "", 1)


def test_edited_lines_are_not_taken_back():
    found = hunks("one\ntwo\n", "one\nTWO\n")
    assert take_back("one\nTWO, edited\n", found) is None


def test_an_addition_between_lines_finds_its_place_after_lines_were_put_above():
    found = hunks("a\nb\nc\n", "a\nnew\nb\nc\n")
    assert take_back("0\n00\na\nnew\nb\nc\n", found) == "0\n00\na\nb\nc\n"


def test_a_removed_line_comes_back_between_its_neighbours():
    found = hunks("a\nb\nc\nd\n", "a\nb\nd\n")
    assert take_back("x\na\nb\nd\n", found) == "x\na\nb\nc\nd\n"


def test_the_diff_names_created_and_deleted_files():
    assert Change("n.md", None, "x\n").diff().startswith("--- /dev/null\n+++ b/n.md")
    assert "+++ /dev/null" in Change("n.md", "x\n", None).diff()


def test_a_changed_line_end_is_seen_in_the_diff():
    assert "+one␍" in Change("n.md", "one\n", "one\r\n").diff()


@given(LINES, LINES)
def test_new_lines_are_what_the_old_text_does_not_hold(before, after):
    spans = new_lines(before, after)
    assert all(0 <= start < end <= len(after) for start, end in spans)
    if before == after:
        assert spans == ()


def test_large_texts_are_compared_without_a_quadratic_matcher():
    before = "".join(f"{n}\n" for n in range(30_000))
    after = "".join(f"{n}\n" for n in range(1, 30_000, 2))
    assert len(hunks(before, after)) == 1
    assert redo(before, hunks(before, after)) == after
    assert changes.digest(None) is None

"""memory/PROPOSALS.md by itself: whatever an editor makes of a line is read, and a person's stay."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lamina.documents.language import Language
from lamina.documents.markdown import split_lines
from lamina.dreaming import boxes
from lamina.dreaming.box_words import KINDS, counted, is_row, kind_of, words
from lamina.dreaming.boxes import Entry, Mark

KEY = "5f0c2f4b1c9e"
MARK = f"<!-- proposal:{KEY} -->"


@pytest.mark.parametrize(
    ("line", "mark", "text"),
    [
        (f"- [ ] Anna is ill (memory/a.md#L4) {MARK}", Mark.OPEN, "Anna is ill"),
        (f"* [X]   Anna is ill {MARK}   ", Mark.TICKED, "Anna is ill"),
        (f"\t+ [x]\tAnna is ill (memory/a.md#L4-L5) {MARK}", Mark.TICKED, "Anna is ill"),
        (f"1. [ x] Anna is ill {MARK}", Mark.TICKED, "Anna is ill"),
        (f"- [х] Anna is ill {MARK}", Mark.TICKED, "Anna is ill"),
        (f"- \\[x\\] Anna is ill {MARK}", Mark.TICKED, "Anna is ill"),
        (f"> - [✓] Anna is ill {MARK}", Mark.TICKED, "Anna is ill"),
        (f"- [x] Anna\n  is\n  ill {MARK}", Mark.TICKED, "Anna is ill"),
        (f"- [] Anna is ill {MARK}", Mark.OPEN, "Anna is ill"),
        (f"- [/] Anna is ill {MARK}", Mark.OPEN, "Anna is ill"),
        (f"Anna is ill {MARK}", Mark.OPEN, "Anna is ill"),
        (f"- [-] Anna is ill {MARK}", Mark.STRUCK, "Anna is ill"),
        (f"- [ ] ~~Anna is ill (memory/a.md#L4)~~ {MARK}", Mark.STRUCK, "Anna is ill"),
        (f"- [ ] <del>Anna is ill</del> {MARK}", Mark.STRUCK, "<del>Anna is ill</del>"),
        (f"- ~~[ ] Anna is ill {MARK}~~", Mark.STRUCK, "Anna is ill"),
        (f"~~- [ ] Anna is ill {MARK}~~", Mark.STRUCK, "Anna is ill"),
        (f"- [x] ~~Anna is ill~~ {MARK}", Mark.UNCLEAR, "Anna is ill"),
        (f"- [x] Anna is ~~ill~~ well {MARK}", Mark.TICKED, "Anna is well"),
        (f"- [x] Anna (or not) is ill {MARK}", Mark.TICKED, "Anna (or not) is ill"),
    ],
)
@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
def test_a_line_is_read_whatever_an_editor_made_of_it(line, mark, text, eol):
    (box,) = boxes.read(f"# P\n\n{line}\n".replace("\n", eol))
    assert (box.mark, box.text, box.key) == (mark, text, KEY)


def test_a_quoted_proposal_is_none_but_is_not_missing():
    text = f"```\n- [x] Anna {MARK}\n```\n"
    assert boxes.read(text) == ()
    assert boxes.named(text) == {KEY}


@pytest.mark.parametrize("number", [0.2, 1, 1.5, 2, 3, 5, 11, 21, 22, 111, 121])
@pytest.mark.parametrize("language", list(Language))
def test_rows_are_told_again_in_every_language(language, number):
    said = words(language)
    given_ = {
        "times": counted(said.times, number),
        "days": counted(said.days, int(number) or 1),
        "when": "2026-03-03 – 2026-03-05",
        "score": "0.82",
        "n": int(number),
        "line": "Anna, said “x”, is ill",
        "key": KEY,
        "why": said.whys["known"].format(place="memory/дни/2026-03-05.md#L3-L4"),
    }
    for row in said.rows.values():
        assert is_row(row.format(**given_)), row.format(**given_)
    assert [kind_of(said.headings[kind]) for kind in KINDS] == list(KINDS)


def test_russian_counts_as_russians_do():
    forms = words(Language.RU).times
    said = [counted(forms, n) for n in (1, 2, 5, 11, 21, 1.4)]
    assert said == ["1 раз", "2 раза", "5 раз", "11 раз", "21 раз", "1.4 раза"]


EDITS = {
    "as it is": lambda t: t,
    "ticked": lambda t: t.replace("- [ ]", "- [x]"),
    "struck": lambda t: t.replace("- [ ]", "- [-]"),
    "stars": lambda t: t.replace("- [ ]", "* [x]").replace("  - ", "  * "),
    "tabs": lambda t: t.replace("- [ ]", "\t- [X]").replace("  - ", "\t\t- "),
    "windows": lambda t: t.replace("[ ]", "[x]").replace("\n", "\r\n"),
    "blanks": lambda t: t.replace("[ ]", "[x]").replace("\n", "  \n"),
    "ticked rows": lambda t: t.replace("- [ ]", "- [x]").replace("  - ", "  - [x] "),
    "loose": lambda t: t.replace("[ ]", "[x]").replace("\n", "\n\n"),
}
HUMAN = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "",
                "my note",
                "- [ ] buy milk",
                "  - why?",
                "## Ready or not",
                "> quote",
                "---",
                "\t- x",
            ]
        ),
        st.text(
            st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="`~"), max_size=12
        ),
    ),
    max_size=5,
)


@given(
    HUMAN, HUMAN, HUMAN, st.sampled_from(sorted(EDITS)), st.sampled_from(["left", "rows", "added"])
)
@example([], ["  - why?"], [], "ticked", "left")
@example([], ["  why?"], [], "as it is", "rows")
def test_whatever_is_written_around_proposals_stays(above, between, below, edit, what):
    entries = [
        Entry(
            f"{n:012x}",
            kind,
            f"Fact {n} is so",
            f"memory/a.md#L{n}",
            ("noted on 2026-03-02; nobody asked for it yet",),
        )
        for n, kind in enumerate(("ready", "ready", "grounded"), start=1)
    ]
    text = boxes.added(boxes.begun("", Language.EN, "2026-03-02T00:00:00Z"), entries, Language.EN)
    lines = EDITS[edit](text).split("\n")
    at = [n for n, line in enumerate(lines) if "proposal:" in line]
    lines = [
        *above,
        *lines[: at[0]],
        *above,
        *lines[at[0] : at[0] + 1],
        *between,
        *lines[at[0] + 1 : at[1]],
        *between,
        *lines[at[1] :],
        *below,
    ]
    before = "\n".join(lines)
    keys = [box.key for box in boxes.read(before)]
    assert sorted(keys) == [f"{n:012x}" for n in (1, 2, 3)]
    if what == "left":
        after = boxes.tidied(
            boxes.edited(before, boxes.read(before), left={keys[0]: "gone"}, rows={}, sources={})
        )
        assert keys[0] not in after
    elif what == "rows":
        rows = {key: ["noted on 2026-03-09; nobody asked for it yet"] for key in keys}
        after = boxes.edited(
            before, boxes.read(before), left={}, rows=rows, sources={keys[1]: "memory/b.md#L9"}
        )
        assert [box.rows[0].said for box in boxes.read(after)] == [rows[key][0] for key in keys]
    else:
        more = Entry(
            "0123456789ab",
            "ready",
            "One more",
            "memory/b.md#L9",
            ("noted on 2026-03-09; nobody asked for it yet",),
        )
        after = boxes.added(before, [more], Language.EN)
        assert "0123456789ab" in {box.key for box in boxes.read(after)} | boxes.named(after)
    left = iter(line.rstrip("\r\n") for line in split_lines(after))
    for line in filter(str.strip, [*above, *above, *between, *between, *below]):
        assert line in left, (line, after)  # in the same order, byte for byte

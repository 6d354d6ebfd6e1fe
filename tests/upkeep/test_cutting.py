"""What a file looks like when lines were taken out of it."""

from __future__ import annotations

import pytest

from lamina.documents.kinds import layer_of
from lamina.documents.needles import Needle
from lamina.layers.superseded import key_of
from lamina.search.chunker import claim
from lamina.upkeep.cut_index import index_cut
from lamina.upkeep.cutting import Wanted, cut

ZEBRA = Wanted((Needle.of("zebra"),))
NOTE = "memory/2026-03-04.md"


def after(text, path=NOTE, wanted=ZEBRA):
    found = cut(path, layer_of(path), text, wanted)
    return text if found is None else found.after


@pytest.mark.parametrize(
    ("before", "left"),
    [
        ("- a\n- a zebra\n- b\n", "- a\n- b\n"),
        ("- a\r\n- zebra\r\n- b", "- a\r\n- b"),
        ("\ufeff- zebra\n- b\n", "\ufeff- b\n"),
        ("- a\n- zebra", "- a\n"),
        ("one\ntwo zebra\nthree\n", "one\nthree\n"),
        # what others hang under keeps its place
        ("- zebra\n  and more\n- b\n", "- [forgotten]\n  and more\n- b\n"),
        ("- [ ] zebra\n  - of Tom\n", "- [ ] [forgotten]\n  - of Tom\n"),
        ("- zebra\n  - zebra too\n- b\n", "- b\n"),
        ("- a\n  - zebra\n  - b\n", "- a\n  - b\n"),
        ("## The zebra cage\n\n- a\n", "## The [forgotten] cage\n\n- a\n"),
        ("a zebra\n=======\n\n- a\n", "a [forgotten]\n=======\n\n- a\n"),
        ("| zebra | b |\n|---|---|\n| 1 | 2 |\n", "| [forgotten] | b |\n|---|---|\n| 1 | 2 |\n"),
        ("| a | b |\n|---|---|\n| zebra | 2 |\n| c | d |\n", "| a | b |\n|---|---|\n| c | d |\n"),
        ("```zebra\nx\nzebra()\n```\n", "```[forgotten]\nx\n```\n"),
        ("---\ntitle: My zebra\ntags: [zebra, b]\n---\n- a\n",
         "---\ntitle: My forgotten\ntags: [forgotten, b]\n---\n- a\n"),
        ("<!-- zebra\nx -->\n- a\n", "<!-- [forgotten]\nx -->\n- a\n"),
        # words may go on in the next line, and not in the next item
        ("my ze\nbra and white\nhorse\n", "my ze\nbra and white\nhorse\n"),
        # a heading goes with the last under it, if it is meant itself or Lamina wrote it
        ("## zebra\n\n- zebra\n\n## b\n\n- b\n", "## b\n\n- b\n"),
        ("## Mine\n\n- zebra\n\n## b\n\n- b\n", "## Mine\n\n\n## b\n\n- b\n"),
        ("# D\n\n## [2026-03-04] Cage\n- change: zebra\n\n## [2026-03-04] B\n- change: b\n",
         "# D\n\n## [2026-03-04] B\n- change: b\n"),
        ("# D\n\n## [2026-03-04] Cage\n- cause: a\n- change: zebra\n",
         "# D\n\n## [2026-03-04] Cage\n- cause: a\n"),
        ("- a\n## Notes\n- zebra\n", "- a\n"),
    ],
)  # fmt: skip
def test_lines_go_and_what_stays_means_what_it_meant(before, left):
    assert after(before) == left


def test_words_across_a_line_end_take_both_lines():
    wanted = Wanted((Needle.of("black zebra"),))
    assert after("a black\nzebra here\nthree\n", wanted=wanted) == "three\n"
    assert after("- a black\n- zebra here\n", wanted=wanted) == "- a black\n- zebra here\n"
    assert after("a black\n\nzebra here\n", wanted=wanted) == "a black\n\nzebra here\n"


def test_a_file_of_which_nothing_is_left_goes():
    assert after("- zebra\n\n- zebra\n") is None
    assert after("- zebra\n", "MEMORY.md") == ""


def test_a_promoted_line_goes_with_its_marker_and_its_section():
    mark = "<!-- openclaw-memory-promotion:memory:claim:{} -->\n"
    key = claim("the stripes are long")
    text = (
        "# M\n\n- mine\n\n## Promoted From Short-Term Memory (2026-03-01)\n\n"
        + mark.format("0123456789ab") + "- a zebra (memory/2026-03-01.md#L3)\n"
        + mark.format(key) + "- the stripes are … (memory/2026-03-01.md#L4)\n"
    )  # fmt: skip
    assert after(text, "MEMORY.md").count("promotion") == 1
    gone = Wanted(ZEBRA.needles, keys=frozenset({key}))
    assert after(text, "MEMORY.md", gone) == "# M\n\n- mine\n\n"


def test_a_mark_forgets_by_which_line_it_was_superseded():
    key = key_of("the zebra is white")
    text = f"- 09:30 it is black <!-- superseded 2026-03-09 by {key} -->\n- zebra\n"
    assert after(text, wanted=Wanted(ZEBRA.needles, keys=frozenset({key}))) == (
        "- 09:30 it is black <!-- superseded 2026-03-09 -->\n"
    )


def test_an_index_keeps_its_paths():
    line = "- [ACTIVE] Zebra: stripes -> `/memory/topics/a/zebra.md`\n"
    assert after(
        line + "- [ACTIVE] B -> `/memory/topics/a/b.md`\n", "memory/MEMORY_INDEX_ACTIVE.md"
    ) == (
        "- [ACTIVE] [forgotten]: stripes -> `/memory/topics/a/zebra.md`\n"
        "- [ACTIVE] B -> `/memory/topics/a/b.md`\n"
    )
    gone = Wanted(ZEBRA.needles, about=True, removed=frozenset({"memory/topics/a/zebra.md"}))
    assert after(line + "- x\n", "memory/MEMORY_INDEX_ARCHIVED.md", gone) == "- x\n"
    assert after("- zebra\n- soil\n", "memory/knowledge-index.md", gone) == "- soil\n"


def test_the_daily_index_follows_the_notes():
    note = "# D\n\n## [2026-03-04] Zebra\n- change: x\n\n## [2026-03-04] Cage\n- change: zebra\n"
    found = cut(NOTE, layer_of(NOTE), note, ZEBRA)
    assert found
    index = "# Daily index\n\n- Zebra → 2026-03-04.md\n- Cage → 2026-03-01.md,2026-03-04.md\n- B → x.md\n"
    left = index_cut(index, {NOTE: found}, ZEBRA)
    assert left
    assert left.after == (
        "# Daily index\n\n- [forgotten] → 2026-03-04.md\n- Cage → 2026-03-01.md\n- B → x.md\n"
    )


def test_a_diary_entry_goes_whole_and_its_neighbours_stay():
    entry = "---\n\n*March {}, 2026 at 3:00 AM CET*\n\n{}\n\n"
    text = (
        "# Dream Diary\n\n<!-- openclaw:dreaming:diary:start -->\n\n"
        + entry.format(4, "A zebra.") + entry.format(5, "A horse.")
        + "<!-- openclaw:dreaming:diary:end -->\n"
    )  # fmt: skip
    left = after(text, "DREAMS.md")
    assert "zebra" not in left
    assert "March 4" not in left
    assert "March 5" in left
    assert "A horse." in left
    nights = Wanted(nights=("2026-03-05", "2026-03-05"))
    assert "A zebra." in after(text, "DREAMS.md", nights)
    assert "A horse." not in after(text, "DREAMS.md", nights)


def test_a_backfilled_day_keeps_what_it_has_left():
    mark = "<!-- openclaw:dreaming:backfill-entry day={0} source=memory/{0}.md -->\n\n"
    entry = "---\n\n*March {1}, 2026*\n\n" + mark + "What Happened\n1. {2} [memory/{0}.md:3]\n{3}\n"
    text = (
        "# Dream Diary\n\n<!-- openclaw:dreaming:diary:start -->\n"
        + entry.format("2026-03-01", 1, "A zebra", "")
        + entry.format("2026-03-02", 2, "A zebra", "2. A horse [memory/2026-03-02.md:4]\n")
        + "<!-- openclaw:dreaming:diary:end -->\n"
    )
    left = after(text, "DREAMS.md")
    assert "zebra" not in left
    assert "March 1" not in left
    assert "2. A horse [memory/2026-03-02.md:4]" in left
    gone = Wanted(sources=frozenset({"memory/2026-03-02.md"}))
    assert "March 2" not in after(text, "DREAMS.md", gone)
    assert "March 1" in after(text, "DREAMS.md", gone)


def test_a_report_inside_a_note_is_read_as_one():
    text = (
        "# 2026-03-04\n\n- buy zebra food\n- mine\n\n## Light Sleep\n"
        "<!-- openclaw:dreaming:light:start -->\n- Candidate: a zebra\n  - recalls: 1\n"
        "- Candidate: ring Tom\n  - recalls: 2\n<!-- openclaw:dreaming:light:end -->\n"
    )
    wanted = Wanted(ZEBRA.needles, made=(Needle.of("ring Tom"),))
    found = cut(NOTE, layer_of(NOTE), text, wanted)
    assert found
    assert found.after == (
        "# 2026-03-04\n\n- mine\n\n## Light Sleep\n"
        "<!-- openclaw:dreaming:light:start -->\n<!-- openclaw:dreaming:light:end -->\n"
    )
    assert [one.text for one in found.said] == ["- buy zebra food"]


def test_a_proposal_goes_with_its_rows():
    text = (
        "# Proposals\n\nmine\n\n## Ready\n\n- [ ] A zebra (memory/a.md#L1) "
        "<!-- proposal:5f0c2f4b1c9e -->\n  - needed 4 times\n- [ ] A horse (memory/a.md#L2) "
        "<!-- proposal:5f0c2f4b1c9f -->\n  - needed 3 times\n"
    )
    left = after(text, "memory/PROPOSALS.md")
    assert left == (
        "# Proposals\n\nmine\n\n## Ready\n\n- [ ] A horse (memory/a.md#L2) "
        "<!-- proposal:5f0c2f4b1c9f -->\n  - needed 3 times\n"
    )
    keyed = Wanted(keys=frozenset({"5f0c2f4b1c9f"}))
    assert "horse" not in after(text, "memory/PROPOSALS.md", keyed)


def test_a_report_of_one_fact_goes_whole():
    path = "memory/dreaming/shadow-trials/2026-03-04/0123456789ab.md"
    assert after("# Trial\n\n- candidate: a zebra\n- verdict: helpful\n", path) is None
    assert after("# Trial\n\n- candidate: a horse\n", path) == "# Trial\n\n- candidate: a horse\n"

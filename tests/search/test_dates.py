"""Which days a question means, in four languages; and what only looks like a date."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.search import dates
from lamina.search.date_cues import may_name_days
from lamina.search.dates import span_of

TIMES = Path(__file__).parents[2] / "benchmarks" / "data" / "times.jsonl"
MONDAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("what did we say yesterday?", "2026-11-29", "2026-11-29"),
        ("last Monday", "2026-11-23", "2026-11-23"),
        ("on Monday", "2026-11-30", "2026-11-30"),
        ("in the last 7 days", "2026-11-23", "2026-11-30"),
        ("last year in May", "2025-05-01", "2025-05-31"),
        ("last winter", "2025-12-01", "2026-02-28"),
        ("29 February", "2024-02-29", "2024-02-29"),
        ("between May 3 and June 4", "2026-05-03", "2026-06-04"),
        ("from 2026-11-01 to 2026-11-05", "2026-11-01", "2026-11-05"),
        ("the week before last", "2026-11-16", "2026-11-22"),
        ("vor drei Monaten", "2026-08-01", "2026-08-31"),
        ("letztes Jahr im Mai", "2025-05-01", "2025-05-31"),
        ("vorletzte Woche", "2026-11-16", "2026-11-22"),
        ("Anfang März", "2026-03-01", "2026-03-10"),
        ("seit dem 3. Mai", "2026-05-03", "2026-11-30"),
        ("am 24.12.25", "2025-12-24", "2025-12-24"),
        ("неделю назад", "2026-11-23", "2026-11-29"),
        ("на прошлой неделе в среду", "2026-11-25", "2026-11-25"),
        ("в начале марта", "2026-03-01", "2026-03-10"),
        ("за последние 3 дня", "2026-11-27", "2026-11-30"),
        ("позапрошлой неделе", "2026-11-16", "2026-11-22"),
        ("上周三", "2026-11-25", "2026-11-25"),
        ("上周一到周三", "2026-11-23", "2026-11-25"),
        ("去年三月", "2025-03-01", "2025-03-31"),
        ("3个月前", "2026-08-01", "2026-08-31"),
        ("前年", "2024-01-01", "2024-12-31"),
    ],
)
def test_days_are_told_in_four_languages(text, since, until):
    found = span_of(f"… {text} …", MONDAY)
    assert found is not None
    assert (str(found.since), str(found.until)) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "may I?",
        "march on",
        "summer is coming",
        "10.10.10.10",
        "Node 20.11",
        "version 3.4.",
        "31 February",
        "the day after tomorrow",
        "Montage der Küche",
        "среда разработки",
        "今日头条",
        "五月天的歌",
        "last line",
        "",
    ],
)
def test_what_only_looks_like_a_date_is_none(text):
    assert span_of(text, MONDAY) is None


_WORDS = """last 3 three week weeks ago vor zwei wochen im mai 31 31. 29 february since - to 99 999 0
monday summer weekend 00.13. 9999-12-31 2024 q3 quarter в марте прошлом году 上个月 三 天前 2024年 年"""
_SAID = st.sampled_from(_WORDS.split())


@given(words=st.lists(_SAID, max_size=6), today=st.dates(date(1, 1, 1), date(9999, 12, 31)))
def test_no_words_and_no_day_make_it_fail(words, today):
    found = span_of(" ".join(words), today)
    assert found is None or found.since <= found.until


@pytest.mark.parametrize(
    ("query", "day"),
    [
        ("What about the roof last week?", "2026-03-04"),
        ("Was war vor zwei Wochen mit dem Dach (roof)?", "2026-02-25"),
        ("二月的 roof", "2026-02-25"),
    ],
)
def test_lines_of_the_days_that_are_named_come_first(write, open_memory, query, day):
    for number in ("2026-02-25", "2026-03-04", "2026-03-11"):
        write(
            f"memory/{number}.md", f"# {number}\n\n- the roof was looked at again\n- {number} tea\n"
        )
    moment = datetime(2026, 3, 12, 9, 0, tzinfo=timezone(timedelta(hours=1)))
    memory = open_memory(now=moment)
    answer = memory.search(query, record=False)
    assert answer.span is not None
    found = [place for hit in answer.hits[:1] for place in (hit.path, *hit.also)]
    assert any(day in place for place in found)
    assert any("days" in hit.parts for hit in answer.hits)


@pytest.mark.parametrize(
    "query",
    [
        "What did I do yesterday?",
        "what happened yesterday",
        "Was war gestern los?",
        "Was habe ich gestern gemacht?",
        "что было вчера?",
        "昨天发生了什么",
    ],
)
def test_a_question_for_a_day_alone_gives_that_days_lines_in_order(write, open_memory, query):
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- the boiler is mended\n- the bike is blue\n")
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- taxes done yesterday, gestern, вчера, 昨天\n")
    hits = open_memory().search(query, record=False).hits
    assert [hit.snippet for hit in hits] == ["- the boiler is mended", "- the bike is blue"]


def test_a_day_with_no_note_gives_nothing_but_lines_that_name_its_date(write, open_memory):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- taxes are done\n- the move was in 2019\n")
    memory = open_memory()
    assert not memory.search("what happened yesterday?", record=False).hits
    hits = memory.search("what happened in 2019?", record=False).hits
    assert [hit.snippet for hit in hits] == ["- the move was in 2019"]


def test_an_explicit_range_wins_over_the_question(write, open_memory):
    write("memory/2026-02-25.md", "# 2026-02-25\n\n- the roof leaks\n")
    memory = open_memory()
    answer = memory.search("roof in February 2026", since=date(2026, 1, 1), record=False)
    assert answer.hits
    assert answer.span is None
    assert all("days" not in hit.parts for hit in answer.hits)


@pytest.mark.parametrize("query", ["weekend", "yesterday", "Wochenende", "周末"])
def test_a_word_for_days_is_found_as_a_word_too(write, open_memory, query):
    write("memory/trips.md", f"# Trips\n\n- {query}: no dogs allowed\n")
    hits = open_memory().search(query, record=False).hits
    assert [hit.snippet for hit in hits] == [f"- {query}: no dogs allowed"]


def test_the_lines_of_a_day_keep_their_order_whatever_words_they_hold(write, open_memory):
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- first\n- said yesterday\n- third\n")
    hits = open_memory().search("yesterday", record=False).hits
    assert [hit.snippet for hit in hits] == ["- first", "- said yesterday", "- third"]


def test_only_words_counted_from_today_are_left_out_of_the_words(write, open_memory):
    write("memory/a.md", "# Prices\n\n- the weekend rate is 90\n- the rate was new yesterday\n")
    memory = open_memory()
    assert "weekend" in memory.search("What is the weekend rate?", record=False).terms
    assert "yesterday" not in memory.search("What was the rate yesterday?", record=False).terms


def test_writing_a_note_loads_no_patterns_of_dates():
    code = "import sys, lamina.search.searcher; sys.exit('lamina.search.dates' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(data=st.data())
@settings(max_examples=400)
def test_what_the_glance_lets_go_names_no_day(data):
    """Whatever a rule matches, the glance before it has seen something of."""
    pattern, *_ = data.draw(st.sampled_from(dates._RULES))
    text = data.draw(st.from_regex(pattern))
    if span_of(text, date(2026, 3, 4)):
        assert may_name_days(text)


def test_the_glance_sees_every_question_about_days_and_lets_many_others_go():
    rows = [json.loads(line) for line in TIMES.read_text("utf-8").splitlines()]
    assert all(may_name_days(row["text"]) for row in rows if row.get("since"))
    others = ["What did Anna say about the roof?", "Wer hat die Schlüssel?", "Где ключи?"]
    assert not any(map(may_name_days, others))


@given(
    st.from_regex(r"(?a:[A-Za-z]{2,5}[-_][0-9]{1,6}(-[0-9]{1,3})?)", fullmatch=True),
    st.sampled_from(["What about {}?", "Was ist mit {}", "что с {}", "kw {}"]),
)
def test_a_code_that_is_passed_over_names_no_day(code, said):
    text = said.format(code)
    assert may_name_days(text) or span_of(text, date(2026, 3, 4)) is None

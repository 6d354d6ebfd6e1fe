"""What goes of a record of a transcript, and that nothing else of it does."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents import needles
from lamina.documents.markdown import split_lines
from lamina.documents.needles import Needle
from lamina.sessions.striking import struck

WORD = "zebra"


def hits(*words):
    wanted = tuple(map(Needle.of, words))
    return lambda lines: needles.found(lines, wanted)


def said(record: bytes) -> str:
    return struck(record, hits(WORD)).decode()


def test_a_line_of_a_text_goes_and_every_other_byte_stays():
    raw = b'{"role" : "user","content":"caf\\u00e9 \\/ a\\r\\nthe z\\u0065bra came\\r\\nTom\\n" }\n'
    assert said(raw) == (
        '{"role" : "user","content":"caf\\u00e9 \\/ a\\r\\n[forgotten]\\r\\nTom\\n" }\n'
    )


@pytest.mark.parametrize(
    "text",
    ["nothing", "zebras", "{}", "[]", '{"a": "zeb"', "", "\\", '"', "ze\nbra"],
)
def test_a_record_without_it_is_the_same(text):
    raw = json.dumps({"type": "user", "text": text, "zebra": [text, {"x": text}]}).encode()
    assert struck(raw, hits(WORD)) is raw


def test_a_text_of_which_all_goes_is_one_mark():
    assert json.loads(said(b'{"text":"zebra\\nZEBRA"}')) == {"text": "[forgotten]"}


def test_what_a_host_lives_by_stays():
    record = {
        "type": WORD, "id": WORD, "parentId": WORD, "cwd": f"/home/{WORD}", "name": WORD,
        "message": {"role": WORD, "content": [
            {"type": "toolCall", "id": WORD, "name": WORD, "arguments": {}},
        ]},
        "usage": {"input": 4711},
    }  # fmt: skip
    left = json.loads(struck(json.dumps(record).encode(), hits(WORD, "4711")))
    assert left == record | {"name": "[forgotten]"}  # what a session is called was said by somebody


def test_of_what_a_tool_was_given_names_and_numbers_go_too():
    record = {
        "name": "exec",
        "arguments": {"zebra": 1, "code": 4711, "type": "a zebra", "ok": True},
    }
    left = json.loads(struck(json.dumps(record).encode(), hits(WORD, "4711")))
    assert left == {
        "name": "exec",
        "arguments": {"[forgotten]": 1, "code": "[forgotten]", "type": "[forgotten]", "ok": True},
    }


def test_two_names_that_go_stay_two():
    left = json.loads(said(b'{"arguments":{"zebra":"","Zebra":"x"}}'))
    assert left == {"arguments": {"[forgotten]": "", "[forgotten] 2": "x"}}


def test_json_within_a_text_stays_json():
    inner = json.dumps({"text": "a zebra", "more": json.dumps({"zebra": "x", "k": "Öl"})})
    left = json.loads(struck(json.dumps({"arguments": inner}).encode(), hits(WORD)))
    given_ = json.loads(left["arguments"])
    assert given_["text"] == "[forgotten]"
    assert json.loads(given_["more"]) == {"[forgotten]": "x", "k": "Öl"}


def test_a_signature_over_a_changed_thought_goes_and_others_stay():
    thoughts = [
        {"type": "thinking", "thinking": f"about {what}", "signature": "c2ln"}
        for what in ("a zebra", "a horse")
    ]
    left = json.loads(struck(json.dumps({"content": thoughts}).encode(), hits(WORD)))["content"]
    assert [(one["thinking"], one["signature"]) for one in left] == [
        ("[forgotten]", ""),
        ("about a horse", "c2ln"),
    ]


@pytest.mark.parametrize("raw", [b'{"text":"the ze\\u0062ra', b"a zebra\xff\n", b'{"a":1} zebra\n'])
def test_a_damaged_record_goes_whole(raw):
    assert struck(raw, hits(WORD)).strip() == b"[forgotten]"


def test_a_record_nested_without_end_is_none():
    raw = b'{"zebra":' * 100_000
    assert struck(raw, hits(WORD)) == b"[forgotten]"
    deep = b"[" * 900 + b'"zebra"' + b"]" * 900
    assert json.loads(struck(deep, hits(WORD)))


WORDS = ("zebra", "Zebra", "x zebra y", " ", "\n", "\r\n", "a", "é", "早", "😀", "\\", '"')
PARTS = (*WORDS, "{", "[", "}", "\\u0061", "\ud800")
TEXTS = st.lists(st.sampled_from(PARTS), max_size=10).map("".join)
VALUES = st.recursive(
    TEXTS | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


def strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for pair in value.items() for one in pair for text in strings(one)]
    if isinstance(value, list):
        return [text for one in value for text in strings(one)]
    return [value] if isinstance(value, str) else []


@given(VALUES, st.booleans())
def test_of_any_record_just_the_lines_that_hold_it_go(value, ascii_):
    raw = json.dumps({"output": value}, ensure_ascii=ascii_).encode("utf-8", "surrogatepass")
    left = struck(raw, hits(WORD))
    if b"\xed\xa0\x80" in raw:  # a lone surrogate is no UTF-8, and hosts do not write one
        return
    before, after = strings(json.loads(raw)["output"]), strings(json.loads(left)["output"])
    for text in after:
        assert not needles.found(split_lines(text), [Needle.of(WORD)])
    held = [text for text in before if not needles.found(split_lines(text), [Needle.of(WORD)])]
    assert set(held) <= set(after)
    assert struck(left, hits(WORD)) is left

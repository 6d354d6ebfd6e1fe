"""Rewriting whom a record follows."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.sessions.relink import KEYS, members, relink

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
RECORDS = st.dictionaries(st.sampled_from(["parentId", "parentUuid", "a", 'q"\\', "é"]), VALUES)
STYLES = st.sampled_from([{}, {"separators": (",", ":")}, {"separators": (" ,  ", "\t: ")}])


@given(RECORDS, STYLES, st.booleans(), st.none() | st.text(), st.sampled_from(["", "\n", "\r\n"]))
def test_only_the_parent_changes(record, style, ascii_only, parent, end):
    line = (" " + json.dumps(record, ensure_ascii=ascii_only, **style) + end).encode(
        "utf-8", "surrogatepass"
    )
    found = relink(line, parent)
    wanted = {key: parent if key in KEYS else value for key, value in record.items()}
    assert json.loads(found.decode("utf-8", "surrogatepass")) == wanted
    assert list(json.loads(found.decode("utf-8", "surrogatepass"))) == list(record)
    left, right = [line], [found]
    for lines in (left, right):  # with the values taken out both are the same bytes
        for key, start, stop in reversed(list(members(lines[0]))):
            if key in KEYS:
                lines[0] = lines[0][:start] + lines[0][stop:]
    assert left == right


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (b'{"parentId":"a","x":{"parentId":"b"}}\n', b'{"parentId":null,"x":{"parentId":"b"}}\n'),
        (b'{"x":"\\"parentId\\":\\"a\\"","parentId" : "a" }', None),
        (b'{"type":"response_item","payload":{}}\n', b'{"type":"response_item","payload":{}}\n'),
        (b'{"parent\\u0049d":"a"}', b'{"parent\\u0049d":null}'),
        (b'{"message":{"parentUuid":"x"},"parentUuid":null}', None),
    ],
)
def test_what_is_inside_and_how_it_is_spaced_stays(line, wanted):
    if wanted is None:
        wanted = line.replace(b'"parentId" : "a" }', b'"parentId" : null }')
    assert relink(line, None) == wanted

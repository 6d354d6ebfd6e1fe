"""What is drawn: texts, values and bytes that programs stumble over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hypothesis.strategies import DrawFn, SearchStrategy

# Pieces that have a meaning to some reader, beside texts that have none.
PIECES = (
    *("\0", "\ud800", "\udfff", "\ufeff", "\u2028", "\x85", "\x1b[2J", "\u202e", "\r", "\r\n"),
    *("../../../etc/passwd", "/etc/passwd", "~root", "file:///etc/passwd", "C:\\x", "a/../..", "."),
    *("<!-- lamina:a:start -->", "<!--", "-->", "---", "```", "[[a]]", "[a](../b)", "- [ ] a"),
    *("## OPEN: a", "## DONE: a", "# a", "a → b.md", "a -> /memory/topics/a.md", "| a |", "> a"),
    *("We decided to use Postgres.", "NO_REPLY", "Remember: the shop opens at nine."),
    *("<|im_start|>system", "</system>", "{{7*7}}", "%s%n", "' OR 1=1 --", "$(id)", "`id`"),
    *("2026-03-04", "2026-13-45", "0000-00-00", "9999-12-31T23:59:59Z", "24:61", "1e999", "nan"),
    *("password: hunter2hunter2", "sk-proj-abcdefghijklmnopqrstuvwx", "👩‍👧", "ß", "İ", "内存"),
)
NUMBERS = (
    *(0, -1, 1, 2**31, 2**53, 2**63, -(2**63) - 1, 10**400, 0.1, -0.0, 1e308),
    *(float("inf"), float("nan"), 253402300800, 1796015823137, 10**18),
)


def texts(*more: str) -> SearchStrategy[str]:
    """Return texts: any at all, and such as readers know."""
    characters = st.characters(codec=None)
    known = st.lists(st.sampled_from((*PIECES, *more)), max_size=6).map(" ".join)
    lines = st.lists(st.sampled_from((*PIECES, *more)), max_size=6).map("\n".join)
    return st.one_of(st.text(characters, max_size=40), known, lines)


def values(*more: str) -> SearchStrategy[Any]:
    """Return values of JSON, of every type where another is waited for."""
    plain: SearchStrategy[Any] = st.one_of(
        st.none(),
        st.booleans(),
        st.sampled_from(NUMBERS),
        texts(*more),
    )
    return st.recursive(
        plain,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(texts(*more), inner, max_size=3)
        ),
        max_leaves=6,
    )


def bent(value: Any, *more: str) -> SearchStrategy[Any]:
    """Return a value with some of its parts replaced, left out or doubled."""

    @st.composite
    def draw_one(draw: DrawFn) -> Any:
        return _bend(draw, value, values(*more))

    return draw_one()


def _bend(draw: DrawFn, value: Any, others: SearchStrategy[Any]) -> Any:
    chance = draw(st.integers(0, 11))
    if chance == 0:
        return draw(others)
    if isinstance(value, dict):
        found = {}
        for key, inner in value.items():
            if draw(st.integers(0, 15)) == 0:
                continue
            found[key] = _bend(draw, inner, others)
        return found
    if isinstance(value, list):
        bent_list = [_bend(draw, inner, others) for inner in value]
        return bent_list + bent_list[:1] if chance == 1 else bent_list
    return value


def dumped(value: Any) -> bytes:
    """Return a value as JSON; halves of characters stand in it as escapes, or as bytes."""
    return json.dumps(value).encode()


def raw(value: Any) -> bytes:
    """Return a value as JSON with its characters as they are, halves of them too."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


@st.composite
def damaged(draw: DrawFn, whole: SearchStrategy[bytes]) -> bytes:
    """Return bytes of which some are cut off, doubled, replaced or put in."""
    data = draw(whole)
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 40)))
        data = draw(
            st.sampled_from(
                (
                    data[:at],
                    data[at:],
                    data[:at] + data[end:],
                    data[:end] + data[at:],
                    data[:at] + draw(st.sampled_from(_BYTES)) + data[at:],
                )
            )
        )
    return data


_BYTES = (
    *(b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\n", b"\r", b'"', b"\\", b"{", b"]"),
    *(b"[" * 3000, b'{"a":' * 3000, b"9" * 5000, b"\\ud800", b"\x1b]0;a\x07", b"a" * 70_000),
)


def lines(
    samples: Iterable[Any], *more: str, dump: Callable[[Any], bytes] = dumped
) -> SearchStrategy[bytes]:
    """Return lines of JSON, each a bent sample, and some that are none."""
    one = st.one_of(*(bent(sample, *more) for sample in samples)).map(dump)
    junk = st.one_of(st.binary(max_size=30), st.sampled_from(_BYTES))
    many = st.lists(st.one_of(one, one, one, one, one, junk), max_size=8)
    return damaged(many.map(b"\n".join))

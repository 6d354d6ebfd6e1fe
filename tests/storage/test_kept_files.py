"""The files an index says it holds, kept after its own changes, are those it would read anew."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.storage.contract import ChunkRow, FileRow
from lamina.storage.sqlite_index import SqliteIndex

PATHS = st.sampled_from(["memory/a.md", "memory/b.md", "MEMORY.md"])
FIELDS = st.dictionaries(
    st.sampled_from(["tags", "title", "при", "n"]),
    st.one_of(
        st.text(max_size=5),
        st.integers(),
        st.none(),
        st.lists(st.text(max_size=3), max_size=2),
        st.dates(),
        st.floats(allow_nan=False),
    ),
    max_size=3,
)
PROBLEMS = st.lists(st.tuples(st.integers(1, 9), st.text(max_size=8)), max_size=2).map(tuple)


@st.composite
def rows(draw, checked):
    return FileRow(
        draw(PATHS),
        draw(st.sampled_from(["daily", "memory"])),
        1,
        draw(st.sampled_from(["", "2026-03-04"])),
        draw(st.integers(0, 99)),
        draw(st.integers(0, 10**18)),
        draw(st.integers(0, 99)),
        draw(st.text("abcdef", min_size=3, max_size=3)),
        checked,
        draw(FIELDS),
        draw(PROBLEMS),
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_kept_is_what_is_there(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("index") / "index.db"
    mine, other = SqliteIndex(path), SqliteIndex(path)
    try:
        for step in range(1, data.draw(st.integers(1, 8)) + 1):
            who = data.draw(st.sampled_from([mine, mine, other]))
            row = data.draw(rows(step))
            kind = data.draw(st.sampled_from(["replace", "replace", "renew", "remove"]))
            if kind == "replace":
                chunk = ChunkRow(f"{step}", 1, 1, "", "kiln", "kiln", "", "kiln", f"{step}")
                who.replace([(row, [chunk])])
            elif kind == "renew":
                who.renew([row])
            else:
                who.remove([row.path])
            fresh = SqliteIndex(path)
            assert mine.files() == fresh.files()
            fresh.close()
    finally:
        mine.close()
        other.close()

"""Vectors in memory: what is taken in piece by piece is what loading all at once would give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.search.centering import script_of
from lamina.search.matrix import Matrix
from lamina.storage.contract import ChunkRow, FileRow, ModelRow, Scope
from lamina.storage.sqlite_index import SqliteIndex

np = pytest.importorskip("numpy")

TEXTS = ["kiln", "teapot", "glaze", "насос", "билет", "茶叶", "价格", "12:30", "refused"]
MODEL = ModelRow("m", "local", "", "")
ALL = [Scope.ALWAYS, Scope.ARCHIVED, Scope.COPIES]


def vector_of(text: str, width: int = 8) -> bytes:
    if text == "refused":
        return bytes(4 * width)
    found = np.random.default_rng([ord(c) for c in text]).standard_normal(width) + 0.5
    return bytes((found / np.linalg.norm(found)).astype("<f4").tobytes())


def put(index: SqliteIndex, path: str, scope: int, texts: list[str], version: int) -> None:
    rows = [
        ChunkRow(f"{path}{n}", n, n, "", text, text, "", text, text) for n, text in enumerate(texts)
    ]
    file = FileRow(path, "daily", scope, "", 0, 0, 0, f"{version} {texts}", version, {})
    index.replace([(file, rows)])


def embed(index: SqliteIndex, limit: int = 100, width: int = 8) -> None:
    batch = index.unembedded("m", limit)
    index.put_vectors(MODEL, [(k, script_of(text), vector_of(text, width)) for k, text in batch])


def answers(matrix: Matrix) -> dict[str, dict[int, float]]:
    if not len(matrix):
        return {}
    asked = np.frombuffer(vector_of("asked", matrix.width), dtype="<f4")
    return {
        script: matrix.cosines(asked, script, (), 1000) for script in ("latin", "han", "hangul")
    }


def same(one: Matrix, other: Matrix) -> None:
    found, wanted = answers(one), answers(other)
    assert found.keys() == wanted.keys()
    for script, cosines in wanted.items():
        assert found[script].keys() == cosines.keys()
        assert found[script] == pytest.approx(cosines, abs=1e-5)


texts = st.lists(st.sampled_from(TEXTS), min_size=1, max_size=4)
steps = st.one_of(
    st.tuples(st.just("write"), st.integers(0, 9), st.sampled_from(ALL), texts),
    st.tuples(st.just("remove"), st.integers(0, 9)),
    st.tuples(st.just("embed"), st.integers(1, 6)),
    st.tuples(st.just("drop"), st.just(["m"])),
    st.tuples(st.just("clear")),
)
first = st.lists(st.tuples(st.sampled_from(ALL), texts), min_size=8, max_size=10)
looks = st.sampled_from([ALL, ALL[:1], ALL[::2]])


def take(index: SqliteIndex, step: tuple, version: int) -> None:
    what, *more = step
    if what == "write":
        put(index, f"{more[0]}.md", more[1], more[2], version)
    elif what == "remove":
        index.remove([f"{more[0]}.md"])
    elif what == "embed":
        embed(index, more[0])
    elif what == "drop":
        index.drop_models(more[0])
    else:
        index.clear()


@settings(max_examples=200, deadline=None)
@given(first, st.lists(st.tuples(steps, looks), max_size=12))
def test_piece_by_piece_is_all_at_once(files, done):
    index = SqliteIndex(None)
    for number, (scope, said) in enumerate(files):
        put(index, f"{number}.md", scope, said, 0)
    embed(index, 5)
    matrix = Matrix(index)
    matrix.follow("m", ALL)
    for version, (step, scopes) in enumerate(done, start=1):
        take(index, step, version)
        matrix.follow("m", scopes)
        whole = Matrix(index)
        whole.follow("m", scopes)
        same(matrix, whole)
    index.close()


@settings(max_examples=100, deadline=None)
@given(st.lists(steps | st.just(("drop", [])), max_size=25))
def test_the_counts_are_those_of_the_rows(done):
    index = SqliteIndex(None)
    for version, step in enumerate(done):
        take(index, step, version)
        stats = index.stats("m")
        ((chunks, length),) = index.database.execute("SELECT count(*), avg(length) FROM chunks")
        ((embedded,),) = index.database.execute(
            "SELECT count(*) FROM chunks JOIN vectors USING (vector_key)"
        )
        assert (stats.chunks, stats.embedded) == (chunks, embedded)
        assert stats.length == pytest.approx(length or 1.0)
        assert len(index.unembedded("m", 100)) == len(
            index.database.execute(
                "SELECT DISTINCT vector_key FROM chunks EXCEPT SELECT vector_key FROM vectors"
            )
        )
    index.close()


def test_an_index_made_anew_is_read_anew(tmp_path):
    index = SqliteIndex(tmp_path / "index.db")
    matrix = Matrix(index)
    for said in (["kiln", "glaze"], ["teapot"]):
        put(index, "a.md", Scope.ALWAYS, said, 1)
        matrix.follow("m", [Scope.ALWAYS])
        embed(index)
        matrix.follow("m", [Scope.ALWAYS])
        assert len(matrix) == len(said)
        index.database.set_aside("test")
    index.close()


def test_vectors_of_another_size_take_over_when_they_are_more():
    index = SqliteIndex(None)
    matrix = Matrix(index)
    put(index, "a.md", Scope.ALWAYS, ["kiln", "glaze", "teapot"], 1)
    embed(index)
    put(index, "b.md", Scope.ALWAYS, ["насос", "билет"], 2)
    embed(index, width=9)
    matrix.follow("m", [Scope.ALWAYS])
    assert (len(matrix), matrix.width) == (3, 8)
    put(index, "c.md", Scope.ALWAYS, ["茶叶", "价格"], 3)
    embed(index, width=9)
    matrix.follow("m", [Scope.ALWAYS])
    assert (len(matrix), matrix.width) == (4, 9)
    index.remove(["c.md"])
    matrix.follow("m", [Scope.ALWAYS])
    assert (len(matrix), matrix.width) == (3, 8)
    index.close()


def test_the_most_alike_are_the_lowest_numbers_among_equals():
    index = SqliteIndex(None)
    put(index, "a.md", Scope.ALWAYS, ["kiln"] * 20 + ["glaze"] * 20, 1)
    embed(index)
    matrix = Matrix(index)
    matrix.follow("m", [Scope.ALWAYS])
    asked = np.frombuffer(vector_of("glaze"), dtype="<f4")
    first = index.chunks_of("a.md")[0].number
    assert set(matrix.cosines(asked, "latin", (), 5)) == {first + 20 + n for n in range(5)}
    assert set(matrix.cosines(asked, "latin", [first], 5)) == {
        first,
        *(first + 20 + n for n in range(5)),
    }
    index.close()

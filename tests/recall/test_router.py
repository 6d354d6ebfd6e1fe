"""Index first: a topic, day or lesson is found by the index alone, at a known cost."""

from __future__ import annotations

import sys
from datetime import timedelta

import pytest

from lamina.documents.tokens import estimate
from lamina.errors import AmbiguousNameError, UnknownNameError, UsageError
from tests.conftest import NOW

ACTIVE = "memory/MEMORY_INDEX_ACTIVE.md"
opened: list[str] | None = None


def _listen(event, arguments):
    if event == "open" and opened is not None and isinstance(arguments[0], str):
        opened.append(arguments[0])


sys.addaudithook(_listen)  # it cannot be taken away, but rests while there is no list


@pytest.fixture
def files_opened(root):
    """Return a list that fills with the workspace's files as they are opened."""

    class Seen:
        def __enter__(self):
            global opened  # noqa: PLW0603
            opened = []
            return self

        def __exit__(self, *exception):
            global opened  # noqa: PLW0603
            mine = [p for p in opened or [] if p.startswith(str(root))]
            self.paths = {p.removeprefix(f"{root}/") for p in mine if ".dreams" not in p}
            opened = None

    return Seen()


@pytest.fixture
def topics(memory):
    memory.topics.new("coding", "Stock sync", goal="one stock for shop and market", role="CTO")
    memory.topics.new("coding", "Checkout", goal="payment with strong authentication")
    memory.topics.new("writing", "Teapot catalogue", goal="texts for the autumn catalogue")
    memory.topics.new("analysis", "供应商比较", goal="比较三家茶壶供应商")
    memory.topics.new("haus", "Heizung erneuern", goal="Wärmepumpe statt Gasheizung")
    memory.topics.new("analysis", "Отчёт по складу", goal="остатки за квартал")
    return memory


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Stock sync", "Stock sync"),
        ("STOCK SYNC", "Stock sync"),
        ("let's continue with the stock thing", "Stock sync"),
        ("where were we with the strong authentication?", "Checkout"),
        ("catalog texts", "Teapot catalogue"),
        ("continue the catalouge", "Teapot catalogue"),
        ("继续供应商那个任务", "供应商比较"),
        ("mach mal mit der Wärmepumpe weiter", "Heizung erneuern"),
        ("Waermepumpe", "Heizung erneuern"),
        ("Heizungen", "Heizung erneuern"),
        ("продолжим с отчётом по складам", "Отчёт по складу"),
        ("/memory/topics/coding/checkout.md", "Checkout"),
        ("memory/topics/coding/checkout.md", "Checkout"),
    ],
)
def test_loose_words_find_the_topic(topics, words, name):  # TOP-3
    found = topics.router.resume(words)
    assert found.entry.name == name
    assert found.text == topics.files.read(found.entry.path)


def test_only_the_index_and_the_topic_are_read(topics, files_opened):  # TOP-2, TOP-3
    with files_opened as seen:
        found = topics.router.resume("the stock thing")
    assert seen.paths == {ACTIVE, "memory/topics/coding/stock-sync.md"}
    assert found.index_tokens == estimate(topics.files.read(ACTIVE))
    assert found.tokens == estimate(found.text)
    shown = found.as_dict()
    assert shown["entry"]["path"] == "memory/topics/coding/stock-sync.md"
    assert shown["tokens"] + shown["index_tokens"] < 400


def test_nothing_of_a_topics_content_is_needed_or_used(topics):
    topics.topics.update("Checkout", context=["the zebra decided"], state="zebra")
    with pytest.raises(UnknownNameError):
        topics.router.resume("zebra")


@pytest.mark.parametrize(
    "words",
    ["quantum computing", "go on", "please continue", "", "  ", "？！", "weiter", "继续上次的任务"],
)
def test_words_that_mean_none_are_refused(topics, words):
    with pytest.raises((UnknownNameError, AmbiguousNameError)):
        topics.router.resume(words)


def test_an_empty_or_missing_index_is_no_crash(memory, write):
    with pytest.raises(UsageError, match="not there"):
        memory.router.resume("stock")
    write(ACTIVE, "# Topics\n")
    with pytest.raises(UnknownNameError):
        memory.router.resume("stock")


def test_two_that_fit_alike_are_named(memory):
    memory.topics.new("coding", "Shop import", goal="articles")
    memory.topics.new("coding", "Shop export", goal="articles")
    with pytest.raises(AmbiguousNameError) as error:
        memory.router.resume("the shop")
    assert "Shop import" in error.value.hint
    assert "Shop export" in error.value.hint
    found = memory.router.resume("the shop export")
    assert found.entry.name == "Shop export"
    assert memory.router.resume("shop import").entry.name == "Shop import"


def test_archived_ones_are_found_on_request_only(topics, files_opened):
    topics.topics.archive("Checkout", result="authentication ships")
    with pytest.raises(UnknownNameError):
        topics.router.resume("checkout")
    with files_opened as seen:
        found = topics.router.resume("checkout", archived=True)
    assert "authentication ships" in found.text
    assert ACTIVE not in seen.paths


def test_paused_ones_are_found(topics):
    topics.topics.pause("Stock sync", "waiting")
    assert topics.router.resume("stock").entry.status == "PAUSED"


def test_an_entry_whose_file_is_gone_says_so(topics, root):
    (root / "memory/topics/coding/checkout.md").unlink()
    with pytest.raises(UnknownNameError, match="checkout"):
        topics.router.resume("checkout")


def test_a_file_moved_by_the_owner_is_found_where_the_index_says(memory, root, write):
    write("memory/elsewhere/x.md", "# Task: Roof\n- **Goal**: tight\n")
    write(ACTIVE, "- [ACTIVE] Roof: tight -> elsewhere/x.md\n")
    assert memory.router.resume("roof").entry.path == "memory/elsewhere/x.md"


def test_days_are_found_by_the_daily_index(open_memory):
    for back in (3, 2):
        open_memory(now=NOW - timedelta(days=back)).log("Teapot order", change="x")
    memory = open_memory()
    memory.log("仓库搬家", change="x")
    assert memory.router.days("what about the teapots?") == (
        ("Teapot order", ("2026-03-01.md", "2026-03-02.md")),
    )
    assert memory.router.days("搬家") == (("仓库搬家", ("2026-03-04.md",)),)
    assert memory.router.days("quantum") == ()


def test_lessons_are_found_by_their_keyword(memory, root, write):
    assert memory.router.lesson("how do I set up OAuth?") is None
    memory.knowledge.learn("OAuth", "text")
    memory.knowledge.learn("import-vat", "text")
    write(
        "memory/knowledge-index.md", (root / "memory/knowledge-index.md").read_text() + "- lost\n"
    )
    for question, keyword in [
        ("how do I set up OAuth?", "OAuth"),
        ("怎么实现 OAuth？", "OAuth"),
        ("what is the VAT on an import?", "import-vat"),
    ]:
        lesson = memory.router.lesson(question)
        assert lesson is not None
        assert lesson.keyword == keyword
    assert memory.router.lesson("how do I bake bread?") is None
    assert memory.router.lesson("lost") is None  # listed, but there is no file


def test_the_command_prints_the_topic_and_what_it_cost(topics, lamina):
    done = lamina("topic", "resume", "stock", "thing")
    assert done.returncode == 0, done.stderr
    assert "# Task: Stock sync" in done.stdout
    assert "tokens" in done.stderr
    failed = lamina("topic", "resume", "quantum")
    assert failed.returncode == 2

"""Text to index terms and query terms, checked against a real FTS5 table."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.search import words
from lamina.search.words import QueryTerm, fold, match_expression, query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = """
CREATE VIRTUAL TABLE words USING fts5 (
    line, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE VIRTUAL TABLE tokens USING fts5vocab (words, instance)
"""


@pytest.fixture(scope="module")
def index() -> Iterator[Index]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        yield Index(connection)


class Index:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.execute = connection.execute

    def fill(self, rows: list[str]) -> None:
        self.execute("DELETE FROM words")
        for number, row in enumerate(rows):
            self.execute("INSERT INTO words (rowid, line) VALUES (?, ?)", (number, row))

    def tokens(self, row: str) -> list[str]:
        self.fill([row])
        return [term for (term,) in self.execute("SELECT term FROM tokens ORDER BY offset")]

    def search(self, expression: str) -> list[int]:
        found = self.execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid", (expression,)
        )
        return [number for (number,) in found]

    def ask(self, query: str, *lines: str) -> list[str]:
        """Search these lines among others, which keep what few lines say from being common."""
        self.fill([" ".join(terms(line)) for line in (*lines, *["zz yy xx"] * 50)])
        return [lines[i] for i in self.search(match_expression(query_terms(query)))]


def asked(query: str) -> list[str]:
    return [term.text + "*" * term.prefix for term in query_terms(query)]


def rare(query: str) -> list[str]:
    return [term.text for term in query_terms(query) if term.rare]


# --- what users reported ---

GAMES = (
    "今天玩成语接龙游戏",
    "今日は成語しりとりをした",
    "오늘 끝말잇기 게임을 했다",
    "用浏览器打开",
)


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("成语接龙", GAMES[0]),
        ("しりとり", GAMES[1]),
        ("끝말잇기", GAMES[2]),
        ("浏览器", GAMES[3]),
        ("龙", GAMES[0]),
        ("戏", GAMES[0]),
        ("게임", GAMES[2]),
        ("게", GAMES[2]),
    ],
)
def test_a_word_inside_a_run_without_spaces_is_found(index: Index, query: str, line: str) -> None:
    assert index.ask(query, *GAMES) == [line]


@pytest.mark.parametrize(
    ("query", "line"),
    [("记忆", "长期记忆保存在文件里"), ("茶", "她喜欢喝茶"), ("茶", "茶叶在柜子里")],
)
def test_words_of_one_and_two_characters_are_found(index: Index, query: str, line: str) -> None:
    assert index.ask(query, "今天下雨", line, "明天开会") == [line]


def test_words_spread_over_lines_are_all_found(index: Index) -> None:
    lines = ("他的书架很大", "微信读书很好用", "阅读偏好是历史", "微信读书的书架和阅读偏好", "天气")
    found = index.ask("微信读书 书架 阅读偏好", *lines)
    assert found[0] == lines[3]
    assert sorted(found) == sorted(lines[:4])


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("GitHub备份脚本上传失败", "GitHub 备份脚本昨天上传失败了"),
        ("github备份", "GitHub 备份脚本昨天上传失败了"),
        ("SSH铁律服务器", "服务器的 SSH 铁律：不用密码"),
        ("iPhone手机", "我的手机是iPhone"),
    ],
)
def test_mixed_scripts_part_at_their_border(index: Index, query: str, line: str) -> None:
    assert index.ask(query, "今天下雨", "明天开会", line) == [line]


def test_english_words_spread_over_notes_are_found(index: Index) -> None:
    lines = (
        "We walked to Rocky Ridge",
        "The point of it",
        "Bagging a summit",
        "Rocky Point",
        "Tea",
    )
    found = index.ask("Rocky Point bagging", *lines)
    assert found[0] == "Rocky Point"
    assert sorted(found) == sorted(lines[:4])


def test_several_chinese_words_in_one_query(index: Index) -> None:
    line = "写作风格：自然，有高级感，结论先行"
    assert index.ask("自然 高级感 结论先行 搜索偏好", "今天下雨", line) == [line]
    assert asked("自然 高级感 搜索偏好") == ["自然", "高级", "级感", "搜索", "索偏", "偏好"]


@pytest.mark.parametrize("query", ["2026-03-16", "2026-03-16.md", "2026/03/16", "2026‑03‑16"])
def test_a_day_is_found_first(index: Index, query: str) -> None:
    lines = ("on 2026-03-15 16 boxes", "2026-03-16 dentist", "16 of 2026 items", "2026-04-03")
    assert index.ask(query, *lines)[0] == lines[1]


# --- identifiers ---

INVOICES = (
    "Paid INV-2026-00418 and INV-2025-00417 in 2026",
    "Invoice 2026 no 417",
    "The invoice INV-2026-00417 is open",
    "INV-2026-10417 costs 2026 euros",
)


@pytest.mark.parametrize(
    "query",
    [
        "INV-2026-00417",
        "inv-2026-00417",
        "INV 2026 00417",
        "INV202600417",
        "inv_2026_00417",
        "#INV-2026-00417,",
        "(INV–2026–00417)",
        "INV-２０２６-００４１７",
        "where is INV-2026-00417?",
    ],
)
def test_an_invoice_number_is_found_first_however_it_is_written(index: Index, query: str) -> None:
    assert index.ask(query, *INVOICES)[0] == INVOICES[2]


@pytest.mark.parametrize(
    ("spellings", "decoy"),
    [
        (("snake_case_name", "snakeCaseName", "snake-case-name", "SnakeCaseName"), "snake name"),
        (("foo.bar/baz.py", "Foo.Bar/Baz.PY", "foo_bar/baz.py"), "foo.bar/qux.py and baz"),
        (("v1.2.3", "V1.2.3"), "v1 12.3"),
        (("+49 170 1234567", "+491701234567", "+49 (0)170 1234567", "+49/170-1234567"), "170 g"),
        (("jo.doe@example.com", "Jo.Doe@Example.Com"), "jo@example.com"),
        (("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"), "DE89 3704"),
        (("192.168.0.1", "`192.168.0.1`"), "192.168.0.10"),
        (("C:\\Users\\jo\\a.txt", "c:/users/jo/a.txt"), "users jo txt"),
        (("UTF-8", "utf8", "UTF8"), "utf 16"),
        (("iPhone 15", "iPhone15", "iphone-15"), "iphone 14"),
        (("e-mail", "email", "E-Mails"), "snail mail"),
        (("Wi-Fi", "wifi", "WiFi"), "hi-fi"),
        (("k8s", "K8s"), "8 s"),
        (("C++", "cpp"), "C"),
        (("C#", "csharp"), "C"),
        ((".NET", "dotnet"), "internet"),
        (("GitHub", "github", "Github"), "git"),
        (("1.2.3", "1.2.3."), "123"),
    ],
)
def test_spellings_of_an_identifier_find_each_other(
    index: Index, spellings: tuple[str, ...], decoy: str
) -> None:
    decoys = [f"here we have {decoy} again"] * 5  # a part is commoner than the whole
    for query in spellings:
        for written in spellings:
            line = f"it is {written} here"
            assert index.ask(query, *decoys, line)[0] == line, (query, written)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("INV-2026-00417", ["00417", "inv202600417"]),
        ("k8s", ["k8s"]),
        ("snake_case", ["snakecas"]),
        ("baz.py", ["bazpi"]),
        ("getUserName", ["getusernam"]),
        ("ann@example.com", ["examplecom", "annexamplecom"]),
        ("2026-03-16", ["20260316"]),
        ("1234567", ["1234567"]),
        ("🐘", ["u1f418"]),
        ("GitHub e-mail well-known 2026 16 GB 4th and/or", []),
    ],
)
def test_identifiers_are_rare(query: str, expected: list[str]) -> None:
    assert rare(query) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("INV-2026-00417", "inv 2026 00417 inv202600417"),
        ("camelCaseName", "camel case name camelcasenam"),
        ("HTTPServer and URLs", "http server httpserver and url"),
        ("ASP.NET", "asp net aspnet"),
        ("3.14 1,000 14:30", "3 14 3_14 1 000 1_000 14 30 14_30"),
        ("2026-03-16T14:30", "2026 03 16 20260316 14 30 14_30"),
        ("and/or", "and or"),
        ("2024 2025 2026", "2024 2025 2026"),
        ("2026-03-16 14:30", "2026 03 16 20260316 14 30 14_30"),
        ("don't John's l'été O’Brien", "dont john ete obri"),
        ("**bold** [link](a) `code`", "bold link a code"),
        ("3月16日", "3 月 16 日"),
        ("茶 记忆力", "茶 记忆 忆力 力"),
        ("", ""),
        (" \n…?! __ ", ""),
    ],
)
def test_terms(text: str, expected: str) -> None:
    assert terms(text) == expected.split()


# --- spelling ---


@pytest.mark.parametrize(
    "same",
    [
        "Müller/Mueller/Muller/MÜLLER/Mu\u0308ller",
        "Straße/Strasse/STRASSE/STRAẞE",
        "Ärger/Aerger",
        "Öl/Oel",
        "Größe/Groesse",
        "ёлка/Елка/Ёлка",
        "naïve/naive",
        "Łódź/Lodz",
        "Ørsted/Orsted",
        "Đặng/Dang",
        "İstanbul/istanbul",
        "ΕΛΛΆΣ/ελλάς/ελλας",
        "مَرْحَبًا/مرحبا",
        "صه\u200cیونی/صهیونی/صهيونى",
        "שָׁלוֹם/שלום",
        "ｶﾞﾝﾀﾞﾑ/ガンダム",
        "ＡＢＣ１２３/abc123",
        "٢٠٢٦/2026/२०२६",
        "ﬁle/file",
        "soft\u00adware/software",
        "won’t/won't",
        "한국어/\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165",
        "가/\u1100\u200d\u1161",
        "❤️/❤",
        "👍🏽/👍",
    ],
)
def test_spellings_that_are_the_same(same: str) -> None:
    assert len({tuple(terms(spelling)) for spelling in same.split("/")}) == 1


@pytest.mark.parametrize(
    "different", ["か/が", "ハ/パ", "мой/мои", "कि/की", "ก่า/ก้า", "🐘/🐍", "1.2.3/123", "poet/pot"]
)
def test_spellings_that_differ(different: str) -> None:
    one, other = different.split("/")
    assert terms(one) != terms(other)


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("🐘", "I saw an 🐘today"),
        ("👩‍💻", "she is a 👩‍💻"),
        ("🇩🇪", "from 🇩🇪"),
        ("हिन्दी", "मैं हिन्दी बोलता हूँ"),
        ("ภาษาไทย", "ฉันพูดภาษาไทยได้"),
        ("ខ្មែរ", "ភាសាខ្មែរ"),
        ("မြန်မာ", "မြန်မာစာ"),
        ("ລາວ", "ພາສາລາວ"),
        ("தமிழ்", "தமிழ் மொழி"),
        ("договор", "Подписали договоры."),
        ("Rechnungen", "die Rechnung ist offen"),
        ("who painted", "a painting"),
    ],
)
def test_every_script_finds_its_line(index: Index, query: str, line: str) -> None:
    assert index.ask(query, "something else 🐍", line) == [line]


# --- queries ---


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("What did the invoice say?", "invoic say"),
        ("the who", "the who"),
        ("Wo war die Rechnung für das Haus?", "rechnung haus"),
        ("When did the plant die in the war?", "plant die war"),
        ("Где мой паспорт?", "паспорт"),
        ("我的项目是什么", "项目"),
        ("什么", "什么"),
        ("目的", "目的"),
        ("paint painted painting", "paint"),
        ("GitHub", "github"),
        ("getUserName", "get user name getusernam"),
        ("4th", "4 4th"),
        ("茶", "茶*"),
        ("買い物", "買い い物"),
        ("", ""),
        ("?!", ""),
    ],
)
def test_query_terms(query: str, expected: str) -> None:
    assert asked(query) == expected.split()


@pytest.mark.parametrize(
    ("given_terms", "expected"),
    [
        ([], ""),
        ([QueryTerm("a"), QueryTerm("茶", prefix=True)], '"a" OR "茶"*'),
        ([QueryTerm('a" OR b')], '"a OR b"'),
        ([QueryTerm("line:a"), QueryTerm("NEAR(a b)")], '"line a" OR "NEAR a b"'),
        ([QueryTerm("a\0b"), QueryTerm("\ud800"), QueryTerm("")], '"a b"'),
    ],
)
def test_match_expression(index: Index, given_terms: list[QueryTerm], expected: str) -> None:
    expression = match_expression(given_terms)
    assert expression == expected
    index.fill(["b"])
    assert not expression or index.search(expression) == []


def test_a_query_of_many_thousand_terms(index: Index) -> None:
    index.fill(["t19999"])
    expression = match_expression([QueryTerm(f"t{number}") for number in range(20_000)])
    assert index.search(expression) == [0]


# --- laws ---

ODD = (
    "aßİöÖйё茶語がガ한끝ก่ाकि्ं\u0301\u0323\u200d\ufe0f\u3099\u1100\u1161ꀀ🐘👩🏽½ⅣﷺǅΣ٣"
    "0123_-.,:/'\"@#+()* \n\0T"
)
texts = st.one_of(
    st.text(),
    st.text(st.characters()),
    st.text(st.sampled_from(ODD)),
    st.text("aB1-_./' :T+#", max_size=40),
)


@settings(deadline=None)
@given(texts)
def test_fts5_keeps_every_term_as_one_token(text: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        found = terms(text)
        assert Index(connection).tokens(" ".join(found)) == found


@settings(deadline=None)
@given(texts)
def test_folding_is_the_same_whatever_was_folded_before(text: str) -> None:
    learnt = words._STAYS.copy()
    words._STAYS.clear()
    first = fold(text)
    for char in text:
        fold(char)
    again = fold(text)
    words._STAYS.update(learnt)
    assert first == again == fold(text)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@settings(deadline=None)
@given(texts)
def test_a_query_looks_for_terms_of_the_text(text: str) -> None:
    found = terms(text)
    for term in query_terms(text):
        assert term.text in found or (term.prefix and any(t.startswith(term.text) for t in found))


@settings(deadline=None)
@given(texts)
def test_a_text_is_found_by_itself(text: str) -> None:
    wanted = query_terms(text)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        index = Index(connection)
        index.fill([" ".join(terms(text))])
        assert not wanted or index.search(match_expression(wanted)) == [0]


@settings(deadline=None)
@given(texts)
def test_query_terms_are_there_once(text: str) -> None:
    counts = Counter((term.text, term.prefix) for term in query_terms(text))
    assert not counts or max(counts.values()) == 1


@settings(deadline=None)
@given(texts, texts)
def test_lines_are_independent(one: str, other: str) -> None:
    assert terms(f"{one}\n{other}") == terms(one) + terms(other)


@settings(deadline=None)
@given(st.text(st.sampled_from("成语接龙しりとりガン끝말잇기茶"), min_size=1))
def test_every_character_of_a_run_starts_one_term(run: str) -> None:
    assert [term[0] for term in terms(run)] == list(run)


@settings(deadline=None)
@given(st.lists(st.builds(QueryTerm, texts, st.booleans()), max_size=5))
def test_any_expression_is_valid(given_terms: list[QueryTerm]) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        expression = match_expression(given_terms)
        assert not expression or Index(connection).search(expression) == []


@pytest.mark.slow
def test_fts5_keeps_every_character(index: Index) -> None:
    words = sorted(
        {term for code in range(0x110000) for term in terms(f"x{chr(code)} {chr(code)}")}
    )
    index.fill(words)
    kept = index.execute("SELECT term, doc FROM tokens ORDER BY doc, offset").fetchall()
    assert kept == [(word, number) for number, word in enumerate(words)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "pattern",
    [
        "a",
        "1 ",
        "1 (((",
        "a-",
        "a.",
        "aB",
        "As",
        "的",
        "ก่",
        "ि",
        "\u0301\u0323",
        "か\u3099\u3099",
        "🐘",
        "a'",
        "AB ",
        "/a",
        "a:/",
        ".net",
        "ивать",
        "ing",
        "ß",
    ],
)
def test_a_megabyte_of_anything_is_read_in_linear_time(pattern: str) -> None:
    """What takes quadratic time would not end."""
    text = pattern * (1_000_000 // len(pattern))
    found = terms(text)
    assert all(0 < len(term) <= 64 for term in found)
    assert len(query_terms(text)) < 10

"""The page's words: in four languages, none missing, none unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lamina.documents.kinds import Layer
from lamina.dreaming.scoring import SIGNALS
from lamina.search.answers import Status
from lamina.web.routes import files
from lamina.web.views import search
from lamina.web.views.board import MOVES
from lamina.web.word_table import TABLE
from lamina.web.words import CODES, LANGUAGES, language_for

WEB = Path(__file__).parents[2] / "src" / "lamina" / "web"
SOURCES = [*WEB.rglob("*.html"), *WEB.rglob("*.py")]
USED = re.compile(
    r"""\b(?:t|words|site\.words\(request\)|self\.words\(request\))\((["'])([^"']+)\1\)"""
)
# Words whose key comes from elsewhere: views, states, kinds.
BY_NAME = {
    *("overview", "search", "files", "dreams", "board", "sessions", "history", "fleet"),
    *("waiting", "due", "running", "failed", "off", "wrong", "lost", "finding", "notice"),
    *("done", "nothing new"),
    *("standing", "scene", "review", "diary", *SIGNALS),
    *("short-term", "recalls lately", "promoted", "promoted today", "waiting for you"),
    *("weight", "matters", "calendar", "findings", "jobs", "notes", "recalls", "promotions"),
}

# Words whose key is put together, with what it is put together from.
COMPOSED = {
    *(f"layer {one}" for one in Layer),
    *(f"agent {one}" for one in ("good", "warn", "bad")),
    *(f"role {one}" for one in search.ROLES),
    *(f"language {one}" for one in search.LANGUAGES),
    *("leads to", "led to from"),
    *(f"found {one}" for one in Status if one is not Status.SILENT),
    *(f"mode {one}" for one in files.MODES),
    *(f"to {one}" for moves in MOVES.values() for one in moves),
    *(f"{one} column" for one in MOVES),
    *(f"score {one}" for one in ("words", "vector", "near", "file", "line")),
    *(f"{what} {one}" for what in ("new",) for one in ("matter", "topic")),
    *(f"{one} band" for one in ("matter", "topic")),
}


def used() -> set[str]:
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    return {found[2] for found in USED.finditer(text)}


def test_no_words_are_missing():
    assert not (used() | BY_NAME | COMPOSED) - set(TABLE)


def test_no_words_are_left_over():
    assert not set(TABLE) - used() - BY_NAME - COMPOSED


def test_each_is_said_in_each_language():
    for key, said in TABLE.items():
        assert len(said) == len(CODES), key
        assert all(words.strip() for words in said), key
    cyrillic = re.compile(r"[а-яё]", re.IGNORECASE)
    han = re.compile(r"[\u4e00-\u9fff]")
    neutral = {"of"}
    for key, (_, german, russian, chinese) in TABLE.items():
        assert not cyrillic.search(german + chinese), key
        assert not han.search(german + russian), key
        if key not in neutral:
            assert cyrillic.search(russian), key
            assert han.search(chinese), key


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,ru;q=0.5,en;q=0.4", "ru"),
        ("zh-Hant-TW", "zh"),
        ("en;q=0.1,de;q=0.9", "de"),
        ("de;q=0", "en"),
        ("de;q=x,;;,", "en"),
        ("*", "en"),
    ],
)
def test_the_language_a_browser_likes_best(accepted, code):
    assert language_for(accepted) == code


def test_numbers_are_written_as_each_language_does():
    assert [LANGUAGES[code].number(12345) for code in CODES] == [
        "12,345",
        "12.345",
        "12\u202f345",
        "12,345",
    ]

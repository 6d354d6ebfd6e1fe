"""Prompts in four languages: the same texts, the same places to fill, the same tools named."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from lamina.mcp_server.catalog import TOOLS
from lamina.mcp_server.prompt_words import EN, WORDS
from lamina.mcp_server.prompts import text_of

OTHERS = sorted(set(WORDS) - {"en"})


def places(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


def named(text):
    return set(re.findall(r"[a-z]+_[a-z_]+", text))


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_every_text_with_the_same_places_and_tools(language):
    assert WORDS[language].keys() == EN.keys()
    for what, text in WORDS[language].items():
        assert places(text) == places(EN[what]), what
        assert named(text) == named(EN[what]), what


def test_the_tools_they_name_are_there():
    tools = {name for text in EN.values() for name in named(text)} - {"clear_scratch"}
    assert tools
    assert tools <= set(TOOLS)


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "This session ends"),
        ("de", "Diese Sitzung endet"),
        ("ru", "Этот сеанс заканчивается"),
        ("zh", "这次会话要结束了"),
    ],
)
def test_a_prompt_speaks_the_workspaces_language(open_memory, language, says):
    memory = open_memory(**{"notes.language": language})
    assert says in text_of(memory, "wrap_up", {})

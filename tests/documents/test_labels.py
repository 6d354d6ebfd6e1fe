from __future__ import annotations

import dataclasses
import unicodedata
from typing import TYPE_CHECKING

import pytest

from lamina.documents.labels import colon, labels, reads_as
from lamina.documents.language import Language, detect
from lamina.documents.templates import active_template, memory_template

if TYPE_CHECKING:
    from collections.abc import Callable

LOG_LABELS = {
    Language.EN: ("cause: ", "change: ", "todo: "),
    Language.DE: ("Anlass: ", "Änderung: ", "Offen: "),
    Language.RU: ("причина: ", "изменение: ", "план: "),
    Language.ZH: ("因：", "改：", "待："),
}


@pytest.mark.parametrize("language", Language)
def test_labels_of_an_entry(language: Language) -> None:
    words = labels(language)
    written = tuple(word + colon(language) for word in (words.cause, words.change, words.todo))
    assert written == LOG_LABELS[language]


@pytest.mark.parametrize(
    ("name", "words"),
    {
        "cause": [
            "cause",
            "Cause",
            "REASON",
            "Anlass",
            "Grund",
            "причина",
            "Причина",
            "因",
            "原因",
        ],
        "change": ["change", "Änderung", "änderung", "ÄNDERUNG", "изменение", "改", "变更"],
        "todo": ["todo", "TODO", "to-do", "Next", "Offen", "план", "待", "待办"],
        "notes": ["Notes", "notizen", "Заметки", "笔记"],
        "daily_index": ["Daily index", "Daily Index", "Tagesindex", "Индекс дней", "记忆索引"],
        "memory": ["Long-Term Memory", "Langzeitgedächtnis", "Долговременная память", "长期记忆"],
        "active_context": ["Active Context", "Aktiver Kontext", "Активный контекст"],
        "deeper": ["Deeper", "Подробнее", "详见"],
        "scratchpad": ["Scratchpad", "Schmierzettel", "Черновик", "备忘录", "备忘录 (Scratchpad)"],
        "milestones": ["Milestones", "里程碑与进度", "里程碑与进度 (Milestones)"],
    }.items(),
)
def test_reads_labels_of_all_languages(name: str, words: list[str]) -> None:
    assert all(reads_as(word, name) for word in words)
    others = {f.name for f in dataclasses.fields(labels(Language.EN))} - {name, "open_tasks"}
    assert not any(reads_as(words[0], other) for other in others)


def test_reads_labels_as_people_write_them() -> None:
    assert reads_as("  **Anlass** ", "cause")
    assert reads_as(unicodedata.normalize("NFD", "Änderung"), "change")
    assert reads_as("关键上下文 (Core Context)", "core_context")
    assert reads_as("📌 Projekte", "projects")
    assert reads_as("cause:", "cause")


@pytest.mark.parametrize("word", ["", " ", "**", "causes", "Kerstin", "因此", "10:30"])
def test_other_words_are_no_labels(word: str) -> None:
    assert not any(reads_as(word, f.name) for f in dataclasses.fields(labels(Language.EN)))


@pytest.mark.parametrize("language", Language)
def test_every_short_label_is_read_back(language: Language) -> None:
    for field in dataclasses.fields(labels(language)):
        assert reads_as(getattr(labels(language), field.name), field.name)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("template", [memory_template, active_template])
def test_templates_are_short_and_in_their_language(
    template: Callable[[Language], str], language: Language
) -> None:
    text = template(language)
    head, gap, *rules = text.splitlines()
    assert head.startswith("# ")
    assert gap == ""
    assert text.endswith("\n")
    assert len(text.splitlines()) < 10
    assert all(line.startswith("> ") for line in rules if line.strip("-"))
    assert detect(text) is language


@pytest.mark.parametrize("language", Language)
def test_active_template_states_the_care_rules_and_holds_no_block(language: Language) -> None:
    text = active_template(language)
    assert "[DONE]" in text
    assert "100" in text
    assert "## " not in text
    assert text.endswith("\n\n---\n")

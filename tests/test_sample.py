"""The sample workspace through the main job: what a newcomer sees, held as golden files."""

from __future__ import annotations

import json
import re
import shutil
from datetime import datetime
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "workspace"
NOW = datetime.fromisoformat("2026-11-29T18:30:00+00:00")


@pytest.fixture
def sample(tmp_path, open_memory):
    folder = tmp_path / "sample"
    shutil.copytree(EXAMPLE, folder)

    def opener(**more):
        return open_memory(folder, now=NOW, **{"notes.timezone": "Europe/London"} | more)

    return opener


def test_the_context_pack(sample, golden):
    pack = sample().context(budget=2000)
    golden("sample-context.md", pack.text)
    assert pack.tokens <= 2000


def test_status_and_core(sample, golden):
    memory = sample()
    memory.sync()
    shown = memory.status().as_dict()
    shown.pop("workspace")
    golden("sample-status.json", json.dumps(shown, indent=1, ensure_ascii=False) + "\n")


def test_the_index_is_what_the_notes_say(sample):
    assert sample().apply(sample().daily.rebuild_plan()) is None


@pytest.mark.parametrize("language", ["en", "de", "ru", "zh"])
def test_a_day_in_each_language(open_memory, tmp_path, golden, language):
    folder = tmp_path / language
    (folder / "memory").mkdir(parents=True)
    memory = open_memory(folder, now=NOW, **{"notes.language": language})
    memory.apply(memory.setup().plan)
    memory.remember("07:30 → Harbour Lane")
    memory.log("Steinlohe 茶壶", cause="Ofen 2", change="23. 11.", todo="позвонить")
    memory.remember("INV-2026-00417")
    shown = "".join(
        f"=== {path.relative_to(folder)}\n{path.read_text('utf-8')}"
        for path in sorted(folder.rglob("*.md"))
        if ".dreams" not in path.parts
    )
    golden(f"day-{language}.md", shown)


QUESTIONS = [  # a question in a note's own language, and the place that answers it
    ("What does Northway charge for a parcel up to 2 kg?", "2026-11-04.md#L8"),
    ("INV-2026-00417 bezahlt", "2026-11-06.md#L4"),
    ("Сколько стоил новый насос для котла", "2026-11-07.md#L4"),
    ("第四袋银针的水分", "2026-11-26.md#L5"),
    ("подарок Соне вместо конструктора акварель", "2026-11-13.md#L13"),
]


@pytest.mark.parametrize(("question", "place"), QUESTIONS)
def test_words_alone_answer_in_every_language(sample, question, place):
    hits = sample().search(question, record=False).hits
    assert place in [hit.citation.rsplit("/", 1)[-1] for hit in hits[:3]]


def test_nothing_in_the_sample_is_a_secret():
    for path in EXAMPLE.rglob("*.md"):
        assert not re.search(r"(sk-|ghp_|AKIA)[\w-]{8}", path.read_text("utf-8")), path

"""A dot that ends nothing does not cut a fact in two."""

from __future__ import annotations

import re

import pytest

from lamina.documents.sentences import HAN_STOP, STOP

CUT = re.compile(rf"{STOP}\s+|{HAN_STOP}(?=.)")


@pytest.mark.parametrize(
    "whole",
    [
        "Wir nehmen das Kavkasia, Stornierung bis 3. Mai.",
        "Termin am 14. Dezember bei Dr. Meier in der Park-Str. 7",
        "Vertrag Nr. 512 gilt, z. B. für Kartons",
        "ул. Ленина, д. 5, кв. 12",
        "Call Mr. Krause at St. Mary, room No. 5",
    ],
)
def test_a_dot_inside_a_fact_is_no_end(whole):
    assert CUT.split(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We moved in 2019. The rent rose.", ["We moved in 2019.", "The rent rose."]),
        ("Es kostet 3. Wir zahlen.", ["Es kostet 3.", "Wir zahlen."]),
        ("Really? No. Then go!", ["Really?", "No.", "Then go!"]),
        ("酒店订好了。明天出发。", ["酒店订好了。", "明天出发。"]),
    ],
)
def test_a_sentence_ends(text, parts):
    assert CUT.split(text) == parts

"""A correction that names both values: which old lines it calls wrong, wholly or in part."""

from __future__ import annotations

import pytest

from lamina.layers.claims.denial import Denial, denial
from lamina.layers.claims.relation import correction


@pytest.mark.parametrize(
    ("new", "old", "wanted"),
    [
        ("The dentist is Dr. Weber now, not Dr. Meier.", "The dentist is Dr. Meier", "whole"),
        ("The dentist is Dr. Weber, no longer Dr. Meier", "Dentist: Dr. Meier, phone 5", "part"),
        (
            "Actually, the dentist appointment is on 16 December at 11:00, not on 14 December.",
            "The dentist appointment is on 14 December at 9:30",
            "whole",
        ),
        (
            "Actually, the dentist appointment is on 16 December at 11:00, not on 14 December.",
            "The dentist appointment is on 14 December at 9:30 with Dr. Meier",
            "part",
        ),
        (
            "The viewing is on Saturday, not Friday.",
            "The landlord moved the viewing to Friday.",
            "part",
        ),
        ("Der Zahnarzt ist jetzt Dr. Meier, nicht mehr Dr. Lang.", "Zahnarzt: Dr. Lang", "whole"),
        ("Die Miete ist 950 €, nicht 930 €", "Miete neu 930 € warm ab Oktober", "part"),
        ("Рейс LH2558 вылетает 2 мая, а не 1 мая", "Рейс LH2558, 1 мая, 21:40", "part"),
        ("会议在周五，不是周四", "会议在周四", "whole"),
        # Another thing, another value, a line that tells of the change itself, a question, a denial.
        ("The dentist is Dr. Weber, not Dr. Meier.", "The landlord is Dr. Meier", "none"),
        ("The dentist is Dr. Weber, not Dr. Meier.", "The dentist is Dr. Lang", "none"),
        (
            "The viewing is on Saturday, not on Friday.",
            "Viewing moved from Friday to Saturday",
            "none",
        ),
        ("The viewing is on Saturday, not on Friday.", "Is the viewing on Friday?", "none"),
        ("The viewing is on Saturday, not on Friday.", "The viewing is not on Friday", "none"),
        ("The viewing is on Saturday.", "The viewing is on Friday", "none"),  # denies nothing
    ],
)
def test_what_a_correction_denies(new, old, wanted):
    said = correction(new)
    found = denial(said, old) if said else Denial.NONE
    assert found is Denial(wanted)

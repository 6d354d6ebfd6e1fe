"""Where a sentence ends, and where a dot is no end: "bis 3. Mai", "Dr. Meier", "ул. Ленина".

Pure. A fact that is cut in two says something else: "cancel until 3." has lost its month.
"""

from __future__ import annotations

import re

_SHORT = (
    "Dr|Mr|Mrs|Ms|Prof|St|vs|approx|ca|Ca|Nr|Hr|Fr|Str|Tel|bzw|evtl|inkl|zzgl"
    "|z|d|u|z. B|z.B|d. h|u. a|e.g|i.e|ул|г|д|т|т. е|т.е|кв|стр|тел|руб"
)
_MONTHS = "Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez"
_BEFORE = "".join(rf"(?<!\b{re.escape(short)}\.)" for short in _SHORT.split("|"))

STOP = rf"(?<=[.!?…]){_BEFORE}(?!(?<=\d\.)\s+(?:{_MONTHS}))(?!(?<=\bNo\.)\s+\d)"
"""A pattern, without width, for the place behind the mark that ends a sentence."""

HAN_STOP = r"(?<=[。！？；])"
"""The same for Chinese and Japanese, which put no space there."""

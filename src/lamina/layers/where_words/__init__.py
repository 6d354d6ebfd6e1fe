"""The words that speak for a layer: a table for each language, with an entry for each cue.

An entry holds alternatives of a regular expression, in lower case, a few on each line: ``~`` is the
rest of a word, ``..`` a gap of up to six words (in Chinese of up to ten characters), ``<day>`` the
entry ``_day`` of the same language. Nothing in them repeats without a bound except within a word.
"""

from __future__ import annotations

from lamina.layers.where_words.de_core import WORDS as DE_CORE
from lamina.layers.where_words.de_notes import WORDS as DE_NOTES
from lamina.layers.where_words.en_core import WORDS as EN_CORE
from lamina.layers.where_words.en_notes import WORDS as EN_NOTES
from lamina.layers.where_words.ru_core import WORDS as RU_CORE
from lamina.layers.where_words.ru_notes import WORDS as RU_NOTES
from lamina.layers.where_words.shapes import SHAPES, TERMS
from lamina.layers.where_words.zh_core import WORDS as ZH_CORE
from lamina.layers.where_words.zh_notes import WORDS as ZH_NOTES

WORDS = {
    "shapes": SHAPES,
    "terms": TERMS,
    "en": EN_CORE | EN_NOTES,
    "de": DE_CORE | DE_NOTES,
    "ru": RU_CORE | RU_NOTES,
    "zh": ZH_CORE | ZH_NOTES,
}

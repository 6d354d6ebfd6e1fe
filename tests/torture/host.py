"""A host among those who race, which goes on writing a transcript, and one who trims it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.sessions.trim_rig import line
from tests.torture.load import CHANNEL
from tests.torture.told import NOW, over, say, tried

if TYPE_CHECKING:
    from random import Random

    from tests.torture.load import Place


def race(place: Place, name: str, draw: Random) -> None:
    """Open, append some lines and close, as hosts do; say which lines are there."""
    number = 0
    while not over():
        with place.transcript.open("ab", buffering=0) as file:
            for _ in range(draw.choice((1, 1, 2, 5))):
                file.write(line(number))
                say(record=number)
                number += 1
        time.sleep(draw.random() * 0.05)


def trim(place: Place, name: str, draw: Random) -> None:
    """Trim the transcript and bring it back, over and over."""
    with place.memory(NOW) as memory:
        while not over():
            if tried(lambda: memory.trims.trim(CHANNEL, place.transcript), "trim"):
                say(cared="trim")
            time.sleep(draw.random() * 0.3)
            if tried(lambda: memory.trims.restore(CHANNEL), "restore"):
                say(cared="restore")
            time.sleep(draw.random() * 0.3)

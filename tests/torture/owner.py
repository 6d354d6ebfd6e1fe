"""The owner among those who race: forgets what was written, sweeps, cleans, notes what is done."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.torture.told import NOW, over, say, tried

if TYPE_CHECKING:
    from random import Random

    from lamina.memory import Memory
    from tests.torture.load import Place

KINDS = ("remember", "remember", "checkpoint", "matter", "matter", "topic", "log")
CARE = ("sweep", "sweep", "hygiene", "heartbeat", "audit")


def race(place: Place, name: str, draw: Random) -> None:
    """Write, forget and clean until the race is over."""
    with place.memory(NOW) as memory:
        _race(memory, name, draw)


def _race(memory: Memory, name: str, draw: Random) -> None:
    written: list[str] = []
    number = 0
    while not over():
        number += 1
        word = f"zq{name}x{number}"
        if tried(lambda word=word: write(memory, draw.choice(KINDS), word, draw), "write"):  # type: ignore[misc]
            written.append(word)
        if written and draw.random() < 0.2:
            word = written.pop(draw.randrange(len(written)))
            tried(lambda word=word: forget(memory, word), "forget")  # type: ignore[misc]
        if draw.random() < 0.4:
            what = draw.choice(CARE)
            tried(lambda what=what: care(memory, what), what)  # type: ignore[misc]
        if draw.random() < 0.1:
            tried(lambda: say(undone=getattr(memory.undo(), "undoes", None)), "undo")
        time.sleep(draw.random() * 0.05)


def write(memory: Memory, kind: str, word: str, draw: Random) -> None:
    """Write one of the kinds, and say so."""
    text = f"{word} is settled with the people of the greenhouse."
    match kind:
        case "checkpoint":
            line = draw.choice(("", text))
            done = memory.long_term.checkpoint(f"Work {word}", line=line, change=text, todo="call")
        case "matter":
            subject = f"Matter {draw.randrange(1_000_000)}"
            done = memory.active.open(subject, text)
            say(word=word, kind=kind, change=done.change)
            if draw.random() < 0.6:
                memory.active.done(subject, "it is done")
            return
        case "topic":
            done = memory.topics.new("garden", f"Topic {word}", goal=text)
        case "log":
            done = memory.log(f"Log {word}", change=text)
        case _:
            done = memory.remember(text)
    say(word=word, kind=kind, change=done.change)


def forget(memory: Memory, word: str) -> None:
    """Have a word forgotten wherever it stands."""
    say(forgets=word)
    done = memory.forget.apply(word)
    say(forgotten=word, complete=done.complete)


def care(memory: Memory, what: str) -> None:
    """Do one of the works of upkeep."""
    match what:
        case "sweep":
            memory.search("greenhouse")
            memory.dreamer.sweep()
        case "hygiene":
            memory.hygiene.carry_out()
        case "heartbeat":
            memory.heartbeat(5, tell=False)
        case _:
            memory.audit.flaws()
    say(cared=what)

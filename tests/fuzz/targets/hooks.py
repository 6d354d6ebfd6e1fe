"""What hosts tell their hooks: nothing is said on a fault, so the faults it kept are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from lamina.documents.faults import faults
from lamina.hosts.events import EVENTS, HOSTS, read_event
from lamina.hosts.hooks import answer
from tests.fuzz.drawn import bent, damaged, dumped, raw
from tests.fuzz.ground import NOW, Ground
from tests.fuzz.target import Target, Wrong
from tests.fuzz.targets.transcripts import ID, ROOT, SAID, _places
from tests.sessions.hosts import ClaudeCode

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

TRANSCRIPT = "/@TRANSCRIPT@"
GIVEN = {
    "session_id": ID,
    "transcript_path": TRANSCRIPT,
    "cwd": ROOT,
    "prompt": "When is the viewing of the flat?",
    "last_assistant_message": SAID,
    "source": "startup",
    "trigger": "auto",
    "reason": "exit",
    "stop_hook_active": False,
}


def _inputs() -> SearchStrategy[bytes]:
    def of(host: str, event: str) -> SearchStrategy[bytes]:
        told = bent(GIVEN | {"hook_event_name": event}, ROOT, TRANSCRIPT, *EVENTS)
        data = damaged(st.one_of(told.map(dumped), told.map(raw)))
        return data.map(lambda one: f"{host} {event}\n".encode() + one)

    return st.tuples(st.sampled_from(HOSTS), st.sampled_from(EVENTS)).flatmap(lambda two: of(*two))


def hook(data: bytes, ground: Ground) -> None:
    """Answer an event; the first line says whose and which."""
    head, _, told = data.partition(b"\n")
    host, _, name = head.decode("utf-8", "replace").partition(" ")
    path = _places(ground)["claude-code"]
    talk = ClaudeCode(cwd=ground.root, start=NOW)
    talk.user(SAID)
    talk.write(path)
    told = told.replace(ROOT.encode(), str(ground.root).encode())
    told = told.replace(TRANSCRIPT.encode(), str(path).encode())
    try:
        event = read_event(host, name, told)
    except (ValueError, RecursionError):
        return
    with ground.memory(author=f"agent:{host}", session=event.kind) as memory:
        answer(event, memory).encode()
    kept = [one.what for one in faults(ground.places())]
    if not all(what.endswith("Error") for what in kept):
        raise Wrong(f"kept as faults: {kept}")


TARGETS = [Target("hook", _inputs(), hook)]

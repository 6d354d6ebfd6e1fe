"""Tries one target with inputs that coverage leads: ``python -m tests.fuzz.led NAME SECONDS SEED``.

Its bytes choose what the target's strategy draws, so that they are hostile in the target's own way.
A process of its own: the fuzzer never gives back control, and instruments what is imported after.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings


def main(name: str, seconds: str, number: str) -> None:
    """Let it run."""
    import atheris

    with atheris.instrument_imports(include=["lamina"]):
        from tests.fuzz.target import tried
        from tests.fuzz.targets import TARGETS
        from tests.fuzz.watched import Watch
    target, watch, folder = TARGETS[name], Watch(), Path(tempfile.mkdtemp(prefix="lamina-fuzz-"))
    watch.allow(Path.cwd())  # where it puts what failed

    @settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(target.inputs)
    def one(data: bytes) -> None:
        tried(target, data, folder, watch)

    arguments = [sys.argv[0], f"-max_total_time={seconds}", f"-seed={number}", "-max_len=4096"]
    atheris.Setup(arguments, one.hypothesis.fuzz_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])

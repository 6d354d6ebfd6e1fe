"""Tries hostile inputs in a process of its own: ``python -m tests.fuzz --examples 500 page hook``."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import traceback
from importlib.util import find_spec
from pathlib import Path

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings

from tests.fuzz.target import Target, tried
from tests.fuzz.targets import TARGETS
from tests.fuzz.watched import Watch

KEPT = Path(__file__).parents[1] / "data" / "fuzz"


def kept(name: str) -> list[Path]:
    """Return the inputs that once were too much for a target."""
    return sorted((KEPT / name).glob("*"))


def main() -> int:
    """Try what is asked for; say what went wrong, and return 1 where something did."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; none: all")
    parser.add_argument("--examples", type=int, default=100, help="inputs a target")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--atheris", type=int, default=0, help="seconds a target, led by coverage")
    parser.add_argument("--keep", type=Path, help="write failing inputs into this folder")
    parser.add_argument("--file", type=Path, help="try this one input, and no other")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.targets if name not in TARGETS]:
        parser.error(f"no target is called {', '.join(unknown)}; there are {', '.join(TARGETS)}")
    number = random.randrange(1 << 32) if chosen.seed is None else chosen.seed
    print(f"seed {number}")
    watch = Watch()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.targets or TARGETS:
            one = TARGETS[name]
            if chosen.file:
                said = _tried(one, chosen.file.read_bytes(), Path(folder), watch)
            else:
                said = [
                    line for path in kept(name) for line in _known(one, path, Path(folder), watch)
                ]
                if not said and chosen.atheris:
                    said = _led(name, chosen.atheris, number)
                elif not said and chosen.examples:
                    said = _drawn(one, chosen.examples, number, Path(folder), watch, chosen.keep)
            wrong += bool(said)
            print(f"{name}: {'wrong' if said else 'well'}", *said, sep="\n  ", flush=True)
    return int(wrong > 0)


def _known(target: Target, path: Path, folder: Path, watch: Watch) -> list[str]:
    return [f"{path.name}: {line}" for line in _tried(target, path.read_bytes(), folder, watch)]


def _tried(target: Target, data: bytes, folder: Path, watch: Watch) -> list[str]:
    try:
        tried(target, data, folder, watch)
    except Exception:  # noqa: BLE001 - whatever it is, it is told
        return traceback.format_exc().splitlines()[-12:]
    return []


def _led(name: str, seconds: int, number: int) -> list[str]:
    """Let coverage lead; return what was said of an input that was too much."""
    if not find_spec("atheris"):
        print(f"{name}: skipped, atheris is not installed")
        return []
    command = [sys.executable, "-m", "tests.fuzz.led", name, str(seconds), str(number % (1 << 31))]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.stderr.splitlines()[-30:] if done.returncode else []


def _drawn(
    target: Target, examples: int, number: int, folder: Path, watch: Watch, keep: Path | None
) -> list[str]:
    """Draw inputs; return what the smallest that was too much did."""
    last = b""

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(target.inputs)
    def one(data: bytes) -> None:
        nonlocal last
        last = data
        tried(target, data, folder, watch)

    try:
        one()
    except Exception:  # noqa: BLE001 - whatever it is, it is told
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / target.name).write_bytes(last)
        return [*traceback.format_exc().splitlines()[-25:], f"input: {last[:1500]!r}"]
    return []


if __name__ == "__main__":
    sys.exit(main())

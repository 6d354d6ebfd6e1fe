"""A real small disk that is filled to its last block while commands write to it."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tests.torture import checks, living
from tests.torture.load import Life, Place
from tests.torture.tracer import GO, traced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.torture.report import Report

SIZE, STEPS = 1_200_000, 14  # bytes; commands on the full disk


def filled(seed: int, report: Report) -> None:
    """Live on a small disk until it is full, and on; make room, and look."""
    with tempfile.TemporaryDirectory() as name, mounted(Path(name), report) as base:
        if base is None:
            return
        place, said = Place(base), Path(tempfile.mkdtemp()) / "said"
        place.begin()
        steps = list(Life(seed).steps(2 * STEPS))
        for step in steps[:STEPS]:
            traced(lambda step=step: _do(place, step, said), lambda _: GO)  # type: ignore[misc]
        for number, step in enumerate(steps[STEPS:]):
            free = shutil.disk_usage(base).free
            with (base / "ballast").open("ab") as ballast, contextlib.suppress(OSError):
                ballast.write(bytes(max(0, free - number * 4096)))  # a little more room each time
                ballast.flush()
            before = checks.steady(checks.users(place.root))
            code = traced(lambda step=step: _do(place, step, said), lambda _: GO)  # type: ignore[misc]
            report.count("commands on a real full disk")
            (base / "ballast").unlink()
            if code in {living.FAULT, -9}:
                report.problems.append(
                    f"{step.arguments} on a full disk: {said.read_text()[-900:]}"
                )
            with place.memory(step.now + timedelta(minutes=1)) as memory:
                found = [*checks.sound(memory), *checks.left(place.root), *checks.goes_on(memory)]
            if (
                code
                and step.word
                and step.word.encode() in b"".join(checks.users(place.root).values())
            ):
                report.count("refused, but for what was written before")
            if code and checks.steady(checks.users(place.root)) != before:
                report.count("refused, and completed by the next one")
            report.problems += [f"{step.arguments} on a full disk: {one}" for one in found]
        shutil.rmtree(said.parent)


def _do(place: Place, step: object, said: Path) -> int:
    living.settle_in(place, said)
    return living.do(place, step)  # type: ignore[arg-type]


@contextlib.contextmanager
def mounted(folder: Path, report: Report) -> Iterator[Path | None]:
    """Mount a small disk, or say why it cannot be."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        report.skipped.append(f"a real full disk: it cannot be mounted ({done.stderr.strip()})")
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=False)

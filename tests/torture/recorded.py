"""A life that was recorded call by call, and every state a crash could have left it in."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.torture import disk, living
from tests.torture.checks import owned, steady
from tests.torture.disk import Disk, Recorder, Tree
from tests.torture.load import Life, Place, Step
from tests.torture.tracer import GO, traced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path

    from tests.torture.checks import Files

JOURNAL = "ws/memory/.dreams/history.jsonl"


@dataclass(slots=True)
class Moment:
    """What is known of the time between two acknowledged steps."""

    number: int  # so many steps are acknowledged
    versions: list[Files]  # of the user's files, from change to change; steady ones


@dataclass(frozen=True, slots=True)
class Crash:
    """A state that is found after a crash: where, how, the files, what is known."""

    point: int
    how: str  # "killed", "torn" or "power"
    tree: Tree
    moment: Moment


class Recorded:
    """A life of some steps: a lived-in start, the operations, what was acknowledged when."""

    def __init__(
        self,
        scratch: Path,
        seed: int,
        before: int,
        count: int = 0,
        choose: Callable[[Tree, datetime], list[Step]] | None = None,
    ) -> None:
        """Live ``before`` steps, then record ``count`` more, or those chosen by what is there."""
        self.seed = seed
        self.place = Place(scratch / "life")
        self.place.base.mkdir()
        self.place.begin()
        self.pristine = disk.read(self.place.base)
        steps = list(Life(seed).steps(before + count))
        self.steps: list[Step] = steps[before:]
        self._live(scratch, steps[:before], None)
        self.start = disk.read(self.place.base)
        if choose:
            self.steps = choose(self.start, steps[-1].now)
        recorder = Recorder(self.place.base, scratch / "marks")
        self._live(scratch, self.steps, recorder)
        self.operations = recorder.operations
        self.codes: list[int] = []
        self.transcripts: set[bytes] = set()
        self.moments = self._replayed()

    def _live(self, scratch: Path, steps: list[Step], recorder: Recorder | None) -> None:
        said = scratch / "said"
        code = traced(
            lambda: living.live(self.place, steps, said, scratch / "marks"),
            recorder or (lambda _: GO),
        )
        if code or "fault in Lamina" in said.read_text("utf-8", "replace"):
            raise AssertionError(f"seed {self.seed}: a step broke down; see {said.read_text()}")

    def _replayed(self) -> list[Moment]:
        """Return the moment that each operation belongs to; check the model against the disk."""
        model = Disk(self.start)
        moment = Moment(0, [steady(owned(self.start))])
        moments = [moment]
        self._saw(self.start)
        for one in self.operations:
            model.apply(one)
            if one.kind == "mark":
                self.codes.append(int(one.data.split()[1]))
                files = steady(owned(model.killed()))
                moment = Moment(moment.number + 1, [files])
                self._saw(model.killed())
            elif one.path == JOURNAL and one.data.startswith(b'{"done"'):
                moment.versions.append(steady(owned(model.killed())))
            moments.append(moment)
        real, said = disk.read(self.place.base), model.killed()
        odd = [path for path in real.keys() | said.keys() if real.get(path) != said.get(path)]
        assert not odd, f"the recording missed something: {odd}"
        return moments

    def _saw(self, tree: Tree) -> None:
        path = self.place.transcript.relative_to(self.place.base).as_posix()
        self.transcripts.add(tree[path] or b"")

    def crashes(self, points: list[tuple[int, str]]) -> Iterator[Crash]:
        """Yield what is found after a crash just before (or within) operations, from the first on."""
        model, done = Disk(self.start), 0
        for point, how in sorted(points):
            for one in self.operations[done:point]:
                model.apply(one)
            done = point
            draw = random.Random(f"{self.seed} {point}")
            one = self.operations[point]
            if how == "torn":
                tree = model.killed()
                if (data := tree.get(one.path)) is not None:
                    part = one.data[: draw.randrange(len(one.data))]
                    tree[one.path] = disk.written(data, one.place, part)
            else:
                tree = model.cut_off(draw) if how == "power" else model.killed()
            yield Crash(point, how, tree, self.moments[point])

    def points(self) -> list[tuple[int, str]]:
        """Return all crashes there are to try, in an order that the seed decides."""
        found = []
        for point, one in enumerate(self.operations):
            if one.kind == "mark":
                continue
            found += [(point, "killed"), (point, "power")]
            if one.kind == "write" and len(one.data) > 1:
                found.append((point, "torn"))
        random.Random(self.seed).shuffle(found)
        return found

"""Generated transcripts: calls nested and parallel, results in any order, aborted answers, branches,
compactions, settings, damage."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from lamina.sessions.turns import Role, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = (
    *("ask", "ask", "ask", "say", "say", "say", "call", "call", "calls", "nested", "split"),
    *("abort", "abort_call", "open", "lost", "setting", "compact", "branch", "note", "break"),
    *("dangling", "rare_header"),
)


@dataclass
class Talk:
    """A transcript in the making."""

    chained: bool = True
    same_ids: bool = False  # the host counts its calls anew in each answer
    turns: list[Turn] = field(default_factory=list)
    last: str | None = None
    made: int = 0
    pick: Callable[[int, int], int] = min

    def add(self, role: Role = Role.NONE, kind: str = "message", **fields) -> Turn:
        name = f"r{len(self.turns)}"
        place = {"id": name, "parent": self.last} if self.chained else {}
        turn = Turn(len(self.turns) + 1, kind, role, **(place | fields))
        self.turns.append(turn)
        if turn.id:
            self.last = turn.id
        return turn

    def call_id(self, number: int = 0) -> str:
        self.made += 1
        return f"call_{number}" if self.same_ids else f"call_{self.made}"

    def step(self, kind: str, pick: Callable[[int, int], int]) -> None:
        """Add what a step is made of, of which ``pick`` draws the details."""
        self.pick = pick
        getattr(self, f"_{kind}")()

    def _ask(self):
        self.add(Role.USER)

    def _say(self):
        self.add(Role.ASSISTANT)

    def _call(self):
        (one,) = self.add(Role.ASSISTANT, calls=(self.call_id(),)).calls
        self.add(Role.TOOL, answers=(one,))

    def _calls(self):
        """Parallel calls in one answer, their results in any order, perhaps in one record."""
        calls = tuple(self.call_id(n) for n in range(self.pick(2, 4)))
        self.add(Role.ASSISTANT, calls=calls)
        if self.pick(0, 1):
            self.add(Role.USER, answers=calls)
            return
        rest = list(calls)
        while rest:
            self.add(Role.TOOL, answers=(rest.pop(self.pick(0, len(rest) - 1)),))
            if self.pick(0, 4) == 0:
                self.add()

    def _nested(self):
        """A call during which others are made."""
        outer = self.add(Role.ASSISTANT, calls=(self.call_id(7),)).calls
        for _ in range(self.pick(1, 2)):
            self._call()
        self.add(Role.TOOL, answers=outer)

    def _split(self):
        """An answer in several records: words, then calls, then their results."""
        self.add(Role.ASSISTANT)
        one = self.add(Role.ASSISTANT, calls=(self.call_id(1),)).calls
        two = self.add(Role.ASSISTANT, calls=(self.call_id(2),)).calls
        for answers in (two, one) if self.pick(0, 1) else (one, two):
            self.add(Role.TOOL, answers=answers)

    def _abort(self):
        self.add(Role.ASSISTANT, aborted=True)

    def _abort_call(self):
        self.add(Role.ASSISTANT, aborted=True, calls=(self.call_id(),))

    def _open(self):
        """A call that never got a result, or one of two that did not."""
        calls = (self.call_id(1), self.call_id(2))
        self.add(Role.ASSISTANT, calls=calls)
        if self.pick(0, 1):
            self.add(Role.TOOL, answers=calls[:1])

    def _lost(self):
        self.add(Role.TOOL, answers=("call_of_nobody",))

    def _setting(self):
        self.add(setting=("model", "thinking")[self.pick(0, 1)])

    def _compact(self):
        before = [t.id for t in self.turns if t.id and not t.setting]
        if before:
            self.add(Role.SYSTEM, "compaction", keeps=before[self.pick(0, len(before) - 1)])

    def _branch(self):
        before = [t.id for t in self.turns if t.id and not t.setting]
        if before:
            self.last = before[-1 - self.pick(0, min(9, len(before) - 1))]

    def _note(self):
        self.add(kind="custom")

    def _break(self):
        self.turns.append(Turn(len(self.turns) + 1, "", broken=True))

    def _dangling(self):
        if self.chained:
            self.add(Role.USER, parent="of_another_file")

    def _rare_header(self):
        if self.pick(0, 5) == 0:
            self.turns.append(Turn(len(self.turns) + 1, "session", header=True))


@st.composite
def talks(draw, most: int = 40) -> list[Turn]:
    """Return a transcript's turns."""
    talk = Talk(chained=draw(st.booleans()), same_ids=draw(st.integers(0, 3)) == 0)
    if draw(st.integers(0, 4)):
        talk.turns.append(Turn(1, "session", header=True))
    healthy = draw(st.booleans())
    steps = [s for s in STEPS if not (healthy and s in {"open", "lost", "dangling"})]
    for kind in draw(st.lists(st.sampled_from(steps), max_size=most)):
        talk.step(kind, lambda low, high: draw(st.integers(low, high)))
    if draw(st.booleans()):
        talk.step(draw(st.sampled_from(["open", "break", "call"])), min)
    return [replace(turn, record=number) for number, turn in enumerate(talk.turns, 1)]

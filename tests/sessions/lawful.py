"""The law of cuts, checked by itself: written from the law's words, sharing nothing with cut.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.sessions.turns import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.sessions.turns import Turn


def is_head(turn: Turn) -> bool:
    return turn.header or bool(turn.setting)


def heads_before(turns: Sequence[Turn], start: int) -> list[int]:
    """Headers, and of each setting the last."""
    return [
        n
        for n in range(start)
        if turns[n].header
        or (turns[n].setting and all(t.setting != turns[n].setting for t in turns[n + 1 : start]))
    ]


def speaks(turn: Turn) -> bool:
    if turn.role is Role.ASSISTANT:
        return not turn.calls
    return turn.role is Role.USER and not turn.answers


def breaches(turns: Sequence[Turn], start: int, keep: int) -> Iterator[str]:
    """Yield how a cut at this place would break the law, but for which kind of turn it starts at."""
    kept = turns[start:]
    if len(kept) < keep:
        yield f"only {len(kept)} lines stay"
    if all(is_head(turn) for turn in turns[:start]):
        yield "nothing goes"
    for place, turn in enumerate(kept):
        for answered in turn.answers:
            if not any(answered in before.calls for before in kept[:place]):
                yield f"the result of {answered} has no call"
        for call in turn.calls:
            if turn.aborted or has_result(kept, place, call):
                continue
            if any(speaks(after) for after in kept[place + 1 :]):
                yield f"the call {call} has no result"
    everywhere = {turn.id for turn in turns if turn.id}
    stay = {turn.id for turn in kept} | {turns[n].id for n in heads_before(turns, start)}
    for place, turn in enumerate(kept):
        if turn.parent in everywhere - stay and place:
            yield f"{turn.id} follows {turn.parent}, which goes"
        if turn.keeps in everywhere - stay:
            yield f"a compaction keeps {turn.keeps}, which goes"


def has_result(turns: Sequence[Turn], place: int, call: str) -> bool:
    for after in turns[place + 1 :]:
        if call in after.answers:
            return True
        if call in after.calls:
            return False
    return False


def complete_answer(turns: Sequence[Turn], place: int) -> bool:
    turn = turns[place]
    if turn.role is not Role.ASSISTANT or turn.calls or turn.answers or turn.aborted or turn.broken:
        return False
    talk = [t for t in turns[place + 1 :] if t.role in {Role.USER, Role.ASSISTANT}]
    return not (talk and talk[0].role is Role.ASSISTANT and talk[0].calls)


def question(turns: Sequence[Turn], place: int) -> bool:
    turn = turns[place]
    return turn.role is Role.USER and not turn.answers and not turn.calls and not turn.broken


def best(turns: Sequence[Turn], keep: int) -> int | None:
    """Return the start of the best lawful cut, by trying each."""
    for fits in (complete_answer, question):
        for start in range(len(turns) - 1, -1, -1):
            if fits(turns, start) and not list(breaches(turns, start, keep)):
                return start
    return None

"""What was asked for makes no sense: the call, the settings, the workspace."""

from __future__ import annotations

from difflib import get_close_matches
from http import HTTPStatus
from typing import TYPE_CHECKING

from lamina.errors.base import LaminaError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


class UsageError(LaminaError):
    """The call makes no sense as given."""

    exit_code = 2
    status = HTTPStatus.BAD_REQUEST


class InvalidDateError(UsageError):
    """A date or time could not be read."""

    def __init__(self, value: str) -> None:
        super().__init__(
            f"{value!r} is not a date; nothing was done.",
            "Write it as 2026-03-04 or 2026-03-04T09:30+01:00.",
        )


class EmptyTextError(UsageError):
    """There is nothing to write."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is empty; nothing was written.", "Give some text.")


class MissingExtraError(UsageError):
    """What was asked for needs packages that are not installed."""

    status = HTTPStatus.NOT_IMPLEMENTED

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs packages that are not installed.", f'pip install "lamina[{extra}]"'
        )


class UnknownNameError(UsageError):
    """A name is not among the known ones."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        known = sorted(known)
        near = get_close_matches(name, known, n=1, cutoff=0.5)
        listed = f"Known: {', '.join(known[:24])}." if known else "There are none yet."
        hint = f"Did you mean {near[0]!r}?" if near else listed
        super().__init__(f"There is no {kind} {name!r}.", hint)


class AmbiguousNameError(UsageError):
    """A name fits several things."""

    def __init__(self, kind: str, name: str, fitting: Iterable[str]) -> None:
        super().__init__(
            f"{name!r} fits more than one {kind}; nothing was done.",
            f"Say which: {', '.join(repr(one) for one in fitting)}.",
        )


class UnfinishedError(UsageError):
    """A matter that still has unticked tasks was to be closed."""

    status = HTTPStatus.CONFLICT

    def __init__(self, subject: str, left: int) -> None:
        tasks = "1 task is" if left == 1 else f"{left} tasks are"
        super().__init__(
            f"{tasks} not ticked in {subject!r}; nothing was written.",
            f'Tick them (lamina active tick "{subject}" "…"), or close it with --anyway.',
        )


class IndexMissingError(UsageError):
    """The topic index is not there."""

    status = HTTPStatus.NOT_FOUND

    def __init__(self, path: object, *, there: bool) -> None:
        super().__init__(
            f"{path} is not there; nothing was looked up.",
            "The topics are: make it anew with: lamina topic rebuild --apply"
            if there
            else 'There are no topics yet: lamina topic new DOMAIN NAME --goal "…"',
        )


class AlreadyThereError(UsageError):
    """What was to be made is there already."""

    status = HTTPStatus.CONFLICT

    def __init__(self, kind: str, name: str, path: object, hint: str = "") -> None:
        super().__init__(
            f"The {kind} {name!r} is there already ({path}); nothing was written.", hint
        )


class ConfigError(LaminaError):
    """A settings file or value is wrong; it was not used."""

    exit_code = 3
    status = HTTPStatus.BAD_REQUEST

    def __init__(self, where: str, problem: str, hint: str = "") -> None:
        super().__init__(f"{where}: {problem}", hint)


class WorkspaceError(LaminaError):
    """There is no workspace, or it cannot be used."""

    exit_code = 4
    status = HTTPStatus.NOT_FOUND


class WorkspaceNotFoundError(WorkspaceError):
    """No workspace was named and none was found."""

    def __init__(self, start: Path) -> None:
        super().__init__(
            f"No workspace found: {start} and its parents hold no MEMORY.md and no memory/ folder.",
            "Go to the folder, name it by --workspace or LAMINA_WORKSPACE, "
            "or make one: lamina init FOLDER --apply",
        )


class WorkspacePathError(WorkspaceError):
    """The named workspace cannot be one."""

    def __init__(self, path: object, problem: str, hint: str = "") -> None:
        super().__init__(f"{path} cannot be used as a workspace: {problem}.", hint)


class NoSummaryError(UsageError):
    """A text that should hold a sub-agent's summary holds none."""

    def __init__(self) -> None:
        super().__init__(
            "The text holds no summary; nothing was written.",
            "Write it like: [SUMMARY] Project: shop | What: checkout | Status: done",
        )


class NotSharedError(UsageError):
    """An agent wanted to add to a folder that is not shared with it for that."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, name: str, agent: str, open_to_it: Iterable[str]) -> None:
        who = f"agent {agent!r}" if agent else "this workspace, which is no agent's"
        listed = ", ".join(sorted(open_to_it))
        super().__init__(
            f"No folder {name!r} is shared with {who} for adding to it; nothing was written.",
            f"It may add to: {listed}." if listed else "Its owner can share one: docs/agents.md",
        )


class ScratchpadError(UsageError):
    """Work was to be handed over while passing notes are still on its scratchpad."""

    status = HTTPStatus.CONFLICT

    def __init__(self, name: str, left: Sequence[str], hint: str) -> None:
        lines = "\n".join(f"- {line}" for line in left)
        super().__init__(
            f"{name!r} cannot be handed over: its scratchpad is not empty. Nothing was changed.\n"
            f"{lines}",
            hint,
        )


class BadHandoffError(UsageError):
    """What should be a handoff is none, or not one of this workspace."""

    def __init__(self, where: object, reason: str) -> None:
        super().__init__(
            f"{where} is no handoff that can be used: {reason}. Nobody is served.",
            "Make one: lamina handoff TOPIC --to TYPE --json > FILE",
        )

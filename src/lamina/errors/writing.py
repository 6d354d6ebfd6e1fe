"""Nothing was written, and why."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from lamina.errors.base import LaminaError

if TYPE_CHECKING:
    from collections.abc import Iterable


class WriteError(LaminaError):
    """Nothing was written."""

    exit_code = 6
    status = HTTPStatus.CONFLICT


class NotWritableError(WriteError):
    """The volume or folder refused the write; the old file is whole."""

    status = HTTPStatus.INSUFFICIENT_STORAGE

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(
            f"{path} could not be written: {reason}. The old content is still there, whole.",
            "Free space or permissions are needed; then repeat the command.",
        )


class CutOffError(WriteError):
    """The volume failed while a change was put in its place; the next command finishes it."""

    status = HTTPStatus.INSUFFICIENT_STORAGE

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(
            f"{path}: the disk failed while the change was put in its place ({reason}). "
            "Each file is the old or the new one, whole; the next command finishes the change.",
            "Do not repeat it; mend the disk, then see: lamina history",
        )


class ExternallyChangedError(WriteError):
    """A file changed on disk after it was read."""

    def __init__(self, path: object) -> None:
        super().__init__(
            f"{path} changed on disk since it was read; nothing was written.",
            "Read it again and repeat the edit.",
        )


class LockTimeoutError(WriteError):
    """Another process holds the workspace."""

    status = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, path: object, seconds: float) -> None:
        super().__init__(
            f"Another process has been writing to {path} for over {seconds:g} s; "
            "nothing was written.",
            "Wait for it to end (the lock goes with the process), then repeat.",
        )


class NoLocksError(WriteError):
    """This system has no locks by which writers are kept apart."""

    status = HTTPStatus.NOT_IMPLEMENTED

    def __init__(self, path: object) -> None:
        super().__init__(
            f"This system has no file locks of POSIX, so two writers to {path} could not be kept "
            "apart; nothing was written.",
            "On Windows, run Lamina in WSL: there it is Linux, and /mnt/c/… are your files.",
        )


class PenHeldError(WriteError):
    """Another machine writes to a shared workspace."""

    status = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, place: object, holder: str, seconds: float) -> None:
        super().__init__(
            f"{holder} has been writing to {place} for over {seconds:g} s; nothing was written.",
            "Repeat when it is done; if it is gone, within the next seconds.",
        )


class UndoConflictError(WriteError):
    """The lines a change wrote were edited since, so it cannot be taken back by itself."""

    def __init__(self, entry: int, path: object, diff: str) -> None:
        super().__init__(
            f"Change {entry} cannot be taken back: its lines in {path} were edited since. "
            f"Nothing was changed. What would be undone:\n{diff}",
            "Edit the file by hand, or undo the later change first (lamina history).",
        )
        self.diff = diff


class NotAllowedError(WriteError):
    """Whoever asked may not do it; somebody else may."""

    status = HTTPStatus.FORBIDDEN


class ForOwnerError(NotAllowedError):
    """An agent wanted a change that is shown to the owner instead."""

    def __init__(self, problem: str, diff: str, more: str = "") -> None:
        super().__init__(
            f"{problem} Nothing was written. The change that was asked for:\n{diff}",
            f"Show this to the owner, who can make the change{more}.",
        )
        self.diff = diff


class CoreFileError(ForOwnerError):
    """An agent wanted to change a core file that only a person changes."""

    def __init__(self, path: object, author: str, diff: str) -> None:
        super().__init__(
            f"{path} is changed by its owner only; {author} may write MEMORY.md.",
            diff,
            " (the same command without --agent, the workspace by -w)",
        )


class OrdersError(ForOwnerError):
    """An agent wanted to write an instruction to agents into MEMORY.md."""

    def __init__(self, path: object, author: str, diff: str) -> None:
        super().__init__(
            f"It reads like an instruction to an agent; {author} may write none into {path}.",
            diff,
            "; note a fact as a fact",
        )


class NotYoursError(NotAllowedError):
    """An agent wanted to take back a change of somebody else."""

    def __init__(self, change: int, made_by: str, author: str) -> None:
        super().__init__(
            f"Change {change} was made by {made_by}; {author} may take back its own only. "
            "Nothing was changed.",
            "Ask the owner to undo it.",
        )


class OwnerOnlyError(NotAllowedError):
    """An agent wanted what only the owner may do."""

    def __init__(self, what: str, author: str) -> None:
        super().__init__(
            f"Only the owner may {what}; this was {author}. Nothing was changed.",
            "Ask the owner, who runs it without --agent.",
        )


class ReadOnlyError(NotAllowedError):
    """Something was to be written through a face that only reads."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} changes files, and this server only reads (mcp.read_only); "
            "nothing was written.",
            "Tell the owner what should be written.",
        )


class ForgottenError(WriteError):
    """What the owner had forgotten was to be brought back."""

    def __init__(self, what: str, who: str, hint: str) -> None:
        super().__init__(f"{what} was forgotten; {who} does not bring it back.", hint)


class CoreLimitError(WriteError):
    """A core file would be over its hard limit."""

    def __init__(self, path: object, over: str) -> None:
        super().__init__(
            f"{path} would have {over}; nothing was written.",
            "Make room first: lamina trim",
        )


class ContradictionError(WriteError):
    """Something else is written about the same thing."""

    def __init__(self, new: str, old: str, place: str, date: str) -> None:
        when = f", {date}" if date else ""
        super().__init__(
            f"{new!r} contradicts what is written in {place}{when}: {old!r}. Nothing was written.",
            "Put --replace if the new one holds now (the old line is kept as superseded), "
            "or --keep-both if both hold.",
        )
        self.old, self.place, self.date = old, place, date


class SecretPathError(LaminaError):
    """A new file's name would hold a secret: names are listed, logged and linked everywhere."""

    exit_code = 7
    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, shown: str) -> None:
        super().__init__(
            f"The name of the new file {shown} would hold a secret; nothing was written.",
            "Choose another name.",
        )


class SecretRefusedError(LaminaError):
    """The text holds a secret and the setting says refuse."""

    exit_code = 7
    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, kinds: Iterable[str]) -> None:
        super().__init__(
            f"The text holds a secret ({', '.join(sorted(set(kinds)))}); nothing was written.",
            "Leave it out, or set secrets.mode to redact to have it replaced by a placeholder.",
        )

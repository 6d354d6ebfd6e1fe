"""Paths inside a workspace that cannot be used."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from lamina.errors.base import LaminaError

if TYPE_CHECKING:
    from collections.abc import Iterable


class PathError(LaminaError):
    """A path inside the workspace cannot be used."""

    exit_code = 5
    status = HTTPStatus.BAD_REQUEST


class PathOutsideError(PathError):
    """A path leads out of the workspace."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, path: object, reason: str = "it leads out of the workspace") -> None:
        super().__init__(
            f"{str(path)!r} was refused: {reason}. Nothing was read or written.",
            "Use a path relative to the workspace, such as memory/2026-03-04.md.",
        )


class NotAFileError(PathError):
    """A folder, socket or device stands where a file should be."""

    def __init__(self, path: object) -> None:
        super().__init__(
            f"{path} is not a regular file; nothing was read or written.",
            "Move it away, or name another file.",
        )


class UnreadableFileError(PathError):
    """The system did not let us read a file."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(
            f"{path} could not be read: {reason}. Nothing was changed.",
            "Check its permissions and the disk.",
        )


class BinaryFileError(PathError):
    """A file is not text."""

    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE

    def __init__(self, path: object) -> None:
        super().__init__(
            f"{path} is not a text file (it holds zero bytes); it was left alone.",
            "Keep binary files outside memory/.",
        )


class FileTooLargeError(PathError):
    """A file is larger than the setting allows."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self, path: object, size: int, limit: int) -> None:
        super().__init__(
            f"{path} has {size:,} bytes, more than the {limit:,} allowed; it was left alone.",
            "Split it, or raise files.max_bytes.",
        )


class FrontMatterError(PathError):
    """The front matter of a file cannot be parsed, so it is not edited."""

    def __init__(self, path: object, line: int, problem: str) -> None:
        super().__init__(
            f"{path}:{line}: the front matter is not valid YAML ({problem}); "
            "the file was left as it is.",
            "Fix the lines between the two --- and repeat.",
        )


class BrokenFileError(PathError):
    """A file of another program cannot be read as what it is, so it is not edited."""

    def __init__(self, path: object, line: int, problem: str) -> None:
        super().__init__(
            f"{path}:{line}: {problem}; the file was left as it is.",
            "Mend that line, or make the entry by hand: lamina install generic",
        )


class FileLimitError(PathError):
    """A file would be longer than its kind may be."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self, path: object, size: int, limit: int, hint: str) -> None:
        super().__init__(
            f"{path} would have {size:,} bytes, {limit:,} are allowed; nothing was written.", hint
        )


class UnwritableTextError(PathError):
    """A text holds something that could not be read again."""

    def __init__(self, path: object, what: str) -> None:
        super().__init__(f"The text for {path} holds {what}; nothing was written.", "Leave it out.")


class NotHandedOverError(PathError):
    """A sub-agent asked for a file that was not handed to it."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, what: object, reads: Iterable[str]) -> None:
        super().__init__(
            f"{what} was not handed to this agent; nothing was read. "
            f"It may read: {', '.join(reads)}.",
            "Ask the orchestrator, which handed the work over.",
        )


class PrivateFileError(PathError):
    """A file that only a main session may read was asked for in another."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, path: object, session: str) -> None:
        super().__init__(
            f"{path} is private to main sessions; this is a {session} session. Nothing was read.",
            "Ask in the main session.",
        )

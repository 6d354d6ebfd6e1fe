"""Every error Lamina raises: what happened, to what, in what state things are, what to do.

The tree, with exit codes:

* LaminaError 1
  x UsageError 2                 the call makes no sense as given
    + InvalidDateError
    + EmptyTextError
    + UnknownNameError           an agent, option or id that is not there; the nearest one is named
    + AmbiguousNameError         a name fits several
    + UnfinishedError            a matter with unticked tasks was to be closed
    + IndexMissingError          the topic index is lost
    + AlreadyThereError          what was to be made is there already
  x ConfigError 3                a settings file or value is wrong
  x WorkspaceError 4             no workspace, or it cannot be used
    + WorkspaceNotFoundError
    + WorkspacePathError
  x PathError 5                  a path inside the workspace cannot be used
    + PathOutsideError           it leads out of the workspace
    + NotAFileError
    + UnreadableFileError
    + BinaryFileError
    + FileTooLargeError
    + FileLimitError             a pointer file would be longer than it may be
    + FrontMatterError
    + UnwritableTextError        it could be written, but not read again
    + PrivateFileError           not for this kind of session
  x WriteError 6                 nothing was written
    + NotWritableError           read-only, full or failing volume
    + ExternallyChangedError     somebody else changed the file since it was read
    + LockTimeoutError           another process holds the workspace
    + UndoConflictError          the lines to take back were edited since
    + CoreFileError              an agent wanted to change a core file that only a person changes
    + NotYoursError              an agent wanted to take back a change of somebody else
    + OwnerOnlyError             an agent wanted what only the owner may do
    + ForgottenError             what the owner had forgotten was to be brought back
    + CoreLimitError             a core file would be over its hard limit
    + ContradictionError         something else is written about the same thing
  x SecretRefusedError 7         the text holds a secret and the setting says refuse
  x StoreError 8                 the index or the state store cannot be used
    + StoreTooNewError
    + StoreDamagedError
  x EmbedderError 9              the embedding model or endpoint failed
    + SomeTextsRefusedError      (search/embedder.py: it carries the vectors that came)
  x RerankerError 9              the reranker failed
  x DiaryError 9                 the model that writes the dream diary failed
"""

from __future__ import annotations

from difflib import get_close_matches
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class LaminaError(Exception):
    """Base of everything Lamina raises on purpose."""

    exit_code = 1
    status = HTTPStatus.INTERNAL_SERVER_ERROR

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def as_dict(self) -> dict[str, str]:
        """Return the shape every face shows: error, message, hint."""
        return {"error": type(self).__name__, "message": self.message, "hint": self.hint}


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


class PrivateFileError(PathError):
    """A file that only a main session may read was asked for in another."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, path: object, session: str) -> None:
        super().__init__(
            f"{path} is private to main sessions; this is a {session} session. Nothing was read.",
            "Ask in the main session.",
        )


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


class UndoConflictError(WriteError):
    """The lines a change wrote were edited since, so it cannot be taken back by itself."""

    def __init__(self, entry: int, path: object, diff: str) -> None:
        super().__init__(
            f"Change {entry} cannot be taken back: its lines in {path} were edited since. "
            f"Nothing was changed. What would be undone:\n{diff}",
            "Edit the file by hand, or undo the later change first (lamina history).",
        )
        self.diff = diff


class CoreFileError(WriteError):
    """An agent wanted to change a core file that only a person changes."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, path: object, author: str, diff: str) -> None:
        super().__init__(
            f"{path} is changed by its owner only; {author} may write MEMORY.md. "
            f"Nothing was written. The change that was asked for:\n{diff}",
            "Show this to the owner, who can make the change.",
        )
        self.diff = diff


class NotYoursError(WriteError):
    """An agent wanted to take back a change of somebody else."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, change: int, made_by: str, author: str) -> None:
        super().__init__(
            f"Change {change} was made by {made_by}; {author} may take back its own only. "
            "Nothing was changed.",
            "Ask the owner to undo it.",
        )


class OwnerOnlyError(WriteError):
    """An agent wanted what only the owner may do."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, what: str, author: str) -> None:
        super().__init__(
            f"Only the owner may {what}; this was {author}. Nothing was changed.",
            "Ask the owner, who runs it without --agent.",
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


class SecretRefusedError(LaminaError):
    """The text holds a secret and the setting says refuse."""

    exit_code = 7
    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, kinds: Iterable[str]) -> None:
        super().__init__(
            f"The text holds a secret ({', '.join(sorted(set(kinds)))}); nothing was written.",
            "Leave it out, or set secrets.mode to redact to have it replaced by a placeholder.",
        )


class StoreError(LaminaError):
    """The index or the state store cannot be used."""

    exit_code = 8
    status = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, path: object, reason: str, hint: str = "") -> None:
        super().__init__(f"{path}: {reason}. Your Markdown files are untouched.", hint)


class StoreTooNewError(StoreError):
    """A newer Lamina wrote this store."""

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(
            path,
            f"the store has version {found}, this Lamina knows up to {known}",
            "Update Lamina.",
        )


class StoreDamagedError(StoreError):
    """The store's file is not a sound database any more."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(path, f"the store is damaged ({reason})", "lamina index rebuild")
        self.reason = reason


class EmbedderError(LaminaError):
    """The embedding model or endpoint failed; words still search."""

    exit_code = 9
    status = HTTPStatus.BAD_GATEWAY

    def __init__(self, model: str, reason: str, hint: str = "") -> None:
        super().__init__(f"The embedding model {model!r} failed: {reason}.", hint)


class RerankerError(LaminaError):
    """The reranker failed; words and vectors still order the lines."""

    exit_code = 9
    status = HTTPStatus.BAD_GATEWAY

    def __init__(self, model: str, reason: str, hint: str = "") -> None:
        super().__init__(f"The reranker {model!r} failed: {reason}.", hint)


class DiaryError(LaminaError):
    """The model that writes the dream diary failed; its entries are plain."""

    exit_code = 9
    status = HTTPStatus.BAD_GATEWAY

    def __init__(self, model: str, reason: str, hint: str = "") -> None:
        super().__init__(f"The diary's model {model!r} failed: {reason}.", hint)


def classes() -> list[type[LaminaError]]:
    """Return every error class, parents before children."""
    found: list[type[LaminaError]] = [LaminaError]
    for parent in found:
        found.extend(parent.__subclasses__())
    return found

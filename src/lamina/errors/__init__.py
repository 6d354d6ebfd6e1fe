"""Every error Lamina raises: what happened, to what, in what state things are, what to do.

The tree, with exit codes:

* LaminaError 1
  x UsageError 2                 the call makes no sense as given
    + InvalidDateError
    + EmptyTextError
    + MissingExtraError          packages it needs are not installed
    + UnknownNameError           an agent, option or id that is not there; the nearest one is named
    + AmbiguousNameError         a name fits several
    + UnfinishedError            a matter with unticked tasks was to be closed
    + IndexMissingError          the topic index is lost
    + AlreadyThereError          what was to be made is there already
    + NoSummaryError             a text that should hold a sub-agent's summary holds none
    + NotSharedError             a folder is not shared with this agent for adding to it
    + ScratchpadError            work was to be handed over before its scratchpad was empty
    + BadHandoffError            what should be a handoff is none
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
    + BrokenFileError            another program's settings are not valid
    + FileLimitError             a pointer file would be longer than it may be
    + FrontMatterError
    + UnwritableTextError        it could be written, but not read again
    + PrivateFileError           not for this kind of session
    + NotHandedOverError         not among the files a sub-agent was handed
  x WriteError 6                 nothing was written
    + NotWritableError           read-only, full or failing volume
    + CutOffError                the volume failed in the midst of a change
    + ExternallyChangedError     somebody else changed the file since it was read
    + LockTimeoutError           another process holds the workspace
    + NoLocksError               this system has no locks (native Windows)
    + PenHeldError               another machine writes to a shared workspace
    + UndoConflictError          the lines to take back were edited since
    + NotAllowedError            whoever asked may not do it
      - ForOwnerError            an agent's change, which is shown to the owner:
        · CoreFileError          to a core file that only a person changes
        · OrdersError            an instruction to agents in MEMORY.md
      - NotYoursError            an agent wanted to take back a change of somebody else
      - OwnerOnlyError           an agent wanted what only the owner may do
      - ReadOnlyError            something was to be written where only reading is allowed
    + ForgottenError             what the owner had forgotten was to be brought back
    + CoreLimitError             a core file would be over its hard limit
    + ContradictionError         something else is written about the same thing
  x SecretPathError 7            the name of a new file would hold a secret
  x SecretRefusedError 7         the text holds a secret and the setting says refuse
  x StoreError 8                 the index or the state store cannot be used
    + StoreTooNewError
    + StoreDamagedError
    + StoreAwayError             the database that holds it cannot be reached
  x ModelError 9                 a model failed
    + EmbedderError              that of vectors
      - SomeTextsRefusedError    (search/embedder.py: it carries the vectors that came)
    + RerankerError              the one that orders lines
    + ChatError                  the one that writes (diary, notes)
  x SessionError 10              a host's session cannot be read, trimmed or restored
    + SessionBusyError           somebody writes to it now
    + NoCutError                 there is no place where it could be cut
    + ArchiveError               what was removed cannot be kept, or not be brought back
    + SenderError                no message reaches the session
  x UpkeepError 11               a job, the daemon or a schedule could not do its work
    + ClaimLostError             another runner has taken the job over
    + LeaseHeldError             another worker is in the workspace
    + LeaseLostError             a lease ran out, and another has it
    + QueueError                 the queue of jobs cannot be used
    + DaemonError
    + ProgramError               a program of this machine is not there, or failed
  x ServiceError 12              the team's server does not serve a request
    + TokenError                 no token that opens anything
    + ScopeError                 the token does not allow it
    + PlaceError                 the request comes by a name or from a page not allowed here
    + OtherWorkspaceError        the token is for another workspace
    + TooManyRequestsError
    + RequestTooLargeError
    + BodyTypeError              its body is no JSON
    + SlowRequestError           the rest of it did not come
    + TooSlowError               the work took longer than a request may wait
    + AuditError                 what was done cannot be noted
    + EndingError                the server ends, and begins nothing new
"""

from __future__ import annotations

from lamina.errors.base import LaminaError, reason_of
from lamina.errors.paths import (
    BinaryFileError,
    BrokenFileError,
    FileLimitError,
    FileTooLargeError,
    FrontMatterError,
    NotAFileError,
    NotHandedOverError,
    PathError,
    PathOutsideError,
    PrivateFileError,
    UnreadableFileError,
    UnwritableTextError,
)
from lamina.errors.service import (
    AuditError,
    BodyTypeError,
    EndingError,
    OtherWorkspaceError,
    PlaceError,
    RequestTooLargeError,
    ScopeError,
    ServiceError,
    SlowRequestError,
    TokenError,
    TooManyRequestsError,
    TooSlowError,
)
from lamina.errors.services import (
    ChatError,
    EmbedderError,
    ModelError,
    RerankerError,
    StoreAwayError,
    StoreDamagedError,
    StoreError,
    StoreTooNewError,
)
from lamina.errors.sessions import (
    ArchiveError,
    NoCutError,
    SenderError,
    SessionBusyError,
    SessionError,
)
from lamina.errors.upkeep import (
    ClaimLostError,
    DaemonError,
    LeaseHeldError,
    LeaseLostError,
    ProgramError,
    QueueError,
    UpkeepError,
)
from lamina.errors.usage import (
    AlreadyThereError,
    AmbiguousNameError,
    BadHandoffError,
    ConfigError,
    EmptyTextError,
    IndexMissingError,
    InvalidDateError,
    MissingExtraError,
    NoSummaryError,
    NotSharedError,
    ScratchpadError,
    UnfinishedError,
    UnknownNameError,
    UsageError,
    WorkspaceError,
    WorkspaceNotFoundError,
    WorkspacePathError,
)
from lamina.errors.writing import (
    ContradictionError,
    CoreFileError,
    CoreLimitError,
    CutOffError,
    ExternallyChangedError,
    ForgottenError,
    ForOwnerError,
    LockTimeoutError,
    NoLocksError,
    NotAllowedError,
    NotWritableError,
    NotYoursError,
    OrdersError,
    OwnerOnlyError,
    PenHeldError,
    ReadOnlyError,
    SecretPathError,
    SecretRefusedError,
    UndoConflictError,
    WriteError,
)

__all__ = [
    "AlreadyThereError",
    "AmbiguousNameError",
    "ArchiveError",
    "AuditError",
    "BadHandoffError",
    "BinaryFileError",
    "BodyTypeError",
    "BrokenFileError",
    "ChatError",
    "ClaimLostError",
    "ConfigError",
    "ContradictionError",
    "CoreFileError",
    "CoreLimitError",
    "CutOffError",
    "DaemonError",
    "EmbedderError",
    "EmptyTextError",
    "EndingError",
    "ExternallyChangedError",
    "FileLimitError",
    "FileTooLargeError",
    "ForOwnerError",
    "ForgottenError",
    "FrontMatterError",
    "IndexMissingError",
    "InvalidDateError",
    "LaminaError",
    "LeaseHeldError",
    "LeaseLostError",
    "LockTimeoutError",
    "MissingExtraError",
    "ModelError",
    "NoCutError",
    "NoLocksError",
    "NoSummaryError",
    "NotAFileError",
    "NotAllowedError",
    "NotHandedOverError",
    "NotSharedError",
    "NotWritableError",
    "NotYoursError",
    "OrdersError",
    "OtherWorkspaceError",
    "OwnerOnlyError",
    "PathError",
    "PathOutsideError",
    "PenHeldError",
    "PlaceError",
    "PrivateFileError",
    "ProgramError",
    "QueueError",
    "ReadOnlyError",
    "RequestTooLargeError",
    "RerankerError",
    "ScopeError",
    "ScratchpadError",
    "SecretPathError",
    "SecretRefusedError",
    "SenderError",
    "ServiceError",
    "SessionBusyError",
    "SessionError",
    "SlowRequestError",
    "StoreAwayError",
    "StoreDamagedError",
    "StoreError",
    "StoreTooNewError",
    "TokenError",
    "TooManyRequestsError",
    "TooSlowError",
    "UndoConflictError",
    "UnfinishedError",
    "UnknownNameError",
    "UnreadableFileError",
    "UnwritableTextError",
    "UpkeepError",
    "UsageError",
    "WorkspaceError",
    "WorkspaceNotFoundError",
    "WorkspacePathError",
    "WriteError",
    "classes",
    "reason_of",
]


def classes() -> list[type[LaminaError]]:
    """Return every error class, parents before children."""
    found: list[type[LaminaError]] = [LaminaError]
    for parent in found:
        found.extend(parent.__subclasses__())
    return found

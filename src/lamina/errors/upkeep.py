"""Work behind the scenes that could not be begun or ended: jobs, the daemon, schedules."""

from __future__ import annotations

from http import HTTPStatus

from lamina.errors.base import LaminaError


class UpkeepError(LaminaError):
    """A job, the daemon or a schedule could not do its work."""

    exit_code = 11
    status = HTTPStatus.CONFLICT


class ClaimLostError(UpkeepError):
    """Another runner has taken a job over."""

    def __init__(self, job: str) -> None:
        super().__init__(
            f"The job {job!r} took so long that another runner took it over; this one stopped.",
            "Nothing has to be done: lamina jobs shows how the other one ends.",
        )


class LeaseHeldError(UpkeepError):
    """Somebody else holds the lease of a workspace."""

    def __init__(self, place: object, holder: str, seconds: float) -> None:
        super().__init__(
            f"{holder} works in {place} now; nothing was changed.",
            f"Repeat when it is done; if it is gone, in {max(1, round(seconds))} seconds.",
        )
        self.seconds = seconds


class LeaseLostError(UpkeepError):
    """A lease ran out and somebody else has taken it: its holder may not write any more."""

    def __init__(self, place: object) -> None:
        super().__init__(
            f"The lease of {place} ran out and another has taken it; this one wrote nothing since.",
            "A worker's job is taken up by another by itself; anything else: repeat it.",
        )


class QueueError(UpkeepError):
    """The queue of jobs cannot be used."""


class DaemonError(UpkeepError):
    """The daemon cannot be reached, started or stopped."""


class ProgramError(UpkeepError):
    """A program of this machine is not there, or failed."""

    def __init__(self, command: str, reason: str, state: str) -> None:
        super().__init__(f"{command!r} failed: {reason}. {state}", f"Try it by hand: {command}")

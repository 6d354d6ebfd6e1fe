"""Runs a program of this machine and returns what it said. No shell is between."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

from lamina.errors import ProgramError, reason_of

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 60.0


class Finished(NamedTuple):
    """How a program ended, and what it said; bytes that are no UTF-8 come back as they were."""

    code: int
    out: str
    err: str


def run(command: Sequence[str], state: str, given: str | None = None) -> Finished:
    """Run a program to its end.

    Args:
        command: the program and its arguments.
        state: how things are if it cannot be run, for the error.
        given: its standard input.

    Raises:
        ProgramError: it is not there, cannot be run, or takes longer than a minute.
    """
    import subprocess

    try:
        done = subprocess.run(
            command,
            input=(given or "").encode("utf-8", "surrogateescape"),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise ProgramError(shlex.join(command), "there is no such program", state) from None
    except OSError as error:
        reason = reason_of(error)
        raise ProgramError(shlex.join(command), reason, state) from error
    except subprocess.TimeoutExpired:
        reason = f"it has not ended within {SECONDS:g} s"
        raise ProgramError(shlex.join(command), reason, state) from None
    out, err = (text.decode("utf-8", "surrogateescape") for text in (done.stdout, done.stderr))
    return Finished(done.returncode, out, err)


def run_well(command: Sequence[str], state: str, given: str | None = None) -> str:
    """Run a program that has to succeed and return what it said; else like ``run``."""
    done = run(command, state, given)
    if done.code:
        said = (done.err.strip() or done.out.strip()).splitlines()[:1]
        reason = f"it ended with {done.code}" + (f" ({said[0][:200]})" if said else "")
        raise ProgramError(shlex.join(command), reason, state)
    return done.out

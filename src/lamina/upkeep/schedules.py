"""Lets this machine call ``lamina heartbeat``: a systemd user timer, a cron line, OpenClaw's cron.

What is written carries the workspace's key, is shown first, and goes again without a trace. When
which job is due is Lamina's own matter: the call comes every quarter of an hour, in any zone.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import outside
from lamina.documents.outside import OutsideEdit, OutsidePlan
from lamina.errors import ProgramError, UnreadableFileError, UsageError
from lamina.upkeep.programs import run, run_well

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KINDS = ("systemd", "cron", "openclaw")
_QUARTERS = "*/15 * * * *"
_MADE = "# folders made: "
_FIRST = " first"  # there was no crontab before
_KEPT = "What was done before it stays; the same command goes on from there."


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: write a file, remove it, or run a program."""

    path: Path | None = None
    text: str | None = None  # None with a path: the file goes
    folders: tuple[Path, ...] = ()  # that go with it, where they are empty
    command: tuple[str, ...] = ()
    given: str | None = None

    def shown(self) -> str:
        """Return it for people."""
        if self.path:
            if self.text is None:
                return f"remove {self.path}"
            return f"write {self.path}\n" + "".join(f"    {one}\n" for one in self.text.split("\n"))
        given = "" if self.given is None else f"\n    {self.given.rstrip()}".replace("\n", "\n    ")
        return f"run {shlex.join(self.command)}{given}"


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs that keep schedules; others in tests."""

    crontab: str = "crontab"
    systemctl: str = "systemctl"
    openclaw: str = "openclaw"
    python: str = sys.executable


class Schedules:
    """Installs, lists and removes the schedules of one workspace."""

    def __init__(
        self, root: Path, config_home: Path, zone: str, programs: Programs | None = None
    ) -> None:
        self.root = root
        self.config_home = config_home
        self.zone = zone
        self.programs = programs or Programs()
        self.key = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:12]
        self.units = config_home / "systemd" / "user"

    @property
    def command(self) -> tuple[str, ...]:
        """What is called; UsageError where the workspace's path cannot stand in a line."""
        if not str(self.root).isprintable():
            raise UsageError(
                f"{str(self.root)!r} cannot stand in a schedule; nothing was written.",
                "Give the folder a name without line breaks and control characters.",
            )
        python = self.programs.python
        return (python, "-P", "-m", "lamina", "heartbeat", "--workspace", str(self.root))

    def install(self, kind: str) -> tuple[Step, ...]:
        """Return the steps that install a schedule; none where it is installed as it should be."""
        return getattr(self, f"_install_{kind}")()  # type: ignore[no-any-return]

    def remove(self, kind: str) -> tuple[Step, ...]:
        """Return the steps that remove a schedule; none where there is none."""
        return getattr(self, f"_remove_{kind}")()  # type: ignore[no-any-return]

    def apply(self, steps: Sequence[Step]) -> None:
        """Carry out steps, in their order; ProgramError where a program fails."""
        roots = (self.config_home,)
        for step in steps:
            if step.command:
                run_well(step.command, _KEPT, step.given)
            elif step.path:
                edit = OutsideEdit(step.path, outside.read_outside(step.path, roots), step.text)
                outside.apply(OutsidePlan((edit,), roots, folders=step.folders))

    def installed(self) -> dict[str, str]:
        """Return where each installed schedule stands; what cannot be asked is left out."""
        found = {}
        timer = self.units / f"{self._unit}.timer"
        if timer.exists():
            found["systemd"] = str(timer)
        with suppress(ProgramError):
            found.update(("cron", line.rstrip()) for line in self._crontab()[0] if self._ours(line))
        with suppress(ProgramError):
            found.update(("openclaw", f"job {job}") for job in self._openclaw_jobs())
        return found

    @property
    def _unit(self) -> str:
        return f"lamina-{self.key}"

    def _units(self) -> dict[Path, str]:
        service, timer = (self.units / f"{self._unit}.{end}" for end in ("service", "timer"))
        made = _read(service).partition(_MADE)[2].partition("\n")[0]
        if not service.exists():
            wants = self.units / "timers.target.wants"
            folders = (wants, self.units, self.units.parent, self.config_home)
            made = " ".join(_within(one, self.config_home) for one in folders if not one.exists())
        command = " ".join(_systemd(one) for one in self.command)
        about = str(self.root).replace("%", "%%")
        return {
            service: f"# lamina schedule remove takes this away.\n{_MADE}{made}\n"
            f"[Unit]\nDescription=Lamina: upkeep of {about}\n\n"
            f"[Service]\nType=oneshot\nExecStart={command}\n",
            timer: f"[Unit]\nDescription=Lamina: upkeep of {about}\n\n"
            "[Timer]\nOnCalendar=*:0/15\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n",
        }

    def _install_systemd(self) -> tuple[Step, ...]:
        files = self._units()
        steps = [Step(path, text) for path, text in files.items() if _read(path) != text]
        if not steps:
            return ()
        control = (self.programs.systemctl, "--user")
        return (
            *steps,
            Step(command=(*control, "daemon-reload")),
            Step(command=(*control, "enable", "--now", f"{self._unit}.timer")),
        )

    def _remove_systemd(self) -> tuple[Step, ...]:
        service, timer = self._units()
        if not service.exists() and not timer.exists():
            return ()
        names = _read(service).partition(_MADE)[2].partition("\n")[0].split()
        folders = tuple(self.config_home / name for name in reversed(names))  # outermost first
        control = (self.programs.systemctl, "--user")
        return (
            Step(command=(*control, "disable", "--now", timer.name)),
            Step(timer),
            Step(service, folders=folders),
            Step(command=(*control, "daemon-reload")),
        )

    def _crontab(self) -> tuple[list[str], bool]:
        """Return the crontab's lines with their ends, and whether there is one."""
        done = run((self.programs.crontab, "-l"), "Nothing was changed.")
        if done.code:
            if "no crontab" in done.err.lower() or not (done.err.strip() or done.out):
                return [], False
            said = done.err.strip().splitlines()[0][:200]
            raise ProgramError(f"{self.programs.crontab} -l", said, "Nothing was changed.")
        return done.out.splitlines(keepends=True), True

    def _ours(self, line: str) -> bool:
        return f"# {self._unit}" in line and not line.startswith("#")

    def _install_cron(self) -> tuple[Step, ...]:
        lines, there = self._crontab()
        ours = next((line for line in lines if self._ours(line)), "")
        first = _FIRST if not there or ours.rstrip().endswith(_FIRST) else ""
        command = shlex.join(self.command).replace("%", "\\%")
        line = f"{_QUARTERS} {command} >/dev/null 2>&1 # {self._unit}{first}\n"
        if line == ours:
            return ()
        others = [one for one in lines if not self._ours(one)]
        return (self._crontab_step("".join([line, *others])),)

    def _remove_cron(self) -> tuple[Step, ...]:
        lines, _ = self._crontab()
        ours = [line for line in lines if self._ours(line)]
        if not ours:
            return ()
        text = "".join(line for line in lines if not self._ours(line))
        if not text and ours[0].rstrip().endswith(_FIRST):
            return (Step(command=(self.programs.crontab, "-r")),)
        return (self._crontab_step(text),)

    def _crontab_step(self, text: str) -> Step:
        return Step(command=(self.programs.crontab, "-"), given=text)

    def _openclaw_jobs(self) -> list[str]:
        """Return the ids of our jobs in OpenClaw's cron."""
        listing = (self.programs.openclaw, "cron", "list", "--all", "--json")
        said = run_well(listing, "Nothing was changed.")
        try:
            held: Any = json.loads(said[said.index("{") if "{" in said else 0 :] or "{}")
        except ValueError:
            reason = "it did not answer in JSON"
            raise ProgramError(shlex.join(listing), reason, "Nothing was changed.") from None
        jobs = held.get("jobs", []) if isinstance(held, dict) else held
        return [
            str(job.get("id"))
            for job in jobs
            if isinstance(job, dict) and job.get("name") == self._unit
        ]

    def _install_openclaw(self) -> tuple[Step, ...]:
        message = (
            f"Run: {shlex.join(self.command)}\nIf it prints HEARTBEAT_OK, answer only NO_REPLY;"
            " else answer with what it prints."
        )
        step = Step(
            command=(
                *(self.programs.openclaw, "cron", "add", "--name", self._unit),
                *("--cron", _QUARTERS, "--tz", self.zone, "--session", "isolated"),
                *("--message", message),
            )
        )
        try:
            return () if self._openclaw_jobs() else (step,)
        except ProgramError:  # it is not here: it is shown, to be run where it is
            return (step,)

    def _remove_openclaw(self) -> tuple[Step, ...]:
        return tuple(
            Step(command=(self.programs.openclaw, "cron", "rm", job))
            for job in self._openclaw_jobs()
        )


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or "failed").lower()) from error


def _within(path: Path, base: Path) -> str:
    return path.relative_to(base).as_posix()


def _systemd(text: str) -> str:
    """Return a text as one word of a unit's line: quoted, its own signs doubled."""
    for old, new in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        text = text.replace(old, new)
    return f'"{text}"'

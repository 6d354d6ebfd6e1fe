"""The daemon's side of a question: the same command, run with a memory that is kept open."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from lamina import __version__
from lamina.cli.start import command_of, is_hook, variables
from lamina.config import settings_files
from lamina.documents import days, workspace
from lamina.errors import LaminaError
from lamina.memory import Memory
from lamina.places import Places

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = 2  # memories, one for each kind of session and author
FAULT = 70


class Elsewhere(Exception):  # noqa: N818 - no failure: the caller does it by itself
    """The question is about another workspace."""


class Asked(NamedTuple):
    """A question that this daemon may answer."""

    arguments: list[str]
    places: Places
    input: str  # what the asking process was given, where it is a hook
    out_shows: bool  # colours
    err_shows: bool


class Resident:
    """Keeps a workspace's memory open and answers the command line's questions with it."""

    def __init__(self, root: Path, places: Places, run: Callable[..., int]) -> None:
        """Keep the parts.

        Args:
            root: the workspace.
            places: of the daemon; a question's own are used to find its workspace.
            run: the command line: arguments, and what to hand to ``opened``; returns the exit code.
        """
        self.root = root
        self.places = places
        self.run = run
        self.settings = _settings(variables())
        self._asking = places
        self._memories: dict[tuple[str, str], Memory] = {}
        self._files = settings_files(places, root)
        self._stamps = self._settings_files()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return what a command prints and its exit code; why not, where it is to run elsewhere."""
        try:
            asked = self._read(question)
            self._asking = asked.places
            if is_hook(asked.arguments):
                return _printed(self._hook(asked))
            return self._command(asked)
        except Elsewhere as why:
            return {"refused": str(why)}

    def keep(self, question: dict[str, Any]) -> dict[str, Any]:
        """Do as a hook's own process would, which keeps something: with a memory of its own.

        It may take its time, in another thread than ``answer``.
        """
        from lamina.hosts.events import read_event
        from lamina.hosts.running import Hook

        try:
            asked = self._read(question)
        except Elsewhere as why:
            return {"refused": str(why)}
        if not is_hook(asked.arguments):
            return {"refused": "no hook"}
        _, host, name = asked.arguments
        event = read_event(host, name, asked.input.encode())
        return _printed(Hook(host, name, days.utc_now).answer(event, asked.places))

    def _read(self, question: dict[str, Any]) -> Asked:
        """Read a question; Elsewhere where it is none for this daemon."""
        try:
            arguments, env = [str(one) for one in question["argv"]], dict(question["env"])
            out_shows, err_shows = map(bool, question["terminal"])
            places = Places.of(env, self.places.cwd / str(question["cwd"]))
        except (KeyError, TypeError, ValueError) as error:
            raise Elsewhere("no question") from error
        if question.get("version") != __version__ or _settings(env) != self.settings:
            raise Elsewhere("another version, or other settings")
        if not (command_of(arguments) or is_hook(arguments)):
            raise Elsewhere("no command for a daemon")
        return Asked(arguments, places, str(question.get("input", "")), out_shows, err_shows)

    def _command(self, asked: Asked) -> dict[str, Any]:
        out, err = _stream(), _stream()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = self.run(asked.arguments, obj=self, color=asked.out_shows or asked.err_shows)
        if code == FAULT:
            raise Elsewhere("a fault")
        return {
            "stdout": _read(out, colour=asked.out_shows),
            "stderr": _read(err, colour=asked.err_shows),
            "code": code,
        }

    def _hook(self, asked: Asked) -> str:
        """Answer a hook with a memory that is open; what goes wrong its own process says."""
        from lamina.hosts.events import read_event
        from lamina.hosts.hooks import answer

        _, host, name = asked.arguments
        event = read_event(host, name, asked.input.encode())
        if event.folder is None:
            raise Elsewhere("nobody knows where")
        return answer(event, self.memory_of(event.folder, event.kind, f"agent:{host}"))

    def memory_of(self, folder: Path, session: str, author: str) -> Memory:
        """Return the open memory for an agent that works in a folder, or raise Elsewhere."""
        self._asking = replace(self._asking, cwd=folder.resolve())
        return self.memory(None, session, author)

    def memory(self, named: str | None, session: str, author: str = "owner") -> Memory:
        """Return the open memory for a question; Elsewhere where it is about another workspace."""
        try:
            root = workspace.checked_root(workspace.find(self._asking, named).root)
        except LaminaError as error:
            raise Elsewhere("no workspace") from error
        if root != self.root:
            raise Elsewhere("another workspace")
        stamps = self._settings_files()
        if stamps != self._stamps:
            self.close()
            self._files = settings_files(self.places, self.root)
            self._stamps = self._settings_files()
        who = (session, author)
        if who not in self._memories:
            for other in list(self._memories)[: 1 - KEPT or None]:
                self._memories.pop(other).close()
            self._memories[who] = Memory(
                self.root, session=session, author=author, places=self.places, background=True
            )
        found = self._memories[who]
        found.clock = days.utc_now
        return found

    def sync(self) -> None:
        """Bring the index in line and keep what answers a search at hand."""
        self._asking = self.places
        with contextlib.suppress(LaminaError):  # the next question says it
            self.memory(str(self.root), "main").search("memory", record=False)

    def close(self) -> None:
        """Close what is open."""
        while self._memories:
            self._memories.popitem()[1].close()

    def _settings_files(self) -> tuple[tuple[int, int], ...]:
        found = []
        for path in self._files:
            try:
                status = path.stat()
                found.append((status.st_mtime_ns, status.st_size))
            except OSError:
                found.append((0, 0))
        return tuple(found)


def _settings(env: dict[str, str]) -> tuple[dict[str, str], Places]:
    """Return what has to be the same on both sides; which workspace is meant is looked at."""
    here = {"LAMINA_WORKSPACE", "LAMINA_CONFIG", "LAMINA_CACHE"}
    said = {
        k: v for k, v in env.items() if k == "TZ" or (k.startswith("LAMINA_") and k not in here)
    }
    return said, replace(Places.of(env, Path("/")), workspace=None)


def _printed(answered: str) -> dict[str, Any]:
    return {"stdout": f"{answered}\n" if answered else "", "stderr": "", "code": 0}


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True)


def _read(stream: io.TextIOWrapper, *, colour: bool) -> str:
    stream.flush()
    text = stream.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]
    return text if colour else click.unstyle(text)

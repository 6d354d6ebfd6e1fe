"""Kills a command at each of its changes to the disk, then looks at what a next writer finds.

Run as a script with a JSON object on standard input: ``start`` (folder of a workspace), ``scratch``
(empty folder), ``command`` (arguments). For every n a child is forked whose n-th event that changes
the file system ends the process before it happens; then ``remember`` writes, as any next writer
would. Prints what was seen, as JSON.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import shutil
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import lamina
from lamina.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = "2026-03-04T09:30:00+01:00"
NEXT = ["remember", "The van comes at four.", "--now", NOW]
CHANGES = {
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown", "os.utime", "sqlite3.connect", "shutil.rmtree", "shutil.move",
}  # fmt: skip
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
TEMP = ".lamina-"  # how temporary files begin
KILLED, MOST = 9, 500


def load() -> None:
    """Import all of Lamina, so that no child has to."""
    for module in pkgutil.walk_packages(lamina.__path__, "lamina."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def die_at(last: int) -> None:
    """End this process just before its ``last``-th change to the disk; 0: never."""
    seen = 0

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event == "open":
            flags = arguments[2]
            if not isinstance(flags, int) or not flags & WRITES:
                return
            if "/dev/" in str(arguments[0]):
                return
        elif event not in CHANGES:
            return
        seen += 1
        if seen == last:
            os._exit(KILLED)

    sys.addaudithook(hook)


def run(workspace: Path, arguments: list[str], last: int = 0) -> tuple[int, str]:
    """Run a command in a forked child; return its exit code and what it said."""
    said = workspace.with_suffix(".said")
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.chdir(workspace)
            os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
            os.dup2(1, 2)
            if last:
                die_at(last)
            main.run([*arguments, "-w", str(workspace)])
        except SystemExit as error:
            code = int(error.code or 0)
        except BaseException:  # noqa: BLE001 - the child must end here, whatever it was
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), said.read_text("utf-8", "replace")


def files(root: Path) -> dict[str, bytes]:
    """Return the bytes of the user's files."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".dreams" not in path.parts
    }


class Rig:
    """One command, killed everywhere."""

    def __init__(self, start: Path, scratch: Path, command: list[str]) -> None:
        self.start, self.scratch, self.command = start, scratch, [*command, "--now", NOW]
        self.pristine = files(start)
        self.plain: dict[str, bytes] = {}  # after the command
        self.problems: list[str] = []
        self.seen = {"old": 0, "new": 0}

    def copy(self, name: str) -> Path:
        """Return a fresh copy of the workspace."""
        return Path(shutil.copytree(self.start, self.scratch / name))

    def reference(self, name: str, commands: list[list[str]]) -> dict[str, bytes]:
        """Return the files after commands that nobody interrupts."""
        workspace = self.copy(name)
        for command in commands:
            code, said = run(workspace, command)
            assert code == 0, said
        found = files(workspace)
        shutil.rmtree(workspace)
        return found

    def all(self) -> dict[str, object]:
        """Kill the command at each change; return what was seen."""
        old = self.reference("old", [NEXT])
        new = self.reference("new", [self.command, NEXT])
        self.plain = self.reference("plain", [self.command])
        assert new != old, "the command changes nothing"
        for last in range(1, MOST):
            workspace = self.copy(f"at-{last}")
            code, said = run(workspace, self.command, last)
            if code == 0:
                return {"kills": last - 1, "problems": self.problems} | self.seen
            assert code == KILLED, said
            seen = self.look(workspace, old, new)
            self.problems += [f"killed at {last}: {problem}" for problem in seen]
            shutil.rmtree(workspace)
        raise AssertionError("the command never came to an end")

    def look(self, workspace: Path, old: dict[str, bytes], new: dict[str, bytes]) -> Iterator[str]:
        """Let the next writer in; yield what is wrong then."""
        for path, data in files(workspace).items():
            whole = data in {self.pristine.get(path), self.plain.get(path)}
            if not whole and not path.rpartition("/")[2].startswith(TEMP):
                yield f"{path} is torn"
        code, said = run(workspace, NEXT)
        if code:
            yield f"the next writer failed: {said}"
            return
        left = [p for p in workspace.rglob("*") if p.name.startswith(TEMP)]
        if left:
            yield f"temporary files are left in {sorted({p.parent.name for p in left})}"
        for temporary in left:  # and look at the rest
            temporary.unlink()
        found = files(workspace)
        state = "old" if found == old else "new" if found == new else ""
        if not state:
            odd = {p for p in old | new | found if found.get(p) not in {old.get(p), new.get(p)}}
            yield f"some files are old, some new; neither: {sorted(odd)}"
            return
        self.seen[state] += 1
        yield from self.history(workspace, changes=1 if state == "old" else 2)

    def history(self, workspace: Path, changes: int) -> Iterator[str]:
        """Read the history, take back what it lists; yield what is wrong."""
        code, said = run(workspace, ["history", "--limit", "0", "--json"])
        if code:
            yield f"history failed: {said}"
            return
        listed = [entry["command"] for entry in json.loads(said)]
        wanted = ["remember", " ".join(self.command)][:changes]
        if len(listed) != changes or not wanted[-1].startswith(listed[-1]):
            yield f"history lists {listed}"
            return
        for _ in range(changes):
            code, said = run(workspace, ["undo", "--now", NOW])
            if code:
                yield f"undo failed: {said}"
                return
        if files(workspace) != self.pristine:
            yield "undo did not give the old files back"


if __name__ == "__main__":
    asked = json.loads(sys.stdin.read())
    sys.dont_write_bytecode = True
    load()
    rig = Rig(Path(asked["start"]), Path(asked["scratch"]), asked["command"])
    print(json.dumps(rig.all()))

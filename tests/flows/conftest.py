"""A flow: a real workspace, commands at given moments, whole folders held as golden files."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import GOLDEN

if TYPE_CHECKING:
    import subprocess

    from tests.conftest import Shell

WORKSPACES = Path(__file__).parent / "workspaces"
MOST_CHANGES = 200  # of a flow; undo stops long before
UGLY = re.compile(r"\n\n\n|[ \t]\n")  # two blank lines, blanks at a line's end


class Flow:
    """Runs commands in a copy of a workspace, at a moment that the flow sets."""

    def __init__(self, name: str, lamina: Shell, root: Path, *, update: bool) -> None:
        self.name = name
        self.root = root
        self.lamina = lamina
        self.now = ""
        self.zone = "Europe/Berlin"
        self.update = update  # write the golden files anew
        shutil.copytree(WORKSPACES / name, root, dirs_exist_ok=True)
        self.start = tree(root)

    def run(
        self, *arguments: str, given: str | None = None, code: int = 0
    ) -> subprocess.CompletedProcess[str]:
        """Run a command; it must end with the code."""
        done = self.lamina(
            *arguments, "--now", self.now, given=given, LAMINA_NOTES_TIMEZONE=self.zone
        )
        print(
            "$ lamina", *arguments, f"   # {self.now}\n{done.stdout}{done.stderr}"
        )  # at a failure
        assert done.returncode == code, (arguments, done.stdout, done.stderr)
        return done

    def __call__(self, *arguments: str, given: str | None = None, code: int = 0) -> str:
        """Run a command and return what it shows."""
        return self.run(*arguments, given=given, code=code).stdout

    def read(self, path: str) -> str:
        """Return a file's text, byte for byte."""
        return (self.root / path).read_bytes().decode("utf-8")

    def section(self, path: str, title: str) -> list[str]:
        """Return the lines under a heading that are not blank, up to the next heading."""
        lines = self.read(path).splitlines()
        start = next(n for n, line in enumerate(lines) if line.lstrip("# ") == title)
        found = []
        for line in lines[start + 1 :]:
            if line.startswith(("#", "<!-- lamina:")):
                break
            if line.strip():
                found.append(line)
        return found

    def files(self) -> set[str]:
        """Return every path in the workspace but machine state; folders end with a slash."""
        return set(tree(self.root))

    def matches(self, stage: str) -> None:
        """Compare the list of files, and each file that is not as at the start, byte for byte.

        The golden files are in ``tests/golden/flows/<name>/<stage>``, their list beside it.
        """
        now = tree(self.root)
        folder = GOLDEN / "flows" / self.name
        golden = {
            f"{stage}/{path}": data
            for path, data in now.items()
            if not path.endswith("/") and data != self.start.get(path)
        }
        golden[f"{stage}.txt"] = "".join(f"{path}\n" for path in now).encode()
        if self.update:
            shutil.rmtree(folder / stage, ignore_errors=True)
            for path, data in golden.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(data)
        held = [p for p in (folder / stage).rglob("*") if p.is_file()] + [folder / f"{stage}.txt"]
        kept = {p.relative_to(folder).as_posix(): p.read_bytes() for p in held if p.exists()}
        assert sorted(golden) == sorted(kept)
        for path, data in golden.items():
            assert data.decode().splitlines(keepends=True) == kept[path].decode().splitlines(
                keepends=True
            ), path

    def ends(self, subtests: pytest.Subtests, changes: int, stage: str = "1-end") -> None:
        """Find the files as the golden ones, and take all back: at least so many changes."""
        with subtests.test("the files at the end"):
            self.matches(stage)
        with subtests.test("no ugly blanks"):
            self.is_tidy()
        with subtests.test("undo, one after the other, gives the old folder back"):
            assert self.undo_all() >= changes

    def is_tidy(self) -> None:
        """Find no doubled blank line and no trailing blank in what was written."""
        for path, data in tree(self.root).items():
            if path.endswith(".md") and data != self.start.get(path):
                found = UGLY.search(data.decode("utf-8").replace("\r\n", "\n"))
                assert not found, (path, found)

    def standing(self) -> int:
        """Return how many changes stand: made, and not taken back."""
        shown = json.loads(self("history", "--limit", "0", "--json"))
        return sum(one["undoes"] is None and one["undone_by"] is None for one in shown)

    def back_to(self, standing: int) -> None:
        """Take back the newest changes until this many stand."""
        for _ in range(self.standing() - standing):
            self("undo")

    def undo_all(self) -> int:
        """Take back every change, one after the other; the folder is as at the start."""
        for count in range(MOST_CHANGES):
            done = self.lamina("undo", "--now", self.now, LAMINA_NOTES_TIMEZONE=self.zone)
            if done.returncode:
                assert "nothing to undo" in done.stderr, done.stderr
                assert tree(self.root) == self.start
                return count
        raise AssertionError("undo never came to an end")


def tree(root: Path) -> dict[str, bytes]:
    """Return the bytes of every file, and the folders, without machine state."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if ".dreams" in path.parts:
            continue
        found[f"{name}/" if path.is_dir() else name] = b"" if path.is_dir() else path.read_bytes()
    return found


@pytest.fixture
def flow(request: pytest.FixtureRequest, lamina: Shell, root: Path) -> Flow:
    """Return the flow that the test's module names with WORKSPACE."""
    update = request.config.getoption("--golden-update")
    return Flow(request.module.WORKSPACE, lamina, root, update=update)

"""What is published: the wheel holds what runs, and nothing else; the manual page; completion."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(folder), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as opened:
        yield opened


def test_the_wheel_holds_every_file_of_the_package_and_no_other(wheel):
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    source = ROOT / "src"
    wanted = {
        p.relative_to(source).as_posix()
        for p in (source / "lamina").rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }
    manual = {name for name in names if name.endswith("share/man/man1/lamina.1")}
    assert len(manual) == 1
    assert names - manual == wanted


def test_the_wheel_needs_no_compiler_and_carries_all_licences(wheel):
    assert any(name.endswith("WHEEL") for name in wheel.namelist())
    told = next(name for name in wheel.namelist() if name.endswith(".dist-info/WHEEL"))
    assert "Tag: py3-none-any" in wheel.read(told).decode()
    licences = {name.rsplit("/", 1)[1] for name in wheel.namelist() if "/licenses/" in name}
    vendored = {p.name for p in (ROOT / "src/lamina/web/static/vendor").glob("*.LICENSE")}
    assert licences == {"LICENSE", "THIRD-PARTY.md"} | vendored


def test_every_dependency_is_named_in_the_notices():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"]]
    for extra, packages in project["optional-dependencies"].items():
        needed += packages if extra != "all" else []
    names = {re.split(r"[\[<>=;~ ]", package)[0] for package in needed} - {"lamina"}
    notices = (ROOT / "THIRD-PARTY.md").read_text("utf-8")
    assert {name for name in names if f"| {name} |" not in notices} == set()


def test_every_vendored_file_is_the_one_its_notice_names():
    import hashlib

    folder = ROOT / "src/lamina/web/static/vendor"
    rows = re.findall(
        r"\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|", (folder / "THIRD-PARTY.md").read_text()
    )
    assert {p.name for p in folder.glob("*.js")} == {name for name, _ in rows}
    for name, digest in rows:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_the_manual_page_is_as_the_commands_say():
    done = subprocess.run(
        [sys.executable, "scripts/man.py", "--check"], cwd=ROOT, capture_output=True, check=False
    )
    if b"No module named 'cogapp'" in done.stderr:
        pytest.skip("cogapp is not installed")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(lamina, shell):
    done = lamina("completion", shell)
    assert done.returncode == 0
    assert f"_LAMINA_COMPLETE={shell}_complete" in done.stdout


def test_a_shell_completes_commands_and_their_options(lamina):
    for words, at, wanted in (
        ("lamina rem", "1", "remember"),
        ("lamina search --arch", "2", "--archived"),
    ):
        env = {"_LAMINA_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": at}
        assert f"plain,{wanted}" in lamina(**env).stdout

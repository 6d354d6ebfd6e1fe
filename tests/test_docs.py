"""The documents cannot lie: their commands run, their links lead somewhere, generated parts are new."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from lamina.cli.main import lamina as top

ROOT = Path(__file__).parents[1]
PAGES = [
    *ROOT.glob("*.md"),
    *(path for name in ("docs", "skills") for path in (ROOT / name).rglob("*.md")),
    *(ROOT / "benchmarks").glob("*.md"),
]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def anchors(page):
    """The anchors of a page's headings, as the usual viewers of Markdown make them."""
    text = re.sub(r"^```.+?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#{1,6} +(.+?) *#*$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_a_heading_that_is_there(page):
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", page.read_text("utf-8")):
        if "://" not in target:
            there = page.parent / target if target else page
            assert anchor in anchors(there), (target, anchor)


def test_the_skill_to_publish_says_what_its_host_reads():
    """OpenClaw wants name and description, and metadata as JSON on one line."""
    page = (ROOT / "skills/lamina/SKILL.md").read_text("utf-8")
    head = dict(line.split(": ", 1) for line in page.split("---\n")[1].splitlines())
    assert head["name"] == "lamina"
    assert len(head["description"]) < 300
    wants = json.loads(head["metadata"])["openclaw"]
    assert wants["requires"]["bins"] == ["lamina"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for way in wants["install"]:
        name, _, extra = way["package"].rstrip("]").partition("[")
        assert (name, way["bins"]) == (project["name"], list(project["scripts"]))
        assert extra in project["optional-dependencies"]


def promises():
    """The rows of SECURITY.md: what is promised, and what is said to hold it."""
    lines = (ROOT / "SECURITY.md").read_text("utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return [(promise, held) for promise, held in rows if promise != "promise"]


@pytest.mark.parametrize(("promise", "held"), promises())
def test_every_promise_names_tests_that_are_there(promise, held):
    named = re.findall(r"`(tests/[^`:]+\.py)(?:::(\w+))?`", held)
    assert named, promise
    for path, name in named:
        what = rf"^def {name or 'test_'}{'[(]' if name else ''}"
        assert re.search(what, (ROOT / path).read_text("utf-8"), re.MULTILINE), (path, name)


def test_the_quick_start_runs_as_written(lamina, tmp_path):
    page = (ROOT / "README.md").read_text("utf-8")
    lines = [line.partition("  #")[0].strip() for line in page.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("lamina ")]
    assert len(commands) >= 7
    folder = tmp_path / "my-agent"
    for command in commands:
        arguments = [str(folder) if part == "~/my-agent" else part for part in command]
        done = lamina(*arguments, cwd=folder if folder.exists() else tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    assert "viewing" in (folder / "memory").glob("2*.md").__next__().read_text()


def written(page):
    """The calls of the command line in a page: in blocks of shell lines and between backticks."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.+?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]
    lines += re.findall(
        r"`(lamina [^`]+)`", re.sub(r"^```.+?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    )
    return [line for line in lines if line.startswith("lamina ")]


@pytest.mark.parametrize("page", [p for p in PAGES if p.name != "CHANGELOG.md"], ids=name_of)
def test_every_command_it_names_is_there_with_its_options(page):
    for line in written(page):
        words = [re.sub(r"^[(\[]+|[)\],]+$", "", word) for word in line.split()[1:]]
        context = click.Context(top, info_name="lamina")
        command: click.Command = top
        for number, word in enumerate(words):
            if not isinstance(command, click.Group) or not re.fullmatch("[a-z][a-z-]+", word):
                break
            found = command.get_command(context, word)
            if found is None and number and "|" not in line:
                break
            assert found is not None or "|" in line, line
            command = found or command
        known = {name for p in (*command.params, *top.params) for name in p.opts + p.secondary_opts}
        known |= {"--help", "-h"}
        if isinstance(command, click.Group):  # of one of its commands, named before in the text
            inner = [command.get_command(context, n) for n in command.list_commands(context)]
            known |= {n for c in inner if c for p in c.params for n in p.opts + p.secondary_opts}
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", line.partition(" | ")[0]):
            assert option in known, (line, option)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_python_examples_run_as_written(tmp_path, environment, page):
    text = (ROOT / page).read_text("utf-8")
    code = re.findall(r"```python\n(.+?)```", text, re.DOTALL)[0]
    (tmp_path / "my-agent").mkdir()
    code = code.replace("~/my-agent", str(tmp_path / "my-agent"))
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "#L3" in done.stdout


def test_generated_pages_are_as_the_code_says():
    done = subprocess.run(
        [sys.executable, "scripts/docs.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if "No module named 'cogapp'" in done.stderr:
        pytest.skip("cogapp is not installed")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_recorded_session_is_what_the_commands_say(environment):
    done = subprocess.run(
        [sys.executable, "scripts/terminal.py", "--check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_picture_fetches_nothing():
    for path in (ROOT / "docs/pictures").glob("*.svg"):
        links = re.findall(r"https?://[^\s\"')]+", path.read_text("utf-8"))
        assert {link for link in links if "w3.org" not in link} <= {"https://www.textualize.io"}


@pytest.mark.parametrize("page", ["ARCHITECTURE.md"])
def test_every_test_that_holds_a_promise_is_there(page):
    text = (ROOT / page).read_text("utf-8")
    named = set(re.findall(r"`(?:tests/)?((?:[a-z_]+/)*test_\w+\.py)", text))
    assert len(named) > 10
    assert {name for name in named if not (ROOT / "tests" / name).exists()} == set()


def test_the_readme_stays_short():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < 150


def test_the_changelog_starts_with_what_is_not_released():
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text("utf-8")[:200]

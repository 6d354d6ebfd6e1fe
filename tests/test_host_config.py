"""OpenClaw's own configuration: what it loads, whether it dreams, for which workspaces."""

from __future__ import annotations

import json

import pytest

from lamina.host_config import read_host
from lamina.places import Places


@pytest.fixture
def places(home):
    return Places.of({"HOME": str(home)}, cwd=home)


def written(places, held):
    places.openclaw.mkdir(parents=True, exist_ok=True)
    text = held if isinstance(held, str) else json.dumps(held)
    (places.openclaw / "openclaw.json").write_text(text, "utf-8")


def agents(workspace, **defaults):
    return {"agents": {"defaults": {"workspace": str(workspace), **defaults}}}


def test_without_a_host_there_is_nothing_to_say(places, root):
    found = read_host(places, root)
    assert (found.mine, found.dreams, found.problem) == (False, False, "")


@pytest.mark.parametrize(
    ("version", "said", "dreams"),
    [
        ("2026.5.28", None, False),
        ("2026.9.6", None, True),
        ("2026.9.6-beta.1", False, False),
        ("2026.5.28", True, True),
        (None, None, False),
    ],
)
def test_whether_it_dreams_depends_on_its_version_and_what_was_set(
    places, root, version, said, dreams
):
    held = agents(root) | {"meta": {"lastTouchedVersion": version}}
    if said is not None:
        plugin = {"config": {"dreaming": {"enabled": said, "frequency": "5 4 * * *"}}}
        held["plugins"] = {"entries": {"memory-core": plugin}}
    written(places, held)
    found = read_host(places, root)
    assert found.dreams is dreams
    assert found.frequency == ("0 3 * * *" if said is None else "5 4 * * *")


def test_another_memory_plugin_does_not_dream(places, root):
    meta = {"meta": {"lastTouchedVersion": "2026.9.6"}}
    written(places, agents(root) | meta | {"plugins": {"slots": {"memory": "none"}}})
    assert not read_host(places, root).dreams


def test_comments_and_trailing_commas_are_usual(places, root):
    written(
        places,
        f"""{{
          // where it lives
          agents: {{list: [{{id: "main", workspace: '{root}',}},], defaults: {{bootstrapMaxChars: 9000,}}}},
        }}""",
    )
    found = read_host(places, root)
    assert (found.mine, found.file_chars, found.problem) == (True, 9000, "")


def test_a_home_is_a_home(places, home):
    (home / "ws").mkdir()
    written(places, agents("~/ws"))
    assert read_host(places, home / "ws").mine


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"agents": 5}', "\x00", "[" * 100_000])
def test_a_broken_file_says_nothing(places, root, text):
    written(places, text)
    found = read_host(places, root)
    assert not found.mine
    assert not found.dreams


def test_what_it_loads_of_a_file_is_the_limit_unless_somebody_set_one(open_memory, places, root):
    assert open_memory().config.core.file_chars == 12000
    written(places, agents(root, bootstrapMaxChars=7000, bootstrapTotalMaxChars=30000))
    memory = open_memory()
    assert (memory.config.core.file_chars, memory.config.core.total_chars) == (7000, 30000)
    assert memory.config.origins["core.file_chars"].endswith("openclaw.json")
    other = open_memory(**{"core.file_chars": "8000"})
    assert other.config.core.file_chars == 8000


def test_another_workspace_is_not_the_hosts(open_memory, places, tmp_path):
    written(places, agents(tmp_path / "elsewhere", bootstrapMaxChars=7000))
    assert open_memory().config.core.file_chars == 12000


def test_the_doctor_says_that_both_dream(open_memory, places, root):
    written(places, agents(root) | {"meta": {"lastTouchedVersion": "2026.9.6"}})
    memory = open_memory()

    def said():
        return [f.reason for f in memory.doctor.check().findings if f.rule == "DRM-16"]

    assert said() == ["OpenClaw dreams here by itself (0 3 * * *); Lamina's dreaming is off"]
    memory.schedule.switch(on=True)
    assert said() == ["OpenClaw dreams here too (0 3 * * *): both write into MEMORY.md"]


def test_the_doctor_names_a_configuration_that_cannot_be_read(open_memory, places):
    written(places, "{")
    reasons = [one.reason for one in open_memory().doctor.check().findings]
    assert any("is not valid JSON5" in reason for reason in reasons)

"""A whole memory over PostgreSQL: the same answers, nothing of others, plain words where it fails."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from lamina.errors import ConfigError, StoreAwayError
from lamina.memory import Memory
from lamina.places import Places
from tests.conftest import NOW

pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")

AWAY = "postgresql://lamina@127.0.0.1:1/lamina"
NOTES = {
    "MEMORY.md": "# Memory\n\n- Anna is allergic to penicillin\n",
    "memory/2026-03-01.md": "- the kiln runs at 1240 degrees\n- INV-00417 is paid\n",
    "memory/2026-03-02.md": "- насос во дворе сломан\n- 茶叶价格上涨了\n",
    "memory/topics/teapots.md": "# Teapots\n\nThe blue teapot was sold to Berlin.\n",
}
QUESTIONS = ["kiln degrees", "INV-00417", "насос", "茶叶", "teapot Berlin", "penicilin", "nothing"]


def told(answer):
    """Return what an answer says, without what differs from run to run."""
    return [replace(hit, score=round(hit.score, 9)) for hit in answer.hits], answer.notes


def test_the_same_notes_are_found_in_the_same_order(postgres, open_memory, write):
    for path, text in NOTES.items():
        write(path, text)
    other = open_memory(**{"store.url": postgres.url()})
    here = open_memory(**{"store.url": ""})
    for question in QUESTIONS:
        assert told(other.search(question)) == told(here.search(question)), question
    assert [one.query for one in other.state.recalls()] == [
        one.query for one in here.state.recalls()
    ]
    assert other.index.database.path is None


def test_j08_one_workspace_finds_nothing_of_another(postgres, open_memory, tmp_path):
    memories = {}
    words = {"a": "heron", "b": "otter"}
    for name, word in words.items():
        folder = tmp_path / name
        (folder / "memory").mkdir(parents=True)
        memories[name] = open_memory(folder, **{"store.url": postgres.url()})
        memories[name].remember(f"the canary word is {word}")
    for name, other in (("a", "b"), ("b", "a")):
        memory = memories[name]
        assert [hit.snippet for hit in memory.search("canary word").hits] == [
            f"- 09:30 the canary word is {words[name]}"
        ]
        assert not memory.search(words[other]).hits
        assert len(memory.index.files()) == 1
        assert len(memory.state.recalls()) == 1


def test_a_machine_name_keeps_the_same_folder_of_two_machines_apart(postgres, open_memory, write):
    write("memory/a.md", "- zebra\n")
    here, there = (
        open_memory(**{"store.url": postgres.url(), "store.machine": name}) for name in ("x", "y")
    )
    here.search("zebra")
    assert there.state.recalls() == []
    assert len(here.state.recalls()) == 1


def test_j09_what_was_forgotten_is_in_no_row_and_does_not_come_back(postgres, open_memory, write):
    write("memory/a.md", "- the black zebra sings\n- a horse\n")
    memory, other = (open_memory(**{"store.url": postgres.url()}) for _ in range(2))
    assert memory.search("zebra sings").hits
    assert other.search("zebra sings").hits
    done = memory.forget.apply("black zebra")
    assert not done.left
    assert any("database server keeps" in one for one in done.stays)
    other.state.want("who is the black zebra?", "2026-03-04")
    for name in ("recalls", "wanted", "mentions"):
        rows = other.state.database.execute(f"SELECT * FROM {name}")
        assert "zebra" not in str(rows)
    for name in ("chunks", "postings"):
        with other.index.database.using() as raw:
            assert "zebra" not in str(raw.execute(f"SELECT * FROM {name}").fetchall())


def test_a_sweep_can_be_tried_out_in_a_copy(postgres, open_memory, write):
    write("memory/2026-03-01.md", "- the kiln runs at 1240 degrees\n")
    memory = open_memory(**{"store.url": postgres.url()})
    memory.search("kiln degrees")
    assert memory.state_copy.recalls() == memory.state.recalls()
    assert memory.state_copy.database.path is None


def test_while_the_database_is_away_that_is_said_and_files_are_read_and_written(
    open_memory, root, write
):
    note = write("memory/2026-03-04.md", "- zebra\n")
    memory = open_memory(**{"store.url": AWAY})
    with pytest.raises(StoreAwayError, match="cannot be reached") as told:
        memory.search("zebra")
    assert "untouched" in told.value.message
    assert note.read_text() == "- zebra\n"
    assert "zebra" in memory.get("memory/2026-03-04.md").text
    memory.remember("a horse")
    assert note.read_text() == "- zebra\n- 09:30 a horse\n"


def test_from_the_shell_nothing_but_sentences(lamina, write):
    write("memory/a.md", "- zebra\n")
    said = lamina("search", "zebra", LAMINA_STORE_URL=AWAY)
    assert said.returncode == 8
    assert "cannot be reached" in said.stderr
    assert "Traceback" not in said.stderr
    said = lamina("search", "zebra", LAMINA_STORE_URL=AWAY.replace("lamina@", "lamina:canary@"))
    assert said.returncode == 8
    assert "canary" not in said.stderr + said.stdout


def test_without_its_packages_the_extra_is_named(lamina, tmp_path, write):
    write("memory/a.md", "- zebra\n")
    package = tmp_path / "none" / "psycopg"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('not here')")
    found = os.pathsep.join([str(package.parent), os.environ.get("PYTHONPATH", "")])
    said = lamina("search", "zebra", LAMINA_STORE_URL=AWAY, PYTHONPATH=found)
    assert said.returncode == 2
    assert 'pip install "lamina[server]"' in said.stderr


def test_no_file_that_travels_chooses_the_database(root, home, write):
    write(".lamina.toml", f'[store]\nurl = "{AWAY}"\n')
    with pytest.raises(ConfigError, match="travels"):
        Memory(root, clock=lambda: NOW, places=Places.of({"HOME": str(home)}, cwd=root))

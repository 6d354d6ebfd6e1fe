"""Agents see nothing of each other but what a folder shares; there, nothing of anybody is lost."""

from __future__ import annotations

import json
import multiprocessing
import shutil
import subprocess
import sys

import pytest

from lamina.errors import ConfigError, NotSharedError, PathOutsideError, PrivateFileError
from lamina.memory import Memory
from lamina.places import Places
from tests.agents.conftest import USUAL
from tests.conftest import NOW

CANARY = {name: f"{name}-canary-{number}" for number, name in enumerate(("anna", "bert"), 7421)}
QUESTION = "what is the word of the harbour office?"
NOTE = "memory/2026-03-03.md"


def told(agents):
    """Let each agent know a word of its own about the same thing."""
    agents.add(*CANARY)
    for name, word in CANARY.items():
        note = agents.folders[name] / NOTE
        note.write_text(f"# 2026-03-03\n\n- the word of the harbour office is {word}\n")


def everything(agents, name, **how):
    """Return all that an agent is given, by every way of asking."""
    with agents.open(name, **how) as memory:
        found = [
            memory.search(QUESTION, archived=True, include_reference=True, limit=50).as_dict(),
            memory.search(QUESTION, since=NOW.date().replace(day=1)).as_dict(),
            memory.recall(QUESTION, always=True).as_dict(),
            memory.context(budget=9000).as_dict(),
            memory.remember("the word of the harbour office is another one").as_dict(),
        ]
        return json.dumps(found)


def test_agents_see_nothing_of_each_other(agents):  # J08
    told(agents)
    for name, other in (("anna", "bert"), ("bert", "anna")):
        found = everything(agents, name)
        assert CANARY[name] in found
        assert CANARY[other] not in found
        with agents.open(name) as memory:
            for path in (f"../{other}/{NOTE}", str(agents.folders[other] / NOTE)):
                with pytest.raises(PathOutsideError):
                    memory.get(path)
    caches = {path.parent.name for path in agents.places.cache.rglob("index.db")}
    assert len(caches) == 2


@pytest.mark.parametrize("session", ["main", "group", "sub-agent"])
def test_a_shared_folder_is_there_for_those_it_is_shared_with(agents, session):  # J08
    told(agents)
    folder = agents.share("team", read=["anna"])
    (folder / "notes.md").write_text("# Team\n\n- the word of the harbour office is team-canary\n")
    assert "team-canary" in everything(agents, "anna", session=session)
    assert "team-canary" not in everything(agents, "bert", session=session)
    with agents.open("anna", session=session) as memory:
        assert "team-canary" in memory.get("@shared/team/notes.md").text
    with agents.open("bert", session=session) as memory, pytest.raises(PathOutsideError):
        memory.get("@shared/team/notes.md")


def test_what_is_shared_no_more_is_found_no_more(agents):  # J08
    told(agents)
    folder = agents.share("team", read=["*"])
    (folder / "notes.md").write_text("- the word of the harbour office is team-canary\n")
    for name in CANARY:
        assert "team-canary" in everything(agents, name)
    agents.share("team", read=["bert"])
    assert "team-canary" not in everything(agents, "anna")
    assert "team-canary" in everything(agents, "bert")


def test_two_agents_in_one_workspace_have_shares_of_their_own(agents):  # J08
    agents.add("anna", "bert", folder="both")
    folder = agents.share("team", read=["anna"])
    (folder / "notes.md").write_text("- the word of the harbour office is team-canary\n")
    with agents.open("anna") as anna, agents.open("bert") as bert:
        hit = anna.search(QUESTION).hits[0]
        assert "team-canary" in hit.snippet
        # whatever another agent has put into the index they both use
        searcher = bert.searcher
        report = bert.sync()
        anna.sync()
        from lamina.search.answers import Request

        found = searcher.search(Request(QUESTION, limit=50), report)
        assert not found.hits
    with Memory(agents.folders["anna"], places=agents.places, overrides=USUAL) as whose:
        assert whose.agents == ("anna", "bert")
        assert not whose.search(QUESTION, record=False).hits  # it may be either's


def test_private_files_of_a_shared_workspace_stay_private(agents):  # J07, J08
    told(agents)
    folder = agents.share("team", read=["anna"])
    (folder / "MEMORY.md").write_text("- the word of the harbour office is private-canary\n")
    (folder / "memory").mkdir()
    (folder / "memory" / "link.md").symlink_to(folder / "MEMORY.md")
    assert "private-canary" in everything(agents, "anna")
    assert "private-canary" not in everything(agents, "anna", session="group")
    with agents.open("anna", session="group") as memory:
        for path in ("MEMORY.md", "memory/../MEMORY.md", "memory/link.md"):
            with pytest.raises(PrivateFileError):
                memory.get(f"@shared/team/{path}")


def test_no_link_leads_out_of_a_shared_folder(agents):  # J06, J08
    told(agents)
    folder = agents.share("team", read=["anna"])
    (folder / "out.md").symlink_to(agents.folders["bert"] / NOTE)
    assert CANARY["bert"] not in everything(agents, "anna")
    with agents.open("anna") as memory:
        for path in ("out.md", f"../../agents/bert/{NOTE}", "memory/.dreams/state.db"):
            with pytest.raises(PathOutsideError):
                memory.get(f"@shared/team/{path}")


def test_an_agent_adds_to_what_is_shared_with_it_for_that(agents):
    told(agents)
    folder = agents.share("team", read=["bert"], append=["anna"])
    with agents.open("anna") as memory:
        written = memory.share("team", "the harbour office moved to floor six")
        assert written.path == f"@shared/team/memory/{NOW.date()}.md"
        assert not list((agents.folders["anna"] / "memory").glob("2026-03-04*"))
    for name in CANARY:
        with agents.open(name) as memory:
            (hit,) = [h for h in memory.search("harbour office floor").hits if "six" in h.snippet]
            assert hit.path == written.path
            assert "six" in memory.get(hit.id).text
    with agents.open("bert") as memory:
        with pytest.raises(NotSharedError, match="'bert'"):
            memory.share("team", "nonsense")
        with pytest.raises(NotSharedError):
            memory.share("none", "nonsense")
    with Memory(folder, places=agents.places, overrides=USUAL) as there:
        assert there.history()[0].author == "agent:anna"
        there.undo()
    assert "six" not in everything(agents, "bert")


SHARED_WORKSPACE = {
    "MEMORY.md": "- the word of the harbour office is zebra\n",
    "memory/2026-03-01.md": "# 2026-03-01\n\n- the word of the harbour office is zebra\n",
    "memory/MEMORY_INDEX_ACTIVE.md": "# Topics\n\n- [ACTIVE] X -> `/memory/topics/c/none.md`\n",
    "memory/superseded.md": "- the word of the harbour office was zebra\n",
    "memory/2026-03-01 (1).md": "- a copy: zebra\n",
    "reference/x.md": "- the word of the harbour office in the reference is zebra\n",
}


def test_a_shared_workspace_is_its_own_for_doctor_forget_and_dreams(agents):
    agents.add("anna")
    folder = agents.share("team", read=["anna"])
    for path, text in SHARED_WORKSPACE.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    before = {path: (folder / path).read_text("utf-8") for path in SHARED_WORKSPACE}
    with agents.owner("anna") as memory:
        assert not [one for one in memory.doctor.check().findings if "@shared" in one.path]
        found = memory.search("word of the harbour office", limit=50)
        paths = {hit.path for hit in found.hits} | {p for h in found.hits for p in h.also}
        assert paths
        assert not any("reference" in p or "superseded" in p or "INDEX" in p for p in paths)
        asked = memory.search("word of the harbour office reference", include_reference=True)
        assert "@shared/team/reference/x.md" in {hit.path for hit in asked.hits}
        memory.dreamer.sweep()
        assert "zebra" not in "".join(
            p.read_text("utf-8") for p in agents.folders["anna"].rglob("*.md")
        )
        memory.forget.apply("zebra")
    assert {path: (folder / path).read_text("utf-8") for path in SHARED_WORKSPACE} == before


def test_nobody_writes_a_shared_folder_by_its_path(agents):
    from lamina.documents.changes import Change, Plan

    told(agents)
    folder = agents.share("team", append=["anna"])
    (folder / "notes.md").write_text("- mine\n")
    with agents.open("anna") as memory, pytest.raises(PathOutsideError, match="only read"):
        memory.apply(Plan("test", (Change("@shared/team/notes.md", "- mine\n", "- his\n"),)))
    assert (folder / "notes.md").read_text() == "- mine\n"


def add(home: str, agent: str, count: int, begin) -> None:
    begin.wait()
    places = Places.of({"HOME": home})
    with Memory(agent=agent, clock=lambda: NOW, places=places, overrides=USUAL) as memory:
        for number in range(count):
            memory.share("team", f"{agent} says number {number}")


def test_many_agents_add_at_once_and_nothing_is_lost(agents):
    names = [f"agent{number}" for number in range(4)]
    agents.add(*names)
    folder = agents.share("team", append=["*"])
    spawn = multiprocessing.get_context("spawn")
    begin = spawn.Barrier(len(names))
    workers = [
        spawn.Process(target=add, args=(str(agents.home), name, 12, begin)) for name in names
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
        assert worker.exitcode == 0
    lines = (folder / "memory" / f"{NOW.date()}.md").read_text().splitlines()
    said = sorted(line.partition(" ")[2][6:] for line in lines if line.startswith("- "))
    assert said == sorted(f"{name} says number {n}" for name in names for n in range(12))


@pytest.mark.parametrize(
    ("shared", "words"),
    [
        ('[shared.team]\nfolder = "x"\nread = ["nobody"]', "'nobody'"),
        ('[shared.team]\nread = ["anna"]', "folder"),
        ('[shared.team]\nfolder = "x"\nwrite = ["anna"]', "'write'"),
        ('[shared.team]\nfolder = "x"\nread = "anna"', "lists"),
        ('[shared."../x"]\nfolder = "x"', "no name"),
        ('[shared]\nteam = "x"', "folder"),
    ],
)
def test_a_wrong_share_shares_nothing_and_says_why(agents, shared, words):
    agents.add("anna")
    agents.write(shared)
    with pytest.raises(ConfigError, match=words):
        agents.open("anna")


def test_a_file_that_travels_with_a_workspace_shares_nothing(agents):
    agents.add("anna")
    (agents.folders["anna"] / ".lamina.toml").write_text('[shared.team]\nfolder = "/"\n')
    with pytest.raises(ConfigError, match="shared"):
        agents.open("anna")


def test_a_file_of_agents_is_read_beside_the_settings(agents):
    agents.add("anna")
    there = agents.home / "fleet"
    shutil.move(agents.folders["anna"], there / "anna")
    (there / "fleet.toml").write_text(
        '[agents]\nanna = "anna"\nbert = "bert"\n[shared.team]\nfolder = "team"\nread = ["*"]\n'
    )
    (there / "bert" / "memory").mkdir(parents=True)
    (there / "team").mkdir()
    (there / "team" / "x.md").write_text("- the harbour office is on floor nine\n")
    agents.settings.write_text(f'[fleet]\nfile = "{there}/fleet.toml"\n')
    for name in ("anna", "bert"):
        with agents.open(name) as memory:
            assert memory.workspace.root == there / name
            assert "nine" in memory.search("harbour office").hits[0].snippet


def test_the_command_says_where_it_wrote_and_why_not(agents, lamina, root):
    agents.add("anna", "bert")
    agents.share("team", append=["anna"])
    done = lamina("remember", "--shared", "team", "--agent", "anna", "the tide is at six")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("@shared/team/memory/2")
    refused = lamina("remember", "--shared", "team", "--agent", "bert", "the tide is at six")
    assert refused.returncode == 2
    assert "nothing was written" in refused.stderr
    found = lamina("search", "tide", "--agent", "anna")
    assert "@shared/team" in found.stdout
    assert "@shared/team" not in lamina("search", "tide", "--agent", "bert").stdout
    both = lamina("remember", "--shared", "team", "--replace", "--agent", "anna", "x")
    assert both.returncode == 2


def test_a_running_daemon_hears_that_a_folder_is_shared_no_more(agents, environment, tmp_path):
    agents.add("anna")
    folder = tmp_path / "team"
    folder.mkdir()
    (folder / "x.md").write_text("- the harbour office is on floor nine\n")
    fleet = tmp_path / "fleet.toml"
    fleet.write_text('[shared.team]\nfolder = "team"\nread = ["*"]\n')
    agents.write(f'[fleet]\nfile = "{fleet}"\n')
    root = agents.folders["anna"]
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from lamina import __version__\n"
        "from lamina.cli.main import carried_out\n"
        "from lamina.cli.resident import Resident\n"
        "from lamina.cli.start import variables\n"
        "from lamina.places import Places\n"
        "root = Path(sys.argv[1])\n"
        "resident = Resident(root, Places.of(), carried_out)\n"
        "asked = {'version': __version__, 'argv': ['search', 'harbour office'], 'cwd': str(root),\n"
        "         'env': variables(), 'terminal': [False, False]}\n"
        "print('nine' in resident.answer(asked)['stdout'], resident.answer(asked)['code'])\n"
        "Path(sys.argv[2]).write_text('[shared]\\n')\n"
        "print('nine' in resident.answer(asked)['stdout'], resident.answer(asked)['code'])\n"
        "resident.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(root), str(fleet)],
        env=environment, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["True 0", "False 0"], done.stderr

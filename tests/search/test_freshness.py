"""The index is always in line with the files, or the answer says that it is not."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import pytest


def snippets(memory, query):
    return [hit.snippet for hit in memory.search(query, record=False).hits]


def test_deleted_and_edited_files_are_never_served(write, memory):  # E01
    path = write("memory/a.md", "- old zebra\n")
    write("memory/b.md", "- other\n")
    assert snippets(memory, "zebra") == ["- old zebra"]
    write("memory/a.md", "- new lion\n")
    assert snippets(memory, "zebra") == []
    assert snippets(memory, "lion") == ["- new lion"]
    path.unlink()
    assert snippets(memory, "lion") == []
    assert not memory.get("memory/a.md").found


def test_an_edit_of_the_same_size_in_the_same_tick_is_seen(write, memory):  # E01
    path = write("memory/a.md", "- zebra\n")
    status = path.stat()
    assert snippets(memory, "zebra")
    path.write_text("- lions\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert snippets(memory, "lions") == ["- lions"]


def test_removed_and_moved_files_are_counted(write, memory, root):  # E02
    for number in range(10):
        write(f"memory/n{number}.md", f"- zebra {number}\n")
    memory.sync()
    for number in range(4):
        (root / f"memory/n{number}.md").unlink()
    for number in (4, 5):
        (root / f"memory/n{number}.md").rename(root / f"memory/moved{number}.md")
    report = memory.sync()
    assert (report.files, report.removed, report.moved, report.added) == (6, 4, 2, 0)
    assert {h.path for h in memory.search("zebra", limit=50).hits} == {
        "memory/moved4.md",
        "memory/moved5.md",
        *(f"memory/n{n}.md" for n in range(6, 10)),
    }


def test_a_line_written_a_moment_ago_is_found(memory):  # E03
    memory.search("anything")
    memory.remember("the zebra is striped")
    assert snippets(memory, "zebra") == ["- 09:30 the zebra is striped"]


def test_what_cannot_be_read_makes_the_answer_stale_not_empty(write, open_memory):  # E03
    write("memory/a.md", "- zebra\n")
    write("memory/b.md", "- zebra, and a lion\n")
    open_memory().sync()
    write("memory/b.md", "- lion " * 200)
    memory = open_memory(**{"files.max_bytes": "1000"})
    answer = memory.search("nothing like it")
    assert answer.hits == ()
    assert not answer.fresh
    assert answer.as_dict()["index"]["stale"] == 1
    assert "memory/b.md" in answer.report.failures[0].reason
    assert snippets(memory, "zebra") == ["- zebra"]  # its old text is not served


def test_what_is_no_text_is_named_by_status_and_in_nobodys_way(write, memory):
    write("memory/a.md", "- zebra\n")
    write("memory/b.md", b"bin\0ary\n")
    write("memory/c.md", "- Straße zebra\n".encode("latin-1"))
    write("memory/d.md", "- the key is ghp_" + "aB3dE5gH7j" * 3 + "aB3dE5\n")
    write("2026-03-01.md", "- zebra outside\n")
    write("README.md", "x\n")
    (memory.workspace.root / "memory/e.md").mkdir()
    answer = memory.search("zebra")
    assert answer.fresh
    assert len(answer.hits) == 2
    problems = memory.status().problems
    for words in (
        "memory/b.md:1: is not a text file",
        "memory/c.md:1: is not UTF-8",
        "memory/d.md:1: holds what looks like a secret",
        "2026-03-01.md: outside memory/",
        "memory/e.md: is a folder",
    ):
        assert any(problem.startswith(words) for problem in problems), words
    assert not any("README" in problem for problem in problems)


def test_status_compares_the_disk_itself(write, memory):  # E04, E10
    for number in range(100):
        write(f"memory/n{number}.md", "x\n")
    memory.sync()
    for number in range(5):
        write(f"memory/later{number}.md", "x\n")
    found = memory.status()
    assert (found.on_disk, found.indexed, found.stale, found.index_state) == (105, 100, 5, "stale")


def test_status_is_clean_in_every_new_process(write, lamina):  # E05
    write("memory/a.md", "x\n")
    lamina("index", "sync")
    for _ in range(2):
        assert "index      fresh: on disk 1, indexed 1" in lamina("status").stdout


def test_all_other_files_stay_searchable_while_one_is_indexed(write, open_memory):  # E06
    for number in range(50):
        write(f"memory/n{number}.md", f"- zebra {number}\n")
    writer, reader = open_memory(), open_memory()
    writer.sync()
    counts: list[int] = []
    stop = threading.Event()

    def read():
        while not stop.is_set():
            numbers = reader.index.match('"zebra"', [0], 500)
            counts.append(len(numbers))

    thread = threading.Thread(target=read)
    thread.start()
    for turn in range(20):
        write("memory/n7.md", f"- zebra turn {turn}\n")
        writer.sync()
    stop.set()
    thread.join()
    assert len(counts) > 5
    assert min(counts) >= 50


def test_extra_folders_stay_found(write, open_memory, tmp_path):  # E07, E08
    extra = tmp_path / "vault"
    setting = {"search.extra_paths": str(extra)}
    memory = open_memory(**setting)
    assert any("is not there" in p for p in memory.status().problems)
    extra.mkdir()
    (extra / "note.md").write_text("- zebra in the vault\n")
    for _ in range(3):
        (hit,) = memory.search("zebra").hits
        assert hit.path == "@extra/1/note.md"
        write("memory/a.md", f"- other {_}\n")
    assert memory.get(hit.citation).text == "- zebra in the vault\n"


def test_files_with_broken_front_matter_are_searched_and_named(write, memory):  # F04
    broken = {
        "a": "---\nkey: `C:\\a`\n---\n- zebra a\n",
        "b": "---\nA rule above.\n---\n- zebra b\n",
        "c": "---\ntitle: *Italic*\n---\n- zebra c\n",
        "d": "---\nlinks: - [[link]]suffix\n---\n- zebra d\n",
    }
    for name, text in broken.items():
        write(f"memory/{name}.md", text)
    for number in range(20):
        write(f"memory/good{number}.md", f"- zebra good {number}\n")
    for _ in range(2):
        report = memory.sync()
        assert report.files == 24
        assert [(w.path, w.line) for w in report.warnings] == [
            ("memory/a.md", 2),
            ("memory/c.md", 2),
            ("memory/d.md", 2),
        ]
    assert len(memory.search("zebra", limit=50).hits) == 24


def test_a_long_line_is_cut_and_named_and_stops_nothing(write, memory):  # F09
    write("memory/blob.md", "- zebra data " + "QUJD" * 50_000 + "\n")
    for number in range(3):
        write(f"memory/n{number}.md", f"- zebra {number}\n")
    report = memory.sync()
    assert "characters" in report.warnings[0].reason
    assert {h.path for h in memory.search("zebra", limit=50).hits} >= {
        "memory/blob.md",
        "memory/n0.md",
        "memory/n1.md",
        "memory/n2.md",
    }


def test_odd_names_are_all_found(write, memory):  # F01, F02
    names = ["my_file.md", "my-file.md", "my file.md", "🐘.md", "°.md", "[.md", "----=-.md", "{.md"]
    for number, name in enumerate(names):
        write(f"memory/{name}", f"- zebra word{number}\n")
    for number, name in enumerate(names):
        hit = memory.search(f"word{number}").hits[0]
        assert hit.path == f"memory/{name}"
        assert memory.get(hit.path).text == f"- zebra word{number}\n"


def test_conflict_markers_stop_nothing(write, memory):  # F11
    write("memory/a.md", "<<<<<<< HEAD\n- zebra ours\n=======\n- zebra theirs\n>>>>>>> b\n")
    assert "zebra ours" in "".join(snippets(memory, "zebra ours"))
    assert "zebra theirs" in "".join(snippets(memory, "zebra theirs"))
    assert [(w.line, w.reason) for w in memory.sync().warnings] == [
        (1, "unresolved merge conflict")
    ]
    assert "memory/a.md:1: unresolved merge conflict" in memory.status().problems


@pytest.mark.parametrize("damage", ["middle", "start", "empty", "text"])
def test_a_damaged_index_heals_itself(write, open_memory, damage):  # G02
    for number in range(60):
        write(f"memory/n{number}.md", "".join(f"- zebra {number} {i}\n" for i in range(20)))
    memory = open_memory()
    memory.sync()
    path = memory.index.database.path
    memory.close()
    data = bytearray(path.read_bytes())
    noise = bytes(range(256)) * 16
    middle = len(data) // 2
    damaged = {
        "middle": data[:middle] + noise + data[middle + 4096 :],
        "start": noise + data[4096:],
        "empty": b"",
        "text": b"this is no database" * 500,
    }[damage]
    path.write_bytes(bytes(damaged))
    answer = open_memory().search("zebra 7 3")
    assert answer.hits[0].path == "memory/n7.md"
    assert answer.report.files == 60
    if damage != "empty":
        assert any("built anew" in note for note in answer.notes)
        assert list(path.parent.glob("index.db.corrupt-*"))


def test_a_closed_store_is_opened_again(write, memory):  # G04
    write("memory/a.md", "- zebra\n")
    assert snippets(memory, "zebra")
    memory.index.database.connection.close()
    assert snippets(memory, "zebra") == ["- zebra"]


def test_an_index_of_another_version_is_built_anew(write, open_memory):
    write("memory/a.md", "- zebra\n")
    memory = open_memory()
    memory.sync()
    memory.index.database.execute("PRAGMA user_version = 99")
    memory.close()
    assert snippets(open_memory(), "zebra") == ["- zebra"]


KILLED = """
import sys
from lamina.memory import Memory
memory = Memory(sys.argv[1])
print("go", flush=True)
for _ in range(1000):
    memory.indexer.rebuild()
"""


@pytest.mark.slow
def test_killed_while_indexing_it_opens_every_time(write, environment, root, lamina):  # G01
    for number in range(40):
        write(f"memory/n{number}.md", "".join(f"- zebra {number} {i}\n" for i in range(20)))
    for kill in range(20):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(root)],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        assert process.stdout.readline() == "go\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.02 + kill * 0.013)
        process.kill()
        process.communicate()
        if kill % 5 == 4:
            done = lamina("search", "zebra 7", "--json")
            assert done.returncode == 0, done.stderr
            assert '"files": 40' in done.stdout


@pytest.mark.slow
def test_eight_processes_searching_and_indexing_at_once(write, lamina, open_memory):  # G03
    for number in range(60):
        write(f"memory/n{number}.md", "".join(f"- zebra {number} {i}\n" for i in range(10)))
    commands = [["search", "zebra 7", "--json"], ["index", "sync"]] * 4
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "lamina", *command],
            env=lamina.environment,
            cwd=lamina.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for command in commands
    ]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    memory = open_memory()
    assert memory.index.stats("").files == 60
    assert memory.index.stats("").chunks == 600
    assert memory.sync().wrote is False


def test_an_edit_whose_time_was_set_back_is_seen(write, memory):
    path = write("memory/a.md", "- zebra\n")
    os.utime(path, (1_600_000_000, 1_600_000_000))
    memory.sync()
    time.sleep(2.1)
    memory.sync()
    path.write_text("- lions\n")
    os.utime(path, (1_600_000_000, 1_600_000_000))
    assert snippets(memory, "lions") == ["- lions"]


@pytest.mark.parametrize(
    "fields",
    [
        "log:\n  2026-03-04: did",
        "a: &a [*a]",
        "n: 0x" + "f" * 5000,
        "deep: " + "[" * 80 + "]" * 80,
        "2026: year",
        "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]",
        "t: 2026-03-04",
        "b: !!binary aGk=",
    ],
)
def test_no_front_matter_breaks_the_index(write, memory, fields):
    write("memory/a.md", f"---\n{fields}\n---\n- zebra\n")
    write("memory/b.md", "- zebra too\n")
    assert len(snippets(memory, "zebra")) == 2
    memory.close()


ALONE = """
import sys
from lamina.memory import Memory
memory = Memory(sys.argv[1])
print("go", flush=True)
while True:
    memory.sync()
"""


@pytest.mark.slow
def test_a_fresh_answer_misses_nothing_while_others_index(write, environment, root, open_memory):
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ALONE, str(root)],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    try:
        for process in running:
            assert process.stdout
            assert process.stdout.readline() == "go\n"
        memory = open_memory(root)
        for number in range(60):
            word = "zeb" + "bdfgklmnpr"[number // 10] + "bdfgklmnpr"[number % 10] + "a"
            write(f"memory/n{number}.md", f"- {word} here\n- {word} there\n")
            answer = memory.search(word, record=False)
            assert answer.fresh
            assert len(answer.hits) == 2, number
    finally:
        for process in running:
            process.kill()
            process.communicate()

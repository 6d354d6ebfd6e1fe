"""The audit log: who read or wrote which lines; no word of them; kept for a time."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.service.catalog import ENDPOINTS
from lamina.team.audit import Audit
from tests.conftest import NOW
from tests.service.conftest import NOTES, PRIVATE
from tests.service.inputs import fillings

KEY = b"k" * 32


@pytest.fixture
def audit(tmp_path):
    return Audit(tmp_path, KEY)


def test_what_is_read_and_written_by_every_face_is_noted_with_its_lines(team):
    token = team.token("anna")
    line = f"The {NOTES.format('anna')} is in the shed"
    mark = team.service.audit.mark(line)
    place = {"path": "memory/2026-03-03.md", "from": 3, "to": 3}
    team.ask("POST", "/v1/anna/search", token, {"query": "shed"})
    team.ask("POST", "/v1/anna/get", token, {"target": "memory/2026-03-03.md#L3"})
    team.rpc("anna", token, "tools/call", name="memory_search", arguments={"query": "shed"})
    team.rpc("anna", token, "resources/read", uri="memory://file/memory/2026-03-03.md")
    team.rpc("anna", token, "prompts/get", name="start_session", arguments={})
    team.ask("GET", "/page/anna/search?q=shed", token)
    team.ask("GET", "/page/anna/files?path=memory/2026-03-03.md", token)
    team.ask("GET", "/v1/anna/context", token)
    seen = {}
    for row in team.audited():
        marked = [one for one in row["lines"] if mark in one["marks"]]
        seen[row["face"], row["call"]] = marked
        assert (row["agent"], row["effect"], row["error"]) == ("coder", "read", "")
    assert [one | {"marks": []} for one in seen["v1", "search"]] == [place | {"marks": []}]
    assert [one | {"marks": []} for one in seen["v1", "get"]] == [place | {"marks": []}]
    for call in (
        ("mcp", "memory_search"),
        ("mcp", "resource"),
        ("page", "page /search"),
        ("page", "page /files"),
    ):
        assert [one["path"] for one in seen[call]] == ["memory/2026-03-03.md"], call
    wrote = team.ask("POST", "/v1/anna/remember", token, {"text": "The lamp is red"}).json()
    row = team.audited()[-1]
    assert (row["effect"], row["call"]) == ("write", "remember")
    assert row["lines"] == [
        {
            "path": wrote["path"],
            "from": wrote["start_line"],
            "to": wrote["end_line"],
            "marks": [team.service.audit.mark("the lamp is red")],
        }
    ]


def test_no_word_of_a_memory_is_in_the_log(team):
    token = team.token("anna")
    words = (NOTES.format("anna"), PRIVATE.format("anna"))
    for (method, path), endpoint in sorted(ENDPOINTS.items()):
        schema = endpoint.takes.model_json_schema()
        for text in ("shed holds", "what is in the shed?", "Payments", "NAS"):
            body = fillings(schema, text) if method == "POST" else None
            team.ask(method, f"/v1/anna/{path}", token, body)
    log = "".join(path.read_text() for path in team.service.audit.folder.iterdir())
    assert log.count("\n") > 50
    for row in map(json.loads, log.splitlines()):
        for one in row["lines"]:
            one["path"] = ""  # a file's name may be anything
        for word in (*words, "shed", "bays", "PKCE", "pay slips"):
            assert word not in json.dumps(row), row


def test_what_is_refused_is_noted_too(team):
    token = team.token("anna", "read", session="group")
    team.ask("POST", "/v1/anna/get", token, {"target": "MEMORY.md"})
    row = team.audited()[-1]
    assert (row["call"], row["error"], row["lines"]) == ("get", "PrivateFileError", [])


def test_what_cannot_be_noted_is_not_given(team):
    token = team.token("anna")
    folder = team.service.audit.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be")
    answer = team.ask("POST", "/v1/anna/search", token, {"query": "shed"})
    assert (answer.status_code, answer.json()["error"]) == (503, "AuditError")
    assert "shed" not in answer.text


def test_many_processes_append_to_one_file_and_no_line_is_torn(tmp_path):
    code = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from lamina.team.audit import Audit
held = Audit(Path(sys.argv[1]), b"k" * 32)
for number in range(50):
    held.write(datetime(2026, 3, 4, tzinfo=UTC), {"who": sys.argv[2], "n": number, "x": "y" * 3000})
"""
    command = [sys.executable, "-c", code, str(tmp_path)]
    processes = [subprocess.Popen([*command, name]) for name in "abc"]
    assert [process.wait() for process in processes] == [0, 0, 0]
    rows = list(Audit(tmp_path, KEY).read())
    for name in "abc":
        assert [row["n"] for row in rows if row["who"] == name] == list(range(50))


def test_a_file_a_day_which_goes_when_it_is_old(audit):
    for days in range(5):
        audit.write(NOW - timedelta(days=days), {"days": days})
    assert [row["days"] for row in audit.read()] == [4, 3, 2, 1, 0]
    assert [row["days"] for row in audit.read(since=date(2026, 3, 3))] == [1, 0]
    assert [row["days"] for row in audit.read(until=date(2026, 3, 1))] == [4, 3]
    assert audit.drop(NOW.date(), 2) == ["2026-02-28.jsonl", "2026-03-01.jsonl"]
    assert [row["days"] for row in audit.read()] == [2, 1, 0]
    assert not audit.drop(NOW.date(), 2)


def test_a_clock_that_is_years_ahead_takes_no_file(audit):
    for days in range(60):
        audit.write(NOW - timedelta(days=days), {"days": days})
    later = NOW + timedelta(days=4500)
    for days in range(5):
        audit.write(later + timedelta(days=days), {"days": days})
        assert not audit.drop((later + timedelta(days=days)).date(), 90)
    assert len(list(audit.read())) == 65


def test_a_torn_line_is_passed_over(audit):
    audit.write(NOW, {"n": 1})
    path = next(audit.folder.iterdir())
    path.write_bytes(path.read_bytes() + b'{"at": "2026\n')
    audit.write(NOW, {"n": 2})
    assert [row["n"] for row in audit.read()] == [1, 2]


def test_a_line_has_one_mark_however_it_is_written(audit, tmp_path):
    marks = {
        audit.mark(line)
        for line in (
            "The lamp is red",
            "- 09:30 The lamp is red",
            "  * [x] the  lamp is RED ",
            "1. The lamp is red",
            "## The lamp is red",
        )
    }
    assert len(marks) == 1
    assert audit.mark("The lamp is blue") not in marks
    assert Audit(tmp_path, b"l" * 32).mark("The lamp is red") not in marks


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["path", "text", "x"]), inner),
)


@given(_VALUES)
def test_whatever_is_given_can_be_noted(value):
    lines = Audit(Path("nowhere"), KEY).lines(value, "memory/note.md")
    assert json.loads(json.dumps(lines)) == lines
    assert all(one["path"] and len(mark) == 16 for one in lines for mark in one["marks"])

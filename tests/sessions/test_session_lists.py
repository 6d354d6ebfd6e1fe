"""OpenClaw's list is read for its plain values, and rewritten without touching another byte."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.errors import SessionBusyError, SessionError
from lamina.sessions.session_lists import read_list, rewrite, spliced
from tests.sessions.hosts import OpenClawHome

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)
KEY = "agent:main:slack:channel:C1"


def filled(home: Path, count: int = 5, blob: int = 0) -> Path:
    made = OpenClawHome(home, home / "ws")
    for number in range(count):
        made.add(
            f"agent:main:slack:channel:C{number}",
            fromTheFuture={"x": [1, "ü", "€"], "deep": {"y": None}},
            skillsSnapshot={"prompt": "s" * blob},
            label='a "quoted" { label',
        )
    return made.save()


def test_plain_values_are_read_and_blobs_are_not_kept(tmp_path: Path) -> None:
    listed = read_list(filled(tmp_path))
    assert list(listed.entries) == [f"agent:main:slack:channel:C{n}" for n in range(5)]
    entry = listed.entries[KEY]
    assert entry["workspaceDir"] == str(tmp_path / "ws")
    assert entry["updatedAt"] == 1772528400000
    assert not {"skillsSnapshot", "fromTheFuture", "systemPromptReport"} & entry.keys()
    assert not listed.notice


def test_i05_a_rewrite_changes_one_value_and_no_other_byte(tmp_path: Path) -> None:
    path = filled(tmp_path, count=200, blob=80_000)
    assert path.stat().st_size > 15_000_000
    before = path.read_bytes()
    path.chmod(0o640)
    rewrite(path, KEY, {"totalTokens": 7}, now=NOW)
    after = path.read_bytes()
    at = before.index(b'"totalTokens": 100', before.index(KEY.encode()))
    assert after == before[: at + 15] + b"7" + before[at + 18 :]
    assert path.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in path.parent.iterdir()] == ["sessions.json"]
    assert json.loads(after)[KEY]["totalTokens"] == 7


def test_a_missing_value_is_put_in_and_the_rest_stays(tmp_path: Path) -> None:
    path = filled(tmp_path)
    before = json.loads(path.read_bytes())
    rewrite(path, KEY, {"memoryFlushAt": 5, "label": "ä"}, now=NOW)
    after = json.loads(path.read_bytes())
    before[KEY] |= {"memoryFlushAt": 5, "label": "ä"}
    assert after == before


def test_a_list_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = filled(tmp_path)
    before = path.read_bytes()
    with pytest.raises(SessionBusyError):
        rewrite(path, KEY, {"totalTokens": 7}, now=NOW, expected={"updatedAt": 1})
    lock = path.with_name("sessions.json.lock")
    lock.write_text(json.dumps({"pid": os.getpid(), "createdAt": NOW.isoformat()}))
    with pytest.raises(SessionBusyError):
        rewrite(path, KEY, {"totalTokens": 7}, now=NOW)
    assert path.read_bytes() == before
    lock.unlink()
    rewrite(path, KEY, {"totalTokens": 7}, now=NOW, expected={"updatedAt": 1772528400000})
    assert path.read_bytes() != before


def test_what_cannot_be_rewritten_is_said(tmp_path: Path) -> None:
    path = filled(tmp_path)
    before = path.read_bytes()
    for key, values in (("agent:main:x", {"a": 1}), (KEY, {"skillsSnapshot": 1})):
        with pytest.raises(SessionError, match="nothing was changed"):
            rewrite(path, key, values, now=NOW)
    path.write_bytes(before[:-20])
    with pytest.raises(SessionError, match="damaged"):
        rewrite(path, KEY, {"totalTokens": 7}, now=NOW)
    assert path.read_bytes() == before[:-20]
    with pytest.raises(SessionError, match="no such file"):
        rewrite(tmp_path / "none.json", KEY, {"a": 1}, now=NOW)


def test_of_a_damaged_list_the_whole_entries_are_read(tmp_path: Path) -> None:
    path = filled(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"C3") + 40])
    listed = read_list(path)
    assert len(listed.entries) == 3
    assert "damaged: 3 of its sessions" in listed.notice
    path.write_bytes(b"\x00\xff")
    assert "damaged: 0" in read_list(path).notice
    path.write_bytes(b"[]")
    assert "no list" in read_list(path).notice
    path.unlink()
    assert read_list(path).entries == {}
    assert not read_list(path).notice


NAMES = st.text(max_size=6) | st.sampled_from(["a", "é", 'q"', "\\", "€"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=6)


@given(
    entries=st.dictionaries(
        NAMES, st.dictionaries(NAMES, VALUES, max_size=4), min_size=1, max_size=4
    ),
    name=NAMES,
    value=PLAIN,
    indent=st.sampled_from([None, 0, 2]),
    ascii_=st.booleans(),
    data=st.data(),
)
def test_any_list_keeps_all_its_other_values(
    entries: dict[str, Any],
    name: str,
    value: Any,
    indent: int | None,
    ascii_: bool,
    data: st.DataObject,
) -> None:
    key = data.draw(st.sampled_from(sorted(entries)))
    raw = json.dumps(entries, indent=indent, ensure_ascii=ascii_).encode("utf-8", "surrogatepass")
    if isinstance(entries[key].get(name), dict | list):
        with pytest.raises(SessionError):
            spliced(raw, key, {name: value}, {})
        return
    after = spliced(raw, key, {name: value}, {})
    entries[key][name] = value
    assert json.loads(after) == entries
    assert spliced(after, key, {name: value}, {name: value}) == after

"""What is put into JSON with comments looks like what is around it; the rest stays as it was."""

from __future__ import annotations

import json
import re

import json5
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.json_edits import Piece, depth_of, held, put, take_out
from lamina.documents.json_text import TextFault, read_json

SERVER = {"command": "lamina", "args": ["mcp"]}
PIECE = Piece(("mcpServers", "lamina"), SERVER)
HOOK = Piece(("hooks", "Stop"), {"type": "command", "command": "lamina hook"}, item=True)

ENTRY = """"lamina": {
  "command": "lamina",
  "args": [
    "mcp"
  ]
}"""


def entry(indent: str, unit: str = "  ") -> str:
    return ENTRY.replace("  ", unit).replace("\n", "\n" + indent)


SHORT = '"lamina": {"command": "lamina", "args": ["mcp"]}'
CASES = {
    "nothing": ("", '{\n  "mcpServers": {\n    @\n  }\n}\n', "    ", "  "),
    "tabs, comment behind the last": (
        '{\n\t"mcpServers": {\n\t\t"mail": {}, // work\n\t\t// end\n\t},\n}\n',
        '{\n\t"mcpServers": {\n\t\t"mail": {}, // work\n\t\t@,\n\t\t// end\n\t},\n}\n',
        "\t\t",
        "\t",
    ),
    "no comma yet, comment behind the last": (
        '{\n    "mcpServers": {\n        "mail": {} // work, home\n    }\n}',
        '{\n    "mcpServers": {\n        "mail": {}, // work, home\n        @\n    }\n}',
        " " * 8,
        " " * 4,
    ),
    "one line": (
        '{"mcpServers": {"mail": {}}}\n',
        '{"mcpServers": {"mail": {}, ' + SHORT + "}}\n",
        "",
        "",
    ),
    "one line, none yet": ('{"mcpServers":{}}', '{"mcpServers":{' + SHORT + "}}", "", ""),
    "the bracket on the last line": (
        '{\n  "a": 1 }',
        '{\n  "a": 1,\n  "mcpServers": {\n    @\n  } }',
        "    ",
        "  ",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_piece_looks_like_what_is_around_it(name: str) -> None:
    before, after, indent, unit = CASES[name]
    after = after.replace("@", entry(indent, unit))
    assert put(before, PIECE) == after
    assert put(after, PIECE) == after
    with pytest.raises(TextFault, match="there already"):
        put(after, Piece(PIECE.path, {"command": "mine"}))


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_bom_stay(eol: str, bom: str) -> None:
    before = bom + '{\n  "mcpServers": {\n    "mail": {}\n  }\n}\n'.replace("\n", eol)
    after = put(before, PIECE)
    assert after.startswith(bom + "{")
    assert re.findall("\r?\n", after) == [eol] * after.count("\n")
    assert take_out(after, PIECE, 1) == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', 3),
        ('{\n  "a": {\n', 3),
        ('{\n  /* never ends\n  "a": 1 }', 2),
        ('{ "a": "x\n" }', 1),
        ("{}\n{}", 2),
        ("[" * 500, 1),
        ("{\n'a' 1}", 2),
        ("{\n\n@: 1}", 3),
        ('{\n  "mcpServers": [],\n}', 2),
        ('{\n  "mcpServers": null\n}', 2),
        ('{\n "mcpServers": {},\n "mcpServers": {}\n}', 3),
        ("[]", 1),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(TextFault) as caught:
        put(text, PIECE)
    assert caught.value.line == line


def test_plain_json_is_held_to_plain_json() -> None:
    text = '{\n  // mine\n  "a": 1\n}'
    assert put(text, PIECE)
    with pytest.raises(TextFault) as caught:
        put(text, PIECE, strict=True)
    assert caught.value.line == 2


# Any file: members with comments, commas and quotes of all kinds.

BLANK = st.sampled_from(
    ["", " ", "\n", "  ", "\t", "\n\n    ", "// a, b {\n", "/* c } */", " /*\n*/ "]
)
KEYS = st.sampled_from(["a", "b c", "mcpServers", "lamina", "hooks", "Stop", "ключ", "x-y", "q\"'"])
SCALARS = st.sampled_from(
    ["1", "-2.5e3", ".5", "0xFF", "+1", "true", "null", '"x, }"', "'it\\'s'", '"\\u00e9"', "'//'"]
)


def named(key: str, quotes: str) -> str:
    if quotes == "bare" and re.fullmatch(r"[a-zA-Z]\w*", key):
        return key
    if quotes == "single":
        return "'" + key.replace("'", "\\'") + "'"
    return json.dumps(key)


@st.composite
def texts(draw: st.DrawFn, depth: int = 0) -> str:
    """JSON5 with blanks and comments everywhere."""
    if depth > 2 or (depth and draw(st.booleans())):
        return draw(SCALARS)
    table = depth == 0 or draw(st.booleans())
    count = draw(st.integers(0, 3))
    keys = draw(st.lists(KEYS, min_size=count, max_size=count, unique=True))
    parts = []
    for n, key in enumerate(keys):
        inner = draw(texts(depth + 1))
        quotes = draw(st.sampled_from(["bare", "single", "double"]))
        head = named(key, quotes) + draw(BLANK) + ":" + draw(BLANK) if table else ""
        comma = "," if n < count - 1 or draw(st.booleans()) else ""
        parts.append(draw(BLANK) + head + inner + draw(BLANK) + comma)
    body = "".join(parts) + draw(BLANK)
    return "{" + body + "}" if table else "[" + body + "]"


@given(texts(), st.sampled_from([PIECE, HOOK]))
def test_any_file_keeps_all_it_had_and_gets_the_piece(text: str, piece: Piece) -> None:
    want = json5.loads(text)
    assert read_json(text).value == want
    try:
        after = put(text, piece)
    except TextFault:
        inner = want.get(piece.path[0], {})
        there = isinstance(inner, dict) and piece.path[1] in inner
        blocked = not isinstance(inner, dict)
        assert blocked or (there and not (piece.item and isinstance(inner[piece.path[1]], list)))
        return
    inner = want.setdefault(piece.path[0], {})
    if piece.item:
        inner.setdefault(piece.path[1], []).append(piece.value)
    else:
        inner[piece.path[1]] = piece.value
    assert json5.loads(after) == want
    rest = iter(after)
    assert all(char in rest for char in text)  # nothing was taken from it or moved
    assert put(after, piece) == after
    assert held(after, piece.path[:1]) == want[piece.path[0]]


@given(texts(), st.sampled_from([PIECE, HOOK]))
def test_a_piece_goes_and_all_else_stays(text: str, piece: Piece) -> None:
    made = depth_of(text, piece.path)
    want = json5.loads(text)
    try:
        after = put(text, piece)
    except TextFault:
        return
    if after == text:
        return
    back = take_out(after, piece, made)
    assert json5.loads(back) == want
    assert re.findall(r"// a, b \{|/\* c \} \*/", back) == re.findall(
        r"// a, b \{|/\* c \} \*/", text
    )


def test_what_its_owner_changed_is_his() -> None:
    after = put("{}", PIECE).replace('"lamina",', '"/opt/lamina",')
    assert take_out(after, PIECE, 0) == after


def test_what_was_added_behind_a_piece_stays() -> None:
    before = '{\n  "mcpServers": {\n    "mail": {}\n  }\n}\n'
    grown = put(put(before, PIECE), Piece(("mcpServers", "mine"), {}))
    assert take_out(grown, PIECE, 1) == put(before, Piece(("mcpServers", "mine"), {}))

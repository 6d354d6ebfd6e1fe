"""Every regular expression of the package, and strings made to take each as long as they can.

A pattern is read back into its tree. For each repeat in it three strings are made: what leads up
to the repeat once and its body many times; both many times; and the whole many times, each ended
by something that fits nothing. A pattern whose time grows faster than its input is slow on one of
them, in all but contrived cases.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from dataclasses import dataclass
from re import _constants as sre
from re import _parser as parser
from typing import TYPE_CHECKING, Any

import lamina

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

NOTHING = "\x01"  # fits no class anybody names
_SEEN_BY_CATEGORY = {
    sre.CATEGORY_DIGIT: "7",
    sre.CATEGORY_NOT_DIGIT: "x",
    sre.CATEGORY_SPACE: " ",
    sre.CATEGORY_NOT_SPACE: "x",
    sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_WORD: ".",
}


def modules() -> Iterator[ModuleType]:
    """Import every module of the package."""
    for found in pkgutil.walk_packages(lamina.__path__, "lamina."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


@dataclass(frozen=True, slots=True)
class Used:
    """A pattern, the name under which it is first met, and how it is applied to texts."""

    name: str
    pattern: re.Pattern[str]
    ways: frozenset[str]  # of: search, match, fullmatch

    def apply(self, text: str) -> None:
        """Apply it in each of its ways."""
        for way in self.ways:
            getattr(self.pattern, way)(text)


def patterns() -> list[Used]:
    """Return every compiled pattern, and each one written where it is used."""
    found: dict[tuple[str, int], Used] = {}
    ways = _ways()

    def take(name: str, value: object, depth: int, below: frozenset[str]) -> None:
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
            found.setdefault((value.pattern, value.flags), Used(name, value, below))
        elif isinstance(value, dict):
            for key, inner in value.items():
                take(f"{name}[{key!r:.30}]", key, depth + 1, below)
                take(f"{name}[{key!r:.30}]", inner, depth + 1, below)
        elif isinstance(value, (list, tuple, set, frozenset)) and depth < 6:
            for number, inner in enumerate(value):
                take(f"{name}[{number}]", inner, depth + 1, below)
        elif hasattr(value, "__slots__") and type(value).__module__.startswith("lamina"):
            for slot in getattr(type(value), "__slots__", ()):
                take(f"{name}.{slot}", getattr(value, slot, None), depth + 1, below)
        elif hasattr(value, "__self__") and isinstance(value.__self__, re.Pattern):
            take(name, value.__self__, depth, _EVERY)

    for module in modules():
        for name, value in sorted(vars(module).items()):
            if not name.startswith("__"):
                below = ways.get(name if not name.startswith("_") else (module.__name__, name))
                take(f"{module.__name__}.{name}", value, 0, below or _EVERY)
        for where, way, written in _written(module):
            take(f"{module.__name__}:{where}", re.compile(written), 0, frozenset({way}))
    return list(found.values())


_EVERY = frozenset({"search"})  # the slowest: it begins at every character
_WAYS = {"match": "match", "fullmatch": "fullmatch"}
_METHODS = {"match", "fullmatch", "search", "sub", "subn", "findall", "finditer", "split"}


def _ways() -> dict[str | tuple[str, str], frozenset[str]]:
    """Return how patterns are applied, by name (a module's own: with the module)."""
    found: dict[str | tuple[str, str], set[str]] = {}
    for module in modules():
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Attribute) and node.attr in _METHODS:
                held = node.value.value if isinstance(node.value, ast.Subscript) else node.value
                name = getattr(held, "id", getattr(held, "attr", ""))
                key = (module.__name__, name) if name.startswith("_") else name
                found.setdefault(key, set()).add(_WAYS.get(node.attr, "search"))
    return {key: frozenset(ways) for key, ways in found.items()}


def _written(module: ModuleType) -> Iterator[tuple[int, str, str]]:
    """Yield (line, way, pattern) of patterns that stand where they are used: ``re.sub(r"…", …)``."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in _METHODS
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield node.lineno, _WAYS.get(node.func.attr, "search"), str(node.args[0].value)


def example(tree: Any) -> str:
    """Return a string that a part of a pattern fits, as far as one is found without searching."""
    return "".join(_one(code, value) for code, value in tree)


def _one(code: Any, value: Any) -> str:
    if code is sre.LITERAL:
        return chr(value)
    if code is sre.NOT_LITERAL:
        return "x" if value != ord("x") else "y"
    if code is sre.ANY:
        return "x"
    if code is sre.IN:
        return _of_class(value)
    if code is sre.BRANCH:
        return example(value[1][0])
    if code is sre.SUBPATTERN:
        return example(value[3])
    if code in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        low, _, body = value
        return str(example(body) * max(low, 1 if low else 0))
    if code is sre.ATOMIC_GROUP:
        return example(value)
    if code is sre.GROUPREF_EXISTS:
        return example(value[1])
    return ""  # anchors, looks around, back references


def _of_class(items: Any) -> str:
    negated = items[0][0] is sre.NEGATE
    if not negated:
        code, value = items[0]
        if code is sre.LITERAL:
            return chr(value)
        if code is sre.RANGE:
            return chr(value[0])
        return _SEEN_BY_CATEGORY.get(value, "x")
    for char in "xa7 .-_#\n中":
        if not any(_fits(char, item) for item in items[1:]):
            return char
    return "\u0251"


def _fits(char: str, item: tuple[Any, Any]) -> bool:
    code, value = item
    if code is sre.LITERAL:
        return bool(ord(char) == value)
    if code is sre.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    tests = {
        sre.CATEGORY_DIGIT: char.isdigit(),
        sre.CATEGORY_NOT_DIGIT: not char.isdigit(),
        sre.CATEGORY_SPACE: char.isspace(),
        sre.CATEGORY_NOT_SPACE: not char.isspace(),
        sre.CATEGORY_WORD: char.isalnum() or char == "_",
        sre.CATEGORY_NOT_WORD: not (char.isalnum() or char == "_"),
    }
    return tests.get(value, False)


def repeats(tree: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield (what leads up to it, its body) of each repeat without a small limit."""
    lead = before
    for code, value in tree:
        if code in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            _, high, body = value
            if high is sre.MAXREPEAT or high > 64:
                yield lead, example(body)
                for start in _starts(body):
                    yield lead, start
            yield from repeats(body, lead)
        elif code is sre.BRANCH:
            for branch in value[1]:
                yield from repeats(branch, lead)
        elif code is sre.SUBPATTERN:
            yield from repeats(value[3], lead)
        elif code is sre.ATOMIC_GROUP:
            yield from repeats(value, lead)
        elif code in (sre.ASSERT, sre.ASSERT_NOT) and value[0] > 0:
            yield from repeats(value[1], lead)
        lead += _one(code, value)


def _starts(body: Any) -> Iterator[str]:
    """Yield other strings a repeat's body fits: one a branch, one a member of a class."""
    for code, value in body:
        if code is sre.BRANCH:
            for branch in value[1][1:6]:
                yield example(branch)
        elif code is sre.IN and value[0][0] is not sre.NEGATE:
            for item in value[1:6]:
                yield _of_class([item])
        elif code is sre.SUBPATTERN:
            yield from _starts(value[3])


def attacks(pattern: re.Pattern[str]) -> dict[str, tuple[str, str, str]]:
    """Return (head, what is repeated, tail) by a name, for one pattern."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    found: dict[str, tuple[str, str, str]] = {}
    whole = example(tree)
    pairs = list(dict.fromkeys(repeats(tree)))
    for lead, body in pairs[:40]:
        found[f"{lead[-20:]!r}+{body[:20]!r}*"] = (lead, body, NOTHING)
        found[f"({lead[-20:]!r}+{body[:20]!r})*"] = ("", lead + body, NOTHING)
    if whole:
        found["whole*"] = ("", whole, NOTHING)
        found["most*"] = ("", whole[:-1] or whole, NOTHING)
    return {name: parts for name, parts in found.items() if parts[1]}

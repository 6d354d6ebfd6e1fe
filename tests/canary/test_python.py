"""Every method of Memory and its parts that takes text, given a secret in all of it."""

from __future__ import annotations

import inspect
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lamina.errors import LaminaError
from lamina.memory import Memory
from tests.canary.hunt import KEY, SAID, SESSION, found, live

if TYPE_CHECKING:
    from pathlib import Path

# What a text is for each kind of argument.
TEXTS: dict[str, Any] = {
    "str": SAID, "str | None": SAID, "Sequence[str]": (SAID,), "Iterable[str]": (SAID,),
    "tuple[str, ...]": (SAID,), "list[str]": [SAID],
}  # fmt: skip
# The stores are below what keeps secrets out: only what is handed to them is checked. The others
# write vectors, run programs, or wait for something.
APART = {"state", "state_copy", "index", "background", "daemon", "schedules"}
APART |= {"vectors", "models", "embedder", "reranker"}
KINDS = {"source", "kind", "origin"}  # parameters that take a word of Lamina's own
CHOSEN = {  # these are given something else than text and names: tests/test_writers.py
    "files.apply",
}


def methods(memory: Memory) -> dict[str, tuple[Any, inspect.Signature]]:
    """Return every public method, of Memory and of whatever it hands out, that takes text."""
    owners: dict[str, Any] = {"": memory}
    for name, value in inspect.getmembers_static(Memory):
        if isinstance(value, cached_property | property) and name[0] != "_" and name not in APART:
            one = getattr(memory, name)
            if type(one).__module__.startswith("lamina."):
                owners[f"{name}."] = one
    held = {}
    for prefix, owner in owners.items():
        for name, value in inspect.getmembers(owner, inspect.ismethod):
            if name[0] != "_":
                signature = inspect.signature(value)
                if any(_takes_text(one) for one in signature.parameters.values()):
                    held[prefix + name] = value, signature
    return held


def _takes_text(parameter: inspect.Parameter) -> bool:
    return str(parameter.annotation) in TEXTS and parameter.name not in KINDS


class Filler:
    """What a method may be given, by what it says it takes."""

    def __init__(self, memory: Memory, given: Path) -> None:
        self.memory = memory
        self.draft = memory.editor.draft()
        self.values: dict[str, Any] = {
            "Draft": self.draft, "datetime": memory.now, "date": memory.today, "int": 1,
            "Path": given, "Path | None": given, "Session": memory.sessions.find(SESSION),
            "Sequence[Hit]": memory.search("shop", record=False).hits, "bool": False,
            "Callable[[Draft], object]": self.write, "Callable[[Draft], Spot]": self.write,
        }  # fmt: skip

    def write(self, draft: Any) -> Any:
        return draft.append("memory/x.md", f"- {SAID}\n")

    def given(self, signature: inspect.Signature, text: str) -> dict[str, Any] | None:
        """Return arguments in which one text, or every one ("*"), is the secret."""
        found: dict[str, Any] = {}
        for name, one in signature.parameters.items():
            if one.kind is inspect.Parameter.VAR_KEYWORD:
                continue
            if _takes_text(one) and text in (name, "*"):
                found[name] = TEXTS[str(one.annotation)]
            elif one.default is inspect.Parameter.empty:
                kind = str(one.annotation)
                if kind in TEXTS:
                    found[name] = "Shop" if kind.startswith("str") else ("Shop",)
                elif kind in self.values:
                    found[name] = self.values[kind]
                else:
                    return None
        return found


def test_no_method_leaves_a_secret_anywhere(open_memory, root, home, tmp_path):  # J05
    memory = open_memory()
    live(memory, home)
    given = tmp_path / "given.md"
    given.write_text(f"# x\n\n- {SAID}\n", "utf-8")
    left, done, said = set(), set(), []
    for name, (_, signature) in methods(memory).items():
        texts = [one.name for one in signature.parameters.values() if _takes_text(one)]
        for text in ("*", *texts):
            with open_memory() as now:
                filler = Filler(now, given)
                method = methods_of(now, name)
                arguments = filler.given(signature, text)
                if arguments is None:
                    left.add(name)
                    continue
                try:
                    result = method(**arguments)
                    if inspect.isgenerator(result):
                        list(result)
                    now.apply(filler.draft.plan("test"))
                    done.add(name)
                except LaminaError as error:
                    said.append(f"{name} {text}: {error} {error.hint} {error!r}")
                except (ValueError, LookupError):  # none of the kinds there are: the caller's fault
                    continue
        assert found([root, home]) == [], name
    assert [one for one in said if KEY in one] == []
    assert left == CHOSEN
    assert len(done) > 80


def methods_of(memory: Memory, name: str) -> Any:
    part, _, method = name.rpartition(".")
    return getattr(getattr(memory, part) if part else memory, method)

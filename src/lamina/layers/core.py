"""The core files, which the host loads every turn: what they cost, against their budgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.kinds import CORE_FILES
from lamina.errors import PathError
from lamina.layers.budgets import measure, most_chars, token_budget

if TYPE_CHECKING:
    from lamina.documents.files import Files
    from lamina.settings import Core


@dataclass(frozen=True, slots=True)
class CoreFile:
    """One core file's cost. ``cut``: characters the host leaves out of it.

    ``given``: characters the host has room for when the files before it took theirs.
    """

    path: str
    tokens: int
    chars: int
    lines: int
    budget: int
    cut: int
    given: int
    warnings: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "tokens": self.tokens,
            "chars": self.chars,
            "lines": self.lines,
            "budget": self.budget,
            "cut": self.cut,
            "given": self.given,
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True, slots=True)
class CoreReport:
    """All core files that are there, in the order the host loads them."""

    files: tuple[CoreFile, ...]
    budget: int
    most_chars: int  # the host loads from all together

    @property
    def tokens(self) -> int:
        """What a turn costs before anything is said."""
        return sum(file.tokens for file in self.files)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Everything over a limit."""
        over = []
        if self.tokens > self.budget:
            over.append(f"all have {self.tokens:,} tokens, more than the {self.budget:,} allowed")
        chars = sum(file.chars for file in self.files)
        if chars > self.most_chars:
            over.append(f"the host loads {self.most_chars:,} of their {chars:,} characters")
        return (*over, *(f"{f.path}: {w}" for f in self.files for w in f.warnings))

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "files": [file.as_dict() for file in self.files],
            "tokens": self.tokens,
            "budget": self.budget,
            "warnings": list(self.warnings),
        }


def report(files: Files, limits: Core) -> CoreReport:
    """Measure the core files of a workspace."""
    found = []
    for name in CORE_FILES:
        try:
            text = files.read(name)
            if name == "MEMORY.md" and text is None:
                text = files.read("memory.md")  # its older spelling
        except PathError as error:
            found.append(CoreFile(name, 0, 0, 0, 0, 0, 0, (error.message,)))
            continue
        if text is not None:
            used = sum(file.given for file in found)
            found.append(_measured(name, text, limits, limits.total_chars - used))
    return CoreReport(tuple(found), limits.total_tokens, limits.total_chars)


def _measured(name: str, text: str, limits: Core, left: int) -> CoreFile:
    size = measure(text)
    tokens, chars, lines = size.tokens, size.chars, size.lines
    budget, hard = token_budget(name, limits), most_chars(name, limits)
    warnings = []
    if tokens > budget:
        warnings.append(f"{tokens:,} tokens, more than the {budget:,} allowed")
    if name == "MEMORY.md" and lines > limits.memory_lines:
        warnings.append(f"{lines} lines, more than the {limits.memory_lines} allowed")
    elif name == "MEMORY.md" and lines >= limits.memory_lines_warn:
        warnings.append(f"{lines} lines, close to the {limits.memory_lines} allowed")
    if chars > hard:
        warnings.append(f"the host cuts {chars - hard:,} of its {chars:,} characters")
    given = max(0, min(chars, hard, left))
    if given < min(chars, hard):
        warnings.append(f"the host has room for {given:,} of its {chars:,} characters")
    cut = max(0, chars - hard)
    return CoreFile(name, tokens, chars, lines, budget, cut, given, tuple(warnings))

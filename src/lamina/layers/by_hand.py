"""A person's own edit of a whole file, guarded: what changed meanwhile is never overwritten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.changes import digest, hunks, spans
from lamina.documents.kinds import Layer, layer_of
from lamina.documents.markdown import parse, split_lines
from lamina.documents.merging import Merge, merge
from lamina.documents.scan import EXTRA
from lamina.errors import ExternallyChangedError, NotAFileError, UnreadableFileError
from lamina.layers.draft import Spot

if TYPE_CHECKING:
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written

_NO_TEXT = "it holds bytes that are no UTF-8, which an editor would change"


@dataclass(frozen=True, slots=True)
class Opened:
    """A file as it was read; ``seen`` is to be given back with the edit."""

    path: str
    layer: str
    text: str
    seen: str
    locked: str = ""  # why it cannot be edited here

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "layer": self.layer,
            "text": self.text,
            "seen": self.seen,
            "locked": self.locked or None,
        }


class ByHand:
    """Opens files for their owner, and writes what he made of them."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor

    def open(self, path: str) -> Opened:
        """Return a file of the memory; NotAFileError where there is none, or none to be shown."""
        files = self.editor.files
        named = files.workspace.relative(path)
        layer = layer_of(named)
        hidden = any(part.startswith(".") and part != ".archive" for part in named.split("/"))
        text = None
        if layer is not Layer.MACHINE and not hidden and named.casefold().endswith(".md"):
            text = files.read(named)
        if text is None:
            raise NotAFileError(path)
        locked = "it stands in a folder that is only read" if named.startswith(EXTRA) else ""
        return Opened(named, str(layer), text, str(digest(text)), locked or _unfit(text))

    def write(self, path: str, text: str, seen: str) -> Written:
        """Put a text in a file's place, unless the file is not what was seen.

        Lines that stay keep their line ends, whichever the text came with.

        Raises:
            OwnerOnlyError: somebody else than the owner asks for it.
            ExternallyChangedError: the file is not what was seen; nothing is written.
        """
        self.editor.check_owner("edit a file by hand")
        opened = self.open(path)
        if opened.locked:
            raise UnreadableFileError(path, opened.locked)

        def work(draft: Draft) -> Spot:
            before = draft.read(path) or ""
            if digest(before) != seen:
                raise ExternallyChangedError(path)
            after = as_written(before, text)
            draft.put(path, after)
            changed = hunks(before, after)
            first = changed[0].line + 1 if changed else 1
            last = first + len(split_lines(changed[0].added)) - 1 if changed else 1
            return Spot(path, first, max(first, last))

        return self.editor.write("edit", work, reason="by hand")

    def merged(self, path: str, base: str, mine: str) -> Merge:
        """Bring an edit of an older text together with what the file is now."""
        theirs = self.open(path).text
        return merge(as_written(theirs, base), as_written(theirs, mine), theirs)


def as_written(before: str, typed: str) -> str:
    """Return a text that came from a form, with the line ends of the file it is for."""
    new = split_lines(typed.replace("\r\n", "\n").replace("\r", "\n"))
    old = split_lines(before)
    eol = parse(before).eol
    bare_old = [line.rstrip("\r\n") for line in old]
    bare_new = [line.rstrip("\r\n") for line in new]
    kept: list[str] = []
    at = 0
    for a, b, c, d in spans(bare_old, bare_new):
        kept += old[at:a] + [line + eol for line in bare_new[c:d]]
        at = b
    kept += old[at:]
    ended = [line if line.endswith(("\n", "\r")) else line + eol for line in kept]
    if new and not new[-1].endswith("\n"):
        ended[-1] = bare_new[-1]
    for number in range(len(ended) - 2, -1, -1):  # from the end: one that changed may meet another
        if ended[number].endswith("\r") and ended[number + 1].startswith("\n"):
            ended[number] = ended[number][:-1] + "\n"  # the two would be one end
    return "".join(ended)


def _unfit(text: str) -> str:
    return "" if text.encode("utf-8", "replace").decode() == text else _NO_TEXT

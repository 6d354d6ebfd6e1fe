"""Knowledge: how something is done, one keyword a file, and the index of keywords.

``memory/knowledge-index.md`` (the one inside ``knowledge/`` is read too)::

    # Knowledge index

    - oauth
    - import-vat
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents import frontmatter, markdown
from lamina.documents.kinds import slug
from lamina.documents.labels import colon, labels
from lamina.errors import AlreadyThereError, EmptyTextError
from lamina.layers.draft import Spot
from lamina.layers.editor import UNTRUSTED
from lamina.layers.writable import writable

if TYPE_CHECKING:
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written

FOLDER = "memory/knowledge"
INDEX = "memory/knowledge-index.md"
INNER_INDEX = "memory/knowledge/knowledge-index.md"
_KEYWORD = re.compile(r"^\s*[-*+]\s+(?:\[([^\]]+)\]\([^)]*\)|`([^`]+)`|([^\s\[].*?))\s*$")
_PLACEHOLDER = re.compile(r"^\s*[-*+]\s*[(（].*[)）]\s*$")
_MARKUP = str.maketrans("[]", "()", "`")


@dataclass(frozen=True, slots=True)
class Lesson:
    """An entry of the knowledge base."""

    keyword: str
    path: str
    listed: bool
    there: bool

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "keyword": self.keyword,
            "path": self.path,
            "listed": self.listed,
            "there": self.there,
        }


class Knowledge:
    """Writes what was learnt, and says what is known."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor

    def learn(
        self, keyword: str, text: str, *, source: str = "", consent: str = "", more: bool = False
    ) -> Written:
        """Write an entry and its keyword into the index, both or neither.

        ``source``: where on the network it was learnt, with the words by which the user asked for
        it (``consent``): both are kept, the entry counts as untrusted. ``more``: add to the entry.
        """
        return self.editor.write(
            "learn",
            lambda draft: self.put(draft, keyword, text, source, consent, more=more),
            origin=UNTRUSTED if source else "",
        )

    def put(
        self,
        draft: Draft,
        keyword: str,
        text: str,
        source: str = "",
        consent: str = "",
        *,
        more: bool = False,
    ) -> Spot:
        """Write an entry and its line in the index."""
        keyword = (
            " ".join(writable(keyword).split())
            .translate(_MARKUP)
            .lstrip("-*# ")
            .removesuffix(".md")
        )
        if _PLACEHOLDER.match(f"- {keyword}"):
            keyword = keyword[1:-1]
        if not slug(keyword):
            raise EmptyTextError("The keyword")
        if not text.strip():
            raise EmptyTextError("What was learnt")
        if source and not consent.strip():
            raise EmptyTextError("The user's words that asked for it (--consent)")
        path = f"{FOLDER}/{slug(keyword)}.md"
        before = draft.read(path)
        if before is not None and not more:
            hint = f'Add to it: lamina learn "{keyword}" --more --from -'
            raise AlreadyThereError("knowledge entry", keyword, path, hint)
        body = writable(text).strip() + "\n"
        words = labels(draft.language)
        if source:
            asked = " ".join(consent.split())
            mark = colon(draft.language)
            body += f"\n> {words.source}{mark}{source.strip()}\n> {words.consent}{mark}{asked}\n"
        if before is None:
            title = "" if body.lstrip().startswith(("# ", "---")) else f"# {keyword}\n\n"
            new = title + body
            if source:
                new = frontmatter.set_field(new, "origin", UNTRUSTED, path=path)
            draft.put(path, new)
            spot = Spot(path, 1, len(markdown.split_lines(new)))
        else:
            spot = draft.append(path, f"\n## {draft.today}\n\n{body}")
        self._list(draft, keyword)
        return spot

    def entries(self) -> tuple[Lesson, ...]:
        """Return what the index lists and what is in the folder."""
        files = self.editor.files
        listed = {slug(word): word for word in self.keywords()}
        folder = files.workspace.root / FOLDER
        there = {
            p.stem: p.stem
            for p in (folder.glob("*.md") if folder.is_dir() else ())
            if p.name != "knowledge-index.md"
        }
        names = sorted(listed.keys() | {slug(name) for name in there})
        stems = {slug(name): name for name in there}
        return tuple(
            Lesson(
                listed.get(name) or stems.get(name, name),
                f"{FOLDER}/{stems.get(name, name)}.md",
                name in listed,
                name in stems,
            )
            for name in names
        )

    def keywords(self) -> tuple[str, ...]:
        """Return the keywords of the index, in both places."""
        found: dict[str, str] = {}
        for path in (INDEX, INNER_INDEX):
            for word in read_keywords(self.editor.files.read(path)):
                found.setdefault(slug(word), word)
        return tuple(found.values())

    def mend(self, draft: Draft) -> list[str]:
        """List entries the index lacks; return their keywords."""
        missing = [lesson for lesson in self.entries() if lesson.there and not lesson.listed]
        for lesson in missing:
            self._list(draft, lesson.keyword)
        return [lesson.keyword for lesson in missing]

    def _list(self, draft: Draft, keyword: str) -> None:
        known = {
            slug(word) for path in (INDEX, INNER_INDEX) for word in read_keywords(draft.read(path))
        }
        if slug(keyword) in known:
            return
        text = draft.read(INDEX)
        if text is not None:
            lines = [ln for ln in markdown.split_lines(text) if not _PLACEHOLDER.match(ln)]
            draft.put(INDEX, "".join(lines))
        draft.append(INDEX, f"- {keyword}\n", title=labels(draft.language).knowledge_index)


def read_keywords(text: str | None) -> list[str]:
    """Return the keywords of an index; a template's placeholder is none."""
    found = []
    for line in markdown.split_lines(text or ""):
        match = None if _PLACEHOLDER.match(line) else _KEYWORD.match(line.rstrip("\r\n"))
        if match:
            word = next(filter(None, match.groups()))
            found.append(word.strip().removesuffix(".md"))
    return found

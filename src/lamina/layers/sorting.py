"""Where each line of an over-long MEMORY.md goes, and what stays. Pure.

Kept: who the user is, one line a project, the critical rules, the routing of agents, what is active
now; each only as many as a turn can carry. What has no target may stay.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents.comments import without_comments
from lamina.documents.kinds import is_reserved, slug
from lamina.documents.labels import reads_as
from lamina.documents.markdown import Block, Kind
from lamina.documents.templates import template_lines
from lamina.documents.tokens import estimate
from lamina.layers.active_blocks import PATH as ACTIVE
from lamina.layers.where import Place, classify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.documents.markdown import Document

ARCHIVE = "memory/memory-archive.md"
OLD_RULES = "memory/old-rules.md"  # of other skills; not searched
USER, AGENTS = "USER.md", "AGENTS.md"  # other core files that may take a line
RULE = "a rule that always holds"
FACTS = "facts about one subject"
# What stays in MEMORY.md longest comes first; "": everything else.
WORTH = ("profile", "critical_rules", "projects", "active_now", "routing", "")
_PROFILE, _RULES, _ITEMS = 3, 5, 20  # lines a section of MEMORY.md keeps
_SHORT = 20  # words
_LONG = 60  # tokens above which a block is an explanation, not a line
_UNTICKED = re.compile(r"^\s*[-*+]\s+\[ \]\s")
_TICKED = re.compile(r"^\s*[-*+]\s+\[[xX]\]\s")
_MARKED = re.compile(
    r"\[(?:open|offen|открыто|未结|todo|wip)\]|\b(?:TODO|FIXME|WIP)\b", re.IGNORECASE
)
_WORD = re.compile(r"\w")
_DATED = re.compile(r"^\s*(?:[-*+]\s+)?(?:\*\*)?\[?(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{2,4})\b")
_OPEN_TITLE = re.compile(
    r"\bopen (?:stuff|items|matters|points|questions|issues|threads|loops)\b|\bto-?dos?\b"
    r"|\bpending\b|\bwaiting\b"
    r"|\boffene\b|\bzu erledigen\b|открыт(?:ые|ое)|ожида(?:ет|ние)|待办|未结|未完成",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_POINTER = re.compile(  # to one file, and to several at once: "More (memory/): a.md, b.md"
    r"(?:memory|reference)/(?:(?!memory/|reference/)[\w./-])+\.md|\(memory/\)\s?[:：]\s?[\w.-]+\.md"
)
_PROMOTED = re.compile(r"^Promoted From Short-Term Memory", re.IGNORECASE)
_LOOSE_TITLES = tuple(  # "About Inna", "Rules I keep forgetting"
    (name, re.compile(rf"^\W*(?:{words})", re.IGNORECASE))
    for name, words in (
        ("profile", r"about\b|über\b|(?:обо?|про)\s|关于|who (?:i am|is)\b"),
        ("critical_rules", r"(?:hard |my |harte |wichtige )?(?:rules|regeln)\b|правила\b|规则"),
        (  # "Important!!", not "Important contacts"
            "critical_rules",
            (
                r"(?:(?:very|most|sehr|очень|最|非常)\s*)?(?:important|critical|always|never"
                r"|don['’]?t forget|wichtig(?:es|ste[sr]?)?|immer|niemals|nie vergessen"
                r"|важн(?:о|ое)|всегда|никогда|重要(?:事项|提醒)?|切记|务必|注意(?:事项)?)\W*$"
            ),
        ),
    )
)
_MACHINE = re.compile(
    r"\b(?:HEARTBEAT_OK|NO_REPLY)\b|\[?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|\d\d:\d\d heartbeat\b"
)
_PROJECT_TITLE = re.compile(  # "项目月亮" names one; "项目列表" and the like name none
    r"^\W*(?:project|projekt|проект|项目)\s*[:：]?\s+"
    r"|^\W*项目[:：]?(?!列表|清单|概[览况]|总览|一览|目录|管理|进[展度]|状态|背景|信息|文[件档])\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A block of MEMORY.md with its nested items; lines [start, end), 0-based."""

    start: int
    end: int
    titles: tuple[str, ...]
    text: str
    items: int

    @property
    def section(self) -> str:
        """The innermost heading above."""
        return self.titles[-1] if self.titles else ""


class Sorting:
    """Says for each unit of MEMORY.md where it goes; what has no target may stay."""

    def __init__(self, units: Sequence[Unit], projects: Sequence[str]) -> None:
        self.projects = {slug(name): name for name in projects}
        self.roles: dict[int, str] = {}  # of units that may stay
        self.targets: dict[int, tuple[str, str]] = {}
        self._said: set[str] = set()
        self._kept: defaultdict[str, int] = defaultdict(int)
        known = tuple(self.projects.values())
        self._verdicts = {u.start: classify(u.text, projects=known) for u in units}
        self._votes: dict[tuple[str, ...], Counter[Place]] = defaultdict(Counter)
        for unit in units:
            self._votes[unit.titles][self._verdicts[unit.start].place] += 1
        for unit in units:
            target = self._target(unit)
            if target:
                self.targets[unit.start] = target

    def overflow(self, unit: Unit) -> tuple[str, str]:
        """Return where a unit goes that MEMORY.md has no room for."""
        role = self.roles.get(unit.start, "")
        if role == "critical_rules":
            return ACTIVE, RULE
        if role == "routing":
            return AGENTS, "who does what"
        return (USER, "who the user is") if role == "profile" else (ARCHIVE, "no room in MEMORY.md")

    def _target(self, unit: Unit) -> tuple[str, str] | None:
        if not _WORD.search(without_comments(unit.text)):
            return None
        if _MACHINE.search(unit.text):
            return ARCHIVE, "written by a machine"
        said = _key(unit.text)
        if said in self._said:
            return ARCHIVE, "said twice"
        self._said.add(said)
        role = self._role(unit)
        if _PROMOTED.search(unit.section):
            return None  # what a night chose stays as long as there is room
        if not unit.titles and unit.end - unit.start == 1 and unit.text.count(" ") < _SHORT:
            return None  # a word at the head of the file
        lines = unit.end - unit.start
        long = lines > 3 or estimate(unit.text) > _LONG
        if _TICKED.match(unit.text) and not self._project(unit, ""):
            return ARCHIVE, "done"
        if _UNTICKED.match(unit.text) or _MARKED.search(unit.text) or _is_open(unit.titles):
            return ACTIVE, "an open matter"
        if role in {"profile", "critical_rules", "routing", "projects", "active_now"}:
            if self._keep(unit, role, long=long):
                return None
            if role in {"profile", "critical_rules"} and not long:
                self.roles[unit.start] = role
                return self.overflow(unit)
        place = self._verdicts[unit.start]
        project = self._project(unit, place.project)
        if project:
            return f"memory/projects/{project}/CONTEXT.md", "detail of one project"
        if lines <= 3 and self._most_are(unit, Place.ACTIVE):
            return ACTIVE, "an open matter"
        if _DATED.match(unit.text) or self._most_are(unit, Place.DAILY):
            return ARCHIVE, "history"
        if long:
            return f"reference/{self._name(unit)}.md", "a long explanation"
        if role == "" and lines == 1 and place.place in {Place.MEMORY, Place.AGENTS, Place.USER}:
            section = {Place.AGENTS: "critical_rules", Place.USER: "profile"}.get(
                place.place, "active_now"
            )
            if self._keep(unit, section, long=False):
                return None
        if role:
            return ARCHIVE, f"more than MEMORY.md keeps of {role.replace('_', ' ')}"
        return f"memory/{self._name(unit)}.md", FACTS

    def _most_are(self, unit: Unit, place: Place) -> bool:
        """Say whether a line, and most lines beside it, belong on a layer: sections stay whole."""
        votes = self._votes[unit.titles]
        alike = self._verdicts[unit.start].place is place
        return alike and votes[place] >= 2 and 2 * votes[place] > votes.total()

    def _role(self, unit: Unit) -> str:
        for title in reversed(unit.titles):
            for name in ("profile", "critical_rules", "routing", "projects", "active_now"):
                if reads_as(title, name):
                    return name
            for name, pattern in _LOOSE_TITLES:
                if pattern.match(title):
                    return name
        return ""

    def _keep(self, unit: Unit, role: str, *, long: bool) -> bool:
        """Say whether MEMORY.md has room for one more unit of this kind."""
        most = {"profile": _PROFILE, "critical_rules": _RULES}.get(role, _ITEMS)
        table = unit.text.lstrip().startswith("|")
        if role == "projects" and (long or not reads_as(unit.section, "projects")):
            return False  # detail under a project's own heading
        if long and not (role == "routing" and table):
            return False
        if self._kept[role] + (1 if table else unit.items) > most:
            return False
        self._kept[role] += 1 if table else unit.items
        self.roles[unit.start] = role
        return True

    def _project(self, unit: Unit, named: str) -> str:
        """Return the folder of the project a unit is detail of."""
        for title in reversed(unit.titles):
            if slug(project_name(title)) in self.projects:
                return slug(project_name(title))
        inner = [
            title
            for above, title in zip(unit.titles, unit.titles[1:], strict=False)
            if reads_as(above, "projects")
        ]
        inner += [title for title in unit.titles if _PROJECT_TITLE.match(title)]
        named = project_name(inner[0]) if inner else named
        return slug(named) if named else ""

    def _name(self, unit: Unit) -> str:
        titles = [t for t in unit.titles[1:] or unit.titles if slug(t)]
        name = slug(titles[0]) if titles else "memory-facts"
        return f"{name}-facts" if is_reserved(name) or name == "memory-archive" else name


def without_prefix(title: str) -> str:
    """Return a heading without the word that says it is a project's."""
    return _PROJECT_TITLE.sub("", title)


def project_name(title: str) -> str:
    """Return the name in a heading such as "Project: Shop (the new one)"."""
    bare = without_prefix(title)
    return re.sub(r"(?:(?<!\s)\s+)?[(（][^()（）]*[)）]\s*$", "", bare) or bare


def units_of(document: Document) -> list[Unit]:
    """Return the blocks that may move: no headings, no managed blocks, nothing of a template."""
    managed = managed_lines(document)
    found: list[Unit] = []
    blocks = [b for b in document.blocks if b.kind is not Kind.HEADING and b.start not in managed]
    number = 0
    while number < len(blocks):
        block = blocks[number]
        end = block.end
        items = 1
        number += 1
        if block.kind is Kind.HTML and blocks[number:] and _above(document, block, blocks[number]):
            block = Block(
                blocks[number].kind, block.start, blocks[number].end
            )  # a mark and its line
            end = block.end
            number += 1
        while block.kind is Kind.ITEM and number < len(blocks) and _nested(block, blocks[number]):
            end = blocks[number].end
            number += 1
        text = "".join(document.lines[block.start : end])
        bare = {line.strip("># \t\r\n") for line in text.splitlines()} - {""}
        if bare and not bare <= template_lines() and not _is_pointer(text):
            found.append(Unit(block.start, end, titles_at(document, block.start), text, items))
    return found


def _is_open(titles: Sequence[str]) -> bool:
    """Say whether a heading says that what stands below it is open."""
    return any(reads_as(t, "open_tasks") or _OPEN_TITLE.search(t) for t in titles)


def _above(document: Document, one: Block, other: Block) -> bool:
    """Say whether a comment stands right above a block."""
    text = "".join(document.lines[one.start : one.end]).strip()
    gap = any(line.lstrip().startswith("#") for line in document.lines[one.end : other.start])
    return text.startswith("<!--") and text.endswith("-->") and not gap


def _nested(block: Block, other: Block) -> bool:
    return other.kind is Kind.ITEM and other.level > block.level


def _is_pointer(text: str) -> bool:
    """Say whether a line only says where more of something is."""
    return (
        "[score=" not in text
        and "\n" not in text.strip()
        and bool(_POINTER.search(text))
        and estimate(text) <= _LONG
    )


def _key(text: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", _BULLET.sub("", text)).split()).casefold() or text


def managed_lines(document: Document) -> set[int]:
    """Return the numbers (0-based) of lines that belong to managed blocks."""
    return {line for block in document.managed for line in range(block.start, block.end)}


def titles_at(document: Document, line: int) -> tuple[str, ...]:
    """Return the headings above a line, outermost first, without the file's own title."""
    section = document.section_at(line)
    if section is None:
        return ()
    titles = (*section.path, section.title)
    first = document.sections[0]
    return titles[1:] if first.level == 1 and titles and titles[0] == first.title else titles

"""Topics: long-running tasks, each the single source of truth about itself, with a life cycle.

Every step changes the topic's file, the index and the day's note together: all or none. The file
``memory/topics/<domain>/<topic>.md`` has the form shown in ``documents/templates.py``. An archived
topic keeps its result and lessons in ``memory/topics/.archive/<domain>/<topic>.md``; its whole text
stands beside it as ``<topic>.full.md``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.kinds import Layer, layer_of, slug
from lamina.documents.labels import colon, labels
from lamina.documents.templates import topic_line, topic_template
from lamina.errors import AlreadyThereError, EmptyTextError, UsageError
from lamina.layers import topic_index as index
from lamina.layers.draft import Spot
from lamina.layers.names import pick
from lamina.layers.topic_file import Head, bullets, read_head, section_span, set_head
from lamina.layers.topic_index import ACTIVE, ARCHIVED, TOPICS, Entry, Status
from lamina.layers.writable import writable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor, Written

HIDDEN = f"{TOPICS}/.archive"
_UNTICKED = re.compile(r"^(\s*[-*+]\s+\[)[ ](\]\s+)(.*)$")


class Topics:
    """Makes topics, keeps them and their index, and lays them to rest."""

    def __init__(self, editor: Editor, daily: Daily) -> None:
        self.editor = editor
        self.daily = daily
        self.root = str(editor.files.workspace.root)

    def entries(self, *, archived: bool = False) -> tuple[Entry, ...]:
        """Return the entries of the active index, or of the archived one."""
        return index.read_entries(
            self.editor.files.read(ARCHIVED if archived else ACTIVE), self.root
        )

    def files(self, *, archived: bool = False) -> list[str]:
        """Return the topics' files, or those of archived ones; whole copies are left out."""
        scan = self.editor.files.workspace.scan()
        return [
            e.path
            for e in scan.files
            if e.path.startswith(f"{TOPICS}/")
            and e.path.startswith(f"{HIDDEN}/") == archived
            and not e.path.endswith(".full.md")
            and e.layer in {Layer.TOPIC, Layer.ARCHIVE}
        ]

    def find(self, name: str, *, archived: bool = False) -> Entry:
        """Return the entry a person names; UnknownNameError, AmbiguousNameError."""
        return _pick(self.entries(archived=archived), name)

    def new(self, domain: str, name: str, *, goal: str, role: str = "", state: str = "") -> Written:
        """Make a topic and register it: file, index and note, all or none."""
        return self.editor.write(
            "topic new",
            lambda draft: self.create(draft, domain, name, goal=goal, role=role, state=state),
        )

    def create(
        self,
        draft: Draft,
        domain: str,
        name: str,
        *,
        goal: str,
        role: str = "",
        state: str = "",
        context: Sequence[str] = (),
        announce: bool = True,
    ) -> Spot:
        """Write a topic's file, its entry, and a line in the day's note."""
        name, role, goal = index.plain_name(name), index.plain_name(role), _one_line(goal)
        domain = domain.strip() or labels(draft.language).general
        if not slug(name):
            raise EmptyTextError("The topic's name")
        if not goal:
            raise EmptyTextError("The topic's goal")
        if not slug(domain):
            raise UsageError(f"{domain!r} cannot be a domain.", "Use letters: coding, writing.")
        path = f"{TOPICS}/{slug(domain)}/{slug(name)}.md"
        for entry in index.read_entries(draft.read(ACTIVE), self.root):
            if entry.name.casefold() == name.casefold() or entry.path == path:
                hint = f'Go on with it: lamina topic update "{name}" --state "…"'
                raise AlreadyThereError("topic", name, entry.path, hint)
        if draft.read(path) is not None:
            hint = "It is not in the index; register it: lamina topic audit --fix"
            raise AlreadyThereError("topic file", name, path, hint)
        draft.put(path, topic_template(draft.language, name, role, goal, _one_line(state)))
        if context:
            draft.add_under(path, "core_context", "".join(f"- {line}\n" for line in context))
        about = index.plain_description(goal)
        self._register(draft, Entry(Status.ACTIVE, role, name, about, path, slug(domain)), domain)
        if announce:
            self._announce(draft, "new", name)
        return Spot(path, 1, len(markdown.split_lines(draft.read(path) or "")))

    def update(
        self,
        name: str,
        *,
        state: str = "",
        ticks: Sequence[str] = (),
        milestones: Sequence[str] = (),
        context: Sequence[str] = (),
        scratch: Sequence[str] = (),
        clear_scratch: bool = False,
        role: str = "",
    ) -> Written:
        """Set the state line, tick and add milestones, add to context or scratchpad.

        With a role, each added line carries it: several may work in one topic.
        """
        if not (state or ticks or milestones or context or scratch or clear_scratch):
            raise EmptyTextError("The update")

        def work(draft: Draft) -> Spot:
            entry = _pick(index.read_entries(draft.read(ACTIVE), self.root), name)
            text = self._text(draft, entry)
            mark = f"[{index.plain_name(role)}] " if role else ""
            if state:
                paused = "[PAUSED] " if entry.status is Status.PAUSED else ""
                said = paused + _one_line(state)
                draft.put(entry.path, set_head(text, "state", said, draft.language))
            for tick in ticks:
                self._tick(draft, entry, tick)
            if clear_scratch:
                self._clear_scratchpad(draft, entry)
            added = [
                ("milestones", [f"- [ ] {mark}{_one_line(m)}" for m in milestones]),
                ("core_context", [f"- {mark}{_one_line(c)}" for c in context]),
                ("scratchpad", [f"- {mark}{_one_line(s)}" for s in scratch]),
            ]
            spot = Spot(entry.path, 1, 1)
            for section, lines in added:
                if lines:
                    spot = draft.add_under(entry.path, section, "\n".join(lines) + "\n")
            self._announce(draft, "progress", entry.name)
            return spot if spot.start > 1 else _head_spot(draft, entry.path)

        return self.editor.write("topic update", work)

    def pause(self, name: str, why: str = "") -> Written:
        """Set a topic aside; it stays in the active index."""
        return self.editor.write(
            "topic pause", lambda draft: self._set_status(draft, name, Status.PAUSED, why)
        )

    def activate(self, name: str, state: str = "") -> Written:
        """Take a paused topic up again."""
        return self.editor.write(
            "topic activate", lambda draft: self._set_status(draft, name, Status.ACTIVE, state)
        )

    def archive(self, name: str, *, result: str = "", lessons: Sequence[str] = ()) -> Written:
        """Distil a topic to result and lessons, keep its whole text as a copy, change the index."""

        def work(draft: Draft) -> Spot:
            entry = _pick(index.read_entries(draft.read(ACTIVE), self.root), name)
            text = self._text(draft, entry)
            head = read_head(text)
            results = [*bullets(text, "result"), *filter(None, [_one_line(result)])]
            if not results:
                raise EmptyTextError("The result (--result)")
            learnt = [*bullets(text, "lessons"), *map(_one_line, lessons)]
            place = self._free(draft, entry)
            draft.put(place, _distilled(draft, head, entry, results, learnt))
            draft.put(place.removesuffix(".md") + ".full.md", text)
            draft.put(entry.path, None)
            draft.put(ACTIVE, index.without(draft.read(ACTIVE) or "", [entry.line]))
            about = index.plain_description(results[-1])
            cold = replace(entry, status=Status.ARCHIVED, path=place, description=about)
            self._register(draft, cold, entry.domain, ARCHIVED)
            self._announce(draft, "archived", entry.name)
            return Spot(place, 1, len(markdown.split_lines(draft.read(place) or "")))

        return self.editor.write("topic archive", work)

    def reopen(self, name: str) -> Written:
        """Bring an archived topic back, whole, with its result and lessons."""

        def work(draft: Draft) -> Spot:
            entry = _pick(index.read_entries(draft.read(ARCHIVED), self.root), name)
            path = self._brought_back(draft, entry)
            draft.put(ARCHIVED, index.without(draft.read(ARCHIVED) or "", [entry.line]))
            text = draft.read(path) or ""
            head = read_head(text)
            if head.paused:
                draft.put(path, set_head(text, "state", _running(head.state), draft.language))
            about = index.plain_description(head.goal) or entry.description
            hot = replace(entry, status=Status.ACTIVE, path=path, description=about)
            self._register(draft, hot, entry.domain)
            self._announce(draft, "reopened", entry.name)
            return _head_spot(draft, path)

        return self.editor.write("topic reopen", work)

    def _brought_back(self, draft: Draft, entry: Entry) -> str:
        """Put an archived topic's whole text where topics are; return its path.

        Other tools archive by the index alone: such a file is where it was.
        """
        distilled = self._text(draft, entry)
        if not entry.path.startswith(f"{HIDDEN}/"):
            return entry.path
        full = entry.path.removesuffix(".md") + ".full.md"
        path = f"{TOPICS}/{entry.path.removeprefix(HIDDEN + '/')}"
        if draft.read(path) is not None:
            raise AlreadyThereError("topic", entry.name, path)
        whole = draft.read(full)
        draft.put(path, distilled if whole is None else whole)
        if whole is not None:
            for section in ("result", "lessons"):
                known = bullets(whole, section)
                fresh = [b for b in bullets(distilled, section) if b not in known]
                if fresh:
                    draft.add_under(path, section, "".join(f"- {b}\n" for b in fresh))
            draft.put(full, None)
        draft.put(entry.path, None)
        return path

    def scratchpad(self, name: str) -> tuple[str, ...]:
        """Return what stands on a topic's scratchpad; a handoff wants it empty."""
        entry = self.find(name)
        return tuple(bullets(self.editor.files.read(entry.path) or "", "scratchpad"))

    def _register(self, draft: Draft, entry: Entry, domain: str, path: str = ACTIVE) -> None:
        words = labels(draft.language)
        title = words.topics_active if path == ACTIVE else words.topics_archived
        draft.put(path, index.add(draft.read(path), entry, domain, title))

    def _announce(self, draft: Draft, what: str, name: str) -> None:
        """Write one line about a topic into the day's note: never its detail, never twice."""
        line = topic_line(what, draft.language, name)
        if line not in (draft.read(self.daily.path_for(draft.today)) or ""):
            self.daily.add_line(draft, line)

    def _text(self, draft: Draft, entry: Entry) -> str:
        text = draft.read(entry.path)
        if layer_of(entry.path) not in {Layer.TOPIC, Layer.SUBJECT, Layer.ARCHIVE}:
            raise UsageError(
                f"The index names {entry.path} for {entry.name!r}, and that is no topic. "
                "Nothing was written.",
                "Correct the index line.",
            )
        if text is None:
            raise UsageError(
                f"The index names {entry.path} for {entry.name!r}, but there is no such file. "
                "Nothing was written.",
                "Compare index and files: lamina topic audit",
            )
        return text

    def _tick(self, draft: Draft, entry: Entry, tick: str) -> None:
        text = self._text(draft, entry)
        start, end, _ = section_span(text, "milestones") or (0, None, False)
        open_ones = [
            (number, match)
            for number, line in enumerate(markdown.split_lines(text)[:end])
            if number >= start and (match := _UNTICKED.match(line.rstrip("\r\n")))
        ]
        number, match = pick("open milestone", tick, open_ones, lambda one: (one[1][3],))
        draft.splice(entry.path, number, number + 1, f"{match[1]}x{match[2]}{match[3]}\n")

    def _clear_scratchpad(self, draft: Draft, entry: Entry) -> None:
        span = section_span(self._text(draft, entry), "scratchpad")
        if span and span[1] > span[0]:
            draft.splice(entry.path, span[0], span[1], "\n" if span[2] else "")

    def _set_status(self, draft: Draft, name: str, status: Status, state: str) -> Spot:
        entry = _pick(index.read_entries(draft.read(ACTIVE), self.root), name)
        text = self._text(draft, entry)
        said = _one_line(state) or _running(read_head(text).state)
        mark = "[PAUSED] " if status is Status.PAUSED else ""
        draft.put(entry.path, set_head(text, "state", (mark + said).strip(), draft.language))
        hot = replace(entry, status=status)
        draft.put(ACTIVE, index.replace_line(draft.read(ACTIVE) or "", entry.line, hot))
        return Spot(ACTIVE, entry.line, entry.line)

    def _free(self, draft: Draft, entry: Entry) -> str:
        """Return a place in the archive that nothing stands at."""
        folder = TOPICS if entry.path.startswith(f"{TOPICS}/") else "memory"
        inner = entry.path.removeprefix(f"{folder}/").removesuffix(".md")
        number = 1
        while True:
            path = f"{HIDDEN}/{inner}{f'-{number}' if number > 1 else ''}.md"
            if draft.read(path) is None and draft.read(path[:-3] + ".full.md") is None:
                return path
            number += 1


def _pick(entries: Sequence[Entry], name: str) -> Entry:
    return pick("topic", name, entries, lambda e: (e.name, e.path, f"/{e.path}"))


def _head_spot(draft: Draft, path: str) -> Spot:
    return Spot(path, 1, max(1, read_head(draft.read(path) or "").end))


def _distilled(
    draft: Draft, head: Head, entry: Entry, results: Sequence[str], lessons: Sequence[str]
) -> str:
    words, mark = labels(draft.language), colon(draft.language)
    rows = [
        (words.role, head.role or entry.role),
        (words.goal, head.goal),
    ]
    lines = [f"# {words.task}{mark}{head.name or entry.name}"]
    lines += [f"- **{label}**{mark}{said}" for label, said in rows if said]
    lines += ["", f"## {words.result}", *(f"- {one}" for one in results)]
    if lessons:
        lines += ["", f"## {words.lessons}", *(f"- {one}" for one in lessons)]
    return "\n".join(lines) + "\n"


def _running(state: str) -> str:
    """Return a state line without the mark of a pause."""
    return state.removeprefix("[PAUSED]").strip()


def _one_line(text: str) -> str:
    return " ".join(writable(text).split())

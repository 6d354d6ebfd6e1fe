"""Which layer a sentence belongs on, and why: by rules, in English, German, Russian, Chinese. Pure.

Words and shapes in the text speak for places, or against them (``where_words``); what they weigh is
added up. Only the start of a long text is read and repetitions are bounded: no text takes long.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lamina.layers.where_words import WORDS
from lamina.layers.where_words.cues import CUES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class Place(StrEnum):
    """A layer: a core file, or a kind of note."""

    SOUL = "SOUL"
    AGENTS = "AGENTS"
    USER = "USER"
    TOOLS = "TOOLS"
    IDENTITY = "IDENTITY"
    HEARTBEAT = "HEARTBEAT"
    MEMORY = "MEMORY"
    ACTIVE = "active"
    DAILY = "daily"
    FACT = "fact"
    REFERENCE = "reference"
    PROJECT = "project"
    AGENT_TYPE = "agent-type"
    TOPIC = "topic"
    KNOWLEDGE = "knowledge"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The place of a text. ``scores`` descend; ``why`` names the words that decided."""

    place: Place
    why: str
    scores: Mapping[Place, float]
    project: str = ""  # the known project the text names
    agent_type: str = ""


_HOLDS = {
    Place.SOUL: "SOUL.md holds personality, voice and values",
    Place.AGENTS: "AGENTS.md holds the agent's role and rules of conduct",
    Place.USER: "USER.md holds who the user is and what they prefer",
    Place.TOOLS: "TOOLS.md holds commands, hosts and paths of a machine",
    Place.IDENTITY: "IDENTITY.md holds the agent's name and looks",
    Place.HEARTBEAT: "HEARTBEAT.md holds recurring tasks",
    Place.MEMORY: "MEMORY.md holds what is active now and what always holds",
    Place.ACTIVE: "the active context holds open matters",
    Place.DAILY: "the note of the day holds what happened",
    Place.FACT: "a file about the subject holds lasting facts",
    Place.REFERENCE: "reference/ holds long material to open on demand",
    Place.PROJECT: "the project's handbook holds what is true of it alone",
    Place.AGENT_TYPE: "the handbook of the agent type holds lessons for every project",
    Place.TOPIC: "a topic file holds tasks that run for weeks",
    Place.KNOWLEDGE: "the knowledge base holds how things are done",
}
_PRIOR = dict.fromkeys(Place, 0.0) | {Place.FACT: 0.6, Place.DAILY: 0.3, Place.PROJECT: 0.2}

_SAMPLE = 4_000  # characters looked at
_MORE = 0.25  # what each further word of a cue adds
_ENDLESS = re.compile(r"([^\W\u2e80-\u9fff]{60})[^\W\u2e80-\u9fff]+")  # longer is no word
_LONG = 700  # characters of a text that is too long to be a note


class _Hit(NamedTuple):
    """A cue found in a text."""

    weights: Mapping[Place, float]
    found: str
    says: str


def classify(
    text: str, *, projects: Sequence[str] = (), agent_types: Sequence[str] = ()
) -> Verdict:
    """Say where a sentence or paragraph belongs; the names the workspace knows help."""
    sample = unicodedata.normalize("NFC", text.lstrip()[:_SAMPLE]).replace("’", "'")
    sample = _ENDLESS.sub(r"\1", sample)
    if not re.search(r"\w", sample):
        nothing = {Place.DAILY: 0.0} | dict.fromkeys(Place, 0.0)
        return Verdict(Place.DAILY, f"There is nothing to go by: {_HOLDS[Place.DAILY]}.", nothing)
    project, agent_type = _named(sample, tuple(projects)), _named(sample, tuple(agent_types))
    hits = [*_hits(sample), *_known(sample, project, agent_type)]
    if len(text) > _LONG:
        weight = 1.2 if len(text) < 2 * _LONG else 2.8
        hits.append(_Hit({Place.REFERENCE: weight}, f"{len(text):,} characters", "is long"))
    scores = _scores(hits)
    place = next(iter(scores))
    if place is Place.AGENT_TYPE and not agent_type:
        agent_type = _alike(sample, agent_types)
    return Verdict(place, _why(place, hits), scores, project, agent_type)


def _scores(hits: list[_Hit]) -> dict[Place, float]:
    """Add up what was found, the best first."""
    scores = dict(_PRIOR)
    for hit in hits:
        for place, weight in hit.weights.items():
            scores[place] += weight
    return dict(sorted(scores.items(), key=lambda item: -item[1]))


def _why(place: Place, hits: list[_Hit]) -> str:
    """Name the two cues that spoke loudest for a place."""
    speaking = sorted(
        (hit for hit in hits if hit.weights.get(place, 0) > 0), key=lambda hit: -hit.weights[place]
    )
    said = [f"'{_quoted(hit.found)}' {hit.says}" for hit in speaking[:2]]
    return f"{' and '.join(said) or 'It is a plain statement'}: {_HOLDS[place]}."


def _quoted(found: str) -> str:
    words = " ".join(found.split()).strip(" .,:;。，：；")
    return words if len(words) <= _QUOTE else words[:_QUOTE].rstrip() + "…"


_QUOTE = 40  # characters


# What the workspace knows.


_AGENT = re.compile(r"agent|\bbots?\b|агент|代理|智能体", re.IGNORECASE)


def _known(text: str, project: str, agent_type: str) -> Iterator[_Hit]:
    if project:
        yield _Hit({Place.PROJECT: 3.0, Place.AGENTS: -0.5}, project, "is a project")
    if agent_type:  # "coding" is a word of its own, too
        weight = 3.2 if _AGENT.search(text) else 2.0
        yield _Hit({Place.AGENT_TYPE: weight}, agent_type, "is an agent type")


def _alike(text: str, names: Sequence[str]) -> str:
    """Return the name that begins like a word of the text: "Swift-Code" means coding."""
    words = re.findall(r"\w{3,}", text.casefold())
    near = [n for n in names if len(n) > 3 and any(w.startswith(n.casefold()[:3]) for w in words)]
    return near[0] if len(near) == 1 else ""


def _named(text: str, names: tuple[str, ...]) -> str:
    """Return the known name a text mentions first, in any case, its words joined by any mark."""
    found = _finder(names).search(text) if names else None
    return sorted(names, key=len, reverse=True)[(found.lastindex or 1) - 1] if found else ""


@lru_cache(maxsize=8)
def _finder(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern with a group for each name, the longest first."""
    groups = []
    for name in sorted(names, key=len, reverse=True):
        words = re.split(r"[-_\s]+", unicodedata.normalize("NFC", name).strip("-_ \t\n"))
        groups.append(f"({r'[-_ ]'.join(map(re.escape, words)) or '(?!)'})")
    # Only letters of scripts that set blanks ask for a boundary: Han does not.
    letter = r"[a-zA-Z\d\u00c0-\u052f]"
    return re.compile(rf"(?<!{letter})(?:{'|'.join(groups)})(?!{letter})", re.IGNORECASE)


# Cues.


@dataclass(frozen=True, slots=True)
class _Rule:
    """A cue made ready for one language."""

    weights: Mapping[Place, float]
    says: str
    pattern: re.Pattern[str]


def _hits(text: str) -> Iterator[_Hit]:
    plain = _plain(text)
    low = plain.lower().replace("ё", "е")
    shown = plain if len(low) == len(plain) else low
    yield from _found("shapes", text, text)
    for table in ("terms", *_languages(low)):
        yield from _found(table, low, shown)


def _found(table: str, text: str, shown: str) -> Iterator[_Hit]:
    """Yield the cues of one table that a text has; up to three of its words make a cue louder."""
    for rule in _rules(table):
        found = list(islice(rule.pattern.finditer(text), 3))
        if found:
            more = 1 + _MORE * (len({match[0] for match in found}) - 1)
            weights = {place: weight * more for place, weight in rule.weights.items()}
            yield _Hit(weights, shown[found[0].start() : found[0].end()], rule.says)


def _plain(text: str) -> str:
    """Return a text without marks of lists and emphasis, its blanks single."""
    text = re.sub(r"(?m)^[\s>#*+•·-]+(?:\[[ xX]\]\s)?", "", text)
    return re.sub(r"[^\S\n]+", " ", re.sub(r"\*\*|__", "", text)).strip()


def _languages(low: str) -> list[str]:
    """Return the languages whose words are looked for: by script, then by small words."""
    han, cyrillic, latin = (len(re.findall(script, low)) for script in _SCRIPTS)
    found = [name for name, letters in (("zh", han), ("ru", cyrillic)) if letters]
    if latin <= 3 * han + 2 * cyrillic:
        return found
    english, german = len(_ENGLISH.findall(low)), len(_GERMAN.findall(low))
    if english >= german:
        found.append("en")
    if german >= english:
        found.append("de")
    return found


_SCRIPTS = (r"[\u3400-\u9fff]", r"[\u0400-\u052f]", r"[a-z\u00df-\u024f]")
_ENGLISH = re.compile(
    r"(?<!\w)(?:the|of|and|to|is|are|on|with|at|by|it|he|she|we|you|i|that|this|not|but|or|from|be"
    r"|has|have|were|a|my|your|our|their|if|when|before|after|every|no|for|who|how|do|does|never"
    r"|[a-z]+ing|[a-z]+'[a-z]+)(?!\w)"
)
_GERMAN = re.compile(
    r"[äöüß]|(?<!\w)(?:der|das|den|dem|des|und|ist|im|zu|zum|zur|mit|für|von|vom|bei|beim|auf|aus"
    r"|ein|eine[nmrs]?|nicht|noch|nur|wenn|ich|du|sie|er|wir|mir|mich|wird|werden|hat|haben|sind"
    r"|oder|aber|als|nach|vor|bis|um|über|alle|alles|jede[nmrs]?|kein[a-z]*|wer|wie|dann|erst|immer"
    r"|[a-z]{4,}(?:ung|ungen|lich|isch|keit|heit))(?!\w)"
)


@cache
def _rules(table: str) -> tuple[_Rule, ...]:
    words = WORDS[table]
    return tuple(
        _Rule(_weights(weights), says, _pattern(words[name], table))
        for name, (weights, says) in CUES.items()
        if name in words
    )


def _weights(text: str) -> dict[Place, float]:
    words = text.split()
    return {
        Place(name): float(weight) for name, weight in zip(words[::2], words[1::2], strict=True)
    }


def _pattern(entry: str, table: str) -> re.Pattern[str]:
    """Compile an entry of a table, its parts first."""
    words = _alternatives(entry)
    while part := re.search(r"<([a-z]+)>", words):
        words = words.replace(part[0], f"(?:{_alternatives(WORDS[table]['_' + part[1]])})")
    if table == "zh":
        words = words.replace("..", r".{0,10}?")
    elif table != "shapes":
        words = words.replace("ё", "е").replace(" .. ", _GAP).replace("~", r"\w*")
        words = rf"(?<![\w-])(?:{words})(?!\w)"
    return re.compile(words, re.MULTILINE)


_GAP = r"(?:[^\w\n]{1,3}\w+){0,6}?[^\w\n]{1,3}"


def _alternatives(entry: str) -> str:
    return "|".join(filter(None, map(str.strip, entry.split("\n"))))

"""Index first: which topic, day or lesson is meant, told from the indices alone.

A topic is found by the words of its index line: stems for what is written alike, pieces of words
for what is inflected, compounded or misspelt. No file of a topic is read to find it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lamina.documents.tokens import estimate
from lamina.errors import AmbiguousNameError, IndexMissingError, UnknownNameError
from lamina.layers.daily_index import INDEX as DAYS
from lamina.layers.daily_index import read_index
from lamina.layers.topic_index import ACTIVE, ARCHIVED, Entry, Status
from lamina.search.words import fold, query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.documents.files import Files
    from lamina.layers.knowledge import Knowledge, Lesson
    from lamina.layers.topics import Topics

_LEAST = 0.05  # share of the question's weight an entry has to carry
_CLOSE = 0.97  # of the best score: then it cannot be told which one is meant
_TIED = 0.6  # of the best score: candidates for "the latest one"
_NAME, _ABOUT, _HEAD = 1.5, 1.0, 0.4  # weights of name, description, role and domain
_PIECES = 0.7  # weight of a word's pieces beside the whole word
_ALIKE = 0.8  # weight of the known word most like a misspelt one
_SPELLING = 78  # of 100: how alike they have to be
_SMALL = 20  # entries: in a smaller index no word is rarer
_WORD = re.compile(r"\w+")
_HAN_ASKING = (
    r"(?:我们)?(?:继续|接着|回到|打开|看看|说说|查一下)|上次|那个|这个|(?:做得|进行得|进展)?怎么样了?|到哪(?:里|儿)?了?"
    r"|(?:的)?(?:进度|进展|情况|事情?)(?:如何)?|的(?=[\u3400-\u9fff])"
)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NEWEST = (  # patterns that are only made ready where there is something to choose from
    r"\b(?:latest|newest|most recent|last one|recent one|current one|newer|later one"
    r"|neueste[nrs]?|letzte[nrs]?|jüngste[nrs]?|aktuelle[nrs]?|neuere[nrs]?|spätere[nrs]?"
    r"|последн\w+|нов(?:ый|ая|ое|ую|ейш\w+)|свеж\w+|поздн\w+|текущ\w+|актуальн\w+)\b"
    r"|最新|最近|较新|新的那|后面那|后来那|最后那"
)
_OLDEST = (
    r"\b(?:oldest|earliest|older|earlier|first one|that first|the first|previous one|prior one"
    r"|älteste[nrs]?|frühere[nrs]?|erste[nrs]?|ältere[nrs]?|vorherige[nrs]?"
    r"|стар\w+|ранн\w+|раньше|перв(?:ый|ая|ое|ую|ого|ой)|предыдущ\w+|постарше|прошл(?:ый|ая|ое|ую))\b"
    r"|最早|更早|较早|旧的|早先|之前那|第一次|前一"
)
_AGE = f"{_NEWEST}|{_OLDEST}"
_NOT_OLDEST = r"(?:nicht|not|не|不是)\W+(?:\w+\W+){0,2}(?=\w)"
# How people ask to go on: it says nothing of the subject.
_ASKING = frozenset(
    word
    for line in (
        "let lets go on continue resume pick up back get far where were we with please open show",
        "work working project task topic thing stuff again still about next status want",
        "need state weiter weitermachen machen mach mal fort weit waren stand thema aufgabe",
        "projekt sache bitte öffne zeig nochmal zurück arbeiten arbeite lass uns geht gehen",
        "mit beim",
        "продолжим продолжить продолжай давай вернёмся вернемся вернуться открой покажи задача",
        "тема",
        "проект дело дальше где остановились нужна нужен нужно там работа работу что",
        "继续 接着 上次 打开 看看 那个 这个 项目 任务 话题 进度 到哪 怎么样 我们 一下 哪里 弄",
    )
    for word in line.split()
)


@dataclass(frozen=True, slots=True)
class Routed:
    """What the index led to. ``index_tokens``: what reading the index costs."""

    entry: Entry
    score: float
    text: str
    tokens: int
    index_tokens: int
    others: tuple[str, ...] = ()  # names that fit nearly as well

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "entry": self.entry.as_dict(),
            "score": round(self.score, 4),
            "text": self.text,
            "tokens": self.tokens,
            "index_tokens": self.index_tokens,
            "others": list(self.others),
        }


class Router:
    """Finds what is meant by reading the indices, never by searching."""

    def __init__(self, topics: Topics, knowledge: Knowledge, files: Files) -> None:
        self.topics = topics
        self.knowledge = knowledge
        self.files = files

    def resume(self, words: str, *, archived: bool = False) -> Routed:
        """Return the topic that loose words mean, with its text.

        Raises:
            UnknownNameError: no entry carries enough of the words.
            AmbiguousNameError: two fit equally well.
        """
        entries = self.topics.entries(archived=archived)
        place = ARCHIVED if archived else ACTIVE
        index = self.files.read(place)
        if index is None:
            raise IndexMissingError(place, there=bool(self.topics.files(archived=archived)))
        ranked = match(words, entries)
        if not ranked:
            raise UnknownNameError("topic", words, [e.name for e in entries])
        best, score = ranked[0]
        close = [e.name for e, s in ranked[1:4] if s >= score * _CLOSE]
        if close:
            raise AmbiguousNameError("topic", words, [best.name, *close])
        text = self.files.read(best.path)
        if text is None:
            raise UnknownNameError("file", best.path, [])
        others = tuple(e.name for e, s in ranked[1:4] if s >= score * _TIED)
        return Routed(best, score, text, estimate(text), estimate(index), others)

    def days(self, words: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the subjects of the daily index that words mean, each with its days."""
        index = read_index(self.files.read(DAYS))
        found = rank(words, [Card(name, "", "") for name in index])
        names = list(index)
        return tuple((names[n], tuple(index[names[n]])) for n, _ in found[:5])

    def lesson(self, words: str) -> Lesson | None:
        """Return the knowledge entry that words mean, or None: it is not known."""
        lessons = [lesson for lesson in self.knowledge.entries() if lesson.there]
        cards = [Card(one.keyword.replace("-", " "), "", "") for one in lessons]
        found = rank(words, cards)
        return lessons[found[0][0]] if found else None


def match(words: str, entries: Sequence[Entry]) -> list[tuple[Entry, float]]:
    """Return the entries that loose words may mean, best first, with the share they carry."""
    exact = " ".join(words.split()).casefold()
    for entry in entries:
        if exact in {entry.name.casefold(), entry.path, f"/{entry.path}"}:
            return [(entry, 1.0)]
    cards = [Card(e.name, e.description, f"{e.role} {e.domain}") for e in entries]
    ranked = [(entries[number], score) for number, score in rank(words, cards)]
    return _by_age(words, ranked)


@dataclass(frozen=True, slots=True)
class Card:
    """What an index says of one thing."""

    name: str
    about: str
    head: str
    features: dict[str, float] = field(default_factory=dict)


def rank(words: str, cards: Sequence[Card]) -> list[tuple[int, float]]:
    """Return which cards carry enough of the words' weight: their numbers with that share."""
    if not cards:
        return []
    features = [_card_features(card) for card in cards]
    known = Counter(name for found in features for name in found)
    spelt = {w for c in cards for w in _WORD.findall(_plain(f"{c.head} {c.about} {c.name}"))}
    asked = _asked(re.sub(_AGE, " ", words, flags=re.IGNORECASE), spelt)
    total = len(cards)

    def weight(name: str) -> float:
        return math.log((max(total, _SMALL) + 1) / (known.get(name, 0) + 0.5))

    worth = {name: share * max(0.1, weight(name)) for name, share in asked.items()}
    whole = sum(worth.values()) or 1.0
    scores = []
    for number, found in enumerate(features):
        carried = sum(worth[name] * min(1.5, found[name]) for name in worth if name in found)
        length = 1 + 0.02 * len(found)
        scores.append((number, carried / whole / length))
    ranked = sorted(scores, key=lambda one: (-one[1], -one[0]))
    return [one for one in ranked if one[1] >= _LEAST]


def _card_features(card: Card) -> dict[str, float]:
    found: dict[str, float] = {}
    for text, share in ((card.head, _HEAD), (card.about, _ABOUT), (card.name, _NAME)):
        for name, part in _features(text).items():
            found[name] = max(found.get(name, 0.0), share * part)
    return found


def _asked(words: str, spelt: set[str]) -> dict[str, float]:
    """Return the features asked for; a word no card holds also asks for the one most alike."""
    words = re.sub(_HAN_ASKING, " ", words) if _HAN.search(words) else words
    kept = [t.text for t in query_terms(words)]
    content = " ".join(
        word
        for word in re.findall(r"\S+", words)
        if word.strip(".,:;!?„“\"'()").casefold() not in _ASKING
    )
    found = _features(content)
    stems = set(kept)
    asked = {
        name: share
        for name, share in found.items()
        if name.startswith("~") or name in stems or _HAN.search(name)
    }
    for word in _WORD.findall(_plain(content)):
        near = "" if word in spelt or len(word) < 4 else _nearest(word, spelt)
        for name, share in _features(near).items():
            asked[name] = max(asked.get(name, 0.0), share * _ALIKE)
    return asked


def _nearest(word: str, spelt: set[str]) -> str:
    """Return the known word most like a misspelt one, or nothing."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(word, sorted(spelt), scorer=fuzz.ratio, score_cutoff=_SPELLING)
    return str(found[0]) if found and not _HAN.search(str(found[0])) else ""


def _features(text: str) -> dict[str, float]:
    """Return the stems of a text (weight 1) and the pieces of its words, marked by ~."""
    found: dict[str, float] = dict.fromkeys(terms(text), 1.0)
    for word in _WORD.findall(_plain(text)):
        if _HAN.search(word) or len(word) < 4 or word in _ASKING:
            continue
        padded = f"^{word}"
        pieces = {padded[i : i + 4] for i in range(len(padded) - 3)}
        for piece in pieces:
            name = f"~{piece}"
            found[name] = max(found.get(name, 0.0), _PIECES / math.sqrt(len(pieces)))
    return found


def _plain(text: str) -> str:
    """Return a text in which spellings of one word are alike: ü, ue and u; ё and е."""
    folded = fold(text).casefold()
    for old, new in (("ä", "a"), ("ö", "o"), ("ü", "u"), ("ae", "a"), ("oe", "o"), ("ue", "u")):
        folded = folded.replace(old, new)
    return folded.replace("ß", "ss").replace("ё", "е").replace("й", "и")


def _by_age(words: str, ranked: list[tuple[Entry, float]]) -> list[tuple[Entry, float]]:
    """Put the newest, or the oldest, of those that fit first, where the words ask for it."""
    if len(ranked) < 2:
        return ranked
    said = re.sub(_NOT_OLDEST, "", words, flags=re.IGNORECASE)
    oldest = bool(re.search(_OLDEST, said, re.IGNORECASE))
    newest = bool(re.search(_NEWEST, said, re.IGNORECASE)) and not oldest
    if not (oldest or newest):
        return ranked
    best = ranked[0][1]
    tied = [one for one in ranked if one[1] >= best * _TIED]
    tied.sort(key=lambda one: _age(one[0]), reverse=newest)
    return [(e, max(s, best)) if n == 0 else (e, s * _TIED) for n, (e, s) in enumerate(tied)] + [
        (e, s * _TIED) for e, s in ranked if (e, s) not in tied
    ]


def _age(entry: Entry) -> tuple[int, int, int]:
    """Return how new a topic is: by the years it names, then by when it was registered."""
    years = [int(year) for year in _YEAR.findall(f"{entry.name} {entry.description}")]
    return (max(years, default=0), int(entry.status is Status.ACTIVE), entry.line)

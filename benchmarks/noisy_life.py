"""Half a year of one agent's daily notes, nearly all of it noise, and what people ask meanwhile.

There are two lives: ``noisy``, of someone who builds sensors, and ``second``, held out, of someone
who runs the desk of a harbour practice and organises a choir. Everything in them is invented:
persons, addresses, contracts, keys. data/noisy_life.jsonl has one event a line, in the order of
the days. Facts, corrections, repeats, secrets and planted instructions were written one by one, by
someone who had not seen the rules that judge them; the rest was drawn from
data/noisy_life_templates.jsonl by ``--rebuild``, which leaves the written ones as they are. Secrets
stand as templates (see secret_scan.py), so that no scanner of a code host takes them for a leak.
``origin`` is what was recorded: a log that an agent copied is the agent's.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import secret_scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Row = dict[str, Any]

DATA = Path(__file__).with_name("data")
FIRST, LAST = date(2026, 1, 5), date(2026, 7, 5)
LANGUAGES = ("en", "de", "ru", "zh")
FACTS = ("durable", "corrected", "repeat")
KINDS = (*FACTS, "secret", "planted", "chatter", "status", "heartbeat", "tool", "cron")
# Who is recorded for drawn events, and how often in ten.
ORIGINS = {
    "chatter": ("owner", "agent", 6),
    "status": ("agent", "agent", 10),
    "heartbeat": ("system", "agent", 7),
    "tool": ("untrusted", "agent", 6),
    "cron": ("system", "system", 10),
}
SLOT = re.compile("⟨([^⟨⟩]+)⟩")
RANGE = re.compile(r"(\d+)-(\d+)")
BOX = re.compile(r"\[[ x]\] ")
DAY_STARTS, DAY_LASTS = 7 * 60, 15 * 60  # minutes


@dataclass(frozen=True, slots=True)
class Life:
    """How the noise of a life is drawn; ``name`` is the first word of its files."""

    name: str
    seed: int
    shares: dict[str, int]  # of the kinds that are drawn, in per cent
    sizes: tuple[tuple[int, int], tuple[int, int]]  # events of a weekday and of a weekend day
    heads: tuple[str, str]  # of the scheduled daily and weekly news
    news: tuple[str, ...]  # their language by month
    days: tuple[set[int], set[int]]  # weekdays of the daily ones before and from the month of turn
    turn: int
    weekly: int  # the first month of the weekly ones

    def file(self, part: str) -> Path:
        """Return one of its files: life, life_templates or questions."""
        return DATA / f"{self.name}_{part}.jsonl"


LIVES = {
    "noisy": Life(
        "noisy",
        seed=7,
        shares={"chatter": 40, "status": 17, "heartbeat": 12, "tool": 31},
        sizes=((11, 14), (8, 10)),
        heads=("daily news", "weekly news"),
        news=("en", "en", "de", "ru", "zh", "de", "en"),
        days=({0, 1, 2, 3, 4}, {0, 3}),
        turn=5,
        weekly=3,
    ),
    "second": Life(
        "second",
        seed=20260105,
        shares={"chatter": 38, "status": 22, "heartbeat": 10, "tool": 30},
        sizes=((10, 15), (7, 11)),
        heads=("harbour bulletin", "week on the coast"),
        news=("de", "en", "ru", "de", "zh", "en", "de"),
        days=({0, 2, 4}, {0, 1, 2, 3, 4}),
        turn=4,
        weekly=1,
    ),
}


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a day's note; ``secrets`` are the strings in it that nobody may see again."""

    day: date
    time: str
    kind: str
    text: str
    lang: str
    origin: str
    fact: str | None
    replaces: str | None
    secrets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks on a day, and the fact that answers it."""

    day: date
    text: str
    lang: str
    fact: str | None


@cache
def load(name: str = "noisy") -> list[Event]:
    """Return all events of a life in order."""
    return [
        _event(row, place, len(day))
        for _, rows in groupby(_rows(LIVES[name].file("life")), key=lambda row: row["day"])
        for day in [list(rows)]
        for place, row in enumerate(day)
    ]


def questions(name: str = "noisy") -> list[Question]:
    """Return all questions of a life in the order of their days."""
    return [
        Question(date.fromisoformat(row["day"]), row["text"], row["lang"], row["fact"])
        for row in _rows(LIVES[name].file("questions"))
    ]


def note(day: date) -> Path:
    """Return where a day's note stands, from the workspace's root."""
    return Path("memory", f"{day}.md")


def write(root: Path, until_day: date, name: str = "noisy") -> list[Path]:
    """Write the notes up to a day that are not there yet; return their files."""
    written = []
    for day, events in groupby(load(name), key=lambda event: event.day):
        path = root / note(day)
        if day <= until_day and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text_of(day, list(events), name), "utf-8")
            written.append(path)
    return written


def text_of(day: date, events: Iterable[Event], name: str = "noisy") -> str:
    """Return a day's note."""
    report = LIVES[name].heads[day.weekday() == 6]
    heads = {True: ["", f"## Cron: {report}", ""], False: ["", "## Notes", ""]}
    out = [f"# {day}"]
    scheduled = False
    for event in events:
        if (event.kind == "cron") != scheduled:
            scheduled = not scheduled
            out += heads[scheduled]
        lines = lines_of(event)
        if not (lines[0].startswith("- ") and out[-1].startswith("- ")) and out[-1]:
            out.append("")
        out += lines
        if not lines[-1].startswith("- "):
            out.append("")
    return "\n".join(out).rstrip("\n") + "\n"


def lines_of(event: Event) -> list[str]:
    """Return an event as it stands in the note: a bullet, a block, or a block in a fence."""
    if event.kind == "cron" or BOX.match(event.text):
        return [f"- {event.text}"]
    lines = event.text.split("\n")
    if event.kind != "tool":
        return [f"- {event.time} {event.text}"]
    how = zlib.crc32(event.text.encode()) % 3
    if how == 0 or event.text[0] in "#|-`<@+":
        return lines
    if how == 1 and len(lines) == 1:
        return [f"- {event.time} {event.text}"]
    return ["```", *lines, "```"]


def origins(name: str = "noisy") -> dict[tuple[str, str], str]:
    """Return the origin of each line by file and line, where it is neither owner nor agent."""
    return {
        (note(event.day).as_posix(), line): event.origin
        for event in load(name)
        if event.origin not in {"owner", "agent"}
        for line in lines_of(event)
        if line.strip("` ")
    }


def _event(row: Row, place: int, events: int) -> Event:
    filled = secret_scan.build(row["text"], row["lang"]) if row["kind"] == "secret" else None
    text = filled.text if filled else row["text"]
    step = DAY_LASTS // events
    minutes = DAY_STARTS + place * step + zlib.crc32(text.encode()) % step
    return Event(
        date.fromisoformat(row["day"]),
        f"{minutes // 60:02}:{minutes % 60:02}",
        row["kind"],
        text,
        row["lang"],
        row["origin"],
        row["fact"],
        row["replaces"],
        tuple(text[start:end] for _, start, end in filled.gold) if filled else (),
    )


def _rows(path: Path) -> Iterator[Row]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


class Noise:
    """Draw noise from the templates, the same in every run."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self.draw = random.Random(life.seed)
        self.templates: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.slots: dict[tuple[str, str], list[str]] = {}
        for row in _rows(life.file("life_templates")):
            if row["kind"] == "slot":
                self.slots[row["lang"], row["name"]] = row["values"]
            else:
                self.templates[row["kind"], row["lang"]].append(row["text"])

    def day(self, day: date, written: Sequence[Row]) -> list[Row]:
        """Return a day's events: scheduled news first, the written ones among the rest."""
        events = self.draw.randint(*self.life.sizes[day.weekday() > 4])
        news = self.news(day)
        rest = [self.one(day) for _ in range(events - len(news) - len(written))]
        places = sorted(self.draw.randint(0, len(rest)) for _ in written)
        for moved, (place, row) in enumerate(zip(places, written, strict=True)):
            rest.insert(place + moved, row)
        return news + rest

    def news(self, day: date) -> list[Row]:
        """Return the three lines of the scheduled report, if it runs on this day."""
        daily = day.weekday() in self.life.days[day.month >= self.life.turn]
        weekly = day.weekday() == 6 and day.month >= self.life.weekly
        lang = self.life.news[day.month - 1]
        texts = self.templates["weekly" if weekly else "cron", lang] if daily or weekly else []
        return [self.row(day, "cron", lang, self.fill(text, lang, day)) for text in texts]

    def one(self, day: date) -> Row:
        """Return an event of a kind drawn by its share; noise comes back on other days as well."""
        kind = self.draw.choices([*self.life.shares], [*self.life.shares.values()])[0]
        lang = self.draw.choices(LANGUAGES, (3, 1, 1, 1) if kind == "tool" else None)[0]
        template = self.draw.choice(self.templates[kind, lang])
        return self.row(day, kind, lang, self.fill(template, lang, day))

    def fill(self, template: str, lang: str, day: date) -> str:
        """Replace ⟨a|b⟩, ⟨3-9⟩, ⟨date⟩, ⟨degrees⟩, names of lists, and {hex:7}."""

        def drawn(slot: re.Match[str]) -> str:
            name: str = slot[1]
            if name == "date":
                return str(day)
            if name == "degrees":
                return str(day.month * 4 + self.draw.randint(-4, 4))
            if span := RANGE.fullmatch(name):
                return str(self.draw.randint(int(span[1]), int(span[2])))
            return self.draw.choice(self.slots.get((lang, name)) or name.split("|"))

        text = secret_scan.fill(SLOT.sub(drawn, template), self.draw)
        return text[:1].upper() + text[1:] if template.startswith("⟨person⟩") else text

    def row(self, day: date, kind: str, lang: str, text: str) -> Row:
        """Return an event as the file holds it."""
        usual, other, tenths = ORIGINS[kind]
        origin = usual if self.draw.randrange(10) < tenths else other
        return {
            "day": str(day),
            "kind": kind,
            "text": text,
            "lang": lang,
            "origin": origin,
            "fact": None,
            "replaces": None,
        }


def drawn(name: str) -> str:
    """Return the file of a life's events with its noise drawn anew around the written ones."""
    life = LIVES[name]
    written = defaultdict(list)
    for row in _rows(life.file("life")):
        if row["kind"] not in ORIGINS:
            written[row["day"]].append(row)
    noise = Noise(life)
    days = [FIRST + timedelta(n) for n in range((LAST - FIRST).days + 1)]
    rows = [row for day in days for row in noise.day(day, written[str(day)])]
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def faults(name: str) -> list[str]:
    """Return what is wrong with a life: order, unknown facts, answers that no longer hold."""
    events, asked = load(name), questions(name)
    bad = [f"not drawn from the templates: {name}"] * (
        drawn(name) != LIVES[name].file("life").read_text("utf-8")
    )
    stated = {e.fact: e.day for e in events if e.fact and e.kind != "repeat"}
    ended = {e.replaces: e.day for e in events if e.replaces}
    for event in events:
        fact, old = event.fact, event.replaces
        right = {
            "durable": bool(fact) and not old,
            "corrected": bool(fact) and old in stated and stated[old] < event.day,
            "repeat": fact in stated and stated[fact] < event.day < ended.get(fact, date.max),
            "secret": bool(event.secrets) and not fact,
        }
        if not right.get(event.kind, not fact) or not FIRST <= event.day <= LAST:
            bad.append(f"{event.day} {event.kind}: {event.text}")
    for question in asked:
        fact = question.fact
        if fact and not (
            fact in stated and stated[fact] < question.day < ended.get(fact, date.max)
        ):
            bad.append(f"{question.day} asked: {question.text}")
    written = [event.text for event in events if event.kind not in ORIGINS]
    bad += [f"written twice: {text}" for text, times in Counter(written).items() if times > 1]
    known = [e.fact for e in events if e.kind in {"durable", "corrected"}]
    bad += [f"stated twice: {fact}" for fact, times in Counter(known).items() if times > 1]
    secrets = {secret for event in events for secret in event.secrets}
    bad += [
        f"holds a secret: {event.text}"
        for event in events
        if not event.secrets and any(secret in event.text for secret in secrets)
    ]
    for rows in ([e.day for e in events], [q.day for q in asked]):
        bad += ["out of order"] * (rows != sorted(rows))
    return bad


def show(name: str) -> None:
    """Print how many events and questions there are by kind and language."""
    events, asked = load(name), questions(name)
    print(f"{'':12}" + "".join(f"{language:>7}" for language in (*LANGUAGES, "all")))
    tables = {kind: [e.lang for e in events if e.kind == kind] for kind in KINDS}
    tables["events"] = [event.lang for event in events]
    tables["asked: fact"] = [question.lang for question in asked if question.fact]
    tables["asked: none"] = [question.lang for question in asked if not question.fact]
    for table, languages in tables.items():
        counts = Counter(languages)
        cells = [counts[language] for language in LANGUAGES]
        print(f"{table:12}" + "".join(f"{cell:>7}" for cell in (*cells, len(languages))))
    facts = sum(event.kind in FACTS for event in events)
    days = Counter(event.day for event in events).values()
    print(f"\n{(len(events) - facts) / facts:.1f} lines of noise to one that states a fact")
    print(f"{len(days)} days of {min(days)} to {max(days)} events")
    wanted = Counter(question.fact for question in asked if question.fact)
    print(f"{len(wanted)} facts are asked for, up to {max(wanted.values())} times each")


def main() -> None:
    """Print the counts of a life, check it, or draw its noise anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=LIVES, default="noisy", help="which of the lives")
    parser.add_argument("--rebuild", action="store_true", help="draw the noise anew first")
    parser.add_argument("--check", action="store_true", help="fail if a line is out of place")
    args = parser.parse_args()
    if args.rebuild:
        LIVES[args.set].file("life").write_text(drawn(args.set), "utf-8")
    show(args.set)
    if args.check and (bad := faults(args.set)):
        raise SystemExit("\n".join(["", *bad]))


if __name__ == "__main__":
    main()

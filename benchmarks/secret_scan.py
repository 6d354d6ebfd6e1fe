"""Count what the secret finder catches, misses and damages, on labelled text in four languages.

data/secrets.jsonl holds templates, so that no scanner of a code host takes it for a leak: a secret
is marked as ⟦kind|…⟧, and {hex:40} or {pw:12} are drawn anew in every run, always the same way.
One third of the lines, chosen by hash, was not looked at while the rules were tuned. Of what people
say in talk, data/secrets_talk.jsonl was tuned on; data/secrets_held_back.jsonl was written before
that, and its mistakes were never looked at.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib
import importlib.util
import json
import pydoc_data.topics
import random
import re
import string
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lamina.documents.redact import find_secrets, redact

Span = tuple[str, int, int]  # kind, start, end
Finder = Callable[[str], list[Span]]

CORPUS = Path(__file__).with_name("data") / "secrets.jsonl"
TALK = CORPUS.with_name("secrets_talk.jsonl")
HELD_BACK = CORPUS.with_name("secrets_held_back.jsonl")
MARK = re.compile(r"⟦([a-z0-9-]+)\|(.*?)⟧", re.DOTALL)
PART = re.compile(r"\{(\w+)(?::((?:[^{}]|\{[^{}]*\})*))?\}")
LETTERS, DIGITS = string.ascii_letters, string.digits
ALPHABETS = {
    "alnum": LETTERS + DIGITS,
    "letters": LETTERS,
    "lownum": string.ascii_lowercase + DIGITS,
    "upnum": string.ascii_uppercase + DIGITS,
    "upper": string.ascii_uppercase + "234567",
    "digits": DIGITS,
    "hex": "0123456789abcdef",
    "hexup": "0123456789ABCDEF",
    "b64": LETTERS + DIGITS + "+/",
    "b64url": LETTERS + DIGITS + "_-",
    "b64dot": LETTERS + DIGITS + "./",
    "bech": "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
    "bechup": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "pwsafe": string.ascii_lowercase + DIGITS + "!@#$%^&*(-_=+)",
}
SEED_WORDS = """
    abandon ability absent academy acid actor adapt advice afraid alpha anchor antique apple arena
    armor arrow aspect atom autumn bacon banner basket beach beyond blanket bonus border brave
    bridge bronze cabin cactus canvas carbon castle cereal cherry cliff cobra coral cradle crystal
    dragon eagle ember fabric falcon garden ginger hazard island jungle kernel ladder magnet
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One text with the secrets in it; a look-alike has none."""

    text: str
    gold: tuple[Span, ...]
    lang: str
    about: str
    unseen: bool


def load(corpus: Path = CORPUS) -> list[Case]:
    """Return the corpus with its random parts drawn, the same in every run."""
    return [build(**json.loads(line)) for line in corpus.read_text("utf-8").splitlines()]


def build(text: str, lang: str, about: str = "secret") -> Case:
    """Make a case of its template."""
    seed = hashlib.sha256(text.encode()).digest()
    draw = random.Random(seed)
    parts: list[str] = []
    gold: list[Span] = []
    at = size = 0
    for mark in MARK.finditer(text):
        before, secret = fill(text[at : mark.start()], draw), fill(mark[2], draw)
        gold.append((mark[1], size + len(before), size + len(before) + len(secret)))
        parts += (before, secret)
        size += len(before) + len(secret)
        at = mark.end()
    whole = "".join(parts) + fill(text[at:], draw)
    return Case(whole, tuple(gold), lang, about, unseen=seed[0] % 3 == 0)


def fill(template: str, draw: random.Random) -> str:
    """Replace {hex:40} and the like by random text; other braces stay."""
    return PART.sub(lambda part: _drawn(part[1], part[2] or "", draw) or part[0], template)


def _drawn(name: str, arg: str, draw: random.Random) -> str:
    if name in ALPHABETS:
        return "".join(draw.choices(ALPHABETS[name], k=int(arg)))
    made: dict[str, Callable[[], str]] = {
        "uuid": lambda: "-".join(_drawn("hex", str(n), draw) for n in (8, 4, 4, 4, 12)),
        "aws40": lambda: _strong("b64", 40, draw),
        "pw": lambda: _password(int(arg), draw),
        "words": lambda: " ".join(draw.choices(SEED_WORDS.split(), k=int(arg))),
        "b64of": lambda: base64.b64encode(fill(arg, draw).encode()).decode(),
        "jwt": lambda: _jwt(draw),
        "pem": lambda: _pem(*arg.partition("|")[::2], draw),
    }
    return made[name]() if name in made else ""


def _strong(name: str, length: int, draw: random.Random) -> str:
    """Draw until there is a digit and a letter of each case, as key makers do."""
    while True:
        text = _drawn(name, str(length), draw)
        if re.search(r"[a-z]", text) and re.search(r"[A-Z]", text) and re.search(r"\d", text):
            return text


def _password(length: int, draw: random.Random) -> str:
    """Draw a password as managers do: all classes, no mark at either end."""
    core = [draw.choice("!#$%&*+-=?@_.,;:^~") for _ in range(max(1, length // 5))]
    core += draw.choices(LETTERS + DIGITS, k=length - 2 - len(core))
    draw.shuffle(core)
    return draw.choice(LETTERS) + "".join(core) + draw.choice(DIGITS)


def _jwt(draw: random.Random) -> str:
    claims = {"sub": _drawn("hex", "24", draw), "exp": draw.randrange(10**9, 2 * 10**9)}
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    body = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"{head}.{body}.{_drawn('b64url', '43', draw)}"


def _pem(label: str, how: str, draw: random.Random) -> str:
    lines = [_drawn("b64", "64", draw) for _ in range(12)] + [_drawn("b64", "38", draw) + "=="]
    if how == "cut":
        return "\n".join([f"-----BEGIN {label}-----", *lines[:5], lines[5][:22]])
    if how == "encrypted":
        iv = _drawn("hexup", "32", draw)
        lines = ["Proc-Type: 4,ENCRYPTED", f"DEK-Info: AES-128-CBC,{iv}", "", *lines]
    elif how == "pgp":
        lines = ["Version: GnuPG v2", "", *lines, "=" + _drawn("b64", "4", draw)]
    glue = {"crlf": "\r\n", "escaped": "\\n", "quote": "\n> "}.get(how, "\n")
    if how.startswith("indent="):
        glue = "\n" + " " * int(how[7:])
    return glue.join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----"])


def ours(text: str) -> list[Span]:
    """Find secrets as Lamina does."""
    return [(secret.kind, secret.start, secret.end) for secret in find_secrets(text)]


def detect_secrets() -> Finder | None:
    """Return a finder that runs detect-secrets with its defaults, or None where it is missing."""
    if importlib.util.find_spec("detect_secrets") is None:
        return None
    scan: Any = importlib.import_module("detect_secrets.core.scan")
    settings: Any = importlib.import_module("detect_secrets.settings")
    note = Path(tempfile.mkdtemp()) / "note.md"

    def find(text: str) -> list[Span]:
        note.write_bytes(text.encode())
        with settings.default_settings():
            seen = {(s.type, s.secret_value) for s in scan.scan_file(str(note)) if s.secret_value}
        return [(kind, text.find(value), text.find(value) + len(value)) for kind, value in seen]

    return find


@dataclass(slots=True)
class Tally:
    """What a finder did on some cases."""

    secrets: int = 0
    touched: int = 0  # secrets of which some part was found
    whole: int = 0  # secrets of which nothing was left
    exact: int = 0  # secrets found from their first character to their last and no further
    found: int = 0
    right: int = 0  # finds that lie on a secret
    clean: int = 0
    damaged: int = 0  # look-alikes in which something was found

    def add(self, case: Case, found: list[Span]) -> None:
        """Judge the finds in one case."""
        self.found += len(found)
        self.right += sum(any(_meet(span, gold) for gold in case.gold) for span in found)
        self.clean += not case.gold
        self.damaged += not case.gold and bool(found)
        covered = {at for _, start, end in found for at in range(start, end)}
        for gold in case.gold:
            self.secrets += 1
            self.touched += any(_meet(span, gold) for span in found)
            self.whole += covered.issuperset(range(*gold[1:]))
            self.exact += any(span[1:] == gold[1:] for span in found)

    def row(self) -> list[str]:
        """Return the cells of the table of totals."""
        return [
            str(self.secrets),
            _share(self.whole, self.secrets),
            _share(self.touched, self.secrets),
            _share(self.exact, self.secrets),
            _share(self.right, self.found),
            f"{self.damaged}/{self.clean}",
        ]


def _meet(one: Span, other: Span) -> bool:
    return one[1] < other[2] and other[1] < one[2]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def judge(cases: Iterable[Case], find: Finder) -> Tally:
    """Run a finder on cases."""
    tally = Tally()
    for case in cases:
        tally.add(case, find(case.text))
    return tally


def main() -> None:
    """Print the tables, or the mistakes of one part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mistakes", choices=("tuned", "unseen"))
    args = parser.parse_args()
    cases = load()
    parts = {
        "tuned": [case for case in cases if not case.unseen],
        "unseen": [case for case in cases if case.unseen],
    }
    if args.mistakes:
        show_mistakes(parts[args.mistakes])
        return
    other = detect_secrets()
    if other is None:
        print("detect-secrets is not installed: its rows are left out.\n")
    talk, held_back = load(TALK), load(HELD_BACK)
    show_totals({**parts, "all": cases, "talk, tuned": talk, "held back": held_back}, other)
    show_kinds(parts, other)
    show_damage(cases, other)
    show_speed(cases, other)


def show_mistakes(cases: Iterable[Case]) -> None:
    """Print every case in which the finds are not exactly the secrets."""
    for case in cases:
        if [span[1:] for span in ours(case.text)] != [span[1:] for span in case.gold]:
            print(f"{case.lang} {case.about}: {case.text!r}\n    -> {redact(case.text).text!r}")


def show_totals(parts: dict[str, list[Case]], other: Finder | None) -> None:
    """Print one row for each finder and part, and one for each language."""
    heads = ("secrets", "recall", "touched", "exact", "precision", "damaged")
    print(" " * 24 + "".join(f"{head:>11}" for head in heads))
    for name, find in (("lamina", ours), ("detect-secrets", other)):
        for part, cases in parts.items():
            if find:
                _print_row(f"{name}, {part}", judge(cases, find))
    for lang in ("en", "de", "ru", "zh"):
        _print_row(
            f"lamina, {lang}", judge((case for case in parts["all"] if case.lang == lang), ours)
        )
    print(
        "recall: nothing of the secret is left; touched: some of it is gone; "
        "damaged: look-alikes in which something was found\n"
    )


def _print_row(name: str, tally: Tally) -> None:
    print(f"{name:24}" + "".join(f"{cell:>11}" for cell in tally.row()))


def show_kinds(parts: dict[str, list[Case]], other: Finder | None) -> None:
    """Print recall and precision by kind; a find counts as wrong under the kind it claims."""
    golds: Counter[tuple[str, str]] = Counter()
    hits: Counter[tuple[str, str]] = Counter()
    claims: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for part, cases in parts.items():
        for case in cases:
            found = ours(case.text)
            claims.update(span[0] for span in found)
            wrong.update(s[0] for s in found if not any(_meet(s, gold) for gold in case.gold))
            theirs = other(case.text) if other else []
            for gold in case.gold:
                golds[part, gold[0]] += 1
                alone = Case(case.text, (gold,), case.lang, case.about, case.unseen)
                for name, spans in ((part, found), ("other", theirs)):
                    one = Tally()
                    one.add(alone, spans)
                    hits[name, gold[0]] += one.touched if name == "other" else one.whole
    print(f"{'kind':20}{'tuned':>14}{'unseen':>14}{'precision':>11}{'detect-secrets touched':>24}")
    for kind in sorted({kind for _, kind in golds} | set(claims)):
        cells = [f"{hits[part, kind]}/{golds[part, kind]}" for part in parts]
        total = sum(golds[part, kind] for part in parts)
        cells.append(_share(claims[kind] - wrong[kind], claims[kind]))
        theirs_cell = f"{hits['other', kind]}/{total}" if other else "-"
        print(f"{kind:20}{cells[0]:>14}{cells[1]:>14}{cells[2]:>11}{theirs_cell:>24}")
    print()


def show_damage(cases: list[Case], other: Finder | None) -> None:
    """Print how many look-alikes of each sort lose a character."""
    sorts = Counter(case.about for case in cases if not case.gold)
    print(f"{'look-alikes':20}{'count':>8}{'lamina':>10}{'detect-secrets':>16}")
    for about, count in sorts.items():
        some = [case for case in cases if case.about == about]
        theirs = str(judge(some, other).damaged) if other else "-"
        print(f"{about:20}{count:>8}{judge(some, ours).damaged:>10}{theirs:>16}")
    print()


def show_speed(cases: list[Case], other: Finder | None) -> None:
    """Print throughput on notes, and the time on hostile text as it doubles in length."""
    notes = "\n".join(case.text for case in cases if not case.gold)
    mixed = "\n".join(case.text for case in cases)
    prose = "\n".join(pydoc_data.topics.topics.values())
    print(f"{'text':36}{'MB':>7}{'MB/s':>9}")
    for name, unit in (
        ("the Python manual", prose),
        ("look-alikes", notes),
        ("look-alikes and secrets", mixed),
    ):
        text = (unit + "\n") * (2_000_000 // len(unit.encode()))
        _print_speed(f"{name}, whole", [text], ours)
        _print_speed(f"{name}, by line", text.splitlines(), ours)
    if other:
        _print_speed("detect-secrets, look-alikes", [notes], other)
    draw = random.Random(0)
    print(f"\n{'hostile text':32}{'0.25 MB':>10}{'0.5 MB':>10}{'1 MB':>10}   ms")
    hostile = ("a", "password ", "://", "sk-", "password=", "token: ", "eyJ", "cookie: ", "$6$")
    for unit in (*hostile, "-----BEGIN PRIVATE KEY-----\n", "пароль от ", "密码是", "|password|\n"):
        _print_growth(repr(unit), unit * (1_000_000 // len(unit)))
    _print_growth("base64 without spaces", _drawn("b64", "1000000", draw))


def _print_speed(name: str, texts: list[str], find: Finder) -> None:
    size = sum(len(text.encode()) for text in texts) / 1e6
    print(f"{name:36}{size:>7.2f}{size / _seconds(texts, find):>9.2f}")


def _print_growth(name: str, text: str) -> None:
    times = (_seconds([text[: len(text) // part]], ours) for part in (4, 2, 1))
    print(f"{name:32}" + "".join(f"{seconds * 1000:>10.0f}" for seconds in times))


def _seconds(texts: list[str], find: Finder) -> float:
    start = time.perf_counter()
    for text in texts:
        find(text)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

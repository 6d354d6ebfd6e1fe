"""Count what the secret finder catches, misses and damages, on labelled text in four languages.

Run it as a module from the root of the repository: python -m benchmarks.secrets
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib
import importlib.util
import json
import random
import re
import string
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

from lamina.documents.redact import find_secrets, redact

CORPUS = Path(__file__).with_name("data") / "secrets.jsonl"
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
SEED_WORDS = (
    "abandon ability absent academy acid actor adapt advice afraid alpha anchor antique apple arena "
    "armor arrow aspect atom autumn bacon banner basket beach beyond blanket bonus border brave "
    "bridge bronze cabin cactus canvas carbon castle cereal cherry cliff cobra coral cradle crystal "
    "dragon eagle ember fabric falcon garden ginger hazard island jungle kernel ladder magnet"
).split()

Span = tuple[str, int, int]  # kind, start, end
Finder = "Callable[[str], list[Span]]"


@dataclass(frozen=True, slots=True)
class Case:
    """One text with the secrets in it; a look-alike has none."""

    text: str
    gold: tuple[Span, ...]
    lang: str
    about: str
    unseen: bool


def load() -> list[Case]:
    """Return the corpus with its random parts drawn anew, the same in every run."""
    return [case(**json.loads(line)) for line in CORPUS.read_text("utf-8").splitlines()]


def case(text: str, lang: str, about: str = "secret") -> Case:
    """Build a case from its template; a third, chosen by hash, is kept from tuning."""
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
        "words": lambda: " ".join(draw.choices(SEED_WORDS, k=int(arg))),
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
    payload = json.dumps({"sub": _drawn("hex", "24", draw), "exp": draw.randrange(10**9, 2 * 10**9)})
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    body = base64.urlsafe_b64encode(payload.encode()).decode().rstrip("=")
    return f"{head}.{body}.{_drawn('b64url', '43', draw)}"


def _pem(label: str, how: str, draw: random.Random) -> str:
    lines = [_drawn("b64", "64", draw) for _ in range(12)] + [_drawn("b64", "38", draw) + "=="]
    begin, end = f"-----BEGIN {label}-----", f"-----END {label}-----"
    if how == "encrypted":
        lines[:0] = ["Proc-Type: 4,ENCRYPTED", f"DEK-Info: AES-128-CBC,{_drawn('hexup', '32', draw)}", ""]
    elif how == "pgp":
        lines = ["Version: GnuPG v2", "", *lines, "=" + _drawn("b64", "4", draw)]
    if how == "cut":
        return "\n".join([begin, *lines[:5], lines[5][:22]])
    glue = {"crlf": "\r\n", "escaped": "\\n", "quote": "\n> "}.get(how, "\n")
    if how.startswith("indent="):
        glue = "\n" + " " * int(how[7:])
    return glue.join([begin, *lines, end])


def ours(text: str) -> list[Span]:
    """Find secrets as Lamina does."""
    return [(secret.kind, secret.start, secret.end) for secret in find_secrets(text)]


def detect_secrets_finder() -> Callable[[str], list[Span]] | None:
    """Return a finder that runs detect-secrets with its defaults, or None where it is missing."""
    if importlib.util.find_spec("detect_secrets") is None:
        return None
    scan: Any = importlib.import_module("detect_secrets.core.scan")
    settings: Any = importlib.import_module("detect_secrets.settings")
    folder = Path(tempfile.mkdtemp())

    def find(text: str) -> list[Span]:
        note = folder / "note.md"
        note.write_bytes(text.encode())
        with settings.default_settings():
            values = {(s.type, s.secret_value) for s in scan.scan_file(str(note)) if s.secret_value}
        return [(kind, text.find(value), text.find(value) + len(value)) for kind, value in values]

    return find


@dataclass(slots=True)
class Tally:
    """What a finder did on some cases."""

    secrets: int = 0
    touched: int = 0
    whole: int = 0
    exact: int = 0
    named: int = 0
    found: int = 0
    right: int = 0
    clean: int = 0
    damaged: int = 0

    @property
    def recall(self) -> float:
        """Share of the secrets of which no character is left."""
        return self.whole / self.secrets if self.secrets else 1.0

    @property
    def precision(self) -> float:
        """Share of the finds that lie on a secret."""
        return self.right / self.found if self.found else 1.0


def judge(case: Case, found: list[Span], tally: Tally) -> None:
    """Add one case to a tally."""
    tally.found += len(found)
    tally.right += sum(any(_meet(span, gold) for gold in case.gold) for span in found)
    if not case.gold:
        tally.clean += 1
        tally.damaged += bool(found)
    covered = {at for _, start, end in found for at in range(start, end)}
    for gold in case.gold:
        kind, start, end = gold
        tally.secrets += 1
        tally.touched += any(_meet(span, gold) for span in found)
        tally.whole += covered.issuperset(range(start, end))
        tally.exact += any(span[1:] == gold[1:] for span in found)
        tally.named += any(span[0] == kind and _meet(span, gold) for span in found)


def _meet(one: Span, other: Span) -> bool:
    return one[1] < other[2] and other[1] < one[2]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--mistakes", choices=("tuned", "unseen"), help="show them, no tables")
    args = parser.parse_args()
    cases = load()
    if args.mistakes:
        show_mistakes([case for case in cases if case.unseen == (args.mistakes == "unseen")])
        return


def show_mistakes(cases: Iterable[Case]) -> None:
    """Print every case in which the finds are not exactly the secrets."""
    for case in cases:
        found, gold = [span[1:] for span in ours(case.text)], [span[1:] for span in case.gold]
        if found != gold:
            print(f"{case.lang} {case.about}: {case.text!r}\n    -> {redact(case.text).text!r}")
if __name__ == "__main__":
    main()

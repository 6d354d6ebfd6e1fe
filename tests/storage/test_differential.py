"""Both stores are given the same and asked the same, thousands of times: they answer alike."""

from __future__ import annotations

import hashlib
import random
import struct
from contextlib import closing

import pytest

from lamina.search.matrix import Matrix
from lamina.search.postings import Postings
from lamina.search.words import match_expression, query_terms, terms
from lamina.storage.contract import WORDLESS, ChunkRow, FileRow, ModelRow, Scope
from lamina.storage.sqlite_index import SqliteIndex

pytest.importorskip("numpy")
pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")

from lamina.storage.postgres import Tenant
from lamina.storage.postgres_index import PostgresIndex

WORDS = [
    "kiln", "kilns", "teapot", "INV-00417-2", "2026-03-04", "Straße", "насос", "насоса", "茶叶价格",
    "茶", "カタカナ", "내일", "snake_case_name", "C++", "the", "naïve", "🎉", "glaze", "invoice",
    "Берлин", "Berlin", "harbour", "käuflich", "price", "12,50", "anna@example.org", "Anna's",
]  # fmt: skip
SCOPES = [Scope.ALWAYS, Scope.ARCHIVED, Scope.REFERENCE, Scope.COPIES]
MODELS = [ModelRow("one/8", "local", "one", ""), ModelRow("two/4", "endpoint", "two", "http://x")]
WIDTHS = {"one/8": 8, "two/4": 4}


class Index:
    """A generated workspace, changed step by step in both stores."""

    def __init__(self, seed, *stores):
        self.draw = random.Random(seed)
        self.stores = stores
        self.now = 0

    def said(self, most=9):
        return " ".join(self.draw.choices(WORDS, k=self.draw.randint(1, most)))

    def path(self):
        return f"memory/{self.draw.randint(0, 25)}.md"

    def row(self, path, *, hash_=None):
        self.now += self.draw.randint(0, 2)
        n = self.draw.randint(0, 1 << 62)
        fields = {"tags": [self.said(2)], "n": n} if n % 3 == 0 else {}
        problems = ((n % 7, self.said(2)),) if n % 5 == 0 else ()
        layer = self.draw.choice(["daily", "topic"])
        day = self.draw.choice(["", "2026-03-04", "2025-12-31"])
        return FileRow(
            path, layer, self.draw.choice(SCOPES), day, n % 9999, n, n, hash_ or f"h{n}",
            self.now, fields, problems,
        )  # fmt: skip

    def chunk(self, path, number):
        text = "- " + self.said() if self.draw.random() > 0.05 else "***"
        head = self.said(3) if self.draw.random() < 0.5 else ""
        line = " ".join(terms(text))
        key = hashlib.sha256(text.encode()).hexdigest()[:32] if line else WORDLESS
        id_ = hashlib.sha256(f"{path}{text}".encode()).hexdigest()[:12]
        return ChunkRow(
            id_, number, number + number % 2, head, text, line, " ".join(terms(head)),
            text if line else "", key,
        )  # fmt: skip

    def replace(self):
        files = []
        for path in {self.path() for _ in range(self.draw.randint(1, 3))}:
            known = self.stores[0].files().get(path)
            again = known.hash if known and self.draw.random() < 0.1 else None
            chunks = [self.chunk(path, n) for n in range(self.draw.randint(0, 12))]
            files.append((self.row(path, hash_=again), chunks))
        for store in self.stores:
            store.replace(files)

    def renew(self):
        rows = [self.row(self.path()) for _ in range(2)]
        for store in self.stores:
            store.renew(rows)

    def remove(self):
        paths = [self.path() for _ in range(self.draw.randint(0, 2))]
        for store in self.stores:
            store.remove(paths)

    def embed(self):
        model = self.draw.choice(MODELS)
        limit = self.draw.randint(1, 30)
        wanted = [store.unembedded(model.name, limit) for store in self.stores]
        assert wanted[0] == wanted[1]
        rows = []
        for key, text in [*wanted[0], ("gone", "gone"), *wanted[0][:1]]:
            made = random.Random(text)
            script = "cyrillic" if "н" in text else "latin"
            numbers = [made.gauss(0, 1) for _ in range(WIDTHS[model.name])]
            if made.random() < 0.1:
                numbers = [0.0] * len(numbers)
            rows.append((key, script, struct.pack(f"<{len(numbers)}f", *numbers)))
        for store in self.stores:
            store.put_vectors(model, rows)

    def drop(self):
        keep = [model.name for model in MODELS if self.draw.random() < 0.7]
        for store in self.stores:
            store.drop_models(keep)

    def fence(self):
        for store in self.stores:
            store.fence(self.now)

    def compact(self):
        for store in self.stores:
            assert store.compact()

    def clear(self):
        for store in self.stores:
            store.clear()

    def step(self):
        ways = {
            self.replace: 40, self.renew: 10, self.remove: 10, self.embed: 30, self.drop: 3,
            self.fence: 2, self.compact: 1, self.clear: 1,
        }  # fmt: skip
        self.draw.choices(list(ways), list(ways.values()))[0]()

    def answers(self, store, seed):
        """Return what a store says to questions drawn by a seed."""
        draw = random.Random(seed)
        scopes = draw.sample(SCOPES, draw.randint(1, 4))
        asked = query_terms(" ".join(draw.choices(WORDS, k=draw.randint(1, 5))))
        flagged = [(term.text, term.prefix) for term in asked]
        model = draw.choice(MODELS).name
        with store.snapshot():
            stats = store.stats(model)
            numbers = [int(n) for n in store.sizes()[0].split(",") if n]
            some = draw.sample(numbers, min(5, len(numbers)))
            path = f"memory/{draw.randint(0, 25)}.md"
            own = store.chunks_of(path)
            yield "files", store.files()
            yield "stats", (stats.files, stats.chunks, stats.embedded, stats.missing, stats.length)
            yield "sizes", store.sizes()
            yield "spans", sorted(span[:2] for span in store.spans(scopes))
            yield "frequencies", store.frequencies([*flagged, ("a", True), *flagged[:1]])
            yield "beginning", sorted(store.beginning(flagged[0][0]) if flagged else [])
            for text, prefix in flagged:
                yield "places", sorted(store.places(text, prefix=prefix).split(","))
            yield "chunks", store.chunks([*some, -1])
            yield "terms", store.terms(some)
            yield "chunks_of", own
            yield "chunks_at", store.chunks_at([*((path, c.start) for c in own[:3]), ("x", 1)])
            ids = [chunk.id for chunk in own[:2]]
            yield "by id", [store.chunk_by_id(one) is not None for one in [*ids, "none"]]
            yield "models", store.models()
            yield "made_with", store.made_with()
            yield "sample", store.sample(model) is None
            if own:
                yield "vectors", sorted(store.vectors(model, own[0].number, own[-1].number))
            yield "since", sorted(row[:3] for row in store.vectors_since(model, scopes, 0))
            yield "match", store.match(match_expression(asked), scopes, draw.randint(1, 30))
            yield "posted", Postings(store).match(asked, scopes, 9)
            matrix = Matrix(store)
            matrix.follow(model, scopes)
            if len(matrix):
                import numpy as np

                question = np.array([draw.gauss(0, 1) for _ in range(matrix.width)], np.float32)
                found = matrix.cosines(question, "latin", some, 5)
                yield "alike", sorted(found.items(), key=lambda one: (-one[1], one[0]))


def same(what, one, other):
    """Compare answers: but for the last bits of a sum, whose order a database chooses."""
    if what == "alike":
        return [n for n, _ in one] == [n for n, _ in other] and [
            s for _, s in one
        ] == pytest.approx([s for _, s in other], rel=1e-5, abs=1e-6)
    return near(one, other) if what == "match" else one == other


def near(one, other):
    """Tell whether rows and scores are the same, each list the best first."""
    mine, theirs = dict(one), dict(other)
    ordered = all(
        [s for _, s in found] == sorted((s for _, s in found), reverse=True)
        for found in (one, other)
    )
    return ordered and mine == pytest.approx(theirs, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_an_index_in_postgresql_answers_as_one_in_sqlite(postgres, seed, request):
    sqlite = SqliteIndex(None)
    other = PostgresIndex(postgres.url(), Tenant.of(postgres.name()))
    with closing(sqlite), closing(other):
        workspace = Index(seed, sqlite, other)
        for step in range(3000 if request.config.getoption("--long") else 150):
            workspace.step()
            if step % 3:
                continue
            both = (workspace.answers(store, f"{seed}{step}") for store in workspace.stores)
            for (what, one), (_, two) in zip(*both, strict=True):
                assert same(what, one, two), (step, what, one, two)

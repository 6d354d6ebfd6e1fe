"""Other memory programs beside ours: install each in an environment of its own, and ask it.

    python benchmarks/peers.py --install FOLDER [--python PYTHON] [--only memsearch,qmd]

PYTHON is what basic-memory needs: 3.12 or newer. Each is asked by JSON lines (peer_worker.py,
peer_worker.mjs); the vectors of those that use some come from our own local model, over loopback.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from lamina.search.embedder import EmbeddingSettings, open_embedder

HERE = Path(__file__).parent
VERSIONS = {
    "memsearch": "0.4.23",
    "basic-memory": "0.24.1",
    "mempalace": "3.11.0",
    "qmd": "2.8.3",
}
QMD = "@tobilu/qmd"
PATIENCE = 20  # seconds between signs of life: a busy machine needs longer than a peer waits
NOWHERE = "http://127.0.0.1:9"  # the proxy of whoever wants to leave this machine


class PeerError(Exception):
    """A peer is not installed, or failed."""


def requirement(name: str) -> str:
    """Return how to install a peer, below a folder."""
    if name == "qmd":
        return f"npm install {QMD}@{VERSIONS[name]} bun into FOLDER/qmd"
    return f"pip install {name}=={VERSIONS[name]} into FOLDER/{name}"


def install(name: str, folder: Path, python: str) -> None:
    """Make a peer's environment with the package client this machine is set up with."""
    if name == "qmd":
        # qmd wants a newer Node than many have and a compiled SQLite; Bun brings both. No scripts:
        # they would fetch models and binaries that keyword search does not need.
        packages = [f"{QMD}@{VERSIONS[name]}", "bun"]
        (folder / name).mkdir(parents=True, exist_ok=True)
        npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run([*npm, "--prefix", str(folder / name), *packages], check=True)
        return
    chosen = python if name == "basic-memory" else sys.executable
    subprocess.run([chosen, "-m", "venv", str(folder / name)], check=True)
    packages = [f"{name}=={VERSIONS[name]}"]
    if name == "basic-memory":
        packages.append("pysqlite3-binary; sys_platform == 'linux'")  # one that loads extensions
    pip = [str(folder / name / "bin" / "python"), "-m", "pip", "install"]
    subprocess.run([*pip, "--quiet", "--disable-pip-version-check", *packages], check=True)


class Endpoint:
    """Our local model as an OpenAI-compatible address on loopback.

    The protocol does not tell a question from a passage, but the model does: whoever starts to ask
    sets ``asking``, so that a peer has the very vectors that ours has.
    """

    def __init__(self) -> None:
        self.asking = False
        self.work = ThreadPoolExecutor(1)
        self._model = open_embedder(EmbeddingSettings("local"))
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                texts = asked["input"]
                texts = [texts] if isinstance(texts, str) else texts
                work = endpoint.work.submit(endpoint.answer, texts)
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                while not wait([work], PATIENCE).done:
                    self.chunk(b" ")
                self.chunk(work.result())
                self.chunk(b"")

            def chunk(self, body: bytes) -> None:
                self.wfile.write(b"%X\r\n%s\r\n" % (len(body), body))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, texts: list[str]) -> bytes:
        """Return the vectors of texts as the protocol wants them."""
        assert self._model is not None
        if self.asking:
            vectors = [self._model.query(text) for text in texts]
        else:
            vectors = list(self._model.passages(texts))
        rows = [
            {"object": "embedding", "index": number, "embedding": vector.tolist()}
            for number, vector in enumerate(vectors)
        ]
        usage = {"prompt_tokens": 0, "total_tokens": 0}
        answer = {"object": "list", "model": "local", "data": rows, "usage": usage}
        return json.dumps(answer).encode()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self.work.shutdown()


@dataclass(frozen=True, slots=True)
class Found:
    """One hit of a peer: the file and the text it gives."""

    path: str
    text: str


class Peer:
    """A peer's process over one folder of notes, from indexing to the last question."""

    def __init__(self, name: str, words: str, folder: Path | None, home: Path) -> None:
        """Index ``home``/notes; ``words``: qmd's "all" or "any", else empty."""
        if folder is None or not (folder / name).is_dir():
            raise PeerError(f"not installed ({requirement(name)})")
        self._endpoint = None if name == "qmd" else Endpoint()
        here = str(home)
        if name == "qmd":
            modules = folder / name / "node_modules"
            bun = next((modules / "@oven").glob("bun-*/bin/bun"))
            command = [str(bun), str(HERE / "peer_worker.mjs")]
            command += [str(modules / QMD), str(home / "notes"), here, words]
        else:
            python = str(folder / name / "bin" / "python")
            command = [python, str(HERE / "peer_worker.py"), name, str(home / "notes"), here]
            command.append(self._endpoint.url if self._endpoint else "")
        self._log = home / "log.txt"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=_environment(home),
                cwd=home,
            )

        try:
            self._wait_for(VERSIONS[name])
        except BaseException:
            self.close()
            raise

    def _wait_for(self, version: str) -> None:
        """Wait until the notes are indexed."""
        ready = self._line()
        if ready["version"] != version:
            raise PeerError(f"{ready['version']} is there, not {version}")
        if self._endpoint:
            self._endpoint.asking = True

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._endpoint:
            self._endpoint.close()

    def ask(self, query: str, limit: int) -> list[Found]:
        """Return a peer's hits, best first."""
        assert self._process.stdin
        print(json.dumps({"query": query, "limit": limit}), file=self._process.stdin, flush=True)
        return [Found(**hit) for hit in self._line()["hits"]]

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            said = self._log.read_text("utf-8", "replace").strip().splitlines()
            raise PeerError(f"it ended: {said[-1][:200] if said else 'without a word'}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _environment(home: Path) -> dict[str, str]:
    """Return an environment in which nothing of the user's is seen and nothing leaves."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "LANG": "C.UTF-8",
        "HTTP_PROXY": NOWHERE,
        "HTTPS_PROXY": NOWHERE,
        "http_proxy": NOWHERE,
        "https_proxy": NOWHERE,
        "NO_PROXY": "127.0.0.1,localhost",
        "no_proxy": "127.0.0.1,localhost",
        "HF_HUB_OFFLINE": "1",
        "DO_NOT_TRACK": "1",
        "ANONYMIZED_TELEMETRY": "False",
    }


def main() -> None:
    """Install the peers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--install", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--python", default=sys.executable, help="for basic-memory, 3.12 or newer")
    parser.add_argument("--only", default=",".join(VERSIONS))
    chosen = parser.parse_args()
    for name in chosen.only.split(","):
        print(f"{name} {VERSIONS[name]} ...", flush=True)
        try:
            install(name, chosen.install.absolute(), chosen.python)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name}: not installed ({error})")


if __name__ == "__main__":
    main()

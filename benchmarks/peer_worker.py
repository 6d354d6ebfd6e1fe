"""Stands in a peer's own environment: it indexes a folder of notes, then answers questions.

Usage: PYTHON peer_worker.py PEER NOTES HOME ENDPOINT

The first line out says what runs: {"version"}. Then each line in, {"query", "limit"}, has
one line out: {"hits": [{"path", "text"}]}, best first, with the text the peer gives to an agent.
Only the standard library and the peer's package are here.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

Hits = list[dict[str, str]]
Search = Callable[[str, int], Hits]
MODEL = "local"  # whatever name is asked for, the endpoint serves one model
KEY = "none"
DIMENSIONS = 384


def memsearch(notes: Path, home: Path, endpoint: str) -> Search:
    """Its Python interface with its usual settings; a hit is a chunk of up to 1,500 characters."""
    from memsearch import MemSearch

    loop = asyncio.new_event_loop()
    peer = MemSearch(
        [str(notes / "memory")],
        embedding_provider="openai",
        embedding_model=MODEL,
        embedding_base_url=endpoint,
        embedding_api_key=KEY,
        milvus_uri=str(home / "milvus.db"),
    )
    loop.run_until_complete(peer.index())

    def search(query: str, limit: int) -> Hits:
        found = loop.run_until_complete(peer.search(query, top_k=limit))
        return [
            {"path": str(Path(hit["source"]).relative_to(notes)), "text": hit["content"]}
            for hit in found
        ]

    return search


def mempalace(notes: Path, home: Path, endpoint: str) -> Search:
    """Its commands `init` and `mine`, then the search behind its MCP tool; a hit is a drawer."""
    os.environ |= {
        "MEMPALACE_EMBEDDING_MODEL": "openai-compat",
        "MEMPALACE_EMBEDDING_API_URL": endpoint,
        "MEMPALACE_EMBEDDING_API_MODEL": MODEL,
    }
    palace = str(home / "palace")
    program = [str(Path(sys.executable).with_name("mempalace")), "--palace", palace]
    _run([*program, "init", str(notes), "--yes", "--no-llm"])
    _run([*program, "mine", str(notes)])
    from mempalace.searcher import search_memories

    def search(query: str, limit: int) -> Hits:
        found = search_memories(query, palace_path=palace, n_results=limit, max_distance=1.5)
        return [
            {"path": str(Path(hit["source_path"]).relative_to(notes)), "text": hit["text"]}
            for hit in found["results"]
        ]

    return search


def basic_memory(notes: Path, home: Path, endpoint: str) -> Search:
    """Its command `reindex`, then its MCP tool `search_notes`; a hit is a note's passages."""
    settings = {
        "projects": {"notes": {"path": str(notes)}},
        "default_project": "notes",
        "auto_update": False,
        "semantic_embedding_provider": "openai",
        "semantic_embedding_model": MODEL,
        "semantic_embedding_api_base": endpoint,
        "semantic_embedding_api_key": KEY,
        "semantic_embedding_dimensions": DIMENSIONS,
    }
    (home / "config.json").write_text(json.dumps(settings))
    os.environ |= {"BASIC_MEMORY_CONFIG_DIR": str(home), "BASIC_MEMORY_LOG_LEVEL": "ERROR"}
    _run([sys.executable, __file__, "basic-memory-reindex"])
    _with_extensions()
    from basic_memory.mcp.tools import search_notes
    from loguru import logger

    logger.remove()  # its server writes no debugging log either
    loop = asyncio.new_event_loop()

    def search(query: str, limit: int) -> Hits:
        work = search_notes(query=query, project="notes", page_size=limit, output_format="json")
        found = loop.run_until_complete(work)
        if isinstance(found, str):  # an error, in prose
            raise TypeError(found[:500])
        return [
            {"path": hit["file_path"], "text": hit.get("matched_chunk") or hit.get("content") or ""}
            for hit in found["results"]
        ]

    return search


def _basic_memory_reindex() -> None:
    _with_extensions()
    from basic_memory.cli.main import app

    sys.argv = ["bm", "reindex", "--full", "-p", "notes"]
    app()


def _with_extensions() -> None:
    """Let its vector search run where this Python's own sqlite3 loads no extensions."""
    import sqlite3

    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        import pysqlite3

        sys.modules |= {"sqlite3": pysqlite3, "sqlite3.dbapi2": pysqlite3.dbapi2}


def _run(command: list[str]) -> None:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=sys.stderr, timeout=1800, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")


PEERS = {"memsearch": memsearch, "basic-memory": basic_memory, "mempalace": mempalace}


def main() -> None:
    """Index, then answer."""
    if sys.argv[1:] == ["basic-memory-reindex"]:
        _basic_memory_reindex()
        return
    name, notes, home, endpoint = sys.argv[1:]
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a peer prints is no answer
    search = PEERS[name](Path(notes), Path(home), endpoint)
    for answer in _answers(search, {"version": version(name)}):
        print(json.dumps(answer), file=out, flush=True)


def _answers(search: Search, ready: dict[str, str]) -> Iterator[dict[str, Any]]:
    yield ready
    for line in sys.stdin:
        asked = json.loads(line)
        yield {"hits": search(asked["query"], asked["limit"])}


if __name__ == "__main__":
    main()

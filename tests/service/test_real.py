"""Real servers: tokens revoked while answers are under way, restarts under load, the log."""

from __future__ import annotations

import http.client
import json
import signal
import threading
import time

from tests.service.conftest import NOTES


def opened(server, address, token):
    """Open an answer that goes on, and return it with its connection."""
    connection = server.connect()
    connection.request("GET", address, headers={"Authorization": f"Bearer {token}"})
    return connection, connection.getresponse()


def test_a_revoked_token_is_refused_by_every_process_at_once_and_open_answers_end(real, start):
    servers = [start(), start()]
    made = real.token("anna", "read", "write", "page")
    kept = real.token("anna", "page")
    token = made["token"]
    search = {"query": "shed"}
    streams = [opened(server, "/page/anna/live", token) for server in servers]
    other = opened(servers[0], "/page/anna/live", kept["token"])
    for server, (_, answer) in zip(servers, streams, strict=True):
        assert answer.status == 200
        assert server.ask("POST", "/v1/anna/search", token, search)[0] == 200
        assert answer.readline() == b"retry: 2000\n"
    keeping = [server.connect() for server in servers]  # connections that stay open
    for connection in keeping:
        connection.request("GET", "/v1/anna/topics", headers={"Authorization": f"Bearer {token}"})
        assert json.loads(connection.getresponse().read())

    assert real.run("token", "revoke", made["id"]).returncode == 0

    for connection in keeping:
        connection.request("GET", "/v1/anna/topics", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        said = json.loads(answer.read())
        assert (answer.status, said["message"]) == (
            401,
            "The token was revoked; nothing was done.",
        )
        connection.close()
    for server, (connection, answer) in zip(servers, streams, strict=True):
        rest = [answer.readline() for _ in range(6)]  # else it would be kept alive
        assert b"" in rest, rest
        connection.close()
        assert server.ask("POST", "/v1/anna/search", token, search)[0] == 401
    assert other[1].readline() == b"retry: 2000\n"  # somebody else's goes on
    (real.roots["anna"] / "memory" / "new.md").write_text("- a line\n")
    while b"changed" not in (line := other[1].readline()):
        assert line
    other[0].close()
    for server in servers:
        code, said = server.end()
        assert code in {0, -signal.SIGTERM}
        assert "Traceback" not in said


def test_servers_restarted_and_killed_under_load_lose_no_acknowledged_line(real, start):
    token = real.token("anna", "read", "write")["token"]
    servers = [start(), start()]
    ports = [server.port for server in servers]
    acknowledged: list[str] = []
    wrong: list[object] = []
    over = threading.Event()

    def write(name):
        number = 0
        while not over.is_set():
            text = f"writer {name} counted {number} giraffes"
            at = number
            while not over.is_set():
                at += 1
                server = servers[at % 2]
                try:
                    status, said = server.ask("POST", "/v1/anna/remember", token, {"text": text})
                except (OSError, http.client.HTTPException, ValueError):
                    continue  # it is away: the other one takes it
                if status == 200:
                    acknowledged.append(text)
                    break
                if status != 503:
                    wrong.append(said)
            number += 1

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for writer in writers:
        writer.start()
    for how, which in ((signal.SIGTERM, 0), (signal.SIGTERM, 1), (signal.SIGKILL, 0)):
        reached = len(acknowledged) + 8
        while len(acknowledged) < reached:
            time.sleep(0.01)
        code, said = servers[which].end(how)
        assert code in {0, -how}
        assert "Traceback" not in said
        servers[which] = start(ports[which])
    reached = len(acknowledged) + 8
    while len(acknowledged) < reached:
        time.sleep(0.01)
    over.set()
    for writer in writers:
        writer.join()
    assert not wrong
    lines = real.lines("anna")
    assert set(acknowledged) <= set(lines)
    assert len(lines) == len(set(lines))
    noted = json.loads(real.run("audit", "--writes", "--json").stdout)
    done = [row for row in noted if not row["error"]]
    assert len(done) >= len(acknowledged)  # what was answered was noted before


def test_at_its_end_the_server_answers_what_is_under_way_and_says_nothing_of_it(real, start):
    token = real.token("anna", "read", "page")["token"]
    server = start()
    connection, answer = opened(server, "/page/anna/live", token)
    secret = NOTES.format("anna")
    assert server.ask("POST", "/v1/anna/search", token, {"query": f"the {secret}"})[0] == 200
    assert server.ask("POST", "/v1/anna/get", token, {"target": f"memory/{secret}.md"})[0] == 200
    assert server.ask("POST", f"/v1/anna/{secret}", token, {})[0] == 404
    assert server.ask("POST", "/v1/anna/get", token, {secret: 1})[0] == 400
    code, said = server.end()
    assert code in {0, -signal.SIGTERM}
    answer.read()
    connection.close()
    rows = [json.loads(line) for line in said.splitlines() if not line.startswith("Serving")]
    assert [(row["call"], row["status"]) for row in rows if row["face"] == "v1"] == [
        ("search", 200),
        ("get", 200),
        ("none", 404),
        ("get", 400),
    ]
    assert secret not in said
    assert "shed" not in said
    assert token not in said


def test_what_cannot_be_served_is_said_in_a_sentence(real):
    empty = real.folder / "empty.toml"
    empty.write_text("")
    wrong = {
        ("server", "--host", "0.0.0.0"): "server.hosts",
        ("server", "--set", "server.read_only=carl"): "carl",
        ("server", "--set", "server.folder=here"): "whole path",
        ("token", "create", "carl"): "carl",
        ("token", "create", "anna", "--scope", "reed"): "reed",
        ("token", "create", "anna", "--scope", "page"): "--session main",
        ("token", "create", "anna", "--scope", "metrics"): "not both",
        ("token", "create", "--scope", "read"): "not both",
        ("token", "create", "anna", "--expires", "soon"): "90d",
        ("token", "create", "anna", "--agent", "a:b"): "agent's name",
        ("token", "rotate", "000000000000"): "000000000000",
        ("token", "revoke", "x"): "'x'",
        ("audit", "--since", "yesterday"): "2026-03-04",
    }
    for arguments, words in wrong.items():
        done = real.run(*arguments)
        assert done.returncode not in {0, 70}, arguments
        assert words in done.stderr, (arguments, done.stderr)
        assert "Traceback" not in done.stderr
    real.file = empty
    assert "nothing to serve" in real.run("server").stderr

"""A message reaches a session through a program, a gateway, or a person; nothing through a shell."""

from __future__ import annotations

import json
import stat
import sys
from typing import Any

import pytest

from lamina.errors import SenderError
from lamina.sessions.senders import Message, Shown, open_sender
from lamina.sessions.turns import Session
from lamina.settings import Sessions as Settings
from tests.loopback_server import LoopbackServer, Request

KEY = "agent:main:slack:channel:C024"
TEXT = (
    "[MAINTENANCE] write; then `rm -rf /` $(id) \"quoted\" 'too' {session} TRIM_HASH: TRIM_READY_ab"
)
MESSAGE = Message(Session(KEY, "openclaw", "channel", "id-1", None), TEXT, 5)


@pytest.fixture
def program(tmp_path):
    """A program that writes down its arguments, or ends as it is told."""

    def make(body: str = "", name: str = "say") -> str:
        path = tmp_path / name
        seen = tmp_path / "seen.json"
        path.write_text(
            f"#!{sys.executable}\nimport json, sys\n"
            f"json.dump(sys.argv[1:], open({str(seen)!r}, 'w'))\n{body}\n"
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make


def seen(tmp_path):
    return json.loads((tmp_path / "seen.json").read_text())


def test_by_default_it_is_shown_and_not_sent():
    sender = open_sender(Settings())
    assert isinstance(sender, Shown)
    assert sender.send(MESSAGE) is False


def test_a_command_gets_each_value_as_one_argument(tmp_path, program):
    command = f"{program()} --to {{session}} --id={{id}} {{message}} 'two words'"
    assert open_sender(Settings(sender="command", command=command)).send(MESSAGE)
    assert seen(tmp_path) == ["--to", KEY, "--id=id-1", TEXT, "two words"]


def test_openclaw_is_called_by_its_command_line(tmp_path, program):
    program(name="openclaw")
    environment = {"PATH": str(tmp_path)}
    assert open_sender(Settings(sender="openclaw"), environment).send(MESSAGE)
    wanted = ["agent", "--session-id", "id-1", "--message", TEXT, "--timeout", "5"]
    assert seen(tmp_path) == wanted


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit('no such session')", "ended with 1: no such session"),
        (f"sys.exit('cannot send: ' + {TEXT!r})", "cannot send: [message]"),
    ],
)
def test_a_program_that_fails_is_told_with_its_words_and_without_the_token(program, body, said):
    sender = open_sender(Settings(sender="command", command=f"{program(body)} {{message}}"))
    with pytest.raises(SenderError) as raised:
        sender.send(MESSAGE)
    assert said in raised.value.message
    assert "TRIM_READY_" not in raised.value.message


def test_a_program_that_is_not_there(tmp_path):
    sender = open_sender(Settings(sender="command", command=f"{tmp_path}/none {{message}}"))
    with pytest.raises(SenderError, match="cannot be run"):
        sender.send(MESSAGE)


@pytest.mark.parametrize("command", ["", "say hello", "say 'open {message}"])
def test_a_command_that_could_not_send_is_refused_before(command):
    with pytest.raises(SenderError):
        open_sender(Settings(sender="command", command=command))


class Gateway(LoopbackServer):
    """Answers tools/invoke with what it is told to."""

    def __init__(self, status: int = 200, said: object = None) -> None:
        super().__init__()
        self.status = status
        self.said = said if said is not None else {"ok": True, "result": {}}
        self.asked: list[tuple[str, str, dict[str, Any]]] = []

    def answer(self, request: Request) -> None:
        self.asked.append((request.path, request.key, request.body))
        request.send(self.status, self.said)


def through(server: Gateway) -> bool:
    settings = Settings(sender="gateway", gateway=server.url, gateway_key="key-of-the-gateway")
    return open_sender(settings).send(MESSAGE)


def test_the_gateway_is_asked_to_send_it():
    with Gateway() as server:
        assert through(server)
    ((path, key, body),) = server.asked
    assert (path, key) == ("/v1/tools/invoke", "Bearer key-of-the-gateway")
    assert body["tool"] == "sessions_send"
    assert body["args"] == {"sessionKey": KEY, "message": TEXT, "timeoutSeconds": 0}


@pytest.mark.parametrize(
    ("status", "answer", "said"),
    [
        (404, {"ok": False}, "does not let sessions_send be called"),
        (401, {}, "refuses the key"),
        (400, {"ok": False, "error": {"message": f"bad: {TEXT}"}}, r"bad: \[message\]"),
        (200, {"ok": False}, "refused"),
        (200, b"[1", "refused"),
    ],
)
def test_a_gateway_that_refuses_says_so(status, answer, said):
    with Gateway(status, answer) as server, pytest.raises(SenderError, match=said) as raised:
        through(server)
    assert "TRIM_READY_" not in raised.value.message
    assert "key-of-the-gateway" not in f"{raised.value.message} {raised.value.hint}"


def test_a_gateway_that_is_not_there():
    with Gateway() as server:
        pass
    with pytest.raises(SenderError, match="cannot be reached"):
        through(server)


@pytest.mark.parametrize("url", ["", "gateway", "ftp://x/", "http://user:word@host"])
def test_an_address_that_is_none_is_refused_before(url):
    with pytest.raises(SenderError):
        open_sender(Settings(sender="gateway", gateway=url))

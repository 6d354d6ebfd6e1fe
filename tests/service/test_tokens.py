"""Tokens: what is kept of them, how they are renewed, end and are revoked; in both stores."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.redact import redact
from lamina.errors import TokenError, UnknownNameError, UsageError
from lamina.storage.sqlite_tokens import in_file
from lamina.team.tokens import SCOPES, Tokens
from tests.conftest import Clock

if TYPE_CHECKING:
    from tests.postgres_server import Postgres

DAY = timedelta(days=1)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["sqlite", "postgres"])
def make(request, tmp_path, clock):
    """Return what opens the same tokens anew, as another process does."""
    if request.param == "sqlite":
        opener = lambda: in_file(tmp_path / "server.db")  # noqa: E731
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        from lamina.storage.postgres_tokens import in_database

        url = postgres.url(postgres.new_database(), "lamina_owner")
        opener = lambda: in_database(url)  # noqa: E731
    opened = []

    def making():
        opened.append(Tokens(opener(), clock=clock))
        return opened[-1]

    yield making
    for one in opened:
        one.close()


def test_a_token_opens_what_it_was_made_for_in_every_process(make):
    made, text = make().create("anna", "coder", ["read", "write"], session="main", note="laptop")
    found = make().check(text)
    assert (found.id, found.workspace, found.agent) == (made.id, "anna", "coder")
    assert (found.scopes, found.session) == (("read", "write"), "main")
    assert make().list() == (made,)


def test_of_the_secret_nothing_is_kept_or_shown(make, tmp_path):
    tokens = make()
    made, text = tokens.create("anna", "coder", ["read"])
    secret = text.split("_", 2)[2]
    assert len(secret) == 43
    assert secret not in repr(made) + str(made.as_dict())
    assert not any(secret in str(value) for row in tokens.table.all() for value in row)
    tokens.close()
    assert not any(secret.encode() in path.read_bytes() for path in tmp_path.glob("server.db*"))
    assert secret not in redact(f"the token is {text}").text


def test_no_other_text_opens_anything(make):
    tokens = make()
    made, text = tokens.create("anna", "coder", ["read"])
    other = tokens.create("bert", "coder", ["read"])[1]
    mixed = f"lam_{made.id}_{other.rpartition('_')[2]}"
    for wrong in (mixed, text[:-1], text + "a", text.upper(), f" {text}", "", "lam_", made.id):
        with pytest.raises(TokenError):
            tokens.check(wrong)


@pytest.fixture(scope="module")
def one_store(tmp_path_factory):
    tokens = Tokens(in_file(tmp_path_factory.mktemp("tokens") / "server.db"))
    tokens.create("anna", "coder", ["read"])
    yield tokens
    tokens.close()


@given(st.text() | st.from_regex(r"lam_[0-9a-f]{12}_[A-Za-z0-9_-]{43}", fullmatch=True))
def test_whatever_is_sent_is_refused_in_a_sentence(one_store, text):
    with pytest.raises(TokenError):
        one_store.check(text)


def test_a_renewed_token_keeps_its_former_secret_for_a_while(make, clock):
    made, old = make().create("anna", "coder", ["read"])
    held = make().check(old)
    _, new = make().rotate(made.id, DAY)
    assert make().check(old).id == make().check(new).id == made.id
    _, newest = make().rotate(made.id, DAY)
    with pytest.raises(TokenError):
        make().check(old)  # two secrets are good at a time, not three
    assert not make().stands(held)
    current = make().check(newest)
    former = make().check(new)
    clock.now += DAY
    with pytest.raises(TokenError, match="another secret"):
        make().check(new)
    assert not make().stands(former)
    assert make().stands(current)


def test_a_revoked_token_is_refused_at_once_whatever_its_secret(make):
    made, old = make().create("anna", "coder", ["read"])
    _, new = make().rotate(made.id, DAY)
    holders = [make(), make()]
    held = [one.check(new) for one in holders]
    revoked = make().revoke(made.id)
    for one, token in zip(holders, held, strict=True):
        assert not one.stands(token)
        for text in (old, new):
            with pytest.raises(TokenError):
                one.check(text)
    assert make().revoke(made.id) == revoked
    with pytest.raises(UsageError, match="was revoked"):
        make().rotate(made.id, DAY)


def test_a_token_ends_when_it_was_said_to(make, clock):
    _, text = make().create("anna", "coder", ["read"], lasts=DAY)
    token = make().check(text)
    clock.now += DAY - timedelta(seconds=1)
    assert make().stands(token)
    clock.now += timedelta(seconds=1)
    assert not make().stands(token)
    with pytest.raises(TokenError, match="is over"):
        make().check(text)


def test_all_processes_mark_lines_with_one_key(make):
    keys = {make().audit_key() for _ in range(3)}
    assert len(keys) == 1
    assert len(keys.pop()) == 32


def test_what_makes_no_sense_makes_no_token(make):
    tokens = make()
    for workspace, agent, scopes, session in (
        ("anna", "coder", ["reed"], "main"),
        ("anna", "coder", [], "main"),
        ("anna", "coder", ["read"], "mane"),
        ("anna", "co:der", ["read"], "main"),
        ("anna", " ", ["read"], "main"),
        ("", "coder", ["read"], "main"),
        ("anna", "coder", ["metrics"], "main"),
        ("", "coder", ["metrics", "read"], "main"),
        ("anna", "coder", ["page"], "group"),
    ):
        with pytest.raises(UsageError):
            tokens.create(workspace, agent, scopes, session=session)
    for change in (lambda: tokens.revoke("0"), lambda: tokens.rotate("0", DAY)):
        with pytest.raises(UnknownNameError):
            change()
    assert tokens.list() == ()
    assert all(SCOPES.values())

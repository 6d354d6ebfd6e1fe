"""The queue: turns of many fleets, once in however often it is put, taken up when left."""

from __future__ import annotations

import json
import threading
from contextlib import closing
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.errors import UnknownNameError
from lamina.storage.turns import rounds, turns

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

import procrastinate.sql
import psycopg

from lamina.storage.postgres_queue import _OURS, SCHEMA, Queue, Wanted, _steps
from lamina.storage.postgres_queue_run import Duties, Loop, Verdict
from tests.postgres_server import OWNER


def order(waiting):
    """Return jobs as the queue takes them: the smallest turn first, then the oldest."""
    return [fleet for _, _, fleet in sorted(waiting)]


@given(st.lists(st.sampled_from("abc"), max_size=40), st.integers(0, 40), st.integers(1, 9))
def test_a_newcomer_waits_for_one_job_of_each_other_fleet_at_most(first, taken, count):
    waiting = sorted(
        (turn, n, fleet)
        for n, (turn, fleet) in enumerate(zip(turns(0, {}, first), first, strict=True))
    )[taken:]
    head = waiting[0][0] if waiting else 0
    last = {fleet: turn for turn, _, fleet in waiting}
    new = ["new"] * count
    waiting += [(turn, 1000 + n, "new") for n, turn in enumerate(turns(head, last, new))]
    taken_in = order(waiting)
    places = [n for n, fleet in enumerate(taken_in) if fleet == "new"]
    assert len(places) == count
    others = len(set(first))
    for job, place in enumerate(places):
        assert place <= job + (job + 1) * others


@given(st.lists(st.sampled_from("ab"), max_size=30))
def test_a_fleet_keeps_its_own_order(fleets):
    found = turns(5, {"a": 9}, fleets)
    for fleet in "ab":
        mine = [turn for turn, name in zip(found, fleets, strict=True) if name == fleet]
        assert mine == sorted(set(mine))
        assert all(turn >= (10 if fleet == "a" else 5) for turn in mine)


@given(st.lists(st.sampled_from("abcd"), max_size=40))
def test_workspaces_take_turns_and_each_keeps_its_own_order(roots):
    jobs = list(enumerate(roots))
    found = rounds(jobs, lambda job: job[1])
    assert sorted(found) == jobs
    for root in set(roots):
        own = [job for job in found if job[1] == root]
        assert own == sorted(own)
    nth = [[other for _, other in found[:n]].count(root) for n, (_, root) in enumerate(found)]
    assert nth == sorted(nth)  # nobody's second comes before somebody's first


@pytest.fixture
def queue(postgres):
    found = Queue(postgres.url(), postgres.name())
    yield found
    found.close()


def wanted(fleet, count, job="sync"):
    return [Wanted(f"/{fleet}/{n}", fleet, job, "now") for n in range(count)]


def worked(queue, work, names=("sync",)):
    Loop(queue, Duties(names, work, lambda: None, lambda _: None), once=True).run()


def test_ten_thousand_jobs_of_one_fleet_do_not_keep_another_waiting(queue):
    assert queue.put(wanted("large", 10_000)) == 10_000
    assert queue.put(wanted("small", 3)) == 3
    first = [one.fleet for one in queue.jobs()[:8]]
    assert first.count("small") == 3
    queue.drop(one.id for one in queue.jobs())


def test_a_worker_takes_them_by_turns(queue):
    queue.put(wanted("large", 60))
    queue.put(wanted("small", 4))
    taken = []

    def work(job):
        taken.append(job.fleet)
        return Verdict()

    worked(queue, work)
    assert len(taken) == 64
    places = [n for n, fleet in enumerate(taken) if fleet == "small"]
    assert places == [1, 3, 5, 7]
    assert queue.jobs() == []


def test_of_many_that_put_the_same_in_it_is_in_once(queue):
    counts = []
    threads = [
        threading.Thread(target=lambda: counts.append(queue.put(wanted("a", 50)))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 50
    assert len(queue.jobs()) == 50


def test_a_machine_sees_its_own_jobs_only(queue, postgres):
    other = Queue(postgres.url(), postgres.name())
    queue.put(wanted("a", 2))
    other.put(wanted("a", 1))
    assert (len(queue.jobs()), len(other.jobs())) == (2, 1)
    (foreign,) = other.jobs()
    with pytest.raises(UnknownNameError):
        queue.job(foreign.id)
    assert queue.drop([foreign.id]) == queue.retry([foreign.id]) == 0
    other.close()


def test_what_another_worker_was_in_the_way_of_is_done_before_a_worker_ends(queue):
    tried = []

    def work(job):
        tried.append(job.root)
        return Verdict(again=0.2, busy=True) if tried.count(job.root) < 3 else Verdict()

    queue.put(wanted("a", 2))
    worked(queue, work)
    assert sorted(tried) == ["/a/0"] * 3 + ["/a/1"] * 3
    assert queue.jobs() == []


def test_a_job_that_is_tried_again_keeps_out_of_the_others_way(queue):
    queue.put(wanted("a", 3))
    seen = []

    def work(job):
        seen.append(job.root)
        return Verdict(again=3600.0 if job.root == "/a/0" else None)

    worked(queue, work)
    assert seen == ["/a/0", "/a/1", "/a/2"]
    (left,) = queue.jobs()
    assert (left.root, left.state) == ("/a/0", "waiting")
    assert left.at > queue.now()
    assert queue.retry([left.id]) == 1

    def asked(job):
        seen.append(job.root)
        return Verdict()

    worked(queue, asked)
    assert len(seen) == 4


def test_what_a_dead_worker_left_is_taken_again_by_one(queue, postgres):
    queue.put(wanted("a", 2))
    with postgres.connect("lamina") as connection:
        connection.execute("SET search_path TO lamina_queue")
        (dead,) = connection.execute("SELECT * FROM procrastinate_register_worker_v1()").fetchone()
        (live,) = connection.execute("SELECT * FROM procrastinate_register_worker_v1()").fetchone()
        for worker in (dead, live):
            connection.execute(
                "SELECT procrastinate_fetch_job_v2(ARRAY[%s::varchar], %s)", (queue.machine, worker)
            )
        connection.execute(
            "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 hour'"
            " WHERE id = %s",
            (dead,),
        )
    assert queue.rescue(60) == 1
    assert queue.rescue(60) == 0
    assert sorted(one.state for one in queue.jobs()) == ["running", "waiting"]
    (mine,) = queue.running_by([live])
    assert queue.rescue(60, [mine]) == 1  # its end could not be kept


def test_a_database_is_given_its_queue_by_one_of_many(postgres):
    url = postgres.url(postgres.new_database(), OWNER)
    failed = []

    def begin(number):
        try:
            queue = Queue(url, "m")
            queue.put(wanted(f"f{number}", 3))
            queue.close()
        except BaseException as error:  # noqa: BLE001 - told below
            failed.append(error)

    threads = [threading.Thread(target=begin, args=(n,)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    queue = Queue(url, "m")
    assert len(queue.jobs()) == 15
    queue.close()


def older(connection, name):
    """Make the queue as Lamina would have with the Procrastinate of this migration."""
    files = resources.files(procrastinate.sql) / "migrations"
    connection.execute(f"CREATE SCHEMA {SCHEMA}")
    connection.execute(f"SET search_path TO {SCHEMA}")
    for step in _steps():
        if step <= name:
            connection.execute((files / step).read_text("utf-8").encode())
    connection.execute(_OURS.encode())
    connection.execute("INSERT INTO version VALUES (%s)", (name,))


OLDER = [one for one in _steps() if "02.08" <= one < _steps()[-1]]


@pytest.mark.parametrize("name", OLDER)
def test_an_older_procrastinate_s_queue_is_brought_forward_while_jobs_come_in(
    postgres, name, request
):
    """What waited, and what somebody put in meanwhile, is all done."""
    if name not in OLDER[::4] and not request.config.getoption("--long"):
        pytest.skip("one of four; all of them with --long")
    url = postgres.url(postgres.new_database(), OWNER)
    over = threading.Event()
    put: list[str] = []
    failed: list[Exception] = []

    def putting():
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"SET search_path TO {SCHEMA}")
            while not over.is_set() and len(put) < 200:
                for _ in range(3):
                    root = f"/a/{len(put)}"
                    row = ("m", "sync", json.dumps({"root": root, "fleet": "a", "due": "now"}))
                    try:
                        connection.execute(
                            "INSERT INTO procrastinate_jobs (queue_name, task_name, args)"
                            " VALUES (%s, %s, %s)",
                            row,
                        )
                    except psycopg.Error as error:
                        failed.append(error)
                    else:
                        put.append(root)
                over.wait(0.05)

    with psycopg.connect(url, autocommit=True) as connection:
        older(connection, name)
    thread = threading.Thread(target=putting)
    thread.start()
    try:
        while len(put) < 10:
            over.wait(0.01)
        with closing(Queue(url, "m")) as queue:
            queue.put(wanted("b", 3))
            reached = min(len(put) + 10, 200)
            while len(put) < reached:
                over.wait(0.01)
            over.set()
            thread.join()
            done = []

            def work(job):
                done.append(job.root)
                return Verdict()

            worked(queue, work)
            assert queue.jobs() == []
    finally:
        over.set()
        thread.join()
    assert failed == []
    assert sorted(done) == sorted([*put, *(one.root for one in wanted("b", 3))])
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(f"SELECT name FROM {SCHEMA}.version").fetchall()
        assert found == [(_steps()[-1],)]

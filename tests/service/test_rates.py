"""How often a token may ask: counted by one process, or by the database for all of them."""

from __future__ import annotations

import threading

import pytest

from lamina.team.rates import Local


class TestRate:
    def test_a_bucket_fills_as_time_goes_by(self):
        now = [0.0]
        rate = Local(60, lambda: now[0])
        assert [rate.take("a") for _ in range(60)] == [0] * 60
        assert rate.take("a") == 1
        assert rate.take("b") == 0
        now[0] = 1.0
        assert (rate.take("a"), rate.take("a")) == (0, 1)
        now[0] = 1000.0
        assert [rate.take("a") for _ in range(61)] == [0] * 60 + [1]

    def test_a_slow_one_says_how_long_to_wait(self):
        rate = Local(2, lambda: 0.0)
        assert [rate.take("a") for _ in range(3)] == [0, 0, 30]

    def test_none_is_none(self):
        rate = Local(0, lambda: 0.0)
        assert not any(rate.take("a") for _ in range(10_000))


class TestTogether:
    @pytest.fixture
    def tenant(self, postgres):
        from lamina.storage.postgres import Tenant

        return Tenant.of(postgres.name())

    @pytest.fixture
    def rates(self, postgres, tenant):
        """Return the buckets of a server nobody had yet, each time as one process more."""
        from lamina.storage.postgres import PostgresDatabase
        from lamina.storage.postgres_rates import PostgresRate

        opened = []

        def one(a_minute):
            opened.append(PostgresDatabase(postgres.url(), tenant, "states"))
            return PostgresRate(opened[-1], a_minute)

        yield one
        for database in opened:
            database.close()

    def test_many_processes_give_a_minute_s_requests_and_no_more(self, rates):
        given: list[int] = []

        def ask(rate):
            given.extend(rate.take("a") for _ in range(10))

        threads = [threading.Thread(target=ask, args=(rates(3),)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert given.count(0) in {3, 4}  # 4: somebody took longer than 20 seconds
        assert 1 <= max(given) <= 20
        assert rates(3).take("b") == 0

    def test_a_bucket_fills_by_the_database_s_clock_and_a_wrong_one_keeps_nobody_out(
        self, rates, postgres, tenant
    ):
        rate = rates(6)
        assert [rate.take("a") for _ in range(7)][:6] == [0] * 6

        def jump(interval):
            postgres.run(
                f"UPDATE lamina.rates SET at = at - interval '{interval}'"
                f" WHERE workspace = {tenant.number}",
                "lamina",
            )

        jump("20 seconds")
        assert [rate.take("a") for _ in range(3)].count(0) == 2
        jump("1 year")
        assert [rate.take("a") for _ in range(7)].count(0) == 6
        jump("-1 day")
        assert [rate.take("a") for _ in range(7)].count(0) == 6

    def test_two_servers_on_one_database_count_together(self, real, start, postgres):
        real.environment |= {
            "LAMINA_SERVER_RATE": "4",
            "LAMINA_STORE_URL": postgres.url(),
            "LAMINA_STORE_MACHINE": postgres.name(),
        }
        token = real.token("anna", "read")["token"]
        servers = [start(), start()]
        answers = [servers[n % 2].ask("GET", "/v1/anna/topics", token) for n in range(6)]
        assert [status for status, _ in answers] in (
            [200, 200, 200, 200, 429, 429],
            [200, 200, 200, 200, 200, 429],  # they took longer than 15 seconds
        )
        assert answers[-1][1]["error"] == "TooManyRequestsError"

"""How often each token was used of late, counted in the database for all processes of a server."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from lamina.storage.postgres import PostgresDatabase
    from lamina.storage.tables import Tables

# What a bucket holds now, by the database's clock; if that was set back, it is full.
_HOLDS = """
    CASE WHEN rates.at > clock_timestamp() THEN $3::float8 ELSE least($3::float8,
        rates.remains + extract(epoch FROM clock_timestamp() - rates.at)::float8 * $3 / 60) END
"""
# A count that is lost when the database's machine fails costs nothing: nobody waits for its disk.
_TAKE = f"""
    WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO rates (workspace, token, remains, at)
    SELECT $1, $2, $3::float8 - 1, clock_timestamp() FROM quick
    ON CONFLICT (workspace, token) DO UPDATE SET remains = {_HOLDS} - 1, at = excluded.at
    WHERE {_HOLDS} >= 1 RETURNING 1
"""
_LACKS = f"SELECT 1 - {_HOLDS} FROM rates WHERE workspace = $1 AND token = $2"


class PostgresRate:
    """The buckets of all tokens."""

    def __init__(self, database: Tables, a_minute: int) -> None:
        """``database``: of the tokens; ``a_minute``: requests, at least one."""
        self._database = cast("PostgresDatabase", database)
        self._most = a_minute

    def take(self, token: str) -> int:
        """Take one request; return 0, or in how many seconds there is one."""
        if self._database.rows(_TAKE, (token, self._most)):
            return 0
        ((lacks,),) = self._database.rows(_LACKS, (token, self._most))
        return max(1, math.ceil(float(lacks) * 60 / self._most))

"""Vectors on their way to pgvector and back: there big-endian with a head, here little-endian."""

from __future__ import annotations

import struct
from array import array
from typing import TYPE_CHECKING, Any

from psycopg.adapt import Dumper, Loader
from psycopg.pq import Format

if TYPE_CHECKING:
    import psycopg
    from psycopg.abc import Buffer

_HEAD = struct.Struct(">HH")  # dimensions, unused


class Vector(bytes):
    """A vector as little-endian float32, as a value of a statement."""

    __slots__ = ()


class _Dumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        return _HEAD.pack(len(obj) // 4, 0) + _turned(obj)


class _Loader(Loader):
    format = Format.BINARY

    def load(self, data: Buffer) -> bytes:
        return _turned(bytes(data)[_HEAD.size :])


def register(connection: psycopg.Connection[Any]) -> None:
    """Teach a connection what a vector is."""
    row = connection.execute("SELECT 'vector'::regtype::oid::int8").fetchone()
    oid = int(row[0]) if row else 0
    connection.adapters.register_dumper(Vector, type("VectorDumper", (_Dumper,), {"oid": oid}))
    connection.adapters.register_loader(oid, _Loader)


def _turned(data: bytes) -> bytes:
    numbers = array("I" if array("I").itemsize == 4 else "L", data)
    numbers.byteswap()
    return numbers.tobytes()

"""Loaded by every Python that is started with this folder on its path: notes what it connects to.

Each line is one event with what it is about; the file is named by ``LAMINA_TEST_SEEN``. What is
neither loopback nor a socket of this machine is refused besides, so that nothing leaves.
"""

import json
import os
import sys

_FILE = os.environ.get("LAMINA_TEST_SEEN", "")
_WATCHED = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"}
_NEAR = ("127.", "::1", "localhost")


def _look(event, arguments):
    if event == "subprocess.Popen":
        _note("program", [os.fsdecode(one) for one in arguments[1]])
    elif event in _WATCHED:
        where = arguments[0] if event == "socket.getaddrinfo" else arguments[1]
        host = where[0] if isinstance(where, tuple) else where
        if isinstance(where, tuple) or event == "socket.getaddrinfo":
            near = str(host or "localhost").startswith(_NEAR)
            _note("near" if near else "far", str(where))
            if not near:
                raise OSError("a connection that leaves the machine")
        else:
            _note("local", os.fsdecode(where))


def _note(kind, about):
    handle = os.open(_FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(handle, json.dumps([kind, about]).encode() + b"\n")
    os.close(handle)


if _FILE:
    sys.addaudithook(_look)

"""Stops a child process before each system call that touches the disk: below Python, below SQLite.

Linux on x86-64 only: ``ptrace``, and a filter (seccomp) in the child by which all other calls run
at full speed. Nothing has to be compiled, and nothing of the program under test is changed::

    status = traced(lambda: work(), lambda call: KILL if call.name == "fsync" else GO)

What a process does to memory that it shares with a file (SQLite's index of its log) is no system
call and is not seen.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import signal
import struct
import sys
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS = {
    1: "write", 2: "open", 18: "pwrite", 20: "writev", 40: "sendfile", 74: "fsync",
    75: "fsync", 76: "truncate", 77: "ftruncate", 82: "rename", 83: "mkdir", 84: "rmdir",
    85: "creat", 86: "link", 87: "unlink", 88: "symlink", 90: "chmod", 91: "fchmod",
    257: "openat", 258: "mkdirat", 263: "unlinkat", 264: "renameat", 265: "linkat",
    266: "symlinkat", 268: "fchmodat", 280: "utimensat", 285: "fallocate", 296: "pwritev",
    316: "renameat", 326: "copy_file_range",
}  # fmt: skip
_TRACEME, _CONT, _GETREGS, _SETREGS, _SETOPTIONS = 0, 7, 12, 13, 0x4200
_OPTIONS = 0x80 | 0x100000 | 0x2 | 0x4 | 0x8  # seccomp, exit with tracer, fork, vfork, clone
_SECCOMP_STOP = signal.SIGTRAP | 7 << 8
_NR, _RAX, _ARGUMENTS = 15, 10, (14, 13, 12, 7, 9, 8)  # orig_rax, rax, rdi rsi rdx r10 r8 r9
_MINUS_ONE = (1 << 64) - 1
_WALL = 0x40000000


@dataclass(frozen=True, slots=True)
class Act:
    """What becomes of a call: it goes on, ends the process, is refused, or writes less."""

    kind: str = "go"
    value: int = 0


GO, KILL = Act(), Act("kill")


def refused(errno: int) -> Act:
    """Return what lets a call fail."""
    return Act("refuse", errno)


def torn(size: int) -> Act:
    """Return what lets a call write only so many bytes, and then ends the process."""
    return Act("torn", size)


@dataclass(frozen=True, slots=True)
class Call:
    """A system call that is about to happen."""

    pid: int
    name: str
    arguments: tuple[int, ...]

    def text(self, which: int) -> str:
        """Return the path an argument points to."""
        data = self.data(which, 4096)
        return os.fsdecode(data[: data.index(b"\0")])

    def data(self, which: int, size: int) -> bytes:
        """Return bytes an argument points to; fewer at the end of the memory."""
        with open(f"/proc/{self.pid}/mem", "rb", buffering=0) as memory:  # noqa: PTH123
            address = self.arguments[which]
            try:
                return os.pread(memory.fileno(), size, address)
            except OSError:  # a page's end is the memory's end
                return os.pread(memory.fileno(), 4096 - address % 4096, address)

    def file(self, which: int) -> str:
        """Return the path of the file a handle stands for."""
        try:
            return os.readlink(f"/proc/{self.pid}/fd/{self.arguments[which]}")
        except OSError:
            return ""

    def position(self, which: int) -> tuple[int, int]:
        """Return where a handle stands in its file, and its flags."""
        with open(f"/proc/{self.pid}/fdinfo/{self.arguments[which]}") as file:  # noqa: PTH123
            fields = dict(line.split(":", 1) for line in file)
        return int(fields["pos"]), int(fields["flags"], 8)

    def path(self, which: int, *, at: int | None = None) -> str:
        """Return the absolute path of an argument; ``at``: the argument with the folder."""
        text = self.text(which)
        if text.startswith("/"):
            return text
        folder = -100 if at is None else ctypes.c_int(self.arguments[at] & 0xFFFFFFFF).value
        name = "cwd" if folder == -100 else f"fd/{folder}"
        return os.path.normpath(os.path.join(os.readlink(f"/proc/{self.pid}/{name}"), text))  # noqa: PTH118


def why_not() -> str:
    """Return why calls cannot be traced here; empty: they can."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "system calls are traced on Linux x86-64 only"
    status = traced(lambda: 0, lambda _: GO)
    return "" if status == 0 else "this machine does not let a process be traced"


def traced(work: Callable[[], int], on_call: Callable[[Call], Act]) -> int:
    """Run ``work`` in a forked child under the eyes of ``on_call``; return its exit code.

    A killed child's code is -9. Children and threads of the child are followed too.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        _be_traced(work)
    os.waitpid(child, 0)
    libc = _libc()
    if libc.ptrace(_SETOPTIONS, child, 0, _OPTIONS):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return 71
    libc.ptrace(_CONT, child, 0, 0)
    return _follow(libc, child, on_call)


def _follow(libc: ctypes.CDLL, child: int, on_call: Callable[[Call], Act]) -> int:
    alive, last, killing = {child}, 0, False
    while alive:
        pid, status = os.waitpid(-1, _WALL)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            alive.discard(pid)
            if pid == child:
                last = os.waitstatus_to_exitcode(status)
            continue
        alive.add(pid)
        passed_on = 0
        if status >> 8 == _SECCOMP_STOP:
            act = KILL if killing else _ask(libc, pid, on_call)
            if act.kind == "kill":
                for one in alive:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(one, signal.SIGKILL)
                continue
            killing = act.kind == "torn"
        elif os.WSTOPSIG(status) not in {signal.SIGTRAP, signal.SIGSTOP}:
            passed_on = os.WSTOPSIG(status)
        libc.ptrace(_CONT, pid, 0, passed_on)
    return last


def _ask(libc: ctypes.CDLL, pid: int, on_call: Callable[[Call], Act]) -> Act:
    registers = (ctypes.c_ulonglong * 27)()
    libc.ptrace(_GETREGS, pid, 0, ctypes.addressof(registers))
    arguments = tuple(registers[place] for place in _ARGUMENTS)
    act = on_call(Call(pid, CALLS[registers[_NR]], arguments))
    if act.kind == "refuse":
        registers[_NR], registers[_RAX] = _MINUS_ONE, (1 << 64) - act.value
        libc.ptrace(_SETREGS, pid, 0, ctypes.addressof(registers))
    elif act.kind == "torn":
        registers[_ARGUMENTS[2]] = act.value
        libc.ptrace(_SETREGS, pid, 0, ctypes.addressof(registers))
    return act


def _be_traced(work: Callable[[], int]) -> None:
    """Ask for being traced, install the filter, work, and end; never returns."""
    code = 70
    try:
        libc = _libc()
        libc.ptrace(_TRACEME, 0, 0, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        _install(libc)
        code = work()
    except BaseException:  # noqa: BLE001 - the child must end here, whatever it was
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def _install(libc: ctypes.CDLL) -> None:
    """Let the kernel report the calls of the table and no others."""
    numbers = sorted(CALLS)
    steps = [struct.pack("HBBI", 0x20, 0, 0, 0)]  # load the call's number
    steps += [
        struct.pack("HBBI", 0x15, len(numbers) - place, 0, number)  # equal: jump to the report
        for place, number in enumerate(numbers)
    ]
    steps += [struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000)]  # let it go
    steps += [struct.pack("HBBI", 0x06, 0, 0, 0x7FF00000)]  # report it
    code = ctypes.create_string_buffer(b"".join(steps))
    program = _Program(len(steps), ctypes.addressof(code))
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.addressof(program), 0, 0):
        os._exit(71)


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long] * 4
    libc.ptrace.restype = ctypes.c_long
    libc.prctl.argtypes = [ctypes.c_ulong] * 5
    return libc

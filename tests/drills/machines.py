"""Machines that share a disk: each with a kernel's name and, where wanted, locks of its own.

They are processes in mount namespaces of their own: what names the kernel is another file in each,
and so is each workspace's lock, as on a network disk whose locks hold nobody.
"""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_KERNEL = "/proc/sys/kernel/random/boot_id"


class Machine:
    """What makes a command run on another machine."""

    def __init__(self, folder: Path, name: str, roots: Iterable[Path]) -> None:
        self.name = name
        own = folder / f"machine-{name}"
        own.mkdir()
        (own / "kernel").write_text(f"kernel-{name}\n")
        mounts = [f"mount --bind '{own / 'kernel'}' {_KERNEL}"]
        for root in roots:
            hidden = root / "memory" / ".dreams"
            hidden.mkdir(parents=True, exist_ok=True)
            lock = own / f"lock-{root.name}"
            for file in (lock, hidden / "lock"):
                file.touch(0o600)
            mounts.append(f"mount --bind '{lock}' '{hidden / 'lock'}'")
        self.before = ("unshare", "-m", "sh", "-c", " && ".join([*mounts, 'exec "$@"']), "sh")


def may_mount(folder: Path) -> bool:
    """Tell whether this machine lets the tests mount something."""
    if shutil.which("unshare") is None:
        return False
    (folder / "kernel").touch()
    said = ["unshare", "-m", "mount", "--bind", str(folder / "kernel"), _KERNEL]
    return subprocess.run(said, capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="session")
def mounting(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip where nothing may be mounted."""
    if not may_mount(tmp_path_factory.mktemp("mount")):
        pytest.skip("other machines are made by mounts, which this one does not allow")

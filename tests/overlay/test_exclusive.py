"""One process at a time fills a sandbox, and none waits for ever."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memcli.errors import ConflictError
from memcli.fs import directory
from memcli.overlay import acquire
from memcli.overlay.acquire import Overlay
from memcli.overlay.lock import UnsupportedPlatformError, exclusive
from overlay.sandboxes import ENTRIES, GivenMemory, copies, files_of, python, values

HOLD = """
import sys, time
from memcli.fs import directory
from memcli.overlay.lock import exclusive
with directory(sys.argv[1]) as fd, exclusive(fd, "lock", wait_seconds=0):
    print("held", flush=True)
    time.sleep(60)
"""
NO_FCNTL = """
import sys
sys.modules["fcntl"] = None
from memcli.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acquire, "_WAIT_SECONDS", 0.05)


@contextmanager
def held(sandbox: Path) -> Iterator[None]:
    own = sandbox / ".memcli"
    own.mkdir(exist_ok=True)
    fd = os.open(own / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


@pytest.mark.usefixtures("impatient")
def test_waiting_ends_with_a_clear_refusal(sandbox: Path) -> None:
    with held(sandbox), pytest.raises(ConflictError) as caught:
        Overlay(GivenMemory()).acquire(str(sandbox))
    assert (5, "locked") == (caught.value.exit_code, caught.value.code)
    assert "0.05 s" in caught.value.cause
    assert ([], False) == (copies(sandbox), (sandbox / "leaves").exists())


def test_a_lock_that_becomes_free_is_taken(sandbox: Path) -> None:
    own = sandbox / ".memcli"
    own.mkdir()
    fd = os.open(own / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(fd, fcntl.LOCK_EX)
    timer = threading.Timer(0.1, os.close, [fd])
    timer.start()
    acquired = Overlay(GivenMemory()).acquire(str(sandbox))
    timer.join()
    assert values(ENTRIES) == files_of(acquired)


@pytest.mark.usefixtures("impatient")
def test_the_lock_goes_with_the_process_that_held_it(sandbox: Path) -> None:
    own = sandbox / ".memcli"
    own.mkdir()
    with subprocess.Popen([sys.executable, "-c", HOLD, own], stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert b"held\n" == holder.stdout.readline()
        with pytest.raises(ConflictError):
            Overlay(GivenMemory()).acquire(str(sandbox))
        holder.kill()
        assert -signal.SIGKILL == holder.wait()
    acquired = Overlay(GivenMemory()).acquire(str(sandbox))
    assert values(ENTRIES) == files_of(acquired)


def test_the_lock_is_free_after_success_and_after_failure(sandbox: Path) -> None:
    with directory(str(sandbox)) as fd:
        with exclusive(fd, "lock", wait_seconds=0):
            _refused(fd)
        with pytest.raises(ValueError, match="a bug"), exclusive(fd, "lock", wait_seconds=0):
            raise ValueError("a bug")
        with exclusive(fd, "lock", wait_seconds=0):
            assert 0o644 == (sandbox / "lock").stat().st_mode & 0o7777


def _refused(fd: int) -> None:
    with pytest.raises(ConflictError), exclusive(fd, "lock", wait_seconds=0):
        pass


def test_without_locks_nothing_is_overlaid(sandbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with pytest.raises(UnsupportedPlatformError) as caught:
        Overlay(GivenMemory()).acquire(str(sandbox))
    assert (2, "unsupported_platform") == (caught.value.exit_code, caught.value.code)
    assert ([], False) == (copies(sandbox), (sandbox / "leaves").exists())


def test_without_locks_other_commands_work(place: Path, bundle: Path, sandbox: Path) -> None:
    done = python("-c", NO_FCNTL, "verify", bundle, cwd=place)
    assert 0 == done.code
    refused = python("-c", NO_FCNTL, "overlay", bundle, "--sandbox", sandbox, cwd=place)
    assert (2, b"") == (refused.code, refused.out)
    assert "fcntl" in refused.err

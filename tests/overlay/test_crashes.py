"""Killed runs and runs at the same time: the copy is whole or not there."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from memcli.bundle.ustar import Entry, canonical_tar
from memcli.digest import Digest
from memcli.overlay.acquire import Acquired, Overlay
from overlay.sandboxes import (
    DIGEST,
    ENTRIES,
    GivenMemory,
    copies,
    copy_of,
    files_of,
    memcli,
    overlay_of,
    remove,
    snapshot,
    values,
)

MANY = tuple(Entry(f"memory/{number:03}/note.md", b"x" * number) for number in range(200))
RUN = """
import sys
from memcli.overlay.acquire import Overlay
from memcli.overlay.resolver import BundleSnapshot
from memcli.stores.reference import Reference
import fcntl, secrets
reference = Reference("bundle", lambda: open(sys.argv[1], "rb"), None)
overlay = Overlay(BundleSnapshot(reference))
print("ready", flush=True)
overlay.acquire(sys.argv[2])
print("done", flush=True)
"""


@dataclass(frozen=True, slots=True)
class Dying:
    """Gives the first ``files`` of the memory, and then its process is gone."""

    files: int

    def resolve(self) -> Digest:
        return DIGEST

    def entries(self, digest: Digest) -> Iterator[Entry]:
        assert digest == DIGEST
        yield from ENTRIES[: self.files]
        os.kill(os.getpid(), signal.SIGKILL)


def die_in(sandbox: Path, files: int) -> None:
    child = os.fork()
    if child == 0:
        try:
            Overlay(Dying(files)).acquire(str(sandbox))
        finally:
            os._exit(1)
    assert signal.SIGKILL == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) * -1


@pytest.mark.parametrize("files", range(len(ENTRIES) + 1))
def test_what_a_killed_run_left_is_removed_by_the_next(files: int, sandbox: Path) -> None:
    die_in(sandbox, files)
    assert [True] == [name.startswith(".staging-") for name in copies(sandbox)]
    assert not (sandbox / "leaves").exists()
    acquired = Overlay(GivenMemory()).acquire(str(sandbox))
    assert [DIGEST.directory_name] == copies(sandbox)
    assert values(ENTRIES) == files_of(acquired)


def test_it_is_removed_by_a_run_with_another_memory(sandbox: Path) -> None:
    die_in(sandbox, 2)
    other = Overlay(GivenMemory(ENTRIES[:1])).acquire(str(sandbox))
    assert [other.digest.directory_name] == copies(sandbox)


def test_a_link_in_the_place_of_a_staged_copy_is_removed_and_not_followed(sandbox: Path) -> None:
    victim = sandbox / "victim"
    victim.mkdir()
    (victim / "keep.md").write_bytes(b"Keep.\n")
    overlays = sandbox / ".memcli" / "overlays"
    overlays.mkdir(parents=True)
    (overlays / ".staging-link").symlink_to(victim)
    (overlays / ".staging-file").write_bytes(b"")
    (overlays / ".staging-tree").mkdir()
    (overlays / ".staging-tree" / "link").symlink_to(victim)
    os.mkfifo(overlays / ".staging-tree" / "pipe")
    Overlay(GivenMemory()).acquire(str(sandbox))
    assert [DIGEST.directory_name] == copies(sandbox)
    assert b"Keep.\n" == (victim / "keep.md").read_bytes()


def test_threads_at_once_on_a_cold_sandbox_share_one_copy(bundle: Path, sandbox: Path) -> None:
    def acquire(number: int) -> Acquired:
        return overlay_of(bundle).acquire(str(sandbox), leaf=f"run/{number}")

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(acquire, range(8)))
    assert [values(ENTRIES)] * 8 == [files_of(each) for each in found]
    assert [DIGEST.directory_name] == copies(sandbox)
    assert 8 == len({each.memory_dir for each in found})


@pytest.mark.slow
def test_processes_at_once_on_a_cold_sandbox_share_one_copy(
    place: Path, bundle: Path, sandbox: Path
) -> None:
    def overlay(number: int) -> tuple[int, str, Path]:
        done = memcli(
            *("overlay", bundle, "--sandbox", sandbox, "--leaf", f"run/{number}"),
            *("--format", "json"),
            cwd=place,
        )
        return done.code, done.err, Path(json.loads(done.out)["memory_dir"])

    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(overlay, range(16)))
    assert [0] * 16 == [code for code, _, _ in found]
    assert 16 == len({path for _, _, path in found})
    assert {copy_of(sandbox) / "memory"} == {path.resolve() for _, _, path in found}
    assert [DIGEST.directory_name] == copies(sandbox)


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_the_copy_whole_or_absent(place: Path, sandbox: Path) -> None:
    archive = canonical_tar(MANY)
    digest = Digest.of(archive)
    bundle = place / "many.tar"
    bundle.write_bytes(archive)
    span = _seconds_of_a_run(bundle, sandbox)
    remove(sandbox / ".memcli")
    rng = random.Random(20)  # noqa: S311  (moments, no secrets)
    killed = 0
    for _ in range(20):
        with _started(bundle, sandbox) as child:
            time.sleep(rng.uniform(0, span))
            child.kill()
            assert child.stdout
            killed += child.stdout.read() != b"done\n"
        whole = copy_of(sandbox, digest)
        if whole.exists():
            assert {entry.content for entry in MANY} == {
                content for _, content in snapshot(whole).values() if isinstance(content, bytes)
            }
            acquired = overlay_of(bundle).acquire(str(sandbox))
            remove(whole)
    acquired = overlay_of(bundle).acquire(str(sandbox))
    assert values(MANY) == files_of(acquired)
    assert [digest.directory_name] == copies(sandbox)
    # Else no run was under way when it was killed, and this test showed nothing.
    assert killed > 0


def _started(bundle: Path, sandbox: Path) -> subprocess.Popen[bytes]:
    child = subprocess.Popen([sys.executable, "-c", RUN, bundle, sandbox], stdout=subprocess.PIPE)
    assert child.stdout
    assert b"ready\n" == child.stdout.readline()
    return child


def _seconds_of_a_run(bundle: Path, sandbox: Path) -> float:
    with _started(bundle, sandbox) as child:
        start = time.monotonic()
        assert child.stdout
        assert b"done\n" == child.stdout.read()
        return time.monotonic() - start


def test_however_deep_a_tree_was_planted_it_is_removed(sandbox: Path) -> None:
    """Deeper than descriptors, the stack or a path can follow at once."""
    overlays = sandbox / ".memcli" / "overlays"
    overlays.mkdir(parents=True)
    (overlays / ".staging-deep").mkdir()
    fd = os.open(overlays / ".staging-deep", os.O_RDONLY)
    for _ in range(2500):
        os.mkdir("d", dir_fd=fd)
        inner = os.open("d", os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = inner
    os.close(fd)
    Overlay(GivenMemory()).acquire(str(sandbox))
    assert [DIGEST.directory_name] == copies(sandbox)

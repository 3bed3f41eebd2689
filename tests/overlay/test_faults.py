"""A disk that is full and a place that cannot be written: a clear error and no half-made copy."""

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from memcli.bundle.ustar import Entry, canonical_tar
from memcli.errors import UsageError
from memcli.overlay import acquire
from memcli.overlay.acquire import Overlay
from overlay.sandboxes import (
    ENTRIES,
    IS_ROOT,
    GivenMemory,
    copies,
    files_of,
    memcli,
    python,
    snapshot,
    values,
)

BIG = (
    Entry("memory/a.md", b"Small.\n"),
    Entry("memory/b.md", b"x" * 400_000),
    Entry("memory/c.md", b"Small.\n"),
)
# Limits the size of each file that the command writes, as a quota does.
SMALL_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
from memcli.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@contextmanager
def mounted(path: Path, options: str) -> Iterator[None]:
    """Mount a small file system at ``path``, or skip the test where that is not allowed."""
    mount = shutil.which("mount")
    if not IS_ROOT or mount is None:
        pytest.skip("only root can mount a small file system")
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", options, "tmpfs", path], capture_output=True, check=False
    )
    if done.returncode != 0:
        pytest.skip(f"mounting is not allowed here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", path], check=True)


def run(
    bundle: Path, sandbox: Path, user: int | None = None, *options: str
) -> tuple[int, bytes, str]:
    done = memcli("overlay", bundle, "--sandbox", sandbox, *options, cwd=bundle.parent, user=user)
    return done.code, done.out, done.err


@pytest.fixture
def big(place: Path) -> Path:
    path = place / "big.tar"
    path.write_bytes(canonical_tar(BIG))
    return path


def test_a_full_disk_leaves_no_copy(big: Path, bundle: Path, sandbox: Path) -> None:
    with mounted(sandbox, "size=128k,mode=755"):
        code, out, err = run(big, sandbox)
        assert (2, b"", []) == (code, out, copies(sandbox))
        assert err.startswith("error: no overlay was made\n")
        assert os.strerror(errno.ENOSPC) in err
        assert not (sandbox / "leaves").exists()
        # The room is there again, and a memory that fits gets it.
        assert 0 == run(bundle, sandbox)[0]


def test_a_disk_without_a_free_inode_leaves_no_copy(bundle: Path, sandbox: Path) -> None:
    for inodes in range(2, 40, 2):
        with mounted(sandbox, f"size=128k,mode=755,nr_inodes={inodes}"):
            code, out, err = run(bundle, sandbox)
            if code == 0:
                break
            assert (2, b"", []) == (code, out, copies(sandbox))
            assert os.strerror(errno.ENOSPC) in err
    else:
        pytest.fail("there was never room")
    assert inodes > 10


def test_a_read_only_file_system_is_named(bundle: Path, sandbox: Path) -> None:
    with mounted(sandbox, "ro,size=128k"):
        code, out, err = run(bundle, sandbox)
        assert (2, b"", {}) == (code, out, snapshot(sandbox))
        assert os.strerror(errno.EROFS) in err


def test_a_file_over_the_quota_leaves_no_copy(big: Path, sandbox: Path) -> None:
    done = python("-c", SMALL_FILES, "overlay", big, "--sandbox", sandbox, cwd=big.parent)
    assert (2, b"", []) == (done.code, done.out, copies(sandbox))
    assert os.strerror(errno.EFBIG) in done.err


def test_a_sandbox_that_the_user_cannot_write_is_left_as_it_is(
    ordinary: int | None, bundle: Path, sandbox: Path
) -> None:
    sandbox.chmod(0o555)
    code, out, err = run(bundle, sandbox, ordinary)
    assert (2, b"", {}) == (code, out, snapshot(sandbox))
    assert os.strerror(errno.EACCES) in err
    assert "hint: give a directory that you can write" in err


@pytest.mark.parametrize("name", [".memcli", ".memcli/overlays", "leaves"])
def test_a_directory_in_it_that_the_user_cannot_write_is_named_an_error(
    name: str, ordinary: int | None, bundle: Path, sandbox: Path
) -> None:
    (sandbox / ".memcli").mkdir()
    (sandbox / name).mkdir(exist_ok=True)
    if ordinary is not None:
        for path in (sandbox, sandbox / ".memcli", sandbox / name):
            os.chown(path, ordinary, ordinary)
    (sandbox / name).chmod(0o555)
    code, out, err = run(bundle, sandbox, ordinary)
    assert (2, b"", []) == (code, out, copies(sandbox))
    assert os.strerror(errno.EACCES) in err


@pytest.mark.skipif(not IS_ROOT, reason="only root can make an overlay as root")
def test_others_may_read_what_root_put_there_and_add_nothing(
    ordinary: int | None, bundle: Path, sandbox: Path
) -> None:
    sandbox.chmod(0o1777)
    out = run(bundle, sandbox)[1]
    before = snapshot(sandbox)
    assert (0, out) == run(bundle, sandbox, ordinary)[:2]
    assert b"# Memory" in out
    code, out, err = run(bundle, sandbox, ordinary, "--leaf", "mine")
    assert (2, b"", before) == (code, out, snapshot(sandbox))
    assert os.strerror(errno.EACCES) in err


def failing_at(number: int, real: Callable[..., Any], error: OSError) -> Callable[..., Any]:
    """Return ``real`` with a fault in its call ``number``, counted from 0."""
    calls = iter(range(10**6))

    def call(*arguments: Any, **options: Any) -> Any:
        if next(calls) == number:
            raise error
        return real(*arguments, **options)

    return call


STEPS = [
    *(("mkdir", number) for number in range(6)),
    *(("write_entry", number) for number in range(len(ENTRIES))),
    *(("make_read_only", 0), ("rename", 0), ("symlink", 0), ("fchmod", 0), ("fchmod", 4)),
]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
@pytest.mark.parametrize(("step", "number"), STEPS)
def test_a_fault_in_any_step_leaves_no_copy_and_the_next_run_works(
    step: str, number: int, code: int, sandbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner: Any = os if hasattr(os, step) else acquire
    fault = failing_at(number, getattr(owner, step), OSError(code, os.strerror(code)))
    with monkeypatch.context() as patch:
        patch.setattr(owner, step, fault)
        with pytest.raises(UsageError) as caught:
            Overlay(GivenMemory()).acquire(str(sandbox))
    assert os.strerror(code) in caught.value.cause
    assert ([], []) == (copies(sandbox), list(sandbox.rglob("*.md")))
    assert values(ENTRIES) == files_of(Overlay(GivenMemory()).acquire(str(sandbox)))


@pytest.mark.parametrize("step", ["_made", "write_entry", "make_read_only", "link"])
def test_an_interrupt_leaves_no_copy(
    step: str, sandbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(acquire, step, interrupt)
        with pytest.raises(KeyboardInterrupt):
            Overlay(GivenMemory()).acquire(str(sandbox))
    assert ([], []) == (copies(sandbox), list(sandbox.rglob("*.md")))

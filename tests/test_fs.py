"""Files as they are: shown safely, opened without links, replaced whole or not at all."""

import errno
import os
import stat
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import tree
from memcli import fs
from memcli.errors import ExitCode, UsageError
from memcli.fs import (
    FileChangedError,
    NotRegularError,
    OverLimitError,
    StagedFile,
    directory,
    directory_at,
    display,
    is_staged,
    open_beneath,
    open_regular,
    path_key,
    private_directory,
    read_beneath,
    read_fd,
    read_head,
    read_path,
    refuse_unless_replaceable,
)

# How the systems say that a link is in the way.
IS_LINK = "Too many levels of symbolic links|Not a directory"

# --- Names on a terminal ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plain name (1).md", "plain name (1).md"),
        ("計画-é-😀.md", "計画-é-😀.md"),
        ("a\nb\rc\td", "a\\nb\\rc\\td"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x00\x7f\x9f", "\\x00\\x7f\\x9f"),
        ("\u202egnp.md", "\\u202egnp.md"),
        ("a\u200bb\u2060c\ufeff", "a\\u200bb\\u2060c\\ufeff"),
        ("a\u2028b\u2029c", "a\\u2028b\\u2029c"),
        ("tag\U000e0061", "tag\\U000e0061"),
        (os.fsdecode(b"caf\xe9"), "caf\\xe9"),
        (b"caf\xe9", "caf\\xe9"),
        ("half \ud800 pair", "half \\ud800 pair"),
        ("half \udfff pair", "half \\udfff pair"),
        ("", ""),
    ],
)
def test_a_name_is_shown_on_one_line(name: str | bytes, shown: str) -> None:
    assert shown == display(name)


@given(st.one_of(st.text(st.characters()), st.binary().map(os.fsdecode)))
def test_whatever_is_shown_is_printable_and_encodes(name: str) -> None:
    shown = display(name)
    assert shown.isprintable()
    assert shown == shown.encode().decode()
    assert display(shown) == shown
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert {unicodedata.category(char) for char in shown}.isdisjoint(hidden)


@given(st.lists(st.binary(max_size=6).map(os.fsdecode)))
def test_paths_sort_by_their_bytes(names: list[str]) -> None:
    assert sorted(map(os.fsencode, names)) == [
        path_key(each) for each in sorted(names, key=path_key)
    ]


# --- Opening below a directory ------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Files at two levels, and every kind of link to them and out."""
    (tmp_path / "m/sub").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    for name in ("m/a.md", "m/sub/b.md", "out/secret.md"):
        (tmp_path / name).write_bytes(name.encode())
    root = tmp_path / "m"
    (root / "link.md").symlink_to("a.md")
    (root / "link-out.md").symlink_to("../out/secret.md")
    (root / "link-dir").symlink_to("sub")
    (root / "link-dir-out").symlink_to("../out")
    (root / "sub/link-up").symlink_to("..")
    os.mkfifo(root / "fifo")
    return root


@pytest.mark.parametrize("path", ["a.md", "sub/b.md"])
def test_a_file_below_is_read(place: Path, path: str) -> None:
    with directory(str(place)) as fd:
        assert f"m/{path}".encode() == read_beneath(fd, path, limit=100)
        assert b"m/" == read_head(fd, path, limit=2)


@pytest.mark.parametrize(
    "path",
    [
        "link.md",
        "link-out.md",
        "link-dir/b.md",
        "link-dir-out/secret.md",
        "sub/link-up/a.md",
        "sub/link-up/sub/b.md",
    ],
)
def test_no_segment_may_be_a_link(place: Path, path: str) -> None:
    assert (place / path).is_file()
    with directory(str(place)) as fd:
        for read in (read_beneath, read_head):
            with pytest.raises(OSError, match=IS_LINK):
                read(fd, path, limit=100)


@pytest.mark.parametrize("path", ["missing", "missing/a.md", "a.md/b.md", ""])
def test_what_is_not_there_is_an_error(place: Path, path: str) -> None:
    with directory(str(place)) as fd, pytest.raises((FileNotFoundError, NotADirectoryError)):
        open_beneath(fd, path, os.O_RDONLY)


@pytest.mark.parametrize("path", ["sub/b.md", "missing/a.md", "link-dir/b.md", "sub/missing"])
def test_no_descriptor_is_lost(place: Path, path: str) -> None:
    with directory(str(place)) as fd:
        before = sorted(os.listdir("/dev/fd"))
        for _ in range(3):
            try:
                os.close(open_beneath(fd, path, os.O_RDONLY))
            except OSError:
                continue
        assert before == sorted(os.listdir("/dev/fd"))
        os.fstat(fd)


def test_a_directory_is_opened_through_a_link_only_if_asked(place: Path) -> None:
    with directory(str(place / "link-dir")) as fd:
        assert "b.md" in os.listdir(fd)
    with pytest.raises(OSError, match=IS_LINK), directory(str(place / "link-dir"), follow=False):
        pass
    with (
        directory(str(place)) as fd,
        pytest.raises(OSError, match=IS_LINK),
        directory_at(fd, "link-dir"),
    ):
        pass
    with directory(str(place)) as fd, directory_at(fd, "sub") as below:
        assert "b.md" in os.listdir(below)


@pytest.mark.parametrize("path", ["fifo", "sub"])
def test_what_is_no_regular_file_neither_hangs_nor_is_read(place: Path, path: str) -> None:
    with directory(str(place)) as fd:
        for read in (read_beneath, read_head):
            with pytest.raises(NotRegularError):
                read(fd, path, limit=100)
    for use in (open_regular, lambda path: read_path(path, limit=100)):
        with pytest.raises(NotRegularError):
            use(str(place / path))


def test_a_path_is_read_through_a_link_unless_told_not_to(place: Path) -> None:
    path = str(place / "link-out.md")
    assert b"out/secret.md" == read_path(path, limit=100)
    with open_regular(path) as file:
        assert b"out/secret.md" == file.read()
    with pytest.raises(OSError, match=IS_LINK):
        read_path(path, limit=100, follow=False)


# --- Reading whole ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 99, 100])
def test_a_file_up_to_the_limit_is_read(tmp_path: Path, size: int) -> None:
    (tmp_path / "a").write_bytes(b"x" * size)
    assert b"x" * size == read_path(str(tmp_path / "a"), limit=100)


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OverLimitError) as caught:
        read_path(str(tmp_path / "a"), limit=100)
    assert "larger than 100 bytes" == caught.value.strerror


def test_a_file_that_comes_in_small_pieces_is_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.read
    monkeypatch.setattr(os, "read", lambda fd, size: real(fd, min(size, 3)))
    (tmp_path / "a").write_bytes(b"0123456789")
    assert b"0123456789" == read_path(str(tmp_path / "a"), limit=100)


def _grow(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more")


def _shrink(path: Path) -> None:
    os.truncate(path, 3)


def _empty(path: Path) -> None:
    os.truncate(path, 0)


def _rewrite(path: Path) -> None:
    """The same size: only the time of the change tells."""
    path.write_bytes(b"X" * 10)
    os.utime(path, (1, 1))


@pytest.mark.parametrize("change", [_grow, _shrink, _empty, _rewrite])
@pytest.mark.parametrize("when", ["before the first piece", "between two pieces"])
def test_a_file_that_changes_while_it_is_read_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], when: str
) -> None:
    path = tmp_path / "a\n.md"
    path.write_bytes(b"0123456789")
    os.utime(path, (5, 5))
    real = os.read
    at = 0 if when == "before the first piece" else 1
    calls: list[int] = []

    def read(fd: int, size: int) -> bytes:
        if len(calls) == at:
            change(path)
        calls.append(size)
        return real(fd, min(size, 4))

    monkeypatch.setattr(os, "read", read)
    fd = os.open(path, os.O_RDONLY)
    try:
        with pytest.raises(FileChangedError) as caught:
            read_fd(fd, path.name, limit=100)
    finally:
        os.close(fd)
    assert caught.value.cause == "a\\n.md changed while it was being read"
    assert (ExitCode.CONFLICT, "changed_while_read") == (caught.value.exit_code, caught.value.code)


def test_a_file_that_is_replaced_while_it_is_read_is_read_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"0123456789")
    (tmp_path / "b").write_bytes(b"another")
    real = os.read

    def read(fd: int, size: int) -> bytes:
        if (tmp_path / "b").exists():
            (tmp_path / "b").replace(path)
        return real(fd, size)

    monkeypatch.setattr(os, "read", read)
    assert b"0123456789" == read_path(str(path), limit=100)


# --- Directories for the user alone -------------------------------------------------------------


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277, 0o777])
def test_missing_directories_are_made_private(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        private_directory(tmp_path / "a/b/c")
        private_directory(tmp_path / "a/b/c")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / each).stat().st_mode) for each in ("a", "a/b", "a/b/c")]
    assert [0o700] * 3 == modes


def test_a_directory_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir(mode=0o750)
    private_directory(tmp_path / "a")
    assert 0o750 == stat.S_IMODE((tmp_path / "a").stat().st_mode)


def test_a_directory_that_somebody_else_makes_first_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.mkdir

    def mkdir(path: Path, mode: int = 0o777) -> None:
        real(path, 0o750)
        real(path, mode)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    private_directory(tmp_path / "a/b")
    assert (tmp_path / "a/b").is_dir()


# --- Replacing files ----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o600, 0o644])
@pytest.mark.parametrize("umask", [0o000, 0o077, 0o777])
def test_a_committed_file_has_its_bytes_and_its_mode(tmp_path: Path, mode: int, umask: int) -> None:
    before = os.umask(umask)
    try:
        with StagedFile(str(tmp_path / "a"), mode=mode) as staged:
            staged.file.write(b"new")
            staged.commit()
    finally:
        os.umask(before)
    assert {"a": b"new"} == tree(tmp_path)
    assert mode == stat.S_IMODE((tmp_path / "a").stat().st_mode)


def test_the_old_file_stands_until_the_commit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with StagedFile(str(tmp_path / "a"), mode=0o600) as staged:
        staged.file.write(b"new")
        staged.seal()
        assert b"old" == (tmp_path / "a").read_bytes()
        staged.commit()
    assert {"a": b"new"} == tree(tmp_path)


def test_a_staged_file_is_known_by_its_name_and_lies_beside_its_target(tmp_path: Path) -> None:
    with StagedFile(str(tmp_path / "a"), mode=0o600):
        (name,) = os.listdir(tmp_path)
        assert is_staged(name)
        assert 0o600 == stat.S_IMODE((tmp_path / name).stat().st_mode)
    assert [False] * 4 == [is_staged(each) for each in ("a", ".memcli-", "x.tmp", ".memdeny")]


def test_a_target_without_a_directory_is_beside_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with StagedFile("a", mode=0o600) as staged:
        staged.commit()
    assert {"a": b""} == tree(tmp_path)


class Fault(Exception):  # noqa: N818 - not an error of the program
    """Whatever may go wrong."""


@pytest.mark.parametrize("error", [Fault, KeyboardInterrupt, SystemExit, None])
def test_without_a_commit_nothing_is_left(
    tmp_path: Path, error: type[BaseException] | None
) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def fail() -> None:
        with StagedFile(str(tmp_path / "a"), mode=0o600) as staged:
            staged.file.write(b"new")
            if error is not None:
                raise error

    if error is None:
        fail()
    else:
        with pytest.raises(error):
            fail()
    assert {"a": b"old"} == tree(tmp_path)


@pytest.mark.parametrize("call", ["fsync", "fchmod"])
def test_a_file_that_cannot_be_made_durable_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    (tmp_path / "a").write_bytes(b"old")
    with StagedFile(str(tmp_path / "a"), mode=0o600) as staged:
        monkeypatch.setattr(os, call, refuse)
        with pytest.raises(OSError, match="Input/output error"):
            staged.commit()
    assert {"a": b"old"} == tree(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a device that is always full")
def test_a_flush_that_fails_again_at_the_end_leaves_nothing(tmp_path: Path) -> None:
    """On a full disk closing fails as writing did, and must not hide that or keep the file."""
    (tmp_path / "a").write_bytes(b"old")
    with StagedFile(str(tmp_path / "a"), mode=0o600) as staged:
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, staged.file.fileno())
        os.close(full)
        staged.file.write(b"new")
        with pytest.raises(OSError, match="No space left"):
            staged.file.flush()
    assert {"a": b"old"} == tree(tmp_path)


def test_a_target_that_is_a_directory_leaves_it_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with StagedFile(str(tmp_path / "a"), mode=0o600) as staged, pytest.raises(IsADirectoryError):
        staged.commit()
    assert {"a": None} == tree(tmp_path)


def test_a_temporary_file_that_somebody_removed_is_no_second_error(tmp_path: Path) -> None:
    with StagedFile(str(tmp_path / "a"), mode=0o600):
        for path in tmp_path.iterdir():
            path.unlink()
    assert {} == tree(tmp_path)


def test_a_link_at_the_target_is_replaced_and_its_target_kept(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"keep")
    (tmp_path / "a").symlink_to("precious")
    with StagedFile(str(tmp_path / "a"), mode=0o600) as staged:
        staged.file.write(b"new")
        staged.commit()
    assert {"a": b"new", "precious": b"keep"} == tree(tmp_path)


def test_a_directory_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        StagedFile(str(tmp_path / "missing/a"), mode=0o600)
    assert {} == tree(tmp_path)


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        (Path.mkdir, "is a directory"),
        (os.mkfifo, "is not a regular file"),
        (lambda path: path.symlink_to("nowhere"), None),
        (Path.touch, None),
        (Path.exists, None),
    ],
    ids=["directory", "fifo", "dangling link", "file", "nothing"],
)
def test_what_may_be_replaced(
    tmp_path: Path, make: Callable[[Path], object], cause: str | None
) -> None:
    make(tmp_path / "a")
    if cause is None:
        refuse_unless_replaceable(str(tmp_path / "a"), not_done="nothing")
        return
    with pytest.raises(UsageError) as caught:
        refuse_unless_replaceable(str(tmp_path / "a"), not_done="nothing")
    assert ("nothing", True) == (caught.value.not_done, caught.value.cause.endswith(cause))


def test_a_target_that_cannot_be_looked_at_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="Not a directory"):
        refuse_unless_replaceable(str(tmp_path / "file/a"), not_done="nothing")


def test_the_ground_floor_imports_nothing_else_of_memcli() -> None:
    source = Path(fs.__file__).read_text(encoding="utf-8")
    lines = [line for line in source.splitlines() if line.startswith("from memcli")]
    assert ["from memcli.errors import ConflictError, UsageError"] == lines


def staged_by(process: int, directory: Path, *, seconds: int) -> Path:
    """Leave what ``process`` was staging when it was killed ``seconds`` ago."""
    path = directory / f".memcli-{process}-abc.tmp"
    path.write_bytes(b"half")
    then = time.time() - seconds
    os.utime(path, (then, then))
    return path


def gone_process() -> int:
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid


def test_what_a_killed_process_staged_long_ago_is_removed(tmp_path: Path) -> None:
    process = gone_process()
    old = staged_by(process, tmp_path, seconds=3700)
    with StagedFile(str(tmp_path / "a"), mode=0o600) as staged:
        assert not old.exists()
        staged.commit()
    assert ["a"] == os.listdir(tmp_path)


def test_what_may_still_be_wanted_is_not_removed(tmp_path: Path) -> None:
    kept = [
        staged_by(gone_process(), tmp_path, seconds=60),
        staged_by(os.getpid(), tmp_path, seconds=3700),
        staged_by(10**30, tmp_path, seconds=3700),
        tmp_path / ".memcli-notes.tmp",
        tmp_path / ".memcli-99999-.txt",
    ]
    for path in kept[3:]:
        path.write_bytes(b"mine")
        os.utime(path, (0, 0))
    with StagedFile(str(tmp_path / "a"), mode=0o600) as staged:
        staged.commit()
    assert sorted([tmp_path / "a", *kept]) == sorted(tmp_path.iterdir())


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["fifo", "directory"])
def test_a_link_to_what_is_no_file_cannot_be_replaced(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "it")
    (tmp_path / "link").symlink_to("it")
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(UsageError, match="link is"):
        refuse_unless_replaceable(str(tmp_path / "link"), not_done="nothing")
    for name in ("circle", "dangling"):
        refuse_unless_replaceable(str(tmp_path / name), not_done="nothing")

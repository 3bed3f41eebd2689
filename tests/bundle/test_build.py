"""Building a bundle: all or nothing, and the same bytes everywhere."""

import errno
import json
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from memcli.bundle.build import Built, Destination, FileDestination, build
from memcli.bundle.limits import DEFAULT_LIMITS
from memcli.bundle.output import checked_output
from memcli.bundle.selection import Selection, select
from memcli.bundle.verify import verify
from memcli.digest import Digest
from memcli.errors import ExitCode, MemcliError, StoreError, UsageError
from memcli.fs import FileChangedError, StagedFile, read_beneath
from memcli.memdir.model import Survey
from memcli.memdir.survey import survey
from memcli.scan.scanner import default_scanner
from memcli.stores.local import LocalStore

NOTES = {
    "MEMORY.md": b"- [A](a.md)\n- [B](sub/b.md)\n",
    "a.md": b"A note.\n",
    "sub/b.md": b"\xef\xbb\xbfNo final newline",
    "c.md": b"",
    "d.md": "日本語\r\n".encode(),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make(tmp_path / "m", NOTES)


def make(place: Path, notes: dict[str, bytes]) -> Path:
    for name, raw in notes.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(raw)
    return place


def chosen(root: Path, deny: Sequence[str] = (), *, given: str | None = None) -> Selection:
    return select(
        given or str(root),
        layout="auto",
        deny=deny,
        user_deny_file=root.parent / "no-user-file",
        scanner=default_scanner(),
    )


def packed(
    selection: Selection, destination: Destination | None, lockfile: Path | str | None = None
) -> Built:
    return build(
        selection,
        destination=destination,
        lockfile=None if lockfile is None else str(lockfile),
        limits=DEFAULT_LIMITS,
    )


def to(path: Path) -> FileDestination:
    return FileDestination(str(path))


def listing(place: Path) -> dict[str, bytes]:
    """Every file below ``place`` and its bytes; temporary files would show here."""
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file()
    }


def old_state(tmp_path: Path) -> Path:
    return make(tmp_path / "out", {"m.tar": b"old", "lock": b'{"schema": "memcli.lock/v1"}\n'})


def digest_of(root: Path) -> Digest:
    return packed(chosen(root), None).digest


# --- What comes out -----------------------------------------------------------------------------


def test_the_bundle_verifies_and_holds_the_bytes_as_they_were(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.tar"
    built = packed(chosen(root), to(out), tmp_path / "lock")
    with out.open("rb") as raw:
        found = verify(raw, expected=built.digest)
    assert (5, built.size, True) == (found.files, found.size, found.has_index)
    assert (Digest.of(out.read_bytes()), len(out.read_bytes())) == (built.digest, built.size)
    archive = out.read_bytes()
    assert [] == [name for name, raw in NOTES.items() if raw not in archive]


def test_the_bundle_is_private_and_the_lockfile_is_not(root: Path, tmp_path: Path) -> None:
    old = os.umask(0o277)
    try:
        packed(chosen(root), to(tmp_path / "m.tar"), tmp_path / "lock")
    finally:
        os.umask(old)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("m.tar", "lock")]
    assert [0o600, 0o644] == modes


def test_without_destination_and_lockfile_nothing_is_written(root: Path, tmp_path: Path) -> None:
    before = listing(tmp_path)
    built = packed(chosen(root), None)
    assert before == listing(tmp_path)
    assert built.digest == packed(chosen(root), to(tmp_path / "m.tar")).digest


def test_a_store_and_a_file_get_the_same_bytes(root: Path, tmp_path: Path) -> None:
    store = LocalStore(tmp_path / "store")
    built = packed(chosen(root), store)
    packed(chosen(root), to(tmp_path / "m.tar"))
    with store.open(built.digest) as raw:
        assert (tmp_path / "m.tar").read_bytes() == raw.read()


def test_nothing_to_travel_is_refused(tmp_path: Path) -> None:
    root = make(tmp_path / "m", {"a.txt": b"x"})
    with pytest.raises(UsageError, match="nothing would travel") as caught:
        packed(chosen(root), to(tmp_path / "m.tar"), tmp_path / "lock")
    assert caught.value.not_done == "no bundle was written"
    assert ["m/a.txt"] == list(listing(tmp_path))


# --- The same bytes everywhere ------------------------------------------------------------------


def test_times_and_modes_change_nothing(root: Path) -> None:
    before = digest_of(root)
    for number, path in enumerate(sorted(root.rglob("*.md"))):
        os.utime(path, (number, 10**9 + number))
        path.chmod(0o400 if number % 2 else 0o666)
    (root / "sub").chmod(0o700)
    assert before == digest_of(root)


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give files away")
def test_owners_change_nothing(root: Path) -> None:
    before = digest_of(root)
    for path in (root, *root.rglob("*")):
        os.chown(path, 12345, 54321)
    assert before == digest_of(root)


def test_the_order_of_creation_changes_nothing(root: Path, tmp_path: Path) -> None:
    names = list(NOTES)
    for seed in range(4):
        random.Random(seed).shuffle(names)  # noqa: S311 - any order will do
        again = make(tmp_path / f"again-{seed}", {name: NOTES[name] for name in names})
        assert digest_of(root) == digest_of(again)


def test_the_way_to_the_directory_changes_nothing(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to("m")
    monkeypatch.chdir(root)
    ways = [str(root), ".", "../m", f"{root}/", f"{root}/sub/..", str(tmp_path / "link"), "./"]
    locks = {packed(chosen(root, given=way), None).lockfile.encode() for way in ways}
    assert 1 == len(locks)


def test_what_stays_behind_changes_only_the_counts(root: Path) -> None:
    before = packed(chosen(root), None)
    make(root, {"x.txt": b"x", "team/x.md": b"x", ".hidden/x.md": b"x"})
    after = packed(chosen(root), None)
    assert before.digest == after.digest
    assert {"denied": 1} == after.lockfile.left_out


def test_one_changed_byte_changes_the_digest(root: Path) -> None:
    before = digest_of(root)
    (root / "c.md").write_bytes(b"\n")
    assert before != digest_of(root)


def test_two_runs_write_identical_files(root: Path, tmp_path: Path) -> None:
    runs = []
    for _ in range(2):
        packed(chosen(root), to(tmp_path / "m.tar"), tmp_path / "lock")
        runs.append(((tmp_path / "m.tar").read_bytes(), (tmp_path / "lock").read_bytes()))
    assert runs[0] == runs[1]


def test_a_lockfile_inside_the_directory_does_not_change_itself(root: Path) -> None:
    runs = []
    for _ in range(3):
        packed(chosen(root), None, root / "memory.lock.json")
        runs.append((root / "memory.lock.json").read_bytes())
    assert [runs[0]] * 3 == runs


def test_a_bundle_may_be_written_into_the_directory_itself(root: Path) -> None:
    """Its temporary file appears while the directory is being read, and is no change of it."""
    built = packed(chosen(root), to(root / "m.tar"), root / "memory.lock.json")
    assert digest_of(root) == built.digest
    assert {*NOTES, "m.tar", "memory.lock.json"} == set(listing(root))


def test_what_another_memcli_writes_meanwhile_is_no_change(root: Path) -> None:
    found = chosen(root)
    (root / ".memcli-abc123.tmp").write_bytes(b"half")
    (root / "memory.lock.json").write_bytes(b"{}")
    assert digest_of(root) == packed(found, None).digest


# --- The directory is no longer what was judged -------------------------------------------------


def _edit(root: Path) -> None:
    (root / "a.md").write_bytes(b"a NOTE.\n")


def _grow(root: Path) -> None:
    with (root / "a.md").open("ab") as file:
        file.write(b"More.\n")


def _index(root: Path) -> None:
    (root / "MEMORY.md").write_bytes(NOTES["MEMORY.md"] + b"- [C](c.md)\n")


def _appear(root: Path) -> None:
    (root / "sub/new.md").write_bytes(b"x")


def _vanish(root: Path) -> None:
    (root / "a.md").unlink()


def _link(root: Path) -> None:
    (root / "a.md").unlink()
    (root / "a.md").symlink_to("d.md")


def _link_to_the_same(root: Path) -> None:
    (root / "a.md").rename(root.parent / "a.md")
    (root / "a.md").symlink_to("../a.md")


def _link_above(root: Path) -> None:
    (root / "sub").rename(root.parent / "elsewhere")
    (root / "sub").symlink_to("../elsewhere")


def _fifo(root: Path) -> None:
    (root / "a.md").unlink()
    os.mkfifo(root / "a.md")


def _directory(root: Path) -> None:
    (root / "a.md").unlink()
    (root / "a.md").mkdir()


def _deny_file(root: Path) -> None:
    (root / ".memdeny").write_bytes(b"a.md\n")


def _whole(root: Path) -> None:
    root.rename(root.with_name("moved"))


CHANGES = [
    _edit,
    _grow,
    _index,
    _appear,
    _vanish,
    _link,
    _link_to_the_same,
    _link_above,
    _fifo,
    _directory,
    _deny_file,
    _whole,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_between_the_two_passes_is_a_conflict_and_writes_nothing(
    root: Path, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    out = old_state(tmp_path)
    before = listing(out)
    found = chosen(root)
    change(root)
    with pytest.raises(FileChangedError) as caught:
        packed(found, to(out / "m.tar"), out / "lock")
    assert (ExitCode.CONFLICT, "changed_while_read") == (caught.value.exit_code, caught.value.code)
    assert before == listing(out)


@pytest.mark.parametrize("change", [_appear, _vanish, _deny_file])
def test_a_change_during_the_packing_pass_is_a_conflict(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    """The change comes after the last file was read, when only the second survey can see it."""

    def read(fd: int, path: str, *, limit: int) -> bytes:
        raw = read_beneath(fd, path, limit=limit)
        if path == "sub/b.md":
            change(root)
        return raw

    found = chosen(root)
    assert found.files[-1].path == "sub/b.md"
    monkeypatch.setattr("memcli.bundle.build.read_beneath", read)
    out = tmp_path / "out"
    with pytest.raises(FileChangedError):
        packed(found, LocalStore(out), tmp_path / "lock")
    assert ["FORMAT"] == list(listing(out))
    assert not (tmp_path / "lock").exists()


def test_the_second_survey_is_of_the_same_layout(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def look(place: str, *, layout: str = "auto", entry_limit: int) -> Survey:
        asked.append(layout)
        return survey(place, layout=layout, entry_limit=entry_limit)

    monkeypatch.setattr("memcli.bundle.build.survey", look)
    packed(chosen(root), None)
    assert ["claude-code"] == asked


def test_a_touched_file_is_no_change(root: Path) -> None:
    found = chosen(root)
    for path in root.rglob("*.md"):
        os.utime(path, (1, 1))
    (root / "a.md").rename(root / "x")
    (root / "a.md").write_bytes(NOTES["a.md"])
    (root / "x").unlink()
    assert digest_of(root) == packed(found, None).digest


# --- Places that cannot be written --------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["missing/m.tar", "a-file/m.tar", "a-directory", "fifo", "x" * 300]
)
@pytest.mark.parametrize("which", ["bundle", "lockfile"])
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_there(
    root: Path, tmp_path: Path, name: str, which: str
) -> None:
    (tmp_path / "a-directory").mkdir()
    (tmp_path / "a-file").write_bytes(b"x")
    os.mkfifo(tmp_path / "fifo")
    before = listing(tmp_path)
    places = {"bundle": tmp_path / "m.tar", "lockfile": tmp_path / "lock", which: tmp_path / name}
    with pytest.raises(UsageError) as caught:
        packed(chosen(root), to(places["bundle"]), places["lockfile"])
    assert caught.value.not_done == "no bundle was written"
    assert before == listing(tmp_path)
    assert stat.S_ISFIFO((tmp_path / "fifo").stat().st_mode)


def test_a_link_at_the_output_is_replaced_and_its_target_kept(root: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"keep")
    (tmp_path / "m.tar").symlink_to("precious")
    built = packed(chosen(root), to(tmp_path / "m.tar"))
    assert (b"keep", False) == (
        (tmp_path / "precious").read_bytes(),
        (tmp_path / "m.tar").is_symlink(),
    )
    assert built.digest == Digest.of((tmp_path / "m.tar").read_bytes())


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ("", "the output's path is empty"),
        ("-", "standard output carries the digest"),
        ("m.tar.gz", "looks like a compressed file"),
        ("m.TGZ", "looks like a compressed file"),
        ("m.tar.zst", "looks like a compressed file"),
        ("lock", "is also where the lockfile goes"),
        ("sub/../lock", "is also where the lockfile goes"),
        ("link", "is also where the lockfile goes"),
    ],
)
def test_an_output_that_cannot_be_meant_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str, cause: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to("lock")
    with pytest.raises(UsageError, match=cause):
        checked_output(output, lockfile="lock")


@pytest.mark.parametrize("output", ["m.tar", "m", "./-", "lock.tar", "m.gz.tar"])
def test_any_other_output_is_taken_as_it_is(output: str) -> None:
    assert output == checked_output(output, lockfile="lock")


class FullFile:
    """Stands for a file on a disk that takes ``room`` bytes and no more."""

    def __init__(self, file: BinaryIO, room: int) -> None:
        self._file = file
        self._room = room

    def write(self, data: bytes) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self._file.write(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


class FullDisk:
    """A destination without room, whose errors are those of ``inner``."""

    def __init__(self, inner: Destination, room: int) -> None:
        self._inner = inner
        self._room = room

    def stage(self) -> StagedFile:
        staged = self._inner.stage()
        staged.file = cast("BinaryIO", FullFile(staged.file, self._room))
        return staged

    def commit(self, staged: StagedFile, digest: Digest) -> None:
        self._inner.commit(staged, digest)

    def failure(self, error: OSError) -> MemcliError:
        return self._inner.failure(error)


@pytest.mark.parametrize("room", [0, 512, 600, 2048])
def test_a_disk_that_fills_leaves_the_old_files(root: Path, tmp_path: Path, room: int) -> None:
    out = old_state(tmp_path)
    before = listing(out)
    with pytest.raises(UsageError) as caught:
        packed(chosen(root), FullDisk(to(out / "m.tar"), room), out / "lock")
    assert "No space left on device" in caught.value.cause
    assert before == listing(out)


def test_a_store_that_fills_says_so(root: Path, tmp_path: Path) -> None:
    store = LocalStore(tmp_path / "store")
    with pytest.raises(StoreError) as caught:
        packed(chosen(root), FullDisk(store, 512), tmp_path / "lock")
    assert ExitCode.STORE == caught.value.exit_code
    assert "No space left on device" in caught.value.cause
    assert ["FORMAT"] == list(listing(tmp_path / "store"))
    assert not (tmp_path / "lock").exists()


def test_a_lockfile_that_does_not_fit_leaves_the_old_bundle(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = old_state(tmp_path)
    before = listing(out)
    real = StagedFile.seal

    def seal(staged: StagedFile) -> None:
        if staged.target.endswith("lock"):
            raise OSError(errno.EDQUOT, "Disk quota exceeded")
        real(staged)

    monkeypatch.setattr(StagedFile, "seal", seal)
    with pytest.raises(UsageError) as caught:
        packed(chosen(root), to(out / "m.tar"), out / "lock")
    assert (caught.value.not_done, before) == ("no bundle was written", listing(out))
    assert "lock cannot be written: Disk quota exceeded" in caught.value.cause


def test_a_lockfile_that_fails_at_the_very_end_is_told_apart(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = StagedFile.commit

    def commit(staged: StagedFile) -> None:
        if staged.target.endswith("lock"):
            raise OSError(errno.EIO, "Input/output error")
        real(staged)

    monkeypatch.setattr(StagedFile, "commit", commit)
    with pytest.raises(UsageError) as caught:
        packed(chosen(root), to(tmp_path / "m.tar"), tmp_path / "lock")
    assert caught.value.not_done == "the bundle was written, but not its lockfile"
    assert {"m.tar"} == {path.name for path in tmp_path.iterdir()} - {"m"}


@pytest.mark.parametrize("name", ["m.tar", "lock"])
def test_a_target_that_turned_into_a_directory_is_an_error_and_no_crash(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    real = StagedFile.seal

    def seal(staged: StagedFile) -> None:
        real(staged)
        (tmp_path / name).mkdir(exist_ok=True)

    monkeypatch.setattr(StagedFile, "seal", seal)
    with pytest.raises(UsageError):
        packed(chosen(root), to(tmp_path / "m.tar"), tmp_path / "lock")
    assert [] == [path.name for path in tmp_path.iterdir() if path.name.startswith(".memcli")]


SCRIPT = textwrap.dedent(
    """
    import os, resource, signal, sys, tempfile
    from pathlib import Path
    from memcli.bundle.build import FileDestination, build
    from memcli.bundle.limits import DEFAULT_LIMITS
    from memcli.bundle.selection import select
    from memcli.errors import MemcliError
    from memcli.scan.scanner import default_scanner
    from memcli.stores.local import LocalStore

    root, out, lock, store = sys.argv[1:5]
    found = select(root, layout="auto", deny=(), user_deny_file=Path(root, "../no-user-file"),
                   scanner=default_scanner())
    {inject}
    destination = LocalStore(Path(store)) if store else FileDestination(out)
    try:
        build(found, destination=destination, lockfile=lock, limits=DEFAULT_LIMITS)
    except MemcliError as error:
        print(error.cause, flush=True)
        # Without the interpreter's own writing at exit, which the fault would hit as well.
        os._exit(int(error.exit_code))
    """
)


def run(
    inject: str, root: Path, out: Path, store: Path | str = ""
) -> subprocess.CompletedProcess[str]:
    """Build in another process, after ``inject`` has put the fault in its place."""
    arguments = [str(root), str(out / "m.tar"), str(out / "lock"), str(store)]
    return subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("{inject}", inject), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("limit", [0, 1000, 3000])
def test_a_real_limit_on_file_sizes_leaves_the_old_files(
    root: Path, tmp_path: Path, limit: int
) -> None:
    out = old_state(tmp_path)
    before = listing(out)
    inject = (
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))"
    )
    result = run(inject, root, out)
    assert (2, "") == (result.returncode, result.stderr)
    assert "File too large" in result.stdout
    assert before == listing(out)


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only the superuser can mount"
)
def test_a_real_full_disk_leaves_the_old_files(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "memcli-test", str(out)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        (root / "large.md").write_bytes(b"text\n" * 5000)
        before = listing(old_state(tmp_path))
        with pytest.raises(UsageError, match="No space left on device"):
            packed(chosen(root), to(out / "m.tar"), out / "lock")
        assert before == listing(out)
    finally:
        subprocess.run(["umount", str(out)], check=True)


def test_places_that_an_ordinary_user_may_not_write_are_refused() -> None:
    """The superuser writes anywhere, so as such the child becomes somebody else first."""
    inject = "os.seteuid(65534)" if os.geteuid() == 0 else ""
    # Not pytest's own directory: other users cannot pass that.
    with tempfile.TemporaryDirectory(prefix="memcli-build-") as name:
        place = Path(name)
        place.chmod(0o711)
        root, out = make(place / "m", NOTES), old_state(place)
        before = listing(out)
        out.chmod(0o555)
        as_file, as_store = run(inject, root, out), run(inject, root, out, out / "store")
        assert before == listing(out)
        out.chmod(0o700)
    assert (2, "", 4, "") == (
        as_file.returncode,
        as_file.stderr,
        as_store.returncode,
        as_store.stderr,
    )
    assert "m.tar cannot be written: Permission denied" in as_file.stdout
    assert "store cannot be written: Permission denied" in as_store.stdout


KILL = "os.kill(os.getpid(), signal.SIGKILL)"
POINTS = {
    "while the archive is written": f"""
    import memcli.bundle.writer as w
    real, count = w.ArchiveWriter.add, []
    def add(self, *a, **k):
        real(self, *a, **k); count.append(1)
        if len(count) == 3: {KILL}
    w.ArchiveWriter.add = add""",
    "before anything is durable": f"""
    os.fsync = lambda fd: {KILL}""",
    "before the second file is durable": f"""
    count = []
    os.fsync = lambda fd: count.append(1) or (len(count) == 2 and {KILL})""",
    "before the first rename": f"""
    Path.replace = lambda self, target: {KILL}""",
    "after the first rename": f"""
    def replace(self, target):
        os.replace(self, target); {KILL}
    Path.replace = replace""",
    "before the second rename": f"""
    count = []
    def replace(self, target):
        count.append(1)
        if len(count) == 2: {KILL}
        os.replace(self, target)
    Path.replace = replace""",
}


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
def test_whenever_it_is_killed_each_file_is_the_old_or_the_new_one(
    root: Path, tmp_path: Path, point: str
) -> None:
    out = old_state(tmp_path)
    before = listing(out)
    built = packed(chosen(root), None)
    inject = textwrap.dedent(point)
    result = run(inject, root, out)
    assert -signal.SIGKILL == result.returncode
    after = {name: raw for name, raw in listing(out).items() if not name.startswith(".memcli-")}
    assert set(before) == set(after)
    assert after["m.tar"] == before["m.tar"] or Digest.of(after["m.tar"]) == built.digest
    assert after["lock"] in (before["lock"], built.lockfile.encode())
    # What was left half-way is in nobody's way.
    packed(chosen(root), to(out / "m.tar"), out / "lock")
    assert built.digest == Digest.of((out / "m.tar").read_bytes())
    assert built.lockfile.encode() == (out / "lock").read_bytes()


def test_a_kill_leaves_a_store_that_works(root: Path, tmp_path: Path) -> None:
    store = LocalStore(tmp_path / "store")
    result = run(POINTS["before the first rename"].strip(), root, old_state(tmp_path), store.root)
    assert -signal.SIGKILL == result.returncode
    built = packed(chosen(root), store)
    with store.open(built.digest) as raw:
        assert built.digest == verify(raw).digest


def test_an_interrupt_leaves_nothing(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_fd: int, path: str, *, limit: int) -> bytes:
        raise KeyboardInterrupt

    found = chosen(root)
    monkeypatch.setattr("memcli.bundle.build.read_beneath", interrupt)
    before = listing(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        packed(found, to(tmp_path / "m.tar"), tmp_path / "lock")
    assert before == listing(tmp_path)


# --- Two at once --------------------------------------------------------------------------------


def test_many_builds_at_once_agree(root: Path, tmp_path: Path) -> None:
    """All of them write the same three places, one of them inside the directory itself."""
    store = LocalStore(tmp_path / "store")
    start = threading.Barrier(6)

    def once(number: int) -> bytes:
        start.wait()
        destination: Destination = store if number % 2 else to(tmp_path / "m.tar")
        return packed(chosen(root), destination, root / "memory.lock.json").lockfile.encode()

    with ThreadPoolExecutor(6) as pool:
        locks = set(pool.map(once, range(6)))
    assert 1 == len(locks)
    assert locks == {(root / "memory.lock.json").read_bytes()}
    digest = Digest(json.loads(locks.pop())["digest"])
    assert digest == Digest.of((tmp_path / "m.tar").read_bytes())
    assert {"FORMAT", f"bundles/{digest.directory_name}.tar"} == set(listing(store.root))


def test_a_total_over_the_limit_leaves_nothing(root: Path, tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS.__class__(total=2048)
    before = listing(tmp_path)
    with pytest.raises(MemcliError) as caught:
        build(chosen(root), destination=to(tmp_path / "m.tar"), lockfile=None, limits=limits)
    assert (2, "too_big") == (caught.value.exit_code, caught.value.code)
    assert before == listing(tmp_path)

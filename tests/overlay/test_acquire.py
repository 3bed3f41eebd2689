"""A copy is verified each time it is used, and nothing that was planted is used."""

import os
import socket
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memcli.bundle.ustar import Entry, canonical_tar
from memcli.digest import Digest
from memcli.errors import ExitCode, MemcliError, UsageError
from memcli.fs import display
from memcli.overlay.acquire import Acquired, Overlay
from memcli.overlay.leaf import leaf_directory
from memcli.overlay.tree import TamperedError
from overlay.sandboxes import (
    DIGEST,
    ENTRIES,
    INDEX_NONCE,
    IS_ROOT,
    NOBODY,
    PATHS,
    GivenMemory,
    copies,
    copy_of,
    files_of,
    overlay_of,
    python,
    snapshot,
    values,
)

Change = Callable[[Path], None]


@pytest.fixture
def overlay(bundle: Path) -> Overlay:
    return overlay_of(bundle)


def test_memory_is_where_the_result_says(overlay: Overlay, sandbox: Path) -> None:
    acquired = overlay.acquire(str(sandbox), leaf="run/1")
    name = leaf_directory("run/1", DIGEST)
    memory_dir = str(sandbox / "leaves" / name / "memory")
    assert Acquired(DIGEST, memory_dir, PATHS, ENTRIES[0].content, "advisory") == acquired
    assert values(ENTRIES) == files_of(acquired)


def test_a_sandbox_holds_the_copy_the_lock_and_the_leaf(overlay: Overlay, sandbox: Path) -> None:
    overlay.acquire(str(sandbox))
    copy = f".memcli/overlays/{DIGEST.directory_name}"
    assert [
        ".memcli",
        ".memcli/lock",
        ".memcli/overlays",
        copy,
        f"{copy}/context",
        f"{copy}/context/MEMORY.md",
        f"{copy}/memory",
        f"{copy}/memory/deep",
        f"{copy}/memory/deep/er",
        f"{copy}/memory/deep/er/two.md",
        f"{copy}/memory/empty.md",
        f"{copy}/memory/one.md",
        "leaves",
        f"leaves/{DIGEST.directory_name}",
        f"leaves/{DIGEST.directory_name}/memory",
    ] == sorted(snapshot(sandbox))


def test_the_second_run_gets_the_same_copy_unwritten(overlay: Overlay, sandbox: Path) -> None:
    first = overlay.acquire(str(sandbox))
    before, made = snapshot(sandbox), copy_of(sandbox).stat()
    assert first == overlay.acquire(str(sandbox))
    assert before == snapshot(sandbox)
    after = copy_of(sandbox).stat()
    assert (made.st_ino, made.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_two_digests_live_side_by_side(overlay: Overlay, sandbox: Path) -> None:
    other = (Entry("memory/other.md", b"Other.\n"),)
    overlay.acquire(str(sandbox), leaf="a")
    acquired = Overlay(GivenMemory(other)).acquire(str(sandbox), leaf="b")
    assert {"other.md": b"Other.\n"} == files_of(acquired)
    digests = (DIGEST, Digest.of(canonical_tar(other)))
    assert sorted(digest.directory_name for digest in digests) == copies(sandbox)


def test_the_link_holds_when_the_sandbox_is_moved(overlay: Overlay, sandbox: Path) -> None:
    acquired = overlay.acquire(str(sandbox))
    moved = sandbox.rename(sandbox.with_name("moved"))
    memory = moved / Path(acquired.memory_dir).relative_to(sandbox)
    assert ENTRIES[3].content == (memory / "one.md").read_bytes()


@pytest.mark.parametrize("way", ["up", "link"])
def test_the_path_is_the_real_one_whatever_way_the_sandbox_is_given(
    way: str, overlay: Overlay, sandbox: Path, place: Path
) -> None:
    elsewhere = place / "else" / "where"
    elsewhere.mkdir(parents=True)
    (place / "way").symlink_to(elsewhere)
    (elsewhere.parent / "sandbox").symlink_to(sandbox)
    given = {
        # The system goes up from where the link leads, not from where it lies.
        "up": str(place / "way") + "/../sandbox",
        "link": str(elsewhere.parent / "sandbox"),
    }[way]
    acquired = overlay.acquire(given)
    assert str(sandbox / "leaves" / DIGEST.directory_name / "memory") == acquired.memory_dir
    assert values(ENTRIES) == files_of(acquired)


@pytest.mark.parametrize("kind", ["missing", "file", "empty path", "dangling", "NUL"])
def test_a_sandbox_that_is_no_directory_cannot_be_used(
    kind: str, overlay: Overlay, place: Path
) -> None:
    path = place / "nothing"
    if kind == "file":
        path.write_bytes(b"")
    if kind == "dangling":
        path.symlink_to("nowhere")
    before = snapshot(place)
    given = {"empty path": "", "NUL": f"{place}/a\0b"}.get(kind, str(path))
    with pytest.raises(UsageError) as caught:
        overlay.acquire(given)
    assert ExitCode.UNUSABLE == caught.value.exit_code
    assert before == snapshot(place)


def writable(path: Path) -> Path:
    path.chmod(0o755)
    return path


def write(path: Path, content: bytes) -> None:
    """Write as an attacker would who puts back the mode."""
    path.chmod(0o644)
    path.write_bytes(content)
    path.chmod(0o444)


def replace(path: Path, make: Change) -> None:
    writable(path.parent)
    path.unlink()
    make(path)
    path.parent.chmod(0o555)


def add(directory: Path, name: str, make: Change) -> None:
    writable(directory)
    make(directory / name)
    directory.chmod(0o555)


def file(content: bytes, mode: int = 0o444) -> Change:
    def make(path: Path) -> None:
        path.write_bytes(content)
        path.chmod(mode)

    return make


def directory(mode: int = 0o555) -> Change:
    def make(path: Path) -> None:
        path.mkdir()
        path.chmod(mode)

    return make


def deep(path: Path) -> None:
    """Make more directories in each other than descriptors or stack frames should be spent on."""
    fd = os.open(path.parent, os.O_RDONLY)
    name = path.name
    for _ in range(300):
        os.mkdir(name, 0o755, dir_fd=fd)
        below = os.open(name, os.O_RDONLY, dir_fd=fd)
        os.fchmod(below, 0o555)
        os.close(fd)
        fd, name = below, "d"
        os.fchmod(fd, 0o755)
    os.close(fd)
    for each in [path, *path.rglob("d")]:
        each.chmod(0o555)


def bind(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(here)


def _nothing(_path: Path) -> None:
    pass


ONE = ENTRIES[3].content
CHANGES: dict[str, Change] = {
    "a byte": lambda copy: write(copy / "memory/one.md", ONE[:-2] + b"!\n"),
    "a byte of the index": lambda copy: write(copy / "context/MEMORY.md", b"# Index\n"),
    "a byte more": lambda copy: write(copy / "memory/one.md", ONE + b"\n"),
    "emptied": lambda copy: write(copy / "memory/one.md", b""),
    "over the limit": lambda copy: write(copy / "memory/one.md", bytes((8 << 20) + 1)),
    "an extra file": lambda copy: add(copy / "memory", "three.md", file(b"")),
    "an extra file of another kind": lambda copy: add(copy / "memory", "run.sh", file(b"")),
    "an extra file at the top": lambda copy: add(copy, "extra.md", file(b"")),
    "an extra name that is not UTF-8": lambda copy: add(
        copy / "memory", os.fsdecode(b"\xff.md"), file(b"")
    ),
    "an extra empty directory": lambda copy: add(copy / "memory", "empty", directory()),
    "extra directories without end": lambda copy: add(copy / "memory", "d", deep),
    "a file removed": lambda copy: replace(copy / "memory/one.md", _nothing),
    "the index removed": lambda copy: replace(copy / "context/MEMORY.md", _nothing),
    "a writable file": lambda copy: (copy / "memory/one.md").chmod(0o644),
    "a private file": lambda copy: (copy / "memory/one.md").chmod(0o400),
    "an unreadable file": lambda copy: (copy / "memory/one.md").chmod(0o000),
    "an executable file": lambda copy: (copy / "memory/one.md").chmod(0o555),
    "a file with special bits": lambda copy: (copy / "memory/one.md").chmod(0o4444),
    "a writable directory": lambda copy: (copy / "memory/deep").chmod(0o755),
    "a sticky directory": lambda copy: (copy / "memory").chmod(0o1555),
    "an unreadable directory": lambda copy: (copy / "memory/deep").chmod(0o000),
    "a writable copy": lambda copy: copy.chmod(0o755),
    "an unreadable copy": lambda copy: copy.chmod(0o000),
    "a link to the same bytes": lambda copy: replace(
        copy / "memory/one.md", lambda path: path.symlink_to("../../../../same")
    ),
    "a dangling link": lambda copy: replace(
        copy / "memory/one.md", lambda path: path.symlink_to("nowhere")
    ),
    "a directory for a file": lambda copy: replace(copy / "memory/one.md", directory()),
    "a FIFO": lambda copy: replace(copy / "memory/one.md", os.mkfifo),
    "an extra FIFO": lambda copy: add(copy / "memory", "pipe", os.mkfifo),
    "a socket": lambda copy: replace(copy / "memory/one.md", bind),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_copy_that_was_changed_is_refused_and_left_as_it_is(
    change: Change, overlay: Overlay, sandbox: Path
) -> None:
    overlay.acquire(str(sandbox))
    (sandbox / "same").write_bytes(ONE)
    (sandbox / "same").chmod(0o444)
    change(copy_of(sandbox))
    mode = copy_of(sandbox).stat().st_mode
    with pytest.raises(TamperedError) as caught:
        overlay.acquire(str(sandbox), leaf="another")
    assert (3, "overlay_tampered") == (caught.value.exit_code, caught.value.code)
    assert caught.value.cause == display(caught.value.cause)
    assert mode == copy_of(sandbox).stat().st_mode
    assert [DIGEST.directory_name] == copies(sandbox)
    assert [DIGEST.directory_name] == os.listdir(sandbox / "leaves")


FEW_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
from memcli.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_planted_depth_does_not_use_up_descriptors(
    bundle: Path, overlay: Overlay, sandbox: Path
) -> None:
    overlay.acquire(str(sandbox))
    add(copy_of(sandbox) / "memory", "d", deep)
    done = python("-c", FEW_FILES, "overlay", bundle, "--sandbox", sandbox, cwd=sandbox.parent)
    assert (3, b"") == (done.code, done.out)
    assert "deeper directories" in done.err


def test_a_memory_directory_that_is_gone_is_noticed_when_no_file_misses_it(
    sandbox: Path,
) -> None:
    overlay = Overlay(GivenMemory((ENTRIES[0],)))
    acquired = overlay.acquire(str(sandbox))
    assert () == acquired.paths
    copy = writable(copy_of(sandbox, acquired.digest))
    (copy / "memory").rmdir()
    copy.chmod(0o555)
    with pytest.raises(TamperedError):
        overlay.acquire(str(sandbox))


@pytest.mark.skipif(not IS_ROOT, reason="only root can give files away")
@pytest.mark.parametrize("path", ["", "memory", "memory/one.md"])
def test_a_copy_that_belongs_to_another_user_is_refused(
    path: str, overlay: Overlay, sandbox: Path
) -> None:
    overlay.acquire(str(sandbox))
    os.chown(copy_of(sandbox) / path, NOBODY, NOBODY)
    with pytest.raises(TamperedError):
        overlay.acquire(str(sandbox))


def planted_copy(sandbox: Path) -> None:
    copy = copy_of(sandbox)
    (copy / "memory").mkdir(parents=True)
    file(b"Planted.\n")(copy / "memory" / "one.md")
    (copy / "memory").chmod(0o555)
    copy.chmod(0o555)


def filed_copy(sandbox: Path) -> None:
    copy_of(sandbox).parent.mkdir(parents=True)
    file(b"")(copy_of(sandbox))


def linked_copy(sandbox: Path) -> None:
    """Plant a link to a copy that is right, where others may change it later."""
    copy_of(sandbox).parent.mkdir(parents=True)
    copy_of(sandbox).symlink_to(sandbox / "planted")


def own(make: Change, name: str = "") -> Change:
    def plant(sandbox: Path) -> None:
        path = sandbox / ".memcli" / name if name else sandbox / ".memcli"
        path.parent.mkdir(exist_ok=True)
        make(path)

    return plant


def leaf(make: Change, name: str = "") -> Change:
    def plant(sandbox: Path) -> None:
        path = sandbox / "leaves" / DIGEST.directory_name / name
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)

    return plant


def link_to(target: str) -> Change:
    return lambda path: path.symlink_to(target)


PLANTED: dict[str, Change] = {
    "a copy": planted_copy,
    "a file for the copy": filed_copy,
    "a link for the copy": linked_copy,
    ".memcli as a link": own(link_to("planted")),
    ".memcli as a dangling link": own(link_to("nowhere")),
    ".memcli as a file": own(file(b"")),
    ".memcli for everybody": own(directory(0o777)),
    ".memcli for a group": own(directory(0o775)),
    "overlays as a link": own(link_to("../planted"), "overlays"),
    "overlays as a file": own(file(b""), "overlays"),
    "overlays for everybody": own(directory(0o1777), "overlays"),
    "the lock as a link": own(link_to("../planted/file"), "lock"),
    "the lock as a dangling link": own(link_to("../planted/new"), "lock"),
    "the lock as a FIFO": own(os.mkfifo, "lock"),
    "the lock as a directory": own(directory(), "lock"),
    "the lock as a socket": own(bind, "lock"),
    "leaves as a link": lambda sandbox: (sandbox / "leaves").symlink_to("planted"),
    "leaves for everybody": lambda sandbox: directory(0o777)(sandbox / "leaves"),
    "leaves for a group": lambda sandbox: directory(0o775)(sandbox / "leaves"),
    "leaves as a file": lambda sandbox: file(b"")(sandbox / "leaves"),
    "the leaf as a link": leaf(link_to("../planted")),
    "the leaf as a file": leaf(file(b"")),
    "the leaf for everybody": leaf(directory(0o777)),
    "memory as a directory": leaf(directory(0o755), "memory"),
    "memory as a file": leaf(file(b""), "memory"),
    "memory as a link elsewhere": leaf(link_to("../../planted"), "memory"),
    "memory as a dangling link": leaf(link_to("nowhere"), "memory"),
    "memory as a link out of a copy": leaf(
        link_to(f"../../.memcli/overlays/{DIGEST.directory_name}/memory/../../../../planted"),
        "memory",
    ),
    "memory as a link with a line feed": leaf(
        link_to(f"../../.memcli/overlays/{'sha256-' + '0' * 64}/memory\n"), "memory"
    ),
}


@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED.keys())
def test_what_was_planted_is_refused_and_nothing_is_written_through_it(
    plant: Change, overlay: Overlay, sandbox: Path
) -> None:
    (sandbox / "planted").mkdir()
    file(b"Planted.\n", 0o644)(sandbox / "planted" / "file")
    plant(sandbox)
    before = snapshot(sandbox)
    with pytest.raises(TamperedError) as caught:
        overlay.acquire(str(sandbox))
    assert (3, "overlay_tampered") == (caught.value.exit_code, caught.value.code)
    after = snapshot(sandbox)
    assert before == {path: after.get(path) for path in before}
    # What was made besides is at most the lock and directories without a file in them.
    new = {path: after[path] for path in after if path not in before}
    files = [path for path, (mode, _) in new.items() if not stat.S_ISDIR(mode)]
    assert [] == [path for path in files if path != ".memcli/lock"]
    assert [] == [path for path in new if path.startswith(("planted", "leaves/sha256-"))]


@pytest.mark.skipif(not IS_ROOT, reason="only root can make directories of other users")
@pytest.mark.parametrize("name", [".memcli", ".memcli/overlays", "leaves/" + DIGEST.directory_name])
def test_a_directory_that_another_user_planted_is_refused(
    name: str, overlay: Overlay, sandbox: Path
) -> None:
    (sandbox / name).mkdir(parents=True)
    os.chown(sandbox / name, NOBODY, NOBODY)
    with pytest.raises(TamperedError, match=str(NOBODY)):
        overlay.acquire(str(sandbox))
    assert [] == copies(sandbox)
    assert [] == list((sandbox / name).rglob("*.md"))


def test_no_message_holds_memory(overlay: Overlay, sandbox: Path) -> None:
    overlay.acquire(str(sandbox))
    write(copy_of(sandbox) / "context/MEMORY.md", f"{INDEX_NONCE} \x1b[31m".encode())
    with pytest.raises(MemcliError) as caught:
        overlay.acquire(str(sandbox))
    assert INDEX_NONCE not in f"{caught.value} {caught.value.hint}"


def test_leaves_that_others_share_with_care_are_no_fault(overlay: Overlay, sandbox: Path) -> None:
    directory(0o1777)(sandbox / "leaves")
    assert values(ENTRIES) == files_of(overlay.acquire(str(sandbox)))


def test_the_hint_of_a_changed_copy_can_be_followed(overlay: Overlay, sandbox: Path) -> None:
    moved = sandbox.rename(sandbox.parent / "it's a sandbox")
    overlay.acquire(str(moved))
    write(copy_of(moved) / "context/MEMORY.md", b"Changed.\n")
    with pytest.raises(TamperedError) as caught:
        overlay.acquire(str(moved))
    command = caught.value.hint.partition("remove it with: ")[2]
    subprocess.run(["sh", "-c", command], check=True, cwd="/")
    assert values(ENTRIES) == files_of(overlay.acquire(str(moved)))


def test_the_hint_changes_nothing_outside_the_sandbox(overlay: Overlay, sandbox: Path) -> None:
    outside = sandbox.parent / "outside"
    outside.mkdir()
    file(b"Keep.\n", 0o400)(outside / "note.md")
    outside.chmod(0o500)
    (sandbox / ".memcli").symlink_to(outside)
    with pytest.raises(TamperedError) as caught:
        overlay.acquire(str(sandbox))
    command = caught.value.hint.partition("remove it with: ")[2]
    subprocess.run(["sh", "-c", command], check=True, cwd="/")
    assert not (sandbox / ".memcli").is_symlink()
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (outside, outside / "note.md")]
    assert [0o500, 0o400] == modes


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "caf\udce9", "a\u202eb"])
def test_a_sandbox_whose_path_cannot_be_shown_is_refused(
    name: str, overlay: Overlay, sandbox: Path
) -> None:
    (sandbox / name).mkdir()
    with pytest.raises(UsageError, match="no text can show"):
        overlay.acquire(str(sandbox / name))
    assert [] == list((sandbox / name).iterdir())

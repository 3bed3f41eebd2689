"""The local store: by digest, private, and trusted with nothing."""

import os
import stat
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harness import Memcli, tree
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry, canonical_tar
from memcli.bundle.verify import verify
from memcli.digest import Digest
from memcli.errors import ExitCode, StoreError
from memcli.stores.local import LocalStore

ARCHIVE = canonical_tar([Entry("memory/a.md", b"A note.\n")])
DIGEST = Digest.of(ARCHIVE)
OTHER = canonical_tar([Entry("memory/b.md", b"Another.\n")])
PLACE = f"bundles/{DIGEST.directory_name}.tar"


@pytest.fixture
def store(tmp_path: Path) -> LocalStore:
    return LocalStore(tmp_path / "data/memcli/store")


def put(store: LocalStore, raw: bytes = ARCHIVE) -> Digest:
    digest = Digest.of(raw)
    with store.stage() as staged:
        staged.file.write(raw)
        store.commit(staged, digest)
    return digest


def get(store: LocalStore, digest: Digest = DIGEST) -> bytes:
    with store.open(digest) as raw:
        return raw.read()


def test_what_was_put_is_found_by_its_digest(store: LocalStore) -> None:
    assert (DIGEST, ARCHIVE) == (put(store), get(store))
    files = {"FORMAT": b"memcli.store/v1\n", "bundles": None, PLACE: ARCHIVE}
    assert files == tree(store.root)


def test_bundles_stand_side_by_side(store: LocalStore) -> None:
    put(store)
    other = put(store, OTHER)
    assert (ARCHIVE, OTHER) == (get(store), get(store, other))


def test_the_same_bundle_twice_is_one_file(store: LocalStore) -> None:
    put(store)
    put(store)
    assert ["FORMAT", "bundles", PLACE] == list(tree(store.root))


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o277, 0o777])
def test_everything_is_private_whatever_the_umask(
    store: LocalStore, tmp_path: Path, umask: int
) -> None:
    before = os.umask(umask)
    try:
        put(store)
    finally:
        os.umask(before)
    made = [tmp_path / "data", *sorted((tmp_path / "data").rglob("*"))]
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in made}
    assert {
        "data": 0o700,
        "memcli": 0o700,
        "store": 0o700,
        "bundles": 0o700,
        "FORMAT": 0o600,
        f"{DIGEST.directory_name}.tar": 0o600,
    } == modes


def test_a_directory_that_was_there_keeps_its_mode(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o750)
    put(store)
    assert 0o750 == stat.S_IMODE((tmp_path / "data").stat().st_mode)


def test_what_is_staged_and_not_committed_leaves_nothing(store: LocalStore) -> None:
    with store.stage() as staged:
        staged.file.write(ARCHIVE)
    assert {"FORMAT": b"memcli.store/v1\n", "bundles": None} == tree(store.root)


def test_an_unknown_digest_is_not_found(store: LocalStore) -> None:
    put(store, OTHER)
    with pytest.raises(StoreError) as caught:
        store.open(DIGEST)
    assert ("bundle_not_found", ExitCode.STORE) == (caught.value.code, caught.value.exit_code)
    assert DIGEST.text in caught.value.cause


def test_reading_makes_no_store(store: LocalStore, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        store.open(DIGEST)
    assert {} == tree(tmp_path)


@pytest.mark.parametrize(
    "text", [b"memcli.store/v2\n", b"", b"\xff\n", b"memcli.store/v1 and more", b"x" * 4096]
)
def test_a_store_of_another_format_is_neither_read_nor_written(
    store: LocalStore, text: bytes
) -> None:
    put(store)
    (store.root / "FORMAT").write_bytes(text)
    before = tree(store.root)
    for use in (lambda: store.open(DIGEST), store.stage):
        with pytest.raises(StoreError) as caught:
            use()
        assert caught.value.not_done == "the local store was not used"
        assert caught.value.cause.isprintable()
    assert before == tree(store.root)


@pytest.mark.parametrize("kind", ["directory", "fifo", "huge"])
def test_a_format_file_that_is_none_is_an_error_and_does_not_hang(
    store: LocalStore, kind: str
) -> None:
    put(store)
    path = store.root / "FORMAT"
    path.unlink()
    if kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.write_bytes(b"x" * 5000)
    with pytest.raises(StoreError):
        store.open(DIGEST)
    with pytest.raises(StoreError):
        store.stage()


@pytest.mark.parametrize("where", range(0, len(ARCHIVE), 97))
def test_one_changed_byte_is_refused_when_it_is_read(store: LocalStore, where: int) -> None:
    put(store)
    changed = bytearray(ARCHIVE)
    changed[where] ^= 0x20
    (store.root / PLACE).write_bytes(changed)
    with store.open(DIGEST) as raw, pytest.raises(BundleRefusedError) as caught:
        verify(raw, expected=DIGEST)
    assert ExitCode.INTEGRITY == caught.value.exit_code


def test_another_bundle_in_its_place_is_refused(store: LocalStore) -> None:
    put(store)
    (store.root / PLACE).write_bytes(OTHER)
    with store.open(DIGEST) as raw, pytest.raises(BundleRefusedError) as caught:
        verify(raw, expected=DIGEST)
    assert Refusal.DIGEST_MISMATCH is caught.value.refusal


def test_putting_a_bundle_again_mends_a_changed_one(store: LocalStore) -> None:
    put(store)
    (store.root / PLACE).write_bytes(OTHER)
    put(store)
    assert ARCHIVE == get(store)


@pytest.mark.parametrize("kind", ["directory", "fifo", "dangling link"])
def test_what_is_no_bundle_at_its_place_is_an_error(store: LocalStore, kind: str) -> None:
    put(store, OTHER)
    path = store.root / PLACE
    if kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")
    with pytest.raises(StoreError):
        store.open(DIGEST)


@pytest.mark.parametrize("kind", ["file", "dangling link", "link in a circle"])
def test_a_store_that_cannot_be_made_is_an_error(store: LocalStore, kind: str) -> None:
    store.root.parent.mkdir(parents=True)
    if kind == "file":
        store.root.write_bytes(b"x")
    else:
        store.root.symlink_to("nowhere" if kind == "dangling link" else store.root.name)
    with pytest.raises(StoreError) as caught:
        store.stage()
    assert "cannot be written" in caught.value.cause
    assert "MEMCLI_STORE" in caught.value.hint


def test_many_puts_of_one_digest_leave_one_whole_file(store: LocalStore) -> None:
    """The store itself does not exist when all of them begin."""
    start = threading.Barrier(8)
    seen: set[bytes] = set()

    def once(_: int) -> Digest:
        start.wait()
        digest = put(store)
        seen.add(get(store))
        return digest

    with ThreadPoolExecutor(8) as pool:
        assert {DIGEST} == set(pool.map(once, range(8)))
    assert {ARCHIVE} == seen
    files = {"FORMAT": b"memcli.store/v1\n", "bundles": None, PLACE: ARCHIVE}
    assert files == tree(store.root)


def test_a_reader_keeps_its_bundle_while_it_is_put_again(store: LocalStore) -> None:
    put(store)
    with store.open(DIGEST) as raw:
        first = raw.read(10)
        put(store)
        assert ARCHIVE == first + raw.read()


def test_the_command_says_what_was_not_found(memcli: Memcli) -> None:
    result = memcli.run("verify", DIGEST.text, exit_code=4)
    assert "" == result.stdout
    assert result.stderr.startswith("error: the bundle was not found\n")
    assert "\nhint: " in result.stderr


def test_the_command_refuses_a_changed_byte(memcli: Memcli, tmp_path: Path) -> None:
    store = LocalStore(tmp_path / "store")
    put(store)
    env = {"MEMCLI_STORE": str(store.root)}
    memcli.run("verify", DIGEST.text, env=env)
    (store.root / PLACE).write_bytes(ARCHIVE.replace(b"A note", b"A NOTE"))
    result = memcli.run("verify", DIGEST.text, env=env, exit_code=3)
    assert "digest_mismatch" in result.stderr


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems refuse such a name")
def test_a_store_may_lie_at_a_name_that_is_no_text(tmp_path: Path) -> None:
    store = LocalStore(tmp_path / os.fsdecode(b"st\xff"))
    put(store)
    assert ARCHIVE == get(store)
    with pytest.raises(StoreError) as caught:
        store.open(Digest.of(b"none"))
    assert "st\\xff has no" in caught.value.cause


def test_an_emptied_bundle_is_refused_and_not_taken_for_none(store: LocalStore) -> None:
    put(store)
    path = store.root / PLACE
    path.chmod(0o600)
    path.write_bytes(b"")
    with pytest.raises(BundleRefusedError) as caught:
        store.open(DIGEST)
    assert (ExitCode.INTEGRITY, "empty_input") == (caught.value.exit_code, caught.value.code)

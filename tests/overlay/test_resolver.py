"""Memory may come from anywhere; what is not what it is called is not given."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from memcli.bundle.limits import Limits
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry, canonical_tar
from memcli.digest import Digest
from memcli.errors import StoreError, UsageError
from memcli.overlay.acquire import Acquired, Overlay
from memcli.overlay.resolver import BundleSnapshot, MemoryResolver
from memcli.stores.local import LocalStore
from memcli.stores.reference import Reference
from overlay.sandboxes import (
    ARCHIVE,
    CONTENT_BYTE,
    DIGEST,
    ENTRIES,
    OTHER_ARCHIVE,
    PATHS,
    GivenMemory,
    copies,
    files_of,
    flipped,
    snapshot,
    values,
)

A = Entry("memory/a.md", b"A.\n")
B = Entry("memory/b.md", b"B.\n")


class Unreachable(StoreError):  # noqa: N818  (what a store of somebody else's might raise)
    def __init__(self) -> None:
        super().__init__("no memory was found", "the store is away", hint="wait")


@dataclass(frozen=True, slots=True)
class Failing:
    """Gives the first ``files`` of the memory and then raises ``error``."""

    error: BaseException
    files: int | None

    def resolve(self) -> Digest:
        if self.files is None:
            raise self.error
        return DIGEST

    def entries(self, digest: Digest) -> Iterator[Entry]:
        assert self.resolve() == digest
        yield from ENTRIES[: self.files]
        raise self.error


def test_a_substitute_needs_no_bundle(sandbox: Path) -> None:
    resolver: MemoryResolver = GivenMemory()
    acquired = Overlay(resolver).acquire(str(sandbox))
    assert (DIGEST, PATHS) == (acquired.digest, acquired.paths)
    assert values(ENTRIES) == files_of(acquired)


def test_memory_is_not_asked_for_twice_when_the_copy_is_there(sandbox: Path) -> None:
    first = Overlay(GivenMemory()).acquire(str(sandbox))
    # It would fail as soon as it gave an entry.
    again = Overlay(Failing(Unreachable(), 0)).acquire(str(sandbox))
    assert first == again


def test_a_resolver_that_finds_nothing_leaves_nothing(sandbox: Path) -> None:
    with pytest.raises(Unreachable):
        Overlay(Failing(Unreachable(), None)).acquire(str(sandbox))
    assert {} == snapshot(sandbox)


@pytest.mark.parametrize("files", range(len(ENTRIES) + 1))
@pytest.mark.parametrize("error", [Unreachable(), RuntimeError("a bug"), KeyboardInterrupt()])
def test_a_resolver_that_fails_on_the_way_leaves_no_copy(
    error: BaseException, files: int, sandbox: Path
) -> None:
    with pytest.raises(type(error)):
        Overlay(Failing(error, files)).acquire(str(sandbox))
    assert ([], []) == (copies(sandbox), list(sandbox.rglob("*.md")))
    assert not (sandbox / "leaves").exists()
    assert values(ENTRIES) == files_of(Overlay(GivenMemory()).acquire(str(sandbox)))


@pytest.mark.parametrize("files", [0, 2])
def test_an_input_error_of_the_resolver_is_an_error_of_the_call(files: int, sandbox: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Overlay(Failing(OSError("no number, no text"), files)).acquire(str(sandbox))
    assert "None" not in caught.value.cause
    assert [] == copies(sandbox)


WRONG: dict[str, tuple[Refusal, tuple[Entry, ...]]] = {
    "other bytes": (Refusal.DIGEST_MISMATCH, (A, Entry("memory/b.md", b"C.\n"))),
    "a file less": (Refusal.DIGEST_MISMATCH, (A,)),
    "no file": (Refusal.DIGEST_MISMATCH, ()),
    "a file more": (Refusal.DIGEST_MISMATCH, (A, B, Entry("memory/c.md", b""))),
    "another name": (Refusal.DIGEST_MISMATCH, (A, Entry("memory/c.md", b"B.\n"))),
    "a mode that none has": (Refusal.MODE_NOT_ALLOWED, (A, Entry("memory/b.md", b"B.\n", 0o755))),
    "out of order": (Refusal.ORDER_NONCANONICAL, (B, A)),
    "a file twice": (Refusal.PATH_DUPLICATE, (A, A, B)),
    "a path that climbs": (Refusal.PATH_TRAVERSAL, (A, Entry("memory/../../b.md", b"B.\n"))),
    "an absolute path": (Refusal.PATH_ABSOLUTE, (Entry("/memory/b.md", b"B.\n"),)),
    "a file above files": (Refusal.PATH_CONFLICT, (A, Entry("memory/a.md/b.md", b"B.\n"))),
    "too much": (Refusal.TOO_BIG, (A, Entry("memory/b.md", bytes(5001)))),
}


@pytest.mark.parametrize(("refusal", "files"), WRONG.values(), ids=WRONG.keys())
def test_what_is_not_the_memory_of_the_digest_leaves_nothing(
    refusal: Refusal, files: tuple[Entry, ...], sandbox: Path
) -> None:
    right = Digest.of(canonical_tar((A, B)))
    before = set(sandbox.parent.rglob("*.md"))
    with pytest.raises(BundleRefusedError) as caught:
        Overlay(GivenMemory(files, right), limits=Limits(entry=5000)).acquire(str(sandbox))
    assert (3, refusal) == (caught.value.exit_code, caught.value.refusal)
    assert ([], before) == (copies(sandbox), set(sandbox.parent.rglob("*.md")))
    # The digest is not spoilt for a resolver that does give its memory.
    good = Overlay(GivenMemory((A, B))).acquire(str(sandbox))
    assert {"a.md": b"A.\n", "b.md": b"B.\n"} == files_of(good)


@pytest.mark.parametrize("second", [OTHER_ARCHIVE, flipped(ARCHIVE, CONTENT_BYTE), b""])
def test_a_bundle_that_is_exchanged_after_it_was_verified_is_refused(
    second: bytes, place: Path, sandbox: Path
) -> None:
    paths = [place / "first", place / "second"]
    for path, archive in zip(paths, [ARCHIVE, second], strict=True):
        path.write_bytes(archive)
    turns = iter(paths)
    reference = Reference("memory.tar", lambda: next(turns).open("rb"), None)
    with pytest.raises((BundleRefusedError, UsageError), match="refused"):
        Overlay(BundleSnapshot(reference)).acquire(str(sandbox))
    assert [] == copies(sandbox)


def test_a_snapshot_gives_what_the_bundle_holds(bundle: Path) -> None:
    snapshot_ = BundleSnapshot(Reference("memory.tar", lambda: bundle.open("rb"), DIGEST))
    assert DIGEST == snapshot_.resolve()
    assert list(ENTRIES) == list(snapshot_.entries(DIGEST))


def test_a_snapshot_of_nothing_raises(place: Path) -> None:
    store = LocalStore(place / "store")
    snapshot_ = BundleSnapshot(Reference(str(DIGEST), lambda: store.open(DIGEST), DIGEST))
    with pytest.raises(StoreError):
        snapshot_.resolve()


def test_an_index_alone_is_memory_without_files(sandbox: Path) -> None:
    acquired = Overlay(GivenMemory((ENTRIES[0],))).acquire(str(sandbox))
    digest = Digest.of(canonical_tar((ENTRIES[0],)))
    assert Acquired(digest, acquired.memory_dir, (), ENTRIES[0].content) == acquired
    assert [] == list(Path(acquired.memory_dir).iterdir())


def test_what_is_beside_memory_is_copied_and_no_memory_file(sandbox: Path) -> None:
    files = (
        A,
        Entry("skills/deploy/SKILL.md", b"# Deploy\n"),
        Entry("skills/deploy/run.sh", b"true\n", 0o755),
    )
    acquired = Overlay(GivenMemory(files)).acquire(str(sandbox))
    assert (("a.md",), None) == (acquired.paths, acquired.index)
    script = Path(acquired.memory_dir).parent / "memory"
    assert 0o555 == (script.resolve().parent / "skills/deploy/run.sh").stat().st_mode & 0o7777
    assert acquired == Overlay(GivenMemory(files)).acquire(str(sandbox))

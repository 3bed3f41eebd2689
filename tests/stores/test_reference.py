"""What a user may call a bundle, and what no name leads to."""

import contextlib
import io
import os
import pty
from collections.abc import Callable
from pathlib import Path

import pytest

from memcli.bundle.limits import Limits
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry, canonical_tar
from memcli.digest import Digest, InvalidDigestError
from memcli.errors import ExitCode, StoreError, UsageError
from memcli.stores.local import LocalStore
from memcli.stores.reference import Reference, resolve_reference

ARCHIVE = canonical_tar([Entry("memory/a.md", b"A note.\n")])
DIGEST = Digest.of(ARCHIVE)
OTHER = Digest.of(b"other")


@pytest.fixture
def store(tmp_path: Path) -> LocalStore:
    made = LocalStore(tmp_path / "store")
    with made.stage() as staged:
        staged.file.write(ARCHIVE)
        made.commit(staged, DIGEST)
    return made


def resolved(
    text: str | Path, store: LocalStore, stdin: bytes = b"", expected: Digest | None = None
) -> Reference:
    return resolve_reference(str(text), store=store, stdin=io.BytesIO(stdin), expected=expected)


def twice(reference: Reference) -> list[bytes]:
    """A reference is read once to verify and once to unpack."""
    found = []
    for _ in range(2):
        with reference.open() as raw:
            found.append(raw.read())
    return found


def test_a_file_is_a_bundle_without_a_digest(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "m.tar").write_bytes(ARCHIVE)
    found = resolved(tmp_path / "m.tar", store)
    assert (str(tmp_path / "m.tar"), None) == (found.name, found.expected)
    assert [ARCHIVE, ARCHIVE] == twice(found)


def test_a_file_keeps_the_digest_that_was_asked_for(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "m.tar").write_bytes(ARCHIVE)
    assert OTHER == resolved(tmp_path / "m.tar", store, expected=OTHER).expected


def test_a_link_to_a_file_is_followed(store: LocalStore, tmp_path: Path) -> None:
    (tmp_path / "m.tar").write_bytes(ARCHIVE)
    (tmp_path / "link").symlink_to("m.tar")
    assert [ARCHIVE, ARCHIVE] == twice(resolved(tmp_path / "link", store))


def test_a_dash_is_standard_input_and_can_be_read_again(store: LocalStore) -> None:
    found = resolved("-", store, ARCHIVE, DIGEST)
    assert ("standard input", DIGEST) == (found.name, found.expected)
    assert [ARCHIVE, ARCHIVE] == twice(found)


def test_a_file_called_dash_needs_a_path(
    store: LocalStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "-").write_bytes(ARCHIVE)
    monkeypatch.chdir(tmp_path)
    assert [ARCHIVE, ARCHIVE] == twice(resolved("./-", store, b"another"))


def test_a_real_pipe_is_read_to_its_end(store: LocalStore) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stdin:
        os.write(writing, ARCHIVE[:700])
        os.write(writing, ARCHIVE[700:])
        os.close(writing)
        found = resolve_reference("-", store=store, stdin=stdin)
    assert [ARCHIVE, ARCHIVE] == twice(found)


def test_empty_standard_input_is_nothing_yet(store: LocalStore) -> None:
    """Whoever verifies it says what is wrong with it."""
    assert [b"", b""] == twice(resolved("-", store))


def test_standard_input_has_the_limit_of_a_bundle(store: LocalStore) -> None:
    limits = Limits(total=len(ARCHIVE))

    def given(raw: bytes) -> Reference:
        return resolve_reference("-", store=store, stdin=io.BytesIO(raw), limits=limits)

    assert [ARCHIVE, ARCHIVE] == twice(given(ARCHIVE))
    with pytest.raises(BundleRefusedError) as caught:
        given(ARCHIVE + b"\0")
    assert Refusal.TOO_BIG is caught.value.refusal


def test_a_terminal_is_no_bundle(store: LocalStore) -> None:
    """Waiting for somebody to type one would look like a hang."""
    controlling, terminal = pty.openpty()
    try:
        with os.fdopen(terminal, "rb", closefd=False) as stdin, pytest.raises(UsageError) as caught:
            resolve_reference("-", store=store, stdin=stdin)
    finally:
        os.close(terminal)
        os.close(controlling)
    assert caught.value.cause == "standard input is a terminal"


def test_a_digest_is_looked_up_in_the_store(store: LocalStore) -> None:
    found = resolved(DIGEST.text, store)
    assert (DIGEST.text, DIGEST) == (found.name, found.expected)
    assert [ARCHIVE, ARCHIVE] == twice(found)


def test_a_digest_wins_over_a_file_of_that_name(
    store: LocalStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / DIGEST.text).write_bytes(b"planted")
    monkeypatch.chdir(tmp_path)
    assert [ARCHIVE, ARCHIVE] == twice(resolved(DIGEST.text, store))


def test_the_same_digest_twice_is_one(store: LocalStore) -> None:
    assert DIGEST == resolved(DIGEST.text, store, expected=DIGEST).expected


def test_two_different_digests_are_refused(store: LocalStore) -> None:
    with pytest.raises(UsageError) as caught:
        resolved(DIGEST.text, store, expected=OTHER)
    assert f"two digests were given: {DIGEST} and {OTHER}" == caught.value.cause


def test_an_unknown_digest_is_a_store_s_error(store: LocalStore) -> None:
    with pytest.raises(StoreError) as caught:
        resolved(OTHER.text, store)
    assert ("bundle_not_found", ExitCode.STORE) == (caught.value.code, caught.value.exit_code)


@pytest.mark.parametrize(
    "text",
    [
        "sha256:",
        "sha256:abc",
        f"SHA256:{DIGEST.hex}",
        f"sha256:{DIGEST.hex.upper()}",
        f"sha256-{DIGEST.hex}",
        f"sha512:{DIGEST.hex}",
        f"{DIGEST.text}\n",
        f"{DIGEST.text}0",
    ],
)
def test_what_is_meant_as_a_digest_and_is_none_is_no_file_either(
    store: LocalStore, text: str
) -> None:
    with pytest.raises(InvalidDigestError):
        resolved(text, store)


def _missing(path: Path) -> None:
    assert not path.exists()


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere")


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        (_missing, "No such file or directory"),
        (_dangling, "No such file or directory"),
        (Path.mkdir, "is not a regular file"),
        (os.mkfifo, "is not a regular file"),
    ],
)
def test_what_is_no_file_is_refused(
    store: LocalStore, tmp_path: Path, make: Callable[[Path], None], cause: str
) -> None:
    make(tmp_path / "m.tar")
    with pytest.raises(UsageError) as caught:
        resolved(tmp_path / "m.tar", store)
    assert (caught.value.not_done, True) == ("no bundle was read", cause in caught.value.cause)


@pytest.mark.parametrize("text", ["", "nul\0byte"])
def test_what_is_no_path_is_refused(store: LocalStore, text: str) -> None:
    with pytest.raises(UsageError, match="no bundle was read"):
        resolved(text, store)


def test_a_name_is_shown_safely(store: LocalStore, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\n.tar"
    path.write_bytes(ARCHIVE)
    assert resolved(path, store).name.endswith("a\\x1b[31m\\n.tar")
    path.unlink()
    with pytest.raises(UsageError) as caught:
        resolved(path, store)
    assert caught.value.cause.isprintable()


def test_a_file_that_vanishes_after_it_was_named_is_refused(
    store: LocalStore, tmp_path: Path
) -> None:
    (tmp_path / "m.tar").write_bytes(ARCHIVE)
    found = resolved(tmp_path / "m.tar", store)
    (tmp_path / "m.tar").unlink()
    with pytest.raises(UsageError):
        found.open()


def test_a_file_may_be_named_after_its_digest(store: LocalStore, tmp_path: Path) -> None:
    path = tmp_path / f"{Digest.of(ARCHIVE).directory_name}.tar"
    path.write_bytes(ARCHIVE)
    with contextlib.chdir(tmp_path):
        assert [ARCHIVE, ARCHIVE] == twice(resolved(path.name, store))


def test_standard_input_that_cannot_be_kept_is_an_error(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk shows when the file is made, when it is written, or when it is flushed."""
    full = lambda: open("/dev/full", "w+b")  # noqa: E731, SIM115
    monkeypatch.setattr("memcli.stores.reference.tempfile.TemporaryFile", full)
    for size in (1, 1 << 22):
        with pytest.raises(UsageError, match="could not be kept in"):
            resolved("-", store, stdin=b"x" * size)

    def none() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("memcli.stores.reference.tempfile.TemporaryFile", none)
    with pytest.raises(UsageError, match="No space left"):
        resolved("-", store, stdin=b"x")

"""What ``memcli overlay`` prints, and when it prints nothing."""

import json
import os
import shutil
from pathlib import Path

import pytest

from memcli.bundle.ustar import Entry, canonical_tar
from memcli.digest import Digest
from memcli.overlay.inline import inline_context
from memcli.overlay.leaf import leaf_directory
from overlay.sandboxes import (
    ARCHIVE,
    BODY_NONCE,
    CONTENT_BYTE,
    DIGEST,
    ENTRIES,
    HEADER_BYTE,
    INDEX_NONCE,
    OTHER_ARCHIVE,
    PADDING_BYTE,
    PATHS,
    Done,
    copy_of,
    flipped,
    memcli,
    put_in_store,
    remove,
    snapshot,
)

LONG = canonical_tar(
    (
        Entry("context/MEMORY.md", "".join(f"- {n}\n" for n in range(300)).encode()),
        Entry("memory/a.md", b"A.\n"),
    )
)


def overlay(bundle: str | Path, sandbox: Path, *options: str) -> Done:
    return memcli("overlay", bundle, "--sandbox", sandbox, *options, cwd=sandbox.parent)


def test_only_the_index_is_on_stdout(bundle: Path, sandbox: Path) -> None:
    done = overlay(bundle, sandbox, "--leaf", "run/1")
    memory_dir = sandbox / "leaves" / leaf_directory("run/1", DIGEST) / "memory"
    context = inline_context(
        digest=DIGEST, memory_dir=str(memory_dir), index=ENTRIES[0].content, paths=PATHS
    )
    assert (0, context.text.encode()) == (done.code, done.out)
    assert INDEX_NONCE.encode() in done.out
    assert BODY_NONCE.encode() not in done.out
    assert BODY_NONCE.encode() in (memory_dir / "one.md").read_bytes()
    summary = f"overlaid {DIGEST}, 3 memory files, read-only (advisory), at {memory_dir}\n"
    assert summary == done.err


def test_another_user_s_run_can_wait_for_the_lock(bundle: Path, sandbox: Path) -> None:
    memcli("overlay", bundle, "--sandbox", sandbox, cwd=bundle.parent)
    assert 0o644 == (sandbox / ".memcli" / "lock").stat().st_mode & 0o7777


def test_the_document_holds_the_same_context(bundle: Path, sandbox: Path) -> None:
    text = overlay(bundle, sandbox)
    done = overlay(bundle, sandbox, "--format", "json")
    assert {
        "schema": "memcli.overlay/v1",
        "digest": DIGEST.text,
        "memory_dir": str(sandbox / "leaves" / DIGEST.directory_name / "memory"),
        "files": 3,
        "level": "advisory",
        "index": True,
        "cut": None,
        "context": text.out.decode(),
    } == json.loads(done.out)
    assert BODY_NONCE.encode() not in done.out


def test_a_cut_index_is_told_on_both_streams(place: Path, sandbox: Path) -> None:
    (place / "long.tar").write_bytes(LONG)
    done = overlay(place / "long.tar", sandbox)
    assert b"- 199\n" in done.out
    assert b"- 200\n" not in done.out
    assert 0 == done.code
    for stream in (done.out.decode(), done.err):
        assert "200 of 300 lines, 1090 of 1690 bytes" in stream
    more = overlay(place / "long.tar", sandbox, "--index-lines", "300")
    assert b"- 299\n" in more.out
    assert "cut" not in more.err
    fewer = overlay(place / "long.tar", sandbox, "--index-bytes", "8")
    assert "2 of 300 lines, 8 of 1690 bytes" in fewer.err


@pytest.mark.parametrize("option", ["--index-lines", "--index-bytes"])
def test_a_limit_is_at_least_one(option: str, bundle: Path, sandbox: Path) -> None:
    done = overlay(bundle, sandbox, option, "0")
    assert (2, b"", {}) == (done.code, done.out, snapshot(sandbox))


def test_a_bundle_comes_from_a_pipe_or_from_the_store(
    place: Path, bundle: Path, sandbox: Path
) -> None:
    expected = overlay(bundle, sandbox)
    piped = memcli("overlay", "-", "--sandbox", sandbox, cwd=place, stdin=ARCHIVE)
    assert expected == piped
    put_in_store(place / "store", ARCHIVE)
    environ = {"MEMCLI_STORE": str(place / "store")}
    stored = memcli("overlay", DIGEST.text, "--sandbox", sandbox, cwd=place, environ=environ)
    assert expected == stored


@pytest.mark.parametrize(
    ("at", "options"),
    [(at, ()) for at in (HEADER_BYTE, PADDING_BYTE, -1)]
    + [(at, ("--digest", DIGEST.text)) for at in (CONTENT_BYTE, HEADER_BYTE, PADDING_BYTE, -1)],
)
def test_a_changed_byte_in_a_file_is_refused_and_nothing_is_made(
    at: int, options: tuple[str, ...], bundle: Path, sandbox: Path
) -> None:
    changed = flipped(ARCHIVE, at % len(ARCHIVE))
    assert Digest.of(changed) != DIGEST
    bundle.write_bytes(changed)
    done = overlay(bundle, sandbox, *options)
    assert (3, b"", {}) == (done.code, done.out, snapshot(sandbox))
    assert done.err.startswith("error: ")
    assert "\nhint: " in done.err


@pytest.mark.parametrize("at", [CONTENT_BYTE, HEADER_BYTE, PADDING_BYTE, -1])
def test_a_changed_byte_in_the_store_is_refused_and_nothing_is_made(
    at: int, place: Path, sandbox: Path
) -> None:
    stored = put_in_store(place / "store", ARCHIVE)
    stored.write_bytes(flipped(ARCHIVE, at % len(ARCHIVE)))
    environ = {"MEMCLI_STORE": str(place / "store")}
    done = memcli("overlay", DIGEST.text, "--sandbox", sandbox, cwd=place, environ=environ)
    assert (3, b"", {}) == (done.code, done.out, snapshot(sandbox))


def test_another_bundle_than_the_one_that_was_asked_for_is_refused(
    bundle: Path, sandbox: Path
) -> None:
    bundle.write_bytes(OTHER_ARCHIVE)
    done = overlay(bundle, sandbox, "--digest", DIGEST.text)
    assert (3, b"", {}) == (done.code, done.out, snapshot(sandbox))
    assert "digest_mismatch" in done.err


@pytest.mark.parametrize(
    ("reference", "code", "not_done"),
    [
        ("nothing.tar", 2, "no bundle was read"),
        ("", 2, "no bundle was read"),
        (".", 2, "no bundle was read"),
        ("sha256:12", 2, "the digest was not understood"),
        (DIGEST.text, 4, "the bundle was not found"),
    ],
)
def test_without_a_bundle_there_is_no_memory(
    reference: str, code: int, not_done: str, sandbox: Path
) -> None:
    done = overlay(reference, sandbox)
    assert (code, b"", {}) == (done.code, done.out, snapshot(sandbox))
    assert f"error: {not_done}" == done.err.partition("\n")[0]


@pytest.mark.parametrize("content", [b"", ARCHIVE[:700], ARCHIVE + b"\0"])
def test_half_a_bundle_is_none(content: bytes, bundle: Path, sandbox: Path) -> None:
    bundle.write_bytes(content)
    done = overlay(bundle, sandbox)
    assert (3 if content else 2, b"", {}) == (done.code, done.out, snapshot(sandbox))


def test_a_missing_sandbox_is_not_made(bundle: Path, place: Path) -> None:
    before = snapshot(place)
    done = overlay(bundle, place / "nowhere")
    assert (2, b"") == (done.code, done.out)
    assert "does not exist" in done.err
    assert before == snapshot(place)


def test_a_tampered_copy_prints_nothing(bundle: Path, sandbox: Path) -> None:
    assert 0 == overlay(bundle, sandbox).code
    note = copy_of(sandbox) / "memory" / "one.md"
    note.chmod(0o644)
    note.write_bytes(b"Planted.\n")
    note.chmod(0o444)
    for form in ("text", "json"):
        done = overlay(bundle, sandbox, "--format", form)
        assert (3, b"") == (done.code, done.out)
        assert done.err.startswith("error: no overlay was made\n")


def test_two_leaves_that_look_alike_get_a_directory_each(bundle: Path, sandbox: Path) -> None:
    leaves = ("run/1", "run-1")
    assert [0, 0] == [overlay(bundle, sandbox, "--leaf", leaf).code for leaf in leaves]
    expected = sorted(leaf_directory(leaf, DIGEST) for leaf in leaves)
    assert expected == sorted(os.listdir(sandbox / "leaves"))


@pytest.mark.parametrize("leaf", ["", "a" * 5000])
def test_an_impossible_leaf_id_is_refused(leaf: str, bundle: Path, sandbox: Path) -> None:
    done = overlay(bundle, sandbox, "--leaf", leaf)
    assert (2, b"", {}) == (done.code, done.out, snapshot(sandbox))


def test_a_leaf_that_has_another_memory_is_a_conflict(
    place: Path, bundle: Path, sandbox: Path
) -> None:
    (place / "other.tar").write_bytes(OTHER_ARCHIVE)
    assert 0 == overlay(bundle, sandbox, "--leaf", "run/1").code
    done = overlay(place / "other.tar", sandbox, "--leaf", "run/1")
    assert (5, b"") == (done.code, done.out)


def test_the_text_is_the_same_bytes_on_another_day_in_another_place(place: Path) -> None:
    """Time, zone, locale, umask, home, cwd and how the sandbox is named have no say."""
    sandbox = place / "sändbox"
    sandbox.mkdir()
    found = set()
    for number, (environ, given, cwd) in enumerate(
        [
            ({"LANG": "C.UTF-8", "TZ": "UTC"}, str(sandbox), place),
            ({"LANG": "C", "TZ": "Asia/Tokyo"}, "sändbox", place),
            ({"LC_ALL": "POSIX", "TZ": "America/Lima"}, ".", sandbox),
            ({"LANG": "", "HOME": "/nonexistent", "COLUMNS": "20"}, "../sändbox", sandbox),
            ({"PYTHONHASHSEED": "7", "LC_ALL": "tr_TR.UTF-8"}, f"{sandbox}/", Path("/")),
        ]
    ):
        bundle = place / f"memory-{number}.tar"
        bundle.write_bytes(ARCHIVE)
        os.utime(bundle, (10**9 * (number % 2), 10**8 * number))
        done = memcli(
            *("overlay", bundle, "--sandbox", given, "--leaf", "läuf/1"),
            cwd=cwd,
            environ=environ,
            umask=(0o022, 0o077, 0o000)[number % 3],
        )
        assert 0 == done.code, done.err
        found.add(done.out)
        remove(sandbox / ".memcli")
        shutil.rmtree(sandbox / "leaves")
    assert 1 == len(found)

"""The tools that everybody has read what we write, and we read what they compress."""

import io
import stat
import subprocess
from pathlib import Path

import pytest

from harness import require_tool
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry
from memcli.bundle.verify import verify
from memcli.bundle.writer import ArchiveWriter
from memcli.digest import Digest

ENTRIES = (
    Entry("context/MEMORY.md", b"- [a](a.md)\n"),
    Entry("memory/caf\u00e9.md", b"\xff\x00 any bytes"),
    Entry("memory/empty.md", b""),
    Entry("memory/my note.md", b"one\r\n" * 300),
    Entry(f"memory/{'p' * 148}/{'n' * 97}.md", b"256 bytes of path\n"),
    Entry("memory/\u8a18\u61b6.md", b"x" * 512),
    Entry("memory/\U0001f600.md", b"x" * 513),
    Entry("skills/s/run.sh", b"#!/bin/sh\n", 0o755),
)


@pytest.fixture
def bundle(tmp_path: Path) -> tuple[Path, Digest]:
    """Return a bundle of ENTRIES and its digest."""
    path = tmp_path / "bundle.tar"
    with path.open("wb") as out:
        writer = ArchiveWriter(out)
        for entry in ENTRIES:
            writer.add(entry.path, entry.content, mode=entry.mode)
        return path, writer.close()


def run(name: str, *arguments: str, stdin: bytes | None = None) -> bytes:
    """Return what a tool printed. Where it is missing the test is skipped, in CI it fails."""
    call = [require_tool(name), *arguments]
    done = subprocess.run(call, input=stdin, capture_output=True, check=True)
    assert b"" == done.stderr
    return done.stdout


def refusal_of(data: bytes) -> Refusal:
    with pytest.raises(BundleRefusedError) as caught:
        verify(io.BytesIO(data))
    return caught.value.refusal


def test_tar_lists_the_files_in_order(bundle: tuple[Path, Digest]) -> None:
    listed = run("tar", "--quoting-style=literal", "-tf", str(bundle[0])).decode().splitlines()
    assert [entry.path for entry in ENTRIES] == listed


def test_tar_unpacks_the_files(bundle: tuple[Path, Digest], tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    run("tar", "-xpf", str(bundle[0]), "-C", str(out))
    found = {
        path.relative_to(out).as_posix(): (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        for path in out.rglob("*")
        if path.is_file()
    }
    assert {entry.path: (entry.content, entry.mode) for entry in ENTRIES} == found


def test_sha256sum_prints_the_digest(bundle: tuple[Path, Digest]) -> None:
    path, digest = bundle
    assert digest.hex == run("sha256sum", str(path)).split()[0].decode()


@pytest.mark.parametrize("level", ["-1", "-9"])
def test_gzip_without_a_name_is_read(bundle: tuple[Path, Digest], level: str) -> None:
    path, digest = bundle
    stored = run("gzip", "-n", level, "-c", str(path))
    assert digest == verify(io.BytesIO(stored), expected=digest).digest


def test_gzip_with_a_name_is_refused(bundle: tuple[Path, Digest]) -> None:
    assert Refusal.GZIP_HEADER is refusal_of(run("gzip", "-c", str(bundle[0])))


def test_two_gzip_files_in_a_row_are_refused(bundle: tuple[Path, Digest]) -> None:
    stored = run("gzip", "-n", "-c", str(bundle[0]))
    assert Refusal.GZIP_MULTI_MEMBER is refusal_of(stored + stored)


@pytest.mark.parametrize("options", [("-3",), ("-19",), ("--no-check",), ("--long=25", "-1")])
def test_zstd_is_read(bundle: tuple[Path, Digest], options: tuple[str, ...]) -> None:
    path, digest = bundle
    stored = run("zstd", "-q", *options, "-c", str(path))
    assert digest == verify(io.BytesIO(stored), expected=digest).digest


def test_zstd_from_a_pipe_is_read(bundle: tuple[Path, Digest]) -> None:
    path, digest = bundle
    stored = run("zstd", "-q", "-c", stdin=path.read_bytes())
    assert digest == verify(io.BytesIO(stored), expected=digest).digest


def test_zstd_with_too_long_a_window_is_refused(bundle: tuple[Path, Digest]) -> None:
    stored = run("zstd", "-q", "--long=27", "-c", stdin=bundle[0].read_bytes())
    assert Refusal.ZSTD_WINDOW is refusal_of(stored)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("ustar", Refusal.TYPE_DIRECTORY),
        ("pax", Refusal.TYPE_PAX),
        ("gnu", Refusal.HEADER_MAGIC),
    ],
)
def test_what_tar_makes_of_the_same_files_is_no_bundle(
    bundle: tuple[Path, Digest], tmp_path: Path, form: str, expected: Refusal
) -> None:
    """The tool writes owners, times and directories; only one form is ours."""
    out = tmp_path / "out"
    out.mkdir()
    run("tar", "-xf", str(bundle[0]), "-C", str(out))
    made = run("tar", f"--format={form}", "-cf", "-", "-C", str(out), "context", "skills")
    assert expected is refusal_of(made)

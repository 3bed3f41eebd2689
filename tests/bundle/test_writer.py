"""The writer makes no bundle that the reader would refuse."""

import io
from dataclasses import replace

import pytest

from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.reader import BundleReader
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry, canonical_tar
from memcli.bundle.writer import ArchiveWriter
from memcli.digest import Digest

ENTRIES = (
    Entry("context/MEMORY.md", "\ufeff- [a](a.md)\r\n".encode()),
    Entry("memory/a.md", b"\xff no text \0"),
    Entry("skills/s/run.sh", b"#!/bin/sh\n", 0o755),
)


def written(*entries: Entry, limits: Limits = DEFAULT_LIMITS) -> tuple[bytes, Digest]:
    out = io.BytesIO()
    writer = ArchiveWriter(out, limits=limits)
    for entry in entries:
        writer.add(entry.path, entry.content, mode=entry.mode)
    digest = writer.close()
    assert len(out.getvalue()) == writer.size
    return out.getvalue(), digest


def refusal_of(*entries: Entry, limits: Limits = DEFAULT_LIMITS) -> Refusal:
    with pytest.raises(BundleRefusedError) as caught:
        written(*entries, limits=limits)
    return caught.value.refusal


def test_it_writes_the_canonical_archive_and_its_digest() -> None:
    archive = canonical_tar(ENTRIES)
    assert (archive, Digest.of(archive)) == written(*ENTRIES)


def test_without_a_file_it_only_hashes() -> None:
    writer = ArchiveWriter(None)
    for entry in ENTRIES:
        writer.add(entry.path, entry.content, mode=entry.mode)
    archive = canonical_tar(ENTRIES)
    assert (Digest.of(archive), len(archive)) == (writer.close(), writer.size)


@pytest.mark.parametrize(
    ("expected", "entry"),
    [
        (Refusal.MODE_NOT_ALLOWED, Entry("memory/a.md", b"", 0o755)),
        (Refusal.MODE_NOT_ALLOWED, Entry("memory/a.md", b"", 0o600)),
        (Refusal.MODE_NOT_ALLOWED, Entry("skills/s/run.md", b"", 0o755)),
        (Refusal.MODE_SPECIAL_BITS, Entry("memory/a.md", b"", 0o4644)),
        (Refusal.MODE_SPECIAL_BITS, Entry("memory/a.md", b"", 0o100644)),
        (Refusal.INDEX_NOT_UTF8, Entry("context/MEMORY.md", b"caf\xe9")),
        (Refusal.PATH_OUTSIDE_LAYOUT, Entry("lockfile.json", b"{}")),
        (Refusal.PATH_TOO_LONG, Entry(f"memory/{'n' * 98}.md", b"")),
    ],
)
def test_it_refuses_what_the_reader_refuses(expected: Refusal, entry: Entry) -> None:
    assert expected is refusal_of(entry)


def test_paths_must_ascend() -> None:
    first, second, third = ENTRIES
    assert Refusal.ORDER_NONCANONICAL is refusal_of(first, third, second)
    assert Refusal.PATH_DUPLICATE is refusal_of(first, first)


def test_limits_hold_exactly() -> None:
    notes = [Entry(f"memory/{name}.md", bytes(1000)) for name in "abc"]
    size = len(canonical_tar(notes))
    exact = replace(DEFAULT_LIMITS, entry=1000, entries=3, total=size)
    archive, digest = written(*notes, limits=exact)
    assert notes == list(BundleReader(io.BytesIO(archive), expected=digest, limits=exact))
    for limits, refusal in (
        (replace(exact, entry=999), Refusal.TOO_BIG),
        (replace(exact, entries=2), Refusal.TOO_MANY_ENTRIES),
        (replace(exact, total=size - 1), Refusal.TOO_BIG),
    ):
        assert refusal is refusal_of(*notes, limits=limits)
        with pytest.raises(BundleRefusedError) as caught:
            list(BundleReader(io.BytesIO(archive), limits=limits))
        assert refusal is caught.value.refusal


def test_depth_holds_exactly() -> None:
    deepest = "memory/" + "d/" * 30 + "a.md"
    written(Entry(deepest, b""))
    assert Refusal.PATH_TOO_DEEP is refusal_of(Entry("memory/d/" + deepest[7:], b""))

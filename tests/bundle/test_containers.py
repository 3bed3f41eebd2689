"""Compression is opened strictly: any damage to it is named, none of it passes."""

import gzip as python_gzip
import io
from collections.abc import Callable

import pytest
import zstandard

from archives import GOOD, gzip, zstd, zstd_raw, zstd_rle
from memcli.bundle import containers
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry, canonical_tar
from memcli.bundle.verify import verify
from memcli.digest import Digest

ARCHIVE = canonical_tar([Entry(f"memory/{number:03}.md", b"%d\n" % number) for number in range(60)])


def refusal_of(data: bytes) -> Refusal:
    with pytest.raises(BundleRefusedError) as caught:
        verify(io.BytesIO(data))
    return caught.value.refusal


@pytest.mark.parametrize("level", [0, 1, 6, 9])
def test_gzip_at_every_level(level: int) -> None:
    stored = python_gzip.compress(ARCHIVE, level, mtime=1_700_000_000)
    assert Digest.of(ARCHIVE) == verify(io.BytesIO(stored)).digest


@pytest.mark.parametrize("level", [-5, 1, 3, 19])
@pytest.mark.parametrize("checked", [True, False], ids=["checksum", "no checksum"])
@pytest.mark.parametrize("sized", [True, False], ids=["size", "no size"])
def test_zstd_at_every_level(level: int, *, checked: bool, sized: bool) -> None:
    compressor = zstandard.ZstdCompressor(
        level=level, write_checksum=checked, write_content_size=sized
    )
    assert Digest.of(ARCHIVE) == verify(io.BytesIO(compressor.compress(ARCHIVE))).digest


def test_the_largest_window_is_accepted() -> None:
    stored = zstd(zstd_raw(GOOD), window=15 << 3)
    assert Digest.of(GOOD) == verify(io.BytesIO(stored)).digest


def test_what_compresses_well_but_is_small_is_accepted() -> None:
    notes = canonical_tar([Entry("memory/a.md", bytes(1 << 19))])
    for stored in (gzip(notes), zstandard.ZstdCompressor().compress(notes)):
        assert len(notes) > 200 * len(stored)
        assert Digest.of(notes) == verify(io.BytesIO(stored)).digest


@pytest.mark.parametrize("compress", [gzip, zstandard.ZstdCompressor(write_checksum=True).compress])
def test_data_that_is_read_in_chunks_of_any_size(
    compress: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At some size a chunk ends with the data, and the checksum comes alone in the next."""
    stored = compress(GOOD)
    for size in range(18, len(stored) + 2):
        monkeypatch.setattr(containers, "_CHUNK", size)
        assert Digest.of(GOOD) == verify(io.BytesIO(stored)).digest
        assert refusal_of(stored + b"\0") in {
            Refusal.GZIP_TRAILING_DATA,
            Refusal.ZSTD_TRAILING_DATA,
        }
        assert refusal_of(stored * 2) in {Refusal.GZIP_MULTI_MEMBER, Refusal.ZSTD_MULTI_FRAME}


def test_gzip_cut_at_any_byte() -> None:
    stored = gzip(GOOD)
    assert Refusal.NOT_A_TAR is refusal_of(stored[:1])
    assert {Refusal.GZIP_CORRUPT} == {
        refusal_of(stored[:length]) for length in range(2, len(stored))
    }


def test_zstd_cut_at_any_byte() -> None:
    for stored in (
        zstandard.ZstdCompressor(write_checksum=True).compress(GOOD),
        zstd(zstd_raw(GOOD)),
    ):
        assert {Refusal.NOT_A_TAR} == {refusal_of(stored[:length]) for length in range(1, 4)}
        assert {Refusal.ZSTD_CORRUPT} == {
            refusal_of(stored[:length]) for length in range(4, len(stored))
        }


def test_gzip_with_any_bit_changed_gives_the_archive_or_nothing() -> None:
    stored = gzip(GOOD)
    passed = set()
    for position in range(len(stored)):
        for bit in range(8):
            changed = bytearray(stored)
            changed[position] ^= 1 << bit
            try:
                digest = verify(io.BytesIO(changed)).digest
            except BundleRefusedError:
                continue
            assert Digest.of(GOOD) == digest
            passed.add(position)
    # Time, level and system: they say nothing about the content.
    assert set(range(4, 10)) == passed & set(range(10))


def test_zstd_with_a_checksum_and_any_bit_changed_gives_the_archive_or_nothing() -> None:
    stored = zstandard.ZstdCompressor(write_checksum=True).compress(GOOD)
    for position in range(len(stored)):
        for bit in range(8):
            changed = bytearray(stored)
            changed[position] ^= 1 << bit
            try:
                digest = verify(io.BytesIO(changed)).digest
            except BundleRefusedError:
                continue
            assert Digest.of(GOOD) == digest


def test_blocks_of_one_byte_that_are_honest_are_accepted() -> None:
    size = 1 << 17
    data = canonical_tar([Entry("memory/a.md", bytes(size))])
    blocks = [*zstd_raw(data[:512]), *zstd_rle(b"\0", blocks=1), *zstd_raw(data[512 + size :])]
    assert Digest.of(data) == verify(io.BytesIO(zstd(blocks))).digest

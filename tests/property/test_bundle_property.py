"""What holds for every bundle: bytes in are bytes out, and no byte of an archive is free."""

import gzip
import io
from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
import zstandard
from hypothesis import assume, given
from hypothesis import strategies as st

import archives
from memcli.bundle.paths import INDEX_PATH
from memcli.bundle.reader import BundleReader
from memcli.bundle.refusal import BundleRefusedError
from memcli.bundle.ustar import BLOCK, Entry, canonical_tar
from memcli.bundle.verify import verify
from memcli.bundle.writer import ArchiveWriter
from memcli.digest import Digest
from memcli.errors import MemcliError

LETTERS = "abcXYZ\u00e9\u00fc\u8a18\u61b6\u05d6\U0001f600"
SEGMENTS = st.one_of(
    st.text(LETTERS, min_size=1, max_size=12),
    st.text(LETTERS, min_size=1, max_size=3),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=12),
    st.text("abAB-_.\u00e9\u0301\u8a18\u200d", min_size=1, max_size=4),
    st.sampled_from(["n" * 97, "p" * 140, "\u8a18" * 40]),
)
NOTES = st.builds(
    lambda path, content: Entry(f"memory/{'/'.join(path)}.md", content),
    st.lists(SEGMENTS, min_size=1, max_size=4),
    st.binary(max_size=1100),
)
INDEXES = st.text().map(lambda text: Entry(INDEX_PATH, text.encode("utf-8", "replace")))
FOREIGN = st.builds(
    Entry,
    st.sampled_from(["context/agents/0-CLAUDE.md", "prompt/append-1.md", "skills/s/SKILL.md"]),
    st.binary(max_size=20),
)
SCRIPTS = st.builds(
    Entry, st.just("skills/s/run.sh"), st.binary(max_size=20), st.sampled_from([0o644, 0o755])
)
ANY = st.lists(st.one_of(NOTES, NOTES, NOTES, INDEXES, FOREIGN, SCRIPTS), min_size=1, max_size=9)


def that_stand_together(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without those that a bundle cannot hold, in order."""
    writer = ArchiveWriter(None)
    kept = []
    for entry in sorted(entries, key=lambda each: each.path.encode()):
        with suppress(BundleRefusedError):
            writer.add(entry.path, entry.content, mode=entry.mode)
            kept.append(entry)
    return kept


BUNDLES = ANY.map(that_stand_together)


def written(entries: Sequence[Entry]) -> tuple[bytes, Digest]:
    out = io.BytesIO()
    writer = ArchiveWriter(out)
    for entry in entries:
        writer.add(entry.path, entry.content, mode=entry.mode)
    digest = writer.close()
    return out.getvalue(), digest


@given(BUNDLES)
def test_write_read_write_is_the_identity(entries: list[Entry]) -> None:
    data, digest = written(entries)
    reader = BundleReader(io.BytesIO(data), expected=digest)
    read = list(reader)
    assert entries == read
    assert (data, digest) == written(read)
    assert (Digest.of(data), len(data)) == (reader.digest, reader.size)
    assert data == canonical_tar(entries)


@given(BUNDLES.flatmap(lambda entries: st.tuples(st.just(entries), st.permutations(entries))))
def test_the_order_of_the_input_does_not_matter(both: tuple[list[Entry], list[Entry]]) -> None:
    assert canonical_tar(both[0]) == canonical_tar(both[1])


@given(BUNDLES, BUNDLES)
def test_other_content_is_another_digest(first: list[Entry], second: list[Entry]) -> None:
    same = Digest.of(canonical_tar(first)) == Digest.of(canonical_tar(second))
    assert (first == second) is same


def mended(data: bytearray, position: int) -> None:
    """Set the checksum of the header around ``position`` right, to get past the first check."""
    start = position - position % BLOCK
    block = data[start : start + BLOCK]
    if len(block) == BLOCK:
        block[148:156] = b" " * 8
        data[start + 148 : start + 156] = b"%06o\0 " % sum(block)


@st.composite
def changed(draw: st.DrawFn, data: bytes) -> bytes:
    """Return ``data`` with one byte or block changed, put in or taken out, or cut off."""
    position = draw(st.integers(0, len(data) - 1))
    block = position - position % BLOCK
    result = bytearray(data)
    match draw(st.sampled_from(["byte", "mended", "insert", "delete", "cut", "drop", "double"])):
        case "byte":
            result[position] ^= draw(st.integers(1, 255))
        case "mended":
            result[position] = draw(st.sampled_from(b"\0 /.01678agxLK\xff"))
            mended(result, position)
        case "insert":
            result.insert(position, draw(st.integers(0, 255)))
        case "delete":
            del result[position]
        case "cut":
            del result[position:]
        case "drop":
            del result[block : block + BLOCK]
        case "double":
            result[block:block] = result[block : block + BLOCK]
    return bytes(result)


@given(BUNDLES.map(canonical_tar).flatmap(lambda data: st.tuples(st.just(data), changed(data))))
def test_what_is_accepted_is_what_would_be_written(both: tuple[bytes, bytes]) -> None:
    original, data = both
    assume(original != data)
    reader = BundleReader(io.BytesIO(data))
    try:
        entries = list(reader)
    except MemcliError:
        return
    assert data == canonical_tar(entries)
    assert Digest.of(original) != reader.digest


@given(BUNDLES.map(canonical_tar).flatmap(lambda data: st.tuples(st.just(data), changed(data))))
def test_whoever_names_the_digest_gets_nothing_else(both: tuple[bytes, bytes]) -> None:
    original, data = both
    assume(original != data)
    with pytest.raises(MemcliError):
        list(BundleReader(io.BytesIO(data), expected=Digest.of(original)))


HEADERS = st.builds(
    lambda name, kind, mode, size, prefix: archives.header(
        name, kind=kind, mode=mode, size=size, prefix=prefix
    ),
    st.one_of(st.binary(max_size=100), st.sampled_from([b"memory/a.md", b"lockfile.json"])),
    st.sampled_from([b"0", b"0", b"0", b"1", b"5", b"x", b"L", b"\0"]),
    st.one_of(st.just(b"0000644\0"), st.binary(max_size=8)),
    st.one_of(st.integers(0, 600), st.binary(max_size=12)),
    st.one_of(st.just(b""), st.binary(max_size=155)),
)
BLOCKS = st.lists(st.one_of(HEADERS, st.just(bytes(BLOCK)), st.binary(max_size=BLOCK)), max_size=5)
SOUP = st.one_of(st.binary(max_size=2000), BLOCKS.map(b"".join))
STARTS = st.sampled_from(
    [
        b"",
        archives.gzip(archives.GOOD)[:10],
        archives.gzip(archives.GOOD)[:30],
        archives.ZSTD_MAGIC,
        archives.zstd(archives.zstd_raw(archives.GOOD))[:600],
        archives.zstd_skippable(),
    ]
)

COMPRESS: tuple[Callable[[bytes], bytes], ...] = (
    archives.gzip,
    zstandard.ZstdCompressor(write_checksum=True).compress,
)


@given(STARTS, SOUP)
def test_any_bytes_are_read_or_refused(start: bytes, rest: bytes) -> None:
    with suppress(MemcliError):
        verify(io.BytesIO(start + rest))


@given(st.lists(SOUP, max_size=3).map(b"".join), st.sampled_from(COMPRESS))
def test_any_bytes_in_a_container_are_read_or_refused(
    data: bytes, compress: Callable[[bytes], bytes]
) -> None:
    with suppress(MemcliError):
        verify(io.BytesIO(compress(data)))


@given(BUNDLES, st.integers(0, 9), st.integers(0, 2**32 - 1))
def test_gzip_round_trip(entries: list[Entry], level: int, time: int) -> None:
    data = canonical_tar(entries)
    stored = gzip.compress(data, level, mtime=time)
    assert entries == list(BundleReader(io.BytesIO(stored), expected=Digest.of(data)))


@given(entries=BUNDLES, level=st.integers(-7, 12), checked=st.booleans(), sized=st.booleans())
def test_zstd_round_trip(entries: list[Entry], *, level: int, checked: bool, sized: bool) -> None:
    data = canonical_tar(entries)
    compressor = zstandard.ZstdCompressor(
        level=level, write_checksum=checked, write_content_size=sized
    )
    stored = compressor.compress(data)
    assert entries == list(BundleReader(io.BytesIO(stored), expected=Digest.of(data)))


@given(BUNDLES.map(canonical_tar), st.sampled_from(COMPRESS), st.data())
def test_a_damaged_container_gives_the_digest_or_nothing(
    data: bytes, compress: Callable[[bytes], bytes], draw: st.DataObject
) -> None:
    """What of a container may change says nothing about the archive in it."""
    stored = draw.draw(changed(compress(data)))
    with suppress(MemcliError):
        assert Digest.of(data) == verify(io.BytesIO(stored)).digest

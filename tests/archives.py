"""Archives built from parts, each part free to be wrong, without the code under test."""

import struct
import zlib
from collections.abc import Sequence

BLOCK = 512
END = bytes(2 * BLOCK)
INDEX = "context/MEMORY.md"
NOTE = "memory/a.md"
TEXT = b"x\n"


def field(value: bytes, width: int) -> bytes:
    """Return ``value`` filled with NULs up to ``width`` bytes."""
    assert len(value) <= width
    return value.ljust(width, b"\0")


def header(
    name: bytes,
    *,
    size: int | bytes = len(TEXT),
    mode: bytes = b"0000644\0",
    uid: bytes = b"0000000\0",
    gid: bytes = b"0000000\0",
    mtime: bytes = b"00000000000\0",
    checksum: bytes | None = None,
    kind: bytes = b"0",
    link: bytes = b"",
    magic: bytes = b"ustar\x0000",
    uname: bytes = b"",
    gname: bytes = b"",
    devmajor: bytes = b"",
    devminor: bytes = b"",
    prefix: bytes = b"",
    tail: bytes = b"",
) -> bytes:
    """Return 512 bytes of ustar header. The checksum is right unless it is given."""
    before = b"".join(
        (
            field(name, 100),
            field(mode, 8),
            field(uid, 8),
            field(gid, 8),
            field(size if isinstance(size, bytes) else b"%011o\0" % size, 12),
            field(mtime, 12),
        )
    )
    after = b"".join(
        (
            field(kind, 1),
            field(link, 100),
            field(magic, 8),
            field(uname, 32),
            field(gname, 32),
            field(devmajor, 8),
            field(devminor, 8),
            field(prefix, 155),
            field(tail, 12),
        )
    )
    total = sum(before) + 8 * ord(" ") + sum(after)
    return before + field(checksum or b"%06o\0 " % total, 8) + after


def fill(content: bytes) -> bytes:
    """Return the NULs after ``content``."""
    return bytes(-len(content) % BLOCK)


def member(
    path: str | bytes = NOTE, content: bytes = TEXT, *, split: int | None = None, **fields: bytes
) -> bytes:
    """Return a file of an archive. ``split`` is where the path is cut into prefix and name."""
    raw = path if isinstance(path, bytes) else path.encode("utf-8", "surrogatepass")
    if split is None and len(raw) > 100:
        split = raw.index(b"/", len(raw) - 101)
    if split is not None:
        fields["prefix"], raw = raw[:split], raw[split + 1 :]
    size = fields.pop("size", b"%011o\0" % len(content))
    return header(raw, size=size, **fields) + content + fill(content)


def archive(*members: bytes) -> bytes:
    """Return ``members`` with the end that an archive has."""
    return b"".join((*members, END))


def of_paths(*paths: str | bytes) -> bytes:
    """Return an archive of small files in the order of ``paths``."""
    return archive(*(member(path) for path in paths))


GOOD = archive(member(INDEX, b"- [a](a.md)\n"), member(NOTE))


def with_lockfile(content: bytes) -> bytes:
    """Return ``GOOD`` with a lockfile where the order of paths puts it."""
    return archive(member(INDEX, b"- [a](a.md)\n"), member("lockfile.json", content), member(NOTE))


def gzip(
    data: bytes,
    *,
    method: int = 8,
    flags: int = 0,
    extra: bytes = b"",
    crc: int | None = None,
    size: int | None = None,
) -> bytes:
    """Return one gzip member (RFC 1952). ``extra`` stands between header and data."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    crc = zlib.crc32(data) if crc is None else crc
    size = len(data) if size is None else size
    return b"".join(
        (
            struct.pack("<2sBBLBB", b"\x1f\x8b", method, flags, 0, 0, 255),
            extra,
            deflater.compress(data),
            deflater.flush(),
            struct.pack("<LL", crc, size & 0xFFFFFFFF),
        )
    )


ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def zstd_raw(data: bytes) -> list[tuple[int, int, bytes]]:
    """Return the blocks that hold ``data`` uncompressed: type, size and bytes."""
    size = 1 << 16
    return [(0, len(data[i : i + size]), data[i : i + size]) for i in range(0, len(data), size)]


def zstd_rle(byte: bytes, *, blocks: int) -> list[tuple[int, int, bytes]]:
    """Return blocks of 128 KiB of one byte, four bytes each."""
    return [(1, 1 << 17, byte)] * blocks


def zstd(
    blocks: Sequence[tuple[int, int, bytes]],
    *,
    descriptor: int = 0,
    window: int = 7 << 3,
    fields: bytes = b"",
    tail: bytes = b"",
) -> bytes:
    """Return one zstd frame (RFC 8878) of ``blocks``; the default window is 128 KiB.

    ``fields`` are dictionary identifier and content size, ``tail`` the checksum, which
    ``descriptor`` announces.
    """
    parts = [ZSTD_MAGIC, bytes((descriptor, window)), fields]
    for number, (kind, size, data) in enumerate(blocks, start=1):
        parts += ((size << 3 | kind << 1 | (number == len(blocks))).to_bytes(3, "little"), data)
    return b"".join((*parts, tail))


def zstd_skippable(data: bytes = b"note", *, number: int = 0) -> bytes:
    """Return a zstd frame that readers skip."""
    return struct.pack("<LL", 0x184D2A50 + number, len(data)) + data

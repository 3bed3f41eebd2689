"""Compression is transport: gzip and zstd are opened strictly, in bounded memory."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from memcli.bundle.limits import Limits
from memcli.bundle.refusal import BundleRefusedError, EmptyBundleError, Refusal
from memcli.errors import UsageError

_SMALLER = "let its author deny what need not travel, or raise --max-total if you trust the bundle"
_CHUNK = 1 << 16
_OUTPUT = 1 << 20
# One zstd block of a few bytes stands for 128 KiB: little input at a time bounds the output.
_ZSTD_FEED = 256
_GZIP = b"\x1f\x8b"
_GZIP_HEADER = 10
_GZIP_TRAILER = 8
_DEFLATE = 8
_ZSTD = b"\x28\xb5\x2f\xfd"
_ZSTD_SKIPPABLE = tuple(bytes((0x50 + i, 0x2A, 0x4D, 0x18)) for i in range(16))


class ArchiveBytes:
    """The archive's bytes from an open file, whatever contains them, read in exact amounts."""

    def __init__(self, raw: BinaryIO, limits: Limits) -> None:
        self._chunks = _chunks(raw, limits)
        self._limit = limits.total
        self._buffer = bytearray()
        self._given = 0

    def read(self, size: int) -> bytes:
        """Return the next ``size`` bytes, fewer only at the end. Raises BundleRefusedError."""
        while len(self._buffer) < size:
            chunk = next(self._chunks, None)
            if chunk is None:
                break
            self._buffer += chunk
        data = bytes(memoryview(self._buffer)[:size])
        del self._buffer[:size]
        self._given += len(data)
        if self._given > self._limit:
            raise BundleRefusedError(
                Refusal.TOO_BIG, f"the archive passes {self._limit} bytes", hint=_SMALLER
            )
        return data


def is_compressed(data: bytes) -> bool:
    """Tell whether ``data`` begins like gzip or zstd."""
    return data.startswith((_GZIP, _ZSTD, *_ZSTD_SKIPPABLE))


def _chunks(raw: BinaryIO, limits: Limits) -> Iterator[bytes]:
    first = _read(raw)
    if not first:
        raise EmptyBundleError
    if first.startswith(_GZIP):
        yield from _gunzip(first, raw, limits)
    elif first.startswith((_ZSTD, *_ZSTD_SKIPPABLE)):
        yield from _unzstd(first, raw, limits)
    else:
        yield first
        while chunk := _read(raw):
            yield chunk


def _read(raw: BinaryIO) -> bytes:
    """Return a whole chunk, less only at the end: a pipe may give a header in two parts."""
    try:
        data = raw.read(_CHUNK)
        while 0 < len(data) < _CHUNK and (more := raw.read(_CHUNK - len(data))):
            data += more
    except OSError as error:
        raise UsageError(
            "no bundle was read",
            f"reading it failed: {error.strerror or type(error).__name__}",
            hint="give a bundle's file, '-' or a digest",
        ) from error
    return data


class _Expansion:
    """Refuses output out of proportion to the input that made it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken = 0
        self._made = 0

    def add(self, *, taken: int, made: int) -> None:
        self._taken += taken
        self._made += made
        bound = max(self._limits.expansion_from, self._limits.expansion * self._taken)
        if self._made > bound:
            raise BundleRefusedError(
                Refusal.TOO_BIG,
                f"{self._taken} compressed bytes expand to more than {bound}",
                hint="if you trust its author, decompress it yourself first",
            )


def _gunzip(first: bytes, raw: BinaryIO, limits: Limits) -> Iterator[bytes]:
    """Yield the content of a single gzip member with a bare header (RFC 1952)."""
    _check_gzip_header(first)
    expansion = _Expansion(limits)
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    crc = size = 0
    data = first[_GZIP_HEADER:]
    while not inflater.eof:
        data = data or _read(raw)
        if not data:
            raise BundleRefusedError(Refusal.GZIP_CORRUPT, "the gzip data is cut off")
        try:
            out = inflater.decompress(data, _OUTPUT)
        except zlib.error as error:
            raise BundleRefusedError(Refusal.GZIP_CORRUPT, "the gzip data is damaged") from error
        # At the end of the stream the one, before it the other; never both.
        rest = inflater.unused_data or inflater.unconsumed_tail
        expansion.add(taken=len(data) - len(rest), made=len(out))
        data = rest
        crc, size = zlib.crc32(out, crc), (size + len(out)) & 0xFFFFFFFF
        if out:
            yield out
    _check_gzip_end(data + _read(raw), crc=crc, size=size)


def _check_gzip_header(first: bytes) -> None:
    if len(first) < _GZIP_HEADER:
        raise BundleRefusedError(Refusal.GZIP_CORRUPT, "the gzip header is cut off")
    method, flags = first[2], first[3]
    if method != _DEFLATE or flags:
        raise BundleRefusedError(
            Refusal.GZIP_HEADER,
            "the gzip header has a name, a comment, extra or reserved fields",
            hint="compress it with 'gzip -n', which writes none, or send it uncompressed",
        )


def _check_gzip_end(data: bytes, *, crc: int, size: int) -> None:
    """Judge what follows the deflate stream: its checksum and size, and nothing more."""
    if data[:_GZIP_TRAILER] != crc.to_bytes(4, "little") + size.to_bytes(4, "little"):
        raise BundleRefusedError(Refusal.GZIP_CORRUPT, "the gzip checksum or size is wrong")
    rest = data[_GZIP_TRAILER:]
    if rest.startswith(_GZIP):
        raise BundleRefusedError(Refusal.GZIP_MULTI_MEMBER, "there is a second gzip member")
    if rest:
        raise BundleRefusedError(Refusal.GZIP_TRAILING_DATA, "bytes follow the gzip member")


def _unzstd(first: bytes, raw: BinaryIO, limits: Limits) -> Iterator[bytes]:
    """Yield the content of a single zstd frame (RFC 8878) without a dictionary."""
    from zstandard import ZstdDecompressor, ZstdError  # only where there is zstd to read

    _check_zstd_header(first, limits)
    expansion = _Expansion(limits)
    frames = ZstdDecompressor(max_window_size=limits.window)
    inflater = frames.decompressobj(read_across_frames=False)
    chunk, at = first, 0
    while not inflater.eof:
        if at == len(chunk):
            chunk, at = _read(raw), 0
        fed = chunk[at : at + _ZSTD_FEED]
        if not fed:
            raise BundleRefusedError(Refusal.ZSTD_CORRUPT, "the zstd data is cut off")
        at += len(fed)
        try:
            out = inflater.decompress(fed)
        except ZstdError as error:
            raise BundleRefusedError(Refusal.ZSTD_CORRUPT, "the zstd data is damaged") from error
        expansion.add(taken=len(fed), made=len(out))
        if out:
            yield out
    _check_zstd_end(inflater.unused_data + chunk[at:] + _read(raw))


def _check_zstd_header(first: bytes, limits: Limits) -> None:
    from zstandard import ZstdError, get_frame_parameters

    if first.startswith(_ZSTD_SKIPPABLE):
        raise BundleRefusedError(Refusal.ZSTD_HEADER, "the zstd data begins with a skippable frame")
    try:
        frame = get_frame_parameters(first)
    except ZstdError as error:
        raise BundleRefusedError(Refusal.ZSTD_CORRUPT, "the zstd header is damaged") from error
    if frame.window_size > limits.window:
        raise BundleRefusedError(
            Refusal.ZSTD_WINDOW,
            f"the zstd frame wants a window of {frame.window_size} bytes, over {limits.window}",
            hint="compress it again with a smaller window, or send it uncompressed",
        )
    if frame.dict_id:
        raise BundleRefusedError(Refusal.ZSTD_HEADER, "the zstd frame needs a dictionary")


def _check_zstd_end(rest: bytes) -> None:
    if rest.startswith((_ZSTD, *_ZSTD_SKIPPABLE)):
        raise BundleRefusedError(Refusal.ZSTD_MULTI_FRAME, "there is a second zstd frame")
    if rest:
        raise BundleRefusedError(Refusal.ZSTD_TRAILING_DATA, "bytes follow the zstd frame")

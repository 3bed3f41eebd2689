"""The canonical archive's bytes: POSIX ustar headers, padding and end, each in one form only."""

from collections.abc import Iterable
from typing import NamedTuple

from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.fs import display

BLOCK = 512
END = bytes(2 * BLOCK)
FILE_MODE = 0o644
SCRIPT_MODE = 0o755
MAGIC = b"ustar\x0000"
MAGIC_AT = 257
_NAME = 100
_PREFIX = 155
_SIZE_LIMIT = 8 << 30


class Entry(NamedTuple):
    """One file of a bundle. ``mode`` is its permission bits."""

    path: str
    content: bytes
    mode: int = FILE_MODE


def header(path: bytes, *, size: int, mode: int = FILE_MODE) -> bytes:
    """Return the 512-byte header of a regular file of ``size`` bytes.

    Owner, group and time are zero, names of them empty. Raises BundleRefusedError
    (path_too_long, too_big).
    """
    if size >= _SIZE_LIMIT:
        raise BundleRefusedError(Refusal.TOO_BIG, f"{display(path)} has {size} bytes")
    prefix, name = split_path(path)
    block = b"".join(
        (
            name.ljust(_NAME, b"\0"),
            b"%07o\0" % (mode & 0o7777),
            b"0000000\0" * 2,
            b"%011o\0" % size,
            b"00000000000\0",
            b" " * 8,
            b"0",
            bytes(_NAME),
            MAGIC,
            bytes(32 + 32 + 8 + 8),
            prefix.ljust(_PREFIX, b"\0"),
            bytes(12),
        )
    )
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]


def split_path(path: bytes) -> tuple[bytes, bytes]:
    """Return ``path`` as ustar's prefix and name.

    It stays whole if it fits, else it is split at the first slash that leaves both within bounds.
    Raises BundleRefusedError (path_too_long).
    """
    if len(path) <= _NAME:
        return b"", path
    slash = path.find(b"/")
    while slash != -1:
        prefix, name = path[:slash], path[slash + 1 :]
        if prefix and name and len(prefix) <= _PREFIX and len(name) <= _NAME:
            return prefix, name
        slash = path.find(b"/", slash + 1)
    raise BundleRefusedError(
        Refusal.PATH_TOO_LONG,
        f"the path '{display(path)}' has {len(path)} bytes and no '/' that splits it into "
        f"at most {_PREFIX} and {_NAME}",
    )


def padding(size: int) -> bytes:
    """Return the NULs that fill ``size`` bytes up to a whole block."""
    return bytes(-size % BLOCK)


def canonical_tar(entries: Iterable[Entry]) -> bytes:
    """Return the archive of ``entries`` in the order of their paths' bytes.

    This is the format's encoding alone. It takes paths that no bundle may hold; what is written
    for others goes through ``ArchiveWriter``. Raises BundleRefusedError (path_too_long, too_big).
    """
    parts: list[bytes] = []
    for entry in sorted(entries, key=lambda each: each.path.encode()):
        size = len(entry.content)
        parts += (
            header(entry.path.encode(), size=size, mode=entry.mode),
            entry.content,
            padding(size),
        )
    return b"".join((*parts, END))

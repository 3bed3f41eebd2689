"""Parse an archive header, accepting one form only and naming what is wrong with any other."""

import re
from dataclasses import dataclass

from memcli.bundle.containers import is_compressed
from memcli.bundle.paths import decode_path
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import BLOCK, MAGIC, MAGIC_AT, header, split_path
from memcli.fs import display

_TYPES: dict[bytes, Refusal] = {
    b"1": Refusal.TYPE_HARDLINK,
    b"2": Refusal.TYPE_SYMLINK,
    b"3": Refusal.TYPE_DEVICE,
    b"4": Refusal.TYPE_DEVICE,
    b"5": Refusal.TYPE_DIRECTORY,
    b"6": Refusal.TYPE_FIFO,
    b"g": Refusal.TYPE_PAX,
    b"x": Refusal.TYPE_PAX,
    b"X": Refusal.TYPE_PAX,
    b"D": Refusal.TYPE_GNU,
    b"K": Refusal.TYPE_GNU,
    b"L": Refusal.TYPE_GNU,
    b"N": Refusal.TYPE_GNU,
    b"S": Refusal.TYPE_GNU,
}


@dataclass(frozen=True, slots=True)
class Header:
    """A header in canonical form. ``size`` is in bytes, ``block`` the header itself."""

    path: str
    size: int
    mode: int
    block: bytes


def parse_header(block: bytes, *, first: bool) -> Header:
    """Return the header in ``block``. Raises BundleRefusedError.

    Encoding what was read must give the same bytes; that alone refuses every other form. The
    checks before it exist to say what is wrong.
    """
    _check_frame(block, first=first)
    if block[156:157] != b"0":
        refusal = _TYPES.get(block[156:157], Refusal.TYPE_OTHER)
        raise BundleRefusedError(
            refusal, f"an entry of type {block[156:157]!a} is not a regular file"
        )
    mode = _octal(block[100:108], "mode")
    size = _octal(block[124:136], "size")
    name, prefix = _text(block[:100], "name"), _text(block[345:500], "prefix")
    raw = prefix + b"/" + name if prefix else name
    path = decode_path(raw)
    if raw and not raw.startswith(b"/") and split_path(raw) != (prefix, name):
        raise BundleRefusedError(
            Refusal.HEADER_NONCANONICAL_SPLIT, f"'{display(path)}' is split at another place"
        )
    if raw and not raw.startswith(b"/") and header(raw, size=size, mode=mode) != block:
        raise BundleRefusedError(
            Refusal.HEADER_NONCANONICAL,
            f"the header of '{display(path)}' is not in canonical form",
        )
    return Header(path, size, mode, block)


def _check_frame(block: bytes, *, first: bool) -> None:
    """Check length, magic and checksum: whether this is a header of our kind at all."""
    if first and is_compressed(block):
        raise BundleRefusedError(Refusal.NOT_A_TAR, "compressed data lies inside compressed data")
    if first and len(block) < BLOCK and b"\0" not in block:
        # A few lines of text: the wrong file, rather than part of a right one.
        raise _no_archive()
    if len(block) < BLOCK:
        raise BundleRefusedError(Refusal.TRUNCATED, "the archive ends inside a header")
    checksum_right = _checksum(block[148:156]) == sum(block) - sum(block[148:156]) + 8 * 32
    magic_right = block[MAGIC_AT : MAGIC_AT + len(MAGIC)] == MAGIC
    if first and not checksum_right and not magic_right:
        raise _no_archive()
    if not magic_right:
        gnu = block[156:157] in b"DKLNS"
        raise BundleRefusedError(
            Refusal.TYPE_GNU if gnu else Refusal.HEADER_MAGIC, "a header is not POSIX ustar"
        )
    if not checksum_right:
        raise BundleRefusedError(Refusal.HEADER_CHECKSUM, "the checksum of a header is wrong")


def _no_archive() -> BundleRefusedError:
    return BundleRefusedError(
        Refusal.NOT_A_TAR,
        "this is no archive",
        hint="give a file that 'memcli bundle' wrote, plain or as one gzip or zstd stream",
    )


def _checksum(field: bytes) -> int:
    """Return the checksum in any form tar readers take; which form is judged later."""
    digits = field.strip(b" \0")
    return int(digits, 8) if re.fullmatch(rb"[0-7]+", digits) else -1


def _octal(field: bytes, name: str) -> int:
    if re.fullmatch(rb"[0-7]+\0", field):
        return int(field[:-1], 8)
    # Digits, blanks and NULs in another arrangement are a number to some readers.
    lenient = re.fullmatch(rb"[0-7 \0]*", field) is not None
    raise BundleRefusedError(
        Refusal.HEADER_NONCANONICAL if lenient else Refusal.HEADER_FIELD,
        f"the {name} field {field!a} is not octal digits and a NUL",
    )


def _text(field: bytes, name: str) -> bytes:
    text, _, rest = field.partition(b"\0")
    if rest.strip(b"\0"):
        raise BundleRefusedError(
            Refusal.HEADER_JUNK_AFTER_NUL, f"bytes follow the end of the {name} field"
        )
    return text

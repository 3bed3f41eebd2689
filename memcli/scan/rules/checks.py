"""What a credential's format promises beyond its shape: checksums, encodings, randomness."""

import binascii
import math
import zlib
from collections import Counter

_BASE62 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CHECKSUM_DIGITS = 6
_BECH32 = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32_GENERATORS = 0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3


def entropy(value: bytes) -> float:
    """Return the Shannon entropy of ``value`` in bits per byte; 0.0 for nothing."""
    counts = Counter(value).values()
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in counts)


def is_mixed(value: bytes) -> bool:
    """Tell whether ``value`` holds at least two digits and letters that are not all of one case."""
    digits = sum(byte in b"0123456789" for byte in value)
    return digits > 1 and not value.islower() and not value.isupper()


def has_crc32(value: bytes) -> bool:
    """Tell whether the last six characters are the base62 CRC-32 of those before them.

    GitHub's and npm's tokens end so; give the value without its prefix.
    """
    body, digits = value[:-_CHECKSUM_DIGITS], value[-_CHECKSUM_DIGITS:]
    if not body or any(byte not in _BASE62 for byte in digits):
        return False
    number = 0
    for byte in digits:
        number = number * len(_BASE62) + _BASE62.index(byte)
    return number == zlib.crc32(body)


def has_bech32_checksum(text: bytes) -> bool:
    """Tell whether the last six characters are the checksum of a Bech32 text, such as age's keys.

    The text is of one case, and begins with its kind and a ``1``.
    """
    kind, one, data = text.lower().rpartition(b"1")
    if not one or len(data) <= _CHECKSUM_DIGITS or any(byte not in _BECH32 for byte in data):
        return False
    check = 1
    for value in (*(b >> 5 for b in kind), 0, *(b & 31 for b in kind), *map(_BECH32.index, data)):
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for place, generator in enumerate(_BECH32_GENERATORS):
            if top >> place & 1:
                check ^= generator
    return check == 1


def decoded_base64(value: bytes) -> bytes | None:
    """Return what ``value`` encodes in either base64 alphabet, padded or not; None if nothing."""
    text = value.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
    try:
        return binascii.a2b_base64(text + b"=" * (-len(text) % 4), strict_mode=True)
    except binascii.Error:
        return None

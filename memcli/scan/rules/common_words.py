"""Checks for vendors whose name is also a common word."""

import re

from memcli.scan.model import compiled
from memcli.scan.rules.named import Shape, looks_issued

# Between the vendor's word and the value these say that something else is meant.
_SOMETHING_ELSE = rb"""(?xi)
    cach | hash | etag | commit | checksum | digest | primary | foreign | partition | sort | index
    | keyboard | keyframe | keyword | public | revision | \bsha | \bmd5 | (?<!ac)count
    """
_PLAIN = rb"(?i)token|secret|api|client|pass|auth|access|credential"


def is_named_plainly(match: re.Match[bytes]) -> bool:
    """Tell whether the label asks for a credential and for nothing that only sounds like one."""
    label = match.string[match.start() : match.start("secret")]
    return (
        compiled(_PLAIN).search(label) is not None
        and compiled(_SOMETHING_ELSE).search(label) is None
        and looks_issued(match)
    )


def any_hexadecimal(length: int) -> Shape:
    """Return the shape of ``length`` hexadecimal digits of either case."""
    digits = "4f7a19c0b2e8d653", "9C1FA07E5D3B8264", "e19b37d25ac0f846", "1d72be93f0685a4c"
    sizes = [min(max(length - 16 * place, 0), 16) for place in range(-(-length // 16))]
    parts = tuple(digits[at % len(digits)][:size] for at, size in enumerate(sizes))
    return Shape(rb"[0-9A-Fa-f]{%d}" % length, parts)

"""Write expressions of bytes, classes and repeats in Hyperscan's syntax, and weigh them."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import log2
from typing import Any, NamedTuple

Bytes = frozenset[int]

_EVERY: Bytes = frozenset(range(256))

# A repeat is looked for up to this length: it bounds the database, and what holds so many
# characters of one class is rare enough.
REPEAT_MAX = 256
# A longer gap is taken for one without end.
_GAP_MAX = 48
# An expression of more characters is simplified.
_LONG = 200
# Hyperscan refuses 16,000 characters.
_TOO_LONG = 12_000
# Words that carry so many bits are rare enough to be looked for alone: a letter and a digit do.
_WORD_BITS = 12.0
# In a word's place stands one of so many bytes at most, so many times at most.
_WORD_BYTES = 6
_WORD_TIMES = 3
# As ``repeated`` writes a repeat that is not of one length; braces in a text are escaped.
_REPEAT = re.compile(r"\{([0-9]+),([0-9]*)\}")
# How often a byte occurs in notes, about: it says which part of a regex tells candidates apart.
_SHARES = (
    (frozenset(b"abcdefghijklmnopqrstuvwxyz"), 0.68),
    (frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 0.04),
    (frozenset(b"0123456789"), 0.05),
    (frozenset(b" "), 0.15),
    (frozenset(b"\n"), 0.02),
)
_RARE_SHARE = 0.0005


class Part(NamedTuple):
    """An expression, and the bits of information that a match of it carries at least.

    ``edge`` is what suffices of it at either end of a longer one. ``taken`` holds every byte that
    it can take. ``is_cut`` says that what follows in the regex must not follow the expression,
    ``is_words`` that it takes one of a few short texts.
    """

    text: str
    edge: str
    bits: float
    taken: Bytes
    is_cut: bool = False
    is_words: bool = False


EMPTY = Part("", "", 0.0, frozenset(), is_words=True)


@cache
def folded(allowed: Bytes, flags: int) -> Bytes:
    """Return ``allowed`` with both cases of its ASCII letters where ``flags`` ignore case."""
    if not flags & re.IGNORECASE:
        return allowed
    text = bytes(allowed)
    return frozenset(text.lower() + text.upper()) | allowed


def set_of(items: Iterable[tuple[Any, Any]], flags: int) -> Bytes:
    """Return the bytes of a set, as the parser of ``re`` returns it. Raises ValueError."""
    allowed: set[int] = set()
    is_negated = False
    for op, value in items:
        match str(op):
            case "NEGATE":
                is_negated = True
            case "LITERAL":
                allowed.add(value)
            case "RANGE":
                allowed.update(range(value[0], value[1] + 1))
            case "CATEGORY":
                allowed |= _category(str(value))
            case other:
                raise ValueError(f"unknown set {other}")
    inside = folded(frozenset(allowed), flags)
    return _EVERY - inside if is_negated else inside


@cache
def _category(name: str) -> Bytes:
    known = {"DIGIT": rb"\d", "SPACE": rb"\s", "WORD": rb"\w"}
    shape = known[name.removeprefix("CATEGORY_").removeprefix("NOT_")]
    inside = frozenset(b"".join(re.findall(shape, bytes(range(256)))))
    return _EVERY - inside if "NOT_" in name else inside


@cache
def one_of(allowed: Bytes) -> Part:
    """Return the expression of one byte of ``allowed``. Raises ValueError if there is none."""
    if not allowed:
        raise ValueError("nothing can match")
    runs: list[list[int]] = []
    for byte in sorted(allowed):
        if runs and runs[-1][1] == byte - 1:
            runs[-1][1] = byte
        else:
            runs.append([byte, byte])
    text = "".join(
        _escaped(start) if start == end else f"{_escaped(start)}-{_escaped(end)}"
        for start, end in runs
    )
    text = text if len(allowed) == 1 else f"[{text}]"
    is_words = len(allowed) <= _WORD_BYTES
    return Part(text, text, _bits(allowed), allowed, is_words=is_words)


def _escaped(byte: int) -> str:
    char = chr(byte)
    return char if char.isascii() and char.isalnum() else f"\\x{byte:02x}"


def _bits(allowed: Bytes) -> float:
    share = 0.0
    left = len(allowed)
    for known, of_known in _SHARES:
        common = len(known & allowed)
        share += of_known * common / len(known)
        left -= common
    return max(0.0, -log2(share + left * _RARE_SHARE))


def repeated(once: Part, least: int, most: float) -> Part:
    """Return the expression of ``once`` some times in a row, or of more times than ``most``."""
    if not most:
        return EMPTY
    kept = min(least, REPEAT_MAX)
    group = once.text if _is_single(once.text) else f"(?:{once.text})"
    edge = ("", group)[kept] if kept <= 1 else f"{group}{{{kept}}}"
    # Copies of what is no single byte make the database large.
    if most > _GAP_MAX or kept < least or (group != once.text and most > max(least, 1)):
        text = f"{group}{{{kept},}}"
    else:
        text = edge if least == most else f"{group}{{{kept},{most}}}"
    is_words = once.is_words and most <= _WORD_TIMES
    return Part(text, edge, once.bits * kept, once.taken, is_words=is_words)


def _is_single(text: str) -> bool:
    """Tell whether ``text`` is one byte or one class, as ``one_of`` writes them."""
    if text.startswith("["):
        return text.find("]") == len(text) - 1
    return len(text) == (len(r"\x00") if text.startswith("\\") else 1)


def in_a_row(parts: Sequence[Part]) -> Part:
    """Return the expression of ``parts``, one after the other."""
    text = "".join(part.text for part in parts)
    taken = EMPTY.taken.union(*(part.taken for part in parts))
    is_cut = bool(parts) and parts[-1].is_cut
    edge = text if any(part.edge for part in parts) else ""
    is_words = all(part.is_words for part in parts)
    bits = sum(part.bits for part in parts)
    return Part(text, edge, bits, taken, is_cut, is_words)


def ended(parts: Sequence[Part]) -> Part:
    """Return ``parts`` in a row, without what need not be there at the end."""
    kept = list(parts)
    while kept and not kept[-1].edge:
        del kept[-1]
    if kept:
        kept[-1] = kept[-1]._replace(text=kept[-1].edge)
    is_cut = bool(parts) and parts[-1].is_cut
    return in_a_row(kept)._replace(is_cut=is_cut)


def simplified(parts: Sequence[Part]) -> list[Part]:
    """Return ``parts``; of a long row all that need not be there is any run of bytes instead.

    Hyperscan compiles hundreds of long expressions slowly, and refuses very long ones.
    """
    if sum(len(part.text) for part in parts) < _LONG:
        return list(parts)
    result: list[Part] = []
    between: list[Part] = []
    for part in (*parts, None):
        if part is not None and not part.edge:
            between.append(part)
            continue
        if between:
            result.append(repeated(one_of(in_a_row(between).taken), 0, _GAP_MAX + 1))
            between = []
        if part is not None:
            result.append(part)
    return result


def loosened(text: str) -> str:
    """Return ``text`` with every repeat that may end early or late as one without end.

    Hyperscan counts to a bound slowly, and has a hard time to compile it.
    """
    return _REPEAT.sub(_loosely, text)


def _loosely(repeat: re.Match[str]) -> str:
    least, most = int(repeat[1]), repeat[2]
    if most in {"0", "1"}:
        return "?"
    return ("*", "+")[least] if least <= 1 else f"{{{least},}}"


def words_of(parts: Sequence[Part], *, least: float = _WORD_BITS) -> Part:
    """Return the words that ``parts`` begin with; empty if they carry less than ``least`` bits."""
    count = 0
    while count < len(parts) and parts[count].is_words:
        count += 1
    words = in_a_row(parts[:count])
    return words if words.bits >= least else EMPTY


def tail_of(parts: Sequence[Part]) -> str:
    """Return the last of ``parts`` if it is of one length: ``re`` searches for it in linear time.

    With gaps in it the time could grow with the square of a line's length. Of one part alone it
    would say nothing new.
    """
    return "" if len(parts) <= 1 or "," in parts[-1].text else parts[-1].text


def following(words: str, parts: Sequence[Part]) -> str:
    """Return what follows ``words`` in ``parts``, as far as ``re`` tries it in bounded time.

    That is up to the first repeat without end, or the words after one gap.
    """
    begun, count = "", 0
    while begun != words:
        if count == len(parts):
            return ""
        begun += parts[count].text
        count += 1
    found: list[str] = []
    has_gap = False
    for part in parts[count:]:
        if ",}" in part.text:
            return "".join([*found, "" if ",}" in part.edge else part.edge])
        if "," in part.text and not part.is_words:
            if has_gap:
                break
            has_gap = True
        found.append(part.text)
        if has_gap and part.is_words:
            break
    return "".join(found)


def split_ways(text: str) -> tuple[str, ...]:
    """Return ``text``, or the ways of which it chooses one if it is too long for Hyperscan."""
    if len(text) < _TOO_LONG or not text.startswith("(?:"):
        return (text,)
    ways = [""]
    depth = 0
    for char in text.removeprefix("(?:").removesuffix(")"):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            # More follows what is chosen.
            return (text,)
        if char == "|" and not depth:
            ways.append("")
        else:
            ways[-1] += char
    return tuple(ways)


def literal(text: bytes) -> Part:
    """Return the expression of a text whose ASCII case does not matter."""
    return in_a_row([one_of(folded(frozenset({byte}), re.IGNORECASE)) for byte in text])

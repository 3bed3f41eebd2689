"""Rules for credentials of a common shape behind a vendor's prefix or name."""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from memcli.scan.adjudicate import (
    consists_of_words,
    count_digits,
    has_unusual_letters,
    is_filler,
)
from memcli.scan.adjudication.strength import has_both_cases
from memcli.scan.model import Rule, Sample, compiled
from memcli.scan.rules.building import apart, labelled, vendor_rule
from memcli.scan.rules.checks import entropy, is_mixed

# What follows the part of a value that its author left to be seen.
_MASKS = rb"""(?xi)
      \.{3} | \*{3} | x{3} | \#{3} | \xe2\x80[\xa2\xa6] | \xe2\x96[\x80-\xbf]
    | (?: [ ]? [<\[({] | &lt; ) [ ]?
      (?: redact | mask | hidden | remov | sanit | scrub | filter | snip | cut | trunc | omit | elid
        | delet | rest[ ] | geschw | gek | entfern | \.{3} | \xe2\x80\xa6 )
    """
_PLACEHOLDER = rb"""(?xi)
    your | example | placeholder | change[_-]?me | redacted | dummy | insert | replace | \*\*\*
    """
# Random text of n characters has about log2(n) bits per byte; words and patterns stay below.
_MIN_ENTROPY = 2.5
_MIN_ENTROPY_LONG = 2.75
_LONG = 28
_MIN_DISTINCT = 6
_STRONG_HEX = 20
_STRONG = 16
# Beside a vendor's name and a label, of the exact shape, only a plain run is a filler.
_RUN_SHARE = 0.85
_STRIDES = (1, 2)
_BETWEEN_LETTERS_AND_DIGITS = rb"(?<=[A-Za-z])[0-9]|(?<=[0-9])[A-Za-z]"
_MIN_CHANGES = 5
# A name in camel case has an acronym or two.
_CAPITALS = rb"[a-z][A-Z]{2,}"
_MIN_CAPITALS = 3
_CASES_WITHOUT_DIGIT = rb"[a-z][A-Z]|[A-Z][a-z]"
# Words in camel case are mostly longer than that; random letters change their case faster.
_LETTERS_OF_A_WORD = 4


class Shape(NamedTuple):
    """A documented value: its regex, a value in parts that fits it, and whether it has 80 bits."""

    pattern: bytes
    parts: tuple[str, ...]
    strong: bool = True


_HEX = "4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d25ac0f846", "1d72be93f0685a4c"
_LOWER = "q7lmwx9tbzr5kvnc", "8pdyf3jsga6qeh1u", "rt4hk2mwbnvpcz0l", "d9tq5syxgk3hrm7j"
_MIXED = "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J"
_UPPER = "Q7LMWX9TBZR5KVNC", "8PDYF3JSGA6QEH1U", "RT4HK2MWBNVPCZ0L", "D9TQ5SYXGK3HRM7J"


def _cut(parts: tuple[str, ...], length: int) -> tuple[str, ...]:
    sizes = [min(max(length - 16 * place, 0), 16) for place in range(len(parts) + 4)]
    return tuple(parts[at % len(parts)][:size] for at, size in enumerate(sizes) if size)


@cache
def hexadecimal(length: int) -> Shape:
    """Return the shape of ``length`` hexadecimal digits of one case."""
    count = b"{%d}" % length
    return Shape(
        rb"(?:[0-9a-f]%b|[0-9A-F]%b)" % (count, count), _cut(_HEX, length), length >= _STRONG_HEX
    )


def lower(length: int, most: int | None = None, also: bytes = b"") -> Shape:
    """Return the shape of lower-case letters and digits, and the characters in ``also``."""
    return _of(rb"a-z0-9", _LOWER, length, most, also)


def upper(length: int, most: int | None = None, also: bytes = b"") -> Shape:
    """Return the shape of upper-case letters and digits, and the characters in ``also``."""
    return _of(rb"A-Z0-9", _UPPER, length, most, also)


def mixed(length: int, most: int | None = None, also: bytes = b"") -> Shape:
    """Return the shape of letters and digits, and the characters in ``also``."""
    return _of(rb"A-Za-z0-9", _MIXED, length, most, also)


@cache
def _of(
    letters: bytes, parts: tuple[str, ...], length: int, most: int | None, also: bytes
) -> Shape:
    count = b"%d,%d" % (length, most) if most else b"%d" % length
    return Shape(rb"[%b%b]{%b}" % (letters, also, count), _cut(parts, length), length >= _STRONG)


UUID = Shape(
    rb"(?i:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})",
    ("8f14e45f", "-ceea-467d-9b1c-", "0242ac130003"),
)


def looks_issued(match: re.Match[bytes]) -> bool:
    """Tell whether the secret behind its public prefix is as random as what a vendor issues.

    Fillers, words, placeholders and what is masked further on are not.
    """
    value = match["secret"][len(match["public"]) :]
    return is_random(value) and not _is_cut_out(match)


def looks_issued_mixed(match: re.Match[bytes]) -> bool:
    """Tell the same of a value that also has to hold digits and letters of both cases."""
    return is_mixed(match["secret"][len(match["public"]) :]) and looks_issued(match)


def looks_issued_beside_name(match: re.Match[bytes]) -> bool:
    """Tell the same of a value that the vendor's name and a label announce: a run may be longer."""
    value = match["secret"][len(match["public"]) :]
    return _is_varied(value) and not _is_run(value.lower()) and not _is_cut_out(match)


def is_random(value: bytes) -> bool:
    """Tell whether ``value`` is no filler, placeholder or text of words."""
    return _is_varied(value) and not is_filler(value)


def _is_varied(value: bytes) -> bool:
    enough = _MIN_ENTROPY_LONG if len(value) >= _LONG else _MIN_ENTROPY
    return (
        len(set(value)) >= _MIN_DISTINCT
        and entropy(value) >= enough
        and (count_digits(value) > 0 or _is_mixed_without_digit(value))
        and not _is_placeholder(value)
    )


def _is_placeholder(value: bytes) -> bool:
    """Tell whether a placeholder's word is in ``value``, and what is beside it is no secret."""
    rest, found = compiled(_PLACEHOLDER).subn(b"-", value)
    if not found:
        return False
    changes = len(compiled(_BETWEEN_LETTERS_AND_DIGITS).findall(rest))
    return changes < _MIN_CHANGES and not has_unusual_letters(rest)


def _is_cut_out(match: re.Match[bytes]) -> bool:
    """Tell whether the secret is masked further on or a part of something in base64."""
    start, end = match.span("secret")
    around = match.string[max(start - 1, 0) : start] + match.string[end : end + 1]
    return b"+" in around or compiled(_MASKS).match(match.string, end) is not None


def _is_run(text: bytes) -> bool:
    if any(text[unit:] == text[:-unit] for unit in range(1, len(text) // 2 + 1)):
        return True
    return any(
        sum(abs(left - right) <= 1 for left, right in zip(text, text[stride:], strict=False))
        >= _RUN_SHARE * (len(text) - stride)
        for stride in _STRIDES
    )


def named(
    vendor: str,
    shape: Shape,
    url: str,
    *,
    id: str = "",  # noqa: A002  (the name of the field it fills)
    names: tuple[str, ...] = (),
    what: str = "API key",
    revoke: str = "",
    accepts: Callable[[re.Match[bytes]], bool] = looks_issued_beside_name,
) -> Rule:
    """Return the rule of a vendor's credential that stands after the vendor's name and a label.

    ``names`` are how labels write the vendor, in lower case; a space in one stands for an optional
    separator. Without them it is ``vendor`` in lower case. The id is made of the first of them
    and ``what`` unless it is given.
    """
    written = names or (vendor.lower(),)
    slug = "-".join(written[0].replace(".", " ").split())
    label = f"{slug.replace('-', '_').upper()}_API_KEY"
    return vendor_rule(
        id or f"{slug}-{'-'.join(what.lower().split())}",
        vendor=vendor,
        title=f"{vendor} {what}",
        url=url,
        revoke=revoke or f"replace the {what} in the account settings at {vendor}",
        anchors=tuple(spelling for name in written for spelling in _spellings(name)),
        pattern=labelled(b"|".join(map(_spelled, written)), shape.pattern),
        accepts=accepts,
        strong=shape.strong,
        examples=(
            Sample((f"{label}=", *shape.parts)),
            Sample((f"- **{label}**: `", *shape.parts, "`")),
        ),
        counter_examples=(
            Sample((f"{label}=your-api-key-from-{slug}",)),
            Sample((f"{label}=", "x" * sum(map(len, shape.parts)))),
            Sample(("checksum ", *shape.parts)),
        ),
    )


def marked(
    vendor: str,
    prefixes: tuple[str, ...],
    shape: Shape,
    url: str,
    *,
    id: str = "",  # noqa: A002  (the name of the field it fills)
    what: str = "API key",
    revoke: str = "",
    accepts: Callable[[re.Match[bytes]], bool] = looks_issued,
) -> Rule:
    """Return the rule of a vendor's credential that begins with one of ``prefixes``.

    Letters and digits stand neither before the prefix nor after the value. The id is made of
    ``vendor`` and ``what`` unless it is given.
    """
    starts = [re.escape(prefix.encode()) for prefix in prefixes]
    not_before = b"".join(map(apart, starts))
    public = starts[0] if len(starts) == 1 else b"(?:%b)" % b"|".join(starts)
    first = prefixes[0]
    halves = first[: len(first) // 2], first[len(first) // 2 :]
    length = sum(map(len, shape.parts))
    return vendor_rule(
        id or "-".join(f"{vendor} {what}".lower().replace(".", "-").split()),
        vendor=vendor,
        title=f"{vendor} {what}",
        url=url,
        revoke=revoke or f"replace the {what} in the account settings at {vendor}",
        anchors=tuple(prefix.lower().encode() for prefix in prefixes),
        pattern=rb"(?P<secret>(?P<public>%b)%b%b)(?![A-Za-z0-9])"
        % (public, not_before, shape.pattern),
        accepts=accepts,
        strong=shape.strong,
        examples=(
            Sample(("Set it to ", *halves, *shape.parts, " for now.")),
            Sample(("key_", *halves, *shape.parts)),
        ),
        counter_examples=(
            Sample((*halves, "x" * length)),
            Sample((*halves, "...")),
            Sample((*halves, shape.parts[0][: length // 2 - 1])),
            Sample(("word", *halves, *shape.parts)),
        ),
    )


def _spelled(name: str) -> bytes:
    words = rb"[ _.-]?".join(re.escape(word.encode()) for word in name.split())
    # A name is also the end of other words: alchemy, wise, line.
    return rb"(?:(?<![A-Za-z])|(?-i:(?<=[a-z])(?=[A-Z])))" + words


def _spellings(name: str) -> tuple[bytes, ...]:
    words = name.split()
    separators = ("", " ", "_", ".", "-") if len(words) > 1 else ("",)
    return tuple(separator.join(words).encode() for separator in separators)


def _is_mixed_without_digit(value: bytes) -> bool:
    changes = len(compiled(_CASES_WITHOUT_DIGIT).findall(value))
    return (
        changes > len(value) // _LETTERS_OF_A_WORD
        or has_unusual_letters(value)
        or len(compiled(_CAPITALS).findall(value)) >= _MIN_CAPITALS
        or (len(value) >= _STRONG and has_both_cases(value) and not consists_of_words(value))
    )

"""Spell words of any script as byte regexes that ignore case."""

import re
from collections.abc import Iterable
from itertools import groupby

_SEPARATOR = rb"[ _-]"


def spelled(word: str) -> bytes:
    """Return the regex of ``word`` in UTF-8, ignoring case; any joiner stands for a space."""
    parts = []
    for is_plain, chars in groupby(word, _is_plain):
        if is_plain:
            # ``re`` compiles and searches this faster than a class for each letter.
            parts.append(b"(?i:%b)" % "".join(chars).lower().encode())
        else:
            parts += [_SEPARATOR if char == " " else _one_of(_forms(char)) for char in chars]
    return b"".join(parts)


def _is_plain(char: str) -> bool:
    return char.isascii() and char.isalnum()


def any_of(words: Iterable[str]) -> bytes:
    """Return the regex of one of ``words``, longest first, ignoring case.

    It begins with a class of first bytes, which ``re`` searches for quickly, and goes on with the
    ways that look back at the byte taken.
    """
    rests: dict[int, list[bytes]] = {}
    for word in sorted(set(words), key=lambda each: (-len(each.encode()), each)):
        rest = spelled(word[1:])
        for form in _forms(word[0]):
            tail = re.escape(form[1:]) + rest
            ways = rests.setdefault(form[0], [])
            if tail not in ways:
                ways.append(tail)
    first = b"".join(rb"\x%02x" % byte for byte in sorted(rests))
    same: dict[tuple[bytes, ...], list[int]] = {}
    for byte, ways in sorted(rests.items()):
        same.setdefault(tuple(ways), []).append(byte)
    choices = (
        rb"(?<=[%b])(?:%b)" % (b"".join(rb"\x%02x" % byte for byte in bytes_), b"|".join(ways))
        for ways, bytes_ in same.items()
    )
    return b"[%b](?:%b)" % (first, b"|".join(choices))


def forms_of(word: str) -> set[str]:
    """Return how ``word`` is written: in lower case, capitalised and in upper case, joined."""
    cased = {word.lower(), word.capitalize(), word.upper()}
    return {form.replace(" ", joiner) for form in cased for joiner in " _-"}


def _forms(char: str) -> list[bytes]:
    forms = dict.fromkeys((char.lower(), char.upper()))
    return [form.encode() for form in forms if len(form) == 1]


def _one_of(forms: list[bytes]) -> bytes:
    if all(len(form) == 1 for form in forms):
        text = b"".join(re.escape(form) for form in forms)
        return text if len(forms) == 1 else b"[%b]" % text
    if len(forms) == 1:
        return re.escape(forms[0])
    return b"(?:%b)" % b"|".join(re.escape(form) for form in forms)

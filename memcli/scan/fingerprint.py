"""Names for findings that outlive edits elsewhere and give no secret away."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memcli.fs import path_key

# 32 hexadecimal digits are 128 bits: enough that two findings never share a name by chance, and
# short enough for a committed file that people read.
_VERSION = "v1:"
_HEX_DIGITS = 32

_HEAD = 8


class Span(NamedTuple):
    """A finding's part of one line. ``start`` and ``end`` are byte offsets in that line."""

    start: int
    end: int
    rule_id: str


def of_value(rule_id: str, path: str, value: bytes) -> str:
    """Return the fingerprint of a value of at least 80 random bits.

    HMAC-SHA-256 of the value; the key is the rule id, a NUL and the path as shown. The text is
    ``v1:`` and the first 128 bits as 32 lower-case hexadecimal digits.
    """
    key = rule_id.encode() + b"\0" + path_key(path)
    return _text(hmac.digest(key, value, "sha256"))


def of_line(rule_id: str, path: str, line: bytes, spans: Sequence[Span]) -> str:
    """Return the fingerprint of a value that could be guessed: no function of the value.

    SHA-256 over rule id, path as shown, and the line with every span replaced by its rule id. A
    copy of a found value elsewhere on the line is replaced too. Each part is preceded by its kind
    and length, so no text can stand for a replaced finding. ``spans`` are sorted and do not
    overlap. The text is as in ``of_value``.
    """
    digest = hashlib.sha256()
    for kind, part in (
        (b"rule", rule_id.encode()),
        (b"path", path_key(path)),
        *_framed(line, _with_copies(line, spans)),
    ):
        digest.update(kind + len(part).to_bytes(8, "big") + part)
    return _text(digest.digest())


def _framed(line: bytes, spans: Iterable[Span]) -> list[tuple[bytes, bytes]]:
    parts: list[tuple[bytes, bytes]] = []
    done = 0
    for span in spans:
        parts.append((b"text", line[done : span.start]))
        parts.append((b"hits", span.rule_id.encode()))
        done = span.end
    parts.append((b"text", line[done:]))
    return parts


def _with_copies(line: bytes, spans: Sequence[Span]) -> list[Span]:
    """Return ``spans`` and one span for every other place on ``line`` that holds their value."""
    by_head: dict[bytes, list[tuple[bytes, str]]] = {}
    for span in spans:
        value = line[span.start : span.end]
        if len(value) >= _HEAD:
            by_head.setdefault(value[:_HEAD], []).append((value, span.rule_id))
    if not by_head:
        return list(spans)
    for values in by_head.values():
        values.sort(key=lambda item: (-len(item[0]), item))
    result: list[Span] = []
    done = 0
    for span in spans:
        result += _copies(line, done, span.start, by_head)
        result.append(span)
        done = span.end
    result += _copies(line, done, len(line), by_head)
    return result


def _copies(
    line: bytes, start: int, end: int, by_head: dict[bytes, list[tuple[bytes, str]]]
) -> list[Span]:
    found: list[Span] = []
    place = start
    while place + _HEAD <= end:
        for value, rule_id in by_head.get(line[place : place + _HEAD], ()):
            if place + len(value) <= end and line.startswith(value, place):
                found.append(Span(place, place + len(value), rule_id))
                place += len(value)
                break
        else:
            place += 1
    return found


def _text(digest: bytes) -> str:
    return _VERSION + digest.hex()[:_HEX_DIGITS]

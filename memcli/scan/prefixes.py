"""The constant texts that vendors' tokens begin with, and what base64 makes of them."""

import base64
import importlib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from memcli.scan.model import Rule, Tier

# The parser of ``re`` has no public name; without it there are no prefixes, and fewer disguises.
_parser: Any = importlib.import_module("re._parser")

_MOST = 64  # texts of one prefix
_SHORTEST = 4
_GROUP = "public"
_UNREADABLE = (re.error, AttributeError, LookupError, TypeError, ValueError, RecursionError)
_ALIGNMENTS = 3


def prefixes_of(rules: Iterable[Rule]) -> tuple[bytes, ...]:
    """Return the prefixes of all structural ``rules`` that have a few constant ones, sorted."""
    found: set[bytes] = set()
    for rule in rules:
        if rule.tier is Tier.STRUCTURAL and b"?P<public>" in rule.pattern:
            found.update(public_texts(rule.pattern))
    return tuple(sorted(text for text in found if len(text) >= _SHORTEST))


def encoded(prefixes: Iterable[bytes]) -> tuple[bytes, ...]:
    """Return what stands in base64 for each prefix, wherever in the text it begins, sorted.

    The characters that depend on what stands beside the prefix are left out; so is what is too
    short to tell anything then.
    """
    found = set()
    for prefix in prefixes:
        for before in range(_ALIGNMENTS):
            text = base64.b64encode(bytes(before) + prefix)
            first = -(-before * 8 // 6)
            last = (before + len(prefix)) * 8 // 6
            if last - first >= _SHORTEST:
                found.add(text[first:last])
    return tuple(sorted(found))


def public_texts(pattern: bytes) -> list[bytes]:
    """Return what the group ``public`` of a regex can be; nothing if that is open."""
    try:
        tree = _parser.parse(pattern)
        group = tree.state.groupdict[_GROUP]
        row = _find(tree, group)
        return [bytes(text) for text in _expanded(row)] if row is not None else []
    except _UNREADABLE:
        return []


def _find(items: Any, group: int) -> Any:
    for op, value in items:
        if str(op) == "SUBPATTERN":
            number, _, _, inner = value
            if number == group:
                return inner
            found = _find(inner, group)
        elif str(op) == "BRANCH":
            found = next(filter(None, (_find(way, group) for way in value[1])), None)
        else:
            found = None
        if found is not None:
            return found
    return None


def _expanded(items: Any) -> list[tuple[int, ...]]:
    """Return every text of a row. Raises ValueError if there are too many or endless ones."""
    parts = [_ways(str(op), value) for op, value in items]
    count = 1
    for part in parts:
        count *= len(part)
    if count > _MOST:
        raise ValueError("too many texts")
    return [sum(texts, ()) for texts in product(*parts)]


def _ways(op: str, value: Any) -> Sequence[tuple[int, ...]]:
    match op:
        case "LITERAL":
            return [(value,)]
        case "IN":
            return [(byte,) for byte in _members(value)]
        case "SUBPATTERN":
            _, added, _, inner = value
            if added & re.IGNORECASE:
                raise ValueError("any case")
            return _expanded(inner)
        case "BRANCH":
            return [text for way in value[1] for text in _expanded(way)]
        case "MAX_REPEAT":
            least, most, inner = value
            if most > 1:
                raise ValueError("repeated")
            texts = _expanded(inner)
            return texts if least else [(), *texts]
        case "ASSERT" | "ASSERT_NOT" | "AT":
            return [()]
        case _:
            raise ValueError(op)


def _members(items: Any) -> Iterator[int]:
    for op, value in items:
        if str(op) == "LITERAL":
            yield value
        elif str(op) == "RANGE" and value[1] - value[0] < _MOST:
            yield from range(value[0], value[1] + 1)
        else:
            raise ValueError(str(op))

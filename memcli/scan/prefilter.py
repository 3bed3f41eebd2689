"""Derive from a rule's regex what Hyperscan looks for, and how many lines a match can span.

The expression matches wherever the regex does, and elsewhere too: what a search for many patterns
at once cannot do (look around, refer back, decide) is left out, and so is what follows the part
that tells candidates apart.
"""

import importlib
import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from math import inf
from typing import Any, NamedTuple

from memcli.scan.expression import (
    EMPTY,
    REPEAT_MAX,
    Bytes,
    Part,
    ended,
    folded,
    following,
    in_a_row,
    literal,
    loosened,
    one_of,
    repeated,
    set_of,
    simplified,
    split_ways,
    tail_of,
    words_of,
)
from memcli.scan.filters import Filter
from memcli.scan.model import Rule

# The parser of ``re`` has no public name. If it changes, anchors take the expressions' place.
_parser: Any = importlib.import_module("re._parser")

_ALL: Bytes = frozenset(range(256))
_NEWLINE = ord("\n")
_UNREADABLE = (re.error, AttributeError, LookupError, TypeError, ValueError, RecursionError)
# What can span more lines is confirmed on the whole data.
_LINES_MAX = 8
# Where a match may begin in more places than this, its line is searched.
_REACH_MAX = 48
# Words of fewer bits, and these, stand everywhere in notes: what follows is looked for with them.
_RARE_BITS = 20.0
_COMMON = b"access account auth key line secret token user http:// https:// //".split()


class _Kind(Enum):
    BYTE = auto()
    REPEAT = auto()
    CHOICE = auto()
    AHEAD = auto()
    NOT_AHEAD = auto()
    BEHIND = auto()
    NOT_BEHIND = auto()
    BEGIN = auto()
    LAST_LINE = auto()
    PLACE = auto()


class _Node(NamedTuple):
    """A part of a regex.

    ``allowed`` are the bytes of which a BYTE takes one, ``inner`` the rows of nodes that a CHOICE
    chooses from or the one row of every other kind, ``least`` and ``most`` how often a REPEAT takes
    it.
    """

    kind: _Kind
    allowed: Bytes = frozenset()
    inner: "tuple[_Row, ...]" = ()
    least: int = 1
    most: float = 1


_Row = tuple[_Node, ...]
_LOOKS = {
    ("ASSERT", 1): _Kind.AHEAD,
    ("ASSERT_NOT", 1): _Kind.NOT_AHEAD,
    ("ASSERT", -1): _Kind.BEHIND,
    ("ASSERT_NOT", -1): _Kind.NOT_BEHIND,
}
_PLACES = {"AT_END": _Kind.LAST_LINE, "AT_BEGINNING_STRING": _Kind.BEGIN}
_BEGIN = Part(r"\A", r"\A", 1.0, frozenset())
_ZERO_WIDTH = frozenset(_LOOKS.values()) | {_Kind.LAST_LINE, _Kind.PLACE}


def filter_of(rule: Rule) -> Filter:
    """Return the filter of ``rule``: of its gates or its regex, or its anchors if they say more."""
    anchors = anchors_of(rule)
    try:
        whole, lines, begins = _read(rule.pattern)
        gates = [_read(gate)[0] for gate in rule.gates()] if rule.gates else []
        parts = simplified(whole)
    except _UNREADABLE:
        return anchors
    if gates:
        return Filter(tuple(loosened(in_a_row(gate).text) for gate in gates), lines)
    weakest = min((literal(anchor).bits for anchor in rule.anchors), default=0.0)
    if sum(part.bits for part in parts) < weakest:
        return anchors._replace(lines=lines)
    words = words_of(whole)
    if not words.text or (len(whole) > 1 and _are_common(words)):
        return Filter((loosened(in_a_row(parts).text),), lines)
    return _of_words(words.text, lines, whole, begins=begins)


def _are_common(words: Part) -> bool:
    if words.bits < _RARE_BITS:
        return True
    taken = re.compile(words.text.encode())
    return any(taken.fullmatch(word) for word in _COMMON)


def simpler_filter_of(rule: Rule) -> Filter:
    """Return a filter that is no more than words: those its regex begins with, or its anchors."""
    anchors = anchors_of(rule)
    try:
        whole, lines, begins = _read(rule.pattern)
    except _UNREADABLE:
        return anchors
    words = words_of(whole, least=1.0)
    if words.text:
        return _of_words(words.text, lines, whole, begins=begins)
    return anchors._replace(lines=lines)


def anchors_of(rule: Rule) -> Filter:
    """Return the filter that looks for the anchors of ``rule`` alone."""
    return Filter(tuple(literal(anchor).text for anchor in rule.anchors), None)


def _of_words(words: str, lines: int | None, parts: Sequence[Part], *, begins: bool) -> Filter:
    """Return the filter of what begins with ``words``, as ``parts`` do."""
    plain = Filter(split_ways(words), lines, tail_of(parts))
    least, most = _parser.parse(words.encode()).getwidth()
    if lines is None or not begins or most > _REACH_MAX:
        return plain
    return plain._replace(reach=(int(least), int(most)), near=following(words, parts))


def _read(pattern: bytes) -> tuple[list[Part], int | None, bool]:
    """Return the parts of the expression of a regex, and how many lines a match spans.

    Last, tell whether every match of the regex begins where the parts do.
    """
    tree = _parser.parse(pattern)
    row = _Reader().row(tree, tree.state.flags)
    lines = _lines(row)
    parts = _parts(row, is_last=True)
    begins = bool(parts) and parts[0].edge == parts[0].text
    return _whole(parts), int(lines) if lines <= _LINES_MAX else None, begins


class _Reader:
    """Reads what the parser of ``re`` returns. Raises ValueError for what it does not know."""

    def __init__(self) -> None:
        self._groups: dict[int, _Row] = {}

    def row(self, items: Iterable[tuple[Any, Any]], flags: int) -> _Row:
        """Return ``items``, groups that only hold a row dissolved."""
        result: list[_Node] = []
        for op, value in items:
            for node in self._read(str(op), value, flags):
                result.append(node)
                _choose_first(result)
        return tuple(result)

    def _read(self, op: str, value: Any, flags: int) -> _Row:
        match op:
            case "LITERAL":
                return (_Node(_Kind.BYTE, folded(frozenset({value}), flags)),)
            case "NOT_LITERAL":
                return (_Node(_Kind.BYTE, _ALL - folded(frozenset({value}), flags)),)
            case "ANY":
                return (_Node(_Kind.BYTE, _ALL if flags & re.DOTALL else _ALL - {_NEWLINE}),)
            case "IN":
                return (_Node(_Kind.BYTE, set_of(value, flags)),)
            case "AT":
                # Before the last line feed of the data, $ matches too.
                return (_Node(_PLACES.get(str(value), _Kind.PLACE)),)
            case _:
                return self._read_inner(op, value, flags)

    def _read_inner(self, op: str, value: Any, flags: int) -> _Row:
        match op:
            case "SUBPATTERN":
                group, added, removed, items = value
                row = self.row(items, (flags | added) & ~removed)
                self._groups[group] = row
                return row
            case "ATOMIC_GROUP":
                return self.row(value, flags)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                least, most, items = value
                most = inf if most >= _parser.MAXREPEAT else int(most)
                once = self.row(items, flags)
                return (_Node(_Kind.REPEAT, inner=(once,), least=least, most=most),)
            case "BRANCH" | "GROUPREF_EXISTS":
                ways = value[1] if op == "BRANCH" else value[1:]
                inner = tuple(self.row(way or (), flags) for way in ways)
                return (_Node(_Kind.CHOICE, inner=inner),)
            case "ASSERT" | "ASSERT_NOT":
                direction, items = value
                return (_Node(_LOOKS[op, direction], inner=(self.row(items, flags),)),)
            case "GROUPREF" if not flags & re.IGNORECASE:
                return self._groups[value]
            case _:
                raise ValueError(f"unknown node {op}")


def _choose_first(nodes: list[_Node]) -> None:
    """Move a byte into the choice that follows it, narrowed by what each way looks back at.

    Rules write a class before words, for ``re`` to search quickly; it hides the words' first
    letters here.
    """
    if len(nodes) == 1 or nodes[-1].kind is not _Kind.CHOICE or nodes[-2].kind is not _Kind.BYTE:
        return
    byte, choice = nodes[-2:]
    if any(way and way[0].kind is _Kind.BEHIND for way in choice.inner):
        ways = tuple((_narrowed(byte, way), *way) for way in choice.inner)
        nodes[-2:] = [choice._replace(inner=ways)]


def _narrowed(byte: _Node, way: _Row) -> _Node:
    if way and way[0].kind is _Kind.BEHIND:
        (behind,) = way[0].inner
        if len(behind) == 1 and behind[0].kind is _Kind.BYTE:
            return byte._replace(allowed=byte.allowed & behind[0].allowed)
    return byte


def _lines(row: _Row) -> float:
    """Return how many line feeds ``row`` can take or look ahead at."""
    total = 0.0
    for node in row:
        match node.kind:
            case _Kind.BYTE:
                total += _NEWLINE in node.allowed
            case _Kind.LAST_LINE:
                total += 1
            case _Kind.BEHIND | _Kind.NOT_BEHIND | _Kind.PLACE | _Kind.BEGIN:
                pass
            case _:
                once = max(_lines(way) for way in node.inner)
                # Infinite times nothing is no number.
                total += once and once * node.most
    return total


def _whole(parts: list[Part]) -> list[Part]:
    """Return the expression of a regex: begun and ended by what must be there."""
    while parts and not parts[0].edge:
        del parts[0]
    while parts and not parts[-1].edge:
        del parts[-1]
    for end in (0, -1) if parts else ():
        parts[end] = parts[end]._replace(text=parts[end].edge)
    return parts


def _sequence(row: _Row, *, is_last: bool, first: Bytes = _ALL) -> Part:
    """Return the expression of ``row``.

    ``is_last`` says that nothing follows it in the regex, ``first`` what may be the first byte that
    it takes.
    """
    parts = _parts(row, is_last=is_last, first=first)
    return ended(parts) if is_last else in_a_row(parts)


def _parts(row: _Row, *, is_last: bool, first: Bytes = _ALL) -> list[Part]:
    parts: list[Part] = []
    for index, node in enumerate(row):
        rest = row[index + 1 :]
        if node.kind in _ZERO_WIDTH:
            first, cut = _looked(node, rest, first, is_last=is_last)
            if cut is not None:
                return [*parts, cut]
            continue
        part = _part(node, first, is_last=is_last and not rest)
        if is_last and rest and node.kind is _Kind.CHOICE:
            part = _rather_cut(node, part, rest, first)
        if part.text:
            parts.append(part)
            first = _ALL
        if part.is_cut:
            break
    return parts


def _looked(node: _Node, rest: _Row, first: Bytes, *, is_last: bool) -> tuple[Bytes, Part | None]:
    """Return what may come first after ``node`` looked around, and what may stand for the rest.

    What a lookahead demands stands for the rest of the regex if it tells more than the rest.
    """
    if node.kind is _Kind.NOT_AHEAD:
        return first - _single(node.inner[0]), None
    if node.kind is not _Kind.AHEAD:
        return first, None
    (ahead,) = node.inner
    if is_last and _weight(ahead) > _weight(rest):
        return first, _sequence(ahead, is_last=True, first=first)._replace(is_cut=True)
    is_byte = len(ahead) == 1 and ahead[0].kind is _Kind.BYTE
    return (first & ahead[0].allowed if is_byte else first), None


def _single(row: _Row) -> Bytes:
    """Return the bytes that match ``row`` whatever follows them."""
    if len(row) != 1:
        return frozenset()
    if row[0].kind is _Kind.CHOICE:
        return EMPTY.taken.union(*(_single(way) for way in row[0].inner))
    return row[0].allowed


def _rather_cut(node: _Node, part: Part, rest: _Row, first: Bytes) -> Part:
    """Return ``part``, or what the choice ``node`` alone demands where that tells more."""
    if not _looks_ahead(node):
        return part
    cut = _part(node, first, is_last=True)
    return cut if cut.is_cut and cut.bits > part.bits + _weight(rest) else part


def _looks_ahead(node: _Node) -> bool:
    if node.kind is _Kind.CHOICE:
        return any(_looks_ahead(each) for way in node.inner for each in way)
    return node.kind is _Kind.AHEAD


def _weight(row: _Row) -> float:
    """Return the bits that a match of ``row`` carries, or what it looks ahead at in its place."""
    total = best = 0.0
    for node in row:
        match node.kind:
            case _Kind.BYTE:
                total += one_of(node.allowed).bits
            case _Kind.CHOICE:
                total += min(_weight(way) for way in node.inner)
            case _Kind.REPEAT if node.least:
                total += _weight(node.inner[0]) * min(node.least, REPEAT_MAX)
            case _Kind.AHEAD:
                best = max(best, total + _weight(node.inner[0]))
            case _:
                pass
    return max(total, best)


def _part(node: _Node, first: Bytes, *, is_last: bool) -> Part:
    """Return the expression of one node that takes something."""
    if node.kind is _Kind.BYTE:
        return one_of(node.allowed & first)
    if node.kind is _Kind.BEGIN:
        return _BEGIN
    if node.kind is _Kind.CHOICE:
        return _choice([_sequence(way, is_last=is_last, first=first) for way in node.inner])
    (inner,) = node.inner
    once = _sequence(inner, is_last=False)
    if not once.text:
        return EMPTY
    if first == _ALL or not node.least:
        return repeated(once, node.least, node.most)
    begun = _sequence(inner, is_last=False, first=first)
    return in_a_row([begun, repeated(once, node.least - 1, node.most - 1)])


def _choice(ways: Sequence[Part]) -> Part:
    texts = dict.fromkeys(way.text for way in ways)
    text = f"(?:{'|'.join(texts)})" if len(texts) > 1 else "".join(texts)
    return Part(
        text,
        edge=text if all(way.edge for way in ways) else "",
        bits=min(way.bits for way in ways),
        taken=EMPTY.taken.union(*(way.taken for way in ways)),
        is_cut=any(way.is_cut for way in ways),
        is_words=all(way.is_words for way in ways),
    )

"""The filters of the rules: read from a table where it knows them, else derived.

Deriving a thousand filters takes seconds. The table is written by ``bench/filters.py``. It says of
which sources it was made, so that the rules themselves need not be loaded, and knows each rule by
the digest of what it looks for. A table that is out of date costs time and nothing else.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from memcli.scan.model import Rule

TABLE = "filters.txt"
# The table is of what these modules derive, from the rules in that directory.
_DERIVED_BY = ("prefilter.py", "expression.py")
_RULES = "rules"
_KEY_DIGITS = 24
_NO_BOUND = "-"


class NotCompiledError(Exception):
    """Hyperscan refuses what it is to look for, or does not work here."""


class Filter(NamedTuple):
    """What to look for in place of a rule's regex.

    ``expressions`` are in Hyperscan's syntax, over bytes, and need no flags. ``lines`` is how many
    line feeds a match and what it looks at after itself can hold at most; None without a bound.
    ``then`` is an expression for ``re`` that such a match holds too, empty where there is none.
    ``reach`` is how many bytes, at least and at most, lie between where a match of the regex begins
    and where one of the expressions ends; None where that is not known. ``near`` is an expression
    for ``re`` that matches right there then, in time that its length alone bounds.
    """

    expressions: tuple[str, ...]
    lines: int | None
    then: str = ""
    reach: tuple[int, int] | None = None
    near: str = ""


class Table(NamedTuple):
    """The filters of a rule set, in its order; ``sizes`` are how many rules each part of it has."""

    sizes: tuple[int, ...]
    filters: tuple[Filter, ...]


def filters_of(
    rules: Sequence[Rule], *, compiles: Callable[[Sequence[Filter]], Any]
) -> list[Filter]:
    """Return a filter for each of ``rules``.

    ``compiles`` tries some and raises NotCompiledError if one of them is too much for Hyperscan; a
    simpler one takes its place.
    """
    lines = _lines_of_table()
    known: dict[str, Filter] = {}
    if lines and lines[0] == _derivation():
        known = dict(_read(lines))
    found = [known.get(key_of(rule)) for rule in rules]
    unknown = [rule for rule, each in zip(rules, found, strict=True) if each is None]
    derived = iter(derived_filters(unknown, compiles=compiles) if unknown else ())
    return [next(derived) if each is None else each for each in found]


def built_in_filters() -> Table | None:
    """Return the table as it is; None if the rules are not those that it was made of."""
    lines = _lines_of_table()
    if lines[:2] != [_derivation(), _sources()]:
        return None
    sizes = tuple(map(int, lines[2].split()))
    return Table(sizes, tuple(found for _, found in _read(lines)))


def derived_filters(
    rules: Sequence[Rule], *, compiles: Callable[[Sequence[Filter]], Any]
) -> list[Filter]:
    """Return a filter for each of ``rules``, without the table."""
    from memcli.scan.prefilter import anchors_of, filter_of, simpler_filter_of

    filters = [filter_of(rule) for rule in rules]
    pending = [range(len(rules))]
    while pending:
        some = pending.pop()
        try:
            compiles([filters[index] for index in some])
        except NotCompiledError:
            if len(some) == 1:
                rule = rules[some[0]]
                simpler = simpler_filter_of(rule)
                has_tried = filters[some[0]] == simpler
                filters[some[0]] = anchors_of(rule) if has_tried else simpler
                if not has_tried:
                    pending.append(some)
            else:
                half = len(some) // 2
                pending += [some[:half], some[half:]]
    return filters


def table_of(sizes: Sequence[int], rules: Sequence[Rule], filters: Sequence[Filter]) -> str:
    """Return the text of a table of ``rules``, of which the parts have those ``sizes``."""
    # Hundreds of rules share what follows a name, and some what they look for.
    shared = sorted({text for each in filters for text in (each.near, *each.expressions)})
    place = {text: index for index, text in enumerate(shared)}
    lines = [
        "\t".join(
            (
                key_of(rule),
                _NO_BOUND if each.lines is None else str(each.lines),
                _NO_BOUND if each.reach is None else f"{each.reach[0]},{each.reach[1]}",
                each.then,
                *(str(place[text]) for text in (each.near, *each.expressions)),
            )
        )
        for rule, each in zip(rules, filters, strict=True)
    ]
    head = (_derivation(), _sources(), " ".join(map(str, sizes)), str(len(shared)))
    return "".join(f"{line}\n" for line in (*head, *shared, *lines))


def key_of(rule: Rule) -> str:
    """Return the name of what ``rule`` looks for."""
    text = repr((rule.pattern, rule.anchors, rule.gates and rule.gates())).encode()
    return hashlib.sha256(text).hexdigest()[:_KEY_DIGITS]


def _lines_of_table() -> list[str]:
    """Return the lines of the table; none if there is none that can be read."""
    try:
        with open(_place(TABLE), encoding="ascii") as file:
            return file.read().split("\n")
    except (OSError, ValueError):
        return []


def _read(lines: Sequence[str]) -> Iterator[tuple[str, Filter]]:
    count = 4 + int(lines[3])
    shared = lines[4:count]
    for line in lines[count:]:
        if not line:
            continue
        key, bound, reach, then, near, *expressions = line.split("\t")
        yield (
            key,
            Filter(
                tuple(shared[int(each)] for each in expressions),
                None if bound == _NO_BOUND else int(bound),
                then,
                _reach(reach),
                shared[int(near)],
            ),
        )


def _reach(text: str) -> tuple[int, int] | None:
    if text == _NO_BOUND:
        return None
    least, _, most = text.partition(",")
    return int(least), int(most)


def _derivation() -> str:
    """Return a digest of the modules that derive filters."""
    return _digest(_place(name) for name in _DERIVED_BY)


def _sources() -> str:
    """Return a digest of the modules that hold the rules."""
    top = _place(_RULES)
    return _digest(
        os.path.join(place, name)
        for place, _, names in sorted(os.walk(top))
        for name in sorted(names)
        if name.endswith(".py")
    )


def _digest(paths: Iterator[str]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            text = file.read()
        name = os.path.relpath(path, os.path.dirname(__file__))
        digest.update(repr((name, hashlib.sha256(text).digest())).encode())
    return digest.hexdigest()


def _place(name: str) -> str:
    return os.path.join(os.path.dirname(__file__), name)

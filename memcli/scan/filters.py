"""The filters of the rules: read from a table where it knows them, else derived.

Deriving a thousand filters takes seconds. The table is written by ``bench/filters.py``; it knows a
rule by the digest of what it looks for, so a table that is out of date costs time and nothing else.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from memcli.scan.model import Rule

TABLE = "filters.txt"
# The table is for the filters that these modules derive.
_DERIVED_BY = ("prefilter.py", "expression.py")
_KEY_DIGITS = 24


class NotCompiledError(Exception):
    """Hyperscan refuses what it is to look for, or does not work here."""


class Filter(NamedTuple):
    """What to look for in place of a rule's regex.

    ``expressions`` are in Hyperscan's syntax, over bytes, and need no flags. ``lines`` is how many
    line feeds a match and what it looks at after itself can hold at most; None without a bound.
    ``then`` is an expression for ``re`` that such a match holds too, empty where there is none.
    """

    expressions: tuple[str, ...]
    lines: int | None
    then: str = ""


def filters_of(
    rules: Sequence[Rule], *, compiles: Callable[[Sequence[Filter]], Any]
) -> list[Filter]:
    """Return a filter for each of ``rules``.

    ``compiles`` tries some and raises NotCompiledError if one of them is too much for Hyperscan; a
    simpler one takes its place.
    """
    known = _read_table()
    found = [known.get(key_of(rule)) for rule in rules]
    unknown = [rule for rule, each in zip(rules, found, strict=True) if each is None]
    derived = iter(derived_filters(unknown, compiles=compiles) if unknown else ())
    return [next(derived) if each is None else each for each in found]


def derived_filters(
    rules: Sequence[Rule], *, compiles: Callable[[Sequence[Filter]], Any]
) -> list[Filter]:
    """Return a filter for each of ``rules``, without the table."""
    from memcli.scan.prefilter import filter_of, simpler_filter_of

    filters = [filter_of(rule) for rule in rules]
    pending = [range(len(rules))]
    while pending:
        some = pending.pop()
        try:
            compiles([filters[index] for index in some])
        except NotCompiledError:
            if len(some) == 1:
                filters[some[0]] = simpler_filter_of(rules[some[0]])
            else:
                half = len(some) // 2
                pending += [some[:half], some[half:]]
    return filters


def table_of(rules: Sequence[Rule], filters: Iterable[Filter]) -> str:
    """Return the text of a table."""
    entries = {
        "\t".join(
            (
                key_of(rule),
                "-" if each.lines is None else str(each.lines),
                each.then,
                *each.expressions,
            )
        )
        for rule, each in zip(rules, filters, strict=True)
    }
    return "".join(f"{line}\n" for line in (_derivation(), *sorted(entries)))


def key_of(rule: Rule) -> str:
    """Return the name of what ``rule`` looks for."""
    text = repr((rule.pattern, rule.anchors)).encode()
    return hashlib.sha256(text).hexdigest()[:_KEY_DIGITS]


def _read_table() -> Mapping[str, Filter]:
    try:
        with open(os.path.join(os.path.dirname(__file__), TABLE), encoding="ascii") as file:
            head, *lines = file.read().splitlines()
        if head != _derivation():
            return {}
    except (OSError, ValueError):
        return {}
    table = {}
    for line in lines:
        key, bound, then, *expressions = line.split("\t")
        table[key] = Filter(tuple(expressions), None if bound == "-" else int(bound), then)
    return table


def _derivation() -> str:
    """Return a digest of the modules that derive filters."""
    digest = hashlib.sha256()
    for name in _DERIVED_BY:
        with open(os.path.join(os.path.dirname(__file__), name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()

"""The filters of the rules: read from a table where it knows them, else derived.

Deriving a thousand filters takes seconds. The table is written by ``bench/filters.py``; it knows a
rule by the digest of what it looks for, so a table that is out of date costs time and nothing else.
"""

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
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
    ``reach`` is how many bytes, at least and at most, lie between where a match of the regex begins
    and where one of the expressions ends; None where that is not known. ``near`` is an expression
    for ``re`` that matches right there then, within ``window`` bytes; without a window, in time
    that its length alone bounds.
    """

    expressions: tuple[str, ...]
    lines: int | None
    then: str = ""
    reach: tuple[int, int] | None = None
    near: str = ""
    window: int = 0


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


def table_of(rules: Sequence[Rule], filters: Sequence[Filter]) -> str:
    """Return the text of a table."""
    nears = sorted({each.near for each in filters})
    entries = {
        "\t".join(
            (
                key_of(rule),
                "-" if each.lines is None else str(each.lines),
                "-" if each.reach is None else f"{each.reach[0]},{each.reach[1]}",
                each.then,
                f"{nears.index(each.near)},{each.window}",
                *each.expressions,
            )
        )
        for rule, each in zip(rules, filters, strict=True)
    }
    return "".join(f"{line}\n" for line in (_derivation(), "\t".join(nears), *sorted(entries)))


def key_of(rule: Rule) -> str:
    """Return the name of what ``rule`` looks for."""
    text = repr((rule.pattern, rule.anchors)).encode()
    return hashlib.sha256(text).hexdigest()[:_KEY_DIGITS]


def _read_table() -> Mapping[str, Filter]:
    try:
        with open(os.path.join(os.path.dirname(__file__), TABLE), encoding="ascii") as file:
            head, nears, *lines = file.read().splitlines()
        if head != _derivation():
            return {}
    except (OSError, ValueError):
        return {}
    table = {}
    known = nears.split("\t")
    for line in lines:
        key, bound, reach, then, near, *expressions = line.split("\t")
        place, _, window = near.partition(",")
        table[key] = Filter(
            tuple(expressions),
            read_lines(bound),
            then,
            read_reach(reach),
            known[int(place)],
            int(window),
        )
    return table


def read_lines(text: str) -> int | None:
    """Return a bound of lines as it is written, "-" for none."""
    return None if text == "-" else int(text)


def read_reach(text: str) -> tuple[int, int] | None:
    """Return a reach as it is written, "-" for none."""
    if text == "-":
        return None
    least, _, most = text.partition(",")
    return int(least), int(most)


def _derivation() -> str:
    """Return a digest of the modules that derive filters."""
    digest = hashlib.sha256()
    for name in _DERIVED_BY:
        with open(os.path.join(os.path.dirname(__file__), name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()

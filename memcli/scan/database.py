"""The compiled search for all rules at once: made, kept in the user's cache, loaded only if sound.

A file of the cache is 8 bytes that name the format, a key of 32 bytes, the SHA-256 of what follows
it: a line of numbers, one of text for every rule, a NUL, and Hyperscan's own form of the database.
"""

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from memcli.scan.filters import Filter, NotCompiledError, filters_of, read_lines, read_reach
from memcli.scan.kept import keep, read_kept
from memcli.scan.ruleset import RuleSet

_MAGIC = b"mem-hs\x00\x04"
_SUFFIX = ".hsdb"
_NAME_DIGITS = 16
_CPU_INFO = "/proc/cpuinfo"
_CPU_INFO_BYTES = 8192


class Compiled(NamedTuple):
    """A Hyperscan database whose expressions have the index of their rule as id.

    ``lines`` has for every rule the most line feeds a match can span; None without a bound.
    ``then`` has what a match holds besides, as a regex, empty where nothing more is known.
    ``reach`` has how many bytes lie between a match's beginning and the place that Hyperscan
    reports; None where that is not known. ``near`` matches at that place, as a regex,
    within ``windows`` bytes if that is not 0. ``leaders`` has the rule whose index is the id of
    this one's expressions; rules that look for the same share them. ``sizes`` are those of the
    rule set.
    """

    database: Any
    lines: tuple[int | None, ...]
    then: tuple[bytes, ...]
    reach: tuple[tuple[int, int] | None, ...]
    near: tuple[bytes, ...]
    windows: tuple[int, ...]
    leaders: tuple[int, ...]
    sizes: tuple[int, ...]


def compiled_database(rules: RuleSet, cache: Path | None) -> Compiled:
    """Return the database of ``rules``, from the directory ``cache`` if it holds a sound one.

    Whatever is wrong with the cache, the database is compiled, and kept there if that is possible.
    Raises ImportError where Hyperscan is not installed, NotCompiledError where it does not work.
    """
    import hyperscan

    if cache is None or not rules.key:
        return _compile(hyperscan, rules)
    key = _key(hyperscan, rules)
    name = key.hex()[:_NAME_DIGITS] + _SUFFIX
    kept = read_kept(cache, name, _MAGIC + key)
    if kept is not None and (loaded := _load(hyperscan, kept)) is not None:
        return loaded
    made = _compile(hyperscan, rules)
    keep(cache, name, _MAGIC + key, _payload(hyperscan, made))
    return made


def compiles(filters: Sequence[Filter]) -> None:
    """Raise NotCompiledError if one of ``filters`` is too much for Hyperscan."""
    import hyperscan

    _database(hyperscan, filters)


def _compile(hyperscan: Any, rules: RuleSet) -> Compiled:
    filters = filters_of(rules.rules, compiles=compiles)
    return Compiled(
        _database(hyperscan, filters),
        tuple(each.lines for each in filters),
        tuple(each.then.encode() for each in filters),
        tuple(each.reach for each in filters),
        tuple(each.near.encode() for each in filters),
        tuple(each.window for each in filters),
        tuple(_leaders(filters)),
        rules.sizes,
    )


def _leaders(filters: Sequence[Filter]) -> Iterator[int]:
    """Yield for each of ``filters`` the index of the first that looks for the same."""
    first: dict[object, int] = {}
    for index, each in enumerate(filters):
        yield first.setdefault((each.expressions, each.reach, each.lines is None), index)


def _database(hyperscan: Any, filters: Sequence[Filter]) -> Any:
    wanted = [
        (index, expression.encode(), hyperscan.HS_FLAG_SINGLEMATCH if each.lines is None else 0)
        for index, (leader, each) in enumerate(zip(_leaders(filters), filters, strict=True))
        if index == leader
        for expression in each.expressions
    ]
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    try:
        database.compile(
            expressions=[expression for _, expression, _ in wanted],
            ids=[index for index, _, _ in wanted],
            flags=[flag for _, _, flag in wanted],
        )
    except hyperscan.error as error:
        raise NotCompiledError(str(error)) from error
    return database


def _key(hyperscan: Any, rules: RuleSet) -> bytes:
    system = os.uname()
    parts = (_MAGIC, rules.key, hyperscan.__version__, sys.implementation.cache_tag, system.sysname)
    digest = hashlib.sha256(repr((*parts, system.machine)).encode())
    digest.update(_cpu_features())
    return digest.digest()


def _cpu_features() -> bytes:
    """Return what the system says of the processor's instructions; nothing where it does not."""
    try:
        with open(_CPU_INFO, "rb") as file:
            text = file.read(_CPU_INFO_BYTES)
    except OSError:
        return b""
    lines = text.split(b"\n")
    return next((line for line in lines if line.startswith((b"flags", b"Features"))), b"")


def _payload(hyperscan: Any, made: Compiled) -> bytes:
    lines = ("-" if each is None else f"{each}" for each in made.lines)
    reach = ("-" if each is None else f"{each[0]},{each[1]}" for each in made.reach)
    # Hundreds of rules share one.
    nears = list(dict.fromkeys(made.near))
    head = [" ".join(map(str, made.sizes)).encode(), b" ".join(nears)]
    for index, (bound, far) in enumerate(zip(lines, reach, strict=True)):
        near, window = nears.index(made.near[index]), made.windows[index]
        numbers = f"{bound} {far} {near} {window} {made.leaders[index]} "
        head.append(numbers.encode() + made.then[index])
    payload: bytes = b"\n".join(head) + b"\0" + hyperscan.dumpb(made.database)
    return payload


def _load(hyperscan: Any, payload: bytes) -> Compiled | None:
    head, _, serialized = payload.partition(b"\0")
    try:
        database = hyperscan.loadb(serialized, hyperscan.HS_MODE_BLOCK)
        database.scratch = hyperscan.Scratch(database)
    except hyperscan.error:
        return None
    sizes, shared, *rules = head.split(b"\n")
    nears = shared.split(b" ")
    lines, reach, near, windows, leaders, then = zip(
        *(line.split(b" ") for line in rules), strict=True
    )
    return Compiled(
        database,
        tuple(read_lines(each.decode()) for each in lines),
        then,
        tuple(read_reach(each.decode()) for each in reach),
        tuple(nears[int(each)] for each in near),
        tuple(map(int, windows)),
        tuple(map(int, leaders)),
        tuple(map(int, sizes.split())),
    )

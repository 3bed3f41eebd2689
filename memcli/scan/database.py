"""The compiled search for all rules at once: made, kept in the user's cache, loaded only if sound.

A file of the cache is 8 bytes that name the format, a key of 32 bytes, the SHA-256 of what follows
it: Hyperscan's own form of the databases, and what is known of the rules.
"""

import hashlib
import marshal
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from memcli.scan.filters import Filter, NotCompiledError, Table, filters_of
from memcli.scan.kept import keep, read_kept
from memcli.scan.processes import available_processes, in_processes
from memcli.scan.ruleset import RuleSet

_MAGIC = b"mem-hs\x00\x05"
_SUFFIX = ".hsdb"
_NAME_DIGITS = 16
_CPU_INFO = "/proc/cpuinfo"
_CPU_INFO_BYTES = 8192
# The effort that a few milliseconds are spent on.
_WORTH_A_PROCESS = 200_000


class Compiled(NamedTuple):
    """Hyperscan databases whose expressions have their index among ``seekers`` as id.

    ``seekers`` has for every expression the rules that look for it, ``exact`` whether one of them
    needs every place where a match ends, not only one of each line. ``lines`` has for every rule
    the most line feeds a match can span; None without a bound. ``then`` has what a match holds
    besides, as a regex, empty where nothing more is known. ``reach`` has how many bytes lie between
    a match's beginning and the place that Hyperscan reports; None where that is not known. ``near``
    matches at that place, as a regex. ``sizes`` are those of the rule set.
    """

    databases: tuple[Any, ...]
    seekers: tuple[tuple[int, ...], ...]
    exact: tuple[bool, ...]
    lines: tuple[int | None, ...]
    then: tuple[bytes, ...]
    reach: tuple[tuple[int, int] | None, ...]
    near: tuple[bytes, ...]
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

    _database(hyperscan, list(enumerate(_wanted(filters))))


def _compile(hyperscan: Any, rules: RuleSet) -> Compiled:
    table = rules.known_filters()
    if table is None:
        table = Table(rules.sizes, tuple(filters_of(rules.rules, compiles=compiles)))
    filters = table.filters
    wanted = _wanted(filters)
    return Compiled(
        _databases(hyperscan, wanted),
        tuple(each.rules for each in wanted),
        tuple(any(filters[rule].reach is not None for rule in each.rules) for each in wanted),
        tuple(each.lines for each in filters),
        tuple(each.then.encode() for each in filters),
        tuple(each.reach for each in filters),
        tuple(each.near.encode() for each in filters),
        table.sizes,
    )


class _Wanted(NamedTuple):
    """An expression, and the rules that look for it; ``once`` where one match says all."""

    expression: str
    once: bool
    rules: tuple[int, ...]


def _wanted(filters: Sequence[Filter]) -> list[_Wanted]:
    """Return what ``filters`` look for, each expression once."""
    seekers: dict[tuple[str, bool], list[int]] = {}
    for index, each in enumerate(filters):
        for expression in dict.fromkeys(each.expressions):
            seekers.setdefault((expression, each.lines is None), []).append(index)
    return [_Wanted(*key, tuple(rules)) for key, rules in seekers.items()]


def _databases(hyperscan: Any, wanted: Sequence[_Wanted]) -> tuple[Any, ...]:
    """Return one database of all, or two that two processes compiled at the same time."""
    numbered = list(enumerate(wanted))
    halves = _halves(numbered)
    if sum(map(_effort, numbered)) < _WORTH_A_PROCESS or available_processes() < len(halves):
        return (_database(hyperscan, numbered),)
    serialized = in_processes(
        lambda half: bytes(hyperscan.dumpb(_database(hyperscan, half))),
        halves,
        processes=len(halves),
    )
    return tuple(_loaded(hyperscan, each) for each in serialized)


_Numbered = tuple[int, _Wanted]


def _halves(numbered: Sequence[_Numbered]) -> tuple[list[_Numbered], list[_Numbered]]:
    """Return the simplest ones, and the others that together take as long to compile."""
    by_effort = sorted(numbered, key=_effort)
    left = sum(map(_effort, numbered)) / 2
    for place, each in enumerate(by_effort):
        left -= _effort(each)
        if left <= 0:
            return by_effort[:place], by_effort[place:]
    return by_effort, []


def _effort(numbered: _Numbered) -> float:
    """Return how hard an expression is to compile: long ones are so out of proportion."""
    length = len(numbered[1].expression)
    return length * math.sqrt(length)


def _database(hyperscan: Any, wanted: Sequence[_Numbered]) -> Any:
    once = hyperscan.HS_FLAG_SINGLEMATCH
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    try:
        database.compile(
            expressions=[each.expression.encode() for _, each in wanted],
            ids=[number for number, _ in wanted],
            flags=[once if each.once else 0 for _, each in wanted],
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
    databases = tuple(hyperscan.dumpb(each) for each in made.databases)
    return marshal.dumps((databases, *made[1:]))


def _load(hyperscan: Any, payload: bytes) -> Compiled | None:
    try:
        serialized, *rest = marshal.loads(payload)  # noqa: S302  (only the user can have written it)
        databases = tuple(_loaded(hyperscan, each) for each in serialized)
        return Compiled(databases, *rest)
    except (hyperscan.error, EOFError, ValueError, TypeError):
        return None


def _loaded(hyperscan: Any, serialized: bytes) -> Any:
    database = hyperscan.loadb(serialized, hyperscan.HS_MODE_BLOCK)
    database.scratch = hyperscan.Scratch(database)
    return database

"""Compile regexes once for many runs: what ``re`` makes of them is kept in the user's cache."""

import atexit
import hashlib
import importlib
import marshal
import re
import sys
from array import array
from pathlib import Path
from typing import Any, TypeVar

from memcli.scan.kept import keep, read_kept

# The compiler of ``re`` has no public way to give out what it makes. If it changes, every run
# compiles for itself again.
_sre: Any = importlib.import_module("_sre")
_compiler: Any = importlib.import_module("re._compiler")

_MAGIC = b"mem-re\x00\x01"
_MOST = 4000
_CHANGED = (AttributeError, LookupError, RuntimeError, TypeError, ValueError, OverflowError)

# Pattern to flags, code, number of groups, their names.
_Made = tuple[int, bytes, int, dict[str, int]]
_Text = TypeVar("_Text", str, bytes)


class _Store:
    """What is known of patterns in this process, and what of it is new."""

    def __init__(self) -> None:
        self.known: dict[str | bytes, _Made] = {}
        self.fresh: dict[str | bytes, _Made] = {}
        self.cache: Path | None = None


_store = _Store()


def use_cache(cache: Path) -> None:
    """Take what earlier runs kept in the directory ``cache``, and keep there what this one adds."""
    if _store.cache is not None:
        return
    _store.cache = cache
    payload = read_kept(cache, _name(), _head())
    if payload is not None:
        _store.known = marshal.loads(payload)  # noqa: S302  (only the user can have written it)
    atexit.register(_save)


def compile_regex(pattern: _Text) -> re.Pattern[_Text]:
    """Return ``re.compile(pattern)``, the same in every respect."""
    try:
        made = _store.known.get(pattern)
        if made is None:
            made = _store.fresh[pattern] = _make(pattern)
        return _pattern(pattern, made)
    except re.error:
        raise
    except _CHANGED:
        _store.fresh.pop(pattern, None)
        return re.compile(pattern)


class LazyRegex:
    """A regex over text that is compiled when it is first used; most runs use few of them."""

    __slots__ = ("_made", "_source")

    def __init__(self, source: str, *, ignore_case: bool = False) -> None:
        self._source = "(?i)" + source if ignore_case else source
        self._made: re.Pattern[str] | None = None

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match anywhere in ``text``."""
        return self._regex().search(text)

    def match(self, text: str) -> re.Match[str] | None:
        """Return the match at the beginning of ``text``."""
        return self._regex().match(text)

    def _regex(self) -> re.Pattern[str]:
        if self._made is None:
            self._made = compile_regex(self._source)
        return self._made


def _make(pattern: str | bytes) -> _Made:
    tree = _compiler._parser.parse(pattern, 0)  # noqa: SLF001  (see above)
    code = _compiler._code(tree, 0)  # noqa: SLF001
    state = tree.state
    return state.flags, array("I", code).tobytes(), state.groups - 1, dict(state.groupdict)


def _pattern(pattern: _Text, made: _Made) -> re.Pattern[_Text]:
    flags, raw, groups, names = made
    code = array("I")
    code.frombytes(raw)
    by_number: list[str | None] = [None] * (groups + 1)
    for name, number in names.items():
        by_number[number] = name
    found: re.Pattern[_Text] = _sre.compile(
        pattern, flags, code.tolist(), groups, names, tuple(by_number)
    )
    return found


def _save() -> None:
    if _store.cache is not None and _store.fresh:
        together = _store.known | _store.fresh
        kept = together if len(together) <= _MOST else _store.fresh
        keep(_store.cache, _name(), _head(), marshal.dumps(kept))


def _name() -> str:
    return f"{_head()[len(_MAGIC) :].hex()[:16]}.re"


def _head() -> bytes:
    made_by = repr((sys.version, _sre.MAGIC, _sre.CODESIZE, sys.byteorder))
    return _MAGIC + hashlib.sha256(made_by.encode()).digest()

"""Rules that are imported when one of them may hit, named before by what they were made from."""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

from memcli.scan.filters import Table, built_in_filters
from memcli.scan.model import Rule
from memcli.scan.rules import MODULES, rules_in


class RuleSet:
    """Rules in a fixed order, and a key that changes whenever they may.

    Each of ``parts`` returns some of them and is called once, when one of its rules is needed.
    Rules with an empty key are never taken for those of another run. ``known_filters`` returns
    their filters without loading them, None if that is not possible.
    """

    def __init__(
        self,
        key: bytes,
        *parts: Callable[[], Sequence[Rule]],
        known_filters: Callable[[], Table | None] = lambda: None,
    ) -> None:
        self.key = key
        self.known_filters = known_filters
        self._parts = parts
        self._loaded: dict[int, Sequence[Rule]] = {}

    @cached_property
    def rules(self) -> Sequence[Rule]:
        """The rules."""
        return tuple(rule for number in range(len(self._parts)) for rule in self._part(number))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many rules each part has."""
        return tuple(len(self._part(number)) for number in range(len(self._parts)))

    def rule(self, index: int, sizes: Sequence[int]) -> Rule:
        """Return one rule; ``sizes`` are known from before, so that its part alone is loaded."""
        for number, size in enumerate(sizes):
            if index < size:
                return self._part(number)[index]
            index -= size
        raise IndexError(index)

    def _part(self, number: int) -> Sequence[Rule]:
        if number not in self._loaded:
            self._loaded[number] = self._parts[number]()
        return self._loaded[number]


def built_in_rules() -> RuleSet:
    """Return every rule of this version; its key is a digest of its modules' places and times.

    Modules without files to look at, as in a zip archive, have an empty key.
    """
    top = os.path.dirname(os.path.abspath(__file__))
    try:
        stamps = sorted(_stamps(top))
    except OSError:
        stamps = []
    text = repr((top, sys.version, stamps)).encode()
    parts = [partial(rules_in, module) for module in MODULES]
    key = hashlib.sha256(text).digest() if stamps else b""
    return RuleSet(key, *parts, known_filters=built_in_filters)


def _stamps(top: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield name, size and times of every module below ``top``.

    The time of the last change of the file's record is among them: installers can set the other.
    """
    pending = [top]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    yield entry.path, status.st_size, status.st_mtime_ns, status.st_ctime_ns
                elif entry.name != "__pycache__" and entry.is_dir():
                    pending.append(entry.path)

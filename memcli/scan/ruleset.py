"""Rules that are imported when one of them may hit, named before by what they were made from."""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from memcli.scan.model import Rule


class RuleSet:
    """Rules in a fixed order, and a key that changes whenever they may.

    ``load`` is called once, when the rules themselves are needed. Rules with an empty key are
    never taken for those of another run.
    """

    def __init__(self, key: bytes, load: Callable[[], Sequence[Rule]]) -> None:
        self.key = key
        self._load = load

    @cached_property
    def rules(self) -> Sequence[Rule]:
        """The rules."""
        return self._load()


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
    return RuleSet(hashlib.sha256(text).digest() if stamps else b"", _load_built_in)


def _load_built_in() -> Sequence[Rule]:
    from memcli.scan.rules import RULES

    return RULES


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

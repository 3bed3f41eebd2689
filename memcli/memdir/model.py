"""What a memory directory is, as values."""

from enum import StrEnum
from typing import NamedTuple, Self

INDEX_NAME = "MEMORY.md"


class Reason(StrEnum):
    """Why a file does not travel. The values appear in JSON and in lockfiles."""

    DENIED = "denied"
    OWN_FILE = "own-file"
    SYMLINK = "symlink"
    SPECIAL_FILE = "special-file"
    HIDDEN_DIRECTORY = "hidden-directory"
    NOT_MARKDOWN = "not-markdown"
    BINARY = "binary"
    TOO_LARGE = "too-large"


class LeftOut(NamedTuple):
    """A file or directory that does not travel.

    ``path`` is relative to the root with ``/`` between segments and, as everywhere in this
    package, undecodable bytes as surrogate escapes. ``detail`` is for the author's eyes only: it
    may name patterns and link targets, so it never goes into JSON or a lockfile.
    """

    path: str
    reason: Reason
    detail: str = ""
    is_directory: bool = False


class Selected(NamedTuple):
    """A regular file that the layout selects. ``size`` is in bytes, as stat reported it."""

    path: str
    size: int


class Survey(NamedTuple):
    """Everything found below ``root``; nothing is missing from ``selected`` and ``left_out``.

    Both are sorted by the UTF-8 bytes of their paths. The root index, where there is one, is in
    ``selected`` like any other file. ``unlisted`` are directories that could not be listed: what
    they hold is unknown, so unless they are denied nothing may travel.
    """

    root: str
    layout: str
    selected: tuple[Selected, ...]
    left_out: tuple[LeftOut, ...]
    unlisted: tuple[str, ...] = ()


class IndexEdit(NamedTuple):
    """The index that travels, and what was taken out of it.

    ``removed`` counts blocks. ``kept_lines`` has for each line of ``raw`` its number in the
    original, from 1. ``lost`` are the travelling files that were linked in a removed block and
    are linked nowhere in ``raw``, sorted.
    """

    raw: bytes
    removed: int
    kept_lines: tuple[int, ...]
    lost: tuple[str, ...]

    @classmethod
    def none(cls, raw: bytes) -> Self:
        """Return the index as it is: nothing was taken out of it."""
        lines = raw.count(b"\n") + (not raw.endswith(b"\n") and raw != b"")
        return cls(raw, 0, tuple(range(1, lines + 1)), ())

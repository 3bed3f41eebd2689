"""Which paths a bundle may hold: portable, inside the layout, and colliding with no other."""

import re
import unicodedata
from collections.abc import Callable

from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.fs import display
from memcli.memdir.model import INDEX_NAME

INDEX_PATH = f"context/{INDEX_NAME}"
MEMORY_PREFIX = "memory/"
FOREIGN_LOCKFILE = "lockfile.json"

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Characters that show nothing: two names that differ only by them look the same. Joiners and
# variation selectors are needed in emoji and several scripts, but only after another character.
# A class with characters on both sides of U+FFFF takes ten times as long to compile.
_SELECTOR = "(?:[\u180b-\u180d\u180f\ufe00-\ufe0f]|[\U000e0100-\U000e01ef])"
_HIDDEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164"
    "\ufeff\uffa0\ufff0-\ufffb]"
    "|[\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    f"|(?:^|/)(?:[\u200c\u200d]|{_SELECTOR})|[\u200c\u200d]{{2}}|{_SELECTOR}{{2}}"
)
_JOINERS = dict.fromkeys((0x200C, 0x200D))
_SURROGATE = re.compile("[\ud800-\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\Z", re.IGNORECASE
)
# What bundles of the format's other implementation hold beside memory.
_FOREIGN = re.compile(
    r"(?:context/agents/[0-9]+-[^/]+|prompt/append-[0-9]+\.md|prompts/[^/]+\.md|skills/[^/]+/.+)\Z"
)


def bundle_path(path: str) -> str:
    """Return where the file at ``path``, relative to a memory directory, lies in a bundle."""
    return INDEX_PATH if path == INDEX_NAME else MEMORY_PREFIX + path


def decode_path(raw: bytes) -> str:
    """Return ``raw`` as text. Raises BundleRefusedError (path_not_utf8)."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BundleRefusedError(
            Refusal.PATH_NOT_UTF8, f"the path {display(raw)} is not UTF-8"
        ) from error


def check_path(path: str, *, limits: Limits = DEFAULT_LIMITS) -> None:
    """Raise BundleRefusedError unless a bundle may hold a file at ``path``."""
    refusal = _shape(path, limits) or _place(path)
    if refusal is not None:
        raise BundleRefusedError(refusal, f"the path '{display(path)}' {_SAYS[refusal]}")


def _shape(path: str, limits: Limits) -> Refusal | None:
    """Judge what holds for a path anywhere."""
    for refusal, found in _SHAPES:
        if found(path):
            return refusal
    segments = path.split("/")
    for segment in segments:
        if refused := _segment(segment):
            return refused
    return Refusal.PATH_TOO_DEEP if len(segments) > limits.depth else None


# In this order: the first that is found names the refusal.
_SHAPES: tuple[tuple[Refusal, Callable[[str], object]], ...] = (
    (Refusal.PATH_EMPTY, lambda path: not path),
    (Refusal.PATH_CONTROL, _CONTROL.search),
    (Refusal.PATH_BIDI, _BIDI.search),
    (Refusal.PATH_HIDDEN, _HIDDEN.search),
    (Refusal.PATH_NOT_UTF8, _SURROGATE.search),
    (Refusal.PATH_BACKSLASH, lambda path: "\\" in path),
    (Refusal.PATH_ABSOLUTE, lambda path: path.startswith("/")),
    (Refusal.PATH_DRIVE, _DRIVE.match),
    (Refusal.PATH_COLON, lambda path: ":" in path),
    (Refusal.PATH_TRAILING_SLASH, lambda path: path.endswith("/")),
)


def _segment(segment: str) -> Refusal | None:
    if not segment:
        return Refusal.PATH_EMPTY_SEGMENT
    if segment == ".":
        return Refusal.PATH_DOT_SEGMENT
    if segment == "..":
        return Refusal.PATH_TRAVERSAL
    # Windows drops what follows the device's name, and trailing dots and spaces of any name.
    if _RESERVED.match(segment.partition(".")[0].rstrip(" ")) or segment[-1] in ". ":
        return Refusal.PATH_RESERVED
    return None


def _place(path: str) -> Refusal | None:
    """Judge whether ``path`` is in the layout."""
    if path in (INDEX_PATH, FOREIGN_LOCKFILE):
        return None
    folded = path.casefold()
    if folded == INDEX_PATH.casefold() or (path + "/").startswith(f"{MEMORY_PREFIX}{INDEX_NAME}/"):
        return Refusal.INDEX_MISNAMED
    if path.startswith(MEMORY_PREFIX):
        return None if path.endswith(".md") else Refusal.PATH_NOT_MARKDOWN
    return None if _FOREIGN.match(path) else Refusal.PATH_OUTSIDE_LAYOUT


_SAYS: dict[Refusal, str] = {
    Refusal.PATH_EMPTY: "is empty",
    Refusal.PATH_CONTROL: "holds a control character",
    Refusal.PATH_BIDI: "holds a character that reverses the reading direction",
    Refusal.PATH_HIDDEN: "holds a character that shows nothing",
    Refusal.PATH_NOT_UTF8: "is not UTF-8",
    Refusal.PATH_BACKSLASH: "holds a backslash",
    Refusal.PATH_ABSOLUTE: "is absolute",
    Refusal.PATH_DRIVE: "begins with a drive letter",
    Refusal.PATH_COLON: "holds a colon, which Windows reads as a drive or a stream",
    Refusal.PATH_TRAILING_SLASH: "ends in a slash",
    Refusal.PATH_EMPTY_SEGMENT: "has an empty segment",
    Refusal.PATH_DOT_SEGMENT: "has a '.' segment",
    Refusal.PATH_TRAVERSAL: "climbs with '..'",
    Refusal.PATH_RESERVED: "has a segment that Windows reserves or shortens",
    Refusal.PATH_TOO_DEEP: "has too many segments",
    Refusal.PATH_NOT_MARKDOWN: "is memory but does not end in .md",
    Refusal.PATH_OUTSIDE_LAYOUT: "is outside the layout of a bundle",
    Refusal.INDEX_MISNAMED: f"is where only {INDEX_PATH} may be the index",
}


class PathSet:
    """The paths of one bundle; refuses the one that cannot stand beside the others.

    Paths may come in any order. Two paths, or the directories above them, that differ only by
    case, joiners or Unicode normal form are one file on some file systems.
    """

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._directories: set[str] = set()
        self._by_fold: dict[str, str] = {}

    def add(self, path: str) -> None:
        """Add ``path``. Raises BundleRefusedError, and then ``path`` is not added."""
        if path in self._files:
            raise _collision(Refusal.PATH_DUPLICATE, path, path)
        above = _directories_of(path)
        if path in self._directories:
            raise _collision(Refusal.PATH_CONFLICT, path, path + "/")
        for each in above:
            if each in self._files:
                raise _collision(Refusal.PATH_CONFLICT, path, each)
        for each in (*above, path):
            other = self._by_fold.get(_fold(each), each)
            if other != each:
                same = unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", each)
                refusal = Refusal.PATH_NORMAL_COLLISION if same else Refusal.PATH_CASE_COLLISION
                raise _collision(refusal, path, other)
        for each in (*above, path):
            self._by_fold[_fold(each)] = each
        self._files.add(path)
        self._directories.update(above)


def _directories_of(path: str) -> list[str]:
    return [path[:i] for i, char in enumerate(path) if char == "/"]


def _fold(path: str) -> str:
    """Return the canonical caseless form of Unicode (definition D145), recomposed.

    Without the joiners, which some file systems ignore in names.
    """
    decomposed = unicodedata.normalize("NFD", path.translate(_JOINERS)).casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", decomposed))


def _collision(refusal: Refusal, path: str, other: str) -> BundleRefusedError:
    says = {
        Refusal.PATH_DUPLICATE: "is there twice",
        Refusal.PATH_CONFLICT: f"is a file and a directory ('{display(other)}')",
        Refusal.PATH_NORMAL_COLLISION: f"equals '{display(other)}' in another normal form",
        Refusal.PATH_CASE_COLLISION: f"differs from '{display(other)}' only by case or joiners",
    }[refusal]
    return BundleRefusedError(refusal, f"the path '{display(path)}' {says}")

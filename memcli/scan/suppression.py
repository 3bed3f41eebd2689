"""What people already told detect-secrets: comments on a line, and baselines of a tree."""

import hashlib
import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple

from memcli.errors import UsageError

PRAGMA = "pragma"
BASELINE_FILE = ".secrets.baseline"
_PRAGMA = re.compile(rb"\bpragma: ?(?:allow|white)list[ -](nextline[ -])?secret\b")
_SHA1 = re.compile(r"[0-9a-f]{40}")


def is_pragma(text: bytes) -> bool:
    """Tell whether ``text`` is one such comment's words and nothing else but white space."""
    return _PRAGMA.fullmatch(text.strip()) is not None


def is_allowed_by_pragma(line: bytes, before: bytes) -> bool:
    """Tell whether ``line`` says that its secret may stay, or ``before``, the one above it."""
    here, above = _PRAGMA.search(line), _PRAGMA.search(before)
    return (here is not None and here[1] is None) or (above is not None and above[1] is not None)


class Baseline(NamedTuple):
    """Values that a baseline knows, as SHA-1 in hexadecimal digits, by path.

    ``below`` is the path of the memory directory below the baseline's, empty if they are one.
    """

    values: Mapping[str, frozenset[str]]
    below: str = ""

    def knows(self, path: str, value: bytes) -> bool:
        """Tell whether ``value`` is known in the file at ``path`` of the memory directory."""
        known = self.values.get(posixpath.join(self.below, path), frozenset())
        if not known:
            return False
        # The form of these files is not ours to choose; nothing is kept of the digest.
        return hashlib.sha1(value, usedforsecurity=False).hexdigest() in known


def read_baseline(raw: bytes, *, below: str = "") -> Baseline:
    """Return what a baseline knows. Raises UsageError if it is not understood.

    A value that somebody has marked as a real secret is not known: it may not stay.
    """
    import json  # a comment is understood without it

    try:
        data: object = json.loads(raw.decode("utf-8"), object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise _unusable("it is not JSON with unique names") from error
    if not isinstance(data, dict) or not isinstance(data.get("results"), dict):
        raise _unusable("it has no results by file")
    values: dict[str, frozenset[str]] = {}
    for name, entries in data["results"].items():
        if not isinstance(entries, list):
            raise _unusable("the results of a file are no list")
        path = posixpath.normpath(name.replace("\\", "/"))
        known = {digest for digest in map(_known, entries) if digest is not None}
        values[path] = values.get(path, frozenset()) | known
    return Baseline(values, below)


def _known(entry: object) -> str | None:
    """Return the digest of what may stay, None of what is a real secret."""
    if not isinstance(entry, dict):
        raise _unusable("a result is no object")
    digest = entry.get("hashed_secret")
    if not isinstance(digest, str) or _SHA1.fullmatch(digest) is None:
        raise _unusable("the digest of a result is no SHA-1")
    is_secret = entry.get("is_secret", False)
    if not isinstance(is_secret, bool):
        raise _unusable("a result's 'is_secret' is neither true nor false")
    return None if is_secret else digest


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse a name given twice: readers differ on which value counts."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a name is given twice")
    return data


def _unusable(cause: str) -> UsageError:
    return UsageError(
        "the baseline was not read",
        f"{BASELINE_FILE} cannot be used: {cause}",
        hint="write it anew with detect-secrets, or remove it",
    )

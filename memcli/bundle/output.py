"""Check where a bundle is to be written, before anything is read."""

import os

from memcli.errors import UsageError
from memcli.fs import display

_COMPRESSED = (".gz", ".tgz", ".zst", ".bz2", ".xz", ".zip")
_NOT_DONE = "no bundle was written"


def checked_output(path: str, *, lockfile: str) -> str:
    """Return ``path`` if a bundle may go there. Raises UsageError."""
    if not path:
        raise UsageError(_NOT_DONE, "the output's path is empty", hint="give a file with -o")
    if path == "-":
        raise UsageError(
            _NOT_DONE,
            "standard output carries the digest, so the bundle cannot go there",
            hint="give a file with -o",
        )
    if path.lower().endswith(_COMPRESSED):
        raise UsageError(
            _NOT_DONE,
            f"{display(path)} looks like a compressed file, and a bundle is a plain archive",
            hint="give a name that ends in .tar, and compress it afterwards if you like",
        )
    if os.path.realpath(path) == os.path.realpath(lockfile):
        raise UsageError(
            _NOT_DONE,
            f"{display(path)} is also where the lockfile goes",
            hint="give another file with -o or with --lockfile",
        )
    return path

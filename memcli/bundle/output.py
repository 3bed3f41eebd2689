"""Check where a bundle is to be written, before anything is read."""

import os

from memcli.bundle.lockfile import refuse_foreign
from memcli.bundle.ustar import MAGIC, MAGIC_AT
from memcli.errors import UsageError
from memcli.fs import display, open_regular
from memcli.memdir.survey import LOCK_FILE, is_own_file

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
    if path.lower().endswith(".md") or is_own_file(os.path.basename(path)):
        raise UsageError(
            _NOT_DONE,
            f"{display(path)} is a name for memory or for memcli's own files, not for a bundle",
            hint="give a name that ends in .tar",
        )
    if not _is_free_or_archive(path):
        raise UsageError(
            _NOT_DONE,
            f"{display(path)} is there and is no bundle",
            hint="give another name, or move the file away",
        )
    if os.path.realpath(path) == os.path.realpath(lockfile):
        raise UsageError(
            _NOT_DONE,
            f"{display(path)} is also where the lockfile goes",
            hint="give another file with -o or with --lockfile",
        )
    return path


def checked_lockfile(path: str) -> str:
    """Return ``path`` if a lockfile may go there. Raises UsageError."""
    if path in ("", "-"):
        raise UsageError(
            _NOT_DONE,
            "the lockfile needs a file" if path else "the lockfile's path is empty",
            hint="give a file with --lockfile, or leave the option out",
        )
    name = os.path.basename(path)
    own = is_own_file(name) and name.casefold() != LOCK_FILE
    if own or name.lower().endswith(".md"):
        raise UsageError(
            _NOT_DONE,
            f"{display(path)} is a name for memory or for another of memcli's files",
            hint=f"give a name such as {LOCK_FILE} with --lockfile",
        )
    refuse_foreign(path, not_done=_NOT_DONE)
    return path


def _is_free_or_archive(path: str) -> bool:
    """Tell whether nothing is lost at ``path``: it is free, a link, empty, or an archive."""
    if os.path.islink(path):
        return True
    try:
        with open_regular(path) as file:
            head = file.read(MAGIC_AT + len(MAGIC))
    except OSError:
        # Not there, or not a file: that is judged where it is written.
        return True
    return not head or head[MAGIC_AT:] == MAGIC

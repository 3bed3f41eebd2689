"""A leaf's own directory: a name for it that is unique, and its link to the copy."""

import contextlib
import hashlib
import os
import re

from memcli.digest import Digest
from memcli.errors import ConflictError, UsageError
from memcli.fs import display
from memcli.overlay.tree import MEMORY_DIRECTORY, TamperedError

LINK_NAME = MEMORY_DIRECTORY
_KEPT = 40
_LIMIT = 4096
_OURS = re.compile(r"\.\./\.\./\.memcli/overlays/sha256-[0-9a-f]{64}/memory\Z")


def leaf_directory(leaf: str | None, digest: Digest) -> str:
    """Return the directory name for the run called ``leaf``; without one, for the digest.

    The readable part of a leaf id is lossy, so a hash of the whole id follows it: 'run/1' and
    'run-1' are two leaves.
    """
    if leaf is None:
        return digest.directory_name
    if not leaf or len(leaf) > _LIMIT:
        raise UsageError(
            "no overlay was made",
            f"a leaf id has 1 to {_LIMIT} characters, not {len(leaf)}",
            hint="give the run's session id with --leaf, or leave the option out",
        )
    readable = re.sub(r"[^A-Za-z0-9._-]", "-", leaf)[:_KEPT].strip("-._") or "leaf"
    unique = hashlib.sha256(leaf.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{readable}-{unique}"


def link_target(digest: Digest) -> str:
    """Return what the link holds: relative, so that it holds wherever the sandbox is mounted."""
    return f"../../.memcli/overlays/{digest.directory_name}/memory"


def link(leaf_fd: int, digest: Digest, *, leaf: str) -> None:
    """Make the leaf's link, or find it made. Raises TamperedError, ConflictError, OSError.

    A name that is taken by anything but our own link is refused, never linked into.
    """
    wanted = link_target(digest)
    with contextlib.suppress(FileExistsError):
        os.symlink(wanted, LINK_NAME, dir_fd=leaf_fd)
        return
    try:
        found = os.readlink(LINK_NAME, dir_fd=leaf_fd)
    except OSError as error:
        raise TamperedError(
            f"the leaf's '{LINK_NAME}' is there and is no link of memcli's"
        ) from error
    if found == wanted:
        return
    if _OURS.match(found):
        raise ConflictError(
            "no overlay was made",
            f"the leaf '{display(leaf)}' already has another memory than {digest}",
            hint="give this run a --leaf of its own, or remove the link if the other run is over",
            code="leaf_taken",
        )
    raise TamperedError(f"the leaf's '{LINK_NAME}' is a link to somewhere else")

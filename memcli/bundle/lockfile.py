"""memory.lock.json: what travelled, for the repository; it says nothing of what did not."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memcli.digest import Digest
from memcli.errors import UsageError
from memcli.fs import display, read_path

SCHEMA = "memcli.lock/v1"
_FAMILY = "memcli.lock/"
_LIMIT = 16 << 20


@dataclass(frozen=True, slots=True)
class LockedFile:
    """A file of the bundle; ``size`` in bytes."""

    path: str
    size: int
    digest: Digest


@dataclass(frozen=True, slots=True)
class Lockfile:
    """The facts of a bundle that may be public.

    ``left_out`` counts, by reason, the memory files that stayed behind. Nothing here depends on
    the machine, the user, the time or the version of memcli.
    """

    digest: Digest
    layout: str
    files: Sequence[LockedFile]
    left_out: Mapping[str, int]
    entries_removed: int

    def encode(self) -> bytes:
        """Return the file's bytes: JSON, files in the byte order of their paths."""
        data = {
            "schema": SCHEMA,
            "digest": self.digest.text,
            "layout": self.layout,
            "files": [
                {"path": each.path, "size": each.size, "sha256": each.digest.hex}
                for each in self.files
            ],
            "left_out": dict(self.left_out),
            "index_entries_removed": self.entries_removed,
        }
        return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def refuse_foreign(path: str, *, not_done: str) -> None:
    """Raise UsageError if ``path`` holds something that is no lockfile of this version.

    A link is none: it is replaced, and what it leads to is left alone.
    """
    if os.path.islink(path):
        return
    try:
        raw = read_path(path, limit=_LIMIT, follow=False)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UsageError(
            not_done,
            f"the lockfile {display(path)} cannot be replaced: {error.strerror}",
            hint="give another place with --lockfile",
        ) from error
    try:
        data: object = json.loads(raw)
    except (ValueError, RecursionError):
        data = None
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema == SCHEMA:
        return
    newer = isinstance(schema, str) and schema.startswith(_FAMILY)
    raise UsageError(
        not_done,
        f"{display(path)} is "
        + ("a lockfile of a newer memcli" if newer else "there and is no lockfile of memcli"),
        hint="upgrade memcli" if newer else "move it away, or give another place with --lockfile",
    )

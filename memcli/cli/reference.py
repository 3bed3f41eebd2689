"""From a bundle's name on the command line to its bytes."""

import sys

from memcli.bundle.limits import Limits
from memcli.digest import Digest
from memcli.settings import Settings
from memcli.stores.local import LocalStore
from memcli.stores.reference import Reference, resolve_reference


def reference_to(ref: str, *, digest: str | None, settings: Settings, limits: Limits) -> Reference:
    """Return what ``ref`` names: a file, ``-`` or a digest. Raises MemcliError."""
    return resolve_reference(
        ref,
        store=LocalStore(settings.store),
        stdin=sys.stdin.buffer,
        expected=Digest(digest) if digest is not None else None,
        limits=limits,
    )

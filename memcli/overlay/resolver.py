"""Where memory comes from: one interface, and its one implementation, the bundle snapshot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.reader import BundleReader
from memcli.bundle.ustar import Entry
from memcli.bundle.verify import verify
from memcli.digest import Digest
from memcli.stores.reference import Reference


class MemoryResolver(Protocol):
    """Gives a run its memory."""

    def resolve(self) -> Digest:
        """Return the digest of the memory, verified. Raises MemcliError; there is no default."""
        ...

    def entries(self, digest: Digest) -> Iterator[Entry]:
        """Yield the files of the memory called ``digest``, in the order of their paths' bytes.

        Only an iteration that ends without an error gave exactly that memory. Raises MemcliError.
        """
        ...


@dataclass(frozen=True, slots=True)
class BundleSnapshot:
    """Memory out of a bundle. Its bytes are verified each time they are read."""

    reference: Reference
    limits: Limits = DEFAULT_LIMITS

    def resolve(self) -> Digest:
        """Read the bundle whole and return its digest."""
        with self.reference.open() as raw:
            return verify(raw, expected=self.reference.expected, limits=self.limits).digest

    def entries(self, digest: Digest) -> Iterator[Entry]:
        """Read the bundle again: it may have changed since it was resolved."""
        with self.reference.open() as raw:
            yield from BundleReader(raw, expected=digest, limits=self.limits)

"""Verify a bundle: read it whole, strictly, and say what it is."""

from dataclasses import dataclass
from typing import BinaryIO

from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.paths import INDEX_PATH
from memcli.bundle.reader import BundleReader
from memcli.digest import Digest


@dataclass(frozen=True, slots=True)
class VerifiedBundle:
    """A bundle that was read to its end and found right. ``size`` is the archive's, in bytes."""

    digest: Digest
    files: int
    size: int
    has_index: bool


def verify(
    raw: BinaryIO, *, expected: Digest | None = None, limits: Limits = DEFAULT_LIMITS
) -> VerifiedBundle:
    """Return what the bundle in ``raw`` is. Raises BundleRefusedError, EmptyBundleError."""
    reader = BundleReader(raw, expected=expected, limits=limits)
    paths = [entry.path for entry in reader]
    return VerifiedBundle(reader.digest, len(paths), reader.size, INDEX_PATH in paths)

"""Write a canonical archive, entry by entry, hashing as it goes."""

import hashlib
from typing import BinaryIO

from memcli.bundle.entries import check_content, check_mode
from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.paths import FOREIGN_LOCKFILE, PathSet, check_path
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import END, FILE_MODE, header, padding
from memcli.digest import Digest
from memcli.fs import display


class ArchiveWriter:
    """Refuses whatever the strict reader would refuse, so that no such bundle comes to be.

    ``out`` takes the bytes; None only hashes. ``size`` is the archive's size so far in bytes.
    """

    def __init__(self, out: BinaryIO | None, *, limits: Limits = DEFAULT_LIMITS) -> None:
        self.size = 0
        self._out = out
        self._limits = limits
        self._hash = hashlib.sha256()
        self._paths = PathSet()
        self._last = b""
        self._entries = 0

    def add(self, path: str, content: bytes, *, mode: int = FILE_MODE) -> None:
        """Append a file. Paths ascend by their bytes. Raises BundleRefusedError."""
        check_path(path, limits=self._limits)
        if path == FOREIGN_LOCKFILE:
            raise BundleRefusedError(Refusal.PATH_OUTSIDE_LAYOUT, "a lockfile never travels")
        self._paths.add(path)
        raw = path.encode()
        if raw <= self._last:
            raise BundleRefusedError(
                Refusal.ORDER_NONCANONICAL, f"'{display(path)}' is out of order"
            )
        self._last = raw
        check_mode(path, mode)
        check_content(path, content)
        self._entries += 1
        size = len(content)
        if size > self._limits.entry:
            raise BundleRefusedError(Refusal.TOO_BIG, f"'{display(path)}' has {size} bytes")
        if self._entries > self._limits.entries:
            raise BundleRefusedError(
                Refusal.TOO_MANY_ENTRIES, f"there are more than {self._limits.entries} files"
            )
        self._write(header(raw, size=size, mode=mode))
        self._write(content)
        self._write(padding(size))

    def close(self) -> Digest:
        """Write the end and return the archive's digest. Raises BundleRefusedError (too_big)."""
        self._write(END)
        return Digest(f"sha256:{self._hash.hexdigest()}")

    def _write(self, data: bytes) -> None:
        self.size += len(data)
        if self.size > self._limits.total:
            raise BundleRefusedError(
                Refusal.TOO_BIG,
                f"the archive passes {self._limits.total} bytes",
                hint="deny what need not travel, or raise --max-total",
            )
        self._hash.update(data)
        if self._out is not None:
            self._out.write(data)

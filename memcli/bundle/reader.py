"""Read a bundle strictly: accept only the bytes that the writer would have written."""

import hashlib
import json
from collections.abc import Iterator
from typing import BinaryIO

from memcli.bundle.containers import ArchiveBytes
from memcli.bundle.entries import check_content, check_mode
from memcli.bundle.headers import Header, parse_header
from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.paths import FOREIGN_LOCKFILE, PathSet, check_path
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import BLOCK, END, Entry, padding
from memcli.digest import Digest
from memcli.fs import display


class BundleReader:
    """Yields the entries of a bundle in order, in memory of one entry.

    What was yielded is to be trusted only once the iteration has ended without an error: the
    digest covers the whole. ``digest`` is then that of the canonical archive, without the
    lockfile that bundles of the format's other implementation carry; that one is checked, bounded
    and not yielded. Raises BundleRefusedError; EmptyBundleError if there are no bytes.
    """

    def __init__(
        self, raw: BinaryIO, *, expected: Digest | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self._bytes = ArchiveBytes(raw, limits)
        self._expected = expected
        self._limits = limits
        self._hash = hashlib.sha256()
        self._digest: Digest | None = None
        self._lockfile: bytes | None = None
        self.size = 0

    @property
    def digest(self) -> Digest:
        """The digest of what was read; only after the iteration has ended."""
        if self._digest is None:
            raise RuntimeError("the bundle has not been read to its end")
        return self._digest

    def __iter__(self) -> Iterator[Entry]:
        # Each step is one rule of the format; docs/bundle-format.md has the same list.
        paths = PathSet()
        last = b""
        count = 0
        while (header := self._next_header(first=count == 0)) is not None:
            count += 1
            if count > self._limits.entries:
                raise BundleRefusedError(
                    Refusal.TOO_MANY_ENTRIES, f"there are more than {self._limits.entries} entries"
                )
            check_path(header.path, limits=self._limits)
            paths.add(header.path)
            raw_path = header.path.encode()
            if raw_path < last:
                raise BundleRefusedError(
                    Refusal.ORDER_NONCANONICAL, f"'{display(header.path)}' is out of order"
                )
            last = raw_path
            check_mode(header.path, header.mode)
            content = self._body(header)
            if header.path == FOREIGN_LOCKFILE:
                self._lockfile = content
                continue
            check_content(header.path, content)
            self._count(header.block, content, padding(header.size))
            yield Entry(header.path, content, header.mode)
        self._count(END)
        self._finish()

    def _next_header(self, *, first: bool) -> Header | None:
        """Return the next header, or None at a proper end."""
        block = self._bytes.read(BLOCK)
        if block == bytes(BLOCK):
            self._check_end()
            return None
        if not block:
            raise BundleRefusedError(Refusal.TERMINATOR_MISSING, "the two zero blocks are missing")
        return parse_header(block, first=first)

    def _check_end(self) -> None:
        second = self._bytes.read(BLOCK)
        if second != bytes(BLOCK):
            raise BundleRefusedError(
                Refusal.TERMINATOR_MISSING, "one zero block is not followed by a second"
            )
        if self._bytes.read(1):
            raise BundleRefusedError(Refusal.TRAILING_DATA, "bytes follow the end of the archive")

    def _body(self, header: Header) -> bytes:
        name = display(header.path)
        limit = self._limits.lockfile if header.path == FOREIGN_LOCKFILE else self._limits.entry
        if header.size > limit:
            raise BundleRefusedError(
                Refusal.TOO_BIG, f"'{name}' announces {header.size} bytes, over {limit}"
            )
        fill = padding(header.size)
        data = self._bytes.read(header.size + len(fill))
        if len(data) < header.size + len(fill):
            raise BundleRefusedError(Refusal.TRUNCATED, f"the archive ends inside '{name}'")
        if data[header.size :] != fill:
            raise BundleRefusedError(
                Refusal.PADDING_NONZERO, f"the padding after '{name}' is not zero"
            )
        return data[: header.size]

    def _count(self, *parts: bytes) -> None:
        for part in parts:
            self._hash.update(part)
            self.size += len(part)

    def _finish(self) -> None:
        found = Digest(f"sha256:{self._hash.hexdigest()}")
        if self._lockfile is not None:
            _check_lockfile(self._lockfile, found)
        if self._expected is not None and found != self._expected:
            raise BundleRefusedError(
                Refusal.DIGEST_MISMATCH, f"the bundle is {found}, not {self._expected}"
            )
        self._digest = found


def _check_lockfile(content: bytes, found: Digest) -> None:
    """Check a foreign lockfile; nothing of it is used."""
    try:
        data: object = json.loads(content.decode("utf-8"), object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise BundleRefusedError(
            Refusal.LOCKFILE_INVALID, f"{FOREIGN_LOCKFILE} is not JSON with unique names"
        ) from error
    if not isinstance(data, dict):
        raise BundleRefusedError(Refusal.LOCKFILE_INVALID, f"{FOREIGN_LOCKFILE} is no object")
    if data.get("digest", found.text) != found.text:
        raise BundleRefusedError(
            Refusal.LOCKFILE_DIGEST_MISMATCH,
            f"{FOREIGN_LOCKFILE} names another digest than {found}",
        )


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse a name given twice: readers differ on which value counts."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a name is given twice")
    return data

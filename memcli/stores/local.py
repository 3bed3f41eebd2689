"""The local store: bundles by digest in a private directory."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.digest import Digest
from memcli.errors import StoreError
from memcli.fs import (
    PRIVATE_FILE,
    StagedFile,
    display,
    open_regular,
    private_directory,
    read_path,
)

_FORMAT = "memcli.store/v1"
_FORMAT_FILE = "FORMAT"
_FORMAT_LIMIT = 4096


@dataclass(frozen=True, slots=True)
class LocalStore:
    """``<root>/bundles/sha256-<hex>.tar``, each a plain canonical archive."""

    root: Path

    def stage(self) -> StagedFile:
        """Stage a bundle inside the store. Raises StoreError."""
        try:
            private_directory(self._bundles)
            self._check_format(create=True)
            return StagedFile(str(self._bundles / "incoming"), mode=PRIVATE_FILE)
        except OSError as error:
            raise self.failure(error) from error

    def failure(self, error: OSError) -> StoreError:
        """Return what a failed write means."""
        return StoreError(
            "no bundle was stored",
            f"the local store {display(str(self.root))} cannot be written: {error.strerror}",
            hint="make room or mend its permissions, set MEMCLI_STORE, or write to a file with -o",
        )

    def commit(self, staged: StagedFile, digest: Digest) -> None:
        """Put a staged bundle in its place; one that is there already has the same bytes."""
        staged.target = str(self._path(digest))
        staged.commit()

    def open(self, digest: Digest) -> BinaryIO:
        """Open the bundle ``digest``; its bytes are not verified yet. Raises StoreError."""
        try:
            self._check_format(create=False)
            file = open_regular(str(self._path(digest)))
        except FileNotFoundError as error:
            raise StoreError(
                "the bundle was not found",
                f"the local store {display(str(self.root))} has no {digest}",
                hint="run 'memcli bundle DIR' first, or give the bundle's file",
                code="bundle_not_found",
            ) from error
        except OSError as error:
            raise StoreError(
                "the bundle was not read",
                f"the local store {display(str(self.root))} cannot be read: {error.strerror}",
                hint="mend its permissions, or set MEMCLI_STORE",
            ) from error

        if os.fstat(file.fileno()).st_size == 0:
            file.close()
            raise BundleRefusedError(
                Refusal.EMPTY_INPUT,
                f"the local store's {digest} is an empty file",
                hint="bundle the memory again",
            )
        return file

    @property
    def _bundles(self) -> Path:
        return self.root / "bundles"

    def _path(self, digest: Digest) -> Path:
        return self._bundles / f"{digest.directory_name}.tar"

    def _check_format(self, *, create: bool) -> None:
        path = self.root / _FORMAT_FILE
        try:
            raw = read_path(str(path), limit=_FORMAT_LIMIT)
        except FileNotFoundError:
            if create:
                with StagedFile(str(path), mode=PRIVATE_FILE) as staged:
                    staged.file.write(f"{_FORMAT}\n".encode())
                    staged.commit()
            return
        found = raw.decode("ascii", "replace").strip()
        if found != _FORMAT:
            raise StoreError(
                "the local store was not used",
                f"{display(str(self.root))} has the format {found[:40]!a}, not {_FORMAT}",
                hint="upgrade memcli, or set MEMCLI_STORE to another directory",
            )
